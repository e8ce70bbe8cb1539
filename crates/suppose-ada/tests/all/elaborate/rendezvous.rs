//! Which rendezvous are one step, what select statements become, names, and the main procedure.

use suppose_ada::{Body, Exception, Kind, Program};

use crate::elaborate::interpreter::only_run;
use crate::elaborate::runs::program;

/// A task `A` with entries and a body, beside a task `C` with statements and a shared variable.
fn two(entries: &str, body: &str, caller: &str) -> Program {
    program(&format!(
        "procedure P is
           subtype S is Integer range 0 .. 3;
           Shared : S := 0;
           task A is
              {entries}
           end A;
           task C is
              entry Done;
           end C;
           task body A is
              L : S := 0;
           {body}
           end A;
           task body C is
              M : S := 0;
           begin
              {caller}
              accept Done;
           end C;
        begin
           null;
        end P;"
    ))
}

/// The names of entries of `A` that are not one step.
fn open_entries(entries: &str, body: &str) -> Vec<String> {
    let program = two(entries, body, "");
    program.entries.iter().filter(|entry| !entry.atomic).map(|entry| entry.label.clone()).collect()
}

#[test]
fn a_rendezvous_is_one_step_when_nobody_sees_more() {
    let none: [&str; 0] = [];
    let e = "entry E (N : S; O : out S); entry F;";
    let accept = |body: &str| format!("begin accept E (N : S; O : out S) do {body} end E;");
    assert_eq!(open_entries(e, &accept("O := N; L := N;")), none);
    assert_eq!(open_entries(e, &accept("O := N; for I in 0 .. N loop L := I; end loop;")), none);
    assert_eq!(open_entries(e, &accept("O := Shared;")), ["a.e"]);
    assert_eq!(open_entries(e, &accept("O := N; Shared := 1;")), ["a.e"]);
    assert_eq!(open_entries(e, &accept("O := N;\n--# event go\nnull;")), ["a.e"]);
    assert_eq!(open_entries(e, &accept("O := N; C.Done;")), ["a.e"]);
    assert_eq!(open_entries(e, &accept("O := N; accept F;")), ["a.e"]);
    // What is never executed does not count, and what raises an exception is no other step.
    assert_eq!(open_entries(e, &accept("O := N; if False then Shared := 1; end if;")), none);
    assert_eq!(open_entries(e, &accept("if N = 0 then raise Constraint_Error; end if; O := N;")), none);
    // One accept that is seen makes them all so.
    let twice = format!("{} accept E (N : S; O : out S) do O := Shared; end E;", accept("O := N;"));
    assert_eq!(open_entries(e, &twice), ["a.e"]);
}

#[test]
fn members_of_a_family_are_alike_where_an_index_chooses() {
    let f = "entry F (S) (N : S);";
    let seen = "accept F (1) (N : S) do Shared := N; end F;";
    assert_eq!(open_entries(f, &format!("begin {seen} accept F (2) (N : S);")), ["a.f.1"]);
    let any = format!("begin {seen} accept F (L) (N : S);");
    assert_eq!(open_entries(f, &any), ["a.f.0", "a.f.1", "a.f.2", "a.f.3"]);
}

#[test]
fn results_for_shared_variables_take_a_second_step() {
    let body = "begin accept E (N : in out S) do N := N + 1; end E;";
    let program = two("entry E (N : in out S);", body, "A.E (Shared);\n--# event now (Shared)\n");
    let calls = &program.tasks[1].code;
    assert!(matches!(&calls[0].kind, Kind::Assign { .. }), "{calls:?}");
    assert!(matches!(&calls[1].kind, Kind::Call { .. }), "{calls:?}");
    assert!(matches!(&calls[2].kind, Kind::Assign { .. }), "{calls:?}");
    // `Done` is never called.
    assert_eq!(only_run(&program), "now.1 waiting 1");
}

