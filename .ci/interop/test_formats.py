"""Every output format, read by the checkers the way its trainer does, and three-class inputs against tokenizers."""

import functools
import json

import datasets
import pytest
from conftest import NULLABLE, long
from tokenizers import BertWordPieceTokenizer

ST = {"st-triplet": ["triplet"], "st-ntuple": ["n-tuple"], "st-pairs": ["labeled-pair"], "st-margin-mse": ["margin-mse"],
      "st-margin-ntuple": ["margin-mse-n-tuple"], "st-labeled-list": ["labeled-list"], "st-ids": ["train", "queries", "documents"],
      "st-cross": ["cross-encoder"], "st-listwise": ["listwise"]}  # configs by format
TASKS = {"reg": "reg", "majority(tf-lnc, -m-and; 0.4)": "majority-tf-lnc-reverse-m-and-0.4"}  # of three classes, and their labels in files
LONGEST = 96

# What is written by the defaults, and again by other options in the formats that they concern.
VARIANTS = {
    "usual": {"group": 8, "layout": "B", "ranking": "group", "compat": "full",
              "formats": ["parquet", "triples", "triples-ids", "jsonl", *ST, "tevatron", "tevatron-ids", "tevatron-distil", "mtdnn", "tfrecord", "tfrecord-eval", "matchzoo", "duet",
                          "duobert", "bertsum", "monot5", "duot5"]},
    "groups-of-4": {"group": 4, "layout": "A", "ranking": "regression", "compat": "dl4marco",
                    "formats": ["parquet", "st-ntuple", "tevatron", "mtdnn", "tfrecord", "matchzoo"]},
    "pointwise": {"layout": "A", "ranking": "pointwise", "compat": "full", "formats": ["mtdnn"]},
}


@pytest.fixture(scope="module")
def make(axiomine, data, vocab, tmp_path_factory):
    """Writes a ranking task and two three-class tasks over WikiQA as a variant has it, once."""
    @functools.cache
    def write(variant):
        o = VARIANTS[variant]
        out = tmp_path_factory.mktemp("formats") / "out"
        flags = [f"--set=layout={o['layout']}", f"--set=mtdnn_ranking={o['ranking']}{'' if variant == 'usual' else '+san'}"]
        if variant == "groups-of-4":
            flags += ["--group-size", o["group"]]
        if o["compat"] != "full":
            flags += ["--set", f"compat={o['compat']}"]
        axiomine("gen", "-q", "-c", "wikiqa", "--data", data / "wikiqa", "--limit", 30, "--axioms", "length-safe", "--set", "class_test=60",
                 "--mixture", "ranking=300," + ",".join(f"{task}={rows}" for task, rows in zip(TASKS, (150, 120))), "--vocab", vocab, "--max-length", LONGEST,
                 "--set", "max_query_length=32", "--output-format", ",".join(o["formats"]), "-o", out, *flags)
        return out / "shards", o
    return write


def each_variant(*formats, slow=()):
    """Runs a test on every variant that writes one of the formats, or any; those that are slow with --all."""
    names = [name for name, o in VARIANTS.items() if not formats or set(formats) & set(o["formats"])]
    params = [pytest.param(name, marks=long("minutes of loading")) if name in slow else name for name in names]
    return pytest.mark.parametrize("made", params, indirect=True)


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


@each_variant("parquet", slow=["usual"])
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


@pytest.fixture
def load(made):
    """A config of the shards."""
    return lambda config, split="train": datasets.load_dataset(str(made[0]), config, split=split, cache_dir=str(made[0].parent / "cache"))


@pytest.fixture
def pieces(vocab):
    """The ids of a text, at most so many, and those of [CLS] and [SEP]."""
    tokenizer = BertWordPieceTokenizer(str(vocab), lowercase=True)
    encode = lambda text, limit: tokenizer.encode(text, add_special_tokens=False).ids[:limit]
    return encode, tokenizer.token_to_id("[CLS]"), tokenizer.token_to_id("[SEP]")


def of_two(load, format, task):
    """The rows of a task in a format of two documents, each with its query, its documents in their order and its label."""
    if task == "ranking":
        orders = lambda r: [(r["query"], r["positive"], r["negative"], 1), (r["query"], r["negative"], r["positive"], 0)]
        texts, rows = [row for r in load("pairs") for row in orders(r)], load(format)
    else:
        texts, rows = [(r["query"], r["doc1"], r["doc2"], r["label"]) for r in load(TASKS[task])], load(f"{format}-{TASKS[task]}")
    assert len(texts) == len(rows) > 0
    return zip(texts, rows)


