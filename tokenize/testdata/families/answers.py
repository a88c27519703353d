"""Makes a small tokenizer.json in the form of each family, trained on the texts of ../golden/single.jsonl, and writes what Hugging
Face's tokenizers answers with it.

    pip install tokenizers==0.23.3
    python answers.py [NAME ..]
"""

import base64
import json
import pathlib
import struct
import sys
import unicodedata

from tokenizers import Regex, Tokenizer, models, normalizers, pre_tokenizers, trainers

here = pathlib.Path(__file__).parent
texts = [json.loads(line)["text"] for line in (here / "../golden/single.jsonl").read_text("utf-8").splitlines()]
hard = ["", " ", "  a", "a  ", "It's they'LL I\u017f '\u017f don't", "x\n\n  y\r\n\r\n z", "12345 1\u00bd\u00b2 \u0663\u0664",
        "\u1c89\U00010d40 a",
        "e\u0301 \u1df6\u0301 \u08d3\u0323\u0301 \u0344", "<mask> a <mask>b", "a  <mask>  b", "<both>  <left> x<word> <word>",
        "Cafe\u0301 Caf\u00e9 <e\u0301> <\u00e9>", "         x", "\ufb01ne \u2460\u2461 \u3000 a\u00b2\u0301 \r\n x\u200b",
        "\u4e2d" * 40, "<unk><unk> \u2581a \u2581"]

CL100K = (r"(?i:'s|'t|'re|'ve|'m|'ll|'d)|[^\r\n\p{L}\p{N}]?\p{L}+|%s| ?[^\s\p{L}\p{N}]+[\r\n]*|\s*[\r\n]+|\s+(?!\S)|\s+")


def token(id, content, **flags):
    of = {"id": id, "content": content, "single_word": False, "lstrip": False, "rstrip": False, "normalized": False, "special": True}
    return of | flags


def template(single, pair, specials):
    def slots(text):
        return [{"Sequence" if part[0] in "AB" else "SpecialToken": {"id": part[:-2], "type_id": int(part[-1])}} for part in text.split()]

    return {"type": "TemplateProcessing", "single": slots(single), "pair": slots(pair),
            "special_tokens": {text: {"id": text, "ids": [id], "tokens": [text]} for text, id in specials.items()}}


def trained(split, normalizer, size):
    tokenizer = Tokenizer(models.BPE())
    if normalizer:
        tokenizer.normalizer = normalizer
    level = pre_tokenizers.ByteLevel(add_prefix_space=False, use_regex=split is None)
    tokenizer.pre_tokenizer = level if split is None else pre_tokenizers.Sequence([pre_tokenizers.Split(Regex(split), "isolated"), level])
    alphabet = pre_tokenizers.ByteLevel.alphabet()
    tokenizer.train_from_iterator(texts[750:], trainers.BpeTrainer(vocab_size=size, initial_alphabet=alphabet, show_progress=False))
    return json.loads(tokenizer.to_str())


def charsmap(replaced):
    """SentencePiece's precompiled map: a double array of the keys' bytes, and the replacements."""
    values, bases, blob = {}, set(), b""
    for key, value in replaced.items():
        values[key.encode()] = len(blob)
        blob += value.encode() + b"\0"
    units, used = [0] * 4096, {0}

    def place(node, prefix):
        labels = sorted({key[len(prefix)] for key in values if key.startswith(prefix) and len(key) > len(prefix)})
        leaf = prefix in values
        base = next(b for b in range(1, 4000) if b not in bases and all(b ^ label not in used for label in labels + [0] * leaf))
        bases.add(base)  # a label alone tells whose child a unit is
        units[node] = (base ^ node) << 10 | leaf << 8 | (prefix[-1] if prefix else 0)
        used.update(base ^ label for label in labels + [0] * leaf)
        if leaf:
            units[base] = 1 << 31 | values[prefix]
        for label in labels:
            place(base ^ label, prefix + bytes([label]))

    place(0, b"")
    units = units[: max(used) + 256]
    return base64.b64encode(struct.pack("<I", 4 * len(units)) + struct.pack(f"<{len(units)}I", *units) + blob).decode()


def roberta():
    file = trained(None, None, 420)
    vocab = file["model"]["vocab"]
    for piece in vocab:
        vocab[piece] += 4
    vocab |= {"<s>": 0, "<pad>": 1, "</s>": 2, "<unk>": 3}
    file["added_tokens"] = [token(i, text) for i, text in enumerate(["<s>", "<pad>", "</s>", "<unk>"])] + [
        token(len(vocab), "<mask>", lstrip=True)]
    file["model"]["merges"] = [" ".join(pair) for pair in file["model"]["merges"]]
    file["post_processor"] = {"type": "RobertaProcessing", "sep": ["</s>", 2], "cls": ["<s>", 0], "trim_offsets": True,
                              "add_prefix_space": False}
    return file


