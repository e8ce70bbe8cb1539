//! The reductions of state graphs: against definitions, against the worked examples of the dissertation, and where its printed algorithms
//! go wrong.

mod autofailure;
mod figures;
mod large;
mod literal;
mod naive;
mod nets;
mod small;
mod support;
