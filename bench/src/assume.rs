//! Weakest assumptions of published models, where `SUPPOSE_CORPUS` names their folder: milliseconds of
//! everything from the text to the assumption, directly and by learning.
//!
//! The rows are those of the table that a peer published for its direct construction. Their models are
//! rebuilt from the files by changing a number or two, and each row first compares the product of the
//! component and the property with the published size, where π counts as a state. Three rows are run as
//! processes too, where the program has been built beside this one.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::Arc;

use suppose_base::{ActionTable, Budget, FileId};
use suppose_fsp as fsp;
use suppose_learn::Kind;
use suppose_lts::ops::{Relabelling, relabel};
use suppose_lts::product::compose;
use suppose_lts::{Component, Lts, Role, System};
use suppose_prove::weakest::{Environment, Learn, OpenSystem, Oracle, Weakest, direct, learn};

use crate::clock::{best_of, measure};
use crate::families::redefined;

/// Runs of each row; the best counts.
const RUNS: usize = 5;

/// Assumptions with more states are not learned: queries grow with the square of the states, times the
/// letters.
const LEARNED: usize = 200;

/// The texts of a row.
struct Texts {
    components: Vec<String>,
    properties: Vec<String>,
    environment: String,
}

/// Name, published states, transitions and seconds.
type Row = (&'static str, usize, usize, f64, fn(&Folder) -> Texts);

const ROWS: [Row; 15] = [
    ("Therapy", 35, 66, 0.098, |f| f.plain("therac25/sys", "therac25/p", "therac25/env")),
    ("Naive Protocol", 41, 134, 0.102, |f| f.plain("abp/perfect", "abp/p", "abp/abp_env")),
    ("ABP", 23, 80, 0.177, |f| f.plain("abp/abp", "abp/p", "abp/abp_env")),
    ("Voting-1-1", 69, 283, 0.150, |f| f.voting(1)),
    ("Voting-2-2", 373, 2301, 0.178, |f| f.voting(2)),
    ("Voting-3-3", 1109, 9087, 0.230, |f| f.voting(3)),
    ("Voting-4-4", 2469, 25201, 0.296, |f| f.voting(4)),
    ("Pump-1", 163, 730, 0.141, |f| f.pump(1)),
    ("Pump-2", 1679, 9946, 0.263, |f| f.pump(2)),
    ("Pump-3", 19435, 144_652, 1.097, |f| f.pump(3)),
    ("Oyster-1", 289, 1800, 0.203, |f| f.oyster(1)),
    ("Oyster-2", 577, 4224, 0.267, |f| f.oyster(2)),
    ("Oyster-3", 961, 8040, 0.310, |f| f.oyster(3)),
    ("Oyster-4", 1441, 13536, 0.415, |f| f.oyster(4)),
    ("Oyster-5", 2017, 21000, 0.522, |f| f.oyster(5)),
];

/// Folder, files of the component, environment and property, and a peer's seconds directly and by learning.
const PROCESSES: [(&str, [&str; 3], &str, f64); 3] = [
    ("therac25", ["sys", "env", "p"], "0.2–0.6", 2.8),
    ("voting", ["sys", "env", "p"], "0.2–0.6", 7.3),
    ("abp", ["abp", "abp_env", "p"], "0.2–0.6", 4.9),
];

pub(crate) fn run() {
    println!("## Weakest assumptions\n");
    let Some(corpus) = std::env::var_os("SUPPOSE_CORPUS").filter(|name| !name.is_empty()) else {
        println!("Skipped: SUPPOSE_CORPUS is not set.\n");
        return;
    };
    let folder = Folder(Path::new(&corpus).join("ag/fortis"));
    println!("Whole library calls, parsing included; the best of {RUNS}.\n");
    println!(
        "| model | states and transitions of M ‖ P | assumption, states | direct ms | learn ms | queries | \
            peer direct ms | faster |"
    );
    println!("|---|---|---|---|---|---|---|---|");
    for (name, states, transitions, peer, texts) in ROWS {
        let texts = texts(&folder);
        let size = texts.size();
        let rebuilt = if size == (states, transitions) {
            format!("{states} / {transitions}, as published")
        } else {
            format!("{} / {}, **published {states} / {transitions}**", size.0, size.1)
        };
        let budget = Budget::unlimited();
        let built = best_of(RUNS, || direct(&texts.open(), &budget).expect("no limit"));
        let found = assumption(&built.value);
        let by_learning = if found.num_states() <= LEARNED {
            let how = Learn { learner: Kind::RivestSchapire, oracle: Oracle::Exact };
            let learned = best_of(RUNS, || learn(&texts.open(), how, &budget).expect("no limit"));
            assert_eq!(found, assumption(&learned.value), "both ways give the same for {name}");
            let queries = learned.value.learning.as_ref().map_or(0, |l| l.queries);
            format!("{:.2} | {queries}", learned.wall * 1e3)
        } else {
            "not tried | -".to_owned()
        };
        println!(
            "| {name} | {rebuilt} | {} | {:.2} | {by_learning} | {:.0} | {:.0}× |",
            found.num_states(),
            built.wall * 1e3,
            peer * 1e3,
            peer / built.wall,
        );
    }
    println!();
    folder.processes();
}

fn assumption(found: &Weakest) -> &Lts {
    match &found.environment {
        Environment::Assumption(lts) => lts,
        other => panic!("there is an assumption, not {other:?}"),
    }
}

/// Where the models are.
struct Folder(PathBuf);

impl Folder {
    fn read(&self, file: &str) -> String {
        std::fs::read_to_string(self.0.join(file).with_extension("lts")).expect("a file of the corpus")
    }

    /// The process `P` of a file as a property.
    fn property(&self, file: &str) -> String {
        let text = self.read(file);
        let found = if text.starts_with("P =") { 0 } else { text.find("\nP =").expect("a process P") + 1 };
        format!("{}property {}", &text[..found], &text[found..])
    }

    fn plain(&self, component: &str, property: &str, environment: &str) -> Texts {
        Texts {
            components: vec![self.read(component)],
            properties: vec![self.property(property)],
            environment: self.read(environment),
        }
    }

    /// So many voters and as many officials.
    fn voting(&self, n: usize) -> Texts {
        let mut texts = self.plain("voting/sys", "voting/p", "voting/env");
        for (old, new) in [
            ("NoBody..EO", format!("NoBody..{}", 2 * n)),
            ("v.enter -> VOTE[Voter]", format!("v[w:1..{n}].enter -> VOTE[w]")),
            ("eo.enter -> VOTE[EO]", format!("eo[w:1..{n}].enter -> VOTE[{n}+w]")),
        ] {
            texts.properties[0] = replaced(&texts.properties[0], old, &new);
        }
        for who in ["v", "eo"] {
            let old = format!("{who}.enter");
            texts.environment = replaced(&texts.environment, &old, &format!("{who}[1..{n}].enter"));
        }
        texts
    }

    /// So many lines, with the property of each.
    fn pump(&self, n: usize) -> Texts {
        let Texts { components, properties, environment } = self.plain("pump/sys", "pump/p", "pump/env");
        let lines = format!("1..{n}");
        Texts {
            components: vec![redefined(&components[0], "range NUM_LINE", &lines)],
            properties: (1..=n).map(|i| replaced(&properties[0], "line[1]", &format!("line[{i}]"))).collect(),
            environment: redefined(&environment, "range LINES", &lines),
        }
    }

    /// Cards that hold so much.
    fn oyster(&self, n: usize) -> Texts {
        let balance =
            |file| redefined(&self.read(&format!("oyster/{file}")), "const MAX_BAL", &n.to_string());
        Texts {
            components: vec![
                self.read("oyster/gate-in"),
                self.read("oyster/gate-out"),
                balance("card-bal"),
                balance("oyster-bal"),
            ],
            properties: vec![self.property("oyster/no-collision")],
            environment: self.read("oyster/human"),
        }
    }

    /// The same by the program.
    fn processes(&self) {
        let program = std::env::current_exe().ok().map(|own| own.with_file_name("suppose"));
        let Some(program) = program.filter(|path| path.exists()) else {
            println!("As processes: skipped, since `suppose` is not built beside this program.\n");
            return;
        };
        println!("| process | direct ms | peer direct s | learn ms | peer learn s |");
        println!("|---|---|---|---|---|");
        for (name, files, peer_direct, peer_learn) in PROCESSES {
            let [component, environment, property] =
                files.map(|file| self.0.join(name).join(file).with_extension("lts"));
            let times = ["direct", "learn"].map(|by| {
                let once = || {
                    let status = Command::new(&program)
                        .arg("assume")
                        .args([&component, &environment])
                        .args(["--component", files[0], "--quiet", "--by", by, "--property"])
                        .arg(&property)
                        .stdout(Stdio::null())
                        .status();
                    assert!(status.is_ok_and(|status| status.success()), "{name} has an assumption");
                };
                (0..2 * RUNS).map(|_| measure(once).wall).fold(f64::INFINITY, f64::min)
            });
            println!(
                "| suppose assume, {name} | {:.1} | {peer_direct} | {:.1} | {peer_learn} |",
                times[0] * 1e3,
                times[1] * 1e3
            );
        }
        println!();
    }
}

fn replaced(text: &str, old: &str, new: &str) -> String {
    assert!(text.contains(old), "the text has `{old}`");
    text.replace(old, new)
}

impl Texts {
    /// Adds the components of a text to a system.
    fn add(text: &str, system: &mut System) {
        let model = fsp::load(text, FileId(0), &fsp::NoImports).expect("valid FSP");
        let compiled = model.compile(None, &Budget::unlimited()).expect("valid FSP").system;
        for Component { name, lts, role } in compiled.components {
            let lts = Arc::new(translated(&lts, &compiled.actions, &mut system.actions));
            system.components.push(Component { name, lts, role });
        }
    }

    /// The components and the properties.
    fn system(&self) -> System {
        let mut system = System::default();
        self.components.iter().chain(&self.properties).for_each(|text| Self::add(text, &mut system));
        system
    }

    /// States and transitions of all of it; π counts.
    fn size(&self) -> (usize, usize) {
        let product = compose(&self.system(), &Budget::unlimited()).expect("no limit").lts;
        (product.num_states() + usize::from(product.has_error()), product.num_transitions())
    }

    /// The question for the weakest assumption.
    fn open(&self) -> OpenSystem {
        let mut system = self.system();
        let (members, watched): (Vec<_>, Vec<_>) =
            system.components.drain(..).partition(|c| c.role == Role::Component);
        let members: Vec<Arc<Lts>> = members.into_iter().map(|c| c.lts).collect();
        let mut environment = System { actions: system.actions.clone(), ..System::default() };
        Self::add(&self.environment, &mut environment);
        let interface: Vec<_> =
            environment.components.iter().flat_map(|c| c.lts.alphabet().iter().copied()).collect();
        system.components = watched;
        let watched = match &system.components[..] {
            [only] => Arc::clone(&only.lts),
            _ => Arc::new(compose(&system, &Budget::unlimited()).expect("no limit").lts),
        };
        OpenSystem::new(&members, &watched, Role::Property, &interface)
    }
}

/// An LTS with the ids of another table of actions.
fn translated(lts: &Lts, from: &ActionTable, to: &mut ActionTable) -> Lts {
    let pairs: Relabelling = lts.alphabet().iter().map(|&a| (a, to.intern(from.name(a)))).collect();
    relabel(lts, &pairs)
}
