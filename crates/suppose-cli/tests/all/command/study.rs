//! `suppose study`: mistakes are told before work begins, results survive being killed, and tables say the
//! same however they were made.

use std::collections::BTreeMap;
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use serde_json::Value;
use suppose_testing::Random;

use super::fixture::{Ended, Place};

const SMALL: &str = r#"
[study]
name = "small"
timeout = 20
memory = 1000

[[systems]]
model = "relay"
sizes = "2..4"

[[systems]]
model = "gas-station"
sizes = [2]
properties = ["P2"]

[[runs]]
method = ["monolithic", "auto"]

[[runs]]
verifier = ["lts", "flow"]
method = "learn"
decompositions = ["all", "generalised", "predicted"]
systems = "relay"

[[runs]]
method = "learn"
decompositions = [["customer_1"], ["customer_2", "operator", "pump_1", "pump_2"]]
systems = "gas-station"
"#;

/// Runs of [`SMALL`]: four subjects by two methods; 6, 14 and 30 decompositions of the relay with both
/// verifiers; two that are generalised and three that are predicted with both; and one that is given.
const RUNS: usize = 8 + 2 * (6 + 14 + 30) + 2 * 5 + 1;

fn small() -> Place {
    Place::with(&[("small.toml", SMALL)])
}

/// The lines of a table without what is measured by a clock or a scale.
fn table(place: &Place, folder: &str) -> Vec<String> {
    let text = place.text(&format!("{folder}/runs.csv"));
    let header: Vec<&str> = text.lines().next().expect("a header").split(',').collect();
    let column =
        |name: &str| header.len() - header.iter().position(|&known| known == name).expect("a column");
    let hidden = ["time_ms", "premises_ms", "peak_kib"].map(column);
    let line = |line: &str| {
        let fields: Vec<&str> = line.split(',').collect();
        let shown = fields.iter().enumerate().filter(|(place, _)| !hidden.contains(&(fields.len() - place)));
        shown.map(|(_, field)| *field).collect::<Vec<_>>().join(",")
    };
    text.lines().map(line).collect()
}

/// The keys in a journal with how often each is there; lines that are torn do not count.
fn keys(place: &Place, folder: &str) -> BTreeMap<String, usize> {
    let mut keys = BTreeMap::new();
    for line in place.text(&format!("{folder}/runs.jsonl")).lines() {
        if let Ok(record) = serde_json::from_str::<Value>(line.get(17..).unwrap_or_default()) {
            *keys.entry(record["run"].as_str().expect("a key").to_owned()).or_insert(0) += 1;
        }
    }
    keys
}

#[test]
fn a_study_runs_and_leaves_tables() {
    let place = small();
    let ended = place.run("study small.toml").expect(0);
    assert_eq!(
        ended.out.lines().next(),
        Some(&*format!("small: {RUNS} of {RUNS} runs over, 0 without an answer"))
    );
    let lines = table(&place, "small-results");
    assert_eq!(lines.len(), RUNS + 1);
    // The plain search of the relay, whose states are known; and the decomposition that the study names.
    let plain: Vec<&String> = lines.iter().filter(|line| line.contains(",lts,monolithic,")).collect();
    assert!(plain[0].starts_with("gas-station,2,P2,lts,monolithic,whole,,,1,holds,,"), "{}", plain[0]);
    let given: Vec<&String> = lines.iter().filter(|line| line.contains(",given,")).collect();
    let parts =
        "gas-station,2,P2,lts,learn,given,,\"customer_1 | customer_2,operator,pump_1,pump_2\",1,holds,,";
    assert!(given.len() == 1 && given[0].starts_with(parts), "{given:?}");
    // Every proof by parts was checked again without learning, and that took no larger searches.
    let numbers = |line: &str| -> Vec<Option<u64>> {
        line.rsplit(',').take(7).map(|field| field.parse().ok()).collect()
    };
    for line in lines.iter().filter(|line| line.contains(",learn,")) {
        let premises = numbers(line)[1].unwrap_or_else(|| panic!("{line}"));
        assert!(premises <= numbers(line)[6].expect("the largest search"), "{line}");
    }
    let page = place.text("small-results/report.html");
    assert!(page.starts_with("<!DOCTYPE html>") && page.contains("relay"), "{}", &page[..200]);
    assert!(std::fs::read(place.path("small-results/runs.parquet")).expect("a table").starts_with(b"PAR1"));
    // The same tables again, from the folder alone.
    let before = place.text("small-results/runs.csv");
    std::fs::remove_file(place.path("small-results/runs.csv")).expect("removed");
    place.run("study small-results --report").expect(0);
    assert_eq!(place.text("small-results/runs.csv"), before);
    let object = place.json(0, "study small.toml --report");
    assert_eq!((&object["runs"], &object["failed"]), (&Value::from(RUNS), &Value::from(0)));
    assert_eq!(
        (&object["schema"], &object["unanswered"]),
        (&Value::from("suppose/study/1"), &Value::from(0))
    );
}

