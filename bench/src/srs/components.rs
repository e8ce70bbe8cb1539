//! Each component alone, under the universal environment, under what an engineer would suppose and under what
//! the others can send.

use suppose_base::Budget;
use suppose_srs::explore::Setting;
use suppose_srs::program::Program;

use super::{RUNS, all, check, count, manual, manual_table, mined, model, peak};
use crate::clock::{best_of, reset_peak};

/// What the paper took: pumps, component, seconds under the universal environment, with manual assumptions,
/// with mined ones; and to discharge and to mine.
const PAPER: [(u32, &str, [&str; 3], [&str; 2]); 4] = [
    (1, "CONTROL", ["2,017", "592", "229"], ["664", "804"]),
    (1, "ALLPUMPS", ["157", "60", "13"], ["828", "140"]),
    (2, "ALLPUMPS", ["246,044", "213,087", "19,891"], ["828", "140"]),
    (4, "ALLPUMPS", ["no memory", "no memory", "no memory"], ["", ""]),
];

pub(super) fn run() {
    println!("### Components\n");
    println!(
        "*False* are the properties of the component that are violated although they hold in the system. \
            *Discharge* is the time to show the manual assumptions of the system, *mining* that to find what \
            all components can send each other, which is done once. In brackets what the paper took.\n"
    );
    println!(
        "| pumps | component | machines | properties | stable states | universal s | false | manual s | \
            false | discharge s | mined s | false | mining s | MB |"
    );
    println!("|---|---|---|---|---|---|---|---|---|---|---|---|---|---|");
    for pumps in [1, 2, 4, 8] {
        rows(pumps);
    }
    println!();
}

fn rows(pumps: u32) {
    let model = model(pumps);
    let whole = Program::whole(&model);
    reset_peak();
    let mining = best_of(RUNS, || mined(&model));
    let mut totals = [0.0; 4];
    for id in all(&model) {
        let part = model.component(id);
        let theirs = PAPER.iter().find(|(size, name, ..)| *size == pumps && *name == part.name);
        let beside = |place: usize| theirs.map_or(String::new(), |row| format!(" ({})", row.2[place]));
        let also = |place: usize| match theirs {
            Some(row) if !row.3[place].is_empty() => format!(" ({})", row.3[place]),
            _ => String::new(),
        };
        let program = Program::new(&model, [id]);
        let survey = Setting { program: &program, tables: &[], last: 1 }.survey(&Budget::unlimited());
        let universal = check(&model, id, &[], 1);
        let rules = manual(&model, id);
        let by_hand = check(&model, id, &[manual_table(&model, id)], 1);
        let setting = Setting { program: &whole, tables: &[], last: 1 };
        let discharge = best_of(RUNS, || setting.obeys(id, &rules, &Budget::unlimited()).holds());
        assert!(discharge.value, "the rules of {} are true", part.name);
        let automatic = check(&model, id, mining.value.of(id), mining.value.last);
        println!(
            "| {pumps} | {} | {} | {} | {} | {:.4}{} | {} | {:.4}{} | {} | {}{} | {:.4}{} | {} | {:.4}{} | \
                {} |",
            part.name,
            part.machines.len(),
            part.properties.len(),
            count(survey.expect("no limit").stable),
            universal.wall,
            beside(0),
            names(&universal.value),
            by_hand.wall,
            beside(1),
            names(&by_hand.value),
            if rules.rules.is_empty() { "-".into() } else { format!("{:.4}", discharge.wall) },
            also(0),
            automatic.wall,
            beside(2),
            names(&automatic.value),
            mining.wall,
            also(1),
            peak(),
        );
        let parts = [universal.wall, by_hand.wall, discharge.wall, automatic.wall];
        totals = std::array::from_fn(|place| totals[place] + parts[place]);
    }
    let [universal, by_hand, discharge, automatic] = totals;
    println!(
        "| {pumps} | all | {} | {} | | {universal:.4} | | {by_hand:.4} | | {discharge:.4} | {automatic:.4}, \
            {:.4} with mining | | {:.4} | |",
        whole.machines.len(),
        model.components.iter().map(|part| part.properties.len()).sum::<usize>(),
        automatic + mining.wall,
        mining.wall,
    );
}

/// Names of properties, or how many there are.
fn names(names: &[String]) -> String {
    match names.len() {
        0 => "none".into(),
        1..=4 => names.join(", "),
        many => many.to_string(),
    }
}
