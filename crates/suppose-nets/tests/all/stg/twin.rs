//! The checks against their definitions, on all small graphs and on random ones.

mod naive;

use suppose_base::{Budget, Verdict};
use suppose_nets::stg::{Against, Change, Inconsistency, Report, Stg, check, confirmed, edge};
use suppose_nets::{Expr, Fragment, Net, PlaceId, Signals, Transition, WireId};

use naive::Naive;
use suppose_testing::Random;

/// A transition: places before and after as bits, and its label.
type Shape = (u32, u32, Option<(u32, Change)>);

/// A graph whose first signals are inputs.
fn graph(
    places: u32,
    marking: u32,
    inputs: u32,
    signals: u32,
    first: &[Option<bool>],
    shapes: &[Shape],
) -> Stg {
    spread_graph(1, places, marking, inputs, signals, first, shapes)
}

/// The same with unused places and signals between the others, so that packed rows have several words.
fn spread_graph(
    stride: u32,
    places: u32,
    marking: u32,
    inputs: u32,
    signals: u32,
    first: &[Option<bool>],
    shapes: &[Shape],
) -> Stg {
    let set = |bits: u32| {
        (0..places).filter(|p| bits >> p & 1 == 1).map(|p| PlaceId(p * stride)).collect::<Vec<_>>()
    };
    let mut fragment = Fragment::new("test");
    let wires: Vec<WireId> = (0..signals * stride).map(|s| fragment.wire(&format!("s{s}"))).collect();
    for wire in &mut fragment.wires {
        wire.initial = Some(0);
    }
    for (s, value) in first.iter().enumerate() {
        fragment.wires[s * stride as usize].initial = value.map(i32::from);
    }
    let mut net = Net::new("test");
    for p in 0..places * stride {
        net.add_place(format!("p{p}"));
    }
    net.marking = set(marking);
    for (t, &(pre, post, label)) in shapes.iter().enumerate() {
        let transition = Transition::new(format!("t{t}"), set(pre), set(post));
        net.transitions.push(match label.map(|(s, change)| (WireId(s * stride), change)) {
            None => transition,
            Some((wire, Change::Rise)) => transition.sets(wire, Expr::Const(1)),
            Some((wire, Change::Fall)) => transition.sets(wire, Expr::Const(0)),
            Some((wire, Change::Toggle)) => transition.sets(wire, Expr::Wire(wire).negated()),
        });
    }
    let (inputs, outputs) = wires.split_at((inputs * stride) as usize);
    net.signals = Some(Signals { inputs: inputs.to_vec(), outputs: outputs.to_vec(), internal: Vec::new() });
    fragment.nets.push(net);
    Stg { fragment, model: None, inferred: Vec::new() }
}

/// How often each answer was a violation, so that the tests cannot pass by never meeting one.
#[derive(Debug, Default, PartialEq, Eq)]
struct Seen {
    graphs: usize,
    unsafe_: usize,
    inconsistent: usize,
    output: usize,
    input: usize,
    complete: usize,
    unique: usize,
    deadlock: usize,
}

fn count<W>(verdict: &Verdict<W>, seen: &mut usize) {
    *seen += usize::from(verdict.witness().is_some());
}

