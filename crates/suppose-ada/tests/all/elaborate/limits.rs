//! Large and deep programs: an answer without a long wait and without a deep stack.

use std::fmt::Write;

use suppose_ada::{Program, load};
use suppose_base::{Diagnostic, FileId};

/// Elaborates on a small stack.
fn on_small_stack(text: String) -> Result<Program, Vec<Diagnostic>> {
    let run = move || load(FileId(0), &text).map(|(program, _)| program);
    let thread = std::thread::Builder::new().stack_size(2 << 20).spawn(run).expect("a thread");
    thread.join().expect("no panic")
}

fn code(text: String) -> &'static str {
    on_small_stack(text).expect_err("too large").first().expect("a message").code
}

/// Procedures or functions that each call the one before.
fn chain(count: usize, one: impl Fn(usize) -> String, begin: &str, end: &str) -> String {
    let mut text = format!("procedure P is\n X : Boolean := False;\n{begin}\n");
    for number in 1..count {
        text.push_str(&one(number));
    }
    write!(text, "begin\n{end}\nend P;\n").expect("a string takes all");
    text
}

#[test]
fn calls_that_double_are_stopped() {
    let one = |n: usize| format!("procedure Q{n} is begin Q{m}; Q{m}; end Q{n};\n", m = n - 1);
    let text = chain(30, one, "procedure Q0 is begin X := not X; end Q0;", "Q29;");
    assert_eq!(code(text), "E1055");
    let one = |n: usize| {
        format!("function Q{n} (A : Boolean) return Boolean is (Q{m} (A) xor Q{m} (A));\n", m = n - 1)
    };
    let text = chain(30, one, "function Q0 (A : Boolean) return Boolean is (A);", "X := Q29 (X);");
    assert_eq!(code(text), "E1055");
}

#[test]
fn deep_calls_are_stopped() {
    let one = |n: usize| format!("procedure Q{n} is begin Q{m}; end Q{n};\n", m = n - 1);
    let text = chain(30, one, "procedure Q0 is begin X := not X; end Q0;", "Q29;");
    assert_eq!(on_small_stack(text).expect("thirty levels are right").tasks[0].code.len(), 2);
    let text = chain(300, one, "procedure Q0 is begin X := not X; end Q0;", "Q299;");
    assert_eq!(code(text), "E1056");
    let one =
        |n: usize| format!("function Q{n} (A : Boolean) return Boolean is (not Q{m} (A));\n", m = n - 1);
    let text = chain(300, one, "function Q0 (A : Boolean) return Boolean is (A);", "X := Q299 (X);");
    assert_eq!(code(text), "E1056");
}

#[test]
fn nested_statements_and_expressions() {
    let (ifs, ends) = ("if X then\n".repeat(90), "end if;\n".repeat(90));
    let (open, close) = ("not (".repeat(90), ")".repeat(90));
    let text = format!("procedure P is X : Boolean := False; begin {ifs} X := {open}X{close}; {ends} end P;");
    assert!(on_small_stack(text).is_ok());
    let sum = " xor X".repeat(390);
    let text = format!("procedure P is X : Boolean := False; begin X := X{sum}; end P;");
    assert!(on_small_stack(text).is_ok());
    let sum = " + 1".repeat(100_000);
    let text = format!(
        "procedure P is N : constant := 0{sum}; X : Boolean := N = 100_000; begin X := False; end P;"
    );
    assert_eq!(on_small_stack(text).expect("known values are no depth").variables[0].initial, Some(1));
}

#[test]
fn many_of_everything() {
    let text = "procedure P is
           type I is range 1 .. 200;
           task type W (N : I := 1) is entry E (I) (M : I); end W;
           task body W is begin accept E (N) (M : I); end W;
           Ws : array (I) of W;
        begin
           for K in I loop Ws (K).E (1) (K); end loop;
        end P;";
    let program = on_small_stack(text.to_owned()).expect("a right program");
    assert_eq!((program.tasks.len(), program.entries.len()), (201, 40_000));
    let mut text = "procedure P is\ntype E is (".to_owned();
    for number in 0..5000 {
        write!(text, "L{number}, ").expect("a string takes all");
    }
    text.push_str("Last);\nX : E := L1;\nbegin\ncase X is\n");
    for number in 0..5000 {
        writeln!(text, "when L{number} => X := Last;").expect("a string takes all");
    }
    text.push_str("when Last => null;\nend case;\nend P;\n");
    // One step for the case, one assignment for each alternative, and the end.
    assert_eq!(on_small_stack(text).expect("a right program").tasks[0].code.len(), 5_002);
    let text = "procedure P is type I is range 1 .. 60_000; A : array (I) of I := (others => 1); B : array \
        (I) of I; begin A := (others => 2); end P;";
    assert_eq!(on_small_stack(text.to_owned()).expect("a right program").variables.len(), 120_000);
}

#[test]
fn properties_of_many_transitions() {
    let property = |inner: &str| {
        format!(
            "procedure P is begin\n--# event go (1, 1)\nnull;\nend P;\n--# property Q is\n--# init s;\n--# \
                for I in 1 .. 3000 {{\n{inner}\n--# }}\n--# end Q;\n"
        )
    };
    let program = on_small_stack(property("--# s -> s (I) : go (I, 1); s (I) -> error : go;"))
        .expect("a right program");
    assert_eq!((program.properties[0].states.len(), program.properties[0].moves.len()), (3001, 6000));
    assert_eq!(code(property("--# for J in 1 .. 3000 { s -> s : go (I, J); }")), "E1055");
    assert_eq!(code(property("--# for J in 1 .. 3000 { if I > 5000 { s -> s : go (I, J); } }")), "E1055");
}
