//! Peterson's mutual exclusion: no rendezvous at all.

use super::Variant;
use super::template::Template;

/// Peterson's algorithm with `size` processes, at least 2. A faulty process makes itself the victim before it
/// says where it is.
pub fn peterson(size: u32, variant: Variant) -> String {
    Template { text: include_str!("peterson.template"), size: size.max(2), first: 1, variant }.fill()
}
