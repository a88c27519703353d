"""Does live mining pay? MiniLM cross-encoders with ten judged queries, whose axiomatic pairs are drawn once, anew, or by what the model violates.

Three arms of equal steps by configs/recipes/cross_encoder.py, on pairs of effect-study, seven to a judged one: drawn before the training; drawn
anew every so many steps (--live, with a margin that no scores differ by); drawn anew of those alone that the model's scores violate (--live).
The weight of the mixture with BM25 is chosen on dev. A finished call is kept. Values are means over seeds of every test query; paired
t-tests between the arms, Holm over all.
"""

import argparse
import itertools
import os
import pathlib

from reproduce_bert import ROOT, weights
from studies import Study, average, holm, paired, run_of

REDRAWN = ["--live", "{data}", "--live-every", "{every}"]
ARMS = {"drawn once": [], "drawn anew": [*REDRAWN, "--live-margin", 1e9], "violated, drawn anew": REDRAWN}
PAIRS = ["--axioms", "effect-study", "--ratio", "7:1", "--max-length", 64, "--set", "max_query_length=32", "--hits", 30]


class Live(Study):
    def trained(self, arm, seed):
        options = self.options

        def make(folder):
            self.gen(*PAIRS, "--on-shortage", "accept", "--vocab", weights() / "vocab.txt", "--seed", seed, "-o", folder / "pairs")
            live = [str(flag).format(data=self.data, every=options.every) for flag in ARMS[arm]]
            self.recipe("cross_encoder.py", folder / "pairs/shards", folder, "--steps", options.steps, "--seed", seed, *live)

        return self.kept(f"live, {arm}, seed {seed}, {options.steps} steps", make)

    def values(self):
        """{arm: {alone, mixed: {query: value}, weights, seconds}}, the mean over seeds."""
        self.kept("bm25", lambda folder: self.gen("retrieve", "--hits", 30, "-o", folder))
        kept = {(arm, seed): self.trained(arm, seed) for seed in range(self.options.seeds) for arm in ARMS}
        return {arm: self.averaged([kept[arm, seed] for seed in range(self.options.seeds)]) for arm in ARMS}


def main():
    flags = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    flags.add_argument("--axiomine", type=pathlib.Path, default=ROOT / "axiomine")
    flags.add_argument("--data", type=pathlib.Path, required=True, help="a folder with the collections")
    flags.add_argument("--output", type=pathlib.Path, required=True)
    flags.add_argument("--collections", nargs="+", default=["wikiqa", "scifact"])
    flags.add_argument("--seeds", type=int, default=2)
    flags.add_argument("--steps", type=int, default=150, help="of 16 pairs, of every training")
    flags.add_argument("--every", type=int, default=50, help="steps between two draws")
    flags.set_defaults(hits=30, recipe="cross_encoder.py")
    options = flags.parse_args()
    os.environ.update(HF_HUB_OFFLINE="1", TOKENIZERS_PARALLELISM="false", OMP_NUM_THREADS="1", HF_HOME=str(options.output / "cache"),
                      PYTHONPATH=str(ROOT / "train" / "pytorch" / "src"), AXIOMINE_PROGRAM=str(options.axiomine.resolve()))

    tests = {}
    for name in options.collections:
        study = Live(name, options)
        systems = study.values()
        first = study.measured(run_of(study.work / "bm25/run.test.txt"), "test")
        mean = lambda values: f"{average(values.values()):.3f}"
        print(f"\n{name}, {study.measure} of {len(first)} test queries; BM25 {mean(first)}\n{'':22} alone  with BM25  CPU minutes")
        for arm, of in systems.items():
            print(f"{arm:22} {mean(of['alone'])}  {mean(of['mixed'])}      {average(of['seconds']) / 60:.1f}", flush=True)
        for (one, a), (other, b) in itertools.combinations(systems.items(), 2):
            for how in ("alone", "mixed"):
                difference, p = paired(b[how], a[how])
                tests[f"{name}, {how}: {other} less {one} {difference:+.4f}"] = p
    print("\nHolm over all tests:")
    for what, p in holm(tests).items():
        print(f"p {p:.4f}  {what}")


if __name__ == "__main__":
    main()
