//! Bad input: code, line, column and message of everything that the lexer and the parser can complain about.

use crate::syntax::support::{messages, shown};

/// Checks all messages about a text.
#[track_caller]
fn complains(text: &str, expected: &[&str]) {
    assert_eq!(shown(text, &messages(text)), expected, "{text}");
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
    in_statements(
        "X := 1 § 2;",
        &[
            "E1001 2:8 the character `§` has no meaning here",
            "E1005 2:10 expected `;` after an assignment, found `2`",
        ],
    );
    in_statements("Größe := 1;", &["E1001 2:1 the letter `ö` cannot be part of a name"]);
    in_statements("A__B := C_;", &["E1003 2:1 `A__B` is not a name", "E1003 2:9 `C_` is not a name"]);
    in_statements("_A := 1;", &["E1001 2:1 the character `_` has no meaning here"]);
    in_statements(
        "X := 12ab + 16#FG# + 1__0 + 17#1# + 1E-2 + 2#2#;",
        &[
            "E1003 2:6 `12ab` is not a number",
            "E1003 2:13 `16#FG#` is not a number",
            "E1003 2:22 `1__0` is not a number",
            "E1003 2:29 `17#1#` is not a number",
            "E1003 2:37 `1E-2` is not a number",
            "E1003 2:44 `2#2#` is not a number",
        ],
    );
    in_statements(
        "X := 9223372036854775808 + 1E19;",
        &[
            "E1004 2:6 the number `9223372036854775808` is too large",
            "E1004 2:28 the number `1E19` is too large",
        ],
    );
    in_statements(
        "Put (\"no end);\nX := 1;",
        &["E1002 2:6 the text has no closing quote", "E1005 3:1 expected `)` after the arguments, found `X`"],
    );
    in_statements("X := 'ab';", &["E1002 2:6 a tick begins neither a character nor an attribute"]);
    in_statements(
        "X := A[1];",
        &[
            "E1001 2:7 the character `[` has no meaning here",
            "E1005 2:8 expected `;` after an assignment, found `1`",
            "E1001 2:9 the character `]` has no meaning here",
        ],
    );
    in_statements(
        "X := {1};",
        &[
            "E1001 2:6 the character `{` has no meaning here",
            "E1001 2:8 the character `}` has no meaning here",
        ],
    );
}

#[test]
fn statements() {
    in_statements("X := ;", &["E1005 2:6 expected an expression, found `;`"]);
    in_statements("X = 1;", &["E1005 2:3 expected `:=` or `;` after a name, found `=`"]);
    in_statements("X := 1\nY := 2;", &["E1005 2:6 expected `;` after an assignment, found `Y`"]);
    in_statements("X := 1 2; Y := 3;", &["E1005 2:8 expected `;` after an assignment, found `2`"]);
    in_statements("X := A and B or C;", &["E1008 2:14 `and` and `or` are mixed without parentheses"]);
    in_statements("X := A < B < C;", &["E1005 2:12 expected `;` after an assignment, found `<`"]);
    in_statements("X := not not A;", &["E1005 2:10 expected an expression, found the reserved word `not`"]);
    in_statements("X := - - 1;", &["E1005 2:8 expected an expression, found `-`"]);
    in_statements("X := 2 ** 3 ** 4;", &["E1005 2:13 expected `;` after an assignment, found `**`"]);
    in_statements(
        "X := if A then B else C;",
        &["E1005 2:6 expected `(` before a conditional expression, found the reserved word `if`"],
    );
    in_statements(
        "X := F (A, 1 .. 2);\nX := (1 .. 2);",
        &[
            "E1016 2:14 a range in parentheses after a name, as of a slice, is outside of the subset",
            "E1005 3:13 expected `=>` after the choices of an aggregate, found `)`",
        ],
    );
    in_statements("X := F (1 => 2);", &["E1005 2:11 expected `,` or `)` after an argument, found `=>`"]);
    in_statements(
        "if A = then\n null;\nend if;\nX := ;",
        &[
            "E1005 2:8 expected an expression, found the reserved word `then`",
            "E1005 5:6 expected an expression, found `;`",
        ],
    );
    in_statements(
        "if A\n null;\nend if;\nnull;",
        &["E1005 3:2 expected `then` after a condition, found the reserved word `null`"],
    );
    in_statements(
        "for I of A loop\n null;\nend loop;",
        &["E1014 2:7 a loop over the elements of an array is outside of the subset"],
    );
    in_statements(
        "for I in 3 loop\n null;\nend loop;",
        &["E1005 2:12 expected `..` in a range, found the reserved word `loop`"],
    );
    in_statements(
        "case X is\nend case;",
        &["E1005 3:1 expected `when` in a `case` statement, found the reserved word `end`"],
    );
    in_statements(
        "case X is\nwhen 1 = > null;\nwhen others => null;\nend case;",
        &["E1005 3:10 expected an expression, found `>`"],
    );
    in_statements(
        "else\n null;",
        &[
            "E1022 1:16 there is no statement after `begin`",
            "E1005 2:1 expected `end P`, found the reserved word `else`",
        ],
    );
    in_statements(
        "L : X := 1;",
        &["E1005 2:5 expected a loop or a block after a name and a colon, found `X`"],
    );
    in_statements(
        "T'(1) := 2;",
        &["E1005 2:2 expected the end of the name before a qualified expression, found `'`"],
    );
    in_statements(
        "loop := 1;",
        &["E1005 2:6 expected a statement, found `:=`", "E1006 3:1 expected `end loop`, found `end P`"],
    );
    complains("procedure P is begin null;", &["E1005 1:26 expected `end P`, found the end of the file"]);
    complains(
        "procedure P is",
        &["E1005 1:13 expected `begin` after declarations, found the end of the file"],
    );
    complains("", &["E1005 1:1 expected a procedure or a package, found the end of the file"]);
    complains("task T;\n", &["E1005 1:1 expected a procedure or a package, found the reserved word `task`"]);
}

