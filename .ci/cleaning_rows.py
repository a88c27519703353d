"""Makes the data of the study "does cleaning pay?": rows with hidden false negatives, what each score says of them, and token ids.

    python3 .ci/cleaning_rows.py --axiomine AXIOMINE --data COLLECTIONS --output OUT

Of each query of five collections with a relevant document among BM25's first 50, one relevant document is the known positive: the first by
SHA-256, of those among the first 30 if any are. The others lose their label. A row has the query, its known positive and one of NEGATIVES
documents drawn by SHA-256 from the first 30 without the positive, so that the relevant ones among these are false negatives. `axiomine
audit` scores the rows of each collection, without a model and with MiniLM's cosines as a run. A folder that is there is not made again.
OUT/study.npz then has all that .ci/cleaning_students.py needs, and OUT/weights.npz MiniLM's weights in half precision.
"""

import argparse
import hashlib
import json
import os
import pathlib
import subprocess

import numpy as np
import pyarrow.parquet as pq

from reproduce_bert import ROOT, call, weights
from studies import COLLECTIONS, read, run_of

LEAST = {"msmarco_dl": 2}  # the lowest grade that is relevant on TREC's graded queries; elsewhere 1
NEGATIVES, DEPTH, CANDIDATES, FOLDS = 8, 30, 50, 3
MAX_QUERY, MAX_DOCUMENT, MAX_ENCODED = 32, 128, 256


def by_hash(*names):
    return hashlib.sha256(" ".join(names).encode()).digest()


def relevant_documents(name, judged):
    """{query: {document: grade}} of documents that are relevant, over all splits."""
    merged = {}
    for split, queries in judged.items():
        least = LEAST.get(name, 1) if split == "test" else 1
        for query, grades in queries.items():
            relevant = {d: grade for d, grade in grades.items() if grade >= least}
            if relevant:
                merged.setdefault(query, {}).update(relevant)
    return merged


def write_collection(name, data, out):
    """The documents and all judged queries as one split, in the layout of MS MARCO."""
    documents, queries, judged = read(name, data)
    relevant = relevant_documents(name, judged)
    out.mkdir(parents=True)
    (out / "collection.tsv").write_text("".join(f"{i}\t{t}\n" for i, t in documents.items() if t))
    (out / "queries.train.tsv").write_text("".join(f"{q}\t{queries[q]}\n" for q in relevant))
    (out / "qrels.train.txt").write_text("".join(f"{q} 0 {d} {g}\n" for q, of in relevant.items() for d, g in of.items()))


def draw(candidates, relevant):
    """[(query, positive, negative)] in the order of queries; candidates are ids by rank."""
    rows = []
    for query, ranked in candidates.items():
        held = [d for d in ranked[:DEPTH] if d in relevant[query]] or [d for d in ranked if d in relevant[query]]
        if not held:
            continue
        positive = min(held, key=lambda d: by_hash("positive", query, d))
        others = sorted((d for d in ranked[:DEPTH] if d != positive), key=lambda d: by_hash("negative", query, d))
        rows += [(query, positive, d) for d in others[:NEGATIVES]]
    return rows


class Encoder:
    """MiniLM's pieces and vectors of texts, cut at a number of pieces; vectors are kept in a file."""

    def __init__(self, folder):
        from tokenizers import Tokenizer

        self.folder, self.tokenizer, self.model = folder, Tokenizer.from_file(str(weights() / "tokenizer.json")), None
        self.tokenizer.no_padding()
        self.tokenizer.no_truncation()

    def pieces(self, texts, most):
        encoded = self.tokenizer.encode_batch(texts, add_special_tokens=False)
        return [[101, *e.ids[: most - 2], 102] for e in encoded]

    def vectors(self, name, texts, most):
        file = self.folder / f"{name}.npy"
        if not file.exists():
            import torch
            from transformers import AutoModel

            self.model = self.model or AutoModel.from_pretrained(weights()).eval()
            ids, out = self.pieces(texts, most), np.zeros((len(texts), 384), np.float32)
            order = sorted(range(len(ids)), key=lambda i: -len(ids[i]))
            with torch.no_grad():
                for start in range(0, len(order), 64):
                    some = order[start : start + 64]
                    width = len(ids[some[0]])
                    batch = torch.tensor([ids[i] + [0] * (width - len(ids[i])) for i in some])
                    mask = (batch > 0).float()[..., None]
                    states = self.model(input_ids=batch, attention_mask=mask[..., 0].long()).last_hidden_state
                    pooled = (states * mask).sum(1) / mask.sum(1)
                    out[some] = torch.nn.functional.normalize(pooled, dim=1).numpy()
            np.save(file, out)
        return np.load(file)


def audited(axiomine, folder, collection, rows, texts, run):
    """The score of each row, the higher, the likelier its negative is relevant, by `axiomine audit` with a run or without (None)."""
    file = folder.with_suffix(".jsonl")
    with open(file, "w") as out:
        for query, positive, negative in rows:
            row = {"query": texts["queries"][query], "positive": texts["documents"][positive], "negative": texts["documents"][negative], "query_id": query}
            print(json.dumps(row), file=out)
    ids = ["--run", f"model={run}", "--collection", collection / "collection.tsv"] if run else []
    call(axiomine, "audit", file, "--scores", "--overwrite", "-q", *ids, "-o", folder, stdout=subprocess.DEVNULL)
    table = pq.read_table(folder / "scores.parquet")
    assert table["row"].to_pylist() == list(range(len(rows)))
    return table["score"].to_numpy().astype(np.float32)


