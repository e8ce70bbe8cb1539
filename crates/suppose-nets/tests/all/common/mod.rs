//! What several test programs share.

#![allow(dead_code, reason = "each test program uses a part of it")]

pub(crate) mod interpret;

use std::path::PathBuf;

/// A folder of the published models, or `None` after saying that the test is skipped.
pub(crate) fn corpus(folder: &str) -> Option<PathBuf> {
    Some(suppose_testing::corpus()?.join(folder))
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
