"""Vocabularies and tokenizer.json in both directions: the ids of HF tokenizers and transformers are ours on every text of
two collections."""

import json
import re
import subprocess

import pytest
from tokenizers import BertWordPieceTokenizer, Tokenizer

KINDS = {"uncased": (), "cased": ("--cased",)}


@pytest.fixture(scope="session")
def texts(data):
    """Every passage and question of WikiQA, every abstract and query of Cranfield."""
    out = []
    for name in ("collection", "queries.train", "queries.dev", "queries.test"):
        lines = (data / "wikiqa" / f"{name}.tsv").read_text().split("\n")
        out += [line.split("\t", 1)[1] for line in lines if line]
    abstracts = re.findall("<TEXT>(.*?)</TEXT>", (data / "cranfield" / "docs.trec").read_text(), re.S)
    topics = re.findall("<title>(.*?)<", (data / "cranfield" / "topics.trec").read_text(), re.S)
    assert len(abstracts) == 1400 and len(topics) == 225
    return out + abstracts + topics


@pytest.fixture(scope="session")
def encode(binary, texts, tmp_path_factory):
    """The ids that `axiomine tokenize encode` gives for every text."""
    lines = tmp_path_factory.mktemp("texts") / "texts.jsonl"
    lines.write_text("".join(json.dumps({"text": text}) + "\n" for text in texts))

    def run(vocab, *flags):
        out = subprocess.run([binary, "tokenize", "encode", "--vocab", vocab, *flags, lines], check=True, stdout=subprocess.PIPE).stdout
        return [json.loads(line)["got"]["ids"] for line in out.splitlines()]
    return run


@pytest.fixture(scope="session", params=KINDS)
def trained(request, axiomine, data, tmp_path_factory):
    """A vocabulary trained on WikiQA, as vocab.txt and as tokenizer.json, and its flags."""
    folder, flags = tmp_path_factory.mktemp(request.param), KINDS[request.param]
    for name in ("vocab.txt", "tokenizer.json"):
        axiomine("tokenize", "vocab", "-q", "--data", data / "wikiqa", "--vocab-size", 4000, *flags, "-o", folder / name)
    return folder, flags


def encoded(tokenizer, texts):
    return [e.ids for e in tokenizer.encode_batch(texts)]


def test_tokenizers_loads_ours_with_the_same_ids(trained, encode, texts):
    folder, flags = trained
    ours = encode(folder / "vocab.txt", *flags)
    assert len(ours) == len(texts) == 14_273
    assert ours == encode(folder / "tokenizer.json")
    assert ours == encoded(Tokenizer.from_file(str(folder / "tokenizer.json")), texts)
    unknown = json.loads((folder / "tokenizer.json").read_text())["model"]["vocab"]["[UNK]"]
    passages = ours[:11_406]  # WikiQA's, which the vocabulary was trained on; a question has a backslash, they have none
    assert not any(unknown in ids for ids in passages), "the texts it was trained on hold no unknown piece"


def test_tokenizers_loads_our_vocab_txt_with_the_same_ids(trained, encode, texts):
    folder, flags = trained
    theirs = BertWordPieceTokenizer(str(folder / "vocab.txt"), lowercase=not flags)
    assert encode(folder / "tokenizer.json") == encoded(theirs, texts)


def test_transformers_loads_ours_with_the_same_ids(trained, encode, texts):
    transformers = pytest.importorskip("transformers")
    folder, flags = trained
    fast = transformers.PreTrainedTokenizerFast(tokenizer_file=str(folder / "tokenizer.json"))
    assert fast(texts)["input_ids"] == encode(folder / "vocab.txt", *flags)


@pytest.mark.parametrize("lowercase", [True, False])
def test_we_load_what_tokenizers_saved(vocab, encode, texts, tmp_path, lowercase):
    theirs = BertWordPieceTokenizer(str(vocab), lowercase=lowercase)
    theirs.enable_truncation(128)
    theirs.enable_padding(length=128)
    theirs.save(str(tmp_path / "tokenizer.json"))
    assert encode(tmp_path / "tokenizer.json") == encoded(theirs, texts)


def test_accents_are_the_files_own(vocab, encode, texts, tmp_path):
    theirs = BertWordPieceTokenizer(str(vocab), lowercase=True, strip_accents=False)
    theirs.save(str(tmp_path / "tokenizer.json"))
    assert encode(tmp_path / "tokenizer.json") == encoded(theirs, texts) != encode(vocab)


def test_shards_bring_their_tokenizer(demo, axiomine):
    tokenizer = Tokenizer.from_file(str(demo / "tokenizer.json"))
    plain = BertWordPieceTokenizer(str(demo / "vocab.txt"), lowercase=True)
    assert tokenizer.get_vocab() == plain.get_vocab()
    pair = ("Why is the sky blue?", "Café [SEP] 東京, rayleigh")
    assert tokenizer.encode(*pair).ids == plain.encode(*pair).ids
    assert tokenizer.encode(*pair).type_ids == plain.encode(*pair).type_ids
    transformers = pytest.importorskip("transformers")
    auto = transformers.AutoTokenizer.from_pretrained(demo)
    manifest = json.loads((demo / "manifest.json").read_text())
    assert auto(*pair).input_ids == plain.encode(*pair).ids and len(auto) == len(plain.get_vocab()), "no token was added"
    assert auto.model_max_length == manifest["tokenizer"]["max_length"] and auto.pad_token == "[PAD]"