#[test]
fn results_do_not_depend_on_how_many_runs_there_are_at_once() {
    let place = small();
    place.run("study small.toml -j 1 -o one").expect(0);
    place.run("study small.toml -j 4 -o four").expect(0);
    assert_eq!(table(&place, "one"), table(&place, "four"));
    // Shares do the same; what waits for other shares is done in a second round.
    for _ in 0..2 {
        for share in ["2/3", "1/3", "3/3"] {
            place.run(&format!("study small.toml -o shares --shard {share}")).expect(0);
        }
    }
    let object = place.json(0, "study shares --report");
    assert_eq!(object["done"], RUNS);
    assert_eq!(table(&place, "one"), table(&place, "shares"));
    // A run with the results of all shares has nothing left to do.
    place.run("study small.toml -o shares --resume").expect(0);
    assert!(keys(&place, "shares").is_empty());
}

/// Kills a process at once.
fn kill(child: &mut Child) {
    child.kill().expect("it can be killed");
    child.wait().expect("it ends");
}

#[test]
fn a_study_that_is_killed_goes_on() {
    let place = small();
    place.run("study small.toml -o whole").expect(0);
    let mut random = Random::new(15);
    let mut begin = "";
    let mut interruptions = 0;
    loop {
        let mut child = place.command(&format!("study small.toml -o killed -j 3 {begin}"));
        let mut child = child.stdout(Stdio::null()).stderr(Stdio::null()).spawn().expect("it starts");
        // Ever later, since a run that is killed begins again, and on a busy machine it may take long.
        std::thread::sleep(Duration::from_millis(20 + random.below(400) + 20 * interruptions));
        if let Some(status) = child.try_wait().expect("a child") {
            assert!(status.success(), "{status}");
            break;
        }
        kill(&mut child);
        interruptions += 1;
        // Before anything was written there is nothing to go on with, and that is the same.
        begin = "--resume";
        if interruptions == 3 && place.path("killed/runs.jsonl").exists() {
            // The process was killed in the middle of a line.
            let journal = place.path("killed/runs.jsonl");
            let mut bytes = std::fs::read(&journal).unwrap_or_default();
            bytes.truncate(bytes.len().saturating_sub(7));
            std::fs::write(&journal, bytes).expect("written");
        }
    }
    assert!(interruptions >= 2, "it was killed {interruptions} times only");
    assert_eq!(table(&place, "killed"), table(&place, "whole"));
    let keys = keys(&place, "killed");
    assert_eq!(keys.len(), RUNS);
    assert!(keys.values().all(|&count| count == 1), "a run was repeated");
    // No process is left behind: they end when nobody listens.
    let is_ours = |line: &str| line.contains("study-run") && line.contains(env!("CARGO_BIN_EXE_suppose"));
    let mut left = Vec::new();
    for _ in 0..50 {
        let listed = Command::new("ps").args(["-eo", "ppid,args"]).output().expect("ps is there");
        let listed = String::from_utf8_lossy(&listed.stdout).into_owned();
        // Orphans are given to the first process; those of other tests have parents.
        left = listed
            .lines()
            .filter(|line| is_ours(line) && line.trim().starts_with("1 "))
            .map(str::to_owned)
            .collect();
        if left.is_empty() {
            return;
        }
        std::thread::sleep(Duration::from_millis(100));
    }
    panic!("{left:?}");
}

