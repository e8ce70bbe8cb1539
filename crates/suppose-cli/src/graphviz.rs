//! Drawing by Graphviz, which runs beside us as a process of its own and under our limits.

use std::io::{self, Read, Write};
use std::process::{Command, Stdio};
use std::time::Duration;

use suppose::base::{Budget, Diagnostic, Poll};

use crate::session::Failure;

/// How often the limits are looked at while Graphviz draws.
const INTERVAL: Duration = Duration::from_millis(10);

/// The SVG picture of a text in the DOT language.
pub(crate) fn draw(text: Vec<u8>, budget: &Budget) -> Result<Vec<u8>, Failure> {
    let started = Command::new("dot").arg("-Tsvg").stdin(Stdio::piped()).stdout(Stdio::piped()).spawn();
    let mut child = started.map_err(|error| {
        Diagnostic::error("E0007", format!("Graphviz cannot be started: {error}"))
            .help("install Graphviz so that `dot` is on the path, or write a .dot file")
    })?;
    let mut input = child.stdin.take().expect("piped");
    let mut output = child.stdout.take().expect("piped");
    let feeder = std::thread::spawn(move || input.write_all(&text));
    let reader = std::thread::spawn(move || -> io::Result<Vec<u8>> {
        let mut drawn = Vec::new();
        output.read_to_end(&mut drawn)?;
        Ok(drawn)
    });
    let status = loop {
        if let Some(status) = child.try_wait()? {
            break status;
        }
        if let Err(reason) = budget.poll(Poll::Write) {
            // It may have ended by itself in the meantime; either way it is gone.
            let _ = child.kill();
            let _ = child.wait();
            return Err(reason.into());
        }
        std::thread::sleep(INTERVAL);
    };
    // When Graphviz fails, its exit status tells more than the broken pipe.
    let _ = feeder.join();
    if !status.success() {
        return Err(Diagnostic::error("E0007", format!("Graphviz failed: {status}")).into());
    }
    let drawn = reader.join().map_err(|_| io::Error::other("the picture could not be read"))??;
    Ok(drawn)
}
