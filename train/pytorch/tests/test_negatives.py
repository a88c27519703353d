"""mine_hard_negatives, row by row beside that of sentence-transformers."""

import gc
import json
import random
import warnings
import zlib

import numpy
import pandas
import polars
import pyarrow
import pytest

import axiomine

datasets = pytest.importorskip("datasets")
sentence_transformers = pytest.importorskip("sentence_transformers")


@pytest.fixture(scope="module", params=["cpu", "cuda"])
def model(request):
    """A model of word vectors drawn at random, made on the spot; on an accelerator where there is one."""
    import torch
    from sentence_transformers.sentence_transformer.modules import StaticEmbedding
    from tokenizers import Tokenizer, models, pre_tokenizers

    if request.param == "cuda" and not torch.cuda.is_available():
        pytest.skip("no accelerator")
    tokenizer = Tokenizer(models.WordLevel({f"w{i}": i for i in range(300)} | {"[UNK]": 300}, unk_token="[UNK]"))
    tokenizer.pre_tokenizer = pre_tokenizers.Whitespace()
    torch.manual_seed(0)
    return sentence_transformers.SentenceTransformer(modules=[StaticEmbedding(tokenizer, embedding_dim=24)], device=request.param)


def draw(seed, queries):
    """Pairs: queries have one to three positives, which hold their words, and some rows are twice there; and other texts."""
    drawn = random.Random(seed)
    text = lambda n: " ".join(f"w{drawn.randrange(300)}" for _ in range(n))  # noqa: E731
    rows = []
    for query in (text(4) for _ in range(queries)):
        rows += [{"query": query, "answer": f"{query} {text(5)}"} for _ in range(drawn.choice([1, 1, 2, 3]))]
    rows += rows[:5]
    drawn.shuffle(rows)
    return datasets.Dataset.from_list(rows), [text(8) for _ in range(2 * queries)]


SETTINGS = {
    "defaults": {},
    "scores": {"output_scores": True},
    "relative margin": {"output_format": "n-tuple", "output_scores": True, "relative_margin": 0.05},
    "labelled pairs": {"output_format": "labeled-pair", "num_negatives": 5, "max_score": 0.6},
    "scored pairs": {"output_format": "labeled-pair", "output_scores": True},
    "absolute margin": {"output_format": "labeled-list", "absolute_margin": 0.1, "output_scores": True, "corpus": True},
    "random": {"range_min": 3, "range_max": 20, "sampling_strategy": "random", "min_score": 0.2, "corpus": True, "output_scores": True},
    "positives": {"include_positives": True, "output_scores": True},
    "lists": {"output_format": "labeled-list", "num_negatives": 4, "range_min": 2},
    "deeper than the corpus": {"num_negatives": 7, "range_max": 2000, "sampling_strategy": "random", "output_format": "n-tuple"},
    "deprecated": {"as_triplets": False, "margin": 0.1},
    "deprecated format": {"output_format": "n-tuple-scores"},
    "nothing left": {"max_score": -2.0},
    "columns": {"anchor_column_name": "answer", "positive_column_name": "query"},
}


@pytest.mark.filterwarnings("ignore:.* is deprecated")
@pytest.mark.parametrize("name", SETTINGS)
def test_rows_are_those_of_sentence_transformers(model, name):
    from sentence_transformers.util import mine_hard_negatives as theirs

    pairs, corpus = draw(5, 80)
    settings = dict(SETTINGS[name])
    if "corpus" in settings:
        settings["corpus"] = corpus
    random.seed(7)
    want = theirs(pairs, model, verbose=False, **settings)
    random.seed(7)
    got = axiomine.mine_hard_negatives(pairs, model, verbose=False, **settings)
    assert got.column_names == want.column_names and len(got) == len(want)
    for ours, other in zip(got, want, strict=True):
        for column, value in other.items():
            if "score" in column:
                assert numpy.allclose(ours[column], value, atol=1e-6)
            else:
                assert ours[column] == value
    if len(want) > 0:
        assert got.features == want.features