#[test]
fn an_interrupted_study_says_how_to_go_on() {
    let place = small();
    let child = place.spawn("study small.toml");
    let journal = place.path("small-results/runs.jsonl");
    while std::fs::metadata(&journal).map_or(0, |about| about.len()) == 0 {
        std::thread::sleep(Duration::from_millis(5));
    }
    let sent = Command::new("kill").args(["-INT", &child.id().to_string()]).status().expect("kill is there");
    assert!(sent.success());
    let ended = Ended::new("study", &child.wait_with_output().expect("it ends")).expect(3);
    assert!(ended.out.starts_with("stopped (interrupted) with "), "{}", ended.out);
    assert!(ended.out.ends_with("  go on with: suppose study small.toml --resume\n"), "{}", ended.out);
    let ended = place.run("study small.toml --resume --json").expect(0).object();
    assert_eq!(ended["done"], RUNS);
    assert!(keys(&place, "small-results").values().all(|&count| count == 1));
}

#[test]
fn results_are_not_overwritten_by_mistake() {
    let place = small();
    let quick = "[[systems]]\nmodel = \"relay\"\n[[runs]]\nmethod = \"monolithic\"\n";
    place.file("quick.toml", quick);
    place.run("study quick.toml").expect(0);
    let before = place.text("quick-results/runs.jsonl");
    place.run("study quick.toml").expect(2).complains(&["E1110", "--resume"]);
    // Layout and comments are no part of a study; limits are.
    place.file("quick.toml", format!("# The same.\n\n{quick}"));
    place.run("study quick.toml --resume").expect(0);
    place.file("quick.toml", format!("[study]\ntimeout = 9\n{quick}"));
    place.run("study quick.toml --resume").expect(2).complains(&["E1111", "another study", "--force"]);
    assert_eq!(place.text("quick-results/runs.jsonl"), before);
    let head = place.text("quick-results/study.json");
    let older =
        head.replace(&format!("\"version\": \"{}\"", env!("CARGO_PKG_VERSION")), "\"version\": \"0.0.9\"");
    assert_ne!(head, older);
    place.file("quick-results/study.json", older);
    place.run("study quick.toml --resume").expect(2).complains(&["E1111", "0.0.9"]);
    place.file("quick-results/notes.txt", "mine");
    place.run("study quick.toml --force").expect(0);
    assert_eq!(place.text("quick-results/notes.txt"), "mine");
    place.file("quick-results/study.json", "{");
    place.run("study quick.toml --force").expect(2).complains(&["E1112"]);
    // A folder of something else, one that cannot be, and one that is not there.
    place.run("study quick.toml -o .").expect(2).complains(&["E1112", "something else"]);
    place.run("study quick.toml -o quick.toml/x").expect(2).complains(&["E0007"]);
    place.run("study quick.toml -o none --report").expect(2).complains(&["E1112", "no results"]);
}

#[test]
fn one_process_at_a_time_writes() {
    let place = small();
    let mut child = place.spawn("study small.toml");
    while !place.path("small-results/study.json").exists() {
        std::thread::sleep(Duration::from_millis(5));
    }
    place
        .run("study small.toml --resume")
        .expect(2)
        .complains(&["E1113", &format!("process {}", child.id())]);
    kill(&mut child);
    // Whoever is dead holds no lock.
    place.run("study small.toml --resume").expect(0);
}

