//! Verdicts with what is known beside them.

use suppose_ada::models::{Variant, elevator, gas_station, relay};
use suppose_base::{Budget, StopReason, Verdict};
use suppose_inquiry::system::SystemEvidence;
use suppose_inquiry::{Answer, Asked, Evidence, Inquiry, Plan, Run, Target, select};
use suppose_prove::method::Method;
use suppose_prove::rule::RuleKind;

use crate::inquiry::{answers, asked, reader, split, turns, whole, with};

fn one(text: &str, plan: &Plan) -> Answer {
    let mut found = answers(text, plan);
    assert_eq!(found.len(), 1);
    found.remove(0)
}

#[test]
fn the_elevator_with_any_constraints() {
    let text = elevator(Variant::Right);
    for (constraints, states, how) in [
        (&["va:x"][..], 29, "flow with va:x; 20 nodes"),
        (&["va:X,ta:all"], 39, "flow with ta:car, ta:controller, va:x; 20 nodes"),
        (&["VA:X", "ta:Car"], 34, "flow with ta:car, va:x; 20 nodes"),
        (&[], 47, "flow with va:x; 20 nodes"),
    ] {
        let answer = one(&text, &with(constraints));
        assert_eq!((&answer.question.name[..], answer.method), ("Doors_Closed", Method::Monolithic));
        assert!(answer.verdict.holds(), "{constraints:?}");
        assert_eq!(answer.effort.states_explored, states, "{constraints:?}");
        assert_eq!(answer.extras.how.as_deref(), Some(how));
        assert_eq!(answer.extras.verifier, Some("flow"));
        assert_eq!(answer.extras.stats[..3], [("nodes", 20), ("edges", 29), ("mip_pairs", 17)]);
        assert!(answer.extras.path.is_none() && answer.extras.feasible.is_none());
        assert!(answer.by_parts.is_none());
    }
    let answer = one(&text, &with(&["auto"]));
    assert_eq!(answer.extras.constraints.as_deref(), Some(&["va:x".to_owned()][..]));
    assert_eq!(answer.extras.stats[3], ("runs", 3));
}

#[test]
fn a_path_that_no_run_takes() {
    let text = elevator(Variant::Right);
    let plan = with(&["none"]);
    let mut reader = reader();
    let mut inquiry = asked(&text, &Target::Default, &plan, &mut reader).expect("a program");
    let answer = inquiry.answer(&[0], &plan, &Budget::unlimited()).expect("a plan").answers.remove(0);
    assert!(matches!(answer.verdict, Verdict::Inconclusive(StopReason::Imprecise)));
    let extras = &answer.extras;
    assert_eq!(extras.how.as_deref(), Some("flow with no constraints; 10 nodes"));
    assert_eq!(extras.path.as_deref(), Some(&["sync", "open", "move"].map(str::to_owned)[..]));
    assert_eq!(extras.path_by.as_deref(), Some(&["controller, car"; 3].map(str::to_owned)[..]));
    assert_eq!(extras.feasible, Some(Some(false)));
    let places = extras.path_places.as_ref().expect("the steps are written somewhere");
    let lines: Vec<u32> =
        places.iter().map(|place| reader.sources.position(place.expect("written")).line).collect();
    assert_eq!(lines, [41, 43, 48]);
}

#[test]
fn more_constraints_than_fit_in_a_line_are_counted() {
    for (customers, how) in [
        (
            3,
            "flow with ta:operator, ta:pump_1, ta:pump_2, ta:customer_1, ta:customer_2, ta:customer_3; 70 \
                nodes",
        ),
        (4, "flow with 7 constraints; 90 nodes"),
    ] {
        let answer = answers(&gas_station(customers, Variant::Right), &with(&["ta:all"])).remove(0);
        assert!(answer.verdict.holds());
        assert_eq!(answer.extras.how.as_deref(), Some(how));
    }
}

#[test]
fn violations_are_runs_of_the_ltss() {
    let text = elevator(Variant::Wrong);
    let certificate = Plan { certificate: true, ..Plan::default() };
    for plan in
        [Plan::default(), with(&["none"]), with(&["va:x,ta:all"]), split("car|controller"), certificate]
    {
        let mut reader = reader();
        let mut inquiry = asked(&text, &Target::Default, &plan, &mut reader).expect("a program");
        let answer = inquiry.answer(&[0], &plan, &Budget::unlimited()).expect("a plan").answers.remove(0);
        let evidence = answer.evidence::<SystemEvidence>().expect("a run of LTSs");
        let story = evidence.story();
        assert_eq!(
            (&story.failed[..], &story.sentence[..]),
            ("Doors_Closed", "Doors_Closed is violated after 7 steps")
        );
        assert_eq!(story.trace, answer.witness());
        assert_eq!(story.trace.last().map(String::as_str), Some("move"));
        let Run::Steps { actors, watched, steps } = story.run else { panic!("it has steps") };
        assert_eq!((actors, watched.as_deref()), ("moved by", Some("Doors_Closed")));
        let lines = steps.iter().map(|step| reader.sources.position(step.place.expect("written")).line);
        // Who tests X first does not matter.
        let mut lines: Vec<u32> = lines.collect();
        lines[3..5].sort_unstable();
        assert_eq!(lines, [42, 29, 30, 31, 44, 32, 34]);
        assert_eq!(steps[6].states, Some(("opened".to_owned(), Some("π".to_owned()))));
        assert!(answer.extras.path.is_none());
    }
}

