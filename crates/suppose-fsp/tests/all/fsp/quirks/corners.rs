//! More corners: what scopes, matching, instances and formulas do in combination.

use super::codes;
use crate::fsp::support::{alphabet_of, compiled, composed, machines, names, rows, rows_of, single};

fn all_names(text: &str) -> Vec<String> {
    let (lts, actions) = composed(text);
    names(&lts, &actions)
}

// ----- names and scopes -----

#[test]
fn a_process_and_its_local_process_share_a_name() {
    assert_eq!(rows_of("P = P[0], P[b:0..1] = (a[b] -> P[1-b])."), ["0 a.0 1", "1 a.1 0"]);
}

#[test]
fn an_index_that_is_a_constant_defines_one_state() {
    assert_eq!(rows_of("P = Q[1], Q[1] = (a -> Q[2]), Q[2] = (b -> Q[1])."), ["0 a 1", "1 b 0"]);
}

#[test]
fn a_range_hides_a_parameter_and_a_constant_in_an_index() {
    assert_eq!(alphabet_of("range R = 0..1\nP(R=7) = (a[R] -> b[(R)] -> P)."), ["a.0", "a.1", "b.7"]);
    assert_eq!(alphabet_of("const N = 7\nrange N = 0..1\nP = (a[N] -> b[(N)] -> P)."), ["a.0", "a.1", "b.7"]);
    assert_eq!(codes("range N = 0..1\nP = (a[N+1] -> P)."), ["E0105 2:9"]);
}

#[test]
fn a_variable_bound_inside_a_set_ends_with_the_set() {
    assert_eq!(alphabet_of("P = ({a[i:0..1].b[i]} -> P)."), ["a.0.b.0", "a.1.b.1"]);
    assert_eq!(codes("P = ({a[i:0..1].b[i]} -> c[i] -> P)."), ["E0206 1:28"]);
}

#[test]
fn branches_and_local_processes_do_not_see_each_others_variables() {
    assert_eq!(alphabet_of("P = (a[i:0..1] -> P | b[i:2..2] -> P)."), ["a.0", "a.1", "b.2"]);
    assert_eq!(codes("P = (a[i:0..1] -> P | b[i] -> P)."), ["E0206 1:25"]);
    assert_eq!(codes("P = (a[i:0..1] -> Q), Q = (b[i] -> P)."), ["E0206 1:30"]);
    assert_eq!(codes("P = (a[i:0..1] -> b[i:0..1] -> P)."), ["E0205 1:21"]);
}

#[test]
fn a_lower_name_is_a_variable_only_in_brackets() {
    assert_eq!(alphabet_of("P = (in[x:{a, b}] -> [x] -> x -> P)."), ["a", "b", "in.a", "in.b", "x"]);
}

#[test]
fn labels_as_values_choose() {
    assert_eq!(
        rows_of("P = (a[l:{x, y}] -> if (l == 'x) then Q['y] else Q[l]), Q[m:{x, y}] = (b[m] -> STOP)."),
        ["0 a.x 1", "0 a.y 1", "1 b.y 2"]
    );
}

#[test]
fn what_is_left_of_a_set_may_be_nothing() {
    assert_eq!(rows_of("P = ({a}\\{a} -> P | b -> P)."), ["0 b 0"]);
    assert_eq!(alphabet_of("set S = {a, b[0..1]}\nP = (S\\{a} -> P)."), ["b.0", "b.1"]);
    // A set definition is one set in braces.
    assert_eq!(codes("set S = {a}.b\nP = (a -> P)."), ["E0105 1:12"]);
}

#[test]
fn numbers_stand_in_brackets() {
    assert_eq!(codes("P = (a.1 -> P)."), ["E0105 1:8"]);
    assert_eq!(alphabet_of("P = (a.[1].b -> [2][0x1F][-0] -> P)."), ["2.31.0", "a.1.b"]);
}

// ----- matching -----

#[test]
fn an_extension_is_relabelled_and_hidden_too() {
    assert_eq!(alphabet_of("P = (a -> P) + {b[0..1]} / {c/b} \\ {c[1]}."), ["a", "c.0"]);
    assert_eq!(alphabet_of("P = (a -> P) + {a.b} \\ {a}."), Vec::<String>::new());
}

