//! Each question has its answer, whatever the method and the limits; and evidence tells what the report
//! needs.

use std::time::Duration;

use suppose_base::{Budget, StopReason, Verdict};
use suppose_inquiry::{Asked, Held, Plan, Run, select};
use suppose_prove::method::Method;

use super::{CELEMENT, CONFLICT, HAZARD, MAJORITY, METHODS, TWICE, answer, found, inquiry, messages, plan};

#[test]
fn every_question_has_one_answer_under_every_limit() {
    let limits = [
        Budget::unlimited().with_timeout(Duration::ZERO),
        Budget::unlimited().with_max_states(1),
        Budget::unlimited().with_max_bytes(1),
    ];
    for files in [&[HAZARD, CELEMENT][..], &[CELEMENT], &[CONFLICT]] {
        let mut inquiry = inquiry(files);
        let all: Vec<usize> = (0..inquiry.questions().len()).collect();
        let backwards: Vec<usize> = all.iter().rev().copied().collect();
        for method in METHODS {
            for (number, budget) in limits.iter().enumerate() {
                for asked in [&all, &backwards, &vec![]] {
                    let answers =
                        inquiry.answer(asked, &plan(method), budget).expect("a limit is an answer").answers;
                    let names: Vec<String> = answers.iter().map(|a| a.question.name.clone()).collect();
                    let wanted: Vec<String> =
                        asked.iter().map(|&place| inquiry.questions()[place].name.clone()).collect();
                    assert_eq!(names, wanted, "{method}");
                    let is_open = |verdict: &Verdict<_>| matches!(verdict, Verdict::Inconclusive(_));
                    assert!(number > 0 || answers.iter().all(|a| is_open(&a.verdict)), "{method}");
                }
            }
        }
    }
}

#[test]
fn all_methods_agree() {
    let mut right = inquiry(&[MAJORITY, CELEMENT]);
    let mut wrong = inquiry(&[HAZARD, CELEMENT]);
    for method in METHODS {
        let plan = plan(method);
        for (name, is_right) in [("safety", true), ("disabling", false), ("conformance", false)] {
            let found = answer(&mut *right, name, &plan);
            assert!(found.verdict.holds(), "{method}: {name}");
            assert_eq!(found.method.name() == "monolithic", found.extras.details.is_empty(), "{method}");
            let found = answer(&mut *wrong, name, &plan);
            assert_eq!(found.verdict.holds(), is_right, "{method}: {name}");
            assert_eq!(found.verdict.witness().is_some(), !is_right, "{method}: {name}");
        }
        let deadlock = answer(&mut *right, "deadlock", &plan).verdict;
        match method {
            Method::Learn | Method::Direct | Method::Lazy => {
                assert!(matches!(deadlock, Verdict::Inconclusive(StopReason::Unsupported(_))), "{method}");
            }
            _ => assert!(deadlock.holds(), "{method}"),
        }
    }
}

#[test]
fn a_violation_is_told_and_drawn() {
    let mut inquiry = inquiry(&[HAZARD, CELEMENT]);
    let answer = answer(&mut *inquiry, "disabling", &plan(Method::Monolithic));
    let evidence = answer.verdict.witness().expect("a hazard");
    let story = evidence.story();
    let sentence = "disabling is violated after 5 steps: celement does a-, and left+ of gleft, which was \
        enabled, no longer is";
    assert_eq!(story.sentence, sentence);
    assert_eq!(story.facts.explanation.as_deref(), Some(sentence));
    assert_eq!(story.trace, ["a+", "b+", "set+", "z+", "a-"]);
    let Run::Steps { actors, watched: None, steps } = story.run else { panic!("steps") };
    assert_eq!(actors, "done by");
    let who: Vec<&str> = steps.iter().map(|step| step.movers[0].name.as_str()).collect();
    assert_eq!(who, ["celement", "celement", "gset", "gz", "celement"]);
    assert!(steps.iter().all(|step| step.place.is_some()) && story.stuck.is_empty());
    let drawing = [
        "       0",
        "  a    ▁▁╱▔▔▔▔▔▔▔╲▁",
        "  b    ▁▁▁▁╱▔▔▔▔▔▔▔",
        "  set  ▁▁▁▁▁▁╱▔▔▔▔▔",
        "  z    ▁▁▁▁▁▁▁▁╱▔▔▔",
    ];
    assert_eq!(evidence.drawing(100, false), drawing);
    assert_eq!(evidence.drawing(100, true).len(), 7, "with wires that do not change");
    let dump = evidence.waveform(false).expect("a run has one");
    assert!(dump.starts_with("$version suppose $end\n") && !dump.contains(" left $end\n"), "{dump}");
    assert!(evidence.waveform(true).is_some_and(|dump| dump.contains(" left $end\n")));
}

