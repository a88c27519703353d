"""One table: what a CPU-second of ours does beside a CPU-second of a strong peer, both measured now, on this machine.

Ours are the benchmarks beside the code, and one whole command. Rates are per CPU-second of the process, all threads: a
busy machine spoils wall times first. The peers' scripts and data lie in ../shared; they run unchanged, one thread each.
The table goes to stdout; with --raw FILE everything measured goes there too.

The selection of a pool's K smallest keys (BenchmarkSelection) has no row: NumPy's argpartition takes numbers of 8 bytes that are all in
memory, ours keys of 32 bytes, told apart by ids, as they come, in memory for 5/4 K. It is 3 % of the CPU time of `gen sample` (500,000
rows from 10,000 made queries of 50 candidates), so a faster one would save less than that.
"""

import argparse
import functools
import importlib.metadata
import json
import os
import pathlib
import platform
import re
import resource
import shutil
import statistics
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
SHARED = ROOT.parent / "shared"
REPEATS = 5
UNASKED = ("fastbert",)  # left out unless --only names them
raw = []


class Skipped(Exception):
    """A peer that this machine cannot have."""


def note(*lines):
    raw.extend(lines)
    for line in lines:
        print(line, file=sys.stderr)


def cpu_of(command, **kwargs):
    """Runs a command and gives its output and its CPU seconds, user and system, finished children included."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    out = subprocess.run(list(map(str, command)), check=True, stdout=subprocess.PIPE, text=True, **kwargs).stdout
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return out, after.ru_utime - before.ru_utime + after.ru_stime - before.ru_stime


def benchmark(package, name, metric, work, threads=None):
    """The median rate of a Go benchmark per CPU-second, on all threads if no number of them is given. A metric that counts wall seconds is put on the CPU time of the
    whole process, the benchmark's preparation included."""
    binary = work / (package.replace("/", "-") + ".test")
    subprocess.run(["go", "test", "-c", "-o", binary, "./" + package], cwd=ROOT, check=True)
    rates = []
    for _ in range(REPEATS):
        out, cpu = cpu_of([binary, "-test.run", "^$", "-test.bench", name, "-test.benchtime", "3s", *([f"-test.cpu={threads}"] if threads else [])],
                          cwd=ROOT / package)
        line = next(l for l in out.splitlines() if l.startswith("Benchmark"))
        note(f"{line}  [{cpu:.2f} CPU-s]")
        values = {unit: float(value) for value, unit in re.findall(r"(\S+) (\S+/\S+)", line)}
        rate = values[metric]
        if not metric.endswith("/cpu-s"):
            rate *= int(line.split()[1]) * values["ns/op"] / 1e9 / cpu
        rates.append(rate)
    return statistics.median(rates)


def peer(script, *args, want, python=sys.executable):
    """The rate per CPU-second that a peer's script prints for a task; want are fields of its JSON line."""
    return said([python, SHARED / "peers" / script, *args], want)


def said(command, want, found={}):
    """The peer and the rate per CPU-second of the JSON line with these fields that a command prints. A command runs once."""
    env = os.environ | {"PYTHONDONTWRITEBYTECODE": "1", "TOKENIZERS_PARALLELISM": "false", "OMP_WAIT_POLICY": "passive"} | {
        name: "1" for name in ("RAYON_NUM_THREADS", "OMP_NUM_THREADS", "MKL_NUM_THREADS", "OPENBLAS_NUM_THREADS", "NUMBA_NUM_THREADS")}
    command = tuple(map(str, command))
    if command not in found:
        out, _ = cpu_of(command, env=env)
        found[command] = [json.loads(line) for line in out.splitlines() if line.startswith("{")]
        note(*map(json.dumps, found[command]))
    line = next(l for l in found[command] if all(l.get(k) == v for k, v in want.items()))
    return line["peer"], line["per_cpu"]


