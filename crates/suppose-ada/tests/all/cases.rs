//! Programs that are easily misunderstood, with the verdicts that Ada gives them.

use suppose_ada::{LowerError, load, lower};
use suppose_base::{ActionTable, Budget, FileId, StateId, Verdict};
use suppose_lts::check::{Question, check};
use suppose_lts::product::compose;
use suppose_lts::{LtsBuilder, Role};

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
        "procedure P is\n{declarations}\n--# property Never is\n--# init s;\n--# s -> error : never;\n--# \
            end Never;\nbegin\n{statements}\nend P;\n"
    )
}

#[test]
fn an_element_of_an_array_of_tasks_calls_another_one() {
    let tasks = "type Id is range 1 .. 2;\n task type T is entry Init (I : Id); entry Push; end T;\n Ts : \
        array (Id) of T;\n task body T is Me : Id; begin\n accept Init (I : Id) do Me := I; end Init;\n if \
        Me = 1 then Ts (2).Push;\n--# event never\n else accept Push; end if;\n end T;";
    assert!(!holds(&never(tasks, "Ts (1).Init (1); Ts (2).Init (2);"), Some("Never")));
}

#[test]
fn a_task_that_waits_for_ever_is_stuck_even_if_others_have_ended() {
    // Nobody calls G; the compiled program hangs.
    let uncalled = "procedure P is\n task A is entry E; entry G; end A;\n task body A is begin accept E; \
        accept G; end A;\nbegin\n A.E;\nend P;";
    assert!(!holds(uncalled, None));
    // A is over, and B calls it for ever.
    let over = "procedure P is\n task A is entry Go; end A;\n task B;\n task body A is begin accept Go; end \
        A;\n task body B is begin loop A.Go; end loop; end B;\nbegin\n null;\nend P;";
    assert!(!holds(over, None));
    // All are over, each in its own way.
    let ended = "procedure P is\n X : Boolean := False;\n task A is entry Go; end A;\n task body A is begin \
        accept Go; end A;\nbegin\n X := True;\n A.Go;\nend P;";
    assert!(holds(ended, None));
    assert!(holds("procedure P is begin null; end P;", None));
}

#[test]
fn the_main_procedure_may_raise() {
    let text = "procedure P is\n type S is range 0 .. 2;\n V : S;\n--# property Fine is\n--# init s;\n--# s \
        -> error : exception constraint_error;\n--# end Fine;\nbegin\n declare A : S := 1; B : S := 0; begin \
        A := A / B; end;\nend P;";
    assert!(!holds(text, Some("Fine")));
}

#[test]
fn what_comes_out_has_any_value_until_it_is_assigned() {
    let left = "type M is range 0 .. 2;\n C : Boolean := True;\n procedure Pr (Q : out M) is begin if C then \
        return; end if; Q := 1; end Pr;\n task T;\n task body T is V : M := 0; begin\n Pr (V);\n if V = 2 \
        then null; --# event never\n end if;\n end T;";
    assert!(!holds(&never(left, "null;"), Some("Never")));
    let assigned = left.replace("if C then return; end if; Q := 1;", "Q := 1;");
    assert!(holds(&never(&assigned, "null;"), Some("Never")));
}

