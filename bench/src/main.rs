//! tmp
#![allow(clippy::print_stdout)]
use std::sync::Arc;
use std::time::Instant;
use suppose_base::{ActionId, Budget, StateId};
use suppose_lts::product::{Goal, Product};
use suppose_lts::{Component, Lts, LtsBuilder, Role, System};

fn cycle(n: usize, actions: &[ActionId]) -> Lts {
    let mut b = LtsBuilder::new(n);
    for (i, &a) in actions.iter().enumerate() {
        b.add(StateId::must(i), a, StateId::must((i + 1) % n));
    }
    b.finish().unwrap()
}

fn philosophers(n: usize) -> System {
    let mut system = System { name: format!("phil{n}"), ..System::default() };
    let t = &mut system.actions;
    for i in 0..n {
        let a: Vec<ActionId> = ["hungry", "take_left", "take_right", "eat", "put_left", "put_right"]
            .iter()
            .map(|x| t.intern(&format!("{x}.{i}")))
            .collect();
        system.components.push(Component {
            name: format!("phil.{i}"),
            lts: Arc::new(cycle(6, &a)),
            role: Role::Component,
        });
    }
    for i in 0..n {
        let right = (i + n - 1) % n;
        let mut b = LtsBuilder::new(2);
        let mut both = |x: &str, y: &str, from: usize, to: usize| {
            b.add(StateId::must(from), t.intern(&format!("{x}.{i}")), StateId::must(to));
            b.add(StateId::must(from), t.intern(&format!("{y}.{right}")), StateId::must(to));
        };
        both("take_left", "take_right", 0, 1);
        both("put_left", "put_right", 1, 0);
        system.components.push(Component {
            name: format!("fork.{i}"),
            lts: Arc::new(b.finish().unwrap()),
            role: Role::Component,
        });
    }
    system
}

fn cpu() -> f64 {
    let s = std::fs::read_to_string("/proc/self/schedstat").unwrap();
    s.split(' ').next().unwrap().parse::<f64>().unwrap() / 1e9
}

fn main() {
    let n: usize = std::env::args().nth(1).map_or(10, |s| s.parse().unwrap());
    let system = philosophers(n);
    let product = Product::new(&system).unwrap();
    for threads in std::env::args().nth(2).map_or(vec![1, 2], |s| vec![s.parse().unwrap()]) {
        for _ in 0..3 {
            let c = cpu();
            let t = Instant::now();
            let e = product.explore(Goal::default(), threads, &Budget::unlimited());
            let s = t.elapsed().as_secs_f64();
            print!("main-thread cpu {:.3} ", cpu() - c);
            println!(
                "N={n} threads={threads} states={} transitions={} levels={} {:.3}s {:.2} M st/s {:.1} B/state",
                e.states,
                e.transitions,
                e.levels,
                s,
                e.states as f64 / s / 1e6,
                e.bytes as f64 / e.states as f64
            );
        }
    }
}
