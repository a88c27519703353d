"""Trains weights of terms in their contexts over a frozen encoder, on pairs of `axiomine gen`, and orders the candidates of runs with them.

    python term_weights.py SHARDS --model MODEL --candidates RUN --collection TSV --queries TSV --output RUN

The idea is that of DeepCT (Dai and Callan 2020): BM25's formula over the word pieces that query and document share, where weights that say
how much an occurrence matters in its place stand for counts of occurrences. Here pairs teach them, by a hinge on the formula's score.
The encoder, one of sentence-transformers, is not trained, so a text is encoded once; --encoded FILE keeps that for the next call with
this model. What a document scores is --cosine of the encoder's cosine and the rest of the weighted terms, each standardised over the
candidates of a query; --mix W adds W of that to 1 - W of the candidates' own score. --steps 0 takes the formula as it begins: BM25 with
k1 = 1 and b = 0.6. SHARDS has the format st-triplet or parquet. Several runs, as of dev and test, each have their queries and output.
"""

import argparse
import collections
import math
import os
import pathlib

import numpy
import torch
from bi_encoder import candidates, standardised, texts, triplets
from sentence_transformers import SentenceTransformer

# A text's distinct tokens in rising order, the place of every occurrence's token among them, its state, and the text's normalised embedding.
Encoded = collections.namedtuple("Encoded", "tokens places states embedding")


def encode(model, wanted, kept=None):
    """{text: Encoded}. Texts are cut at the model's length; its special tokens are left out. What the file kept holds is not encoded again."""
    held = {text: Encoded(*parts) for text, parts in torch.load(kept).items()} if kept and os.path.exists(kept) else {}
    special = torch.tensor(model.tokenizer.all_special_ids)
    missing = sorted({text for text in wanted if text not in held}, key=lambda text: (len(text), text))
    for at in range(0, len(missing), 32):
        batch = missing[at : at + 32]
        features = model.tokenizer(batch, padding=True, truncation=True, max_length=model.max_seq_length, return_tensors="pt").to(model.device)
        with torch.inference_mode():
            out = model(dict(features))
        embeddings = torch.nn.functional.normalize(out["sentence_embedding"], dim=1).float().cpu()
        for row, text in enumerate(batch):
            ids = features["input_ids"][row].cpu()
            real = features["attention_mask"][row].bool().cpu() & ~torch.isin(ids, special)
            tokens, places = torch.unique(ids[real], return_inverse=True)
            held[text] = Encoded(tokens, places, out["token_embeddings"][row].half().cpu()[real], embeddings[row].clone())
    if kept and missing:
        torch.save({text: tuple(parts) for text, parts in held.items()}, f"{kept}.new")
        os.replace(f"{kept}.new", kept)
    return held


def frequencies(model, collection):
    """In how many documents each token stands, the number of documents, and their mean length in tokens; special tokens are left out."""
    found, length, special = collections.Counter(), 0, set(model.tokenizer.all_special_ids)
    for at in range(0, len(collection), 1000):
        for ids in model.tokenizer(collection[at : at + 1000], add_special_tokens=False, truncation=True, max_length=model.max_seq_length)["input_ids"]:
            found.update(set(ids) - special)
            length += sum(token not in special for token in ids)
    return found, len(collection), length / len(collection)


class TermWeights(torch.nn.Module):
    """The sum over tokens t of query and document of idf(t) x_q(t) 2 x_d(t) / (x_d(t) + k (1 - b + b |d| / avg)).

    x(t) is the sum of exp(v . h / 4) over the occurrences of t, h its state; queries and documents each have their v. They begin at 0, so
    that x is the term's frequency, k at 1 and b at 0.6. idf is ln(1 + (N - n + .5) / (n + .5)).
    """

    def __init__(self, width, tokens, documents, average):
        super().__init__()
        self.found, self.documents, self.average = tokens, documents, average
        self.query, self.document = (torch.nn.Parameter(torch.zeros(width)) for _ in range(2))
        self.log_k, self.logit_b = torch.nn.Parameter(torch.tensor(0.0)), torch.nn.Parameter(torch.tensor(math.log(0.6 / 0.4)))

    def idf(self, tokens):
        return torch.tensor([math.log(1 + (self.documents - self.found[t] + 0.5) / (self.found[t] + 0.5)) for t in tokens.tolist()])

    def weights(self, encoded, vector):
        """x of every text's tokens, one text after the other, and where each text begins."""
        starts = numpy.cumsum([0] + [len(text.tokens) for text in encoded])
        places = torch.cat([text.places + int(start) for text, start in zip(encoded, starts)])
        occurrences = torch.exp((torch.cat([text.states for text in encoded]).float() @ vector / 4).clamp(-5, 5))
        return torch.zeros(int(starts[-1])).index_add(0, places, occurrences), starts

    def forward(self, queries, documents, pairs):
        """Scores of (place of a query, place of a document)."""
        x_query, query_starts = self.weights(queries, self.query)
        x_document, document_starts = self.weights(documents, self.document)
        lengths = torch.tensor([len(d.places) / self.average for d in documents]).repeat_interleave(torch.from_numpy(numpy.diff(document_starts)))
        b = torch.sigmoid(self.logit_b)
        x_document = 2 * x_document / (x_document + torch.exp(self.log_k) * (1 - b + b * lengths))
        of, left, right, tokens = [], [], [], []
        for pair, (q, d) in enumerate(pairs):
            shared, in_query, in_document = numpy.intersect1d(queries[q].tokens.numpy(), documents[d].tokens.numpy(), True, return_indices=True)
            of.append(numpy.full(len(shared), pair))
            left.append(in_query + query_starts[q])
            right.append(in_document + document_starts[d])
            tokens.append(shared)
        of, left, right = (torch.from_numpy(numpy.concatenate(part)) for part in (of, left, right))
        return torch.zeros(len(pairs)).index_add(0, of, self.idf(numpy.concatenate(tokens)) * x_query[left] * x_document[right])

    def leads(self, rows, held):
        """How far the positive document of each row is above the negative one."""
        queries, documents = [held[row["anchor"]] for row in rows], [held[row[side]] for side in ("positive", "negative") for row in rows]
        scores = self(queries, documents, [(i % len(rows), i) for i in range(len(documents))])
        return scores[: len(rows)] - scores[len(rows) :]


