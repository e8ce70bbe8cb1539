//! The observation table (S, E, T) of L*.
//!
//! Rows are words: λ, and for each row in S its extensions by one letter. A row that is moved to S keeps its
//! place, so the rows form a tree of parent links, S is prefix-closed, and no word is stored as a whole. Each
//! row has one answer T(row · e) for each suffix e of E.
//!
//! Contract: after [`Table::start`] and every `promote`, `add_suffix` or `close` that did not stop, all
//! answers are there. After `close` every extension has the contents of some row of S.
//!
//! Contents are hash-consed without hashing: all answers to the suffixes so far are a path in a binary tree,
//! and a row holds the node where its path ends. Two rows are equal when they hold the same node. A new
//! suffix moves each row one node down. So a row takes 16 bytes whatever the size of E, and closing is one
//! pass over S · Σ.
//!
//! Closing moves the first extension that has no equal in S, in the order of S and then of letters, and goes
//! on behind it: rows once closed stay closed. With letters in alphabetical order this gives the tables
//! printed by Cobleigh, Giannakopoulou and Păsăreanu (2003).
//!
//! Complexity: |S| · |Σ| · |E| queries, as much time, and as many 12-byte nodes where no two rows share a
//! path. Tested with the printed tables, and through both learners that use it.

use suppose_base::StopReason;

use crate::{Dfa, Membership, Symbol};

const NONE: u32 = u32::MAX;

/// An observation table.
#[derive(Clone, Debug)]
pub struct Table {
    alphabet: usize,
    rows: Vec<Row>,
    /// The rows of S, in the order in which they entered.
    short: Vec<u32>,
    suffixes: Vec<Box<[Symbol]>>,
    contents: Contents,
    /// For each node of the contents the first row of S that holds it.
    owner: Vec<u32>,
    /// The word being asked; kept to save allocations.
    query: Vec<Symbol>,
}

#[derive(Clone, Copy, Debug)]
struct Row {
    parent: u32,
    symbol: Symbol,
    content: u32,
    /// The first of its extensions, which follow one another; none unless the row is in S.
    extensions: u32,
}

/// Answers in the order of E, shared as paths of a binary tree.
#[derive(Clone, Debug)]
struct Contents {
    children: Vec<[u32; 2]>,
    parents: Vec<u32>,
}

impl Contents {
    fn new() -> Self {
        Self { children: vec![[NONE; 2]], parents: vec![NONE] }
    }

    fn step(&mut self, node: u32, answer: bool) -> u32 {
        let child = self.children[node as usize][usize::from(answer)];
        if child != NONE {
            return child;
        }
        let fresh = self.children.len() as u32;
        self.children[node as usize][usize::from(answer)] = fresh;
        self.children.push([NONE; 2]);
        self.parents.push(node);
        fresh
    }

    fn answers(&self, mut node: u32) -> Vec<bool> {
        let mut answers = Vec::new();
        while self.parents[node as usize] != NONE {
            let parent = self.parents[node as usize];
            answers.push(self.children[parent as usize][1] == node);
            node = parent;
        }
        answers.reverse();
        answers
    }
}

/// A row as it is shown.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TableRow {
    /// The word of the row.
    pub word: Vec<Symbol>,
    /// One answer for each suffix.
    pub answers: Vec<bool>,
}

impl Table {
    /// The table before any query: S and E are {λ}.
    pub(crate) fn new(alphabet: usize) -> Self {
        Self {
            alphabet,
            rows: Vec::new(),
            short: Vec::new(),
            suffixes: vec![Box::default()],
            contents: Contents::new(),
            owner: Vec::new(),
            query: Vec::new(),
        }
    }

    /// The suffixes E, in the order in which they were added; the first is λ.
    pub fn suffixes(&self) -> impl Iterator<Item = &[Symbol]> {
        self.suffixes.iter().map(|suffix| &**suffix)
    }

    /// The rows of S, in the order in which they entered; the first is λ.
    pub fn rows(&self) -> impl Iterator<Item = TableRow> {
        self.short.iter().map(|&row| self.show(row))
    }

    /// The rows of S · Σ, in the order of S and then of letters. Those that are in S too are among them.
    pub fn extensions(&self) -> impl Iterator<Item = TableRow> {
        let all = self.short.iter().flat_map(|&row| self.extensions_of(row));
        all.map(|row| self.show(row))
    }

    fn show(&self, row: u32) -> TableRow {
        let mut word = Vec::new();
        self.write_word(row, &mut word);
        TableRow { word, answers: self.contents.answers(self.rows[row as usize].content) }
    }

    fn extensions_of(&self, row: u32) -> std::ops::Range<u32> {
        let first = self.rows[row as usize].extensions;
        first..first + self.alphabet as u32
    }

    /// Asks for λ and its extensions.
    pub(crate) fn start(&mut self, oracle: &mut dyn Membership) -> Result<(), StopReason> {
        self.rows.push(Row { parent: NONE, symbol: 0, content: 0, extensions: NONE });
        self.fill(0, 0, oracle)?;
        self.promote(0, oracle)
    }

    /// How many rows S has.
    pub(crate) fn short_rows(&self) -> usize {
        self.short.len()
    }

    /// Writes the word of a row of S, given by its place in S.
    pub(crate) fn write_short(&self, place: usize, word: &mut Vec<Symbol>) {
        self.write_word(self.short[place], word);
    }

    /// The row after a letter from a row of S.
    pub(crate) fn extension(&self, row: u32, symbol: Symbol) -> u32 {
        debug_assert!(self.is_short(row));
        self.rows[row as usize].extensions + symbol
    }

