"""Runs whose differences mislead a test: what train eval claims of them, and p values beside SciPy's and those of Holm's definition."""

import json
import math

import pytest
from scipy import stats

# Each case has relevant documents of ten by query, for two runs (None: the run lacks the query), and the claim that is right.
CASES = {
    "many lose little, few win much": ([5] * 80 + [1] * 20, [4] * 80 + [10] * 20, "No difference between b and a is significant"),
    "four queries, each better": ([2] * 4, [4, 5, 6, 7], "No difference between b and a is significant"),
    "five queries, each better": ([2] * 5, [4, 5, 6, 7, 8], "No difference between b and a is significant"),
    "six queries, each better": ([1] * 6, [4, 5, 6, 7, 8, 9], "b is better than a"),
    "equal differences": ([2] * 8, [4] * 8, "b is better than a"),
    "ties alone": ([3] * 12, [3] * 12, "No run is better than a"),
    "ties and few differences": ([3] * 30 + [3] * 5, [3] * 30 + [4] * 5, "No difference between b and a is significant"),
    "worse on all that both have, higher in its own mean": ([8, 9] * 6 + [1] * 12, [6, 7] * 6 + [None] * 12, "No run is better than a"),
    "more than fifty differ": (list(range(10)) * 7, [n + (-1, 1, 1)[i % 3] for i, n in enumerate(list(range(1, 9)) * 9)][:70], None),
}


def write(folder, a, b):
    """Judgements and runs with so many of ten relevant documents in their first ten."""
    relevant, others = [f"r{i}" for i in range(10)], [f"n{i}" for i in range(10)]
    (folder / "qrels").write_text("".join(f"q{i} 0 {doc} 1\n" for i in range(len(a)) for doc in relevant))
    for name, counts in (("a", a), ("b", b)):
        (folder / name).write_text("".join(f"q{i} Q0 {doc} {rank} {-rank} t\n" for i, n in enumerate(counts) if n is not None
                                           for rank, doc in enumerate((relevant[:n] + others)[:10])))  # fmt: skip


def wilcoxon(d):
    """SciPy's p of whole numbers: by all signs of few ranks, by its normal approximation of many; None between, with ties."""
    d = [x for x in d if x]
    if not d:
        return 1
    if len(d) <= 13:
        return stats.wilcoxon(d, method=stats.PermutationMethod(n_resamples=2**13)).pvalue if len(d) > 1 else 1
    return stats.wilcoxon(d, correction=False, method="approx").pvalue if len(d) > 50 else None


@pytest.mark.parametrize("name", CASES)
def test_what_is_claimed_of_two_runs(axiomine, tmp_path, name):
    a, b, claim = CASES[name]
    write(tmp_path, a, b)

    def compare(*args):
        return axiomine("train", "eval", "-m", "P@10", *args, "qrels", "a", "b", cwd=tmp_path, capture_output=True, text=True).stdout

    (test,), text = json.loads(compare("--json")), compare()
    d = [y - x for x, y in zip(a, b) if y is not None]
    assert claim is None or text.startswith(claim), text
    assert test["n"] == len(d) and math.isclose(test["diff"], sum(d) / len(d) / 10, abs_tol=1e-12)
    assert (test["wins"], test["ties"], test["losses"]) == (sum(x > 0 for x in d), d.count(0), sum(x < 0 for x in d))
    if len(set(d)) > 1:
        t = stats.ttest_1samp(d, 0)
        assert math.isclose(test["t_p"], t.pvalue, rel_tol=1e-9)
        assert all(math.isclose(ours, theirs / 10, abs_tol=1e-9) for ours, theirs in zip(test["ci95"], t.confidence_interval(0.95)))
    else:
        assert math.isclose(test["t_p"], 1 if d[0] == 0 else 2 ** (1 - len(d)))
    if (p := wilcoxon(d)) is not None:
        assert math.isclose(test["wilcoxon_p"], p, rel_tol=1e-9)
    opposed = name.startswith("many lose")
    assert test["p"] == test["holm_p"] == (1 if opposed else max(test["t_p"], test["wilcoxon_p"]))
    assert not opposed or max(test["t_p"], test["wilcoxon_p"]) < 0.05
    every = json.loads(compare("--json", "-c"))[0]
    assert every["n"] == len(a) and math.isclose(every["mean_b"], sum(x or 0 for x in b) / len(b) / 10)


