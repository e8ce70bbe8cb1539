//! Assumptions as tables, and tables that an assumption does not allow, against the formulas themselves.

use std::collections::BTreeSet;

use suppose_base::{Budget, FileId};
use suppose_srs::lang::{Assumption, Atom, Comparison, Expr, Model, Rule, parse_assumption};
use suppose_srs::mine::{Forbidden, allows, excess, table_of};
use suppose_srs::table::Column;
use suppose_testing::Random;

use crate::mine::naive::{P, Rows, columns_of, expr_holds, model, singles, table};

fn read(model: &Model, text: &str) -> Assumption {
    parse_assumption(text, FileId(0), model, P).expect("an assumption")
}

fn rows(sets: &[&[u32]]) -> Rows {
    sets.iter().map(|set| set.iter().copied().collect()).collect()
}

#[test]
fn the_first_thing_that_is_forbidden_is_named_with_its_rule() {
    let model = model(&["A", "B"]);
    let columns = columns_of(&model);
    let budget = Budget::unlimited();
    let environment = table(&columns, &rows(&[&[0], &[0, 1], &[0, 1, 2, 3]]));
    let run = |text: &str| allows(&environment, &read(&model, text), &budget).expect("no limit");
    assert_eq!(run("mS == 1 => !B; mS == 0 => !A && !B;"), None);
    let forbidden = |microstep, present: &[usize], rule| {
        Some(Forbidden { microstep, present: present.iter().map(|&c| columns[c]).collect(), rule })
    };
    assert_eq!(run("A => !B;"), forbidden(2, &[0, 1], 0));
    assert_eq!(run("true; mS <= 1 => !A;"), forbidden(1, &[0], 1));
    assert_eq!(run("A || B;"), forbidden(0, &[], 0));
    // The last row is for later microsteps too.
    assert_eq!(run("mS != 7 || !B;"), forbidden(7, &[1], 0));
    assert_eq!(run("mS > 4294967294 => !A;"), forbidden(u32::MAX, &[0], 0));
}

#[test]
fn an_assumption_is_a_table() {
    let model = model(&["A", "L : {Lo, Hi}"]);
    let columns = columns_of(&model);
    let budget = Budget::unlimited();
    let run = |text: &str, last| table_of(&read(&model, text), &columns, last, &budget).expect("no limit");
    // A is bit 0, L==Lo bit 1, L==Hi bit 2; never both of the latter.
    let expected = table(&columns, &rows(&[&[0], &[0, 1, 2, 3], &[0, 2]]));
    assert_eq!(run("L != Hi; mS >= 2 => !A;", 2), expected);
    // What is allowed at some later microstep is in the last row.
    assert_eq!(run("mS < 5 => !L; !A;", 2), table(&columns, &rows(&[&[0], &[0], &[0, 2, 4]])));
    assert_eq!(run("!A;", 0), table(&columns, &rows(&[&[0, 2, 4]])));
    assert_eq!(run("A;", 1), table(&columns, &rows(&[&[], &[1, 3, 5]])));
}

#[test]
fn what_one_table_has_more_than_another() {
    let model = model(&["A", "B"]);
    let columns = columns_of(&model);
    let run = |first: &[&[u32]], second: &[&[u32]]| {
        let tables = [table(&columns, &rows(first)), table(&columns, &rows(second))];
        excess(&tables[0], &tables[1], &Budget::unlimited()).expect("no limit")
    };
    assert_eq!(run(&[&[0], &[0, 1]], &[&[0], &[0, 1, 2]]), None);
    assert_eq!(run(&[&[0], &[0, 1, 2, 3]], &[&[0], &[0]]), Some((1, vec![columns[1]])));
    // The last row of the shorter one goes on.
    assert_eq!(run(&[&[0], &[0, 1]], &[&[0], &[0, 1], &[0, 1]]), None);
    assert_eq!(run(&[&[0], &[0, 1]], &[&[0], &[0, 1], &[0]]), Some((2, vec![columns[0]])));
    assert_eq!(run(&[&[0], &[0], &[0, 3]], &[&[0], &[0]]), Some((2, columns.clone())));
}

