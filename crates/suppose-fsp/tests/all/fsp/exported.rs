//! What the library writes as FSP, the front end reads as the same LTS.

use suppose_base::Budget;
use suppose_lts::compare::compare;
use suppose_lts::io::write_fsp;
use suppose_lts::reduce::Relation;
use suppose_lts::{ActionId, ActionTable, Lts, LtsBuilder, StateId, ops};
use suppose_testing::Random;

use crate::fsp::support::{names, single};

fn random_lts(random: &mut Random, actions: &mut ActionTable) -> Lts {
    let ids: Vec<ActionId> =
        ["tau", "a", "b.1", "Odd Name", "when", "x.-3.y"].iter().map(|name| actions.intern(name)).collect();
    let states = 1 + random.below(6);
    let mut builder = LtsBuilder::new(states);
    let end = (random.below(3) == 0).then(|| random.below(states));
    builder.set_end(end.map(StateId::must));
    for _ in 0..random.below(12) {
        let from = random.below(states);
        let to = random.below(states + 1);
        let to = if to == states { StateId::ERROR } else { StateId::must(to) };
        if Some(from) != end {
            builder.add(StateId::must(from), ids[random.below(ids.len())], to);
        }
    }
    builder.extend_alphabet([ids[1], ids[5]]);
    ops::reachable(&builder.finish().expect("valid")).lts
}

#[test]
fn written_systems_are_read_back() {
    for seed in 0..1000 {
        let mut actions = ActionTable::new();
        let lts = random_lts(&mut Random::new(seed), &mut actions);
        let mut text = Vec::new();
        write_fsp(&lts, "P", &actions, &mut text, &Budget::unlimited()).expect("written");
        let text = String::from_utf8(text).expect("text");
        let (found, table) = single(&text);
        assert_eq!(
            (found.num_states(), found.num_transitions(), found.alphabet().len(), found.end().is_some()),
            (lts.num_states(), lts.num_transitions(), lts.alphabet().len(), lts.end().is_some()),
            "seed {seed}\n{text}"
        );
        // Names that FSP cannot write are replaced, so names are matched by their place where they differ.
        let odd = names(&found, &table).into_iter().filter(|name| actions.get(name).is_none()).count();
        assert!(odd <= 2, "seed {seed}\n{text}");
        if odd == 0 {
            let back = found.alphabet().iter().map(|&a| (a, actions.intern(table.name(a)))).collect();
            let found = ops::relabel(&found, &back);
            let same = compare(&found, &lts, Relation::Strong, &Budget::unlimited()).expect("no limit");
            assert!(same.equal, "seed {seed}\n{text}");
        }
    }
}
