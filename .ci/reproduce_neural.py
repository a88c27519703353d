"""Trains on pairs made without judgements, or with ten judged queries, and sets MiniLM so trained beside what needs no training.

Every arm is a call of `axiomine gen` and one of a recipe: configs/recipes/term_weights.py (weights of terms over the frozen encoder), or
bi_encoder.py (the encoder itself, its uppermost two layers, on texts cut at 64 pieces). All have equal steps and the same defaults on every
collection: 800 made queries (phrases and terms) a seed, pairs of BM25's first 30 for them, --hits candidates of BM25 for dev and test. What is
mixed with BM25 takes its weight from dev. A finished call is kept, so that the command goes on where it was stopped. A system's values
are the means over seeds of every test query; paired t-tests, Holm over all tests of the table.
"""

import argparse
import hashlib
import json
import os
import pathlib
import random
import re
import resource
import subprocess
import sys

from reproduce_bert import ROOT, call, weights

RECIPES = ROOT / "configs" / "recipes"
COLLECTIONS = {"wikiqa": "map", "cacm": "map", "cranfield": "map", "scifact": "map", "msmarco_dl": "nDCG@10"}
MADE = ["--queries-from", "documents", "--query-method", "phrases,terms", "--made-queries", 800]
CONSENSUS = ["--axioms", "consensus(bm25,model)", "--model-run", "{made}/test.txt"]
STUDY = ["--axioms", "effect-study"]
UNJUDGED = ["--qrels", "dev={data}/qrels.dev.txt,test={data}/qrels.test.txt"]
# The rows of every arm: twice as many as its steps read, where there are so many.
ARMS = {
    "axioms, given queries": [*UNJUDGED, *STUDY, "--pairs", "{rows}"],
    "axioms, made queries": [*MADE, *UNJUDGED, *STUDY, "--pairs", "{rows}"],
    "consensus, made queries": [*MADE, *UNJUDGED, *CONSENSUS, "--pairs", "{rows}"],
    "made queries, BM25's negatives": [*MADE, *UNJUDGED, "--source-relevant", "--axioms", "", "--regular", "{rows}"],
    "made queries, random negatives": [*MADE, *UNJUDGED, "--source-relevant", "--axioms", "", "--regular", "{rows}",
                                       "--run", "made={made}/random.txt"],
    "10 judged": ["--axioms", "", "--regular", "{rows}"],
    "10 judged + axioms": [*MADE, *STUDY, "--ratio", "1:1", "--regular", "{half}"],
    "10 judged + consensus": [*MADE, *CONSENSUS, "--ratio", "1:1", "--regular", "{half}"],
}
UNTRAINED = "cosine, untrained"
FORMULA = "cosine and word pieces, untrained"
COSINE = 0.75  # of the score of a model of term weights, as in its recipe


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
        self.name, self.options, self.measure = name, options, COLLECTIONS[name]
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

    def recipe(self, recipe, shards, folder, *flags, splits=("dev", "test"), queries=None, runs=None):
        """A call of a recipe on one thread; what it says is kept in log.txt."""
        folder.mkdir(parents=True, exist_ok=True)
        at = lambda pattern: [str(pattern).format(split) for split in splits]
        with open(folder / "log.txt", "w") as log:
            call(sys.executable, RECIPES / recipe, shards, "--model", weights(), "--top", self.options.hits, "--threads", 1, *flags,
                 "--collection", self.data / "collection.tsv", "--candidates", *at(runs or self.work / "bm25/run.{}.txt"),
                 "--queries", *at(queries or self.data / "queries.{}.tsv"), "--output", *at(folder / "{}.txt"), stdout=log, stderr=log)

    def weighted(self, shards, folder, steps, *flags, cosine=0, **where):
        """Runs by the weighted terms alone, which mixed() adds to the cosine; texts are encoded once for the whole study."""
        self.recipe("term_weights.py", shards, folder, "--steps", steps, "--cosine", cosine, "--encoded", self.work / "encoded.pt", *flags, **where)

    def prepared(self):
        """BM25's candidates; what the untrained model and its formula say of them."""
        self.kept("bm25", lambda folder: self.gen("retrieve", "--hits", self.options.hits, "-o", folder))
        self.kept(UNTRAINED, lambda folder: self.weighted("none", folder, 0, cosine=1))
        if self.options.recipe == "term_weights.py":
            self.kept(FORMULA, lambda folder: self.weighted("none", folder, 0))

    def made(self, seed):
        """A seed's made queries with BM25's candidates; their cosines as test.txt, and random candidates below the source as random.txt."""

        def make(folder):
            self.gen("retrieve", *MADE, "--hits", 30, "--seed", seed, "-o", folder)
            self.weighted("none", folder, 0, cosine=1, splits=["test"], queries=folder / "made/queries.tsv", runs=folder / "run.made.txt")
            documents = [line.split("\t", 1)[0] for line in open(self.data / "collection.tsv", encoding="utf-8")]
            drawn, sources = random.Random(seed), dict(line.split("\t")[:2] for line in open(folder / "made/sources.tsv"))
            with open(folder / "random.txt", "w") as out:
                for query in run_of(folder / "run.made.txt"):
                    ranked = dict.fromkeys([sources[query], *drawn.sample(documents, 29)])
                    out.writelines(f"{query} Q0 {document} {rank} {1 / rank} random\n" for rank, document in enumerate(ranked, 1))

        return self.kept(f"made-{seed}", make)

    def pair_flags(self, arm, made, seed):
        """The flags of `axiomine gen` that make an arm's pairs, with the folder of the seed's made queries."""
        rows = 16 * self.options.steps * 2
        own = [str(flag).format(data=self.data, made=made, rows=rows, half=rows // 2) for flag in ARMS[arm]]
        return [*own, "--on-shortage", "accept", "--grades", "binary", "--hits", 30, "--output-format", "st-triplet", "--seed", seed]

    def trained(self, arm, seed):
        options, made = self.options, self.made(seed)

        def make(folder):
            self.gen(*self.pair_flags(arm, made, seed), "-o", folder / "pairs")
            rest = ["--seed", seed, "--learning-rate", options.learning_rate]
            if options.recipe == "term_weights.py":
                self.weighted(folder / "pairs/shards", folder, options.steps, *rest)
            else:
                self.recipe(options.recipe, folder / "pairs/shards", folder, "--steps", options.steps, "--layers", 2, "--max-length", 64, *rest)

        return self.kept(f"{arm}, seed {seed}, {options.recipe}, {options.steps} steps, rate {options.learning_rate}", make)

    def measured(self, run, split):
        """{query: value} of a run, by `axiomine train eval`."""
        path = self.work / "measured.txt"
        with open(path, "w") as out:
            out.writelines(f"{q} Q0 {d} 0 {score!r} run\n" for q, scores in run.items() for d, score in scores.items())
        said = call(self.options.axiomine, "train", "eval", "-q", "-c", "-m", self.measure, self.data / f"qrels.{split}.txt", path, stdout=subprocess.PIPE)
        values = {line.split()[1]: float(line.split()[2]) for line in said.stdout.splitlines()}
        del values["all"]
        return values

    def alone(self, folder, split):
        """A trained model's run: of term weights, which stand in the folder, with the cosine."""
        run = run_of(folder / f"{split}.txt")
        return mixed(run, run_of(self.work / UNTRAINED / f"{split}.txt"), COSINE) if self.weighs(folder) else run

    def weighs(self, folder):
        """Whether a folder's runs are those of weighted terms by themselves."""
        return self.options.recipe == "term_weights.py" and folder.name != UNTRAINED

    def mixture(self, folder):
        """Test values of BM25 mixed with a folder's model, by the weight that is best on dev; the weight."""
        best, bm25 = (-1.0, 0.0), {split: run_of(self.work / f"bm25/run.{split}.txt") for split in ("dev", "test")}
        run = {split: self.alone(folder, split) for split in bm25}
        for tenth in range(11):
            values = self.measured(mixed(bm25["dev"], run["dev"], tenth / 10), "dev")
            best = max(best, (average(values.values()), tenth / 10))
        return self.measured(mixed(bm25["test"], run["test"], best[1]), "test"), best[1]

    def values(self):
        """{system: {terms, alone, mixed: {query: value}, weights, seconds}}, the mean over seeds."""
        self.prepared()
        systems = {"BM25": {"alone": self.measured(run_of(self.work / "bm25/run.test.txt"), "test")}}
        arms = [arm for arm in self.options.arms if not (arm == "axioms, given queries" and self.name == "msmarco_dl")]
        untrained = [UNTRAINED, FORMULA] if self.options.recipe == "term_weights.py" else [UNTRAINED]
        folders = {name: [self.work / name] for name in untrained}
        folders |= {arm: [self.trained(arm, seed) for seed in range(self.options.seeds)] for arm in arms}
        return systems | {system: self.averaged(of) for system, of in folders.items()}

    def averaged(self, folders):
        """{terms (of term weights), alone, mixed: {query: value}, weights, seconds} of the folders of a system's seeds; means over them."""
        mean = lambda seeds: {q: average([values[q] for values in seeds]) for q in seeds[0]}
        mixtures = [self.mixture(folder) for folder in folders]
        terms = {"terms": mean([self.measured(run_of(folder / "test.txt"), "test") for folder in folders])} if self.weighs(folders[0]) else {}
        return terms | {"alone": mean([self.measured(self.alone(folder, "test"), "test") for folder in folders]), "mixed": mean([m for m, _ in mixtures]),
                        "weights": [w for _, w in mixtures], "seconds": [float((folder / "seconds.txt").read_text()) for folder in folders]}


def average(values):
    return sum(values) / len(values)


def paired(one, other):
    """The mean difference of two systems' values of the same queries, and the p of a paired t-test."""
    from scipy.stats import ttest_rel

    differences = [one[q] - other[q] for q in one]
    return average(differences), float(ttest_rel(differences, [0.0] * len(differences)).pvalue) if any(differences) else 1.0


def comparisons(systems):
    """(what is compared, values, values of the other)."""
    for system, of in systems.items():
        if system in ("BM25", UNTRAINED):
            continue
        bm25, cosine = systems["BM25"]["alone"], systems[UNTRAINED]
        if not system.startswith("10 judged"):
            if "terms" in of and system != FORMULA:
                yield f"terms of {system} : untrained", of["terms"], systems[FORMULA]["terms"]
            yield f"{system} : BM25", of["alone"], bm25
            yield f"{system} : cosine", of["alone"], cosine["alone"]
            yield f"BM25 with {system} : BM25", of["mixed"], bm25
            yield f"BM25 with {system} : BM25 with cosine", of["mixed"], cosine["mixed"]
        elif system != "10 judged" and "10 judged" in systems:
            for how, words in (("terms", "terms of "), ("alone", ""), ("mixed", "BM25 with ")):
                if how in of:
                    yield f"{words}{system} : {words}10 judged", of[how], systems["10 judged"][how]
    consensus, source = systems.get("consensus, made queries"), systems.get("made queries, BM25's negatives")
    if consensus and source:
        for how in ("terms", "alone", "mixed"):
            if how in consensus:
                yield f"{how}: consensus : made queries, BM25's negatives", consensus[how], source[how]


def holm(tests):
    """p of every test, adjusted over all (Holm 1979)."""
    adjusted, least = {}, 0.0
    for rank, (name, p) in enumerate(sorted(tests.items(), key=lambda test: test[1])):
        least = max(least, min(1.0, (len(tests) - rank) * p))
        adjusted[name] = least
    return adjusted


def main():
    flags = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    flags.add_argument("--axiomine", default=ROOT / "axiomine")
    flags.add_argument("--data", type=pathlib.Path, required=True, help="a folder with those of the collections")
    flags.add_argument("--output", type=pathlib.Path, required=True)
    flags.add_argument("--collections", nargs="+", choices=COLLECTIONS, default=list(COLLECTIONS))
    flags.add_argument("--arms", nargs="+", choices=ARMS, default=list(ARMS))
    flags.add_argument("--seeds", type=int, default=2)
    flags.add_argument("--recipe", choices=["term_weights.py", "bi_encoder.py"], default="term_weights.py")
    flags.add_argument("--steps", type=int, default=400, help="of 16 pairs, of every training")
    flags.add_argument("--learning-rate", type=float, default=3e-3, help="2e-5 suits bi_encoder.py")
    flags.add_argument("--hits", type=int, default=100, help="candidates of dev and test queries")
    options = flags.parse_args()
    os.environ.update(HF_HUB_OFFLINE="1", TOKENIZERS_PARALLELISM="false", OMP_NUM_THREADS="1", HF_HOME=str(options.output / "cache"))

    table, tests = {}, {}
    for name in options.collections:
        table[name] = systems = Study(name, options).values()
        for what, one, other in comparisons(systems):
            difference, tests[name, what] = paired(one, other)
            print(f"{name}: {what}: {difference:+.4f}, p {tests[name, what]:.4f} of itself", flush=True)
    mean = lambda values: f"{average(values.values()):.3f}"
    for name, systems in table.items():
        print(f"\n{name}, {COLLECTIONS[name]} of {len(systems['BM25']['alone'])} test queries; {'system':34} terms  alone  with BM25  weights  CPU minutes")
        for system, of in systems.items():
            cells = [mean(of[how]) if how in of else "    " for how in ("terms", "alone", "mixed")]
            rest = (" ".join(map(str, of["weights"])), f"{average(of['seconds']) / 60:.1f}") if "weights" in of else ()
            print(f"{system:34} {'  '.join([*cells, *rest])}")
    print("\nHolm over all tests:")
    for (name, what), p in holm(tests).items():
        print(f"p {p:.4f}  {name}: {what}")


if __name__ == "__main__":
    main()
