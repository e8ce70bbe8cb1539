//! Random systems.

use suppose_lts::Role;

use crate::brute::violated;
use crate::generate::{Random, random_system};
use crate::ways::{agrees, ways};

fn setting(name: &str, default: u64) -> u64 {
    std::env::var(name).map_or(default, |text| text.parse().expect("a number"))
}

#[test]
fn random_systems_of_two_to_five_components() {
    let (count, seed) = (setting("SUPPOSE_SYSTEMS", 1500), setting("SUPPOSE_SEED", 2003));
    let mut random = Random::new(seed);
    let (mut bad, mut asked) = (0, 0);
    for _ in 0..count {
        let system = random_system(&mut random);
        let members: Vec<usize> =
            (0..system.components.len()).filter(|&i| system.components[i].role == Role::Component).collect();
        let watched = system.components.len() - 1;
        let truth = violated(&system, watched);
        bad += u64::from(truth);
        for way in ways(&members) {
            if system.components[0].lts.has_error() {
                continue;
            }
            agrees(&system, watched, truth, &way);
            asked += 1;
        }
    }
    println!("seed {seed}: {count} systems, {bad} with a violation, {asked} answers compared");
    assert!(bad > count / 20 && bad < count - count / 20, "both verdicts occur");
}