class Overlap:
    """A cross-encoder: the number of common words."""

    def predict(self, rows, convert_to_numpy=False, convert_to_tensor=False, **_):
        import torch

        scores = [float(len(set(a.split()) & set(b.split()))) for a, b in rows]
        # A little of the text's own, so that no two are equal.
        scores = [s + zlib.crc32(b.encode()) / 2**34 for s, (_, b) in zip(scores, rows, strict=True)]
        return torch.tensor(scores) if convert_to_tensor else numpy.array(scores, numpy.float32)


def test_cross_encoder(model):
    from sentence_transformers.util import mine_hard_negatives as theirs

    pairs, _ = draw(6, 60)
    settings = {"cross_encoder": Overlap(), "absolute_margin": 1.0, "output_scores": True, "verbose": False}
    want = theirs(pairs, model, **settings)
    got = axiomine.mine_hard_negatives(pairs, model, **settings)
    assert [row["negative"] for row in got] == [row["negative"] for row in want] and len(got) > 0
    free = axiomine.mine_hard_negatives(pairs, model, cross_encoder=Overlap(), output_scores=True, verbose=False)
    assert all(row["scores"][1] >= 0 for row in free)


def test_without_a_model_and_fused(model):
    pairs = datasets.Dataset.from_dict(
        {"q": ["w1 w2", "w3"], "d": ["w1 w2 w9", "w3 w4"]},
    )
    corpus = ["w1 w1 w8", "w7 w7", "w3 w3 w3"]
    found = axiomine.mine_hard_negatives(pairs, corpus=corpus, num_negatives=1, verbose=False)
    assert found["negative"] == ["w1 w1 w8", "w3 w3 w3"]  # those that have the words of the query
    only_model = axiomine.mine_hard_negatives(pairs, model, corpus=corpus, num_negatives=2, retrieval="fused", weight=1.0, verbose=False)
    want = axiomine.mine_hard_negatives(pairs, model, corpus=corpus, num_negatives=2, retrieval="model", verbose=False)
    assert only_model["negative"] == want["negative"]  # BM25 has no weight
    only_bm25 = axiomine.mine_hard_negatives(pairs, model, corpus=corpus, num_negatives=1, retrieval="fused", weight=0.0, verbose=False)
    assert only_bm25["negative"] == found["negative"]


def test_same_text_and_report(capsys):
    pairs = datasets.Dataset.from_dict({"q": ["blue whale"], "d": ["The blue whale"]})
    corpus = ["the  BLUE whale", "a blue boat"]
    kept = axiomine.mine_hard_negatives(pairs, corpus=corpus, num_negatives=2)
    assert set(kept["negative"]) == set(corpus)
    dropped = axiomine.mine_hard_negatives(pairs, corpus=corpus, num_negatives=2, drop_same_text=True)
    assert dropped["negative"] == ["a blue boat"]
    report = json.loads(dropped.info.description)
    assert report["same_text"] == 1 and report["missing"] == 1 and report["rows"] == 1
    assert "1 by same_text" in capsys.readouterr().out
    twice = datasets.concatenate_datasets([pairs, pairs])
    axiomine.mine_hard_negatives(twice, corpus=corpus, num_negatives=2)
    assert "2 pairs, 1 of them repeated, 1 queries" in capsys.readouterr().out
    with pytest.warns(axiomine.Warning, match="0 rows: .* loosen one of range_min, num_negatives, same_text, "):
        axiomine.mine_hard_negatives(pairs, corpus=corpus[:1], drop_same_text=True)
    with pytest.warns(axiomine.Warning, match=r"documents without text \(corpus\)"):
        axiomine.mine_hard_negatives(pairs, corpus=[*corpus, ""], num_negatives=1)


