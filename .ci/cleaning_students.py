"""Trains bi-encoders and cross-encoders on rows that were cleaned in different ways, and measures them on queries that were held out.

    python3 .ci/cleaning_students.py STUDY OUT [--seeds N] [--workers N] [--minutes N]

STUDY is a folder of .ci/cleaning_rows.py. Needs PyTorch and transformers; uses an accelerator where there is one. A student begins with
MiniLM's weights and sees all five collections. Folds are by query; a student of a fold trains on the others' queries. All students of a
kind have equal steps, batches and rates, whatever their rows. Each one's average precision of every held-out query (BM25's first 50,
ranked by the student alone, all judgements) is a line of OUT/students-WORKER.jsonl.
"""

import argparse
import json
import pathlib
import random
import time

import numpy as np
import torch
from transformers import BertConfig, BertModel

FLAGGED = 0.1  # the share of a collection's rows that a score flags
STUDENTS = {  # steps, rows a batch, learning rate
    "bi-encoder": (250, 64, 2e-5),
    "cross-encoder": (400, 32, 5e-5),
}


def flagged(study, score):
    """The tenth of each collection's rows with the highest score; ties by row."""
    chosen = np.zeros(len(score), bool)
    for number in np.unique(study["collection"]):
        rows = np.flatnonzero(study["collection"] == number)
        best = rows[np.argsort(-score[rows], kind="stable")[: round(FLAGGED * len(rows))]]
        chosen[best] = True
    return chosen


def arms(study):
    """{arm: weight of each row}: a row of weight 0 is dropped."""
    false = study["false"].astype(bool)
    with_model, without = study["score_model"], study["score_plain"]
    drop = lambda rows: 1.0 - rows.astype(np.float32)
    by_model, by_plain = flagged(study, with_model), flagged(study, without)
    rng = np.random.default_rng(0)
    return {
        "as it is": drop(np.zeros_like(false)),
        "drop: oracle, every false negative": drop(false),
        "drop 10 %: audit with a model": drop(by_model),
        "drop 10 %: audit without a model": drop(by_plain),
        "drop 10 %: relative margin": drop(flagged(study, study["ratio"])),
        "drop 10 %: cosine": drop(flagged(study, study["cosine"])),
        "drop 10 %: at random": drop(flagged(study, rng.random(len(false)))),
        "of the 10 % with a model, its false negatives": drop(by_model & false),
        "of the 10 % with a model, its true negatives": drop(by_model & ~false),
    }


class Texts:
    """Pieces of texts as a padded matrix on the device."""

    def __init__(self, flat, lengths, device):
        width = int(lengths.max())
        padded = np.zeros((len(lengths), width), np.int32)
        starts = np.concatenate([[0], np.cumsum(lengths)])
        for i, n in enumerate(lengths):
            padded[i, :n] = flat[starts[i] : starts[i] + n]
        self.ids = torch.from_numpy(padded).to(device)
        self.lengths = torch.from_numpy(lengths.astype(np.int64)).to(device)

    def batch(self, rows):
        lengths = self.lengths[rows]
        return self.ids[rows][:, : int(lengths.max())].long(), lengths


