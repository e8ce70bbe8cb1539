//! Circuits by parts: how the work grows with the number of cells, with equal cells worked on once and each
//! by itself; and the published designs.
//!
//! The times of the dissertation are Yao's (2012, tables 5.1 to 5.7), on a Pentium D with 1 GB; designs of
//! the same names, not the same nets, for the models that grow.

mod tables;

use std::time::Duration;

use suppose_base::{Budget, SourceMap, Verdict};
use suppose_nets::reduce::Reduction;
use suppose_nets::verify::{Answer, Effort, Method, Options, questions, verify};
use suppose_nets::{Design, Failure, lpn, models};

use crate::clock::{Measured, best_of, measure, peak_bytes, reset_peak};

/// A model, the sizes to try, and for each what the dissertation took with synchronisation: seconds and
/// megabytes.
const GROWING: [(&str, &[(u32, &str)]); 3] = [
    (
        "dme",
        &[
            (20, "14 s, 14 MB"),
            (50, "39 s, 40 MB"),
            (100, "96 s, 97 MB"),
            (200, "257 s, 264 MB"),
            (300, "487 s, 502 MB"),
        ],
    ),
    (
        "arbiter",
        &[(7, "1.2 s, 3 MB"), (15, "3.0 s, 6 MB"), (31, "7.7 s, 16 MB"), (63, "25 s, 39 MB"), (1023, "-")],
    ),
    (
        "fifo",
        &[
            (100, "9.5 s, 30 MB"),
            (200, "27 s, 80 MB"),
            (400, "84 s, 237 MB"),
            (800, "301 s, 780 MB"),
            (10_000, "-"),
        ],
    ),
];

/// Published designs, and what the dissertation took for minimisation.
const PUBLISHED: [(&str, &str); 9] = [
    ("fifo/fifoN50.lpn", "9.6 s"),
    ("dme/dmeN10.lpn", "17.7 s"),
    ("dme/dmeN15.lpn", "-"),
    ("arb/arbN13.lpn", "5.7 s"),
    ("mmu/mmu_v1.lpn", "819 s"),
    ("pipectrl/pipectrl.lpn", "36 s, failures"),
    ("tagunit/tagunit-trunk.lpn", "167 s"),
    ("tagunit/tagunit.lpn", "-"),
    ("tagunit/tag.lpn", "-"),
];

/// Seconds that one way may take.
const SECONDS: u64 = 60;

pub(crate) fn run() {
    grow();
    published();
    flat();
    reductions();
    tables::run();
}

fn read(name: &str, text: &str) -> Design {
    let mut sources = SourceMap::new();
    let file = sources.add(name, text);
    let (fragment, _) = lpn::read(text, file, name, &lpn::NoIncludes).expect("a net");
    Design::join(name, vec![fragment]).expect("a design").0
}

fn ask(design: &Design, questions: &[Failure], options: Options) -> Measured<Vec<Answer>> {
    let budget = Budget::unlimited().with_timeout(Duration::from_secs(SECONDS));
    measure(|| verify(design, questions, &options, &budget))
}

/// All verdicts in short: `holds`, or what is violated.
fn verdicts(answers: &[Answer]) -> String {
    let violated: Vec<String> = answers
        .iter()
        .filter_map(|answer| match &answer.verdict {
            Verdict::Holds => None,
            Verdict::Violated(run) => {
                Some(format!("{} violated in {} steps", answer.failure, run.actions.len()))
            }
            Verdict::Inconclusive(reason) => Some(format!("{} open: {}", answer.failure, reason.name())),
        })
        .collect();
    if violated.is_empty() { "all hold".into() } else { violated.join(", ") }
}

fn most(answers: &[Answer]) -> Effort {
    answers.iter().map(|answer| answer.effort).max_by_key(|effort| effort.peak_states).unwrap_or_default()
}

