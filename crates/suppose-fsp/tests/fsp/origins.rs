//! Where actions are written, and processes from other files.

use std::sync::Arc;

use suppose_base::{Budget, FileId};
use suppose_fsp::{Compiled, ImportLoader, Imported, load};

use crate::support::{compiled, machines, rows, shown};

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
