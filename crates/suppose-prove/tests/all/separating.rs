//! Separators: against all partial automata of a size, on all small pairs and on random ones, and examples
//! worked out by hand.

mod naive;

use std::collections::BTreeMap;

use naive::{Graph, PI, Table, all_tables, allows, common, is_breadth_first, separates, table_of, words};
use suppose_base::{ActionId, Budget, Poll, StopReason};
use suppose_lts::ops::{complete, determinise, drop_error};
use suppose_lts::reduce::strong;
use suppose_prove::separate::{Separation, Separator, lazy, smallest};
use suppose_testing::Random;

fn sigma(letters: u32) -> Vec<ActionId> {
    (1..=letters).map(ActionId::from_raw).collect()
}

type Method =
    fn(&suppose_lts::Lts, &suppose_lts::Lts, &[ActionId], &Budget) -> Result<Separation, StopReason>;

fn answer(method: Method, traces: &Graph, errors: &Graph, letters: u32) -> Separation {
    method(&traces.lts(), &errors.lts(), &sigma(letters), &Budget::unlimited()).expect("no limit")
}

fn separator(method: Method, traces: &Graph, errors: &Graph, letters: u32) -> Separator {
    match answer(method, traces, errors, letters) {
        Separation::Assumption(found) => found,
        Separation::Inseparable(word) => panic!("{word:?} is said to be common"),
    }
}

/// The transitions of a separator.
fn edges(found: &Separator) -> Vec<(usize, u32, usize)> {
    found.lts.all_transitions().map(|(s, t)| (s.index(), t.action.raw(), t.target.index())).collect()
}

/// Both methods against the definition. `smallest` must find one with `least` states when that is known, else
/// one with more than four.
fn agree(name: &str, traces: &Graph, errors: &Graph, letters: u32, least: Option<usize>) {
    let say = || format!("{name}: {traces:?} {errors:?}");
    let shared = common(traces, errors, letters);
    let cheap = answer(lazy, traces, errors, letters);
    let best = answer(smallest, traces, errors, letters);
    for found in [&cheap, &best] {
        match found {
            Separation::Inseparable(word) => {
                let word: Vec<u32> = word.iter().map(|a| a.raw()).collect();
                assert_eq!(Some(word.len()), shared.as_ref().map(Vec::len), "not a shortest one; {}", say());
                assert!(traces.is_trace(&word) && errors.is_error(&word), "{}", say());
            }
            Separation::Assumption(found) => {
                assert_eq!(shared, None, "{}", say());
                let table = table_of(&found.lts, letters);
                assert!(separates(&table, traces, errors), "{:?} {}", found.lts, say());
                assert!(is_breadth_first(&table), "{}", say());
                assert_eq!(found.stopped, None, "{}", say());
            }
        }
    }
    if let Separation::Assumption(best) = best {
        assert!(best.is_smallest(), "{}", say());
        match least {
            Some(least) => assert_eq!(best.lts.num_states(), least, "{}", say()),
            None => assert!(best.lts.num_states() > 4, "{}", say()),
        }
    }
}

/// All partial automata over two letters of up to four states that can all be reached, one for each
/// numbering, with the words up to length 6 that they allow, as bits. So many letters are enough to tell
/// whether one of three states separates graphs of two: a shortest word that shows the contrary meets no pair
/// of states twice.
fn small_automata() -> Vec<(Table, u128)> {
    let words = words(2, 6);
    assert_eq!(words.len(), 127);
    let allowed = |table: &Table| {
        words.iter().enumerate().filter(|(_, w)| allows(table, w)).fold(0, |set, (i, _)| set | 1 << i)
    };
    let with_bits = |table: Table| {
        let bits = allowed(&table);
        (table, bits)
    };
    (1..=4).flat_map(|k| all_tables(k, 2)).filter(is_breadth_first).map(with_bits).collect()
}

/// The automata that are right about the words up to length 6, smallest first.
fn candidates(tables: &[(Table, u128)], traces: u128, errors: u128) -> impl Iterator<Item = &Table> {
    let fits = move |allowed: u128| traces & !allowed == 0 && errors & allowed == 0;
    tables.iter().filter(move |(_, allowed)| fits(*allowed)).map(|(table, _)| table)
}

