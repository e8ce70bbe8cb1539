//! Reading texts, and looking at what came of it.

use suppose_base::{Diagnostic, FileId};
use suppose_nets::netlist::{Cell, Library, read};
use suppose_nets::{Expr, Fragment, Net, Value, WireId};

/// The fragment of a text over the built-in cells.
pub(crate) fn circuit(text: &str) -> (Fragment, Vec<Diagnostic>) {
    read(text, FileId(0), "circuit", Library::built_in(), None)
        .unwrap_or_else(|messages| panic!("{text}\n{messages:#?}"))
}

/// The codes of all messages about a text.
pub(crate) fn codes(text: &str) -> Vec<&'static str> {
    let result = read(text, FileId(0), "circuit", Library::built_in(), None);
    let messages = result.map_or_else(|messages| messages, |(_, messages)| messages);
    messages.iter().map(|message| message.code).collect()
}

/// Asserts that an input gives one error, with this code, at this text.
pub(crate) fn assert_error(text: &str, code: &str, place: &str) {
    let messages = read(text, FileId(0), "circuit", Library::built_in(), None).expect_err(text);
    let errors: Vec<&Diagnostic> = messages.iter().filter(|message| message.is_error()).collect();
    assert_eq!(errors.len(), 1, "{text}\n{messages:#?}");
    assert_eq!(errors[0].code, code, "{text}\n{messages:#?}");
    let span = errors[0].span().expect("a place");
    assert_eq!(&text[span.start as usize..span.end as usize], place, "{text}");
}

/// The names of all wires.
pub(crate) fn wires(fragment: &Fragment) -> Vec<&str> {
    fragment.wires.iter().map(|wire| wire.name.as_str()).collect()
}

/// The names of all nets.
pub(crate) fn nets(fragment: &Fragment) -> Vec<&str> {
    fragment.nets.iter().map(|net| net.name.as_str()).collect()
}

/// The guard of a transition, by the name of the transition.
pub(crate) fn guard<'f>(fragment: &'f Fragment, transition: &str) -> &'f Expr {
    let all = fragment.nets.iter().flat_map(|net: &Net| &net.transitions);
    let mut found = all.filter(|t| t.name == transition);
    let guard = &found.next().unwrap_or_else(|| panic!("no transition {transition}")).guard;
    assert!(found.next().is_none(), "two transitions {transition}");
    guard
}

/// The values of an expression for all values of some wires, the first one changing fastest. It must not read
/// others.
pub(crate) fn table(expr: &Expr, wires: &[WireId]) -> String {
    let row = |row: usize| {
        let read = |wire: WireId| {
            let place = wires.iter().position(|&w| w == wire).expect("a wire of the table");
            Value::from(row >> place & 1 == 1)
        };
        match expr.eval(&read).expect("a value") {
            0 => '0',
            1 => '1',
            other => panic!("{other} is no bit"),
        }
    };
    (0..1usize << wires.len()).map(row).collect()
}

/// The table of a guard over wires by name.
pub(crate) fn guard_table(fragment: &Fragment, transition: &str, names: &[&str]) -> String {
    let wires: Vec<WireId> = names
        .iter()
        .map(|name| fragment.find_wire(name).unwrap_or_else(|| panic!("no wire {name}")))
        .collect();
    table(guard(fragment, transition), &wires)
}

/// The table of an output of a cell over its pins.
pub(crate) fn cell_table(cell: &Cell, output: usize, pins: &[&str]) -> String {
    let pins: Vec<WireId> = pins
        .iter()
        .map(|name| {
            WireId(cell.find_pin(name).unwrap_or_else(|| panic!("{} has no {name}", cell.name)) as u32)
        })
        .collect();
    table(&cell.outputs[output].function, &pins)
}
