"""Compares two commits by whole commands, each cold and in turn, so that a slow hour of the machine slows both.

  paired.py [--before COMMIT] [--after COMMIT] [--repeats 3] [--only REGEX] [--large] --output FILE

Each commit is built in a work tree of its own. A command writes to a folder that is removed afterwards. The table has, for each command, the
CPU-seconds (user and system, the median) of both, the ratio of the medians with the smallest and the largest ratio of a turn, the largest
resident memory, and the bytes that the command left. --large adds the job over a million passages. A difference of a few percent is the
machine's unless all turns agree. A command that a commit does not know is left out, with its error.
"""

import argparse
import json
import os
import pathlib
import random
import re
import shutil
import statistics
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / ".ci" / "bench"))
AXIOMS = "tfc1(delta_star=0.1),m-tdc,prox1"


def commands(made):
    """The name, the arguments and the input of each command; OUT is the folder or file that it writes."""
    def gen(size):
        return ["gen", "-q", "--data", made / size, "--hits", "20", "--axioms", AXIOMS, "--pairs", "50000", "--on-shortage", "accept", "-o", "OUT"]

    def retrieve(size):
        return ["gen", "retrieve", "-q", "--data", made / size, "--hits", "100", "-o", "OUT"]

    return {
        "version": (["--version"], None),
        "retrieve 10,000": (retrieve("10000"), None),
        "retrieve 100,000": (retrieve("100000"), None),
        "gen 100,000": (gen("100000"), None),
        "gen rows.csv 200,000": (["gen", "-q", "--data", made / "rows.csv", "--pairs", "40000", "--on-shortage", "accept", "-o", "OUT"], None),
        "tokenize encode": (["tokenize", "encode", "--vocab", made / "vocab.txt"], made / "texts.jsonl"),
        "tokenize vocab": (["tokenize", "vocab", "-q", "--data", made / "100000", "-o", "OUT"], None),
        "audit 100,000": (["audit", "-q", made / "rows.jsonl", "-o", "OUT"], None),
        "train eval 1,000,000": (["train", "eval", "-m", "map", "-m", "nDCG@10", made / "qrels.txt", made / "run.txt"], None),
        "train": (["train", "-q", "--data", made / "small", "--judged-queries", "10", "--seeds", "1", "-o", "OUT"], None),
        "gen 1,000,000": (["gen", "-q", "-c", made / "large.yaml", "--data", made / "1000000", "--hits", "50", "--axioms", "tfc1,tfc2,m-tdc,lnc2",
                           "--judged", "568182", "--ratio", "1:1", "-o", "OUT"], None),
    }


def synth(folder, docs, queries):
    subprocess.run(["go", "run", "./.ci/bench/synth", "--docs", str(docs), "--queries", str(queries), "-o", folder], cwd=ROOT, check=True)


def make_inputs(made, program, large):
    """Made inputs: collections of synth, and rows, texts and a run of their passages."""
    for docs, queries in ((2000, 300), (10_000, 2000), (100_000, 2000)) + (((1_000_000, 63_409),) if large else ()):
        synth(made / ("small" if docs == 2000 else str(docs)), docs, queries)
    (made / "large.yaml").write_text("gen: {negatives_per_positive: 0}\n")  # four unjudged ones a positive are too few
    draw = random.Random(1)
    texts = [line.split("\t", 1)[1].strip() for line in open(made / "100000" / "collection.tsv", encoding="utf-8")]
    queries = [line.split("\t", 1)[1].strip() for line in open(made / "100000" / "queries.tsv", encoding="utf-8")]
    with open(made / "rows.csv", "w", encoding="utf-8") as out:
        out.write("query,passage,label\n")
        for number in range(200_000):
            out.write(f'"{queries[number // 20 % len(queries)]} {number // 20}","{draw.choice(texts)}",{("1", "0", "", "")[number % 4]}\n')
    with open(made / "rows.jsonl", "w", encoding="utf-8") as out:
        for number in range(100_000):
            row = {"query": f"{queries[number % len(queries)]} {number // 3}", "positive": draw.choice(texts), "negative": draw.choice(texts)}
            out.write(json.dumps(row) + "\n")
    with open(made / "texts.jsonl", "w", encoding="utf-8") as out:
        out.writelines(json.dumps({"text": text}) + "\n" for text in texts)
    with open(made / "run.txt", "w") as run, open(made / "qrels.txt", "w") as qrels:
        for query in range(1000):
            for rank, document in enumerate(draw.sample(range(8_000_000), 1000), 1):
                run.write(f"{query} Q0 d{document} {rank} {30 - rank / 50 - draw.random() / 100:.6f} made\n")
                if draw.random() < 0.02:
                    qrels.write(f"{query} 0 d{document} {draw.choice((0, 1, 1, 2))}\n")
    subprocess.run([program, "tokenize", "vocab", "-q", "--data", made / "100000", "-o", made / "vocab.txt"], check=True)