    pub(crate) fn is_short(&self, row: u32) -> bool {
        self.rows[row as usize].extensions != NONE
    }

    /// Moves a row to S and asks for its extensions.
    pub(crate) fn promote(&mut self, row: u32, oracle: &mut dyn Membership) -> Result<(), StopReason> {
        debug_assert!(!self.is_short(row));
        let first = self.rows.len() as u32;
        self.rows[row as usize].extensions = first;
        self.short.push(row);
        self.own(row);
        for symbol in 0..self.alphabet as Symbol {
            self.rows.push(Row { parent: row, symbol, content: 0, extensions: NONE });
        }
        for extension in self.extensions_of(row) {
            self.fill(extension, 0, oracle)?;
        }
        Ok(())
    }

    /// Adds a suffix and asks for it in every row.
    pub(crate) fn add_suffix(
        &mut self,
        suffix: &[Symbol],
        oracle: &mut dyn Membership,
    ) -> Result<(), StopReason> {
        let column = self.suffixes.len();
        self.suffixes.push(suffix.into());
        for row in 0..self.rows.len() as u32 {
            self.fill(row, column, oracle)?;
        }
        for place in 0..self.short.len() {
            self.own(self.short[place]);
        }
        Ok(())
    }

    /// Moves rows to S until every extension has an equal there.
    pub(crate) fn close(&mut self, oracle: &mut dyn Membership) -> Result<(), StopReason> {
        let mut place = 0;
        while place < self.short.len() {
            for extension in self.extensions_of(self.short[place]) {
                if self.owner_of(extension) == NONE {
                    self.promote(extension, oracle)?;
                }
            }
            place += 1;
        }
        Ok(())
    }

    /// A word `a · e` that tells apart two rows of S that are equal so far, if there is one.
    pub(crate) fn inconsistency(&self) -> Option<Vec<Symbol>> {
        for &row in &self.short {
            let first = self.owner_of(row);
            if first == row {
                continue;
            }
            for symbol in 0..self.alphabet as Symbol {
                let left = self.rows[self.extension(first, symbol) as usize].content;
                let right = self.rows[self.extension(row, symbol) as usize].content;
                if left != right {
                    let column = self.first_difference(left, right);
                    return Some([&[symbol], &*self.suffixes[column]].concat());
                }
            }
        }
        None
    }

    /// The automaton of a closed and consistent table: states are the different rows of S, in the order of S.
    pub(crate) fn automaton(&self) -> Dfa {
        let mut number = vec![NONE; self.owner.len()];
        let mut states = Vec::new();
        for &row in &self.short {
            if self.owner_of(row) == row {
                number[self.rows[row as usize].content as usize] = states.len() as u32;
                states.push(row);
            }
        }
        let accepting = states.iter().map(|&row| self.first_answer(row)).collect();
        let targets = states.iter().flat_map(|&row| self.extensions_of(row));
        let delta = targets.map(|row| number[self.rows[row as usize].content as usize]).collect();
        Dfa::new(self.alphabet, accepting, delta)
            .expect("every extension of a closed table has an equal in S")
    }

    /// A word of the table that the automaton of the table answers otherwise, with the answer of the table.
    /// All rows of S must be different.
    pub(crate) fn disagreement(&self, automaton: &Dfa) -> Option<(Vec<Symbol>, bool)> {
        for (state, &row) in self.short.iter().enumerate() {
            let answers = self.contents.answers(self.rows[row as usize].content);
            for (suffix, answer) in self.suffixes.iter().zip(answers) {
                if automaton.is_accepting(automaton.run(state as u32, suffix)) != answer {
                    let mut word = Vec::new();
                    self.write_word(row, &mut word);
                    word.extend_from_slice(suffix);
                    return Some((word, answer));
                }
            }
        }
        None
    }

    fn first_answer(&self, row: u32) -> bool {
        let mut node = self.rows[row as usize].content;
        while self.contents.parents[node as usize] != 0 {
            node = self.contents.parents[node as usize];
        }
        self.contents.children[0][1] == node
    }

    /// The first suffix for which two rows with these different contents have different answers.
    fn first_difference(&self, left: u32, right: u32) -> usize {
        let pairs = self.contents.answers(left).into_iter().zip(self.contents.answers(right));
        pairs.take_while(|(left, right)| left == right).count()
    }

    /// The first row of S with the contents of this row.
    fn owner_of(&self, row: u32) -> u32 {
        self.owner.get(self.rows[row as usize].content as usize).copied().unwrap_or(NONE)
    }

    fn own(&mut self, row: u32) {
        let content = self.rows[row as usize].content as usize;
        if self.owner.len() <= content {
            self.owner.resize(self.contents.children.len(), NONE);
        }
        if self.owner[content] == NONE {
            self.owner[content] = row;
        }
    }

    /// Asks for the suffixes of a row from this column on.
    fn fill(&mut self, row: u32, from: usize, oracle: &mut dyn Membership) -> Result<(), StopReason> {
        let mut query = std::mem::take(&mut self.query);
        query.clear();
        self.write_word(row, &mut query);
        let length = query.len();
        let mut content = self.rows[row as usize].content;
        for suffix in &self.suffixes[from..] {
            query.truncate(length);
            query.extend_from_slice(suffix);
            content = self.contents.step(content, oracle.member(&query)?);
        }
        self.rows[row as usize].content = content;
        self.query = query;
        Ok(())
    }

    /// Appends the word of a row.
    fn write_word(&self, row: u32, word: &mut Vec<Symbol>) {
        let start = word.len();
        let mut at = self.rows[row as usize];
        while at.parent != NONE {
            word.push(at.symbol);
            at = self.rows[at.parent as usize];
        }
        word[start..].reverse();
    }
}