/// The graph of two states over τ, 1 and 2 whose edges a number chooses; loops with τ change nothing and are
/// left out.
fn numbered(number: u32, targets: &[usize]) -> Graph {
    let all = (0..2)
        .flat_map(|from| (0..3).flat_map(move |letter| targets.iter().map(move |&to| (from, letter, to))));
    let all = all.filter(|&(from, letter, to)| letter != 0 || from != to);
    let edges: Vec<_> = all.enumerate().filter(|(i, _)| number >> i & 1 == 1).map(|(_, e)| e).collect();
    Graph::new(2, &edges, &[1, 2])
}

#[test]
fn all_small_pairs() {
    let tables = small_automata();
    // Of the graphs with the same language the first and the last: few edges and many.
    let mut traces: BTreeMap<u128, Vec<Graph>> = BTreeMap::new();
    for number in 0..1 << 10 {
        let graph = numbered(number, &[0, 1]);
        let kept = traces.entry(graph.bits(2, 6, |set| !set.is_empty())).or_default();
        kept.truncate(1);
        kept.push(graph);
    }
    let mut errors: BTreeMap<u128, Vec<Graph>> = BTreeMap::new();
    for number in 0..1 << 16 {
        let graph = numbered(number, &[0, 1, PI]);
        let kept = errors.entry(graph.bits(2, 6, |set| set.contains(&PI))).or_default();
        kept.truncate(1);
        kept.push(graph);
    }
    let mut sizes = [0; 4];
    for (&t, trace_graphs) in &traces {
        for (&e, error_graphs) in &errors {
            let least = candidates(&tables, t, e).next().map(Vec::len);
            sizes[least.unwrap_or(0)] += 1;
            // The determinised traces have three states at most.
            assert_eq!(least.is_none(), t & e != 0);
            agree("small", &trace_graphs[0], &error_graphs[0], 2, least);
            agree("small", trace_graphs.last().unwrap(), error_graphs.last().unwrap(), 2, least);
        }
    }
    assert_eq!((traces.len(), errors.len()), (49, 82));
    assert_eq!(sizes, [3210, 289, 493, 26], "not separable, and one, two and three states");
}

/// A graph over some of two letters, with a path through all states; a few of its edges lead to π if asked
/// for.
fn graph(random: &mut Random, with_errors: bool) -> Graph {
    let states = 1 + random.below(8);
    let alphabet: &[u32] = match random.below(12) {
        0 => &[1],
        1 => &[2],
        _ => &[1, 2],
    };
    let mut edges = Vec::new();
    for state in 1..states + random.below(states + 1) {
        let letter = if random.below(8) == 0 { 0 } else { alphabet[random.below(alphabet.len())] };
        let to = if with_errors && random.below(4) == 0 { PI } else { random.below(states) };
        edges.push((random.below(states), letter, to));
        if state < states {
            edges.push((state - 1, alphabet[random.below(alphabet.len())], state));
        }
    }
    Graph::new(states, &edges, alphabet)
}

/// A random automaton of k states, and a graph for the traces and one for the errors that it separates. In
/// both the automaton runs beside n more states; traces do some of what it allows, errors all of it and
/// something else, which may lead to π.
fn planted(random: &mut Random, k: usize, n: usize) -> (Graph, Graph) {
    let table: Table =
        (0..k).map(|_| (0..2).map(|_| (random.below(4) > 0).then(|| random.below(k))).collect()).collect();
    let mut graph = |with_errors: bool| {
        let mut edges = Vec::new();
        for (q, row) in table.iter().enumerate() {
            for x in 0..n {
                let here = q * n + x;
                for letter in 1..=2 {
                    let y = random.below(n);
                    match row[letter as usize - 1] {
                        Some(r) if with_errors || random.below(3) > 0 => {
                            edges.push((here, letter, r * n + y));
                        }
                        None if with_errors && random.below(2) == 0 => edges.push((here, letter, PI)),
                        None if with_errors => edges.push((here, letter, random.below(k) * n + y)),
                        _ => {}
                    }
                }
                if random.below(6) == 0 {
                    edges.push((here, 0, q * n + random.below(n)));
                }
            }
        }
        Graph::new(k * n, &edges, &[1, 2])
    };
    (graph(false), graph(true))
}