fn grow() {
    println!("## Circuits that grow\n");
    println!(
        "Refinement with up to three components at a time, then composition where it is needed. The \
            dissertation's refinement looks at safety and disabling, and so do the first columns; deadlock, \
            which needs all components composed, comes after. *Apart*: equal cells are not recognised. \
            *Read* is the time to read and join the text.\n"
    );
    println!(
        "| design | cells | wires | verdicts | safety and disabling, s | ms a cell | apart, s | deadlock, s \
            | apart, s | largest composition | MB | read s | dissertation |"
    );
    println!("|---|---|---|---|---|---|---|---|---|---|---|---|---|");
    for (name, sizes) in GROWING {
        let model = models::MODELS.iter().find(|model| model.name == name).expect("a model");
        let (mut steps, mut stuck): (Points, Points) = (Vec::new(), Vec::new());
        for &(size, theirs) in sizes {
            let text = (model.text)(size);
            reset_peak();
            let reading = measure(|| read(name, &text));
            let design = reading.value;
            let (deadlock, others): (Vec<Failure>, Vec<Failure>) =
                questions(&design).into_iter().partition(|&failure| failure == Failure::Deadlock);
            let options = Options { method: Method::Refine, ..Options::default() };
            let apart = Options { sharing: false, ..options };
            let failures = best_of(3, || ask(&design, &others, options).value);
            // Deadlock is asked after refinement, which is done anew here and taken off.
            let both = ask(&design, &deadlock, options);
            let peak = peak_bytes().map_or("-".into(), |bytes| (bytes >> 20).to_string());
            let alone = ask(&design, &others, apart);
            let alone_both = ask(&design, &deadlock, apart);
            let all: Vec<Answer> = failures.value.iter().chain(&both.value).cloned().collect();
            let deadlock_time = (both.wall - failures.wall).max(0.0);
            println!(
                "| {name} | {size} | {} | {} | {:.4} | {:.4} | {:.3} | {deadlock_time:.4} | {:.3} | {} | \
                    {peak} | {:.3} | {theirs} |",
                design.wires.len(),
                verdicts(&all),
                failures.wall,
                failures.wall * 1000.0 / f64::from(size),
                alone.wall,
                (alone_both.wall - alone.wall).max(0.0),
                most(&all).peak_states,
                reading.wall,
            );
            steps.push((f64::from(size).ln(), failures.wall.ln()));
            stuck.push((f64::from(size).ln(), deadlock_time.max(1e-5).ln()));
        }
        println!(
            "| {name} | | | growth: power of the size | {:.2} | | | {:.2} | | | | | |",
            slope(&steps),
            slope(&stuck)
        );
    }
    println!();
}

/// Logarithms of size and time.
type Points = Vec<(f64, f64)>;

/// The slope of the line nearest to some points: the exponent of growth, when both are logarithms.
fn slope(points: &[(f64, f64)]) -> f64 {
    let n = points.len() as f64;
    let mean = |f: fn(&(f64, f64)) -> f64| points.iter().map(f).sum::<f64>() / n;
    let (x, y) = (mean(|p| p.0), mean(|p| p.1));
    let above: f64 = points.iter().map(|p| (p.0 - x) * (p.1 - y)).sum();
    let below: f64 = points.iter().map(|p| (p.0 - x) * (p.0 - x)).sum();
    above / below
}

/// A model at a size, and what it is called.
fn own(name: &str, size: u32) -> (String, Option<Design>) {
    let model = models::MODELS.iter().find(|model| model.name == name).expect("a model");
    (format!("{name} {size}"), Some(read(name, &(model.text)(size))))
}

/// A published design, where the files are there.
fn corpus(path: &str) -> Option<Design> {
    let root = std::env::var_os("SUPPOSE_CORPUS")?;
    let full = std::path::Path::new(&root).join("async/platu").join(path);
    let text = std::fs::read_to_string(full).ok()?;
    Some(read(path, &text))
}

