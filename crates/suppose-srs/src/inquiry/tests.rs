//! What every command relies on: one answer for each question whatever happens, names, messages, evidence,
//! claims.

use std::time::Duration;

use suppose_base::{Budget, Diagnostic, Verdict};
use suppose_inquiry::{
    Answer, Asked, Failure, Findings, Input, InputRole, Inquiry, Language, OpenRequest, Plan, Provenance,
    ReadOptions, Reader, Run, Subject, Target, select,
};
use suppose_prove::method::Method;

use super::mine::{self, Request, Source, Style};
use super::{ReactiveSubject, Srs, promela};

const DOOR: &str = include_str!("../../../../models/door.srs");

/// `never` is violated, and A supposes what B does not do.
const TWO: &str = "
component A {
    in GO, ALSO; send W; recv X;
    assume mS > 1 => !X;
    fsm P { init S; S -> T : GO / W; T -> S : ALSO; }
    prop same : GO => W || pre(P.T);
    prop once : X => W;
}
component B {
    recv W; send X;
    fsm R { init S; S -> T : W / X; }
    prop same : X => W;
    prop never : !X;
}
";

/// Each goes on as long as the other does.
const LOOP: &str = "
component A { in GO; send Ping; recv Pong; fsm P { init S; S -> S : GO || Pong / Ping; } prop a : GO => Ping; }
component B { recv Ping; send Pong; fsm Q { init S; S -> S : Ping / Pong; } prop b : Ping => Pong; }
";

/// What it receives comes from outside, and `V` gets two values.
const OPEN: &str = "
component C {
    in I; recv R; out V : {x, y};
    assume R => mS == 1;
    fsm P { init S; S -> T : I && R / V=x; }
    fsm Q { init S; S -> T : I || R / V=y; }
    prop c : !(in(P.T) && in(Q.T));
}
";

fn reader() -> Reader {
    Reader::new(Budget::unlimited(), ReadOptions::default())
}

fn subject(text: &str) -> Box<dyn Subject> {
    let content = Some(std::sync::Arc::new(text.as_bytes().to_vec()));
    let (path, name) = ("two.srs".into(), "two".into());
    let input = Input { path, name, role: InputRole::System, language: Srs.name(), content };
    Srs.load(&input, &mut reader()).expect("a good model")
}

fn inquiry(text: &str) -> Box<dyn Inquiry> {
    subject(text).inquiry(&Target::Default, &mut reader()).expect("the whole is a target")
}

