"""What axiomine writes, read by the libraries that train on it: datasets, PyTorch, tokenizers, and the shared checkers."""

import collections
import gzip
import html
import json
import os
import re
import subprocess
import sys

import datasets
import pytest
import ranker
import torch
from conftest import NULLABLE, ROOT, long
from tokenizers import BertWordPieceTokenizer
from torch.utils.data import DataLoader

datasets.disable_progress_bars()
SPLITS = ("train", "validation", "test")


def load(shards, config, split, **kwargs):
    return datasets.load_dataset(str(shards), config, split=split, cache_dir=str(shards.parent / "cache"), **kwargs)


def limits(shards):
    """Longest input and longest query, as the manifest says."""
    tokenizer = json.loads((shards / "manifest.json").read_text())["tokenizer"]
    return tokenizer["max_length"], tokenizer["max_query_length"]


# Shards


def test_datasets_takes_every_config(shards, checker):
    checker("parquet_hf.py", shards, "--nullable", NULLABLE)


def test_token_ids_pass_the_checker(shards, checker):
    checker("parquet_hf.py", shards, "--nullable", NULLABLE, "--config", "pairs", "--config", "pairs-tokenized",
            "--vocab", shards / "vocab.txt", "--max-length", limits(shards)[0], "--sidecar", "pairs-tokenized=pairs")


def test_triples_pass_the_checker(shards, checker):
    files = sorted((shards / "triples").glob("*.tsv"))
    assert files
    for f in files:
        checker("triples.py", f)


def test_triples_of_ids_pass_the_checker(cranfield, checker):
    files = sorted((cranfield / "triples-ids").glob("*.tsv"))
    assert files
    for f in files:
        checker("triples.py", f, "--ids")


@pytest.mark.parametrize("split", SPLITS)
def test_every_row_has_the_ids_of_tokenizers(shards, split):
    """Both token configs against encode(text) and encode(query, document) with truncation, row by row: ids and decoded text."""
    longest, longest_query = limits(shards)
    single, query = (BertWordPieceTokenizer(str(shards / "vocab.txt"), lowercase=True) for _ in range(2))
    single.enable_truncation(longest)
    query.enable_truncation(longest_query)
    pair = BertWordPieceTokenizer(str(shards / "vocab.txt"), lowercase=True)
    pair.enable_truncation(longest, strategy="only_second")

    texts = {row["uid"]: row for row in load(shards, "pairs", split)}
    rows = load(shards, "pairs-tokenized", split)
    assert len(rows) == len(texts) > 0
    for row in rows:
        text = texts[row["uid"]]
        for tokenizer, ids, column in ((query, "query_input_ids", "query"), (single, "pos_input_ids", "positive"), (single, "neg_input_ids", "negative")):
            want = tokenizer.encode(text[column]).ids
            assert (row[ids], tokenizer.decode(row[ids])) == (want, tokenizer.decode(want)), row["uid"]

    sides = (("negative", "neg_grade"), ("positive", "pos_grade"))
    denied = {(text["query"], text[side]) for text in texts.values() for side, grade in sides if text[grade] == 0}
    votes, inputs = collections.defaultdict(lambda: [0, 0]), {}  # by input, of pairs that give it the label 0 and 1
    for uid, text in texts.items():
        is_out = text["source"] == "axiom" and (text["query"], text["positive"]) in denied  # a judgement overrules an axiom
        for label, (side, _) in enumerate(sides):
            inputs[uid, label] = pair.encode(text["query"], text[side])
            if not is_out:
                votes[tuple(inputs[uid, label].ids)][label] += 1
    seen = set()
    for row in load(shards, "cross", split):
        want = inputs[row["uid"], row["label"]]
        assert (row["input_ids"], row["token_type_ids"]) == (want.ids, want.type_ids), row["uid"]
        assert pair.decode(row["input_ids"]) == pair.decode(want.ids), row["uid"]
        seen.add((row["uid"], row["label"]))
    lead = {key: votes[tuple(want.ids)][key[1]] - votes[tuple(want.ids)][1 - key[1]] for key, want in inputs.items()}
    assert seen <= {key for key in lead if lead[key] >= 0}  # the label of most pairs: all weigh 1; a tie goes to judged pairs
    once = collections.Counter(tuple(inputs[key].ids) for key in seen)
    assert max(once.values()) == 1 and {ids for ids, (no, yes) in votes.items() if no != yes} <= set(once)  # each input once; a tie may be left out


