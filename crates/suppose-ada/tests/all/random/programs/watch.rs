//! Random properties about what a program names.

use suppose_testing::Random;

use super::generate::value;

use super::{EVENTS, Mode, Object, Property, Unit, Watched};

/// The exceptions that programs raise.
const EXCEPTIONS: [&str; 3] = ["constraint_error", "program_error", "assertion_error"];

/// A random property.
pub(super) fn property(random: &mut Random, units: &[Unit], shared: &[Object]) -> Property {
    let mut choices: Vec<Watched> = (0..EVENTS.len()).map(Watched::Event).collect();
    for (task, unit) in units.iter().enumerate() {
        for (entry, parameters) in unit.entries.iter().enumerate() {
            let first = parameters.first().filter(|(mode, _)| *mode != Mode::Out).map(|p| p.1);
            let value = first.filter(|_| random.once_in(2)).map(|of| value(random, of));
            choices.push(Watched::Entry(task, entry, value));
            if random.once_in(4) {
                let exception = EXCEPTIONS[random.below(3)];
                choices.push(Watched::Failure(task, entry, random.once_in(2), exception));
            }
        }
        if random.once_in(2) {
            choices.push(Watched::Exception(task, EXCEPTIONS[random.below(3)]));
        }
    }
    for (index, object) in shared.iter().enumerate() {
        choices.push(Watched::Write(index, value(random, object.of)));
    }
    let mut moves = Vec::new();
    for from in 0..2 {
        let mut left = choices.clone();
        for _ in 0..3 + random.below(2) {
            if left.is_empty() {
                break;
            }
            let watched = left.swap_remove(random.below(left.len()));
            // State 1 leads to the error state more often than state 0 does.
            let to = if random.once_in(4 - 2 * from) { None } else { Some(random.below(2)) };
            moves.push((from, watched, to));
        }
    }
    Property { moves }
}