def modernbert():
    file = trained(None, normalizers.NFC(), 420)
    n = len(file["model"]["vocab"])
    file["added_tokens"] = [token(n + i, text) for i, text in enumerate(["[CLS]", "[SEP]", "[PAD]"])] + [
        token(n + 3 + i, " " * (8 - i), special=False, normalized=True) for i in range(7)] + [
        token(n + 10, "<left>", lstrip=True), token(n + 11, "<both>", lstrip=True, rstrip=True), token(n + 12, "<word>", single_word=True),
        token(n + 13, "Cafe\u0301", special=False, normalized=True), token(n + 14, "<e\u0301>", special=False)]
    file["post_processor"] = template("[CLS]:0 A:0 [SEP]:0", "[CLS]:0 A:0 [SEP]:0 B:1 [SEP]:1", {"[CLS]": n, "[SEP]": n + 1})
    return file


def llama3():
    file = trained(CL100K % r"\p{N}{1,3}", None, 420)
    model = file["model"]
    n = len(model["vocab"])
    words = ["\u0120whereas", "abacus", "\u0120bread"]
    model["vocab"] |= {word: n + i for i, word in enumerate(words)}
    model["ignore_merges"] = True
    by_sum = {}
    for left, right in model["merges"]:  # several merges for one token
        by_sum[left + right] = True
    for piece in list(by_sum)[:60]:
        for i in range(1, len(piece)):
            if piece[:i] in model["vocab"] and piece[i:] in model["vocab"] and [piece[:i], piece[i:]] not in model["merges"]:
                model["merges"].insert(len(model["merges"]) // 3, [piece[:i], piece[i:]])
    n += len(words)
    file["added_tokens"] = [token(n, "<|begin_of_text|>"), token(n + 1, "<|end_of_text|>")]
    begin = "<|begin_of_text|>"
    file["post_processor"] = {"type": "Sequence", "processors": [
        {"type": "ByteLevel", "add_prefix_space": True, "trim_offsets": False, "use_regex": True},
        template(f"{begin}:0 A:0", f"{begin}:0 A:0 {begin}:1 B:1", {begin: n})]}
    return file


def qwen2():
    file = trained(CL100K % r"\p{N}", normalizers.NFC(), 420)
    file["added_tokens"] = [token(len(file["model"]["vocab"]), "<|endoftext|>")]
    file["post_processor"] = {"type": "ByteLevel", "add_prefix_space": False, "trim_offsets": False, "use_regex": False}
    return file


def xlm_roberta():
    tokenizer = Tokenizer(models.Unigram())
    tokenizer.pre_tokenizer = pre_tokenizers.Sequence([pre_tokenizers.WhitespaceSplit(), pre_tokenizers.Metaspace()])
    specials = ["<s>", "<pad>", "</s>", "<unk>"]
    tokenizer.train_from_iterator(texts[750:], trainers.UnigramTrainer(vocab_size=500, special_tokens=specials, unk_token="<unk>",
                                                                      show_progress=False))
    file = json.loads(tokenizer.to_str())
    file["added_tokens"].append(token(len(file["model"]["vocab"]), "<mask>", lstrip=True))
    replaced = {"\ufb01": "fi", "\u2460": "1", "\u2461": "2", "\u00b2": "2", "\u3000": " ", "\n": " ", "\r": " ", "\t": " ", "\u200b": "",
                "a\u0301": "\u00e1", "\u00c5": "\u00c5", "\u0301": ""}
    file["normalizer"] = {"type": "Sequence", "normalizers": [
        {"type": "Precompiled", "precompiled_charsmap": charsmap(replaced)}, {"type": "Strip", "strip_left": False, "strip_right": True},
        {"type": "Replace", "pattern": {"Regex": " {2,}"}, "content": "\u2581"}]}
    file["post_processor"] = template("<s>:0 A:0 </s>:0", "<s>:0 A:0 </s>:0 </s>:0 B:0 </s>:0", {"<s>": 0, "</s>": 2})
    return file


def gemma():
    """BPE over characters with bytes for those that are unknown, spaces replaced by a mark, as Gemma and EmbeddingGemma have it."""
    tokenizer = Tokenizer(models.BPE())
    tokenizer.normalizer = normalizers.Replace(" ", "\u2581")
    tokenizer.train_from_iterator(texts[750:], trainers.BpeTrainer(vocab_size=700, limit_alphabet=90, show_progress=False))
    file = json.loads(tokenizer.to_str())
    model = file["model"]
    specials = ["<pad>", "<eos>", "<bos>", "<unk>", "<mask>"] + ["\n" * n for n in (2, 3)] + [f"<0x{b:02X}>" for b in range(256)]
    model["vocab"] = {text: i for i, text in enumerate(specials)} | {
        text: i + len(specials) for text, i in model["vocab"].items()}
    model |= {"unk_token": "<unk>", "fuse_unk": True, "byte_fallback": True}
    file["added_tokens"] = [token(i, text) for i, text in enumerate(specials[:4])] + [
        token(i, specials[i], special=False) for i in (4, 5, 6)]
    file["pre_tokenizer"] = {"type": "Split", "pattern": {"String": " "}, "behavior": "MergedWithPrevious", "invert": False}
    file["post_processor"] = template("<bos>:0 A:0 <eos>:0", "<bos>:0 A:0 <eos>:0 <bos>:1 B:1 <eos>:1", {"<bos>": 2, "<eos>": 1})
    file["decoder"] = {"type": "Sequence", "decoders": [
        {"type": "Replace", "pattern": {"String": "\u2581"}, "content": " "}, {"type": "ByteFallback"}, {"type": "Fuse"}]}
    return file


def llama2():
    file = gemma()
    file["normalizer"] = {"type": "Sequence", "normalizers": [{"type": "Prepend", "prepend": "\u2581"}, file["normalizer"]]}
    file["pre_tokenizer"] = None
    file["added_tokens"] = file["added_tokens"][:4]
    return file


def mpnet():
    """BERT's pieces with RoBERTa's special tokens, as all-mpnet-base-v2 has them."""
    tokenizer = Tokenizer(models.WordPiece(unk_token="[UNK]"))
    tokenizer.normalizer = normalizers.BertNormalizer()
    tokenizer.pre_tokenizer = pre_tokenizers.BertPreTokenizer()
    specials = ["<s>", "<pad>", "</s>", "<unk>", "[UNK]"]
    tokenizer.train_from_iterator(texts[750:], trainers.WordPieceTrainer(vocab_size=500, special_tokens=specials, show_progress=False))
    file = json.loads(tokenizer.to_str())
    file["added_tokens"] = [token(i, text, normalized=i == 3) for i, text in enumerate(specials)] + [
        token(len(file["model"]["vocab"]), "<mask>", lstrip=True)]
    file["post_processor"] = {"type": "RobertaProcessing", "sep": ["</s>", 2], "cls": ["<s>", 0], "trim_offsets": True,
                              "add_prefix_space": False}
    return file


def bert_added():
    """BERT with markers of queries and documents as PyLate adds them, and a mask that takes the spaces before it."""
    tokenizer = Tokenizer(models.WordPiece(unk_token="[UNK]"))
    tokenizer.normalizer = normalizers.BertNormalizer(strip_accents=False)
    tokenizer.pre_tokenizer = pre_tokenizers.BertPreTokenizer()
    specials = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]"]
    tokenizer.train_from_iterator(texts[750:], trainers.WordPieceTrainer(vocab_size=500, special_tokens=specials, show_progress=False))
    file = json.loads(tokenizer.to_str())
    n = len(file["model"]["vocab"])
    file["added_tokens"] = [token(i, text, lstrip=i == 4) for i, text in enumerate(specials)] + [
        token(n, "[Q] ", special=False, normalized=True), token(n + 1, "[D] ", special=False, normalized=True),
        token(n + 2, "Cafe", special=False, normalized=True, single_word=True)]
    file["post_processor"] = template("[CLS]:0 A:0 [SEP]:0", "[CLS]:0 A:0 [SEP]:0 B:1 [SEP]:1", {"[CLS]": 2, "[SEP]": 3})
    return file


