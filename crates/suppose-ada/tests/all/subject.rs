//! Programs as something to ask about: targets, questions with their places, names in any spelling, and
//! properties from elsewhere.

use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use suppose_ada::Ada;
use suppose_ada::models::{BUILT_IN, MODELS, Variant, elevator, gas_station};
use suppose_base::{ActionTable, Budget, StateId, StopReason, Verdict};
use suppose_inquiry::system::SystemInquiry;
use suppose_inquiry::{
    AddedProperty, Asked, Failure, Input, InputRole, Inquiry, Language, OpenRequest, Plan, ReadOptions,
    Reader, Subject, Target, select,
};
use suppose_lts::{LtsBuilder, Role};

fn reader() -> Reader {
    Reader::new(Budget::unlimited(), ReadOptions::default())
}

fn read(text: &str, reader: &mut Reader) -> Result<Box<dyn Subject>, Failure> {
    let input = Input {
        path: PathBuf::from("p.adb"),
        name: "p".into(),
        role: InputRole::System,
        language: Ada.name(),
        content: Some(Arc::new(text.as_bytes().to_vec())),
    };
    Ada.load(&input, reader)
}

fn asked(text: &str, target: &Target, reader: &mut Reader) -> Result<Box<dyn Inquiry>, Failure> {
    let mut inquiry = read(text, reader)?.inquiry(target, reader)?;
    inquiry.prepare(&reader.budget)?;
    Ok(inquiry)
}

fn right(target: &Target) -> Box<dyn Inquiry> {
    asked(&elevator(Variant::Right), target, &mut reader()).expect("the target is there")
}

/// A process that does some actions in turn.
fn turns(name: &str, labels: &[&str]) -> AddedProperty {
    let mut actions = ActionTable::new();
    let mut builder = LtsBuilder::new(labels.len());
    for (place, label) in labels.iter().enumerate() {
        let next = StateId::must((place + 1) % labels.len());
        builder.add(StateId::must(place), actions.intern(label), next);
    }
    SystemInquiry::of_lts(name, builder.finish().expect("small"), actions).into_property()
}

#[test]
fn questions_have_places() {
    let text = elevator(Variant::Right);
    let mut reader = reader();
    let inquiry = asked(&text, &Target::Default, &mut reader).expect("a program");
    assert_eq!(
        (inquiry.name(), inquiry.components()),
        ("elevator", ["car", "controller", "x"].map(Into::into).into())
    );
    let names: Vec<&str> = inquiry.questions().iter().map(|question| question.name.as_str()).collect();
    assert_eq!(names, ["Doors_Closed", "deadlock", "progress"]);
    let place = inquiry.questions()[0].span.expect("it is declared in the text");
    assert!(reader.sources.text(place).contains("Doors_Closed"), "{}", reader.sources.text(place));
    assert!(inquiry.questions()[1..].iter().all(|question| question.span.is_none()));
    assert_eq!(inquiry.named("doors_CLOSED"), [0]);
    let message = inquiry.unknown("Door_Closed");
    assert_eq!(message.help.as_deref(), Some("did you mean `Doors_Closed`?"));
}

#[test]
fn targets_in_any_spelling() {
    let part = |name: &str| Target::Process(name.to_owned());
    for (target, name, states) in [
        (Target::Default, "elevator", 24),
        (Target::System("ELEVATOR".into()), "elevator", 24),
        (part("car"), "car", 8),
        (Target::System("Controller".into()), "controller", 8),
        (part("X"), "x", 3),
        (part("doors_closed"), "Doors_Closed", 2),
    ] {
        let whole = right(&target).whole(&mut reader()).expect("no limit");
        assert_eq!((whole.name.as_str(), whole.lts.num_states()), (name, states));
        assert_eq!(whole.lts.has_error(), name == "Doors_Closed");
    }
    // A property is no system.
    for (target, near) in [
        (Target::System("Doors_Closed".into()), None),
        (part("kontroller"), Some("did you mean `controller`?")),
    ] {
        let Err(Failure::Input(messages)) = asked(&elevator(Variant::Right), &target, &mut reader()) else {
            panic!("{target:?} is refused");
        };
        assert!(messages[0].message.starts_with("p.adb: `"), "{}", messages[0].message);
        assert!(messages[0].message.ends_with("is not defined: the file holds one program, `elevator`"));
        assert_eq!(messages[0].notes, ["its tasks and variables are: car, controller, x"]);
        assert_eq!(messages[0].help.as_deref(), near);
    }
}

#[test]
fn splits_and_interfaces_in_any_spelling() {
    let mut inquiry = right(&Target::Default);
    let plan = Plan { split: Some("CAR | Controller".into()), ..Plan::default() };
    let found = inquiry.answer(&[0], &plan, &Budget::unlimited()).expect("a split").answers.remove(0);
    assert!(found.verdict.holds());
    let by_parts = found.by_parts.expect("it is proved by parts");
    assert_eq!(by_parts.rule.as_ref().expect("a rule").1, [vec![0, 2], vec![1]]);
    let request = OpenRequest {
        component: Some("CAR".into()),
        property: Some("DOORS_closed".into()),
        interface: Some("Open,MOVE,c*".into()),
        ..OpenRequest::default()
    };
    let open = inquiry.open(&request, &mut reader()).expect("all names are known");
    let mut names: Vec<&str> = open.interface.iter().map(|&a| open.system.actions.name(a)).collect();
    names.retain(|name| !name.starts_with("ca"));
    names.sort_unstable();
    assert_eq!(names, ["close", "move", "open"]);
}

