//! Texts without a meaning: which code, at which word, and what to do about it.

use std::fmt::Write;

use crate::lpn::support::{message_codes, messages};

/// The code of each message, with the text of its main place.
fn places(text: &str) -> Vec<(&'static str, String)> {
    let place = |message: &suppose_base::Diagnostic| {
        let span = message.span().expect("a place");
        text[span.start as usize..span.end as usize].to_owned()
    };
    messages(text).iter().map(|message| (message.code, place(message))).collect()
}

/// One class `C`, instantiated as `c`, with these declarations and transitions.
fn one(variables: &str, transitions: &str) -> String {
    format!(
        "<main> C c(); </main> <class name=\"C\" arg=\"\"> <var> {variables} </var> <m> 1 </m> {transitions} \
            </class>"
    )
}

fn transition(statements: &str) -> String {
    one(
        "x; v[4];",
        &format!("<tr label=\"t\" preset=\"1\" postset=\"2\"> v[0] = x; x = 1; {statements} </tr>"),
    )
}

/// Two classes: `A` with an argument `p` and a variable `out`, `B` with an argument array `q[2]` and a
/// variable `list[2]`.
fn connected(main: &str) -> String {
    format!(
        "<main> {main} </main>
         <class name=\"A\" arg=\"p\"> <var> out; </var> <m> 1 </m>
           <tr label=\"t\" preset=\"1\" postset=\"2\"> out = p; </tr> </class>
         <class name=\"B\" arg=\"q[2]\"> <var> list[2]; </var> <m> 1 </m>
           <tr label=\"t\" preset=\"1\" postset=\"2\"> list[0] = q[1]; q[0] = 1; </tr> </class>"
    )
}

#[test]
fn statements() {
    for (statement, code, place) in [
        ("y = 1;", "E0818", "y"),
        ("guard(x && z);", "E0818", "z"),
        ("guard(a.x);", "E0818", "a.x"),
        ("x = 2;", "E0824", "x"),
        ("v[0] = 2;", "E0824", "v[0]"),
        ("v = 2;", "E0822", "v"),
        ("guard(v);", "E0822", "v"),
        ("guard(x[1]);", "E0822", "x"),
        ("guard(v[1][2]);", "E0822", "v"),
        ("guard(v[4]);", "E0822", "v[4]"),
        ("v[-1] = 0;", "E0822", "v[-1]"),
        ("guard(x) guard(x);", "E0814", "guard"),
        ("guard(x); guard(x);", "E0814", "(x)"),
        ("guard(x;", "E0814", ";"),
        ("guard();", "E0814", ")"),
        ("guard(x = 1);", "E0814", "="),
        ("x + 1 = 2;", "E0814", "x + 1"),
        ("delay(1 2);", "E0814", "2"),
        ("delay(1);", "E0814", ")"),
        ("assert x;", "E0814", "x"),
        ("v[1 = 1;", "E0814", "="),
        ("guard(x ? 1);", "E0814", ")"),
        ("guard(x @ x);", "E0814", "@"),
        ("guard(99999999999);", "E0812", "99999999999"),
        ("guard(x § 1);", "E0811", "§"),
        ("<m> 1 </m>", "E0814", "<"),
    ] {
        let found = places(&transition(statement));
        assert_eq!(found[0], (code, place.to_owned()), "{statement}: {found:?}");
    }
}

#[test]
fn declarations() {
    for (variables, code, place) in [
        ("x; x;", "E0817", "x"),
        ("x = ;", "E0814", ";"),
        ("x = 1 y = 2;", "E0814", "y"),
        ("1x;", "E0814", "1"),
        ("w[0];", "E0822", "0"),
        ("w[-2];", "E0822", "-2"),
        ("w[x]; x;", "E0819", "x"),
        ("w[3] = {1, 2};", "E0822", "{1, 2}"),
        ("x = {1};", "E0822", "{1}"),
        ("w[2] = {1, 2;", "E0814", ";"),
        ("x = 1 / 0;", "E0819", "1 / 0"),
        ("x = y; y = x;", "E0823", "x"),
        ("x = x;", "E0823", "x"),
        ("w[2] = {w[1], w[0]};", "E0823", "w[0]"),
        ("w[300][300];", "E0827", "300"),
        ("x = unknown;", "E0818", "unknown"),
    ] {
        let found =
            places(&one(variables, "<tr label=\"t\" preset=\"1\" postset=\"2\"> guard(x); w[0] = 1; </tr>"));
        assert!(found.contains(&(code, place.to_owned())), "{variables}: {found:?}");
    }
}

