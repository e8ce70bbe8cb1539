//! The elevator: two tasks that agree by a shared variable. It has one size.

use super::Variant;
use super::template::Template;

/// The elevator. The faulty car is told to move before its doors are told to close.
pub fn elevator(variant: Variant) -> String {
    Template { text: include_str!("elevator.template"), size: 1, first: 1, variant }.fill()
}
