//! Synchronous reactive systems: what their components can and cannot do to each other, and what follows from
//! it.
//!
//! The language and the model are in [`crate::lang`]. The computational model and the method are those of C.
//! de la Riva and J. Tuya, *Automatic generation of assumptions for modular verification of software
//! specifications* (Journal of Systems and Software 79, 2006).
//!
//! ```
//! use suppose_base::{Budget, FileId};
//! use suppose_srs::explore::Setting;
//! use suppose_srs::lang::{ComponentId, load};
//! use suppose_srs::program::Program;
//!
//! let text = "component LAMP { in Switch; out On;
//!     fsm Light { init Dark; Dark -> Lit : Switch / On; Lit -> Dark : Switch; }
//!     prop p : in(Light.Lit) => !in(Light.Dark); }";
//! let model = load(text, FileId(0), "lamp").expect("a model");
//! let program = Program::whole(&model);
//! let whole = Setting { program: &program, tables: &[], last: 1 };
//! let checked = whole.check(ComponentId::at(0), 0, &Budget::unlimited());
//! assert!(checked.verdict.holds());
//! ```

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
