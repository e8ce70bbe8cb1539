//! Synchronous reactive systems: what their components can and cannot do to each other, and what follows from
//! it.
//!
//! The language and the model are in [`crate::lang`]. The computational model and the method are those of C.
//! de la Riva and J. Tuya, *Automatic generation of assumptions for modular verification of software
//! specifications* (Journal of Systems and Software 79, 2006).

pub mod bridge;
pub mod explicit;
pub mod explore;
pub mod inquiry;
pub mod lang;
pub mod mine;
pub mod models;
pub mod modular;
pub mod program;
pub mod promela;
pub mod space;
pub mod table;

pub use inquiry::Srs;
