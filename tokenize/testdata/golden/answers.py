"""Writes the answers of Hugging Face's tokenizers into single.jsonl and pairs.jsonl: ids of the texts there by the vocab.txt
beside them, as BERT's uncased models cut text. The texts, cuts and strategies of the files stay as they are.

    pip install tokenizers==0.23.3
    python answers.py
"""

import json
import pathlib

from tokenizers import BertWordPieceTokenizer

here = pathlib.Path(__file__).parent


def tokenizer():
    return BertWordPieceTokenizer(str(here / "vocab.txt"), lowercase=True, strip_accents=True)


def single(case):
    return {"text": case["text"], "ids": tokenizer_whole.encode(case["text"]).ids}


def pair(case):
    asked = {key: case[key] for key in ("a", "b", "max_length", "strategy")}
    cutting = tokenizer()
    cutting.enable_truncation(case["max_length"], strategy=case["strategy"])
    try:
        answer = cutting.encode(case["a"], case["b"])
    except Exception:  # the strategy cannot make it fit
        return asked | {"error": True}
    return asked | {"ids": answer.ids, "type_ids": answer.type_ids}


tokenizer_whole = tokenizer()
for name, answer in ("single.jsonl", single), ("pairs.jsonl", pair):
    cases = [json.loads(line) for line in (here / name).read_text("utf-8").splitlines()]
    (here / name).write_text("".join(json.dumps(answer(case)) + "\n" for case in cases), "utf-8")
