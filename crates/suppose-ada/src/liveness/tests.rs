//! Liveness against its definition, on random code: is there a way to a read without an assignment before it?

use suppose_testing::Random;

use super::*;
use crate::program::{Binary, Domain};
use crate::test_support::{alternative, program};

/// Variables of the task; one more is shared.
const OWN: u32 = 5;

fn variable(random: &mut Random) -> VarId {
    VarId(random.below(OWN + 1))
}

/// A variable, a sum, or an element of the array of the variables 2, 3 and 4; a constant index means 3.
fn expr(random: &mut Random) -> Expr {
    match random.below(4) {
        0 => Expr::Constant(1),
        1 => Expr::Scalar(variable(random)),
        2 => {
            let one = Expr::Scalar(variable(random));
            Expr::Binary(Binary::Add, one.into(), Expr::Scalar(variable(random)).into())
        }
        _ => Expr::Element(element(random).into()),
    }
}

fn element(random: &mut Random) -> Element {
    let index = if random.below(2) == 0 { Expr::Constant(2) } else { Expr::Scalar(variable(random)) };
    Element { first: VarId(2), indices: vec![(1, 3, index)] }
}

fn place(random: &mut Random) -> Place {
    if random.below(3) == 0 { Place::Element(element(random)) } else { Place::Scalar(variable(random)) }
}

/// A way from one place to another with what it assigns, and what each place reads.
type Ways = Vec<(Vec<u32>, Vec<(u32, Vec<u32>)>)>;

fn read(expr: &Expr) -> Vec<u32> {
    match expr {
        Expr::Scalar(variable) => vec![variable.0],
        Expr::Binary(_, left, right) => [read(left), read(right)].concat(),
        Expr::Element(element) => match &element.indices[0].2 {
            Expr::Constant(_) => vec![3],
            index => [read(index), vec![2, 3, 4]].concat(),
        },
        _ => Vec::new(),
    }
}

/// What finding a place reads, and what assigning to it changes for sure.
fn target(place: &Place) -> (Vec<u32>, Vec<u32>) {
    match place {
        Place::Scalar(variable) => (Vec::new(), vec![variable.0]),
        Place::Element(element) => match &element.indices[0].2 {
            Expr::Constant(_) => (Vec::new(), vec![3]),
            index => (read(index), Vec::new()),
        },
    }
}

/// Random code, and the same as ways.
fn code(random: &mut Random, entry: super::super::EntryId) -> (Vec<Kind>, Ways) {
    let length = 2 + random.below(8);
    let (mut code, mut ways): (Vec<Kind>, Ways) = (Vec::new(), Vec::new());
    // The bodies of accepts come at the end, two places each.
    let mut bodies = Vec::new();
    for _ in 0..length {
        let [one, other] = [random.below(length), random.below(length)];
        let (kind, reads, edges) = match random.below(8) {
            0 | 1 => {
                let (place, value) = (place(random), expr(random));
                let (found, assigned) = target(&place);
                let reads = [found, read(&value)].concat();
                (Kind::Assign { target: place, value, next: Pc(one) }, reads, vec![(one, assigned)])
            }
            2 | 3 => {
                let condition = expr(random);
                let reads = read(&condition);
                let kind = Kind::Branch { condition, yes: Pc(one), no: Pc(other) };
                (kind, reads, vec![(one, vec![]), (other, vec![])])
            }
            4 => (Kind::Split(vec![Pc(one), Pc(other)]), vec![], vec![(one, vec![]), (other, vec![])]),
            5 => {
                let (value, place) = (expr(random), place(random));
                let (found, assigned) = target(&place);
                let reads = [found, read(&value)].concat();
                let kind = Kind::Call {
                    entry: Chosen { indices: vec![], members: vec![entry] },
                    arguments: vec![Argument::In(value), Argument::Out(place)],
                    next: Pc(one),
                    otherwise: Some(Pc(other)),
                };
                (kind, reads, vec![(one, assigned), (other, vec![])])
            }
            6 => {
                // The body assigns a variable from another, and what comes out is read at its end.
                let start = length + 2 * bodies.len() as u32;
                let formals = vec![VarId(0), VarId(1)];
                let body = Body::Atomic { start: Pc(start), next: Pc(one) };
                let mut accept = alternative(entry, formals, body);
                accept.guard = Some(expr(random));
                let reads = accept.guard.as_ref().map_or(Vec::new(), read);
                bodies.push((variable(random), variable(random), start, one));
                let kind = Kind::Select { alternatives: vec![accept], otherwise: None, terminate: false };
                (kind, reads, vec![(start, vec![0, 1])])
            }
            _ => (Kind::Stop, vec![], vec![]),
        };
        code.push(kind);
        ways.push((reads, edges));
    }
    for (to, from, start, next) in bodies {
        code.push(Kind::Assign { target: Place::Scalar(to), value: Expr::Scalar(from), next: Pc(start + 1) });
        ways.push((vec![from.0], vec![(start + 1, vec![to.0])]));
        code.push(Kind::EndBody);
        // The second parameter comes out.
        ways.push((vec![1], vec![(next, vec![])]));
    }
    (code, ways)
}