def build(commit, folder):
    """The program of a commit, built in a work tree that is removed again, and the commit's short name."""
    tree = folder / "tree"
    name = subprocess.run(["git", "rev-parse", "--short", commit], cwd=ROOT, check=True, capture_output=True, text=True).stdout.strip()
    subprocess.run(["git", "worktree", "add", "--quiet", "--detach", tree, commit], cwd=ROOT, check=True)
    program = folder / name / "axiomine"
    try:
        subprocess.run(["go", "build", "-trimpath", "-ldflags", "-s -w", "-o", program, "."], cwd=tree, check=True, env=os.environ | {"CGO_ENABLED": "0"})
    finally:
        subprocess.run(["git", "worktree", "remove", "--force", tree], cwd=ROOT, check=True)
    return program, name


def measure(program, arguments, source, out):
    """CPU-seconds, MiB of memory and bytes left of one run of a command; an error's last line where it fails."""
    arguments = [str(out) if a == "OUT" else str(a) for a in arguments]
    with open(source or os.devnull, "rb") as given, open(out.parent / "said", "wb") as said:
        process = subprocess.Popen([program, *arguments], stdin=given, stdout=subprocess.DEVNULL, stderr=said)
        _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    left = sum(f.stat().st_size for f in ([out] if out.is_file() else out.rglob("*")) if f.is_file())
    shutil.rmtree(out, ignore_errors=True)
    out.unlink(missing_ok=True)
    if process.returncode:
        return None, (out.parent / "said").read_text(errors="replace").strip().splitlines()[-1]
    return (usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1024, left), None


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--before", default="HEAD~1")
    parser.add_argument("--after", default="HEAD")
    parser.add_argument("--repeats", type=int, default=3)
    parser.add_argument("--only", default="")
    parser.add_argument("--large", action="store_true")
    parser.add_argument("--output", type=pathlib.Path, required=True)
    args = parser.parse_args()
    from bench import machine

    with tempfile.TemporaryDirectory() as folder:
        work = pathlib.Path(folder)
        (old, old_name), (new, new_name) = build(args.before, work), build(args.after, work)
        make_inputs(work, new, args.large)
        lines = [machine()[0], machine()[2], "",
                 f"| command | {old_name}, CPU | {new_name}, CPU | ratio (turns) | memory, MiB | bytes left |", "|---|---|---|---|---|---|"]
        for name, (arguments, source) in commands(work).items():
            if not re.search(args.only, name) or name == "gen 1,000,000" and not args.large:
                continue
            turns, fault = [], None
            for turn in range(args.repeats):
                pair = {}
                for program in (old, new) if turn % 2 == 0 else (new, old):
                    pair[program], wrong = measure(program, arguments, source, work / "out")
                    fault = fault or wrong
                if fault:
                    break
                turns.append((pair[old], pair[new]))
            if fault:
                lines.append(f"| {name} | | | left out: {fault} | | |")
            else:
                before, after = (statistics.median(t[i][0] for t in turns) for i in (0, 1))
                ratios = sorted(t[1][0] / max(t[0][0], 1e-3) for t in turns)
                memory, left = ([max(t[i][j] for t in turns) for i in (0, 1)] for j in (1, 2))
                lines.append(f"| {name} | {before:.2f} s | {after:.2f} s | {after / max(before, 1e-3):.2f} ({ratios[0]:.2f} to {ratios[-1]:.2f}) "
                             f"| {memory[0]:.0f}, {memory[1]:.0f} | {left[0]:,}, {left[1]:,} |")
            print(lines[-1], flush=True)
            args.output.write_text("\n".join(lines) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