fn compare(stg: &Stg, seen: &mut Seen) -> Result<(), String> {
    let report = check(stg, &Budget::unlimited());
    same_verdicts(&report, &confirmed(stg, report.clone(), &Budget::unlimited()))?;
    let naive = Naive::new(stg);
    let Report { safe, consistent, output_persistent, input_persistent, deadlock_free, .. } = &report;
    let Report { complete_coding, unique_coding, .. } = &report;
    seen.graphs += 1;
    count(safe, &mut seen.unsafe_);
    count(consistent, &mut seen.inconsistent);
    count(output_persistent, &mut seen.output);
    count(input_persistent, &mut seen.input);
    count(complete_coding, &mut seen.complete);
    count(unique_coding, &mut seen.unique);
    count(deadlock_free, &mut seen.deadlock);
    expect("safe", safe.witness().map(|w| w.trace.len()), naive.second_token())?;
    if let Some(witness) = safe.witness() {
        let (last, before) = witness.trace.split_last().ok_or("an empty trace")?;
        let marking = naive.run(before).ok_or("no trace")?;
        ensure("second token", naive.gets_second_token(&marking, *last, witness.place.0))?;
        return open(&report);
    }
    expect("markings", report.markings, naive.depths.len() as u64)?;
    expect("edges", report.edges, naive.edges())?;
    expect("deadlocks", report.deadlocks, naive.deadlocks())?;
    expect("deadlock", deadlock_free.witness().map(Vec::len), naive.deadlock())?;
    if let Some(trace) = deadlock_free.witness() {
        ensure("stuck", naive.run(trace).is_some_and(|marking| naive.enabled(&marking).is_empty()))?;
    }
    for (name, input, found) in [("output", false, output_persistent), ("input", true, input_persistent)] {
        expect(name, found.witness().map(|w| w.trace.len()), naive.disabling(input))?;
        if let Some(w) = found.witness() {
            let marking = naive.run(&w.trace).ok_or("no trace")?;
            ensure(name, naive.disables(&marking, w.disabled, w.by, input))?;
        }
    }
    expect("consistent", consistent.witness().map(longest), naive.inconsistency())?;
    if let Some(witness) = consistent.witness() {
        ensure("coding is open", !complete_coding.holds() && complete_coding.witness().is_none())?;
        return contradiction(witness, stg, &naive);
    }
    let codes = naive.codes();
    for (name, complete, found) in [("complete", true, complete_coding), ("unique", false, unique_coding)] {
        let (pairs, depth) = naive.conflicts(&codes, complete);
        expect(name, found.witness().map_or(0, |w| w.pairs), pairs)?;
        expect(name, found.witness().map(|w| w.second.len()), depth)?;
        if let Some(w) = found.witness() {
            let (m, n) = (naive.run(&w.first).ok_or("no trace")?, naive.run(&w.second).ok_or("no trace")?);
            ensure("equal codes", m != n && codes[&m] == codes[&n])?;
            let (a, b) = (naive.excited(&m), naive.excited(&n));
            let difference: Vec<u32> = a.symmetric_difference(&b).copied().collect();
            let signals: Vec<u32> = w.signals.iter().map(|s| s.0).collect();
            ensure(
                "differing signals",
                if complete { !signals.is_empty() && signals == difference } else { signals.is_empty() },
            )?;
        }
    }
    Ok(())
}

/// The second reading of witnesses finds nothing wrong with them.
fn same_verdicts(found: &Report, confirmed: &Report) -> Result<(), String> {
    ensure("consistent", found.consistent == confirmed.consistent)?;
    ensure("output", found.output_persistent == confirmed.output_persistent)?;
    ensure("input", found.input_persistent == confirmed.input_persistent)?;
    ensure("complete", found.complete_coding == confirmed.complete_coding)?;
    ensure("unique", found.unique_coding == confirmed.unique_coding)
}

/// Nothing holds in a graph that is not safe.
fn open(report: &Report) -> Result<(), String> {
    let holds = report.consistent.holds()
        || report.output_persistent.holds()
        || report.input_persistent.holds()
        || report.complete_coding.holds()
        || report.unique_coding.holds()
        || report.deadlock_free.holds();
    ensure("nothing holds", !holds)
}

fn longest(witness: &Inconsistency) -> usize {
    match witness {
        Inconsistency::NoChange { trace, against: Against::Trace(other), .. } => trace.len().max(other.len()),
        Inconsistency::NoChange { trace, .. } => trace.len(),
        Inconsistency::TwoValues { first, second, .. } => first.len().max(second.len()),
    }
}

