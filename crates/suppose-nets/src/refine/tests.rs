//! Tests of refinement: the dissertation's examples as literals, and what is preserved, against products by
//! definition.

mod autofailure;
mod dissertation;
mod naive;
mod sharing;
mod soundness;
mod wires;
