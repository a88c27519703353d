"""What `tokenize encode` takes beside a script with HF tokenizers: both start cold, read a file of JSON lines with texts, and write the lines
with their ids. The vocabularies are BERT's WordPiece, and a byte-level BPE and a Unigram of 32,000 pieces, trained on these texts by HF.
CPU-seconds of the process, start included: the median of five, one thread each, in turns.

  encode.py --corpus corpus.jsonl --vocab vocab.txt --output encode.txt       five minutes (Python 3.11, idle machine)
"""

import argparse
import importlib.metadata
import json
import os
import pathlib
import statistics
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / ".ci" / "bench"))
TIMES = 5
BATCH = 1000


def peer(vocabulary, lines, answers):
    """Writes each line with the ids of HF's tokenizer."""
    from tokenizers import Tokenizer

    tokenizer = Tokenizer.from_file(vocabulary)
    with open(lines, encoding="utf-8") as source, open(answers, "w", encoding="utf-8") as target:
        rows = []

        def write():
            for row, encoding in zip(rows, tokenizer.encode_batch_fast([row["text"] for row in rows])):
                target.write(json.dumps(row | {"got": {"ids": encoding.ids}}, ensure_ascii=False) + "\n")
            rows.clear()

        for line in source:
            rows.append(json.loads(line))
            if len(rows) == BATCH:
                write()
        write()


def train(work, vocab, texts):
    """Writes a tokenizer.json of each kind and returns their paths by name."""
    from tokenizers import BertWordPieceTokenizer, Tokenizer, models, normalizers, pre_tokenizers, trainers

    paths = {name: work / f"{name}.json" for name in ("WordPiece", "BPE", "Unigram")}
    BertWordPieceTokenizer(str(vocab)).save(str(paths["WordPiece"]))
    bpe = Tokenizer(models.BPE())
    bpe.pre_tokenizer = pre_tokenizers.ByteLevel(add_prefix_space=False)
    bpe.train_from_iterator(texts, trainers.BpeTrainer(vocab_size=32000, initial_alphabet=pre_tokenizers.ByteLevel.alphabet()))
    bpe.save(str(paths["BPE"]))
    unigram = Tokenizer(models.Unigram())
    unigram.normalizer, unigram.pre_tokenizer = normalizers.NFKC(), pre_tokenizers.Metaspace()
    unigram.train_from_iterator(texts, trainers.UnigramTrainer(vocab_size=32000, special_tokens=["<unk>"], unk_token="<unk>"))
    unigram.save(str(paths["Unigram"]))
    return paths


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--corpus", type=pathlib.Path, required=True, help="JSON lines with text, as BEIR's corpus.jsonl")
    parser.add_argument("--vocab", type=pathlib.Path, required=True, help="the vocab.txt of bert-base-uncased")
    parser.add_argument("--output", type=pathlib.Path, required=True)
    parser.add_argument("--peer", nargs=3, help=argparse.SUPPRESS)
    args = parser.parse_args()
    if args.peer:
        return peer(*args.peer)
    from bench import machine
    from commands import cpu_of

    environment = os.environ | {"RAYON_NUM_THREADS": "1", "TOKENIZERS_PARALLELISM": "false", "GOMAXPROCS": "1"}
    texts = [json.loads(line)["text"] for line in open(args.corpus, encoding="utf-8")]
    with tempfile.TemporaryDirectory() as folder:
        work = pathlib.Path(folder)
        subprocess.run(["go", "build", "-o", work / "axiomine", "."], cwd=ROOT, check=True, env=os.environ | {"CGO_ENABLED": "0"})
        lines = work / "texts.jsonl"
        lines.write_text("".join(json.dumps({"text": text}, ensure_ascii=False) + "\n" for text in texts), encoding="utf-8")
        size = lines.stat().st_size / 1e6
        report = "\n".join([*machine(), f"{len(texts):,} texts of {args.corpus.parent.name}, {size:.1f} MB of JSON lines", "",
                            f"| model | axiomine | HF tokenizers {importlib.metadata.version('tokenizers')} | times as fast |", "|---|---|---|---|", ""])
        for name, vocabulary in train(work, args.vocab, texts).items():
            ours = [work / "axiomine", "tokenize", "encode", "--vocab", vocabulary, lines]
            theirs = [sys.executable, __file__, "--corpus", args.corpus, "--vocab", args.vocab, "--output", args.output, "--peer", vocabulary, lines,
                      work / "theirs"]
            times = []
            for _ in range(TIMES):
                with open(work / "ours", "wb") as out:
                    times.append([cpu_of(ours, environment, 1, out), cpu_of(theirs, environment, 1)])
            for a, b in zip(open(work / "ours", encoding="utf-8"), open(work / "theirs", encoding="utf-8"), strict=True):
                if json.loads(a)["got"]["ids"] != json.loads(b)["got"]["ids"]:
                    sys.exit(f"{name}: {a}differs from {b}")
            one, other = (statistics.median(column) for column in zip(*times))
            report += f"| {name} | {one:.2f} s | {other:.2f} s | {other / one:.1f} |\n"
            args.output.write_text(report, encoding="utf-8")
            print(report.splitlines()[-1])


if __name__ == "__main__":
    main()
