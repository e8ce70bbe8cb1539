//! What is written comes back: all small systems, and random larger ones.

use suppose_base::FileId;
use suppose_lts::io::{TauSpelling, read_aut, read_json, write_json};
use suppose_lts::{ActionId, ActionTable, Budget, Lts, LtsBuilder, StateId};
use suppose_testing::Random;

use crate::io::support::{for_all_small, write};

/// The same graph without what `.aut` cannot hold.
fn bare(lts: &Lts) -> Lts {
    let mut builder = LtsBuilder::new(lts.num_states());
    for (source, t) in lts.all_transitions() {
        builder.add(source, t.action, t.target);
    }
    builder.set_initial(lts.initial());
    builder.finish().expect("valid")
}

fn through_aut(lts: &Lts, table: &ActionTable) -> Lts {
    let mut same = table.clone();
    let text = write(lts, table);
    let mut read = |tau| {
        let file = read_aut(text.as_bytes(), FileId(0), tau, &mut same, &Budget::unlimited());
        let file = file.unwrap_or_else(|problem| panic!("{problem}\n{text}"));
        assert_eq!(file.warnings, []);
        assert_eq!(same.len(), table.len(), "names change on the way:\n{text}");
        file.lts
    };
    let lts = read(TauSpelling::default());
    assert_eq!(read(TauSpelling::Tau), lts, "{text}");
    assert_eq!(read(TauSpelling::TauAndI), lts, "{text}");
    lts
}

fn through_json(lts: &Lts, table: &ActionTable) -> Lts {
    let mut text = Vec::new();
    write_json(lts, "P\n\"1\"", table, &mut text, &Budget::unlimited()).expect("a vector takes everything");
    let mut same = table.clone();
    let file = read_json(&text, FileId(0), &mut same, &Budget::unlimited())
        .unwrap_or_else(|problem| panic!("{problem}\n{}", String::from_utf8_lossy(&text)));
    assert_eq!(file.name, "P\n\"1\"");
    assert_eq!(same.len(), table.len());
    file.lts
}

#[test]
fn all_small_systems() {
    let mut count = 0;
    for_all_small(|lts, table| {
        assert_eq!(through_aut(lts, table), bare(lts));
        assert_eq!(through_json(lts, table), *lts);
        count += 1;
    });
    // 4096 graphs without end state, and twice the 64 whose end state does not move; three initial states
    // each.
    assert_eq!(count, 3 * (4096 + 2 * 64));
}

#[test]
fn random_systems_with_awkward_names() {
    let names = [
        "a", "i", "a.1", "A B", "\"", "\\", "a\\", "\\\"", "a,b", "(x", "é π", "tau.x", "\t", " ", "0",
        "des", "\"i\"", " i", "i ", "I", "i.i", "tau_", "TAU", "\"tau\"", "\\=", "\\=i", "\"\\=i\"", "\",0)",
        "f(a,(b))",
    ];
    for seed in 0..500 {
        let mut random = Random::new(seed);
        let mut table = ActionTable::new();
        let ids: Vec<ActionId> = names.iter().map(|name| table.intern(name)).collect();
        let n = 1 + random.below(40);
        let mut builder = LtsBuilder::new(n);
        for _ in 0..random.below(4 * n) {
            let target = random.below(n + 1);
            let target = if target == n { StateId::ERROR } else { StateId::must(target) };
            let action = if random.below(5) == 0 { ActionId::TAU } else { ids[random.below(ids.len())] };
            builder.add(StateId::must(random.below(n)), action, target);
        }
        builder.set_initial(StateId::must(random.below(n)));
        builder.extend_alphabet([ids[random.below(ids.len())]]);
        let lts = builder.finish().expect("valid");
        assert_eq!(through_aut(&lts, &table), bare(&lts), "seed {seed}");
        assert_eq!(through_json(&lts, &table), lts, "seed {seed}");
    }
}

/// One state that does one action.
fn alone(name: &str) -> (Lts, ActionTable) {
    let mut table = ActionTable::new();
    let mut builder = LtsBuilder::new(1);
    builder.add(StateId::must(0), table.intern(name), StateId::must(0));
    (builder.finish().expect("valid"), table)
}

#[test]
fn an_action_named_i_stays_visible() {
    for name in ["i", "\"i\"", "", "a[1]", "a.b[-2].c", "[3]", "a[x]", "\\=", "\\=i", "(", ",", "(,"] {
        let (lts, table) = alone(name);
        assert_eq!(through_aut(&lts, &table), lts, "{name}");
    }
    let (lts, table) = alone("i");
    assert_eq!(write(&lts, &table), "des (0,1,1)\n(0,\"\\=i\",0)\n");
    let (lts, table) = alone("a[1]");
    assert_eq!(write(&lts, &table), "des (0,1,1)\n(0,\"\\=a[1]\",0)\n");
}

#[test]
fn a_name_longer_than_a_label_cannot_be_written() {
    let (lts, table) = alone(&"a".repeat(1 << 16));
    assert_eq!(through_aut(&lts, &table), lts);
    // The quotes count.
    for name in ["a".repeat((1 << 16) + 1), "-".repeat((1 << 16) - 1)] {
        let (lts, table) = alone(&name);
        let result = suppose_lts::io::write_aut(&lts, &table, &mut Vec::new(), &Budget::unlimited());
        assert!(result.is_err_and(|error| error.to_string().contains("too long")));
    }
}

#[test]
fn a_name_with_a_line_break_cannot_be_written() {
    let mut table = ActionTable::new();
    let mut builder = LtsBuilder::new(1);
    builder.add(StateId::must(0), table.intern("a\nb"), StateId::must(0));
    let lts = builder.finish().expect("valid");
    let result = suppose_lts::io::write_aut(&lts, &table, &mut Vec::new(), &Budget::unlimited());
    assert!(result.is_err_and(|error| error.to_string().contains("a\\nb")));
}
