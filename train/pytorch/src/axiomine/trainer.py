"""A callback for the trainers of transformers and sentence-transformers."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from axiomine.audits import Audit, audit
from axiomine.errors import InputError, packages

with packages("hf"):
    from transformers import TrainerCallback


class AuditCallback(TrainerCallback):
    """Audits the training set before the first step, and stops the training with a ShortfallError if it finds what it must not.

    fail_on: codes or severities, as those of `audit`; None only looks.
    dataset: the rows, where the trainer's are no rows of texts any more.
    options: others of `audit`.

    `audits` has an Audit of each data set of the trainer.
    """

    def __init__(self, fail_on: str | Sequence[str] | None = "error", dataset: Any = None, **options: Any) -> None:
        self.fail_on, self.dataset, self.options = fail_on, dataset, options
        self.audits: list[Audit] = []

    def on_train_begin(self, args: Any, state: Any, control: Any, train_dataloader: Any = None, **_: Any) -> None:
        if not state.is_world_process_zero:
            return
        rows = self.dataset if self.dataset is not None else getattr(train_dataloader, "dataset", None)
        if rows is None:
            raise InputError("AuditCallback: the trainer has no training set", "give it: AuditCallback(dataset=rows)")
        # Several data sets of sentence-transformers are one of torch.
        self.audits = [audit(part, fail_on=self.fail_on, **self.options) for part in getattr(rows, "datasets", [rows])]