#[test]
fn membership() {
    in_statements(
        "X := A in T range 1 .. 2;",
        &["E1005 2:13 expected `;` after an assignment, found the reserved word `range`"],
    );
    in_statements("X := A not B;", &["E1005 2:12 expected `in` after `not`, found `B`"]);
}

#[test]
fn ends() {
    in_statements("loop\n null;\nend if;", &["E1006 4:1 expected `end loop`, found `end if`"]);
    in_statements(
        "if A then\n loop\n  null;\nend if;\nX := ;",
        &["E1006 5:1 expected `end loop`, found `end if`", "E1005 6:6 expected an expression, found `;`"],
    );
    in_statements("L : loop\n null;\nend loop;", &["E1006 4:5 expected `end loop L;`"]);
    in_statements("loop\n null;\nend loop L;", &["E1006 4:10 expected `end loop;`"]);
    in_statements("B : begin\n null;\nend;", &["E1006 4:1 expected `end B`, found `end`"]);
    in_statements("accept E do\n null;\nend F;", &["E1006 4:1 expected `end E`, found `end F`"]);
    complains("procedure P is\nbegin\n   null;\nend Q;\n", &["E1006 4:1 expected `end P`, found `end Q`"]);
    complains(
        "procedure P is\n   procedure Q is\n   begin\n      null;\nbegin\n   null;\nend P;\n",
        &["E1006 7:1 expected `end`, found `end P`"],
    );
    complains(
        "procedure P is\nbegin\n   if A then\n      null;\nend P;\n",
        &["E1006 5:1 expected `end if`, found `end P`"],
    );
    complains(
        "procedure P is\nbegin\n   null;\nend P;\nend;\n",
        &["E1005 5:1 expected a procedure or a package, found the reserved word `end`"],
    );
}

#[test]
fn missing_statements() {
    in_statements("if A then\nelse\n null;\nend if;", &["E1022 2:6 there is no statement after `then`"]);
    in_statements("loop\n --# event e\nend loop;", &["E1022 2:1 there is no statement in this loop"]);
    in_statements("accept E do\nend E;", &["E1022 2:10 there is no statement in this `accept`"]);
    in_statements(
        "case X is\n when 1 =>\n when others => null;\nend case;",
        &["E1022 3:9 there is no statement in this alternative"],
    );
    in_statements("if A then\n pragma Assert (B);\nend if;", &[]);
    complains("procedure P is\nbegin\nend P;", &["E1022 2:1 there is no statement after `begin`"]);
}

