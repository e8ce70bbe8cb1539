//! From statements to cells: statements of one name are joined, names become pins.

use rustc_hash::FxHashMap;
use suppose_base::Diagnostic;

use super::super::library::{Cell, CellOutput, Library};
use super::formula::Variables;
use super::token::Token;
use crate::expr::Expr;
use crate::net::WireId;
use suppose_base::Reports;

/// One `GATE` or `LATCH` with what follows it.
pub(super) struct Raw<'t> {
    pub(super) name: Token<'t>,
    output: Token<'t>,
    function: Expr,
    variables: Variables<'t>,
    /// Named by `PIN`; perhaps not read by the function.
    pub(super) pins: Vec<&'t str>,
    /// The name of the output's old value.
    pub(super) state: Option<&'t str>,
    /// How it is clocked, if it is.
    pub(super) clocked: Option<&'t str>,
}

impl<'t> Raw<'t> {
    pub(super) fn new(name: Token<'t>, output: Token<'t>, function: Expr, variables: Variables<'t>) -> Self {
        Self { name, output, function, variables, pins: Vec::new(), state: None, clocked: None }
    }

    /// The old value of the output is the output.
    fn pin_of(&self, variable: &'t str) -> &'t str {
        if self.state == Some(variable) { self.output.text } else { variable }
    }
}

/// Most pins of a cell.
const WIDEST: usize = 256;

/// The library of some statements.
pub(super) fn build(raws: Vec<Raw<'_>>, has_spans: bool, messages: &mut Reports) -> Library {
    let mut groups: Vec<Vec<Raw<'_>>> = Vec::new();
    let mut by_name: FxHashMap<&str, usize> = FxHashMap::default();
    for raw in raws {
        let place = *by_name.entry(raw.name.text).or_insert(groups.len());
        if place == groups.len() {
            groups.push(Vec::new());
        }
        groups[place].push(raw);
    }
    let mut library = Library::default();
    for group in groups {
        let name = group[0].name;
        if let Some((raw, kind)) = group.iter().find_map(|raw| raw.clocked.map(|kind| (raw, kind))) {
            let message = format!("cell `{}` is left out, because it is clocked (`{kind}`)", name.text);
            messages.push(Diagnostic::warning("W0866", message).at(raw.span(), ""));
            library.add_unusable(
                name.text.to_owned(),
                format!("the library has it as a clocked cell (`{kind}`)"),
            );
            continue;
        }
        if let Some(cell) = cell(&group, has_spans, messages) {
            library.add(cell);
        }
    }
    library
}

/// The cell of the statements with one name.
fn cell(group: &[Raw<'_>], has_spans: bool, messages: &mut Reports) -> Option<Cell> {
    let name = group[0].name;
    let mut pins: Vec<&str> = Vec::new();
    let mut by_name: FxHashMap<&str, WireId> = FxHashMap::default();
    for raw in group {
        if by_name.insert(raw.output.text, WireId(pins.len() as u32)).is_some() {
            let message = format!("cell `{}` has the output `{}` twice", name.text, raw.output.text);
            messages.push(Diagnostic::error("E0864", message).at(raw.output.span, "the second time"));
            return None;
        }
        pins.push(raw.output.text);
    }
    let mut outputs = Vec::with_capacity(group.len());
    for (own, raw) in group.iter().enumerate() {
        for &variable in raw.variables.names.iter().chain(&raw.pins) {
            by_name.entry(raw.pin_of(variable)).or_insert_with(|| {
                pins.push(variable);
                WireId((pins.len() - 1) as u32)
            });
        }
        let function = raw.function.renamed(&|wire| by_name[raw.pin_of(raw.variables.names[wire.index()])]);
        outputs.push(CellOutput { pin: pins[own].to_owned(), function });
    }
    if pins.len() > WIDEST {
        let message = format!("cell `{}` has more than {WIDEST} pins", name.text);
        messages.push(Diagnostic::error("E0873", message).at(name.span, ""));
        return None;
    }
    let inputs = pins[group.len()..].iter().map(|&pin| pin.to_owned()).collect();
    Some(Cell::new(name.text.to_owned(), outputs, inputs, has_spans.then_some(name.span)))
}
