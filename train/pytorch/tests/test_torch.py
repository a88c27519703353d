"""Order, ranks, workers and resumption of AxiomPairs, and the losses."""

import pytest
import torch
from torch.utils.data import DataLoader
from torchdata.stateful_dataloader import StatefulDataLoader

from axiomine.torch import AxiomPairs, pairwise_hinge, pairwise_softplus

ROWS = list(range(103))


def epoch(dataset, workers=0, **kwargs):
    return list(DataLoader(dataset, batch_size=None, num_workers=workers, **kwargs))


@pytest.mark.parametrize("batch_size", [None, 8])
def test_the_same_order_at_any_number_of_workers(batch_size):
    want = list(AxiomPairs(ROWS, batch_size=batch_size, seed=3))
    assert len(want) == len(AxiomPairs(ROWS, batch_size=batch_size)) == (103 if batch_size is None else 13)
    flat = want if batch_size is None else [row for batch in want for row in batch]
    assert sorted(flat) == ROWS and flat != ROWS
    for workers in (0, 1, 3):
        assert epoch(AxiomPairs(ROWS, batch_size=batch_size, seed=3), workers) == want


def test_epochs_and_seeds_have_orders_of_their_own():
    dataset = AxiomPairs(ROWS, seed=1)
    first = list(dataset)
    assert list(dataset) == first
    dataset.set_epoch(1)
    second = list(dataset)
    dataset.set_epoch(0)
    assert list(dataset) == first and second != first and sorted(second) == ROWS
    assert list(AxiomPairs(ROWS, seed=2)) != first
    assert list(AxiomPairs(ROWS, shuffle=False)) == ROWS


def test_workers_that_stay_see_the_epoch():
    dataset = AxiomPairs(ROWS)
    loader = DataLoader(dataset, batch_size=None, num_workers=2, persistent_workers=True)
    first = list(loader)
    dataset.set_epoch(1)
    second = list(loader)
    assert second != first and second == epoch(dataset)


def test_ranks_share_the_rows():
    shares = [list(AxiomPairs(ROWS, seed=5, rank=rank, world_size=4)) for rank in range(4)]
    assert {len(s) for s in shares} == {26} and {row for s in shares for row in s} == set(ROWS)
    assert epoch(AxiomPairs(ROWS, seed=5, rank=2, world_size=4), 2) == shares[2]
    with pytest.raises(ValueError, match="rank 4 is none of 4"):
        AxiomPairs(ROWS, rank=4, world_size=4)


@pytest.mark.parametrize("workers", [0, 2])
def test_an_epoch_goes_on_where_it_was(workers):
    """StatefulDataLoader: the rest of the epoch, then the next one whole."""

    def loader():
        return StatefulDataLoader(AxiomPairs(ROWS, batch_size=8, seed=9), batch_size=None, num_workers=workers)

    want = list(loader())
    begun = loader()
    batches = iter(begun)
    head = [next(batches) for _ in range(5)]
    state = begun.state_dict()
    resumed = loader()
    resumed.load_state_dict(state)
    assert head + list(resumed) == want
    assert list(resumed) == want


OTHERS = {
    "rows 103, and here it is 5": {"rows": ROWS[:5]},
    "seed 9, and here it is 8": {"seed": 8},
    "batch_size 8, and here it is 16": {"batch_size": 16},
    "batch_size 8, and here it is None": {"batch_size": None},
    "shuffle True, and here it is False": {"shuffle": False},
    "world_size 2, and here it is 4": {"world_size": 4},
    "world_size 2, and here it is 1": {"rank": None, "world_size": None},
    "batch_size 8, and here it is 16; of shuffle True, and here it is False": {"batch_size": 16, "shuffle": False},
}


@pytest.mark.parametrize("says", OTHERS)
def test_a_state_of_another_order_is_refused(says):
    made = {"rows": ROWS, "seed": 9, "batch_size": 8, "rank": 0, "world_size": 2}
    state = AxiomPairs(**made).state_dict()
    AxiomPairs(**made | {"rank": 1}).load_state_dict(state)  # ranks go on together
    with pytest.raises(ValueError, match=f"^the state is of {says}; hint: give the "):
        AxiomPairs(**made | OTHERS[says]).load_state_dict(state)


def test_no_rows():
    assert list(AxiomPairs([])) == [] and len(AxiomPairs([])) == 0
    assert len(set(AxiomPairs([1], rank=1, world_size=3))) == 1


def test_losses_are_their_formulas():
    positive, negative = torch.tensor([1.0, 0.0, 3.0]), torch.tensor([0.5, 1.0, 0.0])
    weight, margin = torch.tensor([1.0, 2.0, 1.0]), torch.tensor([1.0, 0.25, 1.0])
    # .5, 2 * 1.25 and 0, over three
    assert pairwise_hinge(positive, negative, weight, margin).item() == pytest.approx(3.0 / 3)
    assert pairwise_hinge(positive, negative).item() == pytest.approx(
        torch.nn.MarginRankingLoss(1.0)(positive, negative, torch.ones(3)).item()
    )
    ranknet = torch.nn.BCEWithLogitsLoss()(positive - negative, torch.ones(3))
    assert pairwise_softplus(positive, negative).item() == pytest.approx(ranknet.item())


def test_a_loop_that_does_nothing_reads_fast():
    """No time is asserted; the rate stands in the tutorial. Each row comes once."""
    rows = [{"query": "q", "positive": "p", "negative": "n"}] * 100_000
    for workers in (0, 2):
        assert sum(map(len, AxiomPairs(rows, batch_size=64).loader(workers))) == 100_000
    assert next(iter(AxiomPairs(rows, batch_size=2).loader(collate_fn=len))) == 2
