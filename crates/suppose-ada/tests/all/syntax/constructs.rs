//! Every declaration and statement of the subset.

use crate::syntax::shown;
use crate::syntax::support::{declarations, statements, tree};

#[track_caller]
fn declares(text: &str, expected: &str) {
    assert_eq!(shown::declarations(&declarations(text)), format!("{{{expected}}}"), "{text}");
}

#[track_caller]
fn does(text: &str, expected: &str) {
    assert_eq!(shown::statements(&statements(text)), format!("{{{expected}}}"), "{text}");
}

#[test]
fn objects() {
    declares("X : Boolean;", "x: boolean");
    declares("X, Y : Boolean := False;", "x,y: boolean:=false");
    declares("N : constant := 3;", "n: number 3");
    declares("N : constant Integer := 3;", "n: constant integer:=3");
    declares("X : Integer range 1 .. N := 1;", "x: integer 1..n:=1");
    declares("P1 : Pump (1);", "p1: pump<1>");
    declares("P1 : Pumps.Pump (Id => 1);", "p1: pumps.pump<id=>1>");
    declares(
        "A : array (1 .. 3, Boolean, T range 1 .. 2) of Pump;",
        "a: array (1..3,type boolean,type t 1..2) of pump",
    );
    declares(
        "A : constant array (T'Range) of Boolean := (others => False);",
        "a: constant array (range t'range) of boolean:=agg(others=>false)",
    );
    declares("X : Boolean renames A (1);", "x: boolean renames a(1)");
    declares("X : Boolean := False with Volatile, Size => 8;", "x: boolean:=false");
    declares("type T is (A); for T use (A => 1); pragma Pack (T); X : T;", "type t (a); x: t");
}

#[test]
fn types() {
    declares("type T is (Red, Green);", "type t (red,green)");
    declares("type T is range 1 .. N + 1;", "type t 1..[n Add 1]");
    declares("type T is mod 2 ** 3;", "type t mod [2 Power 3]");
    declares("type T is array (1 .. 2) of Boolean;", "type t array (1..2) of boolean");
    declares("type T is array (U, 0 .. 1) of V range 1 .. 2;", "type t array (type u,0..1) of v 1..2");
    declares("type T is new Boolean;", "type t new boolean");
    declares("type T is new Integer range 0 .. 7;", "type t new integer 0..7");
    declares("subtype S is T;", "subtype s t");
    declares("subtype S is T range A .. B;", "subtype s t a..b");
    declares("subtype S is T range U'Range;", "subtype s t range u'range");
}

#[test]
fn tasks() {
    declares("task T;", "task t {}");
    declares("task T is end T;", "task t {}");
    declares("task type T;", "task type t {}");
    declares(
        "task type Pump (Id : Pump_Id; N : C := 1) is entry Start; end Pump;",
        "task type pump (id:in pump_id;n:in c:=1) {start}",
    );
    declares(
        "task T is pragma Priority (3); entry A; entry B (X : in T; Y, Z : out U); entry C (1 .. 3); entry D \
            (T) (X : in out V); entry E (T range 1 .. 2); end;",
        "task t {a; b (x:in t;y,z:out u); c [1..3]; d [type t] (x:inout v); e [type t 1..2]}",
    );
    declares(
        "task T; task body T is X : Boolean; begin X := True; end T;",
        "task t {}; task body t {x: boolean} {x:=true}",
    );
}

#[test]
fn subprograms() {
    declares("procedure P;", "sub p");
    declares("procedure P (X : T; Y : in out U) is begin null; end P;", "sub p (x:in t;y:inout u) {} {null}");
    declares("procedure P is null;", "sub p {} {null}");
    declares(
        "procedure P is X : T; procedure Q is begin null; end; begin Q; end P;",
        "sub p {x: t; sub q {} {null}} {call q}",
    );
    declares("function F return T;", "sub f return t");
    declares("function F (X : T) return U is (X + 1);", "sub f (x:in t) return u is [x Add 1]");
    declares("function F return U is begin return 1; end F;", "sub f return u {} {return 1}");
    declares("procedure P with Inline; X : T;", "sub p; x: t");
}