def mistral():
    """Mistral and Llama 2, newer form: Metaspace before the first piece only, in place of a normalizer."""
    file = gemma()
    file["normalizer"] = None
    file["pre_tokenizer"] = {"type": "Metaspace", "replacement": "\u2581", "prepend_scheme": "first", "split": False}
    file["added_tokens"] = file["added_tokens"][:4]
    return file


def t5():
    """T5 in the form that transformers writes without its legacy behaviour, with sentinels."""
    tokenizer = Tokenizer(models.Unigram())
    tokenizer.pre_tokenizer = pre_tokenizers.Metaspace()
    tokenizer.train_from_iterator(texts[750:], trainers.UnigramTrainer(vocab_size=500, special_tokens=["<pad>", "</s>", "<unk>"],
                                                                      unk_token="<unk>", show_progress=False))
    file = json.loads(tokenizer.to_str())
    n = len(file["model"]["vocab"])
    file["added_tokens"] += [token(n, "<extra_id_0>"), token(n + 1, "<mask>")]
    file["normalizer"] = None
    file["pre_tokenizer"] = {"type": "Metaspace", "replacement": "\u2581", "prepend_scheme": "first", "split": True}
    file["post_processor"] = template("A:0 </s>:0", "A:0 </s>:0 B:0 </s>:0", {"</s>": 1})
    return file


