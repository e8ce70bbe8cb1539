//! The reductions of state graphs: against definitions, against the worked examples of the dissertation, and
//! where its printed algorithms go wrong.

mod autofailure;
use crate::common;
mod corpus;
mod figures;
mod large;
mod literal;
mod naive;
mod nets;
mod small;
mod support;