#[test]
fn a_long_run_is_cut_to_the_width() {
    let names: Vec<String> = (0..300).map(|s| format!("s{s}")).collect();
    let arcs: Vec<String> = names.windows(2).map(|pair| format!("{}+ {}+\n", pair[0], pair[1])).collect();
    let text =
        format!(".outputs {}\n.graph\np s0+\n{}.marking {{p}}\n.end\n", names.join(" "), arcs.concat());
    let mut inquiry = inquiry(&[("long.g", &text)]);
    let answer = answer(&mut *inquiry, "deadlock", &Plan::default());
    let evidence = answer.verdict.witness().expect("it ends");
    // 98 characters, 6 of them for names, two for a column.
    let first = "  the last 46 of 301 columns and 46 of 300 wires; -v shows and --vcd writes them all:";
    let drawing = evidence.drawing(100, false);
    assert_eq!((drawing[0].as_str(), drawing.len()), (first, 48));
    assert!(evidence.drawing(100, true).iter().all(|line| !line.contains("columns")));
    assert_eq!(evidence.story().trace.len(), 300);
}

#[test]
fn a_deadlock_says_what_everybody_waits_for() {
    let mut inquiry = inquiry(&[HAZARD, CELEMENT]);
    let story =
        answer(&mut *inquiry, "deadlock", &Plan::default()).verdict.witness().expect("a deadlock").story();
    let told: Vec<String> = story
        .stuck
        .iter()
        .map(|stuck| match &stuck.held {
            Held::Waiting(reasons) => format!("{} {}", stuck.component, reasons.join("; ")),
            other => panic!("{other:?}"),
        })
        .collect();
    assert_eq!(
        told,
        [
            "gset cannot do set+ while a = 0, b = 0",
            "gleft cannot do left+ while a = 0, z = 0",
            "gright cannot do right+ while b = 0, z = 0",
            "gz cannot do z+ while set = 0, left = 0, right = 0",
            "celement waits for z-",
        ]
    );
}

#[test]
fn questions_come_in_one_order() {
    let inquiry = inquiry(&[MAJORITY, CELEMENT]);
    let names = |properties: &[&str], deadlock: bool, progress: bool| -> Vec<String> {
        let properties = properties.iter().map(|&name| name.to_owned()).collect();
        let asked = Asked { properties, deadlock, progress, all: false };
        let places = select(&*inquiry, &asked).expect("questions");
        places.iter().map(|&place| inquiry.questions()[place].name.clone()).collect()
    };
    assert_eq!(names(&["deadlock", "safety", "deadlock"], false, false), ["safety", "deadlock"]);
    assert_eq!(names(&["conformance"], true, false), ["deadlock", "conformance"]);
    assert_eq!(names(&[], false, true), ["safety", "disabling", "deadlock", "conformance", "progress"]);
    // It cannot happen here, and may be asked about all the same.
    assert_eq!(names(&["assertion"], false, false), ["assertion"]);
    let named = |name: &str| Asked { properties: vec![name.to_owned()], ..Asked::default() };
    let message = messages(select(&*inquiry, &named("speed")).expect_err("no such question"));
    assert_eq!(message, "`speed` is neither something to ask about nets nor a file [E0005]");
    let message = messages(select(&*inquiry, &named("csc")).expect_err("two files"));
    assert_eq!(message, "csc is asked of one signal transition graph alone [E0006]");
}

#[test]
fn plans_that_make_no_sense_are_refused() {
    let inquiry = inquiry(&[MAJORITY, CELEMENT]);
    let with = |method, option: &'static str, text: &str| Plan {
        special: vec![(option, text.to_owned())],
        method,
        ..Plan::default()
    };
    for (plan, text) in [
        (with(Some(Method::Learn), "--k", "2"), "`--k` cannot be used with `--method learn` [E0006]"),
        (
            with(Some(Method::Monolithic), "--reduction", "none"),
            "`--reduction` cannot be used with `--method monolithic` [E0006]",
        ),
        (with(None, "--k", "0"), "`--k` cannot be `0` [E0006]"),
        (with(None, "--reduction", "some"), "`--reduction` cannot be `some` [E0006]"),
        (with(None, "--refinement", "x"), "`--refinement` cannot be `x` [E0006]"),
        (
            Plan { split: Some("majority | celment".into()), ..Plan::default() },
            "the split names `celment`, which is no component of the target [E0701]",
        ),
    ] {
        assert_eq!(messages(inquiry.validate(&plan).expect_err(text)), text);
    }
    for plan in [
        with(Some(Method::Refine), "--refinement", "sync"),
        with(None, "--k", "1024"),
        Plan { split: Some("majority | celement".into()), ..Plan::default() },
    ] {
        assert!(inquiry.validate(&plan).is_ok(), "{plan:?}");
    }
}

