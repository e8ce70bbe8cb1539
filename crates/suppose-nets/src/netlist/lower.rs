//! From gates to nets (Yao 2012, figure 2.1).
//!
//! An output `z` of a gate with function f has two places, `z=0` and `z=1`. The transition `z+` takes the
//! token from the first to the second where f is true, `z-` takes it back where f is false. A function may
//! read its own output, as that of a C-element does; then `z+` is guarded by f with z = 0, and `z-` by the
//! negation of f with z = 1. So an inverter has the guards `!a` and `a`, and a C-element `a & b` and
//! `!a & !b`, as in the figure.
//!
//! A mutual exclusion element is one net. Its two grants have a place `choice` in common, which each rising
//! grant takes and puts back: they compete, so one of them disabling the other is a choice and no failure. A
//! grant falls when its request is withdrawn. The guards of the rising grants are those of the protocol, see
//! [`super::arbiter`].
//!
//! A wait has a place more, see [`super::wait`].
//!
//! A gate whose function is constant is no net: its wire never changes, unless its first value is said to be
//! the other one.
//!
//! Which of the two places has a token follows from the first value of `z` and is set when all first values
//! are known, by [`Net::mark_levels`]. Tested against nets built by hand and against truth tables.

use super::arbiter::Protocol;
use super::flatten::{Behaviour, Gate};
use super::function::{all, any, cofactor, constant, not, substitute};
use crate::expr::Expr;
use crate::fragment::Fragment;
use crate::net::{Level, Net, PlaceId, Transition, WireId};

/// Adds the nets of the gates to the fragment.
pub(super) fn lower(fragment: &mut Fragment, gates: Vec<Gate>) {
    let mut constants: Vec<Option<bool>> = vec![None; fragment.wires.len()];
    for gate in &gates {
        let Behaviour::Functions(outputs) = &gate.behaviour else { continue };
        for (wire, function) in outputs {
            let first = fragment.wires[wire.index()].initial;
            if let Expr::Const(value) = function
                && first.is_none_or(|first| first == *value)
            {
                constants[wire.index()] = Some(*value != 0);
                fragment.set_initial(*wire, *value);
            }
        }
    }
    for gate in gates {
        if let Some(net) = net(fragment, gate, &constants) {
            fragment.nets.push(net);
        }
    }
}

fn net(fragment: &Fragment, gate: Gate, constants: &[Option<bool>]) -> Option<Net> {
    let fold = |function: &Expr| {
        substitute(function, &|wire| constants[wire.index()].map_or(Expr::Wire(wire), constant))
    };
    let mut builder = Builder { fragment, net: Net::new(gate.name), span: gate.span };
    builder.net.span = Some(gate.span);
    match gate.behaviour {
        Behaviour::Functions(outputs) => {
            for (wire, function) in outputs {
                if constants[wire.index()].is_none() {
                    let function = fold(&function);
                    let rises = cofactor(&function, wire, false);
                    let falls = not(cofactor(&function, wire, true));
                    builder.output(wire, rises, falls, None);
                }
            }
        }
        Behaviour::Arbiter { protocol, requests, grants } => {
            let choice = builder.net.add_place("choice");
            builder.net.marking.push(choice);
            let requests = requests.map(|request| fold(&request));
            for own in [0, 1] {
                let (request, other) = (&requests[own], 1 - own);
                let taken = Expr::Wire(grants[other]);
                let free = match protocol {
                    Protocol::Late => not(taken),
                    Protocol::Early => any(vec![not(taken), not(requests[other].clone())]),
                };
                let rises = all(vec![request.clone(), free]);
                builder.output(grants[own], rises, not(request.clone()), Some(choice));
            }
        }
        Behaviour::Wait { level, signal, control, sanitised } => {
            let (signal, control) = (fold(&signal), fold(&control));
            let is_there = if level { signal } else { not(signal) };
            builder.wait(sanitised, is_there, &control);
        }
    }
    if builder.net.levels.is_empty() {
        return None;
    }
    Some(builder.finish())
}

struct Builder<'f> {
    fragment: &'f Fragment,
    net: Net,
    span: suppose_base::Span,
}

impl Builder<'_> {
    /// The places and transitions of an output. Its rising edge also needs the place `choice` where there is
    /// one.
    fn output(&mut self, wire: WireId, rises: Expr, falls: Expr, choice: Option<PlaceId>) {
        let name = &self.fragment.wires[wire.index()].name;
        let low = self.net.add_place(format!("{name}=0"));
        let high = self.net.add_place(format!("{name}=1"));
        let with = |place| std::iter::once(place).chain(choice).collect::<Vec<PlaceId>>();
        let up = Transition::new(format!("{name}+"), with(low), with(high));
        let down = Transition::new(format!("{name}-"), vec![high], vec![low]);
        self.net.transitions.push(up.when(rises).sets(wire, Expr::Const(1)).at(self.span));
        self.net.transitions.push(down.when(falls).sets(wire, Expr::Const(0)).at(self.span));
        self.net.levels.push(Level { wire, low, high });
        self.net.outputs.push(wire);
    }

    /// The places and transitions of a wait.
    fn wait(&mut self, wire: WireId, is_there: Expr, control: &Expr) {
        let name = &self.fragment.wires[wire.index()].name;
        let low = self.net.add_place(format!("{name}=0"));
        let seen = self.net.add_place("seen");
        let high = self.net.add_place(format!("{name}=1"));
        let mut sampled = is_there.wires();
        sampled.retain(|wire| !control.wires().contains(wire));
        let sample = Transition::new("sample", vec![low], vec![seen]);
        let sample = sample.when(all(vec![control.clone(), is_there])).samples(sampled);
        let up = Transition::new(format!("{name}+"), vec![seen], vec![high]);
        let up = up.when(control.clone()).sets(wire, Expr::Const(1));
        let down = Transition::new(format!("{name}-"), vec![high], vec![low]);
        let down = down.when(not(control.clone())).sets(wire, Expr::Const(0));
        self.net.transitions.extend([sample, up, down].map(|transition| transition.at(self.span)));
        self.net.levels.push(Level { wire, low, high });
        self.net.outputs.push(wire);
    }

    /// What the guards read and the gate does not drive is its input.
    fn finish(mut self) -> Net {
        let mut inputs: Vec<WireId> = self.net.transitions.iter().flat_map(|t| t.guard.wires()).collect();
        inputs.sort_unstable();
        inputs.dedup();
        inputs.retain(|wire| !self.net.outputs.contains(wire));
        self.net.inputs = inputs;
        self.net
    }
}
