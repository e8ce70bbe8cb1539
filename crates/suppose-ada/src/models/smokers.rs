//! The smokers: a supplier, a table and assemblers.

use super::Variant;
use super::template::Template;

/// The smokers with `size` assemblers, at least 2. The faulty supplier may put out all pieces.
pub fn smokers(size: u32, variant: Variant) -> String {
    Template { text: include_str!("smokers.template"), size: size.max(2), first: 1, variant }.fill()
}
