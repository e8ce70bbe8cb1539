//! Gate libraries: cells by name, and the cells that are known without a library.

use std::sync::OnceLock;

use rustc_hash::FxHashMap;
use suppose_base::{FileId, Span};

use super::arbiter::Arbiter;
use super::wait::{self, Wait};
use super::{arbiter, genlib};
use crate::expr::Expr;
use crate::net::WireId;

/// An output of a cell.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CellOutput {
    /// Its name.
    pub pin: String,
    /// Its next value. Wire `i` of the expression is pin `i` of the cell, see [`Cell::pin_name`]; an output
    /// that occurs in its own function is one that keeps its value.
    pub function: Expr,
}

/// A cell of a library: outputs, each with its function.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cell {
    /// Its name.
    pub name: String,
    /// The outputs, which are the first pins.
    pub outputs: Vec<CellOutput>,
    /// The names of the inputs, which are the other pins, in the order in which the functions mention them.
    pub inputs: Vec<String>,
    /// Set if the cell is a mutual exclusion element, over its pins.
    pub arbiter: Option<Arbiter>,
    /// Set if the cell waits for a level, over its pins.
    pub wait: Option<Wait>,
    /// Where it is written; the built-in cells are written nowhere.
    pub span: Option<Span>,
}

impl Cell {
    /// A cell; whether it is an arbiter is found out.
    pub(super) fn new(
        name: String,
        outputs: Vec<CellOutput>,
        inputs: Vec<String>,
        span: Option<Span>,
    ) -> Self {
        let arbiter = match outputs.as_slice() {
            [first, second] => {
                let functions = [[first.function.clone(), second.function.clone()]];
                arbiter::recognise([WireId(0), WireId(1)], &functions)
            }
            _ => None,
        };
        Self { name, outputs, inputs, arbiter, wait: None, span }
    }

    /// How many pins it has.
    pub fn pins(&self) -> usize {
        self.outputs.len() + self.inputs.len()
    }

    /// The name of a pin, counted from 0: outputs, then inputs.
    pub fn pin_name(&self, pin: usize) -> &str {
        match self.outputs.get(pin) {
            Some(output) => &output.pin,
            None => &self.inputs[pin - self.outputs.len()],
        }
    }

    /// The number of a pin.
    pub fn find_pin(&self, name: &str) -> Option<usize> {
        (0..self.pins()).find(|&pin| self.pin_name(pin) == name)
    }
}

/// Cells by name.
#[derive(Clone, Debug, Default)]
pub struct Library {
    cells: Vec<Cell>,
    by_name: FxHashMap<String, usize>,
    /// Cells that the text defines and that no netlist can use, with the reason.
    unusable: FxHashMap<String, String>,
}

impl Library {
    /// The cells that are known when no library is given: gates with one to six inputs under their usual
    /// names, C-elements, mutual exclusion elements `MUTEX` (early protocol) and `MUTEX_late`, and `WAIT` and
    /// `WAIT0` for inputs that may have hazards. Their pins are called as Workcraft calls them.
    pub fn built_in() -> &'static Self {
        static LIBRARY: OnceLock<Library> = OnceLock::new();
        LIBRARY.get_or_init(|| {
            let (mut library, messages) = genlib::parse(BUILT_IN, FileId(0), false);
            debug_assert!(messages.is_empty(), "{messages:?}");
            for (name, level) in wait::CELLS {
                let cell = library.by_name.get(name).map(|&place| &mut library.cells[place]);
                if let Some(cell) = cell {
                    cell.wait = Wait::of_pins(level, |pin| cell.find_pin(pin));
                }
            }
            library
        })
    }

    /// Adds the built-in cells that are no gates, mutual exclusion elements and waits, unless there are cells
    /// of these names. Libraries of gates have none, and circuits that need one use it all the same.
    pub(super) fn with_special_cells(mut self) -> Self {
        for cell in &Self::built_in().cells {
            if (cell.arbiter.is_some() || cell.wait.is_some()) && self.cell(&cell.name).is_none() {
                self.add(cell.clone());
            }
        }
        self
    }

    /// Adds a cell whose name is new.
    pub(super) fn add(&mut self, cell: Cell) {
        self.by_name.insert(cell.name.clone(), self.cells.len());
        self.cells.push(cell);
    }

    pub(super) fn add_unusable(&mut self, name: String, why: String) {
        self.unusable.insert(name, why);
    }

    /// All cells, in the order of the text.
    pub fn cells(&self) -> &[Cell] {
        &self.cells
    }

    /// The cell of a name.
    pub fn cell(&self, name: &str) -> Option<&Cell> {
        self.by_name.get(name).map(|&place| &self.cells[place])
    }

    /// Why a cell that the text defines cannot be used.
    pub(super) fn why_unusable(&self, name: &str) -> Option<&str> {
        self.unusable.get(name).map(String::as_str)
    }
}

