"""Prints what cleaning gained: the table of the study "does cleaning pay?", from the lines of .ci/cleaning_students.py.

    python3 .ci/cleaning_report.py STUDY STUDENTS

A value is the mean over collections of the mean average precision over their queries, each held out once; of seeds only those whose folds
are complete for every arm. Differences are to "as it is", with the t-test over all queries and the number of collections up and down.
"""

import json
import pathlib
import sys

import numpy as np
from cleaning_students import arms
from studies import COLLECTIONS, holm
from scipy.stats import ttest_rel


def read(students):
    """{(student, arm): {seed: {query: average precision}}}, {(student, arm): rows of a fold}."""
    values, rows = {}, {}
    for file in sorted(pathlib.Path(students).glob("students-*.jsonl")):
        for line in map(json.loads, file.open()):
            key = line["student"], line["arm"]
            values.setdefault(key, {}).setdefault(line.get("seed", 0), {}).update(zip(line["queries"], line["ap"]))
            rows.setdefault(key, []).append(line.get("rows", 0))
    return values, rows


def main():
    study, students = sys.argv[1:]
    arrays = np.load(pathlib.Path(study) / "study.npz")
    group, queries = arrays["query_collection"], len(arrays["fold"])
    names = list(COLLECTIONS)
    values, rows = read(students)
    whole = {key: {seed: np.array([of[q] for q in range(queries)]) for seed, of in seeds.items() if len(of) == queries} for key, seeds in values.items()}
    seeds = set.intersection(*(set(of) for key, of in whole.items() if key[1] != "untrained"))
    mean = {key: np.mean([of[seed] for seed in (seeds if key[1] != "untrained" else [0])], 0) for key, of in whole.items()}
    macro = lambda v: np.mean([v[group == g].mean() for g in range(len(names))])
    bm25 = (arrays["relevant"] * arrays["relevant"].cumsum(1) / np.arange(1, arrays["relevant"].shape[1] + 1)).sum(1) / arrays["all_relevant"]
    print(f"{queries} queries of {len(names)} collections, {len(arrays['query'])} rows, {arrays['false'].mean():.3f} of them false; seeds {sorted(seeds)}")
    print(f"BM25 {macro(bm25):.4f}, MiniLM untrained {macro(mean['bi-encoder', 'untrained']):.4f}")
    tests = {}
    for (student, arm), v in mean.items():
        base = mean[student, "as it is"]
        if arm not in ("as it is", "untrained"):
            tests[student, arm] = float(ttest_rel(v, base).pvalue) if (v != base).any() else 1.0
    adjusted = holm(tests)
    for student in ("bi-encoder", "cross-encoder"):
        print(f"\n{student:55} rows   MAP    difference  up/down  p       Holm  by collection: {', '.join(names)}")
        base = mean[student, "as it is"]
        for arm in arms(arrays):
            v, kind = mean[student, arm], student
            each = [(v - base)[group == g].mean() for g in range(len(names))]
            told = f"{macro(v) - macro(base):+.4f}     {sum(d > 0 for d in each)}/{sum(d < 0 for d in each)}      {tests[kind, arm]:.4f}  {adjusted[kind, arm]:.2f}  " if arm != "as it is" else " " * 35
            print(f"{arm:55} {np.mean(rows[kind, arm]):6.0f} {macro(v):.4f} {told} {' '.join(f'{d:+.4f}' for d in each) if arm != 'as it is' else ''}")


if __name__ == "__main__":
    main()