#[test]
fn packages_and_clauses() {
    declares("package P is X : T; private Y : T; end P;", "package p {x: t; y: t}");
    declares("package body P is X : T; end P;", "package body p {x: t} {}");
    declares("package body P is begin X := 1; end P;", "package body p {} {x:=1}");
    declares(
        "package R is new Ada.Numerics.Discrete_Random (T); G : R.Generator;",
        "instance r ada.numerics.discrete_random(t); g: r.generator",
    );
    declares(
        "package R is new Ada.Numerics.Discrete_Random (Result_Subtype => T);",
        "instance r ada.numerics.discrete_random(result_subtype=>t)",
    );
    declares("use P; use type Q.T, U; use all type V;", "use p; use type q.t,u; use type v");
}

#[test]
fn units() {
    let text = "with Ada.Text_IO, P; use Ada.Text_IO; pragma Elaborate_Body;\npackage P is X : T; end \
        P;\nwith P; procedure Main is begin null; end;";
    let tree = tree(text);
    let items: Vec<String> = tree.units.iter().map(|unit| shown::declaration(&unit.item)).collect();
    assert_eq!(items, ["package p {x: t}", "sub main {} {null}"]);
    let counts: Vec<usize> = tree.units.iter().map(|unit| unit.context.len()).collect();
    assert_eq!(counts, [2, 1]);
}

#[test]
fn simple_statements() {
    does("null;", "null");
    does("X := 1; A (I) := B; P.X := 2;", "x:=1; a(i):=b; p.x:=2");
    does("P; P (1, X => 2); T.E; Ts (I).E (F) (X);", "call p; call p(1,x=>2); call t.e; call ts(i).e(f)(x)");
    does(
        "return; delay 0.5; delay until T; pragma Assert (X); raise; raise Program_Error; raise Ada.E with \
            \"t\";",
        "return; delay real; delay t; assert x; raise; raise program_error; raise ada.e",
    );
}

#[test]
fn branches_and_loops() {
    does(
        "if A then B; elsif C then D; elsif E then F; else G; end if;",
        "if a {call b} if c {call d} if e {call f} else {call g}",
    );
    does(
        "case X is when 1 => A; when 2 | 4 .. 5 | T'Range => B; C; when others => null; end case;",
        "case x 1 {call a} 2|4..5|range t'range {call b; call c} others {null}",
    );
    does("loop exit; exit when A; end loop;", "loop {exit; exit when a}");
    does("L : loop exit L; exit L when A; end loop L;", "l: loop {exit l; exit l when a}");
    does("while A < B loop null; end loop;", "while [a Less b] {null}");
    does("for I in 1 .. N loop null; end loop;", "for i in 1..n {null}");
    does("for I in reverse T loop null; end loop;", "for i in reverse type t {null}");
    does(
        "for I in T range 1 .. 2 loop null; end loop; for I in A'Range (2) loop null; end loop;",
        "for i in type t 1..2 {null}; for i in range a'range(2) {null}",
    );
    does(
        "declare X : T; begin X := 1; end; begin null; end; B : declare begin null; end B;",
        "block {x: t} {x:=1}; block {} {null}; b: block {} {null}",
    );
}

#[test]
fn rendezvous() {
    does("accept E;", "accept e");
    does("accept E (X : in T; Y : out U);", "accept e (x:in t;y:out u)");
    does("accept E (I); accept E (I + 1) (X : T);", "accept e [i]; accept e [[i Add 1]] (x:in t)");
    does("accept E do null; end E; accept E do return; end;", "accept e do {null}; accept e do {return}");
    does(
        "select accept A; or when G => accept B do X := 1; end B; Y := 2; or terminate; end select;",
        "select accept a {} or when g accept b do {x:=1} {y:=2} or terminate {}",
    );
    does("select accept A; P; else Q; end select;", "select accept a {call p} else {call q}");
    does(
        "select accept A; or when G => delay 1.0; P; or delay 2.0; end select;",
        "select accept a {} or when g delay real {call p} or delay real {}",
    );
    does("select T.E (1); P; else Q; end select;", "try t.e(1) {call p} else {call q}");
    does(
        "select T.E; or delay 1.0; P; end select; select T.E; or delay until X; end select;",
        "try t.e {} else delay real {call p}; try t.e {} else delay x {}",
    );
}

#[test]
fn words_in_any_case() {
    let text = "PROCEDURE Main IS x : BOOLEAN; BEGIN\r\n  X := tRUE;\r\nEND main;\r\n";
    assert_eq!(shown::declaration(&tree(text).units[0].item), "sub main {x: boolean} {x:=true}");
}