@each_variant("duobert")
@pytest.mark.parametrize("task", ["ranking", *TASKS])
def test_duobert(load, pieces, task):
    """Ids, segments and cuts as in the converter of duoBERT's authors: half of what the query leaves for a document and its [SEP]."""
    encode, cls, sep = pieces
    cut = 0
    for (query, first, second, label), row in of_two(load, "duobert", task):
        q = [cls, *encode(query, 30), sep]
        half = (LONGEST - len(q)) // 2
        documents = [[*encode(text, half - 1), sep] for text in (first, second)]
        cut += max(map(len, documents)) == half
        assert (row["input_ids"], row["label"]) == (q + documents[0] + documents[1], label)
        assert row["token_type_ids"] == [0] * len(q) + [1] * len(documents[0]) + [2] * len(documents[1])
    assert cut


@each_variant("bertsum")
@pytest.mark.parametrize("task", ["ranking", *TASKS])
def test_bertsum(load, pieces, task):
    """Without [CLS] and [SEP] the sentences are the texts from their beginnings; segments and positions as in PreSumm's code,
    which reads them off the ids."""
    encode, cls, sep = pieces
    several = whole = 0
    for (query, first, second, label), row in of_two(load, "bertsum", task):
        ids = row["input_ids"]
        starts = [i for i, piece in enumerate(ids) if piece == cls]
        ends = [i for i, piece in enumerate(ids) if piece == sep]
        assert row["cls_positions"] == starts and [i + 1 for i in ends] == [*starts[1:], len(ids)] and len(ids) <= LONGEST
        assert row["token_type_ids"] == [k % 2 for k, (low, high) in enumerate(zip(starts, ends)) for _ in range(low, high + 1)]
        of = {0: [], 1: [], 2: []}
        for whose, low, high in zip(row["cls_texts"], starts, ends):
            of[whose] += ids[low + 1:high]
        assert row["cls_texts"] == sorted(row["cls_texts"]) and of[0] == encode(query, 30) and row["label"] == label
        for whose, text in ((1, first), (2, second)):
            all_of = encode(text, LONGEST - 2)
            assert of[whose] == all_of[:len(of[whose])] and of[whose]
            whole += of[whose] == all_of
            several += row["cls_texts"].count(whose) > 1
    assert several and whole


@each_variant("duobert", "bertsum")
def test_two_documents_train_a_bert(load, made):
    """A batch of each through a BERT with as many segments; the tokenizer that lies beside the shards pads it."""
    import torch
    torch.set_num_threads(1)
    from transformers import AutoTokenizer, BertConfig, BertForSequenceClassification, BertModel, DataCollatorWithPadding
    tokenizer = AutoTokenizer.from_pretrained(made[0])
    collate = DataCollatorWithPadding(tokenizer)
    small = {"vocab_size": len(tokenizer), "hidden_size": 16, "num_hidden_layers": 1, "num_attention_heads": 1, "intermediate_size": 16}
    duo = load("duobert").select_columns(["input_ids", "token_type_ids", "label"])
    loss = BertForSequenceClassification(BertConfig(type_vocab_size=3, num_labels=2, **small))(**collate([duo[i] for i in range(8)])).loss
    loss.backward()
    assert torch.isfinite(loss)
    sentences = load("bertsum")
    rows = [sentences[i] for i in range(8)]
    batch = collate([{k: r[k] for k in ("input_ids", "token_type_ids")} for r in rows])
    states = BertModel(BertConfig(**small))(**batch).last_hidden_state
    for row, ids, state in zip(rows, batch["input_ids"], states):  # a state of every sentence, as BERTSUM gathers them
        at = torch.tensor(row["cls_positions"])
        assert (ids[at] == tokenizer.cls_token_id).all() and torch.isfinite(state[at]).all()


@each_variant("monot5", "duot5")
@pytest.mark.parametrize("format", ["monot5", "duot5"])
def test_text_to_text(made, load, format, tmp_path):
    """Every row against its template, and a batch through a T5 with random weights."""
    from transformers import AutoTokenizer, DataCollatorForSeq2Seq, T5Config, T5ForConditionalGeneration
    lines = [str(f) for f in files(made[0] / format, "train-*.jsonl")]
    rows = datasets.load_dataset("json", data_files=lines, split="train", cache_dir=str(tmp_path))
    pairs = load("pairs")
    wanted, sides = [], {}
    for pair in pairs:
        for target, first, second in (("true", pair["positive"], pair["negative"]), ("false", pair["negative"], pair["positive"])):
            documents = f"Document: {first}" if format == "monot5" else f"Document0: {first} Document1: {second}"
            wanted.append({"uid": pair["uid"], "inputs": f"Query: {pair['query']} {documents} Relevant:", "targets": target,
                           "negative_source": pair["negative_source"]})
            sides.setdefault(wanted[-1]["inputs"], set()).add(target)
    answer = {row["inputs"]: row["targets"] for row in rows}  # an input that pairs put on both sides has one target
    assert list(rows) == [row for row in wanted if len(sides[row["inputs"]]) == 1 or answer.get(row["inputs"]) == row["targets"]]
    assert format == "monot5" or len(rows) == 2 * len(pairs)
    tokenizer = AutoTokenizer.from_pretrained(made[0])
    features = [{"input_ids": tokenizer(r["inputs"]).input_ids, "labels": tokenizer(r["targets"]).input_ids} for r in rows.select(range(4))]
    small = {"vocab_size": len(tokenizer), "d_model": 16, "d_kv": 8, "d_ff": 16, "num_layers": 1, "num_heads": 2}
    t5 = T5ForConditionalGeneration(T5Config(decoder_start_token_id=0, **small))
    assert t5(**DataCollatorForSeq2Seq(tokenizer, t5)(features)).loss > 0


