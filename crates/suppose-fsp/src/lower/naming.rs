//! Names of machines, as LTSA writes them: `SYS.{a,b}::c:P(1)`.
//!
//! Every use puts something before the names of all machines it uses. A name is a list of shared pieces,
//! outermost first, so that this costs one node for each machine; the text is made when it is wanted.

use std::fmt;
use std::sync::Arc;

/// The name of a machine.
#[derive(Clone, Debug)]
pub(in super::super) struct MachineName(Arc<Piece>);

#[derive(Debug)]
struct Piece {
    text: Arc<str>,
    after: Option<Arc<Piece>>,
}

impl MachineName {
    pub(super) fn new(text: impl Into<Arc<str>>) -> Self {
        Self(Arc::new(Piece { text: text.into(), after: None }))
    }

    /// The name with a text before it.
    pub(super) fn after(self, text: &Arc<str>) -> Self {
        Self(Arc::new(Piece { text: Arc::clone(text), after: Some(self.0) }))
    }
}

impl fmt::Display for MachineName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut piece = Some(&self.0);
        while let Some(Piece { text, after }) = piece.map(|piece| &**piece) {
            f.write_str(text)?;
            piece = after.as_ref();
        }
        Ok(())
    }
}
