//! The models of any size.

use suppose_base::{Budget, StopReason, Verdict};
use suppose_nets::models::{MODELS, Model};
use suppose_nets::verify::{Method, Options, verify};
use suppose_nets::{Design, Failure};

use crate::lpn::common::interpret::explore;
use crate::lpn::support::{check_search, design, fragment, messages};

fn model(name: &str) -> &'static Model {
    MODELS.iter().find(|model| model.name == name).expect("a model")
}

/// States and firings of the whole; a FIFO of n cells has 4·5ⁿ states.
#[test]
fn small_sizes_have_no_failures() {
    for (name, size, states, firings) in [
        ("fifo", 2, 100, 208),
        ("fifo", 3, 500, 1332),
        ("fifo", 4, 2500, 8120),
        ("fifo", 5, 12_500, 47_900),
        ("arbiter", 1, 36, 56),
        ("arbiter", 2, 248, 564),
        ("arbiter", 3, 1664, 4880),
        ("arbiter", 4, 10_848, 39_880),
        ("arbiter", 5, 67_072, 291_264),
        ("dme", 2, 48, 82),
        ("dme", 3, 306, 726),
        ("dme", 4, 1672, 5072),
        ("dme", 5, 8450, 31_230),
        ("dme", 6, 40_764, 177_720),
    ] {
        let text = (model(name).text)(size);
        assert_eq!(messages(&text), [], "{name} {size}");
        let design = design(&text);
        assert_eq!(design.nets.len(), size as usize, "{name}");
        let found = explore(&design, 1_000_000).expect("few states");
        assert_eq!((found.states, found.firings), (states, firings), "{name} {size}");
        assert!(found.failures.is_empty(), "{name} {size}: {:?}", found.failures);
        check_search(&design, &found, name);
        // Nothing is there for nothing: each wire has both values.
        let idle = found.values.iter().position(|values| values.len() != 2);
        assert_eq!(idle.map(|wire| &design.wires[wire].name), None, "{name} {size}");
    }
}

/// 12,500 states: with as many the search sees everything, with fewer it stops at the limit and not later.
#[test]
fn a_limit_of_states_is_exact() {
    let design = design(&(model("fifo").text)(5));
    let ask = |method, limit| {
        let options = Options { method, ..Options::default() };
        let budget = Budget::unlimited().with_max_states(limit);
        verify(&design, &[Failure::Safety, Failure::Disabling, Failure::Deadlock], &options, &budget)
    };
    for limit in [0, 1, 10, 1025, 12_499] {
        for answer in ask(Method::Flat, limit) {
            assert_eq!(answer.verdict, Verdict::Inconclusive(StopReason::States(limit)), "{limit}");
            assert_eq!(answer.effort.states, limit);
        }
    }
    for answer in ask(Method::Flat, 12_500) {
        assert_eq!((answer.verdict, answer.effort.states), (Verdict::Holds, 12_500));
    }
    for method in [Method::Auto, Method::Minimise, Method::Refine] {
        for answer in ask(method, 10) {
            assert_eq!(answer.verdict, Verdict::Inconclusive(StopReason::States(10)), "{method:?}");
            assert_eq!(answer.effort.peak_states, 10, "{method:?}");
        }
    }
}

/// The cells of a ring know that there is one privilege, so parts do not grow with it.
#[test]
fn deadlock_of_a_long_ring_costs_what_a_short_one_does() {
    let ask = |size| {
        let design = design(&(model("dme").text)(size));
        let options = Options { method: Method::Refine, ..Options::default() };
        let answers = verify(&design, &[Failure::Deadlock], &options, &Budget::unlimited());
        assert!(matches!(answers[0].verdict, Verdict::Holds), "{size}: {:?}", answers[0].verdict);
        answers[0].effort.states
    };
    assert_eq!(ask(30), ask(120));
}

/// The users of a design never have what they share at the same time.
#[test]
fn users_exclude_each_other() {
    // In each state at most one of these may be 1; the twin keeps no states, so a watching component says
    // when two are.
    let text = (model("dme").text)(4);
    let watched: Vec<String> = (1..=4).map(|cell| format!("cell{cell}.use")).collect();
    let main = text.replace("</main>", &format!("  Watch watch({});\n</main>", watched.join(", ")));
    let text = format!(
        "{main}<class name=\"Watch\" arg=\"a, b, c, d\"> <m> 1 </m>
         <tr label=\"two\" preset=\"1\" postset=\"1\"> guard(a + b + c + d > 1); assert(0); </tr> </class>"
    );
    let found = explore(&design(&text), 100_000).expect("few states");
    assert!(found.failures.is_empty(), "{:?}", found.failures);
    // The watching works: it sees when one of them has it.
    let found = explore(&design(&text.replace("> 1)", "> 0)")), 100_000).expect("few states");
    assert!(found.failures.iter().any(|failure| format!("{failure:?}").contains("Assertion")));
}

/// A cell stays small in any environment.
#[test]
fn cells_have_few_states() {
    for (name, size, expected) in [
        ("fifo", 3, vec![("first", 32), ("stage2", 32), ("last", 20)]),
        ("arbiter", 4, vec![("cell1", 112), ("cell2", 96), ("cell3", 80), ("cell4", 80)]),
        ("dme", 2, vec![("cell1", 68), ("cell2", 68)]),
    ] {
        let fragment = fragment(&(model(name).text)(size));
        let mut found = Vec::new();
        for net in &fragment.nets {
            let mut alone = fragment.clone();
            alone.nets = vec![net.clone()];
            alone.open = true;
            let (design, _) = Design::join(&net.name, vec![alone]).expect("a design");
            found.push((net.name.as_str(), explore(&design, 1000).expect("few states").states));
        }
        assert_eq!(found, expected, "{name}");
    }
}

#[test]
fn large_sizes_are_made_and_read() {
    for model in MODELS {
        let text = (model.text)(10_000);
        let fragment = fragment(&text);
        assert_eq!(fragment.nets.len(), 10_000, "{}", model.name);
        let (design, warnings) = Design::join(model.name, vec![fragment]).expect("a design");
        assert!(warnings.is_empty() && !design.is_open(), "{}", model.name);
    }
}

#[test]
fn sizes_that_are_too_small_are_taken_for_the_smallest() {
    for model in MODELS {
        assert_eq!((model.text)(0), (model.text)(model.smallest), "{}", model.name);
        assert!(model.smallest <= model.default, "{}", model.name);
        assert!(!model.description.is_empty() && !model.description.ends_with('.'), "{}", model.name);
    }
}
