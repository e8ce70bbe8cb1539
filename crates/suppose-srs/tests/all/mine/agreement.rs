//! Rules of all small tables and of many random ones, against every valuation at every microstep.

use suppose_base::{Budget, FileId};
use suppose_srs::explicit::{Mode, Options, Valuation, explore};
use suppose_srs::lang::{Model, parse_assumption};
use suppose_srs::mine::{Rule, Rules, Steps, Style, Terms, mine, table_of};
use suppose_srs::table::Column;
use suppose_testing::Random;

use crate::mine::naive::{
    P, Rows, allowed, columns_of, generators, model, rule_holds, singles, table, terms_hold,
};

/// The same without what is said of microstep 0, where nothing is received anyway.
fn from_one(mut rows: Rows, given: bool) -> Rows {
    if given {
        rows[0] = [0].into();
    }
    rows
}

/// The rules without one literal, or the counter, of one conclusion; or without one rule that concludes
/// nothing.
fn weaker(rules: &[Rule]) -> Vec<Vec<Rule>> {
    let mut all = Vec::new();
    for (place, rule) in rules.iter().enumerate() {
        let mut put = |changed: Option<Rule>| {
            let mut copy = rules.to_vec();
            copy.splice(place..=place, changed);
            all.push(copy);
        };
        let Some(conclusion) = &rule.conclusion else {
            put(None);
            continue;
        };
        for literal in 0..conclusion.literals.len() {
            let mut less = conclusion.clone();
            less.literals.remove(literal);
            put(Some(Rule { conclusion: Some(less), ..rule.clone() }));
        }
        if conclusion.steps.is_some() {
            let mut less = conclusion.clone();
            less.steps = None;
            put(Some(Rule { conclusion: Some(less), ..rule.clone() }));
        }
    }
    all
}

fn check_valid(columns: &[Column], rows: &Rows, rules: &Rules, about: &str) {
    let pairs = || rows.iter().enumerate().flat_map(|(k, row)| row.iter().map(move |&v| (k as u32, v)));
    for rule in &rules.rules {
        assert!(pairs().all(|(k, v)| rule_holds(columns, rule, k, v)), "{about}: {rule:?} does not hold");
        let support = pairs().filter(|&(k, v)| terms_hold(columns, &rule.condition, k, v)).count();
        assert_eq!(rule.support, support as u64, "{about}: support of {rule:?}");
    }
}

/// Conditions that say less: without one literal, or for one microstep more.
fn wider(condition: &Terms, given: bool) -> Vec<Terms> {
    let mut all = Vec::new();
    for literal in 0..condition.literals.len() {
        let mut less = condition.clone();
        less.literals.remove(literal);
        all.push(less);
    }
    if let Some(Steps { from, to }) = condition.steps {
        let mut with = |from, to| all.push(Terms { steps: Some(Steps { from, to }), ..condition.clone() });
        if from > u32::from(given) {
            with(from - 1, to);
        }
        if let Some(to) = to {
            with(from, Some(to + 1));
        }
    }
    all
}

/// No rule says less than it could: with a wider condition none of its conclusions would hold.
fn check_general(columns: &[Column], rows: &Rows, rules: &Rules, given: bool, about: &str) {
    for rule in &rules.rules {
        let single = |&literal: &_| Some(Terms { steps: None, literals: vec![literal] });
        let conclusions: Vec<Option<Terms>> = match &rule.conclusion {
            Some(terms) => terms.literals.iter().map(single).collect(),
            None => vec![None],
        };
        for (condition, conclusion) in
            wider(&rule.condition, given).iter().flat_map(|w| conclusions.iter().map(move |c| (w, c)))
        {
            let more = Rule { condition: condition.clone(), conclusion: conclusion.clone(), support: 0 };
            let mut pairs =
                rows.iter().enumerate().flat_map(|(k, row)| row.iter().map(move |&v| (k as u32, v)));
            assert!(!pairs.all(|(k, v)| rule_holds(columns, &more, k, v)), "{about}: {rule:?} but {more:?}");
        }
    }
}

fn check_read_back(model: &Model, rules: &Rules, about: &str) {
    let assumption = rules.assumption();
    let text: Vec<String> =
        assumption.rules.iter().map(|rule| format!("{};\n", model.rule_text(P, rule))).collect();
    let text = text.concat();
    let read = parse_assumption(&text, FileId(0), model, P).unwrap_or_else(|_| panic!("{about}: {text}"));
    let exprs = |rules: &[suppose_srs::lang::Rule]| rules.iter().map(|r| r.expr.clone()).collect::<Vec<_>>();
    assert_eq!(exprs(&read.rules), exprs(&assumption.rules), "{about}: {text}");
}

