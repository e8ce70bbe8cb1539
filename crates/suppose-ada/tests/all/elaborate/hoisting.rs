//! Copies, choices and short circuits: the instructions that expressions become, written out by hand.

use suppose_ada::{Binary, Element, Expr, Kind, Place, Program, Unary};

use crate::elaborate::interpreter::all_runs;
use crate::elaborate::runs::program;

/// The code of a task in short: `0 copy := x > 1`.
fn listing(program: &Program, task: usize) -> Vec<String> {
    let show = Show { program };
    program.tasks[task].code.iter().map(|instruction| show.kind(&instruction.kind)).collect()
}

struct Show<'p> {
    program: &'p Program,
}

impl Show<'_> {
    fn element(&self, element: &Element) -> String {
        let name = &self.program.variables[element.first.0 as usize].name;
        let indices: Vec<String> = element.indices.iter().map(|(_, _, index)| self.expr(index)).collect();
        format!("{name}[{}]", indices.join(","))
    }

    fn place(&self, place: &Place) -> String {
        match place {
            Place::Scalar(variable) => self.program.variables[variable.0 as usize].name.clone(),
            Place::Element(element) => self.element(element),
        }
    }

    fn expr(&self, expr: &Expr) -> String {
        match expr {
            Expr::Constant(value) => value.to_string(),
            Expr::Scalar(variable) => self.program.variables[variable.0 as usize].name.clone(),
            Expr::Element(element) => self.element(element),
            Expr::Unary(Unary::Not, operand) => format!("not {}", self.expr(operand)),
            Expr::Unary(_, operand) => format!("-{}", self.expr(operand)),
            Expr::Binary(operator, left, right) => {
                let operator = match operator {
                    Binary::Add => "+",
                    Binary::Divide => "/",
                    Binary::And => "and",
                    Binary::Equal => "=",
                    Binary::GreaterEqual => ">=",
                    Binary::LessEqual => "<=",
                    other => panic!("{other:?} is not used here"),
                };
                format!("({} {operator} {})", self.expr(left), self.expr(right))
            }
            Expr::If(parts) => {
                let [condition, yes, no] = &**parts;
                format!("({} ? {} : {})", self.expr(condition), self.expr(yes), self.expr(no))
            }
            Expr::Checked(low, high, operand) => format!("{}[{low}..{high}]", self.expr(operand)),
        }
    }

    fn kind(&self, kind: &Kind) -> String {
        match kind {
            Kind::Assign { target, value, next } => {
                format!("{} := {} > {}", self.place(target), self.expr(value), next.0)
            }
            Kind::Choose { target, first, last, next } => {
                format!("{} := {first}..{last} > {}", self.place(target), next.0)
            }
            Kind::Branch { condition, yes, no } => format!("{} ? {} : {}", self.expr(condition), yes.0, no.0),
            Kind::Case { selector, ranges, otherwise } => {
                let ranges = ranges.iter().map(|&((low, high), next)| format!("{low}..{high} {}, ", next.0));
                format!("case {}: {}else {}", self.expr(selector), ranges.collect::<String>(), otherwise.0)
            }
            Kind::Split(all) => format!("split {:?}", all.iter().map(|pc| pc.0).collect::<Vec<_>>()),
            Kind::Event { name, arguments, next } => {
                let values: Vec<String> = arguments.iter().map(|(value, _)| self.expr(value)).collect();
                format!("{name}({}) > {}", values.join(","), next.0)
            }
            Kind::Stop => "stop".to_owned(),
            other => format!("{other:?}"),
        }
    }
}