fn published() {
    println!("## Published circuits by parts\n");
    if std::env::var_os("SUPPOSE_CORPUS").is_none() {
        println!("Skipped: SUPPOSE_CORPUS does not name the folder with the designs.\n");
        return;
    }
    println!(
        "| design | nets | wires | verdicts | minimise s | largest composition | auto s | dissertation |"
    );
    println!("|---|---|---|---|---|---|---|---|");
    for (path, theirs) in PUBLISHED {
        let Some(design) = corpus(path) else { continue };
        let minimise =
            ask(&design, &questions(&design), Options { method: Method::Minimise, ..Options::default() });
        let auto = ask(&design, &questions(&design), Options::default());
        println!(
            "| {path} | {} | {} | {} | {:.3} | {} | {:.3} | {theirs} |",
            design.nets.len(),
            design.wires.len(),
            verdicts(&minimise.value),
            minimise.wall,
            most(&minimise.value).peak_states,
            auto.wall,
        );
    }
    println!();
}

fn flat() {
    println!("## The flat search of circuits\n");
    println!("| design | states | firings | s | M firings/s | original program |");
    println!("|---|---|---|---|---|---|");
    let files =
        [("dme/dmeN3.lpn", "2.0 s"), ("fifo/fifoN7.lpn", "-"), ("tagunit/tagunit-trunk.lpn", "over 20 s")];
    let files = files.map(|(path, theirs)| (path.to_owned(), corpus(path), theirs));
    let models = [("fifo", 8), ("dme", 7), ("arbiter", 6)].map(|(name, size)| {
        let (name, design) = own(name, size);
        (name, design, "-")
    });
    for (name, design, theirs) in models.into_iter().chain(files) {
        let Some(design) = design else { continue };
        let options = Options { method: Method::Flat, ..Options::default() };
        let found = best_of(3, || ask(&design, &questions(&design), options).value);
        let effort = most(&found.value);
        println!(
            "| {name} | {} | {} | {:.3} | {:.1} | {theirs} |",
            effort.peak_states,
            effort.peak_transitions,
            found.cpu,
            effort.peak_transitions as f64 / found.cpu / 1e6,
        );
    }
    println!();
}

/// The reductions of chapter 3 in composition, as table 5.5 compares them.
fn reductions() {
    println!("## Reductions in composition\n");
    println!(
        "Composition without refinement, safety and disabling only, for at most 5 s each; seconds and states \
            of the largest composition. *Ours* is autofailure, branching bisimilarity, then traces.\n"
    );
    println!("| design | ours | region | transition | autofailure alone | state, may add failures |");
    println!("|---|---|---|---|---|---|");
    let ways = [
        None,
        Some(Reduction::Region),
        Some(Reduction::Transition),
        Some(Reduction::Autofailure),
        Some(Reduction::State),
    ];
    let files = ["dme/dmeN10.lpn", "arb/arbN13.lpn", "fifo/fifoN50.lpn", "mmu/mmu_v1.lpn"]
        .map(|path| (path.to_owned(), corpus(path)));
    for (name, design) in [own("fifo", 100), own("dme", 10), own("arbiter", 63)].into_iter().chain(files) {
        let Some(design) = design else { continue };
        let mut line = format!("| {name}");
        for reduction in ways {
            let options = Options { method: Method::Minimise, reduction, ..Options::default() };
            let budget = Budget::unlimited().with_timeout(Duration::from_secs(5));
            let steps: Vec<_> = questions(&design).into_iter().filter(|f| *f != Failure::Deadlock).collect();
            let found = measure(|| verify(&design, &steps, &options, &budget));
            let text = match &found.value[0].verdict {
                Verdict::Holds => format!("{:.3} s, {}", found.wall, most(&found.value).peak_states),
                Verdict::Violated(_) => "violated".into(),
                Verdict::Inconclusive(reason) => reason.name().to_owned(),
            };
            line.push_str(" | ");
            line.push_str(&text);
        }
        println!("{line} |");
    }
    println!();
}
