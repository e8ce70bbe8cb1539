//! The worked examples of Yao's dissertation (2012).

mod circuit;
mod flat;
mod steps;