/// A task with statements, beside shared variables.
fn code(declarations: &str, locals: &str, statements: &str) -> Vec<String> {
    let text = format!(
        "with Ada.Numerics.Discrete_Random;
        procedure P is
           subtype S is Integer range 0 .. 3;
           package R is new Ada.Numerics.Discrete_Random (S);
           package B is new Ada.Numerics.Discrete_Random (Boolean);
           X, Y, Z : S := 0;
           U, V, W : Boolean := False;
           A : array (S) of S := (others => 0);
           {declarations}
           task T;
           task body T is
              G : R.Generator;
              H : B.Generator;
              L : S := 0;
              {locals}
           begin
              {statements}
           end T;
        begin
           null;
        end P;"
    );
    let program = program(&text);
    assert_eq!(program.tasks.len(), 1);
    listing(&program, 0)
}

#[test]
fn one_shared_read_stays_where_it_is() {
    assert_eq!(code("", "", "L := X + L;"), ["t.l := (x + t.l) > 1", "stop"]);
    assert_eq!(code("", "", "X := Y;"), ["x := y > 1", "stop"]);
    assert_eq!(code("", "", "L := A (L);"), ["t.l := a.0[t.l] > 1", "stop"]);
    assert_eq!(code("", "", "L := A (2);"), ["t.l := a.2 > 1", "stop"]);
    assert_eq!(code("", "", "if U then L := 1; end if;"), ["u ? 1 : 2", "t.l := 1 > 2", "stop"]);
}

#[test]
fn all_reads_but_the_last_are_copied_in_order() {
    let expected =
        ["t.copy_1 := x > 1", "t.copy_2 := y > 2", "t.l := ((t.copy_1 + t.copy_2) + z) > 3", "stop"];
    assert_eq!(code("", "", "L := X + Y + Z;"), expected);
    assert_eq!(code("", "", "L := A (X);"), ["t.copy_1 := x > 1", "t.l := a.0[t.copy_1] > 2", "stop"]);
    let expected = ["t.copy_1 := x > 1", "t.copy_2 := a.0[t.copy_1] > 2", "a.0[t.copy_2] := y > 3", "stop"];
    assert_eq!(code("", "", "A (A (X)) := Y;"), expected);
}

#[test]
fn an_exception_comes_before_later_reads() {
    let expected =
        ["t.copy_1 := (3 / t.l) > 1", "t.copy_2 := x > 2", "t.l := ((t.copy_1 + t.copy_2) + y) > 3", "stop"];
    // The sum reads twice, so the quotient is computed before the first read.
    assert_eq!(code("", "", "L := 3 / L + X + Y;"), expected);
}

#[test]
fn short_circuits_read_what_they_must() {
    let expected = ["u ? 1 : 3", "v ? 2 : 3", "t.l := 1 > 3", "stop"];
    assert_eq!(code("", "", "if U and then V then L := 1; end if;"), expected);
    let expected = ["u ? 2 : 1", "not v ? 2 : 3", "t.l := 1 > 3", "stop"];
    assert_eq!(code("", "", "if U or else not V then L := 1; end if;"), expected);
    let expected = ["t.copy_1 := u > 1", "(t.copy_1 and v) ? 2 : 3", "t.l := 1 > 3", "stop"];
    assert_eq!(code("", "", "if U and V then L := 1; end if;"), expected);
    let expected = ["((t.l = 0) ? u : 0) ? 1 : 2", "t.l := 1 > 2", "stop"];
    assert_eq!(code("", "", "if L = 0 and then U then L := 1; end if;"), expected);
    let expected = ["u ? 1 : 2", "t.copy_1 := v > 3", "t.copy_1 := w > 3", "t.q := t.copy_1 > 4", "stop"];
    assert_eq!(code("", "Q : Boolean := True;", "Q := (if U then V else W);"), expected);
}

#[test]
fn nothing_shared_is_read_in_events_and_tests_of_ranges() {
    assert_eq!(code("", "", "--# event e (X)\n null;"), ["t.copy_1 := x > 1", "e(t.copy_1) > 2", "stop"]);
    let expected =
        ["t.copy_1 := x > 1", "((t.copy_1 >= 1) ? (t.copy_1 <= 2) : 0) ? 2 : 3", "t.l := 1 > 3", "stop"];
    assert_eq!(code("", "", "if X in 1 .. 2 then L := 1; end if;"), expected);
}

