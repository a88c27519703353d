"""Makes qrels.txt and run.txt from a fixed seed, and asks trec_eval about them.

    pip install pytrec_eval-terrier==0.5.11
    python answers.py

The library has trec_eval's measures and order of a ranking, but neither its -c nor its -M: for -c each judged query without
a ranking gets an empty one; for -M 100 the rankings are cut beforehand, in trec_eval's order (score, then the greater id).
"""

import gzip
import pathlib
import random

import pytrec_eval

here = pathlib.Path(__file__).parent
draw = random.Random(20)

MEASURES = (
    ["num_ret", "num_rel", "num_rel_ret", "map", "Rprec", "bpref", "recip_rank"]
    + [f"P_{k}" for k in (1, 5, 10, 20)]
    + [f"recall_{k}" for k in (5, 10, 100)]
    + ["ndcg"]
    + [f"ndcg_cut_{k}" for k in (1, 5, 10, 20, 100)]
    + [f"map_cut_{k}" for k in (10, 100)]
    + [f"success_{k}" for k in (1, 5, 10)]
)


def judgements():
    """Queries 1 to 30 with grades -1 to 4; 7, 14 .. have no relevant document. The run lacks 29 and 30."""
    qrels = {}
    for query in range(1, 31):
        documents = draw.sample(range(200), draw.choice([1, 3, 8, 15]))
        grades = [0] if query % 7 == 0 else [-1, 0, 0, 1, 1, 2, 3, 4]
        qrels[str(query)] = {f"d{d}": draw.choice(grades) for d in documents}
    return qrels


def ranked(qrels):
    """A ranking of judged and unjudged documents for queries 1 to 28, and for x1, which nobody judged. Some judged ones are
    missing; scores have one decimal or none, so that many are equal; 5 and 10 have more than 100 documents."""
    run = {}
    for query in [str(q) for q in range(1, 29)] + ["x1"]:
        documents = {f"d{d}" for d in draw.sample(range(200), 130 if query in ("5", "10") else draw.choice([1, 4, 12, 24]))}
        documents |= {d for d in qrels.get(query, {}) if draw.random() < 0.6}
        digits = draw.choice([0, 1])
        run[query] = {d: round(draw.uniform(-3, 3), digits) for d in sorted(documents)}
    return run


def top(ranking, most):
    return dict(sorted(ranking.items(), key=lambda row: (row[1], row[0]), reverse=True)[:most])


def lines(qrels, run, level=1):
    answers = pytrec_eval.RelevanceEvaluator(qrels, set(MEASURES), relevance_level=level).evaluate(run)
    for query in sorted(q for q in answers if run[q]):
        for measure in MEASURES:
            yield line(measure, query, answers[query][measure])
    for measure in MEASURES:
        yield line(measure, "all", pytrec_eval.compute_aggregated_measure(measure, [a[measure] for a in answers.values()]))


def line(measure, query, value):
    number = f"{value:.0f}" if measure.startswith("num_") else f"{value:.4f}"
    return f"{measure:<22}\t{query}\t{number}\n"


def write(name, rows):
    text = "".join(rows).encode()
    (here / name).write_bytes(gzip.compress(text, mtime=0) if name.endswith(".gz") else text)


qrels = judgements()
run = ranked(qrels)
write("qrels.txt", (f"{q} 0 {d} {grade}\n" for q, judged in qrels.items() for d, grade in judged.items()))
write("run.txt", (f"{q} Q0 {d} {i + 1} {s} made-up\n" for q, ranking in run.items() for i, (d, s) in enumerate(ranking.items())))
write("default.tsv.gz", lines(qrels, run))
write("complete.tsv.gz", lines(qrels, {q: {} for q in qrels} | run))
write("level2.tsv.gz", lines(qrels, run, level=2))
write("top100.tsv.gz", lines(qrels, {q: top(ranking, 100) for q, ranking in run.items()}))
