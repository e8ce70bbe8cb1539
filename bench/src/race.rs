//! `auto` against each method alone, and work against time.
//!
//! The first table has a row for each subject: the CPU seconds of every method that the race has, those of
//! `auto`, and how many times as long as the best of them it took after a tenth of a second that is forgiven: the
//! start of threads, and tries that come to nothing. The second says how well work, by which the
//! race is run, tracks time: nanoseconds for a unit of work, for each method.
//!
//! Subjects are the systems of the literature at two or three sizes each, and the shipped families. With
//! arguments after the name, only those whose name has one of them.

use std::sync::atomic::Ordering;
use std::time::Duration;

use cpu_time::ProcessTime;
use suppose_ada::lower;
use suppose_base::{Budget, Verdict};
use suppose_lts::check::Question;
use suppose_lts::{Role, System};
use suppose_prove::method::{Method, Options, prove};

use crate::families::{
    AGREEMENT, BANK, CLIENT_SERVER, COMMIT, FILTER, Family, GAS_STATION, NEIGHBOURS, PHILOSOPHERS, PIPELINE,
    SMOKERS, TOKEN_RING,
};
use crate::tasking::{read, text};

/// CPU seconds that a method may take.
const SECONDS: f64 = 6.0;
/// What is forgiven.
const SLACK: f64 = 0.1;
/// Methods that are compared with `auto`.
const METHODS: [Method; 8] = [
    Method::Monolithic,
    Method::Minimise,
    Method::Refine,
    Method::Select,
    Method::Symmetry,
    Method::Lazy,
    Method::Direct,
    Method::Learn,
];

/// Tasking programs, their properties and sizes.
const PROGRAMS: [(&str, u32, &[u32]); 6] = [
    ("gas-station", 4, &[4, 8, 30]),
    ("relay", 1, &[8, 14, 18]),
    ("peterson", 1, &[3, 4]),
    ("smokers", 8, &[4, 8, 10]),
    ("chiron-single", 9, &[4, 6, 8]),
    ("chiron-multiple", 9, &[4, 8, 12]),
];

const FAMILIES: [(Family, &[usize]); 11] = [
    (GAS_STATION, &[6, 10, 20]),
    (TOKEN_RING, &[10, 16, 30]),
    (PHILOSOPHERS, &[5, 8, 16]),
    (NEIGHBOURS, &[5, 8, 16]),
    (CLIENT_SERVER, &[10, 18, 36]),
    (COMMIT, &[6, 10, 20]),
    (AGREEMENT, &[6, 9, 10]),
    (PIPELINE, &[10, 20, 40]),
    (BANK, &[8, 14, 30]),
    (SMOKERS, &[10, 30, 50]),
    (FILTER, &[3, 4]),
];

/// The sums behind the second table: seconds and work of a method, and the extremes of their ratio.
#[derive(Clone, Copy, Default)]
struct Rate {
    seconds: f64,
    work: f64,
    least: f64,
    most: f64,
}

pub(crate) fn run() {
    println!("## `auto` and each method alone\n");
    println!(
        "CPU seconds, one thread, at most {SECONDS:.0} s and 6 GB each; `-`: no answer, or none within twenty \
            times the best so far and half a second. The ratio is that of `auto`, less {SLACK} s, to the best \
            of the others.\n"
    );
    let names: Vec<String> = METHODS.iter().map(ToString::to_string).collect();
    println!("| subject | {} | auto | won by | ratio |", names.join(" | "));
    println!("|---|{}---:|---|---:|", "---:|".repeat(METHODS.len()));
    let wanted: Vec<String> = std::env::args().skip(2).collect();
    let is_wanted = |name: &str| wanted.is_empty() || wanted.iter().any(|part| name.contains(part));
    let mut table =
        Table { ratios: Vec::new(), plain: Vec::new(), rates: [Rate::default(); METHODS.len()], lost: 0 };
    for (model, properties, sizes) in PROGRAMS {
        for &size in sizes {
            let label = |property: u32| format!("{model} {size} P{property}");
            if !(1..=properties).any(|property| is_wanted(&label(property))) {
                continue;
            }
            let lowered = lower(&read(&text(model, size)), &Budget::unlimited()).expect("a shipped model");
            for property in (1..=properties).filter(|&property| is_wanted(&label(property))) {
                let name = format!("p{property}");
                let watched = lowered
                    .system
                    .components
                    .iter()
                    .position(|c| c.role == Role::Property && c.name.eq_ignore_ascii_case(&name));
                let watched = watched.expect("the property is there");
                table.row(&label(property), &lowered.system, Question::Safe(watched));
            }
        }
    }
    for (family, sizes) in FAMILIES {
        for &size in sizes {
            let label = format!("{}: {} ({size})", family.name, family.property);
            if is_wanted(&label) {
                let (system, question) = family.system(size);
                table.row(&label, &system, question);
            }
        }
    }
    table.finish();
}