#[test]
fn refinement_is_told_once() {
    let mut inquiry = inquiry(&[MAJORITY, CELEMENT]);
    let special = vec![("--refinement", "constraint".to_owned())];
    let plan = Plan { record: true, special, ..plan(Method::Refine) };
    let findings = found(&mut *inquiry, &[], &plan);
    let safety = &findings.answers[0];
    assert_eq!(safety.question.name, "safety");
    assert!(
        safety.extras.details.contains(&"2 components that differ".to_owned()),
        "{:?}",
        safety.extras.details
    );
    assert!(
        safety.extras.details.contains(&"round 1, by constraints".to_owned()),
        "{:?}",
        safety.extras.details
    );
    assert!(findings.answers[1].extras.details.contains(&"rounds as for safety".to_owned()));
    let stats: Vec<&str> = safety.extras.stats.iter().map(|&(name, _)| name).collect();
    assert!(stats.contains(&"rounds") && stats.contains(&"classes"), "{stats:?}");
    assert!(findings.context.closing.is_empty(), "two files are no specification");
}

#[test]
fn a_specification_is_asked_more() {
    let mut inquiry = inquiry(&[CONFLICT]);
    let findings = found(&mut *inquiry, &[], &Plan::default());
    let line =
        "  as a specification: consistent, persistent, no complete state coding, no unique state coding";
    assert_eq!(findings.context.closing, [line]);
    let stg = findings.context.fields.stg.expect("about the graph");
    assert_eq!([&stg["markings"], &stg["edges"], &stg["deadlocks"]], [4, 4, 0]);
    assert_eq!([&stg["persistency"]["verdict"], &stg["csc"]["verdict"]], ["holds", "violated"]);
    assert_eq!((&stg["csc"]["signals"][0], &stg["csc"]["pairs"]), (&"z".into(), &1.into()));
    assert!(stg["csc"]["explanation"].is_string() && stg["csc"].get("disabled").is_none());
    let findings = found(&mut *inquiry, &["csc", "consistency"], &Plan::default());
    assert!(findings.context.closing.is_empty() && findings.context.fields.stg.is_none());
    let [consistency, coding] = &findings.answers[..] else { panic!("two answers") };
    assert!(consistency.verdict.holds() && consistency.effort.states_explored == 4);
    let story = coding.verdict.witness().expect("a conflict").story();
    assert_eq!((story.trace, story.facts.other), (vec!["a+".to_owned(), "a-".to_owned()], Some(Vec::new())));
    assert_eq!(
        story.sentence,
        "csc is violated: the signals are worth the same after nothing and after these steps; only one of \
            them excites z"
    );
    let Run::Steps { actors: "", steps, .. } = story.run else { panic!("a plain list") };
    assert!(steps.iter().all(|step| step.movers.is_empty() && step.place.is_some()));
}

#[test]
fn an_edge_that_is_taken_back_is_named() {
    let choice = ".outputs a b\n.graph\np a+ b+\na+ a-\nb+ b-\na- p\nb- p\n.marking {p}\n.end\n";
    let mut inquiry = inquiry(&[("choice.g", choice)]);
    let story =
        answer(&mut *inquiry, "persistency", &Plan::default()).verdict.witness().expect("a choice").story();
    assert_eq!(story.sentence, "persistency is violated: b+ disables a+, which is an output edge");
    assert_eq!((story.trace, story.facts.disabled), (vec!["b+".to_owned()], Some("a+".to_owned())));
}

#[test]
fn runs_of_a_graph_without_values_are_not_asked_about() {
    let mut inquiry = inquiry(&[TWICE]);
    let all = select(&*inquiry, &Asked::default()).expect("the usual questions");
    let error = inquiry.answer(&all, &Plan::default(), &Budget::unlimited()).expect_err("no values");
    assert_eq!(
        messages(error),
        "the graph is not consistent: a+ comes when `a` is 1 already, since step 1 [E0806]"
    );
    let story =
        answer(&mut *inquiry, "consistency", &Plan::default()).verdict.witness().expect("twice").story();
    assert_eq!(story.trace, ["a+", "b+", "a+"]);
    let coding = answer(&mut *inquiry, "csc", &Plan::default()).verdict;
    assert!(matches!(coding, Verdict::Inconclusive(StopReason::Unsupported(_))));
}