fn random_expr(random: &mut Random, columns: &[Column], depth: usize) -> Expr {
    let parts = |random: &mut Random| {
        (0..random.below(4)).map(|_| random_expr(random, columns, depth - 1)).collect::<Vec<_>>()
    };
    match if depth == 0 { random.below(3) } else { random.below(8) } {
        0 => {
            let comparison = Comparison::ALL[random.below(6)];
            Expr::Atom(Atom::Microstep(comparison, random.below(8u32)))
        }
        1 | 2 => {
            let column = columns[random.below(columns.len())];
            Expr::Atom(match column.value {
                Some(value) if random.chance(60) => Atom::Is(column.event, value),
                _ => Atom::Event(column.event),
            })
        }
        3 => Expr::Not(Box::new(random_expr(random, columns, depth - 1))),
        4 => Expr::And(parts(random)),
        5 => Expr::Or(parts(random)),
        6 => Expr::Constant(random.chance(80)),
        _ => Expr::Implies(
            Box::new(random_expr(random, columns, depth - 1)),
            Box::new(random_expr(random, columns, depth - 1)),
        ),
    }
}

#[test]
fn random_assumptions_mean_what_their_formulas_say() {
    let models = [model(&["A", "B", "C"]), model(&["A", "L : {Lo, Hi}"])];
    let budget = Budget::unlimited();
    let (mut violated, mut met) = (0, 0);
    for seed in 0..1500 {
        let mut random = Random::new(seed);
        let model = &models[random.below(2)];
        let columns = columns_of(model);
        let valuations = singles(&columns);
        let span = model.component(P).span;
        let rules = (0..=random.below(3))
            .map(|_| Rule { text: None, expr: random_expr(&mut random, &columns, 3), span })
            .collect();
        let assumption = Assumption { rules };
        let last = random.below(5);
        let holds =
            |k: usize, v: u32| assumption.rules.iter().all(|r| expr_holds(&columns, &r.expr, k as u32, v));

        // Numbers are below 8, so nothing changes after 9.
        let row = |row: usize| -> BTreeSet<u32> {
            let steps = if row == last { last..10 } else { row..row + 1 };
            let at = |k: usize| valuations.iter().copied().filter(move |&v| (k > 0 || v == 0) && holds(k, v));
            steps.flat_map(at).collect()
        };
        let expected: Rows = (0..=last).map(row).collect();
        let made = table_of(&assumption, &columns, last, &budget).expect("no limit");
        assert_eq!(made, table(&columns, &expected), "seed {seed}: {assumption:?}");

        let rows: Rows =
            (0..=last).map(|_| valuations.iter().copied().filter(|_| random.chance(20)).collect()).collect();
        // The least valuation is the one with the first column last.
        let order = |v: &u32| v.reverse_bits();
        let first = (0..10_usize).find_map(|k| {
            let wrong = rows[k.min(last)].iter().copied().filter(|&v| !holds(k, v)).min_by_key(order)?;
            Some((k, wrong))
        });
        let found = allows(&table(&columns, &rows), &assumption, &budget).expect("no limit");
        match (&found, first) {
            (None, None) => met += 1,
            (Some(forbidden), Some((k, v))) => {
                violated += 1;
                assert_eq!(forbidden.microstep as usize, k, "seed {seed}: {assumption:?}");
                let present: Vec<Column> =
                    (0..columns.len()).filter(|i| v >> i & 1 == 1).map(|i| columns[i]).collect();
                assert_eq!(forbidden.present, present, "seed {seed}: {assumption:?}");
                let rule = assumption.rules.iter().position(|r| !expr_holds(&columns, &r.expr, k as u32, v));
                assert_eq!(Some(forbidden.rule), rule, "seed {seed}");
            }
            _ => panic!("seed {seed}: {found:?} but {first:?} for {assumption:?}"),
        }
    }
    assert!(violated > 300 && met > 100, "{violated} violated, {met} met");
}
