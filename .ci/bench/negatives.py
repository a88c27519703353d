"""Time and memory of mine_hard_negatives, of this package and of sentence-transformers, over made pairs with a small static model.

  negatives.py theirs|faiss|model|bm25 PAIRS    one process a measurement: its last line is time and most memory

Queries have six words, answers these and 40 more, of a vocabulary of 20,000 with a skewed law. The encoder is a table of 64 random numbers
a word, so that mining takes the time and not encoding. theirs, faiss (the same with use_faiss=True) and model return the same rows; bm25
asks no model. OMP_NUM_THREADS=1 and GOMAXPROCS=1 give each one thread.
"""

import argparse
import pathlib
import random
import resource
import sys
import tempfile
import time

import torch
from datasets import Dataset
from sentence_transformers import SentenceTransformer, util
from sentence_transformers.sentence_transformer.modules import StaticEmbedding
from tokenizers import Tokenizer, models, pre_tokenizers

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "train" / "pytorch" / "src"))
import axiomine

WORDS = 20_000
GIB = 2**20  # ru_maxrss is in KiB


def encoder():
    words = {**{f"w{i}": i for i in range(WORDS)}, "[UNK]": WORDS}
    tokenizer = Tokenizer(models.WordLevel(words, unk_token="[UNK]"))
    tokenizer.pre_tokenizer = pre_tokenizers.Whitespace()
    torch.manual_seed(0)
    return SentenceTransformer(modules=[StaticEmbedding(tokenizer, embedding_dim=64)], device="cpu")


def rows(count):
    draw = random.Random(1)

    def text(length):
        return " ".join(f"w{int(WORDS * draw.random() ** 3)}" for _ in range(length))

    for _ in range(count):
        query = text(6)
        yield {"query": query, "answer": f"{query} {text(40)}"}


def peak(who):
    return resource.getrusage(who).ru_maxrss / GIB


def spent():
    return sum(resource.getrusage(who).ru_utime + resource.getrusage(who).ru_stime for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN))


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("who", choices=["theirs", "faiss", "model", "bm25"])
    parser.add_argument("pairs", type=int)
    options = parser.parse_args()
    model = encoder()
    with tempfile.TemporaryDirectory() as folder:
        path = f"{folder}/pairs.parquet"
        Dataset.from_generator(rows, gen_kwargs={"count": options.pairs}, cache_dir=folder).to_parquet(path)
        data = Dataset.from_parquet(path, cache_dir=folder)
        before, begin, cpu = peak(resource.RUSAGE_SELF), time.monotonic(), spent()
        if options.who in ("theirs", "faiss"):
            mined = util.mine_hard_negatives(data, model, relative_margin=0.05, verbose=False, use_faiss=options.who == "faiss")
        elif options.who == "model":
            mined = axiomine.mine_hard_negatives(data, model, relative_margin=0.05, verbose=False, retrieval="model")
        else:
            mined = axiomine.mine_hard_negatives(data, verbose=False)
        wall, cpu = time.monotonic() - begin, spent() - cpu
    most = max(peak(resource.RUSAGE_SELF), peak(resource.RUSAGE_CHILDREN))
    print(f"{options.who} {options.pairs:,} pairs: {len(mined):,} rows, {wall:.0f} s, {cpu:.0f} CPU-s, {most:.2f} GiB at most "
          f"({before:.2f} before)")


if __name__ == "__main__":
    main()
