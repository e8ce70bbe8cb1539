//! What several test programs share.

#![allow(dead_code, reason = "each test program uses a part of it")]

pub(crate) mod interpret;

use std::path::PathBuf;

/// The folder of the published models, or `None` after saying that the test is skipped.
pub(crate) fn corpus(folder: &str) -> Option<PathBuf> {
    let root = std::env::var_os("SUPPOSE_CORPUS");
    if root.is_none() {
        #[expect(clippy::print_stderr, reason = "a test that does nothing must say so")]
        {
            eprintln!("skipped: SUPPOSE_CORPUS is not set");
        }
    }
    root.map(|root| PathBuf::from(root).join(folder))
}

/// The environment of a C-element: both inputs rise, the output rises, both fall, the output falls.
pub(crate) const ENVIRONMENT: &str = ".inputs a b
.outputs z
.graph
a+ z+
b+ z+
z+ a- b-
a- z-
b- z-
z- a+ b+
.marking {<z-,a+> <z-,b+>}
.end
";