#[test]
fn selects() {
    in_statements(
        "select\n accept A;\nor\n terminate;\nor\n delay 1.0;\nend select;",
        &["E1018 5:2 a `select` has both `terminate` and `delay`"],
    );
    in_statements(
        "select\n accept A;\nor\n terminate;\nor\n terminate;\nend select;",
        &["E1018 7:2 a `select` has two `terminate` alternatives"],
    );
    in_statements(
        "select\n accept A;\nor\n delay 1.0;\nelse\n null;\nend select;",
        &["E1018 5:2 a `select` with `else` waits for nothing, so it has neither `terminate` nor `delay`"],
    );
    in_statements("select\n delay 1.0;\nend select;", &["E1018 2:1 a `select` accepts nothing"]);
    in_statements(
        "select\n accept A;\nor\n terminate;\n null;\nend select;",
        &["E1018 6:2 nothing can follow `terminate`"],
    );
    in_statements(
        "select\n T.E;\nor\n accept A;\nend select;",
        &["E1005 5:2 expected `delay` in a `select` that begins with a call, found the reserved word \
                `accept`"],
    );
    in_statements(
        "select\n T.E;\nend select;",
        &["E1005 4:1 expected `else` or `or delay` after the call of an entry, found the reserved word \
                `end`"],
    );
    in_statements(
        "select\n accept A;\nor\n T.E;\nend select;",
        &["E1005 5:2 expected `accept`, `delay` or `terminate` in a `select`, found `T`"],
    );
    in_statements(
        "select\n null;\nend select;",
        &["E1005 3:2 expected `accept`, `delay` or `terminate` in a `select`, found the reserved word \
                `null`"],
    );
    in_statements(
        "select\n T.E;\nthen abort\n P;\nend select;",
        &["E1014 4:1 an asynchronous `select` is outside of the subset"],
    );
    in_statements(
        "select\n delay 1.0;\nthen abort\n P;\nend select;",
        &["E1014 4:1 an asynchronous `select` is outside of the subset"],
    );
}

#[test]
fn declarations() {
    in_declarations("X : ;", &["E1005 2:5 expected the name of a type of an object, found `;`"]);
    in_declarations(
        "X Boolean;\nY : T;",
        &["E1005 2:3 expected `:` after the names of objects, found `Boolean`"],
    );
    in_declarations("X := 1;", &["E1005 2:3 expected `:` after the names of objects, found `:=`"]);
    in_declarations("X : Boolean\nY : Boolean;", &["E1005 2:5 expected `;` after an object, found `Y`"]);
    in_declarations("type T is (A, 1);", &["E1005 2:15 expected an enumeration literal, found `1`"]);
    in_declarations("type T is range 1;", &["E1005 2:18 expected `..` in a range, found `;`"]);
    in_declarations(
        "type T is Boolean;",
        &["E1005 2:11 expected the definition of a type after `is`, found `Boolean`"],
    );
    in_declarations(
        "entry : Boolean;",
        &["E1005 2:1 expected a declaration or `begin`, found the reserved word `entry`"],
    );
    in_declarations(
        "task T is\n entry A\n entry B;\nend T;",
        &["E1005 3:8 expected `;` after an entry, found the reserved word `entry`"],
    );
    in_declarations(
        "task T is\n X : Boolean;\n entry B;\nend T;",
        &["E1005 3:2 expected `entry` or `end` in a task, found `X`"],
    );
    in_declarations(
        "entry E;",
        &["E1005 2:1 expected a declaration or `begin`, found the reserved word `entry`"],
    );
    in_declarations("task type T (A : out B);", &["E1005 2:14 a discriminant has no mode"]);
    in_declarations(
        "function F is (1);",
        &["E1005 2:12 expected `return` before the type of the result, found the reserved word `is`"],
    );
    in_declarations(
        "procedure Q is (1);",
        &[
            "E1005 2:16 expected a declaration or `begin`, found `(`",
            "E1006 5:1 expected `end Q`, found `end P`",
        ],
    );
    in_declarations(
        "package Q is\n X : T;\nbegin\n null;\nend Q;",
        &["E1005 4:1 expected `end Q`, found the reserved word `begin`"],
    );
}

