"""Random runs and judgements, with ties in single precision, huge and negative scores, odd ids, missing queries and unjudged documents:
train eval prints what pytrec_eval computes. Runs and shards of a collection with such ids hold them."""

import csv
import json
import math
import random
import subprocess

import pytest
import pytrec_eval

CASES = 24
IDS = ["#", "#d", "-x", "--help", '"', '"quoted"', "a,b", "back\\slash", "{", "{}", "[1]", "'", "Q0", "0", "007", "1.0", "nan", "d~1", "é", "e\u0301",
       "שלום", "\u202ereversed", "鯨", "😀", "%s", "$HOME", "a;b", "a=b", "../up", "\u200bwide", "long" * 5000]
MEASURES = ["map", "Rprec", "bpref", "recip_rank", "ndcg", "P_1", "P_5", "P_10", "P_1000", "recall_5", "recall_100", "ndcg_cut_1", "ndcg_cut_5",
            "ndcg_cut_10", "map_cut_3", "map_cut_100", "success_1", "success_5", "num_ret", "num_rel", "num_rel_ret"]


def score(r):
    """Many scores are equal, or equal in single precision alone."""
    return r.choice([
        lambda: r.choice([0.0, -0.0, 1.0, -1.0]), lambda: 1 - r.random() * 1e-8, lambda: 16777216.0 + r.randrange(4),
        lambda: r.choice([1e300, -1e300, 3.4e38, 3.5e38, 1e-300, 1e-46, -1e-46]), lambda: r.uniform(-30, 30), lambda: float(r.randrange(-3, 3)),
        lambda: 0.1 + r.randrange(3) * 1e-9])()


def collection(r):
    """Judgements, and runs of all their queries but some."""
    qrels, run = {}, {}
    for query in r.sample(IDS, 20) + [f"q{i}" for i in range(20)]:
        docs = r.sample(IDS, r.randrange(1, len(IDS))) + [f"d{i}" for i in range(r.randrange(20))]
        if r.random() < .9:
            qrels[query] = {d: r.choice([0, 0, 0, 1, 1, 2, 3, -1]) for d in r.sample(docs, r.randrange(1, len(docs) + 1))}
        if r.random() < .9:
            some = score if r.random() < .7 else lambda r: 1.0
            run[query] = {d: some(r) for d in docs if r.random() < .8}
    return qrels, {q: docs for q, docs in run.items() if docs}


def write(r, qrels, run, folder):
    folder.mkdir()
    def begin(query):  # at a line's beginning # makes a comment in trec_eval 10.0
        return " " + query if query.startswith("#") else query
    rows = [f"{begin(q)} 0 {d} {grade}\n" for q, docs in qrels.items() for d, grade in docs.items()]
    lines = [f"{begin(q)} Q0 {d} {r.randrange(9)} {score!r} tag\n" for q, docs in run.items() for d, score in docs.items()]
    r.shuffle(lines)
    (folder / "qrels.txt").write_text("".join(rows))
    (folder / "run.txt").write_text("".join(lines))
    with open(folder / "qrels.txt") as q, open(folder / "run.txt") as f:
        assert pytrec_eval.parse_qrel(q) == qrels and pytrec_eval.parse_run(f) == run  # what is written is what is meant


@pytest.mark.parametrize("level", [1, 2])
def test_measures_are_those_of_pytrec_eval(axiomine, tmp_path, level):
    names = {n.rsplit("_", 1)[0] + "." + n.rsplit("_", 1)[1] if n[-1].isdigit() else n for n in MEASURES}
    values = 0
    for seed in range(CASES // 2):
        r = random.Random(seed * 2 + level)
        qrels, run = collection(r)
        folder = tmp_path / str(seed)
        write(r, qrels, run, folder)
        wanted = pytrec_eval.RelevanceEvaluator(qrels, names, relevance_level=level).evaluate(run)
        out = axiomine("train", "eval", "-q", "--json", "-l", level, *[f"-m{m}" for m in MEASURES], folder / "qrels.txt", folder / "run.txt",
                       capture_output=True, text=True).stdout
        got = {}
        for row in json.loads(out):
            got.setdefault(row["query"], {})[row["measure"]] = row["value"]
        got.pop("all")
        assert set(got) == set(wanted) == set(qrels) & set(run)
        for query, measures in wanted.items():
            for name, value in measures.items():
                assert abs(got[query][name] - value) <= 5e-5 + 1e-9, f"seed {seed}, query {query[:20]!r}, {name}: {got[query][name]}, not {value}"
                values += math.isfinite(value)
    assert values > 5000


def test_odd_ids_come_back_from_all_that_is_written(axiomine, binary, tmp_path):
    """The run has all ids for pytrec_eval and for axiomine itself; shards have no other ids than the collection, and are as their manifest says."""
    ids = [name for name in IDS if name != "nan"]  # in tables a missing id, as pandas writes it
    texts = {name: f"red fox {'fox ' * (i % 5)}{'river ' * (i % 3)}number{i}" for i, name in enumerate(ids)}
    data, out = tmp_path / "data", tmp_path / "out"
    (data / "qrels").mkdir(parents=True)
    for file, of in (("corpus.jsonl", texts), ("queries.jsonl", {name: f"red fox river number{i}" for i, name in enumerate(ids)})):
        (data / file).write_text("".join(json.dumps({"_id": name, "text": text}) + "\n" for name, text in of.items()))
    with open(data / "qrels" / "train.tsv", "w", newline="") as file:
        csv.writer(file, delimiter="\t").writerows([("query-id", "corpus-id", "score"), *((name, name, 1) for name in ids)])
    axiomine("gen", "-q", "--data", data, "--axioms", "tfc1", "--ratio", "1:1", "--judged", 50, "--output-format",
             "jsonl,parquet,triples-ids,tevatron,st-ids,flagembedding,swift", "-o", out)
    with open(out / "run.train.txt") as file:
        run = pytrec_eval.parse_run(file)
    assert set(run) == set(ids) == {name for docs in run.values() for name in docs}
    axiomine("tokenize", "verify", "-q", out / "shards", capture_output=True)
    rows = [json.loads(line) for line in open(next((out / "shards" / "jsonl").glob("train-*")))]
    assert len(rows) == 100 and all(row["positive"] == texts[row["pos_id"]] and row["negative"] == texts[row["neg_id"]] for row in rows)
    again = tmp_path / "again"
    axiomine("gen", "-q", "--data", data, "--run", out / "run.train.txt", "--axioms", "tfc1", "--ratio", "1:1", "--judged", 50, "--output-format", "jsonl",
             "-o", again)
    assert sorted(json.loads(line)["uid"] for line in open(next((again / "shards" / "jsonl").glob("train-*")))) == sorted(row["uid"] for row in rows)


@pytest.mark.parametrize("name", ["a b", " a", "a\tb", "a\u00a0b", "a\u2028b", "a\x00b", "a\nb", "a\x1fb", "\ufeffa"])
def test_ids_that_no_run_can_hold_are_refused_first(binary, tmp_path, name):
    rows = "".join(json.dumps({"_id": d, "text": "red fox"}) + "\n" for d in ("d1", name))
    (tmp_path / "corpus.jsonl").write_text(rows)
    (tmp_path / "queries.jsonl").write_text(json.dumps({"_id": "q", "text": "red fox"}) + "\n")
    done = subprocess.run([binary, "gen", "retrieve", "-q", "--data", tmp_path, "-o", tmp_path / "out"], capture_output=True, text=True)
    assert done.returncode == 3 and f"{tmp_path}/corpus.jsonl:2: the id " in done.stderr and not (tmp_path / "out").exists(), done.stderr
