//! An LTS as JSON, complete: states, end state, unused actions and all.
//!
//! ```json
//! {"schema":"suppose/lts/1","name":"P","states":2,"initial":0,"error":true,"end":null,
//!  "alphabet":["a","b"],"transitions":[[0,"a",1],[0,"tau",0],[1,"a",-1]]}
//! ```
//!
//! π is −1 and τ is `tau`. The alphabet is sorted by name, transitions come in row order. The writer makes
//! the text by hand, a line for each transition; the reader uses `serde_json` and keeps each piece as raw
//! text, whose address tells where it stands, so that every diagnostic has its place. `name`, `error` and
//! `end` may be missing, and unknown fields are ignored. Actions on transitions join the alphabet.

mod read;
mod write;

pub use read::{JsonFile, read_json};
pub use write::write_json;

/// What the field `schema` says.
const SCHEMA: &str = "suppose/lts/1";
