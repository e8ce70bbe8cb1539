//! The elevator: sizes of assumptions and numbers of queries.
//!
//! The numbers of words are those that the algorithm of Rivest and Schapire asks about, each once. The cache
//! of the engine knows more: a word whose prefix led to an error leads to one too, and a prefix of a harmless
//! word is harmless. So fewer get to the analysis.
//!
//! An implementation that looks for the decisive suffix of a counterexample among all of its places counts
//! 156 and 104 words where we count 155 and 103: ours knows that the last letter decides nothing, as the
//! table has all words of one letter after each state.

use suppose_ada::{self as ada, Program, models};
use suppose_base::{ActionId, Budget, FileId, StopReason, Verdict};
use suppose_flow::Constraint;
use suppose_flow::learn::{Constraints, Learned, Question, learn};
use suppose_flow::split::{Obligation, Side, Split, Walk};
use suppose_learn::{Cache, Counter, Dfa, Kind, Membership, Symbol};
use suppose_lts::{Lts, LtsBuilder, System};
use suppose_prove::learn::Options;
use suppose_prove::rule::RuleKind;

fn elevator(variant: models::Variant) -> (Program, System) {
    let (program, warnings) = ada::load(FileId(0), &models::elevator(variant)).expect("a program");
    assert!(warnings.is_empty(), "{warnings:?}");
    let system = ada::lower(&program, &Budget::unlimited()).expect("no limit").system;
    let names: Vec<&str> = system.components.iter().map(|c| c.name.as_str()).collect();
    assert_eq!(names, ["car", "controller", "x", "Doors_Closed"]);
    (program, system)
}

fn constraints(program: &Program, names: &[&str]) -> Vec<Constraint> {
    let all = Constraint::all(program, &vec![false; program.variables.len()]);
    let named = |name: &&str| *all.iter().find(|c| c.name(program) == *name).expect("a constraint");
    names.iter().map(named).collect()
}

/// The car is M1, or the controller is.
const SPLITS: [[&[usize]; 2]; 2] = [[&[0, 2], &[1]], [&[1, 2], &[0]]];

fn ask(elevator: &(Program, System), split: usize, wanted: &Constraints, rule: RuleKind) -> Learned {
    let (program, system) = elevator;
    let parts = SPLITS[split].map(<[usize]>::to_vec);
    let question = Question { program, system, exact: system, property: 3, parts: &parts };
    learn(question, wanted, Options { rule, ..Options::default() }, &Budget::unlimited()).expect("no limit")
}

/// M1, constraints, states of the assumption or of the last conjecture, queries to the analysis, words asked
/// about, whether it holds.
type Row = (usize, &'static [&'static str], usize, u64, u64, bool);

const TABLE: [Row; 8] = [
    (0, &["va:x"], 2, 27, 41, false),
    (1, &["va:x"], 2, 27, 41, false),
    (0, &["va:x", "ta:car"], 5, 153, 191, true),
    (1, &["va:x", "ta:car"], 5, 117, 155, true),
    (0, &["va:x", "ta:controller"], 4, 77, 103, true),
    (1, &["va:x", "ta:controller"], 1, 8, 8, true),
    (0, &["va:x", "ta:car", "ta:controller"], 5, 153, 191, true),
    (1, &["va:x", "ta:car", "ta:controller"], 1, 8, 8, true),
];

#[test]
fn assumptions_are_as_large_as_in_the_table() {
    let elevator = elevator(models::Variant::Right);
    for (first, names, states, queries, words, holds) in TABLE {
        let given = constraints(&elevator.0, names);
        let learned = ask(&elevator, first, &Constraints::Given(given.clone()), RuleKind::Asymmetric);
        let learning = learned.outcome.findings.learning.as_ref().expect("it learns");
        let last = learning.conjectures.last().expect("a conjecture");
        let found = (last.lts.num_states(), learning.queries, learned.outcome.verdict.holds());
        assert_eq!(found, (states, queries, holds), "{first} {names:?}");
        assert_eq!(plain(&elevator, first, given), (states, words, holds), "{first} {names:?}");
        let mut sigma: Vec<&str> = learning.interface.iter().map(|&a| learned.actions.name(a)).collect();
        sigma.sort_unstable();
        let assigned = ["x=false", "x=true"][first];
        assert_eq!(sigma, ["close", "move", "open", "s2.x==false", "s2.x==true", "sync", assigned]);
        // What is not proved is no violation.
        let no_run = (Verdict::Inconclusive(StopReason::Imprecise), Some(false));
        let open = (learned.outcome.verdict.clone(), learned.feasible);
        assert!(holds || open == no_run, "{open:?}");
    }
}

