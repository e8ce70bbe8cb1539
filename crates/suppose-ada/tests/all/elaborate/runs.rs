//! Programs that run as a real compiler's do.
//!
//! Each file in `programs` is a complete Ada program that prints numbers. What stands here is what it printed
//! when it was compiled with GNAT 14 and run; its annotations make the same numbers events.

use suppose_ada::{Program, load};
use suppose_base::FileId;

use crate::elaborate::interpreter::only_run;
use crate::elaborate::rules;

pub(crate) fn program(text: &str) -> Program {
    let (program, warnings) = load(FileId(0), text).unwrap_or_else(|messages| panic!("{messages:#?}"));
    assert!(warnings.is_empty(), "{warnings:#?}");
    rules::check(&program);
    program
}

#[test]
fn arithmetic() {
    let shown = "3 2 2 7 -12 -3 3 -2 7 22 -3 -3 2 7 -22 3 -2 -2 7 12 11 289 3 23 1 9 0 -22 13 3";
    assert_eq!(only_run(&program(include_str!("programs/arithmetic.adb"))), shown);
}

#[test]
fn arrays() {
    let shown = "3 1 4 1 5 5 8 9 10 11 12 13 30 31 1 10 10 20 121 23 2 4";
    assert_eq!(only_run(&program(include_str!("programs/arrays.adb"))), shown);
}

#[test]
fn control() {
    let shown = "3 2 1 4 11 21 22 4 5 6 1 3 56 4 14 1 2 1 1 2";
    assert_eq!(only_run(&program(include_str!("programs/control.adb"))), shown);
}

#[test]
fn enumerations() {
    let shown = "1 2 2 3 1 1 0 1 1 1 1 99 11 10 0 1 2 30 2 2";
    assert_eq!(only_run(&program(include_str!("programs/enumerations.adb"))), shown);
}

#[test]
fn meetings() {
    let shown = "7 13 9 33 2 16 7 11 7 30";
    assert_eq!(only_run(&program(include_str!("programs/meetings.adb"))), shown);
}

#[test]
fn packages() {
    assert_eq!(only_run(&program(include_str!("programs/packages.adb"))), "2 3 2 44 1 1 0");
}

#[test]
fn procedures() {
    let shown = "21 75 47 80 2 9 6 20 6 13 1 2 1 2 3 1 2";
    assert_eq!(only_run(&program(include_str!("programs/procedures.adb"))), shown);
}
