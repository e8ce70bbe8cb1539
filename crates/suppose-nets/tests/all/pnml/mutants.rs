//! Damaged files: nothing panics, and what is accepted obeys the contract.

use suppose_base::FileId;
use suppose_nets::pnml::read;

use crate::pnml::support::page;

fn next(state: &mut u64) -> u64 {
    // `SplitMix64` of Steele, Lea and Flood.
    *state = state.wrapping_add(0x9E37_79B9_7F4A_7C15);
    let mut z = *state;
    z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    z ^ (z >> 31)
}

#[test]
fn damaged_files() {
    const PIECES: [&str; 14] =
        ["<", ">", "/>", "\"", "'", "id=", "p", "t", "<page id='x'>", "</page>", "&amp;", "&lt", "<!--", "ä"];
    let seed = page(
        "<place id='p'><initialMarking><text>1</text></initialMarking></place><transition id='t'/>\n\
         <page id='i'><referencePlace id='r' ref='p'/><arc id='a' source='r' target='t'>\
         <inscription><text>1</text></inscription></arc></page><arc id='b' source='t' target='p'/>",
    );
    let (mut accepted, mut random) = (0, 7);
    for round in 0..4000 {
        let mut text: Vec<char> = seed.chars().collect();
        for _ in 0..=next(&mut random) % 3 {
            let at = (next(&mut random) % text.len() as u64) as usize;
            let end = (at + 1 + (next(&mut random) % 8) as usize).min(text.len());
            let piece = PIECES[(next(&mut random) % PIECES.len() as u64) as usize];
            match next(&mut random) % 3 {
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
