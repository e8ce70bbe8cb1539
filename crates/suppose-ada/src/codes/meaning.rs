//! Codes of what a program means: `E1070` to `E1079`, warnings `W1050` to `W1069`.

use suppose_base::Code;

pub(super) const ROWS: &[Code] = &[
    Code {
        code: "E1070",
        summary: "two labels of a property mean the same action of a program",
        text: "In a property that is written in another language, a label stands for all actions of the Ada \
            program whose name it is, whose name it is without the calling task in front, or whose name \
            begins with it up to some of the values: `operator.prepay.1` means \
            `customer_1.operator.prepay.1.2`. If two labels of one property mean the same action, it is open \
            which of them counts. Write them out to the last value where they differ.",
        example: "",
    },
    Code {
        code: "W1050",
        summary: "a property speaks of something that never happens",
        text: "No task of the program can do what this transition of the property waits for: the entry is \
            not called by that task or with those values, the event is not reached, the variable never gets \
            that value. The transition has no effect. Look for a misspelt name or a value out of range.",
        example: concat!(
            "procedure Main is\n",
            "   task Server is\n",
            "      entry Put (V : in Boolean);\n",
            "   end Server;\n",
            "   task body Server is\n",
            "   begin\n",
            "      accept Put (V : in Boolean);\n",
            "   end Server;\n",
            "begin\n",
            "   Server.Put (True);\n",
            "end Main;\n",
            "--# property P is\n",
            "--#    init idle;\n",
            "--#    idle -> full : Server.Put (True);\n",
            "--#    full -> error : Server.Put (False);\n",
            "--# end P;\n",
        ),
    },
    Code {
        code: "W1051",
        summary: "a property is vacuous",
        text: "Nothing of what the property speaks of can happen in the program, so it holds for want of \
            anything to say. That may be the answer that was hoped for (something bad cannot even be written \
            down as a step of a task), or a sign that its names are not those of the program.",
        example: concat!(
            "procedure Main is\n",
            "   task Server is\n",
            "      entry Put (V : in Boolean);\n",
            "   end Server;\n",
            "   task body Server is\n",
            "   begin\n",
            "      accept Put (V : in Boolean);\n",
            "   end Server;\n",
            "begin\n",
            "   Server.Put (True);\n",
            "end Main;\n",
            "--# property P is\n",
            "--#    init idle;\n",
            "--#    idle -> error : Server.Put (False);\n",
            "--# end P;\n",
        ),
    },
    Code {
        code: "W1052",
        summary: "nobody calls an entry",
        text: "No task of the program has a call of this entry, so whoever accepts it waits for ever, unless \
            another alternative is taken. For an entry of a task type this means that no instance is called.",
        example: concat!(
            "procedure Main is\n",
            "   task Server is\n",
            "      entry Put;\n",
            "      entry Take;\n",
            "   end Server;\n",
            "   task body Server is\n",
            "   begin\n",
            "      accept Put;\n",
            "      accept Take;\n",
            "   end Server;\n",
            "begin\n",
            "   Server.Put;\n",
            "end Main;\n",
        ),
    },
    Code {
        code: "W1053",
        summary: "nobody accepts a call",
        text: "The task that is called has no accept statement for this entry, so the caller waits for ever; \
            if the called task ends, Ada raises `Tasking_Error` in the caller instead.",
        example: concat!(
            "procedure Main is\n",
            "   task Server is\n",
            "      entry Put;\n",
            "      entry Take;\n",
            "   end Server;\n",
            "   task body Server is\n",
            "   begin\n",
            "      accept Put;\n",
            "   end Server;\n",
            "begin\n",
            "   Server.Put;\n",
            "   Server.Take;\n",
            "end Main;\n",
        ),
    },
];