#[test]
fn random_pairs() {
    let tables = small_automata();
    // How often there was none, one with 1, 2, 3, 4 states, and one with more.
    let mut seen = [0; 6];
    for seed in 0..2000 {
        let mut random = Random::new(seed);
        let (traces, errors) = if seed % 2 == 0 {
            (graph(&mut random, false), graph(&mut random, true))
        } else {
            let (k, n) = (2 + random.below(4), 1 + random.below(4));
            planted(&mut random, k, n)
        };
        let (t, e) = (traces.bits(2, 6, |s| !s.is_empty()), errors.bits(2, 6, |s| s.contains(&PI)));
        let least = candidates(&tables, t, e).find(|table| separates(table, &traces, &errors)).map(Vec::len);
        agree(&format!("seed {seed}"), &traces, &errors, 2, least);
        let found = common(&traces, &errors, 2).is_none();
        seen[if found { least.unwrap_or(5) } else { 0 }] += 1;
    }
    assert!(seen.iter().all(|&n| n >= 5), "{seen:?}");
}

#[test]
fn one_letter_by_hand() {
    // Traces: up to m times the letter. Errors: j times or more. Separable when m < j, and then m states and
    // one more have to be counted; without errors, or where the letter never ends, one state with a loop is
    // enough.
    let chain = |m: usize| (0..m).map(|i| (i, 1, i + 1)).collect::<Vec<_>>();
    for m in 0..6 {
        let traces = Graph::new(m + 1, &chain(m), &[1]);
        for j in 0..8 {
            let mut fails = chain(j);
            match fails.last_mut() {
                Some(last) => last.2 = PI,
                None => fails.push((0, 0, PI)),
            }
            let errors = Graph::new(j.max(1), &fails, &[1]);
            match answer(smallest, &traces, &errors, 1) {
                Separation::Assumption(found) => {
                    assert!(m < j);
                    assert_eq!(edges(&found), chain(m));
                }
                Separation::Inseparable(word) => assert!(j <= m && word.len() == j),
            }
        }
        let safe = Graph::new(1, &[(0, 1, 0)], &[1]);
        assert_eq!(separator(smallest, &traces, &safe, 1).lts.num_states(), 1);
    }
}

/// The first half of the channel with its property, of Cobleigh, Giannakopoulou and Păsăreanu (TACAS 2003),
/// Figures 1 and 2. Input is silent, send is 1, output 2 and ack 3. The states are 00, 11, 10, 21, 20, 01:
/// that of the half, that of the property.
fn channel() -> Graph {
    let edges = [
        (0, 0, 1),
        (0, 2, PI),
        (1, 1, 3),
        (1, 2, 2),
        (2, 1, 4),
        (2, 2, PI),
        (3, 3, 5),
        (3, 2, 4),
        (4, 3, 0),
        (4, 2, PI),
        (5, 0, PI),
        (5, 2, 0),
    ];
    Graph::new(6, &edges, &[1, 2, 3])
}

#[test]
fn the_channel_by_hand() {
    // Output and Output' (Figures 1 and 3). One state would allow output at once. Of two, output is possible
    // in the second only, so send leads there; ack must not follow send, so it is possible in the first only,
    // and output leads back. Ack to the second would allow send, output, ack, output. So there is just one.
    let output = Graph::new(3, &[(0, 1, 1), (1, 2, 2), (2, 3, 0)], &[1, 2, 3]);
    let found = separator(smallest, &output, &channel(), 3);
    assert_eq!(edges(&found), [(0, 1, 1), (0, 3, 0), (1, 2, 0)]);
    assert!(found.is_smallest());
    let prime = Graph::new(3, &[(0, 1, 1), (1, 1, 1), (1, 2, 2), (2, 3, 0)], &[1, 2, 3]);
    let found = separator(smallest, &prime, &channel(), 3);
    assert_eq!(edges(&found), [(0, 1, 1), (0, 3, 0), (1, 1, 1), (1, 2, 0)]);
    // The lazy one follows the property: idle, sent, output; the second send leaves what can fail.
    assert_eq!(edges(&separator(lazy, &output, &channel(), 3)), [(0, 1, 1), (1, 2, 2), (2, 3, 0)],);
    assert_eq!(
        edges(&separator(lazy, &prime, &channel(), 3)),
        [(0, 1, 1), (1, 1, 2), (1, 2, 3), (2, 1, 2), (2, 2, 2), (2, 3, 2), (3, 3, 0)],
    );
    // A half that acknowledges without output fails.
    let silent = Graph::new(2, &[(0, 1, 1), (1, 3, 0)], &[1, 3]);
    let Separation::Inseparable(word) = answer(smallest, &silent, &channel(), 3) else { panic!("it fails") };
    // It has no output, so output may happen at any time, and does so first.
    assert_eq!(word, [ActionId::from_raw(2)]);
}

