"""Real trainers: a BERT with a head per task by our recipe, and the collator of sentence-transformers."""

import os
import re
import subprocess
import sys

import datasets
import pytest
from conftest import ROOT, long
from sentence_transformers import SentenceTransformer
from sentence_transformers.sentence_transformer.data_collator import SentenceTransformerDataCollator
from tokenizers import BertWordPieceTokenizer

STEPS, TOP, LONGEST = 300, 10, 64
TASKS = ("pairwise", "reg", "anti-reg")


@pytest.fixture(scope="module")
def mixture(axiomine, data, vocab, tmp_path_factory):
    """A ranking task and two tasks of three classes on WikiQA with ten judged queries."""
    out = tmp_path_factory.mktemp("mixture") / "out"
    axiomine("gen", "-q", "-c", "wikiqa", "--data", data / "wikiqa", "--judged-queries", 10, "--ratio", "7:1", "--mixture",
             "ranking=2,reg=1,anti-reg=1", "--on-shortage", "shrink", "--set", "class_test=100", "--vocab", vocab, "--max-length", LONGEST,
             "--set", "max_query_length=32", "--output-format", "parquet,st-triplet", "-o", out)
    return out


@long("300 steps of a BERT")
def test_a_bert_with_a_head_per_task(axiomine, python, mixture, data, tmp_path):
    """Two layers from random weights: every task is trained, and a run of the ranking head is scored."""
    recipe, run, wikiqa = ROOT / "configs" / "recipes" / "cross_encoder.py", tmp_path / "run.txt", data / "wikiqa"
    assert len(recipe.read_text().splitlines()) <= 181
    said = python(recipe, mixture / "shards", "--model", "random", "--steps", STEPS, "--learning-rate", 3e-4, "--candidates", mixture / "run.test.txt",
                  "--top", TOP, "--collection", wikiqa / "collection.tsv", "--queries", wikiqa / "queries.test.tsv", "--output", run)
    losses = {m[1]: (float(m[2]), float(m[3])) for m in re.finditer(r"(\S+): loss (\S+) -> (\S+)", said)}
    assert sorted(losses) == sorted(TASKS)
    assert losses["pairwise"][1] < losses["pairwise"][0], said
    evaluated = axiomine("train", "eval", "-m", "map", "-m", "num_q", "-m", "num_ret", wikiqa / "qrels.test.txt", run, capture_output=True, text=True).stdout
    print(said, evaluated)
    measures = {line.split()[0]: float(line.split()[2]) for line in evaluated.splitlines()}
    candidates = sum(int(line.split()[3]) <= TOP for line in open(mixture / "run.test.txt"))
    assert (measures["num_q"], measures["num_ret"]) == (242, candidates)  # of 243 queries one has no term
    assert 0 < measures["map"] < 1


def test_pairs_drawn_anew_as_the_model_learns(binary, mixture, data, tmp_path, monkeypatch, axiomine):
    """--live: rows of axioms are fewer each time than all that there are, since only those that are violated are drawn."""
    shards, run, wikiqa = tmp_path / "pairs" / "shards", tmp_path / "run.txt", data / "wikiqa"
    axiomine("gen", "-q", "-c", "wikiqa", "--data", wikiqa, "--judged-queries", 10, "--ratio", "7:1", "--vocab", mixture / "shards" / "vocab.txt",
             "--max-length", LONGEST, "--set", "max_query_length=32", "-o", tmp_path / "pairs")
    monkeypatch.setenv("PYTHONPATH", str(ROOT / "train" / "pytorch" / "src"))
    monkeypatch.setenv("AXIOMINE_PROGRAM", str(binary))
    recipe = ROOT / "configs" / "recipes" / "cross_encoder.py"
    said = subprocess.run([sys.executable, recipe, shards, "--model", "random", "--steps", "30", "--live", wikiqa, "--live-every", "15", "--live-queries", "20",
                           "--live-top", "10", "--candidates", mixture / "run.test.txt", "--top", "2", "--collection", wikiqa / "collection.tsv", "--queries",
                           wikiqa / "queries.test.tsv", "--output", run], capture_output=True, text=True, env=os.environ | {"OMP_NUM_THREADS": "1"})
    assert said.returncode == 0, said.stderr[-3000:]
    drawn = {int(m[1]): (int(m[2]), int(m[3])) for m in re.finditer(r"step (\d+): (\d+) pairs of axioms are violated, (\d+) rows in all", said.stdout)}
    assert sorted(drawn) == [0, 15] and drawn[0] != drawn[15]
    judged = {rows - axiomatic for axiomatic, rows in drawn.values()}
    assert len(judged) == 1 and all(0 < axiomatic <= 7 * min(judged) for axiomatic, _ in drawn.values())
    assert run.stat().st_size > 0


