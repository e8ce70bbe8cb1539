//! Events: what one step of a net looks like to the others.
//!
//! An event is a set of wires with their new values: the wires that a step changes and that somebody else
//! knows. Nearly always it is one edge, `w+` or `w-`. A wire with more values changes by `w:=3`, several at
//! once by `a+&b-`. When several nets assign a wire, who does it matters to the others that could have done
//! it, so the name says who: `w+@n`. All events that can ever happen are listed in advance, because they are
//! the alphabets of the components; there is one for each assignment to a constant.

use rustc_hash::FxHashMap;
use suppose_base::{ActionId, ActionTable, Diagnostic};

use crate::design::Wire;
use crate::expr::{Expr, Value};
use crate::net::{Effect, Net, Target, WireId};

/// Wires with their new values, sorted by wire.
type Changes = Vec<(WireId, Value)>;

/// An event, by its place in [`Events::all`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct EventId(pub u32);

/// A change that others can see.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Event {
    /// The wires that change and their new values, sorted by wire.
    pub changes: Changes,
    /// The nets that can make it; sorted, and empty if only the environment can.
    pub drivers: Vec<usize>,
    /// Its name in the system.
    pub action: ActionId,
}

/// All events of a design.
#[derive(Clone, Debug, Default)]
pub(crate) struct Events {
    /// In order of their wires.
    pub all: Vec<Event>,
    /// For each wire the events that change it.
    pub of_wire: Vec<Vec<EventId>>,
    /// For each net the events that it can make.
    pub of_driver: Vec<Vec<EventId>>,
    by_changes: FxHashMap<(Option<usize>, Changes), EventId>,
    /// For each wire with several drivers, true.
    contested: Vec<bool>,
}

/// Most outcomes of one transition.
const MOST: usize = 1 << 12;

impl Events {
    /// The event with an id.
    pub(crate) fn get(&self, event: EventId) -> &Event {
        &self.all[event.0 as usize]
    }

    /// The event that a step of `net` with these visible changes is.
    pub(crate) fn find(&self, net: usize, changes: &[(WireId, Value)]) -> Option<EventId> {
        let contested = changes.iter().any(|&(wire, _)| self.contested[wire.index()]);
        self.by_changes.get(&(contested.then_some(net), changes.to_vec())).copied()
    }

    /// Lists all events.
    pub(super) fn list(
        nets: &[Net],
        wires: &[Wire],
        actions: &mut ActionTable,
        messages: &mut Vec<Diagnostic>,
    ) -> Self {
        let contested = wires.iter().map(|wire| wire.drivers.len() > 1).collect();
        let mut events = Self { contested, ..Self::default() };
        let mut found: Vec<(Changes, Option<usize>)> = Vec::new();
        for (n, net) in nets.iter().enumerate() {
            for transition in net.transitions.iter().filter(|t| !net.is_following(t)) {
                let choices: Vec<Vec<(WireId, Value)>> =
                    transition.effects.iter().map(|effect| outcomes(effect, n, wires)).collect();
                let number = choices.iter().fold(1usize, |all, c| all.saturating_mul(c.len() + 1));
                if number > MOST {
                    let message =
                        format!("transition `{}` of `{}` has too many outcomes", transition.name, net.name);
                    let message = Diagnostic::error("E0805", message)
                        .note(format!("it can change the wires that others see in {number} ways"));
                    messages.push(match transition.span {
                        Some(span) => message.at(span, "here"),
                        None => message,
                    });
                    continue;
                }
                combine(&choices, &mut |changes| found.push((changes, Some(n))));
            }
        }
        for (w, wire) in wires.iter().enumerate().filter(|(_, wire)| wire.free) {
            found.extend(wire.domain.iter().map(|&value| (vec![(WireId(w as u32), value)], None)));
        }
        found.sort_unstable();
        for (changes, net) in found {
            events.add(changes, net, nets, wires, actions);
        }
        events.of_wire = vec![Vec::new(); wires.len()];
        events.of_driver = vec![Vec::new(); nets.len()];
        for (e, event) in events.all.iter().enumerate() {
            for &driver in &event.drivers {
                events.of_driver[driver].push(EventId(e as u32));
            }
            for (wire, _) in &event.changes {
                events.of_wire[wire.index()].push(EventId(e as u32));
            }
        }
        events
    }

    fn add(
        &mut self,
        changes: Changes,
        net: Option<usize>,
        nets: &[Net],
        wires: &[Wire],
        actions: &mut ActionTable,
    ) {
        let contested = changes.iter().any(|&(wire, _)| self.contested[wire.index()]);
        let who = net.filter(|_| contested);
        let known = self.by_changes.get(&(who, changes.clone())).copied();
        let id = known.unwrap_or_else(|| {
            let parts: Vec<String> =
                changes.iter().map(|&(w, v)| change_name(&wires[w.index()], v)).collect();
            let mut name = parts.join("&");
            if let Some(who) = who {
                name = format!("{name}@{}", nets[who].name);
            }
            let action = actions.intern(&name);
            let id = EventId(self.all.len() as u32);
            self.all.push(Event { changes: changes.clone(), drivers: Vec::new(), action });
            self.by_changes.insert((who, changes), id);
            id
        });
        if let Some(net) = net {
            let drivers = &mut self.all[id.0 as usize].drivers;
            if let Err(place) = drivers.binary_search(&net) {
                drivers.insert(place, net);
            }
        }
    }
}

/// How a change of one wire is called.
pub(crate) fn change_name(wire: &Wire, value: Value) -> String {
    match value {
        1 if wire.is_boolean() => format!("{}+", wire.name),
        0 if wire.is_boolean() => format!("{}-", wire.name),
        _ => format!("{}:={value}", wire.name),
    }
}

/// What an effect can do to wires that others know.
fn outcomes(effect: &Effect, net: usize, wires: &[Wire]) -> Vec<(WireId, Value)> {
    let targets = match &effect.target {
        Target::Wire(wire) => std::slice::from_ref(wire),
        Target::Element(all, _) => all,
    };
    let mut all = Vec::new();
    for &target in targets {
        let wire = &wires[target.index()];
        if !wire.free && wire.users.iter().all(|&user| user == net) {
            continue;
        }
        match effect.value {
            Expr::Const(value) => all.push((target, value)),
            _ => all.extend(wire.domain.iter().map(|&value| (target, value))),
        }
    }
    all
}

/// Calls `visit` with every choice of at most one outcome of each effect that changes something.
fn combine(choices: &[Vec<(WireId, Value)>], visit: &mut impl FnMut(Changes)) {
    let mut digits = vec![0; choices.len()];
    loop {
        let chosen = digits.iter().zip(choices).filter(|&(&d, _)| d > 0).map(|(&d, c)| c[d - 1]);
        let mut changes: Vec<(WireId, Value)> = chosen.collect();
        changes.sort_unstable();
        let distinct = changes.windows(2).all(|pair| pair[0].0 != pair[1].0);
        if !changes.is_empty() && distinct {
            visit(changes);
        }
        let Some(place) = (0..choices.len()).find(|&i| digits[i] < choices[i].len()) else { return };
        digits[..place].fill(0);
        digits[place] += 1;
    }
}
