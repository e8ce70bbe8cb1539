//! Damaged texts: whatever is done to a file, reading it gives a fragment or a message, and ends.
//!
//! Seeded and bounded. Damage is deleting, repeating, swapping and replacing words. What still has a meaning
//! is joined.

use suppose_base::{Diagnostic, FileId};
use suppose_nets::lpn::{NoIncludes, read};
use suppose_nets::models::MODELS;
use suppose_nets::{Design, Fragment, Net, Target, WireId};
use suppose_testing::Random;

const ROUNDS: u64 = 12_000;

/// Words that damage is done with.
const WORDS: [&str; 44] = [
    "x",
    "a",
    "c",
    "C",
    "K",
    "v",
    "0",
    "1",
    "2",
    "2147483647",
    "<",
    "</",
    ">",
    "<m>",
    "</m>",
    "<tr",
    "<var>",
    "</var>",
    "<main>",
    "</main>",
    "<class",
    "</class>",
    "<mod",
    "</mod>",
    "<const>",
    "label=\"t\"",
    "preset=\"1, K\"",
    "name=\"C\"",
    "arg=\"a[2]\"",
    "(",
    ")",
    "[",
    "]",
    "{",
    "}",
    ";",
    ",",
    ".",
    "=",
    "->",
    "?",
    "/*",
    "\"",
    "é",
];

const CLASSES: &str = "<const> K = 2; </const> <main> <const> L = K + 1; </const> <var> m = 1; g[2][K] = {{0, 1}, {1, 0}}; </var>
     C a(d.z, m, g[1], 3); C b(a.x, m, a.v, L); D d(g); </main>
     <class name=\"C\" arg=\"p, q, r[2], n\"> <const> M = 4; </const> <var> x = p & 0; v[K] = r; w = n; </var> <m> 1, K </m>
       <tr label=\"s\" preset=\"1\" postset=\"M\"> guard(p -> !q || r[x] == n); delay(0, inf); x = 1; v[x] = 0; </tr>
       <tr label=\"s\" preset=\"2, M\" postset=\"1, 2\"> assert(x >= 0); x = x ? 0 : ~-1 % 2; q = 0; w = v[0]; </tr> </class>
     <class name=\"D\" arg=\"g[2][2]\"> <var> z = 1; </var> <m> 1 </m> <tr label=\"e\" preset=\"1\" \
         postset=\"1\"> guard(g[g[0][0]][1]); g[0][1] = z; z = 0; </tr> </class>";

const MODULES: &str = "<mod name=\"one\"> <input> a, b </input> <output> x, v[2] </output> <var> y </var> <marking> 1 </marking>
     <statevector> a = 0; b = 1; x = 1; v = {1, 0}; </statevector>
     <transition label=\"1\" preset=\"1\" postset=\"2\"> (a || !b) && c; (5, 7); x = 0; v[y] = 1; </transition>
     <transition label=\"2\" preset=\"2\" postset=\"1\"> true; (0, inf); y = 1; x = 1; </transition> </mod>
     <mod name=\"two\"> <var> a = 0; b = 1; c = 0; </var> <marking> 3 </marking>
     <transition label=\"1\" preset=\"3\" postset=\"3\"> x; (0, inf); a = v[0]; b = !b; c = 1; </transition> \
         </mod>";

/// Splits a text into words and what is between them.
fn words(text: &str) -> Vec<String> {
    let mut words: Vec<String> = Vec::new();
    for character in text.chars() {
        let joins = words.last().and_then(|word| word.chars().last()).is_some_and(|last| {
            last.is_alphanumeric() && character.is_alphanumeric() || last == ' ' && character == ' '
        });
        match words.last_mut() {
            Some(word) if joins => word.push(character),
            _ => words.push(character.to_string()),
        }
    }
    words
}

fn damaged(words: &[String], random: &mut Random) -> String {
    let mut words = words.to_vec();
    for _ in 0..=random.below(4) {
        if words.is_empty() {
            break;
        }
        let at = random.below(words.len());
        match random.below(5) {
            0 => drop(words.remove(at)),
            1 => words.insert(at, words[at].clone()),
            2 => {
                let other = random.below(words.len());
                words.swap(at, other);
            }
            3 => WORDS[random.below(WORDS.len())].clone_into(&mut words[at]),
            _ => words.insert(at, WORDS[random.below(WORDS.len())].to_owned()),
        }
    }
    if random.below(20) == 0 {
        words.truncate(random.below(words.len().max(1)));
    }
    words.concat()
}

/// All places, wires and names of a net are right.
fn check(fragment: &Fragment, net: &Net, text: &str) {
    let place = |p: &suppose_nets::PlaceId| p.index() < net.places.len();
    let wire = |w: WireId| assert!(w.index() < fragment.wires.len(), "{text}");
    assert!(net.marking.iter().all(place) && net.marking.is_sorted(), "{text}");
    net.inputs.iter().chain(&net.outputs).for_each(|&w| wire(w));
    let mut names: Vec<&str> = net.transitions.iter().map(|t| t.name.as_str()).collect();
    names.sort_unstable();
    assert!(names.windows(2).all(|pair| pair[0] != pair[1]), "{text}");
    for transition in &net.transitions {
        assert!(transition.preset.iter().chain(&transition.postset).all(place), "{text}");
        transition.guard.wires().into_iter().for_each(wire);
        for effect in &transition.effects {
            effect.value.wires().into_iter().for_each(wire);
            match &effect.target {
                Target::Wire(target) => wire(*target),
                Target::Element(wires, index) => {
                    wires.iter().chain(&index.wires()).for_each(|&w| wire(w));
                }
            }
        }
    }
}

#[test]
fn damaged_texts_give_messages() {
    let fifo = (MODELS[0].text)(3);
    let texts: Vec<Vec<String>> = [CLASSES, MODULES, &fifo].iter().map(|text| words(text)).collect();
    let mut meaningful = 0;
    for seed in 0..ROUNDS {
        let mut random = Random::new(seed);
        let text = damaged(&texts[random.below(texts.len())], &mut random);
        match read(&text, FileId(0), "mutant", &NoIncludes) {
            Ok((fragment, warnings)) => {
                assert!(!warnings.iter().any(Diagnostic::is_error), "seed {seed}: {text}");
                fragment.nets.iter().for_each(|net| check(&fragment, net, &text));
                meaningful += usize::from(Design::join("mutant", vec![fragment]).is_ok());
            }
            Err(problems) => {
                assert!(problems.iter().any(Diagnostic::is_error), "seed {seed}: {text}");
                assert!(problems.len() <= 200, "seed {seed}: {text}");
                for span in problems.iter().flat_map(|problem| &problem.labels).map(|label| label.span) {
                    let (start, end) = (span.start as usize, span.end as usize);
                    assert!(text.get(start..end).is_some(), "seed {seed}: {span:?} in {text}");
                }
            }
        }
    }
    assert!(meaningful > 500, "{meaningful}");
    for text in [CLASSES, MODULES, &fifo] {
        let read = read(text, FileId(0), "whole", &NoIncludes);
        assert!(read.is_ok_and(|(fragment, _)| Design::join("whole", vec![fragment]).is_ok()), "{text}");
    }
}
