//! Damaged files: nothing panics, and what is accepted obeys the contract.

use suppose_base::FileId;
use suppose_nets::pnml::read;
use suppose_testing::Random;

use crate::pnml::support::page;

#[test]
fn damaged_files() {
    const PIECES: [&str; 14] =
        ["<", ">", "/>", "\"", "'", "id=", "p", "t", "<page id='x'>", "</page>", "&amp;", "&lt", "<!--", "ä"];
    let seed = page(
        "<place id='p'><initialMarking><text>1</text></initialMarking></place><transition id='t'/>\n\
         <page id='i'><referencePlace id='r' ref='p'/><arc id='a' source='r' target='t'>\
         <inscription><text>1</text></inscription></arc></page><arc id='b' source='t' target='p'/>",
    );
    let (mut accepted, mut random) = (0, Random::new(7));
    for round in 0..4000 {
        let mut text: Vec<char> = seed.chars().collect();
        for _ in 0..=random.below(3) {
            let at = random.below(text.len());
            let end = (at + 1 + random.below(8)).min(text.len());
            let piece = random.pick(&PIECES);
            match random.below(3) {
                0 => drop(text.splice(at..end, [])),
                1 => drop(text.splice(at..at, piece.chars())),
                _ => {
                    let copy = text[at..end].to_vec();
                    drop(text.splice(at..at, copy));
                }
            }
        }
        let text: String = text.into_iter().collect();
        match read(&text, FileId(0), "test") {
            Ok((fragment, _)) => {
                accepted += 1;
                let net = &fragment.nets[0];
                let fits = |set: &[suppose_nets::PlaceId]| {
                    set.is_sorted() && set.iter().all(|p| p.index() < net.places.len())
                };
                assert!(fits(&net.marking), "round {round}: {text}");
                assert!(
                    net.transitions.iter().all(|t| fits(&t.preset) && fits(&t.postset)),
                    "round {round}: {text}"
                );
            }
            Err(messages) => {
                assert!(messages.iter().any(suppose_base::Diagnostic::is_error), "round {round}: {text}");
            }
        }
    }
    assert!((100..3900).contains(&accepted), "{accepted}");
}
