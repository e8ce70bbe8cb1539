//! Equivalence and refinement between two LTSs, with a distinguishing trace.