#[test]
fn selects() {
    let e = "entry E; entry F;";
    let guarded =
        "begin L := 1; select when L = 0 => accept E; or when L = 1 => accept F; or terminate; end select;";
    let program = two(e, guarded, "");
    let Kind::Select { alternatives, otherwise, terminate } = &program.tasks[0].code[1].kind else {
        panic!()
    };
    assert_eq!((alternatives.len(), otherwise.is_some(), *terminate), (2, false, true));
    assert!(alternatives.iter().all(|alternative| alternative.guard.is_some()));

    // A guard that reads a shared variable is asked before the select.
    let program = two(e, "begin select when Shared = 0 => accept E; or accept F; end select;", "");
    assert!(matches!(program.tasks[0].code[0].kind, Kind::Assign { .. }));

    // A guard that is known to be false leaves nothing; without any alternative the select raises.
    let program =
        two(e, "begin select when False => accept E; or when True => accept F; else L := 1; end select;", "");
    let Kind::Select { alternatives, otherwise, .. } = &program.tasks[0].code[0].kind else { panic!() };
    assert_eq!((alternatives.len(), alternatives[0].guard.is_none(), otherwise.is_some()), (1, true, true));
    let program = two(e, "begin select when False => accept E; or when False => accept F; end select;", "");
    assert!(matches!(program.tasks[0].code[0].kind, Kind::Raise(Exception::Program)));

    // A guard of `terminate` that is not known makes two selects.
    let program = two(e, "begin L := Shared; select accept E; or when L = 0 => terminate; end select;", "");
    let ends: Vec<bool> = program.tasks[0]
        .code
        .iter()
        .filter_map(|instruction| match instruction.kind {
            Kind::Select { terminate, .. } => Some(terminate),
            _ => None,
        })
        .collect();
    assert_eq!(ends, [true, false]);

    // Several delays: any of them.
    let delays = "begin select accept E; or delay 1.0; L := 1; or delay 2.0; L := 2; end select;";
    let program = two(e, delays, "");
    assert!(
        program.tasks[0]
            .code
            .iter()
            .any(|instruction| matches!(&instruction.kind, Kind::Split(all) if all.len() == 2))
    );
}

#[test]
fn runs_of_selects() {
    let e = "entry E; entry F;";
    let show = |name: &str| format!("\n--# event {name}\nnull;");
    let body = format!(
        "begin loop select accept E; {} or accept F; exit; else {} exit; end select; end loop;",
        show("e"),
        show("idle")
    );
    assert_eq!(only_run(&two(e, &body, "A.E; A.E;")), "e e idle waiting 1");
    assert_eq!(only_run(&two(e, &body, "A.E; A.F;")), "e waiting 1");
    let call =
        |entry: &str| format!("select A.{entry}; {} else {} end select;", show("met"), show("gave_up"));
    let accepts = "begin accept E; accept F;";
    assert_eq!(only_run(&two(e, accepts, &format!("{} {}", call("F"), call("E")))), "gave_up met waiting 2");
}

#[test]
fn open_and_atomic_bodies() {
    let body = "begin accept E (N : S) do L := N; end E; accept F (N : S) do Shared := N; end F;";
    let program = two("entry E (N : S); entry F (N : S);", body, "");
    let bodies: Vec<bool> = program.tasks[0]
        .code
        .iter()
        .filter_map(|instruction| match &instruction.kind {
            Kind::Select { alternatives, .. } => Some(matches!(alternatives[0].body, Body::Atomic { .. })),
            _ => None,
        })
        .collect();
    assert_eq!(bodies, [true, false]);
}