def test_the_collator_of_sentence_transformers_takes_triplets(mixture, model, vocab):
    """All rows through the collator of its trainer, with a model's own preprocessing: the ids are those of tokenizers."""
    rows = datasets.load_dataset(str(mixture / "shards"), "triplet", split="train", cache_dir=str(mixture / "cache"))
    assert rows.column_names == ["anchor", "positive", "negative"]
    collate = SentenceTransformerDataCollator(preprocess_fn=SentenceTransformer(str(model), device="cpu").preprocess)
    tokenizer = BertWordPieceTokenizer(str(vocab), lowercase=True)
    for begin in range(0, len(rows), 64):
        batch = rows.select(range(begin, min(begin + 64, len(rows)))).to_list()
        features = collate(batch)
        for column in rows.column_names:
            for row, ids, mask in zip(batch, features[f"{column}_input_ids"], features[f"{column}_attention_mask"]):
                assert ids[mask.bool()].tolist() == tokenizer.encode(row[column]).ids


def test_pylate_learns_from_the_sides_and_scores_of_a_row(axiomine, pylate, data, model, tmp_path):
    """Its losses on batches of its own collator are those of MaxSim by hand: log-softmax of positive before negative, KL of the scores."""
    axiomine("gen", "-q", "-c", "wikiqa", "--data", data / "wikiqa", "--judged-queries", 10, "--ratio", "7:1", "--output-format",
             "st-triplet,st-margin-ntuple", "--group-size", 4, "-o", tmp_path / "pairs")
    script = tmp_path / "check.py"
    script.write_text("""
import sys, torch
from datasets import load_dataset
from pylate import losses, models, utils
shards, bert = sys.argv[1:]
model = models.ColBERT(bert, embedding_size=32, device="cpu", do_query_expansion=False).eval()
collate = utils.ColBERTCollator(model.tokenize)

def maxsim(query, document):
    [q], [d] = model.encode([query], is_query=True, convert_to_tensor=True), model.encode([document], is_query=False, convert_to_tensor=True)
    return (q @ d.T).max(1).values.sum().item()

def features(row):
    batch = collate([row])
    names = [column.removesuffix("_input_ids") for column in batch if column.endswith("_input_ids")]
    return [{key: batch[f"{name}_{key}"] for key in ("input_ids", "attention_mask")} for name in names]

triplets = load_dataset(shards, "triplet", split="train").select(range(6))
assert triplets.column_names == ["anchor", "positive", "negative"]
with torch.no_grad():
    for row in triplets:
        sides = features(row)
        assert len(sides) == 3
        got = losses.Contrastive(model)(sides).item()
        scores = torch.tensor([maxsim(row["anchor"], row["positive"]), maxsim(row["anchor"], row["negative"])])
        assert abs(got + torch.log_softmax(scores, 0)[0].item()) < 1e-3, (got, scores)
    groups = load_dataset(shards, "margin-mse-n-tuple", split="train").select(range(6))
    for row in groups:
        documents = [row["positive"], *(row[f"negative_{n}"] for n in (1, 2, 3))]
        sides = features({"query": row["anchor"], "documents": documents, "scores": row["scores"]})
        got = losses.Distillation(model, normalize_scores=False)(sides, torch.tensor([row["scores"]])).item()
        scores = torch.tensor([maxsim(row["anchor"], document) for document in documents])
        teacher = torch.log_softmax(torch.tensor(row["scores"]), 0)
        by_hand = (teacher.exp() * (teacher - torch.log_softmax(scores, 0))).sum().item()
        assert abs(got - by_hand) < 1e-3, (got, by_hand)
print("agree")
""")
    done = subprocess.run([sys.executable, script, tmp_path / "pairs" / "shards", model], capture_output=True, text=True,
                          env=os.environ | {"PYTHONPATH": pylate, "OMP_NUM_THREADS": "1"})
    assert done.stdout.endswith("agree\n"), done.stdout + done.stderr[-3000:]
