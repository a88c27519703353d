"""Pairs for PyTorch: a data set that shards itself, losses that take what rows carry, and pairs mined anew as the model learns."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

import torch
from torch import Tensor
from torch.nn import functional
from torch.utils.data import DataLoader, IterableDataset, get_worker_info

from axiomine import _lists, _values
from axiomine.errors import InputError, UsageError

if TYPE_CHECKING:
    from axiomine.server import Server

Row = dict[str, Any]


class AxiomPairs(IterableDataset[Any]):
    """Rows in an order of their own every epoch, shared out over ranks and workers. Call `set_epoch` before each: without it every pass has
    the order of epoch 0.

    rows: the value of `mine`, of `Server.draw`, any list, or a data frame, whose rows are dicts.
    batch_size: rows of a batch, which is a list; None gives single rows. `loader` makes the loader; one of your own is given
        batch_size=None: batches are made here, so that their order is the same at any number of workers.
    seed, epoch: the order; without shuffle it is that of the rows. `set_epoch` is seen by workers that are there already.
    rank, world_size: this process among those that train; by default those of torch.distributed. All ranks get as many batches: the
        first rows come once more where the number does not divide (as in DistributedSampler).

    state_dict and load_state_dict are as torchdata's StatefulDataLoader calls them: where an epoch is, in this worker. A state that
    another order left is refused: rows would be lost.
    """

    def __init__(
        self,
        rows: Sequence[Any],
        *,
        batch_size: int | None = None,
        seed: int = 0,
        shuffle: bool = True,
        rank: int | None = None,
        world_size: int | None = None,
    ) -> None:
        super().__init__()
        if (rank is None) != (world_size is None):
            raise UsageError("rank and world_size go together", "give both, or none of them")
        if rank is not None and world_size is not None:
            world_size, rank = _values.count(world_size, "world_size", 1), _values.count(rank, "rank")
            if rank >= world_size:
                raise UsageError(f"rank {rank} is none of {world_size}", "ranks begin with 0")
        self.rows, self.batch_size = _listed(rows), None if batch_size is None else _values.count(batch_size, "batch_size", 1)
        self.seed, self.shuffle = _values.whole(seed, "seed"), _values.truth(shuffle, "shuffle")
        self._rank, self._world_size = rank, world_size
        self._epoch = torch.zeros((), dtype=torch.int64).share_memory_()  # type: ignore[no-untyped-call]
        self._done, self._resumed = 0, False

    @property
    def epoch(self) -> int:
        return int(self._epoch)

    def set_epoch(self, epoch: int) -> None:
        """The order of the next pass."""
        self._epoch.fill_(_values.count(epoch, "epoch"))

    def _place(self) -> tuple[int, int]:
        if self._rank is not None and self._world_size is not None:
            return self._rank, self._world_size
        if torch.distributed.is_available() and torch.distributed.is_initialized():
            return torch.distributed.get_rank(), torch.distributed.get_world_size()
        return 0, 1

    def _share(self) -> int:
        """The number of rows of each rank."""
        return -(-len(self.rows) // self._place()[1])

    def __len__(self) -> int:
        """Batches of this rank in an epoch, or rows without batches."""
        return -(-self._share() // (self.batch_size or 1))

    def _order(self) -> list[int]:
        n, (rank, world) = len(self.rows), self._place()
        if self.shuffle:
            generator = torch.Generator().manual_seed((self.seed * 1_000_003 + self.epoch) & (2**63 - 1))
            order: list[int] = torch.randperm(n, generator=generator).tolist()
        else:
            order = list(range(n))
        order += [order[i % n] for i in range(self._share() * world - n)]
        return order[rank::world]

    def __iter__(self) -> Iterator[Any]:
        worker = get_worker_info()
        number, workers = (worker.id, worker.num_workers) if worker is not None else (0, 1)
        if not self._resumed:
            self._done = 0
        self._resumed = False
        if not self.rows:
            return
        order, size = self._order(), self.batch_size or 1
        for begin in range((number + self._done * workers) * size, len(order), workers * size):
            self._done += 1
            batch = [self.rows[i] for i in order[begin : begin + size]]
            yield batch[0] if self.batch_size is None else batch
        self._done = 0

    def loader(self, num_workers: int = 0, collate_fn: Callable[[Any], Any] | None = None, **kwargs: Any) -> DataLoader[Any]:
        """A loader of these batches. collate_fn makes tensors of one; without it a batch is the list of its rows as they are: the loader's
        own conversion would go through every text.
        """
        num_workers = _values.count(num_workers, "num_workers")
        if collate_fn is not None and not callable(collate_fn):
            raise UsageError(f"collate_fn is {_values.shortened(collate_fn)}", "give a function of a list of rows")
        try:
            return DataLoader(self, batch_size=None, num_workers=num_workers, collate_fn=collate_fn or as_it_is, **kwargs)
        except (TypeError, ValueError) as e:  # of an option of torch's
            raise UsageError(" ".join(str(e).split()), "give options of torch.utils.data.DataLoader") from e

    def _made_of(self) -> dict[str, Any]:
        """What decides which rows are done, by the names of the arguments."""
        return {"rows": len(self.rows), "seed": self.seed, "batch_size": self.batch_size, "shuffle": self.shuffle,
                "world_size": self._place()[1]}  # fmt: skip

    def state_dict(self) -> dict[str, Any]:
        return {"epoch": self.epoch, "done": self._done, **self._made_of()}

    def load_state_dict(self, state: Mapping[str, Any]) -> None:
        made_of = self._made_of()
        if not isinstance(state, Mapping) or not {"epoch", "done", *made_of} <= state.keys():
            raise UsageError(f"the state is {_values.shortened(state)}", "give what state_dict returned")
        if other := [name for name, value in made_of.items() if state[name] != value]:
            said = (f"{name} {_values.shortened(state[name])}, and here it is {made_of[name]}" for name in other)
            raise UsageError("the state is of " + "; of ".join(said), f"give the {', '.join(other)} of that time")
        done = _values.count(state["done"], "done")
        self.set_epoch(state["epoch"])
        self._done, self._resumed = done, True


def _listed(rows: Any) -> list[Any]:
    """Returns rows as a list."""
    if isinstance(rows, (str, bytes, type, Mapping)) or not (hasattr(rows, "__iter__") or hasattr(rows, "column_names")):
        raise InputError(f"rows: {_values.shortened(rows)} is no list of rows", "give pairs, or a data frame of rows")
    if getattr(rows, "shape", (1,)) == ():
        raise InputError("rows: they have no dimension", "give a list of rows")
    return _lists.records(rows)


def as_it_is(batch: Any) -> Any:
    """A collate_fn that changes nothing."""
    return batch


def pairwise_hinge(positive: Tensor, negative: Tensor, weight: Tensor | float = 1.0, margin: Tensor | float = 1.0) -> Tensor:
    """The mean over pairs of weight * max(0, margin - (positive - negative)).

    positive, negative: scores of shape (pairs,); weight, margin: numbers or of that shape, as rows carry them.
    """
    return (torch.relu(margin - (positive - negative)) * weight).mean()


def pairwise_softplus(positive: Tensor, negative: Tensor, weight: Tensor | float = 1.0, margin: Tensor | float = 0.0) -> Tensor:
    """The mean over pairs of weight * log(1 + exp(margin - (positive - negative))); RankNet's loss where the margin is 0."""
    return (functional.softplus(margin - (positive - negative)) * weight).mean()


