//! The elevator of Cobleigh's dissertation (Figure 3.1): every number and verdict that it has for data-flow
//! analysis.

mod drawn;
mod program;
