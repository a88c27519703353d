"""The study of the README: what axioms add to judged pairs, on five collections, every arm at its best.

Each cell is one run of `axiomine train` with the defaults: 10, 25, 50 or all judged queries, seeds 42 to 46. All cells are run with GloVe's
word vectors too, in place of those trained on the collection. Finished runs are kept, so that it goes on where it was stopped. The record
holds what the README's table shows; Holm's adjustment of the larger p of paired t and Wilcoxon covers the tests of one question: between
the arms, of the arms against BM25, of the mixtures.

  reproduce.py --data DATA --output OUT    run, and write .ci/bench/effect.json
  reproduce.py --table                     print the table from the record
  reproduce.py --check PAGE..              compare tables with the record: the first page's is whole, others have lines of it
"""

import argparse
import json
import os
import pathlib
import subprocess
import sys
import time

ROOT = pathlib.Path(__file__).resolve().parent.parent
RECORD = ROOT / ".ci" / "bench" / "effect.json"
GLOVE = ["--vectors", "{data}/../glove/*"]
COLLECTIONS = {  # name: flags that describe the collection; nothing else differs
    "wikiqa": ["--format", "msmarco"],
    "cranfield": ["--doc-fields", "text", "--splits", "folds 5", "--set", "grades=binary"],
    "scifact": ["--set", "on_overlap=keep"],  # two of its test queries are in train too: published with them
    "msmarco_dl": [],
    "cacm": ["--splits", "folds 5"],
}
NAMES = {"wikiqa": "WikiQA", "cranfield": "Cranfield", "scifact": "SciFact", "msmarco_dl": "MS MARCO, TREC DL", "cacm": "CACM"}
VECTORS = {"collection": "the defaults", "glove": "GloVe's word vectors"}
JUDGED = [10, 25, 50, 0]  # 0: all
SMALL = ["--set", "dev_queries=10"]  # a user with ten judged queries to train and ten to choose
A, B = "judged", "judged + axioms"
TESTS = [(A, B), ("BM25", A), ("BM25", B), ("BM25", "BM25 mixed with " + A), ("BM25", "BM25 mixed with " + B), ("BM25 mixed with " + A, "BM25 mixed with " + B)]


def cells(only):
    """The runs: (name, collection, judged queries, vectors, flags)."""
    for vectors, own in (("collection", []), ("glove", GLOVE)):
        for collection, flags in COLLECTIONS.items():
            if only and collection not in only:
                continue
            for n in JUDGED:
                if (collection, n) != ("cacm", 50):  # its folds train on 31 queries: 50 are all
                    yield f"{collection}-{n or 'all'}-{vectors}", collection, n, vectors, flags + own
            if collection == "wikiqa":
                yield f"{collection}-10+10-{vectors}", collection, 10, vectors, flags + own + SMALL


def command(data, out, collection, n, flags, seeds):
    """The flags of `axiomine train` that make a cell."""
    return ["--data", f"{data}/{collection}", *flags, "--judged-queries", str(n), "--seeds", str(seeds), "-o", str(out)]


def commands():
    """A command for each collection, as the page prints it."""
    return ["axiomine train " + " ".join(f'"{x}"' if " " in x else x for x in command("DATA", "OUT", name, 10, flags, 5)) for name, flags in COLLECTIONS.items()]


def run(name, collection, n, flags, options):
    out = pathlib.Path(options.output) / name
    call = [options.axiomine, "train", "-q", *command(options.data, out, collection, n, flags, options.seeds)]
    if out.exists():
        call.append("--resume")
    begin = time.monotonic()
    subprocess.run(call, check=True)
    print(f"{name}: {time.monotonic() - begin:.0f} s", flush=True)
    return json.loads((out / "result.json").read_text())


