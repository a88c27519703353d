"""Word vectors beside gensim's: neighbours as alike as two of its runs, and files that either reads."""

import random
import re
import subprocess
from collections import Counter

import numpy as np
import pytest
from conftest import long
from gensim.models import KeyedVectors, Word2Vec

NEAREST, FREQUENT = 10, 500
# The settings of word2vec.c, and for a collection this small 20 epochs and words that occur twice.
THEIRS = dict(sg=1, vector_size=100, window=5, negative=5, sample=1e-3, min_count=2, epochs=20, workers=1)
AS_IT_IS = ["--format", "msmarco", "--set", "stemmer=none", "--set", "stopwords=none", "--vectors", "train", "--axioms", "stmc1"]


@pytest.fixture(scope="module")
def texts(data):
    """WikiQA and Cranfield as lists of words, shuffled: gensim lowers its rate by documents, axiomine by words, and Cranfield's
    documents are ten times as long."""
    documents = [line.split("\t", 1)[1] for line in (data / "wikiqa" / "collection.tsv").open(encoding="utf-8")]
    documents += re.findall(r"<TEXT>(.*?)</TEXT>", (data / "cranfield" / "docs.trec").read_text(encoding="utf-8"), re.S)
    documents = [words for d in documents if (words := re.findall("[a-z0-9]+", d.lower()))]
    random.Random(1).shuffle(documents)
    return documents


@pytest.fixture(scope="module")
def collection(texts, tmp_path_factory):
    path = tmp_path_factory.mktemp("texts") / "collection.tsv"
    path.write_text("".join(f"d{i}\t{' '.join(words)}\n" for i, words in enumerate(texts)), encoding="utf-8")
    return path


def neighbours(vectors, words):
    """The nearest words of each word."""
    unit = vectors.vectors / np.linalg.norm(vectors.vectors, axis=1, keepdims=True)
    nearest = {}
    for word in words:
        at = vectors.key_to_index[word]
        cosine = unit @ unit[at]
        cosine[at] = -2
        nearest[word] = {vectors.index_to_key[i] for i in np.argpartition(-cosine, NEAREST)[:NEAREST]}
    return nearest


def overlap(a, b):
    return np.mean([len(a[word] & b[word]) / NEAREST for word in a])


@pytest.fixture(scope="module")
def queries(tmp_path_factory):
    path = tmp_path_factory.mktemp("queries") / "queries.tsv"
    path.write_text("q1\tflow pressure\n", encoding="utf-8")
    return path


@long("minutes of training")
def test_neighbours_are_gensims(axiomine, texts, collection, queries, tmp_path):
    frequent = sorted(Counter(w for t in texts for w in t).items(), key=lambda item: (-item[1], item[0]))[:FREQUENT]
    words = [word for word, _ in frequent]
    axiomine("gen", "mine", "-q", "--collection", collection, "--topics", queries, *AS_IT_IS, "-o", tmp_path / "ours")
    ours = KeyedVectors.load_word2vec_format(str(tmp_path / "ours" / "vectors.txt"))
    one, other = (Word2Vec(texts, seed=seed, **THEIRS).wv for seed in (1, 2))
    assert set(ours.index_to_key) == set(one.index_to_key)
    ours, one, other = (neighbours(v, words) for v in (ours, one, other))
    theirs, mixed = overlap(one, other), (overlap(ours, one) + overlap(ours, other)) / 2
    print(f"overlap of the {NEAREST} nearest of {FREQUENT} words: two runs of gensim {theirs:.3f}, with axiomine {mixed:.3f}")
    assert mixed >= theirs - 0.05


@pytest.mark.parametrize("options", [{}, {"binary": True}, {"no_header": True}])
def test_files_are_gensims(axiomine, collection, queries, tmp_path, options):
    axiomine("gen", "mine", "-q", "--collection", collection, "--topics", queries, *AS_IT_IS, "--set", "dimension=20",
             "-o", tmp_path / "ours")
    read = KeyedVectors.load_word2vec_format(str(tmp_path / "ours" / "vectors.txt"))
    assert read.vector_size == 20 and len(read) > 500
    theirs = tmp_path / "theirs"
    read.save_word2vec_format(str(theirs), binary=options.get("binary", False), write_header=not options.get("no_header", False))
    told = axiomine("axioms", "explain", "reg", "--vectors", theirs, "--set", "stemmer=none", "--set", "stopwords=none",
                    "-q", "flow pressure", "-d", "flow", "-d", "pressure", stdout=subprocess.PIPE, text=True).stdout
    similarity = float(re.search(r"sim\(flow, pressure\) = (\S+)", told)[1])
    assert similarity == pytest.approx(read.similarity("flow", "pressure"), abs=1e-5)