struct Table {
    ratios: Vec<(f64, String)>,
    /// The same for subjects on which the plain search is best.
    plain: Vec<(f64, String)>,
    rates: [Rate; METHODS.len()],
    /// Subjects that a method could decide and `auto` could not.
    lost: usize,
}

impl Table {
    fn row(&mut self, label: &str, system: &System, question: Question) {
        let ask = |method: Method, seconds: f64| {
            let budget =
                Budget::unlimited().with_timeout(Duration::from_secs_f64(seconds)).with_max_bytes(6 << 30);
            let options = Options { method, refine_alphabet: true, ..Options::default() };
            let before = ProcessTime::now();
            let answer = prove(system, question, &options, &budget);
            let seconds = before.elapsed().as_secs_f64();
            let work = budget.counters().work.load(Ordering::Relaxed) as f64;
            let is_known = !matches!(answer.verdict, Verdict::Inconclusive(_));
            (is_known.then_some(seconds), answer.method, seconds, work)
        };
        let mut best: Option<(f64, Method)> = None;
        let mut cells = Vec::new();
        for (place, method) in METHODS.into_iter().enumerate() {
            // Who takes much longer than the best so far is not waited for.
            let limit = best.map_or(SECONDS, |(best, _)| SECONDS.min(20.0 * best + 0.5));
            let (known, _, seconds, work) = ask(method, limit);
            if let Some(found) = known {
                best = best.filter(|&(best, _)| best <= found).or(Some((found, method)));
            }
            cells.push(known.map_or_else(|| "-".to_owned(), |seconds| format!("{seconds:.3}")));
            if seconds > 0.02 && work > 0.0 {
                self.rates[place].add(seconds, work);
            }
        }
        // Long enough to see how much too long it takes.
        let limit = best.map_or(SECONDS, |(best, _)| SECONDS.max(5.0 * best));
        let (known, method, _, _) = ask(Method::Auto, limit);
        let (shown, ratio) = match (known, best) {
            (Some(auto), Some((best, by))) => {
                let ratio = (auto - SLACK).max(0.0) / best.max(1e-6);
                self.ratios.push((ratio, label.to_owned()));
                if by == Method::Monolithic {
                    self.plain.push((ratio, label.to_owned()));
                }
                (format!("{auto:.3} | {method}"), format!("{ratio:.2}"))
            }
            (Some(auto), None) => (format!("{auto:.3} | {method}"), "first".to_owned()),
            (None, Some(_)) => {
                self.lost += 1;
                ("- | nobody".to_owned(), "lost".to_owned())
            }
            (None, None) => ("- | nobody".to_owned(), String::new()),
        };
        println!("| {label} | {} | {shown} | {ratio} |", cells.join(" | "));
    }

    fn finish(mut self) {
        println!();
        for (ratios, most, what) in [
            (&mut self.ratios, 4.0, "All subjects"),
            (&mut self.plain, 1.5, "Where the plain search is best"),
        ] {
            ratios.sort_by(|a, b| a.0.total_cmp(&b.0));
            if let Some((worst, label)) = ratios.last() {
                let median = ratios[ratios.len() / 2].0;
                let over = ratios.iter().filter(|(ratio, _)| *ratio > most).count();
                println!(
                    "{what}: worst ratio {worst:.2} ({label}), median {median:.2}; above {most}: {over}.\n"
                );
            }
        }
        println!("Decided by a method and not by `auto`: {}.\n", self.lost);
        println!("| method | seconds | work, s | ns for a unit | least | most |");
        println!("|---|---:|---:|---:|---:|---:|");
        for (method, rate) in METHODS.into_iter().zip(self.rates) {
            let Rate { seconds, work, least, most } = rate;
            let per_unit = seconds * 1e9 / work.max(1.0);
            println!(
                "| {method} | {seconds:.2} | {:.2} | {per_unit:.2} | {least:.2} | {most:.2} |",
                work / 1e9
            );
        }
        println!();
    }
}

impl Rate {
    fn add(&mut self, seconds: f64, work: f64) {
        let ratio = seconds * 1e9 / work;
        self.least = if self.work > 0.0 { self.least.min(ratio) } else { ratio };
        self.most = self.most.max(ratio);
        self.seconds += seconds;
        self.work += work;
    }
}
