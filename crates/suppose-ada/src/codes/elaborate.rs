//! Codes of elaboration: `E1030` to `E1069`, warnings `W1030` to `W1049`.

use suppose_base::Code;

pub(super) const ROWS: &[Code] = &[
    Code {
        code: "E1030",
        summary: "a name is not declared",
        text: "A name must be declared before its place and be visible there: in the same scope, in one \
            around it, or in a package that a `use` clause names. The case of letters does not matter.",
        example: "procedure P is\n   X : Boolean := False;\nbegin\n   X := Y;\nend P;\n",
    },
    Code {
        code: "E1031",
        summary: "a name is declared twice",
        text: "In one region a name has one declaration; only literals of different enumerations may be \
            alike. Several subprograms of one name are outside of the subset, and so are properties of one \
            name.",
        example: "procedure P is\n   X : Boolean;\n   X : Boolean;\nbegin\n   null;\nend P;\n",
    },
    Code {
        code: "E1032",
        summary: "a name means something else than what is expected",
        text: "A type, a variable, a value, a procedure or a task is expected at this place, and the name \
            stands for something else. An entry call has no value, and an array of tasks needs an index \
            before the dot.",
        example: "procedure P is\n   X : Boolean;\nbegin\n   Boolean := X;\nend P;\n",
    },
    Code {
        code: "E1033",
        summary: "a name means several things",
        text: "Two packages with `use` clauses declare the name, or several enumerations have the literal \
            and nothing tells which one is meant. Write the package before the name, or `T'(literal)`.",
        example: concat!(
            "procedure P is\n",
            "   type A is (Red, Green);\n",
            "   type B is (Red, Blue);\n",
            "begin\n",
            "   case Red is\n",
            "      when others => null;\n",
            "   end case;\n",
            "end P;\n",
        ),
    },
    Code {
        code: "E1034",
        summary: "a library unit is not known",
        text: "A program is one file: the packages that it names in `with` clauses must be in the same file. \
            Of Ada's library Ada.Numerics.Discrete_Random, Ada.Text_IO and Ada.Assertions are known; \
            Ada.Calendar and Ada.Real_Time may be named, and what they have can stand in delays only. \
            Discrete_Random needs a `with` clause.",
        example: "with Ada.Streams;\nprocedure P is\nbegin\n   null;\nend P;\n",
    },
    Code {
        code: "E1035",
        summary: "types do not fit",
        text: "Ada converts nothing by itself: both operands of an operator have the same type, and so have \
            a variable and what is assigned to it. Conditions are Boolean. Numbers are converted with `T \
            (e)`.",
        example: "procedure P is\n   X : Boolean := False;\nbegin\n   X := 1;\nend P;\n",
    },
    Code {
        code: "E1036",
        summary: "a value must be known",
        text: "Bounds of types and arrays, discriminants, choices of `case`, initial values of shared \
            variables and everything in a property must be known before the program runs: literals, \
            constants, discriminants, and operators on them.",
        example: "procedure P is\n   X : Boolean := True;\n   Y : Boolean := X;\nbegin\n   null;\nend P;\n",
    },
    Code {
        code: "E1037",
        summary: "a type has too many values",
        text: "Every variable is modelled with each of its values, so a type has at most 65536 of them, and \
            so has an array elements. Give numbers a range: `subtype Count is Integer range 0 .. 10;`.",
        example: "procedure P is\n   X : Integer := 0;\nbegin\n   null;\nend P;\n",
    },
    Code {
        code: "E1038",
        summary: "a body is missing",
        text: "Tasks, procedures and functions that are declared must have a body in the same file. A \
            function whose result may be any value of its type can have the annotation `--# any` in the line \
            before instead.",
        example: "procedure P is\n   task A;\nbegin\n   null;\nend P;\n",
    },
    Code {
        code: "E1039",
        summary: "a subprogram is recursive",
        text: "Calls are replaced by the bodies of what they call, which has no end for recursion. The \
            message shows the cycle. Write it as a loop.",
        example: "procedure P is\n   procedure Q is\n   begin\n      Q;\n   end Q;\nbegin\n   Q;\nend P;\n",
    },
    Code {
        code: "E1040",
        summary: "a task or an entry is not known",
        text: "A call names a task, perhaps with a package before it, and one of the entries that the task \
            declares.",
        example: concat!(
            "procedure P is\n",
            "   task A is\n",
            "      entry E;\n",
            "   end A;\n",
            "   task body A is\n",
            "   begin\n",
            "      accept E;\n",
            "   end A;\n",
            "begin\n",
            "   A.F;\n",
            "end P;\n",
        ),
    },
    Code {
        code: "E1041",
        summary: "arguments do not fit",
        text: "There is one argument for each parameter without a default, by position first and then by \
            name. A variable is given where a value comes out. Arrays and families of entries have one index \
            for each dimension.",
        example: "procedure P is\n   procedure Q (X : Boolean) is null;\nbegin\n   Q;\nend P;\n",
    },
    Code {
        code: "E1042",
        summary: "the alternatives of a case do not fit",
        text: "Each value of the selector's type belongs to exactly one alternative. `when others`, at the \
            end, takes what is left.",
        example: concat!(
            "procedure P is\n",
            "   X : Boolean := False;\n",
            "begin\n",
            "   case X is\n",
            "      when True => null;\n",
            "   end case;\n",
            "end P;\n",
        ),
    },
    Code {
        code: "E1043",
        summary: "a value is outside of a range",
        text: "A known value is not one of its type, or a range is not inside of the type that it restricts, \
            or nothing is in it. Variables have at least one value.",
        example: concat!(
            "procedure P is\n",
            "   subtype S is Integer range 1 .. 3;\n",
            "   subtype T is S range 2 .. 5;\n",
            "begin\n",
            "   null;\n",
            "end P;\n",
        ),
    },
    Code {
        code: "E1044",
        summary: "this cannot be assigned",
        text: "Constants, parameters of mode `in` and parameters of loops keep their values.",
        example: "procedure P is\n   C : constant Boolean := True;\nbegin\n   C := False;\nend P;\n",
    },
    Code {
        code: "E1045",
        summary: "an accept statement does not fit",
        text: "Only the body of a task accepts calls, of its own entries, with the parameters that the \
            declaration of the entry has. A member of a family needs its index. An accept of an entry cannot \
            be inside of another one of the same entry.",
        example: concat!(
            "procedure P is\n",
            "   task A is\n",
            "      entry E (X : Boolean);\n",
            "   end A;\n",
            "   task body A is\n",
            "   begin\n",
            "      accept E (Y : Boolean);\n",
            "   end A;\n",
            "begin\n",
            "   null;\n",
            "end P;\n",
        ),
    },
    Code {
        code: "E1046",
        summary: "this statement leads nowhere",
        text: "`exit` leaves a loop around it, without crossing an accept statement. `return` ends a \
            subprogram or an accept statement; only functions return a value.",
        example: "procedure P is\nbegin\n   exit;\nend P;\n",
    },
    Code {
        code: "E1047",
        summary: "a task is declared in an inner scope",
        text: "Tasks belong to the main procedure or to packages. Tasks inside of other tasks, procedures \
            and blocks come into being again and again, which is outside of the subset.",
        example: concat!(
            "procedure P is\n",
            "   procedure Q is\n",
            "      task A;\n",
            "      task body A is\n",
            "      begin\n",
            "         null;\n",
            "      end A;\n",
            "   begin\n",
            "      null;\n",
            "   end Q;\n",
            "begin\n",
            "   Q;\n",
            "end P;\n",
        ),
    },
    Code {
        code: "E1048",
        summary: "something is outside of the subset",
        text: "The construct is legal Ada, and the tool does not model it. The message says what it is, and \
            often what to write instead.",
        example: concat!(
            "procedure P is\n",
            "   function F return Boolean is\n",
            "      X : Boolean := True;\n",
            "   begin\n",
            "      X := not X;\n",
            "      return X;\n",
            "   end F;\n",
            "begin\n",
            "   null;\n",
            "end P;\n",
        ),
    },
    Code {
        code: "E1049",
        summary: "an aggregate does not fit",
        text: "An aggregate has a value for each element of its array, by position or by index; `others` \
            takes what is left. It can be assigned to an array, or be its initial value.",
        example: concat!(
            "procedure P is\n",
            "   A : array (1 .. 3) of Boolean := (True, False);\n",
            "begin\n",
            "   null;\n",
            "end P;\n",
        ),
    },
    Code {
        code: "E1050",
        summary: "an attribute is not known",
        text: "First, Last, Length and Range belong to discrete types and arrays; Succ, Pred, Pos, Val, Min \
            and Max to discrete types. Count, Terminated and Callable tell about moments that the model does \
            not have.",
        example: concat!(
            "procedure P is\n",
            "   task A is\n",
            "      entry E;\n",
            "   end A;\n",
            "   task body A is\n",
            "   begin\n",
            "      accept E;\n",
            "   end A;\n",
            "begin\n",
            "   if A'Terminated then\n",
            "      null;\n",
            "   end if;\n",
            "end P;\n",
        ),
    },
    Code {
        code: "E1051",
        summary: "two things have one name",
        text: "The annotation on an entry gives its actions a name as it is written. So entries of several \
            tasks of one type, or an entry and an event, would have the same one and could not be told \
            apart. Without annotations it takes more: an event `go` that both A and another task have is \
            called `a.go`, and so is an entry `Go` of A. Rename one of the two. Things in packages are named \
            after their packages, so the variable X of a package P and that of another package P inside of a \
            procedure would both be `p.x`. No event is called `tau`, which is the silent action.",
        example: concat!(
            "procedure P is\n",
            "   task type W is\n",
            "      entry E;  --# event go\n",
            "   end W;\n",
            "   task body W is\n",
            "   begin\n",
            "      accept E;\n",
            "   end W;\n",
            "   A : W;\n",
            "   B : W;\n",
            "begin\n",
            "   null;\n",
            "end P;\n",
        ),
    },
    Code {
        code: "E1052",
        summary: "a property is not complete",
        text: "A property has one initial state, `init s;`, and transitions `s -> t : event;`. No transition \
            leaves the error state.",
        example: concat!(
            "procedure P is\n",
            "   --# property Q is\n",
            "   --#    init s;\n",
            "   --#    error -> s : go;\n",
            "   --# end Q;\n",
            "begin\n",
            "   --# event go\n",
            "   null;\n",
            "end P;\n",
        ),
    },
    Code {
        code: "E1053",
        summary: "a property leads to two states at once",
        text: "From one state the same action must always lead to the same state. Two patterns of different \
            transitions mean the same action here.",
        example: concat!(
            "procedure P is\n",
            "   --# property Q is\n",
            "   --#    init s;\n",
            "   --#    s -> s : go;\n",
            "   --#    s -> error : go;\n",
            "   --# end Q;\n",
            "begin\n",
            "   --# event go\n",
            "   null;\n",
            "end P;\n",
        ),
    },
    Code {
        code: "E1054",
        summary: "a pattern of a property does not fit",
        text: "A pattern is `task.entry (values)`, an event with values, `variable = value`, `variable == \
            value` or `exception name`, perhaps with a task and a colon before it. Values must be known and \
            not more than the action has.",
        example: concat!(
            "procedure P is\n",
            "   type T is (A, B);\n",
            "   --# property Q is\n",
            "   --#    init s;\n",
            "   --#    s -> error : T.A;\n",
            "   --# end Q;\n",
            "begin\n",
            "   null;\n",
            "end P;\n",
        ),
    },
    Code {
        code: "E1055",
        summary: "the program is too large",
        text: "Calls are replaced by bodies and instances have a code of their own, so a short text can \
            become a long program. There is a limit of 4 million instructions, and limits for tasks, \
            entries, variables and transitions of properties.",
        example: concat!(
            "procedure P is\n",
            "   type I is range 1 .. 200;\n",
            "   task type W;\n",
            "   task body W is\n",
            "   begin\n",
            "      null;\n",
            "   end W;\n",
            "   A : array (I, I) of W;\n",
            "begin\n",
            "   null;\n",
            "end P;\n",
        ),
    },
    Code {
        code: "E1056",
        summary: "something is nested too deeply",
        text: "Statements and calls may nest together about two hundred levels deep, and an expression has \
            at most four hundred operators in a row.",
        example: concat!(
            "procedure P is\n",
            "   X : Boolean := False;\n",
            "begin\n",
            "   X := X xor X xor X xor X xor X xor X xor X xor X xor X xor X xor X xor X xor X xor X xor X \
                xor X xor X xor X xor X xor X xor X xor X xor X xor X xor X xor X xor X xor X xor X xor X \
                xor X xor X xor X xor X xor X xor X xor X xor X xor X xor X xor X xor X xor X xor X xor X \
                xor X xor X xor X xor X xor X xor X xor X xor X xor X xor X xor X xor X xor X xor X xor X \
                xor X xor X xor X xor X xor X xor X xor X xor X xor X xor X xor X xor X xor X xor X xor X \
                xor X xor X xor X xor X xor X xor X xor X xor X xor X xor X xor X xor X xor X xor X xor X \
                xor X xor X xor X xor X xor X xor X xor X xor X xor X xor X xor X xor X xor X xor X xor X \
                xor X xor X xor X xor X xor X xor X xor X xor X xor X xor X xor X xor X xor X xor X xor X \
                xor X xor X xor X xor X xor X xor X xor X xor X xor X xor X xor X xor X xor X xor X xor X \
                xor X xor X xor X xor X xor X xor X xor X xor X xor X xor X xor X xor X xor X xor X xor X \
                xor X xor X xor X xor X xor X xor X xor X xor X xor X xor X xor X xor X xor X xor X xor X \
                xor X xor X xor X xor X xor X xor X xor X xor X xor X xor X xor X xor X xor X xor X xor X \
                xor X xor X xor X xor X xor X xor X xor X xor X xor X xor X xor X xor X xor X xor X xor X \
                xor X xor X xor X xor X xor X xor X xor X xor X xor X xor X xor X xor X xor X xor X xor X \
                xor X xor X xor X xor X xor X xor X xor X xor X xor X xor X xor X xor X xor X xor X xor X \
                xor X xor X xor X xor X xor X xor X xor X xor X xor X xor X xor X xor X xor X xor X xor X \
                xor X xor X xor X xor X xor X xor X xor X xor X xor X xor X xor X xor X xor X xor X xor X \
                xor X xor X xor X xor X xor X xor X xor X xor X xor X xor X xor X xor X xor X xor X xor X \
                xor X xor X xor X xor X xor X xor X xor X xor X xor X xor X xor X xor X xor X xor X xor X \
                xor X xor X xor X xor X xor X xor X xor X xor X xor X xor X xor X xor X xor X xor X xor X \
                xor X xor X xor X xor X xor X xor X xor X xor X xor X xor X xor X xor X xor X xor X xor X \
                xor X xor X xor X xor X xor X xor X xor X xor X xor X xor X xor X xor X xor X xor X xor X \
                xor X xor X xor X xor X xor X xor X xor X xor X xor X xor X xor X xor X xor X xor X xor X \
                xor X xor X xor X xor X xor X xor X xor X xor X xor X xor X xor X xor X xor X xor X xor X \
                xor X xor X xor X xor X xor X xor X xor X xor X xor X xor X xor X xor X xor X xor X xor X \
                xor X xor X xor X xor X xor X xor X xor X xor X xor X xor X xor X xor X xor X xor X xor X \
                xor X xor X xor X xor X xor X xor X xor X xor X xor X xor X xor X xor X xor X xor X xor X \
                xor X xor X xor X xor X xor X xor X xor X xor X xor X xor X xor X xor X xor X xor X xor X \
                xor X;\n",
            "end P;\n",
        ),
    },
    Code {
        code: "E1057",
        summary: "discriminants do not fit",
        text: "A task of a type with discriminants needs their values, which must be known: `P : Pump (1);`. \
            Tasks of an array all have the default values.",
        example: concat!(
            "procedure P is\n",
            "   task type W (N : Boolean);\n",
            "   task body W is\n",
            "   begin\n",
            "      null;\n",
            "   end W;\n",
            "   A : W;\n",
            "begin\n",
            "   null;\n",
            "end P;\n",
        ),
    },
    Code {
        code: "E1059",
        summary: "a body has no declaration",
        text: "A body belongs to a task, package or subprogram that is declared before it in the same \
            region, with the same parameters.",
        example: concat!(
            "procedure P is\n",
            "   task body A is\n",
            "   begin\n",
            "      null;\n",
            "   end A;\n",
            "begin\n",
            "   null;\n",
            "end P;\n",
        ),
    },
    Code {
        code: "E1060",
        summary: "this depends on the size",
        text: "With `--every Size`, the last value of a type that ends with `Size` stands for all values from \
            there on. The program says something here that depends on how many there are: it computes with \
            the size, converts such a value to another type, or compares it with a value that it knows \
            beforehand. It cannot be said for every size at once. Name a constant that is a named number \
            (`Size : constant := 3;`), give types the size itself as their last bound, and compare values \
            with each other.",
        example: concat!(
            "procedure P is\n",
            "   Size : constant := 3;\n",
            "   type Id is range 1 .. Size;\n",
            "   type Half is range 1 .. Size / 2;\n",
            "begin\n",
            "   null;\n",
            "end P;\n",
        ),
    },
    Code {
        code: "W1030",
        summary: "a property names what never happens",
        text: "Nothing in the program has this name, so no action matches the pattern, and a transition on \
            it is never taken. A property that only names such actions holds whatever the program does.",
        example: concat!(
            "procedure P is\n",
            "   --# property Q is\n",
            "   --#    init s;\n",
            "   --#    s -> error : opne;\n",
            "   --# end Q;\n",
            "begin\n",
            "   --# event open\n",
            "   null;\n",
            "end P;\n",
        ),
    },
    Code {
        code: "W1031",
        summary: "a task calls its own entry",
        text: "A task that calls an entry of its own waits for ever, since it cannot accept the call while \
            it waits. There is no warning where the call cannot be reached in any task, nor if the call is \
            conditional or timed.",
        example: concat!(
            "procedure P is\n",
            "   task A is\n",
            "      entry E;\n",
            "   end A;\n",
            "   task body A is\n",
            "   begin\n",
            "      A.E;\n",
            "   end A;\n",
            "begin\n",
            "   null;\n",
            "end P;\n",
        ),
    },
    Code {
        code: "W1032",
        summary: "an exception is certain",
        text: "A value is outside of its range whenever this is reached, so Constraint_Error is raised \
            there.",
        example: concat!(
            "procedure P is\n",
            "   subtype S is Integer range 1 .. 3;\n",
            "   X : S := 1;\n",
            "begin\n",
            "   X := 4;\n",
            "end P;\n",
        ),
    },
    Code {
        code: "W1033",
        summary: "a state of a property may be misspelt",
        text: "A name that is written wrong is the name of another state. One that no way from the initial \
            state leads to is never reached, so its transitions mean nothing. One that no transition leaves \
            is where a property may end, but another state with nearly the same name suggests that this one \
            was meant.",
        example: concat!(
            "procedure P is\n",
            "   --# property Q is\n",
            "   --#    init closed;\n",
            "   --#    closed -> opend : open;\n",
            "   --#    opened -> error : move;\n",
            "   --# end Q;\n",
            "begin\n",
            "   --# event open\n",
            "   --# event move\n",
            "   null;\n",
            "end P;\n",
        ),
    },
];
