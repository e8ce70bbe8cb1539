//! Reductions: smaller LTSs that are equivalent to the original.
