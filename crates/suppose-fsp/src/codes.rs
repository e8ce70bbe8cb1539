//! Codes of the FSP front end: `E01xx` text, `E02xx` names, `E03xx` meaning; warnings `W01xx`, `W03xx`
//! likewise.

use suppose_base::{Code, Codes};

/// The codes of this language.
pub const CODES: &[Codes] = &[Codes { about: "FSP", rows: ROWS }];

const ROWS: &[Code] = &[
    Code {
        code: "E0101",
        summary: "a character has no meaning in FSP",
        text: "The character belongs to no word of the language: FSP texts are made of ASCII letters, digits \
            and marks; letters of other scripts may continue a name but not begin one. Quotation marks and \
            dashes copied from a word processor are the usual cause.",
        example: "P = (a → P).",
    },
    Code {
        code: "E0102",
        summary: "the integer is too large",
        text: "Integers are 32 bits wide and end at 2147483647. There are no negative literals; `-1` is an \
            operator and a number.",
        example: "const N = 2147483648\nP = (a -> P).",
    },
    Code {
        code: "E0103",
        summary: "hexadecimal digits are missing",
        text: "`0x` begins a hexadecimal number and must be followed by at least one of the digits 0-9, a-f, \
            A-F.",
        example: "const N = 0x\nP = (a -> P).",
    },
    Code {
        code: "E0104",
        summary: "a quoted text has no closing quote",
        text: "File names are written in double quotes and must end on the line on which they begin. There \
            are no escape sequences.",
        example: "import P = \"p.aut",
    },
    Code {
        code: "E0105",
        summary: "something else was expected here",
        text: "The text does not follow the grammar at this place. The message says what could stand here \
            and what was found. Frequent causes: a missing `->` or `.`, actions outside parentheses, a \
            process name that begins with a small letter, a reserved word used as a name.",
        example: "P = (a b -> P).",
    },
    Code {
        code: "E0106",
        summary: "`tau` cannot be written as an action",
        text: "The silent action has no name of its own in the source. It arises when an action is hidden: \
            write an ordinary action and hide it with `\\ {..}` or by leaving it out of `@ {..}`.",
        example: "P = (tau -> P).",
    },
    Code {
        code: "E0107",
        summary: "the nesting is too deep",
        text: "Parentheses, braces, brackets and conditionals may nest 200 levels deep. Long choices, long \
            action sequences and `else if` chains do not count, however long; a generator should prefer \
            them.",
        example: "const N = \
            ((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((\
                ((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((\
                (((((((((((((((((1",
    },
    Code {
        code: "E0108",
        summary: "a word before the process is out of order",
        text: "The words before a process must come in the order `deterministic minimal compose property \
            safe`, and each at most once. `minimal property P` is right, `property minimal P` is not.",
        example: "property minimal P = (a -> P).",
    },
    Code {
        code: "E0109",
        summary: "a set of labels is empty",
        text: "Braces must hold at least one label. To hide or add nothing, leave the whole clause out.",
        example: "P = (a -> P) + {}.",
    },
    Code {
        code: "E0110",
        summary: "this is MTSA, not FSP",
        text: "The Modal Transition System Analyser extends FSP by maybe-actions (`a?`), controller \
            synthesis and more, and its files have the same suffix. Those extensions are not part of FSP and \
            are not supported.",
        example: "P = (a? -> P).",
    },
    Code {
        code: "E0111",
        summary: "the formula needs parentheses",
        text: "A definition with `assert`, `constraint` or `ltl_property` holds a formula without an \
            operator between formulas at its top level, so that a following `||C = ..` is not swallowed. Put \
            the whole formula into parentheses.",
        example: "fluent F = <a, b>\nassert A = []F && <>F\nP = (a -> b -> P).",
    },
    Code {
        code: "E0112",
        summary: "too many errors",
        text: "Reading stops after 50 errors, because later ones are mostly caused by earlier ones. Correct \
            the first ones and try again.",
        example: "P=.P=.P=.P=.P=.P=.P=.P=.P=.P=.P=.P=.P=.P=.P=.P=.P=.P=.P=.P=.P=.P=.P=.P=.P=.P=.P=.P=.P=.P=.\
            P=.P=.P=.P=.P=.P=.P=.P=.P=.P=.P=.P=.P=.P=.P=.P=.P=.P=.P=.P=.P=.",
    },
    Code {
        code: "E0201",
        summary: "a set is not declared before its use",
        text: "A capitalised name stands for labels only when `set NAME = {..}` came before it in the file. \
            Names of single actions begin with a small letter.",
        example: "P = (ACTIONS -> P).",
    },
    Code {
        code: "E0202",
        summary: "a range is not declared before its use",
        text: "An index `[i:NAME]` needs `range NAME = ..` or `set NAME = ..` before it in the file.",
        example: "P = (a[i:T] -> P).",
    },
    Code {
        code: "E0203",
        summary: "a constant or parameter is not defined",
        text: "A capitalised name in an expression is a parameter of the process or a constant. Constants \
            used in `const`, `range`, `set` and defaults of parameters must come before them; defaults \
            cannot use other parameters.",
        example: "range R = 0..N\nP = (a[R] -> P).",
    },
    Code {
        code: "E0204",
        summary: "a name is defined twice",
        text: "Each process, composite, constant, range, set, test, menu, fluent, formula and parameter is \
            defined once. Processes and composites may share a name, though it is better if they do not.",
        example: "P = (a -> P).\nP = (b -> P).",
    },
    Code {
        code: "E0205",
        summary: "a variable is already in scope",
        text: "A variable bound by `[i:R]` is in scope for the rest of its label, the actions after it and \
            what follows. It cannot be bound again there.",
        example: "P = (a[i:0..1] -> b[i:0..1] -> P).",
    },
    Code {
        code: "E0206",
        summary: "a variable cannot be read here",
        text: "Variables are bound by `[i:R]` in an action, a local process, `forall` or the new label of a \
            relabelling. A guard does not see the variables of its own action, a relabelling not those of \
            the prefix before the process, and sets that are declared with `set` or stand at the end of a \
            process see none.",
        example: "P = (when (i > 0) a[i:0..1] -> P).",
    },
    Code {
        code: "E0207",
        summary: "a process is not defined",
        text: "The composition or sequence uses a process that the file does not define.",
        example: "P = (a -> P).\n||S = (P || Q).",
    },
    Code {
        code: "E0208",
        summary: "a process has a reserved name",
        text: "`STOP` is the process that does nothing, `END` the one that has ended successfully, `ERROR` \
            the error state. They cannot be defined.",
        example: "P = (a -> STOP), STOP = (b -> P).",
    },
    Code {
        code: "E0209",
        summary: "the process itself cannot be indexed",
        text: "The first local process gives the whole process its name and its start, so it cannot be \
            indexed. Let it refer to an indexed one: `P = Q[0], Q[i:0..3] = ..`.",
        example: "P[i:0..1] = (a -> P[i]).",
    },
    Code {
        code: "E0210",
        summary: "a local process is defined twice",
        text: "Two local definitions describe the same name with the same index, so the process would have \
            two behaviours there.",
        example: "P = Q[0], Q[i:0..2] = (a -> P), Q[1] = (b -> P).",
    },
    Code {
        code: "E0211",
        summary: "a file cannot be imported",
        text: "`import P = \"file.aut\"` reads an Aldebaran file, looked for beside the model. The message \
            carries the reason it could not be read.",
        example: "import P = \"missing.aut\"",
    },
    Code {
        code: "E0212",
        summary: "a fluent or formula is not defined",
        text: "A formula uses a name that is neither a fluent nor another formula, or an index that the \
            fluent does not have.",
        example: "fluent F[i:0..1] = <a[i], b[i]>\nassert A = F[2]\nP = (a[0..1] -> b[0..1] -> P).",
    },
    Code {
        code: "E0213",
        summary: "the number of parameters is wrong",
        text: "A process is used with all of its parameters, in their order, or with none of them, which \
            means the defaults.",
        example: "P(N=1) = (a[N] -> P).\n||S = P(1, 2).",
    },
    Code {
        code: "E0301",
        summary: "an integer is needed",
        text: "Arithmetic, comparisons other than `==` and `!=`, conditions and bounds of ranges need \
            integers; the value here is a label.",
        example: "const N = 'a + 1\nP = (a -> P).",
    },
    Code {
        code: "E0302",
        summary: "a single label is needed",
        text: "A label used as a value, `'a.b`, must denote one label. `@(SET, place)` selects one label of \
            a set.",
        example: "const N = '{a, b}\nP = (a -> P).",
    },
    Code {
        code: "E0303",
        summary: "a range is empty",
        text: "The lower bound of a range must not be above the upper one. There are no empty ranges in FSP.",
        example: "P = (a[3..2] -> P).",
    },
    Code {
        code: "E0304",
        summary: "there is no label at that place of the set",
        text: "`@(SET, place)` selects a label by its place, counted from 0. `#SET` is the number of labels.",
        example: "const N = @({a, b}, 2)\nP = (a -> P).",
    },
    Code {
        code: "E0305",
        summary: "division by zero",
        text: "The right operand of `/` or `%` is 0. Look at the values that its variables and parameters \
            can have; a branch with a guard that is false, `when (n != 0) ..`, is not evaluated.",
        example: "const N = 1 / 0\nP = (a -> P).",
    },
    Code {
        code: "E0306",
        summary: "an action makes a fluent both true and false",
        text: "The two sets of actions of a fluent must have nothing in common.",
        example: "fluent F = <{a, b}, {b, c}>\nP = (a -> b -> c -> P).",
    },
    Code {
        code: "E0307",
        summary: "a property is not deterministic",
        text: "A property says which traces are good; it can only do so when every trace leads to one state. \
            Remove the choice between equal actions and the hidden actions, or write the property as a \
            composite, which is determinised.",
        example: "property P = (a -> P | a -> STOP).",
    },
    Code {
        code: "E0308",
        summary: "a process in a sequence never ends",
        text: "In `P;Q` the process `P` must be able to reach `END`, for there `Q` begins.",
        example: "P = (a -> P).\nQ = (b -> P;END).",
    },
    Code {
        code: "E0309",
        summary: "a local process is defined by itself",
        text: "Definitions such as `A = B, B = A` only give names to each other and describe no behaviour.",
        example: "P = Q, Q = P.",
    },
    Code {
        code: "E0310",
        summary: "nothing is composed",
        text: "A composition must have at least one part. An empty list, or conditionals without `else` that \
            are all false, leave it without any.",
        example: "||S = ().",
    },
    Code {
        code: "E0311",
        summary: "the recursion of a process does not end",
        text: "A composite may use itself, and a process may run itself in sequence, only with parameters \
            that come to an end: `||S(N=3) = if N == 0 then P else (P || S(N-1)).` At most 1000 instances \
            may be nested.",
        example: "P = (a -> P).\n||S(N=1) = (P || S(N+1)).",
    },
    Code {
        code: "E0312",
        summary: "too many labels",
        text: "Sets and relabellings may have about a million labels, and all sets of a file together no \
            more. Check the bounds of the ranges.",
        example: "set S = {a[0..2147483647]}\nP = (a[0] -> P).",
    },
    Code {
        code: "E0313",
        summary: "a process or composition is too large",
        text: "One process may describe about 67 million states and as many transitions, and a composition \
            may have about 130,000 parts. Use smaller ranges, or split the process.",
        example: "P = Q[0], Q[i:0..2147483647] = (a -> Q[i]).",
    },
    Code {
        code: "E0314",
        summary: "a formula is defined by itself",
        text: "A formula may use other formulas by name, but not itself, neither directly nor through \
            others.",
        example: "fluent F = <a, b>\nassert A = (F && B)\nassert B = !A\nP = (a -> b -> P).",
    },
    Code {
        code: "W0101",
        summary: "a comment is not closed",
        text: "`/*` begins a comment that ends at the next `*/`. Without it the rest of the file is a \
            comment, as in LTSA, and definitions in it are not seen.",
        example: "P = (a -> P).\n/* ||S = P.",
    },
    Code {
        code: "W0102",
        summary: "a NUL byte ends the input",
        text: "As in LTSA a zero byte ends the text, and what follows is not read. The file may be damaged.",
        example: "P = (a -> P).\0 Q = (b -> Q).",
    },
    Code {
        code: "W0103",
        summary: "a number is octal",
        text: "A leading 0 makes a number octal: `010` is 8. Write it without the 0 if ten is meant.",
        example: "const N = 010\nP = (a -> P).",
    },
    Code {
        code: "W0301",
        summary: "an operator before `#` has no effect",
        text: "LTSA ignores the operator in `-#S`, `+#S` and `!#S`, and so do we. Write `-(#S)`.",
        example: "const N = -#{a, b}\nP = (a -> P).",
    },
    Code {
        code: "W0302",
        summary: "`@` has no effect on an indexed process",
        text: "Only local processes without an index can be marked as accepting states.",
        example: "P = Q[0], Q@[i:0..1] = (a -> P).",
    },
    Code {
        code: "W0303",
        summary: "a name is not defined and becomes ERROR",
        text: "A process can only go on as one of its own local processes. Anything else, an index outside \
            the declared range included, is the error state. Models use this on purpose, so that leaving a \
            range is a violation; if it is not meant, correct the name or the index.",
        example: "P = Q[0], Q[i:0..1] = (a -> Q[i+1]).",
    },
    Code {
        code: "W0304",
        summary: "`minimal` left out silent states",
        text: "As in LTSA, before a `minimal` composite is minimised, its states that can only move silently \
            are left out: a step into one goes where its silent steps lead. This keeps traces, deadlocks and \
            the error state, but it is not a weak bisimulation. The warning says that it made a difference \
            here. Without `minimal`, `suppose reduce --by weak` gives a result that is weakly bisimilar.",
        example: "P = (a -> (x -> b -> P | x -> c -> P)).\nminimal ||S = P\\{x}.\n||T = (S).",
    },
    Code {
        code: "W0305",
        summary: "a relabelling is probably the wrong way round",
        text: "In `/{new/old}` the new label comes first. Here no action has the old label, so nothing is \
            renamed, while there is an action with the new one.",
        example: "P = (a -> P).\n||S = P/{a/b}.",
    },
    Code {
        code: "W0310",
        summary: "a property has actions that no component has",
        text: "The property watches actions that belong to no component of the system: the name may be \
            misspelt, or have a prefix in the system, such as `up.enter` for `enter`. An action that only a \
            property has may happen at any time, so the property is mostly violated at once; if all its \
            actions are of this kind, the answer says nothing about the system.",
        example: "P = (enter -> leave -> P).\nproperty One = (enter -> leave -> One).\n||S = (up:P || One).",
    },
    Code {
        code: "W0311",
        summary: "a progress test has actions that no component has",
        text: "An action that no component has never happens. If none of the actions of a progress test can \
            happen, the test fails whatever the system does; if none of its condition can, it holds whatever \
            the system does.",
        example: "P = (a -> P).\nprogress G = {b}\n||S = P.",
    },
    Code {
        code: "W0312",
        summary: "a fluent has actions that no component has",
        text: "The fluent changes its value with actions that no component has, so these changes never \
            happen. The name of an action may be misspelt, or have a prefix in the system.",
        example: "P = (enter -> leave -> P).\nfluent In = <enter, leave>\n||S = up:P.",
    },
    Code {
        code: "W0313",
        summary: "an assertion has actions that no component has",
        text: "The formula speaks of actions that belong to no component of the system and so never happen. \
            The name of an action may be misspelt, or have a prefix in the system.",
        example: "P = (enter -> leave -> P).\nassert Enters = []<>enter\n||S = up:P.",
    },
    Code {
        code: "W0314",
        summary: "no action of a property ever happens",
        text: "Components have the actions of the property, but can never do any of them: each is refused by \
            some component, or comes after one that is. So what the property allows never happens either, and \
            it holds whatever it says.",
        example: "P = (a -> P | b -> c -> P).\nNoB = STOP + {b}.\nproperty Q = (c -> STOP).\n||S = (P || \
            NoB || Q).",
    },
    Code {
        code: "W0315",
        summary: "a property is checked without any component",
        text: "The target is a property alone, so the answer says nothing about a system. Check the system \
            instead, and name the file of the property with --property.",
        example: "property Once = (a -> STOP).",
    },
];
