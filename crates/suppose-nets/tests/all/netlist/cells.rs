//! Functions of cells against truth tables worked out by hand.

use suppose_base::FileId;
use suppose_nets::netlist::{Library, read_library};

use crate::netlist::corpus;
use crate::netlist::support::cell_table;

/// Cells that are built in and are in Workcraft's library too: name, pins with the first changing fastest,
/// values.
const SHARED: [(&str, &[&str], &str); 20] = [
    ("BUF", &["I"], "01"),
    ("INV", &["I"], "10"),
    ("AND3", &["A", "B", "C"], "00000001"),
    ("NAND2", &["A", "B"], "1110"),
    ("NAND2B", &["AN", "B"], "1101"),
    ("NAND3B", &["AN", "B", "C"], "11111101"),
    ("NAND4BB", &["AN", "BN", "C", "D"], "1111111111110111"),
    ("NOR3", &["A", "B", "C"], "10000000"),
    ("NOR2B", &["AN", "B"], "0100"),
    ("AO21", &["A1", "A2", "B"], "00011111"),
    ("AOI21", &["A1", "A2", "B"], "11100000"),
    ("AOI22", &["A1", "A2", "B1", "B2"], "1110111011100000"),
    ("OA21", &["A1", "A2", "B"], "00000111"),
    ("OAI21", &["A1", "A2", "B"], "11111000"),
    ("OAI22", &["A1", "A2", "B1", "B2"], "1111100010001000"),
    ("MAJ3", &["A", "B", "C"], "00010111"),
    ("C2", &["A", "B", "Q"], "00010111"),
    ("NC2", &["A", "B", "QN"], "10001110"),
    ("LOGIC0", &[], "0"),
    ("LOGIC1", &[], "1"),
];

/// Cells that are only built in.
const BUILT_IN: [(&str, &[&str], &str); 6] = [
    ("XOR2", &["A", "B"], "0110"),
    ("XNOR2", &["A", "B"], "1001"),
    ("XOR3", &["A", "B", "C"], "01101001"),
    ("MUX2", &["I0", "I1", "S0"], "01010011"),
    ("C3", &["A", "B", "C", "Q"], "0000000101111111"),
    ("SR", &["S", "R", "Q"], "01011101"),
];

/// Cells of Workcraft's library that are not built in.
const WORKCRAFT: [(&str, &[&str], &str); 4] = [
    ("AOI2BB1", &["A1N", "A2N", "B"], "01110000"),
    ("OAI2BB1", &["A1N", "A2N", "B"], "11110001"),
    ("AOA212", &["A1", "A2", "B", "C1", "C2"], "00000000000111110001111100011111"),
    ("OAO212", &["A1", "A2", "B", "C1", "C2"], "00000111000001110000011111111111"),
];

/// Cells of petrify's library.
const PETRIFY: [(&str, &[&str], &str); 14] = [
    ("inv:combinational", &["A"], "10"),
    ("and2_1:combinational", &["A", "B"], "0100"),
    ("nand2_1:combinational", &["A", "B"], "1011"),
    ("or2_1:combinational", &["A", "B"], "1101"),
    ("aoi12:combinational", &["A", "B", "C"], "10101000"),
    ("oai12:combinational", &["A", "B", "C"], "11101010"),
    ("const1:combinational", &[], "1"),
    ("delay:asynch", &["D"], "01"),
    ("sr_nand:asynch", &["S", "R", "Q"], "10101011"),
    ("rs_nor:asynch", &["S", "R", "Q"], "01001100"),
    ("c_element1:asynch", &["A", "B", "C"], "00101011"),
    ("c_element2:asynch", &["A", "B", "C"], "10001110"),
    ("gated_latch0:asynch", &["D", "G", "Q"], "00011101"),
    ("gated_latch1:asynch", &["D", "G", "Q"], "01000111"),
];

fn check(library: &Library, expected: &[(&str, &[&str], &str)]) {
    for &(name, pins, values) in expected {
        let cell = library.cell(name).unwrap_or_else(|| panic!("no cell {name}"));
        assert_eq!(cell_table(cell, 0, pins), values, "{name}");
    }
}

#[test]
fn built_in_cells() {
    let library = Library::built_in();
    check(library, &SHARED);
    check(library, &BUILT_IN);
    assert_eq!(library.cells().len(), 72);
    assert!(library.cells().iter().all(|cell| cell.span.is_none()));
}

#[test]
fn cells_of_published_libraries() {
    let Some(folder) = corpus::folder() else { return };
    let read = |name: &str| {
        let text = std::fs::read_to_string(folder.join(name)).expect("a library");
        let (library, messages) = read_library(&text, FileId(0)).expect("a library");
        assert_eq!(messages, vec![]);
        library
    };
    let workcraft = read("workcraft.lib");
    check(&workcraft, &SHARED);
    check(&workcraft, &WORKCRAFT);
    // 66 cells of the file, two mutual exclusion elements and two waits.
    assert_eq!(workcraft.cells().len(), 70);
    let petrify = read("petrify.lib");
    check(&petrify, &PETRIFY);
    assert_eq!(petrify.cells().len(), 38);
}

/// Where both libraries have a cell, they mean the same, on all rows.
#[test]
fn built_in_cells_agree_with_the_published_ones() {
    let Some(folder) = corpus::folder() else { return };
    let text = std::fs::read_to_string(folder.join("workcraft.lib")).expect("a library");
    let (published, _) = read_library(&text, FileId(0)).expect("a library");
    let built_in = Library::built_in();
    let mut compared = 0;
    for cell in built_in.cells().iter().filter(|cell| cell.arbiter.is_none() && cell.wait.is_none()) {
        let Some(other) = published.cell(&cell.name) else { continue };
        let mut pins: Vec<&str> = (0..cell.pins()).map(|pin| cell.pin_name(pin)).collect();
        let mut others: Vec<&str> = (0..other.pins()).map(|pin| other.pin_name(pin)).collect();
        assert_eq!(pins.remove(0), others.remove(0), "{}", cell.name);
        pins.sort_unstable();
        others.sort_unstable();
        assert_eq!(pins, others, "{}", cell.name);
        pins.push(&cell.outputs[0].pin);
        assert_eq!(cell_table(cell, 0, &pins), cell_table(other, 0, &pins), "{}", cell.name);
        compared += 1;
    }
    // All but ten, the two mutual exclusion elements and the two waits.
    assert_eq!(compared, 58);
}
