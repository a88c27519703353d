"""Every output format, read by the checkers the way its trainer does, and three-class inputs against tokenizers."""

import functools
import json

import datasets
import pytest
from conftest import NULLABLE
from tokenizers import BertWordPieceTokenizer

ST = {"st-triplet": ["triplet"], "st-ntuple": ["n-tuple"], "st-pairs": ["labeled-pair"], "st-margin-mse": ["margin-mse"],
      "st-margin-ntuple": ["margin-mse-n-tuple"], "st-labeled-list": ["labeled-list"], "st-ids": ["train", "queries", "documents"],
      "st-cross": ["cross-encoder"], "st-listwise": ["listwise"]}  # configs by format
TASKS = {"reg": "reg", "majority(tf-lnc, -m-and; 0.4)": "majority-tf-lnc-reverse-m-and-0.4"}  # of three classes, and their labels in files
LONGEST = 96

# What is written by the defaults, and again by other options in the formats that they concern.
VARIANTS = {
    "usual": {"group": 8, "layout": "B", "ranking": "group", "compat": "full",
              "formats": ["parquet", "triples", "triples-ids", "jsonl", *ST, "tevatron", "tevatron-ids", "tevatron-distil", "mtdnn", "tfrecord", "tfrecord-eval", "matchzoo", "duet"]},
    "groups-of-4": {"group": 4, "layout": "A", "ranking": "regression", "compat": "dl4marco",
                    "formats": ["parquet", "st-ntuple", "tevatron", "mtdnn", "tfrecord", "matchzoo"]},
    "pointwise": {"group": 2, "layout": "A", "ranking": "pointwise", "compat": "full", "formats": ["mtdnn"]},
}


@pytest.fixture(scope="module")
def make(axiomine, data, vocab, tmp_path_factory):
    """Writes a ranking task and two three-class tasks over WikiQA as a variant has it, once."""
    @functools.cache
    def write(variant):
        o = VARIANTS[variant]
        out = tmp_path_factory.mktemp("formats") / "out"
        flags = ["--layout", o["layout"], "--mtdnn-ranking", o["ranking"]]
        if variant != "usual":
            flags += ["--group-size", o["group"], "--mtdnn-san"]
        if o["compat"] != "full":
            flags += ["--compat", o["compat"]]
        axiomine("gen", "-q", "-c", "wikiqa", "--data", data / "wikiqa", "--limit", 30, "--axioms", "length-safe", "--class-test", 60,
                 "--mixture", "ranking=300," + ",".join(f"{task}={rows}" for task, rows in zip(TASKS, (150, 120))), "--vocab", vocab, "--max-length", LONGEST,
                 "--max-query-length", 32, "--output-format", ",".join(o["formats"]), "-o", out, *flags)
        return out / "shards", o
    return write


def each_variant(*formats):
    """Runs a test on every variant that writes one of the formats, or any."""
    names = [name for name, o in VARIANTS.items() if not formats or set(formats) & set(o["formats"])]
    return pytest.mark.parametrize("made", names, indirect=True)


@pytest.fixture
def made(request, make):
    return make(request.param)


def files(folder, pattern):
    found = sorted(folder.glob(pattern))
    assert found, f"no {pattern} in {folder}"
    return found


@each_variant()
def test_verify(made, axiomine):
    axiomine("tokenize", "verify", made[0])
    axiomine("tokenize", "inspect", made[0], capture_output=True)


@each_variant("parquet")
def test_parquet(made, checker):
    checker("parquet_hf.py", made[0], "--nullable", NULLABLE)


@each_variant("parquet")
def test_parquet_ids(made, checker, vocab):
    checker("parquet_hf.py", made[0], "--config", "pairs-tokenized", "--vocab", vocab, "--max-length", LONGEST, "--sidecar", "pairs-tokenized=pairs")


@each_variant(*ST)
def test_sentence_transformers(made, checker):
    """The checker, which runs the library's own collators over every row of all configs but those of ids."""
    configs = [config for name in made[1]["formats"] for config in ST.get(name, [])]
    said = checker("st.py", made[0], *(flag for config in configs for flag in ("--config", config)))
    splits = [split for config in configs if config not in ST["st-ids"] for split in ("train", "validation", "test") if list((made[0] / config).glob(split + "-*"))]
    assert f" collated={len(splits)} " in said, said


@each_variant("triples")
def test_triples(made, checker):
    for f in files(made[0] / "triples", "*.tsv"):
        checker("triples.py", f)
    for f in files(made[0] / "triples-ids", "*.tsv"):
        checker("triples.py", "--ids", f)