#[test]
fn declarations_outside_of_the_subset() {
    in_declarations(
        "type T is access Boolean;\ntype U is record\n A : B;\nend record;\ntype V is tagged null record;",
        &[
            "E1010 2:11 an access type is outside of the subset",
            "E1010 3:11 a record type is outside of the subset",
            "E1010 6:11 a record type is outside of the subset",
        ],
    );
    in_declarations(
        "type T is digits 6; type U is delta 0.1 range 0.0 .. 1.0; type V is private; type W; type X is \
            ('a', B);",
        &[
            "E1010 2:11 a type of real numbers is outside of the subset",
            "E1010 2:31 a type of real numbers is outside of the subset",
            "E1010 2:69 a private type is outside of the subset",
            "E1010 2:78 an incomplete type is outside of the subset",
            "E1010 2:97 a character as an enumeration literal is outside of the subset",
        ],
    );
    in_declarations(
        "type A is array (Positive range <>) of T;\nX : access T;\nY : aliased T;\nZ : A (1 .. 3);",
        &[
            "E1010 2:33 an array type without bounds is outside of the subset",
            "E1010 3:5 an access type is outside of the subset",
            "E1010 4:5 `aliased` is outside of the subset",
            "E1016 5:10 a range in parentheses after a name, as of a slice, is outside of the subset",
        ],
    );
    in_declarations(
        "protected type Lock is\n entry E;\nprivate\n Free : Boolean;\nend Lock;\nprotected body Lock is\n \
            entry E when Free is begin Free := False; end E;\nend Lock;\nX : ;",
        &[
            "E1011 2:1 a protected object is outside of the subset",
            "E1011 7:1 a protected object is outside of the subset",
            "E1005 10:5 expected the name of a type of an object, found `;`",
        ],
    );
    in_declarations(
        "generic\n type T is private;\n with procedure Q;\npackage G is\n X : T;\nend G;\nX : ;",
        &[
            "E1012 2:1 a generic unit is outside of the subset",
            "E1005 8:5 expected the name of a type of an object, found `;`",
        ],
    );
    in_declarations(
        "function F is new G (T);\nE : exception;\nprocedure Q is separate;\ntask body T is \
            separate;\npackage body R is separate;",
        &[
            "E1012 2:10 an instance of a generic subprogram is outside of the subset",
            "E1013 3:5 an exception of one's own is outside of the subset",
            "E1015 4:16 a separate body is outside of the subset",
            "E1015 5:16 a separate body is outside of the subset",
            "E1015 6:19 a separate body is outside of the subset",
        ],
    );
    in_declarations(
        "procedure Q renames R;\npackage Q renames R;\nfunction \"+\" (A : T) return T;\noverriding \
            procedure Q;\nprocedure Q is abstract;",
        &[
            "E1015 2:13 a renaming of a subprogram is outside of the subset",
            "E1015 3:11 a renaming of a package is outside of the subset",
            "E1015 4:10 an operator of one's own is outside of the subset",
            "E1015 5:1 `overriding` is outside of the subset",
            "E1015 6:16 an abstract subprogram is outside of the subset",
        ],
    );
    in_declarations(
        "X : T with Default_Value => 1, Import;",
        &[
            "E1017 2:12 the aspect `Default_Value` is outside of the subset",
            "E1017 2:32 the aspect `Import` is outside of the subset",
        ],
    );
}

#[test]
fn statements_and_units_outside_of_the_subset() {
    in_statements(
        "abort T; requeue E; goto L; <<L>> null; return X : T do null; end return;",
        &[
            "E1014 2:1 the statement `abort` is outside of the subset",
            "E1014 2:10 the statement `requeue` is outside of the subset",
            "E1014 2:21 the statement `goto` is outside of the subset",
            "E1014 2:29 a label is outside of the subset",
            "E1014 2:50 an extended `return` is outside of the subset",
        ],
    );
    in_statements(
        "X := (case Y is when 1 => 2); X := (for all I in T => X); X := new T; X := null; X := Y.all; X := \
            \"+\" (1, 2);",
        &[
            "E1016 2:7 a `case` expression is outside of the subset",
            "E1016 2:37 a quantified expression is outside of the subset",
            "E1016 2:64 `new` in an expression is outside of the subset",
            "E1016 2:76 `null` as a value is outside of the subset",
            "E1016 2:89 a part of a name that is no identifier, such as `.all`, is outside of the subset",
            "E1016 2:99 an operator that is called like a function is outside of the subset",
        ],
    );
    in_statements(
        "null;\nexception\n when E : others => null;\n when A | B => X := 1;",
        &["E1013 3:1 an exception handler is outside of the subset"],
    );
    complains("procedure A.B is begin null; end A.B;", &["E1015 1:11 a child unit is outside of the subset"]);
    complains(
        "separate (P) procedure Q is begin null; end Q;\nprivate procedure R is begin null; end R;\nlimited \
            with S;",
        &[
            "E1015 1:1 a separate body is outside of the subset",
            "E1015 2:1 a private unit or clause is outside of the subset",
            "E1015 3:1 a private unit or clause is outside of the subset",
        ],
    );
    complains(
        "generic\n type T is (<>);\nprocedure G;\nprocedure P is begin X := ; end P;",
        &[
            "E1012 1:1 a generic unit is outside of the subset",
            "E1005 4:27 expected an expression, found `;`",
        ],
    );
}

