"""The server, live mining and PyTerrier's step."""

import pandas
import pytest

import axiomine
from axiomine.terrier import Preferences
from axiomine.torch import LiveMiner


def test_answers(whales):
    with axiomine.serve(*whales, axioms="tfc1") as server:
        assert server.axioms == ["tfc1"] and server.documents == 3
        assert server.queries() == {"q": ("blue whale", ["a", "b", "c"])}
        assert server.texts(["c", "a"]) == ["blue paint", "a blue whale"]
        found = server.violated({"q": {"a": 1.0, "b": 2.0, "c": 0.5}})
        assert list(found) == [("q", "tfc1", "a", "b")] and found.obeyed == 1 and found.share == 0.5 and len(found) == 1
        assert len(server.violated({"q": {"a": 1.0, "b": 2.0, "c": 0.5}}, margin=1)) == 2
        assert list(server.preferences({"whale": ["a", "c"]}, texts=True)) == [("whale", "tfc1", "a", "c")]
        assert len(server.violated({})) == 0 and len(server.violated({"q": {}})) == 0
        with pytest.raises(axiomine.UsageError, match='there is no document "x"'):
            server.texts(["x"])
        assert server.texts(["a"]) == ["a blue whale"]  # it goes on
    with pytest.raises(axiomine.Error, match="closed"):
        server.texts(["a"])
    with pytest.raises(axiomine.UsageError, match="does not compare two documents"):
        axiomine.serve(*whales, axioms="lnc2")


def test_a_draw_tells_what_it_does_not_reach(whales):
    with axiomine.serve(*whales, axioms="tfc1", pairs=900) as server:
        with pytest.warns(axiomine.Warning, match="tfc1: pairs asks for 900, there are 2"):
            rows = server.draw()
        assert len(rows) == 2 and any("900" in text for text in server.warnings)


def test_scores_without_an_effect_are_a_warning():
    documents, queries = {"a": "blue whale", "b": "whale whale", "c": "red paint"}, {"q": "whale"}
    with axiomine.serve(documents, queries, axioms="tfc1") as server:
        server.draw({"q": {"a": 2.0, "b": 1.0}})
        assert not any("no candidates" in text for text in server.warnings)
        with pytest.warns(axiomine.Warning, match="scores of documents that are no candidates of their query: 1, without an effect"):
            server.draw({"q": {"a": 1.0, "b": 2.0, "c": 3.0}})


def test_draws_are_those_of_mine(wikiqa):
    options = {"config": "wikiqa", "judged_queries": 10, "limit": 60}
    with axiomine.serve(wikiqa, **options) as server:
        other = server.draw(seed=7)
        for got in (server.draw(), server.draw(seed=42)):
            want = axiomine.mine(wikiqa, **options)
            assert len(got) > 100 and got != other
            assert {r["query_id"] for r in got if r["axiom"] == ""} == {r["query_id"] for r in other if r["axiom"] == ""}
            assert [(r["query_id"], r["pos_id"], r["neg_id"], r["axiom"], r["weight"], r["margin"]) for r in got] == [
                (r["query_id"], r["pos_id"], r["neg_id"], r["axiom"], r["weight"], r["margin"]) for r in want
            ]


def test_live_mining_feeds_what_is_violated(wikiqa):
    """A model that likes long texts violates other pairs than one that likes short ones; what one obeys is no row."""
    with axiomine.serve(wikiqa, config="wikiqa", limit=20, judged_queries=5, axioms="m-tdc, tf-lnc", pairs=400) as server:
        seen = []
        for sign in (1, -1):
            miner = LiveMiner(server, lambda texts, sign=sign: [sign * len(document) for _, document in texts], batch_size=8)
            rows = miner.refresh(0)
            axiomatic = [r for r in rows if r["axiom"]]
            assert len(axiomatic) > 50 and len(rows) > len(axiomatic)
            assert all(sign * len(r["positive"]) <= sign * len(r["negative"]) for r in axiomatic)
            assert sum(map(len, miner.dataset)) == len(rows)
            seen.append({(r["query_id"], r["pos_id"], r["neg_id"]) for r in axiomatic if len(r["positive"]) != len(r["negative"])})
            assert miner.refresh(1) != rows and miner.refresh(0) == rows
            some = LiveMiner(server, miner.score, queries=3, candidates=5)
            assert len(some.scores(0)) == 3 and {len(of) for of in some.scores(0).values()} <= {2, 3, 4, 5}
            assert some.scores(0) == some.scores(0) != some.scores(1)
        assert not seen[0] & seen[1]


def test_trainer_refreshes_before_every_epoch(wikiqa, tmp_path):
    import torch
    from transformers import Trainer, TrainingArguments

    class Length(torch.nn.Module):
        """Scores a text by its length times a weight that it learns."""

        def __init__(self):
            super().__init__()
            self.weight = torch.nn.Parameter(torch.tensor(-1.0))

        def forward(self, positive, negative):
            return {"loss": torch.relu(1 - self.weight * (positive - negative)).mean()}

    model, epochs = Length(), []
    with axiomine.serve(wikiqa, config="wikiqa", limit=10, judged_queries=5, axioms="m-tdc", pairs=60) as server:
        miner = LiveMiner(server, lambda texts: model.weight.detach() * torch.tensor([len(d) / 100 for _, d in texts]))
        refresh = miner.refresh
        miner.refresh = lambda epoch: epochs.append(epoch) or refresh(epoch)

        def collate(rows):
            return {side: torch.tensor([len(r[side]) / 100 for r in rows]) for side in ("positive", "negative")}

        size = -(-len(miner.refresh(0)) // 2)  # two steps an epoch
        arguments = TrainingArguments(
            str(tmp_path),
            max_steps=4,
            per_device_train_batch_size=size,
            report_to=[],
            save_strategy="no",
            use_cpu=True,
            remove_unused_columns=False,
            disable_tqdm=True,
        )
        trainer = Trainer(model, arguments, train_dataset=miner.dataset, data_collator=collate, callbacks=[miner.callback()])
        trainer.train()
    assert epochs == [0, 0, 1]


def test_terrier_step(whales):
    frame = pandas.DataFrame({"qid": "q", "query": "blue whale", "docno": ["b", "c", "a"], "score": [3.0, 2.0, 1.0], "rank": [0, 1, 2]})
    with axiomine.serve(whales[0], whales[1], axioms="m-and") as server:
        out = Preferences(server).transform(frame)
    assert list(out.docno) == ["a", "b", "c"] and list(out.score) == [2, -1, -1] and list(out["rank"]) == [0, 1, 2]