@each_variant("tevatron")
def test_tevatron(made, checker, tmp_path):
    shards, o = made
    for f in files(shards / "tevatron", "*.jsonl"):
        checker("tevatron.py", f, "--group-size", o["group"])
    if "tevatron-ids" not in o["formats"]:
        return
    for f in files(shards / "tevatron-distil", "*.jsonl"):
        checker("tevatron.py", f, "--group-size", o["group"], "--distil")
    corpus = tmp_path / "corpus.jsonl"
    corpus.write_bytes(b"".join(f.read_bytes() for f in files(shards / "tevatron-corpus", "corpus-*.jsonl")))
    for f in files(shards / "tevatron-ids", "*.jsonl"):
        checker("tevatron.py", f, "--group-size", o["group"], "--corpus", corpus)


@each_variant("mtdnn")
def test_mtdnn(made, checker):
    checker("mtdnn.py", made[0] / "mtdnn", "--max-seq-len", LONGEST, "--vocab-size", 30522)


@each_variant("tfrecord")
def test_tfrecord(made, checker, vocab):
    for f in files(made[0] / "tfrecord", "*.tfrecord"):
        checker("tfrecord.py", f, "--vocab", vocab, "--max-seq-length", LONGEST, "--max-query-length", 32, "--compat", made[1]["compat"])


@each_variant("tfrecord-eval")
def test_tfrecord_to_evaluate(made, checker, vocab):
    """1,000 documents a query, in as many files as there are, put one behind the other."""
    folder = made[0] / "tfrecord-eval"
    for split in ("validation", "test"):
        whole = folder / f"{split}.whole"
        whole.write_bytes(b"".join(f.read_bytes() for f in files(folder, f"{split}-*.tfrecord")))
        checker("tfrecord.py", whole, "--vocab", vocab, "--max-seq-length", LONGEST, "--max-query-length", 32, "--compat", made[1]["compat"],
                "--eval", folder / f"query_doc_ids_{split}.txt")
        whole.unlink()


@each_variant("matchzoo")
def test_matchzoo(made, checker):
    for f in files(made[0] / "matchzoo", "*.csv"):
        checker("matchzoo.py", f)


@each_variant("duet")
def test_duet(made, checker):
    for f in files(made[0] / "duet", "*-of-*.tsv"):
        checker("duet.py", f.parent, "--triples", f.name, "--all-query-terms")


@each_variant("parquet")
@pytest.mark.parametrize("task", TASKS)
def test_three_classes(made, vocab, task):
    """Texts, classes and ids of a task; the documents are cut as tokenizers cuts a pair, longest first."""
    shards, o = made
    load = lambda config: datasets.load_dataset(str(shards), config, split="train", cache_dir=str(shards.parent / "cache"))
    label = TASKS[task]
    texts, ids = load(label), load(label + "-tokenized")
    assert texts.features["label"].names == ids.features["label"].names == ["second", "neither", "first"]
    assert len(texts) == len(ids) == json.loads((shards / "manifest.json").read_text())["mixture"][task] - sum(
        len(datasets.load_dataset(str(shards), label, split=split, cache_dir=str(shards.parent / "cache"))) for split in ("validation", "test"))
    tokenizer = BertWordPieceTokenizer(str(vocab), lowercase=True)
    pieces = lambda text, limit: tokenizer.encode(text, add_special_tokens=False).ids[:limit]
    cls, sep = tokenizer.token_to_id("[CLS]"), tokenizer.token_to_id("[SEP]")
    cut = 0
    for text, row in zip(texts, ids):
        q, d1, d2 = pieces(text["query"], 30), pieces(text["doc1"], LONGEST - 2), pieces(text["doc2"], LONGEST - 2)
        room = LONGEST - 3 - len(q) * (2 if o["layout"] == "A" else 1)
        if len(d1) + len(d2) > room:
            cut += 1
            short = min(len(d1), len(d2), room // 2)
            n = (short, room - short) if len(d1) <= len(d2) else (room - short, short)
            d1, d2 = d1[:n[0]], d2[:n[1]]
        first, second = ([cls, *q, *d1, sep], [*q, *d2, sep]) if o["layout"] == "A" else ([cls, *q, sep], [*d1, *d2, sep])
        assert (row["uid"], row["label"], row["input_ids"]) == (text["uid"], text["label"], first + second)
        assert row["token_type_ids"] == [0] * len(first) + [1] * len(second)
    assert cut
