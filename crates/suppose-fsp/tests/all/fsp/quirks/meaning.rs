//! Processes, composites, targets, tests and reductions.

use super::codes;
use crate::fsp::support::{
    alphabet_of, compiled, composed, machines, model, names, rows, rows_of, single, target,
};

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
fn components_have_names_of_their_own() {
    // LTSA calls all three P.
    let text = "P = (a -> P).\n||S = (P/{b/a} || P/{c/a} || Q || P/{d/a}).\nQ = (e -> Q).";
    assert_eq!(machines(&compiled(text)), ["P=1/1", "P#2=1/1", "Q=1/1", "P#3=1/1"]);
}

#[test]
fn acceptance_is_exempt_from_priority() {
    // Neither removed when `a` is possible, nor a reason to remove anything.
    let (lts, actions) = composed("P@ = (a -> P | b -> P).\n||S = x:P << {x.a}.");
    let mut found = rows(&lts, &actions);
    found.sort_unstable();
    assert_eq!(found, ["0 x.@P 0", "0 x.a 0"]);
    let (lts, actions) = composed("P@ = (b -> P).\n||S = P >> {b}.");
    let mut found = rows(&lts, &actions);
    found.sort_unstable();
    assert_eq!(found, ["0 @P 0", "0 b 0"]);
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
    let model = model(
        "P = (a[0..1] -> b[0..1] -> P).\nfluent F[i:0..1] = <a[i], {b[0..1]}> initially i\nassert A = forall \
            [i:0..1] [](F[i] -> <>!F[0..1])",
    );
    let fluents: Vec<String> = model
        .fluents()
        .iter()
        .map(|f| format!("{} {} {} {}", f.name, f.initiating.join(","), f.terminating.join(","), f.initially))
        .collect();
    assert_eq!(fluents, ["F.0 a.0 b.0,b.1 false", "F.1 a.1 b.0,b.1 true"]);
    assert_eq!(model.formulas().len(), 1);
}

// ----- reductions -----

#[test]
fn one_error_among_several_targets_is_error() {
    let (lts, actions) = single("deterministic P = (a -> ERROR | a -> b -> STOP).");
    assert_eq!(rows(&lts, &actions), ["0 a -1"]);
    assert_eq!(names(&lts, &actions), ["a", "b"]);
}

#[test]
fn what_is_deterministic_is_not_minimised() {
    assert_eq!(single("deterministic P = (a -> a -> P).").0.num_states(), 2);
    assert_eq!(single("minimal P = (a -> a -> P).").0.num_states(), 1);
    assert_eq!(single("deterministic P = (a -> a -> P | a -> P).").0.num_states(), 1);
}

/// LTSA marks END with an action of its own before it minimises, so what ends silently has ended.
#[test]
fn what_can_only_end_silently_is_the_end_when_minimised() {
    assert_eq!(rows_of("minimal P = (c -> h -> END) \\ {h}."), ["0 c END"]);
    assert_eq!(rows_of("minimal P = (c -> h -> END | d -> END) \\ {h}."), ["0 c END", "0 d END"]);
    assert_eq!(rows_of("minimal P = (c -> h -> STOP) \\ {h}."), ["0 c 1"]);
    assert_eq!(rows_of("minimal P = (c -> (h -> END | b -> P)) \\ {h}."), ["0 c 1", "1 tau END", "1 b 0"]);
    let whole = single("minimal P = (h -> END) \\ {h}.").0;
    assert_eq!((whole.num_states(), whole.num_transitions(), whole.end()), (1, 0, Some(whole.initial())));
    // A composite loses its silent states before, all but the first.
    let text = "P = (h -> END).\nminimal ||M = P \\ {h}.\n||S = (M).";
    assert_eq!(machines(&compiled(text)), ["M=1/0"]);
    assert_eq!(rows_of("P = (c -> h -> END) \\ {h}.\nminimal ||M = P.\n||S = (M)."), ["0 c END"]);
}

/// LTSA keeps END only where a trace leads nowhere else, silent steps included, so the first two deadlock
/// there and the third has no silent step.
#[test]
fn determinising_keeps_the_end() {
    assert_eq!(rows_of("deterministic P = (a -> END | a -> STOP)."), ["0 a END"]);
    assert_eq!(rows_of("deterministic P = (c -> h -> END) \\ {h}."), ["0 c END"]);
    assert_eq!(rows_of("deterministic P = (a -> END | a -> b -> END)."), ["0 a 1", "1 tau END", "1 b END"]);
}

#[test]
fn the_words_of_a_target_are_left_to_the_caller() {
    use suppose_lts::Finish;
    let finish = |word: &str| compiled(&format!("P = (a -> P).\n{word}||S = P.")).finish;
    assert_eq!(finish(""), Finish::AsIs);
    assert_eq!(finish("compose "), Finish::AsIs);
    assert_eq!(finish("minimal "), Finish::Minimise);
    assert_eq!(finish("deterministic minimal "), Finish::Determinise);
    assert_eq!(finish("property "), Finish::Property);
}

#[test]
fn the_words_of_a_part_are_carried_out() {
    let text = "P = (a -> a -> P).\nminimal ||M = P.\nproperty ||Q = (P || P) \\ {b}.\ncompose ||C = (P || \
        P).\n||S = (M || Q || C).";
    let compiled = compiled(text);
    assert_eq!(machines(&compiled), ["M=1/1", "Q=2/2", "C=2/2"]);
    let roles: Vec<_> = compiled.system.components.iter().map(|c| c.role).collect();
    assert_eq!(
        roles,
        [suppose_lts::Role::Component, suppose_lts::Role::Property, suppose_lts::Role::Component]
    );
}

#[test]
fn a_property_that_could_block_is_none() {
    use suppose_lts::Role;
    let roles = |text: &str| compiled(text).system.components.iter().map(|c| c.role).collect::<Vec<_>>();
    let property = "property P = (a -> b -> P).\n";
    assert_eq!(roles(&format!("{property}||S = {{x, y}}::z:P.")), [Role::Property]);
    assert_eq!(roles(&format!("{property}||S = P/{{c/a}}.")), [Role::Property]);
    // Both actions get one name, so there is a choice.
    assert_eq!(roles(&format!("{property}||S = P/{{c/a, c/b}}.")), [Role::Component]);
}
