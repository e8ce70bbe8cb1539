//! The corners of FSP, as LTSA was seen to behave: literals, one test for each.

use crate::support::{
    alphabet_of, compiled, composed, machines, messages, names, rows, rows_of, shown, single, target,
};

/// The value of a constant expression, read off an action's index.
#[track_caller]
fn value(expr: &str) -> String {
    let text = format!("set S = {{a, b, c}}\nconst N = ({expr})\nP = (x[N] -> STOP).");
    let names = alphabet_of(&text);
    names[0].strip_prefix("x.").expect("one action").to_owned()
}

#[track_caller]
fn codes(text: &str) -> Vec<String> {
    shown(text, &messages(text))
        .into_iter()
        .map(|line| line.split(' ').take(2).collect::<Vec<_>>().join(" "))
        .collect()
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
    let tree = suppose_lang::fsp::parse(text, suppose_base::FileId(0)).tree;
    assert_eq!(suppose_lang::fsp::print(&tree), text);
    let explicit = "fluent F = <a, b>\nassert A = (F || (!F -> F))\n";
    let tree = suppose_lang::fsp::parse(explicit, suppose_base::FileId(0)).tree;
    assert_eq!(suppose_lang::fsp::print(&tree), text);
    let other = "fluent F = <a, b>\nassert A = ((F || !F) -> F)\n";
    let tree = suppose_lang::fsp::parse(other, suppose_base::FileId(0)).tree;
    assert_eq!(suppose_lang::fsp::print(&tree), other);
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

// ----- primitive processes -----

#[test]
fn middle_states_are_not_shared() {
    assert_eq!(single("P = (a[0..2] -> b[0..1] -> P).").0.num_states(), 4);
    assert_eq!(single("P = (a -> (b -> P | c -> P)).").0.num_states(), 2);
}

#[test]
fn a_false_guard_adds_nothing_to_the_alphabet() {
    assert_eq!(alphabet_of("P = (a -> P | when (0) b -> P)."), ["a"]);
}

#[test]
fn unreachable_states_add_to_the_alphabet() {
    assert_eq!(alphabet_of("P = (a -> P), Q = (b -> P)."), ["a", "b"]);
    assert_eq!(rows_of("P = (a -> P), Q = (b -> P)."), ["0 a 0"]);
}

#[test]
fn an_error_process_has_one_silent_step() {
    assert_eq!(rows_of("P = ERROR."), ["0 tau -1"]);
    assert_eq!(rows_of("P = Q, Q = ERROR."), ["0 tau -1"]);
}

#[test]
fn other_names_are_error_with_a_warning() {
    assert_eq!(rows_of("P = Q[0], Q[i:0..1] = (a -> Q[i+1])."), ["0 a 1", "1 a -1"]);
    assert_eq!(codes("P = Q[0], Q[i:0..1] = (a -> Q[i+1])."), ["W0303 1:29"]);
    // Another process of the file is no local process either.
    let text = "P = (a -> Q).\nQ = (b -> Q).\n||S = P.";
    assert_eq!(machines(&compiled(text)), ["P=1/1"]);
    assert_eq!(codes(text), ["W0303 1:11"]);
}

#[test]
fn missing_else_is_stop() {
    assert_eq!(rows_of("P = (a -> if 0 then P)."), ["0 a 1"]);
    assert!(rows_of("P = if 0 then (a -> P).").is_empty());
}

#[test]
fn end_is_the_end_state() {
    let (lts, actions) = single("P = (a -> END | b -> STOP).");
    assert_eq!(rows(&lts, &actions), ["0 a END", "0 b 2"]);
    assert_eq!(lts.deadlocks().count(), 1);
}

#[test]
fn a_sequence_glues_ends_to_starts() {
    let text = "Q(N=1) = (q[N] -> END).\nR = END.\nP = (a -> Q(2);R;Q;P) .\n||S = P.";
    let (lts, actions) = single(text);
    assert_eq!(rows(&lts, &actions), ["0 a 1", "1 q.2 2", "2 q.1 0"]);
    // A sequence can also stand alone.
    let text = "Q = (q -> r -> END).\nP = Q;Q;P.\n||S = P.";
    let (lts, actions) = single(text);
    assert_eq!(rows(&lts, &actions), ["0 q 1", "1 r 2", "2 q 3", "3 r 0"]);
}

#[test]
fn a_composite_can_run_first() {
    let text = "A = (a -> END).\nB = (b -> END).\n||C = (A || B).\nP = C;(c -> P).";
    assert_eq!(codes(text), ["E0105 4:7"]);
    let text = "A = (a -> END).\nB = (b -> END).\n||C = (A || B).\nP = C;Q, Q = (c -> P).\n||S = P.";
    let (lts, actions) = single(text);
    assert_eq!(rows(&lts, &actions), ["0 a 1", "0 b 2", "1 b 3", "2 a 3", "3 c 0"]);
}

#[test]
fn the_alphabets_of_a_sequence_are_united() {
    let text = "Q = END + {x}.\nP = (a -> Q;P).\n||S = P.";
    let (lts, actions) = single(text);
    assert_eq!(names(&lts, &actions), ["a", "x"]);
}

#[test]
fn accepting_processes_loop() {
    assert_eq!(rows_of("P = (a -> Q), Q@ = (b -> P)."), ["0 a 1", "1 b 0", "1 @P 1"]);
}

#[test]
fn a_property_is_completed_and_must_be_deterministic() {
    assert_eq!(rows_of("property P = (a -> b -> P)."), ["0 a 1", "0 b -1", "1 a -1", "1 b 0"]);
    assert_eq!(codes("property P = (a -> P | a -> STOP)."), ["E0307 1:10"]);
    assert_eq!(codes("property P = (a -> b -> P) \\ {b}."), ["E0307 1:10"]);
    assert!(single("property P = (a -> END).").0.end().is_none());
}

#[test]
fn relabelling_comes_before_hiding() {
    assert_eq!(rows_of("P = (a -> b -> P) / {x/a, c/b} \\ {c}."), ["0 x 1", "1 tau 0"]);
}

#[test]
fn relabelling_is_simultaneous_and_prefers_the_longer_prefix() {
    assert_eq!(rows_of("P = (a -> b -> P) / {b/a, a/b}."), ["0 b 1", "1 a 0"]);
    assert_eq!(rows_of("P = (a.x.y -> a.z -> P) / {p/a, q/a.x}."), ["0 q.y 1", "1 p.z 0"]);
}

// ----- composites -----

#[test]
fn several_new_names_duplicate_a_transition() {
    assert_eq!(rows_of("P = (a -> b -> P) / {{x, y}/a}."), ["0 x 1", "0 y 1", "1 b 0"]);
}

#[test]
fn several_old_names_merge() {
    assert_eq!(rows_of("P = (a -> P | b -> STOP) / {x/{a, b}}."), ["0 x 0", "0 x 1"]);
}

#[test]
fn prefixes_copy_and_sharing_duplicates() {
    let text = "P = (n -> P).\n||S = ({a, b}:P || {c, d}::P || e::f:P).";
    assert_eq!(machines(&compiled(text)), ["a:P=1/1", "b:P=1/1", "{c,d}::P=1/2", "{e}::f:P=1/1"]);
    let (lts, actions) = composed(text);
    assert_eq!(names(&lts, &actions), ["a.n", "b.n", "c.n", "d.n", "e.f.n"]);
}

#[test]
fn composites_recur_through_parameters() {
    let text = "P(N=0) = (a[N] -> P).\n||S(N=2) = if N==0 then P(0) else (P(N) || S(N-1)).";
    assert_eq!(machines(&compiled(text)), ["P(2)=1/1", "S(1).P(1)=1/1", "S(1).S(0).P(0)=1/1"]);
}

#[test]
fn a_list_is_relabelled_member_by_member() {
    let processes = "P = (a -> b -> P).\nQ = (b -> a -> Q).\n";
    let (lts, _) = composed(&format!("{processes}||S = (P || Q)/{{c/a, c/b}}."));
    assert_eq!((lts.num_states(), lts.deadlocks().count()), (2, 0));
}

#[test]
fn a_named_composite_is_composed_when_labels_merge() {
    let processes = "P = (a -> b -> P).\nQ = (b -> a -> Q).\n||C1 = (P || Q).\n";
    let text = format!("{processes}||C2 = C1/{{c/a, c/b}}.");
    assert_eq!(machines(&compiled(&text)), ["C1=1/0"]);
    assert_eq!(composed(&text).0.deadlocks().count(), 1);
    // Nothing merges here, so the list stays a list.
    let text = format!("{processes}||C2 = C1/{{c/a}}.");
    assert_eq!(machines(&compiled(&text)), ["C1.P=2/2", "C1.Q=2/2"]);
}

#[test]
fn hidden_actions_of_a_part_are_silent_in_the_whole() {
    let text = "P = (a -> b -> P).\n||C = P \\ {a}.\n||S = (C || P).";
    let (lts, actions) = composed(text);
    // The two `a` no longer synchronise.
    assert_eq!(names(&lts, &actions), ["a", "b"]);
    assert_eq!(machines(&compiled(text)), ["C=2/2", "P=2/2"]);
    assert_eq!(lts.num_states(), 4);
}

#[test]
fn the_targets_own_hiding_and_priority_are_kept_apart() {
    let text = "P = (a -> b -> P | c -> P).\n||S = P << {a} \\ {b}.";
    let compiled = compiled(text);
    assert_eq!(machines(&compiled), ["P=2/3"]);
    let names =
        |ids: &[suppose_lts::ActionId]| compiled.system.actions.sorted_names(ids.iter().copied()).join(" ");
    assert_eq!(names(&compiled.system.hidden), "b");
    let priority = compiled.system.priority.as_ref().expect("has priority");
    assert_eq!((names(&priority.actions), priority.listed_are_low), ("a".to_owned(), false));
    let (lts, actions) = composed(text);
    assert_eq!(rows(&lts, &actions), ["0 a 1", "1 tau 0"]);
}

#[test]
fn ends_of_a_composition() {
    // All actions of B, which has no END, belong to A as well, so the composition can end.
    let text = "A = (a -> END).\nB = (a -> STOP).\n||S = (A || B).";
    let (lts, _) = composed(text);
    assert!(lts.end().is_some());
    // Here B has an action of its own.
    let text = "A = (a -> END).\nB = (a -> STOP) + {b}.\n||S = (A || B).";
    let (lts, _) = composed(text);
    assert!(lts.end().is_none());
    assert_eq!(lts.deadlocks().count(), 1);
}

#[test]
fn an_empty_list_is_refused() {
    assert_eq!(codes("||S = ()."), ["E0310 1:3"]);
}

// ----- targets -----

#[test]
fn targets_are_chosen_as_documented() {
    let text = "P = (a -> P).\nQ = (b -> Q).\n";
    let all = compiled(text);
    assert_eq!((all.system.name.as_str(), machines(&all).len()), ("DEFAULT", 2));
    let last = compiled(&format!("{text}||S = P.\n||T = Q."));
    assert_eq!(last.system.name, "T");
    let default = compiled(&format!("{text}||DEFAULT = P.\n||T = Q."));
    assert_eq!(default.system.name, "DEFAULT");
    assert_eq!(machines(&default), ["P=1/1"]);
    let named = target(&format!("{text}||S = P.\n||T = Q."), Some("P"));
    assert_eq!(machines(&named), ["P=1/1"]);
    assert_eq!(compiled("P = (a -> P).").system.name, "P");
}

// ----- tests of the file -----

#[test]
fn indexed_progress_tests_are_expanded() {
    let text = "P = ({a[1..2], b} -> P).\nprogress G[i:1..2] = {a[i]}\nprogress H = if {b} then {a[1]}";
    let compiled = compiled(text);
    let show = |ids: &Vec<suppose_lts::ActionId>| {
        compiled.system.actions.sorted_names(ids.iter().copied()).join(" ")
    };
    let tests: Vec<String> = compiled
        .progress
        .iter()
        .map(|t| format!("{} {:?} {}", t.name, t.condition.as_ref().map(show), show(&t.actions)))
        .collect();
    assert_eq!(tests, ["G.1 None a.1", "G.2 None a.2", "H Some(\"b\") a.1"]);
}

#[test]
fn indexed_fluents_are_expanded() {
    let model = crate::support::model(
        "P = (a[0..1] -> b[0..1] -> P).\nfluent F[i:0..1] = <a[i], {b[0..1]}> initially i\nassert A = forall [i:0..1] [](F[i] -> <>!F[0..1])",
    );
    let fluents: Vec<String> = model
        .fluents()
        .iter()
        .map(|f| format!("{} {} {} {}", f.name, f.initiating.join(","), f.terminating.join(","), f.initially))
        .collect();
    assert_eq!(fluents, ["F.0 a.0 b.0,b.1 false", "F.1 a.1 b.0,b.1 true"]);
    assert_eq!(model.formulas().len(), 1);
}
