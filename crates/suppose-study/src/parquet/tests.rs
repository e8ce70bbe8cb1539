//! Bytes of a small table, and what is in them.

use super::*;

#[test]
fn runs_of_bits() {
    assert_eq!(runs(&[]), []);
    assert_eq!(runs(&[true, true, false, true]), [4, 1, 2, 0, 2, 1]);
    assert_eq!(runs(&[true; 64]), [0x80, 1, 1]);
}