#[test]
fn different_actions_never_have_one_name() {
    // The event of A is `a.go`, because B has it too, and so is A's entry.
    let text = "procedure P is\n task A is entry Go; end A;\n task B;\n task body A is begin null; --# event \
        go\n accept Go; end A;\n task body B is begin null; --# event go\n A.Go; end B;\nbegin\n null;\nend \
        P;";
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
fn no_event_is_called_like_the_silent_action() {
    let event =
        "procedure P is\n task T;\n task body T is begin null; --# event tau\n end T;\nbegin\n null;\nend P;";
    let entry = "procedure P is\n task T is\n entry E; --# event tau\n end T;\n task body T is begin accept \
        E; end T;\nbegin\n T.E;\nend P;";
    for text in [event, entry] {
        let messages = load(FileId(0), text).expect_err("the name is taken");
        let silent = ("E1051", "`tau` is the name of the silent action");
        assert!(messages.iter().any(|m| (m.code, &m.message[..]) == silent), "{messages:?}");
    }
}

#[test]
fn two_shared_variables_never_have_one_name() {
    let text = "package P is\n X : Boolean := False;\nend P;\nwith P;\npackage B is\n procedure Set;\nend \
        B;\npackage body B is\n procedure Set is begin P.X := True; end Set;\nend B;\nwith B;\nprocedure \
        Main is\n package P is\n X : Boolean := False;\n end P;\n task T;\n task body T is begin B.Set; if \
        P.X then null; --# event bad\n end if; end T;\nbegin\n null;\nend Main;";
    let messages = load(FileId(0), text).expect_err("one name for two variables");
    let places: Vec<usize> = messages[0].labels.iter().map(|label| label.span.start as usize).collect();
    assert_eq!(
        (messages.len(), messages[0].code, &messages[0].message[..]),
        (1, "E1051", "two tasks or variables would both be called `p.x`")
    );
    assert_eq!(places, [text.rfind("X : Boolean").expect("there"), text.find("X : Boolean").expect("there")]);
}

#[test]
fn a_procedure_may_have_the_name_of_a_variable() {
    let text = "procedure X is\n X : Boolean := False;\n task T;\n task body T is begin X := True; end \
        T;\n--# property Q is\n--# init s;\n--# s -> error : X == True;\n--# end Q;\nbegin\n if X then null; \
        end if;\nend X;";
    let (program, _) = load(FileId(0), text).expect("a program");
    let system = lower(&program, &Budget::unlimited()).expect("no clash").system;
    let names: Vec<&str> = system.components.iter().map(|component| component.name.as_str()).collect();
    assert_eq!(names, ["t", "x.main", "x", "Q"]);
    assert!(!holds(text, Some("Q")));
}

#[test]
fn packages_are_elaborated_before_tasks_begin() {
    let text = "procedure P is\n package Q is X : Boolean := False; end Q;\n package body Q is begin X := \
        True; end Q;\n task T;\n task body T is begin if not Q.X then null; --# event never\n end if; end \
        T;\nbegin\n null;\nend P;";
    let messages = load(FileId(0), text).expect_err("this order is not kept");
    assert_eq!(messages[0].code, "E1048");
}

#[test]
fn numbers_without_a_type_can_be_members() {
    let text = "type C is (Red, Green, Blue);\n type S is range 0 .. 2;\n task T;\n task body T is E : C := \
        Blue; P : S := 1;\n begin\n if not (0 in 0 .. 2) or else C'Pos (E) not in Integer (P) .. 2 then \
        null; --# event never\n end if;\n E := Red;\n if C'Pos (E) in Integer (P) .. 2 then null; --# event \
        never\n end if;\n end T;";
    assert!(holds(&never(text, "null;"), Some("Never")));
}

#[test]
fn one_thing_has_one_warning() {
    let warned = |text: &str| -> Vec<&'static str> {
        let (program, first) = load(FileId(0), text).unwrap_or_else(|messages| panic!("{messages:?}"));
        let then = lower(&program, &Budget::unlimited()).expect("no limit").warnings;
        first.iter().chain(&then).map(|warning| warning.code).collect()
    };
    let own = "procedure P is\n task A is entry E; end A;\n task body A is begin A.E; end A;\nbegin\n \
        null;\nend P;";
    assert_eq!(warned(own), ["W1031"]);
    let tried = own.replace("A.E;", "select A.E; else null; end select;");
    assert_eq!(warned(&tried), ["W1053"]);
    let property = |events: &str| {
        format!(
            "procedure P is\n X : Boolean := False;\n task A is entry E; end A;\n task body A is begin \
                accept E; end A;\n--# property Q is\n--# init s;\n--# s -> error : {events};\n--# end \
                Q;\nbegin\n A.E;\n X := True;\nend P;"
        )
    };
    assert_eq!(warned(&property("A.E, opne")), ["W1030"]);
    assert_eq!(warned(&property("A.E, A.E.end")), ["W1030"]);
    assert_eq!(warned(&property("A.E, X = False")), ["W1050"]);
    assert_eq!(warned(&property("A.E, X == True")), ["W1050"]);
    assert_eq!(warned(&property("A.E, X = True, X = <>")), Vec::<&str>::new());
}