#[test]
fn a_written_label_matches_only_what_continues_it() {
    assert_eq!(rows_of("P = (a.b -> P) / {x/a.b.c, y/a}."), ["0 y.b 0"]);
    assert_eq!(rows_of("P = (a.b -> P) / {a.b/a}."), ["0 a.b.b 0"]);
    // The other way round: the whole label wins over its prefix.
    assert_eq!(rows_of("P = (a.b -> a -> P) / {x/a, y/a.b}."), ["0 y 1", "1 x 0"]);
}

#[test]
fn all_pairs_of_two_sets_are_relabelled() {
    assert_eq!(rows_of("P = (a -> P | b -> STOP) / {{x, y}/{a, b}}."), ["0 x 0", "0 x 1", "0 y 0", "0 y 1"]);
}

#[test]
fn prefixes_come_before_relabelling() {
    assert_eq!(all_names("P = (x -> b -> P).\n||S = a:P/{b.x/a.x, c/b}."), ["a.b", "b.x"]);
    assert_eq!(all_names("P = (x -> P).\n||S = a:(b:P)."), ["a.b.x"]);
    assert_eq!(all_names("P = (x -> P).\n||S = [0..1]:P."), ["0.x", "1.x"]);
    assert_eq!(all_names("P = (x[1] -> P).\n||S = {p[0..1]}::P/{q/p[0]}."), ["p.1.x.1", "q.x.1"]);
    // Two prefixes or two relabellings in a row need parentheses.
    assert_eq!(codes("P = (x -> P).\n||S = a:b:P."), ["E0105 2:9"]);
    assert_eq!(codes("P = (b -> P).\n||S = P/{a/b}/{c/a}."), ["E0105 2:14"]);
    assert_eq!(all_names("P = (b -> P).\n||S = (P/{a/b} || P)/{c/a}."), ["b", "c"]);
}

#[test]
fn a_named_composite_inside_a_list_is_composed_first_as_well() {
    let processes = "P = (a -> b -> P).\nQ = (b -> a -> Q).\nR = (r -> R).\n||C = (P || Q).\n";
    let names = machines(&compiled(&format!("{processes}||S = (C || R)/{{c/a, c/b}}.")));
    assert_eq!(names, ["C=1/0", "R=1/1"]);
    let names = machines(&compiled(&format!("{processes}||S = (x:C || R)/{{c/x.a, c/x.b}}.")));
    assert_eq!(names, ["x:C=1/0", "R=1/1"]);
    // With one member there is nothing to compose.
    let names = machines(&compiled(&format!("{processes}||D = P.\n||S = D/{{c/a, c/b}}.")));
    assert_eq!(names, ["D.P=2/2"]);
}

#[test]
fn priority_inside_is_carried_out_first() {
    let text = "P = (a -> P | b -> P).\n||S = (P || P) << {a}.\n||T = (S || c:S) >> {c}.";
    let (lts, actions) = composed(text);
    assert_eq!(rows(&lts, &actions), ["0 a 0"]);
    assert_eq!(names(&lts, &actions), ["a", "b", "c.a", "c.b"]);
}

// ----- instances -----

#[test]
fn conditions_and_loops_nest() {
    let text = "P(A=0, B=0) = (a[A][B] -> P).\n||S(N=2) = (forall [i:0..N-1] forall [j:0..N-1] if (i != j) \
        then c[i][j]:P(i, j)).";
    assert_eq!(machines(&compiled(text)), ["c.0.1:P(0,1)=1/1", "c.1.0:P(1,0)=1/1"]);
    let text = "P = (a -> P).\nQ = (b -> Q).\n||S = (P || if 0 then P else if 0 then Q).";
    assert_eq!(machines(&compiled(text)), ["P=1/1"]);
    // An index in brackets after `forall` is another index, not a prefix.
    assert_eq!(codes("P = (a -> P).\n||S = forall [x:{a, b}] [x]:P."), ["E0105 2:28"]);
    assert_eq!(all_names("P = (a -> P).\n||S = forall [x:{a, b}] ([x]:P)."), ["a.a", "b.a"]);
}

