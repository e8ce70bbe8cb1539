//! Codes about components, properties and interfaces of assumptions: `E06xx`.

use suppose_base::Code;

pub(super) const ROWS: &[Code] = &[
    Code {
        code: "E0601",
        summary: "no such component",
        text: "A name given with --component is none of the components of the target. Components are named \
            as in the list that `suppose check` prints; the name of the target means all of its components, \
            and the name of a composite inside it all components of that composite. With several files each \
            file is a component, named after it.",
        example: "",
    },
    Code {
        code: "E0602",
        summary: "a component is named twice",
        text: "The list given with --component has the same component twice, by its own name or by that of a \
            composite it belongs to. Each component is in the system once; name it once.",
        example: "",
    },
    Code {
        code: "E0603",
        summary: "a property is no component",
        text: "The list given with --component names a property. Properties only watch; they need nothing of \
            their environment. Name the property with --property, and with --component the components that \
            have to keep it.",
        example: "",
    },
    Code {
        code: "E0604",
        summary: "the components are not given",
        text: "The target has several components, and an assumption is about the environment of some of \
            them. Say which with --component; all others are then the environment. The name of the target \
            means all of them.",
        example: "",
    },
    Code {
        code: "E0605",
        summary: "the property is not given",
        text: "An assumption is what makes a property hold. The target has no property, or several. Name one \
            with --property: a property of the input, or a file whose target is the property.",
        example: "",
    },
    Code {
        code: "E0606",
        summary: "the interface names an unknown action",
        text: "A name given with --interface is no action of the components or of the property, or a pattern \
            such as `b.*` fits none of them. An assumption restricts what the environment does together with \
            the components, or what the property sees of it; other actions would never be restricted.",
        example: "",
    },
    Code {
        code: "E0607",
        summary: "the interface is empty",
        text: "The environment shares no action with the components and the property, so nothing can be \
            assumed of it. Use `suppose check` to find out whether the property holds, or name the actions \
            of the environment with --interface.",
        example: "",
    },
    Code {
        code: "E0608",
        summary: "an action of the property belongs to nobody",
        text: "The property watches an action that is neither an action of the components nor one of the \
            interface. Nobody would ever be seen doing it, and an assumption could not speak of it. Add the \
            action to --interface if the environment does it, or correct its name in the property.",
        example: "",
    },
];