/// Whether a witness of inconsistency shows what it says.
fn contradiction(witness: &Inconsistency, stg: &Stg, naive: &Naive) -> Result<(), String> {
    let edge_of = |t: &usize| edge(&stg.net().transitions[*t]);
    let parity = |trace: &[usize], s: WireId| {
        trace.iter().filter(|t| edge_of(t).is_some_and(|e| e.signal == s)).count() % 2 == 1
    };
    // The first value that the last edge of a trace asks for.
    let asked = |trace: &[usize], s: WireId| {
        let (last, before) = trace.split_last()?;
        let change = edge_of(last).filter(|e| e.signal == s)?.change;
        (change != Change::Toggle).then(|| parity(before, s) == (change == Change::Rise))
    };
    match witness {
        Inconsistency::TwoValues { signal, first, second } => {
            let (m, n) = (naive.run(first), naive.run(second));
            ensure("one marking", m.is_some() && m == n && parity(first, *signal) != parity(second, *signal))
        }
        Inconsistency::NoChange { signal, trace, against } => {
            ensure("a trace", naive.run(trace).is_some())?;
            let value = asked(trace, *signal).ok_or("no edge")?;
            match against {
                Against::Given(first) => {
                    let given = stg.fragment.wires[signal.index()].initial;
                    ensure("given", given == Some(i32::from(*first)) && *first != value)
                }
                Against::Trace(other) => {
                    ensure("other", naive.run(other).is_some() && asked(other, *signal) == Some(!value))
                }
                Against::Step(step) => {
                    let mine = |i: usize| edge_of(&trace[i]).filter(|e| e.signal == *signal);
                    let later = (step + 1..trace.len() - 1).all(|i| mine(i).is_none());
                    ensure("step", mine(*step).is_some() && later)?;
                    // Some earlier rising or falling edge asks for the other first value.
                    let earlier = (0..=*step).any(|i| asked(&trace[..=i], *signal) == Some(!value));
                    ensure("earlier edge", earlier)
                }
            }
        }
    }
}

fn expect<T: PartialEq + std::fmt::Debug + Copy>(what: &str, found: T, expected: T) -> Result<(), String> {
    if found == expected { Ok(()) } else { Err(format!("{what}: found {found:?}, expected {expected:?}")) }
}

fn ensure(what: &str, holds: bool) -> Result<(), String> {
    if holds { Ok(()) } else { Err(format!("the witness does not show: {what}")) }
}

/// Edges of an input, edges of an output, and silence.
const LABELS: [Option<(u32, Change)>; 5] = [
    Some((0, Change::Rise)),
    Some((0, Change::Fall)),
    Some((1, Change::Rise)),
    Some((1, Change::Fall)),
    None,
];

fn shapes(places: u32) -> Vec<Shape> {
    let sets = 1 << places;
    let pairs = (0..sets).flat_map(|pre| (0..sets).map(move |post| (pre, post)));
    pairs.flat_map(|(pre, post)| LABELS.map(|label| (pre, post, label))).collect()
}

#[test]
fn all_graphs_of_two_places_and_three_transitions() {
    let shapes = shapes(2);
    let mut seen = Seen::default();
    for a in 0..shapes.len() {
        for b in a..shapes.len() {
            for c in b..shapes.len() {
                let chosen = [shapes[a], shapes[b], shapes[c]];
                // A marking of the other place alone is the same up to names, and one without tokens is tried
                // below.
                for marking in [0b01, 0b11] {
                    let stg = graph(2, marking, 1, 2, &[None; 2], &chosen);
                    compare(&stg, &mut seen).unwrap_or_else(|why| panic!("{why}: {marking} {chosen:?}"));
                }
            }
        }
    }
    // Multisets of three out of 16 × 5 transitions, with two markings each.
    assert_eq!(seen.graphs, 2 * 88_560);
    let Seen { unsafe_, inconsistent, output, input, complete, unique, deadlock, .. } = seen;
    for (what, count) in [unsafe_, inconsistent, output, input, complete, unique, deadlock].iter().enumerate()
    {
        assert!(*count > 300, "question {what} was violated {count} times only");
    }
}

#[test]
fn all_graphs_of_three_places_and_two_transitions() {
    let shapes = shapes(3);
    let mut seen = Seen::default();
    for a in 0..shapes.len() {
        for b in a..shapes.len() {
            let chosen = [shapes[a], shapes[b]];
            for marking in [0b000, 0b001, 0b011, 0b111] {
                let stg = graph(3, marking, 1, 2, &[None; 2], &chosen);
                compare(&stg, &mut seen).unwrap_or_else(|why| panic!("{why}: {marking} {chosen:?}"));
            }
        }
    }
    // Multisets of two out of 64 × 5 transitions, with four markings each.
    assert_eq!(seen.graphs, 4 * 51_360);
}

