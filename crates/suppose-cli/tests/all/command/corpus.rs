//! Systems, environments and properties of published tools, where `SUPPOSE_CORPUS` names their folder: all
//! methods give one verdict.

use crate::command::fixture::Place;
use crate::command::prove::WAYS;

/// A system with its environment, a property, and whether it holds.
const TRIPLES: [(&str, &[&str], &str, bool); 17] = [
    ("fortis/pump", &["sys.lts", "env0.lts"], "p.lts", true),
    ("fortis/pump", &["sys.lts", "env.lts"], "p.lts", false),
    ("fortis/therac25", &["sys.lts", "env0.lts"], "p.lts", true),
    ("fortis/therac25", &["sys.lts", "env.lts"], "p.lts", false),
    ("fortis/therac25", &["sys.lts", "dev.lts"], "p.lts", false),
    ("fortis/voting", &["sys.lts", "env0.lts"], "p.lts", true),
    ("fortis/voting", &["sys.lts", "env.lts"], "p.lts", false),
    ("fortis/voting", &["sys.lts", "dev.lts"], "p.lts", false),
    ("fortis/abp", &["abp.lts", "abp_env.lts"], "p.lts", true),
    ("fortis/abp", &["abp.lts", "abp_env_lossy.lts"], "p.lts", false),
    ("fortis/abp", &["abp.lts", "abp_env_lossy_simple.lts"], "p.lts", true),
    (
        "fortis/oyster",
        &["card-bal.lts", "oyster-bal.lts", "gate-in.lts", "gate-out.lts", "human.lts"],
        "no-collision.lts",
        true,
    ),
    ("lstar-aut", &["1LINE_PUMP_SYS.aut", "1LINE_PUMP_ENV.aut"], "1LINE_PUMP_PROPERTY.aut", false),
    ("lstar-aut", &["1LINE_PUMP_SYS.aut", "1LINE_PUMP_WACKY_ENV.aut"], "1LINE_PUMP_PROPERTY.aut", false),
    ("lstar-aut", &["2LINES_SYS.aut", "2LINES_ENV.aut"], "2LINES_PROPERTY.aut", false),
    ("lstar-aut", &["ABP_SYS.aut", "ABP_ENV.aut"], "ABP_PROPERTY.aut", true),
    ("lstar-aut", &["ABP_SYS.aut", "ABP_ENV.aut"], "ABP_PROPERTY_1.aut", true),
];

#[test]
fn all_methods_give_one_verdict() {
    let Some(corpus) = suppose_testing::corpus() else { return };
    let place = Place::new();
    for (folder, files, property, holds) in TRIPLES {
        let folder = corpus.join("ag").join(folder);
        let path = |name: &str| folder.join(name).to_string_lossy().into_owned();
        let files: Vec<String> = files.iter().map(|name| path(name)).collect();
        // To find a smallest assumption is a hard problem, and takes a minute for one of these.
        for way in WAYS.iter().filter(|way| !way.contains("--minimal")) {
            let arguments = format!("check {} --property {} {way} --json", files.join(" "), path(property));
            let ended = place.run(&arguments).expect(i32::from(!holds));
            let verdict = if holds { "holds" } else { "violated" };
            assert_eq!(ended.object()["results"][0]["verdict"], verdict, "{arguments}");
        }
    }
}
