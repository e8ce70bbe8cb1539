//! The `suppose` command.
fn main() {}