def test_interrupted_vectors(model, tmp_path, capsys):
    """A call that fails in the middle leaves vectors, and the next one encodes only the others."""
    from axiomine import _vectors

    pairs, corpus = draw(7, 40)
    encode, asked = model.encode_document, []

    def failing(texts, **options):
        asked.append(len(texts))
        if len(asked) == 3:
            raise KeyboardInterrupt
        return encode(texts, **options)

    chunk, _vectors.CHUNK = _vectors.CHUNK, 50
    try:
        want = axiomine.mine_hard_negatives(pairs, model, corpus=corpus, retrieval="model", verbose=False)
        model.encode_document = failing
        with pytest.raises(KeyboardInterrupt):
            axiomine.mine_hard_negatives(pairs, model, corpus=corpus, retrieval="model", verbose=False, cache_folder=tmp_path)
        got = axiomine.mine_hard_negatives(pairs, model, corpus=corpus, retrieval="model", cache_folder=tmp_path)
    finally:
        del model.encode_document
        _vectors.CHUNK = chunk
    assert got["negative"] == want["negative"]
    # None twice but those of the failed call, and the ten of each call that tell the model.
    assert asked[0] == asked[3] == 10 and sum(asked) - asked[2] - 20 == len(set(corpus) | set(pairs["answer"]))
    assert "50 vectors are those of an earlier call, in cache_folder" in capsys.readouterr().out


def test_damaged_vectors(model, tmp_path):
    """What is no whole file of vectors is made anew."""
    pairs, corpus = draw(8, 10)
    settings = {"corpus": corpus, "retrieval": "model", "verbose": False, "cache_folder": tmp_path}
    want = axiomine.mine_hard_negatives(pairs, model, **settings)["negative"][:]
    for damage in (b"{", b"[1]", b'{"texts": -5}', None):
        for path in tmp_path.glob("*.npy" if damage is None else "*.json"):
            path.write_bytes(path.read_bytes()[:50] if damage is None else damage)
        assert axiomine.mine_hard_negatives(pairs, model, **settings)["negative"][:] == want


@pytest.mark.parametrize("changed", [0, 9, 57, 119])
def test_vectors_of_another_model_are_not_used_again(changed, tmp_path):
    """Two models of one base model: they differ in the vectors of all texts, or from some text on."""
    corpus = [f"text {i}" for i in range(120)]
    pairs = datasets.Dataset.from_dict({"query": corpus[:1], "answer": corpus[1:2]})

    class Of:
        model_card_data = type("Card", (), {"base_model": "one"})

        def __init__(self, sign):
            self.sign, self.encoded = sign, 0

        def encode_document(self, texts, **_):
            self.encoded += len(texts)
            number = [int(text.split()[1]) for text in texts]
            return numpy.array([[1, i / 100, self.sign if i >= changed else 1] for i in number], numpy.float32)

        encode_query = encode_document
        similarity = staticmethod(lambda a, b: a @ b.T)
        similarity_pairwise = staticmethod(lambda a, b: (a * b).sum(-1))

    def negatives(model, **options):
        found = axiomine.mine_hard_negatives(pairs, model, corpus=corpus, retrieval="model", verbose=False, **options)
        return found["negative"][:], json.loads(found.info.description)["vectors_reused"]

    first, other = Of(1), Of(-1)
    assert negatives(first, cache_folder=tmp_path)[1] == 0
    assert negatives(first, cache_folder=tmp_path)[1] == 121 and first.encoded == 121 + 2 * 11
    assert negatives(other, cache_folder=tmp_path) == (negatives(Of(-1))[0], 0 if changed == 0 else 1)  # the query is the first text
    assert other.encoded >= 120


