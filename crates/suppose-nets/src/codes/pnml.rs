//! Codes about PNML: `E085x` and `E088x`.

use suppose_base::Code;

pub(super) const ROWS: &[Code] = &[
    Code {
        code: "E0850",
        summary: "the file is not well-formed XML",
        text: "PNML is XML. The message says what the XML reader stumbled over, and where. Document type \
            definitions are not read, so entities of one's own are not known.",
        example: "<pnml><net></pnml>\n",
    },
    Code {
        code: "E0851",
        summary: "the file does not hold one net",
        text: "A PNML file has an element `pnml`, and in it one element `net`. A file with several nets is \
            split into files; a file without one is in another format or empty.",
        example: "<pnml></pnml>\n",
    },
    Code {
        code: "E0852",
        summary: "the net is not a place/transition net",
        text: "Only place/transition nets are read. The type of a net is an address that ends in `ptnet`; \
            the core model, which has no tokens and no weights, is read too. Symmetric and other coloured \
            nets are unfolded first, by a tool that knows them.",
        example: "<pnml><net id=\"n\" \
            type=\"http://www.pnml.org/version-2009/grammar/symmetricnet\"/></pnml>\n",
    },
    Code {
        code: "E0853",
        summary: "an identifier is missing, empty or repeated",
        text: "Places, transitions and references have an attribute `id`, which names them; arcs have \
            `source` and `target`, and references have `ref`. No two nodes of a net have the same \
            identifier, even on different pages.",
        example: "<pnml><net id=\"n\" type=\"ptnet\"><page id=\"g\"><place id=\"p\"/><place \
            id=\"p\"/></page></net></pnml>\n",
    },
    Code {
        code: "E0854",
        summary: "the node does not exist",
        text: "An arc or a reference names a node that the net does not have, or references point to each \
            other in a circle, or a reference to a place points to a transition. The identifier may be \
            misspelt.",
        example: "<pnml><net id=\"n\" type=\"ptnet\"><page id=\"g\"><place id=\"p\"/>\
                  <arc id=\"a\" source=\"p\" target=\"t\"/></page></net></pnml>\n",
    },
    Code {
        code: "E0855",
        summary: "an arc joins two places or two transitions",
        text: "An arc of a Petri net goes from a place to a transition or from a transition to a place. \
            Through references its ends may be on different pages.",
        example: "<pnml><net id=\"n\" type=\"ptnet\"><page id=\"g\"><place id=\"p\"/><place id=\"q\"/>\
                  <arc id=\"a\" source=\"p\" target=\"q\"/></page></net></pnml>\n",
    },
    Code {
        code: "E0856",
        summary: "an arc has a weight other than 1",
        text: "Only safe nets are supported: a place holds one token or none, so an arc moves exactly one. \
            Two arcs between the same nodes in the same direction are an arc of weight 2.",
        example: "<pnml><net id=\"n\" type=\"ptnet\"><page id=\"g\"><place id=\"p\"/><transition \
            id=\"t\"/><arc id=\"a\" source=\"p\" \
            target=\"t\"><inscription><text>2</text></inscription></arc></page></net></pnml>\n",
    },
    Code {
        code: "E0857",
        summary: "an initial marking other than 0 or 1",
        text: "Only safe nets are supported: a place begins with one token or none. The text of an initial \
            marking is a number; a place without one begins empty. If it is given twice, as an element and \
            as an attribute, both must agree.",
        example: "<pnml><net id=\"n\" type=\"ptnet\"><page id=\"g\"><place id=\"p\">\
                  <initialMarking><text>2</text></initialMarking></place></page></net></pnml>\n",
    },
    Code {
        code: "E0858",
        summary: "the kind of arc is not supported",
        text: "Some tools add inhibitor, reset and other arcs to place/transition nets. Only ordinary arcs \
            and read arcs are read, and read arcs go from a place to a transition. An inhibitor arc can be \
            written as a read arc on a place that holds the complement.",
        example: "<pnml><net id=\"n\" type=\"ptnet\"><page id=\"g\"><place id=\"p\"/><transition \
            id=\"t\"/><arc id=\"a\" source=\"p\" target=\"t\"><type \
            value=\"inhibitor\"/></arc></page></net></pnml>\n",
    },
    Code {
        code: "E0859",
        summary: "the XML is beyond what any net needs",
        text: "The file has more namespace declarations, or more attributes on one element, than the reader \
            accepts. Real nets have a handful. The limits keep a hostile file from taking all time and \
            memory.",
        example: "",
    },
    Code {
        code: "E0880",
        summary: "an element or attribute is not understood",
        text: "A place/transition net has places with tokens, transitions and arcs. Names, graphics and some \
            additions of tools that change nothing are passed over; anything else could change what the net \
            does, so it is not. If it does not, move it into a `toolspecific` element, or remove it.",
        example: "<pnml><net id=\"n\" type=\"ptnet\"><page id=\"g\"><place id=\"p\"/><transition \
            id=\"t\"><probability>0.5</probability></transition></page></net></pnml>\n",
    },
    Code {
        code: "E0881",
        summary: "times, priorities, colours and conditions are not supported",
        text: "In a plain net any transition whose places are marked may be the next. Priorities, delays, \
            invariants, guards and colours take some of these steps away or make others of them. Priorities \
            that are the same for all transitions are read, and so are bounds that allow any time.",
        example: "<pnml><net id=\"n\" type=\"ptnet\"><page id=\"g\"><place id=\"p\"/><transition \
            id=\"t\"><delay><text>3</text></delay></transition></page></net></pnml>\n",
    },
    Code {
        code: "E0882",
        summary: "the capacity is not understood",
        text: "A capacity is a number; 0, `inf` and none at all mean that there is no limit. A transition \
            that would put more tokens on a place has to wait. If the capacity is given twice, both must \
            agree.",
        example: "<pnml><net id=\"n\" type=\"ptnet\"><page id=\"g\"><place \
            id=\"p\"><capacity><text>few</text></capacity></place></page></net></pnml>\n",
    },
];