def wikiqa(size, work, found={}):
    """The rates of BenchmarkWikiQA over lists of a length, by axiom, all of one run."""
    if size not in found:
        binary = work / "axioms.test"
        subprocess.run(["go", "test", "-c", "-o", binary, "./axioms"], cwd=ROOT, check=True)
        out, cpu = cpu_of([binary, "-test.run", "^$", "-test.bench", f"^BenchmarkWikiQA$/^size={size}$", "-test.benchtime", "1x"], cwd=ROOT / "axioms")
        lines = [l for l in out.splitlines() if l.startswith("Benchmark")]
        note(*lines, f"[{cpu:.2f} CPU-s]")
        found[size] = {re.search(r"/size=\d+/(.*?)(-\d+)?$", l.split()[0])[1]: float(re.search(r"(\S+) Mpairs", l)[1]) * 1e6 for l in lines}
    return found[size]


def numpy_tfc1(task, name):
    return peer("axioms.py", "--data", SHARED / "data", "--only", "numpy", want={"peer": name, "task": task, "delta": 10})


def tfc1(work):
    """Both read ready counts."""
    ours = benchmark("axioms", "^BenchmarkTFC1Pairs$", "Mpairs/cpu-s", work) * 1e6
    return ours, *numpy_tfc1("axiom-tfc1", "NumPy batched")


def tfc1_loading(work):
    """Ours counts the terms too."""
    ours = benchmark("axioms", "^BenchmarkWikiQA$/^size=50$/^tfc1$", "Mpairs/cpu-s", work) * 1e6
    return ours, *numpy_tfc1("axiom-tfc1", "NumPy batched")


def tfc1_bounded(work):
    ours = benchmark("axioms", r"^BenchmarkWikiQA$/^size=50$/^tfc1\(variant=camara\)$", "Mpairs/cpu-s", work) * 1e6
    return ours, *numpy_tfc1("axiom-tfc1", "NumPy batched")


def from_text(work):
    ours = benchmark("axioms", "^BenchmarkWikiQAFromText$", "Mpairs/cpu-s", work) * 1e6
    return ours, *numpy_tfc1("axiom-tfc1-from-text", "NumPy broadcast")


def harmonic(work):
    """The mean of 17 axioms that ir_axioms has too, each by the faster of its two ways there."""
    ours = benchmark("axioms", "^BenchmarkWikiQA$/^size=50$/^mean$", "Mpairs/cpu-s", work) * 1e6
    python = subprocess.run([ROOT / ".ci" / "python", "bench/ir_axioms.txt"], check=True, stdout=subprocess.PIPE, text=True).stdout.strip()
    return ours, *peer("axioms.py", "--data", SHARED / "data", "--only", "ir", "--budget", "3", "--target", "0.1", python=python,
                       want={"peer": "ir_axioms", "task": "axiom-mean-best-path"})


def slowest(work):
    rates = wikiqa(50, work)
    name = min(rates, key=rates.get)
    return rates[name], f"all of {len(rates)} are measured; the slowest is {name}", None


def long_lists(work):
    """The axiom whose pairs over lists of 1,000 are slowest beside those over lists of 50."""
    short, long = wikiqa(50, work), wikiqa(1000, work)
    name = min(long, key=lambda n: long[n] / short[n])
    return long[name], f"{name} over lists of 50", short[name]


def wordpiece(work):
    ours = benchmark("tokenize", "^BenchmarkEncode$", "MB/cpu-s", work) * 1e6
    name, rate = peer("wordpiece.py", "--child", "--data", SHARED / "data", want={"task": "wordpiece-encode_batch_fast-1t", "unit": "MB/s"})
    return ours, name, rate * 1e6


def fastbert(work):
    """The fastest tokenizer with BERT's ids for nearly all texts; an environment of 2 GB, made by the first run that names it."""
    environment = ROOT / ".ci" / "cache" / "tensorflow-text"
    if not (environment / "complete").exists():
        try:
            subprocess.run([sys.executable, "-m", "venv", "--clear", environment], check=True)
            subprocess.run([environment / "bin" / "pip", "install", "--quiet", "--no-cache-dir", "tensorflow-text==2.21.1"], check=True)
            (environment / "complete").touch()
        except (OSError, subprocess.CalledProcessError) as failed:
            raise Skipped(f"tensorflow-text cannot be installed: {failed}")
    ours = benchmark("tokenize", "^BenchmarkEncode$", "MB/cpu-s", work) * 1e6
    name, rate = peer("wordpiece.py", "--child", "--kind", "tf", "--data", SHARED / "data", python=environment / "bin" / "python",
                      want={"task": "wordpiece-encode-1t", "unit": "MB/s"})
    return ours, name, rate * 1e6


