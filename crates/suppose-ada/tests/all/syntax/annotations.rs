//! Annotations and the pragmas that mean the same.

use suppose_ada::ast::DeclarationKind;

use crate::syntax::shown;
use crate::syntax::support::{declarations, messages, statements, tree};

#[test]
fn events() {
    let text = "   --# event a\n   X := 1;  --# event b.c (X, X + 1)  -- why\n   -- a comment\n   --# EVENT \
        D\n   if X then --# event e\n      null;\n      --# event f\n   end if; --# event g\n   pragma \
        Annotate (Suppose, Event, H, X); pragma Event (I); pragma Annotate (Other, Event, J);";
    assert_eq!(
        shown::statements(&statements(text)),
        "{event a; x:=1; event b.c(x,[x Add 1]); event d; if x {event e; null; event f}; event g; event \
            h(x); event i}"
    );
    let text = "select\n accept A; --# event a\nor\n accept B; --# event b\n P;\n --# event c\nelse\n --# \
        event d\n Q;\nend select; --# event e";
    assert_eq!(
        shown::statements(&statements(text)),
        "{select accept a {event a} or accept b {event b; call p; event c} else {event d; call q}; event e}"
    );
}

#[test]
fn events_as_people_write_them() {
    // A semicolon as after a statement; a quoted name, which compilers do not look up.
    let text = "   --# event a;\n   X := 1;  --# event b (X);  -- why\n   pragma Annotate (Suppose, Event, \
        \"Eat\", X);\n   pragma Annotate (Suppose, Event, \"door.end\");";
    assert_eq!(
        shown::statements(&statements(text)),
        "{event a; x:=1; event b(x); event eat(x); event door.end}"
    );
    let text =
        "task Car is\n entry Open_Doors;  --# event open;\nend Car;\n--# any;\nfunction F return Boolean;";
    let shown = shown::declarations(&declarations(text));
    assert!(shown.contains("open_doors event open}") && shown.contains("any"), "{shown}");
    for name in ["", "a b", "1st", "end", "a..b", "a.", "a\"\"b"] {
        let text = format!("procedure P is begin pragma Annotate (Suppose, Event, \"{name}\"); end P;");
        let found: Vec<&str> = messages(&text).iter().map(|message| message.code).collect();
        assert_eq!(found, ["E1021"], "{name}");
    }
    assert_eq!(messages("procedure P is begin\n--# event a;;\nnull; end P;").len(), 1);
}

#[test]
fn events_of_entries() {
    let text = "task Car is\n entry Open_Doors;  --# event open\n entry Close (X : T); --# event \
        Door.Close\n entry C;\nend Car;";
    assert_eq!(
        shown::declarations(&declarations(text)),
        "{task car {open_doors event open; close (x:in t) event door.close; c}}"
    );
}

#[test]
fn any_value() {
    let text = "-- Any of them.\n--# any\n-- really\nfunction F return T;\nfunction G return T is (1);\n--# \
        any\nfunction H return T is begin return 1; end H;";
    assert_eq!(
        shown::declarations(&declarations(text)),
        "{any sub f return t; sub g return t is 1; any sub h return t {} {return 1}}"
    );
}

const PROPERTY: &str = "\
--# property P1 is
--#    init none;
--#
--#    none -> one  : Pump_1.Start (1);      -- a rendezvous
-- an ordinary comment

--#    one, two -> none : Pump_1.Stop (1), Customer_1:Pump_1.Stop (2, <>);
--#    one  -> error : Pumps (1).Start (2 .. N), enter,
--#                    A.Terminate_Artist.end, A.E.end (1), x = True, Car:A (1).x == False,
--#                    exception constraint_error, Cars (2):exception Program_Error, T.F (1) (2), S (T'Range);
--#    for I in 1 .. N { for J in T { n (I) -> n (I + 1) : e (I, J); } }
--#    if N > 2 { a -> b : c; } else { a -> c : b; }
--# end P1;
";

const READ: &str = "property p1 init none; none->one: pump_1.start(1); one,two->none: pump_1.stop(1), \
    customer_1:pump_1.stop(2,<>); one->error: pumps(1).start(2..n), enter, a.terminate_artist.end(), \
    a.e.end(1), x=true, car:a(1).x==false, exception constraint_error, cars(2):exception program_error, \
    t.f(1)(2), s(range t'range); for i in 1..n {for j in type t {n(i)->n([i Add 1]): e(i,j);}} if [n Greater \
    2] {a->b: c;} else {a->c: b;}";

#[test]
fn properties() {
    assert_eq!(shown::declarations(&declarations(PROPERTY)), format!("{{{READ}}}"));
    let file = format!(
        "{PROPERTY}procedure P is\nbegin\n   null;\nend P;\n{PROPERTY}--# property Q is init a; a -> error : \
            b; end Q;"
    );
    let names: Vec<String> =
        tree(&file).properties.iter().map(|property| property.name.key.clone()).collect();
    assert_eq!(names, ["p1", "p1", "q"]);
    // Between other declarations, with its place.
    let list = declarations("X : T;\n--# property Q is\n--# init a; a -> error : b;\n--# end;\nY : T;");
    assert_eq!(shown::declarations(&list), "{x: t; property q init a; a->error: b;; y: t}");
    let DeclarationKind::Property(property) = &list[1].kind else { panic!("no property") };
    let start = "procedure Main is\nX : T;\n--# ".len();
    assert_eq!(property.span.start as usize, start);
    assert_eq!(
        property.span.end as usize,
        start + "property Q is\n--# init a; a -> error : b;\n--# end;".len()
    );
}

#[test]
fn other_tools() {
    // One warning for each run of lines that nobody knows; the program is read as if they were not there.
    let text = "procedure P (X : in T)\n--# global in out Y;\n--# derives Y from X, Y;\nis\n   --# hide \
        P;\nbegin\n   null;\nend P;";
    let found = messages(text);
    assert_eq!(found.iter().map(|d| d.code).collect::<Vec<_>>(), ["W1001", "W1001"]);
    assert!(found.iter().all(|d| !d.is_error()));
}
