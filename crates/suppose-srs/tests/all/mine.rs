//! Mining: the paper's tables, and rules against what they must be by definition.

mod agreement;
mod boiler;
mod discharge;
mod naive;
mod published;
use crate::common::random;
mod scale;
mod written;
