//! Diagnostic codes of circuits and nets, by language.

mod lpn;
mod netlist;
mod nets;
mod pnml;
mod stg;

use suppose_base::Codes;

/// The codes of this crate.
pub const CODES: &[Codes] = &[
    Codes { about: "Circuits and nets", rows: nets::ROWS },
    Codes { about: "Platu's nets", rows: lpn::ROWS },
    Codes { about: "Signal transition graphs", rows: stg::ROWS },
    Codes { about: "PNML", rows: pnml::ROWS },
    Codes { about: "Netlists and gate libraries", rows: netlist::ROWS },
];