def shards(work):
    ours = benchmark("tokenize/shard", "^BenchmarkCross$/^zstd$", "triples/cpu-s", work)
    return ours, *peer("shards.py", "--child", "--data", SHARED / "data", "--kind", "handmade", "--rows", "100000", "--n", "3", "--tmp", work,
                       want={"unit": "rows/s"})


def drmm(batch, kind, work, engine="Train"):
    """One thread; every bin of ours is filled, as the peers' are."""
    ours = benchmark("train/drmm", f"^Benchmark{engine}$/^filled=30$/^batch={batch}$", "pairs/cpu-s", work, threads=1)
    return ours, *peer("drmm.py", "--child", kind, "--modes", "eager", want={"task": f"drmm-train-b{batch}-1t"})


def histograms(work):
    ours = benchmark("train/drmm", "^BenchmarkFeaturizer$/^featurizer$", "pairs/cpu-s", work)
    return ours, *peer("drmm.py", "--child", "hist", "--data", SHARED / "data", want={"peer": "NumPy per candidate set"})


def index(work):
    docs, synth, binary = 100_000, work / "synth", work / "axiomine"
    subprocess.run([sys.executable, SHARED / "peers" / "synth.py", synth, "--docs", str(docs), "--queries", "200"], check=True, stdout=subprocess.PIPE)
    subprocess.run(["go", "build", "-o", binary, "."], cwd=ROOT, check=True)
    rates = []
    for i in range(REPEATS):
        # Words as they are, as the peer has them; positions and texts go to disk, which the peer leaves out.
        _, cpu = cpu_of([binary, "gen", "index", "-q", "--collection", synth / "collection.tsv", "--format", "msmarco",
                         "--set", "stemmer=none", "--set", "stopwords=none", "-o", work / f"index{i}"])
        note(f"axiomine gen index --set stemmer=none --set stopwords=none: {docs} documents  [{cpu:.2f} CPU-s]")
        rates.append(docs / cpu)
    return statistics.median(rates), *peer("retrieve.py", synth, "--only", "bm25s", "--docs", docs, "--index-docs", docs,
                                           "--tmp", work, want={"task": "index-1t", "unit": "docs/s"})


PASSAGES, QUERIES = 1_000_000, 2000


def passages(work, found={}):
    """A made collection, our index of it, and the CPU-seconds that each building took: the whole command, with positions and texts."""
    if not found:
        synth, binary = work / "passages", work / "axiomine"
        subprocess.run(["go", "build", "-o", binary, "."], cwd=ROOT, check=True)
        subprocess.run(["go", "run", "./.ci/bench/synth", "--docs", str(PASSAGES), "--queries", str(QUERIES), "-o", synth], cwd=ROOT, check=True)
        plain = [binary, "gen", "index", "-q", "--data", synth, "--set", "stemmer=none", "--set", "stopwords=none", "-o", work / "indexed", "--overwrite"]
        found["cpu"] = [cpu_of(plain)[1] for _ in range(REPEATS)]
        note(*(f"axiomine gen index: {PASSAGES} passages  [{cpu:.2f} CPU-s]" for cpu in found["cpu"]))
    return work / "passages", work / "indexed" / "index", PASSAGES / statistics.median(found["cpu"])


def searched(work, found=[]):
    """Queries per CPU-second with the index open and the terms known, as the peers are measured; the whole command goes to the notes."""
    if not found:
        synth, indexed, _ = passages(work)
        os.environ.update(BENCH_INDEX=str(indexed), BENCH_QUERIES=str(synth / "queries.tsv"))
        found.append(benchmark("gen/retrieve", "^BenchmarkQueries$", "queries/cpu-s", work))
        for _ in range(REPEATS):
            _, cpu = cpu_of([work / "axiomine", "gen", "retrieve", "-q", "--data", synth, "--set", "stemmer=none", "--set", "stopwords=none", "--index", indexed,
                             "--hits", "100", "-o", work / "run", "--overwrite"])
            note(f"axiomine gen retrieve --hits 100, the whole command: {QUERIES} queries  [{cpu:.2f} CPU-s]")
    return found[0]


