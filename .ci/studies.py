"""What the studies of sentence encoders share: the collections with their texts and judgements, calls that are kept, BM25 mixed with a model
by a weight from dev, and paired tests."""

import hashlib
import json
import re
import resource
import subprocess
import sys

from reproduce_bert import ROOT, call, weights

RECIPES = ROOT / "configs" / "recipes"
COLLECTIONS = {"wikiqa": "map", "cacm": "map", "cranfield": "map", "scifact": "map", "msmarco_dl": "nDCG@10"}


def by_hash(ids):
    return sorted(ids, key=lambda i: hashlib.sha256(i.encode()).hexdigest())


def read(name, data):
    """Texts of documents, texts of queries, judgements {split: {query: {document: grade}}}."""
    squeezed = lambda text: " ".join(text.split())
    judged = {}

    def judgement(split, query, document, grade):
        judged.setdefault(split, {}).setdefault(query, {})[document] = int(grade)

    if name == "wikiqa":
        tsv = lambda path: dict(line.rstrip("\n").split("\t", 1) for line in open(path, encoding="utf-8"))
        queries = {}
        for split in ("train", "dev", "test"):
            queries |= tsv(data / f"queries.{split}.tsv")
            for line in open(data / f"qrels.{split}.txt"):
                judgement(split, *[line.split()[i] for i in (0, 2, 3)])
        return tsv(data / "collection.tsv"), queries, judged
    if name == "cranfield":
        found = lambda file, mark: {squeezed(number): squeezed(text) for number, text in re.findall(mark, (data / file).read_text(), re.S)}
        documents = found("docs.trec", r"<DOCNO>(.*?)</DOCNO>.*?<TEXT>(.*?)</TEXT>")
        queries = found("topics.trec", r"<num>(?:\s*Number:)?\s*(\d+).*?<title>(.*?)(?=<desc>|</top>)")
        for line in open(data / "qrels.txt"):
            judgement("test", *[line.split()[i] for i in (0, 2, 3)])
        return documents, queries, judged
    rows = lambda file: map(json.loads, open(data / file, encoding="utf-8"))
    documents = {row["_id"]: squeezed(row.get("title", "") + " " + row["text"]) for row in rows("corpus.jsonl")}
    for split in ("train", "dev", "test"):
        file = data / "qrels" / f"{split}.tsv"
        for line in file.read_text().splitlines()[1:] if file.exists() else []:
            judgement(split, *line.split())
    return documents, {row["_id"]: squeezed(row["text"]) for row in rows("queries.jsonl")}, judged


def write_collection(name, data, out):
    """The collection in the layout of MS MARCO: ten judged training queries, dev, test; by hash where its splits do not say."""
    documents, queries, judged = read(name, data)
    if set(judged) == {"test"}:  # no other split: 10, a fifth, the rest
        order = by_hash(judged["test"])
        fifth = 10 + len(order) // 5
        parts = {"train": order[:10], "dev": order[10:fifth], "test": order[fifth:]}
        judged = {split: {q: judged["test"][q] for q in ids} for split, ids in parts.items()}
    train = by_hash(judged["train"])
    if "dev" not in judged:
        judged["dev"] = {q: judged["train"][q] for q in train[10:110]}
        train = train[:10] + train[110:]
    judged["train"] = {q: judged["train"][q] for q in train[:10]}
    tested = set(judged["dev"]) | set(judged["test"])
    given = {"train": [q for q in queries if q not in tested], "dev": judged["dev"], "test": judged["test"]}
    out.mkdir(parents=True)
    lines = lambda file, of: (out / file).write_text("".join(line + "\n" for line in of), encoding="utf-8")
    lines("collection.tsv", (f"{i}\t{text}" for i, text in documents.items() if text))
    for split, ids in given.items():
        lines(f"queries.{split}.tsv", (f"{q}\t{queries[q]}" for q in ids))
        lines(f"qrels.{split}.txt", (f"{q} 0 {d} {grade}" for q, of in judged[split].items() for d, grade in of.items()))


def run_of(path):
    """{query: {document: score}}."""
    scores = {}
    for line in open(path):
        query, _, document, _, score, _ = line.split()
        scores.setdefault(query, {})[document] = float(score)
    return scores


def standardised(scores):
    mean = sum(scores.values()) / len(scores)
    deviation = (sum((s - mean) ** 2 for s in scores.values()) / len(scores)) ** 0.5
    return {d: (s - mean) / deviation if deviation else 0.0 for d, s in scores.items()}


