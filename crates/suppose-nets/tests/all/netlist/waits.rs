//! Waits: what they may do, found by searching them with environments.

use suppose_base::{Budget, FileId};
use suppose_nets::netlist::{Library, read_library};
use suppose_nets::search::{reachable, search};
use suppose_nets::verify::{Method, Options, verify};
use suppose_nets::{Design, Failure, Failures, stg};

use crate::netlist::common::interpret::{self, explore};
use crate::netlist::support::{circuit, codes, guard_table};

/// The handshake of `ctrl` and `san`, beside a signal that does as it likes.
const POLITE: &str = "ctrl+ san+\nsan+ ctrl-\nctrl- san-\nsan- ctrl+\nsig+ sig-\nsig- sig+
.marking {<san-,ctrl+> <sig-,sig+>}";

/// `ctrl` does not wait for `san`.
const HASTY: &str = "ctrl+ ctrl-\nctrl- ctrl+\nsan+ san-\nsan- san+\nsig+ sig-\nsig- sig+
.marking {<ctrl-,ctrl+> <san-,san+> <sig-,sig+>}";

const WAIT: &str = "WAIT u (.sig(sig), .ctrl(ctrl), .san(san));";
const WAIT0: &str = "WAIT0 u (.sig(sig), .ctrl(ctrl), .san(san));";
/// The same function as a gate.
const GATE: &str = "assign san = ctrl & (sig | san);";

fn module(element: &str) -> String {
    format!("module m (input sig, ctrl, output san); {element} endmodule")
}

fn with(element: &str, environment: &str) -> Design {
    let text = format!(".inputs sig ctrl\n.outputs san\n.graph\n{environment}\n.end\n");
    let (mut graph, _) = stg::read(&text, FileId(1), "environment").expect("a graph");
    graph.infer_initial(&Budget::unlimited()).expect("no limit");
    Design::join("wait", vec![circuit(&module(element)).0, graph.fragment]).expect("a design").0
}

/// The kinds of failures, by search, by the interpreter and by parts.
fn failures(design: &Design) -> Vec<Failure> {
    let found = search(design, Failures::STEPS.with(Failure::Deadlock), &Budget::unlimited());
    assert_eq!(found.stopped, None);
    let mut kinds: Vec<Failure> = found.runs.iter().map(|run| run.failure).collect();
    kinds.sort_unstable();
    let twin = explore(design, 100).expect("few states");
    let mut expected: Vec<Failure> = twin.failures.iter().map(interpret::Failure::kind).collect();
    expected.sort_unstable();
    expected.dedup();
    assert_eq!(kinds, expected);
    for method in [Method::Refine, Method::Minimise] {
        let options = Options { method, ..Options::default() };
        for answer in verify(design, &Failure::ALL, &options, &Budget::unlimited()) {
            let verdict = if kinds.contains(&answer.failure) { "violated" } else { "holds" };
            assert_eq!(answer.verdict.name(), verdict, "{:?} by {method:?}", answer.failure);
        }
    }
    kinds
}

/// Idle, waiting, seen, up, released: five states of the handshake, and two of the signal in each.
#[test]
fn the_signal_may_change_at_any_time() {
    for element in [WAIT, WAIT0] {
        let design = with(element, POLITE);
        assert_eq!(failures(&design), vec![], "{element}");
        assert_eq!(reachable(&design, &Budget::unlimited()).expect("no limit").len(), 10);
    }
    assert_eq!(failures(&with(GATE, POLITE)), [Failure::Disabling]);
}

#[test]
fn the_handshake_may_not() {
    for element in [WAIT, WAIT0] {
        assert_eq!(failures(&with(element, HASTY)), [Failure::Disabling], "{element}");
    }
}

/// Where the level never comes, nothing happens after `ctrl+`.
#[test]
fn it_waits_for_its_level() {
    let quiet = "ctrl+ san+\nsan+ ctrl-\nctrl- san-\nsan- ctrl+\n.marking {<san-,ctrl+>}";
    for (element, stops) in [(WAIT, true), (WAIT0, false)] {
        let expected: &[Failure] = if stops { &[Failure::Deadlock] } else { &[] };
        let design = with(&element.replace("sig(sig)", "sig(1'b0)"), quiet);
        assert_eq!(failures(&design), expected, "{element}");
    }
}

#[test]
fn transitions_of_a_wait() {
    let (fragment, messages) = circuit(&module(WAIT));
    assert_eq!(messages, vec![]);
    let net = &fragment.nets[0];
    assert_eq!((net.name.as_str(), net.places.len(), net.transitions.len()), ("u", 3, 3));
    assert_eq!(guard_table(&fragment, "sample", &["ctrl", "sig"]), "0001");
    assert_eq!(guard_table(&fragment, "san+", &["ctrl"]), "01");
    assert_eq!(guard_table(&fragment, "san-", &["ctrl"]), "10");
    assert_eq!(net.transitions[0].samples, [fragment.find_wire("sig").expect("a wire")]);
    assert!(net.transitions[1..].iter().all(|t| t.samples.is_empty()));
    assert_eq!(guard_table(&circuit(&module(WAIT0)).0, "sample", &["ctrl", "sig"]), "0100");
    // A wire that is both has no freedom.
    let (fragment, _) =
        circuit("module m (input a, output z); WAIT u (.sig(a), .ctrl(a), .san(z)); endmodule");
    assert_eq!(fragment.nets[0].transitions[0].samples, vec![]);
    assert_eq!(codes("module m (input a, output z); WAIT u (.sig(a), .san(z)); endmodule"), ["E0867"]);
}

/// Also beside a library of gates; a cell of the same name hides the built-in one.
#[test]
fn libraries_can_have_their_own() {
    let (library, _) = read_library("GATE WAIT 1 san=ctrl*(sig+san);\n", FileId(0)).expect("a library");
    assert_eq!(library.cell("WAIT").expect("a cell").wait, None);
    let built_in = Library::built_in();
    assert_eq!(library.cell("WAIT0"), built_in.cell("WAIT0"));
    let levels: Vec<(&str, bool)> =
        built_in.cells().iter().filter_map(|cell| Some((cell.name.as_str(), cell.wait?.level))).collect();
    assert_eq!(levels, [("WAIT", true), ("WAIT0", false)]);
}
