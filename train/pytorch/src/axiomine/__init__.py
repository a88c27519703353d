"""Axiom-augmented training data for neural rankers.

Retrieval axioms say which of two documents ought to rank higher for a query, without a judge. `mine` finds every pair of candidates
on which axioms say so and samples training pairs of them; `diagnose` tells which axioms the scores of a model violate; `serve` answers
both questions inside a training loop, for which `axiomine.torch` has data sets and losses.

The work is done by the program of the same name, which lies beside this package; options are its flags in snake_case.
"""

from axiomine._binary import version
from axiomine.answers import Explanation, axioms, diagnose, evaluate, explain
from axiomine.errors import Error, InputError, ShortfallError, UsageError
from axiomine.experiments import Result, experiment
from axiomine.pairs import Page, Pairs, mine
from axiomine.server import Server, Violations, serve

__all__ = [
    "Error",
    "Explanation",
    "InputError",
    "Page",
    "Pairs",
    "Result",
    "Server",
    "ShortfallError",
    "UsageError",
    "Violations",
    "axioms",
    "diagnose",
    "evaluate",
    "experiment",
    "explain",
    "mine",
    "serve",
    "version",
]
