"""Asks statsmodels about what the tests of train/eval share with it: prints statsmodels.json. Run it with: python3 ask_statsmodels.py > statsmodels.json

Holm's adjustment of lists of p values, with ties and ones; Wilson's interval of shares, 0 and 1 among them; McNemar's exact test; the paired t
test and its interval, of differences that agree and that oppose those of the ranks."""

import json

import statsmodels
from statsmodels.stats.contingency_tables import mcnemar
from statsmodels.stats.multitest import multipletests
from statsmodels.stats.proportion import proportion_confint
from statsmodels.stats.weightstats import DescrStatsW

LISTS = [[0.04], [0.01, 0.04], [0.04, 0.01], [0.02, 0.02, 0.02], [0.03, 1, 0.001, 1], [0.05, 0.049, 0.0125, 0.0166], [1e-12, 0.5, 0.2, 0.2, 1e-12, 0.9],
         [i / 100 for i in range(50, 0, -1)]]  # fmt: skip
SHARES = [(0, 1), (1, 1), (0, 4), (4, 4), (1, 6), (0, 90), (90, 90), (89, 90), (45, 90), (1, 100_000)]
DISCORDANT = [(0, 1), (0, 5), (0, 6), (6, 0), (1, 9), (9, 1), (12, 30), (500, 600), (7, 8)]
DIFFERENCES = {"many lose little, few win much": [-1] * 80 + [50] * 20, "four": [2, 3, 4, 5], "five": [1, 2, 3, 4, 5], "six": [3, 4, 5, 6, 7, 8],
               "one large against thirty": [1] * 30 + [-100], "ties": [0] * 30 + [1, 1, 1, -1, 2]}  # fmt: skip


def t(d):
    stats = DescrStatsW(d)
    return {"d": d, "p": float(stats.ttest_mean(0)[1]), "ci95": [float(x) for x in stats.tconfint_mean(0.05)]}


print(json.dumps({
    "statsmodels": statsmodels.__version__,
    "holm": [{"p": p, "adjusted": [float(x) for x in multipletests(p, method="holm")[1]]} for p in LISTS],
    "wilson": [{"part": k, "n": n, "interval": [float(x) for x in proportion_confint(k, n, method="wilson")]} for k, n in SHARES],
    "mcnemar": [{"b": b, "c": c, "p": float(mcnemar([[0, b], [c, 0]], exact=True).pvalue)} for b, c in DISCORDANT],
    "t": {name: t(d) for name, d in DIFFERENCES.items()},
}, indent=1))  # fmt: skip