def test_the_folder_of_a_result(tmp_path):
    pairs = draw(3, 30)[0]
    out = tmp_path / "out"

    def mined(rows, **options):
        return axiomine.mine_hard_negatives(pairs.select(range(rows)), num_negatives=1, verbose=False, output=out, **options)

    first = mined(30)
    rows, content = list(first), (out / "negatives.arrow").read_bytes()
    with pytest.raises(axiomine.UsageError, match=r"out is not empty; hint: name another directory, or give overwrite=True"):
        mined(3)
    assert (out / "negatives.arrow").read_bytes() == content
    (out / "notes.txt").write_text("mine")
    (out / "negatives.arrow.x.part").touch()  # of a call that was killed
    second = mined(10, overwrite=True)
    assert list(first) == rows and 0 < len(second) < len(rows)
    assert list(datasets.Dataset.from_file(str(out / "negatives.arrow"))) == list(second)
    with pytest.raises(axiomine.Error, match="no-such-axiom"):
        mined(3, overwrite=True, axioms="no-such-axiom")
    assert sorted(path.name for path in out.iterdir()) == ["negatives.arrow", "notes.txt"] and list(second)
    (out / "negatives.arrow").unlink()
    with pytest.raises(axiomine.UsageError, match=r"no call of mine_hard_negatives left it .it has no negatives.arrow.; hint: name"):
        mined(3, overwrite=True)
    with pytest.raises(axiomine.UsageError, match="overwrite is True, and has no effect: there is no output"):
        axiomine.mine_hard_negatives(pairs, overwrite=True)


def test_a_folder_that_another_call_fills_meanwhile(tmp_path):
    class Slow(Longest):
        def predict(self, rows, **_):
            (tmp_path / "negatives.arrow").write_text("another's")
            return super().predict(rows)

    with pytest.raises(axiomine.UsageError, match="is not empty"):
        axiomine.mine_hard_negatives(draw(3, 5)[0], cross_encoder=Slow(), verbose=False, output=tmp_path)
    assert [path.read_text() for path in tmp_path.iterdir()] == ["another's"]


@pytest.mark.parametrize("form", ["triplet", "n-tuple", "labeled-pair", "labeled-list"])
@pytest.mark.parametrize("scores", [False, True])
def test_names_of_columns(form, scores):
    """Two columns are named, and no column that is made has the name of one of them."""
    options = {"output_format": form, "output_scores": scores, "cross_encoder": Longest() if scores else None, "verbose": False}
    options |= {"num_negatives": 1}
    made = axiomine.mine_hard_negatives(draw(3, 5)[0], **options).column_names
    assert made[:2] == ["query", "answer"] and len(made) >= 3
    for name in made[2:]:
        for names in ((name, "b"), ("a", name)):
            with pytest.raises(axiomine.InputError, match=f"the column '{name}' has the name of a column that is made"):
                axiomine.mine_hard_negatives(draw(3, 5)[0].rename_columns(dict(zip(("query", "answer"), names, strict=True))), **options)
    for named in ({"anchor_column_name": "answer"}, {"positive_column_name": "query"}, dict.fromkeys(COLUMN_NAMES, "query")):
        with pytest.raises(axiomine.UsageError, match=r"the anchor and the positive are one column, '\w+'; hint: give anchor_column_name"):
            axiomine.mine_hard_negatives(draw(3, 5)[0], **named, **options)


COLUMN_NAMES = ("anchor_column_name", "positive_column_name")


class Model:
    """A model that answers with what it was given."""

    def __init__(self, answer):
        self.answer = answer

    def encode_query(self, texts, **_):
        return self.answer(len(texts))

    encode_document = encode_query
    similarity = similarity_pairwise = predict = encode_query


