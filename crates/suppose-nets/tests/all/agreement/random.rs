//! Small random designs.

use suppose_nets::{BinaryOp, Design, Effect, Expr, Fragment, Net, Target, Transition, WireId};
use suppose_testing::Random;

/// What the nets are like.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Kind {
    /// Gates and C-elements; a net has one or two.
    Gates,
    /// Little nets with choices, several tokens, several assignments and wires with three values.
    Nets,
    /// Such nets, several of which write the same wires.
    Contested,
    /// Such nets with expressions that have no value now and then, and arrays.
    Partial,
    /// Gates of which several see the same inputs from outside.
    Open,
}

pub(crate) fn design(random: &mut Random, kind: Kind) -> Design {
    let nets = 2 + random.below(3);
    let mut fragment = Fragment::new("random");
    let number = nets + random.below(3);
    let wires: Vec<WireId> = (0..number).map(|w| fragment.wire(&format!("w{w}"))).collect();
    for &wire in &wires {
        let value = i32::from(random.chance(40));
        fragment.set_initial(wire, value);
    }
    fragment.open = kind == Kind::Open || random.chance(10);
    for n in 0..nets {
        // Wire w belongs to net w modulo the number of nets; now and then somebody else writes it too.
        let mut own: Vec<WireId> = wires.iter().copied().filter(|w| w.index() % nets == n).collect();
        let others = match kind {
            Kind::Contested => 60,
            Kind::Nets | Kind::Partial => 10,
            Kind::Gates | Kind::Open => 0,
        };
        if random.chance(others) {
            own.push(wires[random.below(number)]);
            own.sort_unstable();
            own.dedup();
        }
        let mut net = match kind {
            Kind::Gates | Kind::Open => gates(random, n, &own, &wires, &fragment),
            Kind::Nets | Kind::Contested | Kind::Partial => net(random, n, &own, &wires),
        };
        if kind == Kind::Partial {
            make_partial(random, &mut net, &own, &wires);
        }
        fragment.nets.push(net);
    }
    if fragment.open {
        let readers = if kind == Kind::Open { nets } else { 1 };
        for i in 0..=random.below(2) {
            let input = fragment.wire(&format!("input{i}"));
            for net in &mut fragment.nets[..readers] {
                if readers == 1 || random.chance(50) {
                    net.inputs.push(input);
                    let at = random.below(net.transitions.len());
                    let read = Expr::Wire(input);
                    let read = if random.chance(50) { read.negated() } else { read };
                    net.transitions[at].guard = net.transitions[at].guard.clone().and(read);
                }
            }
        }
    }
    for transition in fragment.nets.iter_mut().flat_map(|net| &mut net.transitions) {
        if random.chance(8) {
            transition.samples = transition.guard.wires();
            transition.samples.retain(|_| random.chance(60));
        }
    }
    Design::join("random", vec![fragment]).expect("a design").0
}

/// A literal or a small formula.
fn formula(random: &mut Random, wires: &[WireId]) -> Expr {
    let literal = |random: &mut Random| {
        let wire = Expr::Wire(wires[random.below(wires.len())]);
        if random.chance(50) { wire.negated() } else { wire }
    };
    match random.below(4) {
        0 | 1 => literal(random),
        2 => literal(random).and(literal(random)),
        _ => literal(random).or(literal(random)),
    }
}

pub(crate) fn gates(
    random: &mut Random,
    n: usize,
    own: &[WireId],
    wires: &[WireId],
    fragment: &Fragment,
) -> Net {
    let mut net = Net::new(format!("n{n}"));
    for &wire in own {
        let name = fragment.wires[wire.index()].name.clone();
        let (low, high) = (net.add_place(format!("{name}=0")), net.add_place(format!("{name}=1")));
        net.marking.push(if fragment.wires[wire.index()].initial == Some(1) { high } else { low });
        let others: Vec<WireId> = wires.iter().copied().filter(|&w| w != wire).collect();
        let (rise, fall) = if random.chance(70) {
            let f = formula(random, &others);
            (f.clone(), f.negated())
        } else {
            // A C-element.
            let (a, b) = (formula(random, &others), formula(random, &others));
            (a.clone().and(b.clone()), a.negated().and(b.negated()))
        };
        let up = Transition::new(format!("{name}+"), vec![low], vec![high]).when(rise);
        let down = Transition::new(format!("{name}-"), vec![high], vec![low]).when(fall);
        net.transitions.extend([up.sets(wire, Expr::Const(1)), down.sets(wire, Expr::Const(0))]);
    }
    net
}

fn net(random: &mut Random, n: usize, own: &[WireId], wires: &[WireId]) -> Net {
    let mut net = Net::new(format!("n{n}"));
    let number = 2 + random.below(3);
    let places: Vec<_> = (0..number).map(|p| net.add_place(format!("p{p}"))).collect();
    net.marking = places.iter().copied().filter(|_| random.chance(40)).collect();
    for t in 0..=random.below(4) {
        let some = |random: &mut Random, most: usize| {
            let mut list: Vec<_> = (0..=random.below(most)).map(|_| places[random.below(number)]).collect();
            list.sort_unstable();
            list.dedup();
            list
        };
        let (preset, postset) = (some(random, 2), some(random, 2));
        let mut transition = Transition::new(format!("t{t}"), preset, postset);
        if random.chance(60) {
            transition = transition.when(formula(random, wires));
        }
        for &wire in own {
            if random.chance(45) {
                let value = match random.below(8) {
                    0 => Expr::Wire(wires[random.below(wires.len())]).negated(),
                    1 => Expr::Const(2),
                    v => Expr::Const(i32::from(v % 2 == 1)),
                };
                transition = transition.sets(wire, value);
            }
        }
        if random.chance(5) {
            transition.asserts.push(formula(random, wires));
        }
        net.transitions.push(transition);
    }
    net
}

/// Puts a division by a wire, or an index that may be out of bounds, into some transitions.
fn make_partial(random: &mut Random, net: &mut Net, own: &[WireId], wires: &[WireId]) {
    for transition in &mut net.transitions {
        let wire = |random: &mut Random| Expr::Wire(wires[random.below(wires.len())]);
        let partial = |random: &mut Random| {
            let (dividend, divisor) = (Expr::Const(1), wire(random));
            Expr::Binary(BinaryOp::Divide, Box::new(dividend), Box::new(divisor))
        };
        match random.below(8) {
            0 => transition.guard = transition.guard.clone().and(partial(random)),
            1 => transition.asserts.push(partial(random)),
            2 => transition.asserts.extend([partial(random), wire(random)]),
            3 if !own.is_empty() => {
                let target = Target::Wire(own[random.below(own.len())]);
                let value = partial(random);
                transition.effects.push(Effect { target, value });
            }
            4 if !own.is_empty() => {
                let target = Target::Element(own.to_vec(), wire(random));
                transition.effects.push(Effect { target, value: Expr::Const(i32::from(random.chance(50))) });
            }
            _ => {}
        }
    }
}