class Student(torch.nn.Module):
    def __init__(self, weights, kind):
        super().__init__()
        shape = {"hidden_size": 384, "num_hidden_layers": 6, "num_attention_heads": 12, "intermediate_size": 1536, "vocab_size": 30522}
        self.kind, self.bert = kind, BertModel(BertConfig(**shape), add_pooling_layer=False)
        missing, unknown = self.bert.load_state_dict({k: torch.from_numpy(weights[k].astype(np.float32)) for k in weights.files}, strict=False)
        if [name for name in missing if "position_ids" not in name] or unknown:
            raise SystemExit(f"weights lack {missing} and have {unknown}")
        self.head = torch.nn.Linear(384, 1)
        torch.nn.init.normal_(self.head.weight, std=0.02)

    def states(self, ids, types, lengths):
        mask = torch.arange(ids.shape[1], device=ids.device)[None] < lengths[:, None]
        return self.bert(input_ids=ids, attention_mask=mask.long(), token_type_ids=types).last_hidden_state, mask

    def encode(self, texts, rows):
        """Unit vectors of texts, the mean over their pieces."""
        ids, lengths = texts.batch(rows)
        states, mask = self.states(ids, torch.zeros_like(ids), lengths)
        mask = mask[..., None].to(states.dtype)
        return torch.nn.functional.normalize(((states * mask).sum(1) / mask.sum(1)).float(), dim=1)

    def score(self, queries, documents, q, d):
        """Scores of pairs, read together: [CLS] query [SEP] document [SEP]."""
        (a, n), (b, m) = queries.batch(q), documents.batch(d)
        at = torch.arange(int((n + m).max()) - 1, device=a.device)[None].expand(len(q), -1)
        second = at >= n[:, None]
        ids = torch.where(second, b.gather(1, (at - n[:, None] + 1).clamp(0, b.shape[1] - 1)), a.gather(1, at.clamp(max=a.shape[1] - 1)))
        states, _ = self.states(ids, second.long(), n + m - 1)
        return self.head(states[:, 0]).float()[:, 0]


def batches(rows, query, size, steps, seed):
    """Batches of rows of distinct queries: each round takes the next row of every query, in a random order."""
    drawn, of = random.Random(seed), {}
    for row in rows:
        of.setdefault(query[row], []).append(row)
    for some in of.values():
        drawn.shuffle(some)
    turn, order, made = 0, [], 0
    while made < steps:
        if len(order) < size:
            order = list(of)
            drawn.shuffle(order)
            turn += 1
        yield [of[q][turn % len(of[q])] for q in order[:size]]
        order, made = order[size:], made + 1


def train(student, study, texts, rows, weight, seed):
    steps, size, rate = STUDENTS[student.kind]
    device, (queries, documents) = texts[0].ids.device, texts
    optimiser = torch.optim.AdamW(student.parameters(), lr=rate, weight_decay=0.01, fused=device.type == "cuda")
    warm = steps // 10
    schedule = torch.optim.lr_scheduler.LambdaLR(optimiser, lambda s: min((s + 1) / warm, (steps - s) / (steps - warm)))
    column = lambda name: torch.from_numpy(study[name].astype(np.int64)).to(device)
    query, positive, negative = column("query"), column("positive"), column("negative")
    weight = torch.from_numpy(weight).to(device)
    for batch in batches(rows, study["query"], size, steps, seed):
        b = torch.tensor(batch, device=device)
        with torch.autocast(device.type, torch.bfloat16, enabled=device.type == "cuda"):
            if student.kind == "bi-encoder":
                q, d = student.encode(queries, query[b]), student.encode(documents, torch.cat([positive[b], negative[b]]))
                logits = 20 * q @ d.T
                own = torch.arange(size, device=device)
                # A row's own negative counts by its weight; the others' documents are negatives as they are.
                logits[own, size + own] += weight[b].clamp(min=1e-6).log()
                loss = -torch.log_softmax(logits, 1)[own, own]
            else:
                s = student.score(queries, documents, torch.cat([query[b], query[b]]), torch.cat([positive[b], negative[b]]))
                difference = s[:size] - s[size:]
                loss = weight[b] * torch.nn.functional.softplus(-difference)
        optimiser.zero_grad(set_to_none=True)
        loss.mean().backward()
        torch.nn.utils.clip_grad_norm_(student.parameters(), 1.0)
        optimiser.step()
        schedule.step()


