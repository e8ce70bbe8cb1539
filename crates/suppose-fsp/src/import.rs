//! How `import P = "file.aut"` gets at files: through the caller, because a library does no input.

use std::sync::Arc;

use suppose_base::FileId;

/// The content of an imported file.
#[derive(Clone, Debug)]
pub struct Imported {
    /// What it says.
    pub bytes: Arc<[u8]>,
    /// The file in the caller's table of sources, for messages about it.
    pub file: FileId,
}

/// Reads the files that a model imports.
pub trait ImportLoader {
    /// The file at `path`, as written in the model, which is relative to the model's own place.
    ///
    /// # Errors
    /// Why it cannot be read, in the words of the operating system or of the caller.
    fn load(&self, path: &str) -> Result<Imported, String>;
}

/// Imports nothing: for texts that come from nowhere in particular.
#[derive(Clone, Copy, Debug, Default)]
pub struct NoImports;

impl ImportLoader for NoImports {
    fn load(&self, _path: &str) -> Result<Imported, String> {
        Err("files cannot be imported here".to_owned())
    }
}
