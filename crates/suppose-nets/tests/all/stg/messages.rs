//! One wrong text for each message, with the place where it is wrong.

use crate::stg::support::{messages, places};

#[test]
fn every_example_produces_its_code() {
    let mut checked = 0;
    for row in suppose_nets::CODES.iter().flat_map(|table| table.rows) {
        if ["E083", "E084", "W083"].iter().any(|prefix| row.code.starts_with(prefix)) {
            let found = messages(row.example);
            assert!(!found.is_empty(), "{}", row.code);
            assert!(
                found.iter().all(|m| m.code == row.code || row.code != "E0831"),
                "{}: {found:#?}",
                row.code
            );
            checked += 1;
        }
    }
    assert_eq!(checked, 24);
}

#[test]
fn nothing_but_comments_follows_the_end() {
    let graph = ".inputs a\n.graph\np a+\na+ p\n.marking { p }\n.end";
    for after in ["", "\n\n", "\n# a remark\n\n  # another\n", " # a remark", " \\\n\n"] {
        assert_eq!(places(&format!("{graph}{after}")), Vec::<String>::new(), "{after:?}");
    }
    for (after, place) in [
        ("\n.model second\n", "E0847 7:1"),
        ("\n# a remark\n\n a- p\nmore\n", "W0835 9:2"),
        ("\n.end\n", "E0847 7:1"),
        (" of x\n", "W0835 6:6"),
    ] {
        assert_eq!(places(&format!("{graph}{after}")), [place], "{after:?}");
    }
    let second = "\nthe second one:\n.model second\n.graph\n.marking {\np }";
    let expected = ["W0835 7:1", "E0847 8:1", "E0847 9:1", "E0847 10:1"];
    assert_eq!(places(&format!("{graph}{second}")), expected);
}

#[test]
fn data_in_comments_counts_behind_the_end_too() {
    let graph = ".inputs a\n.graph\np a+\na+ p\n.marking { p }\n.end\n";
    assert_eq!(places(&format!("{graph}#@.init_state [2]\n")), ["E0845 7:3"]);
}

/// A graph of one loop with a line in some place.
fn with(header: &str, graph: &str, footer: &str) -> String {
    format!(".inputs a\n.outputs b\n.dummy d\n{header}\n.graph\np a+\na+ p\n{graph}\n{footer}\n.end\n")
}

const MARKED: &str = ".marking { p }";

