//! A page of Markdown and its fenced blocks.

use std::path::{Path, PathBuf};

/// A page.
pub(crate) struct Page {
    path: PathBuf,
    lines: Vec<String>,
    pub(crate) blocks: Vec<Block>,
}

/// A fenced block.
pub(crate) struct Block {
    /// What stands after the opening fence.
    info: String,
    /// The number of the opening fence, counted from 1.
    pub(crate) line: usize,
    lines: Vec<String>,
}

impl Page {
    pub(crate) fn read(path: &Path) -> Self {
        let text =
            std::fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        let lines: Vec<String> = text.lines().map(str::to_owned).collect();
        let mut blocks = Vec::new();
        let mut open: Option<Block> = None;
        for (index, line) in lines.iter().enumerate() {
            match (&mut open, line.strip_prefix("```")) {
                (None, Some(info)) => {
                    open = Some(Block { info: info.trim().to_owned(), line: index + 1, lines: Vec::new() });
                }
                (Some(_), Some("")) => blocks.extend(open.take()),
                (Some(block), _) => block.lines.push(line.clone()),
                (None, None) => {}
            }
        }
        assert!(open.is_none(), "{}: the last block is not closed", path.display());
        Self { path: path.to_path_buf(), lines, blocks }
    }

    /// The name of the file.
    pub(crate) fn name(&self) -> String {
        self.path.file_name().expect("a file").to_string_lossy().into_owned()
    }

    /// The targets of its links `[text](target)` outside blocks and code.
    pub(crate) fn links(&self) -> Vec<String> {
        let mut links = Vec::new();
        let mut inside = false;
        for line in &self.lines {
            if line.starts_with("```") {
                inside = !inside;
            }
            if inside {
                continue;
            }
            // Every second piece is code.
            for prose in line.split('`').step_by(2) {
                links.extend(
                    prose.split("](").skip(1).filter_map(|rest| Some(rest.split_once(')')?.0.to_owned())),
                );
            }
        }
        links
    }

    /// Writes the page with other lines in some blocks, each given by the number of its opening fence.
    pub(crate) fn replace(&self, blocks: &[(usize, Vec<String>)]) {
        let mut text = String::new();
        let mut skipping = false;
        for (index, line) in self.lines.iter().enumerate() {
            if skipping && line == "```" {
                skipping = false;
            }
            if skipping {
                continue;
            }
            text.push_str(line);
            text.push('\n');
            if let Some((_, lines)) = blocks.iter().find(|(at, _)| *at == index + 1) {
                for line in lines {
                    text.push_str(line);
                    text.push('\n');
                }
                skipping = true;
            }
        }
        std::fs::write(&self.path, text).expect("the page can be written");
    }
}

impl Block {
    /// The language.
    pub(crate) fn kind(&self) -> &str {
        self.info.split(',').next().unwrap_or_default()
    }

    /// Whether a word stands after the language.
    pub(crate) fn has(&self, word: &str) -> bool {
        self.info.split(',').skip(1).any(|option| option == word)
    }

    /// The value of `key=` after the language.
    pub(crate) fn option(&self, key: &str) -> Option<&str> {
        self.info.split(',').skip(1).find_map(|option| option.strip_prefix(key)?.strip_prefix('='))
    }

    pub(crate) fn text(&self) -> String {
        self.lines.iter().flat_map(|line| [line, "\n"]).collect()
    }

    /// The commands of a `console` block, each with the lines shown after it.
    pub(crate) fn commands(&self) -> Result<Vec<(&str, Vec<String>)>, String> {
        let mut commands: Vec<(&str, Vec<String>)> = Vec::new();
        for line in &self.lines {
            if let Some(command) = line.strip_prefix("$ ") {
                commands.push((command, Vec::new()));
            } else if let Some((_, shown)) = commands.last_mut() {
                shown.push(line.clone());
            } else {
                return Err(format!("line {}: a console block begins with `$ `", self.line));
            }
        }
        Ok(commands)
    }
}
