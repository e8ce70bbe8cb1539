//! Transitions whose names in the source are those of events.

use suppose_base::{Budget, FileId, Verdict};
use suppose_nets::lpn::{NoIncludes, read};
use suppose_nets::verify::verify;
use suppose_nets::{Design, Failure, Failures, system};

use crate::agreement::ways;

/// The second transition of `a` changes nothing, and `b` must not be asked about it, though it is called as
/// the rising edge of `a.x`.
const SELF: &str = r#"
<main> A a(); B b(a.x); </main>
<class name="A" arg="">
  <var> x = 0; </var>
  <m> 0 </m>
  <tr label="set" preset="0" postset="1"> x = 1; </tr>
  <tr label="x+" preset="1" postset="2"> x = 1; </tr>
  <tr label="end" preset="2" postset="2"> assert(0); </tr>
</class>
<class name="B" arg="x">
  <var> y = 0; </var>
  <m> 0 </m>
  <tr label="r" preset="0" postset="1"> guard(x); y = 1; </tr>
</class>
"#;

/// The same with an input from outside, in a class alone.
const OPEN: &str = r#"
<class name="A" arg="i">
  <var> x = 0; </var>
  <m> 0 </m>
  <tr label="i+" preset="0" postset="1"> guard(i); </tr>
  <tr label="x-" preset="1" postset="2"> x = 1; </tr>
  <tr label="end" preset="2" postset="3"> assert(x == 0); </tr>
</class>
"#;

fn design(text: &str) -> Design {
    let (fragment, _) = read(text, FileId(0), "names", &NoIncludes).expect("a fragment");
    Design::join("names", vec![fragment]).expect("a design").0
}

#[test]
fn a_step_is_not_the_event_that_it_is_called_after() {
    for text in [SELF, OPEN] {
        let design = design(text);
        for options in ways() {
            let asked = [Failure::Assertion, Failure::Deadlock];
            let answers = verify(&design, &asked, &options, &Budget::unlimited());
            assert!(matches!(&answers[0].verdict, Verdict::Violated(_)), "{options:?}: {answers:?}");
            assert!(answers[1].verdict.holds(), "{options:?}: {answers:?}");
        }
    }
}

#[test]
fn components_share_events_only() {
    let design = design(SELF);
    let system = system(&design, Failures::STEPS, &Budget::unlimited()).expect("small");
    let names = |component: usize| {
        let alphabet = system.components[component].lts.alphabet().iter().copied();
        system.actions.sorted_names(alphabet).into_iter().map(str::to_owned).collect::<Vec<String>>()
    };
    assert_eq!(names(0), ["a.end", "a.x+", "a.x+'"]);
    assert_eq!(names(1), ["a.x+", "b.y+"]);
}
