//! A decomposition carried over to a larger size, after figure 5.3 of Cobleigh's dissertation.
//!
//! A family of units that has more members at the larger size is *repeatable*: customers, artists. Every
//! other unit goes where the unit of its name was. A family that was in one part stays there. If its members
//! were in both parts, what the property says about them decides:
//!
//! * a member that the property *treats in a different way* goes where its counterpart was;
//! * any other member that was there at the smaller size, and is nobody's counterpart, goes where it was;
//! * further members go where most of those were that are not treated in a different way, in doubt to the one
//!   with the highest number; if there were none, to the other part than the member with the lowest number.
//!
//! For size 2 this is the figure. It has two misprints, which its text (section 5.7: "one task into S1 and
//! the rest into S2") puts right: both branches for members that are not treated in a different way end in
//! S1, and the one for those without the lowest number sends them to the part that the lowest number is in.
//! For larger sizes, of which section 5.4.2 says no more than that it was done, this is what we take it to
//! mean.
//!
//! Who is treated in a different way is told by actions: a member is if the property watches more actions
//! that it takes part in than of the member of which it watches fewest. Its counterpart is the member at the
//! smaller size with the same watched actions, else the one with the same number. So the last runner of a
//! relay, who passes the baton to the first, corresponds to the last.
//!
//! Time is quadratic in the units. Tested with literals worked out by hand.

use std::collections::BTreeMap;

use suppose::ada::ProgramSubject;
use suppose::base::Budget;
use suppose::inquiry::system::SystemInquiry;
use suppose::lts::System;
use suppose::{Failure, Plan, Project, Target, Unit};

use crate::read::open;

/// A unit, and the actions of it that a property watches.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Watched {
    /// The unit.
    pub unit: Unit,
    /// The names of the actions, sorted.
    pub actions: Vec<String>,
}

/// The units of a model with what a property watches of each.
///
/// # Errors
/// When there is no such property, or a limit is reached.
pub fn watched(
    suffix: &str,
    text: &str,
    property: &str,
    plan: &Plan,
    budget: &Budget,
) -> Result<Vec<Watched>, Failure> {
    let opened = || open("model", suffix, text, budget).map_err(|error| Failure::Input(error.messages));
    let mut project = opened()?;
    let units = project.units(plan)?;
    let system = actions_of(&mut opened()?, property, budget)?;
    let component = |name: &str| system.components.iter().find(|component| component.name == name);
    let Some(property) = component(property) else {
        return Err(project.inquiry(plan)?.unknown(property).into());
    };
    let one = |unit: Unit| {
        let parts = unit.components.iter().filter_map(|name| component(name));
        let knows = |action| parts.clone().any(|part| part.lts.has_action(action));
        let seen = property.lts.alphabet().iter().filter(|&&action| knows(action));
        let mut actions: Vec<String> = seen.map(|&action| system.actions.name(action).to_owned()).collect();
        actions.sort_unstable();
        Watched { unit, actions }
    };
    Ok(units.into_iter().map(one).collect())
}

/// A system with the alphabets of all units and of a property. For a program its outline is enough, which is
/// small where its transition systems are too large to be built.
fn actions_of(project: &mut Project, property: &str, budget: &Budget) -> Result<System, Failure> {
    if let Some(program) = project.subject::<ProgramSubject>() {
        let (outline, _): (SystemInquiry, _) = program.outline(&Target::Default, budget)?;
        return Ok(outline.system);
    }
    let inquiry = project.inquiry(&Plan::default())?;
    inquiry.prepare(budget)?;
    let Some(&question) = inquiry.named(property).first() else {
        return Err(inquiry.unknown(property).into());
    };
    let found = inquiry.decomposable(question, budget)?;
    Ok(System::clone(&found.system))
}

/// The decomposition of a larger size that corresponds to one of a smaller size.
pub fn generalised(small: &[Watched], best: &[Vec<String>], large: &[Watched]) -> Vec<Vec<String>> {
    let part_of = |unit: &Unit| best.iter().position(|part| part.contains(&unit.name));
    let families = Families { small: families(small), large: families(large) };
    let mut parts = vec![Vec::new(); best.len()];
    for watched in large {
        let place = match &watched.unit.family {
            Some((family, _)) if families.grows(family) => families.place(family, watched, &part_of),
            _ => part_of(&watched.unit),
        };
        // What is new at the larger size and in no family goes with the first part: nothing says more.
        parts[place.unwrap_or(0)].push(watched.unit.name.clone());
    }
    parts
}

/// Units by family, in the order of their numbers.
type Members<'w> = BTreeMap<&'w str, Vec<(u32, &'w Watched)>>;

struct Families<'w> {
    small: Members<'w>,
    large: Members<'w>,
}

fn families(units: &[Watched]) -> Members<'_> {
    let mut families = Members::new();
    for watched in units {
        if let Some((family, number)) = &watched.unit.family {
            families.entry(family).or_default().push((*number, watched));
        }
    }
    for members in families.values_mut() {
        members.sort_by_key(|(number, _)| *number);
    }
    families
}

