"""Files for FlagEmbedding and ms-swift, read by these libraries' own classes. Their packages want more than is installed here, so that the
modules are loaded without running the packages' own beginnings; of ms-swift's module, what it takes from elsewhere is replaced."""

import json
import logging
import os
import pathlib
import subprocess
import sys
import types

import pytest
import sklearn
from sklearn.datasets import load_svmlight_file

GROUP = 4


@pytest.fixture
def bare():
    """Gives a package and its parents without their __init__; after the test nothing of them is left."""
    before = dict(sys.modules)

    def package(name):
        parts = name.split(".")
        for i in range(1, len(parts) + 1):
            module = types.ModuleType(".".join(parts[:i]))
            module.__path__ = [str(pathlib.Path(sklearn.__file__).parents[1].joinpath(*parts[:i]))]
            sys.modules.setdefault(module.__name__, module)
        return sys.modules[name]

    yield package
    for name in set(sys.modules) - set(before):
        if name.split(".")[0] in ("FlagEmbedding", "swift", "PIL"):
            del sys.modules[name]


@pytest.fixture(scope="module")
def shards(axiomine, data, tmp_path_factory):
    rows = tmp_path_factory.mktemp("conversations") / "rows"
    axiomine("gen", "sample", "-q", "-c", "wikiqa", "--data", data / "wikiqa", "--limit", 30, "--vectors", "", "-o", rows)
    axiomine("tokenize", "shards", "-q", rows, "--prompt", "Answer:", "--group-size", GROUP, "--output-format",
             "flagembedding,flagembedding-distil,swift,swift-embedding,jsonl", "-o", rows.with_name("out"))
    return rows.with_name("out")


def lines(folder, split="train"):
    return [json.loads(line) for file in sorted(folder.glob(f"{split}-*.jsonl")) for line in open(file, encoding="utf-8")]


def preferred(shards):
    """(query, positive, negative) of every pair."""
    return {(row["query"], row["positive"], row["negative"]) for row in lines(shards / "jsonl")}


@pytest.mark.parametrize("distil", [False, True])
def test_flagembedding_embedder(bare, shards, tmp_path, distil):
    bare("FlagEmbedding.abc.finetune.embedder")
    from FlagEmbedding.abc.finetune.embedder.AbsArguments import AbsEmbedderDataArguments
    from FlagEmbedding.abc.finetune.embedder.AbsDataset import AbsEmbedderTrainDataset

    folder = shards / ("flagembedding-distil" if distil else "flagembedding")
    args = AbsEmbedderDataArguments(train_data=[str(f) for f in sorted(folder.glob("train-*.jsonl"))], cache_path=str(tmp_path), train_group_size=GROUP,
                                    knowledge_distillation=distil, query_instruction_for_retrieval="", query_instruction_format="{} {}")
    read, rows, pairs = AbsEmbedderTrainDataset(args, None), lines(folder), preferred(shards)
    assert len(read) == len(rows) > 100
    for i in range(0, len(read), 7):
        query, passages, scores = read[i]
        assert query == "Answer: " + rows[i]["query"] and len(passages) == GROUP
        assert all((rows[i]["query"], passages[0], other) in pairs for other in passages[1:]) or distil  # a teacher's pairs are some of them
        assert scores is None if not distil else len(scores) == GROUP and all(scores[0] >= s for s in scores[1:])


def test_flagembedding_reranker(bare, shards, tmp_path):
    bare("FlagEmbedding.abc.finetune.reranker")
    from FlagEmbedding.abc.finetune.reranker.AbsArguments import AbsRerankerDataArguments
    from FlagEmbedding.abc.finetune.reranker.AbsDataset import AbsRerankerTrainDataset

    class Seen(AbsRerankerTrainDataset):
        def create_one_example(self, query, passage):
            return query, passage

    files = [str(f) for f in sorted((shards / "flagembedding").glob("train-*.jsonl"))]
    args = AbsRerankerDataArguments(train_data=files, cache_path=str(tmp_path), train_group_size=GROUP, query_instruction_for_rerank="",
                                    query_instruction_format="{} {}")
    read, rows, pairs = Seen(args, None), lines(shards / "flagembedding"), preferred(shards)
    assert len(read) == len(rows)
    for i in range(0, len(read), 7):
        seen, _ = read[i]
        assert len(seen) == GROUP and {query for query, _ in seen} == {"Answer: " + rows[i]["query"]}
        assert all((rows[i]["query"], seen[0][1], other) in pairs for _, other in seen[1:])


def test_swift(bare, shards):
    image = types.ModuleType("PIL")
    image.Image = types.SimpleNamespace(Image=object)
    sys.modules.setdefault("PIL", image)
    bare("swift.template")
    bare("swift.utils").get_logger = lambda *_: logging.getLogger()
    sys.modules["swift.utils"].get_env_args = lambda *_, **__: None
    from swift.template.template_inputs import TemplateInputs

    pairs = preferred(shards)
    for folder, role in (("swift", "assistant"), ("swift-embedding", "user")):
        rows = lines(shards / folder)
        assert len(rows) > 100
        for row in rows:
            read = TemplateInputs.from_dict({name: row[name] for name in ("messages", "positive_messages", "negative_messages")})
            query, positive = read.chosen.messages[0]["content"], read.positive[0].messages[0]
            assert read.chosen.system == "Answer:" and len(read.positive) == 1 and 1 <= len(read.negative) < GROUP and positive["role"] == role
            assert all((query, positive["content"], negative.messages[0]["content"]) in pairs for negative in read.negative)