#[test]
fn a_line_that_somebody_changed_is_run_again() {
    let place = small();
    place.run("study small.toml").expect(0);
    let before = table(&place, "small-results");
    let journal = place.text("small-results/runs.jsonl");
    place.file(
        "small-results/runs.jsonl",
        journal.replacen("\"outcome\":\"holds\"", "\"outcome\":\"failed\"", 1),
    );
    place.run("study small.toml --resume").expect(0).complains(&["W1101", "1 line cannot be read"]);
    assert_eq!(table(&place, "small-results"), before);
}

#[test]
fn mistakes_are_told_with_their_place_before_anything_runs() {
    let place = Place::new();
    let head = "[[systems]]\nmodel = \"relay\"\nsizes = [2, 3]\n[[runs]]\nmethod = \"monolithic\"\n";
    place.file("two.lts", "const N = 2\nP = (a -> P).\nproperty Q = (a -> Q).\n||S = (P || Q).\n");
    let file = "[[systems]]\nfile = \"two.lts\"\n";
    let runs = "[[runs]]\nmethod = \"learn\"\n";
    for (text, told) in [
        ("[study]\nname = \n".to_owned(), &["E1101", "bad.toml:2:8"][..]),
        ("[study]\nname = 3\n".to_owned() + head, &["E1102", "bad.toml:2:8", "a text in quotes"]),
        ("[study]\ntimout = 3\n".to_owned() + head, &["E1103", "bad.toml:2:1", "did you mean `timeout`?"]),
        (String::new(), &["E1104", "no [[systems]]", "no [[runs]]"]),
        (format!("{head}verifier = \"ltl\"\n"), &["E1105", "bad.toml:6:12", "there is no verifier `ltl`"]),
        (format!("{head}systems = \"rely\"\n"), &["E1105", "did you mean `relay`?"]),
        (format!("{head}properties = [\"P1\", \"P2\"]\n"), &["E1105", "bad.toml:6:21", "`P2`"]),
        (format!("{head}without = \"relay/P3\"\n"), &["E1105", "relay/P3"]),
        (format!("{head}sizes = \"7..9\"\n"), &["E1104", "bad.toml:6:1", "sizes"]),
        (format!("{head}sizes = \"9..7\"\n"), &["E1102", "bad.toml:6:9"]),
        (format!("{head}give_up = 1\n"), &["E1102", "true or false"]),
        (format!("{head}decompositions = \"all\"\n"), &["E1106", "takes no decomposition"]),
        (format!("{head}decompositions = \"al\"\n"), &["E1105", "did you mean `all`?"]),
        (head.replace("relay", "realy"), &["E0005", "bad.toml:2:9", "did you mean `relay`?"]),
        (head.replace("[2, 3]", "[2, 100000]"), &["E0006", "bad.toml:3:9", "no size 100000"]),
        (head.replace("monolithic", "monolitic"), &["E1105", "bad.toml:5:10", "did you mean `monolithic`?"]),
        (format!("{head}{head}"), &["E1104", "two systems with the name `relay`"]),
        (head.replace("method =", "verifier ="), &["E1104", "no method", "E1105"]),
        (format!("[[systems]]\nsizes = 2\n{runs}"), &["E1104", "neither a model nor a file"]),
        (format!("{file}sizes = 2\n{runs}"), &["E1104", "constant = \"N\""]),
        (format!("{file}sizes = 2\nconstant = \"M\"\n{runs}"), &["E1105", "no constant `M`"]),
        (format!("[[systems]]\nfile = \"three.lts\"\n{runs}"), &["E0001", "bad.toml:2:8"]),
        (
            format!("{file}{runs}verifier = \"flow\"\ndecompositions = \"all\"\n"),
            &["E1106", "tasking programs"],
        ),
        (format!("{file}{runs}decompositions = [[\"P\"]]\n"), &["E1107", "two parts"]),
        (format!("{file}{runs}decompositions = \"generalised\"\n"), &["E1104", "from size 2"]),
        (
            "[[systems]]\nmodel = \"relay\"\n[[runs]]\nverifier = \"flow\"\nmethod = \"learn\"\n".to_owned(),
            &["E1106", "needs a decomposition"],
        ),
        (
            "[[systems]]\nmodel = \"relay\"\n[[runs]]\nverifier = \"flow\"\nmethod = \"refine\"\n".to_owned(),
            &["E1106", "the verifier `flow` has no method `refine`"],
        ),
    ] {
        place.file("bad.toml", &text);
        place.run("study bad.toml").expect(2).complains(told);
    }
    assert_eq!(place.files(), ["bad.toml", "two.lts"]);
    place.run("study none.toml").expect(2).complains(&["E0001", "none.toml"]);
    place.run("study bad.toml --shard 3/2").expect(2);
    place.run("study bad.toml --on slurm --hosts x").expect(2).complains(&["E0006"]);
}

