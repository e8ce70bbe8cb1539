//! Bad input: code, line, column and message of everything that the front end can complain about.

use crate::lang::support::{messages, shown};

/// Checks all messages about a text.
#[track_caller]
fn complains(text: &str, expected: &[&str]) {
    assert_eq!(shown(text, &messages(text)), expected, "{text}");
}

/// Checks all messages about the body of a component, which begins in the second line and has a machine that
/// hears `E`.
#[track_caller]
fn in_component(body: &str, expected: &[&str]) {
    complains(&format!("component C {{ in E; fsm M {{ init A; A -> A : E; }}\n{body}\n}}"), expected);
}

/// Checks all messages about the body of a machine, which begins in the second line.
#[track_caller]
fn in_machine(body: &str, expected: &[&str]) {
    complains(
        &format!("component C {{ in E; out O; fsm M {{ init A; A -> A : E / O; }} fsm P {{\n{body}\n}} }}"),
        expected,
    );
}

#[test]
fn characters_and_quotes() {
    in_component(
        "§§ @;",
        &[
            "E0901 2:1 the character `§` has no meaning here",
            "E0901 2:4 the character `@` has no meaning here",
        ],
    );
    in_component("\u{7}", &["E0901 2:1 the character U+0007 has no meaning here"]);
    in_machine(
        "init A; A -> A : E & E;",
        &[
            "E0901 2:20 the character `&` has no meaning here",
            "E0903 2:22 expected `;` at the end of the statement, found `E`",
        ],
    );
    in_component(
        "prop p \"no end : E;",
        &[
            "E0902 2:8 the text has no closing quote",
            "E0903 3:1 expected `:` before the formula of a property, found `}`",
        ],
    );
    complains(
        "component C { in E; fsm M { init A; A -> A : E; } } /* a",
        &["E0902 1:53 the comment is not closed"],
    );
}

#[test]
fn other_things_are_expected() {
    complains("fsm P { }", &["E0903 1:1 expected `component`, found the reserved word `fsm`"]);
    complains("Component C { }", &["E0903 1:1 expected `component`, found `Component`"]);
    complains("component { }", &["E0903 1:11 expected the name of a component after `component`, found `{`"]);
    complains(
        "component C",
        &["E0903 1:11 expected `{` after the name of a component, found the end of the file"],
    );
    complains(
        "component C {",
        &["E0903 1:13 expected `}` at the end of the component, found the end of the file"],
    );
    in_component("recieve R;", &["E0903 2:1 expected a declaration, `fsm` or `prop`, found `recieve`"]);
    in_component("in ;", &["E0903 2:4 expected the name of an event after `in`, found `;`"]);
    in_component(
        "in send;",
        &["E0903 2:4 expected the name of an event after `in`, found the reserved word `send`"],
    );
    in_component("in F G;", &["E0903 2:6 expected `;` at the end of the statement, found `G`"]);
    in_component("in F : a;", &["E0903 2:8 expected `{` before the values of an event, found `a`"]);
    in_component("in F : {a b};", &["E0903 2:11 expected `}` after the values of an event, found `b`"]);
    in_component("in F : {a, =};", &["E0903 2:12 expected a value in a set of values, found `=`"]);
    in_component("prop : E;", &["E0903 2:6 expected the name of a property after `prop`, found `:`"]);
    in_component("prop p E;", &["E0903 2:8 expected `:` before the formula of a property, found `E`"]);
    in_component("prop p : ;", &["E0903 2:10 expected a formula, found `;`"]);
    in_component("prop p : E &&;", &["E0903 2:14 expected a formula, found `;`"]);
    in_component("prop p : (E;", &["E0903 2:12 expected `)` or an operator, found `;`"]);
    in_component("prop p : in M.A;", &["E0903 2:13 expected `(` after `in`, found `M.A`"]);
    in_component(
        "prop p : in();",
        &["E0903 2:13 expected a machine and a state, as `Machine.State`, after `in`, found `)`"],
    );
    in_component("assume \"t\" E;", &["E0903 2:12 expected `:` after the text of a rule, found `E`"]);
    in_component("fsm { init A; }", &["E0903 2:5 expected the name of a machine after `fsm`, found `{`"]);
    in_machine(
        "init A; out -> A : E;",
        &["E0903 2:9 expected `init`, `states` or a transition, found the reserved word `out`"],
    );
    in_machine("inti A;", &["E0903 2:6 expected `->` after the states that a transition leaves, found `A`"]);
    in_machine("init A; A -> A;", &["E0903 2:15 expected `:` before the guard of a transition, found `;`"]);
    in_machine("init A; A -> : E;", &["E0903 2:14 expected the name of a state after `->`, found `:`"]);
    in_machine("init A; A -> A : E / ;", &["E0903 2:22 expected the name of an event after `/`, found `;`"]);
    in_machine("init A; A -> A : E / O=;", &["E0903 2:24 expected a value after `=`, found `;`"]);
    in_machine("init A; (A) -> A : E;", &["E0903 2:9 expected `init`, `states` or a transition, found `(`"]);
    in_component("assume mS <= 4294967296;", &["E0905 2:14 `4294967296` is no number of microsteps"]);
}