def index_1m(work):
    synth, _, rate = passages(work)
    return rate, *lucene(work, synth, "index-merged-1t")


def index_1m_tantivy(work):
    synth, _, rate = passages(work)
    return rate, *tantivy(work, synth, "index-2t")


def search(work):
    name = f"bm25s {importlib.metadata.version('bm25s')} numba"
    return searched(work), *peer("retrieve.py", passages(work)[0], "--only", "bm25s", "--docs", PASSAGES, "--index-docs", min(PASSAGES, 100_000),
                                 "--tmp", work, want={"task": "search-top100-1t", "peer": name})


def search_lucene(work):
    return searched(work), *lucene(work, passages(work)[0], "search-top100-1t")


def search_tantivy(work):
    return searched(work), *tantivy(work, passages(work)[0], "search-top100-1t")


LUCENE = {21: "10.3.2", 11: "9.12.1"}  # by the oldest JDK that it runs on


def jdk():
    """The folder of the newest JDK's programs, and its version."""
    found = []
    for folder in [pathlib.Path(os.environ.get("JAVA_HOME", "/")) / "bin", pathlib.Path(shutil.which("javac") or "/").parent,
                   *pathlib.Path("/usr/lib/jvm").glob("*/bin")]:
        if (folder / "javac").exists():
            said = subprocess.run([folder / "javac", "-version"], capture_output=True, text=True)
            found.append((int(re.search(r"javac (\d+)", said.stdout + said.stderr)[1]), folder))
    if not found or max(found)[0] < min(LUCENE):
        raise Skipped("there is no JDK for Lucene")
    return max(found)[1], max(found)[0]


def lucene(work, synth, task):
    """Lucene by the peers' Java program, the newest that a JDK here runs, with the processor's vectors; it takes a JDK and Maven."""
    jars, classes, peers = work / "lucene-jars", work / "lucene-classes", SHARED / "peers" / "lucene"
    programs, version = jdk()
    if not classes.exists():
        jars.mkdir(exist_ok=True)
        pom = (peers / "pom.xml").read_text().replace(LUCENE[min(LUCENE)], LUCENE[max(oldest for oldest in LUCENE if oldest <= version)])
        (jars / "pom.xml").write_text(pom)
        try:
            subprocess.run(["mvn", "-q", "-f", jars / "pom.xml", "dependency:copy-dependencies", f"-DoutputDirectory={jars}"],
                           check=True, stdout=sys.stderr)
            subprocess.run([programs / "javac", "-cp", f"{jars}/*", "-d", classes, peers / "LuceneBench.java"], check=True, stdout=sys.stderr)
        except (OSError, subprocess.CalledProcessError) as failed:
            raise Skipped(f"Lucene's program cannot be built: {failed}")
    files = [synth / name for name in ("collection.tsv", "queries.tsv", "qrels.tsv")]
    return said([programs / "java", "--add-modules", "jdk.incubator.vector", "-cp", f"{classes}:{jars}/*", "LuceneBench", *files,
                 work / "lucene-index", 0, 0, PASSAGES, REPEATS, 1], {"task": task})


def tantivy(work, synth, task):
    python = subprocess.run([ROOT / ".ci" / "python", "bench/tantivy.txt"], check=True, stdout=subprocess.PIPE, text=True).stdout.strip()
    return peer("retrieve.py", synth, "--only", "tantivy", "--docs", PASSAGES, "--index-docs", min(PASSAGES, 100_000), "--tmp", work,
                want={"task": task, "docs": PASSAGES}, python=python)


