//! Damaged files. Nothing panics, nothing takes much memory, and what is still accepted means what a naive
//! reader says it means and comes back from writing.

use suppose_base::FileId;
use suppose_lts::io::{TauSpelling, read_aut, read_json};
use suppose_lts::{ActionTable, Budget};
use suppose_testing::Random;

use crate::io::support::{edges, naive, number, read_bytes, write};

const SEEDS: [&str; 6] = [
    "des (0,5,4)\n(0,\"hungry_1\",1)\n(1,\"eat_1\",2)\n(2,tau,3)\n(3,\"tau\",0)\n(3,bad,-1)\n",
    "des (0, 4, 3)\n(0, \"PUT !1\", 1)\n(0, \"SAY !\\\"x\\\"\", 1)\n(1, i, 2)\n(1, GET, 2)\n",
    "des(0,4,2)\n(0,a.b.1,1)\n(0,c,1)\n(1,x.y,-1)\n(1,x,0)",
    "des (1,3,2)\r\n(0,snd(d1,true),1)\r\n(1,a|b(1),0)\r\n(0,\"a,b\",0)\r\n",
    "des (0,6,5)\n(4,a,0)\n(0,b,4)\n(3,i,3)\n(2,a,3)\n(0,b,4)\n(1,tau,2)\n",
    "des (-1,1,1)\n(0,loop,0)\n",
];

const JSON: [&str; 2] = [
    "{\"schema\":\"suppose/lts/1\",\"name\":\"P\",\"states\":2,\"initial\":0,\"error\":true,\"end\":null,\n\
     \"alphabet\":[\"a\",\"b\"],\n\"transitions\":[\n[0,\"a\",1],\n[0,\"tau\",0],\n[1,\"a\",-1]]}\n",
    "{\"schema\":\"suppose/lts/1\",\"states\":3,\"initial\":-1,\"end\":2,\"alphabet\":[\"\\u00e9\"],\"transitions\":[]}",
];

/// Damages a text once: flips, deletes, doubles, moves or invents bytes, or changes a number.
fn damage(text: &mut Vec<u8>, random: &mut Random) {
    const INTERESTING: [&[u8]; 16] = [
        b"4294967295",
        b"4294967293",
        b"-1",
        b"-",
        b"99999999999999999999",
        b"0",
        b"\"",
        b"\\",
        b",",
        b"(",
        b")",
        b"\n",
        b"\r\n",
        b"\0",
        b"\xff",
        b"tau",
    ];
    if text.is_empty() {
        text.push(b'(');
    }
    let at = random.below(text.len());
    let end = (at + 1 + random.below(12)).min(text.len());
    match random.below(7) {
        0 => text[at] ^= 1 << random.below(8),
        1 => drop(text.drain(at..end)),
        2 => {
            let copy = text[at..end].to_vec();
            let to = random.below(text.len());
            text.splice(to..to, copy);
        }
        3 => text[at] = random.bits() as u8,
        4 => {
            let piece = INTERESTING[random.below(INTERESTING.len())];
            text.splice(at..at, piece.iter().copied());
        }
        5 => {
            let digits: Vec<usize> = (0..text.len()).filter(|&i| text[i].is_ascii_digit()).collect();
            if !digits.is_empty() {
                let at = digits[random.below(digits.len())];
                let number = match random.below(3) {
                    0 => random.below(10).to_string(),
                    1 => (random.bits() as u32).to_string(),
                    _ => random.bits().to_string(),
                };
                text.splice(at..=at, number.into_bytes());
            }
        }
        _ => text.truncate(at),
    }
}

#[test]
fn damaged_aut_files() {
    let mut accepted = 0;
    for seed in 0..20_000 {
        let mut random = Random::new(seed);
        let mut text = SEEDS[random.below(SEEDS.len())].as_bytes().to_vec();
        for _ in 0..=random.below(3) {
            damage(&mut text, &mut random);
        }
        let shown = String::from_utf8_lossy(&text).into_owned();
        let mut table = ActionTable::new();
        // A header may reserve 16 MiB for idle states; twice that would be a bug.
        let budget = Budget::unlimited().with_max_bytes(32 << 20);
        let Ok(file) = read_aut(&text, FileId(0), TauSpelling::Auto, &mut table, &budget) else { continue };
        accepted += 1;
        assert_eq!(file.lts.check_invariants(), Ok(()), "seed {seed}\n{shown}");
        let written = write(&file.lts, &table);
        let mut same = table.clone();
        let again = read_aut(written.as_bytes(), FileId(0), TauSpelling::Tau, &mut same, &budget)
            .unwrap_or_else(|problem| panic!("seed {seed}: {problem}\n{written}"));
        assert_eq!(again.lts, file.lts, "seed {seed}\n{shown}");
        // The naive reader knows nothing of bracketed indices.
        if let Ok(text) = std::str::from_utf8(&text)
            && !text.contains('[')
        {
            let (initial, states, expected) =
                naive(text).unwrap_or_else(|| panic!("seed {seed}: only the naive reader refuses\n{shown}"));
            assert_eq!(edges(&file.lts, &table), expected, "seed {seed}\n{shown}");
            assert_eq!(
                (number(file.lts.initial()), file.lts.num_states() as u64),
                (initial, states),
                "seed {seed}"
            );
        }
    }
    assert!(accepted > 1000, "only {accepted} were accepted: the test has lost its teeth");
}

#[test]
fn damaged_json_files() {
    let mut accepted = 0;
    for seed in 0..10_000 {
        let mut random = Random::new(seed);
        let mut text = JSON[random.below(JSON.len())].as_bytes().to_vec();
        for _ in 0..=random.below(3) {
            damage(&mut text, &mut random);
        }
        if let Ok(file) = read_json(&text, FileId(0), &mut ActionTable::new(), &Budget::unlimited()) {
            assert_eq!(file.lts.check_invariants(), Ok(()), "seed {seed}");
            accepted += 1;
        }
    }
    assert!(accepted > 200, "only {accepted} were accepted: the test has lost its teeth");
}

#[test]
fn noise() {
    for seed in 0..2000 {
        let mut random = Random::new(seed);
        let alphabet = b"(0,a1)\n\"\\-i \r[]";
        let mut text = b"des (0,2,3)\n".to_vec();
        text.extend((0..random.below(60)).map(|_| alphabet[random.below(alphabet.len())]));
        if let Ok((file, _)) = read_bytes(&text, TauSpelling::Auto) {
            assert_eq!(file.lts.check_invariants(), Ok(()), "seed {seed}");
        }
    }
}
