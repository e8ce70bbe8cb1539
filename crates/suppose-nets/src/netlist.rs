//! Gate-level netlists: structural Verilog over a library of gates in the genlib format.
//!
//! ```text
//! text ─▶ verilog ─▶ hierarchy ─▶ flatten ─▶ lower ─▶ Fragment
//!         modules    top, size    gates      nets
//! ```
//!
//! Each instance of a gate becomes a net that is called by its hierarchical name, and so does each bit that
//! `assign` drives, called as the wire.
//!
//! * **Every `assign` is a gate** with a delay of its own, also `assign a = b;`, which is a buffer. Workcraft
//!   reads it so, and it is the safe side: a wire that is known under two names would change under both at
//!   once.
//! * **Delays are ignored.** A gate may be as slow as it likes, as always with speed-independent circuits.
//! * **First values** come from Workcraft's comment (`// signal values at the initial state:`), from
//!   `initial` blocks with constants, or later from the other files of a design; [`settle`] works out the
//!   rest.
//! * **Inputs of the top module** and wires that nothing drives are inputs from outside.
//! * Ports declared `inout` are what their use makes of them, and nothing if they are supplies.
//!
//! Mutual exclusion elements are recognised by their functions, as cells and as pairs of grants that one
//! `assign` drives; [`Protocol`] has the two protocols. `WAIT` and `WAIT0` are known by their names, see
//! [`Wait`].
//!
//! All readers take any text, of any size, in linear time: nesting and the size of what a text describes are
//! bounded, see `E0873`. Tested in `tests/all/netlist`: functions against tables worked out by hand,
//! expressions of both languages against evaluators that share no code with the readers, figures of the
//! literature, published netlists, damaged texts; and by fuzzing.

mod arbiter;
mod flatten;
mod function;
mod genlib;
mod hierarchy;
mod library;
mod lower;
mod settle;
mod verilog;
mod wait;

use suppose_base::{Diagnostic, FileId, Span};

pub use arbiter::{Arbiter, Protocol};
pub use library::{Cell, CellOutput, Library};
pub use settle::settle;
pub use wait::Wait;

use crate::fragment::Fragment;
use crate::net::WireId;
use suppose_base::Reports;

/// Reads a gate library. Besides its cells, the built-in mutual exclusion elements and waits are known.
///
/// # Errors
/// When something in the text is not understood.
pub fn read_library(text: &str, file: FileId) -> Result<(Library, Vec<Diagnostic>), Vec<Diagnostic>> {
    let (library, messages) = genlib::parse(text, file, true);
    if messages.iter().any(Diagnostic::is_error) {
        return Err(messages);
    }
    Ok((library.with_special_cells(), messages))
}

/// Reads a netlist. The fragment is open and called `name`; the top module is the one that no other uses, if
/// `top` does not say another. First values are set where the text says them, and the places of gates are not
/// marked yet.
///
/// # Errors
/// When the text has no meaning as a netlist.
pub fn read(
    text: &str,
    file: FileId,
    name: &str,
    library: &Library,
    top: Option<&str>,
) -> Result<(Fragment, Vec<Diagnostic>), Vec<Diagnostic>> {
    let mut messages = Reports::at_most(crate::MOST_MESSAGES);
    let modules = verilog::parse(text, file, &mut messages);
    let by_name = hierarchy::index(&modules, &mut messages);
    if messages.has_errors() {
        return Err(messages.into_list());
    }
    let whole = Span::new(file, 0, 0);
    let circuit = hierarchy::top(&modules, &by_name, top, whole, &mut messages)
        .filter(|&top| hierarchy::check(&modules, &by_name, top, &mut messages))
        .and_then(|top| flatten::flatten(name, &modules, &by_name, top, library, &mut messages));
    let Some((mut fragment, gates)) = circuit else { return Err(messages.into_list()) };
    lower::lower(&mut fragment, gates);
    fragment.open = true;
    Ok((fragment, messages.into_list()))
}

/// The warning that some first values are guesses.
pub(crate) fn guessed(wires: &[WireId], name: impl Fn(WireId) -> String) -> Option<Diagnostic> {
    let names: Vec<String> = wires.iter().take(10).map(|&wire| format!("`{}`", name(wire))).collect();
    let more = if wires.len() > names.len() { ", …" } else { "" };
    let names = names.join(", ");
    let message =
        format!("nothing says what some wires are worth at first, so they begin with 0: {names}{more}");
    let help =
        "say them in a comment: `// signal values at the initial state:` and on the next line `// a !b`";
    (!wires.is_empty()).then(|| Diagnostic::warning("W0867", message).help(help))
}