def collection(name, options):
    """The arrays of one collection."""
    out = options.output / name
    documents, queries, judged = read(name, options.data / name)
    documents = {i: t for i, t in documents.items() if t}
    relevant = relevant_documents(name, judged)
    if not (out / "collection").exists():
        write_collection(name, options.data / name, out / "collection")
    if not (out / "bm25").exists():
        call(options.axiomine, "gen", "retrieve", "-q", "--data", out / "collection", "--hits", CANDIDATES, "--set", "drop_self=off",
             "-o", out / "bm25", stdout=subprocess.DEVNULL)
    bm25 = run_of(out / "bm25" / "run.train.txt")
    candidates = {q: sorted(scores, key=lambda d: -scores[d]) for q, scores in bm25.items()}
    rows = draw(candidates, relevant)
    asked = list(dict.fromkeys(q for q, _, _ in rows))
    ids = sorted({d for q in asked for d in candidates[q]} | {p for _, p, _ in rows})
    encoder = Encoder(out)
    of_query = dict(zip(asked, encoder.vectors("queries", [queries[q] for q in asked], MAX_ENCODED)))
    of_document = dict(zip(ids, encoder.vectors("documents", [documents[d] for d in ids], MAX_ENCODED)))
    cosine = {q: {d: float(of_query[q] @ of_document[d]) for d in candidates[q]} for q in asked}
    with open(out / "cosine.txt", "w") as file:
        for q in asked:
            file.writelines(f"{q} Q0 {d} {r} {cosine[q][d]!r} cosine\n" for r, d in enumerate(sorted(cosine[q], key=lambda d: -cosine[q][d]), 1))
    print(f"{name}: {len(asked)} queries, {len(rows)} rows, {sum(n in relevant[q] for q, _, n in rows) / len(rows):.3f} of them false", flush=True)
    texts = {"queries": queries, "documents": documents}
    scores = [audited(options.axiomine, out / folder, out / "collection", rows, texts, run) for folder, run in (("plain", None), ("model", out / "cosine.txt"))]
    return pack(name, texts, relevant, candidates, rows, asked, ids, cosine, scores, encoder)


def pack(name, texts, relevant, candidates, rows, asked, ids, cosine, scores, encoder):
    """A collection's arrays; queries and documents are numbered from 0."""
    query, document = ({name: i for i, name in enumerate(names)} for names in (asked, ids))
    pieces = {"query": encoder.pieces([texts["queries"][q] for q in asked], MAX_QUERY),
              "document": encoder.pieces([texts["documents"][d] for d in ids], MAX_DOCUMENT)}
    listed, marked = np.full((len(asked), CANDIDATES), -1, np.int32), np.zeros((len(asked), CANDIDATES), np.uint8)
    for i, q in enumerate(asked):
        for j, d in enumerate(candidates[q]):
            listed[i, j], marked[i, j] = document[d], d in relevant[q]
    arrays = {
        "query": np.array([query[q] for q, _, _ in rows], np.int32),
        "positive": np.array([document[p] for _, p, _ in rows], np.int32),
        "negative": np.array([document[n] for _, _, n in rows], np.int32),
        "false": np.array([n in relevant[q] for q, _, n in rows], np.uint8),
        "cosine": np.array([cosine[q][n] for q, _, n in rows], np.float32),
        "ratio": np.array([cosine[q][n] / max(cosine[q][p], 1e-6) for q, p, n in rows], np.float32),
        "score_plain": scores[0], "score_model": scores[1],
        "fold": np.array([by_hash("fold", q)[0] % FOLDS for q in asked], np.int32),
        "candidates": listed, "relevant": marked, "all_relevant": np.array([len(relevant[q]) for q in asked], np.int32),
    }
    for kind, of in pieces.items():
        arrays[f"{kind}_pieces"] = np.concatenate([np.array(p, np.uint16) for p in of])
        arrays[f"{kind}_lengths"] = np.array([len(p) for p in of], np.int32)
    return arrays


def join(collections):
    """The arrays of all collections as one; queries and documents are numbered on."""
    joined, queries, documents = {}, 0, 0
    for number, arrays in enumerate(collections):
        arrays = dict(arrays, collection=np.full(len(arrays["query"]), number, np.int32), query_collection=np.full(len(arrays["fold"]), number, np.int32))
        arrays["query"] = arrays["query"] + queries
        for name in ("positive", "negative"):
            arrays[name] = arrays[name] + documents
        arrays["candidates"] = np.where(arrays["candidates"] < 0, -1, arrays["candidates"] + documents)
        queries, documents = queries + len(arrays["fold"]), documents + len(arrays["document_lengths"])
        for name, values in arrays.items():
            joined.setdefault(name, []).append(values)
    return {name: np.concatenate(values) for name, values in joined.items()}


def half_weights():
    """MiniLM's weights in half precision, by name."""
    from safetensors.numpy import load_file

    return {name: values.astype(np.float16) for name, values in load_file(weights() / "model.safetensors").items() if not name.startswith("pooler") and "position_ids" not in name}


def main():
    flags = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    flags.add_argument("--axiomine", default=ROOT / "axiomine")
    flags.add_argument("--data", type=pathlib.Path, required=True)
    flags.add_argument("--output", type=pathlib.Path, required=True)
    options = flags.parse_args()
    os.environ.update(HF_HUB_OFFLINE="1", TOKENIZERS_PARALLELISM="false", OMP_NUM_THREADS="1")
    np.savez_compressed(options.output / "study.npz", **join([collection(name, options) for name in COLLECTIONS]))
    np.savez_compressed(options.output / "weights.npz", **half_weights())


if __name__ == "__main__":
    main()
