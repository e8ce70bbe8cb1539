//! Expressions: what is an operand of what, worked out by hand from the grammar of Ada.

use suppose_ada::ast::StatementKind;

use crate::syntax::shown;
use crate::syntax::support::{declarations, statements};

#[track_caller]
fn reads(text: &str, expected: &str) {
    let list = statements(&format!("X := {text};"));
    let StatementKind::Assign(_, value) = &list[0].kind else { panic!("no assignment") };
    assert_eq!(shown::expr(value), expected, "{text}");
    // Its span is exactly what was written.
    let start = "procedure Main is\nbegin\nX := ".len();
    assert_eq!((value.span.start as usize, value.span.end as usize), (start, start + text.len()), "{text}");
}

#[test]
fn numbers() {
    for (text, value) in [
        ("0", "0"),
        ("12", "12"),
        ("1_000", "1000"),
        ("16#FF#", "255"),
        ("16#fe#", "254"),
        ("2#1010_1010#", "170"),
        ("2E3", "2000"),
        ("2e+3", "2000"),
        ("16#F#E1", "240"),
        ("0E99999999999999999999", "0"),
        ("9223372036854775807", "9223372036854775807"),
        ("0.5", "real"),
        ("1.0E-3", "real"),
        ("16#F.8#", "real"),
    ] {
        reads(text, value);
    }
}

#[test]
fn precedence() {
    reads("A + B * C", "[a Add [b Multiply c]]");
    reads("A - B + C & D", "[a Subtract b Add c Concatenate d]");
    reads("A * B / C mod D rem E", "[a Multiply b Divide c Mod d Rem e]");
    reads("- A * B", "[Minus [a Multiply b]]");
    reads("-A + B", "[[Minus a] Add b]");
    reads("+A", "[Plus a]");
    reads("A ** 2 * B", "[[a Power 2] Multiply b]");
    reads("abs A + B", "[[Abs a] Add b]");
    reads("not A and B", "[[Not a] And b]");
    reads("not A = B", "[[Not a] Equal b]");
    reads("A + 1 < B", "[[a Add 1] Less b]");
    reads("A /= B or C >= D", "[[a NotEqual b] Or [c GreaterEqual d]]");
    reads("A <= B xor C > D", "[[a LessEqual b] Xor [c Greater d]]");
    reads("A and then B and then C", "[a AndThen b AndThen c]");
    reads("A or else B", "[a OrElse b]");
    reads("(A and B) or C", "[[a And b] Or c]");
    reads("((A))", "a");
    reads("A = (B = C)", "[a Equal [b Equal c]]");
}

#[test]
fn membership() {
    reads("A in 1 .. 3", "[a in 1..3]");
    reads("A not in T", "[a not in t]");
    reads("A in T'Range", "[a in range t'range]");
    reads("A in 1 | 3 .. B + 1 and C", "[[a in 1|3..[b Add 1]] And c]");
}

#[test]
fn names() {
    reads("R.Random (G)", "r.random(g)");
    reads("A (I, J + 1)", "a(i,[j Add 1])");
    reads("A (I) (J)", "a(i)(j)");
    reads("F (X => 1, Y => A = B)", "f(x=>1,y=>[a Equal b])");
    reads("T'First", "t'first");
    reads("A'Length (2)", "a'length(2)");
    reads("P.A'Base'First", "p.a'base'first");
    reads("T'Succ (A) + 1", "[t'succ(a) Add 1]");
    reads("T'(A)", "t'(a)");
    reads("P.T'('a')", "p.t'('a')");
    reads("F (''', ' ')", "f('\\'',' ')");
    reads("P.F (A)'Img", "p.f(a)'img");
    reads("F (if A then B else C)", "f([if a then b else c])");
    reads("\"say \"\"yes\"\"\" & Natural'Image (A)", "[\"say \\\"yes\\\"\" Concatenate natural'image(a)]");
    reads("CaSe_1", "case_1");
}

#[test]
fn conditions_and_aggregates() {
    reads("(if A then B elsif C then D else E)", "[if a then b if c then d else e]");
    reads("(if A then B)", "[if a then b]");
    reads("(if A then (if B then C) else D)", "[if a then [if b then c] else d]");
    reads("(others => 0)", "agg(others=>0)");
    reads("(1, 2)", "agg(1,2)");
    reads(
        "(1 => A, 2 | 3 => B, T range 4 .. 5 => C, others => D)",
        "agg(1=>a,2|3=>b,type t 4..5=>c,others=>d)",
    );
    reads("(A .. B => (others => False))", "agg(a..b=>agg(others=>false))");
    reads("(A => 1)", "agg(a=>1)");
    reads("T'(others => 0)", "t'(agg(others=>0))");
}

#[test]
fn ticks() {
    // After a name a tick begins an attribute, elsewhere a character.
    reads("F (A'First, 'a', B'Last)", "f(a'first,'a',b'last)");
    reads("A in 'a' | 'b'", "[a in 'a'|'b']");
    let list = declarations("X : T := T'Val (1); Y : T := 'x';");
    assert_eq!(shown::declarations(&list), "{x: t:=t'val(1); y: t:='x'}");
}
