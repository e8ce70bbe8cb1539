//! The models of any size.

use suppose_nets::models::MODELS;
use suppose_nets::{Design, Fragment};

use crate::common::interpret::explore;
use crate::support::{design, fragment, messages};

#[test]
fn x() {
    for model in MODELS {
        for size in model.smallest..=4 {
            let text = (model.text)(size);
            assert_eq!(messages(&text), []);
            let design = design(&text);
            let found = explore(&design, 1_000_000);
            if let Some(found) = found {
                println!(
                    "{} {size} nets {} states {} firings {} {:?}",
                    model.name,
                    design.nets.len(),
                    found.states,
                    found.firings,
                    found.failures
                );
            }
            let fragment = fragment(&text);
            for net in &fragment.nets {
                let mut alone = fragment.clone();
                alone.nets = vec![net.clone()];
                alone.open = true;
                let (d, _) = Design::join("x", vec![alone]).unwrap();
                let f = explore(&d, 1000000).unwrap();
                println!("  {} {} {} {:?}", net.name, f.states, f.firings, f.failures.len());
            }
        }
    }
}
