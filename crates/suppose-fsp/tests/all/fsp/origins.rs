//! Where actions are written, and processes from other files.

use std::sync::Arc;

use suppose_base::{Budget, FileId};
use suppose_fsp::{Compiled, ImportLoader, Imported, load};

use crate::fsp::support::{compiled, machines, rows, shown};

/// The text written for each transition of a component, `?` where it is not known.
fn written(text: &str, compiled: &Compiled, component: usize) -> Vec<String> {
    let lts = &compiled.system.components[component].lts;
    let show = |(s, t): (suppose_lts::StateId, suppose_lts::Transition)| {
        let name = compiled.system.actions.name(t.action);
        let span = compiled.origins[component].find(s, t.action);
        let place = span.map_or("?", |span| &text[span.start as usize..span.end as usize]);
        format!("{} {name}: {place}", s.index())
    };
    lts.all_transitions().map(show).collect()
}

#[test]
fn transitions_know_their_labels() {
    let text = "P = (a[i:0..1] -> b.c -> Q[i] | S -> P), Q[i:0..1] = (d[i+1] -> STOP).";
    let text = &format!("set S = {{x, y}}\n{text}");
    let compiled = compiled(text);
    assert_eq!(
        written(text, &compiled, 0),
        [
            "0 a.0: a[i:0..1]",
            "0 a.1: a[i:0..1]",
            "0 x: S",
            "0 y: S",
            "1 b.c: b.c",
            "2 b.c: b.c",
            "3 d.1: d[i+1]",
            "4 d.2: d[i+1]",
        ]
    );
}

#[test]
fn renaming_keeps_them() {
    let text = "P = (a -> b -> P) / {{x, y}/b}.\n||S = ({p, q}::P/{r/p.x} || m:P).";
    let compiled = compiled(text);
    let first = written(text, &compiled, 0);
    assert_eq!(first, ["0 p.a: a", "0 q.a: a", "1 q.x: b", "1 p.y: b", "1 q.y: b", "1 r: b"]);
    assert_eq!(written(text, &compiled, 1), ["0 m.a: a", "1 m.x: b", "1 m.y: b"]);
}

#[test]
fn sequences_keep_them_and_compositions_forget() {
    let text = "Q = (q -> END).\nP = (a -> Q;P).\n||H = P \\ {a}.\n||S = (P || H).";
    let compiled = compiled(text);
    assert_eq!(written(text, &compiled, 0), ["0 a: a", "1 q: q"]);
    assert_eq!(written(text, &compiled, 1), ["0 tau: ?", "1 q: ?"]);
}

#[test]
fn completed_actions_of_a_property_are_written_nowhere() {
    let text = "property P = (a -> b -> P).";
    assert_eq!(written(text, &compiled(text), 0), ["0 a: a", "0 b: ?", "1 a: ?", "1 b: b"]);
}

