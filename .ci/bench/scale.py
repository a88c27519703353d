"""What a job costs: the constants of the README's cost model, measured now on made collections, and the model held against
whole jobs of other sizes than it was measured on.

    job  = base + documents x index + queries x (search + mining + drawing) + rows x row
    search = base + M documents x slope         (per query, by hits)
    mining = candidates x linear + pairs x square, pairs = candidates x (candidates - 1) / 2   (per query, by axioms)
    drawing = candidates x a constant: filters, conflicts and keys of what was found   (per query, effect-study, some 50 to 100 candidates)

Times are CPU-seconds of the process, all threads: a busy machine spoils wall times first.
"""

import argparse
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import time

ROOT = pathlib.Path(__file__).resolve().parents[2]
SETS = {  # those that need no word vectors, cheap and dear
    "tfc1": "tfc1",
    "effect-study": "effect-study",
    "proximity": "prox1, prox2, prox3, prox4, prox5, tp",
    "all pairs": "tfc1, tfc3, m-tdc, len-m-tdc, lb1, lnc1, tf-lnc, ln2, div, len-div, and, len-and, m-and, len-m-and, prox1, prox2, prox3, prox4,"
                 " prox5, tp, rs-tf, rs-tf-idf, rs-bm25, rs-ql, rs-pl2",
}
LISTS = (10, 50, 200, 1000)  # candidates a query


class Run:
    """A finished command: CPU-seconds, the peak of its own memory and of its memory with mapped files, in bytes."""

    def __init__(self, *command):
        begin = time.time()
        process = subprocess.Popen(list(map(str, command)), stdout=subprocess.DEVNULL)
        self.own = 0
        while True:
            try:
                status = pathlib.Path(f"/proc/{process.pid}/status").read_text()
                if own := re.search(r"RssAnon:\s+(\d+)", status):
                    self.own = max(self.own, int(own[1]) << 10)
            except OSError:
                pass
            pid, status, usage = os.wait4(process.pid, os.WNOHANG)
            if pid:
                break
            time.sleep(0.02)
        process.returncode = os.waitstatus_to_exitcode(status)
        if process.returncode:
            sys.exit(f"exit code {process.returncode}: {' '.join(map(str, command))}")
        self.cpu, self.wall, self.peak = usage.ru_utime + usage.ru_stime, time.time() - begin, usage.ru_maxrss << 10


class Bench:
    def __init__(self, work, repeats):
        self.work, self.repeats, self.binary, self.lines = work, repeats, work / "axiomine", []
        subprocess.run(["go", "build", "-o", self.binary, "."], cwd=ROOT, check=True)

    def say(self, line):
        self.lines.append(line)
        print(line, flush=True)

    def best(self, *command):
        """The cheapest of some runs."""
        return min((Run(self.binary, *command, "-q") for _ in range(self.repeats)), key=lambda run: run.cpu)

    def collection(self, docs, queries):
        """A made collection and its index; gives their folders and what the index took."""
        data, indexed = self.work / f"made-{docs}", self.work / f"index-{docs}"
        subprocess.run(["go", "run", "./.ci/bench/synth", "--docs", str(docs), "--queries", str(queries), "-o", data.absolute()], cwd=ROOT, check=True)
        run = Run(self.binary, "gen", "index", "-q", "--data", data, "-o", indexed)
        size = sum(f.stat().st_size for f in (indexed / "index").iterdir())
        return Collection(self, docs, data, indexed / "index", run, size)


class Collection:
    def __init__(self, bench, docs, data, index, run, size):
        self.bench, self.docs, self.data, self.index, self.run, self.size = bench, docs, data, index, run, size
        self.started = 0

    def gen(self, verb, queries, hits, out, *more):
        return self.bench.best("gen", *verb, "--data", self.data, "--index", self.index, "--limit", queries, "--hits", hits,
                               "-o", out, *more)

    def start(self):
        """CPU-seconds of a command over one query: checksums of the inputs, opening the index."""
        if not self.started:
            self.started = self.gen(["mine"], 1, 10, self.bench.work / "one", "--overwrite").cpu
        return self.started

    def search(self, queries, hits):
        """CPU-seconds per query, the run written out."""
        out = self.bench.work / f"run-{self.docs}-{hits}-{queries}"
        return (self.gen(["retrieve"], queries, hits, out, "--overwrite").cpu - self.start()) / queries

    def mining(self, queries, hits, axioms):
        """CPU-seconds per query over the run that search left."""
        out = self.bench.work / f"run-{self.docs}-{hits}-{queries}"
        return (self.gen(["mine"], queries, hits, out, "--resume", "--axioms", axioms).cpu - self.start()) / queries


