//! The relay: a variable that a task keeps.

use super::Variant;
use super::template::Template;

/// The relay with `size` runners, at least 2. A faulty runner also takes its turn when it finds a smaller
/// number.
pub fn relay(size: u32, variant: Variant) -> String {
    Template { text: include_str!("relay.template"), size: size.max(2), first: 0, variant }.fill()
}
