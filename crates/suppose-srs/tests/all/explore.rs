//! Symbolic exploration and what is built on it, against the explicit exploration, which shares no code with
//! it, and against the numbers of the steam boiler.

#![expect(clippy::print_stdout, reason = "the tests say how much they compared")]

use crate::common::models;
use crate::common::random;

mod boiler;
mod modular;
mod termination;
mod twin;
