//! Words, grammar, values and labels.

use super::codes;
use crate::fsp::support::{alphabet_of, compiled, machines, names, rows, rows_of, single};

/// The value of a constant expression, read off an action's index.
#[track_caller]
fn value(expr: &str) -> String {
    let text = format!("set S = {{a, b, c}}\nconst N = ({expr})\nP = (x[N] -> STOP).");
    let names = alphabet_of(&text);
    names[0].strip_prefix("x.").expect("one action").to_owned()
}

// ----- words -----

#[test]
fn an_underscore_begins_a_lower_name() {
    assert_eq!(rows_of("P = (_x -> P)."), ["0 _x 0"]);
}

#[test]
fn a_leading_zero_is_octal() {
    assert_eq!(value("010"), "8");
    assert_eq!(value("0x10"), "16");
    assert_eq!(value("0XfF"), "255");
    assert_eq!(value("0"), "0");
    // `08` is the two words `0` and `8`.
    assert_eq!(codes("const N = 08\nP = (a -> P)."), ["E0105 1:12"]);
}

#[test]
fn tau_is_no_action_name() {
    assert_eq!(codes("P = (tau -> P)."), ["E0106 1:6"]);
}

#[test]
fn brackets_without_a_gap_are_one_word() {
    assert_eq!(codes("P = (x[] -> P)."), ["E0105 1:7"]);
}

#[test]
fn less_than_minus_is_split() {
    assert_eq!(rows_of("P = Q[-2], Q[i:-2..0] = (when (i<-1) a -> Q[0])."), ["0 a 1"]);
}

// ----- grammar -----

#[test]
fn words_before_a_process_are_in_order() {
    assert_eq!(rows_of("minimal property P = (a -> P)."), ["0 a 0"]);
    assert_eq!(codes("property minimal P = (a -> P)."), ["E0108 1:10"]);
}

#[test]
fn hiding_stands_only_at_the_end() {
    assert_eq!(codes("P = (a -> P).\n||S = (P \\ {a})."), ["E0105 2:10"]);
}

#[test]
fn a_set_has_at_least_one_label() {
    assert_eq!(codes("P = (a -> P) + {}."), ["E0109 1:16"]);
}

#[test]
fn a_formula_is_unary_at_the_top() {
    let fluents = "fluent F = <a, b>\nfluent G = <b, a>\nP = (a -> b -> P).\n";
    assert_eq!(codes(&format!("{fluents}assert A = []F && <>G")), ["E0111 4:16"]);
    assert_eq!(codes(&format!("{fluents}assert A = ([]F && <>G)")), Vec::<String>::new());
}

#[test]
fn or_is_loosest_in_formulas() {
    let text = "fluent F = <a, b>\nassert A = (F || !F -> F)\n";
    let tree = suppose_fsp::parse(text, suppose_base::FileId(0)).tree;
    assert_eq!(suppose_fsp::print(&tree), text);
    let explicit = "fluent F = <a, b>\nassert A = (F || (!F -> F))\n";
    let tree = suppose_fsp::parse(explicit, suppose_base::FileId(0)).tree;
    assert_eq!(suppose_fsp::print(&tree), text);
    let other = "fluent F = <a, b>\nassert A = ((F || !F) -> F)\n";
    let tree = suppose_fsp::parse(other, suppose_base::FileId(0)).tree;
    assert_eq!(suppose_fsp::print(&tree), other);
}

#[test]
fn until_does_not_chain() {
    let fluents = "fluent F = <a, b>\nP = (a -> b -> P).\n";
    assert_eq!(codes(&format!("{fluents}assert A = (F U F U F)")), ["E0105 3:19"]);
    assert_eq!(codes(&format!("{fluents}assert A = (F U (F W F))")), Vec::<String>::new());
}

#[test]
fn a_constant_is_additive() {
    assert_eq!(codes("const N = 1 || 0\nP = (a -> P)."), ["E0105 1:16"]);
    assert_eq!(value("(1 || 0)"), "1");
}

// ----- values -----

#[test]
fn division_is_javas() {
    assert_eq!(value("-7/2"), "-3");
    assert_eq!(value("-7%3"), "-1");
    assert_eq!(value("7%-3"), "1");
    assert_eq!(value("2147483647 + 1"), "-2147483648");
    assert_eq!(value("(-2147483647 - 1) / -1"), "-2147483648");
    assert_eq!(value("1 << 33"), "2");
    assert_eq!(value("-8 >> 1"), "-4");
}

