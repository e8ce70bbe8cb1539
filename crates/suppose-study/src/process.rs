//! A run as a process of its own: started, watched and ended.
//!
//! The process is this program again with a hidden command. It gets its [`Spec`] as one line on standard
//! input and leaves a [`Record`] on standard output. It keeps the limits itself; if it does not, because it
//! sits where nothing looks at them, it is killed here, with whatever it may have started. Its standard input
//! stays open as long as we live: when it ends, nobody waits for the answer, and the process ends too. So a
//! driver that is killed leaves no process behind.

use std::io::{self, Read as _, Write as _};
use std::os::unix::process::CommandExt as _;
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::time::{Duration, Instant};

use rustix::process::{Pid, Signal, kill_process_group};
use suppose::base::CancelToken;

use crate::spec::Spec;
use crate::{Outcome, Record};

/// How often a process that takes long is looked at.
const INTERVAL: Duration = Duration::from_millis(50);

/// The memory that a process may take beyond its limit before it is killed, as a share of the limit.
const MEMORY_GRACE: f64 = 1.5;

/// How to start processes for runs.
#[derive(Clone, Debug)]
pub struct Runner {
    /// The program.
    pub program: PathBuf,
    /// Its arguments before the limits: the hidden command.
    pub arguments: Vec<String>,
    /// How long a process may take beyond twice its limit of time (the answer, and the premises again) before
    /// it is killed.
    pub grace: Duration,
}

impl Runner {
    /// Does a run in a process of its own; nothing when it was interrupted.
    pub(crate) fn run(&self, spec: &Spec, cancel: &dyn Fn() -> bool) -> Option<Record> {
        match self.attempt(spec, cancel) {
            Ok(record) => record,
            Err(error) => Some(Record {
                outcome: Outcome::Failed,
                reason: Some(format!("the process could not be run: {error}")),
                ..Record::begun(spec)
            }),
        }
    }

    fn attempt(&self, spec: &Spec, cancel: &dyn Fn() -> bool) -> io::Result<Option<Record>> {
        let started = Instant::now();
        let mut command = Command::new(&self.program);
        command.args(&self.arguments).args(["--quiet", "--threads", "1"]);
        command.arg("--max-memory").arg(spec.limits.memory.to_string());
        if let Some(states) = spec.limits.states {
            command.arg("--max-states").arg(states.to_string());
        }
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).process_group(0);
        let mut group = Group(command.spawn()?);
        // Held until the end: see above.
        let mut input = group.0.stdin.take().expect("piped");
        let (mut output, mut errors) =
            (group.0.stdout.take().expect("piped"), group.0.stderr.take().expect("piped"));
        let (send, receive) = channel();
        std::thread::Builder::new().name("output".into()).spawn(move || {
            let (mut text, mut complaints) = (String::new(), String::new());
            // Both at once, or the process might wait for one while we wait for the other.
            std::thread::scope(|scope| {
                scope.spawn(|| errors.read_to_string(&mut complaints));
                let _ = output.read_to_string(&mut text);
            });
            // Nobody listens when the run was given up.
            let _ = send.send((text, complaints));
        })?;
        let mut line = serde_json::to_string(spec)?;
        line.push('\n');
        // A process that died early cannot be written to; what it said is more interesting.
        let _ = input.write_all(line.as_bytes()).and_then(|()| input.flush());
        let most = Duration::try_from_secs_f64(2.0 * spec.limits.timeout).unwrap_or(Duration::MAX);
        let most = most.saturating_add(self.grace);
        let mut peak = 0;
        let (text, complaints) = loop {
            match receive.recv_timeout(INTERVAL) {
                Ok(said) => break said,
                Err(RecvTimeoutError::Disconnected) => break Default::default(),
                Err(RecvTimeoutError::Timeout) => {}
            }
            if cancel() {
                return Ok(None);
            }
            let process = group.0.id().to_string();
            let now = memory_kib(&process, "VmRSS:").unwrap_or(0);
            peak = memory_kib(&process, "VmHWM:").unwrap_or(0).max(peak);
            #[expect(clippy::cast_precision_loss, reason = "megabytes")]
            let too_much = now as f64 > spec.limits.memory as f64 * 1024.0 * MEMORY_GRACE;
            let killed = |outcome, why: &str| Record {
                outcome,
                reason: Some(format!("killed: {why}")),
                time_ms: suppose::report::milliseconds(started.elapsed()),
                peak_kib: peak,
                ..Record::begun(spec)
            };
            if started.elapsed() > most {
                return Ok(Some(killed(Outcome::Timeout, "it did not end at its limit of time")));
            }
            if too_much {
                return Ok(Some(killed(Outcome::Memory, "it did not end at its limit of memory")));
            }
        };
        let status = group.0.wait()?;
        let read = serde_json::from_str::<Record>(text.trim()).ok().filter(|record| record.run == spec.run);
        Ok(Some(read.unwrap_or_else(|| {
            let last = complaints.lines().last().unwrap_or("it said nothing");
            Record {
                outcome: Outcome::Failed,
                reason: Some(format!("the process ended with {status}: {last}")),
                time_ms: suppose::report::milliseconds(started.elapsed()),
                peak_kib: peak,
                ..Record::begun(spec)
            }
        })))
    }
}

