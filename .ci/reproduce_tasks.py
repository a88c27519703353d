"""Trains a MiniLM cross-encoder on Klose's 21 tasks at reduced size, on TREC DL's passages, and measures its answers and its rankings.

    python3 .ci/reproduce_tasks.py --data COLLECTIONS --output OUT

The preset klose-1 makes at most 4,000 rows a task; the recipe multi_task.py trains every arm and seed of ARMS. `axiomine train accuracy`
measures the first arm beside the study's table A.24, `axiomine train eval` the ranking head's order of BM25's first 100 on TREC 2019 and
2020. A file that is there is not made again, so that predictions and runs of another machine can be measured: OUT/ARM.SEED.tsv and
OUT/ARM.SEED.EPOCH.run.
"""

import argparse
import csv
import json
import os
import pathlib
import re
import statistics
import subprocess
import sys

from reproduce_bert import ROOT, call, weights

ROWS = 4000
SIX = "m-tdc(variant=klose),lb1(variant=klose),reg(variant=klose-table),anti-reg(variant=klose-table),prox4(variant=klose),prox5(variant=klose)"
ARMS = {  # seeds, and what the recipe is told
    "21 tasks": (1, ["--epochs", 3]),
    "21 tasks, rate 1e-4": (1, ["--epochs", 3, "--learning-rate", 1e-4]),
    "ranking and six tasks": (3, ["--epochs", 3, "--tasks", "pairwise," + SIX]),
    "ranking alone": (5, ["--epochs", 5, "--tasks", "pairwise"]),
}
SETS = ("stratified", "unique-stratified", "random", "unique-random")


def mixture():
    """The mixture of the preset klose-1 with ROWS rows a task."""
    preset = (ROOT / "configs" / "presets" / "klose-1.yaml").read_text()
    folded = re.search(r"mixture: >-\n((?:    .*\n)+)", preset)[1]
    return re.sub(r"=\d+", f"={ROWS}", "".join(folded.split()))


def judgements(data, out):
    """{year: file of TREC qrels}"""
    files = {}
    for year in ("2019", "2020"):
        files[year] = out / f"qrels.{year}.txt"
        rows = csv.DictReader(open(data / "qrels_year" / f"dl{year[2:]}.tsv"), delimiter="\t")
        files[year].write_text("".join(f"{row['query-id']} 0 {row['corpus-id']} {row['score']}\n" for row in rows))
    return files


def test_texts(data, out):
    """Files of the test queries and of the candidates' texts, as the recipe reads them."""
    ranked = [line.split() for line in open(out / "tasks" / "run.test.txt")]
    for name, source, wanted in (("queries.tsv", "queries.jsonl", {f[0] for f in ranked}), ("collection.tsv", "corpus.jsonl", {f[2] for f in ranked})):
        with open(out / name, "w") as file:
            for row in map(json.loads, open(data / source)):
                if row["_id"] in wanted:
                    file.write(f"{row['_id']}\t{' '.join((row.get('title', '') + ' ' + row['text']).split())}\n")


def main():
    flags = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    flags.add_argument("--axiomine", default=ROOT / "axiomine")
    flags.add_argument("--data", type=pathlib.Path, required=True, help="a folder with msmarco_dl")
    flags.add_argument("--output", type=pathlib.Path, required=True)
    options = flags.parse_args()
    data, out = options.data / "msmarco_dl", options.output
    out.mkdir(parents=True, exist_ok=True)
    os.environ.update(HF_HUB_OFFLINE="1", TOKENIZERS_PARALLELISM="false", HF_DATASETS_DISABLE_PROGRESS_BARS="1", HF_HOME=str(out / "cache"))
    model = weights()
    if not (out / "tasks").is_dir():
        call(options.axiomine, "gen", "-q", "-c", "klose-1", "--data", data, "--format", "auto", "--mixture", mixture(), "--set", "class_test=1000",
             "--set", "unique_test=500", "--output-format", "parquet", "--vocab", model / "vocab.txt", "--max-length", 256, "--set", "max_query_length=32",
             "--on-shortage", "accept", "-o", out / "tasks", stdout=subprocess.DEVNULL)  # fmt: skip
    test_texts(data, out)
    qrels = judgements(data, out)
    for arm, (seeds, settings) in ARMS.items():
        for seed in range(seeds):
            if not (out / f"{arm}.{seed}.tsv").exists():
                call(sys.executable, ROOT / "configs" / "recipes" / "multi_task.py", out / "tasks", "--model", model, "--batch-size", 32, "--seed", seed,
                     "--candidates", out / "tasks" / "run.test.txt", "--collection", out / "collection.tsv", "--queries", out / "queries.tsv",
                     "--run", out / f"{arm}.{seed}.{{epoch}}.run",
                     "--output", out / f"{arm}.{seed}.tsv", *settings)  # fmt: skip
    report(options.axiomine, out, qrels)


def report(axiomine, out, qrels):
    first = next(iter(ARMS))
    with open(out / "accuracy.csv", "w") as table:
        call(axiomine, "train", "accuracy", "--published", "klose-1", "--csv", out / "tasks", out / f"{first}.0.tsv", stdout=table)
    measured = {}
    for row in csv.DictReader(open(out / "accuracy.csv")):
        measured[row["task"], row["set"].removeprefix("test."), int(row["epoch"])] = row
    epochs = max(epoch for _, _, epoch in measured)
    print(f"accuracy after epoch {epochs}: measured, most frequent class, published (table A.24, 10,000 rows a task, BERT)")
    print(f"{'task':26}" + "".join(f"{name:30}" for name in SETS).rstrip())
    for task in sorted({task for task, _, _ in measured}):
        cells = [measured.get((task, name, epochs)) for name in SETS]
        print(f"{task:26}" + "".join(f"{c['accuracy']} {c['majority']} {c['published'] or '-'}".ljust(30) if c else f"{'-':30}" for c in cells).rstrip())
    print("\nnDCG@10 by epoch: mean over seeds, least and most")
    for arm, (seeds, settings) in {"BM25": (1, []), **ARMS}.items():
        for epoch in range(1, (settings[1] if settings else 1) + 1):
            runs = [out / f"{arm}.{seed}.{epoch}.run" for seed in range(seeds)] if settings else [out / "tasks" / "run.test.txt"]
            cells = []
            for year, judged in qrels.items():
                said = [call(axiomine, "train", "eval", "-q", "-m", "nDCG@10", judged, run, stdout=subprocess.PIPE).stdout.split()[-1] for run in runs]
                values = [float(value) for value in said]
                cells.append(f"{year} {statistics.mean(values):.4f} {min(values):.4f} {max(values):.4f}")
            print(f"{arm:24} {'epoch ' + str(epoch) if settings else '':8} {'  '.join(cells)}")


if __name__ == "__main__":
    main()
