//! Programs with names that look like those that a split gives to parts, and variables with the same name at
//! several levels. All of them violate their property; taking one name for another would prove some of them.

use suppose_ada as ada;
use suppose_base::{Budget, FileId};
use suppose_flow::Constraint;
use suppose_flow::learn::{Constraints, Question, learn};
use suppose_lts::{Role, System};
use suppose_prove::learn::Options;
use suppose_prove::rule::RuleKind;

/// Tasks that are called like parts: `s1.x==true` is what task `s1` reads, not what the second part does.
const TASKS: &str = "
procedure P is
   X : Boolean := True;
   task S1 is
      entry Never;
   end S1;
   task S2;
   task S3;
   task body S1 is
   begin
      select
         accept Never;
         if X then
            null;
            --# event one
         end if;
      else
         if X then
            null;
         end if;
      end select;
   end S1;
   task body S2 is
   begin
      if X then
         null;
         --# event ev
      end if;
   end S2;
   task body S3 is
   begin
      if X then
         null;
         --# event three
      end if;
   end S3;
   --# property Q is
   --#    init a;
   --#    a -> b : S1:X == True;
   --#    a -> error : ev;
   --#    b -> b : three;
   --# end Q;
begin
   null;
end P;
";

/// A package that is called like a part, with a variable that is called like another one.
const PACKAGE: &str = "
package S1 is
   X : Boolean := False;
end S1;
with S1;
procedure P is
   X : Boolean := False;
   Z : Boolean := False;
   task A;
   task B;
   task body A is
   begin
      X := True;
      --# event ev
      if S1.X then
         null;
      end if;
      if X then
         null;
      end if;
   end A;
   task body B is
   begin
      if Z then
         S1.X := True;
      end if;
      X := True;
      Z := True;
   end B;
   --# property Q is
   --#    init a;
   --#    a -> error : ev;
   --# end Q;
begin
   null;
end P;
";

/// A variable of a task that is called like a shared one which the task assigns too: only assignments of the
/// shared one move the property.
const LOCAL: &str = "
procedure P is
   X : Boolean := False;
   procedure Set is
   begin
      X := True;
   end Set;
   task A is
      entry Go (V : in Boolean);
   end A;
   task B;
   task body A is
      X : Boolean := False;
   begin
      loop
         if X then
            null;
            --# event ev
         end if;
         accept Go (V : in Boolean) do
            X := V;
         end Go;
         if not X then
            Set;
         end if;
      end loop;
   end A;
   task body B is
   begin
      A.Go (True);
      A.Go (False);
   end B;
   --# property Q is
   --#    init a;
   --#    a -> b : A:X = True;
   --#    a -> error : ev;
   --# end Q;
begin
   null;
end P;
";

/// A package that is called like a task, and a variable in it that is called like one which the task assigns.
const TASK_AND_PACKAGE: &str = "
package A is
   X : Boolean := False;
   procedure Mark;
end A;
package body A is
   procedure Mark is
   begin
      X := True;
   end Mark;
end A;
with A;
use A;
procedure P is
   X : Boolean := False;
   task A;
   task B;
   task body A is
   begin
      X := True;
   end A;
   task body B is
   begin
      Mark;
      --# event ev
   end B;
   --# property Q is
   --#    init a;
   --#    a -> b : A:X = True;
   --#    a -> error : ev;
   --# end Q;
begin
   null;
end P;
";

/// All ways to give each task one of two parts, none of which is empty.
fn splits(system: &System, tasks: &[String]) -> Vec<Vec<Vec<usize>>> {
    let place = |name: &String| system.components.iter().position(|c| c.name == *name).expect("a task");
    let places: Vec<usize> = tasks.iter().map(place).collect();
    let side = |mask: u32, wanted: bool| {
        let chosen = places.iter().enumerate().filter(|&(at, _)| (mask >> at & 1 == 1) == wanted);
        chosen.map(|(_, &place)| place).collect::<Vec<usize>>()
    };
    (1..(1 << places.len()) - 1).map(|mask| vec![side(mask, true), side(mask, false)]).collect()
}

#[test]
fn names_are_not_taken_for_each_other() {
    for text in [TASKS, PACKAGE, LOCAL, TASK_AND_PACKAGE] {
        let (program, _) = ada::load(FileId(0), text).expect("a program");
        let budget = Budget::unlimited();
        let system = ada::lower(&program, &budget).expect("no limit").system;
        let property = system.components.iter().position(|c| c.role == Role::Property).expect("one");
        let tasks: Vec<String> = program.tasks.iter().map(|task| task.name.clone()).collect();
        let every = Constraint::all(&program, &vec![false; program.variables.len()]);
        for parts in splits(&system, &tasks) {
            let question =
                Question { program: &program, system: &system, exact: &system, property, parts: &parts };
            for wanted in
                [Constraints::Auto, Constraints::Given(Vec::new()), Constraints::Given(every.clone())]
            {
                let options = Options { rule: RuleKind::Asymmetric, ..Options::default() };
                let learned = learn(question, &wanted, options, &budget).expect("no limit");
                // Constraints that are given may leave it open.
                let found = learned.execution.is_some();
                let fine = found || wanted != Constraints::Auto && !learned.outcome.verdict.holds();
                assert!(fine, "{:?} {parts:?} {wanted:?}\n{text}", learned.outcome.verdict);
            }
        }
    }
}