/// All that can happen from beginning to end, in a program that always ends or gets stuck; silent moves are
/// left out.
fn runs(text: &str) -> Vec<String> {
    let (program, _) = load(FileId(0), text).unwrap_or_else(|messages| panic!("{messages:?}\n{text}"));
    let system = lower(&program, &Budget::unlimited()).expect("no limit").system;
    let parts: Vec<usize> =
        (0..system.components.len()).filter(|&i| system.components[i].role == Role::Component).collect();
    let whole = compose(&system.restricted_to(&parts), &Budget::unlimited()).expect("no limit").lts;
    let mut found = Vec::new();
    let mut open = vec![(whole.initial(), Vec::new())];
    while let Some((state, trace)) = open.pop() {
        assert!(trace.len() < 30, "{trace:?}");
        if whole.transitions(state).is_empty() {
            found.push(trace.join(" "));
        }
        for step in whole.transitions(state) {
            let mut longer = trace.clone();
            if !step.action.is_tau() {
                longer.push(system.actions.name(step.action).to_owned());
            }
            open.push((step.target, longer));
        }
    }
    found.sort();
    found.dedup();
    found
}

const LOAD: &str = "procedure P is\n type N is range 0 .. 2;\n task A is entry Go (V : in N; R : out N); end \
    A;\n task B;\n task body A is L : N := 0; begin\n accept Go (V : in N; R : out N) do\n R := 0; L := V + \
    1; R := L;\n end Go;\n end A;\n task body B is X : N := 1; begin A.Go (2, X); null; --# event went (X)\n \
    end B;\n--# property B_Is_Fine is\n--# init s;\n--# s -> error : B:exception constraint_error;\n--# end \
    B_Is_Fine;\n--# property Never_Goes is\n--# init s;\n--# s -> error : A.Go;\n--# end Never_Goes;\n--# \
    property Goes_With_One is\n--# init s;\n--# s -> error : A.Go (<>, 1);\n--# end Goes_With_One;\n--# \
    property Named is\n--# init s;\n--# s -> error : A.Go (2) exception constraint_error;\n--# s -> s : \
    A.Go;\n--# end Named;\n--# property Apart is\n--# init s;\n--# s -> error : A.Go;\n--# s -> s : A.Go \
    exception constraint_error;\n--# end Apart;\nbegin\n null;\nend P;";

#[test]
fn an_exception_in_an_accept_body_is_raised_in_the_caller_too() {
    assert_eq!(
        runs(LOAD),
        [
            "a.go.2.constraint_error a.constraint_error b.constraint_error",
            "a.go.2.constraint_error b.constraint_error a.constraint_error"
        ]
    );
    for (property, expected) in [
        ("B_Is_Fine", false),
        // It is a rendezvous, but nothing comes out.
        ("Never_Goes", false),
        ("Goes_With_One", true),
        // Where the exception is named, that counts.
        ("Named", false),
        ("Apart", true),
    ] {
        assert_eq!(holds(LOAD, Some(property)), expected, "{property}");
    }
    assert!(holds(LOAD, None));
    assert_eq!(runs(&LOAD.replace("A.Go (2, X)", "A.Go (1, X)")), ["a.go.1.2 went.2"]);
}

#[test]
fn a_rendezvous_in_two_steps_ends_with_the_exception() {
    let text = LOAD.replace("R := 0;", "R := 0; --# event seen\n").replace(
        "--# s -> error : A.Go (2) exception constraint_error;",
        "--# s -> error : A.Go.end exception constraint_error;",
    );
    let text = text.replace("A.Go (<>, 1)", "A.Go.end (1)").replace(
        "--# s -> s : A.Go exception constraint_error;",
        "--# s -> s : A.Go.end exception constraint_error, A.Go.end;",
    );
    assert_eq!(
        runs(&text),
        [
            "a.go.2 seen a.go.end.constraint_error a.constraint_error b.constraint_error",
            "a.go.2 seen a.go.end.constraint_error b.constraint_error a.constraint_error"
        ]
    );
    for (property, expected) in
        [("B_Is_Fine", false), ("Never_Goes", false), ("Goes_With_One", true), ("Named", false)]
    {
        assert_eq!(holds(&text, Some(property)), expected, "{property}");
    }
    // Two tasks that call are told apart.
    let two = text.replace("task B;", "task B; task C;").replace(
        "--# property B_Is",
        " task body C is begin if False then A.Go (0, L); end if; end C;\n--# property B_Is",
    );
    let two = two
        .replace("task B; task C;", "task B; task C; L : N := 0;")
        .replace("if False then A.Go (0, L); end if;", "if L = 1 then A.Go (0, L); end if;");
    assert!(runs(&two).iter().any(|run| {
        run == "b.a.go.2 seen b.a.go.end.constraint_error a.constraint_error b.constraint_error c.l==0"
    }));
}

