//! Time and memory as the operating system tells them. On systems other than Linux, CPU time is wall-clock
//! time and memory is unknown.

use std::time::Instant;

/// Measures a piece of work on this thread.
pub(crate) struct Measured<T> {
    pub value: T,
    /// CPU seconds of this thread.
    pub cpu: f64,
    /// Seconds on the clock.
    pub wall: f64,
}

/// Runs work and measures it.
pub(crate) fn measure<T>(work: impl FnOnce() -> T) -> Measured<T> {
    let (cpu, wall) = (thread_seconds(), Instant::now());
    let value = work();
    let wall = wall.elapsed().as_secs_f64();
    let cpu = thread_seconds().zip(cpu).map_or(wall, |(after, before)| after - before);
    Measured { value, cpu, wall }
}

/// The best of several runs, by CPU time.
pub(crate) fn best_of<T>(runs: usize, mut work: impl FnMut() -> T) -> Measured<T> {
    let mut best = measure(&mut work);
    for _ in 1..runs {
        let next = measure(&mut work);
        if next.wall < best.wall {
            best = next;
        }
    }
    best
}

/// CPU seconds of this thread so far.
fn thread_seconds() -> Option<f64> {
    let text = std::fs::read_to_string("/proc/thread-self/schedstat").ok()?;
    let nanoseconds: f64 = text.split(' ').next()?.parse().ok()?;
    Some(nanoseconds / 1e9)
}

/// The largest resident size of this process so far, in bytes.
pub(crate) fn peak_bytes() -> Option<u64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find(|line| line.starts_with("VmHWM:"))?;
    let kib: u64 = line.split_whitespace().nth(1)?.parse().ok()?;
    Some(kib << 10)
}

/// Makes the largest size begin anew, where the system can do that.
pub(crate) fn reset_peak() {
    // Without it the size of an earlier row would be shown, which is what other tables do.
    let _ = std::fs::write("/proc/self/clear_refs", "5");
}

/// Prints what the tables were made on.
pub(crate) fn describe_machine() {
    let info = std::fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    let model =
        info.lines().find(|line| line.starts_with("model name")).and_then(|line| line.split(": ").nth(1));
    let cores = std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
    let memory = std::fs::read_to_string("/proc/meminfo").unwrap_or_default();
    let memory = memory.split_whitespace().nth(1).and_then(|kib| kib.parse::<u64>().ok()).unwrap_or(0) >> 20;
    println!("Machine: {}, {cores} cores, {memory} GiB.\n", model.unwrap_or("unknown processor"));
}
