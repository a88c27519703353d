"""Asks SciPy about paired lists with ties, by exact differences: prints answers.json.

The values are fractions with small denominators, such as P@5 and reciprocal ranks. Their differences are made whole numbers by the
common denominator before SciPy sees them, so that .6 - .4 is .2. The signed-rank test of at most 50 differences is exact. SciPy has that
only without ties, or by going through all signs: where it has, the count below is held to it. Run it with: python3 answers.py > answers.json
"""

import json
import math
import pathlib
import random
from fractions import Fraction

import numpy as np
import scipy
from scipy import stats

random.seed(46)


def draw(kind, n):
    """n pairs of values."""
    def precision(k):
        return Fraction(random.randint(0, k), k)

    def reciprocal():
        return Fraction(1, random.randint(1, 20)) if random.random() < 0.8 else Fraction(0)

    one = {"P@5": lambda: precision(5), "P@10": lambda: precision(10), "RR": reciprocal, "success": lambda: precision(1),
           "P@5 of three seeds": lambda: (precision(5) + precision(5) + precision(5)) / 3}[kind]
    return [one() for _ in range(n)], [one() for _ in range(n)]


def exact(d):
    """The share of all signs of the ranks whose sum is as far from the middle as that of d, or further: whole numbers, counted."""
    d = d[d != 0]
    ranks = [int(2 * rank) for rank in stats.rankdata(abs(d))]
    ways = {0: 1}
    for rank in ranks:
        more = dict(ways)
        for total, count in ways.items():
            more[total + rank] = more.get(total + rank, 0) + count
        ways = more
    far = abs(2 * sum(rank for rank, x in zip(ranks, d) if x > 0) - sum(ranks))
    p = float(Fraction(sum(count for total, count in ways.items() if abs(2 * total - sum(ranks)) >= far), 2 ** len(d)))
    if len(set(abs(d))) == len(d):
        assert math.isclose(p, stats.wilcoxon(d, method="exact").pvalue)
    if 2 <= len(d) <= 13:
        assert math.isclose(p, stats.wilcoxon(d, method=stats.PermutationMethod(n_resamples=2**13)).pvalue, abs_tol=1e-12)
    return p


def ask(kind, a, b):
    scale = math.lcm(*(x.denominator for x in a + b))
    d = np.array([int((x - y) * scale) for x, y in zip(a, b)])
    test = {"kind": kind, "a": [float(x) for x in a], "b": [float(x) for x in b], "wins": int((d > 0).sum()), "ties": int((d == 0).sum()),
            "losses": int((d < 0).sum())}
    test["wilcoxon_p"] = exact(d) if (d != 0).sum() <= 50 else float(stats.wilcoxon(d, zero_method="wilcox", correction=False, method="approx").pvalue)
    if d.min() == d.max():  # no deviation: SciPy divides by 0
        test["t_p"], interval = (1.0 if d[0] == 0 else 2.0 ** (1 - len(d))), (d[0], d[0])
    else:
        t = stats.ttest_1samp(d, 0)
        test["t_p"], interval = float(t.pvalue), t.confidence_interval(0.95)
    test["ci95"] = [float(x) / scale for x in interval]
    return test


def steps():
    """18 queries whose P@5 differ by one document, 12 up and 6 down, at levels 0 to 4."""
    low = [Fraction(i % 5, 5) for i in range(18)]
    high = [x + Fraction(1, 5) for x in low]
    return [h if i < 12 else x for i, (x, h) in enumerate(zip(low, high))], [x if i < 12 else h for i, (x, h) in enumerate(zip(low, high))]


def constant():
    """Nine queries, each higher by a tenth."""
    low = [Fraction(i, 10) for i in range(9)]
    return [x + Fraction(1, 10) for x in low], low


tests = [ask("equal steps", *steps()), ask("one constant difference", *constant())]
for kind in ("P@5", "P@10", "RR", "success", "P@5 of three seeds"):
    tests += [ask(kind, *draw(kind, n)) for n in (5, 18, 49, 120)]
known = json.loads((pathlib.Path(__file__).parent.parent / "significance" / "scipy.json").read_text())
tests += [ask("significance", *([Fraction(repr(x)) for x in test[side]] for side in ("a", "b"))) for test in known["tests"]]
print(json.dumps({"scipy": scipy.__version__, "tests": tests}))