#[test]
fn properties_from_elsewhere() {
    let mut inquiry = right(&Target::Default);
    let closed = turns("CLOSED", &["open", "close"]);
    let (name, warnings) = inquiry.add_property(&closed, &Budget::unlimited()).expect("a property");
    assert_eq!((name.as_str(), warnings.len()), ("CLOSED", 0));
    // The second action never happens: the property is about the first alone.
    let never = turns("NEVER", &["open", "lock"]);
    let (name, warnings) = inquiry.add_property(&never, &Budget::unlimited()).expect("a property");
    assert_eq!(name, "NEVER");
    let [warning] = &warnings[..] else { panic!("{warnings:?}") };
    assert_eq!(warning.code, "W1050");
    assert_eq!(warning.message, "`NEVER` speaks of `lock`, which never happens in the program");
    let names = Asked { properties: vec!["CLOSED".into(), "NEVER".into()], ..Asked::default() };
    let places = select(&*inquiry, &names).expect("they are there");
    let found = inquiry.answer(&places, &Plan::default(), &Budget::unlimited()).expect("a plan");
    assert!(found.answers.iter().all(|answer| answer.verdict.holds()));
    // A label without caller and values means all of them.
    let mut inquiry =
        asked(&gas_station(2, Variant::Right), &Target::Default, &mut reader()).expect("a program");
    let paid = turns("PAID", &["operator.prepay", "operator.charge"]);
    inquiry.add_property(&paid, &Budget::unlimited()).expect("a property");
    let place = inquiry.named("paid")[0];
    let found = inquiry.answer(&[place], &Plan::default(), &Budget::unlimited()).expect("a plan");
    assert!(matches!(found.answers[0].verdict, Verdict::Violated(_)));
}

#[test]
fn what_a_program_states_is_no_part_of_it() {
    let mut whole = right(&Target::Default).into_system(&mut reader()).expect("no limit");
    assert_eq!(whole.system.components.iter().filter(|c| c.role == Role::Property).count(), 1);
    let size = |system: &mut SystemInquiry| {
        let whole = system.whole(&mut reader()).expect("no limit");
        (whole.lts.num_states(), whole.lts.has_error())
    };
    assert_eq!(size(&mut whole), (24, false));
}

#[test]
fn every_question_gets_one_answer_within_any_limit() {
    let text = gas_station(2, Variant::Right);
    for (budget, reason) in [
        (Budget::unlimited().with_timeout(Duration::ZERO), StopReason::Timeout),
        (Budget::unlimited().with_max_states(1), StopReason::States(1)),
    ] {
        let mut inquiry = asked(&text, &Target::Default, &mut reader()).expect("a program");
        let all: Vec<usize> = (0..inquiry.questions().len()).collect();
        let found = inquiry.answer(&all, &Plan::default(), &budget).expect("a plan").answers;
        assert_eq!(found.len(), all.len());
        for (question, answer) in inquiry.questions().iter().zip(&found) {
            assert_eq!(question.name, answer.question.name);
            assert!(matches!(&answer.verdict, Verdict::Inconclusive(why) if *why == reason), "{answer:?}");
        }
    }
    let mut late = Reader::new(Budget::unlimited().with_timeout(Duration::ZERO), ReadOptions::default());
    let failure = asked(&text, &Target::Default, &mut late).err();
    assert!(matches!(failure, Some(Failure::Stopped(StopReason::Timeout))), "{failure:?}");
}

#[test]
fn built_in_programs_are_the_models() {
    assert_eq!(BUILT_IN.len(), MODELS.len());
    assert_eq!(Ada.models().len(), MODELS.len());
    for (built_in, model) in BUILT_IN.iter().zip(MODELS) {
        assert_eq!(built_in.name, model.name);
        assert_eq!(
            (built_in.smallest, built_in.default, built_in.largest),
            (model.smallest, model.default, model.largest)
        );
        assert_eq!((built_in.text)(model.default), (model.text)(model.default));
    }
}

#[test]
fn a_name_of_two_actions_has_places() {
    // The event of A is `a.go`, because B has it too, and so is A's entry.
    let text = "procedure P is\n   task A is\n      entry Go;\n   end A;\n   task B;\n   task body A is\n   \
        begin\n      null;  --# event go\n      accept Go;\n   end A;\n   task body B is\n   begin\n      \
        null;  --# event go\n      A.Go;\n   end B;\nbegin\n   null;\nend P;\n";
    let Err(Failure::Input(messages)) = asked(text, &Target::Default, &mut reader()) else {
        panic!("it clashes")
    };
    assert_eq!((messages[0].code, messages[0].labels.len()), ("E1051", 2));
}