/// The built-in cells. Areas mean nothing here.
const BUILT_IN: &str = "
GATE LOGIC0 0 O=CONST0;
GATE LOGIC1 0 O=CONST1;
GATE BUF 1 O=I;
GATE INV 1 ON=!I;

GATE AND2 1 O=A*B;
GATE AND3 1 O=A*B*C;
GATE AND4 1 O=A*B*C*D;
GATE OR2 1 O=A+B;
GATE OR3 1 O=A+B+C;
GATE OR4 1 O=A+B+C+D;
GATE NAND2 1 ON=!(A*B);
GATE NAND3 1 ON=!(A*B*C);
GATE NAND4 1 ON=!(A*B*C*D);
GATE NOR2 1 ON=!(A+B);
GATE NOR3 1 ON=!(A+B+C);
GATE NOR4 1 ON=!(A+B+C+D);

# With inverted inputs
GATE NAND2B 1 ON=AN+!B;
GATE NAND3B 1 ON=AN+!(B*C);
GATE NAND4B 1 ON=AN+!(B*C*D);
GATE NAND4BB 1 ON=AN+BN+!(C*D);
GATE NOR2B 1 ON=AN*!B;
GATE NOR3B 1 ON=AN*!(B+C);
GATE NOR4B 1 ON=AN*!(B+C+D);
GATE NOR4BB 1 ON=AN*BN*!(C+D);

GATE XOR2 1 O=A^B;
GATE XNOR2 1 O=!(A^B);
GATE XOR3 1 O=A^B^C;
GATE MUX2 1 O=I0*!S0+I1*S0+I0*I1;
GATE MAJ3 1 O=A*B+A*C+B*C;
GATE MAJI3 1 ON=!(A*B+A*C+B*C);

# Disjunctions of conjunctions
GATE AO21 1 O=A1*A2+B;
GATE AO22 1 O=A1*A2+B1*B2;
GATE AO31 1 O=A1*A2*A3+B;
GATE AO32 1 O=A1*A2*A3+B1*B2;
GATE AO33 1 O=A1*A2*A3+B1*B2*B3;
GATE AO211 1 O=A1*A2+B+C;
GATE AO221 1 O=A1*A2+B1*B2+C;
GATE AO222 1 O=A1*A2+B1*B2+C1*C2;
GATE AOI21 1 ON=!(A1*A2+B);
GATE AOI22 1 ON=!(A1*A2+B1*B2);
GATE AOI31 1 ON=!(A1*A2*A3+B);
GATE AOI32 1 ON=!(A1*A2*A3+B1*B2);
GATE AOI33 1 ON=!(A1*A2*A3+B1*B2*B3);
GATE AOI211 1 ON=!(A1*A2+B+C);
GATE AOI221 1 ON=!(A1*A2+B1*B2+C);
GATE AOI222 1 ON=!(A1*A2+B1*B2+C1*C2);

# Conjunctions of disjunctions
GATE OA21 1 O=(A1+A2)*B;
GATE OA22 1 O=(A1+A2)*(B1+B2);
GATE OA31 1 O=(A1+A2+A3)*B;
GATE OA32 1 O=(A1+A2+A3)*(B1+B2);
GATE OA33 1 O=(A1+A2+A3)*(B1+B2+B3);
GATE OA211 1 O=(A1+A2)*B*C;
GATE OA221 1 O=(A1+A2)*(B1+B2)*C;
GATE OA222 1 O=(A1+A2)*(B1+B2)*(C1+C2);
GATE OAI21 1 ON=!((A1+A2)*B);
GATE OAI22 1 ON=!((A1+A2)*(B1+B2));
GATE OAI31 1 ON=!((A1+A2+A3)*B);
GATE OAI32 1 ON=!((A1+A2+A3)*(B1+B2));
GATE OAI33 1 ON=!((A1+A2+A3)*(B1+B2+B3));
GATE OAI211 1 ON=!((A1+A2)*B*C);
GATE OAI221 1 ON=!((A1+A2)*(B1+B2)*C);
GATE OAI222 1 ON=!((A1+A2)*(B1+B2)*(C1+C2));

# State-holding: C-elements and latches
GATE C2 1 Q=A*B+Q*(A+B);
GATE C3 1 Q=A*B*C+Q*(A+B+C);
GATE C4 1 Q=A*B*C*D+Q*(A+B+C+D);
GATE NC2 1 QN=!(A+B)+QN*!(A*B);
GATE NC3 1 QN=!(A+B+C)+QN*!(A*B*C);
GATE SR 1 Q=S+Q*!R;

# Mutual exclusion
GATE MUTEX 1 g1=r1*(!g2+!r2);
GATE MUTEX 1 g2=r2*(!g1+!r1);
GATE MUTEX_late 1 g1=r1*!g2;
GATE MUTEX_late 1 g2=r2*!g1;

# Waiting for a level
GATE WAIT 1 san=ctrl*(sig+san);
GATE WAIT0 1 san=ctrl*(!sig+san);
";
