use suppose_base::Budget;
use suppose_lts::Role;
use suppose_lts::check::Question;

use super::{NoCertificate, Target, certificate, prepared};
use crate::method::{Options, prove};
use crate::test_support::{PI, component, lts_of, system_of};

/// A property from another file may be called as a component is. The checker tells components apart by their
/// names.
#[test]
fn two_components_of_one_name_have_no_certificate() {
    let process = || lts_of(2, &[(0, 1, 1), (1, 2, 0)], &[]);
    let property = || lts_of(2, &[(0, 1, 1), (0, 2, PI), (1, 1, PI), (1, 2, 0)], &[]);
    let budget = Budget::unlimited();
    let written = |name: &str| {
        let system = system_of(vec![
            component("P", Role::Component, process()),
            component(name, Role::Property, property()),
        ]);
        let answer = prove(&system, Question::Safe(1), &Options::default(), &budget);
        let before = certificate(&system, &[&answer], Vec::new(), Target::default());
        prepared(&system, &answer, &budget)
            .map(|answer| {
                certificate(&system, &[&answer], Vec::new(), Target::default()).expect("it was prepared")
            })
            .map_err(|why| (why, before.expect_err("the same reason").1))
    };
    assert!(written("Q").is_ok());
    let same = NoCertificate::SameName("P".to_owned());
    assert_eq!(written("P"), Err((same.clone(), same.clone())));
    assert_eq!(same.to_string(), "two components are called `P`; a certificate needs a name for each");
}
