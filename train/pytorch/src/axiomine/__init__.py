"""Axiom-augmented training data for neural rankers.

Retrieval axioms say which of two documents ought to rank higher for a query, without a judge. `mine` finds every pair of candidates
on which axioms say so and samples training pairs of them; `diagnose` tells which axioms the scores of a model violate; `serve` answers
both questions inside a training loop, for which `axiomine.torch` has data sets and losses.

The work is done by the program of the same name, which lies beside this package; options are its flags in snake_case.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

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
    from axiomine.answers import Explanation, axioms, diagnose, evaluate, explain, version
    from axiomine.audits import Audit, audit
    from axiomine.errors import Error, InputError, OptionError, ProgramError, ServerError, ShortfallError, UsageError, Warning
    from axiomine.experiments import Result, experiment
    from axiomine.mixtures import Mixture, mix
    from axiomine.negatives import mine_hard_negatives
    from axiomine.page import Page
    from axiomine.pairs import Pairs, mine
    from axiomine.server import Server, Violations, serve
    from axiomine.trainer import AuditCallback

    __version__: str

# _homes are the modules with the names of this package. A module is imported when one of its names is first used, so that a program
# which only names axiomine starts at once.
_homes = {
    "answers": "Explanation axioms diagnose evaluate explain version",
    "audits": "Audit audit",
    "errors": "Error InputError OptionError ProgramError ServerError ShortfallError UsageError Warning",
    "experiments": "Result experiment",
    "mixtures": "Mixture mix",
    "negatives": "mine_hard_negatives",
    "page": "Page",
    "pairs": "Pairs mine",
    "server": "Server Violations serve",
    "trainer": "AuditCallback",
}


def __getattr__(name: str) -> Any:
    """Returns a module or a name of _homes (AuditCallback needs transformers), or __version__: that of the installed package, or of the
    program where the package is only on the path.
    """
    for module, names in _homes.items():
        if name == module:
            return import_module(f"axiomine.{module}")
        if name in names.split():
            globals()[name] = value = getattr(import_module(f"axiomine.{module}"), name)
            return value
    if name != "__version__":
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from importlib import metadata

    try:
        return metadata.version("axiomine")
    except metadata.PackageNotFoundError:
        return import_module("axiomine.answers").version()


def __dir__() -> list[str]:
    """Lists the names of the package, imported or not."""
    return sorted({*globals(), *__all__})
