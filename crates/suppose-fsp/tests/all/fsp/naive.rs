//! The front end against a naive interpreter of the syntax tree, on random models.
//!
//! The interpreter shares the parser and nothing else: it evaluates by recursion, names states by their text,
//! copies environments, keeps graphs as sets of triples and composes tuples. Random models have indexed and
//! guarded processes, label sets, relabelling, hiding, properties, sequences, and composites with prefixes,
//! sharing, `forall`, conditionals, priority and other composites inside. Both must find the model
//! meaningless, or give the same product: equal numbers of states and transitions, equal alphabets, strongly
//! bisimilar.

mod compose;
mod generate;
mod interpret;
mod process;

use suppose_base::{Budget, FileId};
use suppose_fsp::{LowerError, NoImports, load};
use suppose_lts::compare::compare;
use suppose_lts::reduce::Relation;
use suppose_lts::{ActionTable, Lts, LtsBuilder, StateId, product};
use suppose_testing::Random;

use crate::fsp::support::names;
use compose::{Failure, Graph};
use interpret::Interpreter;

const ROUNDS: u64 = 1500;

#[test]
fn random_models_mean_what_the_interpreter_says() {
    let (mut equal, mut wrong, mut large) = (0, 0, 0);
    for seed in 0..ROUNDS {
        let text = generate::model(&mut Random::new(seed));
        let model =
            load(&text, FileId(0), &NoImports).unwrap_or_else(|d| panic!("seed {seed}: {d:?}\n{text}"));
        let expected = Interpreter::new(model.tree()).target("SYS");
        if let Err(Failure::TooLarge) = expected {
            large += 1;
            continue;
        }
        let compiled = match (model.compile(Some("SYS"), &Budget::unlimited()), &expected) {
            (Err(LowerError::Diagnostics(_)), Err(Failure::Wrong)) => {
                wrong += 1;
                continue;
            }
            (Ok(compiled), Ok(_)) => compiled,
            (Ok(_), Err(failure)) => panic!("seed {seed}: compiled, expected {failure:?}\n{text}"),
            (Err(error), expected) => panic!("seed {seed}: {error:?}, expected {expected:?}\n{text}"),
        };
        let Ok(expected) = expected else { unreachable!("handled above") };
        let mut actions = compiled.system.actions.clone();
        let found = product::compose(&compiled.system, &Budget::unlimited()).expect("no limit").lts;
        let expected = lts(&expected, &mut actions);
        let size = |lts: &Lts| (lts.num_states(), lts.num_transitions(), names(lts, &actions));
        assert_eq!(size(&found), size(&expected), "seed {seed}\n{text}");
        let comparison =
            compare(&found, &expected, Relation::Strong, &Budget::unlimited()).expect("no limit");
        assert!(comparison.equal, "seed {seed}: {:?}\n{text}", comparison.difference);
        equal += 1;
    }
    // All kinds must occur, or the models test nothing.
    assert!(equal > 700 && wrong > 100 && large < 600, "{equal} equal, {wrong} wrong, {large} too large");
}

fn lts(graph: &Graph, actions: &mut ActionTable) -> Lts {
    let mut builder = LtsBuilder::new(graph.states);
    for (from, action, to) in &graph.edges {
        let to = to.map_or(StateId::ERROR, StateId::must);
        builder.add(StateId::must(*from), actions.intern(action), to);
    }
    let alphabet: Vec<_> = graph.alphabet.iter().map(|name| actions.intern(name)).collect();
    builder.extend_alphabet(alphabet);
    builder.set_end(graph.end.map(StateId::must));
    builder.finish().expect("a valid graph")
}
