//! Joining fragments: same name, same wire.

use rustc_hash::{FxHashMap, FxHashSet};
use suppose_base::{ActionTable, Diagnostic, Span, closest};

use crate::design::event::Events;
use crate::design::label::labels;
use crate::design::{Design, Wire, domain};
use crate::expr::Value;
use crate::fragment::{Fragment, FragmentWire};
use crate::net::{Net, Target, WireId};
use crate::netlist;

/// For so many wires without a driver names that are near are looked for.
const SUGGESTED: usize = 8;

/// The design of some fragments, and warnings.
pub(super) fn join(
    name: &str,
    fragments: Vec<Fragment>,
) -> Result<(Design, Vec<Diagnostic>), Vec<Diagnostic>> {
    let mut messages = Vec::new();
    let open = fragments.len() == 1 && fragments[0].open;
    let (mut nets, mut wires) = merge(fragments, &mut messages);
    decide_followers(&mut nets, &wires, &mut messages);
    fill_users(&nets, &mut wires);
    check_drivers(&nets, &mut wires, open, &mut messages);
    if messages.iter().any(Diagnostic::is_error) {
        return Err(messages);
    }
    domain::infer(&nets, &mut wires, &mut messages);
    let mut actions = ActionTable::new();
    let events = Events::list(&nets, &wires, &mut actions, &mut messages);
    if messages.iter().any(Diagnostic::is_error) {
        return Err(messages);
    }
    let labels = labels(&nets, &wires, &events, &mut actions);
    Ok((Design { name: name.to_owned(), nets, wires, events, actions, labels }, messages))
}

/// All nets over one table of wires.
fn merge(fragments: Vec<Fragment>, messages: &mut Vec<Diagnostic>) -> (Vec<Net>, Vec<Wire>) {
    let mut wires: Vec<Wire> = Vec::new();
    let mut initials: Vec<Option<FragmentWire>> = Vec::new();
    let mut by_name: FxHashMap<String, WireId> = FxHashMap::default();
    let mut nets: Vec<Net> = Vec::new();
    let mut names: FxHashMap<String, Option<Span>> = FxHashMap::default();
    for fragment in fragments {
        let mut new = Vec::with_capacity(fragment.wires.len());
        for wire in fragment.wires {
            let id = *by_name.entry(wire.name.clone()).or_insert_with(|| {
                wires.push(Wire {
                    name: wire.name.clone(),
                    initial: 0,
                    domain: Vec::new(),
                    drivers: Vec::new(),
                    users: Vec::new(),
                    free: false,
                    span: wire.span,
                });
                initials.push(None);
                WireId((wires.len() - 1) as u32)
            });
            new.push(id);
            if wire.initial.is_some() {
                set_initial(&mut initials[id.index()], wire, messages);
            }
        }
        for net in fragment.nets {
            if let Some(other) = names.insert(net.name.clone(), net.span) {
                let message = format!("two components are called `{}`", net.name);
                let mut message = Diagnostic::error("E0803", message);
                for span in [net.span, other].into_iter().flatten() {
                    message = message.at(span, "");
                }
                messages.push(message);
            }
            nets.push(renamed(net, &new));
        }
    }
    let mut values: Vec<Option<Value>> = Vec::with_capacity(wires.len());
    for (wire, initial) in wires.iter_mut().zip(initials) {
        values.push(initial.as_ref().and_then(|first| first.initial));
        if let Some(first) = initial {
            wire.span = first.span.or(wire.span);
        }
    }
    let guesses = netlist::settle(&nets, &mut values);
    messages.extend(netlist::guessed(&guesses, |wire| wires[wire.index()].name.clone()));
    for (wire, value) in wires.iter_mut().zip(values) {
        wire.initial = value.unwrap_or(0);
    }
    for net in &mut nets {
        net.mark_levels(|wire| wires[wire.index()].initial);
    }
    (nets, wires)
}

/// Notes a first value; two that differ are an error.
fn set_initial(known: &mut Option<FragmentWire>, wire: FragmentWire, messages: &mut Vec<Diagnostic>) {
    match known {
        None => *known = Some(wire),
        Some(first) if first.initial == wire.initial => {}
        Some(first) => {
            let (Some(a), Some(b)) = (first.initial, wire.initial) else { return };
            let message =
                format!("wire `{}` begins with {a} in one place and with {b} in another", wire.name);
            let mut message = Diagnostic::error("E0804", message);
            for span in [wire.span, first.span].into_iter().flatten() {
                message = message.at(span, "");
            }
            messages.push(message);
        }
    }
}

fn renamed(mut net: Net, new: &[WireId]) -> Net {
    let rename = |wire: WireId| new[wire.index()];
    for transition in &mut net.transitions {
        transition.guard = transition.guard.renamed(&rename);
        for effect in &mut transition.effects {
            effect.value = effect.value.renamed(&rename);
            effect.target = match &effect.target {
                Target::Wire(wire) => Target::Wire(rename(*wire)),
                Target::Element(wires, index) => {
                    Target::Element(wires.iter().map(|&w| rename(w)).collect(), index.renamed(&rename))
                }
            };
        }
        for assert in &mut transition.asserts {
            *assert = assert.renamed(&rename);
        }
        for wire in &mut transition.samples {
            *wire = rename(*wire);
        }
    }
    for level in &mut net.levels {
        level.wire = rename(level.wire);
    }
    let lists = [Some(&mut net.inputs), Some(&mut net.outputs)];
    let mut lists: Vec<&mut Vec<WireId>> = lists.into_iter().flatten().collect();
    if let Some(signals) = &mut net.signals {
        lists.extend([&mut signals.inputs, &mut signals.outputs, &mut signals.internal]);
    }
    for list in lists {
        for wire in list.iter_mut() {
            *wire = rename(*wire);
        }
    }
    net
}

