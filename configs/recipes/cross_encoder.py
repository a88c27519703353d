"""Trains a BERT cross-encoder on the Parquet shards of `axiomine gen` and orders the candidates of runs with it.

    python cross_encoder.py SHARDS --model MODEL --candidates RUN --collection TSV --queries TSV --output RUN

Pairs teach the ranking head: loss w ln(1 + exp(s(neg) - s(pos) + m - 1)) over scores of `[CLS] q [SEP] d [SEP]`, with the weight w
and the margin m of the row, which are 1 unless --weights, --set axiom_weight or --set axiom_margin said otherwise. Every three-class task
of a mixture has a head of its own and w times cross-entropy over second, neither, first. Heads are linear, on the encoder's vector at
[CLS]. A batch holds tasks in the proportions of the shards.

MODEL is a folder with a pretrained BERT in the format of transformers, or `random` for a small one to begin from nothing.
The vocabulary is the one in SHARDS (--vocab of `axiomine gen`) and must be the model's. Several runs, as of dev and test, each have their queries and their output.
An accelerator is used where PyTorch finds one. With --live DATA, the shards' collection, pairs are drawn anew every --live-every steps (live.py).
"""

import argparse
import collections
import json
import pathlib
import random
from statistics import fmean

import torch
from datasets import load_dataset
from tokenizers import BertWordPieceTokenizer
from torch.nn import functional
from transformers import BertConfig, BertModel

RANKING = "pairwise"  # the ranking task's name in shards
DEVICE = "cuda" if torch.cuda.is_available() else "cpu"
TRAINED, SCORED = (8, 64) if DEVICE == "cpu" else (64, 512)  # sequences that share a pass
Example = collections.namedtuple("Example", "task sequences label weight margin")


def joined(query, document, limit):
    """`[CLS] q [SEP] d [SEP]` and its types, from `[CLS] q [SEP]` and `[CLS] d [SEP]`, the document cut."""
    ids = document[1:-1][: limit - len(query) - 1] + document[-1:]
    return query + ids, [0] * len(query) + [1] * len(ids)


class CrossEncoder(torch.nn.Module):
    """One encoder, a linear head per task: one score for the ranking task, three logits for any other."""

    def __init__(self, encoder, tasks):
        super().__init__()
        self.encoder, self.heads = encoder, torch.nn.ModuleDict({task: torch.nn.Linear(encoder.config.hidden_size, 1 if task == RANKING else 3) for task in tasks})

    def forward(self, sequences, together=TRAINED):
        """The vectors at [CLS], (sequences, width); sequences is a list of (ids, types). Those of like length share a pass."""
        by_length = sorted(range(len(sequences)), key=lambda i: len(sequences[i][0]))
        vectors = []
        with torch.autocast(DEVICE, torch.bfloat16):
            for begin in range(0, len(by_length), together):
                chosen = [sequences[i] for i in by_length[begin : begin + together]]
                padded = lambda lists: torch.nn.utils.rnn.pad_sequence(list(map(torch.tensor, lists)), batch_first=True).to(DEVICE)
                ids, types, mask = (padded(lists) for lists in zip(*((ids, types, [1] * len(ids)) for ids, types in chosen)))
                vectors.append(self.encoder(ids, attention_mask=mask, token_type_ids=types).last_hidden_state[:, 0].float())
        return torch.cat(vectors)[torch.tensor(by_length).argsort()]

    def scores(self, sequences):
        """Those of the ranking head."""
        trained = self.training
        with torch.no_grad():
            values = self.eval().heads[RANKING](self(sequences, together=SCORED)).squeeze(-1).tolist()
        self.train(trained)
        return values

    def losses(self, batch):
        """The loss of every example of a batch, by task: a pair is two sequences, any other example one."""
        vectors = self([sequence for example in batch for sequence in example.sequences]).split([len(example.sequences) for example in batch])
        losses = {}
        for task in sorted({example.task for example in batch}):
            chosen = [i for i, example in enumerate(batch) if example.task == task]
            weight, margin = torch.tensor([(batch[i].weight, batch[i].margin) for i in chosen], device=DEVICE).unbind(1)
            if task == RANKING:
                positive, negative = self.heads[task](torch.stack([vectors[i] for i in chosen])).squeeze(-1).unbind(1)
                losses[task] = weight * functional.softplus(negative - positive + margin - 1)
            else:
                logits, labels = self.heads[task](torch.cat([vectors[i] for i in chosen])), torch.tensor([batch[i].label for i in chosen], device=DEVICE)
                losses[task] = weight * functional.cross_entropy(logits, labels, reduction="none")
        return losses


def examples(shards, split, limit):
    """All pairs, and every example of a three-class task where there is a mixture."""
    load = lambda config: load_dataset(str(shards), config, split=split)
    sequences = lambda row: [joined(row["query_input_ids"], row[side + "_input_ids"], limit) for side in ("pos", "neg")]
    found = {row["uid"]: Example(RANKING, sequences(row), None, row["weight"], row["margin"]) for row in load("pairs-tokenized")}
    if (shards / "mixed").is_dir():
        found |= {row["uid"]: Example(row["task"], [(row["input_ids"], row["token_type_ids"])], row["label"], row["weight"], 1.0)
                  for row in load("mixed") if row["uid"] not in found}
    return list(found.values())


