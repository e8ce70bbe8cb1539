//! What components assume of each other is true of the whole.

use suppose_base::{Budget, Verdict};
use suppose_srs::explicit::{self, Mode, Options as Explicit, Valuation, explore, judge};
use suppose_srs::explore::Setting;
use suppose_srs::lang::ComponentId;
use suppose_srs::modular::{Direction, Options, iterate};
use suppose_srs::program::Program;
use suppose_testing::Random;

use crate::explore::models::model;
use crate::explore::random::{Shape, model as random_model};

/// Closed systems stay within the tables, and what is proved with the tables holds in the whole.
#[test]
fn mined_assumptions_are_sound() {
    let (mut proved, mut spurious, mut stronger) = (0, 0, 0);
    let seeds = std::env::var("SUPPOSE_MODELS").ok().and_then(|n| n.parse().ok()).unwrap_or(600);
    for seed in 0..seeds {
        let random = &mut Random::new(seed ^ 0x600d_0000);
        let text = random_model(random, &Shape::SMALL);
        let model = model(&text);
        let budget = Budget::unlimited();
        let last = 1 + random.below(4);
        let options = |direction| Options { direction, last, most: last, rounds: None };
        let down = iterate(&model, &options(Direction::Down), &budget).expect("no limit");
        let up = iterate(&model, &options(Direction::Up), &budget).expect("no limit");
        let whole = Program::whole(&model);
        let explicit = Explicit { mode: Mode::Sound, last };
        let closed = explore(&whole, &whole.sent, &|_, _| true, explicit, &budget).expect("no limit");
        if closed.two_values.is_some() || closed.livelock.is_some() {
            continue;
        }
        for mutual in [&down, &up] {
            for (table, component) in mutual.tables.iter().zip(&model.components) {
                for (k, row) in closed.rows.iter().enumerate() {
                    for valuation in row {
                        let own = valuation.only(&component.sent);
                        assert!(explicit::allows(table, k, &own), "seed {seed}, {k}, {own:?}:\n{text}");
                    }
                }
            }
        }
        let within = |a: &suppose_srs::table::Table, b: &suppose_srs::table::Table| {
            let all = |t: &suppose_srs::table::Table, k| {
                t.row(k).valuations(t.columns.len() as u32, 1 << 12).expect("few")
            };
            (0..=last).all(|k| all(a, k).iter().all(|v| all(b, k).contains(v)))
        };
        assert!(
            up.tables.iter().zip(&down.tables).all(|(up, down)| within(up, down)),
            "seed {seed}:\n{text}"
        );
        stronger += usize::from(up.tables != down.tables);
        let truth = judge(&whole, &|_, _: &Valuation| true, explicit, &budget).expect("no limit");
        for judged in truth {
            let id: ComponentId = judged.component;
            let alone = Program::new(&model, [id]);
            let tables = down.of(id);
            let setting = Setting { program: &alone, tables, last };
            match setting.check(id, judged.property, &budget).verdict {
                Verdict::Holds => {
                    assert!(judged.violation.is_none(), "seed {seed}: unsound:\n{text}");
                    proved += 1;
                }
                Verdict::Violated(_) => spurious += usize::from(judged.violation.is_none()),
                Verdict::Inconclusive(reason) => panic!("seed {seed}: {reason:?}\n{text}"),
            }
        }
    }
    println!(
        "{seeds} models: {proved} properties proved with tables, {spurious} false alarms, {stronger} models \
            where going up gives more"
    );
    assert!(proved > 200 && spurious > 5 && stronger > 5, "{proved} {spurious} {stronger}");
}
