//! Programs of every size at once, compared with programs of some sizes.
//!
//! The claim behind `elaborate/every_size`: what a component of a program of size N can do, with every number above
//! the size m of the family written as m, the component of the same name of the family can do as well. It is
//! checked word by word, with a subset construction of its own, for the systems of the literature and for random
//! programs; and every property that holds of a family is checked at several sizes.
//!
//! `SUPPOSE_PROGRAMS` says how many random programs are tried; a failure prints the seed and the text.

#![expect(clippy::print_stdout, reason = "says how much was compared")]

mod programs;
mod traps;

use std::collections::{BTreeSet, VecDeque};

use suppose_ada::models::{Variant, chiron_multiple, chiron_single, gas_station, peterson, relay, smokers};
use suppose_ada::{Program, load, load_every_size, lower_within};
use suppose_base::{ActionTable, Budget, Diagnostic, FileId, StateId};
use suppose_lts::check::{Question, check};
use suppose_lts::{Lts, Role, System};
use suppose_testing::Random;

/// A model of any size, its constant, and by how much its greatest number is less than that.
type Model = (&'static str, fn(u32, Variant) -> String, &'static str, u32);

const MODELS: [Model; 5] = [
    ("gas station", gas_station, "Customers", 0),
    ("relay", relay, "Runners", 1),
    ("smokers", smokers, "Assemblers", 0),
    ("chiron single", chiron_single, "number_of_artists", 0),
    ("chiron multiple", chiron_multiple, "Number_Of_Artists", 0),
];

fn family(text: &str, constant: &str) -> Program {
    let made = load_every_size(FileId(0), text, constant);
    let error = |messages: Vec<Diagnostic>| messages.into_iter().find(Diagnostic::is_error);
    made.unwrap_or_else(|messages| panic!("{:?}\n{text}", error(messages))).0
}

/// The LTSs of a program, with all variables of tasks in their states.
fn ltss(program: &Program) -> System {
    lower_within(program, u64::MAX, &Budget::unlimited()).expect("small enough").system
}

fn program(text: &str) -> Program {
    load(FileId(0), text).unwrap_or_else(|messages| panic!("{:?}\n{text}", messages[0])).0
}

/// The name with every number above `most` replaced by it.
fn folded(name: &str, most: u32) -> String {
    let mut folded = String::new();
    let mut rest = name;
    while let Some(first) = rest.find(|c: char| c.is_ascii_digit()) {
        folded.push_str(&rest[..first]);
        let number = &rest[first..];
        let end = number.find(|c: char| !c.is_ascii_digit()).unwrap_or(number.len());
        let value: u32 = number[..end].parse().expect("digits");
        folded.push_str(&value.min(most).to_string());
        rest = &number[end..];
    }
    folded + rest
}

/// A state of the concrete LTS, and where the other may be.
type Pair = (StateId, BTreeSet<StateId>);

/// A word of one LTS, with its names folded, that the other does not have.
fn excess(
    (small, names): (&Lts, &ActionTable),
    (large, known): (&Lts, &ActionTable),
    most: u32,
) -> Option<Vec<String>> {
    let closed = |mut states: BTreeSet<StateId>| {
        let mut open: Vec<StateId> = states.iter().copied().collect();
        while let Some(state) = open.pop() {
            for t in large.transitions(state).iter().filter(|t| t.action.is_tau()) {
                if states.insert(t.target) {
                    open.push(t.target);
                }
            }
        }
        states
    };
    let start = (small.initial(), closed(BTreeSet::from([large.initial()])));
    let mut seen: BTreeSet<Pair> = BTreeSet::from([start.clone()]);
    let mut open: VecDeque<(Pair, Vec<String>)> = VecDeque::from([(start, Vec::new())]);
    while let Some(((state, others), word)) = open.pop_front() {
        for t in small.transitions(state) {
            let name = folded(names.name(t.action), most);
            // A variable that stands for many is no component, and nobody sees what happens to it.
            let (next, word) = if t.action.is_tau() || name.contains(&format!(".marks.{most}=")) {
                (others.clone(), word.clone())
            } else {
                // Where only one task calls an entry, its actions do not name the caller.
                let ends = |long: &str, end: &str| long.split_once('.').is_some_and(|(_, rest)| rest == end);
                let is_same = |other: &str| other == name || ends(other, &name) || ends(&name, other);
                let after = others.iter().flat_map(|&other| large.transitions(other));
                let after = after.filter(|t| is_same(known.name(t.action))).map(|t| t.target);
                (closed(after.collect()), word.iter().cloned().chain([name]).collect())
            };
            if next.is_empty() {
                return Some(word);
            }
            let pair = (t.target, next);
            if seen.insert(pair.clone()) {
                open.push_back((pair, word));
            }
        }
    }
    None
}