#[test]
fn every_code_of_studies_is_shown_by_its_example() {
    let place = Place::new();
    let rest = "[[systems]]\nmodel = \"relay\"\n[[runs]]\nmethod = \"monolithic\"\n";
    for row in suppose_study::CODES.iter().flat_map(|table| table.rows).filter(|row| !row.example.is_empty())
    {
        let is_about_runs = row.example.starts_with("[[runs]]");
        let others = if is_about_runs { "[[systems]]\nmodel = \"relay\"\n" } else { rest };
        let text = if is_about_runs {
            format!("{others}{}", row.example)
        } else {
            format!("{}{others}", row.example)
        };
        place.file("bad.toml", &text);
        place.run("study bad.toml").expect(2).complains(&[row.code]);
    }
}

#[test]
fn a_file_has_the_size_that_its_constant_says() {
    let place = Place::with(&[(
        "ring.lts",
        "const N = 2\nrange I = 0..N-1\nS(J=0) = (step[J] -> S).\nproperty ONE = (step[i:I] -> ONE).\n\
         ||RING = (forall [i:I] S(i) || ONE).\n",
    )]);
    place.file(
        "ring.toml",
        r#"
[[systems]]
file = "ring.lts"
constant = "N"
sizes = "2..4"

[[runs]]
method = "monolithic"

[[runs]]
method = "learn"
decompositions = ["all", "generalised"]
"#,
    );
    place.run("study ring.toml").expect(0);
    let lines = table(&place, "ring-results");
    let count = |size: u32, role: &str| {
        lines
            .iter()
            .filter(|line| line.starts_with(&format!("ring,{size},ONE,lts,")) && line.contains(role))
            .count()
    };
    // Up to symmetry a decomposition of n equal components is a number from 1 to n - 1.
    assert_eq!([2, 3, 4].map(|size| count(size, ",all,")), [1, 2, 3]);
    assert_eq!([2, 3, 4].map(|size| count(size, ",generalised,")), [0, 1, 1]);
    assert_eq!([2, 3, 4].map(|size| count(size, ",whole,")), [1, 1, 1]);
}

#[test]
fn limits_end_a_run_and_not_the_study() {
    let place = Place::new();
    place.file(
        "hard.toml",
        r#"
[study]
timeout = 2

[[systems]]
model = "gas-station"
sizes = [2, 3, 14, 15]
properties = "P4"

[[runs]]
method = "monolithic"
give_up = true

[[runs]]
method = "monolithic"
sizes = 3
states = 50
"#,
    );
    let ended = place.run("study hard.toml").expect(0);
    assert!(ended.out.starts_with("hard: 5 of 5 runs over, 3 without an answer"), "{}", ended.out);
    let lines = table(&place, "hard-results");
    let has = |size: u32, told: &str| {
        let mut all = lines.iter().filter(|line| line.starts_with(&format!("gas-station,{size},")));
        all.any(|line| line.contains(told))
    };
    assert!(has(2, ",holds,"), "{lines:?}");
    assert!(has(3, ",memory,the limit of 50 states was reached,"), "{lines:?}");
    assert!(has(14, ",timeout,the time limit was reached,"), "{lines:?}");
    assert!(has(15, ",unknown,not run: there was no answer at size 14,"), "{lines:?}");
}