class LiveMiner:
    """Rows drawn anew as the model learns: those of axioms that its scores violate now, with the judged ones at the server's ratio.

    server: an open `axiomine.serve(..)`.
    score: scores of (query, document) texts: a function of the model's, such as a CrossEncoder's predict.
    margin: what is ordered well by less than this counts as violated, in the scores' units.
    candidates: so many of each query are scored, the best of the run first; None: all.
    queries: so many training queries are scored for a draw, others every time; None: all. Those that are not give no axiomatic row.

    `dataset` is an AxiomPairs of rows with texts (query, positive, negative); `refresh` fills it before an epoch.
    """

    def __init__(
        self,
        server: Server,
        score: Callable[[list[tuple[str, str]]], Sequence[float] | Tensor],
        *,
        margin: float = 0.0,
        candidates: int | None = None,
        queries: int | None = None,
        batch_size: int | None = None,
        seed: int = 0,
    ) -> None:
        if not callable(score):
            raise UsageError(f"score is {_values.shortened(score)}", "give a function of (query, document) texts")
        candidates = None if candidates is None else _values.count(candidates, "candidates", 1)
        self.number = None if queries is None else _values.count(queries, "queries")
        self.server: Server = _values.having(server, "server", "queries", "texts", "draw")
        self.score, self.seed = score, _values.whole(seed, "seed")
        self.margin = _values.score(margin, "LiveMiner", 1, "margin")
        self._queries = {q: (text, of[:candidates]) for q, (text, of) in server.queries().items()}
        names = list(dict.fromkeys(d for _, of in self._queries.values() for d in of))
        self._texts = dict(zip(names, server.texts(names), strict=True))
        self.dataset = AxiomPairs([], batch_size=batch_size, seed=seed)

    def scores(self, epoch: int) -> dict[str, dict[str, float]]:
        """The model's scores of the candidates of the training queries that an epoch asks about."""
        chosen = list(self._queries)
        if self.number is not None and self.number < len(chosen):
            chosen = random.Random(f"{self.seed} {epoch}").sample(chosen, self.number)
        asked = [(self._queries[q][0], self._texts[d]) for q in chosen for d in self._queries[q][1]]
        answer = self.score(asked)
        values = answer.tolist() if hasattr(answer, "tolist") else answer
        values = list(values) if hasattr(values, "__iter__") else [values]
        if len(values) != len(asked):
            raise InputError(f"score: it returned {len(values)} numbers for {len(asked)} texts", "return one for each")
        numbers = iter(_values.score(value, "score", row, "the number") for row, value in enumerate(values, 1))
        return {q: {d: next(numbers) for d in self._queries[q][1]} for q in chosen}

    def refresh(self, epoch: int) -> list[Row]:
        """Scores, draws, and gives the data set the rows of an epoch."""
        epoch = _values.count(epoch, "epoch")
        rows = self.server.draw(self.scores(epoch), self.margin, seed=self.seed + epoch)
        unknown = [d for d in dict.fromkeys(row[side] for row in rows for side in ("pos_id", "neg_id")) if d not in self._texts]
        self._texts |= zip(unknown, self.server.texts(unknown), strict=True)
        for row in rows:
            row["query"] = self._queries[row["query_id"]][0]
            row["positive"], row["negative"] = self._texts[row["pos_id"]], self._texts[row["neg_id"]]
        self.dataset.rows = rows
        self.dataset.set_epoch(epoch)
        return rows

    def callback(self) -> Any:
        """A callback of transformers' Trainer that refreshes before every epoch.

        The trainer's data set is `dataset`, without workers. Trainers of sentence-transformers take none but data sets with columns.
        """
        from transformers import TrainerCallback

        miner = self

        class Refresh(TrainerCallback):
            def on_epoch_begin(self, args: Any, state: Any, control: Any, **kwargs: Any) -> None:
                miner.refresh(int(state.epoch or 0))

        return Refresh()