fn check(model: &Model, columns: &[Column], rows: &Rows, about: &str) {
    let budget = Budget::unlimited();
    let table = table(columns, rows);
    let last = rows.len() - 1;
    let given = last > 0 && rows[0].iter().eq(&[0]);
    let run = |style| mine(&table, style, &budget).expect("no limit");

    let compact = run(Style::Compact);
    check_valid(columns, rows, &compact, about);
    assert!(compact.exact, "{about}");
    assert_eq!(from_one(allowed(columns, &compact.rules, last), given), *rows, "{about}: {compact:?}");
    for less in weaker(&compact.rules) {
        assert_ne!(
            from_one(allowed(columns, &less, last), given),
            *rows,
            "{about}: redundant in {compact:?}"
        );
    }
    check_general(columns, rows, &compact, given, about);
    check_read_back(model, &compact, about);
    if given {
        let again = table_of(&compact.assumption(), columns, last, &budget).expect("no limit");
        assert_eq!(again, table, "{about}");
    }

    let tables = run(Style::Tables);
    check_valid(columns, rows, &tables, about);
    assert!(tables.exact, "{about}");
    assert_eq!(from_one(allowed(columns, &tables.rules, last), given), *rows, "{about}: {tables:?}");
    check_read_back(model, &tables, about);

    let full = run(Style::Full);
    check_valid(columns, rows, &full, about);
    let pairs = full.rules.iter().map(|rule| (rule.condition.clone(), rule.conclusion.clone().expect("one")));
    assert_eq!(pairs.collect::<std::collections::BTreeSet<_>>(), generators(columns, rows), "{about}");
    check_read_back(model, &full, about);
    let by_full = allowed(columns, &full.rules, last);
    assert_eq!(full.exact, by_full == *rows, "{about}");

    let basis = run(Style::Basis);
    check_valid(columns, rows, &basis, about);
    assert_eq!(allowed(columns, &basis.rules, last), by_full, "{about}: {basis:?}");
    assert_eq!(basis.exact, full.exact, "{about}");
    for less in weaker(&basis.rules) {
        assert_ne!(allowed(columns, &less, last), by_full, "{about}: redundant in {basis:?}");
    }
    check_read_back(model, &basis, about);
}

#[test]
fn all_tables_of_two_pulses_up_to_two_microsteps() {
    let model = model(&["A", "B"]);
    let columns = columns_of(&model);
    for number in 0..1 << 12_u32 {
        let rows: Rows =
            (0..3).map(|k| (0..4).filter(|v| number >> (4 * k + v) & 1 == 1).collect()).collect();
        check(&model, &columns, &rows, &format!("table {number}"));
    }
}

#[test]
fn random_tables() {
    let models = [
        model(&["A", "B", "C"]),
        model(&["A", "B", "C", "D"]),
        model(&["A", "L : {Lo, Hi}"]),
        model(&["L : {Lo, Mid, Hi}"]),
        model(&["L : {Lo, Hi}", "M : {x, y}"]),
        model(&["A", "L : {Lo, Hi}", "B"]),
    ];
    for seed in 0..1500 {
        let mut random = Random::new(seed);
        let model = &models[random.below(models.len())];
        let columns = columns_of(model);
        let valuations = singles(&columns);
        let density = [15, 40, 70, 95][random.below(4)];
        let mut rows: Rows = Vec::new();
        for step in 0..=random.below(5) {
            let row = match random.below(4) {
                // Nothing happens before anything can.
                _ if step == 0 && random.chance(70) => [0].into(),
                // Rows that are equal to the one before, or without some events.
                0 if step > 0 => rows[step - 1].clone(),
                1 => {
                    let never = random.bits() as u32;
                    valuations.iter().copied().filter(|v| v & never == 0).collect()
                }
                _ => valuations.iter().copied().filter(|_| random.chance(density)).collect(),
            };
            rows.push(row);
        }
        check(model, &columns, &rows, &format!("seed {seed}"));
    }
}

/// What random components send, as the explicit exploration finds it.
#[test]
fn rules_of_random_components() {
    let mut checked = 0;
    for seed in 0..120 {
        let text = crate::mine::random::model(
            &mut Random::new(seed ^ 0x00c0_ffee),
            &crate::mine::random::Shape::SMALL,
        );
        let system = suppose_srs::lang::load(&text, FileId(0), "random").expect("a model");
        for id in (0..system.components.len()).map(suppose_srs::lang::ComponentId::at) {
            let sent = &system.component(id).sent;
            let named = |&event: &suppose_srs::lang::EventId| {
                let event = system.event(event);
                let values = event.values.join(", ");
                if event.is_pulse() { event.name.clone() } else { format!("{} : {{{values}}}", event.name) }
            };
            let names: Vec<String> = sent.iter().map(named).collect();
            let receiver = model(&names.iter().map(String::as_str).collect::<Vec<_>>());
            let columns = columns_of(&receiver);
            let program = suppose_srs::program::Program::new(&system, [id]);
            let options = Options { mode: Mode::Sound, last: 3 };
            let found =
                explore(&program, sent, &|_, _| true, options, &Budget::unlimited()).expect("no limit");
            let place = |(event, value): (suppose_srs::lang::EventId, _)| {
                let name = &system.event(event).name;
                let same = |c: &Column| receiver.event(c.event).name == *name && c.value == value;
                columns.iter().position(same).expect("a column")
            };
            let mask = |v: &Valuation| v.iter().fold(0, |mask, present| mask | 1 << place(present));
            let rows: Rows = found.normalised().iter().map(|row| row.iter().map(mask).collect()).collect();
            check(
                &receiver,
                &columns,
                &rows,
                &format!("seed {seed}, {}:\n{text}", system.component(id).name),
            );
            checked += 1;
        }
    }
    assert!(checked > 200, "{checked}");
}