#[test]
fn an_exception_leaves_all_accepts_around_it() {
    // Compiled, this prints the exception in C, then in B, then in A; no parameter comes out.
    let text = "procedure P is\n type N is range 0 .. 2;\n task A is entry Outer (V : in N; R : out N); \
        entry Inner (V : in out N); end A;\n task B;\n task C;\n task body A is L : N := 0; begin\n accept \
        Outer (V : in N; R : out N) do\n R := 2;\n accept Inner (V : in out N) do\n V := 0; L := N'Last; L \
        := L + A.Outer.V;\n end Inner;\n null; --# event never\n end Outer;\n end A;\n task body B is X : N \
        := 1; begin A.Outer (1, X); end B;\n task body C is X : N := 1; begin\n select A.Inner (X); or delay \
        1.0; null; --# event late\n end select;\n null; --# event on\n end C;\nbegin\n null;\nend P;";
    let runs = runs(text);
    let accepted: Vec<&String> = runs.iter().filter(|run| run.contains("inner")).collect();
    // After both rendezvous A and B raise in any order; C may be before, between or after.
    assert!(accepted.iter().all(|run| {
        let order = ["a.outer.1", "a.inner.1.constraint_error", "a.outer.end.constraint_error"];
        let mut words = run.split(' ');
        order.iter().all(|wanted| words.any(|word| word == *wanted))
            && run.split(' ').all(|word| !["never", "late", "on"].contains(&word))
            || panic!("{run}")
    }));
    assert_eq!(accepted.len(), 8, "{accepted:?}");
    // Without a call of Inner, A and B are stuck in the rendezvous.
    assert_eq!(runs.len() - accepted.len(), 3, "{runs:?}");
}

#[test]
fn rendezvous_in_two_steps_end_from_the_inside_out() {
    let text = "procedure P is\n task A is entry Outer; entry Inner; end A;\n task B;\n task body A is \
        begin\n accept Outer do\n accept Inner do null; --# event seen\n raise Program_Error; end Inner;\n \
        end Outer;\n end A;\n task body B is begin A.Outer; end B;\nbegin\n A.Inner;\nend P;";
    let begin = "a.outer a.inner seen a.inner.end.program_error";
    let end = "a.outer.end.program_error";
    let rest = |words: [&str; 4]| words.map(|word| if word == "end" { end } else { word }).join(" ");
    let (a, b, p) = ("a.program_error", "b.program_error", "p.program_error");
    // P raises when it likes, A and B only after the end of Outer.
    let mut expected: Vec<String> = Vec::new();
    for (first, second) in [(a, b), (b, a)] {
        expected.push(format!("{begin} {}", rest([p, "end", first, second])));
        expected.push(format!("{begin} {}", rest(["end", p, first, second])));
        expected.push(format!("{begin} {}", rest(["end", first, p, second])));
        expected.push(format!("{begin} {}", rest(["end", first, second, p])));
    }
    expected.sort();
    assert_eq!(runs(text), expected);
}

#[test]
fn an_exception_leaves_the_accepts_of_the_caller() {
    // Compiled, this prints that the first call returns, and the exception in A, B and C.
    let text = "procedure P is\n type N is range 0 .. 2;\n task A is entry Go (V : in N); end A;\n task B is \
        entry Serve; end B;\n task C;\n procedure Check (V : N) is begin if V > 1 then raise Program_Error; \
        end if; end Check;\n task body A is begin\n accept Go (V : in N) do if V = 0 then return; end if; \
        Check (V); end Go;\n accept Go (V : in N) do if Go.V = 0 then return; end if; Check (V); end Go;\n \
        end A;\n task body B is begin\n accept Serve do A.Go (0); A.Go (2); end Serve;\n end B;\n task body \
        C is begin B.Serve; end C;\n--# property C_Is_Served is\n--# init s;\n--# s -> error : B.Serve.end \
        exception program_error;\n--# end C_Is_Served;\nbegin\n null;\nend P;";
    let runs = runs(text);
    for run in &runs {
        assert!(run.starts_with("b.serve a.go.0 a.go.2.program_error "), "{run}");
    }
    // The rest: A's exception among the end of Serve and then those of B and C in any order.
    assert_eq!(runs.len(), 8, "{runs:?}");
    assert!(
        runs.contains(
            &"b.serve a.go.0 a.go.2.program_error b.serve.end.program_error a.program_error b.program_error \
          c.program_error"
                .to_owned()
        )
    );
    assert!(!holds(text, Some("C_Is_Served")));
}

