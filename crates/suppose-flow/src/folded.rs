//! Which variables of tasks are folded into the nodes of their graphs.
//!
//! # Contract
//! A folded variable needs no automaton: a node of the graph knows its value. That is free for variables that
//! carry nothing from one round of an outermost loop to the next ([`transient`]). It is cheap for counters of
//! short loops, since folding them unrolls the loop: a counter is a variable with few values that is only
//! ever given constants, and its own value plus or minus a constant at least once. Parameters of `for` loops
//! outside of other loops are of this kind.
//!
//! Any choice is sound; variables that are not folded are unknown until they have an automaton.

use suppose_ada::{Argument, Binary, Element, Expr, Instruction, Kind, Place, Program, VarId, transient};

/// How many values a counter may have.
const FEW: u64 = 16;

/// For each variable whether it is folded.
pub(crate) fn folded(program: &Program) -> Vec<bool> {
    let mut steps = vec![Use::Never; program.variables.len()];
    for instruction in program.tasks.iter().flat_map(|task| &task.code) {
        note(instruction, &mut steps);
    }
    let mut folded = transient(program);
    for (v, variable) in program.variables.iter().enumerate() {
        let few = variable.domain.last.abs_diff(variable.domain.first) < FEW;
        folded[v] |= variable.owner.is_some() && few && steps[v] == Use::Counts;
    }
    folded
}

/// How a variable is assigned, as far as was seen.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Use {
    /// Not, or constants only.
    Never,
    /// Also its own value plus or minus a constant.
    Counts,
    /// In other ways.
    Otherwise,
}

/// Notes what an instruction assigns.
fn note(instruction: &Instruction, uses: &mut [Use]) {
    let mut set = |place: &Place, as_a: Use| match place {
        Place::Scalar(variable) => {
            let known = &mut uses[variable.0 as usize];
            *known = as_a.max(*known);
        }
        Place::Element(element) => {
            uses.get_mut(elements(element)).unwrap_or_default().fill(Use::Otherwise);
        }
    };
    match &instruction.kind {
        Kind::Assign { target, value, .. } => set(target, how(target, value)),
        Kind::Choose { target, .. } => set(target, Use::Otherwise),
        Kind::Call { arguments, .. } => {
            for argument in arguments {
                if let Argument::Out(place) | Argument::InOut(place) = argument {
                    set(place, Use::Otherwise);
                }
            }
        }
        Kind::Select { alternatives, .. } => {
            for &formal in alternatives.iter().flat_map(|alternative| &alternative.formals) {
                set(&Place::Scalar(formal), Use::Otherwise);
            }
        }
        _ => {}
    }
}

/// What an assignment makes of its target.
fn how(target: &Place, value: &Expr) -> Use {
    let Place::Scalar(variable) = target else { return Use::Otherwise };
    match value {
        Expr::Constant(_) => Use::Never,
        Expr::Checked(_, _, inner) => how(target, inner),
        Expr::Binary(Binary::Add | Binary::Subtract, left, right) => match (&**left, &**right) {
            (Expr::Scalar(own), Expr::Constant(_)) if own == variable => Use::Counts,
            _ => Use::Otherwise,
        },
        _ => Use::Otherwise,
    }
}

/// The numbers of the variables of an array.
fn elements(element: &Element) -> std::ops::Range<usize> {
    let VarId(first) = element.first;
    let length = |&(low, high, _): &(i64, i64, Expr)| usize::try_from(high - low + 1).unwrap_or(0);
    let count: usize = element.indices.iter().map(length).product();
    first as usize..first as usize + count
}

#[cfg(test)]
mod tests {
    use suppose_ada::load;
    use suppose_base::FileId;

    use super::*;

    #[test]
    fn counters_of_short_loops_are_folded() {
        let text = "procedure P is
   type Small is range 0 .. 3;
   type Large is range 0 .. 99;
   task T is
      entry E (X : Small);
   end T;
   task body T is
      Kept, Given, Up : Small := 0;
      Far : Large := 0;
   begin
      for I in Small loop
         --# event step (I)
         null;
      end loop;
      loop
         --# event told (Kept)
         --# event told (Given)
         --# event told (Up)
         --# event far (Far)
         accept E (X : Small) do
            Given := X;
         end E;
         Kept := 1;
         Up := Up + 1;
         Far := Far + 1;
      end loop;
   end T;
begin
   T.E (1);
end P;
";
        let (program, _) = load(FileId(0), text).expect("a program");
        let folded = folded(&program);
        let of = |name: &str| {
            let place = program.variables.iter().position(|v| v.name == format!("t.{name}"));
            folded[place.unwrap_or_else(|| panic!("no variable {name}"))]
        };
        assert!(of("i") && of("up"));
        assert!(!of("kept") && !of("given") && !of("far"));
    }
}
