"""What whole commands take beside a script with bm25s: every process starts cold, indexes a made collection, ranks the 100 best of 2,000
queries and writes a run. CPU-seconds of the process, the median of three (one at 1,000,000), one thread each; loops of a library are in bench.txt.

  commands.py --output commands.txt       10,000, 100,000 and 1,000,000 passages: ten minutes (Python 3.11)
"""

import argparse
import importlib.metadata
import os
import pathlib
import resource
import statistics
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / ".ci" / "bench"))
QUERIES = 2000


def peer(collection, scorer):
    """Ranks a made collection's queries with bm25s and writes a run."""
    import bm25s

    rows = [line.rstrip("\n").split("\t", 1) for line in open(collection / "collection.tsv", encoding="utf-8")]
    queries = [line.rstrip("\n").split("\t", 1) for line in open(collection / "queries.tsv", encoding="utf-8")]
    words = {"stopwords": None, "token_pattern": r"\S+", "show_progress": False}
    model = bm25s.BM25(k1=0.9, b=0.4, method="lucene", backend="numba" if scorer == "numba" else "numpy")
    model.index(bm25s.tokenize([text for _, text in rows], **words), show_progress=False)
    asked = [[word for word in text.split() if word in model.vocab_dict] for _, text in queries]
    found, scores = model.retrieve(asked, k=100, show_progress=False, n_threads=1 if scorer == "numba" else 0)
    with open(collection / f"{scorer}.run", "w", encoding="utf-8") as out:
        for (name, _), places, row in zip(queries, found.tolist(), scores.tolist()):
            for rank, (place, score) in enumerate(zip(places, row), 1):
                out.write(f"{name} Q0 {rows[place][0]} {rank} {score} bm25s\n")


def cpu_of(command, environment, processes, out=subprocess.DEVNULL):
    """The CPU-seconds of a command, the median of some processes, which write to out."""
    times = []
    for _ in range(processes):
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        subprocess.run(list(map(str, command)), check=True, env=environment, stdout=out)
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        times.append(after.ru_utime - before.ru_utime + after.ru_stime - before.ru_stime)
    return statistics.median(times)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--output", type=pathlib.Path, required=True)
    parser.add_argument("--sizes", default="10000,100000,1000000")
    parser.add_argument("--peer", nargs=2, help=argparse.SUPPRESS)
    args = parser.parse_args()
    if args.peer:
        return peer(pathlib.Path(args.peer[0]), args.peer[1])
    from bench import machine

    environment = os.environ | {name: "1" for name in ("OMP_NUM_THREADS", "NUMBA_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS")}
    text = "\n".join([*machine(), "", f"| passages | axiomine | bm25s {importlib.metadata.version('bm25s')} with numba | bm25s with NumPy |",
                      "|---|---|---|---|", ""])
    with tempfile.TemporaryDirectory() as folder:
        work = pathlib.Path(folder)
        subprocess.run(["go", "build", "-o", work / "axiomine", "."], cwd=ROOT, check=True, env=os.environ | {"CGO_ENABLED": "0"})
        for size in map(int, args.sizes.split(",")):
            made = work / str(size)
            subprocess.run(["go", "run", "./.ci/bench/synth", "--docs", str(size), "--queries", str(QUERIES), "-o", made], cwd=ROOT, check=True)
            ours = [work / "axiomine", "gen", "retrieve", "-q", "--data", made, "--set", "stemmer=none", "--set", "stopwords=none", "--hits", "100",
                    "--threads", "1", "-o", made / "out", "--overwrite"]
            theirs = [[sys.executable, __file__, "--output", args.output, "--peer", made, scorer] for scorer in ("numba", "numpy")]
            times = [cpu_of(command, environment, 3 if size < 1_000_000 else 1) for command in (ours, *theirs)]
            text += f"| {size:,} | " + " | ".join(f"{t:.2f} s" for t in times) + " |\n"
            args.output.write_text(text, encoding="utf-8")
            print(text.splitlines()[-1])


if __name__ == "__main__":
    main()
