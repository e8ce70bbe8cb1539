//! Temporary timings.
#![allow(clippy::print_stdout, clippy::pedantic)]
use std::collections::HashMap;
use std::time::Instant;
use suppose_lts::*;

fn phil(n: usize, idx: bool) -> Lts {
    let enc = |p: &[u8]| p.iter().fold(0u64, |a, &x| a * 6 + x as u64);
    let mut states: Vec<Vec<u8>> = vec![vec![0; n]];
    let mut ids: HashMap<u64, u32> = HashMap::new();
    ids.insert(enc(&states[0]), 0);
    let mut rows = RowBuilder::new();
    let mut i = 0;
    while i < states.len() {
        let s = states[i].clone();
        i += 1;
        for p in 0..n {
            let holds_left = |q: usize| s[q] >= 2 && s[q] <= 4;
            let holds_right = |q: usize| s[q] >= 3 && s[q] <= 5;
            let left = (p + n - 1) % n; // philosopher for whom fork p is the right one
            let right = (p + 1) % n; // fork p+1 is left of p+1
            let (a, ok) = match s[p] {
                0 => (if idx { 1 + p as u32 } else { 1 }, true),
                1 => (0, !holds_right(left)),
                2 => (0, !holds_left(right)),
                3 => (if idx { 1 + (n + p) as u32 } else { 2 }, true),
                _ => (0, true),
            };
            if ok {
                let mut t = s.clone();
                t[p] = (t[p] + 1) % 6;
                let next = states.len() as u32;
                let id = *ids.entry(enc(&t)).or_insert_with(|| {
                    states.push(t);
                    next
                });
                rows.add(ActionId::from_raw(a), StateId::must(id as usize));
            }
        }
        rows.end_row();
    }
    rows.finish(StateId::must(0), None).unwrap()
}

fn main() {
    let args: Vec<String> = std::env::args().collect();
    let b = Budget::unlimited();
    let lts = match args[1].as_str() {
        "chain" => {
            let n = 200_000;
            let mut r = RowBuilder::new();
            for i in 0..n {
                r.add(ActionId::from_raw(1), StateId::must(i + 1));
                r.end_row();
            }
            r.end_row();
            r.finish(StateId::must(0), None).unwrap()
        }
        k => phil(k[..1].parse().unwrap(), &k[1..] == "idx"),
    };
    println!("{} / {}", lts.num_states(), lts.num_transitions());
    if args[2] == "dump" {
        use std::io::Write;
        let mut f = std::io::BufWriter::new(std::fs::File::create(&args[3]).unwrap());
        writeln!(f, "des (0,{},{})", lts.num_transitions(), lts.num_states()).unwrap();
        let n: usize = args[1][..1].parse().unwrap_or(0);
        let idx = args[1].ends_with("idx");
        for (s, t) in lts.all_transitions() {
            let a = t.action.index();
            let l = if a == 0 { "tau".into() } else if args[1] == "chain" { "a".into() } else if !idx { ["hungry", "eat"][a - 1].to_string() } else if a <= n { format!("hungry_{}", a - 1) } else { format!("eat_{}", a - 1 - n) };
            writeln!(f, "({},\"{}\",{})", s.raw(), l, t.target.raw()).unwrap();
        }
        return;
    }
    for what in &args[2..] {
        let t = Instant::now();
        let m = match what.as_str() {
            "strong" => reduce::strong(&lts, &b),
            "branching" => reduce::branching(&lts, &b),
            "weak" => reduce::weak(&lts, &b),
            "trace" => reduce::trace(&lts, &b),
            _ => panic!(),
        }
        .unwrap();

        println!("{what}: {} / {} in {:?}", m.lts.num_states(), m.lts.num_transitions(), t.elapsed());
    }
}
