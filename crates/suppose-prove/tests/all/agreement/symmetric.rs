//! Systems that are symmetric by their making, some with one step changed: every method gives the answer of
//! brute force, and what the method `symmetry` leaves is accepted with the symmetries in it.

use suppose_base::{ActionId, Budget, StateId};
use suppose_lts::check::Question;
use suppose_lts::{Lts, LtsBuilder, System};
use suppose_prove::method::{Method, Options, prove};
use suppose_testing::Random;
use suppose_testing::alike::{self, Alike};

use crate::agreement::brute::violated;
use crate::agreement::generate;
use crate::agreement::random::setting;
use crate::agreement::ways::{Certified, agrees, agrees_or_gives_up};

/// The same with some states more, which are on no transition.
fn lts(from: &alike::Lts, more: usize) -> Lts {
    let state = |state: Option<usize>| state.map_or(StateId::ERROR, StateId::must);
    let letter = |action: usize| ActionId::from_raw(action as u32 + 1);
    let mut b = LtsBuilder::new(from.states + more);
    for &(source, action, target) in &from.steps {
        b.add(state(Some(source)), action.map_or(ActionId::TAU, letter), state(target));
    }
    b.extend_alphabet(from.alphabet.iter().map(|&a| letter(a)));
    b.set_initial(StateId::must(from.initial));
    b.finish().expect("valid")
}

fn symmetric_system(random: &mut Random, fails: bool) -> System {
    let equals = 2 + random.below(2);
    let mut made = Alike::random(random, equals, fails);
    if random.once_in(3) {
        let place = random.below(made.components.len());
        let changed = &mut made.components[place];
        let step = random.below(changed.steps.len());
        changed.steps[step].2 = Some(random.below(changed.states));
    }
    let more = random.below(8_usize).saturating_sub(5);
    let components = made.components.iter().map(|made| lts(made, more)).collect();
    generate::system(components, vec![lts(&made.observer, 0)])
}

#[test]
fn systems_of_equal_components() {
    let (count, seed) = (setting("SUPPOSE_SYSTEMS", 600), setting("SUPPOSE_SEED", 2007));
    let mut random = Random::new(seed);
    let (mut bad, mut asked, mut open, mut exchanged) = (0, 0, 0, 0);
    for number in 0..count {
        let fails = number % 3 == 0;
        let system = symmetric_system(&mut random, fails);
        let watched = system.components.len() - 1;
        let truth = violated(&system, watched);
        bad += u64::from(truth);
        for method in Method::ALL {
            let way = (method.to_string(), Options { method, ..Options::default() });
            asked += 1;
            if !fails || matches!(method, Method::Auto | Method::Monolithic) {
                agrees(&system, watched, truth, &way, Certified::Yes);
            } else if !agrees_or_gives_up(&system, watched, truth, &way) {
                open += 1;
            }
        }
        let options = Options { method: Method::Symmetry, ..Options::default() };
        let answer = prove(&system, Question::Safe(watched), &options, &Budget::unlimited());
        let symmetries = answer.findings.proof.map_or(0, |proof| proof.symmetries.len());
        exchanged += u64::from(symmetries > 0);
    }
    println!(
        "seed {seed}: {count} systems, {bad} violations, {asked} answers compared, {open} left open, \
            {exchanged} proofs with symmetries"
    );
    assert!(bad > count / 20 && bad < count - count / 20, "both verdicts occur");
    assert!(exchanged > count / 20, "symmetries occur");
}
