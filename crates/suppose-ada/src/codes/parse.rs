//! Codes of the reader of Ada texts: `E1001` to `E1029`, warnings `W1001` to `W1029`.

use suppose_base::Code;

pub(super) const ROWS: &[Code] = &[
    Code {
        code: "E1001",
        summary: "a character has no meaning",
        text: "Names have ASCII letters, digits and single underscores. Braces, `->` and `==` have a meaning \
            in properties only, that is, on lines that begin with `--#`. Comments and quoted texts may hold \
            any character.",
        example: "procedure P is\n   X : Boolean := False; §\nbegin\n   X := True;\nend P;\n",
    },
    Code {
        code: "E1002",
        summary: "a text or a character is not closed",
        text: "A quoted text ends with a double quote on the same line; a quote inside of it is written \
            twice. A character stands between two ticks.",
        example: "with Ada.Text_IO;\nprocedure P is\nbegin\n   Ada.Text_IO.Put_Line (\"Hello\n);\nend P;\n",
    },
    Code {
        code: "E1003",
        summary: "a number or a name is badly written",
        text: "An underscore stands between two digits of a number or between two letters or digits of a \
            name, never at an end and never next to another one. A number with a base is written `16#FF#`; \
            the base is from 2 to 16 and all digits are less than it.",
        example: "procedure P is\n   N : constant := 16#FG#;\nbegin\n   null;\nend P;\n",
    },
    Code {
        code: "E1004",
        summary: "a number is too large",
        text: "Whole numbers must fit into 64 bits, with a sign: none is larger than \
            9,223,372,036,854,775,807. That is also true of numbers that no variable ever has.",
        example: "procedure P is\n   N : constant := 10E20;\nbegin\n   null;\nend P;\n",
    },
    Code {
        code: "E1005",
        summary: "something else is expected",
        text: "The text does not follow the grammar of Ada at this place, or that of annotations if the line \
            begins with `--#`. A semicolon that is missing is shown where it should be.",
        example: "procedure P is\n   X : Boolean := False;\nbegin\n   X = True;\nend P;\n",
    },
    Code {
        code: "E1006",
        summary: "an `end` does not fit",
        text: "Every construct has an end of its own: `end if`, `end case`, `end loop`, `end select`, and \
            `end` with the name of a unit or an entry. A loop or a block that has a name must repeat it. The \
            message shows where the construct begins.",
        example: "procedure P is\nbegin\n   loop\n      null;\n   end if;\nend P;\n",
    },
    Code {
        code: "E1007",
        summary: "the text is nested too deeply",
        text: "Statements, declarations and parentheses may nest two hundred levels deep, all together. Long \
            chains of operators and of `elsif` are no nesting and have no limit. Nothing after this place is \
            read.",
        example: concat!(
            "procedure P is\n",
            "   N : constant := \
                ((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((\
                    ((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((\
                    ((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((1;\n",
            "begin\n",
            "   null;\n",
            "end P;\n",
        ),
    },
    Code {
        code: "E1008",
        summary: "logical operators are mixed without parentheses",
        text: "`and`, `or`, `xor`, `and then` and `or else` have the same precedence in Ada, so an \
            expression with two of them needs parentheses.",
        example: "procedure P is\n   A, B, C : Boolean := False;\nbegin\n   A := A and B or C;\nend P;\n",
    },
    Code {
        code: "E1010",
        summary: "a type is outside of the subset",
        text: "Types are enumerations, ranges of integers, modular types, arrays with bounds, and types \
            derived from these. There are no access types, records, types of real numbers, private types or \
            interfaces, and no arrays without bounds: a program must have finitely many states, and they \
            must be countable from its text.",
        example: "procedure P is\n   type Pair is record\n      A, B : Boolean;\n   end record;\nbegin\n   \
                  null;\nend P;\n",
    },
    Code {
        code: "E1011",
        summary: "protected objects are outside of the subset",
        text: "Tasks meet by rendezvous and share variables; there are no protected objects. A task with an \
            entry for each operation, which accepts them in a loop with a `select`, does the same.",
        example: concat!(
            "procedure P is\n",
            "   protected Lock is\n",
            "      entry Seize;\n",
            "   private\n",
            "      Free : Boolean := True;\n",
            "   end Lock;\n",
            "begin\n",
            "   null;\n",
            "end P;\n",
        ),
    },
    Code {
        code: "E1012",
        summary: "generic units are outside of the subset",
        text: "The one generic unit that can be used is `Ada.Numerics.Discrete_Random`, which stands for any \
            value of a type. Write other units out for each of their uses.",
        example: "generic\n   type T is (<>);\npackage G is\n   X : T;\nend G;\nprocedure P is\nbegin\n   \
                  null;\nend P;\n",
    },
    Code {
        code: "E1013",
        summary: "handlers of exceptions are outside of the subset",
        text: "An exception ends the task that raises it, and is an action that properties can name. There \
            are no handlers and no exceptions besides those of Ada.",
        example: "procedure P is\nbegin\n   null;\nexception\n   when others => null;\nend P;\n",
    },
    Code {
        code: "E1014",
        summary: "a statement is outside of the subset",
        text: "There is no `abort`, `requeue` or `goto`, no `select` with `then abort`, no extended \
            `return`, and no loop over the elements of an array without an index. An assertion (`pragma \
            Assert`) stands between statements.",
        example: concat!(
            "procedure P is\n",
            "   task T;\n",
            "   task body T is\n",
            "   begin\n",
            "      null;\n",
            "   end T;\n",
            "begin\n",
            "   abort T;\n",
            "end P;\n",
        ),
    },
    Code {
        code: "E1015",
        summary: "a kind of unit is outside of the subset",
        text: "A file holds procedures, functions and packages with their bodies. There are no separate \
            bodies, child units, private units, abstract subprograms, operators of one's own, and no other \
            names for subprograms and packages.",
        example: "procedure P is\n   procedure Q is separate;\nbegin\n   Q;\nend P;\n",
    },
    Code {
        code: "E1016",
        summary: "an expression is outside of the subset",
        text: "There are no slices of arrays, `case` expressions, quantified expressions, allocators, values \
            of access types, and no `raise` in an expression.",
        example: concat!(
            "procedure P is\n",
            "   X : Boolean := False;\n",
            "begin\n",
            "   X := (for all I in 1 .. 3 => X);\n",
            "end P;\n",
        ),
    },
    Code {
        code: "E1017",
        summary: "an aspect is outside of the subset",
        text: "Aspects that cannot change what a program does, such as `Volatile`, `Size` and `Inline`, are \
            skipped. Others may matter, so they are not ignored.",
        example: concat!(
            "procedure P is\n",
            "   type T is range 0 .. 3 with Default_Value => 1;\n",
            "begin\n",
            "   null;\n",
            "end P;\n",
        ),
    },
    Code {
        code: "E1018",
        summary: "alternatives of a `select` do not go together",
        text: "A `select` that accepts has at least one `accept`. Besides, it has one of these at most: \
            `terminate` (once, with nothing after it), `delay` alternatives, or an `else` part.",
        example: concat!(
            "procedure P is\n",
            "   task T is\n",
            "      entry E;\n",
            "   end T;\n",
            "   task body T is\n",
            "   begin\n",
            "      select\n",
            "         accept E;\n",
            "      or\n",
            "         terminate;\n",
            "      else\n",
            "         null;\n",
            "      end select;\n",
            "   end T;\n",
            "begin\n",
            "   T.E;\n",
            "end P;\n",
        ),
    },
    Code {
        code: "E1020",
        summary: "an annotation has no meaning at its place",
        text: "`--# event` stands between statements or at the end of the line of an entry declaration, `--# \
            any` on a line of its own right before a function, `--# property` between declarations or \
            outside of all units.",
        example: concat!(
            "procedure P is\n",
            "   X : Boolean := False;\n",
            "   --# event start\n",
            "begin\n",
            "   X := True;\n",
            "end P;\n",
        ),
    },
    Code {
        code: "E1021",
        summary: "an annotation is badly written",
        text: "An event is written `--# event NAME` or `--# event NAME (e, f)`, or as `pragma Annotate \
            (Suppose, Event, NAME, e, f);`. The event of an entry has no values in parentheses. A property \
            goes from `--# property P is` to `--# end P;`, with `--#` on each line and nothing but comments \
            between them.",
        example: "procedure P is\n   --# property Safe is\n   --#    init idle;\n   --#    idle -> error : \
                  boom;\nbegin\n   null;\nend P;\n",
    },
    Code {
        code: "E1022",
        summary: "a statement is missing",
        text: "Ada wants at least one statement after `begin`, `then`, `else`, `loop`, `do` and in each \
            alternative of a `case`. Annotations do not count, since Ada does not see them. Write `null;` \
            where nothing is to be done.",
        example: "procedure P is\nbegin\n   --# event start\nend P;\n",
    },
    Code {
        code: "W1001",
        summary: "an annotation is not known",
        text: "Annotations begin with `--#` and one of the words `event`, `any` and `property`. Others, such \
            as contracts for other tools, are ignored.",
        example: "procedure P is\n   --# evnt start\nbegin\n   null;\nend P;\n",
    },
];
