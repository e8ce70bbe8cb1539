//! The semantics by definition and explicit exploration.

use crate::common::models;
use crate::common::random;

mod boiler;
mod composition;
mod figures;
mod limits;
mod replay;
mod small;
mod support;
