//! How `<include>` gets at files: through the caller, because a library does no input.

use std::sync::Arc;

use rustc_hash::FxHashSet;
use suppose_base::{Diagnostic, FileId, Reports};

use super::ast::Tree;
use super::parse::parse;

/// Most files that one design includes.
const MOST_FILES: usize = 1000;

/// The content of an included file.
#[derive(Clone, Debug)]
pub struct Included {
    /// What it says.
    pub text: Arc<str>,
    /// The file in the caller's table of sources, for messages about it. The same file always has the same
    /// id, so that a file that includes itself is read once.
    pub file: FileId,
}

/// Reads the files that a design includes.
pub trait IncludeLoader {
    /// The file at `path`, as written in the file `from`, which is relative to the place of that file.
    ///
    /// # Errors
    /// Why it cannot be read, in the words of the operating system or of the caller.
    fn load(&self, path: &str, from: FileId) -> Result<Included, String>;
}

/// Includes nothing: for texts that come from nowhere in particular.
#[derive(Clone, Copy, Debug, Default)]
pub struct NoIncludes;

impl IncludeLoader for NoIncludes {
    fn load(&self, _path: &str, _from: FileId) -> Result<Included, String> {
        Err("files cannot be included here".to_owned())
    }
}

/// Adds what included files say to the tree, each file once.
pub(super) fn include(tree: &mut Tree, file: FileId, loader: &dyn IncludeLoader, problems: &mut Reports) {
    let mut known = FxHashSet::from_iter([file]);
    let mut waiting = std::mem::take(&mut tree.includes);
    waiting.reverse();
    while let Some(path) = waiting.pop() {
        if known.len() > MOST_FILES {
            let problem = Diagnostic::error("E0827", "too many files are included").at(path.span, "");
            problems.push(problem.note(format!("a design may include {MOST_FILES} files")));
            return;
        }
        match loader.load(&path.text, path.span.file) {
            Err(why) => {
                let problem = Diagnostic::error("E0826", format!("cannot include `{}`", path.text));
                problems.push(problem.at(path.span, why));
            }
            Ok(included) if !known.insert(included.file) => {}
            Ok(included) => {
                let mut more = parse(&included.text, included.file, problems);
                waiting.extend(more.includes.drain(..).rev());
                tree.constants.append(&mut more.constants);
                tree.mains.append(&mut more.mains);
                tree.classes.append(&mut more.classes);
                tree.modules.append(&mut more.modules);
            }
        }
    }
}
