//! Random tasking programs as LTSs, compared with an interpreter.
//!
//! The composition of what `lower` makes of a program must have the same weak traces as the interpreter's
//! state space, and after each trace the same sets of actions among which the program may rest (no action at
//! all is a deadlock or the end). The verdict about a property must be the same too.
//!
//! The same is done with other views of the same programs, see `views`.
//!
//! `SUPPOSE_PROGRAMS` says how many programs are tried; a failure prints the seed and the text.

#![expect(clippy::print_stdout, reason = "says how much was compared")]

mod interpret;
mod programs;
mod views;

use suppose_ada as ada;
use suppose_base::{ActionTable, Budget, FileId, StateId};
use suppose_lts::product::compose;
use suppose_lts::reduce::Relation;
use suppose_lts::{Lts, LtsBuilder, Role, compare};

use interpret::{Graph, interpret};
use programs::{Source, Type, Watched, program, text};

/// Programs with more states are left out.
const MOST: usize = 1000;

/// An LTS in which every state that can do nothing silently also shows what it can do, by an action of its
/// own, if that is to be shown.
fn with_rests(lts: &Lts, shows: bool, table: &mut ActionTable) -> Lts {
    let mut builder = LtsBuilder::new(lts.num_states());
    builder.set_initial(lts.initial());
    let rest = builder.add_state();
    for state in lts.states() {
        let row = lts.transitions(state);
        for t in row {
            builder.add(state, t.action, t.target);
        }
        if shows && row.first().is_none_or(|t| !t.action.is_tau()) {
            let mut names: Vec<&str> = row.iter().map(|t| table.name(t.action)).collect();
            names.sort_unstable();
            names.dedup();
            let ready = format!("rests: {}", names.join(" "));
            builder.add(state, table.intern(&ready), rest);
        }
    }
    builder.finish().expect("all states exist")
}

fn lts_of(graph: &Graph, table: &mut ActionTable) -> Lts {
    let mut builder = LtsBuilder::new(graph.steps.len());
    for (from, row) in graph.steps.iter().enumerate() {
        for (label, to) in row {
            let action = label.as_ref().map_or(suppose_base::ActionId::TAU, |label| table.intern(label));
            builder.add(StateId::must(from), action, StateId::must(*to));
        }
    }
    builder.finish().expect("all states exist")
}

fn shown(of: Type, value: i64) -> String {
    match of {
        Type::Bool => (value == 1).to_string(),
        Type::Small => value.to_string(),
    }
}

