//! The worked example of Cobleigh, Giannakopoulou and Păsăreanu (2003), section 4.3: what `Input` has to
//! assume of its environment so that inputs and outputs alternate.
//!
//! `Input = (input -> send -> ack -> Input)` with the error LTS of `Order = (input -> output -> Order)`, seen
//! through {ack, output, send}. Worked out by hand, a pair being the states of `Input` and `Order`:
//!
//! | after the word | possible pairs | ack | output | send |
//! |---|---|---|---|---|
//! | A: λ | (0,0), (1,1) | θ | π from (0,0) | B |
//! | B: send | (2,1) | (0,1), then π by input | C | θ |
//! | C: send, output | (2,0) | A | π | θ |
//!
//! θ is reached by words that `Input` cannot take part in; all of them are allowed, and so are all their
//! extensions.

use suppose_learn::{Cache, Counter, Dfa, Kind, Learner, RivestSchapire, Symbol, Table};

const ACK: Symbol = 0;
const OUTPUT: Symbol = 1;
const SEND: Symbol = 2;

/// States A, B, C, θ and the rejecting one.
fn weakest_assumption() -> Dfa {
    let delta = vec![3, 4, 1, 4, 2, 3, 0, 4, 3, 3, 3, 3, 4, 4, 4];
    Dfa::new(3, vec![true, true, true, true, false], delta).expect("a complete automaton")
}

fn shown(table: &Table) -> (Vec<String>, Vec<String>) {
    let show = |row: suppose_learn::TableRow| {
        let names: Vec<&str> = row.word.iter().map(|&s| ["ack", "output", "send"][s as usize]).collect();
        let answers: String = row.answers.iter().map(|&yes| if yes { 'T' } else { 'F' }).collect();
        format!("{} {answers}", names.join(","))
    };
    (table.rows().map(show).collect(), table.extensions().map(show).collect())
}

#[test]
fn tables_are_those_of_the_paper() {
    let target = weakest_assumption();
    let mut learner = RivestSchapire::new(3);
    learner.start(&mut &target).expect("no limit");
    let (rows, extensions) = shown(learner.table().expect("a table"));
    assert_eq!(rows, [" T", "output F"]);
    assert_eq!(
        extensions,
        ["ack T", "output F", "send T", "output,ack F", "output,output F", "output,send F"]
    );

    learner.refine(&[SEND, ACK], &mut &target).expect("a counterexample");
    let table = learner.table().expect("a table");
    assert_eq!(table.suffixes().collect::<Vec<_>>(), [&[] as &[Symbol], &[ACK]]);
    let (rows, extensions) = shown(table);
    assert_eq!(rows, [" TT", "output FF", "send TF"]);
    let second = [
        "ack TT",
        "output FF",
        "send TF",
        "output,ack FF",
        "output,output FF",
        "output,send FF",
        "send,ack FF",
        "send,output TT",
        "send,send TT",
    ];
    assert_eq!(extensions, second);
    // Figure 7 with the rejecting state.
    let a2 = Dfa::new(3, vec![true, false, true], vec![0, 1, 2, 1, 1, 1, 1, 0, 0]);
    assert_eq!(learner.conjecture(), &a2.expect("a complete automaton"));
}

#[test]
fn two_more_conjectures_give_the_weakest_assumption() {
    let target = weakest_assumption();
    let mut learner = RivestSchapire::new(3);
    learner.start(&mut &target).expect("no limit");
    learner.refine(&[SEND, ACK], &mut &target).expect("a counterexample");
    learner.refine(&[SEND, SEND, OUTPUT], &mut &target).expect("a counterexample");
    assert_eq!(learner.conjecture().size(), 4);
    let word = learner.conjecture().difference(&target).expect("one more conjecture");
    learner.refine(&word, &mut &target).expect("a counterexample");
    assert_eq!(learner.conjecture().size(), 5);
    assert_eq!(learner.conjecture().difference(&target), None);
}

#[test]
fn every_learner_finds_the_weakest_assumption() {
    let target = weakest_assumption();
    for kind in Kind::ALL {
        let mut learner = kind.build(3);
        learner.start(&mut &target).expect("no limit");
        while let Some(word) = learner.conjecture().difference(&target) {
            learner.refine(&word, &mut &target).expect("a counterexample");
        }
        assert_eq!(learner.conjecture().size(), 5, "{kind}");
    }
}

/// Section 5.2: since ⟨output⟩ is rejected, its extensions in table 1 need not be asked.
#[test]
fn prefix_closure_saves_queries() {
    let target = weakest_assumption();
    let asked = |mut oracle: Cache<Counter<&Dfa>>| {
        RivestSchapire::new(3).start(&mut oracle).expect("no limit");
        oracle.inner().queries()
    };
    assert_eq!(asked(Cache::new(Counter::new(&target))), 7);
    assert_eq!(asked(Cache::prefix_closed(Counter::new(&target))), 4);
}
