"""Trains LightGBM's LambdaMART on the judged candidates that `axiomine gen --output-format libsvm` describes, and orders dev and test.

    python lambdamart.py SHARDS --output RUNS

RUNS gets run.SPLIT.txt of the trees and mixed.SPLIT.txt, in which they are added to the candidates' own score, each standardised over a
query; the weight and the number of trees are the best on the validation split. --features 1-18,45 takes these alone, by the numbers
in features.txt. --ranks adds each feature's rank within its query: the control for votes, which are ranks within a query too.
"""

import argparse
import collections
import pathlib
import statistics

import lightgbm
import numpy
from sklearn.datasets import load_svmlight_file


def read(shards, split):
    """(features, grades, [(query, document)], sizes of queries) of a split, whose shards come one after the other."""
    tables, names = [], []
    for file in sorted((pathlib.Path(shards) / "libsvm").glob(f"{split}-*.txt")):
        features, grades = load_svmlight_file(str(file))
        tables.append((features.toarray(), grades))
        for line in open(file, encoding="utf-8"):
            document, query = line.rsplit(" # ", 1)[1].split()
            names.append((query, document))
    sizes = list(collections.Counter(query for query, _ in names).values())
    return numpy.vstack([t[0] for t in tables]), numpy.concatenate([t[1] for t in tables]), names, sizes


def by_query(names, values):
    """{query: {document: value}}."""
    found = collections.defaultdict(dict)
    for (query, document), value in zip(names, values):
        found[query][document] = float(value)
    return found


def standardised(scores):
    mean, deviation = statistics.fmean(scores.values()), statistics.pstdev(scores.values())
    return {d: (s - mean) / deviation if deviation else 0.0 for d, s in scores.items()}


def mixed(first, second, weight):
    both = ((q, standardised(first[q]), standardised(second[q])) for q in first)
    return {q: {d: (1 - weight) * a[d] + weight * b[d] for d in a} for q, a, b in both}


def mean_ap(run, grades):
    """Mean average precision over the queries with a relevant candidate."""
    values = []
    for query, scores in run.items():
        relevant = [grades[query][d] > 0 for d in sorted(scores, key=lambda d: (-scores[d], d))]
        if any(relevant):
            values.append(statistics.fmean(sum(relevant[: i + 1]) / (i + 1) for i, hit in enumerate(relevant) if hit))
    return statistics.fmean(values)


def write(path, run):
    with open(path, "w", encoding="utf-8") as out:
        for query, scores in run.items():
            for rank, (document, score) in enumerate(sorted(scores.items(), key=lambda item: (-item[1], item[0])), 1):
                out.write(f"{query} Q0 {document} {rank} {score} lambdamart\n")


def chosen(ranges, number):
    """Places of features, from 0."""
    ends = (part.split("-") for part in ranges.split(",")) if ranges else [(1, number)]
    return [i - 1 for end in ends for i in range(int(end[0]), int(end[-1]) + 1)]


def ranked(x, sizes):
    """Each feature's mean rank within its query, from 0 for the lowest to 1; equal values have equal ranks."""
    ranks, begin = numpy.zeros_like(x), 0
    for size in sizes:
        part = x[begin : begin + size]
        less = (part[:, None, :] > part[None, :, :]).sum(axis=1)
        more = (part[:, None, :] < part[None, :, :]).sum(axis=1)
        ranks[begin : begin + size] = 0.5 + (less - more) / (2 * max(1, size - 1))
        begin += size
    return ranks


def main():
    flags = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    flags.add_argument("shards")
    flags.add_argument("--output", type=pathlib.Path, required=True)
    flags.add_argument("--features", help="numbers and ranges, as 1-18,45; all without it")
    flags.add_argument("--ranks", action="store_true", help="add each feature's rank among the candidates of its query, from 0 to 1")
    for name, default in (("trees", 500), ("leaves", 15), ("learning-rate", 0.05), ("seed", 0), ("threads", 0)):
        flags.add_argument("--" + name, type=type(default), default=default)
    options = flags.parse_args()
    names = [line.rstrip("\n").split("\t")[1] for line in open(pathlib.Path(options.shards) / "libsvm" / "features.txt", encoding="utf-8")]
    kept = chosen(options.features, len(names))
    data = {split: read(options.shards, split) for split in ("train", "validation", "test")}
    if options.ranks:
        data = {split: (numpy.hstack([x, ranked(x, sizes)]), y, pairs, sizes) for split, (x, y, pairs, sizes) in data.items()}
        kept += [len(names) + i for i in kept]
        names += [f"rank of {name}" for name in names]
    ranker = lightgbm.LGBMRanker(n_estimators=options.trees, num_leaves=options.leaves, learning_rate=options.learning_rate, min_child_samples=20,
                                 subsample=0.8, subsample_freq=1, colsample_bytree=0.8, random_state=options.seed, n_jobs=options.threads or None,
                                 deterministic=True, force_row_wise=True, verbose=-1)
    x, y, _, sizes = data["train"]
    dev_x, dev_y, _, dev_sizes = data["validation"]
    ranker.fit(x[:, kept], y, group=sizes, eval_X=dev_x[:, kept], eval_y=dev_y, eval_group=[dev_sizes], eval_metric="map", eval_at=[50],
               callbacks=[lightgbm.early_stopping(50, first_metric_only=True, verbose=False)])
    runs = {split: by_query(of[2], ranker.predict(of[0][:, kept])) for split, of in data.items() if split != "train"}
    first = {split: by_query(data[split][2], data[split][0][:, names.index("run_score")]) for split in runs}
    grades = by_query(data["validation"][2], dev_y)
    weight = max((tenth / 10 for tenth in range(11)), key=lambda w: mean_ap(mixed(first["validation"], runs["validation"], w), grades))
    options.output.mkdir(parents=True, exist_ok=True)
    for split, run in runs.items():
        write(options.output / f"run.{split}.txt", run)
        write(options.output / f"mixed.{split}.txt", mixed(first[split], run, weight))
    best = sorted(zip(ranker.booster_.feature_importance("gain"), [names[i] for i in kept]), reverse=True)[:10]
    print(f"{ranker.best_iteration_} trees of {len(kept)} features, weight {weight} in the mixture; most gain: {', '.join(name for _, name in best)}")


if __name__ == "__main__":
    main()