#[test]
fn all_arcs_of_three_places_and_three_transitions() {
    let mut seen = Seen::default();
    for arcs in 0..1u32 << 18 {
        // Labels, marking and first values by chance, another choice for each graph.
        let mut random = Random::new(u64::from(arcs));
        let mut chosen = [0, 6, 12].map(|by| {
            let label = LABELS[random.below(LABELS.len())];
            (arcs >> by & 7, arcs >> (by + 3) & 7, label)
        });
        if random.below(4) == 0 {
            chosen[0].2 = Some((random.below(2u32), Change::Toggle));
        }
        let first = [0, 1].map(|_| [None, None, Some(false), Some(true)][random.below(4)]);
        let stg = graph(3, random.below(8u32), random.below(3u32), 2, &first, &chosen);
        compare(&stg, &mut seen).unwrap_or_else(|why| panic!("seed {arcs}: {why}: {chosen:?}"));
    }
    assert_eq!(seen.graphs, 262_144);
}

/// A random graph. Its places belong to machines with one token each, so it is safe, unless `spoilt`.
fn random_graph(random: &mut Random, spoilt: bool) -> Stg {
    let signals = 1 + random.below(4u32);
    let inputs = random.below(signals as usize + 1) as u32;
    let valued = random.below(2) == 0;
    let mut machines: Vec<(u32, u32)> = Vec::new();
    let mut places = 0;
    for _ in 0..=random.below(3) {
        let size = 2 + random.below(3u32);
        machines.push((places, size));
        places += size;
    }
    let values = places;
    if valued {
        places += 2 * signals;
    }
    let mut marking: u32 = machines.iter().map(|m| 1 << m.0).sum();
    let mut first = Vec::new();
    for s in 0..signals {
        let value = random.below(2u32);
        if valued {
            marking |= 1 << (values + 2 * s + value);
        }
        first.push((random.below(3) == 0).then_some(value == 1));
    }
    let mut shapes: Vec<Shape> = Vec::new();
    for _ in 0..3 + random.below(10) {
        let (mut pre, mut post) = (0, 0);
        for &(start, size) in &machines {
            if random.below(2) == 0 {
                pre |= 1 << (start + random.below(size as usize) as u32);
                post |= 1 << (start + random.below(size as usize) as u32);
            }
        }
        let signal = random.below(signals as usize) as u32;
        let label = match random.below(8) {
            0..=2 => Some((signal, Change::Rise)),
            3..=5 => Some((signal, Change::Fall)),
            6 if !valued => Some((signal, Change::Toggle)),
            _ => None,
        };
        // Places for the values of signals make edges alternate.
        if valued && let Some((signal, change)) = label {
            let zero = values + 2 * signal;
            let (from, to) = if change == Change::Rise { (zero, zero + 1) } else { (zero + 1, zero) };
            (pre, post) = (pre | 1 << from, post | 1 << to);
        }
        if pre == 0 {
            continue;
        }
        if spoilt && random.below(6) == 0 {
            post |= 1 << random.below(places as usize);
        }
        shapes.push((pre, post, label));
    }
    let stride = [1, 29][random.below(2)];
    spread_graph(stride, places, marking, inputs, signals, &first, &shapes)
}

#[test]
fn random_graphs() {
    let mut seen = Seen::default();
    for seed in 0..4000 {
        let stg = random_graph(&mut Random::new(seed), seed % 4 == 0);
        compare(&stg, &mut seen).unwrap_or_else(|why| panic!("seed {seed}: {why}\n{:#?}", stg.net()));
    }
    let Seen { unsafe_, inconsistent, output, input, complete, unique, deadlock, .. } = seen;
    for (what, count) in [unsafe_, inconsistent, output, input, complete, unique, deadlock].iter().enumerate()
    {
        assert!(*count > 100, "question {what} was violated {count} times only");
    }
}

#[test]
fn inferred_values_are_what_a_consistent_graph_allows() {
    let mut known = 0;
    for seed in 0..1000 {
        let mut stg = random_graph(&mut Random::new(seed), false);
        let naive = Naive::new(&stg);
        if naive.inconsistency().is_some() {
            continue;
        }
        stg.infer_initial(&Budget::unlimited()).expect("no limit");
        for (signal, wire) in stg.fragment.wires.iter().enumerate() {
            // Known exactly if the other value leads to a contradiction.
            let possible = naive.possible_first(signal);
            match wire.initial {
                Some(value) => assert!(possible.contains(&(value == 1)), "seed {seed}"),
                None => assert_eq!(possible.len(), 2, "seed {seed}"),
            }
            known += usize::from(wire.initial.is_some() && naive.is_open(signal));
        }
    }
    assert!(known > 300, "{known}");
}