/// A process and what it has started; ended with the value.
struct Group(Child);

impl Drop for Group {
    fn drop(&mut self) {
        if let Ok(None) = self.0.try_wait() {
            if let Some(group) = i32::try_from(self.0.id()).ok().and_then(Pid::from_raw) {
                // It may just have ended by itself.
                let _ = kill_process_group(group, Signal::KILL);
            }
            let _ = self.0.wait();
        }
    }
}

/// The process of a run: reads what to do from standard input and gives the record. When standard input ends
/// before that, the work is ended by the token.
///
/// # Errors
/// When standard input cannot be read or says something else.
pub fn serve(budget: &suppose::base::Budget) -> io::Result<Record> {
    let mut line = String::new();
    io::stdin().read_line(&mut line)?;
    let spec: Spec = serde_json::from_str(&line)?;
    let cancel = budget.cancel_token().clone();
    std::thread::Builder::new().name("orphan".into()).spawn(move || wait_for_orphanhood(&cancel))?;
    Ok(crate::run::perform(&spec, budget))
}

/// Waits until nobody listens any more and ends the process, by the token if it can be.
fn wait_for_orphanhood(cancel: &CancelToken) {
    let _ = io::copy(&mut io::stdin(), &mut io::sink());
    cancel.cancel();
    std::thread::sleep(Duration::from_secs(2));
    std::process::abort();
}

/// A figure about the memory of a process, where the system tells it: on Linux.
pub(crate) fn memory_kib(process: &str, figure: &str) -> Option<u64> {
    let status = std::fs::read_to_string(format!("/proc/{process}/status")).ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix(figure))?;
    line.trim().strip_suffix("kB")?.trim().parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::spec::Parts;
    use crate::study::Limits;
    use crate::{Role, Subject, Verifier};

    fn spec() -> Spec {
        Spec {
            run: "key".into(),
            subject: Subject { system: "relay".into(), size: 2, property: "P1".into() },
            text: String::new(),
            suffix: "adb".into(),
            verifier: Verifier::Lts,
            method: "monolithic".into(),
            role: Role::Whole,
            parts: Parts::None,
            stands_for: 1,
            limits: Limits { timeout: 0.01, ..Limits::default() },
        }
    }

    fn shell(script: &str) -> Runner {
        let arguments = vec!["-c".to_owned(), script.to_owned()];
        Runner { program: "/bin/sh".into(), arguments, grace: Duration::from_millis(500) }
    }

    #[test]
    fn a_process_that_does_not_end_is_killed_with_its_children() {
        let folder = crate::testing::Folder::new("process");
        let path = folder.path().join("pid");
        let script = format!("sleep 600 & echo $! > {}; wait", path.display());
        let record = shell(&script).run(&spec(), &|| false).expect("not interrupted");
        assert_eq!(record.outcome, Outcome::Timeout);
        assert_eq!(record.reason.as_deref(), Some("killed: it did not end at its limit of time"));
        let child = std::fs::read_to_string(&path).expect("it was started");
        let is_alive = || {
            let status =
                std::fs::read_to_string(format!("/proc/{}/status", child.trim())).unwrap_or_default();
            !status.is_empty() && !status.contains("State:\tZ")
        };
        while is_alive() {
            std::thread::sleep(Duration::from_millis(10));
        }
    }

    #[test]
    fn a_process_that_dies_or_talks_nonsense_failed() {
        for (script, told) in [
            ("echo no >&2; exit 7", "the process ended with exit status: 7: no"),
            ("echo '{\"run\":\"other\"}'", "the process ended with exit status: 0: it said nothing"),
            ("kill -9 $$", "the process ended with signal: 9 (SIGKILL): it said nothing"),
        ] {
            let record = shell(script).run(&spec(), &|| false).expect("not interrupted");
            assert_eq!((record.outcome, record.reason.as_deref()), (Outcome::Failed, Some(told)));
        }
        let nobody = Runner { program: "/no/such/program".into(), ..shell("") };
        let record = nobody.run(&spec(), &|| false).expect("not interrupted");
        assert_eq!(record.outcome, Outcome::Failed);
    }

    #[test]
    fn an_interrupted_run_has_no_record() {
        assert_eq!(shell("sleep 600").run(&spec(), &|| true), None);
    }
}
