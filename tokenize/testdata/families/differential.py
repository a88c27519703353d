"""Compares `axiomine tokenize encode` with Hugging Face's tokenizers: the families of answers.py on strings of 40 scripts, then random
configurations on random requests.

    pip install tokenizers==0.23.3
    python differential.py PROGRAM [REQUESTS [SEED]]

A configuration that the program refuses is counted by its reason. A request on which the library panics or fails is left out and counted.
"""

import collections
import json
import pathlib
import random
import subprocess
import sys
import tempfile

import answers
from tokenizers import Tokenizer

BLOCKS = [  # first and last character of 40 scripts and kinds of signs
    (0x41, 0x7A), (0xC0, 0x24F), (0x370, 0x3FF), (0x400, 0x4FF), (0x531, 0x58F), (0x591, 0x5F4), (0x600, 0x6FF), (0x700, 0x74F),
    (0x780, 0x7BF), (0x7C0, 0x7FF), (0x900, 0x97F), (0x980, 0x9FF), (0xA00, 0xA7F), (0xA80, 0xAFF), (0xB00, 0xB7F), (0xB80, 0xBFF),
    (0xC00, 0xC7F),
    (0xC80, 0xCFF), (0xD00, 0xD7F), (0xD80, 0xDFF), (0xE00, 0xE7F), (0xE80, 0xEFF), (0xF00, 0xFFF), (0x1000, 0x109F), (0x10A0, 0x10FF),
    (0x1100, 0x11FF), (0x1200, 0x137F), (0x13A0, 0x13FF), (0x1400, 0x167F), (0x1780, 0x17FF), (0x1820, 0x18AA), (0x1E00, 0x1FFF),
    (0x2000, 0x2BFF), (0x3000, 0x30FF), (0x3400, 0x4DBF), (0x4E00, 0x9FFF), (0xAC00, 0xD7A3), (0xF900, 0xFFEF), (0x10000, 0x11FFF),
    (0x1D400, 0x1FAFF)]
SPECIALS = ["<s>", "</s>", "<mask>", "[MASK]", "[CLS]", "<eos>", "<|endoftext|>", "[Q] ", "<extra_id_0>", "<both>", "<word>"]
SPACES = [" ", " ", " ", "  ", "    ", "\n", "\r\n", "\t", "\u00a0", "\u3000", "\u2028", "\u0085", "\u200b", "\u2581"]
MARKS = ["\u0301", "\u0323", "\u0308", "\u1df6", "\u05b0", "\u094d", "\u200d", "\ufe0f"]


def word(rng):
    kind = rng.random()
    if kind < .45:
        return rng.choice(rng.choice(answers.texts).split() or [""])
    if kind < .85:
        low, high = rng.choice(BLOCKS)
        return "".join(chr(rng.randint(low, high)) + (rng.choice(MARKS) if rng.random() < .1 else "") for _ in range(rng.randint(1, 8)))
    if kind < .93:
        return "".join(rng.choice("0123456789\u0663\u00bd\u00b2.,") for _ in range(rng.randint(1, 9)))
    if kind < .97:
        return rng.choice(["'s", "'LL", "don't", "I'VE", "'\u017f", "``", "''", "--", "http://a.b/c?d=e", "\u1c89x", "\u0130I"])
    return rng.choice(SPECIALS)


def text(rng):
    out = rng.choice(["", "", " ", "\u0301"])
    for _ in range(rng.randint(0, 12)):
        out += word(rng) + (rng.choice(SPACES) if rng.random() < .8 else "")
    return out


def request(rng):
    if rng.random() < .8:
        return {"text": text(rng)}
    return {"a": text(rng), "b": text(rng), "max_length": rng.randint(8, 40), "strategy": rng.choice(["longest_first", "only_second"])}


def theirs(tokenizer, of):
    """What the library answers; None where it fails."""
    try:
        if "text" in of:
            return {"ids": tokenizer.encode(of["text"]).ids}
        tokenizer.enable_truncation(of["max_length"], strategy=of["strategy"])
        answer = tokenizer.encode(of["a"], of["b"])
        return {"ids": answer.ids} | ({"type_ids": answer.type_ids} if answer.ids else {})
    except BaseException as failure:  # a panic is no Exception
        if isinstance(failure, KeyboardInterrupt):
            raise
        return None


def is_random(tokenizer):
    """Whether the library takes one of several added tokens at random, another one in each process: those that its normalizer makes
    equal lie in a hash map."""
    tokens = [token for token in tokenizer.get_added_tokens_decoder().values() if token.normalized]
    normalize = tokenizer.normalizer.normalize_str if tokenizer.normalizer else str
    return len({normalize(token.content) for token in tokens}) < len(tokens)


def compare(program, file, requests, counts):
    """Returns the first requests that differ."""
    raw = json.dumps(file, ensure_ascii=False)
    try:
        tokenizer, pairs = Tokenizer.from_str(raw), Tokenizer.from_str(raw)  # the requests of pairs change truncation
    except BaseException as failure:  # noqa: BLE001 (its panics are no Exception)
        counts["the library refuses the file: " + str(failure)[:60]] += 1
        return []
    if is_random(tokenizer):
        counts["left out: files with added tokens that the normalizer makes equal"] += 1
        return []
    with tempfile.TemporaryDirectory() as folder:
        path = pathlib.Path(folder) / "tokenizer.json"
        path.write_text(raw, "utf-8")
        lines = "".join(json.dumps(of) + "\n" for of in requests)
        run = subprocess.run([program, "tokenize", "encode", "--vocab", str(path)], input=lines, capture_output=True, text=True, check=False)
    if run.returncode:
        counts["refused: " + run.stderr.split(": ", 2)[-1].split(";")[0].strip()[:110]] += 1
        return []
    counts["files read"] += 1
    wrong = []
    for of, line in zip(requests, run.stdout.splitlines(), strict=True):
        ours, want = json.loads(line)["got"], theirs(tokenizer if "text" in of else pairs, of)
        if want is None or "error" in ours:
            if (want is None) != ("error" in ours):
                counts["left out: the library fails, or only we do: " + str(ours.get("message", ""))[:40]] += 1
            continue
        counts["requests compared"] += 1
        if ours != want:
            wrong.append((of, ours, want))
    return wrong


