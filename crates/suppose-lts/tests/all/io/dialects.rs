//! What each tool writes, read by hand.

use suppose_base::Diagnostic;
use suppose_lts::io::TauSpelling;
use suppose_lts::{ActionId, StateId};
use suppose_testing::Random;

use crate::io::support::{edges, number, place, read, read_bytes, write};

fn check(text: &str, states: usize, expected: &[(u32, &str, i64)]) {
    let (file, table) = read(text).unwrap_or_else(|problems| panic!("{text}\n{problems:?}"));
    assert_eq!(file.lts.check_invariants(), Ok(()));
    assert_eq!(file.lts.num_states(), states, "{text}");
    assert_eq!(file.lts.end(), None);
    let expected = expected.iter().map(|&(s, name, t)| (s, name.to_owned(), t)).collect();
    assert_eq!(edges(&file.lts, &table), expected, "{text}");
}

#[test]
fn cadp() {
    check(
        "des (0, 4, 3)\n(0, \"PUT !1\", 1)\n(0, \"SAY !\\\"x\\\"\", 1)\n(1, i, 2)\n(1, GET, 2)\n",
        3,
        &[(0, "PUT !1", 1), (0, "SAY !\"x\"", 1), (1, "tau", 2), (1, "GET", 2)],
    );
}

#[test]
fn mcrl2() {
    check(
        "des (1,4,2)\n(0,\"snd(d1,true)\",1)\n(1,snd(d1,true),0)\n(1,a|b([1,2]),0)\n(1,\"tau\",0)\n",
        2,
        &[(0, "snd(d1,true)", 1), (1, "snd(d1,true)", 0), (1, "a|b([1,2])", 0), (1, "tau", 0)],
    );
    let (file, table) = read("des (1,1,2)\n(0,a(2,1),1)\n").expect("valid");
    assert_eq!(file.lts.initial(), StateId::must(1));
    assert!(table.get("a(2,1)").is_some());
}

#[test]
fn ltsa() {
    check(
        "des(0,3,2)\n(0,a.b[1],1)\n(0,a.b.1,1)\n(1,[3].x[-1],-1)",
        2,
        &[(0, "a.b.1", 1), (1, "3.x.-1", -1)],
    );
}

#[test]
fn blanks_and_line_breaks() {
    check(
        "\u{feff}\r\n  des ( 0 , 3,\t2 ) \r\n\r\n ( 0 ,\ta , 1 ) \r\n(1,b,0)\r\n\n(001, \" c \" ,-1)  ",
        2,
        &[(0, "a", 1), (1, "b", 0), (1, " c ", -1)],
    );
}

#[test]
fn no_transitions_and_no_states() {
    check("des (0,0,1)", 1, &[]);
    check("des (-1,0,0)\n", 0, &[]);
    let (file, _) = read("des (-1,1,1)\n(0,a,0)\n").expect("valid");
    assert!(file.lts.initial().is_error());
    check("des (0,0,1000000)\n", 1_000_000, &[]);
}

#[test]
fn repeated_transitions_count_once_and_any_order_will_do() {
    check("des (0,4,3)\n(2,a,0)\n(0,b,2)\n(2,a,0)\n(0,a,1)\n", 3, &[(0, "a", 1), (0, "b", 2), (2, "a", 0)]);
}

/// How the label `i` comes out, and the warning about it.
fn silent(text: &str, tau: TauSpelling) -> (bool, Vec<Diagnostic>) {
    let (file, table) = read_bytes(text.as_bytes(), tau).expect("valid");
    let row = file.lts.transitions(StateId::must(0));
    assert_eq!(row.iter().any(|t| t.action.is_tau()), table.get("i").is_none() || text.contains("tau"));
    (table.get("i").is_none(), file.warnings)
}

#[test]
fn the_label_i() {
    let alone = "des (0,2,1)\n(0,a,0)\n(0,\"i\",0)\n";
    let after = "des (0,2,1)\n(0,tau,0)\n(0,i,0)\n";
    let before = "des (0,2,1)\n(0,i,0)\n(0,\"tau\",0)\n";
    for text in [alone, after, before] {
        assert_eq!(silent(text, TauSpelling::Tau), (false, vec![]));
        assert_eq!(silent(text, TauSpelling::TauAndI), (true, vec![]));
    }
    let (is_silent, warnings) = silent(alone, TauSpelling::Auto);
    assert!(is_silent);
    assert_eq!(warnings.iter().map(|w| place(alone, w)).collect::<Vec<_>>(), ["W0401 3:4"]);
    for text in [after, before] {
        let (is_silent, warnings) = silent(text, TauSpelling::Auto);
        assert!(!is_silent, "{text}");
        assert!(warnings[0].message.contains("visible"), "{:?}", warnings[0]);
    }
}

#[test]
fn the_text_we_write() {
    let text = "des(1,6,2)\n(0,b c,1)\n(0,a,-1)\n(1,\"x\\\\\",0)\n(1,tau,1)\n(1,a.1,0)\n(1,_z,0)\n";
    let (file, table) = read(text).expect("valid");
    assert_eq!(
        write(&file.lts, &table),
        "des (1,6,2)\n(0,\"b c\",1)\n(0,a,-1)\n(1,tau,1)\n(1,\"x\\\\\",0)\n(1,\"a.1\",0)\n(1,\"_z\",0)\n"
    );
}

/// A random graph, told in a random mixture of dialects and line orders, must come back as it is.
#[test]
fn random_graphs_in_mixed_dialects() {
    let names = ["a", "b_2", "c.1", "d(1,[2,3])", "e f", "q\"\\q", "tau", "x,y", "long_name_of_an_action"];
    for seed in 0..2000 {
        let mut random = Random::new(seed);
        let states = 1 + random.below(12);
        let count = random.below(30);
        let mut lines = Vec::new();
        let mut expected = std::collections::BTreeSet::new();
        for _ in 0..count {
            let name = names[random.below(names.len())];
            let source = random.below(states) as u32;
            let target = i64::try_from(random.below(states + 1)).expect("small") - 1;
            let escaped = name.replace('\\', "\\\\").replace('"', "\\\"");
            let bare = !name.contains([' ', '"']) && name != "x,y" && random.below(2) == 0;
            let label = if bare { name.to_owned() } else { format!("\"{escaped}\"") };
            let label = if name == "c.1" && random.below(2) == 0 { "c[1]".to_owned() } else { label };
            let gap = ["", "", " ", "\t"][random.below(4)];
            let end = ["\n", "\r\n", " \n", "\n\n"][random.below(4)];
            lines.push((source, format!("({source},{gap}{label},{gap}{target}{gap}){end}")));
            expected.insert((source, name.to_owned(), target));
        }
        if random.below(2) == 0 {
            lines.sort_by_key(|&(source, _)| source);
        }
        let initial = i64::try_from(random.below(states + 1)).expect("small") - 1;
        let mut text = format!("des ({initial},{count},{states})\n");
        for (_, line) in &lines {
            text.push_str(line);
        }
        let (file, table) =
            read(&text).unwrap_or_else(|problems| panic!("seed {seed}\n{text}\n{problems:?}"));
        assert_eq!(edges(&file.lts, &table), expected, "seed {seed}\n{text}");
        assert_eq!((file.lts.num_states(), number(file.lts.initial())), (states, initial), "seed {seed}");
        assert!(!file.lts.has_action(ActionId::TAU), "seed {seed}");
    }
}
