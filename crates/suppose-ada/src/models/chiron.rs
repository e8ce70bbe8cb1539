//! Chiron, with one dispatcher and with one for each event. Wrapper, manager, client and properties are the
//! same in both.

use super::Variant;
use super::template::Template;

/// Chiron with one dispatcher and `size` artists, at least 2. The faulty dispatcher keeps its lists in the
/// wrong order.
pub fn chiron_single(size: u32, variant: Variant) -> String {
    let text = concat!(include_str!("chiron_single.template"), include_str!("chiron.template"));
    chiron(text, size, variant) + "end Chiron_Single;\n"
}

/// Chiron with two dispatchers and `size` artists, at least 2. The faulty one sends all events to the same
/// dispatcher.
pub fn chiron_multiple(size: u32, variant: Variant) -> String {
    let text = concat!(include_str!("chiron_multiple.template"), include_str!("chiron.template"));
    chiron(text, size, variant) + "end Chiron_Multiple;\n"
}

fn chiron(text: &'static str, size: u32, variant: Variant) -> String {
    Template { text, size: size.max(2), first: 1, variant }.fill()
}
