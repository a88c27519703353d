"""Trains a BERT cross-encoder with a head per task on a mixture by MT-DNN's schedule, and writes its predictions after each epoch.

    python multi_task.py OUT --model MODEL --output predictions.tsv

OUT is a folder of `axiomine gen --mixture .. --set class_test=N --vocab ..`. As in MT-DNN (Liu et al. 2019, algorithm 1), a batch holds rows
of one task; the batches of all tasks are merged and shuffled at the beginning of each epoch. Losses and heads are those of cross_encoder.py.
After each epoch every row of a three-class task in the validation and test rows and in OUT/tests is predicted; `axiomine train accuracy OUT
predictions.tsv` measures them. Given --candidates, the ranking head orders a run's candidates after each epoch, too.
--rows takes at most so many training rows of each task, for a run of reduced size; --tasks names the tasks that are trained, else all.
"""

import argparse
import collections
import json
import pathlib
import random

import torch
from cross_encoder import DEVICE, RANKING, SCORED, CrossEncoder, encoder, examples, rank, reader, texts
from datasets import load_dataset


def to_predict(out):
    """Task and sequence of the three-class rows that no training saw, by uid: a row may be in several sets."""
    rows = {}
    for shards, splits in [(out / "shards", ("validation", "test"))] + [(folder, ("test",)) for folder in sorted((out / "tests").glob("*"))]:
        for split in splits:
            if any((shards / "mixed").glob(f"{split}-*")):
                for row in load_dataset(str(shards), "mixed", split=split):
                    rows[row["uid"]] = (row["task"], (row["input_ids"], row["token_type_ids"]))
    return rows


def batches(rows, size, shuffle):
    """Batches of one task each, those of all tasks merged and shuffled."""
    by_task = collections.defaultdict(list)
    for row in rows:
        by_task[row.task].append(row)
    merged = []
    for task in sorted(by_task):
        chosen = shuffle.sample(by_task[task], len(by_task[task]))
        merged += [chosen[i : i + size] for i in range(0, len(chosen), size)]
    shuffle.shuffle(merged)
    return merged


def main():
    flags = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    flags.add_argument("out", type=pathlib.Path)
    flags.add_argument("--model", required=True)
    flags.add_argument("--output", required=True)
    for name in ("candidates", "collection", "queries", "run"):  # the run's name has {epoch}
        flags.add_argument("--" + name, default="")
    for name, default in (("epochs", 3), ("rows", 0), ("tasks", ""), ("top", 100), ("batch-size", 16), ("seed", 0), ("threads", 1), ("learning-rate", 5e-5), ("head-learning-rate", 5e-4)):
        flags.add_argument("--" + name, type=type(default), default=default)
    options = flags.parse_args()
    torch.set_num_threads(options.threads)
    shuffle = random.Random(options.seed)
    shards = options.out / "shards"
    rows, kept = examples(shards, "train", json.loads((shards / "manifest.json").read_text())["tokenizer"]["max_length"]), collections.Counter()
    if options.tasks:
        tasks = options.tasks.split(",")
        unknown = set(tasks) - {row.task for row in rows}
        not unknown or flags.error(f"--tasks: no rows of {', '.join(sorted(unknown))}; there are {', '.join(sorted({row.task for row in rows}))}")
        rows = [row for row in rows if row.task in tasks]
    if options.rows:
        shuffle.shuffle(rows)
        rows = [row for row in rows if kept.update([row.task]) or kept[row.task] <= options.rows]
    model = CrossEncoder(encoder(options.model, shards, options.seed), sorted({row.task for row in rows})).to(DEVICE)
    optimizer = torch.optim.AdamW([{"params": [p for p in model.encoder.parameters() if p.requires_grad], "lr": options.learning_rate},
                                   {"params": model.heads.parameters(), "lr": options.head_learning_rate}])
    unseen = collections.defaultdict(list)
    for uid, (task, sequence) in to_predict(options.out).items():
        if task != RANKING and task in model.heads:
            unseen[task].append((uid, sequence))
    if options.candidates:
        sequence, queries, collection = reader(shards), texts(options.queries), texts(options.collection)
    with open(options.output, "w") as output:
        print("uid\ttask\tepoch\tprediction", file=output)
        for epoch in range(1, options.epochs + 1):
            losses = collections.defaultdict(list)
            model.train()
            for batch in batches(rows, options.batch_size, shuffle):
                for task, loss in model.losses(batch).items():
                    optimizer.zero_grad()
                    loss.mean().backward()
                    torch.nn.utils.clip_grad_norm_(model.parameters(), 1.0)
                    optimizer.step()
                    losses[task].append(loss.mean().item())
            print(f"epoch {epoch}: " + ", ".join(f"{task} {sum(list) / len(list):.3f}" for task, list in sorted(losses.items())), flush=True)
            model.eval()
            with torch.no_grad():
                for task, rows_of_task in sorted(unseen.items()):
                    for begin in range(0, len(rows_of_task), 512):
                        uids, sequences = zip(*rows_of_task[begin : begin + 512])
                        for uid, prediction in zip(uids, model.heads[task](model(sequences, together=SCORED)).argmax(1).tolist()):
                            print(uid, task, epoch, prediction, sep="\t", file=output)
            if options.candidates:
                rank(model, sequence, options.candidates, queries, collection, options.run.format(epoch=epoch), options.top)


if __name__ == "__main__":
    main()