@torch.no_grad()
def precision(student, study, texts, held):
    """Average precision of each held-out query."""
    device, (queries, documents) = texts[0].ids.device, texts
    candidates = torch.from_numpy(study["candidates"].astype(np.int64)).to(device)  # -1: none
    out = []
    with torch.autocast(device.type, torch.bfloat16, enabled=device.type == "cuda"):
        if student.kind == "bi-encoder":
            wanted = torch.unique(candidates[held])
            wanted = wanted[wanted >= 0]
            wanted = wanted[documents.lengths[wanted].argsort()]
            vectors = torch.zeros(len(documents.lengths), 384, device=device)
            for some in wanted.split(1024):
                vectors[some] = student.encode(documents, some)
        for q in held.split(1024 if student.kind == "bi-encoder" else 32):
            documents_of = candidates[q]
            there = documents_of >= 0
            if student.kind == "bi-encoder":
                scores = torch.einsum("qh,qdh->qd", student.encode(queries, q), vectors[documents_of.clamp(min=0)])
            else:
                pairs_q = q[:, None].expand_as(documents_of)[there]
                scores = torch.zeros(documents_of.shape, device=device)
                scores[there] = student.score(queries, documents, pairs_q, documents_of[there])
            out.append(torch.where(there, scores.float(), -torch.inf).cpu())
    order = torch.cat(out).numpy().argsort(axis=1, kind="stable")[:, ::-1]
    relevant = np.take_along_axis(study["relevant"][held.cpu().numpy()], order, 1)
    found = relevant.cumsum(1)
    return (relevant * found / np.arange(1, relevant.shape[1] + 1)).sum(1) / study["all_relevant"][held.cpu().numpy()]


def work(worker, options):
    device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
    study, weights = dict(np.load(options.study / "study.npz")), np.load(options.study / "weights.npz")
    texts = [Texts(study[f"{kind}_pieces"], study[f"{kind}_lengths"], device) for kind in ("query", "document")]
    made = arms(study)
    jobs = [(seed, fold, kind, arm) for seed in range(options.seeds) for fold in range(int(study["fold"].max()) + 1) for kind in STUDENTS for arm in made]
    begin = time.time()
    with open(options.out / f"students-{worker}.jsonl", "w") as out:
        if worker == 0:
            for kind in ("bi-encoder",):
                torch.manual_seed(0)
                student, held = Student(weights, kind).to(device).eval(), torch.arange(len(study["fold"]), device=device)
                values = precision(student, study, texts, held)
                print(json.dumps({"arm": "untrained", "student": kind, "queries": held.tolist(), "ap": [round(float(v), 5) for v in values]}), file=out)
        for seed, fold, kind, arm in jobs[worker :: options.workers]:
            if time.time() - begin > 60 * options.minutes:
                break
            start = time.time()
            torch.manual_seed(seed)
            weight = made[arm]
            rows = np.flatnonzero((weight > 0) & (study["fold"][study["query"]] != fold)).tolist()
            student = Student(weights, kind).to(device).train()
            train(student, study, texts, rows, weight, seed)
            held = torch.from_numpy(np.flatnonzero(study["fold"] == fold)).to(device)
            values = precision(student.eval(), study, texts, held)
            line = {"arm": arm, "student": kind, "seed": seed, "fold": fold, "rows": len(rows), "queries": held.tolist(),
                    "ap": [round(float(v), 5) for v in values], "seconds": round(time.time() - start, 1)}
            print(json.dumps(line), file=out, flush=True)
            print(seed, fold, kind, arm, f"{values.mean():.4f}", f"{line['seconds']} s", flush=True)


def main():
    flags = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    flags.add_argument("study", type=pathlib.Path)
    flags.add_argument("out", type=pathlib.Path)
    flags.add_argument("--seeds", type=int, default=2)
    flags.add_argument("--workers", type=int, default=1)
    flags.add_argument("--minutes", type=float, default=1e9, help="no student is begun after so many")
    options = flags.parse_args()
    options.out.mkdir(parents=True, exist_ok=True)
    if options.workers == 1:
        return work(0, options)
    torch.multiprocessing.spawn(work, (options,), nprocs=options.workers)


if __name__ == "__main__":
    main()
