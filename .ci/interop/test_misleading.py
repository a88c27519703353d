"""What a file that loads perfectly could teach wrongly, looked for by its consumers: groups of one negative many times, labels
that contradict each other or the pairs' order, weights and margins that no loss sees."""

import collections
import importlib.util
import json

import datasets
import pytest
import torch
from conftest import ROOT

torch.set_num_threads(1)  # two would wait for each other, spinning, on a busy machine
GROUP = 8
FORMATS = "parquet,st-ntuple,tevatron,st-listwise,st-margin-mse,tevatron-distil,st-cross,st-triplet"


@pytest.fixture(scope="module")
def out(axiomine, data, vocab, tmp_path_factory):
    """Ten judged queries of WikiQA at 7:1, in every kind of format; an axiom's rows weigh .5 and have the margin .25."""
    out = tmp_path_factory.mktemp("misleading") / "out"
    axiomine("gen", "-q", "-c", "wikiqa", "--data", data / "wikiqa", "--limit", 150, "--judged-queries", 10, "--ratio", "7:1", "--vocab", vocab, "--max-length", 64,
             "--set", "max_query_length=32", "--set", "axiom_weight=.5", "--set", "axiom_margin=.25", "--output-format", FORMATS, "-o", out)
    axiomine("tokenize", "verify", out / "shards", capture_output=True)
    return out


def load(shards, config, split="train"):
    return datasets.load_dataset(str(shards), config, split=split, cache_dir=str(shards.parent / "cache"))


