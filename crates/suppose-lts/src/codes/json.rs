//! Codes of the JSON reader: `E05xx`.

use suppose_base::Code;

pub(super) const ROWS: &[Code] = &[
    Code {
        code: "E0501",
        summary: "the file is not JSON",
        text: "The text breaks the rules of JSON at the place shown: a missing comma or bracket, a comma too \
            many, a text without quotes. Everything before that place is well formed.",
        example: "{\"schema\":\"suppose/lts/1\",}\n",
    },
    Code {
        code: "E0502",
        summary: "the JSON value does not describe an LTS",
        text: "An LTS is an object with the fields `schema` (the text `suppose/lts/1`), `states`, `initial`, \
            `alphabet` and `transitions`, each transition being a list of source, action and target; `name`, \
            `error` and `end` may be missing. A field is missing or has another type.",
        example: "{\"schema\":\"suppose/lts/1\",\"name\":\"P\",\"states\":1,\"initial\":0,\"alphabet\":[],\
                  \"transitions\":[[0,1,0]]}\n",
    },
    Code {
        code: "E0503",
        summary: "the JSON value describes an impossible LTS",
        text: "States are numbered from 0 and lie below the field `states`; -1 is the error state, which has \
            no transitions and is not the end state. The end state has no transitions. Action names are not \
            empty and hold no control characters, and the silent action `tau` is not in the alphabet. The \
            field `error`, if present, says whether -1 occurs.",
        example: "{\"schema\":\"suppose/lts/1\",\"name\":\"P\",\"states\":1,\"initial\":0,\"alphabet\":[],\
                  \"transitions\":[[0,\"a\",7]]}\n",
    },
];
