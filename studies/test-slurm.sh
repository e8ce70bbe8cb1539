#!/bin/sh
# Tests `suppose study --on slurm` and `--on parallel` against the real engines, on this machine alone.
#
# Slurm is Debian's slurm-wlm: munged, slurmctld and slurmd with one node on loopback. A small study is submitted,
# its jobs are killed in the middle, it is submitted again, and what comes out is compared with a run on this
# machine: the same verdicts and the same numbers of states. Needs root, and leaves the engines installed but
# stopped. Not part of `cargo test`.
#
#     sudo studies/test-slurm.sh [PROGRAM]
#
# PROGRAM is the command to test (default: target/release/suppose, which must have been built).
set -eu

here=$(cd "$(dirname "$0")/.." && pwd)
program=${1:-$here/target/release/suppose}
work=$(mktemp -d)
slurm=$work/slurm
mkdir -p "$slurm/state" "$slurm/spool"

for command in sbatch munged parallel; do
    if ! command -v "$command" >/dev/null && ! [ -x "/usr/sbin/$command" ]; then
        DEBIAN_FRONTEND=noninteractive apt-get install -y -qq slurm-wlm munge parallel
        break
    fi
done

daemons=
cleanup() {
    # Only what this script started.
    for daemon in $daemons; do kill "$daemon" 2>/dev/null || true; done
    wait
    rm -rf "$work"
}
trap cleanup EXIT

# One node, which is this machine.
host=$(hostname -s)
cat >"$slurm/slurm.conf" <<CONF
ClusterName=test
SlurmctldHost=$host(127.0.0.1)
SlurmctldPort=16817
SlurmdPort=16818
AuthType=auth/munge
AuthInfo=socket=$work/munge.socket
CredType=cred/munge
SlurmUser=root
StateSaveLocation=$slurm/state
SlurmdSpoolDir=$slurm/spool
SlurmctldPidFile=$slurm/slurmctld.pid
SlurmdPidFile=$slurm/slurmd.pid
SlurmctldLogFile=$slurm/slurmctld.log
SlurmdLogFile=$slurm/slurmd.log
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
SelectType=select/cons_tres
SelectTypeParameters=CR_Core
SwitchType=switch/none
MpiDefault=none
ReturnToService=2
SchedulerParameters=sched_interval=1,batch_sched_delay=0
KillWait=2
NodeName=$host NodeAddr=127.0.0.1 CPUs=$(nproc) RealMemory=$(free -m | awk '/^Mem:/ { print $2 }') State=UNKNOWN
PartitionName=all Nodes=$host Default=YES MaxTime=INFINITE State=UP
CONF
export SLURM_CONF=$slurm/slurm.conf

dd if=/dev/urandom of="$work/munge.key" bs=1024 count=1 2>/dev/null
chmod 600 "$work/munge.key"
/usr/sbin/munged --foreground --force --key-file="$work/munge.key" --socket="$work/munge.socket" \
    --pid-file="$work/munge.pid" --log-file="$work/munge.log" --seed-file="$work/munge.seed" 2>"$work/munge.out" &
daemons=$!
sleep 1
/usr/sbin/slurmctld -D -f "$SLURM_CONF" >"$slurm/out" 2>&1 &
daemons="$daemons $!"
sleep 1
/usr/sbin/slurmd -D -f "$SLURM_CONF" >>"$slurm/out" 2>&1 &
daemons="$daemons $!"

waited=0
until sinfo --noheader --format=%t 2>/dev/null | grep -q idle; do
    waited=$((waited + 1))
    if [ "$waited" -gt 30 ]; then
        cat "$slurm/out" "$slurm"/*.log >&2
        echo "Slurm did not start" >&2
        exit 1
    fi
    sleep 1
done

cat >"$work/small.toml" <<STUDY
[study]
name = "small"
timeout = 20
memory = 500

[[systems]]
model = "relay"
sizes = "2..5"

[[systems]]
model = "gas-station"
sizes = [2]

[[runs]]
method = ["monolithic", "auto"]

[[runs]]
verifier = ["lts", "flow"]
method = "learn"
decompositions = ["all", "generalised", "predicted"]
STUDY

# The columns that do not depend on clocks and scales. Fields with commas come before those that are cut.
steady() {
    python3 - "$1" <<'PYTHON'
import csv, sys
for row in csv.DictReader(open(sys.argv[1])):
    for measured in ("time_ms", "premises_ms", "peak_kib"):
        del row[measured]
    print(row)
PYTHON
}

idle() { [ -z "$(squeue --noheader)" ]; }
until_idle() {
    waited=0
    until idle; do
        waited=$((waited + 1))
        if [ "$waited" -gt 600 ]; then squeue >&2; cat "$slurm"/*.log >&2; exit 1; fi
        sleep 1
    done
}

cd "$work"
"$program" study small.toml --output here
steady here/runs.csv >here.txt

"$program" study small.toml --output there --on slurm --jobs 6
# Killed in the middle: as soon as the first records are there.
until cat there/runs-*.jsonl 2>/dev/null | head -c 1 | grep -q .; do sleep 0.1; done
sleep 1
scancel --signal=KILL --full --user=root
scancel --user=root
until_idle
before=$(cat there/runs-*.jsonl | wc -l)
"$program" study small.toml --output there --on slurm --jobs 6 --resume
until_idle
cat there/slurm-tables.log
steady there/runs.csv >there.txt
cmp here.txt there.txt
runs=$(wc -l <here.txt)
total=$(cat there/runs*.jsonl | wc -l)
echo "slurm: $before of $runs runs before jobs were killed, $total records in the end"
[ "$before" -gt 0 ] && [ "$before" -lt "$runs" ] && [ "$total" -eq "$runs" ]

echo : >hosts
"$program" study small.toml --output hosts-results --on parallel --hosts hosts --jobs 5
steady hosts-results/runs.csv >parallel.txt
cmp here.txt parallel.txt
echo "parallel: the same $runs runs"