#[test]
fn constraints_are_added_until_it_is_decided() {
    let right = elevator(models::Variant::Right);
    for first in [0, 1] {
        let learned = ask(&right, first, &Constraints::Auto, RuleKind::Asymmetric);
        assert!(learned.outcome.verdict.holds());
        assert_eq!(learned.constraints, constraints(&right.0, &["ta:controller", "va:x"]));
    }
    let wrong = elevator(models::Variant::Wrong);
    for first in [0, 1] {
        let learned = ask(&wrong, first, &Constraints::Auto, RuleKind::Asymmetric);
        assert_eq!((learned.feasible, learned.execution.is_some()), (Some(true), true), "{first}");
        // Without constraints the path that is found first is no run, though others are.
        let learned = ask(&wrong, first, &Constraints::Given(Vec::new()), RuleKind::Asymmetric);
        assert_eq!((learned.feasible, learned.execution.is_some()), (Some(false), false), "{first}");
    }
}

#[test]
fn every_rule_proves_it() {
    let elevator = elevator(models::Variant::Right);
    for rule in RuleKind::ALL {
        for first in [0, 1] {
            let learned = ask(&elevator, first, &Constraints::Auto, rule);
            assert!(learned.outcome.verdict.holds(), "{rule}: {:?}", learned.outcome.verdict);
        }
    }
}

/// The loop of the rule in plain words, with a cache that remembers words and nothing else: states of the
/// last conjecture, words asked about, whether it holds.
fn plain(elevator: &(Program, System), first: usize, constraints: Vec<Constraint>) -> (usize, u64, bool) {
    let (program, system) = elevator;
    let budget = Budget::unlimited();
    let part_of = if first == 0 { vec![0, 1] } else { vec![1, 0] };
    let split = Split::new(program, system, 3, part_of, constraints, &budget).expect("no limit");
    let mut sigma = split.interface(0, Obligation::Property);
    sigma.sort_by_key(|&a| split.actions().name(a));
    let side = split.side(0, Obligation::Property, &sigma, &budget).expect("no limit");
    let asked = Counter::new(Asked { walk: side.walk(), sigma: &sigma });
    let mut oracle = Cache::new(asked);
    let mut learner = Kind::RivestSchapire.build(sigma.len());
    learner.start(&mut oracle).expect("no limit");
    let number = |action: ActionId| sigma.iter().position(|&a| a == action).expect("a letter") as Symbol;
    let holds = loop {
        let assumption = as_lts(learner.conjecture(), &sigma);
        let letters = |side: &Side, assumption: Option<&Lts>| -> Option<Vec<Symbol>> {
            let path = side.first_error(assumption, &budget).expect("no limit").path?;
            let known = path.iter().map(|step| step.action).filter(|a| sigma.contains(a));
            Some(known.map(number).collect())
        };
        if let Some(word) = letters(&side, Some(&assumption)) {
            learner.refine(&word, &mut oracle).expect("a counterexample");
            continue;
        }
        let other = split.side(1, Obligation::Assumption(&assumption), &[], &budget).expect("no limit");
        let Some(word) = letters(&other, None) else { break true };
        if !oracle.member(&word).expect("no limit") {
            break false;
        }
        learner.refine(&word, &mut oracle).expect("a counterexample");
    };
    let states = as_lts(learner.conjecture(), &sigma).num_states();
    (states, oracle.inner().queries(), holds)
}

/// The analysis as an oracle.
struct Asked<'a> {
    walk: Walk<'a>,
    sigma: &'a [ActionId],
}

impl Membership for Asked<'_> {
    fn member(&mut self, word: &[Symbol]) -> Result<bool, StopReason> {
        let word: Vec<ActionId> = word.iter().map(|&s| self.sigma[s as usize]).collect();
        Ok(self.walk.fatal(&word, &Budget::unlimited())?.is_none())
    }
}

/// The accepting states of a conjecture; there is one rejecting state at most.
fn as_lts(dfa: &Dfa, sigma: &[ActionId]) -> Lts {
    let accepting: Vec<u32> = (0..dfa.size() as u32).filter(|&s| dfa.is_accepting(s)).collect();
    let place = |s: u32| accepting.iter().position(|&a| a == s).map(suppose_base::StateId::must);
    let mut builder = LtsBuilder::new(accepting.len());
    for &state in &accepting {
        for (&target, &action) in dfa.row(state).iter().zip(sigma) {
            if let (Some(from), Some(to)) = (place(state), place(target)) {
                builder.add(from, action, to);
            }
        }
    }
    builder.extend_alphabet(sigma.iter().copied());
    builder.finish().expect("all states exist")
}