def test_libsvm(axiomine, data, tmp_path):
    axiomine("gen", "-q", "-c", "wikiqa", "--data", data / "wikiqa", "--limit", 30, "--vectors", "", "--output-format", "libsvm", "-o", tmp_path / "out")
    folder = tmp_path / "out" / "shards" / "libsvm"
    names = (folder / "features.txt").read_text().splitlines()
    for split in ("train", "validation", "test"):
        for file in folder.glob(f"{split}-*.txt"):
            features, grades, queries = load_svmlight_file(str(file), query_id=True)
            assert features.shape == (len(open(file).readlines()), len(names)) and set(grades) <= {0, 1} and max(grades) == 1
            assert (queries[1:] >= queries[:-1]).all() and queries[0] == 1


def test_trl_trains_from_the_named_templates(axiomine, trl, data, vocab, tmp_path):
    """RewardTrainer and DPOTrainer take the files as they are: a batch of theirs has each row's texts on their sides, and its margin."""
    for name in ("reward", "dpo", "dpo-chat"):
        axiomine("gen", "-q", "-c", "wikiqa", "--data", data / "wikiqa", "--judged-queries", 10, "--ratio", "7:1", "--output-format", "template",
                 "--template", name, "-o", tmp_path / name)
    script = tmp_path / "check.py"
    script.write_text("""
import glob, sys
from datasets import load_dataset
from tokenizers import BertWordPieceTokenizer, processors
from transformers import GPT2Config, GPT2ForSequenceClassification, GPT2LMHeadModel, PreTrainedTokenizerFast
from trl import DPOConfig, DPOTrainer, RewardConfig, RewardTrainer
vocab, *names = sys.argv[1:]
pieces = BertWordPieceTokenizer(vocab)
pieces.post_processor = processors.TemplateProcessing(single="$A", pair="$A $B")  # nothing around a text, as a language model has it
tokenizer = PreTrainedTokenizerFast(tokenizer_object=pieces._tokenizer, eos_token="[SEP]", bos_token="[CLS]", pad_token="[PAD]")
tokenizer.chat_template = "{% for m in messages %}{{ m['role'] }} {{ m['content'] }} {% endfor %}"
sizes = dict(vocab_size=len(tokenizer), n_embd=32, n_layer=1, n_head=2, n_positions=512, pad_token_id=tokenizer.pad_token_id,
             eos_token_id=tokenizer.eos_token_id, bos_token_id=tokenizer.bos_token_id)
flags = dict(max_steps=2, per_device_train_batch_size=4, use_cpu=True, bf16=False, report_to="none", save_strategy="no", disable_tqdm=True)
words = lambda text: tokenizer.encode(text, add_special_tokens=False)
chats = lambda messages: words(" ".join(f"{m['role']} {m['content']}" for m in messages))
for name in names:
    rows = load_dataset("json", data_files=sorted(glob.glob(name + "/shards/template/train-*")), split="train")
    if name == "reward":
        trainer = RewardTrainer(GPT2ForSequenceClassification(GPT2Config(num_labels=1, **sizes)), RewardConfig(name + "/out", **flags),
                                train_dataset=rows, processing_class=tokenizer)
        wanted = {(tuple(chats(row["chosen"])), tuple(chats(row["rejected"]))): row["margin"] for row in rows}
    else:
        model, first = (GPT2LMHeadModel(GPT2Config(**sizes)) for _ in "12")
        trainer = DPOTrainer(model, ref_model=first, args=DPOConfig(name + "/out", **flags), train_dataset=rows, processing_class=tokenizer)
        ids = words if name == "dpo" else chats
        wanted = {tuple(tuple(ids(row["prompt"]) + ids(row[side])) for side in ("chosen", "rejected")): None for row in rows}
    batch = next(iter(trainer.get_train_dataloader()))
    sequences = [tuple(i for i in sequence[mask.bool()].tolist() if i not in tokenizer.all_special_ids)
                 for sequence, mask in zip(batch["input_ids"], batch["attention_mask"])]
    half = len(sequences) // 2
    assert half == 4
    for at in range(half):
        margin = wanted[sequences[at], sequences[half + at]]
        assert margin is None or batch["margin"][at].item() == margin
    trainer.train()
    print("trained on", name)
""")
    done = subprocess.run([sys.executable, script, vocab, "reward", "dpo", "dpo-chat"], cwd=tmp_path, capture_output=True, text=True,
                          env=os.environ | {"PYTHONPATH": trl, "OMP_NUM_THREADS": "1"})
    said = [line for line in done.stdout.splitlines() if line.startswith("trained")]
    assert said == ["trained on reward", "trained on dpo", "trained on dpo-chat"], done.stdout[-2000:] + done.stderr[-3000:]