#[test]
fn not_is_one_up_to_zero() {
    assert_eq!(value("!(-1)"), "1");
    assert_eq!(value("!0"), "1");
    assert_eq!(value("!5"), "0");
    // A negative condition is true all the same.
    assert_eq!(rows_of("P = (when (-1) a -> P | when (!(-1)) b -> P)."), ["0 a 0", "0 b 0"]);
}

#[test]
fn operators_bind_as_in_c() {
    assert_eq!(value("1 + 2 * 3"), "7");
    assert_eq!(value("6 & 3 == 3"), "0");
    assert_eq!(value("1 | 6 ^ 2"), "5");
    assert_eq!(value("10 - 3 - 2"), "5");
    assert_eq!(value("2 < 3 == 1"), "1");
}

#[test]
fn labels_are_values() {
    assert_eq!(value("'a == 'a"), "1");
    assert_eq!(value("'a != 'b"), "1");
    assert_eq!(value("'a.b[2]"), "a.b.2");
    assert_eq!(value("#S"), "3");
    assert_eq!(value("@(S, 1)"), "b");
    // A label that reads as an integer is one.
    assert_eq!(value("@({x, [7]}, 1) + 1"), "8");
}

#[test]
fn a_sign_before_a_count_is_lost() {
    assert_eq!(value("-#S"), "3");
    assert_eq!(value("-(#S)"), "-3");
    assert_eq!(codes("set S = {a}\nconst N = -#S\nP = (a -> P)."), ["W0301 2:11"]);
}

// ----- labels -----

#[test]
fn an_index_is_a_dotted_part() {
    assert_eq!(
        alphabet_of("P = (a[1] -> a.x -> [3].x -> a[-1] -> b[1][2] -> P)."),
        ["3.x", "a.-1", "a.1", "a.x", "b.1.2"]
    );
}

#[test]
fn labels_vary_slowest_on_the_left() {
    let text = "set A = {a, b, a}\nP = (x.A[0..1] -> STOP).";
    let (lts, actions) = single(text);
    // Actions are numbered in the order in which they are met.
    let names: Vec<&str> = lts.alphabet().iter().map(|&a| actions.name(a)).collect();
    assert_eq!(names, ["x.a.0", "x.a.1", "x.b.0", "x.b.1"]);
}

#[test]
fn a_guard_does_not_see_its_own_action() {
    assert_eq!(codes("P = (when (i > 0) a[i:0..1] -> P)."), ["E0206 1:12"]);
}

#[test]
fn an_actions_variable_is_seen_after_it() {
    assert_eq!(
        rows_of("P = (a[i:0..1].b[i] -> c[i] -> Q[i]), Q[j:0..1] = (d[j] -> STOP)."),
        ["0 a.0.b.0 1", "0 a.1.b.1 2", "1 c.0 3", "2 c.1 4", "3 d.0 5", "4 d.1 5"]
    );
}

#[test]
fn a_prefix_variable_is_seen_by_parameters_only() {
    let text = "P(N=0) = (a[N] -> P).\n||S = p[i:1..2]:P(i).";
    assert_eq!(machines(&compiled(text)), ["p.1:P(1)=1/1", "p.2:P(2)=1/1"]);
    assert_eq!(codes("P = (a -> P).\n||S = p[i:1..2]:P/{b[i]/a}."), ["E0206 2:22"]);
}

#[test]
fn a_relabellings_new_label_binds_for_the_old_one() {
    assert_eq!(rows_of("P = (b[i:0..2] -> P) / {x[i:0..2]/b[i]}."), ["0 x.0 0", "0 x.1 0", "0 x.2 0"]);
}

#[test]
fn sets_at_the_end_of_a_process_read_no_variables() {
    assert_eq!(codes("P = (a -> P) + {a[i:0..2].b[i]}."), ["E0206 1:29"]);
    assert_eq!(alphabet_of("P = (a -> P) + {a[0..1].b[0..1]}.").len(), 5);
}

#[test]
fn hiding_matches_prefixes_at_dots() {
    let (lts, actions) = single("P = (a.b -> a.b[1].c -> ab -> a.bc -> P) \\ {a.b}.");
    assert_eq!(rows(&lts, &actions), ["0 tau 1", "1 tau 2", "2 ab 3", "3 a.bc 0"]);
    assert_eq!(names(&lts, &actions), ["a.bc", "ab"]);
    assert_eq!(rows_of("P = (a.b -> c -> P) @ {a}."), ["0 a.b 1", "1 tau 0"]);
}