/// A signal transition graph follows what another net drives: an ordinary net, or for its inputs a graph that
/// has it as output.
fn decide_followers(nets: &mut [Net], wires: &[Wire], messages: &mut Vec<Diagnostic>) {
    let mut drivers: FxHashMap<WireId, Vec<usize>> = FxHashMap::default();
    for (n, net) in nets.iter().enumerate() {
        match &net.signals {
            Some(signals) => {
                for &wire in signals.outputs.iter().chain(&signals.internal) {
                    drivers.entry(wire).or_default().push(n);
                }
            }
            None => {
                for wire in assigned(net) {
                    drivers.entry(wire).or_default().push(n);
                }
            }
        }
    }
    for n in 0..nets.len() {
        let Some(signals) = nets[n].signals.clone() else { continue };
        let elsewhere = |wire: WireId, graphs: bool| {
            let known = drivers.get(&wire).into_iter().flatten();
            let mut others = known.filter(|&&d| d != n && (graphs || nets[d].signals.is_none()));
            others.next().copied()
        };
        let mut follows: Vec<WireId> = Vec::new();
        follows.extend(signals.inputs.iter().filter(|&&w| elsewhere(w, true).is_some()));
        let own = signals.outputs.iter().chain(&signals.internal);
        follows.extend(own.clone().filter(|&&w| elsewhere(w, false).is_some()));
        follows.sort_unstable();
        follows.dedup();
        for &wire in own {
            if let Some(other) = elsewhere(wire, true)
                && other < n
                && nets[other].signals.is_some()
            {
                messages.push(two_drivers(&wires[wire.index()].name, &nets[other], &nets[n]));
            }
        }
        nets[n].follows = follows;
    }
}

fn two_drivers(wire: &str, first: &Net, second: &Net) -> Diagnostic {
    let message = format!("`{}` and `{}` both drive `{wire}`", first.name, second.name);
    let mut message = Diagnostic::error("E0801", message)
        .help("a signal is an output of one component and an input of the others");
    for span in [second.span, first.span].into_iter().flatten() {
        message = message.at(span, "");
    }
    message
}

/// The wires that a net assigns, perhaps several times.
fn assigned(net: &Net) -> Vec<WireId> {
    let driving = net.transitions.iter().filter(|t| !net.is_following(t));
    let mut all = Vec::new();
    for effect in driving.flat_map(|t| &t.effects) {
        match &effect.target {
            Target::Wire(wire) => all.push(*wire),
            Target::Element(wires, _) => all.extend(wires),
        }
    }
    all
}

/// Who drives and who uses each wire.
fn fill_users(nets: &[Net], wires: &mut [Wire]) {
    for (n, net) in nets.iter().enumerate() {
        let driven = assigned(net);
        let mut used = driven.clone();
        used.extend(net.inputs.iter().chain(&net.follows));
        for transition in &net.transitions {
            used.extend(transition.read_wires());
        }
        for wire in driven {
            wires[wire.index()].drivers.push(n);
        }
        for wire in used {
            wires[wire.index()].users.push(n);
        }
    }
    for wire in wires {
        for list in [&mut wire.drivers, &mut wire.users] {
            list.sort_unstable();
            list.dedup();
        }
    }
}

/// Every declared input has a driver, or belongs to the environment.
fn check_drivers(nets: &[Net], wires: &mut [Wire], open: bool, messages: &mut Vec<Diagnostic>) {
    let mut owned: Vec<WireId> = nets.iter().flat_map(|net| net.outputs.iter().copied()).collect();
    owned.sort_unstable();
    let mut reported: FxHashSet<WireId> = FxHashSet::default();
    for net in nets {
        for &input in &net.inputs {
            let wire = &wires[input.index()];
            if !wire.drivers.is_empty() || owned.binary_search(&input).is_ok() || wire.free {
                continue;
            }
            if open {
                wires[input.index()].free = true;
                continue;
            }
            // One reader is enough to know.
            if !reported.insert(input) {
                continue;
            }
            let message = format!("nothing drives `{}`, an input of `{}`", wire.name, net.name);
            // A misspelt name is one that nobody else knows.
            let driven = || wires.iter().filter(|other| !other.drivers.is_empty() && other.users.len() == 1);
            let near = (reported.len() <= SUGGESTED)
                .then(|| closest(&wire.name, driven().map(|other| other.name.as_str())));
            let help = match near.flatten() {
                Some(near) => {
                    format!("`{near}` has a driver; are both the same? They are joined by their names")
                }
                None => "add the component or the environment that drives it, or check the component alone"
                    .to_owned(),
            };
            let mut message = Diagnostic::error("E0802", message).help(help);
            for span in [wire.span, net.span].into_iter().flatten().take(1) {
                message = message.at(span, "");
            }
            messages.push(message);
        }
    }
}
