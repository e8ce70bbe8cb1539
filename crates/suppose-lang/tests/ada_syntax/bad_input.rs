//! Bad input: code, line, column and message of everything that the lexer and the parser can complain about.

use crate::support::{messages, shown};

/// Checks all messages about a text.
#[track_caller]
fn complains(text: &str, expected: &[&str]) {
    let _ = expected;
    println!("@@{} {:?}", std::panic::Location::caller().line(), shown(text, &messages(text)));
}

/// Checks all messages about declarations, which begin in the second line.
#[track_caller]
fn in_declarations(text: &str, expected: &[&str]) {
    complains(&format!("procedure P is\n{text}\nbegin\n   null;\nend P;\n"), expected);
}

/// Checks all messages about statements, which begin in the second line.
#[track_caller]
fn in_statements(text: &str, expected: &[&str]) {
    complains(&format!("procedure P is begin\n{text}\nend P;\n"), expected);
}

#[test]
fn characters() {
    in_statements("X := 1 § 2;", &["?"]);
    in_statements("Größe := 1;", &["?"]);
    in_statements("A__B := C_;", &["?"]);
    in_statements("_A := 1;", &["?"]);
    in_statements("X := 12ab + 16#FG# + 1__0 + 17#1# + 1E-2 + 2#2#;", &["?"]);
    in_statements("X := 9223372036854775808 + 1E19;", &["?"]);
    in_statements("Put (\"no end);\nX := 1;", &["?"]);
    in_statements("X := 'ab';", &["?"]);
    in_statements("X := A[1];", &["?"]);
    in_statements("X := {1};", &["?"]);
}

#[test]
fn statements() {
    in_statements("X := ;", &["?"]);
    in_statements("X = 1;", &["?"]);
    in_statements("X := 1\nY := 2;", &["?"]);
    in_statements("X := 1 2; Y := 3;", &["?"]);
    in_statements("X := A and B or C;", &["?"]);
    in_statements("X := A < B < C;", &["?"]);
    in_statements("X := not not A;", &["?"]);
    in_statements("X := - - 1;", &["?"]);
    in_statements("X := 2 ** 3 ** 4;", &["?"]);
    in_statements("X := if A then B else C;", &["?"]);
    in_statements("X := F (A, 1 .. 2);\nX := (1 .. 2);", &["?"]);
    in_statements("X := F (1 => 2);", &["?"]);
    in_statements("if A = then\n null;\nend if;\nX := ;", &["?"]);
    in_statements("if A\n null;\nend if;\nnull;", &["?"]);
    in_statements("for I of A loop\n null;\nend loop;", &["?"]);
    in_statements("for I in 3 loop\n null;\nend loop;", &["?"]);
    in_statements("case X is\nend case;", &["?"]);
    in_statements("case X is\nwhen 1 = > null;\nwhen others => null;\nend case;", &["?"]);
    in_statements("else\n null;", &["?"]);
    in_statements("L : X := 1;", &["?"]);
    in_statements("T'(1) := 2;", &["?"]);
    in_statements("loop := 1;", &["?"]);
    complains("procedure P is begin null;", &["?"]);
    complains("procedure P is", &["?"]);
    complains("", &["?"]);
    complains("task T;\n", &["?"]);
}

#[test]
fn ends() {
    in_statements("loop\n null;\nend if;", &["?"]);
    in_statements("if A then\n loop\n  null;\nend if;\nX := ;", &["?"]);
    in_statements("L : loop\n null;\nend loop;", &["?"]);
    in_statements("loop\n null;\nend loop L;", &["?"]);
    in_statements("B : begin\n null;\nend;", &["?"]);
    in_statements("accept E do\n null;\nend F;", &["?"]);
    complains("procedure P is\nbegin\n   null;\nend Q;\n", &["?"]);
    complains("procedure P is\n   procedure Q is\n   begin\n      null;\nbegin\n   null;\nend P;\n", &["?"]);
    complains("procedure P is\nbegin\n   if A then\n      null;\nend P;\n", &["?"]);
    complains("procedure P is\nbegin\n   null;\nend P;\nend;\n", &["?"]);
}

#[test]
fn missing_statements() {
    in_statements("if A then\nelse\n null;\nend if;", &["?"]);
    in_statements("loop\n --# event e\nend loop;", &["?"]);
    in_statements("accept E do\nend E;", &["?"]);
    in_statements("case X is\n when 1 =>\n when others => null;\nend case;", &["?"]);
    in_statements("if A then\n pragma Assert (B);\nend if;", &[]);
    complains("procedure P is\nbegin\nend P;", &["?"]);
}

#[test]
fn selects() {
    in_statements("select\n accept A;\nor\n terminate;\nor\n delay 1.0;\nend select;", &["?"]);
    in_statements("select\n accept A;\nor\n terminate;\nor\n terminate;\nend select;", &["?"]);
    in_statements("select\n accept A;\nor\n delay 1.0;\nelse\n null;\nend select;", &["?"]);
    in_statements("select\n delay 1.0;\nend select;", &["?"]);
    in_statements("select\n accept A;\nor\n terminate;\n null;\nend select;", &["?"]);
    in_statements("select\n T.E;\nor\n accept A;\nend select;", &["?"]);
    in_statements("select\n T.E;\nend select;", &["?"]);
    in_statements("select\n accept A;\nor\n T.E;\nend select;", &["?"]);
    in_statements("select\n null;\nend select;", &["?"]);
    in_statements("select\n T.E;\nthen abort\n P;\nend select;", &["?"]);
    in_statements("select\n delay 1.0;\nthen abort\n P;\nend select;", &["?"]);
}

