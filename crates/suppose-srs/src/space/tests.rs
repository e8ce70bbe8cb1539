//! Sets as decision diagrams against truth tables.

use suppose_base::{Budget, StopReason};
use suppose_testing::Random;

use crate::space::{Diagram, Halt, Set, Space, grow};

const VARIABLES: u32 = 5;

/// One bit for each of the 32 valuations; variable 0 is the lowest bit of a valuation.
type Truth = u32;

fn variable(v: u32) -> Truth {
    (0..32).filter(|valuation| valuation >> v & 1 == 1).fold(0, |truth, valuation| truth | 1 << valuation)
}

fn some(truth: Truth, v: u32) -> Truth {
    (0..32_u32).filter(|&x| truth >> x & 1 == 1 || truth >> (x ^ 1 << v) & 1 == 1).fold(0, |t, x| t | 1 << x)
}

fn truth(set: &Set) -> Truth {
    let diagram = Diagram::from_set(set, |v| v);
    (0..32_u32).filter(|x| diagram.has(|v| x >> v & 1 == 1)).fold(0, |t, x| t | 1 << x)
}

#[test]
fn operations_agree_with_truth_tables() {
    let random = &mut Random::new(7);
    let space = Space::new(VARIABLES, 1 << 14);
    let mut known: Vec<(Set, Truth)> =
        (0..VARIABLES).map(|v| (space.variable(v).expect("room"), variable(v))).collect();
    known.push((space.constant(true), Truth::MAX));
    for _ in 0..3000 {
        let pick = |random: &mut Random| random.below(known.len());
        let ((a, ta), (b, tb)) = (&known[pick(random)], &known[pick(random)]);
        let v = random.below(VARIABLES);
        let cube = space.cube([v]).expect("room");
        let new = match random.below(6) {
            0 => (a.and(b), ta & tb),
            1 => (a.or(b), ta | tb),
            2 => (a.not(), !ta),
            3 => (a.minus(b), ta & !tb),
            4 => (a.same_as(b), !(ta ^ tb)),
            _ => (a.and_some(b, &cube), some(ta & tb, v)),
        };
        let (set, expected) = (new.0.expect("room"), new.1);
        assert_eq!(truth(&set), expected);
        assert_eq!((set.is_empty(), set.is_full()), (expected == 0, expected == Truth::MAX));
        assert_eq!(a.is_within(b).expect("room"), ta & !tb == 0);
        assert_eq!(a.some(&cube).map(|s| truth(&s)).expect("room"), some(*ta, v));
        assert!((set.count(VARIABLES) - f64::from(expected.count_ones())).abs() < 0.5);
        let picked = set.pick().map(|p| (0..32_u32).find(|x| (0..5).all(|v| p[v] == (x >> v & 1 == 1))));
        assert_eq!(picked.is_some(), expected != 0);
        assert!(picked.flatten().is_none_or(|x| expected >> x & 1 == 1));
        known.push((set, expected));
    }
}

#[test]
fn diagrams_are_what_they_were_made_of() {
    let random = &mut Random::new(11);
    let space = Space::new(VARIABLES, 1 << 12);
    for _ in 0..500 {
        space.tidy();
        let expected = random.below::<Truth>(1 << 16) << 16 | random.below::<Truth>(1 << 16);
        let mut set = space.constant(false);
        for x in (0..32_u32).filter(|x| expected >> x & 1 == 1) {
            let mut one = space.constant(true);
            for v in 0..VARIABLES {
                one = one.and(&space.literal(v, x >> v & 1 == 1).expect("room")).expect("room");
            }
            set = set.or(&one).expect("room");
        }
        let diagram = Diagram::from_set(&set, |v| v);
        assert_eq!(diagram.to_set(&space, |v| v).expect("room"), set);
        let listed = diagram.valuations(VARIABLES, 32).expect("at most 32");
        // Variable 0 in front: the order of lists is that of numbers read backwards.
        let mut wanted: Vec<Vec<u32>> = (0..32_u32)
            .filter(|x| expected >> x.reverse_bits().wrapping_shr(27) & 1 == 1)
            .map(|x| (0..VARIABLES).filter(|v| x >> (VARIABLES - 1 - v) & 1 == 1).collect())
            .collect();
        assert_eq!(listed, wanted);
        assert_eq!(diagram.valuations(VARIABLES, 31).is_none(), expected == Truth::MAX);
        assert_eq!(diagram.is_empty(), wanted.is_empty());
        for v in 0..VARIABLES {
            assert_eq!(diagram.allows(v, true), wanted.iter().any(|list| list.contains(&v)));
            assert_eq!(diagram.allows(v, false), wanted.iter().any(|list| !list.contains(&v)));
        }
        // Without variable 2, in another order: 4 3 1 0 become 0 1 2 3.
        let small = Space::new(4, 1 << 12);
        let place = |v: u32| [Some(3), Some(2), None, Some(1), Some(0)][v as usize];
        let projected = Diagram::from_set(&diagram.project(&small, place).expect("room"), |v| v);
        for list in &mut wanted {
            list.retain(|&v| v != 2);
        }
        for x in 0..16_u32 {
            let old: Vec<u32> =
                [0, 1, 3, 4].into_iter().filter(|&v| x >> place(v).expect("kept") & 1 == 1).collect();
            assert_eq!(projected.has(|v| x >> v & 1 == 1), wanted.contains(&old));
        }
    }
}

#[test]
fn a_space_grows_until_there_is_room() {
    // The carry of an addition with the bits of one number above those of the other has more than 2^16 nodes.
    let bits = 17;
    let mut attempts = 0;
    let nodes = grow(2 * bits, &Budget::unlimited(), |space| {
        attempts += 1;
        let mut same = space.constant(true);
        for v in 0..bits {
            same = same.and(&space.variable(v)?.same_as(&space.variable(v + bits)?)?)?;
        }
        Ok(space.nodes())
    });
    assert!(nodes.is_ok_and(|nodes| nodes > 1 << 16) && attempts > 1, "{attempts}");
    let little = Budget::unlimited().with_max_bytes(1 << 20);
    let stopped = grow(1, &little, |_| Err::<(), _>(Halt::Full));
    assert!(matches!(stopped, Err(StopReason::Memory(_))));
}
