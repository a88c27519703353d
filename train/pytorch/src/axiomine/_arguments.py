"""The kinds of the arguments of mine_hard_negatives."""

from __future__ import annotations

import io
import math
import numbers
from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any

from axiomine import _binary, _values
from axiomine.errors import UsageError

if TYPE_CHECKING:
    import inspect

COUNTS = {"range_min": 0, "num_negatives": 1, "batch_size": 1, "faiss_batch_size": 1}  # with their least values
OPTIONAL_COUNTS = {"range_max": 0, "seed": None}
NUMBERS = ("max_score", "min_score", "absolute_margin", "relative_margin", "margin")
TEXTS = ("anchor_column_name", "positive_column_name", "query_prompt_name", "query_prompt", "corpus_prompt_name", "corpus_prompt")
CHOICES = {
    "sampling_strategy": ("random", "top"),
    "output_format": ("triplet", "n-tuple", "labeled-pair", "labeled-list", "n-tuple-scores"),
    "retrieval": ("auto", "fused", "model", "bm25"),
}
FLAGS = ("include_positives", "output_scores", "use_faiss", "verbose", "drop_same_text", "overwrite", "as_triplets")
METHODS = {"model": ("encode_query", "encode_document", "similarity", "similarity_pairwise"), "cross_encoder": ("predict",)}


MOST = 10_000  # negatives of a query


def check(given: dict[str, Any]) -> None:
    """Raises a UsageError for the first argument that has another kind than its own."""
    for name, least in {**COUNTS, **OPTIONAL_COUNTS}.items():
        value = given[name]
        if value is None and name in OPTIONAL_COUNTS:
            continue
        is_count = isinstance(value, numbers.Integral) and not isinstance(value, bool)
        if not is_count or (least is not None and int(value) < least) or int(value) > 1 << 62:
            raise _wrong(name, value, f"give a whole number{'' if least is None else f', {least} or more'}")
    if int(given["num_negatives"]) > MOST:
        raise _wrong("num_negatives", given["num_negatives"], f"give at most {MOST:,}")
    for name in NUMBERS:
        if given[name] is not None and not _is_number(given[name]):
            raise _wrong(name, given[name], "give a number")
    if not _is_number(given["weight"]):
        raise _wrong("weight", given["weight"], "give a number")
    for name in TEXTS:
        if given[name] is not None and not isinstance(given[name], str):
            raise _wrong(name, given[name], "give a text")
    for name, choices in CHOICES.items():
        if not isinstance(given[name], str) or given[name] not in choices:
            raise _wrong(name, given[name], f"give {', '.join(choices[:-1])} or {choices[-1]}")
    for name in FLAGS:
        if not isinstance(given[name], bool) and (name != "as_triplets" or given[name] is not None):
            raise _wrong(name, given[name], "give True or False")
    for name, methods in METHODS.items():
        if given[name] is not None:
            _values.having(given[name], name, *methods)
    if given["axioms"] is not None and not _binary.written(given["axioms"], "axioms"):
        raise _wrong("axioms", given["axioms"], "name some, or leave it out")
    corpus, processes = given["corpus"], given["use_multi_process"]
    is_list = isinstance(corpus, Iterable) or hasattr(corpus, "column_names")  # Arrow's tables cannot be gone through
    if corpus is not None and (not is_list or isinstance(corpus, (Mapping, io.IOBase))):
        raise _wrong("corpus", corpus, "give a list of texts")
    if not isinstance(processes, bool) and not (isinstance(processes, list) and processes and all(isinstance(p, str) for p in processes)):
        raise _wrong("use_multi_process", processes, "give True, False or a list of devices")


OF_A_MODEL = ("query_prompt_name", "query_prompt", "corpus_prompt_name", "corpus_prompt", "use_multi_process", "cache_folder",
              "faiss_batch_size")  # fmt: skip


def refuse_unused(given: dict[str, Any], signature: inspect.Signature, retrieval: str) -> None:
    """Raises a UsageError for the first argument that has another value than its default, and no effect beside the others."""
    has_model, has_scorer = given["model"] is not None, given["model"] is not None or given["cross_encoder"] is not None
    meanings = [
        *((name, has_model, "there is no model") for name in OF_A_MODEL),
        ("batch_size", has_scorer, "there is neither a model nor a cross_encoder"),
        ("weight", retrieval == "fused", f"retrieval is {retrieval!r}, and no two lists are joined"),
        ("overwrite", given["output"] is not None, "there is no output"),
        ("seed", given["sampling_strategy"] == "random", "sampling_strategy is 'top', which draws nothing"),
    ]
    for name, has_meaning, why in meanings:
        value, default = given[name], signature.parameters[name].default
        # What is compared with arrays and frames has no truth value.
        is_default = value is default or (isinstance(value, (bool, int, float, str)) and value == default)
        if not has_meaning and not is_default:
            raise UsageError(f"{name} is {_values.shortened(given[name])}, and has no effect: {why}", "leave it out")


def _is_number(value: Any) -> bool:
    try:
        return isinstance(value, numbers.Real) and not isinstance(value, bool) and math.isfinite(value)
    except OverflowError:
        return False


def _wrong(name: str, value: Any, hint: str) -> UsageError:
    return UsageError(f"{name} is {_values.shortened(value)}, a {type(value).__name__}", hint)