/// Whether the property fails in the interpreter's state space.
fn is_violated(source: &Source, graph: &Graph) -> bool {
    let means = |label: &str, watched: &Watched| {
        // Names have the caller or the task in front where that is needed.
        let begins = |stem: &str| {
            let rest = label.strip_prefix(stem).or_else(|| {
                let (_, rest) = label.split_once('.')?;
                rest.strip_prefix(stem)
            });
            rest.filter(|rest| rest.is_empty() || rest.starts_with('.'))
                .map(|rest| rest.trim_start_matches('.'))
        };
        match watched {
            Watched::Event(name) => begins(&format!("ev{name}")).is_some(),
            Watched::Exception(task, exception) => label == format!("t{task}.{exception}"),
            Watched::Failure(task, entry, end, exception) => {
                let member = source.tasks[*task].member(*entry);
                let name = member.map_or(format!("e{entry}"), |_| "f".to_owned());
                let end = if *end { ".end" } else { "" };
                let index = member.map_or(String::new(), |index| format!("{index}."));
                let rest = begins(&format!("t{task}.{name}{end}"));
                let rest = rest.and_then(|rest| format!("{rest}.").strip_prefix(&index).map(str::to_owned));
                let is_end = |rest: &str| end.is_empty() && rest.starts_with("end.");
                rest.is_some_and(|rest| !is_end(&rest) && rest.ends_with(&format!("{exception}.")))
            }
            Watched::Write(shared, value) => {
                let of = source.shared[*shared].of;
                let value = shown(of, *value);
                let name = if source.array && *shared < 3 { "sa." } else { "s" };
                label.ends_with(&format!(".{name}{shared}={value}"))
            }
            Watched::Entry(task, entry, first) => {
                let member = source.tasks[*task].member(*entry);
                let name = member.map_or(format!("e{entry}"), |_| "f".to_owned());
                let Some(rest) = begins(&format!("t{task}.{name}")) else { return false };
                let mut parts = rest.split('.').peekable();
                let is_end = parts.peek() == Some(&"end");
                if parts.peek() == Some(&"begin") {
                    parts.next();
                }
                if member.is_some_and(|index| parts.next() != Some(index.to_string().as_str())) {
                    return false;
                }
                let mut is_first = |value| {
                    let of = source.tasks[*task].entries[*entry][0].1;
                    parts.next() == Some(shown(of, value).as_str())
                };
                !is_end && first.is_none_or(&mut is_first)
            }
        }
    };
    let mut seen = vec![[false; 2]; graph.steps.len()];
    let mut open = vec![(0, 0)];
    while let Some((state, at)) = open.pop() {
        if std::mem::replace(&mut seen[state][at], true) {
            continue;
        }
        for (label, to) in &graph.steps[state] {
            let moved = label.as_ref().and_then(|label| {
                let moves = || source.property.moves.iter();
                let fits = |watched: &Watched, from: usize| from == at && means(label, watched);
                let failing = |watched: &Watched| matches!(watched, Watched::Failure(..));
                let named = moves().find(|(from, watched, _)| failing(watched) && fits(watched, *from));
                named.or_else(|| moves().find(|(from, watched, _)| fits(watched, *from)))
            });
            match moved {
                None => open.push((*to, at)),
                Some((_, _, Some(next))) => open.push((*to, *next)),
                Some((_, _, None)) => return true,
            }
        }
    }
    false
}

#[derive(Default)]
struct Seen {
    compared: usize,
    too_large: usize,
    violated: usize,
    stuck: usize,
    /// Those whose tasks have variables to be split off.
    split: usize,
    /// A rendezvous, or the end of one, with an exception.
    failing: [usize; 2],
    states: usize,
}

fn try_one(seed: u64, seen: &mut Seen) {
    let source = program(seed);
    let Some(graph) = interpret(&source, MOST) else {
        seen.too_large += 1;
        return;
    };
    let text = text(&source);
    let (loaded, _) = ada::load(FileId(0), &text)
        .unwrap_or_else(|messages| panic!("seed {seed}: {:?}\n{text}", messages[0]));
    let violated = is_violated(&source, &graph);
    let stuck = (0..graph.steps.len()).any(|s| graph.steps[s].is_empty() && !graph.over[s]);
    // As few components as possible, and as many.
    for most in [u64::MAX, 0] {
        let lowered = ada::lower_within(&loaded, most, &Budget::unlimited()).expect("no limits");
        seen.split += usize::from(!lowered.system.hidden.is_empty());
        compare_with(&graph, &lowered, (violated, stuck), &format!("seed {seed}, {most} nodes\n{text}"));
    }
    seen.compared += 1;
    seen.violated += usize::from(violated);
    seen.stuck += usize::from(stuck);
    seen.states += graph.steps.len();
    let labels = || graph.steps.iter().flatten().filter_map(|(label, _)| label.as_deref());
    // An exception of a task has two parts.
    let fails = |label: &&str| label.ends_with("_error") && label.split('.').count() > 2;
    for (place, is_end) in [false, true].into_iter().enumerate() {
        let is_seen = labels().filter(fails).any(|label| label.contains(".end.") == is_end);
        seen.failing[place] += usize::from(is_seen);
    }
}