#[test]
fn declarations() {
    in_declarations("X : ;", &["?"]);
    in_declarations("X Boolean;\nY : T;", &["?"]);
    in_declarations("X := 1;", &["?"]);
    in_declarations("X : Boolean\nY : Boolean;", &["?"]);
    in_declarations("type T is (A, 1);", &["?"]);
    in_declarations("type T is range 1;", &["?"]);
    in_declarations("type T is Boolean;", &["?"]);
    in_declarations("entry : Boolean;", &["?"]);
    in_declarations("task T is\n entry A\n entry B;\nend T;", &["?"]);
    in_declarations("task T is\n X : Boolean;\n entry B;\nend T;", &["?"]);
    in_declarations("entry E;", &["?"]);
    in_declarations("task type T (A : out B);", &["?"]);
    in_declarations("function F is (1);", &["?"]);
    in_declarations("procedure Q is (1);", &["?"]);
    in_declarations("package Q is\n X : T;\nbegin\n null;\nend Q;", &["?"]);
}

#[test]
fn outside_of_the_subset() {
    in_declarations(
        "type T is access Boolean;\ntype U is record\n A : B;\nend record;\ntype V is tagged null record;",
        &["?"],
    );
    in_declarations(
        "type T is digits 6; type U is delta 0.1 range 0.0 .. 1.0; type V is private; type W; type X is ('a', B);",
        &["?"],
    );
    in_declarations(
        "type A is array (Positive range <>) of T;\nX : access T;\nY : aliased T;\nZ : A (1 .. 3);",
        &["?"],
    );
    in_declarations(
        "protected type Lock is\n entry E;\nprivate\n Free : Boolean;\nend Lock;\nprotected body Lock is\n entry E when Free is begin Free := False; end E;\nend Lock;\nX : ;",
        &["?"],
    );
    in_declarations(
        "generic\n type T is private;\n with procedure Q;\npackage G is\n X : T;\nend G;\nX : ;",
        &["?"],
    );
    in_declarations(
        "function F is new G (T);\nE : exception;\nprocedure Q is separate;\ntask body T is separate;\npackage body R is separate;",
        &["?"],
    );
    in_declarations(
        "procedure Q renames R;\npackage Q renames R;\nfunction \"+\" (A : T) return T;\noverriding procedure Q;\nprocedure Q is abstract;",
        &["?"],
    );
    in_declarations("X : T with Default_Value => 1, Import;", &["?"]);
    in_statements("abort T; requeue E; goto L; <<L>> null; return X : T do null; end return;", &["?"]);
    in_statements(
        "X := (case Y is when 1 => 2); X := (for all I in T => X); X := new T; X := null; X := Y.all; X := \"+\" (1, 2);",
        &["?"],
    );
    in_statements("null;\nexception\n when E : others => null;\n when A | B => X := 1;", &["?"]);
    complains("procedure A.B is begin null; end A.B;", &["?"]);
    complains(
        "separate (P) procedure Q is begin null; end Q;\nprivate procedure R is begin null; end R;\nlimited with S;",
        &["?"],
    );
    complains("generic\n type T is (<>);\nprocedure G;\nprocedure P is begin X := ; end P;", &["?"]);
}

#[test]
fn annotations() {
    in_declarations("--# event e", &["?"]);
    in_declarations("--# any\nX : T;", &["?"]);
    in_declarations("task T is\n --# event e\n entry E;\nend T;", &["?"]);
    in_declarations("task T is\n entry E; --# event e (1)\nend T;", &["?"]);
    in_declarations("task T is\n entry E; --# event\nend T;", &["?"]);
    in_statements("--# any\nnull;", &["?"]);
    in_statements("--# property Q is\n--# init a;\n--# end Q;\nnull;", &["?"]);
    in_statements("X :=\n--# event e\n1;", &["?"]);
    in_statements("select\n--# event e\naccept E;\nend select;", &["?"]);
    in_statements("--# event e (1\nnull; --# event e f", &["?"]);
    in_statements("--# event 1\nnull; --# evnet e", &["?"]);
    in_statements("pragma Annotate (Suppose, Evnt, E);\nnull;", &["?"]);
    in_statements("pragma Event;\nnull;", &["?"]);
    in_declarations("pragma Event (E);", &["?"]);
}

#[test]
fn properties() {
    in_declarations("--# property is\n--# end;", &["?"]);
    in_declarations("--# property Q is\n--# init a;\nX : T;", &["?"]);
    in_declarations("--# property Q is\n--# init a;\n--# end R;", &["?"]);
    in_declarations(
        "--# property Q is\n--# a b;\n--# a -> : c;\n--# a -> b c;\n--# a -> b : ;\n--# a -> b : c d;\n--# end Q;\nX : ;",
        &["?"],
    );
    in_declarations("--# property Q is\n--# for I in 1 .. 2 {\n--# a -> b : c;\n--# end Q;", &["?"]);
    in_declarations("--# property Q is\n--# a -> b : c; }\n--# end Q;", &["?"]);
    in_declarations("--# property Q is init a; end Q; X", &["?"]);
    in_declarations("--# property Q is\n--# a -> b : T.E.end = 1, A:B:C;\n--# end Q;", &["?"]);
    in_declarations("--# property Q is\n--# init a\n--# a -> b : c\n--# end Q;", &["?"]);
}
