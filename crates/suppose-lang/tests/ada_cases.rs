//! Programs that are easily misunderstood, with the verdicts that Ada gives them.

use suppose_base::{Budget, FileId, Verdict};
use suppose_lang::ada::{LowerError, load, lower};
use suppose_lts::check::{Question, check};

/// Whether a property, or freedom of deadlock, holds.
fn holds(text: &str, property: Option<&str>) -> bool {
    let (program, _) = load(FileId(0), text).unwrap_or_else(|messages| panic!("{messages:?}\n{text}"));
    let system = lower(&program, &Budget::unlimited()).expect("no limit").system;
    let question = match property {
        None => Question::DeadlockFree,
        Some(name) => {
            let place = system.components.iter().position(|c| c.name == name);
            Question::Safe(place.expect("a property"))
        }
    };
    match check(&system, &[question], 1, &Budget::unlimited()).remove(0).verdict {
        Verdict::Holds => true,
        Verdict::Violated(_) => false,
        Verdict::Inconclusive(reason) => panic!("{reason}"),
    }
}

/// A program in which `never` must not happen.
fn never(declarations: &str, statements: &str) -> String {
    format!(
        "procedure P is\n{declarations}\n--# property Never is\n--# init s;\n--# s -> error : never;\n--# end Never;\n\
         begin\n{statements}\nend P;\n"
    )
}

#[test]
fn an_element_of_an_array_of_tasks_calls_another_one() {
    let tasks = "type Id is range 1 .. 2;\n task type T is entry Init (I : Id); entry Push; end T;\n Ts : array (Id) of \
                 T;\n task body T is Me : Id; begin\n accept Init (I : Id) do Me := I; end Init;\n if Me = 1 then Ts \
                 (2).Push;\n--# event never\n else accept Push; end if;\n end T;";
    assert!(!holds(&never(tasks, "Ts (1).Init (1); Ts (2).Init (2);"), Some("Never")));
}

#[test]
fn a_task_that_waits_for_ever_is_stuck_even_if_others_have_ended() {
    // Nobody calls G; the compiled program hangs.
    let uncalled = "procedure P is\n task A is entry E; entry G; end A;\n task body A is begin accept E; accept G; end \
                    A;\nbegin\n A.E;\nend P;";
    assert!(!holds(uncalled, None));
    // A is over, and B calls it for ever.
    let over = "procedure P is\n task A is entry Go; end A;\n task B;\n task body A is begin accept Go; end A;\n task \
                body B is begin loop A.Go; end loop; end B;\nbegin\n null;\nend P;";
    assert!(!holds(over, None));
    // All are over, each in its own way.
    let ended = "procedure P is\n X : Boolean := False;\n task A is entry Go; end A;\n task body A is begin accept Go; \
                 end A;\nbegin\n X := True;\n A.Go;\nend P;";
    assert!(holds(ended, None));
    assert!(holds("procedure P is begin null; end P;", None));
}

#[test]
fn the_main_procedure_may_raise() {
    let text = "procedure P is\n type S is range 0 .. 2;\n V : S;\n--# property Fine is\n--# init s;\n--# s -> error : \
                exception constraint_error;\n--# end Fine;\nbegin\n declare A : S := 1; B : S := 0; begin A := A / B; \
                end;\nend P;";
    assert!(!holds(text, Some("Fine")));
}

#[test]
fn what_comes_out_has_any_value_until_it_is_assigned() {
    let left = "type M is range 0 .. 2;\n C : Boolean := True;\n procedure Pr (Q : out M) is begin if C then return; \
                end if; Q := 1; end Pr;\n task T;\n task body T is V : M := 0; begin\n Pr (V);\n if V = 2 then null; \
                --# event never\n end if;\n end T;";
    assert!(!holds(&never(left, "null;"), Some("Never")));
    let assigned = left.replace("if C then return; end if; Q := 1;", "Q := 1;");
    assert!(holds(&never(&assigned, "null;"), Some("Never")));
}

#[test]
fn different_actions_never_have_one_name() {
    // The event of A is `a.go`, because B has it too, and so is A's entry.
    let text = "procedure P is\n task A is entry Go; end A;\n task B;\n task body A is begin null; --# event go\n \
                accept Go; end A;\n task body B is begin null; --# event go\n A.Go; end B;\nbegin\n null;\nend P;";
    let (program, _) = load(FileId(0), text).expect("a program");
    let Err(LowerError::Clash(clash)) = lower(&program, &Budget::unlimited()) else { panic!("a clash") };
    assert_eq!(
        (clash.code, &clash.message[..]),
        ("E1051", "two different actions would both be called `a.go`")
    );
    let places: Vec<&str> =
        clash.labels.iter().map(|label| &text[label.span.start as usize..label.span.end as usize]).collect();
    assert_eq!(places, ["accept Go;", "--# event go"]);
}

#[test]
fn packages_are_elaborated_before_tasks_begin() {
    let text = "procedure P is\n package Q is X : Boolean := False; end Q;\n package body Q is begin X := True; end \
                Q;\n task T;\n task body T is begin if not Q.X then null; --# event never\n end if; end T;\nbegin\n \
                null;\nend P;";
    let messages = load(FileId(0), text).expect_err("this order is not kept");
    assert_eq!(messages[0].code, "E1048");
}

#[test]
fn numbers_without_a_type_can_be_members() {
    let text = "type C is (Red, Green, Blue);\n type S is range 0 .. 2;\n task T;\n task body T is E : C := Blue; P : S := \
                1;\n begin\n if not (0 in 0 .. 2) or else C'Pos (E) not in Integer (P) .. 2 then null; --# event \
                never\n end if;\n E := Red;\n if C'Pos (E) in Integer (P) .. 2 then null; --# event never\n end if;\n end \
                T;";
    assert!(holds(&never(text, "null;"), Some("Never")));
}

#[test]
fn one_thing_has_one_warning() {
    let warned = |text: &str| -> Vec<&'static str> {
        let (program, first) = load(FileId(0), text).unwrap_or_else(|messages| panic!("{messages:?}"));
        let then = lower(&program, &Budget::unlimited()).expect("no limit").warnings;
        first.iter().chain(&then).map(|warning| warning.code).collect()
    };
    let own = "procedure P is\n task A is entry E; end A;\n task body A is begin A.E; end A;\nbegin\n null;\nend P;";
    assert_eq!(warned(own), ["W1031"]);
    let tried = own.replace("A.E;", "select A.E; else null; end select;");
    assert_eq!(warned(&tried), ["W1053"]);
    let property = |events: &str| {
        format!(
            "procedure P is\n X : Boolean := False;\n task A is entry E; end A;\n task body A is begin accept E; end A;\n--# \
             property Q is\n--# init s;\n--# s -> error : {events};\n--# end Q;\nbegin\n A.E;\n X := True;\nend P;"
        )
    };
    assert_eq!(warned(&property("A.E, opne")), ["W1030"]);
    assert_eq!(warned(&property("A.E, A.E.end")), ["W1030"]);
    assert_eq!(warned(&property("A.E, X = False")), ["W1050"]);
    assert_eq!(warned(&property("A.E, X == True")), ["W1050"]);
    assert_eq!(warned(&property("A.E, X = True, X = <>")), Vec::<&str>::new());
}
