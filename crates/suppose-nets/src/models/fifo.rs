//! A self-timed FIFO, after Martin's control circuit for a buffer of one place.
//!
//! A cell takes a word from the left by a four-phase handshake and gives it to the right by another. Only the
//! control is modelled, as three gates: a latch of the left handshake, a latch that remembers that the cell
//! is full, and a gate that asks the right neighbour. While the right handshake returns to zero the next word
//! may already come in from the left.

use std::fmt::Write;

/// The FIFO with `size` cells, both ends included; at least 2.
pub fn fifo(size: u32) -> String {
    let size = size.max(2);
    let mut text = String::from(HEAD);
    text.push_str("<main>\n");
    let neighbour = |cell: u32| match cell {
        1 => "first".to_owned(),
        _ if cell == size => "last".to_owned(),
        _ => format!("stage{cell}"),
    };
    for cell in 1..=size {
        let (before, own, after) = (neighbour(cell - 1), neighbour(cell), neighbour(cell.saturating_add(1)));
        let line = match cell {
            1 => writeln!(text, "  First first({after}.got);"),
            _ if cell == size => writeln!(text, "  Last last({before}.give);"),
            _ => writeln!(text, "  Stage {own}({before}.give, {after}.got);"),
        };
        line.expect("a string takes everything");
    }
    text.push_str("</main>\n\n");
    let producer = "  // The producer offers a word when the last one was taken and forgotten.\n\
        \x20 <tr label=\"offer\" preset=\"7\" postset=\"8\"> guard(!got); offered = 1; </tr>\n\
        \x20 <tr label=\"forget\" preset=\"8\" postset=\"7\"> guard(got); offered = 0; </tr>\n";
    let consumer = "  // The consumer answers every word.\n\
        \x20 <tr label=\"take\" preset=\"7\" postset=\"8\"> guard(give); taken = 1; </tr>\n\
        \x20 <tr label=\"finish\" preset=\"8\" postset=\"7\"> guard(!give); taken = 0; </tr>\n";
    text.push_str("// The left end: a cell with its producer.\n");
    class(&mut text, "First", "taken", Some("offered"), producer);
    if size > 2 {
        text.push_str("// A cell between two others.\n");
        class(&mut text, "Stage", "offered, taken", None, "");
    }
    text.push_str("// The right end: a cell with its consumer.\n");
    class(&mut text, "Last", "offered", Some("taken"), consumer);
    text
}

const HEAD: &str = "\
// A self-timed FIFO. Each cell holds one word and speaks with its neighbours by four-phase handshakes:
//   offered  the left neighbour has a word      got    this cell has latched it
//   give     this cell has a word               taken  the right neighbour has latched it
// Inside, `full` remembers a word from the time it is latched until it is taken.

";

/// A cell; `own` is the wire of the environment inside it, which `environment` drives.
fn class(text: &mut String, name: &str, arguments: &str, own: Option<&str>, environment: &str) {
    let own = own.map_or(String::new(), |own| format!(" {own} = 0;"));
    let marking = if environment.is_empty() { "1, 3, 5" } else { "1, 3, 5, 7" };
    write!(
        text,
        "<class name=\"{name}\" arg=\"{arguments}\">\n\x20 <var> got = 0; full = 0; give = 0;{own} \
            </var>\n\x20 <m> {marking} </m>\n\x20 // Latch a word when there is room; let go when it is \
            remembered and the left side has seen it.\n\x20 <tr label=\"got+\" preset=\"1\" postset=\"2\"> \
            guard(offered && !full); got = 1; </tr>\n\x20 <tr label=\"got-\" preset=\"2\" postset=\"1\"> \
            guard(!offered && full); got = 0; </tr>\n\x20 // Full from the latching of a word, once the \
            handshake of the last one is over, until it is taken.\n\x20 <tr label=\"full+\" preset=\"3\" \
            postset=\"4\"> guard(got && !taken); full = 1; </tr>\n\x20 <tr label=\"full-\" preset=\"4\" \
            postset=\"3\"> guard(!got && taken); full = 0; </tr>\n\x20 // Offer the word to the right when \
            the left side is done with it.\n\x20 <tr label=\"give+\" preset=\"5\" postset=\"6\"> guard(full \
            && !got); give = 1; </tr>\n\x20 <tr label=\"give-\" preset=\"6\" postset=\"5\"> guard(!full); \
            give = 0; </tr>\n{environment}</class>\n\n"
    )
    .expect("a string takes everything");
}
