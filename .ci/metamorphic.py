"""Random configurations, killed at random moments, changed and resumed, for MINUTES: each folder at the end is byte for byte what
a fresh run of its last configuration leaves, or nothing in it has changed where that run is refused.

A round draws one to five keys of `axiomine help keys` with values within their bounds for the embedded collection, starts
`gen` or `train` in a folder up to three times, with SIGKILL or SIGINT after a random time or none and another draw of some keys
between, and ends with a run that is left to its end.
"""

import argparse
import collections
import json
import pathlib
import random
import re
import signal
import subprocess
import tempfile
import time

from soak import ROOT, differing, sums

DEMO = ROOT / "configs/demo"

# What a key that takes text is tried with. Keys of text that are not here stay as they are.
TEXTS = {
    "gen.axioms": ["length-safe", "tfc1", "tfc1, lnc2, m-tdc", "tf-lnc(delta_star=0.2)", "m-and & -lnc1", "majority(tfc1, lnc1, m-tdc; 0.4)"],
    "gen.ratio": ["1:1", "2:1", "1:4", "0:1", "0.5:1"],
    "gen.delta_star": ["", "0.05", "0.1", "0.5"],
    "gen.pairs": ["", "50", "300"],
    "gen.judged": ["all", "10", "100"],
    "gen.splits": ["given", "folds 3", "folds 5", "hash 70/15/15"],
    "gen.query_sample": ["", "0.5", "train=0.3"],
    "gen.similarity": ["vectors"],
    "gen.weights": ["none", "agreement"],
    "gen.retrieval": ["bm25", "ql", "qljm", "pl2", "tfidf", "bm25+rm3", "ql+rm3"],
    "gen.stemmer": ["none", "porter", "snowball:english"],
    "gen.stopwords": ["none", "english", "lucene", "inquery"],
    "gen.vectors": ["", "train"],
    "gen.negatives_per_positive": ["auto", "2"],
    "gen.mixture": ["", "ranking=4,tfc1=1"],
    "gen.max_score": ["none", "8"],
    "gen.min_score": ["none", "2"],
    "gen.absolute_margin": ["none", "0.5"],
    "gen.sample": ["balanced", "uniform", "length-balanced"],
    "gen.pool": ["all", "judged", "unjudged", "all 5"],
    "gen.feedback": ["docs=5", "terms=20,weight=0.8"],
    "gen.relative_margin": ["none", "0.05"],
    "gen.doc_fields": ["auto", "text"],
    "gen.markup": ["keep", "strip"],
    "tokenize.output_format": ["parquet", "triples", "jsonl,duet", "st-triplet,tevatron", "mtdnn", "tfrecord,monot5", "template,flagembedding", "bertsum,triples-ids"],
    "tokenize.template": ["reward", "yes-no"],
    "tokenize.prompt": ["Which passage answers this?", "Answer:"],
    "tokenize.rows_of": ["all", "train"],
    "tokenize.mtdnn_ranking": ["group", "pointwise", "regression+san"],
    "train.ranker": ["", "sh -c 'cp $0 $2; cp $1 $3' {candidates} {output}", "sh -c 'sort -r $0 > $2; cp $1 $3' {candidates} {output}"],
    "train.axiom_margin": ["1", "0.25"],
    "train.axiom_weight": ["1", "2"],
    "train.patience": ["0", "1", "4 by 0.01"],
    "train.measures": ["MAP", "MAP,nDCG@10"],
    "train.schedule": ["mixed", "axioms-only"],
    "train.choose": ["none"],
}
# Keys that would make a run long, or that name what is not there.
LEFT = {"gen.format", "gen.language", "gen.encoding", "gen.topics_format", "gen.qrels_format", "gen.tokenizer",
        "gen.topic_fields", "train.seeds", "train.epochs", "train.pairs_per_epoch"}
NOUNS = {"gen": ("gen", "tokenize"), "train": ("gen", "tokenize", "train")}  # whose keys a verb reads


class Keys:
    """Draws settings from the program's page of keys."""

    def __init__(self, program, draw):
        page = subprocess.run([program, "help", "keys"], capture_output=True, check=True, text=True).stdout
        self.draw, self.of = draw, {}
        for entry in re.split(r"\n  (?=[a-z]+\.[a-z_0-9]+\n)", page)[1:]:
            name = entry.split()[0]
            says = {f: " ".join(text.split()) for f, text in re.findall(r"^ {6}(default|values): (.*?)(?=^ {6}\w+: )", entry, re.M | re.S)}
            if name in TEXTS or name not in LEFT and not says["values"].startswith("text") and not says["values"].endswith(" .."):
                self.of[name] = says

    def value(self, name):
        draw = self.draw
        if name in TEXTS:
            return draw.choice(TEXTS[name])
        values = self.of[name]["values"]
        if values == "true, false":
            return draw.choice(values.split(", "))
        whole = values.startswith("whole number")
        if not whole and not values.startswith("number"):
            return draw.choice(values.split())
        bounds = [float(n) for n in re.findall(r"-?\d[\d.]*", values.replace(",", "").replace("0 or more", ""))]
        least = max(0, bounds[0] if bounds else 0)
        most = min(bounds[1] if len(bounds) > 1 else 1e9, max(4, 2 * float(self.of[name].get("default", 0)), least + 4))
        return str(draw.randint(int(least), int(most))) if whole else f"{draw.uniform(least, most):.3g}"

    def some(self, verb, least, most):
        names = [n for n in self.of if n.split(".")[0] in NOUNS[verb]]
        return {n: self.value(n) for n in self.draw.sample(names, self.draw.randint(least, most))}


