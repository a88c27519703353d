"""Makes the runs from which the predictor of `axiomine train mix --weight auto` is fitted, then fits and tries it: .ci/fitmix.

Each collection's judged queries have the first --hits documents of BM25, and of the cosine of two encoders over the whole collection: MiniLM (the
weights of reproduce_bert.py, texts cut at 256 pieces) and means of GloVe vectors, each word weighted by its inverse document frequency. Vectors and
runs are kept, so that the command goes on where it was stopped.
"""

import argparse
import gzip
import math
import os
import pathlib
import re
import subprocess
from collections import Counter

import numpy as np

from reproduce_bert import ROOT, call, weights
from reproduce_neural import COLLECTIONS, read, run_of


def write_collection(name, data, out):
    """All judged queries of a collection as one split, in the layout of MS MARCO. Returns its texts."""
    documents, queries, judged = read(name, data)
    documents = {i: text for i, text in documents.items() if text}
    merged = {}
    for split, of in judged.items():
        least = 2 if name == "msmarco_dl" and split == "test" else 1  # TREC's graded queries: 2 is relevant
        for query, grades in of.items():
            merged.setdefault(query, {}).update({d: grade - least + 1 for d, grade in grades.items()})
    merged = {q: grades for q, grades in merged.items() if max(grades.values()) > 0}
    if not out.exists():
        out.mkdir(parents=True)
        (out / "collection.tsv").write_text("".join(f"{i}\t{text}\n" for i, text in documents.items()))
        (out / "queries.train.tsv").write_text("".join(f"{q}\t{queries[q]}\n" for q in merged))
        (out / "qrels.train.txt").write_text("".join(f"{q} 0 {d} {max(g, 0)}\n" for q, of in merged.items() for d, g in of.items()))
    return documents, {q: queries[q] for q in merged}


def minilm(texts):
    """The vectors of texts by MiniLM."""
    from sentence_transformers import SentenceTransformer

    model = SentenceTransformer(str(weights()), device="cpu")
    model.max_seq_length = 256
    return model.encode(texts, batch_size=64, normalize_embeddings=True, show_progress_bar=False)


def words(text):
    return re.findall(r"[a-z0-9]+", text.lower())


def glove(path, documents):
    """A function that returns the vectors of texts: means of their words' vectors, weighted by inverse document frequency."""
    with gzip.open(path, "rt", encoding="utf-8") as lines:
        next(lines)
        table = {word: np.array(values, dtype=np.float32) for word, *values in map(str.split, lines)}
    counts = Counter(word for text in documents for word in set(words(text)))
    weight = {word: math.log(1 + len(documents) / n) for word, n in counts.items()}

    def encode(texts):
        out = np.zeros((len(texts), 100), np.float32)
        rarest = max(weight.values())
        for i, text in enumerate(texts):
            for word in words(text):
                if word in table:
                    out[i] += weight.get(word, rarest) * table[word]
        return out / np.maximum(np.linalg.norm(out, axis=1, keepdims=True), 1e-9)

    return encode


def kept(file, make):
    """The vectors that make() returns, kept in a file."""
    if not file.exists():
        np.save(file, make())
    return np.load(file)


def write_cosines(out, documents, queries, of_document, of_query, hits):
    """The run of the first documents by cosine over the whole collection."""
    ids = list(documents)
    with open(out, "w") as file:
        for query, vector in zip(queries, of_query):
            scores = of_document @ vector
            for rank, i in enumerate(np.argsort(-scores, kind="stable")[:hits], 1):
                file.write(f"{query} Q0 {ids[i]} {rank} {scores[i]:.6f} cosine\n")


def main():
    flags = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    flags.add_argument("--axiomine", default=ROOT / "axiomine")
    flags.add_argument("--data", type=pathlib.Path, required=True)
    flags.add_argument("--output", type=pathlib.Path, required=True)
    flags.add_argument("--hits", type=int, default=100)
    options = flags.parse_args()
    os.environ.update(HF_HUB_OFFLINE="1", TOKENIZERS_PARALLELISM="false")
    import torch

    torch.set_num_threads(1)
    for name in COLLECTIONS:
        out = options.output / name
        documents, queries = write_collection(name, options.data / name, out / "collection")
        if not (out / "bm25.txt").exists():
            call(options.axiomine, "gen", "retrieve", "-q", "--data", out / "collection", "--hits", options.hits, "--drop-self", "off",
                 "--overwrite", "-o", out / "bm25", stdout=subprocess.DEVNULL)
            (out / "bm25/run.train.txt").rename(out / "bm25.txt")
        encoders = {"glove": glove(options.data / "glove/glove.6B.100d.subset.txt.gz", list(documents.values())), "minilm": minilm}
        for encoder, encode in encoders.items():
            if not (out / f"{encoder}.txt").exists():
                of_document = kept(out / f"{encoder}.documents.npy", lambda encode=encode: encode(list(documents.values())))
                of_query = encode(list(queries.values()))
                write_cosines(out / f"{encoder}.txt", documents, queries, of_document, of_query, options.hits)
        print(name, len(queries), "queries,", len(run_of(out / "bm25.txt")), "with candidates of BM25", flush=True)
    call("go", "run", "./.ci/fitmix", options.output, cwd=ROOT)


if __name__ == "__main__":
    main()