#[test]
fn by_parts_with_every_rule() {
    let text = elevator(Variant::Right);
    let answer = one(&text, &split("Car|controller"));
    assert!(answer.verdict.holds());
    assert_eq!(answer.method, Method::Learn);
    assert_eq!(answer.effort.states_explored, 1047);
    assert_eq!(answer.extras.how.as_deref(), Some("flow with ta:controller, va:x; 18 nodes"));
    let by_parts = answer.by_parts.expect("parts");
    assert_eq!(by_parts.rule, Some((RuleKind::Asymmetric, vec![vec![0, 2], vec![1]])));
    let proof = by_parts.findings.proof.as_ref().expect("a proof");
    let names = by_parts.system.actions.sorted_names(proof.assumptions[0].alphabet().iter().copied());
    assert_eq!(names, ["close", "move", "open", "s2.x==false", "s2.x==true", "sync", "x=false"]);
    for rule in [
        RuleKind::Chain,
        RuleKind::Circular,
        RuleKind::Symmetric,
        RuleKind::Alternating,
        RuleKind::Conjunction,
    ] {
        let answer = one(&text, &Plan { rule: Some(rule), ..split("car|controller") });
        assert!(answer.verdict.holds(), "{rule}");
        assert_eq!(answer.by_parts.expect("parts").rule.as_ref().map(|(rule, _)| *rule), Some(rule));
    }
    // What suffices for the whole need not suffice for the parts, and that is no violation.
    let plan = Plan { special: with(&["va:x"]).special, ..split("car|controller") };
    let answer = one(&text, &plan);
    assert!(matches!(answer.verdict, Verdict::Inconclusive(StopReason::Imprecise)));
    assert_eq!(answer.extras.path.as_deref(), Some(&["open", "move"].map(str::to_owned)[..]));
    assert_eq!(answer.extras.feasible, Some(Some(false)));
    assert!(answer.extras.path_by.is_none() && answer.extras.path_places.is_none());
}

#[test]
fn properties_from_elsewhere() {
    let mut inquiry = whole(&elevator(Variant::Right), &Plan::default());
    assert!(inquiry.takes_properties());
    let unlimited = Budget::unlimited();
    let added = inquiry.add_property(&turns("CLOSED", &["open", "close"]), &unlimited).expect("a property");
    assert_eq!((&added.0[..], added.1.len()), ("CLOSED", 0));
    let (_, warnings) =
        inquiry.add_property(&turns("NEVER", &["open", "lock"]), &unlimited).expect("a property");
    assert_eq!(warnings.iter().map(|warning| warning.code).collect::<Vec<_>>(), ["W1050"]);
    let names = Asked {
        properties: vec!["doors_closed".into(), "NEVER".into(), "CLOSED".into()],
        ..Asked::default()
    };
    let places = select(&*inquiry, &names).expect("they are there");
    let found = inquiry.answer(&places, &Plan::default(), &unlimited).expect("a plan").answers;
    let names: Vec<&str> = found.iter().map(|answer| answer.question.name.as_str()).collect();
    assert_eq!(names, ["Doors_Closed", "NEVER", "CLOSED"]);
    assert!(found.iter().all(|answer| answer.verdict.holds()));
    // They are still there when LTSs take over.
    let mut system = inquiry.into_system(&mut reader()).expect("no limit");
    let places = select(&system, &Asked { properties: vec!["CLOSED".into()], ..Asked::default() });
    let places = places.expect("it is there");
    let found = system.answer(&places, &Plan::default(), &unlimited).expect("a plan").answers;
    assert!(found[0].verdict.holds());
    // A label without caller and values means all of them.
    let mut inquiry = whole(&gas_station(2, Variant::Right), &Plan::default());
    let paid = turns("PAID", &["operator.prepay", "operator.charge"]);
    let (name, _) = inquiry.add_property(&paid, &unlimited).expect("a property");
    let place = inquiry.named(&name)[0];
    let found = inquiry.answer(&[place], &Plan::default(), &unlimited).expect("a plan").answers;
    assert!(matches!(found[0].verdict, Verdict::Violated(_)));
}

#[test]
fn only_properties_are_asked_about() {
    let inquiry = whole(&relay(2, Variant::Right), &Plan::default());
    let names: Vec<&str> = inquiry.questions().iter().map(|question| question.name.as_str()).collect();
    assert_eq!(names, ["P1"]);
    assert!(inquiry.questions()[0].span.is_some());
    assert_eq!(inquiry.kind_of_subject(), "data-flow analysis");
}

#[test]
fn an_outline_becomes_ltss_where_they_are_needed() {
    let mut inquiry = whole(&elevator(Variant::Right), &Plan::default());
    let whole = inquiry.whole(&mut reader()).expect("no limit");
    assert_eq!((&whole.name[..], whole.lts.num_states()), ("elevator", 24));
    let found = inquiry.answer(&[0], &Plan::default(), &Budget::unlimited()).expect("a plan").answers;
    assert!(found[0].verdict.holds());
}