fn planned(method: Option<Method>, special: &[(&'static str, &str)]) -> Plan {
    let special = special.iter().map(|&(name, text)| (name, text.to_owned())).collect();
    Plan { method, special, ..Plan::default() }
}

/// Asks for some names, or for what is usual.
fn asked(
    inquiry: &mut dyn Inquiry,
    names: &[&str],
    plan: &Plan,
    budget: &Budget,
) -> Result<Findings, Failure> {
    let plan = Plan { by_name: !names.is_empty(), ..plan.clone() };
    inquiry.prepare_plan(&plan, &mut reader())?;
    let properties = names.iter().map(|&name| name.to_owned()).collect();
    let places = select(inquiry, &Asked { properties, ..Asked::default() })?;
    let wanted: Vec<String> = places.iter().map(|&place| inquiry.questions()[place].name.clone()).collect();
    let findings = inquiry.answer(&places, &plan, budget)?;
    let given = findings.answers.iter().filter(|answer| !answer.extras.unasked);
    let given: Vec<&str> = given.map(|answer| answer.question.name.as_str()).collect();
    assert_eq!(given, wanted, "one answer for each question, in order");
    Ok(findings)
}

fn ask(text: &str, names: &[&str], plan: &Plan) -> Vec<Answer> {
    asked(&mut *inquiry(text), names, plan, &Budget::unlimited()).expect("a plan that makes sense").answers
}

#[track_caller]
fn refused<T>(found: Result<T, Failure>, code: &str, text: &str) {
    let Err(Failure::Input(messages)) = found else { panic!("it is not refused") };
    let Diagnostic { code: found, message, help, .. } = &messages[0];
    let told = format!("{message} {}", help.as_deref().unwrap_or_default());
    assert!(*found == code && told.contains(text), "{found} {told}");
}

fn names(answers: &[Answer]) -> Vec<&str> {
    answers.iter().map(|answer| answer.question.name.as_str()).collect()
}

/// All ways to ask that make sense for a model.
fn ways(component: &str) -> Vec<Plan> {
    let mut plans = Vec::new();
    for method in [Method::Auto, Method::Monolithic, Method::Learn, Method::Minimise] {
        plans.push(planned(Some(method), &[]));
        plans.push(planned(Some(method), &[("--component", component)]));
    }
    for choice in ["universal", "mined", "declared"] {
        for exploration in ["sound", "paper"] {
            let special = [("--assume", choice), ("--exploration", exploration), ("--component", component)];
            plans.push(planned(None, &special[..2]));
            plans.push(planned(None, &special));
        }
    }
    plans
}

#[test]
fn every_question_has_one_answer_under_every_budget() {
    let budgets = [
        Budget::unlimited(),
        Budget::unlimited().with_timeout(Duration::ZERO),
        Budget::unlimited().with_max_states(1),
    ];
    for (text, component) in [(DOOR, "DOOR"), (TWO, "A"), (LOOP, "B"), (OPEN, "C")] {
        for plan in ways(component) {
            // The paper's exploration is done with small components before it looks at the clock.
            let is_sound = plan.special("--exploration") != Some("paper");
            for (number, budget) in budgets.iter().enumerate() {
                let is_spent = number == 1 && is_sound;
                let mut inquiry = inquiry(text);
                let usual = asked(&mut *inquiry, &[], &plan, budget).expect("the usual questions").answers;
                let all: Vec<String> = inquiry.questions().iter().map(|q| q.name.clone()).collect();
                let all: Vec<&str> = all.iter().map(String::as_str).collect();
                let all = asked(&mut *inquiry, &all, &plan, budget).expect("all questions").answers;
                for answer in usual.iter().chain(&all) {
                    let about = || format!("{answer:?} {plan:?}");
                    match &answer.verdict {
                        Verdict::Inconclusive(reason) => {
                            assert!(!reason.is_internal(), "{}", about());
                        }
                        Verdict::Holds => assert!(!is_spent && !answer.extras.unasked, "{}", about()),
                        Verdict::Violated(evidence) => {
                            let story = evidence.story();
                            assert!(!is_spent && !story.trace.is_empty(), "{}", about());
                            assert!(matches!(story.run, Run::Macrosteps(_)), "{}", about());
                        }
                    }
                }
                // What is not known to hold is told, asked or not, unless it needs the outside of the model.
                let told = |name: &str| usual.iter().any(|answer| answer.question.name == name);
                let modular = matches!(plan.method(), Method::Auto | Method::Monolithic);
                assert!(!is_spent || !modular || told("termination") && told("values"), "{plan:?}");
            }
        }
    }
}

#[test]
fn questions_depend_on_the_plan() {
    let mut inquiry = inquiry(TWO);
    let listed = |inquiry: &dyn Inquiry| -> Vec<(String, bool)> {
        inquiry.questions().iter().map(|question| (question.name.clone(), question.usual)).collect()
    };
    let expected = |usual: &[&str], others: &[&str]| -> Vec<(String, bool)> {
        let usual = usual.iter().map(|&name| (name.to_owned(), true));
        usual.chain(others.iter().map(|&name| (name.to_owned(), false))).collect()
    };
    let steps = ["termination", "values"];
    assert_eq!(listed(&*inquiry), expected(&["A.same", "once", "B.same", "never"], &steps));
    let mut prepare = |plan: Plan| inquiry.prepare_plan(&plan, &mut reader()).map(|()| listed(&*inquiry));
    let declared = prepare(planned(None, &[("--assume", "declared")])).expect("a plan");
    assert_eq!(declared, expected(&["assumption", "A.same", "once", "B.same", "never"], &steps));
    let alone = prepare(planned(None, &[("--component", "B")])).expect("a plan");
    assert_eq!(alone, expected(&["B.same", "never"], &steps));
    let learn = prepare(planned(Some(Method::Learn), &[])).expect("a plan");
    assert_eq!(learn, expected(&["A.same", "once", "B.same", "never"], &[]));
}

#[test]
fn names_and_their_order() {
    let plan = Plan::default();
    assert_eq!(names(&ask(TWO, &["never", "same"], &plan)), ["A.same", "B.same", "never"]);
    assert_eq!(names(&ask(TWO, &["B.same"], &plan)), ["B.same"]);
    let b = planned(None, &[("--component", "B")]);
    let try_to = |names: &[&str], plan: &Plan| {
        asked(&mut *inquiry(TWO), names, plan, &Budget::unlimited()).map(|found| found.answers)
    };
    refused(try_to(&["once"], &b), "E0005", "component B has no property `once`");
    refused(try_to(&["onse"], &plan), "E0005", "did you mean `once`?");
    refused(try_to(&["assumption"], &plan), "E0006", "--assume declared");
    let learn = planned(Some(Method::Learn), &[]);
    refused(try_to(&["values"], &learn), "E0006", "--method learn does not know it");
}

#[test]
fn plans_that_make_no_sense() {
    let inquiry = inquiry(DOOR);
    for (method, special, text) in [
        (Some(Method::Learn), ("--assume", "mined"), "`--assume` cannot be used with `--method learn`"),
        (Some(Method::Monolithic), ("--microsteps", "3"), "`--microsteps` cannot be used with"),
        (None, ("--exploration", "deep"), "`sound` or `paper`, not `deep`"),
        (None, ("--iteration", "round"), "`down` or `up`, not `round`"),
        (None, ("--microsteps", "0"), "a number from 1 to 1000"),
        (None, ("--assume", "some.rules"), "say which with --component"),
    ] {
        refused(inquiry.validate(&planned(method, &[special])), "E0006", text);
    }
    refused(inquiry.validate(&planned(None, &[("--component", "DOR")])), "E0005", "did you mean `DOOR`?");
    let alone = subject(DOOR).stands_alone().expect("it stands alone");
    assert!(alone.message.contains("stands alone"));
    let drive = subject(DOOR).inquiry(&Target::system(Some("DRIVE")), &mut reader()).expect("a component");
    assert_eq!(drive.name(), "DRIVE");
    refused(drive.validate(&Plan::default()), "E0005", "--component DRIVE");
    let gate = subject(DOOR).inquiry(&Target::system(Some("gate")), &mut reader());
    refused(gate.map(drop), "E0005", "`gate` is not defined");
}

#[test]
fn a_violation_is_told_in_macrosteps() {
    let answers = ask(TWO, &["never"], &Plan::default());
    let [Answer { verdict: Verdict::Violated(evidence), method, .. }] = &answers[..] else {
        panic!("{answers:?}")
    };
    assert_eq!(*method, Method::Monolithic);
    let story = evidence.story();
    let expected = ["1: inputs GO", "1.1: A.P: S -> T; emitted W", "1.2: B.R: S -> T; emitted X"];
    assert_eq!(story.trace, expected);
    assert_eq!(story.sentence, "never is violated at the end of macrostep 1");
    assert_eq!(story.about.as_deref(), Some("!X"));
    for method in [Method::Learn, Method::Direct, Method::Minimise, Method::Refine] {
        let answers = ask(TWO, &["never"], &planned(Some(method), &[]));
        let story = answers[0].verdict.witness().expect("a violation").story();
        let actions = story.facts.actions.expect("it was found in LTSs");
        assert_eq!(actions, ["start.none", "step.W", "step.X", "end"]);
        assert_eq!(story.trace, expected);
    }
}

#[test]
fn a_violation_under_an_assumption_is_looked_for_in_the_whole() {
    let universal = |component| planned(None, &[("--component", component), ("--assume", "universal")]);
    let spurious = &ask(DOOR, &["d4"], &universal("DOOR"))[0];
    assert_eq!((spurious.method, spurious.extras.survives), (Method::Modular, Some(Some(false))));
    assert_eq!(spurious.extras.assume, Some(Some("universal".to_owned())));
    assert_eq!(spurious.extras.scene, ", in an environment that the rest of the system is not");
    let real = &ask(TWO, &["never"], &universal("B"))[0];
    assert_eq!(real.extras.survives, Some(Some(true)));
    assert_eq!(real.extras.remark.as_deref(), Some(", and really so: in the whole system too"));
}

#[test]
fn a_broken_assumption_is_told_though_nobody_asked() {
    let plan = planned(None, &[("--assume", "declared")]);
    let answers = ask(TWO, &["once"], &plan);
    assert_eq!(names(&answers), ["assumption", "once"]);
    let [broken, once] = &answers[..] else { panic!("{answers:?}") };
    assert!(broken.extras.unasked && !once.extras.unasked);
    let story = broken.verdict.witness().expect("it is broken").story();
    assert_eq!((story.facts.rule.as_deref(), story.facts.microstep), (Some("mS > 1 => !X"), Some(2)));
    // Nothing follows from it, so the whole answered.
    assert_eq!(once.method, Method::Monolithic);
}

#[test]
fn macrosteps_that_never_end_are_told() {
    let looks = |plan: &&Plan| {
        let is_sound = plan.special("--exploration") != Some("paper");
        is_sound && matches!(plan.method(), Method::Auto | Method::Monolithic)
    };
    for plan in ways("B").iter().filter(looks) {
        let answers = ask(LOOP, &[], plan);
        let last = answers.last().expect("an answer");
        assert!(last.question.name == "termination" && last.extras.unasked, "{plan:?} {answers:?}");
        let story = last.verdict.witness().expect("a loop").story();
        assert_eq!(story.trace.last().map(|text| &text[..18]), Some("and so on for ever"));
        assert_eq!(story.sentence, "a macrostep never ends");
    }
    let quiet = ask(DOOR, &[], &Plan::default());
    assert_eq!(names(&quiet), ["d1", "d2", "d3", "d4", "t1", "t2"]);
}

#[test]
fn what_goes_with_answers() {
    let plan = Plan { record: true, ..planned(None, &[("--component", "DRIVE")]) };
    let found = asked(&mut *inquiry(DOOR), &[], &plan, &Budget::unlimited()).expect("a plan");
    let opening = &found.context.opening;
    assert!(opening[0].starts_with("DRIVE alone, supposing what the others can send ("), "{opening:?}");
    assert_eq!(opening[1..], ["DRIVE supposes:", "  mS > 2 => !Shut"]);
    assert!(found.context.closing[0].starts_with("DRIVE reached "), "{:?}", found.context.closing);
    assert_eq!(found.context.fields.sound, Some(true));
    assert!(found.context.fields.rounds.is_some() && found.context.fields.supposed.is_some());
    let paper = planned(None, &[("--exploration", "paper")]);
    let found = asked(&mut *inquiry(DOOR), &[], &paper, &Budget::unlimited()).expect("a plan");
    assert!(found.context.opening[1].contains("which is unsound"));
    assert_eq!((found.context.fields.sound, found.context.fields.rounds), (Some(false), None));
}

#[test]
fn rules_of_a_file() {
    let path = std::env::temp_dir().join(format!("suppose-srs-{}.rules", std::process::id()));
    let text = path.to_string_lossy().into_owned();
    let plan = planned(None, &[("--component", "DOOR"), ("--assume", &text)]);
    std::fs::write(&path, "Release => !Depart; \"wrong\" : !Release;").expect("a folder for files");
    let rules = ask(DOOR, &["d4"], &plan);
    std::fs::write(&path, "// nothing\n").expect("a folder for files");
    let nothing = ask(DOOR, &["assumption"], &plan);
    let usual = ask(DOOR, &[], &plan);
    std::fs::remove_file(&path).expect("it is there");
    assert_eq!(names(&rules), ["assumption", "d4"]);
    assert_eq!(
        rules[0].verdict.witness().expect("broken").story().facts.rule.as_deref(),
        Some("\"wrong\" : !Release")
    );
    assert!(nothing[0].verdict.holds());
    assert_eq!(names(&usual), ["d1", "d2", "d3", "d4"]);
    refused(inquiry(DOOR).prepare_plan(&plan, &mut reader()), "E0001", &text);
}

#[test]
fn a_certificate_says_what_the_answer_says() {
    for (text, name, watched) in [(DOOR, "d4", "DOOR.d4"), (TWO, "never", "B.never"), (LOOP, "a", "A.a")] {
        for method in [None, Some(Method::Monolithic), Some(Method::Learn), Some(Method::Minimise)] {
            let plan = Plan { certificate: true, ..planned(method, &[]) };
            let (mut inquiry, budget) = (inquiry(text), Budget::unlimited());
            let answers = asked(&mut *inquiry, &[name], &plan, &budget).expect("one property").answers;
            let claims = inquiry.claims(&answers, &plan, &budget).expect("a certificate");
            assert_eq!(claims.expected, [(watched.to_owned(), answers[0].verdict.holds())]);
            let Provenance::Answers(claimed) = &claims.provenance else { panic!("not of answers") };
            assert_eq!(claimed[0].verdict.holds(), answers[0].verdict.holds());
            let again = inquiry.certified(&claims.properties, &budget).expect("the same system");
            let parts = |system: &suppose_lts::System| -> Vec<_> {
                system.components.iter().map(|part| (part.name.clone(), part.lts.clone())).collect()
            };
            assert_eq!(parts(&again), parts(&claims.system));
        }
    }
    let plan = Plan { certificate: true, ..Plan::default() };
    let several = asked(&mut *inquiry(TWO), &[], &plan, &Budget::unlimited());
    refused(several.map(drop), "E0006", "one property of a component");
    let plan = Plan { certificate: true, ..planned(None, &[("--assume", "universal")]) };
    let universal = asked(&mut *inquiry(TWO), &["never"], &plan, &Budget::unlimited());
    refused(universal.map(drop), "E0006", "leave --assume and --exploration out");
    let (mut inquiry, budget) = (inquiry(DOOR), Budget::unlimited().with_max_states(1));
    let plan = Plan { certificate: true, ..Plan::default() };
    let answers = asked(&mut *inquiry, &["d4"], &plan, &budget).expect("one property").answers;
    let claims = inquiry.claims(&answers, &plan, &budget).expect("none is no error");
    assert!(claims.expected.is_empty() && claims.unclaimed[0].why == "the question was not decided");
}

/// What was written, as the command gets at it.
fn reactive(subject: &dyn Subject) -> &ReactiveSubject {
    let any: &dyn std::any::Any = subject;
    any.downcast_ref().expect("a reactive system")
}

#[test]
fn mined_rules() {
    let subject = subject(DOOR);
    let model = &reactive(&*subject).model;
    let (plan, budget) = (planned(None, &[("--component", "DOOR")]), Budget::unlimited());
    let id = mine::chosen(&plan, model).expect("a component");
    let mined = mine::mined(model, id, &Request::default(), &plan, &budget).expect("no limit");
    assert_eq!(
        mined.text("door.srs"),
        "// What DOOR receives, mined from door.srs.\n\n// From DRIVE:\nRelease => !Depart;\n\
         mS > 1 => !Release && !Depart;\n"
    );
    assert_eq!(mined.lines()[0], "what DOOR receives from DRIVE:");
    assert_eq!(mined.fields()["texts"][1], "mS > 1 => !Release && !Depart");
    let claims = mine::claims(model, id, 1, &budget).expect("no limit");
    assert_eq!(claims.expected, [("DRIVE to DOOR".to_owned(), true)]);
    assert_eq!(claims.properties, ["DOOR"]);
    assert_eq!(mine::automaton(model, id, &budget).expect("no limit").name, "Around_DOOR");
    let whole = Request { source: Source::Whole, ..Request::default() };
    refused(Request { style: Style::Paper, ..whole }.validate(&plan), "E0006", "--from iterated");
    refused(Request { automaton: true, ..whole }.validate(&plan), "E0006", "--automaton");
    refused(Request { certificate: true, ..whole }.validate(&plan), "E0006", "--from");
}

#[test]
fn other_shapes() {
    let mut inquiry = inquiry(DOOR);
    let request =
        OpenRequest { component: Some("DOOR".into()), property: Some("d4".into()), ..OpenRequest::default() };
    let open = inquiry.open(&request, &mut reader()).expect("an open question");
    assert_eq!((open.component_names(), open.property_name()), (vec!["DOOR"], "d4"));
    let missing = OpenRequest { property: None, ..request };
    refused(inquiry.open(&missing, &mut reader()).map(drop), "E0605", "DOOR has 4 properties");
    refused(inquiry.open(&OpenRequest::default(), &mut reader()).map(drop), "E0604", "--component");
    let whole = inquiry.whole(&mut reader()).expect("no limit");
    assert_eq!((whole.name.as_str(), whole.lts.num_states()), ("two", 21));
    let system = inquiry.into_system(&mut reader()).expect("no limit");
    assert_eq!(system.components(), ["DOOR", "DRIVE"]);
    let subject = subject(TWO);
    let model = &reactive(&*subject).model;
    let translated = |property| promela::translated(model, &Plan::default(), Some(property), &mut reader());
    assert!(translated("never").expect("it can be said").contains("assert("));
    refused(translated("same").map(drop), "E0005", "such as A.same");
}