#[test]
fn several_messages_in_one_run() {
    let text = "\
component A {
    in E
    out O;
    fsm P { init ; S -> S E; S -> S : E / O; }
    fsm 5 { init S; }
    prop p : E =>;
    prop q : E;
component B {
    send ;
    fsm Q { init S; S -> S : E;
    prop r : true;
}
";
    complains(
        text,
        &[
            "E0903 3:5 expected `;` at the end of the statement, found the reserved word `out`",
            "E0903 4:18 expected the name of a state, found `;`",
            "E0903 4:27 expected `:` before the guard of a transition, found `E`",
            "E0903 5:9 expected the name of a machine after `fsm`, found `5`",
            "E0903 6:18 expected a formula, found `;`",
            "E0903 8:1 expected `}` at the end of the component, found the reserved word `component`",
            "E0903 9:10 expected the name of an event after `send`, found `;`",
            "E0903 11:5 expected `}` at the end of the machine, found the reserved word `prop`",
        ],
    );
}

#[test]
fn names_that_are_declared_twice() {
    complains(
        "component C { in E; fsm M { init A; A -> A : E; } }\ncomponent C { in E; fsm M { init A; A -> A : \
            E; } }",
        &["E0906 2:11 component `C` is declared twice"],
    );
    in_component("in F, F;", &["E0906 2:7 event `F` is declared twice"]);
    in_component("local E;", &["E0906 2:7 event `E` is declared twice"]);
    in_component("in F : {a, b, a};", &["E0906 2:15 value `a` is declared twice"]);
    in_component("always E; always E;", &["E0906 2:18 `always` of event `E` is declared twice"]);
    in_component("fsm M { init B; }", &["E0906 2:5 machine `M` is declared twice"]);
    in_component("prop p : E;\nprop p : !E;", &["E0906 3:6 property `p` is declared twice"]);
    in_machine("init A; states A, B, B;", &["E0906 2:22 state `B` is declared twice"]);
    in_machine("init A; A, A -> A : E;", &["E0906 2:12 source state `A` is declared twice"]);
}

#[test]
fn names_that_are_not_known() {
    in_component("prop p : EE && F;", &["E0907 2:10 unknown event `EE`", "E0907 2:16 unknown event `F`"]);
    in_component("always F;", &["E0907 2:8 unknown event `F`"]);
    in_machine("init A; A -> A : E / P;", &["E0907 2:22 unknown event `P`"]);
    in_component("prop p : in(N.A);", &["E0908 2:13 unknown machine `N`"]);
    in_component("prop p : pre(M.B);", &["E0908 2:14 machine `M` has no state `B`"]);
    in_component("prop p : in(M);", &["E0908 2:13 `M` is no state of a machine"]);
    in_component("in L : {x, y}; prop p : L == z;", &["E0909 2:30 `L` has no value `z`"]);
}

#[test]
fn misspelt_names_have_hints() {
    let help = |text: &str| messages(text)[0].help.clone();
    let hint = |name: &str| Some(format!("did you mean `{name}`?"));
    assert_eq!(help("component C { in START; fsm M { init A; A -> A : STRAT; } }"), hint("START"));
    assert_eq!(help("component C { in E; fsm Motor { init A; A -> A : E && in(Moter.A); } }"), hint("Motor"));
    assert_eq!(
        help("component C { in E; fsm M { init Idle; Idle -> Idle : E && in(M.Idel); } }"),
        hint("Idle")
    );
    assert_eq!(help("component C { in L : {Low, High}; fsm M { init A; A -> A : L == low; } }"), hint("Low"));
    assert_eq!(help("component C { recieve R; }"), hint("recv"));
    let two = "component C { in E; send Go; fsm M { init A; A -> A : E / Go; } }\ncomponent D { in E; fsm M \
        { init A; A -> A : E && Go; } }";
    assert_eq!(
        help(two).as_deref(),
        Some("component `C` declares it; declare it here too, with `recv` if that component sends it")
    );
    assert_eq!(
        help("component C { in E; fsm M { init A; A -> A : E == 0; } }").as_deref(),
        Some("write `!E`")
    );
}

#[test]
fn nothing_where_something_must_be() {
    complains("", &["E0910 1:1 the file has no component"]);
    complains("// nothing\n", &["E0910 1:1 the file has no component"]);
    complains("component C { }", &["E0910 1:11 component `C` has no machine"]);
    in_component("in F : {};", &["E0911 2:4 `F` has no values"]);
    in_machine("states A;", &["E0916 1:66 machine `P` has no initial state"]);
    in_machine("", &["E0916 1:66 machine `P` has no initial state"]);
    in_machine(
        "init A; init B; init C;",
        &["E0916 2:14 machine `P` has two initial states", "E0916 2:22 machine `P` has two initial states"],
    );
}

/// Two components: the first has inputs `E` and emits what it can.
#[track_caller]
fn two(first: &str, second: &str, expected: &[&str]) {
    let text = format!(
        "component A {{ in E;\n{first}\nfsm M {{ init S; S -> S : E; }} }}\ncomponent B {{ in \
            E;\n{second}\nfsm N {{ init S; S -> S : E; }} }}"
    );
    complains(&text, expected);
}

#[test]
fn components_that_do_not_fit() {
    two("send X;", "send X;", &["E0912 5:6 `A` and `B` both emit `X`"]);
    two("out X;", "out X;", &["E0912 5:5 `A` and `B` both emit `X`"]);
    two("in X;", "send X;", &["E0913 5:6 `X` is declared as two kinds of event"]);
    two("in X;", "out X;", &["E0913 5:5 `X` is declared as two kinds of event"]);
    two("out X;", "recv X;", &["E0913 5:6 `X` is declared as two kinds of event"]);
    two("in X;", "recv X;", &["E0913 5:6 `X` is declared as two kinds of event"]);
    two("in L : {a, b};", "in L : {a, c};", &["E0914 5:4 `L` has other values elsewhere"]);
    two("send L : {a, b};", "recv L;", &["E0914 5:6 `L` has other values elsewhere"]);
    two("recv X;", "recv X, Y;", &["E0915 2:6 no component sends `X`", "E0915 5:9 no component sends `Y`"]);
    two("", "prop p : in(M.S);", &["E0919 5:13 machine `M` is in another component"]);
    let text = "component A { in E; send X;\nfsm M { init S; S -> S : E / X; } }\ncomponent B { in E;\nfsm N \
        { init S; S -> S : E / X; } }";
    complains(text, &["E0907 4:30 unknown event `X`"]);
    let text = "component A { in E; send X;\nfsm M { init S; S -> S : E / X; } }\ncomponent B { recv X;\nfsm \
        N { init S; S -> S : X / X; } }";
    complains(text, &["E0920 4:30 `X` is not emitted by this component"]);
}

#[test]
fn both_places_are_shown() {
    let text = "component A { in X; fsm M { init S; S -> S : X; } }\ncomponent B { in E; send X; fsm M { \
        init S; S -> S : E / X; } }";
    let labels: Vec<String> = messages(text)[0].labels.iter().map(|label| label.text.clone()).collect();
    assert_eq!(labels, ["with `send` here", "with `in` here"]);
    let text = "component A { in E; send X; fsm M { init S; S -> S : E / X; } }\ncomponent B { in E; send X; \
        fsm M { init S; S -> S : E / X; } }";
    let found = messages(text);
    let places: Vec<(u32, &str)> =
        found[0].labels.iter().map(|label| (label.span.start, label.text.as_str())).collect();
    assert_eq!(places, [(89, "emitted by `B`"), (25, "emitted by `A`")]);
}

#[test]
fn atoms_that_may_not_stand_there() {
    in_machine("init A; A -> A : E && pre(M.A);", &["E0917 2:27 `pre` is only for properties"]);
    in_machine(
        "init A; A -> A : E && O;",
        &["E0918 2:23 an output cannot be read, and `O` is declared with `out`"],
    );
    in_machine("init A; A -> A : E && mS < 3;", &["E0926 2:23 `mS` is only for assumptions"]);
    in_component("prop p : mS < 3;", &["E0926 2:10 `mS` is only for assumptions"]);
    in_component("require mS < 3;", &["E0926 2:9 `mS` is only for assumptions"]);
    in_component("require in(M.A);", &["E0924 2:12 `require` is about inputs only, and this is a state"]);
    in_component(
        "local G; require G;",
        &["E0924 2:18 `require` is about inputs only, and `G` is declared with `local`"],
    );
    in_component("local G; always G;", &["E0924 2:17 `G` is no input"]);
    in_component(
        "assume E;",
        &["E0925 2:8 an assumption is about received events only, and `E` is declared with `in`"],
    );
    in_component(
        "assume in(M.A);",
        &["E0925 2:11 an assumption is about received events only, and this is a state"],
    );
}

#[test]
fn emissions_that_do_not_fit() {
    in_machine("init A; A -> A : E / E;", &["E0920 2:22 `E` is not emitted by this component"]);
    in_machine("init A; A -> A : E / O=x;", &["E0921 2:22 `O` has no values"]);
    in_machine("init A; A -> A : E / O, O;", &["E0923 2:25 `O` is emitted twice"]);
    let valued = |emits: &str| {
        let text =
            format!("component C {{ in E; send V : {{x, y}}; fsm M {{ init A; A -> A : E\n/ {emits}; }} }}");
        shown(&text, &messages(&text))
    };
    assert_eq!(valued("V"), ["E0921 2:3 `V` is emitted without a value"]);
    assert_eq!(valued("V=z"), ["E0909 2:5 `V` has no value `z`"]);
    assert_eq!(valued("V=x, V=y"), ["E0923 2:8 `V` is emitted twice"]);
    assert_eq!(valued("V=x"), Vec::<String>::new());
    in_machine("init A; A -> A : E == on;", &["E0922 2:18 `E` has no values"]);
    in_machine("init A.B; A.B -> A.B : E;", &["E0927 2:6 the name of state `A.B` has a dot"]);
}

#[test]
fn warnings() {
    in_component("out O; send S;", &["W0901 2:5 `O` is never emitted", "W0901 2:13 `S` is never emitted"]);
    in_component("local G; prop p : G;", &["W0901 2:7 `G` is never emitted"]);
    in_component(
        "in F; recv R; require !F;",
        &["W0902 2:4 `F` is never heard", "W0902 2:12 `R` is never heard"],
    );
    in_component("local G; fsm P { init A; A -> A : E / G; }", &["W0902 2:7 `G` is never heard"]);
    in_component("out O; fsm P { init A; A -> A : E / O; }", &[]);
    in_component("send S; fsm P { init A; A -> A : E / S; }", &[]);
    in_component("prop p : true || !false;", &["W0905 2:6 property `p` is about nothing"]);
    two("send X; fsm P { init A; A -> A : E / X; }", "", &["W0903 2:6 no component receives `X`"]);
    two(
        "send X; fsm P { init A; A -> A : E / X; }",
        "local X; fsm P { init A; A -> A : E / X; A -> A : X; }",
        &["W0903 2:6 no component receives `X`", "W0906 5:7 local event `X` is not the one of `A`"],
    );
    in_machine(
        "init A; states B; A -> C : E; D -> A : E; D -> F : E;",
        &[
            "W0904 2:16 state `B` of machine `P` cannot be reached",
            "W0904 2:31 state `D` of machine `P` cannot be reached",
            "W0904 2:48 state `F` of machine `P` cannot be reached",
        ],
    );
}
