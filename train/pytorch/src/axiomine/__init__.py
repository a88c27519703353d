"""Axiom-augmented training data for neural rankers.

Retrieval axioms say which of two documents ought to rank higher for a query, without a judge. `mine` finds every pair of candidates
on which axioms say so and samples training pairs of them; `diagnose` tells which axioms the scores of a model violate; `serve` answers
both questions inside a training loop, for which `axiomine.torch` has data sets and losses.

The work is done by the program of the same name, which lies beside this package; options are its flags in snake_case.
"""

from typing import TYPE_CHECKING, Any

from axiomine.answers import Explanation, axioms, diagnose, evaluate, explain, version
from axiomine.audits import Audit, audit
from axiomine.errors import Error, InputError, OptionError, ProgramError, ServerError, ShortfallError, UsageError, Warning
from axiomine.experiments import Result, experiment
from axiomine.mixtures import Mixture, mix
from axiomine.negatives import mine_hard_negatives
from axiomine.page import Page
from axiomine.pairs import Pairs, mine
from axiomine.server import Server, Violations, serve

__all__ = [
    "Audit",
    "AuditCallback",
    "Error",
    "Explanation",
    "InputError",
    "Mixture",
    "OptionError",
    "Page",
    "Pairs",
    "ProgramError",
    "Result",
    "Server",
    "ServerError",
    "ShortfallError",
    "UsageError",
    "Violations",
    "Warning",
    "__version__",
    "audit",
    "axioms",
    "diagnose",
    "evaluate",
    "experiment",
    "explain",
    "mine",
    "mine_hard_negatives",
    "mix",
    "serve",
    "version",
]

if TYPE_CHECKING:
    from axiomine.trainer import AuditCallback

    __version__: str


def __getattr__(name: str) -> Any:
    """Returns __version__: that of the installed package, or of the program where the package is only on the path. AuditCallback needs
    transformers.
    """
    if name == "AuditCallback":
        from axiomine.trainer import AuditCallback

        return AuditCallback
    if name != "__version__":
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from importlib import metadata

    try:
        return metadata.version("axiomine")
    except metadata.PackageNotFoundError:
        return version()
