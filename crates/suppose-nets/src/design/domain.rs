//! The values that each wire can ever have.
//!
//! The least fixpoint of: a wire has its first value, and for each assignment to it every value that the
//! right side has for some combination of values of the wires it reads. Guards are not looked at, so the
//! result is a superset of what is reachable; it is exact for the constants that nearly all models assign. A
//! value set that grows beyond [`MOST`] is taken for unbounded. Cost: the product of the domains an
//! assignment reads, bounded by [`COMBINATIONS`] for each round.

use suppose_base::Diagnostic;

use crate::design::Wire;
use crate::expr::{Expr, Value};
use crate::net::{Effect, Net, Target, WireId};

/// Most values of a wire.
pub(crate) const MOST: usize = 256;

/// Most combinations of values tried for one assignment.
const COMBINATIONS: usize = 1 << 16;

/// Fills in `domain` of every wire.
pub(super) fn infer(nets: &[Net], wires: &mut [Wire], messages: &mut Vec<Diagnostic>) {
    for wire in wires.iter_mut() {
        wire.domain = if wire.free { vec![0, 1] } else { vec![wire.initial] };
        if wire.free && wire.initial != 0 && wire.initial != 1 {
            wire.domain.push(wire.initial);
            wire.domain.sort_unstable();
        }
    }
    let effects: Vec<(&Net, usize, &Effect)> = nets
        .iter()
        .flat_map(|net| {
            let transitions = net.transitions.iter().enumerate();
            transitions.flat_map(move |(t, transition)| transition.effects.iter().map(move |e| (net, t, e)))
        })
        .collect();
    loop {
        let mut changed = false;
        for &(net, transition, effect) in &effects {
            let values = match values(&effect.value, wires) {
                Ok(values) => values,
                Err(why) => {
                    messages.push(unbounded(net, transition, why));
                    return;
                }
            };
            let targets = match &effect.target {
                Target::Wire(wire) => std::slice::from_ref(wire),
                Target::Element(all, _) => all,
            };
            for target in targets {
                let domain = &mut wires[target.index()].domain;
                for &value in &values {
                    if let Err(place) = domain.binary_search(&value) {
                        domain.insert(place, value);
                        changed = true;
                    }
                }
                if domain.len() > MOST {
                    let why = format!("`{}` can have more than {MOST} values", wires[target.index()].name);
                    messages.push(unbounded(net, transition, why));
                    return;
                }
            }
        }
        if !changed {
            return;
        }
    }
}

/// All values of an expression; combinations for which it has none add nothing.
fn values(expr: &Expr, wires: &[Wire]) -> Result<Vec<Value>, String> {
    if let Expr::Const(value) = expr {
        return Ok(vec![*value]);
    }
    let support = expr.wires();
    let combinations = support.iter().map(|w| wires[w.index()].domain.len());
    let total = combinations.fold(1usize, usize::saturating_mul);
    if total > COMBINATIONS {
        return Err(format!("an expression reads wires with {total} combinations of values"));
    }
    let mut all = Vec::new();
    for_each_assignment(&support, wires, &mut |read| {
        if let Ok(value) = expr.eval(&|wire| read[support.binary_search(&wire).expect("in the support")]) {
            all.push(value);
        }
    });
    all.sort_unstable();
    all.dedup();
    Ok(all)
}

/// Calls `visit` with each combination of values of the wires.
fn for_each_assignment(support: &[WireId], wires: &[Wire], visit: &mut impl FnMut(&[Value])) {
    let domain = |i: usize| &wires[support[i].index()].domain;
    let mut digits = vec![0; support.len()];
    let mut values: Vec<Value> = (0..support.len()).map(|i| domain(i)[0]).collect();
    loop {
        visit(&values);
        let Some(place) = (0..support.len()).find(|&i| digits[i] + 1 < domain(i).len()) else { return };
        for i in 0..place {
            digits[i] = 0;
            values[i] = domain(i)[0];
        }
        digits[place] += 1;
        values[place] = domain(place)[digits[place]];
    }
}

fn unbounded(net: &Net, transition: usize, why: String) -> Diagnostic {
    let transition = &net.transitions[transition];
    let message = format!("transition `{}` of `{}` has too many outcomes", transition.name, net.name);
    let diagnostic = Diagnostic::error("E0805", message).note(why);
    match transition.span {
        Some(span) => diagnostic.at(span, "here"),
        None => diagnostic,
    }
}
