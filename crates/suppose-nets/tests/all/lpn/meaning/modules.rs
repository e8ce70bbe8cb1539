//! Modules of the old format.

use suppose_base::FileId;
use suppose_nets::lpn::{NoIncludes, read};
use suppose_nets::{Design, Fragment};

use crate::lpn::common::interpret::explore;
use crate::lpn::support::{design, fragment, message_codes};

const SENDER: &str = "<mod name=\"sender.lpn\"> <input> ack </input> <output> req </output> <var> n </var>
     <marking> 1 </marking> <statevector> req = 0; ack = 0; n = 1; </statevector>
     <transition label=\"ask\" preset=\"1\" postset=\"2\"> !ack && n; (0, inf); req = 1; </transition>
     <transition label=\"rest\" preset=\"2\" postset=\"1\"> (ack || 0) && n; (0, inf); req = 0; \
         </transition> </mod>";

const RECEIVER: &str = "<mod name=\"receiver\"> <var> ack = 0; </var> <marking> 7, 8 </marking>
     <transition label=\"take\" preset=\"7\" postset=\"7\"> req && !ack; (0, inf); ack = 1; </transition>
     <transition label=\"done\" preset=\"8\" postset=\"8\"> !req && ack; (0, inf); ack = 0; </transition> \
         </mod>";

fn joined(texts: &[&str]) -> Design {
    let fragments: Vec<Fragment> = texts
        .iter()
        .enumerate()
        .map(|(file, text)| read(text, FileId(file as u32), "part", &NoIncludes).expect("a meaning").0)
        .collect();
    Design::join("whole", fragments).expect("a design").0
}

#[test]
fn modules_connect_by_names_in_one_file_or_in_several() {
    let one = design(&format!("{SENDER}\n{RECEIVER}"));
    let several = joined(&[SENDER, RECEIVER]);
    for design in [one, several] {
        assert!(!design.is_open());
        assert_eq!(
            design.nets.iter().map(|net| net.name.as_str()).collect::<Vec<_>>(),
            ["sender", "receiver"]
        );
        assert_eq!(
            design.wires.iter().map(|wire| wire.name.as_str()).collect::<Vec<_>>(),
            ["ack", "req", "n"]
        );
        let found = explore(&design, 100).expect("few states");
        // The four phases of a handshake, for ever.
        assert_eq!((found.states, found.firings, found.failures.len()), (4, 4, 0));
    }
}

#[test]
fn a_module_alone_is_open() {
    assert!(fragment(SENDER).open);
    let design = design(RECEIVER);
    let free: Vec<&str> = design.wires.iter().filter(|w| w.free).map(|w| w.name.as_str()).collect();
    // It is not declared at all.
    assert_eq!(free, ["req"]);
    assert_eq!(message_codes(RECEIVER), [] as [&str; 0]);
    assert!(!fragment(&format!("{SENDER}\n{RECEIVER}")).open);
}

#[test]
fn first_values_that_are_not_said_are_left_to_others() {
    let text =
        "<mod name=\"m\"> <input> a </input> <output> b, c </output> <var> d </var> <marking> 1 </marking>
         <statevector> b = 1; </statevector>
         <transition label=\"t\" preset=\"1\" postset=\"2\"> a && d; b = 0; d = 2; </transition> </mod>";
    let fragment = fragment(text);
    let wires: Vec<(&str, Option<i32>)> =
        fragment.wires.iter().map(|w| (w.name.as_str(), w.initial)).collect();
    assert_eq!(wires, [("a", None), ("b", Some(1)), ("c", None), ("d", None)]);
}

#[test]
fn arrays_are_shared_too() {
    let text = "<mod name=\"a\"> <output> v[2] </output> <marking> 1 </marking> <statevector> v = {3, 4}; </statevector>
         <transition label=\"t\" preset=\"1\" postset=\"2\"> true; (0, inf); v[0] = 5; </transition> </mod>
         <mod name=\"b\"> <var> x = 0; </var> <marking> 1 </marking>
         <transition label=\"t\" preset=\"1\" postset=\"2\"> v[0] == 5; (0, inf); x = v[1]; </transition> \
             </mod>";
    let design = design(text);
    let found = explore(&design, 100).expect("few states");
    let x = design.wires.iter().position(|wire| wire.name == "x").expect("a wire");
    assert_eq!(found.values[x].iter().copied().collect::<Vec<_>>(), [0, 4]);
}

#[test]
fn what_a_module_does_not_use() {
    let text = "<mod name=\"m\"> <input> a, b </input> <output> c, d </output> <var> e, f </var> <marking> 1 </marking>
         <transition label=\"t\" preset=\"1\" postset=\"1\"> a; c = e; </transition> </mod>";
    assert_eq!(message_codes(text), ["W0811"]);
    let fragment = fragment(text);
    let names: Vec<&str> = fragment.wires.iter().map(|wire| wire.name.as_str()).collect();
    assert_eq!(names, ["a", "c", "d", "e"]);
}

#[test]
fn delays_and_guards_are_told_apart() {
    let text = "<mod name=\"m\"> <const> LOW = 0; </const> <var> x = 0; y = 0; </var> <marking> 1 </marking>
         <transition label=\"t\" preset=\"1\" postset=\"2\"> (x == 0) && (y || !y); (LOW, inf); x = 1; </transition>
         <transition label=\"u\" preset=\"2\" postset=\"3\"> (0, inf); y = 1; </transition>
         <transition label=\"v\" preset=\"3\" postset=\"4\"> </transition> </mod>";
    let fragment = fragment(text);
    assert!(fragment.nets[0].transitions[1].guard == suppose_nets::Expr::TRUE);
    assert_eq!(explore(&design(text), 100).expect("few states").states, 4);
}
