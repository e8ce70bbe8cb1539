//! Damaged texts: nothing panics, messages have places in the text, and what is accepted obeys the contract.

use suppose_base::{Budget, FileId};
use suppose_nets::stg::{check, edge, read};
use suppose_testing::Random;

const SEEDS: [&str; 3] = [
    ".model m\n.inputs a b\n.outputs c\n.dummy d\n.graph\na+ c+ d\nc+ a-\nd a-\na- c-\nc- p\np a+ b~\nb~ \
        p\n.marking { p }\n.end\n",
    ".outputs x\\\n y\r\n.internal z.1\r\n#@.init_state [01X]\r\n.graph\r\nx- y+/1\r\ny+/1 x+ # n\r\nx+ \
        z.1~/2\r\n.marking {<x-,y+/1>}\r\n.end\r\n",
    ".silent e f\n.inputs i\n.initial state !i\n.graph\np@1 e f/3\ne q i+\nq i-\n.marking { p@1=1 q=0\n \
        <e,i+> }\n.capacity q=2\n.end",
];

const PIECES: [&str; 24] = [
    "\n",
    "\r\n",
    " ",
    "\\\n",
    "#",
    "#@",
    ".",
    ".graph\n",
    ".marking",
    "{",
    "}",
    "<",
    ">",
    ",",
    "=",
    "+",
    "-",
    "~",
    "/1",
    "/99999999999",
    "@",
    "a",
    "p",
    "é",
];

#[test]
fn damaged_texts() {
    for seed in SEEDS {
        assert!(read(seed, FileId(0), "test").is_ok(), "{seed}");
    }
    let (mut accepted, mut refused) = (0, 0);
    let budget = || Budget::unlimited().with_max_states(200);
    for seed in 0..20_000 {
        let mut random = Random::new(seed);
        let mut text: Vec<char> = SEEDS[random.below(SEEDS.len())].chars().collect();
        for _ in 0..=random.below(4) {
            let at = random.below(text.len());
            let end = (at + 1 + random.below(10)).min(text.len());
            match random.below(3) {
                0 => drop(text.splice(at..end, [])),
                1 => drop(text.splice(at..at, PIECES[random.below(PIECES.len())].chars())),
                _ => {
                    let copy = text[at..end].to_vec();
                    let to = random.below(text.len());
                    drop(text.splice(to..to, copy));
                }
            }
            text.push('\n');
        }
        let text: String = text.into_iter().collect();
        let messages = match read(&text, FileId(0), "test") {
            Ok((mut stg, warnings)) => {
                accepted += 1;
                let net = stg.net();
                let fits = |set: &[suppose_nets::PlaceId]| {
                    set.windows(2).all(|pair| pair[0] < pair[1])
                        && set.iter().all(|p| p.index() < net.places.len())
                };
                assert!(fits(&net.marking), "seed {seed}");
                assert!(net.transitions.iter().all(|t| fits(&t.preset) && fits(&t.postset)), "seed {seed}");
                let wires = stg.fragment.wires.len();
                assert!(
                    net.transitions.iter().filter_map(edge).all(|e| e.signal.index() < wires),
                    "seed {seed}"
                );
                let mut names: Vec<&str> = net.transitions.iter().map(|t| t.name.as_str()).collect();
                names.sort_unstable();
                assert!(names.windows(2).all(|pair| pair[0] != pair[1]), "seed {seed}");
                let _ = stg.infer_initial(&budget());
                let _ = check(&stg, &budget());
                warnings
            }
            Err(messages) => {
                refused += 1;
                assert!(messages.iter().any(suppose_base::Diagnostic::is_error), "seed {seed}");
                messages
            }
        };
        for label in messages.iter().flat_map(|m| &m.labels) {
            let (start, end) = (label.span.start as usize, label.span.end as usize);
            assert!(text.get(start..end).is_some(), "seed {seed}: {start}..{end} of\n{text}");
        }
    }
    assert!(accepted > 500 && refused > 2000, "{accepted} {refused}");
}
