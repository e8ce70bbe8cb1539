//! Programs that seem to keep a property at their own size and break it at a larger one: none of them may be
//! shown for every size. Each was once, or nearly was.

use suppose_ada::load_every_size;
use suppose_base::FileId;

use super::{holding, ltss};

/// A hub that is called with a number by a task of every number, or by one that chooses it.
fn text(declared: &str, hub: &str, property: &str) -> String {
    format!(
        "with Ada.Numerics.Discrete_Random;\nprocedure P is\n   Size : constant := 3;\n   \
         type Id is range 1 .. Size;\n   package R is new Ada.Numerics.Discrete_Random (Id);\n{declared}\n   \
         task Log is\n      entry E (X : Id);\n   end Log;\n   task body Log is\n   begin\n      loop\n         \
         accept E (X : Id);\n      end loop;\n   end Log;\n   task Hub;\n   task body Hub is\n      \
         G : R.Generator;\n      A : array (Id) of Boolean := (others => False);\n      X, Y : Id;\n   begin\n      \
         X := R.Random (G);\n      Y := R.Random (G);\n{hub}\n   end Hub;\n   --# property Safe is\n   \
         --#    init s;\n{property}\n   --# end Safe;\nbegin\n   null;\nend P;\n"
    )
}

const NO_ERROR: &str = "   --#    s -> error : exception constraint_error;";

/// Declarations, statements, and transitions of the property.
const TRAPS: [(&str, &str, &str); 13] = [
    // A number beyond the last one, and a range of numbers that does not grow.
    ("", "Log.E (X);", "   --#    s -> error : Log.E (4);"),
    (
        "",
        "if X > 1 then Log.E (X); end if;",
        "   --#    s -> t : Log.E (2 .. 3);\n   --#    s -> error : Log.E;",
    ),
    // Ranges with an end that stays while the size grows, or the other way round.
    ("   subtype Low is Id range 1 .. 3;\n   Z : Low := 1;", "Z := X;", NO_ERROR),
    ("   subtype Top is Id range Size .. Size;\n   Z : Top := 3;", "if X > 2 then Z := X; end if;", NO_ERROR),
    ("   B : array (Id range 1 .. 3) of Boolean := (others => False);", "B (X) := True;", NO_ERROR),
    (
        "",
        "case X is when 1 .. 3 => null; when others => Log.E (1); end case;",
        "   --#    s -> error : Log.E (1);",
    ),
    // Distances that grow.
    ("", "if X mod Size = X then Log.E (3); end if;", "   --#    s -> error : Log.E (3);"),
    ("", "Log.E (X - Id'Last + 4);", NO_ERROR),
    // A loop beyond the last value.
    ("", "for I in 1 .. X + 1 loop Y := I; end loop;", NO_ERROR),
    // Two elements that stand for many are not the same.
    (
        "",
        "A (3) := True;\n      if X > 2 and Y > 2 then\n         A (X) := True;\n         \
         if A (X) /= A (Y) then Log.E (1); end if;\n      end if;",
        "   --#    s -> error : Log.E (1);",
    ),
    // A state whose name grows.
    (
        "",
        "Log.E (1); Log.E (2);",
        "   --#    s -> q (3) : Log.E (1);\n   --#    q (Size) -> t : Log.E (2);\n   --#    t -> error : Log.E (2);",
    ),
    // What other constants are when the size grows.
    ("   Other : constant := Size;\n   subtype Low is Id range 1 .. Other;", "null;", NO_ERROR),
    ("   Half : constant := Size / 2;", "null;", NO_ERROR),
];

#[test]
fn nothing_is_shown_that_depends_on_the_size() {
    for (declared, hub, property) in TRAPS {
        let text = text(declared, hub, property);
        match load_every_size(FileId(0), &text, "Size") {
            Err(messages) => {
                let errors = messages.iter().filter(|message| message.is_error());
                let codes: Vec<&str> = errors.map(|message| message.code).collect();
                assert!(codes.contains(&"E1060"), "{codes:?}\n{text}");
            }
            Ok((program, _)) => assert!(holding(&ltss(&program)).is_empty(), "{text}"),
        }
    }
}

#[test]
fn the_same_program_without_a_trap_is_shown() {
    let text = text("", "for I in Id loop Log.E (I); end loop;\n      Log.E (X);", NO_ERROR);
    let (program, _) = load_every_size(FileId(0), &text, "Size").expect("nothing depends on the size");
    assert_eq!(holding(&ltss(&program)), ["Safe"]);
}