fn reached(ways: &Ways, from: u32, stop: impl Fn(u32, &[u32]) -> bool) -> Vec<u32> {
    let (mut found, mut next) = (vec![from], 0);
    while let Some(&place) = found.get(next) {
        next += 1;
        for (to, assigned) in &ways[place as usize].1 {
            if !stop(*to, assigned) && !found.contains(to) {
                found.push(*to);
            }
        }
    }
    found
}

#[test]
fn liveness_and_transience_are_as_defined() {
    let (mut live_somewhere, mut transient_ones, mut others) = (0, 0, 0);
    for seed in 0..5_000 {
        let mut random = Random::new(seed);
        let mut program = program("random");
        let task = program.add_task("task");
        for variable in 0..=OWN {
            let owner = (variable < OWN).then_some(task);
            program.add_variable("v", owner, Domain::range(0, 1), Some(0));
        }
        let entry = program.add_entry(
            task,
            "e",
            &[(Mode::In, Domain::range(0, 1)), (Mode::Out, Domain::range(0, 1))],
        );
        let (code, ways) = code(&mut random, entry);
        program.set_code(task, code);
        let live = Liveness::new(&program, task);
        let places = ways.len() as u32;
        let is_live = |place: u32, variable: u32| {
            variable < OWN
                && reached(&ways, place, |_, assigned| assigned.contains(&variable))
                    .iter()
                    .any(|&at| ways[at as usize].0.contains(&variable))
        };
        for (place, variable) in (0..places).flat_map(|place| (0..=OWN).map(move |v| (place, v))) {
            let expected = is_live(place, variable);
            let found = live.is_live(Pc(place), VarId(variable));
            assert_eq!(found, expected, "seed {seed}: variable {variable} at {place}");
            live_somewhere += usize::from(expected);
        }
        let leads_to = |from: u32, to: u32| {
            ways[from as usize].1.iter().any(|(next, _)| reached(&ways, *next, |_, _| false).contains(&to))
        };
        let together = |one: u32, other: u32| leads_to(one, other) && leads_to(other, one);
        let is_entered = |place: u32| {
            let outside = |from: u32| {
                ways[from as usize].1.iter().any(|(to, _)| *to == place) && !together(from, place)
            };
            together(place, place) && (place == 0 || (0..places).any(outside))
        };
        let found = transient(&program);
        for variable in 0..=OWN {
            let is_formal =
                variable < 2 && program.tasks[0].code.iter().any(|i| matches!(i.kind, Kind::Select { .. }));
            let carries = (0..places).any(|place| is_entered(place) && is_live(place, variable));
            let expected = variable < OWN && (is_formal || !carries);
            assert_eq!(found[variable as usize], expected, "seed {seed}: variable {variable}");
            transient_ones += usize::from(expected);
            others += usize::from(!expected);
        }
    }
    assert!(live_somewhere > 10_000 && transient_ones > 5_000 && others > 7_000);
}
