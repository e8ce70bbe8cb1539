//! Damaged texts: whatever is done to a program, reading it gives a tree and messages, and ends.
//!
//! All prefixes of some programs, texts made of random words, and programs with random words and bytes
//! changed. Seeded and bounded.

use std::panic::catch_unwind;

use suppose_ada::parse;
use suppose_base::FileId;
use suppose_testing::Random;

const ROUNDS: u64 = 5_000;

/// Every construct of the subset, and some outside of it, in one program.
const EVERYTHING: &str = "\
with Ada.Numerics.Discrete_Random, Stock; use type Stock.Level;
procedure Everything is
   N : constant := 16#2#; type Id is range 1 .. N; subtype Low is Id range 1 .. 1;
   type Colour is (Red, Green); type Grid is array (Id, Boolean) of Colour; type Small is mod 4;
   A : Grid := (others => (others => Red)); X, Y : Boolean := False with Volatile;
   package R is new Ada.Numerics.Discrete_Random (Colour); G : R.Generator;
   --# property Safe is
   --#    init idle;  -- begin
   --#    for I in 1 .. N { idle -> busy (I) : Pumps (I).Start (2 .. N, <>); }
   --#    if N > 1 { busy (1), idle -> error : X = True, Main:X == False, T.E.end (1); } else { idle -> idle : exception e; }
   --# end Safe;
   task type Pump (Me : Id) is
      entry Start (C : in Id; D : out Boolean);  --# event start
      entry Stop (1 .. 2) (C : in out Id);
   end Pump;
   P1 : Pump (1); Ps : array (1 .. 2) of Pump;
   --# any
   function Coin return Boolean is (X and then (not Y or else A (1, X) in Red .. Green | Green));
   procedure Twice (Z : in out Small) is
   begin
      Z := (if Z > 1 then Z * 2 elsif Z = 0 then -Z else Small'(3) ** 2 + Small (abs Z mod 3));
   end Twice;
   task body Pump is
      Q : Small := 0;
   begin
      Main_Loop : loop
         select
            when Coin => accept Start (C : in Id; D : out Boolean) do
               D := C = Me; return; --# event inside (C, D)
            end Start;
            Twice (Q);
         or
            accept Stop (1) (C : in out Id);
            exit Main_Loop when Q = 3;
         or
            terminate;
         end select;
         case R.Random (G) is
            when Red | Green => null;
            when others => raise Program_Error with \"no \"\"colour\"\"\";
         end case;
      end loop Main_Loop;
   exception
      when others => abort P1;
   end Pump;
begin
   for I in reverse Id'Range loop
      select Ps (I).Stop (2) (Y); delay 0.5; else X := 'a' = 'b'; end select;
      while not X loop declare Z : Id; begin Z := Id'Succ (I); end; end loop;
      pragma Annotate (Suppose, Event, Done, I);
   end loop;
end Everything;
";

const SMALL: &str = "package P is\n   protected O is entry E; end O;\n   type T is record A : B; end \
    record;\nend P;\ngeneric package Q is end Q;\nprocedure M is begin <<L>> goto L; end M;\n";

/// Words that texts are made of.
const WORDS: &str = "procedure P is begin end ; if then elsif else loop while for in reverse exit when case \
    => others accept do select or terminate delay task type body entry package private new function return \
    declare ( ) , : := .. ' . | = /= < ** and not abs mod X Y.Z 1 16#F# 1.5 \"t\" 'c' <> << >> & constant \
    array of range record null raise with use pragma exception protected generic separate abort requeue goto \
    \n--#event\u{20}e \n--#any\n \n--#property\u{20}Q\u{20}is\n \n--#end\u{20}Q;\n \
    \n--#a\u{20}->\u{20}b:c;\n \n--#for\u{20}I\u{20}in\u{20}1..2{ \n--#} } { -> == --x\n \n é § \0 ";

/// What reading gives is in order: messages have places in the text, and a tree without errors has a unit.
fn check(text: &str) {
    let parsed = parse(FileId(0), text);
    for diagnostic in &parsed.diagnostics {
        assert!(!diagnostic.labels.is_empty(), "{diagnostic:?}");
        for label in &diagnostic.labels {
            assert!(text.get(label.span.start as usize..label.span.end as usize).is_some(), "{diagnostic:?}");
        }
    }
    assert!(parsed.diagnostics.len() <= 150, "{}", parsed.diagnostics.len());
    assert!(parsed.has_errors() || !parsed.tree.units.is_empty());
}

fn words() -> Vec<&'static str> {
    WORDS.split(' ').filter(|word| !word.is_empty()).collect()
}

#[test]
fn the_programs_are_what_they_should_be() {
    let codes = |text| parse(FileId(0), text).diagnostics.iter().map(|d| d.code).collect::<Vec<_>>();
    assert_eq!(codes(EVERYTHING), ["E1013", "E1014"]);
    assert_eq!(codes(SMALL), ["E1011", "E1010", "E1012", "E1014", "E1014"]);
}

#[test]
fn all_prefixes() {
    for text in [EVERYTHING, SMALL] {
        for end in (0..=text.len()).filter(|&end| text.is_char_boundary(end)) {
            let prefix = &text[..end];
            catch_unwind(|| check(prefix)).unwrap_or_else(|_| panic!("the first {end} bytes:\n{prefix}"));
        }
    }
}

#[test]
fn random_words() {
    let words = words();
    for seed in 0..ROUNDS {
        let mut random = Random::new(seed);
        let length = random.below(60);
        let mut text = String::new();
        if random.below(2) == 0 {
            text.push_str("procedure P is begin ");
        }
        for _ in 0..length {
            text.push_str(words[random.below(words.len())]);
            text.push(if random.below(8) == 0 { '\n' } else { ' ' });
        }
        catch_unwind(|| check(&text)).unwrap_or_else(|_| panic!("seed {seed}:\n{text}"));
    }
}

#[test]
fn random_damage() {
    let words = words();
    let mut read = 0;
    for seed in 0..ROUNDS {
        let mut random = Random::new(seed);
        let mut text = EVERYTHING.to_owned();
        for _ in 0..=random.below(3) {
            let mut place = || {
                let at = random.below(text.len() + 1);
                (at..text.len()).find(|&at| text.is_char_boundary(at)).unwrap_or(text.len())
            };
            let (one, two) = (place(), place());
            let (from, to) = (one.min(two), one.max(two).min(one.min(two) + 40));
            let to = (to..text.len()).find(|&at| text.is_char_boundary(at)).unwrap_or(text.len());
            match random.below(5) {
                0 => text.replace_range(from..to, ""),
                1 => {
                    let copy = text[from..to].to_owned();
                    text.insert_str(from, &copy);
                }
                2 => text.insert_str(from, &format!(" {} ", words[random.below(words.len())])),
                3 => {
                    let mut bytes = text.into_bytes();
                    if let Some(byte) = bytes.get_mut(from) {
                        *byte = random.bits() as u8;
                    }
                    text = String::from_utf8_lossy(&bytes).into_owned();
                }
                _ => text.insert(from, char::from(random.bits() as u8 & 127)),
            }
        }
        catch_unwind(|| check(&text)).unwrap_or_else(|_| panic!("seed {seed}:\n{text}"));
        // The two errors that the program has anyway do not count.
        let found = parse(FileId(0), &text).diagnostics;
        read += usize::from(found.len() <= 2);
    }
    // Some damage must go unnoticed, as in comments, but not much, or nothing is tested.
    assert!((100..ROUNDS as usize / 2).contains(&read), "{read}");
}
