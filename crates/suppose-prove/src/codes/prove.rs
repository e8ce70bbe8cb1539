//! Codes about proofs by parts and their certificates: `E07xx`, warnings `W07xx`.

use suppose_base::Code;

pub(super) const ROWS: &[Code] = &[
    Code {
        code: "E0701",
        summary: "the split names an unknown component",
        text: "A name given with --split is none of the components of the target. Components are named as in \
            the list that `suppose check` prints and as in `components` of its JSON; the name of a composite \
            inside the target means all its components. Names are separated by commas, parts by `|`; a name \
            with a comma or a bar of its own is written in quotes.",
        example: "",
    },
    Code {
        code: "E0702",
        summary: "the split names a component twice",
        text: "A component is in the system once, so it is in one part of a split. Rules that use a part \
            twice, such as `circ` and `alternating`, repeat whole parts by themselves.",
        example: "",
    },
    Code {
        code: "E0703",
        summary: "the split leaves a component out",
        text: "Every component of the target has to be in some part. Otherwise a proof would speak about \
            another system than the one that was asked about. Put the component where it belongs, or check a \
            smaller target with --system.",
        example: "",
    },
    Code {
        code: "E0704",
        summary: "the split names a property",
        text: "Properties only watch and are in no part: a proof looks at each property together with the \
            first part. Leave the property out of --split, and choose it with --property.",
        example: "",
    },
    Code {
        code: "E0705",
        summary: "a part of the split is empty",
        text: "There is nothing before, after or between the bars of --split. Every part needs a component, \
            for instance `--split 'A,B | C'`.",
        example: "",
    },
    Code {
        code: "E0706",
        summary: "the split has the wrong number of parts",
        text: "A split has at least two parts, separated by `|`. The rules `alternating` and `conj`, and the \
            methods that have one assumption between two parts, take exactly two; for more use --rule chain, \
            sym or circ with --method learn.",
        example: "",
    },
    Code {
        code: "E0707",
        summary: "the parts share no action",
        text: "The first part and the property have no action in common with the rest. So the rest can \
            neither help nor harm, there is nothing to suppose of it, and the first part alone decides. \
            Check that alone, or split in another way.",
        example: "",
    },
    Code {
        code: "E0708",
        summary: "the decompositions cannot be measured",
        text: "`suppose decompose` takes a target apart for a property, so there has to be one. With --all it \
            measures every decomposition into two parts. Their number doubles with each unit, and beyond a few \
            thousand, those that differ in names only being counted once, it asks for --limit N: the N most \
            promising ones are measured then.",
        example: "",
    },
    Code {
        code: "E0711",
        summary: "the file is no certificate",
        text: "`suppose certify` reads certificates that `suppose check --certificate` wrote. This file is \
            not one, is damaged, or has a later format. The message says what is wrong with it.",
        example: "",
    },
    Code {
        code: "W0701",
        summary: "a result has no certificate",
        text: "Certificates are for properties that were decided. Deadlock and progress have none, nor have \
            systems with priorities, nor questions that were left open. The other results are in the \
            certificate. When there are none, no file is written; one of that name that an earlier run wrote \
            stays as it was.",
        example: "",
    },
];