#[test]
fn arguments() {
    for (main, code, place) in [
        ("A a(); ", "E0820", "a"),
        ("A a(1, 2);", "E0820", "a"),
        ("A a(a.out);", "E0821", "a.out"),
        ("A a(b.p); A b(1);", "E0821", "b.p"),
        ("A a(c.out);", "E0818", "c"),
        ("A a(b.uot); A b(1);", "E0818", "uot"),
        ("A a(m);", "E0818", "m"),
        ("A a(b); A b(1);", "E0818", "b"),
        ("A a(1); A a(2);", "E0817", "a"),
        ("D a(1);", "E0818", "D"),
        ("<var> m[2]; </var> A a(m);", "E0821", "m"),
        ("<var> m; </var> B b(m);", "E0821", "m"),
        ("<var> m[3]; </var> B b(m);", "E0821", "m"),
        ("<var> m[2]; </var> A a(m[2]);", "E0822", "2"),
        ("<var> m[2]; </var> A a(m[1 + 0]);", "E0821", "m[1 + 0]"),
        ("<var> m[2]; i; </var> A a(m[i]); A b(i);", "E0819", "i"),
        ("<var> m; </var> A a(m[0]);", "E0821", "m[0]"),
        ("B b(1);", "E0821", "1"),
        ("A a(1 / 0);", "E0819", "1 / 0"),
        ("A a(b.out + 1); A b(1);", "E0819", "out"),
        ("A a(1;", "E0814", ";"),
        ("A (1);", "E0814", "("),
        ("<const> K; </const> A a(K);", "E0819", "K"),
        (
            "<tr label=\"t\" preset=\"\" postset=\"\"> </tr>",
            "E0816",
            "<tr label=\"t\" preset=\"\" postset=\"\">",
        ),
    ] {
        let found = places(&connected(main));
        assert_eq!(found.first(), Some(&(code, place.to_owned())), "{main}: {found:?}");
    }
    let written = "<main> C c(3); </main> <class name=\"C\" arg=\"p\"> <m> 1 </m>
         <tr label=\"t\" preset=\"1\" postset=\"2\"> p = 1; </tr> </class>";
    assert_eq!(places(written), [("E0824", "3".to_owned())]);
    let constant = "<const> K = 1; </const> <main> C c(); </main> <class name=\"C\" arg=\"\"> <m> 1 </m>
         <tr label=\"t\" preset=\"1\" postset=\"2\"> K = 1; </tr> </class>";
    assert_eq!(places(constant), [("E0824", "K".to_owned())]);
}

#[test]
fn tags() {
    for (text, code, place) in [
        ("<clas name=\"C\"> </clas>", "E0816", "<clas name=\"C\">"),
        ("<class> </class>", "E0816", "<class>"),
        ("<class nam=\"C\"> </class>", "E0816", "nam"),
        ("<class name=C> </class>", "E0814", "C"),
        ("<class name=\"C\"", "E0814", "\"C\""),
        ("<class name=\"C\" arg=\"a b\"> </class>", "E0814", "b"),
        ("<class name=\"C\" arg=\"a,\"> </class>", "E0814", ","),
        ("<class name=\"C\" arg=\"a\"> <m> 1 </m>", "E0816", "<class name=\"C\" arg=\"a\">"),
        ("<class name=\"C\" arg=\"a\"> <m> 1 </class>", "E0816", "</"),
        ("<class name=\"C\" arg=\"a\"> <m> 1 2 </m> </class>", "E0814", "2"),
        ("<class name=\"C\" arg=\"a\"> <m> K </m> </class>", "E0818", "K"),
        ("<class name=\"C\" arg=\"a\"> <input> b </input> </class>", "E0816", "b"),
        ("<class name=\"C\" arg=\"a\"> <m a=\"b\"> 1 </m> </class>", "E0816", "a"),
        ("<class name=\"C\" arg=\"a = 1\"> <m> 1 </m> </class>", "E0814", "a"),
        ("<mod name=\"M\"> C c(); </mod>", "E0816", "c"),
        ("<mod name=\"M\"> <tr label=\"\" preset=\"\" postset=\"\"> </tr> </mod>", "E0816", "\"\""),
        ("<main> </main>", "E0825", "<main>"),
        (
            "<main> C c(); </main> <main> C d(); </main> <class name=\"C\" arg=\"\"> </class>",
            "E0825",
            "<main>",
        ),
        (
            "<main> C c(); </main> <class name=\"C\" arg=\"\"> </class> <mod name=\"M\"> </mod>",
            "E0825",
            "\"M\"",
        ),
        ("<var> x; </var>", "E0816", "<var>"),
        ("</main>", "E0816", "</"),
        ("<include> ; </include>", "E0814", ";"),
        ("<include> a.lpn </include>", "E0814", "</"),
        ("<const> K = 1; K = 2; </const> <mod name=\"M\"> </mod>", "E0817", "K"),
        ("<const> K = L; </const> <mod name=\"M\"> </mod>", "E0819", "L"),
        ("<mod name=\"M\"> </mod> <mod name=\"M.lpn\"> </mod>", "E0817", "\"M.lpn\""),
        ("<mod name=\"M\"> <tr label=\"t\" preset=\"\" postset=\"\"> x = 1; </tr> </mod>", "E0818", "x"),
        ("<mod name=\"M\"> <var> v[2] = {1}; </var> </mod>", "E0822", "{1}"),
        (
            "<mod name=\"A\"> <var> v[2]; </var> </mod> <mod name=\"B\"> <var> v[3]; </var> </mod>",
            "E0822",
            "v",
        ),
        ("// nothing", "E0825", ""),
        ("  \n", "E0810", ""),
        ("main", "E0810", "m"),
        ("# a comment of ATACS", "E0810", "#"),
        ("<main> /* ", "E0813", "/*"),
        ("<mod name=\"M> </mod>", "E0813", "\""),
    ] {
        let found = places(text);
        assert_eq!(found.first(), Some(&(code, place.to_owned())), "{text}: {found:?}");
    }
}

