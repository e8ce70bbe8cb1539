//! The gas station: customers who wait at entries, not in lists.

use super::Variant;
use super::template::Template;

/// The gas station with `size` customers, at least 2. The faulty operator gives the change to whoever paid
/// last.
pub fn gas_station(size: u32, variant: Variant) -> String {
    Template { text: include_str!("gas_station.template"), size: size.max(2), first: 1, variant }.fill()
}
