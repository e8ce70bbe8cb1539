//! A variable that all parts use, and a property that tells them apart: every rule decides it, for every way
//! to make parts of three tasks.

use suppose_ada as ada;
use suppose_base::{Budget, FileId, Verdict};
use suppose_flow::learn::{Constraints, Question, learn};
use suppose_prove::learn::Options;
use suppose_prove::rule::RuleKind;

/// X is true only after A has assigned it; B looks at it, and so does C before it lets B go on.
fn program(property: &str) -> String {
    format!(
        "procedure P is
   X : Boolean := False;
   task A;
   task B is
      entry Go;
   end B;
   task C;
   task body A is
   begin
      X := True;
   end A;
   task body B is
   begin
      accept Go;
      if X then
         null;
         --# event seen
      end if;
   end B;
   task body C is
   begin
      if X then
         B.Go;
      end if;
   end C;
   --# property Q is
   --#    init early;
   --#    early -> late : A:X = True;
{property}
   --# end Q;
begin
   null;
end P;
"
    )
}

/// How the tasks, components 0 to 2, are cut; X, component 3, is where it is used first.
const SPLITS: [&[&[usize]]; 7] = [
    &[&[0, 3], &[1, 2]],
    &[&[1, 2, 3], &[0]],
    &[&[1, 3], &[0, 2]],
    &[&[0, 2, 3], &[1]],
    &[&[0, 3], &[1], &[2]],
    &[&[2, 3], &[1], &[0]],
    &[&[1, 3], &[0], &[2]],
];

fn decided(property: &str, holds: bool) {
    let text = program(property);
    let (program, _) = ada::load(FileId(0), &text).unwrap_or_else(|m| panic!("{:?}", m[0]));
    let system = ada::lower(&program, &Budget::unlimited()).expect("no limit").system;
    let names: Vec<&str> = system.components.iter().map(|c| c.name.as_str()).collect();
    assert_eq!(names, ["a", "b", "c", "x", "Q"]);
    for split in SPLITS {
        let parts: Vec<Vec<usize>> = split.iter().map(|part| part.to_vec()).collect();
        for rule in RuleKind::ALL {
            let two = matches!(rule, RuleKind::Asymmetric | RuleKind::Conjunction | RuleKind::Alternating);
            if two && parts.len() != 2 {
                continue;
            }
            let question =
                Question { program: &program, system: &system, exact: &system, property: 4, parts: &parts };
            let options = Options { rule, ..Options::default() };
            let learned =
                learn(question, &Constraints::Auto, options, &Budget::unlimited()).expect("no limit");
            let what = format!("{rule}, {parts:?}: {:?}", learned.outcome.verdict);
            assert!(!matches!(learned.outcome.verdict, Verdict::Inconclusive(_)), "{what}");
            assert_eq!(learned.outcome.verdict.holds(), holds, "{what}");
            assert_eq!(learned.execution.is_some(), !holds, "{what}");
        }
    }
}

#[test]
fn what_is_seen_was_assigned() {
    decided("   --#    early -> error : seen, B.Go, B:X == True, C:X == True;", true);
}

#[test]
fn what_was_assigned_is_seen() {
    decided("   --#    late -> error : seen;", false);
}
