//! Random programs with a size: a hub that remembers who called, and clients with numbers.
//!
//! A source is a list of statements, chosen once; its text at a size differs in the constant and in how many
//! clients are declared.

use suppose_testing::Random;

/// A program of any size.
pub(super) struct Source {
    /// How the type of numbers is declared, after `type Id is`.
    kind: Kind,
    hub: [String; 3],
    client: String,
}

/// The type of numbers.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    FromOne,
    FromZero,
    Modular,
}

impl Source {
    pub(super) fn random(random: &mut Random) -> Self {
        let kind = *random.pick(&[Kind::FromOne, Kind::FromOne, Kind::FromZero, Kind::Modular]);
        let hub = [2, 1, 0].map(|depth| statements(random, &HUB, depth));
        let client = statements(random, &CLIENT, 2);
        Self { kind, hub, client }
    }

    /// The least size: all numbers in the text are less.
    pub(super) fn least(&self) -> u32 {
        if self.kind == Kind::Modular { 4 } else { 2 }
    }

    /// The greatest number in a program of a size.
    pub(super) fn most(&self, size: u32) -> u32 {
        if self.kind == Kind::Modular { size - 1 } else { size }
    }

    pub(super) fn text(&self, size: u32) -> String {
        let first = u32::from(self.kind == Kind::FromOne);
        let declared = match self.kind {
            Kind::FromOne => "range 1 .. Size",
            Kind::FromZero => "range 0 .. Size",
            Kind::Modular => "mod Size",
        };
        let clients = (first..=self.most(size)).map(|i| format!("   C_{i} : Client ({i});\n"));
        let [a, b, c] = &self.hub;
        format!(
            "procedure Random is\n   Size : constant := {size};\n   type Id is {declared};\n   \
             Shared : Id := 1;\n   Marks : array (Id) of Boolean := (others => False);\n   \
             task Hub is\n      entry A (X : Id);\n      entry B (Id);\n      entry C (X : out Id);\n   \
             end Hub;\n   task type Client (Me : Id);\n{}   task body Hub is\n      V : Id := 1;\n      \
             W : Id := 1;\n      F : array (Id) of Boolean := (others => False);\n   begin\n      loop\n         \
             select\n            accept A (X : Id) do\n               V := X;\n            end A;\n{a}         \
             or\n            accept B (W);\n{b}         or\n            accept C (X : out Id) do\n               \
             X := V;\n            end C;\n{c}         end select;\n      end loop;\n   end Hub;\n   \
             task body Client is\n      V : Id := Me;\n      W : Id := 1;\n   begin\n      loop\n         \
             Hub.A (Me);\n{}      end loop;\n   end Client;\nbegin\n   null;\nend Random;\n",
            clients.collect::<String>(),
            self.client,
        )
    }
}

/// What the hub and a client can do: simple statements, values and conditions.
struct Words {
    statements: &'static [&'static str],
    values: &'static [&'static str],
    conditions: &'static [&'static str],
}

const HUB: Words = Words {
    statements: &[
        "F (V) := not F (V);",
        "F (W) := True;",
        "--# event seen (V)",
        "--# event other (W)",
        "Shared := V;",
    ],
    values: &[
        "V",
        "W",
        "1",
        "Id'Last",
        "Id'First",
        "V + 1",
        "W - 1",
        "Id'Max (V, W)",
        "Id'Succ (W)",
        "Shared",
    ],
    conditions: &[
        "V = W",
        "V < W",
        "V /= 1",
        "F (V)",
        "F (W)",
        "V mod 2 = 1",
        "W in 1 .. 2",
        "V in W .. Id'Last",
        "V >= W",
        "W = Id'Last",
        "V mod 3 = W mod 2",
        "Marks (V)",
    ],
};

const CLIENT: Words = Words {
    statements: &[
        "Hub.B (Me);",
        "Hub.B (V);",
        "Hub.C (V);",
        "Hub.A (V);",
        "Marks (Me) := True;",
        "Shared := Me;",
        "--# event done (Me)",
        "--# event had (V)",
        "V := Shared;",
    ],
    values: &["V", "W", "Me", "1", "Id'Last", "V + 1", "Me - 1"],
    conditions: &["V = Me", "V < Me", "Me mod 2 = 0", "W /= V", "Me = 1", "Me = Id'Last", "V in 1 .. Me"],
};

fn statements(random: &mut Random, words: &Words, depth: usize) -> String {
    let count = 1 + random.below(2usize);
    (0..count).map(|_| statement(random, words, depth)).collect()
}

fn statement(random: &mut Random, words: &Words, depth: usize) -> String {
    let kinds = if depth == 0 { 2 } else { 5 };
    match random.below(kinds) {
        0 => format!("            {}\n            null;\n", random.pick(words.statements)),
        1 => format!("            {} := {};\n", random.pick(&["V", "W"]), random.pick(words.values)),
        2 => format!(
            "            if {} then\n{}            else\n{}            end if;\n",
            random.pick(words.conditions),
            statements(random, words, depth - 1),
            statements(random, words, depth - 1),
        ),
        3 => format!(
            "            for V in {}Id loop\n               exit when {};\n{}            end loop;\n",
            random.pick(&["", "reverse "]),
            random.pick(words.conditions),
            statements(random, words, depth - 1).replace("V :=", "W :=").replace("Hub.C (V)", "Hub.C (W)"),
        ),
        _ => format!(
            "            case {} is\n               when 1 =>\n{}               when others =>\n{}            end case;\n",
            random.pick(&["V", "W"]),
            statements(random, words, depth - 1),
            statements(random, words, depth - 1),
        ),
    }
}
