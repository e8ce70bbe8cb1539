//! Which module is the top one, and whether the modules below it can be expanded.
//!
//! Algorithm: one depth-first search with an explicit stack over the graph of instances gives cycles, the
//! depth and, in the order of leaving, the size of each expanded module; so a text that is small and
//! describes something huge is refused before work begins. Linear in the number of instances. Tested in
//! `tests/all/netlist/large.rs` and `tests/all/netlist/verilog.rs`.

use rustc_hash::FxHashMap;
use suppose_base::{Diagnostic, Span, closest};

use super::verilog::{Item, Module};
use suppose_base::Reports;

/// Most wires and statements of the expanded circuit.
const LARGEST: usize = 1 << 20;

/// Most levels of modules.
const DEEPEST: usize = 256;

/// The modules of a file by name; a name that is there twice is reported.
pub(super) fn index<'m>(modules: &'m [Module], messages: &mut Reports) -> FxHashMap<&'m str, usize> {
    let mut by_name: FxHashMap<&str, usize> = FxHashMap::default();
    for (place, module) in modules.iter().enumerate() {
        if let Some(first) = by_name.insert(&module.name.text, place) {
            let message = format!("module `{}` is there twice", module.name.text);
            let message = Diagnostic::error("E0872", message).at(module.name.span, "again here");
            messages.push(message.at(modules[first].name.span, "first here"));
        }
    }
    by_name
}

/// The module to begin with; `None` after a message.
pub(super) fn top(
    modules: &[Module],
    by_name: &FxHashMap<&str, usize>,
    wanted: Option<&str>,
    file: Span,
    messages: &mut Reports,
) -> Option<usize> {
    if let Some(wanted) = wanted {
        if let Some(&place) = by_name.get(wanted) {
            return Some(place);
        }
        let mut message = Diagnostic::error("E0871", format!("there is no module `{wanted}`")).at(file, "");
        let names = modules.iter().map(|module| module.name.text.as_str());
        if let Some(near) = closest(wanted, names) {
            message = message.help(format!("did you mean `{near}`?"));
        } else if let Some(module) = modules.first() {
            let more = if modules.len() > 1 { " and others" } else { "" };
            message = message.note(format!("there is `{}`{more}", module.name.text));
        }
        messages.push(message);
        return None;
    }
    // For each module one that uses it.
    let mut user: Vec<Option<usize>> = vec![None; modules.len()];
    for (place, module) in modules.iter().enumerate() {
        for (cell, _) in instances(module) {
            if let Some(&used) = by_name.get(cell) {
                user[used] = Some(place);
            }
        }
    }
    let tops: Vec<usize> = (0..modules.len()).filter(|&place| user[place].is_none()).collect();
    match tops.as_slice() {
        &[top] => return Some(top),
        [] if modules.is_empty() => {
            messages.push(Diagnostic::error("E0871", "the file has no module").at(file, ""));
        }
        // Each module is used by another. Going from user to user ends in a circle, which is reported when it
        // is expanded.
        [] => return (0..modules.len()).try_fold(0, |module, _| user[module]),
        many => {
            let names: Vec<&str> = many.iter().map(|&place| modules[place].name.text.as_str()).collect();
            let message = format!("several modules are used by no other: `{}`", names.join("`, `"));
            let mut message = Diagnostic::error("E0871", message).help("say which one is meant by --top");
            for &place in many.iter().take(4) {
                message = message.at(modules[place].name.span, "");
            }
            messages.push(message);
        }
    }
    None
}

fn instances(module: &Module) -> impl Iterator<Item = (&str, Span)> {
    module.items.iter().filter_map(|item| match item {
        Item::Instance { cell, .. } => Some((cell.text.as_str(), cell.span)),
        _ => None,
    })
}

/// Whether `top` can be expanded; if not, there is a message.
pub(super) fn check(
    modules: &[Module],
    by_name: &FxHashMap<&str, usize>,
    top: usize,
    messages: &mut Reports,
) -> bool {
    let children: Vec<Vec<(usize, Span)>> = modules
        .iter()
        .map(|module| {
            instances(module).filter_map(|(cell, span)| Some((*by_name.get(cell)?, span))).collect()
        })
        .collect();
    // 0 is not seen, 1 is on the stack.
    let mut sizes = vec![0usize; modules.len()];
    let mut depths = vec![0usize; modules.len()];
    let mut open = vec![false; modules.len()];
    let mut stack = vec![(top, 0)];
    open[top] = true;
    while let Some((module, next)) = stack.last_mut() {
        if let Some(&(child, span)) = children[*module].get(*next) {
            *next += 1;
            if open[child] {
                let name = &modules[child].name;
                let message = format!("module `{}` contains itself", name.text);
                messages.push(Diagnostic::error("E0870", message).at(span, "").at(name.span, "this module"));
                return false;
            }
            if sizes[child] == 0 {
                open[child] = true;
                stack.push((child, 0));
            }
            continue;
        }
        let module = *module;
        let own = modules[module].items.len()
            + modules[module]
                .signals
                .iter()
                .map(|s| s.range.map_or(1, super::verilog::Range::width))
                .sum::<usize>();
        let below = children[module].iter().map(|&(child, _)| sizes[child]);
        sizes[module] = below.fold(own.max(1), usize::saturating_add);
        depths[module] = 1 + children[module].iter().map(|&(child, _)| depths[child]).max().unwrap_or(0);
        open[module] = false;
        stack.pop();
    }
    let why = if sizes[top] > LARGEST {
        format!("it has more than {LARGEST} wires and statements")
    } else if depths[top] > DEEPEST {
        format!("it has more than {DEEPEST} levels of modules")
    } else {
        return true;
    };
    let name = &modules[top].name;
    let message = format!("the circuit `{}` is too large", name.text);
    messages.push(Diagnostic::error("E0873", message).at(name.span, "").note(why));
    false
}