def test_a_third_run_changes_nothing_but_the_family(axiomine, tmp_path):
    a, b, _ = CASES["six queries, each better"]
    write(tmp_path, a + [5], b + [None])
    (tmp_path / "c").write_text("".join(line for line in open(tmp_path / "a") if not line.startswith(("q1 ", "q2 "))))
    (tmp_path / "copy").write_text((tmp_path / "a").read_text())

    def compare(*runs):
        return json.loads(axiomine("train", "eval", "-m", "P@10", "-m", "RR", "--json", "qrels", *runs, cwd=tmp_path, capture_output=True,
                                   text=True).stdout)  # fmt: skip

    alone, together = compare("a", "b"), compare("a", "b", "c", "copy")
    assert [{**test, "holm_p": 0} for test in alone] == [{**test, "holm_p": 0} for test in together[:2]]
    assert len(together) == 6 and together[4]["wins"] == together[4]["losses"] == 0 and together[4]["p"] == 1
    raw, least = [test["p"] for test in together], 0
    for rank, i in enumerate(sorted(range(6), key=raw.__getitem__)):  # Holm (1979), over the six rows of the table
        least = max(least, min(1, raw[i] * (6 - rank)))
        assert math.isclose(together[i]["holm_p"], least)


@pytest.mark.parametrize("large", ["a", "b"])
def test_one_large_query_does_not_decide(axiomine, tmp_path, large):
    """Simpson's case: 30 queries of two documents on which run b obeys an axiom and a does not, and a query of 60 on which one of them does."""
    texts, files = {}, {"queries": [], "a": [], "b": []}
    for q in range(31):
        word, size = f"word{q}", 60 if q == 30 else 2
        files["queries"].append(f"q{q}\t{word}\n")
        better = [f"d{q}-{i}" for i in range(size)]  # tfc1 prefers the document with more of the word, at equal lengths
        texts |= {doc: " ".join([word] * (size - i) + ["other"] * (i + 3)) for i, doc in enumerate(better)}
        for run in ("a", "b"):
            obeys = run == (large if q == 30 else "b")
            files[run] += [f"q{q} Q0 {doc} {rank} {-rank} t\n" for rank, doc in enumerate(better if obeys else better[::-1])]
    files["documents"] = [f"{doc}\t{text}\n" for doc, text in texts.items()]
    for name, lines in files.items():
        (tmp_path / f"{name}.tsv").write_text("".join(lines))

    def diagnose(*args):
        return axiomine("axioms", "diagnose", "-q", "a.tsv", "b.tsv", "--collection", "documents.tsv", "--topics", "queries.tsv", "--axioms", "tfc1",
                        *args, cwd=tmp_path, capture_output=True, text=True).stdout  # fmt: skip

    (test,), text = json.loads(diagnose("--json"))["tests"], " ".join(diagnose().split())
    d = [-1] * 30 + [1 if large == "a" else -1]  # of a query: the share that a obeys less b's
    pooled = (60 * 59 / 2 * d[30] - 30) / (60 * 59 / 2 + 30)
    over = test["over_queries"]
    assert math.isclose(test["difference"], pooled) and math.isclose(over["mean_difference"], sum(d) / 31)
    assert (over["queries"], over["more_a"], over["more_b"]) == (31, d.count(1), d.count(-1))
    if large == "b":
        assert math.isclose(over["p"], 2 ** (1 - 31), rel_tol=1e-9) and "b obeys tfc1 more than a: by 100.0 %" in text
    else:  # the rank sum of the one query is 16: of all signs, 2 (1 + 31) are as far from the middle, or further
        assert math.isclose(over["p"], max(stats.ttest_1samp(d, 0).pvalue, 64 / 2**31), rel_tol=1e-9)
        assert "No difference between a and b is claimed for tfc1: A - B is +0.9667 over all instances, and −0.9355 in the mean over 31 queries." in text