#[test]
fn annotations() {
    in_declarations("--# event e", &["E1020 2:1 an event has no meaning here"]);
    in_declarations("--# any\nX : T;", &["E1020 2:1 `any` has no meaning here"]);
    in_declarations(
        "task T is\n --# event e\n entry E;\nend T;",
        &["E1020 3:2 an event has no meaning here"],
    );
    in_declarations(
        "task T is\n entry E; --# event e (1)\nend T;",
        &["E1021 3:11 the event of an entry has no values of its own"],
    );
    in_declarations(
        "task T is\n entry E; --# event\nend T;",
        &["E1005 3:15 expected the name of an event after `event`, found the end of the annotation"],
    );
    in_statements("--# any\nnull;", &["E1020 2:1 `any` has no meaning here"]);
    in_statements(
        "--# property Q is\n--# init a;\n--# end Q;\nnull;",
        &["E1020 2:5 a property has no meaning here"],
    );
    in_statements("X :=\n--# event e\n1;", &["E1020 3:1 an event has no meaning here"]);
    in_statements("select\n--# event e\naccept E;\nend select;", &["E1020 3:1 an event has no meaning here"]);
    in_statements(
        "--# event e (1\nnull; --# event e f",
        &[
            "E1005 2:14 expected `)` after the values of an event, found the end of the annotation",
            "E1005 3:19 expected the end of the annotation, found `f`",
        ],
    );
    in_statements(
        "--# event 1\nnull; --# evnet e",
        &[
            "E1005 2:11 expected the name of an event after `event`, found `1`",
            "W1001 3:7 an annotation that is not known",
        ],
    );
    in_statements(
        "pragma Annotate (Suppose, Evnt, E);\nnull;",
        &["E1021 2:27 a pragma for Suppose that is no event"],
    );
    in_statements(
        "pragma Event;\nnull;",
        &["E1005 2:13 expected `(` before the name of an event, found `;`"],
    );
    in_declarations("pragma Event (E);", &["E1020 2:1 an event has no meaning here"]);
}

#[test]
fn properties() {
    in_declarations(
        "--# property is\n--# end;",
        &["E1005 2:14 expected the name of a property after `property`, found the reserved word `is`"],
    );
    in_declarations(
        "--# property Q is\n--# init a;\nX : T;",
        &["E1021 3:11 expected `end Q;`, found the end of the annotation"],
    );
    in_declarations(
        "--# property Q is\n--# init a;\n--# end R;",
        &["E1006 4:9 expected `end Q`, found `end R`"],
    );
    in_declarations(
        "--# property Q is\n--# a b;\n--# a -> : c;\n--# a -> b c;\n--# a -> b : ;\n--# a -> b : c d;\n--# \
            end Q;\nX : ;",
        &[
            "E1005 3:7 expected `->` after the state that a transition leaves, found `b`",
            "E1005 4:10 expected the name of a state, found `:`",
            "E1005 5:12 expected `:` before the events of a transition, found `c`",
            "E1005 6:14 expected the name of a task, an event or a variable, found `;`",
            "E1005 7:16 expected `;` after a transition, found `d`",
            "E1005 9:5 expected the name of a type of an object, found `;`",
        ],
    );
    in_declarations(
        "--# property Q is\n--# for I in 1 .. 2 {\n--# a -> b : c;\n--# end Q;",
        &["E1005 5:5 expected `}` at the end of a group, found the reserved word `end`"],
    );
    in_declarations(
        "--# property Q is\n--# a -> b : c; }\n--# end Q;",
        &["E1021 3:17 expected `end Q;`, found `}`"],
    );
    in_declarations(
        "--# property Q is init a; end Q; X",
        &["E1005 2:34 expected the end of the annotation, found `X`"],
    );
    in_declarations(
        "--# property Q is\n--# a -> b : T.E.end = 1, A:B:C;\n--# end Q;",
        &["E1005 3:22 expected `;` after a transition, found `=`"],
    );
    in_declarations(
        "--# property Q is\n--# init a\n--# a -> b : c\n--# end Q;",
        &[
            "E1005 3:10 expected `;` after the initial state, found `a`",
            "E1005 4:14 expected `;` after a transition, found the reserved word `end`",
        ],
    );
}