def row(collection, n, vectors, small, r):
    """What the record keeps of a result."""
    systems = {**r["arms"], **r["controls"]}
    values = {}
    for name in [A, B, "BM25", "BM25 mixed with " + A, "BM25 mixed with " + B]:
        if name in systems:
            s = systems[name]
            values[name] = {"dev": (s.get("mean") or s).get("dev", {}).get("MAP"), "test": (s.get("mean") or s)["test"]["MAP"]}
    tests = [{k: t[k] for k in ("a", "b", "diff", "ci95", "t_p", "wilcoxon_p", "n")} for t in r["tests"] if (t["a"], t["b"]) in TESTS]
    chosen = r["arms"].get(B, {}).get("chosen", [])
    return {"collection": collection, "judged_queries": n, "ten_dev_queries": small, "vectors": vectors, "labels": (r.get("headline") or {}).get("labels"), "systems": values, "tests": tests,
            "bm25": r["controls"]["BM25"]["settings"], "without_axioms": sum(c["setting"].get("gen.axioms") == "" for c in chosen), "draws": len(chosen), "seeds": r["seeds"]}


FAMILIES = {"arms": [(A, B)], "BM25": [("BM25", A), ("BM25", B)]}  # a question each; the tests of the mixtures are the third family


def family(t):
    return next((name for name, pairs in FAMILIES.items() if (t["a"], t["b"]) in pairs), "mixtures")


def adjust(rows):
    """Holm over the tests of each family."""
    every = [t for r in rows for t in r["tests"]]
    for name in [*FAMILIES, "mixtures"]:
        order = sorted((t for t in every if family(t) == name), key=lambda t: max(t["t_p"], t["wilcoxon_p"]))
        highest = 0.0
        for i, t in enumerate(order):
            highest = max(highest, min(1.0, (len(order) - i) * max(t["t_p"], t["wilcoxon_p"])))
            t["holm_p"] = highest
    return len(every)


def significant(row, a, b):
    """The row's test of two systems, if it is significant."""
    return next((t for t in row["tests"] if (t["a"], t["b"]) == (a, b) and t["holm_p"] < 0.05), None)


def findings(record):
    """Sentences that both pages have to say, and sentences that the first has to say, with their numbers."""
    tests = {name: [t for r in record["rows"] for t in r["tests"] if family(t) == name] for name in [*FAMILIES, "mixtures"]}
    arms, defaults = tests["arms"], [r for r in record["rows"] if r["vectors"] == "collection"]
    signs = [sum(t["diff"] > 1e-12 for t in arms), sum(t["diff"] < -1e-12 for t in arms)]
    count = lambda tests: f"{sum(t['holm_p'] < 0.05 for t in tests)} of the {len(tests)}"
    places = sorted({f"{NAMES[r['collection']]} with {VECTORS[r['vectors']]}" for r in record["rows"] if significant(r, A, B)})
    below = sum(r["systems"][B]["test"] < r["systems"]["BM25"]["test"] for r in defaults)
    against = [f"; {c} was {'above' if t['diff'] > 0 else 'below'} BM25 on {NAMES[r['collection']]} with {VECTORS[r['vectors']]}"
               for r in record["rows"] for c, system in (("judged", A), ("+ axioms", B)) if (t := significant(r, "BM25", system))]  # fmt: skip
    own = sum(significant(r, A, B) is not None for r in defaults)
    return [
        f"With the defaults the DRMM with axioms was below BM25 in {below} of {len(defaults)} lines",
        f"With the defaults {own or 'none'} of these differences {'was' if own < 2 else 'were'} significant",
    ], [
        f"Of the {len(arms)} differences between the two conditions {signs[0]} were positive, {signs[1]} negative and {len(arms) - sum(signs)} zero.",
        f"They lay between {short(min(t['diff'] for t in arms), '+')} and {short(max(t['diff'] for t in arms), '+')}.",
        f"{count(arms)} were significant, on {' and on '.join(places)}." if places else f"{count(arms)} were significant.",
        f"{count(tests['BM25'])} comparisons with BM25 and {count(tests['mixtures'])} comparisons of mixtures were significant" + "".join(against) + ".",
        f"In {sum(r['without_axioms'] for r in record['rows'])} of {sum(r['draws'] for r in record['rows'])} trainings of \"+ axioms\" dev chose no axioms.",
    ]


