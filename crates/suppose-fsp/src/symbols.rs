//! Interned names of one source file, so that names compare and hash as numbers.

use std::sync::Arc;

use rustc_hash::FxHashMap;

/// A name of one source file, interned in [`Symbols`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Symbol(u32);

/// The table of names of one source file.
#[derive(Clone, Debug, Default)]
pub struct Symbols {
    texts: Vec<Arc<str>>,
    ids: FxHashMap<Arc<str>, Symbol>,
}

impl Symbols {
    /// The symbol of a text, added when it is new.
    pub(crate) fn intern(&mut self, text: &str) -> Symbol {
        if let Some(&symbol) = self.ids.get(text) {
            return symbol;
        }
        // A file is shorter than 4 GiB, so it cannot hold 2^32 different names.
        let symbol = Symbol(self.texts.len() as u32);
        let text: Arc<str> = Arc::from(text);
        self.texts.push(Arc::clone(&text));
        self.ids.insert(text, symbol);
        symbol
    }

    /// The symbol of a text, if the file has it.
    pub fn get(&self, text: &str) -> Option<Symbol> {
        self.ids.get(text).copied()
    }

    /// The text of a symbol.
    ///
    /// # Panics
    /// When the symbol comes from a larger table.
    pub fn text(&self, symbol: Symbol) -> &str {
        &self.texts[symbol.0 as usize]
    }

    /// The text of a symbol, shared.
    ///
    /// # Panics
    /// When the symbol comes from a larger table.
    pub(crate) fn shared(&self, symbol: Symbol) -> Arc<str> {
        Arc::clone(&self.texts[symbol.0 as usize])
    }
}