def loss(labels, leads, scale):
    """The mean of w max(0, m - lead / scale), w and m the weight and margin of a row."""
    weight, margin = labels.unbind(1)
    return (weight * torch.relu(margin - leads / scale)).mean()


def train(model, rows, held, options):
    """The scale of leads is that of the scores at first: the root of half the mean square of up to 1,000 leads."""
    order = torch.randperm(len(rows), generator=torch.Generator().manual_seed(options.seed)).tolist()
    with torch.no_grad():
        scale = model.leads(rows.select(order[:1000]).to_list(), held).square().mean().sqrt() / 2**0.5
    optimizer = torch.optim.AdamW(model.parameters(), lr=options.learning_rate, weight_decay=0)
    for step in range(options.steps):
        batch = [rows[order[(step * options.batch_size + i) % len(order)]] for i in range(options.batch_size)]
        optimizer.zero_grad()
        loss(torch.tensor([row["label"] for row in batch]), model.leads(batch, held), scale).backward()
        optimizer.step()


def reranked(model, found, queries, collection, held, options):
    """{query: [(score, document)]}, the best first."""
    ranked = {}
    for query, scores in found.items():
        asked, documents = held[queries[query]], [held[collection[d]] for d in scores]
        with torch.no_grad():
            terms = standardised(model([asked], documents, [(0, d) for d in range(len(documents))]).tolist())
        cosines = standardised([float(asked.embedding @ d.embedding) for d in documents])
        mixed = [options.cosine * c + (1 - options.cosine) * t for c, t in zip(cosines, terms)]
        if options.mix < 1:
            mixed = [options.mix * s + (1 - options.mix) * first for s, first in zip(standardised(mixed), standardised(list(scores.values())))]
        ranked[query] = sorted(zip(mixed, scores), reverse=True)
    return ranked


def main():
    flags = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    flags.add_argument("shards")
    flags.add_argument("--model", required=True)
    flags.add_argument("--collection", required=True)
    for name in ("candidates", "queries", "output"):
        flags.add_argument("--" + name, nargs="+", required=True)
    flags.add_argument("--encoded", type=pathlib.Path, help="file of what was encoded; made where it is missing")
    for name, default in (("top", 100), ("steps", 400), ("batch-size", 16), ("seed", 0), ("threads", 0), ("learning-rate", 3e-3), ("cosine", 0.75), ("mix", 1.0)):
        flags.add_argument("--" + name, type=type(default), default=default)
    options = flags.parse_args()
    len(options.candidates) == len(options.queries) == len(options.output) or flags.error("give as many --candidates as --queries and --output")
    if options.threads:
        torch.set_num_threads(options.threads)
    encoder = SentenceTransformer(options.model, device="cpu" if options.threads else None)
    collection = texts(options.collection)
    runs = [(candidates(run, options.top), texts(queries), output) for run, queries, output in zip(options.candidates, options.queries, options.output)]
    rows = triplets(options.shards, "train") if options.steps else []
    wanted = {text for column in ("anchor", "positive", "negative") for text in (rows[column] if rows else [])}
    for found, queries, _ in runs:
        wanted |= {queries[q] for q in found} | {collection[d] for scores in found.values() for d in scores}
    held = encode(encoder, wanted, options.encoded)
    model = TermWeights(next(iter(held.values())).states.shape[1], *frequencies(encoder, list(collection.values())))
    if options.steps:
        train(model, rows, held, options)
    for found, queries, output in runs:
        with open(output, "w", encoding="utf-8") as out:
            for query, ranked in reranked(model, found, queries, collection, held, options).items():
                out.writelines(f"{query} Q0 {document} {rank} {score} term-weights\n" for rank, (score, document) in enumerate(ranked, 1))


if __name__ == "__main__":
    main()