def short(x, sign=""):
    """A number as the tables have it: without the zero before the point, and without a sign where it rounds to zero."""
    text = f"{x:{sign}.3f}"
    return (text if float(text) else text[-5:]).replace("0.", ".", 1)


def table(record):
    """The table of train/EFFECT.md: a line per collection and number of judged queries, and the difference with GloVe's vectors beside."""
    lines = [
        "| collection | judged queries | BM25 | judged | + axioms | difference | axioms chosen | GloVe: difference | axioms chosen |",
        "|---|---|---|---|---|---|---|---|---|",
    ]

    def marked(r, a, b, text):
        t = significant(r, a, b)
        return text if t is None else text + (" ▲" if t["diff"] > 0 else " ▼")

    def pair(r):
        t = next(t for t in r["tests"] if (t["a"], t["b"]) == (A, B))
        difference = f"{short(t['diff'], '+')}±{short((t['ci95'][1] - t['ci95'][0]) / 2)}"
        return [marked(r, A, B, difference), f"{r['draws'] - r['without_axioms']}/{r['draws']}"]

    line = lambda r: (r["collection"], r["judged_queries"], r["ten_dev_queries"])
    glove = {line(r): pair(r) for r in record["rows"] if r["vectors"] == "glove"}
    for r in record["rows"]:
        if r["vectors"] == "collection":
            s = {name: marked(r, "BM25", name, short(v["test"])) for name, v in r["systems"].items()}
            cells = [NAMES[r["collection"]], f"{r['labels']['train']}+{r['labels']['dev']}", s["BM25"], s[A], s[B], *pair(r), *glove.get(line(r), ["", ""])]
            lines.append("| " + " | ".join(cells) + " |")
    return lines


def main():
    flags = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    flags.add_argument("--data")
    flags.add_argument("--output")
    flags.add_argument("--axiomine", default=str(ROOT / "axiomine"))
    flags.add_argument("--seeds", type=int, default=5)
    flags.add_argument("--collections", nargs="+", choices=COLLECTIONS)
    flags.add_argument("--record", default=str(RECORD))
    flags.add_argument("--table", action="store_true")
    flags.add_argument("--check", nargs="+", default=[])
    options = flags.parse_args()
    if options.table or options.check:
        record = json.loads(pathlib.Path(options.record).read_text())
        lines, (both, first) = table(record), findings(record)
        if options.table:
            print("\n".join([*lines, *both, *first, *commands()]))
        for i, page in enumerate(options.check):
            whole = pathlib.Path(page).read_text()
            text = " ".join(whole.replace("**", "").split())
            for sentence in both + first + commands() if i == 0 else both:
                if sentence not in text:
                    sys.exit(f"{page}: it does not say: {sentence}")
            found = [line for line in whole.splitlines() if line.startswith("|") and line.split(" | ")[0][2:] in NAMES.values()]
            if not found or not set(found) <= set(lines) or i == 0 and not set(lines) <= set(whole.splitlines()):
                sys.exit(f"{page}: its table is not that of {os.path.basename(options.record)}; python3 .ci/reproduce.py --table prints it")
        return
    rows, begin = [], time.monotonic()
    for name, collection, n, vectors, own in cells(options.collections):
        rows.append(row(collection, n, vectors, own[-2:] == SMALL, run(name, collection, n, own, options)))
    tests = adjust(rows)
    pathlib.Path(options.record).write_text(json.dumps({"command": "make reproduce", "seeds": rows[0]["seeds"], "measure": "MAP", "tests": tests, "rows": rows}, indent=1) + "\n")
    print(f"{len(rows)} experiments, {tests} tests, {time.monotonic() - begin:.0f} s")
    print("\n".join(table(json.loads(pathlib.Path(options.record).read_text()))))


if __name__ == "__main__":
    main()