def line_of(points):
    """Least squares of y = a + b x, neither negative, over relative errors."""
    return fit([(1, x, y) for x, y in points])


def fit(points):
    """Least squares of y = a u + b v, neither negative, over relative errors."""
    rows = [(u / y, v / y) for u, v, y in points]
    uu, uv, vv = (sum(r[i] * r[j] for r in rows) for i, j in ((0, 0), (0, 1), (1, 1)))
    u, v = (sum(r[i] for r in rows) for i in (0, 1))
    a, b = (u * vv - v * uv) / (uu * vv - uv * uv), (v * uu - u * uv) / (uu * vv - uv * uv)
    if a < 0:
        return 0, v / vv
    if b < 0:
        return u / uu, 0
    return a, b


def between(by_hits, hits):
    """What is measured at LISTS, in between them."""
    low, high = max(n for n in LISTS if n <= hits), min(n for n in LISTS if n >= hits)
    share = 0 if low == high else (hits - low) / (high - low)
    return by_hits[low] + share * (by_hits[high] - by_hits[low])


def pairs(n):
    return n * (n - 1) / 2


def error(predicted, measured):
    return f"{100 * (predicted / measured - 1):+.0f} %"


class Model:
    """The constants, in seconds and bytes."""

    def __init__(self, bench, small, large):
        say = bench.say
        self.index = line_of([(c.docs, c.run.cpu) for c in (small, large)])
        self.bytes = line_of([(c.docs, c.size) for c in (small, large)])
        say(f"index: {self.index[0]:.1f} CPU-s + {self.index[1] * 1e6:.1f} us a document; {self.bytes[0] / 1e6:.0f} MB + {self.bytes[1]:.0f} bytes a document;"
            f" {large.run.own >> 20} MiB of memory")
        self.base, self.slope, runs = {}, {}, {}
        for hits in LISTS:
            queries = max(200, min(8000, 200_000 // hits))
            points = []
            for c in (small, large):
                points.append((c.docs / 1e6, c.search(queries, hits)))
            runs[hits] = queries
            self.base[hits], self.slope[hits] = line_of(points)
            say(f"search, {hits} hits: {self.base[hits] * 1e3:.3f} ms a query + {self.slope[hits] * 1e3:.2f} ms a million documents")
        self.linear, self.square = {}, {}
        for name, axioms in SETS.items():
            points = [(n, pairs(n), small.mining(runs[n], n, axioms)) for n in LISTS]
            self.linear[name], self.square[name] = fit(points)
            fits = ", ".join(f"{n}: {y * 1e3:.3f} ms ({error(n * self.linear[name] + p * self.square[name], y)})" for n, p, y in points)
            say(f"mining, {name}: {self.linear[name] * 1e6:.2f} us a candidate, {self.square[name] * 1e9:.1f} ns a pair [{fits}]")
        triples = ", ".join(f"{n}: {small.mining(runs[n], n, 'tfc2') * 1e3:.3f} ms" for n in LISTS)
        say(f"mining, tfc2: {triples} a query; its triples grow faster than pairs")
        self.rows(bench, small)

    def rows(self, bench, c):
        """What a drawn row costs from pairs to shards: the difference of two draws from the same pools."""
        self.vocab = bench.work / "vocab.txt"
        Run(bench.binary, "tokenize", "vocab", "-q", "--data", c.data, "--vocab-size", 5000, "-o", self.vocab)
        runs, sizes = [], []
        for wanted in (10_000, 100_000):
            out = bench.work / f"rows-{wanted}"
            runs.append(c.gen([], 4000, 50, out, "--overwrite", "--axioms", "effect-study", "--pairs", wanted,
                              "--judged", 1000, "--vocab", self.vocab))
            rows = json.loads((out / "account.json").read_text())["rows"]
            total = sum(r["used"] for r in rows if r["what"] == "pairs" and r["split"] == "train")
            sizes.append((total, sum(f.stat().st_size for f in (out / "shards").rglob("*") if f.is_file())))
        (few, little), (many, much) = sizes
        self.draw = 0
        self.row, self.row_bytes = (runs[1].cpu - runs[0].cpu) / (many - few), (much - little) / (many - few)
        before = c.start() + sum(self.job(0, 4000, 50, "effect-study", few)[1:4]) + 4000 * c.docs / 1e6 * self.slope[50]
        self.draw = max(0, (runs[0].cpu - before) / 4000 / 50)
        bench.say(f"drawing, effect-study: {self.draw * 1e6:.1f} us a candidate, what is left of a whole command")
        bench.say(f"rows: {self.row * 1e6:.0f} us and {self.row_bytes:.0f} bytes a row, drawn and written as Parquet")

    def job(self, docs, queries, hits, name, rows):
        search = queries * (between(self.base, hits) + docs / 1e6 * between(self.slope, hits))
        mining = queries * (hits * self.linear[name] + pairs(hits) * self.square[name])
        return self.index[0] + docs * self.index[1], search, mining, rows * self.row, queries * hits * self.draw


def check(bench, model, c, queries, hits, name):
    """One whole job, measured by its stages, beside what the model says."""
    say = bench.say
    rows = 20_000
    index, search, mining, writing, drawing = model.job(c.docs, queries, hits, name, rows)
    size = model.bytes[0] + model.bytes[1] * c.docs
    say(f"{c.docs} documents, {queries} queries with {hits} candidates, {name}, {rows} rows:")
    say(f"  index: predicted {index:.1f} CPU-s, measured {c.run.cpu:.1f} ({error(index, c.run.cpu)});"
        f" {size / 1e6:.0f} MB, {c.size / 1e6:.0f} ({error(size, c.size)})")
    out = bench.work / f"job-{c.docs}"
    start = c.start()
    say(f"  start: {start:.1f} measured, taken off what follows")
    got = c.gen(["retrieve"], queries, hits, out, "--overwrite").cpu - start
    say(f"  search: predicted {search:.1f}, measured {got:.1f} ({error(search, got)})")
    mined = c.gen(["mine"], queries, hits, out, "--resume", "--axioms", SETS[name]).cpu - start
    say(f"  mining: predicted {mining:.1f}, measured {mined:.1f} ({error(mining, mined)})")
    whole = c.gen([], queries, hits, bench.work / "whole", "--overwrite", "--axioms", SETS[name], "--pairs", rows, "--judged", 0,
                  "--vocab", model.vocab).cpu - start
    rest = search + mining + writing + drawing
    say(f"  axiomine gen over that index, whole: predicted {rest:.1f}, measured {whole:.1f} ({error(rest, whole)})")
    part = Run(bench.binary, "gen", "mine", "-q", "--data", c.data, "--index", c.index, "--limit", queries, "--hits", hits, "--axioms", SETS[name],
               "--part", "1/8", "-o", bench.work / "part", "--overwrite")
    say(f"  a worker (--part 1/8): {part.own >> 20} MiB of its own, {part.peak >> 20} MiB with the pages of the index it touched ({c.size >> 20} MiB)")


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--docs", default="50000,400000", help="sizes that the constants are measured at")
    parser.add_argument("--check", default="100000,1000000", help="sizes at which whole jobs are held against the model")
    parser.add_argument("--repeats", type=int, default=3, help="runs of every command; the cheapest counts")
    parser.add_argument("--raw", type=pathlib.Path, help="file for what is printed")
    o = parser.parse_args()
    with tempfile.TemporaryDirectory() as work:
        bench = Bench(pathlib.Path(work), o.repeats)
        cpu = re.search(r"model name\s*: (.*)", pathlib.Path("/proc/cpuinfo").read_text())
        commit = subprocess.run(["git", "describe", "--always", "--dirty"], cwd=ROOT, capture_output=True, text=True).stdout.strip()
        bench.say(f"{cpu[1] if cpu else 'unknown processor'}, {os.cpu_count()} cores, commit {commit}, load {os.getloadavg()[0]:.1f}")
        sizes = sorted({int(n) for n in (o.docs + "," + o.check).split(",")})
        made = {n: bench.collection(n, 20_000) for n in sizes}
        model = Model(bench, *(made[int(n)] for n in o.docs.split(",")))
        for n in map(int, o.check.split(",")):
            check(bench, model, made[n], 5000, 100, "effect-study")
        bench.say(f"load {os.getloadavg()[0]:.1f} at the end")
    if o.raw:
        o.raw.write_text("\n".join(bench.lines) + "\n")


if __name__ == "__main__":
    main()