O200K = "|".join([  # noqa: FLY002
    r"[^\r\n\p{L}\p{N}]?[\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}]*[\p{Ll}\p{Lm}\p{Lo}\p{M}]+(?i:'s|'t|'re|'ve|'m|'ll|'d)?",
    r"[^\r\n\p{L}\p{N}]?[\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}]+[\p{Ll}\p{Lm}\p{Lo}\p{M}]*(?i:'s|'t|'re|'ve|'m|'ll|'d)?",
    r"\p{N}{1,3}", r" ?[^\s\p{L}\p{N}]+[\r\n/]*", r"\s*[\r\n]+", r"\s+(?!\S)", r"\s+"])
QWEN35 = (r"(?i:'s|'t|'re|'ve|'m|'ll|'d)|[^\r\n\p{L}\p{N}]?[\p{L}\p{M}]+|\p{N}| ?[^\s\p{L}\p{M}\p{N}]+[\r\n]*|\s*[\r\n]+|\s+(?!\S)|\s+")
DEEPSEEK = [r"\p{N}{1,3}", "[\u4e00-\u9fa5\u3040-\u309f\u30a0-\u30ff]+",
            (r"[!\"#$%&'()*+,\-./:;<=>?@\[\\\]^_`{|}~][A-Za-z]+|[^\r\n\p{L}\p{P}\p{S}]?[\p{L}\p{M}]+| ?[\p{P}\p{S}]+[\r\n]*"
             r"|\s*[\r\n]+|\s+(?!\S)|\s+")]


def o200k():
    """gpt-oss, granite 4: o200k_base of tiktoken."""
    file = trained(O200K, None, 420)
    file["added_tokens"] = [token(len(file["model"]["vocab"]), "<|endoftext|>")]
    return file


def qwen35():
    """Qwen 3.5: letters with their marks."""
    file = trained(QWEN35, normalizers.NFC(), 420)
    file["added_tokens"] = [token(len(file["model"]["vocab"]), "<|endoftext|>")]
    return file


def deepseek():
    """DeepSeek 2 and 3: a Sequence of three Splits."""
    file = trained(DEEPSEEK[2], None, 420)
    level = file["pre_tokenizer"]["pretokenizers"][-1]
    file["pre_tokenizer"]["pretokenizers"] = [
        {"type": "Split", "pattern": {"Regex": e}, "behavior": "Isolated", "invert": False} for e in DEEPSEEK] + [level]
    n = len(file["model"]["vocab"])
    file["added_tokens"] = [token(n, "<\uff5cbegin\u2581of\u2581sentence\uff5c>"), token(n + 1, "<mask>", special=False, normalized=True)]
    begin = file["added_tokens"][0]["content"]
    file["post_processor"] = template(f"{begin}:0 A:0", f"{begin}:0 A:0 {begin}:1 B:1", {begin: n})
    return file


def starcoder():
    """StarCoder: Digits before ByteLevel with its own expression."""
    file = trained(None, None, 420)
    file["pre_tokenizer"] = {"type": "Sequence", "pretokenizers": [{"type": "Digits", "individual_digits": True}, file["pre_tokenizer"]]}
    file["added_tokens"] = [token(len(file["model"]["vocab"]), "<|endoftext|>")]
    return file


