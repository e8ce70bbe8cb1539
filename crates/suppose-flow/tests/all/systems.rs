//! The systems of Cobleigh's dissertation, appendix A, as programs: automatic constraints decide their
//! properties, and mistakes are found.

use suppose_ada::models::{MODELS, Model};
use suppose_ada::{Program, complete, load, outline};
use suppose_base::{Budget, FileId};
use suppose_flow::choose::{Answer, Decision, decide};
use suppose_flow::feasible::OnDemand;
use suppose_flow::verify::Analysis;
use suppose_lts::check::{Question, check};

fn model(name: &str) -> &'static Model {
    MODELS.iter().find(|model| model.name == name).expect("a model")
}

/// Decides one property of a text, and compares with the verdict of the LTSs.
fn decided(text: &str, property: &str) -> (Program, Decision) {
    let budget = Budget::unlimited();
    let (program, _) = load(FileId(0), text).expect("a program");
    let outline = outline(&program, &budget).expect("no limit").system;
    let (system, _) = complete(&program, &outline, &budget).expect("no limit");
    let index =
        system.components.iter().position(|c| c.name.eq_ignore_ascii_case(property)).expect("a property");
    let answer = check(&system, &[Question::Safe(index)], 1, &budget).remove(0);
    let mut analysis = Analysis::new(&program, &outline, &system, index, &budget).expect("no limit");
    let decision = decide(&mut analysis, &[], &budget).expect("no limit");
    match &decision.answer {
        Answer::Proved => assert!(answer.verdict.holds()),
        Answer::Violated(execution) => {
            let shortest = answer.verdict.witness().expect("a violation").steps.len();
            assert!(execution.witness.steps.len() >= shortest);
        }
        Answer::Open(reason) => panic!("{property}: {reason}"),
    }
    (program, decision)
}

/// The constraints of a proof, sorted.
fn proof(name: &str, size: u32, property: &str) -> Vec<String> {
    let (program, decision) = decided(&(model(name).text)(size), property);
    assert!(matches!(decision.answer, Answer::Proved), "{name} {size} {property}");
    let mut names: Vec<String> = decision.constraints.iter().map(|c| c.name(&program)).collect();
    names.sort_unstable();
    names
}

#[test]
fn constraints_that_are_known_to_be_enough() {
    for size in [2, 3] {
        assert_eq!(proof("gas-station", size, "P1"), ["ta:pump_1"]);
        assert_eq!(proof("gas-station", size, "P2"), ["ta:customer_1"]);
        assert_eq!(proof("gas-station", size, "P3"), ["ta:pump_1"]);
    }
    assert_eq!(proof("elevator", 1, "Doors_Closed"), ["va:x"]);
    let all = ["ta:process_1", "ta:process_2", "va:level.1", "va:level.2", "va:victim.1"];
    assert_eq!(proof("peterson", 2, "P1"), all);
    assert_eq!(proof("relay", 2, "P1"), ["ta:runner_1", "ta:variable", "va:variable.current"]);
    assert_eq!(proof("chiron-single", 2, "P4"), ["ta:dispatcher"]);
    let list = ["ta:dispatcher", "va:dispatcher.list.1.1", "va:dispatcher.list.1.2"];
    assert_eq!(proof("chiron-single", 2, "P8"), list);
}

#[test]
fn all_properties_hold() {
    // Each model with the number of its properties and sizes.
    let models: [(&str, u32, &[u32]); 6] = [
        ("gas-station", 4, &[2, 3, 6]),
        ("smokers", 8, &[2, 3, 4]),
        ("chiron-single", 9, &[2, 3]),
        ("chiron-multiple", 9, &[2, 3]),
        ("relay", 1, &[2, 5, 9]),
        ("peterson", 1, &[2, 3]),
    ];
    for (name, properties, sizes) in models {
        for &size in sizes {
            for property in 1..=properties {
                proof(name, size, &format!("P{property}"));
            }
        }
    }
}

/// The largest sizes of the dissertation's tables that were within reach there, by data flow alone.
#[test]
fn large_sizes_need_no_more_constraints() {
    let found = |name: &str, size: u32, property: &str| {
        let budget = Budget::unlimited();
        let (program, _) = load(FileId(0), &(model(name).text)(size)).expect("a program");
        let outline = outline(&program, &budget).expect("no limit").system;
        let exact = OnDemand::new(&program, &outline);
        let index = outline.components.iter().position(|c| c.name == property).expect("a property");
        let mut analysis = Analysis::new(&program, &outline, &exact, index, &budget).expect("no limit");
        let decision = decide(&mut analysis, &[], &budget).expect("no limit");
        assert!(matches!(decision.answer, Answer::Proved), "{name} {size} {property}");
        let mut names: Vec<String> = decision.constraints.iter().map(|c| c.name(&program)).collect();
        names.sort_unstable();
        names
    };
    assert_eq!(found("gas-station", 200, "P3"), ["ta:pump_1"]);
    assert_eq!(found("gas-station", 200, "P2"), ["ta:customer_1"]);
    assert_eq!(found("smokers", 32, "P8"), ["ta:table"]);
    let cubic = ["ta:customer_1", "ta:operator", "ta:pump_1", "ta:pump_2"];
    assert_eq!(found("gas-station", 47, "P4"), cubic);
}

/// The four constraints that are enough for property 4 take more states than may be spent; all constraints
/// together do not.
#[test]
fn a_proof_stays_when_the_limit_ends_the_search_for_fewer_constraints() {
    let budget = Budget::unlimited();
    let (program, _) = load(FileId(0), &(model("gas-station").text)(47)).expect("a program");
    let outline = outline(&program, &budget).expect("no limit").system;
    let exact = OnDemand::new(&program, &outline);
    let index = outline.components.iter().position(|c| c.name == "P4").expect("a property");
    let mut analysis = Analysis::new(&program, &outline, &exact, index, &budget).expect("no limit");
    let decision = decide(&mut analysis, &[], &budget.with_max_states(1_100_000)).expect("there is a proof");
    assert!(matches!(decision.answer, Answer::Proved));
    assert!(decision.last.states <= 1_100_000 && decision.constraints.len() > 4);
}

#[test]
fn mistakes_are_found_with_executions() {
    for model in MODELS {
        let (_, decision) = decided(&(model.wrong)(model.smallest), model.violated);
        assert!(matches!(decision.answer, Answer::Violated(_)), "{}", model.name);
    }
}
