//! SPIN on the same philosophers, where it is installed.

use std::fmt::Write;
use std::process::Command;

use crate::clock::measure;

/// Runs SPIN without reduction on the smaller sizes.
pub(crate) fn run() {
    if Command::new("spin").arg("-V").output().is_err() {
        println!("SPIN is not installed; no comparison in this run.\n");
        return;
    }
    println!("| SPIN, N | states | seconds | M states/s |");
    println!("|---|---|---|---|");
    for n in [8, 9] {
        match verify(n) {
            Ok((states, seconds)) => {
                println!("| {n} | {states} | {seconds:.2} | {:.2} |", states as f64 / seconds / 1e6);
            }
            Err(error) => println!("| {n} | {error} | | |"),
        }
    }
    println!();
}

fn model(n: usize) -> String {
    let mut text = String::new();
    let _ = writeln!(text, "bit fork[{n}]; byte at[{n}];");
    let _ = writeln!(text, "active [{n}] proctype phil() {{ byte i = _pid; byte r = (_pid + 1) % {n};");
    text.push_str("  do\n");
    text.push_str("  :: atomic { at[i] == 0 -> at[i] = 1 }\n");
    text.push_str("  :: atomic { at[i] == 1 && !fork[i] -> fork[i] = 1; at[i] = 2 }\n");
    text.push_str("  :: atomic { at[i] == 2 && !fork[r] -> fork[r] = 1; at[i] = 3 }\n");
    text.push_str("  :: atomic { at[i] == 3 -> at[i] = 4 }\n");
    text.push_str("  :: atomic { at[i] == 4 -> fork[i] = 0; at[i] = 5 }\n");
    text.push_str("  :: atomic { at[i] == 5 -> fork[r] = 0; at[i] = 0 }\n");
    text.push_str("  od }\n");
    text
}

/// The number of states SPIN stores and the seconds its verifier takes.
fn verify(n: usize) -> Result<(u64, f64), String> {
    let folder = std::env::temp_dir().join(format!("suppose-bench-spin-{}", std::process::id()));
    std::fs::create_dir_all(&folder).map_err(|e| e.to_string())?;
    let done = in_folder(&folder, n);
    // What is left behind is a temporary folder.
    let _ = std::fs::remove_dir_all(&folder);
    done
}

fn in_folder(folder: &std::path::Path, n: usize) -> Result<(u64, f64), String> {
    std::fs::write(folder.join("phil.pml"), model(n)).map_err(|e| e.to_string())?;
    let step = |program: &str, arguments: &[&str]| {
        let ended =
            Command::new(program).args(arguments).current_dir(folder).output().map_err(|e| e.to_string())?;
        if ended.status.success() {
            Ok(String::from_utf8_lossy(&ended.stdout).into_owned())
        } else {
            Err(format!("{program} failed"))
        }
    };
    step("spin", &["-a", "phil.pml"])?;
    step("gcc", &["-O2", "-DSAFETY", "-DNOREDUCE", "-DMEMLIM=8000", "-o", "pan", "pan.c"])?;
    // Deadlocks are not looked for (-E): the whole state space is searched.
    let run = measure(|| step("./pan", &["-E", "-m10000000", "-w26"]));
    let text = run.value?;
    let line =
        text.lines().find(|line| line.contains("states, stored")).ok_or("no count in SPIN's output")?;
    let states = line
        .split_whitespace()
        .next()
        .and_then(|count| count.parse().ok())
        .ok_or("no count in SPIN's output")?;
    Ok((states, run.wall))
}