#[test]
fn sequences_recur_and_run_composites() {
    let text = "P(N=1) = (when (N > 0) a[N] -> P(N-1);END | when (N == 0) done -> END).\n||S = P(2).";
    assert_eq!(rows(&single(text).0, &single(text).1), ["0 a.2 1", "1 a.1 2", "2 done END"]);
    // Hiding belongs to the composite that is run.
    let text = "A = (a -> END).\n||C = ({x, y}:A) \\ {x}.\nP = (go -> C;P).\n||S = P.";
    let (lts, actions) = single(text);
    assert_eq!(rows(&lts, &actions), ["0 go 1", "1 tau 2", "1 y.a 3", "2 y.a 0", "3 tau 0"]);
    // `END` is where a sequence ends and no process in it; an END that is never reached does not help.
    assert_eq!(codes("P = (a -> END).\nQ = P;END;R, R = (c -> STOP)."), ["E0207 2:7"]);
    assert_eq!(codes("P = (a -> P), Q = (b -> END).\nR = P;R."), ["E0308 2:5"]);
    assert_eq!(rows_of("Q = (a -> END).\nR = (x -> Q;ERROR).\n||S = R."), ["0 x 1", "1 a -1"]);
}

#[test]
fn a_property_may_be_error() {
    assert_eq!(rows_of("property P = ERROR + {a}."), ["0 tau -1"]);
    let text = "property P(N=3) = Q[N], Q[i:0..2] = (a[i] -> Q[(i+1)%3]).";
    assert_eq!(rows_of(text), ["0 tau -1"]);
    assert_eq!(codes(text), ["W0303 1:19"]);
}

#[test]
fn the_same_choice_twice_is_no_choice() {
    assert_eq!(rows_of("property P = (a -> P | a -> P)."), ["0 a 0"]);
}

#[test]
fn acceptance_follows_prefixes_and_is_one_action() {
    assert_eq!(rows_of("P@ = (a -> Q), Q@ = (b -> P)."), ["0 a 1", "0 @P 0", "1 @P 1", "1 b 0"]);
    assert_eq!(all_names("P@ = (a -> P).\n||S = x:P."), ["x.@P", "x.a"]);
}

// ----- formulas, menus, animations -----

#[test]
fn every_form_of_formula() {
    let text = "const True = 1
fluent F[i:0..1] = <a[i], b[i]> initially (i == 1)
fluent G = <{a[0]}, {b[0..1]}> initially True
set S = {a[0], b}
assert A1 = (F[0..1] U G)
assert A2 = forall [i:0..1] (F[i] -> X !F[1-i])
assert A3 = forall [i:0..1] exists [j:0..i] [](a[i] -> <>b[j])
assert A4 = (rigid (1 == 1) && G || {S} W a.b[2])
assert A5(N=1) = []F[N]
assert A6 = ((A5(0) U A5) <-> G)
constraint A7 = [](a[0] -> X b[0]) + {c, d}
ltl_property A8 = X X !G
P = (a[0..1] -> b[0..1] -> U), U = (x -> P).";
    assert_eq!(codes(text), Vec::<String>::new());
}

#[test]
fn what_formulas_cannot_say() {
    let process = "P = (a -> b -> P).\nfluent F = <a, b>\n";
    let wrong = |text: &str| codes(&format!("{process}{text}"));
    assert_eq!(wrong("assert A = (F -> F -> F)"), ["E0105 3:20"]);
    assert_eq!(wrong("assert A = (F -> F <-> F)"), ["E0105 3:20"]);
    assert_eq!(wrong("assert A = F || F"), ["E0111 3:14"]);
    assert_eq!(wrong("assert A = a[k]"), ["E0206 3:14"]);
    assert_eq!(wrong("assert A = forall [i:0..1][i:0..1] a[i]"), ["E0205 3:28"]);
    assert_eq!(wrong("assert A = B\nassert B = A"), ["E0314 3:8"]);
    assert_eq!(wrong("fluent H = <a, b> initially 1 == 1"), ["E0105 3:31"]);
}

#[test]
fn menus_and_animations_share_their_names() {
    let menu = "P = (a -> P).\n||S = P.\nmenu M = {a}\n";
    let animation = "animation A = \"a.xml\" target S compose {B/{x/y} || C} actions {a/b} controls {c/d}";
    assert_eq!(codes(&format!("{menu}{animation}")), Vec::<String>::new());
    assert_eq!(codes(&format!("{menu}animation M = \"a.xml\"")), ["E0204 4:11"]);
}
