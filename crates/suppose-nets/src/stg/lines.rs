//! A `.g` text as lines of words.
//!
//! `#` begins a comment, a backslash at the end of a line continues it, and a carriage return is a blank.
//! ATACS hides data in comments that begin with `#@`; those are kept beside the words. One pass, linear time.

use suppose_base::{FileId, Span};

/// A piece of text and where it is.
#[derive(Clone, Copy, Debug)]
pub(super) struct Word<'t> {
    pub(super) text: &'t str,
    pub(super) span: Span,
}

impl Word<'_> {
    /// The bytes `from..to` of the word.
    pub(super) fn part(self, from: usize, to: usize) -> Self {
        let start = self.span.start + from as u32;
        let span = Span::new(self.span.file, start, start + (to - from) as u32);
        Self { text: &self.text[from..to], span }
    }

    /// The word cut at characters that stand for themselves, such as braces.
    pub(super) fn cut(self, at: &[char]) -> Vec<Self> {
        let mut pieces = Vec::new();
        let mut from = 0;
        for (i, c) in self.text.char_indices().filter(|(_, c)| at.contains(c)) {
            if from < i {
                pieces.push(self.part(from, i));
            }
            pieces.push(self.part(i, i + c.len_utf8()));
            from = i + c.len_utf8();
        }
        if from < self.text.len() {
            pieces.push(self.part(from, self.text.len()));
        }
        pieces
    }
}

/// A line, perhaps continued.
#[derive(Clone, Debug, Default)]
pub(super) struct Line<'t> {
    pub(super) words: Vec<Word<'t>>,
    /// What follows `#@`, if the line has such a comment.
    pub(super) data: Option<Word<'t>>,
}

impl Line<'_> {
    fn is_empty(&self) -> bool {
        self.words.is_empty() && self.data.is_none()
    }
}

/// The lines that are not empty.
pub(super) fn lines(text: &str, file: FileId) -> Vec<Line<'_>> {
    let mut all = Vec::new();
    let mut line = Line::default();
    // A byte order mark is no part of the text.
    let mut start = if text.starts_with('\u{feff}') { '\u{feff}'.len_utf8() } else { 0 };
    for raw in text[start..].split_inclusive('\n') {
        let whole = Word { text: raw, span: Span::new(file, start as u32, (start + raw.len()) as u32) };
        start += raw.len();
        let comment = raw.find('#');
        let code = raw[..comment.unwrap_or(raw.len())].trim_end();
        let continued = comment.is_none() && code.ends_with('\\');
        let code = if continued { &code[..code.len() - 1] } else { code };
        split(whole.part(0, code.len()), &mut line.words);
        if let Some(at) = comment
            && raw[at..].starts_with("#@")
        {
            line.data = Some(whole.part(at + 2, raw.trim_end().len()));
        }
        if !continued && !line.is_empty() {
            all.push(std::mem::take(&mut line));
        }
    }
    if !line.is_empty() {
        all.push(line);
    }
    all
}

/// Adds the words of a text without comments.
fn split<'t>(text: Word<'t>, into: &mut Vec<Word<'t>>) {
    let mut from = None;
    for (i, c) in text.text.char_indices() {
        // A byte order mark is no part of a word either.
        match (c.is_whitespace() || c == '\u{feff}', from) {
            (true, Some(start)) => {
                into.push(text.part(start, i));
                from = None;
            }
            (false, None) => from = Some(i),
            _ => {}
        }
    }
    if let Some(start) = from {
        into.push(text.part(start, text.text.len()));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(text: &str) -> Vec<Vec<&str>> {
        lines(text, FileId(0)).iter().map(|line| line.words.iter().map(|w| w.text).collect()).collect()
    }

    #[test]
    fn a_byte_order_mark_is_skipped() {
        let text = "\u{feff}.model m\n";
        assert_eq!(words(text), [[".model", "m"]]);
        let span = lines(text, FileId(0))[0].words[0].span;
        assert_eq!(&text[span.start as usize..span.end as usize], ".model");
    }

    #[test]
    fn comments_blanks_and_continued_lines() {
        assert_eq!(words("a b # c\r\n\r\n\td\\\r\n e\n"), [vec!["a", "b"], vec!["d", "e"]]);
        assert_eq!(words("a # b \\\nc\\"), [vec!["a"], vec!["c"]]);
        assert_eq!(words("# only\n#@.x\n").len(), 1);
        assert_eq!(words("a\\\n\nb"), [vec!["a"], vec!["b"]]);
        assert_eq!(words("\\"), Vec::<Vec<&str>>::new());
        assert_eq!(words("\u{feff}.model x\r\n"), [[".model", "x"]]);
    }

    #[test]
    fn words_know_their_place() {
        let text = "ä {<b+,c>} #@ [1,2] \n";
        let all = lines(text, FileId(0));
        let cut = all[0].words[1].cut(&['{', '}', '<', '>', ',']);
        let pieces: Vec<&str> = cut.iter().map(|w| w.text).collect();
        assert_eq!(pieces, ["{", "<", "b+", ",", "c", ">", "}"]);
        assert_eq!((cut[4].span.start, cut[4].span.end), (8, 9));
        assert_eq!(all[0].data.map(|d| d.text), Some(" [1,2]"));
    }
}
