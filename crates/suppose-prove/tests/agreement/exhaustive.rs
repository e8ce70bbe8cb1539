//! All pairs of small components with all small properties.

use crate::brute::violated;
use crate::generate::{small_components, small_properties, system};
use crate::ways::{agrees, ways};

/// Shared actions 1 and 2; 3 is the first component's own, 4 the second's.
#[test]
fn all_pairs_of_small_components_with_all_small_properties() {
    let lefts = small_components(&[1, 2, 3]);
    let rights = small_components(&[1, 2, 4]);
    let properties = small_properties([1, 2]);
    let every: usize = std::env::var("SUPPOSE_EVERY").map_or(20_011, |text| text.parse().expect("a number"));
    let (mut number, mut compared) = (0usize, 0u64);
    let ways = ways(&[0, 1]);
    for left in &lefts {
        for right in &rights {
            for property in &properties {
                number += 1;
                if number % every != 0 {
                    continue;
                }
                let system = system(vec![left.clone(), right.clone()], vec![property.clone()]);
                let truth = violated(&system, 2);
                for way in &ways {
                    agrees(&system, 2, truth, way);
                    compared += 1;
                }
            }
        }
    }
    println!(
        "{} x {} x {} = {number} systems, {compared} answers",
        lefts.len(),
        rights.len(),
        properties.len()
    );
}
