//! Codes about designs, whatever language they come from: `E080x`.

use suppose_base::Code;

pub(super) const ROWS: &[Code] = &[
    Code {
        code: "E0801",
        summary: "two components drive the same signal",
        text: "A signal of a circuit has one driver: it is an output of one component and an input of the \
            others. Signal transition graphs that are joined may not have an output or an internal signal in \
            common, and in a netlist only one gate may have a wire as its output.",
        example: "",
    },
    Code {
        code: "E0802",
        summary: "nothing drives an input",
        text: "In a closed design every input of a component is driven by another one. Add the file of the \
            component or of the environment that drives it. A circuit or a module that is read alone needs \
            none: its inputs then belong to the maximal environment, which may change them at any time.",
        example: "",
    },
    Code {
        code: "E0803",
        summary: "two components have the same name",
        text: "Components are told apart by their names, in witnesses, in splits and in certificates. Rename \
            one of them, or one of the files that they are named after.",
        example: "",
    },
    Code {
        code: "E0804",
        summary: "a wire has two first values",
        text: "Files that are joined agree on the first value of each wire they share. Either one of them is \
            wrong, or they do not belong together.",
        example: "",
    },
    Code {
        code: "E0805",
        summary: "a transition has too many outcomes",
        text: "The values of each wire are worked out in advance, from its first value and from all \
            assignments to it. Here an assignment gives a wire more and more values, as counting without end \
            does, or one transition changes many shared wires in many ways. Bound the value, for instance by \
            `% 8`.",
        example: "",
    },
    Code {
        code: "E0806",
        summary: "a signal transition graph is not consistent",
        text: "The rising and falling edges of a signal must alternate on every run, so that the signal has \
            a value in every state. Here they do not; the note shows a run. A circuit with such a \
            specification cannot be built. `suppose check --property consistency` gives the same as a \
            verdict.",
        example: "",
    },
    Code {
        code: "E0807",
        summary: "a net is not safe",
        text: "A place can get a second token. States are sets of marked places here, so such a net has no \
            state graph to compile, reduce, compare or export. `suppose check --property safety` shows the \
            run as a violation. Often a place is missing that keeps two runs of the same part apart.",
        example: "",
    },
    Code {
        code: "W0806",
        summary: "a signal transition graph is not consistent",
        text: "The rising and falling edges of a signal do not alternate on some run. The graph has a state \
            graph all the same, in which an edge is an edge whatever value the signal has; but no circuit \
            does what it says.",
        example: "",
    },
];