STAGES = {
    "tfc1": ("TFC1 on lists of 50, counts loaded", "pairs", "300 M", tfc1),
    "tfc1-loading": ("TFC1 on WikiQA's lists of 50, counting included", "pairs", "500 M", tfc1_loading),
    "tfc1-bounded": ("the same within 10 words, as the peer's", "pairs", "", tfc1_bounded),
    "from-text": ("TFC1 on WikiQA from text", "pairs", "5x", from_text),
    "axioms": ("17 axioms, harmonic mean", "pairs", "100x", harmonic),
    "slowest": ("slowest axiom on lists of 50", "pairs", "5 M", slowest),
    "long-lists": ("lists of 1,000 against lists of 50, worst axiom", "pairs", "1x", long_lists),
    "wordpiece": ("WordPiece, same ids", "bytes", "12x", wordpiece),
    "fastbert": ("WordPiece beside tensorflow-text", "bytes", "1x", fastbert),
    "shards": ("shards of 100k triples, two inputs each", "triples", "20x", shards),
    "drmm": ("DRMM training, batch 20", "pairs", "1x", functools.partial(drmm, 20, "numpy")),
    "drmm-eager": ("the same beside PyTorch", "pairs", "1x", functools.partial(drmm, 20, "train")),
    "drmm-100": ("DRMM training, batch 100", "pairs", "1x", functools.partial(drmm, 100, "numpy")),
    "drmm-100-eager": ("the same beside PyTorch", "pairs", "1x", functools.partial(drmm, 100, "train")),
    "drmm-graph": ("DRMM training in Gorgonia's own operations, batch 20", "pairs", "", functools.partial(drmm, 20, "train", engine="Graph")),
    "histograms": ("DRMM histograms, WikiQA, 100-d GloVe", "pairs", "300 k", histograms),
    "index": ("index, 100k passages", "documents", "1x", index),
    "index-1m": ("index, 1M passages", "documents", "1x", index_1m),
    "index-tantivy": ("index, 1M passages, beside tantivy", "documents", "", index_1m_tantivy),
    "search": ("top 100 of 1M passages", "queries", "2x", search),
    "search-lucene": ("the same beside Lucene", "queries", "", search_lucene),
    "search-tantivy": ("the same beside tantivy", "queries", "", search_tantivy),
}


def machine():
    model = re.search(r"model name\s*: (.*)", pathlib.Path("/proc/cpuinfo").read_text())
    memory = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") / 2**30
    go = subprocess.run(["go", "env", "GOVERSION", "GOARCH", "GOAMD64"], capture_output=True, text=True).stdout.split()
    commit = subprocess.run(["git", "describe", "--always", "--dirty"], cwd=ROOT, capture_output=True, text=True).stdout.strip()
    return [f"machine: {model[1] if model else platform.processor()}, {os.cpu_count()} cores, {memory:.0f} GiB, {platform.system()} {platform.release()}",
            f"software: commit {commit}, {' '.join(go)}, Python {platform.python_version()}",
            f"load at the start: {os.getloadavg()[0]:.1f}"]


def human(x):
    if x is None:
        return ""
    for limit, unit in ((1e6, " M"), (1e3, " k")):
        if x >= limit:
            return f"{x / limit:.3g}{unit}"
    return f"{x:.3g}"


def main():
    global REPEATS
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--only", default=",".join(s for s in STAGES if s not in UNASKED), help="stages: " + ", ".join(STAGES))
    parser.add_argument("--repeats", type=int, default=REPEATS, help="runs of each of our benchmarks; the median counts")
    parser.add_argument("--raw", type=pathlib.Path, help="file for the table and everything measured")
    o = parser.parse_args()
    REPEATS = o.repeats
    if not (SHARED / "peers").is_dir():
        sys.exit("the peers' scripts are expected in ../shared/peers beside the checkout")
    head = machine()
    note(*head)
    table = ["| stage | unit | ours / CPU-s | peer / CPU-s | ratio | goal | peer |", "|---|---|---|---|---|---|---|"]
    with tempfile.TemporaryDirectory() as work:
        for key in o.only.split(","):
            title, unit, goal, stage = STAGES[key]
            note("", f"== {title}")
            try:
                ours, name, theirs = stage(pathlib.Path(work))
            except Skipped as why:
                note(f"skipped: {why}")
                continue
            ratio = f"{ours / theirs:.1f}x" if theirs else ""
            table.append(f"| {title} | {unit} | {human(ours)} | {human(theirs)} | {ratio} | {goal} | {name} |")
    note("", f"load at the end: {os.getloadavg()[0]:.1f}")
    print("\n".join(table))
    if o.raw:
        o.raw.write_text("\n".join(head + [""] + table + ["", "Everything measured:"] + raw[len(head):]) + "\n")


if __name__ == "__main__":
    main()