#[test]
fn functions_read_when_they_are_called() {
    let functions = "function Sum return S is (X + Y); function Next (N : S) return S is (N + Z);";
    let expected = ["t.copy_1 := x > 1", "t.l := (t.copy_1 + y)[0..3] > 2", "stop"];
    assert_eq!(code(functions, "", "L := Sum;"), expected);
    assert_eq!(code(functions, "", "L := Next (L);"), ["t.l := (t.l + z)[0..3] > 1", "stop"]);
    let expected = ["t.copy_1 := x > 1", "t.l := (t.copy_1 + z)[0..3] > 2", "stop"];
    assert_eq!(code(functions, "", "L := Next (X);"), expected);
}

#[test]
fn any_value() {
    assert_eq!(code("", "", "L := R.Random (G);"), ["t.l := 0..3 > 1", "stop"]);
    assert_eq!(code("", "", "X := R.Random (G);"), ["t.copy_1 := 0..3 > 1", "x := t.copy_1 > 2", "stop"]);
    let expected = ["t.copy_1 := 0..3 > 1", "t.l := (t.copy_1 + 1) > 2", "stop"];
    assert_eq!(code("", "", "L := R.Random (G) + 1;"), expected);
    let expected = ["split [1, 2]", "t.l := 1 > 2", "stop"];
    assert_eq!(code("", "", "if B.Random (H) then L := 1; end if;"), expected);
    let expected = ["split [1, 2]", "t.l := 1 > 0", "stop"];
    assert_eq!(code("", "", "while B.Random (H) loop L := 1; end loop;"), expected);
    let expected = ["split [1, 2]", "t.l := 1 > 3", "t.l := 2 > 3", "stop"];
    assert_eq!(
        code("", "", "case R.Random (G) is when 0 | 3 => L := 1; when others => L := 2; end case;"),
        expected
    );
    let any = "--# any\nfunction Tired return Boolean;\nfunction Tired return Boolean is (True);";
    assert_eq!(code(any, "", "if Tired then L := 1; end if;"), ["split [1, 2]", "t.l := 1 > 2", "stop"]);
}

#[test]
fn variables_of_blocks_begin_anew() {
    let block = "loop declare F : S; begin L := F; end; end loop;";
    assert_eq!(code("", "", block), ["t.f := 0..3 > 1", "t.l := t.f > 0"]);
    let block = "loop declare F : S := 2; begin L := F; end; end loop;";
    assert_eq!(code("", "", block), ["t.f := 2 > 1", "t.l := t.f > 0"]);
}

#[test]
fn what_is_known_leaves_no_branch() {
    let text = "procedure P is
        task type W (N : Boolean; K : Positive);
        task body W is
           subtype Count is Integer range 0 .. 5;
           C : Count := 0;
        begin
           if N then
              --# event yes (K)
              null;
           else
              C := K;
           end if;
        end W;
        A : W (True, 3); B : W (K => 4, N => False);
     begin null; end P;";
    let program = program(text);
    assert_eq!(listing(&program, 0), ["yes(3) > 1", "stop"]);
    assert_eq!(listing(&program, 1), ["b.c := 4 > 1", "stop"]);
}

#[test]
fn all_values_and_all_ways() {
    let text = "with Ada.Numerics.Discrete_Random;
        procedure P is
           type T is range 1 .. 3;
           package R is new Ada.Numerics.Discrete_Random (T);
           G : R.Generator;
           X : T := R.Random (G);
           Y : T;
        begin
           Y := R.Random (G);
           if Y > 1 then
              Y := 1;
           end if;
           case R.Random (G) is
              when 1 .. 2 =>
                 --# event low (Y)
                 null;
              when 3 =>
                 --# event high (X)
                 null;
           end case;
        end P;";
    assert_eq!(all_runs(&program(text)), ["high.1", "high.2", "high.3", "low.1"]);
}