struct OneFile(&'static str);

impl ImportLoader for OneFile {
    fn load(&self, path: &str) -> Result<Imported, String> {
        if path == "one.aut" {
            Ok(Imported { bytes: Arc::from(self.0.as_bytes()), file: FileId(1) })
        } else {
            Err("no such file".to_owned())
        }
    }
}

#[test]
fn imported_processes_are_processes() {
    let text = "Q = (b -> a -> Q).\nimport P = \"one.aut\"\n||S = (Q || x:P/{a/x.i}).";
    let file = OneFile("des(0,3,2)\n(0,\"i\",1)\n(1,tau,0)\n(1,c,-1)\n");
    let model = load(text, FileId(0), &file).expect("well formed");
    let compiled = model.compile(None, &Budget::unlimited()).expect("has a meaning");
    assert_eq!(machines(&compiled), ["Q=2/2", "x:P=2/3"]);
    let lts = &compiled.system.components[1].lts;
    assert_eq!(rows(lts, &compiled.system.actions), ["0 a 1", "1 tau 0", "1 x.c -1"]);
    assert_eq!(model.processes().collect::<Vec<_>>(), ["Q", "P"]);
}

#[test]
fn bad_imports_are_reported() {
    let codes = |text: &str, file: &OneFile| {
        let messages = load(text, FileId(0), file).expect_err("cannot be imported");
        messages.iter().map(|d| (d.code, d.span().map(|span| span.file))).collect::<Vec<_>>()
    };
    let good = OneFile("des(0,0,1)\n");
    assert_eq!(codes("import P = \"two.aut\"", &good), [("E0211", Some(FileId(0)))]);
    let bad = OneFile("des(0,1,1)\n(0,a,7)\n");
    let found = codes("import P = \"one.aut\"", &bad);
    assert_eq!(found.last(), Some(&("E0211", Some(FileId(0)))));
    assert!(found[0].0.starts_with("E04") && found[0].1 == Some(FileId(1)), "{found:?}");
    let messages = load("import P = \"two.aut\"", FileId(0), &good).expect_err("cannot be imported");
    assert_eq!(
        shown("import P = \"two.aut\"", &messages),
        ["E0211 1:12 `two.aut` cannot be imported: no such file"]
    );
}

/// The names of the states of a component, `-` for one without.
fn names(compiled: &Compiled, component: usize) -> Vec<String> {
    let name = |state| compiled.origins[component].state_name(state).unwrap_or_else(|| "-".to_owned());
    compiled.system.components[component].lts.states().map(name).collect()
}

#[track_caller]
fn check_names(text: &str, expected: &[&str]) {
    assert_eq!(names(&compiled(text), 0), expected, "{text}");
}

#[test]
fn states_are_called_by_their_local_process() {
    check_names("P = (a -> Down), Down = (b -> P).", &["P", "Down"]);
    check_names("P = C[0], C[i:0..2] = (when (i < 2) a -> C[i+1]).", &["C[0]", "C[1]", "C[2]"]);
    check_names("P = C[1]['x], C[i:0..1][l:{x, y}] = (a -> C[1-i]['y]).", &["C[1][x]", "C[0][y]", "C[1][y]"]);
    check_names("P = C['x.y], C[l:{x.y}] = (a -> D[-1]), D[-1] = STOP.", &["C[x][y]", "STOP"]);
    // Large definitions are blocks that are addressed by arithmetic.
    let compiled = compiled(
        "P = C[9][-3], C[i:1..9][j:-4..4] = (when (j < 4) a -> C[i][j+1] | when (i > 1) b -> C[i-1][j]).",
    );
    let known = names(&compiled, 0);
    assert_eq!(
        (&known[..3], known.len()),
        (&["C[9][-3]".to_owned(), "C[9][-2]".into(), "C[8][-3]".into()][..], 72)
    );
    assert_eq!(known.last().map(String::as_str), Some("C[1][4]"));
}

#[test]
fn places_inside_of_a_local_process_are_counted() {
    check_names(
        "P = (a -> b -> c -> P | d -> (e -> Q | f -> P)), Q = (g -> h -> STOP).",
        &["P", "P/1", "P/3", "P/2", "Q", "Q/1", "STOP"],
    );
    check_names("P = (a -> STOP | b -> c -> END | d -> e -> P).", &["P", "STOP", "P/1", "P/2", "END"]);
    check_names("P = C[0], C[i:0..1] = (a -> b -> C[1-i]).", &["C[0]", "C[0]/1", "C[1]", "C[1]/1"]);
    // Copies of a process that runs first belong to the local process that runs it.
    check_names("P = (a -> Q;P).\nQ = (x -> y -> END).\n||S = P.", &["P", "P/1", "P/2"]);
    check_names("P = Q;R, R = (b -> R).\nQ = (x -> y -> END).\n||S = P.", &["P", "P/2", "R"]);
}

#[test]
fn names_outlive_renaming_properties_and_reductions() {
    check_names("property P = (a -> Q), Q = (b -> P) + {c}.", &["P", "Q"]);
    check_names("P = (a -> Q), Q = (b -> P).\n||S = {x, y}::p:P/{r/x.p.a}.", &["P", "Q"]);
    check_names("P = (a -> Q), Q = (b -> P) \\ {a}.", &["P", "Q"]);
    // Merged states have the names of all, up to three.
    check_names("minimal P = (a -> Q | b -> R), Q = (c -> P), R = (c -> P).", &["P", "Q|R"]);
    check_names("minimal P = (a -> C[0]), C[i:0..4] = (b -> C[(i+1)%5]).", &["P", "C[0]|C[1]|C[2]|…"]);
    check_names("minimal property P = (a -> Q), Q = (a -> P).", &["P|Q"]);
    // A set of several states has no name of its own.
    check_names(
        "deterministic P = (a -> Q | a -> R), Q = (b -> P), R = (c -> T), T = (d -> T).",
        &["P", "-", "T"],
    );
    // A composite of one part keeps them; of several parts a state is called by its number only.
    check_names("P = (a -> Q), Q = (b -> P).\nproperty ||S = P.\n||T = S.", &["P", "Q"]);
    check_names("P = (a -> Q), Q = (h -> R), R = (b -> P).\nminimal ||S = P \\ {h}.\n||T = S.", &["P", "R"]);
    check_names("P = (a -> P).\nQ = (b -> Q).\nproperty ||S = (P || Q).\n||T = S.", &["-"]);
}
