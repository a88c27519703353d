"""Kills the chain at random moments (SIGKILL), goes on each time with --resume, and holds the files at the end against an
unbroken run's.

Moments are spread over the whole chain: a run is killed after a random share, at most half, of the time that an
unbroken one takes, and goes on from what is left; where it comes to its end the output is compared and made anew.
"""

import argparse
import hashlib
import pathlib
import random
import shutil
import subprocess
import sys
import tempfile
import time

ROOT = pathlib.Path(__file__).resolve().parents[1]


def sums(folder):
    """Checksums by name. The journal's lines come in the order in which stages ended, which threads decide."""
    found = {}
    for f in sorted(p for p in folder.rglob("*") if p.is_file()):
        with f.open("rb") as file:
            found[str(f.relative_to(folder))] = "\n".join(sorted(f.read_text().splitlines())) if f.name == ".journal" else hashlib.file_digest(file, "sha256").hexdigest()
    return found


def differing(a, b):
    """The names whose checksums differ."""
    return sorted(name for name in a.keys() | b.keys() if a.get(name) != b.get(name))


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--docs", type=int, default=100_000)
    parser.add_argument("--queries", type=int, default=6_341, help="as many to a passage as MS MARCO has")
    parser.add_argument("--kills", type=int, default=50)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--program", default=ROOT / "axiomine", help="the binary")
    o = parser.parse_args()
    moments = random.Random(o.seed)
    with tempfile.TemporaryDirectory() as work:
        work = pathlib.Path(work)
        data, out = work / "data", work / "out"
        subprocess.run(["go", "run", "./.ci/bench/synth", "--docs", str(o.docs), "--queries", str(o.queries), "-o", data], cwd=ROOT, check=True)

        def command(to):
            return [o.program, "gen", "-q", "--data", data, "--axioms", "tfc1,tfc2,m-tdc,lnc2", "--judged", "50000", "--ratio", "1:1", "--set", "readers=2",
                    "-o", to, "--resume"]

        begin = time.monotonic()
        subprocess.run(command(work / "whole"), check=True)
        took = time.monotonic() - begin
        want = sums(work / "whole")
        print(f"unbroken: {took:.1f} s, {len(want)} files", flush=True)
        killed = ends = 0
        stages = {}  # finished when a kill came: how often

        def compare():
            wrong = differing(want, sums(out))
            if wrong:
                sys.exit(f"after {killed} kills {len(wrong)} files differ from an unbroken run's: {', '.join(wrong[:5])}")
            shutil.rmtree(out)

        while killed < o.kills:
            p = subprocess.Popen(command(out))
            time.sleep(moments.random() * took / 2)
            p.kill()
            if p.wait() == 0:  # it was done before
                ends += 1
                compare()
                continue
            killed += 1
            journal = out / ".journal"
            done = len(journal.read_text().splitlines()) if journal.exists() else 0
            stages[done] = stages.get(done, 0) + 1
        subprocess.run(command(out), check=True)
        compare()
        print(f"{killed} kills, {ends + 1} runs to the end, the same bytes each time; kills by number of finished stages: "
              + ", ".join(f"{k}: {n}" for k, n in sorted(stages.items())))


if __name__ == "__main__":
    main()
