//! The published netlists: each is read, or refused for the right reason.

use std::path::PathBuf;

use suppose_base::{Diagnostic, FileId};
use suppose_nets::netlist::{Library, read, read_library};
use suppose_nets::{Design, Fragment};

use crate::netlist::support::{guard_table, nets};

/// Where the netlists are; `None` if nobody says.
pub(crate) fn folder() -> Option<PathBuf> {
    Some(suppose_testing::corpus()?.join("async/netlist"))
}

type Read = Result<(Fragment, Vec<Diagnostic>), Vec<Diagnostic>>;

fn load(name: &str) -> Option<Read> {
    let folder = folder()?;
    let library = std::fs::read_to_string(folder.join("workcraft.lib")).expect("the library");
    let (library, _) = read_library(&library, FileId(0)).expect("a library");
    let text = std::fs::read_to_string(folder.join(name)).expect("a netlist");
    Some(read(&text, FileId(1), "circuit", &library, None))
}

/// What is expected of a file: nets and wires, or nothing; and the codes of its messages, each once, sorted.
type Row = (&'static str, Option<(usize, usize)>, &'static [&'static str]);

const FILES: [Row; 24] = [
    ("workcraft-arb-early-predefined.circuit.sv", Some((7, 10)), &[]),
    ("workcraft-arb-early-randomised.circuit.sv", Some((7, 10)), &[]),
    ("workcraft-arb-late-predefined.circuit.sv", Some((5, 8)), &[]),
    ("workcraft-arb-late-randomised.circuit.sv", Some((5, 8)), &[]),
    // A malformed delay, and one that is not closed.
    ("workcraft-assign-delay-number-error.v", None, &["E0862"]),
    ("workcraft-assign-delay-string-error.v", None, &["E0860"]),
    ("workcraft-bus-compact.circuit.v", Some((4, 6)), &["W0860"]),
    // Two instances of a module that is in another file.
    ("workcraft-bus-concatenation.circuit.v", None, &["E0865"]),
    ("workcraft-bus-detailed.circuit.v", Some((4, 6)), &[]),
    ("workcraft-bus-hier-mixed.circuit.v", Some((7, 15)), &[]),
    ("workcraft-bus-hier.circuit.v", Some((4, 7)), &[]),
    // The module WAIT2 is there without a body; WAIT is built in.
    ("workcraft-hier_buck_control-v2.v", Some((20, 27)), &["W0863", "W0865"]),
    ("workcraft-hier_buck_control.v", Some((20, 27)), &["W0863", "W0865"]),
    ("workcraft-mutex-early-buf.circuit.v", Some((5, 8)), &["W0860", "W0861"]),
    ("workcraft-mutex-late-buf.circuit.v", Some((5, 8)), &["W0860", "W0861"]),
    ("workcraft-redundant_inout.circuit.v", Some((1, 5)), &["W0862"]),
    // An inverter without an input.
    ("workcraft-skipped_connections.circuit.v", None, &["E0867"]),
    ("workcraft-vme-tm.extras.v", Some((21, 24)), &["W0862"]),
    // Cells of libraries that are not published.
    ("workcraft-vme-tm.tsmc_bcd-v2.v", None, &["E0865"]),
    ("workcraft-vme-tm.tsmc_bcd.v", None, &["E0865"]),
    ("workcraft-vme-tm.tsmc_ghp-v2.v", None, &["E0865"]),
    ("workcraft-vme-tm.tsmc_ghp.v", None, &["E0865"]),
    ("workcraft-vme-tm.workcraft-v2.v", Some((21, 24)), &[]),
    ("workcraft-vme-tm.workcraft.v", Some((21, 24)), &[]),
];

#[test]
fn every_netlist_is_read_or_refused() {
    let Some(folder) = folder() else { return };
    for (name, size, expected) in FILES {
        let result = load(name).expect("the folder is there");
        let (found, messages) = match result {
            Ok((fragment, messages)) => (Some((fragment.nets.len(), fragment.wires.len())), messages),
            Err(messages) => (None, messages),
        };
        assert_eq!(found, size, "{name}: {messages:?}");
        let mut codes: Vec<&str> = messages.iter().map(|message| message.code).collect();
        codes.sort_unstable();
        codes.dedup();
        assert_eq!(codes, expected, "{name}");
    }
    let netlists = std::fs::read_dir(folder).expect("the folder").filter(|entry| {
        let name = entry.as_ref().expect("an entry").file_name();
        !name.to_string_lossy().ends_with(".lib")
    });
    assert_eq!(netlists.count(), FILES.len());
}

/// The comment says that the circuit is stable at first, and every gate agrees.
#[test]
fn the_bus_controller_rests_at_its_first_values() {
    let Some(Ok((fragment, _))) = load("workcraft-vme-tm.workcraft.v") else { return };
    let value = |wire: suppose_nets::WireId| fragment.wires[wire.index()].initial.expect("a first value");
    for net in &fragment.nets {
        let level = net.levels[0];
        let leaving = if value(level.wire) == 0 { '+' } else { '-' };
        let transition = net.transitions.iter().find(|t| t.name.ends_with(leaving)).expect("an edge");
        assert_eq!(transition.guard.eval(&value), Ok(0), "{}", net.name);
    }
    // U7 is an OAI221 with A1, A2, B1, B2, C connected to these.
    let inputs = ["IN_BUBBLE3_ON", "d", "IN_BUBBLE5_ON", "OUT_BUBBLE3_ON", "dsw"];
    assert_eq!(guard_table(&fragment, "U7_ON-", &inputs), "00000000000000000000011101110111");
    assert_eq!(guard_table(&fragment, "lds+", &["U20_ON", "OUT_BUBBLE1_ON"]), "0001");
    assert_eq!(guard_table(&fragment, "lds-", &["U20_ON", "OUT_BUBBLE1_ON"]), "1000");
    let (design, messages) = Design::join("vme", vec![fragment]).expect("a design");
    assert_eq!(messages, vec![]);
    let free: Vec<&str> = design.wires.iter().filter(|w| w.free).map(|w| w.name.as_str()).collect();
    assert_eq!(free, ["dsr", "dsw", "ldtack"]);
}

/// A joint assignment of two grants is one net, whoever wins a tie.
#[test]
fn arbiters_are_recognised() {
    for name in FILES.iter().map(|row| row.0).filter(|name| name.contains("-arb-")) {
        let Some(Ok((fragment, _))) = load(name) else { return };
        let [first, second] = if name.contains("early") { ["me_g1", "me_g2"] } else { ["san1", "san0"] };
        assert!(nets(&fragment).contains(&format!("{first}_{second}").as_str()), "{name}");
        assert_eq!(guard_table(&fragment, &format!("{first}+"), &["wait1_san", second]), "0100", "{name}");
        assert_eq!(guard_table(&fragment, &format!("{first}-"), &["wait1_san"]), "10", "{name}");
        assert_eq!(guard_table(&fragment, &format!("{second}+"), &["wait0_san", first]), "0100", "{name}");
        // Two values of a bit leave nothing to resolve.
        assert_eq!(guard_table(&fragment, "wait1_sig+", &["sig"]), "01", "{name}");
        assert_eq!(guard_table(&fragment, "wait0_san+", &["ctrl", "wait0_sig"]), "0100", "{name}");
    }
}

#[test]
fn missing_cells_have_suggestions() {
    let Some(Err(messages)) = load("workcraft-vme-tm.tsmc_bcd.v") else { return };
    let helps: Vec<&str> = messages.iter().filter_map(|message| message.help.as_deref()).collect();
    assert_eq!(messages.len(), 8);
    assert!(helps.contains(&"did you mean `NAND3B`?"), "{helps:?}");
    assert!(helps.contains(&"did you mean `OAI221`?"), "{helps:?}");
    assert!(Library::built_in().cell("NAND3BX1").is_none());
}
