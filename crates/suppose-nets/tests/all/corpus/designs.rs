//! The published designs: which files make one.

use std::fs;
use std::path::{Path, PathBuf};

use suppose_base::{Budget, FileId};
use suppose_nets::lpn::{self, NoIncludes};
use suppose_nets::netlist::{self, read_library};
use suppose_nets::{Design, Fragment, stg};

/// The circuit of one `.lpn` file, or several such files that belong together.
pub(crate) fn lpn(root: &Path, name: &str, files: &[&str]) -> Design {
    let read = |file: &&str| {
        let path = root.join("platu").join(file);
        let text = fs::read_to_string(&path).unwrap_or_else(|e| panic!("{}: {e}", path.display()));
        let stem = path.file_stem().expect("a name").to_string_lossy().into_owned();
        lpn::read(&text, FileId(0), &stem, &NoIncludes).unwrap_or_else(|p| panic!("{file}: {p:#?}")).0
    };
    join(name, files.iter().map(read).collect())
}

fn join(name: &str, fragments: Vec<Fragment>) -> Design {
    Design::join(name, fragments).unwrap_or_else(|p| panic!("{name}: {p:#?}")).0
}

/// Single files of Platu that are whole designs.
const PLATU: [&str; 23] = [
    "arb/arb1",
    "arb/arbN13",
    "arb/arbN3",
    "arb/arbN9",
    "dme/dmeN10",
    "dme/dmeN15",
    "dme/dmeN3",
    "fifo/fifoN10",
    "fifo/fifoN3",
    "fifo/fifoN5",
    "fifo/fifoN50",
    "fifo/fifoN7",
    "mmu/mmu",
    "mmu/mmu-all",
    "mmu/mmu_v1",
    "myersbook-fig7-21/fig7-21",
    "pipectrl/pipectrl",
    "sunfifo/N2",
    "sunfifo/N3",
    "sunfifo/N4",
    "sunfifo/N5",
    "tagunit/tag",
    "tagunit/tagunit",
];

/// Designs of several files in one folder each.
const FOLDERS: [(&str, &str, &[&str]); 4] = [
    (
        "mmu/old-format",
        "mmu/old-format",
        &["MDLo", "SSRo", "Bo", "MSSo", "SSWo", "MDSo", "WAo", "LSWo", "MSLo", "LSRo", "RAo"],
    ),
    (
        "stari",
        "stari",
        &[
            "stari_clock",
            "stari_emptystage_ackstage",
            "stari_emptystage_datastage",
            "stari_left",
            "stari_right",
            "stari_fullstage_ackstage",
            "stari_fullstage_datastage",
        ],
    ),
    ("sunfifo", "sunfifo of three files", &["left", "sunfifo", "right"]),
    ("pipectrl", "pipectrl of five files", &["IF", "ID", "EX", "ME", "WB"]),
];

/// All designs of Platu, but for the large version of the tag unit.
pub(crate) fn platu(root: &Path) -> Vec<Design> {
    let mut all: Vec<Design> = PLATU.iter().map(|name| lpn(root, name, &[&format!("{name}.lpn")])).collect();
    for (folder, name, files) in FOLDERS {
        let files: Vec<String> = files.iter().map(|file| format!("{folder}/{file}.lpn")).collect();
        all.push(lpn(root, name, &files.iter().map(String::as_str).collect::<Vec<_>>()));
    }
    all
}

fn listed(folder: &Path, ending: &str) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).expect("a folder").map(|entry| entry.expect("an entry").path());
    let mut all: Vec<PathBuf> = entries.filter(|path| path.to_string_lossy().ends_with(ending)).collect();
    all.sort();
    all
}

/// All signal transition graphs that have a meaning, each alone.
pub(crate) fn graphs(root: &Path) -> Vec<Design> {
    let mut all = Vec::new();
    for path in listed(&root.join("g"), ".g") {
        let name = path.file_stem().expect("a name").to_string_lossy().into_owned();
        let text = fs::read_to_string(&path).expect("text");
        let Ok((mut graph, _)) = stg::read(&text, FileId(0), &name) else { continue };
        // Where there are too many markings, the first values stay unknown.
        if graph.infer_initial(&Budget::unlimited().with_max_states(100_000)).is_ok() {
            all.push(join(&name, vec![graph.fragment]));
        }
    }
    all
}

/// All netlists that have a meaning, in the maximal environment.
pub(crate) fn netlists(root: &Path) -> Vec<Design> {
    let folder = root.join("netlist");
    let library = fs::read_to_string(folder.join("workcraft.lib")).expect("the library");
    let (library, _) = read_library(&library, FileId(0)).expect("a library");
    let mut all = Vec::new();
    for path in listed(&folder, "v") {
        let name = path.file_stem().expect("a name").to_string_lossy().into_owned();
        let text = fs::read_to_string(&path).expect("text");
        if let Ok((fragment, _)) = netlist::read(&text, FileId(1), &name, &library, None) {
            all.push(join(&name, vec![fragment]));
        }
    }
    all
}