def test_what_a_model_may_not_answer():
    pairs = datasets.Dataset.from_dict({"q": ["a b"], "d": ["b a"]})
    settings = {"corpus": ["a c", "b c"], "num_negatives": 1, "verbose": False}
    for answer, says in [
        (lambda n: numpy.zeros((n + 1, 2)), r"an array of \(\d, 2\) for \d texts"),
        (lambda n: numpy.zeros(n + 2), r"an array of \(\d,\) for \d texts"),
        (lambda n: ["x"] * n, r"it returned \['x'"),
        (lambda n: numpy.full((n, 2), numpy.nan), "an array of|is not finite"),
        (lambda n: None, "it returned|an array of"),
    ]:
        with pytest.raises(axiomine.InputError, match=says):
            axiomine.mine_hard_negatives(pairs, Model(answer), **settings)
        with pytest.raises(axiomine.InputError, match=says):
            axiomine.mine_hard_negatives(pairs, cross_encoder=Model(answer), **settings)
    scored = axiomine.mine_hard_negatives(pairs, cross_encoder=Model(lambda n: [1.0] * n), **settings)
    assert len(scored) == 1


def test_refused(model, tmp_path):
    pairs = datasets.Dataset.from_dict({"q": ["a"], "d": ["b"]})
    (tmp_path / "file").touch()
    whales = datasets.Dataset.from_dict({"q": ["whale"], "d": ["blue whale"]})
    deep = axiomine.mine_hard_negatives(whales, corpus=["whale at sea"], num_negatives=1, range_max=10**9, verbose=False)
    assert len(deep) == 1  # lists are no longer than the corpus
    for error, match, settings in [
        (axiomine.InputError, "no column 'x' among q, d", {"anchor_column_name": "x"}),
        (axiomine.UsageError, "there is no model", {"retrieval": "fused"}),
        (axiomine.UsageError, "output_scores", {"output_scores": True}),
        (axiomine.UsageError, "num_negatives is 0", {"num_negatives": 0}),
        (axiomine.UsageError, "range_min is 5", {"range_min": 5, "range_max": 2}),
        (axiomine.UsageError, "output_format is 'tuple'", {"output_format": "tuple"}),
        (axiomine.InputError, "corpus is a text", {"corpus": "text"}),
        (axiomine.UsageError, "num_negatives is 1000000000000", {"num_negatives": 10**12}),
        (axiomine.UsageError, "has no method encode_query, encode_document", {"model": object()}),
        (axiomine.InputError, "corpus: row 1: the text holds half of a surrogate pair", {"corpus": ["\ud800"]}),
        (axiomine.UsageError, "weight is 0.3, and has no effect: retrieval is 'bm25'", {"weight": 0.3}),
        (
            axiomine.UsageError,
            "weight is 0.3, and has no effect: retrieval is 'model'",
            {"weight": 0.3, "retrieval": "model", "model": model},
        ),
        (axiomine.UsageError, "seed is 7, and has no effect: sampling_strategy is 'top'", {"seed": 7}),
        (axiomine.UsageError, "query_prompt is 'query: ', and has no effect: there is no model", {"query_prompt": "query: "}),
        (axiomine.UsageError, "cache_folder is .*, and has no effect: there is no model", {"cache_folder": tmp_path}),
        (axiomine.UsageError, "batch_size is 8, and has no effect: there is neither", {"batch_size": 8}),
        (axiomine.UsageError, "the folder cannot be made", {"output": tmp_path / "file" / "x"}),
        (axiomine.UsageError, "the folder cannot be made", {"cache_folder": tmp_path / "file", "model": model}),
    ]:
        with pytest.raises(error, match=match):
            axiomine.mine_hard_negatives(pairs, verbose=False, **settings)
    with pytest.raises(axiomine.InputError, match="row 2: d is"):
        axiomine.mine_hard_negatives(datasets.Dataset.from_dict({"q": ["a", "b"], "d": ["b", None]}))
    with pytest.raises(axiomine.InputError, match="dataset is of the type list"):
        axiomine.mine_hard_negatives([("a", "b")])
    with pytest.warns(axiomine.Warning, match="use_faiss has no effect"):
        axiomine.mine_hard_negatives(pairs, model, use_faiss=True, verbose=False)
    for form in ("labeled-pair", "labeled-list"):
        with pytest.warns(axiomine.Warning, match=f"output_format '{form}' has no effect: with include_positives"):
            mined = axiomine.mine_hard_negatives(pairs, model, include_positives=True, output_format=form, verbose=False)
        assert "label" not in mined.column_names


