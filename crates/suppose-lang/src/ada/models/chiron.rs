//! Chiron, with one dispatcher and with one for each event.
//!
//! Artists, wrapper, manager, client and properties are the same in both. Two properties count registrations with a state for each number, which annotations cannot
//! repeat: they are written out.

use super::Variant;
use super::template::Template;

/// Chiron with one dispatcher and `size` artists, at least 2. The faulty dispatcher keeps its lists in the wrong order.
pub fn chiron_single(size: u32, variant: Variant) -> String {
    chiron(include_str!("chiron_single.template"), size, variant)
}

/// Chiron with two dispatchers and `size` artists, at least 2. The faulty one sends all events to the same dispatcher.
pub fn chiron_multiple(size: u32, variant: Variant) -> String {
    chiron(include_str!("chiron_multiple.template"), size, variant)
}

fn chiron(text: &str, size: u32, variant: Variant) -> String {
    let size = size.max(2);
    // As in the programs: artist 1 wants both events, 2 the first, 3 the second, 4 none, and so on.
    let of_first = (1..=size).filter(|artist| matches!(artist % 4, 1 | 2)).count();
    let of_second = (1..=size).filter(|artist| matches!(artist % 4, 1 | 3)).count();
    let all = of_first + of_second;
    let mut shutdown = registrations(all, "");
    shutdown.extend((1..=all).map(|count| format!("--#    reg_{count} -> error : shutdown;")));
    let lines = [("p5", registrations(of_first, " (<>, 1)")), ("p9", shutdown)];
    let rest =
        Template { text: include_str!("chiron.template"), size, first: 1, variant, lines: &lines }.fill();
    let lines = [("rest", rest.lines().map(str::to_owned).collect())];
    Template { text, size, first: 1, variant, lines: &lines }.fill()
}

/// Counts registrations of some kind.
fn registrations(most: usize, kind: &str) -> Vec<String> {
    let mut lines = Vec::new();
    for count in 1..=most {
        let less = count - 1;
        lines.push(format!("--#    reg_{less} -> reg_{count} : Dispatcher.Register{kind};"));
        lines.push(format!("--#    reg_{count} -> reg_{less} : Dispatcher.Unregister{kind};"));
    }
    lines
}
