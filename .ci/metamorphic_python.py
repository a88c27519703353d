"""Random calls of the Python package, disturbed at random, for MINUTES: each answer is that of the same call in a calm process.

A round draws a small collection and three to eight calls, and makes them in two processes: one that nothing disturbs, and one where
handlers raise in the middle of a call, programs are killed or stopped, and values are copied, pickled, forked, spawned or used by threads.
In some rounds that process is killed too, and its calls are made again. An outcome is the value of the calm call, or its error. An error
of the package (never another exception) is allowed only where the program was killed. No process and no temporary folder is left.
"""

import argparse
import collections
import contextlib
import json
import os
import pathlib
import random
import signal
import subprocess
import sys
import tempfile
import time

ROOT = pathlib.Path(__file__).resolve().parents[1]
SOURCE = ROOT / "train/pytorch/src"
sys.path.insert(0, str(SOURCE))

import metamorphic_calls as calls  # noqa: E402

WORKER = pathlib.Path(calls.__file__)
PATIENCE = 120  # seconds for a worker; one that takes longer hangs
KILLED = ("ServerError", "Error", "ProgramError")


class Round:
    def __init__(self, draw, work, tally):
        self.draw, self.work, self.tally = draw, work, tally
        self.world = calls.world(draw)
        self.calls = [calls.call(draw, self.world) for _ in range(draw.randint(3, 8))]
        self.how = [draw.choice(calls.HOW) for _ in self.calls]
        self.seed = draw.randrange(2**32)
        self.wrong = []

    def start(self, place, how):
        """Starts a worker with a folder of temporary files of its own."""
        (self.work / place / "tmp").mkdir(parents=True, exist_ok=True)
        given = {"world": self.world, "calls": self.calls, "how": how, "seed": self.seed, "work": str(self.work / place)}
        environment = os.environ | {"TMPDIR": str(self.work / place / "tmp"), "PYTHONPATH": str(SOURCE), "HF_HUB_OFFLINE": "1"}
        environment |= {"HF_DATASETS_DISABLE_PROGRESS_BARS": "1", "PYTHONWARNINGS": "ignore"}
        worker = subprocess.Popen(
            [sys.executable, WORKER],
            env=environment,
            stdin=subprocess.PIPE,
            stdout=open(self.work / place / "said", "w"),
            stderr=open(self.work / place / "errors", "w"),
        )
        worker.stdin.write(json.dumps(given).encode())
        worker.stdin.close()
        return worker

    def wait(self, place, worker):
        """Waits for a worker's end, and for that of all that it started; one that hangs is a fault."""
        try:
            worker.wait(timeout=PATIENCE)
        except subprocess.TimeoutExpired:
            self.wrong.append(f"{place}: it hangs")
            for process, _ in self.processes(place):
                os.kill(process, signal.SIGUSR2)  # faulthandler tells where
            time.sleep(1)
            for process, _ in self.processes(place):
                os.kill(process, signal.SIGKILL)
            worker.wait()
        end = time.monotonic() + 30
        while (left := self.left(place)) and time.monotonic() < end:
            time.sleep(0.05)
        if left:
            self.wrong.append(f"{place}: left behind: {left}")

    def left(self, place):
        """What a worker left: temporary folders, and processes."""
        folders = (self.work / place / "tmp").glob("axiomine-*")
        return [f"{p.name}: {sorted(q.name for q in p.glob('*'))}" for p in folders] + [line for _, line in self.processes(place)]

    def processes(self, place):
        """The processes of a worker's environment, and their command lines."""
        for path in pathlib.Path("/proc").glob("[0-9]*"):
            with contextlib.suppress(OSError):
                if f"TMPDIR={self.work / place / 'tmp'}".encode() in path.joinpath("environ").read_bytes():
                    yield int(path.name), path.joinpath("cmdline").read_bytes().replace(b"\0", b" ").decode("utf-8", "replace")[:200]

    def kill(self, place):
        """Kills all processes of Python: one of a forked pool waits for others forever where the first is killed alone."""
        for _ in range(2):
            for process, line in self.processes(place):
                if str(WORKER) in line or "multiprocessing" in line:
                    with contextlib.suppress(OSError):
                        os.kill(process, signal.SIGKILL)
        for process, _ in self.processes(place):  # the worker may have stopped one that it cannot continue now
            with contextlib.suppress(OSError):
                os.kill(process, signal.SIGCONT)

    def said(self, place):
        for line in (self.work / place / "said").read_text().splitlines():
            try:
                yield json.loads(line)
            except ValueError:
                yield {"call": -1, "how": "", "torn": line}

    def compare(self, place, wanted, whole):
        """Holds outcomes against those of the calm process."""
        ended = False
        for said in self.said(place):
            ended = ended or "ended" in said
            if "how" not in said or (said.get("torn") is not None and not whole):
                continue
            self.tally[said["how"]] += 1
            number, how = said["call"], said["how"]
            if not {"fault", "value", "error", "torn"} & said.keys():
                continue
            outcome = {k: said[k] for k in ("value", "error", "fault", "torn") if k in said}
            if outcome == wanted.get(number):
                continue
            if how == "while programs are killed" and outcome.get("error", [""])[0] in KILLED:
                self.tally["said that the program ended"] += 1
                continue
            call = self.calls[number] if number >= 0 else ""
            self.wrong.append(f"{place}: {call} {how}: {str(outcome)[:3000]}\n    but calmly {str(wanted.get(number))[:600]}")
        if whole and not ended:
            self.wrong.append(f"{place}: did not come to its end: {(self.work / place / 'errors').read_text()[-3000:]}")

    def run(self):
        """What is wrong."""
        self.wait("calm", self.start("calm", ["calm"] * len(self.calls)))
        wanted = {said["call"]: {k: v for k, v in said.items() if k not in ("call", "how")} for said in self.said("calm") if "how" in said}
        self.tally["calls"] += len(self.calls)
        self.tally["refused calls"] += sum("error" in of for of in wanted.values())
        if faults := [of for of in wanted.values() if "fault" in of]:
            self.wrong.append(f"calm: {faults}")
        if self.draw.random() < 0.25:
            for _ in range(self.draw.randint(1, 2)):
                worker = self.start("disturbed", self.how)
                time.sleep(self.draw.uniform(0.1, 3))
                self.kill("disturbed")
                self.tally["killed Python"] += 1
                self.wait("disturbed", worker)
                self.compare("disturbed", wanted, False)
        worker = self.start("disturbed", self.how)
        self.wait("disturbed", worker)
        self.compare("disturbed", wanted, True)
        return self.wrong


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument("--minutes", type=float, default=60)
    parser.add_argument("--seed", type=int, default=1, help="of the first round; the next has the next")
    parser.add_argument("--rounds", type=int, help="as many, in place of MINUTES")
    o = parser.parse_args()
    end = time.monotonic() + 60 * o.minutes
    tally, faults, rounds = collections.Counter(), 0, 0
    while rounds < o.rounds if o.rounds else time.monotonic() < end:
        with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as work:
            r = Round(random.Random(o.seed + rounds), pathlib.Path(work), tally)
            wrong = r.run()
        if wrong:
            faults += 1
            print(f"round {o.seed + rounds} ({', '.join(r.how)}):\n  " + "\n  ".join(wrong), flush=True)
        rounds += 1
    print(f"{rounds} rounds, {faults} faults; " + ", ".join(f"{k}: {n}" for k, n in sorted(tally.items())))
    raise SystemExit(faults > 0)


if __name__ == "__main__":
    main()