@each_variant("parquet")
def test_auto_tokenizer(made, load):
    """AutoTokenizer knows everything from the folder: the ids of a pair in its limits, what pads, and how long it may be."""
    from transformers import AutoTokenizer
    tokenizer = AutoTokenizer.from_pretrained(made[0])
    assert tokenizer.model_max_length == LONGEST
    assert (tokenizer.pad_token_id, tokenizer.cls_token_id, tokenizer.sep_token_id) == (0, 101, 102)
    pairs, cross = load("pairs", "validation"), load("cross", "validation")
    for pair, row in zip(pairs, cross.select(range(0, len(cross), 2))):
        query = tokenizer.decode(tokenizer(pair["query"], add_special_tokens=False).input_ids[:30])
        got = tokenizer(query, pair["positive"], truncation="only_second")
        assert (got.input_ids, got.token_type_ids) == (row["input_ids"], row["token_type_ids"])


@each_variant("parquet")
def test_card(made):
    """The Hub's metadata, read by its own class, in the values that its tools know; and sizes as datasets measures them: its tables
    have, besides, a bit for each null and one offset a shard."""
    import pathlib
    from huggingface_hub import DatasetCard
    data = DatasetCard.load(made[0] / "README.md").data
    known = lambda name: json.loads((pathlib.Path(datasets.__file__).parent / "utils" / "resources" / f"{name}.json").read_text())
    assert data.license == "unknown" and data.language == ["en"] and data.language[0] in known("languages")
    assert data.task_categories == ["text-ranking"] and data.size_categories[0] in known("size_categories")
    check_sizes(made[0])


def check_sizes(shards):
    for config in datasets.get_dataset_config_names(str(shards)):
        if config.endswith("-meta"):
            continue
        builder = datasets.load_dataset_builder(str(shards), config, cache_dir=str(shards.parent / "cache"))
        said = dict(builder.info.splits)
        sizes = builder.info.download_size, builder.info.dataset_size
        assert sizes[1] == sum(split.num_bytes for split in said.values())
        builder.download_and_prepare()
        assert sizes[0] == builder.info.download_size
        for name, split in builder.info.splits.items():
            assert split.num_examples == said[name].num_examples
            assert split.num_bytes == pytest.approx(said[name].num_bytes, rel=.01), (config, name)


def test_card_of_lines(axiomine, data, tmp_path):
    """JSON lines alone: their folders are the configs, with the columns that a card of theirs has to name (first lines are null)."""
    axiomine("gen", "-q", "-c", "wikiqa", "--data", data / "wikiqa", "--limit", 30, "--axioms", "tf-lnc",
             "--output-format", "jsonl,tevatron-distil,tevatron-ids,monot5", "-o", tmp_path / "out")
    shards = tmp_path / "out" / "shards"
    assert datasets.get_dataset_config_names(str(shards)) == ["jsonl", "tevatron-distil", "tevatron-ids", "tevatron-corpus", "monot5"]
    check_sizes(shards)
    rows = datasets.load_dataset(str(shards), "jsonl", split="train", cache_dir=str(tmp_path / "cache"))
    assert rows.features["neg_grade"] == datasets.Value("int32") and rows.features["weight"] == datasets.Value("float32")
    from huggingface_hub import DatasetCard
    data = DatasetCard.load(shards / "README.md").data
    assert (data.license, data.language) == ("unknown", ["en"])


@each_variant("parquet")
def test_created_by(made):
    import pyarrow.parquet
    version = json.loads((made[0] / "manifest.json").read_text())["tool_version"]
    file = pyarrow.parquet.ParquetFile(files(made[0] / "pairs", "*.parquet")[0])
    assert version and f"axiomine version {version}" in file.metadata.created_by
