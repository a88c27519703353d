"""Real trainers: a BERT with a head per task by our recipe, and the collator of sentence-transformers."""

import re

import datasets
import pytest
from conftest import ROOT
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
             "ranking=2,reg=1,anti-reg=1", "--on-shortage", "shrink", "--class-test", 100, "--vocab", vocab, "--max-length", LONGEST,
             "--max-query-length", 32, "--output-format", "parquet,st-triplet", "-o", out)
    return out


def test_a_bert_with_a_head_per_task(axiomine, python, mixture, data, tmp_path):
    """Two layers from random weights: every task is trained, and a run of the ranking head is scored."""
    recipe, run, wikiqa = ROOT / "configs" / "recipes" / "cross_encoder.py", tmp_path / "run.txt", data / "wikiqa"
    assert len(recipe.read_text().splitlines()) <= 152
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
