//! What makes no sense is refused, and says why.

use suppose_ada::models::{Variant, elevator};
use suppose_base::{Budget, Diagnostic};
use suppose_inquiry::{Asked, Failure, Inquiry, Plan, Reader, Subject, Target, select};
use suppose_prove::method::Method;
use suppose_prove::rule::RuleKind;

use crate::inquiry::{asked, reader, split, turns, whole, with};

fn messages(failure: Failure) -> Vec<Diagnostic> {
    let Failure::Input(messages) = failure else { panic!("{failure}") };
    messages
}

/// The first message, with its help and notes.
fn said(failure: Failure) -> String {
    let first = messages(failure).remove(0);
    format!(
        "{} {} / {} / {}",
        first.code,
        first.message,
        first.help.unwrap_or_default(),
        first.notes.join("; ")
    )
}

#[test]
fn plans_that_make_no_sense() {
    let inquiry = whole(&elevator(Variant::Right), &Plan::default());
    let rule = Some(RuleKind::Alternating);
    for (plan, complaints) in [
        (
            Plan { method: Some(Method::Direct), ..Plan::default() },
            &["E0006", "`--method direct` cannot be used with `--verifier flow`"][..],
        ),
        (Plan { method: Some(Method::Learn), ..Plan::default() }, &["E0006", "needs the parts", "--split"]),
        (Plan { minimal: true, ..split("car|controller") }, &["E0006", "`--minimal`"]),
        (with(&["va:y"]), &["E0005", "the program has no variable `y`", "its variables are: x"]),
        (with(&["ta:cab"]), &["E0005", "did you mean `ta:car`?"]),
        (with(&["x"]), &["E0006", "`x` is no constraint"]),
        (with(&["va:x", "auto"]), &["E0006", "`auto`"]),
        (split("car,controller|x"), &["E0705", "part 2", "no task"]),
        (Plan { rule, ..split("car|controller|x") }, &["E0706"]),
        (split("car|kontroller"), &["E0701", "did you mean `controller`?"]),
    ] {
        let said = said(inquiry.validate(&plan).expect_err("it makes no sense"));
        assert!(complaints.iter().all(|text| said.contains(text)), "{said}");
    }
    // All mistakes are told at once.
    assert_eq!(messages(inquiry.validate(&with(&["va:y,x"])).expect_err("no constraints")).len(), 2);
    assert_eq!(inquiry.special_options(), ["--constraint"]);
}

#[test]
fn questions_for_others() {
    let inquiry = whole(&elevator(Variant::Right), &Plan::default());
    for (asked, complaints) in [
        (
            Asked { deadlock: true, ..Asked::default() },
            &["E0006", "`--deadlock` cannot be used with data-flow analysis"][..],
        ),
        (Asked { progress: true, ..Asked::default() }, &["E0006", "`--progress`"]),
        (
            Asked { properties: vec!["Nothing".into()], ..Asked::default() },
            &["E0005", "properties are: Doors_Closed"],
        ),
    ] {
        let said = said(select(&*inquiry, &asked).expect_err("it cannot be asked"));
        assert!(complaints.iter().all(|text| said.contains(text)), "{said}");
    }
}

#[test]
fn a_program_without_properties() {
    let text = "procedure None is\n   task T;\n   task body T is\n   begin\n      null;\n   end \
        T;\nbegin\n   null;\nend None;\n";
    let mut inquiry = whole(text, &Plan::default());
    let failure = inquiry.answer(&[], &Plan::default(), &Budget::unlimited()).expect_err("nothing to ask");
    let said = said(failure);
    assert!(
        said.contains("E0005 p.adb: there is no property to check") && said.contains("--# property"),
        "{said}"
    );
}

#[test]
fn parts_of_a_program() {
    // A task without the others can do more than it does among them, and the analysis follows all tasks.
    let text = elevator(Variant::Right);
    for certificate in [false, true] {
        let plan = Plan { certificate, ..Plan::default() };
        let car = Target::System("Car".into());
        let failure = asked(&text, &car, &plan, &mut reader()).err().expect("it is a part");
        let said = said(failure);
        assert!(said.contains("E0006") && said.contains("`car` is a part"), "{said}");
    }
    let lift = Target::System("lift".into());
    let said = said(asked(&text, &lift, &Plan::default(), &mut reader()).err().expect("nobody knows it"));
    assert!(said.contains("E0005 p.adb: `lift` is not defined"), "{said}");
    let all = Target::System("Elevator".into());
    assert!(asked(&text, &all, &Plan::default(), &mut reader()).is_ok());
}

/// What is no program.
struct Other;

impl Subject for Other {
    fn inquiry(self: Box<Self>, _: &Target, _: &mut Reader) -> Result<Box<dyn Inquiry>, Failure> {
        unreachable!("nobody asks")
    }
}

#[test]
fn what_is_no_program() {
    let found = suppose_flow::inquiry(Box::new(Other), &Target::Default, &Plan::default(), &mut reader());
    let said = said(found.err().expect("it is no program"));
    let expected = "E0006 --verifier flow is about tasking programs, and something else is asked about";
    assert!(said.starts_with(expected), "{said}");
}

#[test]
fn what_cannot_be_a_property() {
    let mut inquiry = whole(&elevator(Variant::Right), &Plan::default());
    // Both labels mean the same action.
    let twice = turns("TWICE", &["open", "controller.open"]);
    let failure = inquiry.add_property(&twice, &Budget::unlimited()).expect_err("it says two things");
    assert!(said(failure).contains("E1070"));
    assert_eq!(inquiry.questions().len(), 1);
}