def test_what_holds_pairs():
    """A frame, dicts and a generator of them give the rows of a data set; a mistake leaves no file open."""
    rows = [{"anchor": f"whale {i}", "positive": f"a whale {i} sings", "more": i} for i in range(4)]
    settings = {"corpus": ["whale 9", "a ship"], "num_negatives": 1, "verbose": False}
    want = axiomine.mine_hard_negatives(datasets.Dataset.from_list(rows), **settings)[:]
    for given in (
        rows,
        iter(rows),
        pandas.DataFrame(rows),
        polars.DataFrame(rows),
        polars.LazyFrame(rows),
        pyarrow.Table.from_pylist(rows),
    ):
        assert axiomine.mine_hard_negatives(given, **settings)[:] == want
    pairs = datasets.Dataset.from_list(rows)
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        for given, says, more in [
            (
                datasets.DatasetDict(train=pairs, test=pairs),
                r"has the splits train, test; hint: give one of them, as in dataset\['train'\]",
                {},
            ),
            ([*rows, ("a", "b")], r"dataset: row 5 is \('a', 'b'\)", {}),
            (pandas.DataFrame([*rows, {"anchor": "a"}]), "dataset: row 5: positive is None; hint: leave the row out", {}),
            (pairs, "corpus: row 2: the text is None; hint: leave the row out: corpus has texts alone", {"corpus": ["a", None]}),
        ]:
            with pytest.raises(axiomine.InputError, match=says):
                axiomine.mine_hard_negatives(given, **{**settings, **more})
        gc.collect()
    assert not [w for w in caught if w.category is ResourceWarning]


def test_axioms_veto_negatives():
    """m-and prefers a document with every term of the query: where the positive lacks one, such a candidate is no negative."""
    pairs = datasets.Dataset.from_dict({
        "query": ["red fox", "blue sea", "red fox"],
        "answer": ["the fox sleeps in the den", "the blue sea is deep", "where the fox lives"],
    })  # fmt: skip
    corpus = ["a red fox runs in snow", "the fox is quick", "a blue sea", "the sea is wide"]

    def negatives(**options):
        found = axiomine.mine_hard_negatives(pairs, corpus=corpus, num_negatives=1, range_max=8, verbose=False, **options)
        return dict(zip(found["query"], found["negative"], strict=True)), json.loads(found.info.description)

    free, report = negatives()
    assert free == {"red fox": corpus[0], "blue sea": corpus[2]} and report["axioms"] == 0
    vetoed, report = negatives(axioms="m-and")
    assert vetoed == {"red fox": corpus[1], "blue sea": corpus[2]} and report["axioms"] == 1
    scored, report = negatives(axioms=["m-and"], cross_encoder=Longest())
    assert scored["red fox"] == corpus[1] and report["axioms"] == 1
    with pytest.raises(axiomine.Error, match="no-such-axiom"):
        negatives(axioms="no-such-axiom")


class Longest:
    """A cross-encoder whose score is the length of the text."""

    def predict(self, rows, **_):
        return numpy.array([float(len(text)) for _, text in rows], numpy.float32)