class Round:
    def __init__(self, program, keys, draw, work):
        self.program, self.keys, self.draw, self.work = program, keys, draw, work
        self.verb = draw.choice(list(NOUNS))
        self.said = []  # configurations and command lines

    def command(self, to, settings, *flags):
        """The configuration is in a file of one name, so that no message tells one run from another."""
        sections = {"train": {"choose": "none"}} if self.verb == "train" else {}
        for name, value in settings.items():
            noun, key = name.split(".")
            sections.setdefault(noun, {})[key] = value
        text = json.dumps({"extends": "demo"} | sections)  # which is YAML too
        (self.work / "configuration.yaml").write_text(text)
        self.said.append(text)
        return [str(x) for x in (self.program, self.verb, "-c", self.work / "configuration.yaml", "--data", DEMO, "-q", "-o", to, *flags)]

    def start(self, line, after=None, how=None):
        """The exit code, and the one line of an error; None for the code of a run that was stopped."""
        self.said.append(" ".join(line[1:]) + (f"   # {how.name} after {after:.2f} s" if how else ""))
        p = subprocess.Popen(line, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
        if how:
            try:
                p.wait(timeout=after)
            except subprocess.TimeoutExpired:
                p.send_signal(how)
                _, err = p.communicate(timeout=600)
                return (None if p.returncode in (-signal.SIGKILL, -signal.SIGINT, 130) else p.returncode), err
        _, err = p.communicate(timeout=1200)
        return p.returncode, err

    @staticmethod
    def kept(out):
        """The checksums of what lies in a folder, but for the lock and the temporary files of a killed run, which whoever claims it next removes."""
        return {name: sum for name, sum in sums(out).items() if name != ".lock" and not name.startswith(".part-")} if out.exists() else {}

    def run(self, tally):
        """What is wrong, or nothing."""
        out, fresh = self.work / "out", self.work / "fresh"
        settings = self.keys.some(self.verb, 1, 5)
        for _ in range(self.draw.randint(1, 3)):
            how = self.draw.choice([signal.SIGKILL, signal.SIGKILL, signal.SIGINT, None])
            code, err = self.start(self.command(out, settings, "--resume"), self.draw.random() ** 2 * 6, how)
            tally["stopped" if code is None else f"ended with {code}"] += 1
            if code not in (None, 0, 2, 3, 4):
                return f"exit code {code}: {err}"
            changed = self.keys.some(self.verb, 0, 3)
            tally["changed keys"] += len(changed)
            settings |= changed
        before = self.kept(out)
        code, err = self.start(self.command(out, settings, "--resume"))
        wanted, fresh_err = self.start(self.command(fresh, settings))
        if code not in (0, 2, 3, 4) or wanted not in (0, 2, 3, 4):
            return f"exit codes {code} and {wanted} of the fresh run: {err}{fresh_err}"
        if wanted == 0 and code == 0:
            tally["equal"] += 1
            wrong = differing(sums(out), sums(fresh))
            return f"other than a fresh run's: {', '.join(wrong[:6])}" if wrong else None
        if (code == 0) != (wanted == 0):
            return f"exit codes {code} and {wanted} of the fresh run: {err}{fresh_err}"
        if code != wanted or err.replace(str(out), "OUT") != fresh_err.replace(str(fresh), "OUT"):
            return f"refused as {err}but fresh as {fresh_err}"
        tally["refused"] += 1
        if code == 2:
            wrong = differing(before, self.kept(out))
            return f"refused, and yet changed: {', '.join(wrong[:6])}" if wrong else None
        return None


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument("--minutes", type=float, default=60)
    parser.add_argument("--seed", type=int, default=1, help="of the first round; the next has the next")
    parser.add_argument("--rounds", type=int, help="as many, in place of MINUTES")
    parser.add_argument("--program", default=ROOT / "axiomine", help="the binary")
    o = parser.parse_args()
    end = time.monotonic() + 60 * o.minutes
    tally, faults, rounds = collections.Counter(), 0, 0
    while rounds < o.rounds if o.rounds else time.monotonic() < end:
        draw = random.Random(o.seed + rounds)
        with tempfile.TemporaryDirectory() as work:
            r = Round(o.program, Keys(o.program, draw), draw, pathlib.Path(work))
            wrong = r.run(tally)
        if wrong:
            faults += 1
            print(f"round {o.seed + rounds}: {wrong}\n  " + "\n  ".join(r.said), flush=True)
        rounds += 1
    print(f"{rounds} rounds, {faults} faults; " + ", ".join(f"{k}: {n}" for k, n in sorted(tally.items())))
    raise SystemExit(faults > 0)


if __name__ == "__main__":
    main()