# Training


@pytest.mark.parametrize("streaming", [pytest.param(False, marks=long("minutes of training")), True], ids=["map-style", "streaming"])
@pytest.mark.parametrize("config, kind, falls_to", [
    # Mean loss of the last 20 of 200 steps over the first 20, seen on this seed: .25 and .06.
    ("cross", ranker.CrossEncoder, 0.9),
    ("pairs-tokenized", ranker.BiEncoder, 0.5),
])
def test_a_transformer_learns_from_the_shards(demo, config, kind, falls_to, streaming):
    torch.set_num_threads(1)  # two would wait for each other, spinning, on a busy machine
    torch.manual_seed(42)
    rows = load(demo, config, "train", streaming=streaming).with_format("torch")
    order = {} if streaming else {"shuffle": True, "generator": torch.Generator().manual_seed(42)}
    batches = DataLoader(rows, batch_size=16, num_workers=2, collate_fn=kind.collate, **order)
    vocabulary = len((demo / "vocab.txt").read_text(encoding="utf-8").splitlines())
    losses = ranker.train(kind(vocabulary), batches, steps=200)
    first, last = sum(losses[:20]) / 20, sum(losses[-20:]) / 20
    print(f"loss {first:.3f} -> {last:.3f}")
    assert last < falls_to * first


def test_every_arm_is_at_its_best(axiomine, data, tmp_path):
    """Without a preset: each arm takes its own best cell on dev, of as many; BM25 is tuned; reports say the same as the record."""
    axiomine("train", "-q", "--format", "msmarco", "--data", data / "wikiqa", "--vectors", "{data}/../glove/*", "--judged-queries", 10, "--seeds", 2, "-o", tmp_path / "out")
    result = json.loads((tmp_path / "out" / "result.json").read_text())
    assert result["schema_version"] == 4
    judged, augmented = (result["arms"][name] for name in ("judged", "judged + axioms"))
    assert len(judged["grid"]) == len(augmented["grid"]) >= 8
    assert {bool(cell["setting"]["gen.vectors"]) for cell in judged["grid"]} == {True, False}
    assert any(cell["setting"]["gen.axioms"] == "" for cell in augmented["grid"])
    for place, chosen in enumerate(judged["chosen"]):
        assert chosen["dev"] == max(cell["dev"][place] for cell in judged["grid"])
    bm25 = result["controls"]["BM25"]
    assert bm25["settings"]["tuned_on"].startswith("dev, 126 queries") and abs(bm25["test"]["MAP"] - 0.493) < 0.005
    headline = result["headline"]
    assert (headline["a"], headline["b"], headline["labels"]) == ("judged", "judged + axioms", {"train": 10, "dev": 126})
    assert headline["diff"] == pytest.approx(augmented["mean"]["test"]["MAP"] - judged["mean"]["test"]["MAP"], abs=1e-9)
    page = html.unescape((tmp_path / "out" / "report.html").read_text())
    for sentence in result["findings"]:
        assert sentence.split(": ")[0] in page
    print(f"MAP {judged['mean']['test']['MAP']:.3f} -> {augmented['mean']['test']['MAP']:.3f}")


def test_pages_have_the_study_s_numbers():
    subprocess.run([sys.executable, ROOT / ".ci" / "reproduce.py", "--check", ROOT / "train" / "EFFECT.md", ROOT / "README.md"], check=True)


# Word pieces


@pytest.mark.parametrize("name", ["single", "pairs"])
def test_encode_gives_the_ids_of_tokenizers(axiomine, shared, vocab, name):
    """Every golden text, against the golden ids and against the installed tokenizers."""
    lines = gzip.open(shared / "golden" / "wordpiece" / f"{name}.jsonl.gz").read()
    answers = axiomine("tokenize", "encode", "--vocab", vocab, input=lines, capture_output=True).stdout.decode().split("\n")[:-1]
    golden = [json.loads(line) for line in lines.decode().split("\n")[:-1]]
    assert len(answers) == len(golden) > 0
    tokenizer = BertWordPieceTokenizer(str(vocab), lowercase=True)
    for want, answer in zip(golden, map(json.loads, answers)):
        got = answer.pop("got")
        assert answer == want
        if want.get("error"):
            assert got["error"], want
            continue
        assert got["ids"] == want["ids"], want
        if name == "single":
            assert got["ids"] == tokenizer.encode(want["text"]).ids, want
        else:
            tokenizer.enable_truncation(want["max_length"], strategy=want["strategy"])
            encoded = tokenizer.encode(want["a"], want["b"])
            assert (got["ids"], got["type_ids"]) == (encoded.ids, encoded.type_ids), want
            assert got["type_ids"] == want["type_ids"], want


