//! A thread beside the work: it shows progress, ends the work on Ctrl-C and when the process grows past its
//! memory limit.

use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::sync::mpsc::{RecvTimeoutError, Sender, channel};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use indicatif::{HumanCount, ProgressBar, ProgressStyle};
use suppose::base::{CancelToken, Counters};

/// How often it looks.
const INTERVAL: Duration = Duration::from_millis(100);

/// Work that takes less than this shows no progress.
const PATIENCE: Duration = Duration::from_millis(700);

/// A signal this long after the first one means now. Tools such as `timeout` send the first one twice.
const INSISTENCE: Duration = Duration::from_secs(1);

/// Ends with the value.
pub(crate) struct Watch {
    stop: Option<Sender<()>>,
    thread: Option<JoinHandle<()>>,
}

impl Watch {
    /// Starts watching. `counters` are given when progress is to be shown.
    pub(crate) fn start(
        cancel: CancelToken,
        max_bytes: Option<u64>,
        counters: Option<Arc<Counters>>,
    ) -> Self {
        let interrupted = cancel.clone();
        let mut asked: Option<Instant> = None;
        // Without a handler, Ctrl-C ends the process at once, which loses nothing but the partial answer.
        let _ = ctrlc::set_handler(move || {
            if asked.get_or_insert_with(Instant::now).elapsed() > INSISTENCE {
                // Asked again after waiting: do not wait for the next poll.
                std::process::exit(3);
            }
            interrupted.cancel();
        });
        let (stop, stopped) = channel();
        let body = move || {
            let started = Instant::now();
            let mut line: Option<ProgressBar> = None;
            while stopped.recv_timeout(INTERVAL) == Err(RecvTimeoutError::Timeout) {
                if max_bytes.is_some_and(|limit| resident_bytes().is_some_and(|bytes| bytes > limit)) {
                    cancel.out_of_memory();
                }
                if let Some(counters) = &counters
                    && started.elapsed() > PATIENCE
                {
                    let line = line.get_or_insert_with(spinner);
                    let count = |n: &std::sync::atomic::AtomicU64| HumanCount(n.load(Ordering::Relaxed));
                    let (states, transitions) = (count(&counters.states), count(&counters.transitions));
                    line.set_message(format!("{states} states, {transitions} transitions"));
                    line.tick();
                }
            }
            if let Some(line) = line {
                line.finish_and_clear();
            }
        };
        let thread = std::thread::Builder::new().name("watch".into()).spawn(body).ok();
        Self { stop: Some(stop), thread }
    }
}

impl Drop for Watch {
    fn drop(&mut self) {
        self.stop.take();
        if let Some(thread) = self.thread.take() {
            // It neither panics nor blocks for longer than one look.
            let _ = thread.join();
        }
    }
}

fn spinner() -> ProgressBar {
    let style = ProgressStyle::with_template("{spinner} {msg} [{elapsed}]");
    ProgressBar::new_spinner().with_style(style.unwrap_or_else(|_| ProgressStyle::default_spinner()))
}

/// The resident size of this process, where the system tells in bytes or kilobytes: on Linux. The size of a
/// page differs between machines, so numbers of pages are no use.
fn resident_bytes() -> Option<u64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"))?;
    let kilobytes: u64 = line.trim().strip_suffix("kB")?.trim().parse().ok()?;
    Some(kilobytes << 10)
}