@pytest.mark.parametrize(("k", "part"), [(1, 64), (5, 64), (5, 100), (70, 64), (70, 1000), (2000, 64)])
def test_best_scores_are_those_of_a_sort(k, part):
    import torch

    from axiomine import _vectors

    draw = numpy.random.default_rng(k + part)
    # Two decimals make ties; -inf is no score.
    scores = draw.normal(size=(7, 1000)).round(2).astype(numpy.float32)
    scores[3, :990] = -numpy.inf
    best = _vectors.Best(len(scores), k, "cpu")
    for first in range(0, 1000, part):
        best.add(torch.from_numpy(scores[:, first : first + part].copy()), first)
    got, numbers = (part.numpy() for part in best.lists())
    want = -numpy.sort(-scores, axis=1)[:, :k]
    want = numpy.pad(want, ((0, 0), (0, k - want.shape[1])), constant_values=-numpy.inf)
    assert numpy.array_equal(got, want)
    assert ((numbers < 0) == numpy.isinf(want)).all()
    for all_of_row, row, values in zip(scores, numbers, got, strict=True):
        kept = row[row >= 0]
        assert numpy.array_equal(all_of_row[kept], values[row >= 0])
        assert len(set(kept)) == len(kept)


def unit(vectors):
    """Vectors of length 1, and the zero vectors among them."""
    lengths = numpy.linalg.norm(vectors, axis=1, keepdims=True)
    return (vectors / numpy.where(lengths > 0, lengths, 1)).astype(numpy.float32)


@pytest.mark.parametrize(("name", "k", "threads"), [("cosine", 1, 2), ("cosine", 40, 1), ("dot", 40, 2), ("cosine", 4000, 1)])
def test_preselection_loses_nothing(name, k, threads, monkeypatch):
    """Documents nearer to each other than products are exact, equal ones and zero vectors; similarities alone decide, then numbers."""
    import torch

    from axiomine import _vectors

    draw = numpy.random.default_rng(k)
    near = draw.normal(size=(1, 48)) + 1e-7 * draw.normal(size=(2500, 48))
    documents = unit(numpy.concatenate([near[:1500], draw.normal(size=(700, 48)), near[1500:], near[:100], numpy.zeros((100, 48))]))
    documents = documents[draw.permutation(len(documents))]
    queries = unit(numpy.concatenate([near[:3], draw.normal(size=(4, 48)), numpy.zeros((1, 48))]))
    model = sentence_transformers.util.SimilarityFunction
    model = type("Model", (), {
        "similarity_fn_name": name,
        "similarity": None,  # it is not asked
        "similarity_pairwise": staticmethod(model.to_similarity_pairwise_fn(name)),
    })  # fmt: skip
    monkeypatch.setattr(_vectors, "PART", 256)
    before = torch.get_num_threads()
    torch.set_num_threads(threads)
    torch.set_float32_matmul_precision("medium")  # products do not come from torch
    ((_, scores, numbers),) = _vectors.nearest(queries, documents, k, model, 100)
    torch.set_float32_matmul_precision("highest")
    torch.set_num_threads(before)
    for i, query in enumerate(queries):
        pairs = [torch.from_numpy(part) for part in (numpy.repeat(query[None], len(documents), axis=0), documents)]
        want = model.similarity_pairwise(*pairs).numpy()
        assert numpy.abs(want - documents.astype(float) @ query.astype(float)).max() < _vectors._margin(model, queries, documents) / 2
        order = numpy.lexsort((numpy.arange(len(documents)), -want))[:k]
        assert numbers[i].tolist() == order.tolist() + [-1] * (k - len(order))
        assert numpy.array_equal(scores[i, : len(order)], want[order])


def test_products_that_do_not_stand_in_for_a_similarity():
    from axiomine._vectors import _margin

    vectors = unit(numpy.random.default_rng(1).normal(size=(5000, 8)))
    cosine, euclidean = (type("Model", (), {"similarity_fn_name": name}) for name in ("cosine", "euclidean"))
    assert 0 < _margin(cosine, vectors[:10], vectors) < 1e-5
    assert _margin(euclidean, vectors[:10], vectors) is None and _margin(object(), vectors[:10], vectors) is None
    assert _margin(cosine, vectors[:10], vectors * numpy.linspace(1, 1.0001, 5000, dtype=numpy.float32)[:, None]) is None
