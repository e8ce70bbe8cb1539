//! Source files and places in them.

use std::sync::{Arc, OnceLock};

/// A file of a [`SourceMap`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct FileId(pub u32);

/// A range of bytes in one file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Span {
    /// The file.
    pub file: FileId,
    /// First byte.
    pub start: u32,
    /// One past the last byte.
    pub end: u32,
}

impl Span {
    /// The bytes `start..end` of `file`.
    pub const fn new(file: FileId, start: u32, end: u32) -> Self {
        Self { file, start, end }
    }

    /// The smallest span that covers both. Both must be in one file.
    #[must_use]
    pub fn to(self, other: Self) -> Self {
        debug_assert_eq!(self.file, other.file);
        Self { file: self.file, start: self.start.min(other.start), end: self.end.max(other.end) }
    }
}

/// A line and a column, both counted from 1; columns count characters.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct LineColumn {
    /// The line.
    pub line: u32,
    /// The column, in characters.
    pub column: u32,
}

/// One file: what it is called and what it says.
#[derive(Clone, Debug)]
pub struct SourceFile {
    /// The name to show, as the user gave it.
    pub name: String,
    /// The whole text.
    pub text: Arc<str>,
    /// Only looked for when a place is asked for: most files are right, and graphs can be large.
    line_starts: OnceLock<Vec<u32>>,
}

impl SourceFile {
    fn new(name: String, text: Arc<str>) -> Self {
        Self { name, text, line_starts: OnceLock::new() }
    }

    fn line_starts(&self) -> &[u32] {
        self.line_starts.get_or_init(|| {
            let breaks = self.text.bytes().enumerate().filter(|&(_, b)| b == b'\n');
            std::iter::once(0).chain(breaks.map(|(i, _)| i as u32 + 1)).collect()
        })
    }

    /// Line and column of a byte offset.
    pub fn line_column(&self, offset: u32) -> LineColumn {
        let starts = self.line_starts();
        let line = starts.partition_point(|&start| start <= offset).max(1) - 1;
        let start = starts[line] as usize;
        let end = (offset as usize).clamp(start, self.text.len());
        // A span always starts on a character boundary, but be lenient about others.
        let before = String::from_utf8_lossy(&self.text.as_bytes()[start..end]);
        LineColumn { line: line as u32 + 1, column: before.chars().count() as u32 + 1 }
    }

    /// The text of a line, counted from 1, without its line break.
    pub fn line(&self, line: u32) -> &str {
        let index = (line.max(1) - 1) as usize;
        let starts = self.line_starts();
        let Some(&start) = starts.get(index) else { return "" };
        let end = starts.get(index + 1).map_or(self.text.len(), |&next| next as usize);
        self.text[start as usize..end].trim_end_matches(['\n', '\r'])
    }
}

/// All files of one run.
#[derive(Clone, Debug, Default)]
pub struct SourceMap {
    files: Vec<SourceFile>,
}

impl SourceMap {
    /// An empty map.
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds a file. Its text must be shorter than 4 GiB; readers check that before.
    pub fn add(&mut self, name: impl Into<String>, text: impl Into<Arc<str>>) -> FileId {
        let id = FileId(self.files.len() as u32);
        self.files.push(SourceFile::new(name.into(), text.into()));
        id
    }

    /// Gives a file its text after the fact: for large graphs, whose text is only needed when there is a
    /// message about it. Bytes that are not UTF-8 are shown as `?`, one for one, so that offsets stay right.
    pub fn fill(&mut self, id: FileId, bytes: &[u8]) {
        let mut text = String::with_capacity(bytes.len());
        for chunk in bytes.utf8_chunks() {
            text.push_str(chunk.valid());
            text.extend(chunk.invalid().iter().map(|_| '?'));
        }
        let name = std::mem::take(&mut self.files[id.0 as usize].name);
        self.files[id.0 as usize] = SourceFile::new(name, text.into());
    }

    /// The file with this id.
    ///
    /// # Panics
    /// When the id comes from another map.
    pub fn file(&self, id: FileId) -> &SourceFile {
        &self.files[id.0 as usize]
    }

    /// Where a span begins.
    pub fn position(&self, span: Span) -> LineColumn {
        self.file(span.file).line_column(span.start)
    }

    /// The text a span covers.
    pub fn text(&self, span: Span) -> &str {
        self.file(span.file).text.get(span.start as usize..span.end as usize).unwrap_or("")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bytes_that_are_no_text_keep_their_place() {
        let mut map = SourceMap::new();
        let file = map.add("x.aut", "");
        map.fill(file, b"a\xff\xfeb\nc");
        assert_eq!(&*map.file(file).text, "a??b\nc");
        assert_eq!(map.file(file).name, "x.aut");
        assert_eq!(map.file(file).line_column(5), LineColumn { line: 2, column: 1 });
    }

    #[test]
    fn columns_count_characters() {
        let mut map = SourceMap::new();
        let file = map.add("x.lts", "ab\nä→c\n");
        let at = |offset| map.file(file).line_column(offset);
        assert_eq!(at(0), LineColumn { line: 1, column: 1 });
        assert_eq!(at(3), LineColumn { line: 2, column: 1 });
        assert_eq!(at(5), LineColumn { line: 2, column: 2 });
        assert_eq!(at(8), LineColumn { line: 2, column: 3 });
        assert_eq!(map.file(file).line(2), "ä→c");
        assert_eq!(map.file(file).line(9), "");
    }
}
