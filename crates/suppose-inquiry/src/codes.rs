//! Codes about files and the command line: `E00xx`, warnings `W00xx`.

use suppose_base::{Code, Codes};

/// The codes of this crate.
pub const CODES: &[Codes] = &[Codes { about: "Files and options", rows: ROWS }];

const ROWS: &[Code] = &[
    Code {
        code: "E0001",
        summary: "the file cannot be read",
        text: "The operating system refused to open or read the file: it does not exist, is a directory, or \
               permission is missing. The message carries the system's own words. Check the path; `-` reads \
               standard input.",
        example: "",
    },
    Code {
        code: "E0002",
        summary: "the file is not text",
        text: "The file holds bytes that are neither UTF-8 nor Latin-1 text. Models are text files; this \
            looks like a binary file or a file in another encoding. Convert it to UTF-8.",
        example: "",
    },
    Code {
        code: "E0003",
        summary: "the file is too large",
        text: "Source texts are limited to 1 GiB and explicit graphs to 4 GiB, so that every place in them \
            has a 32-bit offset. Larger graphs should be built by composition instead.",
        example: "",
    },
    Code {
        code: "E0004",
        summary: "the language of the file is not known",
        text: "The language is told by the suffix: .lts and .fsp are FSP, .aut is Aldebaran, .json is JSON, \
            .lpn are Platu's nets, .g signal transition graphs, .pnml Petri nets, .v and .sv netlists, .srs \
            reactive systems, .adb and .ada tasking programs. Other names need `--lang`.",
        example: "",
    },
    Code {
        code: "E0005",
        summary: "no such system, process or property",
        text: "The name given with --system, --process or --property is not defined in the input files. The \
               message lists the names that are.",
        example: "",
    },
    Code {
        code: "E0006",
        summary: "the option does not fit",
        text: "An option has a value that makes no sense for this input, or two options contradict each \
            other. The message says which.",
        example: "",
    },
    Code {
        code: "E0007",
        summary: "the output cannot be written",
        text: "The operating system refused to create or write the output file. Nothing that was there \
            before has been overwritten: results are written to a temporary file first and renamed when \
            complete.",
        example: "",
    },
    Code {
        code: "E0008",
        summary: "a property must be deterministic and free of tau",
        text: "A property says which traces are good; it can only do so when every trace leads to one state. \
            Remove the nondeterministic choice or the hidden actions, or write `deterministic` before the \
            process.",
        example: "",
    },
    Code {
        code: "W0001",
        summary: "the file is read as Latin-1",
        text: "The file is not UTF-8, but looks like text in the older encoding Latin-1, and is read as \
            such. In a model that only concerns comments. Save it as UTF-8 to be rid of the warning.",
        example: "",
    },
    Code {
        code: "W0002",
        summary: "nothing was checked",
        text: "The target declares no property, and what can be asked of every target cannot be answered with \
            these options. A report without answers says nothing about the system.",
        example: "",
    },
];