def albert():
    """ALBERT: quotes, NFKD, accents, lower case and a map before Unigram."""
    tokenizer = Tokenizer(models.Unigram())
    tokenizer.pre_tokenizer = pre_tokenizers.Sequence([pre_tokenizers.WhitespaceSplit(), pre_tokenizers.Metaspace()])
    tokenizer.train_from_iterator([text.lower() for text in texts[750:]], trainers.UnigramTrainer(
        vocab_size=500, special_tokens=["<pad>", "<unk>", "[CLS]", "[SEP]"], unk_token="<unk>", show_progress=False))
    file = json.loads(tokenizer.to_str())
    file["added_tokens"].append(token(len(file["model"]["vocab"]), "[MASK]", lstrip=True))
    file["normalizer"] = {"type": "Sequence", "normalizers": [
        {"type": "Replace", "pattern": {"String": "``"}, "content": '"'}, {"type": "Replace", "pattern": {"String": "''"}, "content": '"'},
        {"type": "NFKD"}, {"type": "StripAccents"}, {"type": "Lowercase"},
        {"type": "Precompiled", "precompiled_charsmap": charsmap({
            "\n": " ", "\u3000": " ", "\u200b": "", "\u2603": "snowman", "\ufdfa": unicodedata.normalize("NFKC", "\ufdfa")})},
        {"type": "Replace", "pattern": {"Regex": " {2,}"}, "content": " "}]}
    file["post_processor"] = template("[CLS]:0 A:0 [SEP]:0", "[CLS]:0 A:0 [SEP]:0 B:1 [SEP]:1", {"[CLS]": 2, "[SEP]": 3})
    return file


def clip():
    """CLIP: lower case, an ending for the last piece of a word, numbers alone."""
    tokenizer = Tokenizer(models.BPE(unk_token="<|endoftext|>", continuing_subword_prefix="", end_of_word_suffix="</w>"))
    tokenizer.normalizer = normalizers.Sequence([normalizers.NFC(), normalizers.Replace(Regex(r"\s+"), " "), normalizers.Lowercase()])
    words = r"'s|'t|'re|'ve|'m|'ll|'d|[\p{L}]+|[\p{N}]|[^\s\p{L}\p{N}]+"
    tokenizer.pre_tokenizer = pre_tokenizers.Sequence([pre_tokenizers.Split(Regex(words), "removed", invert=True),
                                                       pre_tokenizers.ByteLevel(add_prefix_space=False)])
    tokenizer.train_from_iterator(texts[750:], trainers.BpeTrainer(
        vocab_size=900, initial_alphabet=pre_tokenizers.ByteLevel.alphabet(), end_of_word_suffix="</w>",
        special_tokens=["<|startoftext|>", "<|endoftext|>"], show_progress=False))
    file = json.loads(tokenizer.to_str())
    file["added_tokens"] = [token(0, "<|startoftext|>", normalized=True), token(1, "<|endoftext|>")]
    file["post_processor"] = {"type": "RobertaProcessing", "sep": ["<|endoftext|>", 1], "cls": ["<|startoftext|>", 0],
                              "trim_offsets": False, "add_prefix_space": False}
    return file


def wordlevel():
    """Words as a whole."""
    tokenizer = Tokenizer(models.WordLevel(unk_token="[UNK]"))
    tokenizer.normalizer = normalizers.Sequence([normalizers.NFKC(), normalizers.Nmt(), normalizers.Lowercase()])
    tokenizer.pre_tokenizer = pre_tokenizers.Sequence([pre_tokenizers.Whitespace(), pre_tokenizers.Digits(individual_digits=False)])
    tokenizer.train_from_iterator(texts[750:], trainers.WordLevelTrainer(vocab_size=400, special_tokens=["[PAD]", "[UNK]"],
                                                                        show_progress=False))
    return json.loads(tokenizer.to_str())


def answers(tokenizer):
    for text in hard + texts[:200:2]:
        yield {"text": text, "ids": tokenizer.encode(text).ids}
    for i in range(24):
        pair = {"a": texts[3 * i], "b": texts[760 + i], "max_length": 8 + 3 * i,
                "strategy": ["longest_first", "only_first", "only_second"][i % 3]}
        tokenizer.enable_truncation(pair["max_length"], strategy=pair["strategy"])
        try:
            answer = tokenizer.encode(pair["a"], pair["b"])
            yield pair | {"ids": answer.ids, "type_ids": answer.type_ids}
        except Exception:  # noqa: BLE001 (the strategy cannot make it fit)
            yield pair | {"error": True}
        tokenizer.no_truncation()


makers = (roberta, modernbert, llama3, qwen2, xlm_roberta, gemma, llama2, mpnet, bert_added, mistral, t5, o200k, qwen35, deepseek,
          starcoder, albert, clip, wordlevel)

if __name__ == "__main__":
    for make in makers:
        if sys.argv[1:] and make.__name__ not in sys.argv[1:]:
            continue
        file = json.dumps(make(), ensure_ascii=False, separators=(",", ":"))
        (here / (make.__name__ + ".json")).write_text(file + "\n", "utf-8")
        lines = [json.dumps(answer) for answer in answers(Tokenizer.from_str(file))]
        (here / (make.__name__ + ".jsonl")).write_text("\n".join(lines) + "\n", "utf-8")