impl<'w> Families<'w> {
    fn grows(&self, family: &str) -> bool {
        let count = |members: &Members<'_>| members.get(family).map_or(0, Vec::len);
        count(&self.small) > 0 && count(&self.large) > count(&self.small)
    }

    /// Those that the property treats in a different way, at the larger size.
    fn different(&self, family: &str) -> Vec<&'w Watched> {
        let members = &self.large[family];
        let fewest = members.iter().map(|(_, member)| member.actions.len()).min().unwrap_or(0);
        members.iter().map(|(_, member)| *member).filter(|member| member.actions.len() > fewest).collect()
    }

    /// The member of the smaller size that one of the larger corresponds to.
    fn counterpart(&self, family: &str, member: &Watched) -> Option<&'w Watched> {
        let small = &self.small[family];
        let mut same = small.iter().filter(|(_, other)| other.actions == member.actions);
        if let (Some((_, only)), None) = (same.next(), same.next()) {
            return Some(only);
        }
        let number = member.unit.family.as_ref().map(|(_, number)| *number);
        small.iter().find(|(other, _)| Some(*other) == number).map(|(_, found)| *found)
    }

    /// The part that a member of a family that grows belongs to.
    fn place(
        &self,
        family: &str,
        member: &Watched,
        part_of: &dyn Fn(&Unit) -> Option<usize>,
    ) -> Option<usize> {
        let small = &self.small[family];
        let places: Vec<usize> = small.iter().filter_map(|(_, other)| part_of(&other.unit)).collect();
        let lowest = *places.first()?;
        if places.iter().all(|&place| place == lowest) {
            return Some(lowest);
        }
        let different = self.different(family);
        if different.contains(&member) {
            let found = self.counterpart(family, member).and_then(|found| part_of(&found.unit));
            if found.is_some() {
                return found;
            }
        }
        let taken: Vec<&Watched> =
            different.iter().filter_map(|member| self.counterpart(family, member)).collect();
        let like: Vec<&(u32, &Watched)> = small.iter().filter(|(_, other)| !taken.contains(other)).collect();
        let number = member.unit.family.as_ref().map(|(_, number)| *number);
        if let Some((_, found)) = like.iter().find(|(other, _)| Some(*other) == number) {
            return part_of(&found.unit);
        }
        let like: Vec<usize> = like.iter().filter_map(|(_, other)| part_of(&other.unit)).collect();
        let Some(&last) = like.last() else { return places.iter().copied().find(|&place| place != lowest) };
        let count = |part: usize| like.iter().filter(|&&place| place == part).count();
        let most = like.iter().map(|&place| count(place)).max()?;
        Some(if count(last) == most { last } else { *like.iter().find(|&&place| count(place) == most)? })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A unit of a family, or of none, with watched actions.
    fn unit(name: &str, actions: &[&str]) -> Watched {
        let family = name
            .rsplit_once('_')
            .map(|(family, number)| (family.to_owned(), number.parse().expect("a number")));
        let unit = Unit { name: name.into(), components: vec![name.into()], family };
        Watched { unit, actions: actions.iter().map(|&action| action.to_owned()).collect() }
    }

    fn parts(text: &str) -> Vec<Vec<String>> {
        text.split('|').map(|part| part.split_whitespace().map(str::to_owned).collect()).collect()
    }

    /// The decomposition that comes of one, all written `a b | c`.
    fn carried(small: &[Watched], best: &str, large: &[Watched]) -> String {
        let parts = generalised(small, &parts(best), large);
        parts.iter().map(|part| part.join(" ")).collect::<Vec<_>>().join(" | ")
    }

    #[test]
    fn a_family_in_one_part_stays_there() {
        let small = [unit("op", &[]), unit("c_1", &["a"]), unit("c_2", &[])];
        let large = [unit("op", &[]), unit("c_1", &["a"]), unit("c_2", &[]), unit("c_3", &[])];
        assert_eq!(carried(&small, "op | c_1 c_2", &large), "op | c_1 c_2 c_3");
        assert_eq!(carried(&small, "c_1 c_2 | op", &large), "c_1 c_2 c_3 | op");
    }

    #[test]
    fn one_that_is_different_goes_its_way_and_the_rest_the_other() {
        let small = [unit("op", &[]), unit("c_1", &["a"]), unit("c_2", &[])];
        let large =
            [unit("op", &[]), unit("c_1", &["a"]), unit("c_2", &[]), unit("c_3", &[]), unit("c_4", &[])];
        assert_eq!(carried(&small, "op c_1 | c_2", &large), "op c_1 | c_2 c_3 c_4");
        assert_eq!(carried(&small, "op c_2 | c_1", &large), "op c_2 c_3 c_4 | c_1");
        let second = |others: &[&str]| {
            let mut units = vec![unit("op", &[]), unit("c_1", &[]), unit("c_2", &["a"])];
            units.extend(others.iter().map(|name| unit(name, &[])));
            units
        };
        assert_eq!(carried(&second(&[]), "op c_1 | c_2", &second(&["c_3"])), "op c_1 c_3 | c_2");
    }

    #[test]
    fn without_a_difference_the_lowest_number_goes_alone() {
        let members = |numbers: std::ops::RangeInclusive<u32>| -> Vec<Watched> {
            numbers.map(|number| unit(&format!("c_{number}"), &["a"])).collect()
        };
        assert_eq!(carried(&members(1..=2), "c_1 | c_2", &members(1..=4)), "c_1 | c_2 c_3 c_4");
        assert_eq!(carried(&members(1..=2), "c_2 | c_1", &members(1..=3)), "c_2 c_3 | c_1");
    }

    #[test]
    fn two_that_are_different_keep_their_parts() {
        let small = [unit("c_1", &["a"]), unit("c_2", &["b"])];
        let large = [unit("c_1", &["a"]), unit("c_2", &["b"]), unit("c_3", &[]), unit("c_4", &[])];
        // Not the lowest number: the other part than the lowest number.
        assert_eq!(carried(&small, "c_1 | c_2", &large), "c_1 | c_2 c_3 c_4");
        assert_eq!(carried(&small, "c_2 | c_1", &large), "c_2 c_3 c_4 | c_1");
    }

    #[test]
    fn the_last_one_corresponds_to_the_last() {
        let small = [unit("r_1", &["set.1"]), unit("r_2", &["set.0"])];
        let large = [unit("r_1", &["set.1"]), unit("r_2", &[]), unit("r_3", &[]), unit("r_4", &["set.0"])];
        assert_eq!(carried(&small, "r_2 | r_1", &large), "r_2 r_3 r_4 | r_1");
        let three = [unit("r_1", &["set.1"]), unit("r_2", &[]), unit("r_3", &["set.0"])];
        assert_eq!(carried(&three, "r_1 r_2 | r_3", &large), "r_1 r_2 r_3 | r_4");
    }

    #[test]
    fn from_a_larger_size_further_members_follow_most() {
        let members = |most: u32| -> Vec<Watched> {
            (1..=most).map(|number| unit(&format!("c_{number}"), &[])).collect()
        };
        assert_eq!(carried(&members(3), "c_1 c_2 | c_3", &members(5)), "c_1 c_2 c_4 c_5 | c_3");
        assert_eq!(carried(&members(4), "c_1 c_2 | c_3 c_4", &members(5)), "c_1 c_2 | c_3 c_4 c_5");
    }

    /// What figure 5.3 gives on the real models, worked out by hand.
    #[test]
    fn gas_station_and_chiron() {
        let budget = Budget::unlimited();
        let plan = Plan::default();
        let at = |model: &str, property: &str, size: u32| {
            let found = suppose::Languages::default().model(model).expect("a model");
            watched("adb", &(found.model.text)(size), property, &plan, &budget).expect("no limit")
        };
        let carried = |model: &str, property: &str, best: &str, size: u32| {
            carried(&at(model, property, 2), best, &at(model, property, size))
        };
        // P1 is about customers 1 and 2: they keep their parts, and customer 3 is not the lowest number.
        assert_eq!(
            carried("gas-station", "P1", "pump_1 customer_1 | operator pump_2 customer_2", 3),
            "pump_1 customer_1 | operator pump_2 customer_2 customer_3"
        );
        // P2 is about customer 1.
        assert_eq!(
            carried("gas-station", "P2", "pump_1 customer_2 | operator pump_2 customer_1", 4),
            "pump_1 customer_2 customer_3 customer_4 | operator pump_2 customer_1"
        );
        // P3 is about a pump, and all customers are the same to it.
        assert_eq!(
            carried("gas-station", "P3", "pump_1 | operator pump_2 customer_1 customer_2", 3),
            "pump_1 | operator pump_2 customer_1 customer_2 customer_3"
        );
        assert_eq!(
            carried("gas-station", "P3", "pump_1 customer_2 | operator pump_2 customer_1", 3),
            "pump_1 customer_2 customer_3 | operator pump_2 customer_1"
        );
        // P1 of Chiron is about artist 1, P5 about all artists alike.
        assert_eq!(
            carried(
                "chiron-single",
                "P1",
                "artist_1 dispatcher | artist_2 adt_wrapper artist_manager client",
                4
            ),
            "artist_1 dispatcher | artist_2 artist_3 artist_4 adt_wrapper artist_manager client"
        );
        assert_eq!(
            carried(
                "chiron-single",
                "P5",
                "artist_2 dispatcher | artist_1 adt_wrapper artist_manager client",
                3
            ),
            "artist_2 artist_3 dispatcher | artist_1 adt_wrapper artist_manager client"
        );
        assert_eq!(
            carried(
                "chiron-single",
                "P7",
                "artist_1 artist_2 | dispatcher adt_wrapper artist_manager client",
                3
            ),
            "artist_1 artist_2 artist_3 | dispatcher adt_wrapper artist_manager client"
        );
    }
}
