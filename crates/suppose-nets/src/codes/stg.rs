//! Codes about signal transition graphs: `E083x and E084x`, warnings `W083x`.

use suppose_base::Code;

pub(super) const ROWS: &[Code] = &[
    Code {
        code: "E0830",
        summary: "the file has no graph",
        text: "A signal transition graph is a list of arcs after a line `.graph`. This file is empty, was \
            cut short, or is in another format. The language of a file is told by its suffix; `--lang` \
            overrides it.",
        example: ".inputs a\n.outputs b\n.end\n",
    },
    Code {
        code: "E0831",
        summary: "the directive is not known",
        text: "A line that begins with a dot is a directive. Known are `.model`, `.name`, `.inputs`, \
            `.outputs`, `.internal`, `.dummy`, `.silent`, `.initial state`, `.init_state`, `.mode`, `.note`, \
            `.graph`, `.marking`, `.capacity` and `.end`. A remark begins with `#`.",
        example: ".input a\n.graph\np a+\na+ p\n.marking { p }\n.end\n",
    },
    Code {
        code: "E0832",
        summary: "the line is in the wrong place",
        text: "Declarations of signals come first, then `.graph` and the arcs, then `.marking` and \
            `.capacity`, then `.end`. There is one graph and one marking.",
        example: ".inputs a\n.marking { p }\n.graph\np a+\na+ p\n.end\n",
    },
    Code {
        code: "E0833",
        summary: "the name is malformed",
        text: "A name is a letter or `_`, followed by letters, digits, `_` and `.`. In the graph an edge \
            `+`, `-`, `~` or `*` and a number such as `/2` may follow the name of a signal, and a number the \
            name of a silent event. A place may have a copy number, as in `p@1`.",
        example: ".inputs a\n.graph\n2p a+\na+ 2p\n.marking { }\n.end\n",
    },
    Code {
        code: "E0834",
        summary: "a name is declared in two classes",
        text: "A signal is an input, an output or internal, and a silent event is no signal. Decide who \
            drives the signal, and remove it from the other list.",
        example: ".inputs a\n.outputs a\n.graph\np a+\na+ p\n.marking { p }\n.end\n",
    },
    Code {
        code: "E0835",
        summary: "the signal is not declared",
        text: "Every signal that has edges in the graph, or a first value, is declared by `.inputs`, \
            `.outputs` or `.internal`. The name may be misspelt.",
        example: ".inputs a\n.graph\na+ b+\nb+ a+\n.marking { }\n.end\n",
    },
    Code {
        code: "E0836",
        summary: "a silent event has no edges",
        text: "Names declared by `.dummy` or `.silent` are events that change no signal. They are written \
            without `+`, `-` and `~`. If it is a signal that nobody outside can see, declare it by \
            `.internal`.",
        example: ".dummy d\n.graph\np d+\nd+ p\n.marking { p }\n.end\n",
    },
    Code {
        code: "E0837",
        summary: "a place has no number",
        text: "A number after a slash tells transitions with the same label apart. The name before it is \
            neither a signal nor a silent event, and a place has no such number. A copy of a place is \
            written `p@1`.",
        example: ".inputs a\n.graph\np/1 a+\na+ p\n.marking { p }\n.end\n",
    },
    Code {
        code: "E0838",
        summary: "an arc joins two places",
        text: "An arc goes from a place to a transition, from a transition to a place, or between two \
            transitions, which makes an implicit place. Names that are not declared are places, so a missing \
            declaration shows up in this way too.",
        example: ".inputs a\n.graph\np q\nq a+\na+ p\n.marking { p }\n.end\n",
    },
    Code {
        code: "E0839",
        summary: "the file has no marking",
        text: "The graph is followed by the places that have a token at first: `.marking { p <a+,b-> }`. If \
            there are none, write `.marking { }`.",
        example: ".inputs a\n.graph\np a+\na+ p\n.end\n",
    },
    Code {
        code: "E0840",
        summary: "the marking is malformed",
        text: "A marking is a list of places in braces. A place is written `p`; an implicit place is written \
            `<a+,b->`; `p=1` gives the number of tokens. The list may go on over several lines.",
        example: ".inputs a\n.graph\np a+\na+ p\n.marking { p <a+ }\n.end\n",
    },
    Code {
        code: "E0841",
        summary: "the place does not exist",
        text: "A marking or capacity may only name places of the graph. `<a+,b->` is the place of the arc \
            from `a+` to `b-`; the numbers of transitions count, so `<a+/1,b->` is another one.",
        example: ".inputs a\n.graph\np a+\na+ p\n.marking { q }\n.end\n",
    },
    Code {
        code: "E0842",
        summary: "a signal is used as a place",
        text: "The bare name of a signal is its toggle, and the bare name of a silent event is that event. \
            So neither can be the name of a place. Rename the place.",
        example: ".inputs a\n.graph\na+ a-\na- a+\n.marking { a }\n.end\n",
    },
    Code {
        code: "E0843",
        summary: "a place has more than one token",
        text: "Only safe nets are supported: a place has one token or none. A place with `=2`, or one that \
            is listed twice, has more. A buffer of two is written as two places.",
        example: ".inputs a\n.graph\np a+\na+ p\n.marking { p=2 }\n.end\n",
    },
    Code {
        code: "E0844",
        summary: "a capacity of 0",
        text: "A capacity says how many tokens a place may hold. A place that can hold none blocks all \
            transitions around it, which is almost certainly a mistake. Capacities above 1 are accepted and \
            make no difference, since no place may ever hold two.",
        example: ".inputs a\n.graph\np a+\na+ p\n.marking { p }\n.capacity p=0\n.end\n",
    },
    Code {
        code: "E0845",
        summary: "the first values of signals are malformed",
        text: "`.initial state a !b` says that a is 1 and b is 0. `.init_state [10X]` has one character for \
            each signal, in the order inputs, outputs, internal, and `X` where the value is left open. Both \
            may be given if they agree.",
        example: ".inputs a\n.initial state a !a\n.graph\np a+\na+ p\n.marking { p }\n.end\n",
    },
    Code {
        code: "E0846",
        summary: "channels are not supported",
        text: "petrify can describe handshakes by channels, which it expands into request and acknowledge \
            signals. Expand them before the file is read here.",
        example: ".channels c\n.graph\n.marking { }\n.end\n",
    },
    Code {
        code: "E0847",
        summary: "a directive comes after `.end`",
        text: "`.end` is the last line of a graph, and a file has one graph. Put a second one into a file of \
            its own; several files make one system. If there is only one graph, `.end` is in the wrong \
            place.",
        example: ".inputs a\n.graph\np a+\na+ p\n.marking { p }\n.end\n.model second\n",
    },
    Code {
        code: "W0830",
        summary: "the file has no `.end`",
        text: "The last line of a file is `.end`. Without it the file may have been cut short; what is there \
            is read all the same, and a marking was found.",
        example: ".inputs a\n.graph\np a+\na+ p\n.marking { p }\n",
    },
    Code {
        code: "W0831",
        summary: "`*` is read as a toggle",
        text: "In petrify `a*` stands for any number of changes of a. Here it is one change, like `a~`. So \
            the graph may do less than was meant.",
        example: ".inputs a\n.graph\np a*\na* p\n.marking { p }\n.end\n",
    },
    Code {
        code: "W0832",
        summary: "an arc is repeated",
        text: "Arcs of these graphs have no weights. An arc that is written twice is one arc, and two \
            transitions have at most one implicit place between them in each direction.",
        example: ".inputs a\n.graph\np a+\np a+\na+ p\n.marking { p }\n.end\n",
    },
    Code {
        code: "W0833",
        summary: "guards in comments are left out",
        text: "ATACS and LEMA keep guards, assignments and delays in comments that begin with `#@`. Only \
            first values are read from them. Without its guards the graph can do more, so a violation may \
            not be one of the original.",
        example: ".inputs a b\n.graph\np a+ #@ <b>[0,inf]\na+ p\n.marking { p }\n.end\n",
    },
    Code {
        code: "W0834",
        summary: "a bare signal name is its toggle",
        text: "The signal rises or falls elsewhere, and here its name stands without an edge, which means a \
            toggle. If a place was meant, rename it; if an edge was forgotten, write it.",
        example: ".inputs a\n.graph\na+ a\na a+\n.marking { }\n.end\n",
    },
    Code {
        code: "W0835",
        summary: "text after `.end` is not read",
        text: "`.end` is the last line of a graph; what follows is left out, as other tools do. If these \
            lines are arcs, `.end` is in the wrong place. If they are a remark, begin it with `#`.",
        example: ".inputs a\n.graph\np a+\na+ p\n.marking { p }\n.end\nmade by hand\n",
    },
];