def encoder(model, shards, seed):
    torch.manual_seed(seed)
    if model == "random":
        return BertModel(BertConfig(vocab_size=len(list(open(shards / "vocab.txt", encoding="utf-8"))), hidden_size=128, num_hidden_layers=2, num_attention_heads=2, intermediate_size=512), add_pooling_layer=False)
    bert = BertModel.from_pretrained(model, add_pooling_layer=False, hidden_dropout_prob=0.1, attention_probs_dropout_prob=0.0)
    bert.embeddings.requires_grad_(False)  # thousands of examples are too few to move 30,000 of them
    return bert


def train(model, rows, options, drawn):
    """Mean loss of every step, by task; drawn, where there is one, gives rows anew."""
    heads, body = list(model.heads.parameters()), [p for p in model.encoder.parameters() if p.requires_grad]
    optimizer = torch.optim.AdamW([{"params": body, "lr": options.learning_rate}, {"params": heads, "lr": options.head_learning_rate}])
    rate = lambda step: min((step + 1) / options.warm_up, 1 - 0.9 * max(0, step - options.warm_up) / max(1, options.steps - options.warm_up))  # falls to a tenth
    schedule = torch.optim.lr_scheduler.LambdaLR(optimizer, rate)
    order, shuffle, history = [], random.Random(options.seed), collections.defaultdict(list)
    model.train()
    for step in range(options.steps):
        if drawn and step % options.live_every == 0:
            rows, order = drawn(step) or rows, []
        while len(order) < options.batch_size:
            order += shuffle.sample(range(len(rows)), len(rows))
        batch, order = [rows[i] for i in order[: options.batch_size]], order[options.batch_size :]
        losses = model.losses(batch)
        optimizer.zero_grad()
        (sum(loss.sum() for loss in losses.values()) / len(batch)).backward()
        torch.nn.utils.clip_grad_norm_(body + heads, 1.0)
        optimizer.step(), schedule.step()
        for task, loss in losses.items():
            history[task].append(loss.mean().item())
    return history


def reader(shards):
    """A function of a query's and a document's text: their sequence, cut as the shards' are."""
    limits = json.loads((shards / "manifest.json").read_text())["tokenizer"]
    tokenizer = BertWordPieceTokenizer(str(shards / "vocab.txt"), lowercase=limits["options"]["lowercase"])
    pieces = lambda text: tokenizer.encode(text, add_special_tokens=False).ids
    begin, end = tokenizer.token_to_id("[CLS]"), tokenizer.token_to_id("[SEP]")
    return lambda query, document: joined([begin, *pieces(query)[: limits["max_query_length"] - 2], end], [begin, *pieces(document), end], limits["max_length"])


def rank(model, sequence, candidates, queries, collection, output, top, rest=False):
    """Writes a run: the first top candidates of every query by the ranking head, those behind them in their order if rest."""
    rows = [(f[0], f[2], int(f[3])) for f in map(str.split, open(candidates))]
    scored = [(query, document) for query, document, rank in rows if rank <= top]
    scores = model.scores([sequence(queries[query], collection[document]) for query, document in scored])
    behind = [(min(scores) - rank, query, document) for query, document, rank in rows if rest and rank > top]
    ranked = collections.defaultdict(list)
    for score, query, document in [(score, *pair) for pair, score in zip(scored, scores)] + behind:
        ranked[query].append((score, document))
    with open(output, "w") as out:
        for query, found in ranked.items():
            out.writelines(f"{query} Q0 {document} {rank} {score} cross-encoder\n" for rank, (score, document) in enumerate(sorted(found, reverse=True), 1))


def texts(path):
    return dict(line.rstrip("\n").split("\t", 1) for line in open(path, encoding="utf-8"))


def main():
    flags = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    flags.add_argument("shards", type=pathlib.Path)
    for name, count in (("model", None), ("candidates", "+"), ("collection", None), ("queries", "+"), ("output", "+")):
        flags.add_argument("--" + name, nargs=count, required=True)
    for name, default in (("top", 30), ("steps", 200), ("batch-size", 16), ("warm-up", 20), ("seed", 0), ("threads", 1), ("live", ""), ("live-every", 50), ("live-queries", 50), ("live-top", 20), ("live-margin", 0.0), ("learning-rate", 5e-5), ("head-learning-rate", 5e-4)):
        flags.add_argument("--" + name, type=type(default), default=default)
    flags.add_argument("--rest", action="store_true", help="candidates below --top stay behind the others, in their order")
    options = flags.parse_args()
    torch.set_num_threads(options.threads)
    len(options.candidates) == len(options.queries) == len(options.output) or flags.error("give as many --candidates as --queries and --output")
    rows = examples(options.shards, "train", json.loads((options.shards / "manifest.json").read_text())["tokenizer"]["max_length"])
    model = CrossEncoder(encoder(options.model, options.shards, options.seed), sorted({row.task for row in rows})).to(DEVICE)
    sequence = reader(options.shards)
    if options.live:
        import live
    example = lambda q, p, n, weight, margin: Example(RANKING, [sequence(q, p), sequence(q, n)], None, weight, margin)
    drawn = live.examples(lambda texts: model.scores([sequence(*pair) for pair in texts]), example, options) if options.live else None
    for task, losses in sorted(train(model, rows, options, drawn).items()):
        print(f"{task}: loss {fmean(losses[: len(losses) // 10 + 1]):.3f} -> {fmean(losses[-len(losses) // 10 :]):.3f}")

    collection = texts(options.collection)
    for candidates, queries, output in zip(options.candidates, map(texts, options.queries), options.output):
        rank(model, sequence, candidates, queries, collection, output, options.top, options.rest)


if __name__ == "__main__":
    main()
