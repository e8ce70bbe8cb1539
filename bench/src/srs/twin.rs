//! The symbolic exploration beside the explicit one, which is its twin in tests and goes from configuration
//! to configuration.

use suppose_base::Budget;
use suppose_srs::explicit::{self, Mode, Options, Valuation, judge};
use suppose_srs::program::Program;

use super::{all, check, mined, model, ratio};
use crate::clock::measure;

pub(super) fn run() {
    println!("### Explicit and symbolic\n");
    println!(
        "All properties of each component, one pump. The explicit exploration visits each configuration of \
            all machines and looks at every combination of inputs and received events; one run of it, CPU \
            seconds. The verdicts are compared.\n"
    );
    println!(
        "| component | environment | properties | configurations | explicit s | symbolic s | explicit / \
            symbolic |"
    );
    println!("|---|---|---|---|---|---|---|");
    let model = model(1);
    let mutual = mined(&model);
    for id in all(&model) {
        let program = Program::new(&model, [id]);
        for (name, tables, last) in [("universal", &[][..], 1), ("mined", mutual.of(id), mutual.last)] {
            let allowed = |k: usize, received: &Valuation| {
                k > 0 && tables.iter().all(|table| explicit::allows(table, k, received))
            };
            let options = Options { mode: Mode::Sound, last };
            let slow =
                measure(|| judge(&program, &allowed, options, &Budget::unlimited()).expect("no limit"));
            let quick = check(&model, id, tables, last);
            let properties = &model.component(id).properties;
            let violated: Vec<String> = slow
                .value
                .iter()
                .filter(|judged| judged.violation.is_some())
                .map(|judged| properties[judged.property].name.clone())
                .collect();
            assert_eq!(violated, quick.value, "{}: they differ", model.component(id).name);
            println!(
                "| {} | {name} | {} | {} | {:.3} | {:.4} | {} |",
                model.component(id).name,
                properties.len(),
                slow.value.iter().map(|judged| judged.configurations).sum::<usize>(),
                slow.cpu,
                quick.wall,
                ratio(slow.cpu, quick.wall),
            );
        }
    }
    println!();
}
