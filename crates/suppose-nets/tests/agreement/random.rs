//! Small random designs.

use suppose_nets::{Design, Expr, Fragment, Net, Transition, WireId};

/// A generator of numbers (Steele, Lea and Flood 2014).
pub(crate) struct SplitMix(pub u64);

impl SplitMix {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    pub(crate) fn below(&mut self, n: usize) -> usize {
        (self.next() % n as u64) as usize
    }

    pub(crate) fn chance(&mut self, percent: u64) -> bool {
        self.next() % 100 < percent
    }
}

/// What the nets are like.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Kind {
    /// Gates and C-elements; a net has one or two.
    Gates,
    /// Little nets with choices, several tokens, several assignments and wires with three values.
    Nets,
}

pub(crate) fn design(random: &mut SplitMix, kind: Kind) -> Design {
    let nets = 2 + random.below(3);
    let mut fragment = Fragment::new("random");
    let number = nets + random.below(3);
    let wires: Vec<WireId> = (0..number).map(|w| fragment.wire(&format!("w{w}"))).collect();
    for &wire in &wires {
        let value = i32::from(random.chance(40));
        fragment.set_initial(wire, value);
    }
    fragment.open = random.chance(10);
    for n in 0..nets {
        // Wire w belongs to net w modulo the number of nets; now and then somebody else writes it too.
        let mut own: Vec<WireId> = wires.iter().copied().filter(|w| w.index() % nets == n).collect();
        if kind == Kind::Nets && random.chance(10) {
            own.push(wires[random.below(number)]);
        }
        let net = match kind {
            Kind::Gates => gates(random, n, &own, &wires, &fragment),
            Kind::Nets => net(random, n, &own, &wires),
        };
        fragment.nets.push(net);
    }
    if fragment.open {
        let input = fragment.wire("input");
        fragment.nets[0].inputs.push(input);
        let first = &mut fragment.nets[0].transitions[0];
        first.guard = first.guard.clone().and(Expr::Wire(input));
    }
    Design::join("random", vec![fragment]).expect("a design").0
}

/// A literal or a small formula.
fn formula(random: &mut SplitMix, wires: &[WireId]) -> Expr {
    let literal = |random: &mut SplitMix| {
        let wire = Expr::Wire(wires[random.below(wires.len())]);
        if random.chance(50) { wire.negated() } else { wire }
    };
    match random.below(4) {
        0 | 1 => literal(random),
        2 => literal(random).and(literal(random)),
        _ => literal(random).or(literal(random)),
    }
}

fn gates(random: &mut SplitMix, n: usize, own: &[WireId], wires: &[WireId], fragment: &Fragment) -> Net {
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

fn net(random: &mut SplitMix, n: usize, own: &[WireId], wires: &[WireId]) -> Net {
    let mut net = Net::new(format!("n{n}"));
    let number = 2 + random.below(3);
    let places: Vec<_> = (0..number).map(|p| net.add_place(format!("p{p}"))).collect();
    net.marking = places.iter().copied().filter(|_| random.chance(40)).collect();
    for t in 0..1 + random.below(4) {
        let some = |random: &mut SplitMix, most: usize| {
            let mut list: Vec<_> =
                (0..1 + random.below(most)).map(|_| places[random.below(number)]).collect();
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
                    v => Expr::Const((v % 2) as i32),
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