#[test]
fn an_assertion_that_is_false_is_an_exception() {
    let text = "procedure P is\n type M is mod 4;\n D : constant M := 0 - 1;\n task A is entry Go (V : in \
        M); end A;\n task body A is begin\n accept Go (V : in M) do\n pragma Assert (V <= 3);\n pragma \
        Assert (Check => Go.V = 0, Message => \"zero\");\n end Go;\n end A;\nbegin\n A.Go (D);\nend P;";
    assert_eq!(
        runs(text),
        [
            "a.go.3.assertion_error a.assertion_error p.assertion_error",
            "a.go.3.assertion_error p.assertion_error a.assertion_error"
        ]
    );
    assert_eq!(runs(&text.replace("0 - 1", "0")), ["a.go.0"]);
    let declared = text.replace("D : constant", "pragma Assert (True);\n D : constant");
    let messages = load(FileId(0), &declared).expect_err("no statement");
    assert_eq!(messages[0].code, "E1014");
}

#[test]
fn labels_of_other_languages_may_name_the_exception() {
    let (program, _) = load(FileId(0), LOAD).expect("a program");
    let lowered = lower(&program, &Budget::unlimited()).expect("no limit");
    let named = |label: &str| -> Vec<&str> {
        let actions = lowered.labels.actions_named(label);
        actions.into_iter().map(|action| lowered.system.actions.name(action)).collect()
    };
    let failing = ["a.go.2.constraint_error"];
    for label in ["a.go", "a.go.2", "go.2", "b.a.go.2", "a.go.2.constraint_error", "a.go.constraint_error"] {
        assert_eq!(named(label), failing, "{label}");
    }
    for label in ["a.go.1", "a.go.2.program_error", "a.go.1.constraint_error", "a.go.end"] {
        assert!(named(label).is_empty(), "{label}");
    }
    assert_eq!(named("constraint_error"), ["a.constraint_error", "b.constraint_error"]);
    // A label that names it takes it away from one that does not.
    let mut from = ActionTable::new();
    let (any, only) = (from.intern("a.go"), from.intern("a.go.constraint_error"));
    let mut builder = LtsBuilder::new(1);
    builder.add(StateId::must(0), any, StateId::must(0));
    builder.add(StateId::must(0), only, StateId::ERROR);
    let property = builder.finish().expect("an LTS");
    let mut to = lowered.system.actions.clone();
    let bound = lowered.labels.bind(&property, &from, &mut to).expect("no clash");
    assert_eq!(bound.unknown, ["a.go"]);
    assert_eq!(bound.lts.alphabet().len(), 2);
}

/// The code of the first message about a program, and its help.
fn refused(text: &str) -> (&'static str, String) {
    let message = load(FileId(0), text).expect_err("not a program").remove(0);
    (message.code, message.help.unwrap_or_default())
}

#[test]
fn random_needs_its_library_unit_and_a_generator() {
    let text = "with Ada.Numerics.Discrete_Random;\nprocedure P is\n package R is new \
        Ada.Numerics.Discrete_Random (Boolean);\n G : R.Generator;\n X : Boolean := False;\n task T;\n task \
        body T is begin X := R.Random (G); end T;\nbegin\n null;\nend P;";
    assert_eq!(runs(text), ["t.x=false", "t.x=true"]);
    let (code, help) = refused(&text.replace("with Ada.Numerics.Discrete_Random;", ""));
    assert_eq!((code, help.contains("with Ada.Numerics.Discrete_Random;")), ("E1034", true));
    assert_eq!(refused(&text.replace("(G)", "(H)")).0, "E1030");
    assert_eq!(refused(&text.replace("(G)", "(X)")).0, "E1041");
    assert_eq!(refused(&text.replace("(G)", "(G, G)")).0, "E1041");
    assert_eq!(refused(&text.replace("(G)", "(1)")).0, "E1041");
}