/// Compares the components of a program with those of the family; says how many there were.
fn compare(concrete: &System, family: &System, most: u32, about: &str) -> usize {
    let mut compared = 0;
    for component in family.components.iter().filter(|c| c.role == Role::Component) {
        let Some(same) = concrete.components.iter().find(|c| c.name == component.name) else { continue };
        let found = excess((&same.lts, &concrete.actions), (&component.lts, &family.actions), most);
        assert_eq!(found, None, "{} {about}", component.name);
        compared += 1;
    }
    compared
}

/// The properties of a system that hold.
fn holding(system: &System) -> Vec<String> {
    let places: Vec<usize> = (0..system.components.len())
        .filter(|&place| system.components[place].role == Role::Property)
        .collect();
    let questions: Vec<Question> = places.iter().map(|&place| Question::Safe(place)).collect();
    let answers = check(system, &questions, 1, &Budget::unlimited());
    let held = places.iter().zip(answers).filter(|(_, answer)| answer.verdict.holds());
    held.map(|(&place, _)| system.components[place].name.clone()).collect()
}

#[test]
fn components_of_larger_systems_do_what_those_of_the_family_do() {
    for (name, model, constant, less) in MODELS {
        for variant in [Variant::Right, Variant::Wrong] {
            for from in 2..=3 {
                let whole = ltss(&family(&model(from, variant), constant));
                let compared: usize = (from..=from + 2)
                    .filter(|size| !name.starts_with("chiron") || *size < 4)
                    .map(|size| {
                        let concrete = ltss(&program(&model(size, variant)));
                        compare(&concrete, &whole, from - less, &format!("of {name} {size} from {from}"))
                    })
                    .sum();
                assert!(compared > 0, "{name}");
            }
        }
    }
}

#[test]
fn what_holds_of_a_family_holds_at_every_size() {
    let expected: [(&str, &[&str]); 5] = [
        ("gas station", &["P1", "P2", "P3", "P4"]),
        ("relay", &[]),
        ("smokers", &["P8"]),
        ("chiron single", &["P1", "P3", "P4", "P6"]),
        ("chiron multiple", &["P1", "P3", "P4", "P6"]),
    ];
    for ((name, model, constant, _), (same, proved)) in MODELS.into_iter().zip(expected) {
        assert_eq!(name, same);
        assert_eq!(holding(&ltss(&family(&model(3, Variant::Right), constant))), proved, "{name}");
        for from in 2..=3 {
            // Whoever pays last gets the change, and so on: what a faulty program keeps to is not literal here.
            let kept = holding(&ltss(&family(&model(from, Variant::Wrong), constant)));
            for size in from..=from + 1 {
                let held = holding(&ltss(&program(&model(size, Variant::Wrong))));
                assert!(kept.iter().all(|property| held.contains(property)), "{name} {size}: {kept:?}");
            }
        }
    }
}

#[test]
fn what_depends_on_the_size_is_left_out_or_refused() {
    let left_out = |text: String, constant| {
        let program = family(&text, constant);
        let left_out = program.every_size.expect("it is a family").left_out;
        left_out.into_iter().map(|(name, why)| format!("{name} {}", why.code)).collect::<Vec<_>>()
    };
    let chiron = left_out(chiron_single(3, Variant::Right), "Number_Of_Artists");
    assert_eq!(chiron, ["P5 E1060", "P9 E1060"]);
    assert_eq!(left_out(smokers(3, Variant::Right), "Assemblers"), ["P1 E1060", "P2 E1060", "P5 E1060"]);
    let refused = |text: &str, constant: &str| {
        let messages = load_every_size(FileId(0), text, constant).expect_err("it is refused");
        (messages[0].code, messages[0].message.clone())
    };
    let (code, message) = refused(&peterson(3, Variant::Right), "Processes");
    assert_eq!((code, &message[..]), ("E1060", "the value of this depends on the size"));
    let (code, message) = refused(&relay(3, Variant::Right), "Racers");
    assert_eq!((code, &message[..]), ("E1060", "the program has no named number `racers`"));
}

#[test]
fn random_programs() {
    let count = std::env::var("SUPPOSE_PROGRAMS").ok().and_then(|text| text.parse().ok()).unwrap_or(60u64);
    let (mut compared, mut larger) = (0, 0);
    for seed in 0..count {
        let mut random = Random::new(seed);
        let source = programs::Source::random(&mut random);
        let from = source.least() + random.below(2u32);
        let whole = ltss(&family(&source.text(from), "Size"));
        for size in from..=from + 2 {
            let concrete = ltss(&program(&source.text(size)));
            let about = format!("of size {size} from {from}, seed {seed}:\n{}", source.text(size));
            compared += compare(&concrete, &whole, source.most(from), &about);
            let states =
                |system: &System| -> usize { system.components.iter().map(|c| c.lts.num_states()).sum() };
            larger += usize::from(states(&concrete) > states(&whole));
        }
    }
    println!("{compared} components compared");
    assert!(larger > 0, "no program has grown");
}
