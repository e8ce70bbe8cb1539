//! Codes of the reader of Platu's nets: `E081x` and `E082x`, warnings `W081x`.

use suppose_base::Code;

pub(super) const ROWS: &[Code] = &[
    Code {
        code: "E0810",
        summary: "the file is in another format",
        text: "A file of Platu begins with a tag such as `<main>`, `<class …>` or `<mod …>`. Files of ATACS \
            and LEMA have the same suffix but are signal transition graphs with data in comments; they begin \
            with `.` or `#` and are read as `.g` files.",
        example: ".name cell\n.inputs a\n.outputs b\n.graph\na+ b+\n.end\n",
    },
    Code {
        code: "E0811",
        summary: "a character has no meaning",
        text: "Names have letters, digits and `_`; the marks are those of C and of tags. This character is \
            neither. The file may be damaged or in another encoding.",
        example: "<mod name=\"m\">\n  <var> x = 0; </var>\n  § <marking> 1 </marking>\n</mod>\n",
    },
    Code {
        code: "E0812",
        summary: "a number is too large",
        text: "Variables hold integers of 32 bits, so numbers end at 2147483647. Places are numbers of the \
            same kind.",
        example: "<mod name=\"m\">\n  <var> x = 99999999999; </var>\n</mod>\n",
    },
    Code {
        code: "E0813",
        summary: "a text or a comment is not closed",
        text: "The text of an attribute ends with a double quote. A comment that begins with `/*` ends with \
            `*/`, one that begins with `<!--` ends with `-->`; only `//` ends by itself at the end of its \
            line.",
        example: "<mod name=\"m\">\n  /* the rest is a comment\n</mod>\n",
    },
    Code {
        code: "E0814",
        summary: "something else is expected",
        text: "The text does not follow the grammar at this place. A statement ends with `;`, also the last \
            one before an end tag; an instance is written `Class name(argument, …);`; a transition has at \
            most one guard.",
        example: concat!(
            "<mod name=\"m\">\n",
            "  <var> x = 0; </var>\n",
            "  <marking> 1 </marking>\n",
            "  <transition label=\"a\" preset=\"1\" postset=\"1\">\n",
            "    x == ; (0, inf); x = 1;\n",
            "  </transition>\n",
            "</mod>\n",
        ),
    },
    Code {
        code: "E0815",
        summary: "an expression is too deep",
        text: "Parentheses, indices and conditionals may be nested 100 deep, and no operand may be below \
            more than 250 operators. Long chains of `&&`, `||`, `&`, `|` and `^` do not count. Such depth is \
            a sign of a text that a program made; give parts of the expression to variables.",
        example: concat!(
            "<mod name=\"m\">\n",
            "  <var> x = 0; </var>\n",
            "  <marking> 1 </marking>\n",
            "  <transition label=\"a\" preset=\"1\" postset=\"1\">\n",
            "    \
                ((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((\
                    ((((((((((x)))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))\
                    )))))))))))))))))))))))));\n",
            "    (0, inf); x = 1;\n",
            "  </transition>\n",
            "</mod>\n",
        ),
    },
    Code {
        code: "E0816",
        summary: "a tag is wrong",
        text: "There is no such tag, it does not belong in this place, an attribute is missing or unknown, \
            or the end tag is. A class has the attributes `name` and `arg`, a transition `label`, `preset` \
            and `postset`. Each tag is closed by its own end tag, in order.",
        example: concat!(
            "<mod name=\"m\">\n",
            "  <marking> 1 </marking>\n",
            "  <transition label=\"a\" preset=\"1\">\n",
            "  </transition>\n",
            "</mod>\n",
        ),
    },
    Code {
        code: "E0817",
        summary: "a name is declared twice",
        text: "Within a class its arguments and variables have distinct names, and so have the constants of \
            a file, the classes, the modules, and the instances of the main part.",
        example: concat!(
            "<main> C c(); </main>\n",
            "<class name=\"C\" arg=\"\">\n",
            "  <var> x = 0; x = 1; </var>\n",
            "  <m> 1 </m>\n",
            "  <tr label=\"a\" preset=\"1\" postset=\"1\"> x = !x; </tr>\n",
            "</class>\n",
        ),
    },
    Code {
        code: "E0818",
        summary: "a name is not declared",
        text: "A class knows its arguments, its variables, its constants and those of the file, and nothing \
            else: what belongs to another instance must be an argument. The main part knows its variables, \
            its instances and the classes. A module of the old format must declare what it assigns.",
        example: concat!(
            "<main> C c(); </main>\n",
            "<class name=\"C\" arg=\"\">\n",
            "  <var> request; </var>\n",
            "  <m> 1 </m>\n",
            "  <tr label=\"a\" preset=\"1\" postset=\"1\"> reqest = !request; </tr>\n",
            "</class>\n",
        ),
    },
    Code {
        code: "E0819",
        summary: "a value must be known and is not",
        text: "Constants, sizes of arrays and first values of old modules are computed while the file is \
            read, from numbers and from constants declared before. This one uses a variable, divides by zero \
            or does not fit. A first value that depends on variables must have a value too.",
        example: concat!(
            "<const> N = 4 / 0; </const>\n",
            "<main> C c(); </main>\n",
            "<class name=\"C\" arg=\"\">\n",
            "  <var> x; </var>\n",
            "  <m> 1 </m>\n",
            "  <tr label=\"a\" preset=\"1\" postset=\"1\"> x = !x; </tr>\n",
            "</class>\n",
        ),
    },
    Code {
        code: "E0820",
        summary: "the number of arguments is wrong",
        text: "An instance gives one argument for each argument of its class, in the same order. An array is \
            one argument.",
        example: concat!(
            "<main> C a(b.x); C b(); </main>\n",
            "<class name=\"C\" arg=\"other\">\n",
            "  <var> x; </var>\n",
            "  <m> 1 </m>\n",
            "  <tr label=\"a\" preset=\"1\" postset=\"1\"> guard(!other); x = !x; </tr>\n",
            "</class>\n",
        ),
    },
    Code {
        code: "E0821",
        summary: "an argument cannot be used so",
        text: "An argument is a variable of another instance, a variable of the main part, an element of \
            one, or a number. It must not be an argument of the other instance, since that belongs to a \
            third one which should be named directly; nor a variable of the instance itself, which the class \
            already knows. An array is bound to an array of the same sizes.",
        example: concat!(
            "<main> C a(a.x); </main>\n",
            "<class name=\"C\" arg=\"other\">\n",
            "  <var> x; </var>\n",
            "  <m> 1 </m>\n",
            "  <tr label=\"a\" preset=\"1\" postset=\"1\"> guard(!other); x = !x; </tr>\n",
            "</class>\n",
        ),
    },
    Code {
        code: "E0822",
        summary: "an array is used wrongly",
        text: "An array has as many indices as sizes and is never used without them; the elements of an \
            array of size N are 0 to N - 1; a list of first values has one for each element. A computed \
            index outside its array is no error of the file but a failure of the design.",
        example: "<main> C c(); </main>\n<class name=\"C\" arg=\"\">\n  <var> v[4]; </var>\n  <m> 1 </m>\n  \
                  <tr label=\"a\" preset=\"1\" postset=\"1\"> v[4] = 1; </tr>\n</class>\n",
    },
    Code {
        code: "E0823",
        summary: "first values depend on each other in a circle",
        text: "A variable may take its first value from an argument, which is a variable of another instance \
            that may do the same. Somewhere this must end with a number. Give one of the variables a value.",
        example: concat!(
            "<main> C a(b.x); C b(a.x); </main>\n",
            "<class name=\"C\" arg=\"other\">\n",
            "  <var> x = other; </var>\n",
            "  <m> 1 </m>\n",
            "  <tr label=\"a\" preset=\"1\" postset=\"1\"> guard(other); x = !x; </tr>\n",
            "</class>\n",
        ),
    },
    Code {
        code: "E0824",
        summary: "an assignment is not possible",
        text: "A constant, or an argument for which the instance gives a number, cannot be assigned. Nor can \
            one transition assign the same variable twice, because all its assignments happen at once.",
        example: "<main> C c(); </main>\n<class name=\"C\" arg=\"\">\n  <var> x; </var>\n  <m> 1 </m>\n  \
                  <tr label=\"a\" preset=\"1\" postset=\"1\"> x = 1; x = 0; </tr>\n</class>\n",
    },
    Code {
        code: "E0825",
        summary: "the parts of the file make no design",
        text: "A design with classes has one `<main>` with at least one instance; a single class may stand \
            alone and is then checked with any environment. Modules of the old format need no `<main>`, and \
            cannot be mixed with classes.",
        example: concat!(
            "<class name=\"C\" arg=\"\">\n",
            "  <var> x; </var>\n",
            "</class>\n",
            "<class name=\"D\" arg=\"\">\n",
            "  <var> y; </var>\n",
            "</class>\n",
        ),
    },
    Code {
        code: "E0826",
        summary: "a file cannot be included",
        text: "The path after `<include>` is relative to the place of the file that says it. The message \
            shows why the file cannot be read. A text that comes from standard input includes nothing.",
        example: "<include> cells.lpn; </include>\n<main> C c(); </main>\n",
    },
    Code {
        code: "E0827",
        summary: "the design is too large",
        text: "An array may have 65536 elements, an expression some 260 thousand operators, and a design one \
            million wires or sixteen million places, transitions and operators; it may include a thousand \
            files. A file that asks for more has a wrong number somewhere.",
        example: concat!(
            "<main> C c(); </main>\n",
            "<class name=\"C\" arg=\"\">\n",
            "  <var> v[2000][2000]; </var>\n",
            "  <m> 1 </m>\n",
            "  <tr label=\"a\" preset=\"1\" postset=\"1\"> v[0][0] = 1; </tr>\n",
            "</class>\n",
        ),
    },
    Code {
        code: "E0828",
        summary: "a variable has two first values",
        text: "Modules of the old format share variables by name, and each may say how they begin, in \
            `<var>` or in `<statevector>`. They must agree.",
        example: concat!(
            "<mod name=\"a\">\n",
            "  <var> x = 0; </var>\n",
            "  <marking> 1 </marking>\n",
            "  <transition label=\"a\" preset=\"1\" postset=\"1\"> !x; x = 1; </transition>\n",
            "</mod>\n",
            "<mod name=\"b\">\n",
            "  <input> x </input>\n",
            "  <var> y = 0; </var>\n",
            "  <marking> 1 </marking>\n",
            "  <statevector> x = 1; </statevector>\n",
            "  <transition label=\"b\" preset=\"1\" postset=\"1\"> x; y = 1; </transition>\n",
            "</mod>\n",
        ),
    },
    Code {
        code: "W0810",
        summary: "delays are ignored",
        text: "A transition with a delay `(lower, upper)` other than `(0, inf)` fires at any time after it \
            is enabled. So a design that is correct only because of its timing can show failures here. The \
            warning comes once for each file.",
        example: concat!(
            "<mod name=\"m\">\n",
            "  <var> x = 0; </var>\n",
            "  <marking> 1 </marking>\n",
            "  <transition label=\"a\" preset=\"1\" postset=\"1\">\n",
            "    !x; (10, 20); x = 1;\n",
            "  </transition>\n",
            "</mod>\n",
        ),
    },
    Code {
        code: "W0811",
        summary: "a variable is not used",
        text: "No transition of its class reads or assigns the variable, and no instance has it as an \
            argument. It is left out. Perhaps another name was meant somewhere.",
        example: "<main> C c(); </main>\n<class name=\"C\" arg=\"\">\n  <var> x; y; </var>\n  <m> 1 </m>\n  \
                  <tr label=\"a\" preset=\"1\" postset=\"1\"> x = !x; </tr>\n</class>\n",
    },
    Code {
        code: "W0812",
        summary: "a name is taken for an input",
        text: "The module declares inputs, but not this name, which it reads and does not assign. It is \
            taken for an input as well. If it is misspelt, nothing may drive it, or the environment may.",
        example: concat!(
            "<mod name=\"m\">\n",
            "  <input> a </input>\n",
            "  <output> x </output>\n",
            "  <marking> 1 </marking>\n",
            "  <transition label=\"t\" preset=\"1\" postset=\"1\"> a && b; x = 1; </transition>\n",
            "</mod>\n",
        ),
    },
];