def mixed(first, second, weight):
    """weight of the second run, each standardised over a query's candidates."""
    both = ((q, standardised(first[q]), standardised(second[q])) for q in first)
    return {q: {d: (1 - weight) * a[d] + weight * b[d] for d in a} for q, a, b in both}


class Study:
    def __init__(self, name, options):
        self.options, self.measure = options, COLLECTIONS[name]
        self.work = options.output / name
        self.data = self.work / "collection"
        if not self.data.exists():
            write_collection(name, options.data / name, self.data)

    def kept(self, folder, make):
        """The folder that make() fills, with the processor seconds it took in seconds.txt; not made again."""
        folder = self.work / folder
        if not (folder / "seconds.txt").exists():
            before = resource.getrusage(resource.RUSAGE_CHILDREN)
            make(folder)
            after = resource.getrusage(resource.RUSAGE_CHILDREN)
            (folder / "seconds.txt").write_text(f"{after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime:.1f}\n")
        return folder

    def gen(self, *flags):
        call(self.options.axiomine, "gen", *flags, "--data", self.data, "-q", "--overwrite", stdout=subprocess.DEVNULL)

    def recipe(self, recipe, shards, folder, *flags):
        """A call of a recipe on one thread; what it says is kept in log.txt."""
        folder.mkdir(parents=True, exist_ok=True)
        at = lambda pattern: [str(pattern).format(split) for split in ("dev", "test")]
        with open(folder / "log.txt", "w") as log:
            call(sys.executable, RECIPES / recipe, shards, "--model", weights(), "--top", self.options.hits, "--threads", 1, *flags,
                 "--collection", self.data / "collection.tsv", "--candidates", *at(self.work / "bm25/run.{}.txt"),
                 "--queries", *at(self.data / "queries.{}.tsv"), "--output", *at(folder / "{}.txt"), stdout=log, stderr=log)

    def measured(self, run, split):
        """{query: value} of a run, by `axiomine train eval`."""
        path = self.work / "measured.txt"
        with open(path, "w") as out:
            out.writelines(f"{q} Q0 {d} 0 {score!r} run\n" for q, scores in run.items() for d, score in scores.items())
        said = call(self.options.axiomine, "train", "eval", "-q", "-c", "-m", self.measure, self.data / f"qrels.{split}.txt", path, stdout=subprocess.PIPE)
        values = {line.split()[1]: float(line.split()[2]) for line in said.stdout.splitlines()}
        del values["all"]
        return values

    def mixture(self, folder):
        """Test values of BM25 mixed with a folder's model, by the weight that is best on dev; the weight."""
        best, bm25 = (-1.0, 0.0), {split: run_of(self.work / f"bm25/run.{split}.txt") for split in ("dev", "test")}
        run = {split: run_of(folder / f"{split}.txt") for split in bm25}
        for tenth in range(11):
            values = self.measured(mixed(bm25["dev"], run["dev"], tenth / 10), "dev")
            best = max(best, (average(values.values()), tenth / 10))
        return self.measured(mixed(bm25["test"], run["test"], best[1]), "test"), best[1]

    def averaged(self, folders):
        """{alone, mixed: {query: value}, weights, seconds} of the folders of a system's seeds; means over them."""
        mean = lambda seeds: {q: average([values[q] for values in seeds]) for q in seeds[0]}
        mixtures = [self.mixture(folder) for folder in folders]
        return {"alone": mean([self.measured(run_of(folder / "test.txt"), "test") for folder in folders]), "mixed": mean([m for m, _ in mixtures]),
                "weights": [w for _, w in mixtures], "seconds": [float((folder / "seconds.txt").read_text()) for folder in folders]}


def average(values):
    return sum(values) / len(values)


def paired(one, other):
    """The mean difference of two systems' values of the same queries, and the p of a paired t-test."""
    from scipy.stats import ttest_rel

    differences = [one[q] - other[q] for q in one]
    return average(differences), float(ttest_rel(differences, [0.0] * len(differences)).pvalue) if any(differences) else 1.0


def holm(tests):
    """p of every test, adjusted over all (Holm 1979)."""
    adjusted, least = {}, 0.0
    for rank, (name, p) in enumerate(sorted(tests.items(), key=lambda test: test[1])):
        least = max(least, min(1.0, (len(tests) - rank) * p))
        adjusted[name] = least
    return adjusted
