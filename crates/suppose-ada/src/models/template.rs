//! Programs of any size from texts with blanks.
//!
//! A template is a program in which a line of its own
//! * `@each` … `@end` encloses what is there once for each number;
//! * `@right` … `@end` and `@wrong` … `@end` enclose what is only in the correct or only in the faulty
//!   program.
//!
//! Blocks do not nest. Elsewhere `@{size}` stands for the size and, inside `@each`, `@{i}` for the number.
//! Linear in the length of the result. Tested through the programs.

use super::Variant;

/// A template with what goes into its blanks.
pub(super) struct Template {
    /// The text with blanks.
    pub text: &'static str,
    /// How many tasks there are of the kind whose number can be chosen.
    pub size: u32,
    /// The number of the first one.
    pub first: u32,
    /// Which of the two programs is wanted.
    pub variant: Variant,
}

/// Which lines are being read.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Block {
    Plain,
    Each,
    Skipped,
}

impl Template {
    /// The program.
    pub(super) fn fill(&self) -> String {
        let size = self.size.to_string();
        let mut text = String::new();
        let mut repeated: Vec<String> = Vec::new();
        let mut block = Block::Plain;
        for line in self.text.lines() {
            match line {
                "@each" => block = Block::Each,
                "@right" if self.variant == Variant::Wrong => block = Block::Skipped,
                "@wrong" if self.variant == Variant::Right => block = Block::Skipped,
                "@right" | "@wrong" => {}
                "@end" => {
                    self.repeat(&repeated, &mut text);
                    repeated.clear();
                    block = Block::Plain;
                }
                _ if block == Block::Skipped => {}
                _ if block == Block::Each => repeated.push(line.replace("@{size}", &size)),
                _ => push(&line.replace("@{size}", &size), &mut text),
            }
        }
        text
    }

    /// Writes lines once for each number.
    fn repeat(&self, lines: &[String], text: &mut String) {
        for number in (self.first..).take(self.size as usize) {
            for line in lines {
                push(&line.replace("@{i}", &number.to_string()), text);
            }
        }
    }
}

fn push(line: &str, text: &mut String) {
    text.push_str(line);
    text.push('\n');
}