/// Fails when 2 comes first or twice in a row, or by 2 after 1 1 and a multiple of n times 1.
fn ring(n: usize) -> Graph {
    let mut edges = vec![(0, 1, 1), (0, 2, PI), (1, 2, 0), (1, 1, 2), (2, 2, PI)];
    edges.extend((0..n).map(|i| (2 + i, 1, 2 + (i + 1) % n)));
    edges.extend((1..n).map(|i| (2 + i, 2, 2 + i)));
    Graph::new(2 + n, &edges, &[1, 2])
}

/// Fifteen times 1, then 2 for ever.
fn half_around() -> Graph {
    let mut edges: Vec<_> = (0..15).map(|i| (i, 1, i + 1)).collect();
    edges.push((15, 2, 15));
    Graph::new(16, &edges, &[1, 2])
}

#[test]
fn far_smaller_than_the_weakest() {
    let errors = ring(30);
    let budget = Budget::unlimited();
    let weakest = drop_error(&complete(&determinise(&errors.lts(), &budget).expect("no limit").lts).lts);
    assert_eq!(strong(&weakest, &budget).expect("no limit").lts.num_states(), 32);
    // In turn: the ring is never entered.
    let turns = Graph::new(2, &[(0, 1, 1), (1, 2, 0)], &[1, 2]);
    let found = separator(smallest, &turns, &errors, 2);
    assert_eq!(edges(&found), [(0, 1, 1), (1, 2, 0)]);
    // Half around the ring, then 2 for ever. The state after fifteen times 1 must not be that after none,
    // once or twice, from where 2 or 2 2 fails, so there are four; four in a circle do, since twice and every
    // 30 more are even.
    let found = separator(smallest, &half_around(), &errors, 2);
    assert_eq!(found.lts.num_states(), 4);
    assert_eq!(separator(lazy, &half_around(), &errors, 2).lts.num_states(), 16);
}

#[test]
fn large_ones_do_without_clashes() {
    // 5000 times 5002 pairs are too many. In turn, two states: 2 first fails.
    let unrolled: Vec<_> = (0..5000).map(|i| (i, 1 + i as u32 % 2, (i + 1) % 5000)).collect();
    let found = separator(smallest, &Graph::new(5000, &unrolled, &[1, 2]), &ring(5000), 2);
    assert_eq!(edges(&found), [(0, 1, 1), (1, 2, 0)]);
}

#[test]
fn the_same_bytes_again() {
    for seed in 0..50 {
        let mut random = Random::new(seed);
        let (traces, errors) = (graph(&mut random, false), graph(&mut random, true));
        assert_eq!(answer(smallest, &traces, &errors, 2), answer(smallest, &traces, &errors, 2));
    }
}

#[test]
fn limits_leave_the_best_known() {
    let (traces, errors) = (half_around(), ring(30));
    let run = |budget: Budget| smallest(&traces.lts(), &errors.lts(), &sigma(2), &budget);
    for point in [Poll::Premise, Poll::Separate] {
        assert_eq!(run(Budget::unlimited().tripping_at(point)), Err(StopReason::Interrupted), "{point:?}");
    }
    assert_eq!(run(Budget::unlimited().with_max_states(1)), Err(StopReason::States(1)));
    // Enough for the lazy one, not for the solver.
    let Ok(Separation::Assumption(found)) = run(Budget::unlimited().with_max_bytes(4000)) else {
        panic!("the lazy one is known")
    };
    assert_eq!(found.stopped, Some(StopReason::Memory(4000)));
    assert_eq!(found.lts.num_states(), 16);
    assert!((1..=4).contains(&found.at_least));
    assert!(separates(&table_of(&found.lts, 2), &traces, &errors) && !found.is_smallest());
}
