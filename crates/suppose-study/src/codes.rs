//! Codes about studies: `E11xx`, warnings `W11xx`.

use suppose::base::{Code, Codes};

/// The codes of this crate.
pub const CODES: &[Codes] = &[Codes { about: "Studies", rows: ROWS }];

const ROWS: &[Code] = &[
    Code {
        code: "E1101",
        summary: "the study is not TOML",
        text: "A study is a TOML file: tables such as [study] and [[runs]], with lines `key = value` below \
            them. Texts stand in quotes, lists in brackets. The message is that of the TOML reader.",
        example: "[study]\nname = \n",
    },
    Code {
        code: "E1102",
        summary: "a value of a study has the wrong kind",
        text: "The key is right, but it needs another kind of value: a text in quotes, a number, a list. \
            Sizes are a number, a list of numbers, or a range with both ends in it, such as \"2..9\".",
        example: "[[systems]]\nmodel = \"relay\"\nsizes = true\n",
    },
    Code {
        code: "E1103",
        summary: "a study has a key that means nothing",
        text: "Keys that are not known are refused and not ignored, since they are usually slips: a limit \
            that is spelled wrongly would limit nothing. The message names the closest key or all of them.",
        example: "[study]\ntimout = 5\n",
    },
    Code {
        code: "E1104",
        summary: "a study asks for something that makes no sense",
        text: "Something is missing, or two things contradict each other: a study without [[systems]] or \
            [[runs]], runs without a method, a system that is a model and a file, two systems of one name, \
            sizes that no system has. The message says which.",
        example: "[[systems]]\nsizes = [2, 3]\n",
    },
    Code {
        code: "E1105",
        summary: "a study names something that is not there",
        text: "There is no system, property, method, verifier or constant of that name. Names of properties \
            are those of the model, methods and verifiers are those of `suppose check`. The message names \
            the closest one or lists all of them.",
        example: "[[systems]]\nmodel = \"relay\"\nproperties = [\"P7\"]\n",
    },
    Code {
        code: "E1106",
        summary: "a method, its verifier and its decompositions do not go together",
        text: "Data-flow analysis (the verifier `flow`) is for tasking programs and has the methods auto, \
            monolithic and learn; learn needs a decomposition there. With transition systems (the verifier \
            `lts`) the methods learn, direct and lazy take a decomposition, and the others take none.",
        example: "[[runs]]\nmethod = \"minimise\"\ndecompositions = \"all\"\n",
    },
    Code {
        code: "E1107",
        summary: "a system cannot be decomposed as asked",
        text: "A decomposition has at least two parts with a component in each. All decompositions of a \
            system into two parts are only listed where that is possible within the limits: a system of n \
            units has 2^n - 2 of them.",
        example: "[[runs]]\nmethod = \"learn\"\ndecompositions = [[\"A\", \"B\"]]\n",
    },
    Code {
        code: "E1110",
        summary: "there are results already",
        text: "The folder of results is not empty. `--resume` goes on where the study stopped, `--force` \
            throws the results away and begins anew, and `--output` names another folder.",
        example: "",
    },
    Code {
        code: "E1111",
        summary: "the results belong to another version or another study",
        text: "Results are only continued by the version of the program that made them and for the study \
            that they belong to: the same systems with the same texts, the same runs, the same limits. \
            Otherwise they would mix what cannot be compared. Comments and layout of the file do not \
            matter. `--force` begins anew; nothing is overwritten without it.",
        example: "",
    },
    Code {
        code: "E1112",
        summary: "the folder holds no results",
        text: "The folder is not one that a study made, or its head `study.json` cannot be read. Name a new \
            or empty folder with `--output`; for `--report` name the folder of a study.",
        example: "",
    },
    Code {
        code: "E1113",
        summary: "another run of the study writes to the folder",
        text: "One process at a time does a study, or one for each share of it. The lock is let go of by the \
            system when the process ends, however it ends, so there is nothing to clean up.",
        example: "",
    },
    Code {
        code: "E1114",
        summary: "other machines cannot be used",
        text: "`--on slurm` needs the command `sbatch`, and `--on parallel` needs GNU parallel, on the \
            machine where the study is started. The message says what went wrong.",
        example: "",
    },
    Code {
        code: "W1101",
        summary: "lines of a journal cannot be read",
        text: "Every line of a journal has a checksum. A torn last line is what a killed process leaves, and \
            is silently cut off; a line in the middle that does not match was changed by something else. \
            Runs without a record are done again.",
        example: "",
    },
];
