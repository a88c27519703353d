"""Trains a bi-encoder of sentence-transformers on pairs of `axiomine gen`, and orders the candidates of runs with its cosine.

    python bi_encoder.py SHARDS --model MODEL --save DIR
    python bi_encoder.py SHARDS --model MODEL --candidates RUN --collection TSV --queries TSV --output RUN

SHARDS has the format st-triplet or parquet. The library feeds every column but the label to the model as text, so the weight and margin
of a row become its label, a list of two numbers, and the loss takes it. --steps 0 scores with the model as it comes. --mix W adds W of
the cosine to 1 - W of the candidates' own score, each standardised over the candidates of a query. Several runs, as of dev and test, each
have their queries and their output. --layers 2 trains the uppermost two layers of a BERT alone, in less than half the time, and
--max-length 64 cuts the texts of training (not those that are scored).
"""

import argparse
import collections
import pathlib
import statistics
import tempfile
import time

import torch
from datasets import load_dataset
from sentence_transformers import SentenceTransformer, SentenceTransformerTrainer, SentenceTransformerTrainingArguments, util
from transformers import TrainerCallback


class WeightedTripletLoss(torch.nn.Module):
    """w max(0, .1 m - cos(anchor, positive) + cos(anchor, negative)) with the weight w and margin m of a row, which are its label."""

    def __init__(self, model, scale=0.1):
        super().__init__()
        self.model, self.scale = model, scale

    def forward(self, features, labels):
        anchor, positive, negative = (self.model(feature)["sentence_embedding"] for feature in features)
        weight, margin = labels.unbind(1)
        lead = util.pairwise_cos_sim(anchor, positive) - util.pairwise_cos_sim(anchor, negative)
        return (weight * torch.relu(self.scale * margin - lead)).mean()


class Budget(TrainerCallback):
    """Ends a training after so many seconds."""

    def __init__(self, seconds):
        self.end = time.monotonic() + seconds

    def on_step_end(self, arguments, state, control, **kwargs):
        control.should_training_stop |= time.monotonic() > self.end


def triplets(shards, split):
    """anchor, positive, negative, label: [weight, margin]."""
    if (pathlib.Path(shards) / "triplet").is_dir():
        rows, meta = load_dataset(shards, "triplet", split=split), load_dataset(shards, "triplet-meta", split=split)
    else:
        meta = load_dataset(shards, "pairs", split=split)
        rows = meta.select_columns(["query", "positive", "negative"]).rename_column("query", "anchor")
    return rows.add_column("label", [list(both) for both in zip(meta["weight"], meta["margin"])])


def train(model, rows, options):
    full = model.max_seq_length
    model.max_seq_length = min(full, options.max_length or full)
    if options.layers:
        bert = model[0].auto_model.requires_grad_(False)
        bert.encoder.layer[-options.layers :].requires_grad_(True)
    with tempfile.TemporaryDirectory() as out:
        arguments = SentenceTransformerTrainingArguments(out, max_steps=options.steps, per_device_train_batch_size=options.batch_size, report_to="none",
                                                         learning_rate=options.learning_rate, warmup_steps=options.steps // 10, seed=options.seed,
                                                         save_strategy="no", use_cpu=options.threads > 0, disable_tqdm=True)
        callbacks = [Budget(options.budget)] if options.budget else []
        SentenceTransformerTrainer(model, arguments, train_dataset=rows, loss=WeightedTripletLoss(model), callbacks=callbacks).train()
    model.max_seq_length = full


def texts(path):
    return dict(line.rstrip("\n").split("\t", 1) for line in open(path, encoding="utf-8"))


def candidates(path, top):
    """{query: {document: score}}, as ranked."""
    found = collections.defaultdict(dict)
    for query, _, document, rank, score, _ in map(str.split, open(path, encoding="utf-8")):
        if int(rank) <= top:
            found[query][document] = float(score)
    return found


def standardised(scores):
    """(s - mean) / standard deviation over a query's candidates; 0 where all are the same."""
    mean, deviation = statistics.fmean(scores), statistics.pstdev(scores)
    return [(score - mean) / deviation if deviation else 0.0 for score in scores]


def reranked(model, found, queries, collection, mix):
    """{query: [(score, document)]}, the best first."""
    encoded = lambda ids, of: dict(zip(ids, model.encode([of[i] for i in ids], convert_to_tensor=True, normalize_embeddings=True)))
    asked, held = encoded(sorted(found), queries), encoded(sorted({d for scores in found.values() for d in scores}), collection)
    ranked = {}
    for query, scores in found.items():
        mixed = [float(asked[query] @ held[document]) for document in scores]
        if mix < 1:
            mixed = [mix * s + (1 - mix) * first for s, first in zip(standardised(mixed), standardised(list(scores.values())))]
        ranked[query] = sorted(zip(mixed, scores), reverse=True)
    return ranked


def main():
    flags = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    flags.add_argument("shards")
    flags.add_argument("--model", required=True)
    flags.add_argument("--save", help="folder of the trained model")
    flags.add_argument("--collection")
    for name in ("candidates", "queries", "output"):
        flags.add_argument("--" + name, nargs="+", default=[])
    for name, default in (("top", 50), ("steps", 200), ("batch-size", 16), ("seed", 0), ("threads", 0), ("layers", 0), ("max-length", 0), ("learning-rate", 2e-5), ("mix", 1.0), ("budget", 0.0)):
        flags.add_argument("--" + name, type=type(default), default=default)
    options = flags.parse_args()
    len(options.candidates) == len(options.queries) == len(options.output) or flags.error("give as many --candidates as --queries and --output")
    if options.threads:
        torch.set_num_threads(options.threads)
    torch.manual_seed(options.seed)
    model = SentenceTransformer(options.model, device="cpu" if options.threads else None)
    if options.steps:
        train(model, triplets(options.shards, "train"), options)
    if options.save:
        model.save(options.save)
    for run, queries, output in zip(options.candidates, options.queries, options.output):
        ranked = reranked(model, candidates(run, options.top), texts(queries), texts(options.collection), options.mix)
        with open(output, "w", encoding="utf-8") as out:
            for query, found in ranked.items():
                out.writelines(f"{query} Q0 {document} {rank} {score} bi-encoder\n" for rank, (score, document) in enumerate(found, 1))


if __name__ == "__main__":
    main()