/// The system of a program against the states that the interpreter found, and what it says about the property
/// and about getting stuck.
fn compare_with(graph: &Graph, lowered: &ada::Lowered, (violated, stuck): (bool, bool), what: &str) {
    let budget = Budget::unlimited();
    let mut table = lowered.system.actions.clone();
    let parts: Vec<usize> = (0..lowered.system.components.len())
        .filter(|&i| lowered.system.components[i].role == Role::Component)
        .collect();
    let composed = compose(&lowered.system.restricted_to(&parts), &budget).expect("no limits").lts;
    // Where tasks wait too much, only the runs are the same.
    let shows = !lowered.waits_too_much;
    let expected = with_rests(&lts_of(graph, &mut table), shows, &mut table);
    let found = with_rests(&composed, shows, &mut table);
    let comparison = compare::compare(&expected, &found, Relation::Trace, &budget).expect("no limits");
    let shown = |difference: Option<compare::Difference>| {
        difference.map(|d| d.actions().iter().map(|&a| table.name(a).to_owned()).collect::<Vec<_>>())
    };
    assert!(
        comparison.equal,
        "{:?} {:?}\n{what}",
        comparison.difference.clone(),
        shown(comparison.difference.clone())
    );
    let property = lowered.system.components.len() - 1;
    let question = suppose_lts::check::Question::Safe(property);
    let answer = suppose_lts::check::check(&lowered.system, &[question], 1, &budget).remove(0);
    assert_eq!(answer.verdict.holds(), !violated, "the property, {what}");
    if composed.deadlocks().next().is_some() && !lowered.waits_too_much {
        assert!(stuck, "a deadlock, {what}");
    }
}

/// How many programs are tried.
fn many(otherwise: u64) -> u64 {
    std::env::var("SUPPOSE_PROGRAMS").ok().and_then(|text| text.parse().ok()).unwrap_or(otherwise)
}

#[test]
fn other_views_of_variables_show_the_same() {
    let budget = Budget::unlimited();
    let (mut equal, mut more) = (0, 0);
    for seed in 0..many(500) {
        let source = program(seed);
        let Some(graph) = interpret(&source, MOST / 4) else { continue };
        let text = text(&source);
        let (loaded, _) = ada::load(FileId(0), &text).expect("a program");
        let bits = seed.wrapping_mul(0x9E37_79B9_7F4A_7C15);
        let mut table = ActionTable::new();
        let expected = lts_of(&graph, &mut table);
        let view = views::view(&loaded, bits, false);
        if let Some(found) = views::product(&loaded, &view, &mut table) {
            let comparison =
                compare::compare(&expected, &found, Relation::Trace, &budget).expect("no limits");
            let difference = comparison.difference.map(|difference| difference.actions());
            let shown =
                difference.map(|trace| trace.iter().map(|&a| table.name(a).to_owned()).collect::<Vec<_>>());
            assert!(comparison.equal, "seed {seed}, {view:?}: {shown:?}\n{text}");
            equal += 1;
        }
        let view = views::view(&loaded, bits, true);
        if let Some(found) = views::product(&loaded, &view, &mut table) {
            let difference = compare::refines(&expected, &found, &budget).expect("no limits");
            assert!(difference.holds(), "seed {seed}, {view:?}: {difference:?}\n{text}");
            more += 1;
        }
    }
    println!("{equal} views with the same traces, {more} with some variables unknown");
    assert!(equal > 0 && more > 0);
}

#[test]
fn random_programs_do_as_the_interpreter_does() {
    let mut seen = Seen::default();
    for seed in 0..many(700) {
        try_one(seed, &mut seen);
    }
    let Seen { compared, too_large, violated, stuck, split, failing, states } = seen;
    println!(
        "{compared} compared with {states} states, {too_large} too large, {violated} violated, {stuck} get \
            stuck, {split} can be split, {failing:?} with a failing rendezvous"
    );
    // The programs are no good if most of them are left out or all say the same.
    assert!(compared * 2 > too_large && violated * 20 > compared && stuck * 5 > compared);
    assert!(violated < compared && stuck < compared);
    assert!(split * 5 > compared);
    assert!(failing.iter().all(|&some| some * 100 > compared));
}
