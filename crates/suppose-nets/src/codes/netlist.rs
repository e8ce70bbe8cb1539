//! Codes about netlists and gate libraries: `E086x` and `E087x`, warnings `W086x`.

use suppose_base::Code;

pub(super) const ROWS: &[Code] = &[
    Code {
        code: "E0860",
        summary: "the netlist is malformed",
        text: "A netlist is structural Verilog: modules with ports, declarations of wires, instances of \
            gates and modules, and `assign`. At this place something else is written, or a mark such as `;` \
            is missing a little before.",
        example: "module m (a, z);\n  input a;\n  output z;\n  assign z = ~a\nendmodule\n",
    },
    Code {
        code: "E0861",
        summary: "the construct is not supported in a netlist",
        text: "Only structure is read: gates and how they are connected. Behaviour (`always`, `reg`, \
            functions), parameters, generated instances, arrays, macros, arithmetic and switches are not. A \
            synthesis tool turns most of these into gates; write its output as Verilog and use that.",
        example: "module m (a, z);\n  input a;\n  output z;\n  reg z;\n  always @(a) z = ~a;\nendmodule\n",
    },
    Code {
        code: "E0862",
        summary: "a number or a character is not understood",
        text: "Constants are written as `1'b0`, `4'b0011`, `8'hff` or `12`, and each bit is 0 or 1. Indices \
            are whole numbers. Outside of comments and quotes there are no control characters, and what is \
            opened is closed.",
        example: "module m (a, z);\n  input a;\n  output z;\n  assign z = a & 1'bx;\nendmodule\n",
    },
    Code {
        code: "E0863",
        summary: "the gate library is malformed",
        text: "A gate library in the genlib format has cells such as `GATE NAND2 12 ON=!(A*B);`: a name, an \
            area, an output and its function. Lines that begin with `PIN` and `SEQ` may follow, `#` begins a \
            comment. At this place something else is written.",
        example: "GATE NAND2 12 ON=!(A*B;\nPIN * INV 1 999 1 .2 1 .2\n",
    },
    Code {
        code: "E0864",
        summary: "a cell is there twice",
        text: "Two cells of the same name are one cell with several outputs, so their outputs must have \
            different names. Here name and output are both the same. Remove one of the two.",
        example: "GATE INV 1 O=!A;\nGATE INV 2 O=A';\n",
    },
    Code {
        code: "E0865",
        summary: "there is no such cell",
        text: "An instance names a module of the same file, a cell of the gate library, or a primitive such \
            as `nand`. Without a library the usual gates are known, with the pin names of Workcraft. Give \
            the library for which the netlist was made.",
        example: "module m (a, z);\n  input a;\n  output z;\n  INVX8 u (.I(a), .ON(z));\nendmodule\n",
    },
    Code {
        code: "E0866",
        summary: "the pins do not fit the cell",
        text: "Each connection names a pin of the cell or a port of the module, once; or connections stand \
            in the order of the pins: for cells the output and then the inputs as the function mentions \
            them. Here a pin does not exist, is connected twice, or has no order because the cell has \
            several outputs.",
        example: "module m (a, z);\n  input a;\n  output z;\n  INV u (.IN(a), .ON(z));\nendmodule\n",
    },
    Code {
        code: "E0867",
        summary: "nothing is connected to an input",
        text: "An input that is left open has no value, so what the gate does is not known. Connect it to a \
            wire or to a constant. Outputs may be left open.",
        example: "module m (a, z);\n  input a;\n  output z;\n  AND2 u (.A(a), .O(z));\nendmodule\n",
    },
    Code {
        code: "E0868",
        summary: "a wire has two drivers",
        text: "A wire is the output of one gate, or an input of the circuit. Two gates that drive the same \
            wire may disagree, and buses with several drivers are not supported.",
        example: "module m (a, z);\n  input a;\n  output z;\n  assign z = a;\n  not u (z, a);\nendmodule\n",
    },
    Code {
        code: "E0869",
        summary: "the widths do not fit",
        text: "What is connected to a port has as many bits as the port. Select the bits that are meant, as \
            in `data[3:0]`, or put several signals together, as in `{a, b}`. Pins of gates have one bit.",
        example: "module m (a, z);\n  input [1:0] a;\n  output z;\n  INV u (.I(a), .ON(z));\nendmodule\n",
    },
    Code {
        code: "E0870",
        summary: "a module contains itself",
        text: "Modules are expanded down to gates, so no module may have an instance of itself, directly or \
            through others.",
        example: "module m (a, z);\n  input a;\n  output z;\n  m u (.a(a), .z(z));\nendmodule\n",
    },
    Code {
        code: "E0871",
        summary: "there is no top module",
        text: "The circuit is the module that no other module uses. The file has no module, or several of \
            this kind, or not the one that was asked for. Name one of them.",
        example: "module m (a);\n  input a;\nendmodule\nmodule n (a);\n  input a;\nendmodule\n",
    },
    Code {
        code: "E0872",
        summary: "a name is declared twice",
        text: "Modules of a file, signals of a module and instances in a module each have distinct names. A \
            port may be declared once with a direction and once as a `wire` of the same width.",
        example: "module m (a);\n  input a;\n  wire b;\n  wire b;\nendmodule\n",
    },
    Code {
        code: "E0873",
        summary: "the circuit or an expression is too large",
        text: "A circuit has at most about a million wires and statements when all modules are expanded, 256 \
            levels of modules, and about 260000 bits and operators in one statement; expressions nest at \
            most 64 levels, and a cell has at most 256 pins. A few lines can describe far more than that, \
            which is nearly always a mistake in a width or a repetition.",
        example: "module m (a);\n  input [9999999:0] a;\nendmodule\n",
    },
    Code {
        code: "E0874",
        summary: "the index does not exist",
        text: "A signal has the bits of its declaration: with `wire [3:0] w` these are `w[3]` to `w[0]`. A \
            signal that is declared without a range is a single wire.",
        example: "module m (a, z);\n  input [1:0] a;\n  output z;\n  assign z = a[2];\nendmodule\n",
    },
    Code {
        code: "E0875",
        summary: "this cannot be connected to a pin",
        text: "Pins and ports are connected to signals, parts of signals, constants, and several of these in \
            braces. An output is not connected to a constant. Give an expression a wire of its own: `assign \
            w = ~a;`. It is a gate, after all.",
        example: "module m (a, z);\n  input a;\n  output z;\n  BUF u (.I(~a), .O(z));\nendmodule\n",
    },
    Code {
        code: "W0860",
        summary: "a wire is not declared",
        text: "Verilog takes a name that is not declared for a wire of one bit. A misspelt name becomes a \
            wire of its own in this way, which nothing drives or nothing reads.",
        example: concat!(
            "module m (a, z);\n",
            "  input a;\n",
            "  output z;\n",
            "  INV u (.I(a), .ON(w));\n",
            "  INV v (.I(w), .ON(z));\n",
            "endmodule\n",
        ),
    },
    Code {
        code: "W0861",
        summary: "a comma is missing between two ports",
        text: "Ports are separated by commas. Some tools read the list without them; others do not. The \
            ports are taken as two.",
        example: "module m (a z);\n  input a;\n  output z;\n  assign z = a;\nendmodule\n",
    },
    Code {
        code: "W0862",
        summary: "a pin or a parameter is ignored",
        text: "The cell has no such pin in the library, and the pin is left open, tied to a constant or \
            connected to a supply, so it cannot matter for the function of the gate: pins for power and for \
            tests are like this. Parameters of cells of the library are ignored too.",
        example: concat!(
            "module m (a, z);\n",
            "  input a;\n",
            "  output z;\n",
            "  INV u (.I(a), .ON(z), .SE(1'b0));\n",
            "endmodule\n",
        ),
    },
    Code {
        code: "W0863",
        summary: "nothing drives a wire",
        text: "A gate reads the wire, or it is an output of the circuit, and neither a gate nor an input \
            drives it. It is taken for an input, which the environment may change at any time. A module \
            without contents has this effect on its outputs, and a misspelt name too.",
        example: "module m (a, z);\n  input a;\n  output z;\n  wire w;\n  and u (z, a, w);\nendmodule\n",
    },
    Code {
        code: "W0864",
        summary: "bits are lost in an assignment",
        text: "The right side has more bits than the left side. Verilog drops the most significant ones \
            without a word; perhaps a range is missing.",
        example: "module m (a, z);\n  input [1:0] a;\n  output z;\n  assign z = a;\nendmodule\n",
    },
    Code {
        code: "W0865",
        summary: "a first value is not used",
        text: "The comment or block with first values names a signal that does not exist, or disagrees with \
            another one. The value counts that the module of the driving gate gives, then that of the \
            innermost module.",
        example: concat!(
            "module m (a, z);\n",
            "  input a;\n",
            "  output z;\n",
            "  assign z = a;\n",
            "  // signal values at the initial state:\n",
            "  // !a !z b\n",
            "endmodule\n",
        ),
    },
    Code {
        code: "W0866",
        summary: "a clocked cell is left out",
        text: "Latches and flip-flops with a clock are not functions of the levels of their pins, so there \
            is no gate for them. The cell is left out of the library; a netlist that uses it cannot be read.",
        example: "LATCH DFF 40 Q=D;\nPIN D NONINV 1 999 1 .2 1 .2\nSEQ Q ANY RISING_EDGE\n",
    },
    Code {
        code: "W0867",
        summary: "first values are guesses",
        text: "The first value of a gate is the one at which it rests, if that follows from the inputs and \
            from the values that the files say. For gates that only depend on each other, such as the gates \
            of a ring or of a latch, it does not; then one of them is taken to be 0. So is a signal of a \
            graph if none of its edges was found within the limits. Say what the first values are, in the \
            netlist or in the graph of its environment.",
        example: concat!(
            "module m (a, b, z);\n",
            "  input a, b;\n",
            "  output z;\n",
            "  wire n;\n",
            "  nor u (z, a, n);\n",
            "  nor v (n, b, z);\n",
            "endmodule\n",
        ),
    },
];