# The README from top to bottom, and the recipes of the pages that it leads to

PAGES = ["train/TUTORIAL.md", "configs/recipes/README.md", "gen/SCALE.md"]
TRAINERS = ROOT / "configs" / "recipes" / "trainers"


def recipes():
    """(page, name, shell, python) of every block that begins with "# recipe: NAME", and of every script for a trainer with the Python beside it."""
    block = r"```sh\n# recipe: (\S+)\n(.*?)```\n"
    pages = [(page, *m.groups(), None) for page in PAGES for m in re.finditer(block, (ROOT / page).read_text(encoding="utf-8"), re.S)]
    scripts = [("trainers", path.stem, path.read_text(encoding="utf-8"), path.with_suffix(".py")) for path in sorted(TRAINERS.glob("*.sh"))]
    return [pytest.param(page, name, shell, python.read_text(encoding="utf-8") if python and python.exists() else None, id=name)
            for page, name, shell, python in pages + scripts]


def test_readme_from_top_to_bottom(binary, tmp_path):
    """Every block of README as it is pasted, one after another in one folder; a block without a language is what the one before prints."""
    path = os.pathsep.join([str(binary.parent), os.path.dirname(sys.executable), os.environ["PATH"]])
    environment = os.environ | {"PATH": path, "HF_HOME": str(tmp_path / "cache"), "OMP_NUM_THREADS": "1"}
    printed = ""
    blocks = re.findall(r"```(\w*)\n(.*?)```", (ROOT / "README.md").read_text(encoding="utf-8"), re.S)
    assert [language for language, _ in blocks] == ["sh", "sh", "", "python", "sh", "", "sh"]
    for language, text in blocks[1:]:  # the first one installs
        if not language:
            assert text in printed
            continue
        command = ["bash", "-euo", "pipefail", "-c", text] if language == "sh" else [sys.executable, "-c", text]
        done = subprocess.run(command, cwd=tmp_path, env=environment, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
        assert done.returncode == 0, done.stdout[-2000:]
        printed = done.stdout
    assert "m-and" in (tmp_path / "diagnosis" / "diagnosis.html").read_text()


@pytest.mark.parametrize("page, name, shell, python", recipes())
def test_recipe(request, binary, data, vocab, model, tmp_path_factory, page, name, shell, python):
    """Recipes of the trainers run in one folder: no two of them write to the same place."""
    tmp_path = tmp_path_factory.mktemp("recipe")
    if page == "trainers":
        base = tmp_path_factory.getbasetemp()
        tmp_path = (base.parent if "PYTEST_XDIST_WORKER" in os.environ else base) / "trainers"
        tmp_path.mkdir(exist_ok=True)
    path = os.pathsep.join([str(binary.parent), os.path.dirname(sys.executable), os.environ["PATH"]])
    env = os.environ | {"PATH": path, "WIKIQA": str(data / "wikiqa"), "CRANFIELD": str(data / "cranfield"), "VOCAB": str(vocab), "MODEL": str(model),
                        "RECIPES": str(ROOT / "configs" / "recipes"), "SOURCE": str(ROOT), "PASSAGES": "5000", "QUERIES": "300", "ROWS": "2000",
                        "HF_HOME": str(tmp_path / "cache"), "OMP_NUM_THREADS": "1"}
    if python and "pylate" in python:
        env["PYTHONPATH"] = request.getfixturevalue("pylate")
    for command in (["bash", "-euo", "pipefail", "-c", shell], [sys.executable, "-c", python or ""]):
        done = subprocess.run(command, cwd=tmp_path, env=env, capture_output=True, text=True)
        assert done.returncode == 0, done.stdout[-2000:] + done.stderr[-2000:]