#[test]
fn suggestions() {
    for (text, help) in [
        (transition("guard(X);"), "did you mean `x`?"),
        (connected("A a(b.uot); A b(1);"), "did you mean `out`?"),
        (connected("<var> mian; </var> A a(main);"), "did you mean `mian`?"),
        (connected("A first(frst.out);"), "did you mean `first`?"),
        ("<clas name=\"C\"> </clas>".to_owned(), "did you mean `class`?"),
        ("<mod nme=\"C\"> </mod>".to_owned(), "did you mean `name`?"),
    ] {
        assert_eq!(messages(&text)[0].help.as_deref(), Some(help), "{text}");
    }
}

#[test]
fn several_errors_in_one_run() {
    let text = one(
        "x; x y; z;",
        "<tr label=\"t\" preset=\"1\" postset=\"2\"> guard(x &&); x = 1 x = 2; </tr>
         <tr label=\"u\" preset=\"1;\" postset=\"2\"> guard(x; </tr>
         <tr preset=\"1\" postset=\"2\"> </tr>",
    );
    assert_eq!(message_codes(&text), ["E0814", "E0814", "E0814", "E0814", "E0814", "E0816"]);
    let text = one("x;", "<tr label=\"t\" preset=\"1\" postset=\"K\"> guard(y); x = z; w = 1; v = x; </tr>");
    assert_eq!(message_codes(&text), ["E0818"; 5]);
}

/// What comes after an unknown or misplaced tag is still read.
#[test]
fn wrong_tags_do_not_spread() {
    for part in ["<foo> a; b; <m> 1 </foo>", "<inputs> a, b </inputs>", "<main> A a(); </main>", "</foo>"] {
        let text = one("x;", &format!("{part} <tr label=\"t\" preset=\"1\" postset=\"1\"> x = y; </tr>"));
        assert_eq!(message_codes(&text), ["E0816"], "{part}");
        assert_eq!(message_codes(&text.replace("x = y;", "x = ;")), ["E0816", "E0814"], "{part}");
    }
    let unclosed = one("x;", "<tr label=\"t\" preset=\"1\" postset=\"1\"> x = 1; ")
        + "<mod name=\"M\"> <m> ; </m> </mod>";
    assert_eq!(message_codes(&unclosed), ["E0816", "E0814"]);
}

#[test]
fn a_mistake_in_a_class_is_told_once() {
    let mut text = String::from("<main>");
    for i in 0..1000 {
        write!(text, " C c{i}();").expect("a string takes everything");
    }
    text.push_str(
        "</main> <class name=\"C\" arg=\"\"> <var> v[2]; unused; </var> <m> 1 </m>
         <tr label=\"t\" preset=\"1\" postset=\"1\"> v[2] = 1; v[0] = 1; v[0] = 2; </tr>
         <tr label=\"u\" preset=\"1\" postset=\"1\"> v[0] = 1; v[0] = 2; </tr> </class>",
    );
    assert_eq!(message_codes(&text), ["E0822"]);
    assert_eq!(message_codes(&text.replace("v[2] = 1; ", "")), ["E0824"]);
}

#[test]
fn floods_of_errors_end() {
    for unit in [
        "<class name=\"C\" arg=\"\">",
        "</tr>",
        "<",
        "\"",
        "(",
        "<tr label=\"t\" preset=\"1\" postset=\"1\"> x; x; ",
        "§ ",
        "<m> ; ",
    ] {
        let text = format!("<main> {}", unit.repeat(20_000));
        let count = messages(&text).len();
        assert!((1..=200).contains(&count), "{unit}: {count}");
    }
    let text = transition(&(0..20_000).fold(String::new(), |all, i| all + &format!("v[x] = unknown{i}; ")));
    assert_eq!(messages(&text).len(), 50);
}

#[test]
fn designs_that_are_too_large() {
    // Each level of indices copies the one inside it three times.
    let nested = format!("{}0{}", "w[1][".repeat(40), "]".repeat(40));
    let text =
        one("w[2][2];", &format!("<tr label=\"t\" preset=\"1\" postset=\"1\"> w[0][0] = {nested}; </tr>"));
    assert_eq!(message_codes(&text), ["E0827"]);
    // Many instances of a class with many elements.
    let mut text = String::from("<main>");
    for i in 0..2000 {
        write!(text, " C c{i}();").expect("a string takes everything");
    }
    text.push_str(
        "</main> <class name=\"C\" arg=\"\"> <var> v[65536]; </var> <m> 1 </m>
         <tr label=\"t\" preset=\"1\" postset=\"1\"> v[0] = 1; </tr> </class>",
    );
    assert_eq!(message_codes(&text), ["E0827"]);
}
