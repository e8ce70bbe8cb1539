//! Published designs, where `SUPPOSE_CORPUS` names their folder; otherwise each test says that it is skipped.
//!
//! Run with `--release`; in debug only small designs are looked at. With `--nocapture` a table shows what
//! each method took.

mod agree;
use crate::common;
mod counts;
mod designs;
mod known;
