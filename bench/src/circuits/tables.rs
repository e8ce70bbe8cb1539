//! What tables 5.2, 5.4 and 5.7 of the dissertation compare: refinement with each reduction and nothing after
//! it, autofailure early, late and not at all, and larger parts.
//!
//! Here refinement works on graphs of parts in their maximal environment, all kinds of failing steps are π,
//! and what can still fail is only counted. Each piece of work gets [`PATIENCE`] seconds. Cells are worked on
//! each by itself unless it is said otherwise, as the dissertation does.

use std::sync::Arc;
use std::time::Duration;

use suppose_base::{Budget, StopReason, Verdict};
use suppose_nets::build::state_graph;
use suppose_nets::classes::Classes;
use suppose_nets::reduce::{Reduction, autofailure};
use suppose_nets::refine::{Given, Method, Options, Refined, components, refine};
use suppose_nets::verify::{self, questions, verify_together};
use suppose_nets::{Design, Failure, Failures, StateGraph};

use super::{corpus, most, own};
use crate::clock::{best_of, measure};

/// Seconds that one way may take.
const PATIENCE: u64 = 5;

/// A design, its parts if these are not its nets, and what the dissertation says, column by column.
struct Row {
    name: String,
    design: Option<Design>,
    together: Vec<Vec<usize>>,
    theirs: [&'static str; 3],
}

fn model(name: &str, size: u32, theirs: [&'static str; 3]) -> Row {
    let (name, design) = own(name, size);
    Row { name, design, together: Vec::new(), theirs }
}

fn file(path: &str, theirs: [&'static str; 3]) -> Row {
    Row { name: path.to_owned(), design: corpus(path), together: Vec::new(), theirs }
}

/// The tag unit in three parts as the dissertation describes them: five blocks in the middle, here with their
/// environment, and both sides.
fn tag_unit(theirs: [&'static str; 3]) -> Row {
    let path = "tagunit/tagunit-trunk.lpn";
    let design = corpus(path);
    let nets: &[&str] = &[
        "cele",
        "PA2",
        "PB1",
        "PA1",
        "PB2",
        "irdy_env",
        "bufreq_env",
        "tagin",
        "ti_env",
        "tagout",
        "len_env",
        "toa_env",
    ];
    let number = |name: &&str| {
        let nets = design.iter().flat_map(|design| &design.nets);
        nets.map(|net| net.name.as_str()).position(|own| own == *name)
    };
    let together = [&nets[..7], &nets[7..9], &nets[9..]];
    let together = together.map(|group| group.iter().filter_map(number).collect()).to_vec();
    Row { name: format!("{path}, 3 parts"), design, together, theirs }
}

pub(crate) fn run() {
    experiments();
    early_and_late();
    larger_parts();
}

/// What comes before refinement.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Autofailure {
    None,
    Afterwards,
    OnTheFly,
}

/// How a design is refined.
#[derive(Clone, Copy)]
struct Way {
    method: Method,
    first: Autofailure,
    reduction: Reduction,
    sharing: bool,
}

impl Way {
    fn graph(self, design: &Design, nets: &[usize], budget: &Budget) -> Result<StateGraph, StopReason> {
        let built = state_graph(design, nets, Failures::STEPS, self.first == Autofailure::OnTheFly, budget)?;
        match self.first {
            Autofailure::Afterwards => Ok(autofailure(&built.graph, budget)?.graph),
            Autofailure::None | Autofailure::OnTheFly => Ok(built.graph),
        }
    }

    /// Builds the graphs of a design and refines them.
    fn refined(self, row: &Row, design: &Design) -> Result<Refined, StopReason> {
        let budget = &Budget::unlimited().with_timeout(Duration::from_secs(PATIENCE));
        let given: Vec<Given> = if row.together.is_empty() {
            let classes = if self.sharing { Classes::of(design) } else { Classes::apart(design) };
            let graph = |&net: &usize| Ok(Arc::new(self.graph(design, &[net], budget)?));
            let graphs: Vec<Arc<StateGraph>> = classes.first.iter().map(graph).collect::<Result<_, _>>()?;
            components(&classes, &graphs)
        } else {
            let graph = |nets: &Vec<usize>| Ok(self.graph(design, nets, budget)?.into());
            row.together.iter().map(graph).collect::<Result<_, StopReason>>()?
        };
        let apply = |graph: &StateGraph, budget: &Budget| Ok(self.reduction.apply(graph, budget)?.graph);
        let options = Options {
            sharing: self.sharing,
            reduction: (self.reduction != Reduction::None).then_some(&apply),
            ..Options::new(self.method)
        };
        refine(&given, &options, budget)
    }

    /// Seconds and what came out, twice and the better one.
    fn measured(self, row: &Row, design: &Design) -> Result<(f64, Refined), &'static str> {
        let first = measure(|| self.refined(row, design));
        let refined = first.value.map_err(|reason| reason.name())?;
        let again = best_of(if first.wall < 1.0 { 3 } else { 1 }, || self.refined(row, design));
        Ok((first.wall.min(again.wall), refined))
    }
}

/// Refinement by constraints with each reduction (table 5.2).
fn experiments() {
    println!("## Refinement by constraints and nothing after it\n");
    println!(
        "Table 5.2. E1: no reduction; E2: autofailure and the state-based abstraction; E3: autofailure and \
            the transition-based reduction. Seconds with each cell worked on by itself, in brackets with \
            equal ones worked on once; and how many components can still fail. At most {PATIENCE} s each.\n"
    );
    println!("| design | parts | E1 | E2 | E3 | dissertation E1 | E2 | E3 |");
    println!("|---|---|---|---|---|---|---|---|");
    let rows = [
        model("fifo", 100, ["11 s, 0", "11 s, 96", "18 s, 0"]),
        model("fifo", 200, ["28 s, 0", "26 s, 196", "41 s, 0"]),
        model("fifo", 400, ["74 s, 0", "66 s, 396", "102 s, 0"]),
        model("fifo", 600, ["140 s, 0", "140 s, 596", "184 s, 0"]),
        model("fifo", 800, ["227 s, 0", "201 s, 796", "290 s, 0"]),
        model("dme", 20, ["13 s, 0", "9 s, 0", "43 s, 0"]),
        model("dme", 50, ["37 s, 0", "27 s, 0", "113 s, 0"]),
        model("dme", 100, ["90 s, 0", "69 s, 0", "249 s, 0"]),
        model("dme", 200, ["249 s, 0", "202 s, 0", "600 s, 0"]),
        model("dme", 300, ["474 s, 0", "402 s, 0", "1044 s, 0"]),
        model("arbiter", 7, ["1 s, 6", "1 s, 2", "2 s, 0"]),
        model("arbiter", 15, ["3 s, 15", "4 s, 3", "5 s, 7"]),
        model("arbiter", 31, ["8 s, 30", "9 s, 12", "13 s, 15"]),
        model("arbiter", 63, ["22 s, 59", "23 s, 30", "33 s, 31"]),
        file("fifo/fifoN50.lpn", ["-"; 3]),
        file("dme/dmeN10.lpn", ["-"; 3]),
        file("arb/arbN13.lpn", ["-"; 3]),
        tag_unit(["28 s, 0", "10 s, 0", "103 s, 0"]),
        file("pipectrl/pipectrl.lpn", ["10 s, 5", "10 s, 4", "50 s, 5"]),
        file("mmu/mmu_v1.lpn", ["-"; 3]),
    ];
    for row in rows {
        let Some(design) = &row.design else { continue };
        let ways = [
            (Autofailure::None, Reduction::None),
            (Autofailure::OnTheFly, Reduction::State),
            (Autofailure::OnTheFly, Reduction::Transition),
        ];
        let cells = ways.map(|(first, reduction)| {
            let way = Way { method: Method::Constraint, first, reduction, sharing: false };
            match way.measured(&row, design) {
                Ok((apart, refined)) => {
                    let shared = Way { sharing: true, ..way }.measured(&row, design);
                    let shared = shared.map_or_else(str::to_owned, |(wall, _)| format!("{wall:.4}"));
                    format!("{apart:.4} s ({shared}), {}", refined.failing.len())
                }
                Err(reason) => reason.to_owned(),
            }
        });
        print_row(&row.name, &row, design, &cells);
    }
    println!();
}

/// Synchronisation with autofailure at different times (table 5.4).
fn early_and_late() {
    println!("## Autofailure early, late and not at all\n");
    println!(
        "Table 5.4. Synchronisation of k components at a time, without any other reduction: seconds with \
            each cell worked on by itself, states of the largest component before refinement, and how many \
            components can still fail. At most {PATIENCE} s each.\n"
    );
    println!(
        "| design | parts | none | afterwards | on the fly | dissertation none | afterwards | on the fly |"
    );
    println!("|---|---|---|---|---|---|---|---|");
    let rows = [
        (2, model("arbiter", 7, ["19 s", "2.3 s", "1.18 s"])),
        (2, model("arbiter", 15, ["62 s", "6.9 s", "2.99 s"])),
        (2, model("arbiter", 31, ["175 s", "27 s", "7.70 s"])),
        (2, model("arbiter", 63, ["-", "-", "25 s"])),
        (2, model("fifo", 100, ["-", "-", "9.46 s"])),
        (2, model("dme", 20, ["-", "-", "14 s"])),
        (2, file("arb/arbN13.lpn", ["-"; 3])),
        (2, tag_unit(["57 s", "62 s", "3.9 s"])),
        (2, file("pipectrl/pipectrl.lpn", ["41 s", "25 s", "30 s"])),
        (3, file("mmu/mmu_v1.lpn", ["-"; 3])),
    ];
    for (k, row) in rows {
        let Some(design) = &row.design else { continue };
        let cells = [Autofailure::None, Autofailure::Afterwards, Autofailure::OnTheFly].map(|first| {
            let way = Way { method: Method::Sync(k), first, reduction: Reduction::None, sharing: false };
            match way.measured(&row, design) {
                Ok((wall, refined)) => {
                    format!("{wall:.4} s, {}, {}", refined.effort.most_states, refined.failing.len())
                }
                Err(reason) => reason.to_owned(),
            }
        });
        print_row(&format!("{}, k = {k}", row.name), &row, design, &cells);
    }
    println!();
}

fn print_row(name: &str, row: &Row, design: &Design, ours: &[String]) {
    let parts = if row.together.is_empty() { design.nets.len() } else { row.together.len() };
    println!("| {name} | {parts} | {} | {} |", ours.join(" | "), row.theirs.join(" | "));
}

/// Composition of larger parts (table 5.7).
fn larger_parts() {
    println!("## Larger parts\n");
    println!(
        "Table 5.7. Composition of parts that are groups of cells, beside that of single cells, with no \
            refinement before: seconds and states of the largest graph. *Ours* and *region* as above. At \
            most {PATIENCE} s each.\n"
    );
    println!(
        "| design | parts | ours, cells | ours, parts | region, cells | region, parts | dissertation, cells \
            | parts |"
    );
    println!("|---|---|---|---|---|---|---|---|");
    let pairs = |number: usize| (0..number).map(|pair| vec![2 * pair, 2 * pair + 1]).collect::<Vec<_>>();
    // The tree without its root and that one's first child is three trees of three cells.
    let trees = vec![vec![0, 1], vec![2, 5, 6], vec![3, 7, 8], vec![4, 9, 10]];
    let rows = [
        Row { together: pairs(3), ..model("dme", 6, ["19.8 s, 585", "101 s, 7379", ""]) },
        Row { together: trees, ..model("arbiter", 11, ["5.1 s, 264", "45.8 s, 3247", ""]) },
        Row { together: pairs(5), ..model("fifo", 10, ["1.8 s, 51", "11.2 s, 475", ""]) },
        Row { together: pairs(5), ..file("fifo/fifoN10.lpn", ["1.8 s, 51", "11.2 s, 475", ""]) },
        Row { together: pairs(5), ..file("dme/dmeN10.lpn", ["226 s, 1881", "-", ""]) },
    ];
    for row in rows {
        let Some(design) = &row.design else { continue };
        let steps: Vec<Failure> =
            questions(design).into_iter().filter(|&failure| failure != Failure::Deadlock).collect();
        let mut line = format!("| {} | {}", row.name, row.together.len());
        for reduction in [None, Some(Reduction::Region)] {
            for together in [&[][..], &row.together] {
                let options = verify::Options {
                    method: verify::Method::Minimise,
                    reduction,
                    sharing: false,
                    ..verify::Options::default()
                };
                let work = || {
                    let budget = Budget::unlimited().with_timeout(Duration::from_secs(PATIENCE));
                    verify_together(design, together, &steps, &options, &budget)
                };
                let first = measure(work);
                let found = if first.wall < 1.0 { best_of(3, work) } else { first };
                let text = match &found.value[0].verdict {
                    Verdict::Holds => format!("{:.4} s, {}", found.wall, most(&found.value).peak_states),
                    Verdict::Violated(_) => "violated".into(),
                    Verdict::Inconclusive(reason) => reason.name().to_owned(),
                };
                line.push_str(" | ");
                line.push_str(&text);
            }
        }
        println!("{line} | {} | {} |", row.theirs[0], row.theirs[1]);
    }
    println!();
}
