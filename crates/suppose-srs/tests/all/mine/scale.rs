//! Thirty events and 64 microsteps: as many valuations as nobody can list.

use suppose_base::Budget;
use suppose_srs::mine::{Layout, Rules, Style, mine};
use suppose_srs::space::{Diagram, Set, Space};
use suppose_srs::table::{Column, Table};
use suppose_testing::Random;

use crate::mine::naive::{columns_of, model, rule_holds};

const EVENTS: usize = 30;
const LAST: usize = 64;

fn events() -> Vec<String> {
    (0..EVENTS).map(|event| format!("e{event}")).collect()
}

/// Values of some columns, from one microstep to another.
type Cube = (usize, usize, Vec<(u32, bool)>);

/// Rows of what is left when these cubes are taken away, each in an interval of microsteps.
fn without(columns: &[Column], cubes: &[Cube]) -> Table {
    let space = Space::new(EVENTS as u32, 1 << 20);
    let cube = |literals: &[(u32, bool)]| {
        literals.iter().fold(space.constant(true), |all, &(column, value)| {
            all.and(&space.literal(column, value).expect("room")).expect("room")
        })
    };
    let nothing = cube(&(0..EVENTS as u32).map(|column| (column, false)).collect::<Vec<_>>());
    let row = |step: usize| -> Set {
        let here = cubes.iter().filter(|(from, to, _)| step > 0 && (*from..=*to).contains(&step));
        let start = if step == 0 { nothing.clone() } else { space.constant(true) };
        here.fold(start, |left, (_, _, literals)| left.minus(&cube(literals)).expect("room"))
    };
    let rows = (0..=LAST).map(|step| Diagram::from_set(&row(step), |variable| variable)).collect();
    Table { columns: columns.to_vec(), rows }
}

/// Random valuations with few events are in the table when the rules allow them.
fn sample(table: &Table, rules: &Rules, random: &mut Random) {
    assert!(rules.exact);
    let (mut inside, mut outside) = (0, 0);
    for _ in 0..2000 {
        let step = 1 + random.below(LAST);
        let valuation = (0..random.below(6)).fold(0, |v, _| v | 1_u32 << random.below(EVENTS));
        let has = table.row(step).has(|column| valuation >> column & 1 == 1);
        let allowed = rules.rules.iter().all(|rule| rule_holds(&table.columns, rule, step as u32, valuation));
        assert_eq!(has, allowed, "{valuation:b} at {step}");
        if has { inside += 1 } else { outside += 1 }
    }
    assert!(inside > 0 && outside > 0, "{inside} {outside}");
}

#[test]
fn thirty_events_in_six_groups() {
    let names = events();
    let model = model(&names.iter().map(String::as_str).collect::<Vec<_>>());
    let columns = columns_of(&model);
    let mut cubes = Vec::new();
    for group in 0..6_usize {
        for i in 0..5 {
            let this = (5 * group + i) as u32;
            // Group g is there from 3 + 8g to 20 + 8g.
            cubes.push((1, 2 + 8 * group, vec![(this, true)]));
            cubes.push((21 + 8 * group, LAST, vec![(this, true)]));
            cubes.extend((i + 1..5).map(|j| (1, LAST, vec![(this, true), ((5 * group + j) as u32, true)])));
        }
    }
    // Neither an interval nor an exclusion of two.
    cubes.push((12, 19, vec![(0, true), (5, true), (10, false)]));
    let table = without(&columns, &cubes);
    let rules = mine(&table, Style::Compact, &Budget::unlimited()).expect("no limit");
    let lines = rules.lines(&model, Layout::ByCondition);
    assert_eq!(lines[0], "e0 => e1=0 && e2=0 && e3=0 && e4=0");
    assert_eq!(lines[23], "e28 => e29=0");
    assert_eq!(lines[24], "mS <= 2 => e0=0 && e1=0 && e2=0 && e3=0 && e4=0");
    assert_eq!(lines[30], "mS > 20 => e0=0 && e1=0 && e2=0 && e3=0 && e4=0");
    assert_eq!(lines[35], "mS > 60 => e25=0 && e26=0 && e27=0 && e28=0 && e29=0");
    assert_eq!(lines[36], "mS >= 12 && mS <= 19 && e0 && e10=0 => e5=0");
    assert_eq!(lines.len(), 37, "{lines:#?}");
    sample(&table, &rules, &mut Random::new(1));
}

#[test]
fn thirty_events_at_random() {
    let names = events();
    let model = model(&names.iter().map(String::as_str).collect::<Vec<_>>());
    let columns = columns_of(&model);
    for seed in 0..3 {
        let mut random = Random::new(seed);
        let mut cubes = Vec::new();
        for event in 0..EVENTS as u32 {
            cubes.push((1, random.below(20), vec![(event, true)]));
            cubes.push((40 + random.below(30), LAST, vec![(event, true)]));
        }
        let pick = |random: &mut Random, size: usize, positive: usize| -> Vec<(u32, bool)> {
            let first = random.below(EVENTS - 6);
            (0..size).map(|i| ((first + 2 * i) as u32, random.chance(positive))).collect()
        };
        for _ in 0..40 {
            cubes.push((1, LAST, pick(&mut random, 2, 100)));
        }
        for _ in 0..20 {
            let from = 1 + random.below(LAST - 1);
            let cube = pick(&mut random, 3, 70);
            if cube.iter().any(|&(_, value)| value) {
                cubes.push((from, from + random.below(20), cube));
            }
        }
        let table = without(&columns, &cubes);
        let rules = mine(&table, Style::Compact, &Budget::unlimited()).expect("no limit");
        sample(&table, &rules, &mut random);
    }
}

/// Every row has its own few valuations: no structure at all, and hundreds of rules.
#[test]
fn a_few_valuations_at_each_microstep() {
    let names = events();
    let model = model(&names.iter().map(String::as_str).collect::<Vec<_>>());
    let columns = columns_of(&model);
    let mut random = Random::new(7);
    let rows = (0..=16)
        .map(|step| {
            let space = Space::new(EVENTS as u32, 1 << 14);
            let mut row = space.constant(false);
            for _ in 0..3 {
                let valuation = if step == 0 { 0 } else { random.bits() };
                let mut one = space.constant(true);
                for column in 0..EVENTS as u32 {
                    one = one
                        .and(&space.literal(column, valuation >> column & 1 == 1).expect("room"))
                        .expect("room");
                }
                row = row.or(&one).expect("room");
            }
            Diagram::from_set(&row, |variable| variable)
        })
        .collect();
    let table = Table { columns, rows };
    let rules = mine(&table, Style::Compact, &Budget::unlimited()).expect("no limit");
    assert!(rules.exact);
    assert!(rules.rules.len() > 300, "{}", rules.rules.len());
}
