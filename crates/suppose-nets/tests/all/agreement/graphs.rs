//! Random signal transition graphs beside each other and beside circuits.
//!
//! Half of the graphs are projections of one cyclic word, in which each signal rises and falls in turn, so
//! that they fit together; some of these are then changed in one place. The others are any nets with any
//! labels, toggles and silent steps among them: most are inconsistent, and surprise each other all the time.

use suppose_nets::{Design, Expr, Fragment, Net, PlaceId, Signals, Transition, WireId};
use suppose_testing::Random;

use crate::agreement::random::gates;

/// A signal by its number, and its new value.
type Edge = (usize, i32);

/// A design of two or three components, of which the first is a graph.
pub(crate) fn design(random: &mut Random) -> Design {
    let components = 2 + random.below(2);
    let signals = components + random.below(2);
    // Nobody owns some signals; a graph that has one as input drives it itself.
    let owner: Vec<usize> =
        (0..signals).map(|s| if random.chance(8) { usize::MAX } else { s % components }).collect();
    let first: Vec<i32> = (0..signals).map(|_| i32::from(random.chance(30))).collect();
    let word = cyclic_word(random, &first);
    let fragments = (0..components).map(|c| {
        let mut fragment = Fragment::new(format!("c{c}"));
        let wires: Vec<WireId> = (0..signals).map(|s| fragment.wire(&format!("s{s}"))).collect();
        wires.iter().zip(&first).for_each(|(&wire, &value)| fragment.set_initial(wire, value));
        let own: Vec<usize> = (0..signals).filter(|&s| owner[s] == c).collect();
        let net = if c > 0 && random.chance(40) {
            let own: Vec<WireId> = own.iter().map(|&s| wires[s]).collect();
            gates(random, c, &own, &wires, &fragment)
        } else {
            let known: Vec<usize> = (0..signals).filter(|s| own.contains(s) || random.chance(75)).collect();
            graph(random, c, &own, &known, &word)
        };
        fragment.nets.push(net);
        fragment
    });
    let fragments = fragments.collect();
    Design::join("graphs", fragments).expect("the graphs fit together").0
}

/// A word in which the edges of each signal alternate, and after which all signals have their first values.
fn cyclic_word(random: &mut Random, first: &[i32]) -> Vec<Edge> {
    let mut value = first.to_vec();
    let mut word = Vec::new();
    for _ in 0..2 * first.len() + random.below(3) {
        let signal = random.below(first.len());
        value[signal] = 1 - value[signal];
        word.push((signal, value[signal]));
    }
    for (signal, (now, first)) in value.into_iter().zip(first).enumerate() {
        if now != *first {
            word.push((signal, *first));
        }
    }
    word
}

fn graph(random: &mut Random, c: usize, own: &[usize], known: &[usize], word: &[Edge]) -> Net {
    let mut net = Net::new(format!("c{c}"));
    let wire = |signal: usize| WireId(signal as u32);
    let (outputs, inputs): (Vec<usize>, Vec<usize>) = known.iter().partition(|s| own.contains(s));
    let list = |signals: Vec<usize>| signals.into_iter().map(wire).collect();
    net.signals = Some(Signals { inputs: list(inputs), outputs: list(outputs), internal: Vec::new() });
    if random.chance(50) {
        let mut seen: Vec<Edge> = word.iter().copied().filter(|(s, _)| known.contains(s)).collect();
        if random.chance(30) && seen.len() > 1 {
            let at = random.below(seen.len() - 1);
            seen.swap(at, at + 1);
        }
        ring(random, &mut net, &seen);
    } else {
        any_net(random, &mut net, known);
    }
    net
}

/// The edges one after the other, again and again; sometimes the edges of one signal in a ring of their own.
fn ring(random: &mut Random, net: &mut Net, edges: &[Edge]) {
    let apart = random.chance(25).then(|| edges.first().map(|edge| edge.0)).flatten();
    let (one, other): (Vec<Edge>, Vec<Edge>) = edges.iter().partition(|edge| Some(edge.0) == apart);
    for edges in [one, other].into_iter().filter(|edges| !edges.is_empty()) {
        let places: Vec<PlaceId> =
            edges.iter().map(|_| net.add_place(format!("p{}", net.places.len()))).collect();
        net.marking.push(places[0]);
        for (at, &(signal, value)) in edges.iter().enumerate() {
            let name = format!("t{}", net.transitions.len());
            let transition = Transition::new(name, vec![places[at]], vec![places[(at + 1) % places.len()]]);
            let wire = WireId(signal as u32);
            let value = if random.chance(10) { Expr::Wire(wire).negated() } else { Expr::Const(value) };
            net.transitions.push(transition.sets(wire, value));
        }
    }
}

fn any_net(random: &mut Random, net: &mut Net, known: &[usize]) {
    let number = 2 + random.below(3);
    let places: Vec<PlaceId> = (0..number).map(|p| net.add_place(format!("p{p}"))).collect();
    net.marking = places.iter().copied().filter(|_| random.chance(40)).collect();
    for t in 0..=random.below(5) {
        let some = |random: &mut Random| -> Vec<PlaceId> {
            (0..=random.below(2)).map(|_| places[random.below(number)]).collect()
        };
        let (preset, postset) = (some(random), some(random));
        let mut transition = Transition::new(format!("t{t}"), preset, postset);
        if !known.is_empty() && random.chance(85) {
            let wire = WireId(known[random.below(known.len())] as u32);
            let value = match random.below(5) {
                0 => Expr::Wire(wire).negated(),
                edge => Expr::Const(i32::from(edge % 2 == 1)),
            };
            transition = transition.sets(wire, value);
        }
        net.transitions.push(transition);
    }
}