#[test]
fn messages_have_places() {
    for (header, graph, footer, expected) in [
        ("", "", MARKED, vec![]),
        (".outputs a", "", MARKED, vec!["E0834 4:10"]),
        (".dummy b", "", MARKED, vec!["E0834 4:8"]),
        (".inputs x[1]", "", MARKED, vec!["E0833 4:9"]),
        (".inputs x+", "", MARKED, vec!["E0833 4:9"]),
        (".wires x", "", MARKED, vec!["E0831 4:1"]),
        (".initial a", "", MARKED, vec!["E0831 4:1"]),
        (".state graph", "", MARKED, vec!["E0831 4:1"]),
        ("p a+", "", MARKED, vec!["E0832 4:1"]),
        (".capacity p=1", "", MARKED, vec!["E0832 4:1"]),
        (MARKED, "", "", vec!["E0832 4:1"]),
        ("", ".inputs c", MARKED, vec!["E0832 8:1"]),
        ("", ".graph", MARKED, vec!["E0832 8:1"]),
        ("", "", ".marking { p }\np b+", vec!["E0832 10:1"]),
        ("", "", ".marking { p }\n.marking { p }", vec!["E0832 10:1"]),
        ("", "p c+", MARKED, vec!["E0835 8:3"]),
        ("", "p c+ e-/1 c-", MARKED, vec!["E0835 8:3", "E0835 8:6"]),
        ("", "p d~", MARKED, vec!["E0836 8:3"]),
        ("", "p d@1", MARKED, vec!["E0836 8:3"]),
        ("", "p q/1", MARKED, vec!["E0837 8:3"]),
        ("", "p a@1", MARKED, vec!["E0842 8:3"]),
        ("", "p q", MARKED, vec!["E0838 8:1"]),
        ("", "p(2) a+", MARKED, vec!["E0833 8:1"]),
        ("", "b+ p(2)", MARKED, vec!["E0833 8:4"]),
        ("", "b+/x p", MARKED, vec!["E0833 8:1"]),
        ("", "", "", vec!["E0839 10:5"]),
        ("", "", ".marking p", vec!["E0840 9:1"]),
        ("", "", ".marking { p", vec!["E0840 9:1"]),
        ("", "", ".marking { p } q", vec!["E0840 9:16"]),
        ("", "", ".marking { p {", vec!["E0840 9:1"]),
        ("", "", ".marking { , }", vec!["E0840 9:12"]),
        ("", "", ".marking { p= }", vec!["E0840 9:13"]),
        ("", "", ".marking { p=x }", vec!["E0840 9:13"]),
        ("", "", ".marking { <p> }", vec!["E0840 9:12"]),
        ("", "", ".marking { q }", vec!["E0841 9:12"]),
        ("", "", ".marking { <a+,b+> }", vec!["E0841 9:12"]),
        ("", "", ".marking { <a+,p> }", vec!["E0841 9:12"]),
        ("", "", ".marking { a+ }", vec!["E0842 9:12"]),
        ("", "", ".marking { d }", vec!["E0842 9:12"]),
        ("", "", ".marking { p=2 }", vec!["E0843 9:12"]),
        ("", "", ".marking { p p }", vec!["E0843 9:14"]),
        ("", "", ".marking { p }\n.capacity q=1", vec!["E0841 10:11"]),
        ("", "", ".marking { p }\n.capacity p=0", vec!["E0844 10:11"]),
        (".initial state x", "", MARKED, vec!["E0835 4:16"]),
        (".initial state d", "", MARKED, vec!["E0835 4:16"]),
        (".initial state a !a", "", MARKED, vec!["E0845 4:19"]),
        (".init_state [0]", "", MARKED, vec!["E0845 4:14"]),
        (".init_state 00", "", MARKED, vec!["E0845 4:1"]),
        (".init_state [0z]", "", MARKED, vec!["E0845 4:1"]),
        ("#@.init_state [11]\n.initial state !b", "", MARKED, vec!["E0845 5:17"]),
        (".external_channels c", "", MARKED, vec!["E0846 4:1"]),
        ("#@.enablings {<t0=[~a]>}", "", MARKED, vec!["W0833 4:3"]),
        ("#@.delay_assignments {<t0=[1,2]>}", "", MARKED, vec![]),
        ("", "b+ p #@ [1,2]", MARKED, vec![]),
        ("", "b+ p #@ <a & ~b>[1,2]", MARKED, vec!["W0833 8:8"]),
        ("", "b+ b-\nb+ b-", MARKED, vec!["W0832 9:4"]),
        ("", "b+ b", MARKED, vec!["W0834 8:4"]),
        ("", "b* p", MARKED, vec!["W0831 8:1"]),
    ] {
        let text = with(header, graph, footer);
        assert_eq!(places(&text), expected, "{text}");
    }
    assert_eq!(places(""), ["E0830 1:1"]);
    assert_eq!(places(".graph\n.marking { }"), ["W0830 2:13"]);
}

#[test]
fn messages_say_what_was_perhaps_meant() {
    let help = |text: &str| messages(text)[0].help.clone().unwrap_or_default();
    assert_eq!(help(".input a\n.graph\n.marking { }\n.end"), "did you mean `.inputs`?");
    assert_eq!(help(".inputs request\n.graph\np reqest+\n.marking { p }\n.end"), "did you mean `request`?");
    assert_eq!(help(".inputs a\n.graph\nplace1 a+\n.marking { place2 }\n.end"), "did you mean `place1`?");
    assert_eq!(
        help(".inputs a\n.graph\na+ a-\n.marking { <a-,a+> }\n.end"),
        "the graph has no arc from `a-` to `a+`"
    );
}

#[test]
fn messages_are_few() {
    let arcs: Vec<String> = (0..100_000).map(|i| format!("p{i} x{i}+\n")).collect();
    let text = format!(".graph\n{}", arcs.concat());
    assert_eq!(messages(&text).len(), 20);
    let text = format!(".inputs a\n.graph\n{}.marking {{ p }}\n.end\n", "p a+\n".repeat(100_000));
    assert_eq!(messages(&text).len(), 20);
}
