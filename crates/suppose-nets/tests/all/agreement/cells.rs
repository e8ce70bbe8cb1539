//! Rows and rings of equal random cells, so that work is shared between them.
//!
//! A cell has a wire or two of its own and reads those of its neighbours. Now and then one cell begins with
//! other values, or is another cell altogether.

use suppose_nets::{Design, Expr, Fragment, Net, Transition, WireId};
use suppose_testing::Random;

/// A literal over the wires that a cell knows: which of its own, of the cell before or after, and whether it
/// is negated.
#[derive(Clone, Copy)]
struct Literal {
    cell: usize,
    wire: usize,
    negated: bool,
}

/// A gate: it rises where all of the first literals are true, and falls where all of the second are.
#[derive(Clone)]
struct Gate {
    rise: Vec<Literal>,
    fall: Vec<Literal>,
    value: i32,
}

/// A design of three to five cells.
pub(crate) fn design(random: &mut Random) -> Design {
    let cells = 3 + random.below(3);
    let gates = 1 + random.below(2);
    let usual: Vec<Gate> = (0..gates).map(|_| gate(random, gates)).collect();
    let odd = random.chance(30).then(|| random.below(cells));
    let is_ring = random.chance(70);
    let mut fragment = Fragment::new("cells");
    let wires: Vec<Vec<WireId>> =
        (0..cells).map(|c| (0..gates).map(|g| fragment.wire(&format!("w{c}.{g}"))).collect()).collect();
    for c in 0..cells {
        let mut kind = usual.clone();
        if odd == Some(c) {
            let changed = random.below(gates);
            if random.chance(50) {
                kind[changed] = gate(random, gates);
            } else {
                kind[changed].value = 1 - kind[changed].value;
            }
        }
        let mut net = Net::new(format!("cell{c}"));
        for (g, gate) in kind.iter().enumerate() {
            let wire = wires[c][g];
            fragment.set_initial(wire, gate.value);
            let (low, high) = (net.add_place(format!("{g}=0")), net.add_place(format!("{g}=1")));
            net.marking.push(if gate.value == 0 { low } else { high });
            let all = |list: &[Literal]| {
                let literal = |literal: &Literal| {
                    // Outside a row everything is as in its first or last cell.
                    let cell = match (c + literal.cell).checked_sub(1) {
                        Some(cell) if is_ring => cell % cells,
                        Some(cell) => cell.min(cells - 1),
                        None if is_ring => cells - 1,
                        None => 0,
                    };
                    let read = Expr::Wire(wires[cell][literal.wire]);
                    if literal.negated { read.negated() } else { read }
                };
                list.iter().map(literal).reduce(Expr::and).expect("at least one")
            };
            let up = Transition::new(format!("{g}+"), vec![low], vec![high]).when(all(&gate.rise));
            let down = Transition::new(format!("{g}-"), vec![high], vec![low]).when(all(&gate.fall));
            net.transitions.extend([up.sets(wire, Expr::Const(1)), down.sets(wire, Expr::Const(0))]);
        }
        fragment.nets.push(net);
    }
    Design::join("cells", vec![fragment]).expect("a design").0
}

fn gate(random: &mut Random, gates: usize) -> Gate {
    let literals: Vec<Literal> = (0..=random.below(2))
        .map(|_| Literal { cell: random.below(3), wire: random.below(gates), negated: random.chance(50) })
        .collect();
    let negated = |literal: &Literal| Literal { negated: !literal.negated, ..*literal };
    let mut fall: Vec<Literal> = literals.iter().map(negated).collect();
    if random.chance(20) {
        fall.truncate(1);
    }
    Gate { rise: literals, fall, value: i32::from(random.chance(30)) }
}
