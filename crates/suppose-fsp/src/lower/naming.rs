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

    fn pieces(&self) -> impl Iterator<Item = &str> {
        let mut next = Some(&self.0);
        std::iter::from_fn(move || {
            let piece = next?;
            next = piece.after.as_ref();
            Some(&*piece.text)
        })
    }

    /// What a machine is one of many of, and which of them it is: `phil.3:PHIL` is number 3 of `phil:PHIL`,
    /// and `CELL(2)` number 2 of `CELL`. The innermost number counts.
    pub(in super::super) fn family(&self) -> Option<(String, u32)> {
        let pieces: Vec<&str> = self.pieces().collect();
        let place = (0..pieces.len()).rev().find(|&place| indexed(pieces[place]).is_some())?;
        let (family, index) = indexed(pieces[place])?;
        let whole = [&pieces[..place].concat(), &*family, &pieces[place + 1..].concat()].concat();
        Some((whole, index))
    }
}

/// A prefix `a.3:` or an instance `P(3)` without its number, and the number.
fn indexed(piece: &str) -> Option<(String, u32)> {
    if let Some(prefix) = piece.strip_suffix(':') {
        let (family, index) = prefix.rsplit_once('.')?;
        return Some((format!("{family}:"), index.parse().ok()?));
    }
    let (family, index) = piece.strip_suffix(')')?.rsplit_once('(')?;
    Some((family.to_owned(), index.parse().ok()?))
}

impl fmt::Display for MachineName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.pieces().try_for_each(|text| f.write_str(text))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_make_families() {
        let name = |before: &[&str], last: &str| {
            before.iter().rev().fold(MachineName::new(last), |name, &text| name.after(&text.into()))
        };
        let families = |before: &[&str], last: &str| name(before, last).family();
        assert_eq!(name(&["SYS.", "phil.3:"], "PHIL").to_string(), "SYS.phil.3:PHIL");
        assert_eq!(families(&["SYS.", "phil.3:"], "PHIL"), Some(("SYS.phil:PHIL".to_owned(), 3)));
        assert_eq!(families(&["a.1:", "b.2:"], "P"), Some(("a.1:b:P".to_owned(), 2)));
        assert_eq!(families(&["a.1:"], "P(7)"), Some(("a.1:P".to_owned(), 7)));
        assert_eq!(families(&[], "P(1,2)"), None);
        assert_eq!(families(&["{a,b}::", "c:"], "LOCK"), None);
    }
}
