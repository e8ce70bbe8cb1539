//! Codes of the Aldebaran reader: `E04xx`, warnings `W04xx`.

use suppose_base::Code;

pub(super) const ROWS: &[Code] = &[
    Code {
        code: "E0401",
        summary: "the file does not begin with a `des` header",
        text: "An Aldebaran file begins with a line `des (initial, transitions, states)`. This file is \
            empty, begins with something else, or is in another format. The language of a file is told by \
            its suffix; `--lang` overrides it.",
        example: "(0,a,1)\n(1,b,0)\n",
    },
    Code {
        code: "E0402",
        summary: "the `des` header is malformed",
        text: "After `des` the header has three numbers in parentheses, separated by commas: the initial \
            state, the number of transitions and the number of states. Nothing may follow on the same line.",
        example: "des (0, 2)\n(0,a,1)\n(1,b,0)\n",
    },
    Code {
        code: "E0403",
        summary: "the line is not a transition",
        text: "Each line after the header is one transition `(source, label, target)`. Blank lines are \
            allowed, comments are not. A label with a comma that is not inside brackets must be in double \
            quotes.",
        example: "des (0,2,2)\n(0,a,1)\n0 b 1\n",
    },
    Code {
        code: "E0404",
        summary: "a number is expected",
        text: "States are natural numbers below 4294967294, written in decimal. The only negative number is \
            -1, which stands for the error state as a target or as the initial state.",
        example: "des (0,1,2)\n(0,a,one)\n",
    },
    Code {
        code: "E0405",
        summary: "the state does not exist",
        text: "States are numbered from 0, so with N states in the header the largest number is N - 1. \
            Either the header's third number is too small or the number at this place is wrong.",
        example: "des (0,1,2)\n(0,a,2)\n",
    },
    Code {
        code: "E0406",
        summary: "the number of transitions in the header is wrong",
        text: "The header's second number must be the number of lines that follow, repeated lines included. \
            A file that was cut short shows up in this way. If the file is complete, correct the header.",
        example: "des (0,3,2)\n(0,a,1)\n(1,b,0)\n",
    },
    Code {
        code: "E0407",
        summary: "a transition leaves the error state",
        text: "The state -1 is the error state. What happens after an error is of no interest, so it has no \
            transitions; it may only be a target, or the initial state of a system that is broken from the \
            start.",
        example: "des (0,1,1)\n(-1,a,0)\n",
    },
    Code {
        code: "E0408",
        summary: "the header announces far too many states",
        text: "A state that no transition mentions costs memory and does nothing. A header may announce some \
            four million of them; this one announces more, which is almost certainly a mistake in its third \
            number.",
        example: "des (0,1,4000000000)\n(0,a,0)\n",
    },
    Code {
        code: "E0409",
        summary: "the label is malformed",
        text: "A label is a bare word or a text in double quotes, is not empty, and has at most 65536 bytes. \
            Inside quotes, `\\\"` stands for a double quote and `\\\\` for a backslash.",
        example: "des (0,1,1)\n(0,\"a,0)\n",
    },
    Code {
        code: "E0410",
        summary: "the label is not text",
        text: "A label holds a control character or bytes that are not UTF-8. The file may be binary, \
            damaged or in another encoding; convert it to UTF-8.",
        example: "des (0,1,1)\n(0,a\u{1}b,0)\n",
    },
    Code {
        code: "W0401",
        summary: "the label `i` may or may not be the silent action",
        text: "CADP writes the silent action as `i`; LTSA, mCRL2 and others write `tau`, and to them `i` is \
            an ordinary action. Without further advice, `i` is silent unless the same file also says `tau`. \
            This warning says which way it went. Suppose itself writes a visible action `i` as `\"\\=i\"`.",
        example: "des (0,2,2)\n(0,a,1)\n(1,i,0)\n",
    },
];
