//! Mutual exclusion elements: what they may do, found by searching small closed circuits.

use suppose_base::{Budget, FileId};
use suppose_nets::netlist::{Library, Protocol, read, read_library};
use suppose_nets::search::{reachable, search};
use suppose_nets::{Design, Failure, Failures};

use crate::netlist::support::{assert_error, circuit, guard_table};

/// Two clients that request again and again: each request is the inverted grant.
fn clients(element: &str) -> Design {
    let text = format!(
        "module m (r1, g1, r2, g2); output r1, g1, r2, g2;
           {element}
           INV c1 (.I(g1), .ON(r1));
           INV c2 (.I(g2), .ON(r2));
           // signal values at the initial state:
           // !r1 !g1 !r2 !g2
         endmodule"
    );
    Design::join("clients", vec![circuit(&text).0]).expect("a design").0
}

/// The values r1 g1 r2 g2 that occur.
fn states(design: &Design) -> Vec<String> {
    let all = reachable(design, &Budget::unlimited()).expect("no limit");
    let mut all: Vec<String> =
        all.iter().map(|state| state.values.iter().map(ToString::to_string).collect()).collect();
    all.sort_unstable();
    all
}

const LATE: &str = "MUTEX_late me (.r1(r1), .g1(g1), .r2(r2), .g2(g2));";
const EARLY: &str = "MUTEX me (.r1(r1), .g1(g1), .r2(r2), .g2(g2));";
const JOINT: &str =
    "assign {g1, g2} = {g1, g2, r1, r2} == 4'b0011 ? 2'b10 : {r1 & (~g2 | ~r2), r2 & (~g1 | ~r1)};";

#[test]
fn the_grants_exclude_each_other_without_a_failure() {
    for element in [LATE, EARLY, JOINT] {
        let found = search(&clients(element), Failures::STEPS.with(Failure::Deadlock), &Budget::unlimited());
        assert_eq!((found.deadlocks, found.runs, found.stopped), (0, vec![], None), "{element}");
    }
}

/// The same functions as two gates are hazardous: one grant disables the other.
#[test]
fn two_gates_are_no_arbiter() {
    let gates = "assign g1 = r1 & ~g2; assign g2 = r2 & ~g1;";
    let found = search(&clients(gates), Failures::STEPS, &Budget::unlimited());
    let failures: Vec<Failure> = found.runs.iter().map(|run| run.failure).collect();
    assert_eq!(failures, [Failure::Disabling]);
}

/// By the late protocol never both are granted: each client is in one of four phases, both cannot be granted,
/// which leaves 4 · 4 - 4 states.
#[test]
fn the_late_protocol_waits_for_the_grant_to_fall() {
    let found = states(&clients(LATE));
    let granted = |state: &String| &state[1..2] == "1" && &state[3..4] == "1";
    assert_eq!(found.len(), 12);
    assert!(!found.iter().any(granted));
    // A joint assignment changes both at once, so the second grant is not seen before the first one falls.
    assert_eq!(states(&clients(JOINT)), found);
}

/// By the early protocol the second grant may come when the first request has gone: three states more.
#[test]
fn the_early_protocol_waits_for_the_request_to_fall() {
    let found = states(&clients(EARLY));
    let both: Vec<&String> =
        found.iter().filter(|state| &state[1..2] == "1" && &state[3..4] == "1").collect();
    assert_eq!(both, ["0101", "0111", "1101"]);
    assert_eq!(found.len(), 15);
}

#[test]
fn guards_follow_the_protocol() {
    let module = |element: &str| format!("module m (input r1, r2, output g1, g2); {element} endmodule");
    let (late, _) = circuit(&module(LATE));
    assert_eq!(late.nets.len(), 1);
    assert_eq!(late.nets[0].name, "me");
    assert_eq!(guard_table(&late, "g1+", &["r1", "r2", "g2"]), "01010000");
    assert_eq!(guard_table(&late, "g2+", &["r2", "r1", "g1"]), "01010000");
    assert_eq!(guard_table(&late, "g1-", &["r1"]), "10");
    let (early, _) = circuit(&module(EARLY));
    assert_eq!(guard_table(&early, "g1+", &["r1", "r2", "g2"]), "01010100");
    assert_eq!(guard_table(&early, "g2-", &["r2"]), "10");
    // The rising grants compete for a place that always has a token.
    for net in [&late.nets[0], &early.nets[0]] {
        let rising: Vec<_> = net.transitions.iter().filter(|t| t.name.ends_with('+')).collect();
        let choice = net.marking[0];
        assert_eq!(net.marking, [choice]);
        assert!(rising.iter().all(|t| t.preset.contains(&choice) && t.postset.contains(&choice)));
    }
}

#[test]
fn libraries_can_have_their_own() {
    let text = "GATE ARB 1 ga=ra*!gb;\nGATE ARB 1 gb=rb*!ga;\nGATE MUTEX 1 g1=r1;\n";
    let (library, _) = read_library(text, FileId(0)).expect("a library");
    let arbiter = library.cell("ARB").expect("a cell").arbiter.expect("an arbiter");
    assert_eq!(arbiter.protocol, Protocol::Late);
    // A cell of the same name hides a built-in one.
    assert!(library.cell("MUTEX").expect("a cell").arbiter.is_none());
    assert!(library.cell("MUTEX_late").expect("a cell").arbiter.is_some());
    let netlist = "module m (input a, b, output y, z); ARB u (.ra(a), .rb(b), .ga(y), .gb(z)); endmodule";
    let (fragment, _) = read(netlist, FileId(0), "m", &library, None).expect("a netlist");
    assert_eq!(guard_table(&fragment, "y+", &["a", "z"]), "0100");
    let built_in = Library::built_in();
    let protocols: Vec<(&str, Protocol)> = built_in
        .cells()
        .iter()
        .filter_map(|cell| Some((cell.name.as_str(), cell.arbiter?.protocol)))
        .collect();
    assert_eq!(protocols, [("MUTEX", Protocol::Early), ("MUTEX_late", Protocol::Late)]);
}

/// A random choice is an arbiter's, or does not matter, or is refused.
#[test]
fn random_choices() {
    let module = |value: &str| {
        format!("module m (input r1, r2, output g1, g2); assign {{g1, g2}} = {value}; endmodule")
    };
    let text = module("{g1, g2, r1, r2} == 4'b0011 ? $urandom_range(1, 2) : {r1 & ~g2, r2 & ~g1}");
    assert_eq!(guard_table(&circuit(&text).0, "g2+", &["r2", "g1"]), "0100");
    let text = module("(r1 !== 1'b0) && (r1 !== 1'b1) ? $urandom_range(0, 3) : {r2, r1}");
    assert_eq!(guard_table(&circuit(&text).0, "g1+", &["r1", "r2"]), "0011");
    assert_error(
        &module("r1 ? $urandom_range(1, 2) : {r2, r1}"),
        "E0861",
        "r1 ? $urandom_range(1, 2) : {r2, r1}",
    );
    assert_error(&module("$urandom_range(0, 99)"), "E0861", "$urandom_range(0, 99)");
}
