"""Every output format of collections with odd inputs, read by the checkers the way its trainer does: topics with a narrative,
ids with spaces, titles without text, texts that are empty, very long, or hold tabs and line breaks."""

import json

import pytest
from conftest import NULLABLE, long

LONGEST, QUERY, GROUP = 64, 24, 4
FORMATS = ["parquet", "triples", "jsonl", "st-triplet", "st-ntuple", "st-pairs", "st-margin-mse", "st-margin-ntuple", "st-labeled-list", "st-ids",
           "st-cross", "st-listwise", "tevatron", "tevatron-ids", "tevatron-distil", "mtdnn", "tfrecord", "tfrecord-eval", "matchzoo", "duet", "duobert", "bertsum", "monot5", "duot5"]
NARRATIVE = ("Description: where are red kites seen, and how do they fly in the wind above a lake?\n\n"
             "Narrative: a relevant document names a place; boats, \"hills\" & 100% of <the rest> are\tnot relevant. " + "wind over the hill " * 200)
DOCUMENTS = {
    "title_only": ("Red kites above the lake", ""),
    "text_only": ("", "A red kite flies in the wind above the hill."),
    "nothing": ("", ""),
    "tabs_and_\"quotes\"": ("Red\tkite", "The kite\tflies\r\nabove the \"lake\",\n\n\nthey say\u2028 of the wind."),
    "null": ("", "null"),
    "051": ("", "<b>Kite</b> &amp; lake </TEXT> in the wind"),
    "d/\u5b57_\u00fcn\u00ef": ("", "Red kite \u98a8\u7b8f \U0001fa81 na\u0131ve lake"),
    "very_long": ("Red kites", "Boats on the lake and kites in the wind above the hill. " * 2000),
    **{f"filler_{i}": ("", f"The lake number {i} has boats, some red, and wind {'on the hill ' * (i % 5)}.") for i in range(12)},
}
TOPICS = {"topic_301": "red kites above a lake\n" + NARRATIVE, "051": "boats on the red lake", "dev_1": "wind on the hill"}
RELEVANT = {"topic_301": ["title_only", "very_long"], "051": ["filler_3"], "dev_1": ["text_only", "title_only"]}


def beir(folder):
    """The collection as BEIR has it: ids are any strings without white space, a title may have no text."""
    (folder / "qrels").mkdir(parents=True)
    write = lambda name, rows: (folder / name).write_text("".join(json.dumps(row) + "\n" for row in rows))
    write("corpus.jsonl", [{"_id": i, "title": title, "text": text} for i, (title, text) in DOCUMENTS.items()])
    write("queries.jsonl", [{"_id": i, "text": text} for i, text in TOPICS.items()])
    for split, queries in {"train": ["topic_301", "051"], "dev": ["dev_1"]}.items():
        (folder / "qrels" / f"{split}.tsv").write_text("query-id\tcorpus-id\tscore\n" + "".join(f"{q}\t{d}\t1\n" for q in queries for d in RELEVANT[q]))
    return []


def trec(folder):
    """The same as TREC has it: topics with description and narrative, all of which make the query; ids of letters and digits."""
    folder.mkdir(parents=True)
    plain = lambda name: "".join(c if c.isalnum() else "-" for c in name)
    (folder / "docs.sgml").write_text("".join(
        f"<DOC>\n<DOCNO> {plain(i)} </DOCNO>\n<HEADLINE>{title}</HEADLINE>\n<TEXT>\n{text}\n</TEXT>\n</DOC>\n" for i, (title, text) in DOCUMENTS.items()))
    topic = lambda q: (f"<top>\n<num> Number: {plain(q)}\n<title> {TOPICS[q].splitlines()[0]}\n<desc> Description:\nIn the wind, above the hill.\n"
                       f"<narr> Narrative:\n{NARRATIVE}\n</top>\n\n")
    for split, queries in {"train": ["topic_301", "051"], "dev": ["dev_1"]}.items():
        (folder / f"topics.{split}.txt").write_text("".join(map(topic, queries)))
        (folder / f"qrels.{split}.txt").write_text("".join(f"{plain(q)} 0 {plain(d)} 1\n" for q in queries for d in RELEVANT[q]))
    each = lambda name: ",".join(f"{split}={folder / f'{name}.{split}.txt'}" for split in ("train", "dev"))
    return ["--format", "trec", "--collection", folder / "docs.sgml", "--topics", each("topics"), "--qrels", each("qrels"), "--set", "topic_fields=title,desc,narr"]


@pytest.fixture(scope="module", params=[pytest.param(beir, marks=long("minutes of loading")), trec])
def made(request, axiomine, vocab, tmp_path_factory):
    folder = tmp_path_factory.mktemp(request.param.__name__)
    flags = request.param(folder / "data")
    axiomine("gen", "-q", "--data", folder / "data", *flags, "--axioms", "tfc1, tf-lnc", "--ratio", "none", "--set", "stopwords=none", "--vocab", vocab,
             "--max-length", LONGEST, f"--set=max_query_length={QUERY}", "--group-size", GROUP, "--output-format", ",".join(FORMATS), "-o", folder / "out")
    axiomine("tokenize", "verify", folder / "out" / "shards")
    return folder / "out" / "shards"


def files(folder, pattern):
    found = sorted(folder.glob(pattern))
    assert found, f"no {pattern} in {folder}"
    return found


def test_parquet(made, checker):
    checker("parquet_hf.py", made, "--nullable", NULLABLE)


def test_sentence_transformers(made, checker):
    configs = ["triplet", "n-tuple", "labeled-pair", "margin-mse", "margin-mse-n-tuple", "labeled-list", "train", "queries", "documents", "cross-encoder", "listwise"]
    checker("st.py", made, *(flag for config in configs for flag in ("--config", config)))


def test_lines(made, checker, tmp_path):
    for f in files(made / "triples", "*.tsv"):
        checker("triples.py", f)
    for f in files(made / "tevatron", "*.jsonl"):
        checker("tevatron.py", f, "--group-size", GROUP)
    for f in files(made / "tevatron-distil", "*.jsonl"):
        checker("tevatron.py", f, "--group-size", GROUP, "--distil")
    for f in files(made / "tevatron-ids", "*.jsonl"):
        checker("tevatron.py", f, "--group-size", GROUP, "--corpus", *files(made / "tevatron-corpus", "*.jsonl"))
    for f in files(made / "matchzoo", "*.csv"):
        checker("matchzoo.py", f)


def test_duet(made, checker):
    for f in files(made / "duet", "*-of-*.tsv"):
        checker("duet.py", f.parent, "--triples", f.name, "--all-query-terms")


def test_mtdnn(made, checker):
    checker("mtdnn.py", made / "mtdnn", "--max-seq-len", LONGEST, "--vocab-size", 30522)


def test_dl4marco(made, checker, vocab):
    limits = ["--vocab", vocab, "--max-seq-length", LONGEST, "--max-query-length", QUERY]
    for f in files(made / "tfrecord", "*.tfrecord"):
        checker("tfrecord.py", f, *limits)
    for f in files(made / "tfrecord-eval", "*.tfrecord"):
        checker("tfrecord.py", f, *limits, "--eval", made / "tfrecord-eval" / f"query_doc_ids_{f.name.split('-')[0]}.txt")