def random_file(rng, families):
    """A family's file with parts of others."""
    file = json.loads(json.dumps(rng.choice(families)))
    flip = lambda: rng.random() < .5
    simple = lambda: rng.choice([
        {"type": "NFC"}, {"type": "NFD"}, {"type": "NFKC"}, {"type": "NFKD"}, {"type": "Lowercase"}, {"type": "StripAccents"},
        {"type": "Nmt"},
        {"type": "Strip", "strip_left": flip(), "strip_right": flip()}, {"type": "Prepend", "prepend": "\u2581"},
        {"type": "Replace", "pattern": {"String": " "}, "content": "\u2581"},
        {"type": "Replace", "pattern": {"Regex": rng.choice([r"\s+", " {2,}", r"\p{P}", r"[^\S\n]+", "[0-9]"])}, 
         "content": rng.choice([" ", "", "x"])},
        {"type": "BertNormalizer", "clean_text": flip(), "handle_chinese_chars": flip(), "strip_accents": rng.choice([None, True, False]),
         "lowercase": flip()}])
    behavior = lambda: rng.choice(["Removed", "Isolated", "MergedWithPrevious", "MergedWithNext", "Contiguous"])
    cut = lambda: rng.choice([
        {"type": "Digits", "individual_digits": flip()}, {"type": "Punctuation", "behavior": behavior()}, {"type": "WhitespaceSplit"},
        {"type": "Whitespace"}, {"type": "BertPreTokenizer"}, {"type": "CharDelimiterSplit", "delimiter": rng.choice("a \u2581")},
        {"type": "Metaspace", "replacement": "\u2581", "prepend_scheme": rng.choice(["always", "never", "first"]), "split": flip()},
        {"type": "Split", "pattern": {"String": rng.choice([" ", "th", "\u2581"])}, "behavior": behavior(), "invert": flip()},
        {"type": "Split", "pattern": {"Regex": rng.choice([answers.O200K, answers.QWEN35, *answers.DEEPSEEK, answers.CL100K % r"\p{N}",
         r"\s+", r"\p{Lu}?\p{Ll}+", r"[\p{Han}\p{Katakana}]|\w+", r"a++|b{1,2}?c?", r"\s(?=\S)|\d"])},
         "behavior": behavior(), "invert": flip()}])
    if rng.random() < .6:
        file["normalizer"] = {"type": "Sequence", "normalizers": [simple() for _ in range(rng.randint(0, 3))]}
    isBytes = "ByteLevel" in json.dumps(file["pre_tokenizer"])
    if rng.random() < .7:
        parts = [cut() for _ in range(rng.randint(0, 3))]
        if isBytes:
            parts.append({"type": "ByteLevel", "add_prefix_space": flip(), "trim_offsets": True, "use_regex": flip()})
        file["pre_tokenizer"] = {"type": "Sequence", "pretokenizers": parts}
    model = file["model"]
    if model["type"] == "BPE":
        if flip():
            model["ignore_merges"] = flip()
        if model.get("unk_token"):
            model["fuse_unk"], model["byte_fallback"] = flip(), flip()
    for token in file["added_tokens"]:
        if rng.random() < .3:
            token |= {name: flip() for name in ("single_word", "lstrip", "rstrip", "normalized", "special")}
    if rng.random() < .15:
        file["truncation"] = {"direction": rng.choice(["Left", "Right"]), "max_length": rng.randint(6, 30), "strategy": "LongestFirst",
                              "stride": 0}
    if rng.random() < .15:
        file["padding"] = {"strategy": rng.choice(["BatchLongest", {"Fixed": 20}]), "direction": rng.choice(["Left", "Right"]),
                           "pad_to_multiple_of": rng.choice([None, 8]), "pad_id": 0, "pad_type_id": 0, "pad_token": "x"}
    return file


def main(program, requests=200_000, seed=1):
    rng = random.Random(seed)
    families = {make.__name__: json.loads((answers.here / (make.__name__ + ".json")).read_text("utf-8")) for make in answers.makers}
    counts, failed = collections.Counter(), 0
    strings = [{"text": text(rng)} for _ in range(5000)]
    for name, file in families.items():
        wrong = compare(program, file, strings, counts)
        failed += len(wrong)
        print(f"{name}: {len(wrong)} of {len(strings)} differ", wrong[:1], flush=True)
    counts.clear()
    while counts["requests compared"] < requests:
        file = random_file(rng, list(families.values()))
        wrong = compare(program, file, [request(rng) for _ in range(200)], counts)
        failed += len(wrong)
        if wrong:
            of = {part: file[part] for part in ("normalizer", "pre_tokenizer", "added_tokens", "truncation", "padding")}
            print(json.dumps({"model": {k: v for k, v in file["model"].items() if k not in ("vocab", "merges")}} | of)[:3000])
            print(len(wrong), wrong[0], flush=True)
    for reason, n in counts.most_common():
        print(n, reason)
    print(failed, "differ")
    return failed > 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1], *map(int, sys.argv[2:])))