#[test]
fn old_names_and_clocks_of_the_library_are_known() {
    let text = "with Text_IO; use Text_IO;\nwith Ada.Calendar, Ada.Real_Time;\nprocedure P is\nbegin\n \
        Put_Line (\"x\"); Text_IO.New_Line;\n delay until Ada.Calendar.Clock;\n null; --# event done\nend P;";
    assert_eq!(runs(text), ["done"]);
    let variable = text.replace("procedure P is", "procedure P is T : Ada.Calendar.Time;");
    assert_eq!(refused(&variable).0, "E1037");
}

#[test]
fn literals_of_modular_types_wrap_around() {
    let text = "procedure P is\n type M is mod 4;\n X : M := 0 - 1;\n Y : M := 3 + 3;\n Z : constant M := 2 \
        ** 3;\n task T;\n task body T is begin X := Y; Y := 1 - 2 + Z; end T;\nbegin\n null;\nend P;";
    assert_eq!(runs(text), ["t.y==2 t.x=2 t.y=3"]);
    // The operands are values of the type.
    assert_eq!(refused(&text.replace("3 + 3", "5 - 4")).0, "E1043");
}

#[test]
fn numbers_of_repetitions_have_the_type_that_is_wanted() {
    let text = "procedure P is\n type S is range 0 .. 3;\n type M is mod 4;\n Max : constant S := 3;\n Ms : \
        M := 0;\n Arr : array (S) of S := (others => 0);\n task A is entry Go (V : in S); entry F (S) (W : \
        in M); end A;\n task body A is begin\n accept Go (V : in S) do Arr (V) := V; end Go;\n accept F (1) \
        (W : in M) do Ms := W; end F;\n end A;\n--# property Q is\n--# init s (0);\n--# for K in 0 .. 2 \
        {\n--# s (K) -> s (K + 1) : A.Go (K + 1);\n--# if K < Max { s (K) -> s (K) : Ms = K; }\n--# if Max - \
        K > 0 { s (K) -> s (K) : Arr (K) = K; }\n--# if K in S { s (K) -> error : A.F (K) (K + 1); }\n--# \
        for L in K .. Max { s (K) -> s (L) : A.F (L) (0); }\n--# }\n--# end Q;\nbegin\n A.Go (1);\n A.F (1) \
        (2);\nend P;";
    // After Go (1) the state is s (1), and F (1) (2) is an error there.
    assert!(!holds(text, Some("Q")));
    assert!(holds(&text.replace("A.F (1) (2);\nend", "A.F (1) (3);\nend"), Some("Q")));
}

#[test]
fn numbers_that_do_not_fit_are_named() {
    for number in
        ["99_999_999_999_999_999_999", "2 ** 63", "2 ** 70", "9_223_372_036_854_775_807 + 1", "(-2) ** 64"]
    {
        let text = format!("procedure P is N : constant := {number}; begin null; end P;");
        assert_eq!(refused(&text).0, "E1004", "{number}");
    }
    let text = "procedure P is N : constant := 2 ** 62; M : constant := 1 / 0; begin null; end P;";
    assert_eq!(refused(text).0, "E1036");
}

#[test]
fn exceptions_are_named_where_they_can_end_something() {
    let warned = |pattern: &str, text: &str| {
        let text = text.replace("A.Go exception constraint_error", pattern);
        load(FileId(0), &text).map(|(_, warnings)| warnings.iter().map(|w| w.code).collect::<Vec<_>>())
    };
    let none: Vec<&str> = Vec::new();
    assert_eq!(warned("A.Go exception program_error", LOAD).expect("a program"), none);
    // One step has no end of its own, and of two steps the second has the exception.
    assert_eq!(warned("A.Go.end exception constraint_error", LOAD).expect("a program"), ["W1030"]);
    let two = LOAD
        .replace("R := 0;", "R := 0; --# event seen\n")
        .replace("A.Go (2) exception", "A.Go.end exception");
    assert_eq!(
        warned("A.Go exception constraint_error", &two.replace("(<>, 1)", "(1)")).expect("a program"),
        ["W1030"]
    );
    let refused = |pattern: &str| warned(pattern, LOAD).expect_err("not a pattern")[0].code;
    // Only values that go in are left.
    assert_eq!(refused("A.Go (2, 1) exception constraint_error"), "E1054");
    assert_eq!(refused("went exception constraint_error"), "E1054");
    assert_eq!(refused("A.Go exception tasking_error"), "E1054");
    let raised =
        "with Ada.Assertions; use Ada.Assertions;\nprocedure P is begin raise Assertion_Error; end P;";
    assert_eq!(runs(raised), ["p.assertion_error"]);
}
