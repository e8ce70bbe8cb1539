//! Codes of the reader of synchronous reactive systems: `E09xx`, warnings `W09xx`.

use suppose_base::{Code, Codes};

/// The codes of this language.
pub const CODES: &[Codes] = &[Codes { about: "Synchronous reactive systems", rows: ROWS }];

const ROWS: &[Code] = &[
    Code {
        code: "E0901",
        summary: "a character has no meaning",
        text: "Names have ASCII letters, digits and `_`, and dots between parts of a name. The marks are `{ \
            } ( ) , ; : / -> = == != < <= > >= ! && || =>`. This character is neither; comments and quoted \
            texts may hold any.",
        example: "component C {\n  in E; §\n  fsm P { init A; A -> A : E; }\n}\n",
    },
    Code {
        code: "E0902",
        summary: "a text or a comment is not closed",
        text: "A quoted text ends with a double quote on the same line and has no escapes. A comment that \
            begins with `/*` ends with `*/`; only `//` ends by itself at the end of its line.",
        example: "component C {\n  in E;\n  fsm P { init A; A -> A : E; }\n}\n/* the rest is a comment\n",
    },
    Code {
        code: "E0903",
        summary: "something else is expected",
        text: "The text does not follow the grammar at this place. A component holds declarations, machines \
            (`fsm NAME { .. }`) and properties (`prop NAME : formula;`); a transition is written `A, B -> C \
            : guard / E, F=x;` and has a guard, which may be `true`.",
        example: "component C {\n  in E;\n  fsm P { init A; A -> A; }\n}\n",
    },
    Code {
        code: "E0904",
        summary: "a formula is nested too deeply",
        text: "Parentheses, negations and chains of `=>` may nest two hundred levels deep. Long chains of \
            `&&` and `||` are no nesting and have no limit.",
        example: concat!(
            "component C {\n",
            "  in E;\n",
            "  fsm P { init A; A -> A : \
                !!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!\
                    !!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!\
                    !!!!!!!!!!!!!!!!!!!!!!!!!E; }\n",
            "}\n",
        ),
    },
    Code {
        code: "E0905",
        summary: "a number is not a number of microsteps",
        text: "After `mS` and a comparison stands a decimal number of at most 4294967295.",
        example: concat!(
            "component C {\n",
            "  in E;\n",
            "  recv R;\n",
            "  assume mS <= 99999999999 => !R;\n",
            "  fsm P { init A; A -> A : E || R; }\n",
            "}\n",
        ),
    },
    Code {
        code: "E0906",
        summary: "a name is declared twice",
        text: "Names are unique: components in a file; events, machines and properties in a component; \
            states in a `states` declaration; values in a set of values. An event of one component has one \
            declaration, so it is not an input and local at once. The message shows both places.",
        example: "component C {\n  in E;\n  local E;\n  fsm P { init A; A -> A : E; }\n}\n",
    },
    Code {
        code: "E0907",
        summary: "an event is not known",
        text: "A component knows the events that it declares, also those of other components: what another \
               component sends must be declared with `recv`. Names are case sensitive.",
        example: "component C {\n  in START;\n  fsm P { init A; A -> A : STRAT; }\n}\n",
    },
    Code {
        code: "E0908",
        summary: "a machine or a state is not known",
        text: "`in(P.S)` and `pre(P.S)` name a machine of the same component and a state of that machine. \
            The states of a machine are those that its body mentions.",
        example: "component C {\n  in E;\n  fsm P { init A; A -> B : E; B -> A : in(P.C); }\n}\n",
    },
    Code {
        code: "E0909",
        summary: "an event has no such value",
        text: "A valued event has the values of its declaration and no others. Names are case sensitive.",
        example: "component C {\n  in LEVEL : {Low, High};\n  fsm P { init A; A -> A : LEVEL == Hihg; }\n}\n",
    },
    Code {
        code: "E0910",
        summary: "there is no component or no machine",
        text: "A file has at least one component and a component at least one machine: without machines \
            nothing reacts, so there is nothing to check.",
        example: "component C {\n  in E;\n}\n",
    },
    Code {
        code: "E0911",
        summary: "a set of values is empty",
        text: "An event with an empty set of values could never be present. Leave the set away for an event \
            that is only present or absent.",
        example: "component C {\n  in E : {};\n  fsm P { init A; A -> A : E; }\n}\n",
    },
    Code {
        code: "E0912",
        summary: "two components emit one event",
        text: "An event that is sent or goes out belongs to one component. If two components may cause the \
            same thing, let each send an event of its own and let the receiver react to either. Local events \
            are no matter of this: they may have equal names in different components.",
        example: concat!(
            "component C {\n",
            "  in E;\n",
            "  send S;\n",
            "  fsm P { init A; A -> A : E / S; }\n",
            "}\n",
            "component D {\n",
            "  in E;\n",
            "  send S;\n",
            "  fsm P { init A; A -> A : E / S; }\n",
            "}\n",
        ),
    },
    Code {
        code: "E0913",
        summary: "an event is declared as two kinds of event",
        text: "Outside of components a name means one event. It comes from the physical environment (`in`, \
            in any number of components), goes there (`out`), or goes from one component (`send`) to others \
            (`recv`). The message shows two declarations that contradict each other.",
        example: concat!(
            "component C {\n",
            "  in E;\n",
            "  out S;\n",
            "  fsm P { init A; A -> A : E / S; }\n",
            "}\n",
            "component D {\n",
            "  recv S;\n",
            "  fsm P { init A; A -> A : S; }\n",
            "}\n",
        ),
    },
    Code {
        code: "E0914",
        summary: "an event has different values in two components",
        text: "All declarations of an event have the same set of values, in any order. A pulse has none.",
        example: concat!(
            "component C {\n",
            "  in L : {Low, High};\n",
            "  fsm P { init A; A -> A : L; }\n",
            "}\n",
            "component D {\n",
            "  in L : {Low, Middle, High};\n",
            "  fsm P { init A; A -> A : L; }\n",
            "}\n",
        ),
    },
    Code {
        code: "E0915",
        summary: "nobody sends a received event",
        text: "A component receives an event that no component of the file sends, so it never comes. A file \
            with a single component is an open system; there, received events come from outside.",
        example: concat!(
            "component C {\n",
            "  in E;\n",
            "  send Go;\n",
            "  fsm P { init A; A -> A : E / Go; }\n",
            "}\n",
            "component D {\n",
            "  recv Goo;\n",
            "  fsm P { init A; A -> A : Goo; }\n",
            "}\n",
        ),
    },
    Code {
        code: "E0916",
        summary: "a machine has no initial state, or two",
        text: "Every machine has exactly one `init STATE;` among its statements; it says where the machine \
            is before the first macrostep.",
        example: "component C {\n  in E;\n  fsm P { A -> B : E; B -> A : E; }\n}\n",
    },
    Code {
        code: "E0917",
        summary: "`pre` stands outside of a property",
        text: "`pre(P.S)` says where a machine was at the start of the macrostep. Only properties look back; \
            a guard sees the present states, with `in(P.S)`.",
        example: "component C {\n  in E;\n  fsm P { init A; A -> A : E && pre(P.A); }\n}\n",
    },
    Code {
        code: "E0918",
        summary: "a guard reads an output",
        text: "Events that are declared with `out` go to the physical environment, and no machine reads \
            them. Emit a local event together with the output if a machine has to know. Properties may \
            mention outputs.",
        example: concat!(
            "component C {\n",
            "  in E;\n",
            "  out O;\n",
            "  fsm P { init A; A -> A : E / O; }\n",
            "  fsm Q { init A; A -> A : O; }\n",
            "}\n",
        ),
    },
    Code {
        code: "E0919",
        summary: "a state of another component is read",
        text: "`in` and `pre` are about machines of the same component. The interface of a component is its \
            events: if other components could see its states, what is proved under assumptions on events \
            would not hold in the system. Send an event when the state is entered.",
        example: concat!(
            "component C {\n",
            "  in E;\n",
            "  fsm P { init A; A -> A : E; }\n",
            "}\n",
            "component D {\n",
            "  in E;\n",
            "  fsm Q { init A; A -> A : E && in(P.A); }\n",
            "}\n",
        ),
    },
    Code {
        code: "E0920",
        summary: "a machine emits an event that is not its component's",
        text: "Machines emit events that their component declares with `out`, `send` or `local`. Inputs come \
            from the physical environment, received events from the component that sends them.",
        example: "component C {\n  in E;\n  fsm P { init A; A -> A : E / E; }\n}\n",
    },
    Code {
        code: "E0921",
        summary: "a value is missing or too much",
        text: "A valued event is emitted with one of its values, as `LEVEL=High`; a pulse without any.",
        example: "component C {\n  in E;\n  out L : {Low, High};\n  fsm P { init A; A -> A : E / L; }\n}\n",
    },
    Code {
        code: "E0922",
        summary: "an event without values is compared",
        text: "An event that is declared without a set of values is only present or absent: write its name, \
            or `!` and its name.",
        example: "component C {\n  in E;\n  fsm P { init A; A -> A : E == 1; }\n}\n",
    },
    Code {
        code: "E0923",
        summary: "a transition emits an event twice",
        text: "In one microstep an event is absent, or present with one value. A transition therefore \
            mentions an event once after `/`.",
        example: concat!(
            "component C {\n",
            "  in E;\n",
            "  out L : {Low, High};\n",
            "  fsm P { init A; A -> A : E / L=Low, L=High; }\n",
            "}\n",
        ),
    },
    Code {
        code: "E0924",
        summary: "`require` or `always` is about something other than inputs",
        text: "These two describe the physical environment: which inputs are present together at the start \
            of a macrostep. What other components do is assumed with `assume`.",
        example: concat!(
            "component C {\n",
            "  in E;\n",
            "  recv R;\n",
            "  require E => R;\n",
            "  fsm P { init A; A -> A : E || R; }\n",
            "}\n",
        ),
    },
    Code {
        code: "E0925",
        summary: "an assumption is about something other than received events",
        text: "An assumption says what other components send at which microstep: its atoms are received \
            events, their values and `mS`. The physical environment is described with `require`.",
        example: concat!(
            "component C {\n",
            "  in E;\n",
            "  recv R;\n",
            "  assume E => R;\n",
            "  fsm P { init A; A -> A : E || R; }\n",
            "}\n",
        ),
    },
    Code {
        code: "E0926",
        summary: "`mS` stands outside of an assumption",
        text: "The microstep counter is there to say when an event can be received. Machines do not count \
               microsteps, and properties are judged at the end of the macrostep.",
        example: "component C {\n  in E;\n  fsm P { init A; A -> A : E && mS < 2; }\n}\n",
    },
    Code {
        code: "E0927",
        summary: "the name of a state has a dot",
        text: "`in(P.S)` names a machine and a state with a dot between them, so states have no dots in \
            their names. Machines, events and components may have them.",
        example: "component C {\n  in E;\n  fsm P { init A.x; A.x -> A.x : E; }\n}\n",
    },
    Code {
        code: "W0901",
        summary: "an event is never emitted",
        text: "The component declares the event with `out`, `send` or `local`, but none of its transitions \
            emits it. So it is never present, and guards that need it are never true.",
        example: "component C {\n  in E;\n  out O;\n  fsm P { init A; A -> A : E; }\n}\n",
    },
    Code {
        code: "W0902",
        summary: "an event is never heard",
        text: "No guard and no property of the component reads the event, so it makes no difference whether \
            it is present. Perhaps a guard is missing.",
        example: "component C {\n  in E, F;\n  fsm P { init A; A -> A : E; }\n}\n",
    },
    Code {
        code: "W0903",
        summary: "nobody receives a sent event",
        text: "The file has several components and none of them receives the event. A file with a single \
            component is open, and there is no such warning.",
        example: concat!(
            "component C {\n",
            "  in E;\n",
            "  send S;\n",
            "  fsm P { init A; A -> A : E / S; }\n",
            "}\n",
            "component D {\n",
            "  in E;\n",
            "  fsm P { init A; A -> A : E; }\n",
            "}\n",
        ),
    },
    Code {
        code: "W0904",
        summary: "a state cannot be reached",
        text: "No path of transitions leads from the initial state to this one, whatever the guards say. Its \
            name may be misspelt: the states of a machine are those that its text mentions.",
        example: "component C {\n  in E;\n  fsm P { init Off; Off -> On : E; Onn -> Off : E; }\n}\n",
    },
    Code {
        code: "W0905",
        summary: "a property is about nothing",
        text: "The formula of the property mentions no event and no state, so it is true or false whatever \
            the component does.",
        example: "component C {\n  in E;\n  fsm P { init A; A -> A : E; }\n  prop fine : true;\n}\n",
    },
    Code {
        code: "W0906",
        summary: "a local event has the name of an event of the system",
        text: "Another component declares an event of this name with `in`, `out`, `send` or `recv`. The \
            local event is not that event: the other components do not hear it, and this one does not hear \
            theirs.",
        example: concat!(
            "component C {\n",
            "  in E;\n",
            "  local Go;\n",
            "  fsm P { init A; A -> A : E / Go; }\n",
            "  fsm Q { init A; A -> A : Go; }\n",
            "}\n",
            "component D {\n",
            "  in E;\n",
            "  out Go;\n",
            "  fsm P { init A; A -> A : E / Go; }\n",
            "}\n",
        ),
    },
];