#[test]
fn names() {
    let text = "package Q is
           type Colour is (Red, Green);
           task type W is entry E (Colour) (N : Boolean); end W;
           Ws : array (Colour, 1 .. 2) of W;
           Level : array (Colour) of Boolean := (others => False);
        end Q;
        package body Q is
           task body W is
              Seen : array (1 .. 2) of Boolean := (others => False);
           begin
              accept E (Red) (N : Boolean) do Seen (1) := N; end E;
           end W;
        end Q;
        with Q;
        procedure P is
           task Single;
           task body Single is begin null; end Single;
        begin
           Q.Ws (Q.Red, 2).E (Q.Red) (True);
        end P;";
    let program = program(text);
    let tasks: Vec<&str> = program.tasks.iter().map(|task| &task.name[..]).collect();
    assert_eq!(tasks, ["q.ws.red.1", "q.ws.red.2", "q.ws.green.1", "q.ws.green.2", "single", "p"]);
    let entries: Vec<&str> = program.entries.iter().take(3).map(|entry| &entry.label[..]).collect();
    assert_eq!(entries, ["q.ws.red.1.e.red", "q.ws.red.1.e.green", "q.ws.red.2.e.red"]);
    let variables: Vec<&str> = program.variables.iter().take(5).map(|variable| &variable.name[..]).collect();
    assert_eq!(
        variables,
        ["q.level.red", "q.level.green", "q.ws.red.1.seen.1", "q.ws.red.1.seen.2", "q.ws.red.1.e.n"]
    );
    let Kind::Call { entry, .. } = &program.tasks[5].code[0].kind else { panic!() };
    assert_eq!(
        (entry.indices.len(), &program.entries[entry.members[0].0 as usize].label[..]),
        (0, "q.ws.red.2.e.red")
    );
}

#[test]
fn the_main_procedure_is_a_task_when_it_can_be_noticed() {
    let tasks = |declarations: &str, statements: &str| {
        let text = format!("procedure P is {declarations} begin {statements} end P;");
        program(&text).tasks.iter().map(|task| task.name.clone()).collect::<Vec<_>>()
    };
    assert_eq!(tasks("X : Boolean;", "null;"), [""; 0]);
    assert_eq!(tasks("procedure Q is begin null; end Q;", "Q;"), [""; 0]);
    // It might raise an exception.
    assert_eq!(tasks("procedure Q is X : Boolean; begin X := True; end Q;", "Q;"), ["p"]);
    assert_eq!(tasks("X : Boolean;", "X := True;"), ["p"]);
    assert_eq!(tasks("", "\n--# event go\nnull;"), ["p"]);
    assert_eq!(tasks("", "raise Program_Error;"), ["p"]);
    assert_eq!(tasks("", "loop null; end loop;"), ["p"]);
    assert_eq!(
        tasks("task P is entry E; end P; task body P is begin accept E; end P;", "P.E;"),
        ["p", "p.main"]
    );
}

#[test]
fn exceptions() {
    let run = |declarations: &str, statements: &str| {
        let show = "procedure Show (V : Integer) is begin\n--# event show (V)\nnull; end Show;";
        let text = format!(
            "procedure P is subtype S is Integer range 0 .. 3; X : S := 3; {show} {declarations} begin \
                {statements} end P;"
        );
        only_run(&program(&text))
    };
    assert_eq!(run("", "Show (1); X := X + 1; Show (2);"), "1 p!Constraint");
    assert_eq!(run("Z : S := 0;", "Show (X / Z);"), "p!Constraint");
    assert_eq!(
        run("A : array (S) of S := (others => 1);", "X := 2; Show (A (X + 1)); Show (A (X + 2));"),
        "1 p!Constraint"
    );
    assert_eq!(run("subtype T is S range 0 .. 1;", "Show (T'(X));"), "p!Constraint");
    assert_eq!(
        run("subtype T is S range 0 .. 1; procedure Q (V : T) is begin Show (V); end Q;", "Q (X);"),
        "p!Constraint"
    );
    assert_eq!(run("type E is (A, B); V : E := B;", "V := E'Succ (V);"), "p!Constraint");
    assert_eq!(run("type E is (A, B); V : E := B;", "V := E'Val (X);"), "p!Constraint");
    assert_eq!(run("type M is mod 4; V : M := 3;", "V := V + 1; Show (Integer (V));"), "0");
}
