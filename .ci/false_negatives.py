"""How many negatives are false: relevant documents whose label was hidden while pairs were drawn.

    python3 .ci/false_negatives.py AXIOMINE COLLECTIONS [PAIRS]

COLLECTIONS holds the folders wikiqa, scifact and msmarco_dl. A query takes part with at least two documents of grade 1 or more, in the
splits that SETS names. Of each query's relevant documents, in the order of the SHA-256 of "QUERY DOCUMENT", the first half (rounded up)
keeps its label and the second half loses it; all other judgements are taken away. A pair has a document that kept its label above
another one. It is false where that other one lost its label. Ranks draw with negatives_per_positive PAIRS (4). Axioms have no judgement
at all: every preference is drawn (ratio none), and those below a labelled document are kept, PAIRS per positive, by SHA-256 again.
Since an axiom finds fewer pairs, each set of pairs is compared with as many of the others: the first N of the smallest, by SHA-256.
"""

import hashlib
import json
import pathlib
import subprocess
import sys
import tempfile

SETS = {"wikiqa": ("qrels.train.txt", "qrels.dev.txt", "qrels.test.txt"), "scifact": ("qrels/train.tsv", "qrels/test.tsv"),
        "msmarco_dl": ("qrels/test.tsv",)}
RANKS = {
    "top BM25": ["--negatives", "top"],
    "nv-retriever (below 95 % of the positive)": ["-c", "nv-retriever"],
    "random among 100": [],
}
AXIOMS = {"effect-study": "effect-study"}


def place(*names):
    return hashlib.sha256(" ".join(names).encode()).digest()


def judgements(folder, files):
    """query: {document: grade}, of every file."""
    found = {}
    for name in files:
        for line in (folder / name).read_text().splitlines():
            fields = line.split()
            if fields[0] == "query-id":
                continue
            found.setdefault(fields[0], {})[fields[-2]] = int(fields[-1])
    return found


def halves(judged):
    """Sets of (query, document): with their label, and without."""
    kept, hidden = set(), set()
    for query, grades in judged.items():
        relevant = sorted((d for d, grade in grades.items() if grade >= 1), key=lambda d: place(query, d))
        if len(relevant) > 1:
            middle = (len(relevant) + 1) // 2
            kept.update((query, d) for d in relevant[:middle])
            hidden.update((query, d) for d in relevant[middle:])
    return kept, hidden


def queries(folder):
    """query: text."""
    if (folder / "queries.jsonl").exists():
        rows = map(json.loads, (folder / "queries.jsonl").read_text().splitlines())
        return {row["_id"]: row["text"] for row in rows}
    return dict(line.split("\t", 1) for path in sorted(folder.glob("queries.*.tsv")) for line in path.read_text().splitlines())


def drawn(axiomine, folder, work, flags):
    """The pairs (query, preferred, other) of a run of axiomine gen, with the rank of the other one."""
    output = pathlib.Path(tempfile.mkdtemp(dir=work)) / "set"
    subprocess.run([axiomine, "gen", "-q", *flags, "--data", folder, "--topics", f"train={work / 'queries.tsv'}", "--set", "topics_format=tsv",
                    "--set", "drop_self=off", "--set", "rows_of=train", "--output-format", "jsonl", "-o", output],
                   check=True, stdout=subprocess.DEVNULL)
    rows = (json.loads(line) for path in sorted((output / "shards" / "jsonl").glob("train*")) for line in path.open())
    return {(row["query_id"], row["pos_id"], row["neg_id"]): row["neg_rank"] for row in rows if row["task"] == "pairwise"}


def measure(axiomine, folder, files, most, work):
    kept, hidden = halves(judgements(folder, files))
    texts = queries(folder)
    asked = sorted({query for query, _ in kept})
    (work / "queries.tsv").write_text("".join(f"{query}\t{texts[query]}\n" for query in asked))
    (work / "qrels.txt").write_text("".join(f"{query} 0 {doc} 1\n" for query, doc in sorted(kept)))
    (work / "none.txt").write_text("none 0 none 0\n")
    labelled = ["--qrels", f"train={work / 'qrels.txt'}", "--set", "qrels_format=trec", "--axioms", "", f"--set=negatives_per_positive={str(most)}"]
    sets = {name: drawn(axiomine, folder, work, labelled + flags) for name, flags in RANKS.items()}
    for name, axioms in AXIOMS.items():
        bare = ["--qrels", f"train={work / 'none.txt'}", "--set", "qrels_format=trec", "--axioms", axioms, "--ratio", "none"]
        pairs, taken = {}, {}
        ranks = drawn(axiomine, folder, work, bare)
        for pair in sorted(ranks, key=lambda pair: place(*pair)):
            positive = pair[:2]
            if positive in kept and (pair[0], pair[2]) not in kept and taken.get(positive, 0) < most:
                taken[positive] = taken.get(positive, 0) + 1
                pairs[pair] = ranks[pair]
        sets[name] = pairs
    number = min(map(len, sets.values()))
    print(f"| {folder.name}, {len(asked)} queries, {number} pairs each | false | | mean rank |\n|---|---|---|---|")
    for name, pairs in sets.items():
        chosen = sorted(pairs, key=lambda pair: place(*pair))[:number]
        false = sum((query, other) in hidden for query, _, other in chosen)
        rank = sum(map(pairs.get, chosen)) / number
        print(f"| {name} | {false} | {100 * false / number:.1f} % | {rank:.0f} |", flush=True)


def main():
    axiomine, collections = pathlib.Path(sys.argv[1]).resolve(), pathlib.Path(sys.argv[2]).resolve()
    most = int(sys.argv[3]) if len(sys.argv) > 3 else 4
    for name, files in SETS.items():
        with tempfile.TemporaryDirectory() as work:
            measure(axiomine, collections / name, files, most, pathlib.Path(work))


main()