def recipe(name):
    spec = importlib.util.spec_from_file_location(name, ROOT / "configs" / "recipes" / f"{name}.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_negatives_differ(out):
    """As many groups as the manifest says hold fewer than seven different negatives; the account knows how few the pools can give."""
    manifest, account = (json.loads((out / path).read_text()) for path in ("shards/manifest.json", "account.json"))
    told = {(g["format"], g["split"]): g for g in manifest["groups"]}
    short = lambda groups: sum(len(set(negatives)) < GROUP - 1 for negatives in groups)
    tuples = [[row[f"negative_{i}"] for i in range(1, GROUP)] for row in load(out / "shards", "n-tuple")]
    tevatron = [[(p["title"], p["text"]) for p in json.loads(line)["negative_passages"]] for f in (out / "shards" / "tevatron").glob("train-*") for line in open(f)]
    for name, groups in ("st-ntuple", tuples), ("tevatron", tevatron):
        assert (len(groups), short(groups)) == (told[name, "train"]["groups"], told[name, "train"]["short"])
    assert told["st-ntuple", "train"]["filled"] > len(tuples) / 2  # most have something to be filled with
    lists = [row["docs"][1:] for row in load(out / "shards", "listwise")]
    assert all(len(set(docs)) == len(docs) <= GROUP - 1 for docs in lists)
    # Groups are short where pools are: texts that repeat under other ids add a few.
    pools = next(row for row in account["rows"] if row["what"] == "groups" and row["split"] == "train")
    few = pools["noted"]["fewer_negatives"]
    assert few <= short(tuples) <= 1.1 * few and few < .5 * pools["found"]
    assert f"groups of train hold fewer than {GROUP - 1} different negatives" in (out / "shards" / "README.md").read_text()


def test_one_input_has_one_label(axiomine, out, vocab, tmp_path):
    def labels(shards, config, *columns):
        found = collections.defaultdict(set)
        for row in load(shards, config):
            found[tuple(map(str, (row[c] for c in columns)))].add(row["label"])
        return sum(len(of) > 1 for of in found.values())
    assert labels(out / "shards", "cross", "input_ids") == labels(out / "shards", "cross-encoder", "query", "passage") == 0
    for how in "keep", "soft":
        axiomine("tokenize", "shards", "-q", out, "--vocab", vocab, f"--set=pointwise={how}", "--output-format", "parquet,st-cross", "-o", tmp_path / how)
    kept, told = labels(tmp_path / "keep", "cross", "input_ids"), json.loads((out / "shards" / "manifest.json").read_text())["pointwise"]
    assert kept > 0 and {p["both"] for p in told if p["split"] == "train"} == {kept}
    assert labels(tmp_path / "soft", "cross", "input_ids") == 0
    soft = load(tmp_path / "soft", "cross")
    assert soft.features["label"].dtype == "float32" and any(0 < label < 1 for label in soft["label"]) and len(soft) == len(load(tmp_path / "keep", "cross"))


def test_scores_agree_with_the_order(out):
    contradicted = [row for row in load(out / "shards", "pairs") if row["pos_score"] is not None and row["neg_score"] is not None and row["pos_score"] < row["neg_score"]]
    assert contradicted  # the candidates' scores contradict some pairs
    assert min(load(out / "shards", "margin-mse")["label"]) >= 0
    for f in (out / "shards" / "tevatron-distil").glob("train-*"):
        for line in open(f):
            group = json.loads(line)
            assert max(p["score"] for p in group["negative_passages"]) <= group["positive_passages"][0]["score"]


def test_weights_and_margins_of_rows(out):
    want = lambda source: (1.0, 1.0) if source == "judged" else (.5, .25)
    pairs = {row["uid"]: want(row["source"]) for row in load(out / "shards", "pairs")}
    assert set(pairs.values()) == {(1.0, 1.0), (.5, .25)}
    for config in ("pairs", "pairs-tokenized", "cross", "triplet-meta", "margin-mse-meta", "cross-encoder-meta"):
        assert all((row["weight"], row["margin"]) == pairs[row["uid"]] for row in load(out / "shards", config)), config


def test_the_trainer_of_transformers_sees_them(out, model, tmp_path):
    """A batch of its own loader has them, and the loss is w max(0, m - s(pos) + s(neg))."""
    from transformers import AutoModelForSequenceClassification, TrainingArguments
    hf = recipe("hf_trainer")
    bert = AutoModelForSequenceClassification.from_pretrained(model, num_labels=1).eval()
    arguments = TrainingArguments(str(tmp_path), per_device_train_batch_size=32, remove_unused_columns=False, report_to="none", use_cpu=True)
    trainer = hf.PairTrainer(bert, arguments, train_dataset=load(out / "shards", "pairs-tokenized"), data_collator=lambda rows: hf.collate(rows, 64))
    batch = next(iter(trainer.get_train_dataloader()))
    assert {(w.item(), m.item()) for w, m in zip(batch["weight"], batch["margin"])} == {(1.0, 1.0), (.5, .25)}
    with torch.no_grad():
        scores = bert(**{name: batch[name] for name in ("input_ids", "token_type_ids", "attention_mask")}).logits[:, 0].tolist()
        loss = trainer.compute_loss(bert, dict(batch)).item()
    n = len(scores) // 2
    by_hand = sum(w * max(0, m - scores[i] + scores[n + i]) for i, (w, m) in enumerate(zip(batch["weight"].tolist(), batch["margin"].tolist()))) / n
    assert loss == pytest.approx(by_hand, rel=1e-4)


def test_a_loss_of_sentence_transformers_sees_them(out, model):
    from sentence_transformers import SentenceTransformer
    from sentence_transformers.sentence_transformer.data_collator import SentenceTransformerDataCollator
    bi = recipe("bi_encoder")
    bert = SentenceTransformer(str(model), device="cpu").eval()
    rows = bi.triplets(str(out / "shards"), "train").select(range(64)).to_list()
    labels = SentenceTransformerDataCollator(preprocess_fn=bert.preprocess)(rows)["label"]
    assert labels.tolist() == [row["label"] for row in rows] and len(set(map(tuple, labels.tolist()))) == 2
    vectors = [bert.encode([row[column] for row in rows], convert_to_tensor=True, normalize_embeddings=True) for column in ("anchor", "positive", "negative")]
    leads = ((vectors[0] * vectors[1]).sum(1) - (vectors[0] * vectors[2]).sum(1)).tolist()
    by_hand = sum(w * max(0, .1 * m - lead) for (w, m), lead in zip(labels.tolist(), leads)) / len(rows)
    with torch.no_grad():
        features = [bert.preprocess([row[column] for row in rows]) for column in ("anchor", "positive", "negative")]
        assert bi.WeightedTripletLoss(bert)(features, labels).item() == pytest.approx(by_hand, rel=1e-3)


def test_the_cross_encoder_sees_them(out):
    """Its sequences are those of `cross`, and a pair's loss is w ln(1 + exp(s(neg) - s(pos) + m - 1))."""
    ce = recipe("cross_encoder")
    rows = ce.examples(out / "shards", "train", 64)
    batch = rows[:16]
    cross = {tuple(row["input_ids"]): row["token_type_ids"] for row in load(out / "shards", "cross")}
    sequences = [sequence for example in rows for sequence in example.sequences]
    assert set(cross) <= {tuple(ids) for ids, _ in sequences} and all(cross.get(tuple(ids), types) == types for ids, types in sequences)
    model = ce.CrossEncoder(ce.encoder("random", out / "shards", 0), [ce.RANKING]).eval()
    with torch.no_grad():
        losses = model.losses(batch)[ce.RANKING].tolist()
        positive, negative = model.heads[ce.RANKING](model([s for e in batch for s in e.sequences])).squeeze(-1).view(-1, 2).unbind(1)
    for example, loss, lead in zip(batch, losses, (positive - negative).tolist()):
        assert loss == pytest.approx(example.weight * torch.nn.functional.softplus(torch.tensor(-lead + example.margin - 1)).item(), abs=1e-3)
    assert {(e.weight, e.margin) for e in batch} == {(1.0, 1.0), (.5, .25)}
