//! Symbolic exploration.

use suppose_base::{Budget, FileId};
use suppose_lang::srs::load;
use suppose_srs::explore::Setting;
use suppose_srs::program::Program;

#[test]
fn probe() {
    let text = std::fs::read_to_string("../../models/boiler.srs").unwrap();
    let model = load(&text, FileId(0), "boiler").unwrap();
    for name in ["CONTROL", "ALLPUMPS", "WATER", "STEAM"] {
        let c = model.component_named(name).unwrap();
        let program = Program::new(&model, [c]);
        let t = std::time::Instant::now();
        let sent = Setting { program: &program, tables: &[], last: 8 }
            .sent(&program.sent, &Budget::unlimited())
            .unwrap();
        eprintln!("{name}: stable {} in {:?}", sent.stable, t.elapsed());
        for (k, row) in sent.table.rows.iter().enumerate() {
            eprintln!("  {k}: {:?}", row.valuations(sent.table.columns.len() as u32, 100).map(|v| v.len()));
        }
    }
    for name in ["CONTROL", "ALLPUMPS", "WATER", "STEAM"] {
        let c = model.component_named(name).unwrap();
        let program = Program::new(&model, [c]);
        let t = std::time::Instant::now();
        for (i, p) in model.component(c).properties.iter().enumerate() {
            let checked =
                Setting { program: &program, tables: &[], last: 8 }.check(c, i, &Budget::unlimited());
            if !checked.verdict.holds() || !checked.met {
                eprintln!(
                    "{} {:?} met {} machines {}",
                    p.name, checked.verdict, checked.met, checked.machines
                );
            }
        }
        eprintln!("{name} {:?}", t.elapsed());
    }
    let program = Program::whole(&model);
    let t = std::time::Instant::now();
    for (c, comp) in model.components.iter().enumerate() {
        let c = suppose_lang::srs::ComponentId::at(c);
        for (i, p) in comp.properties.iter().enumerate() {
            let checked =
                Setting { program: &program, tables: &[], last: 8 }.check(c, i, &Budget::unlimited());
            if !checked.verdict.holds() || !checked.met {
                eprintln!(
                    "{} {:?} met {} machines {}",
                    p.name, checked.verdict, checked.met, checked.machines
                );
            }
        }
    }
    eprintln!("whole {:?}", t.elapsed());
    let t = std::time::Instant::now();
    let sent = Setting { program: &program, tables: &[], last: 8 }
        .sent(&program.sent, &Budget::unlimited())
        .unwrap();
    eprintln!("whole: stable {} in {:?}", sent.stable, t.elapsed());
}

#[test]
fn probe_survey() {
    let text = std::fs::read_to_string("../../models/boiler.srs").unwrap();
    let model = load(&text, FileId(0), "boiler").unwrap();
    for name in ["CONTROL", "ALLPUMPS", "WATER", "STEAM"] {
        let c = model.component_named(name).unwrap();
        let program = Program::new(&model, [c]);
        let t = std::time::Instant::now();
        let s = Setting { program: &program, tables: &[], last: 8 }.survey(&Budget::unlimited()).unwrap();
        eprintln!(
            "survey {name}: stable {} states {:?} transitions {:?} {:?} {:?} {:?}",
            s.stable,
            s.states.iter().flatten().filter(|x| !**x).count(),
            s.transitions.iter().flatten().filter(|x| !**x).count(),
            s.two_values.is_some(),
            s.endless.is_some(),
            t.elapsed()
        );
    }
    let model = load("component A { in i; local e, f; fsm P { init a; a -> a : i || f / e; } fsm Q { init a; a -> a : e / f; } }", FileId(0), "x").unwrap();
    let program = Program::whole(&model);
    let s = Setting { program: &program, tables: &[], last: 8 }.survey(&Budget::unlimited()).unwrap();
    eprintln!("survey loop: {:?}", s.endless);
}

#[test]
fn probe_modular() {
    use suppose_srs::modular::{Direction, Options, iterate};
    let text = std::fs::read_to_string("../../models/boiler.srs").unwrap();
    let model = load(&text, FileId(0), "boiler").unwrap();
    for direction in [Direction::Down, Direction::Up] {
        let t = std::time::Instant::now();
        let mutual =
            iterate(&model, &Options { direction, ..Options::default() }, &Budget::unlimited()).unwrap();
        eprintln!("modular {direction:?} rounds {} last {} {:?}", mutual.rounds, mutual.last, t.elapsed());
        for table in mutual.tables.iter().filter(|t| !t.columns.is_empty()) {
            for (k, row) in table.rows.iter().enumerate() {
                let all = row.valuations(table.columns.len() as u32, 1000).unwrap();
                let names: Vec<String> = all
                    .iter()
                    .map(|v| {
                        v.iter()
                            .map(|&c| model.event(table.columns[c as usize].event).name.clone())
                            .collect::<Vec<_>>()
                            .join("+")
                    })
                    .collect();
                eprintln!("modular   {k}: {}", names.join(" | "));
            }
        }
        let t = std::time::Instant::now();
        for (c, comp) in model.components.iter().enumerate() {
            let c = suppose_lang::srs::ComponentId::at(c);
            let program = Program::new(&model, [c]);
            let tables = mutual.of(&model, c);
            for (i, p) in comp.properties.iter().enumerate() {
                let checked = Setting { program: &program, tables: &tables, last: mutual.last }.check(
                    c,
                    i,
                    &Budget::unlimited(),
                );
                if !checked.verdict.holds() || !checked.met {
                    eprintln!(
                        "modular {} {:?} met {} machines {}",
                        p.name, checked.verdict, checked.met, checked.machines
                    );
                }
            }
        }
        eprintln!("modular checked {:?}", t.elapsed());
    }
}
