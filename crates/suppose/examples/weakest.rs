//! Finds out what one half of a channel must suppose of the other, and writes it as text.
//!
//! ```console
//! $ cargo run -p suppose --example weakest
//! ```

#![expect(clippy::print_stdout, reason = "an example talks to people")]

use suppose::Assuming;
use suppose::base::Budget;
use suppose::inquiry::OpenRequest;
use suppose::lts::io::write_fsp;
use suppose::prove::weakest::Environment;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let models = concat!(env!("CARGO_MANIFEST_DIR"), "/../../models");
    let mut project = suppose::open(format!("{models}/channel.lts"))?;
    let request = OpenRequest { component: Some("Input".to_owned()), ..OpenRequest::default() };
    let found = project.assume(&Assuming { request, ..Assuming::default() })?;
    match &found.found.environment {
        Environment::Any => println!("it holds in every environment"),
        Environment::None { trace, .. } => println!("it holds in none: {} steps are enough", trace.len()),
        Environment::Assumption(lts) => {
            let mut text = Vec::new();
            write_fsp(lts, "Assumption", &found.actions, &mut text, &Budget::unlimited())?;
            println!("{}", String::from_utf8(text)?.trim_end());
        }
    }
    Ok(())
}
