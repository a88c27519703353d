"""Trains a cross-encoder with transformers' Trainer on the pairs of `axiomine gen`, with the weight and margin of every row.

    python hf_trainer.py SHARDS --model MODEL --output DIR

The loss of a pair is w max(0, m - s(pos) + s(neg)), with the row's weight w and margin m: the hinge of `axiomine train`. Trainer drops
columns that a model's forward does not name, so remove_unused_columns is off and a collator makes the batches.
"""

import argparse
import json
import pathlib

import torch
from datasets import load_dataset
from transformers import AutoModelForSequenceClassification, Trainer, TrainingArguments


def collate(rows, limit):
    """The positives' sequences, then the negatives', padded, with a weight and a margin a row."""
    sequences = []
    for side in ("pos_input_ids", "neg_input_ids"):
        for row in rows:
            query, document = row["query_input_ids"], row[side]
            ids = document[1:-1][: limit - len(query) - 1] + document[-1:]
            sequences.append((query + ids, [0] * len(query) + [1] * len(ids)))
    pad = lambda lists: torch.nn.utils.rnn.pad_sequence([torch.tensor(x) for x in lists], batch_first=True)
    return {"input_ids": pad([ids for ids, _ in sequences]), "token_type_ids": pad([types for _, types in sequences]),
            "attention_mask": pad([[1] * len(ids) for ids, _ in sequences]),
            "weight": torch.tensor([row["weight"] for row in rows]), "margin": torch.tensor([row["margin"] for row in rows])}


class PairTrainer(Trainer):
    def compute_loss(self, model, inputs, return_outputs=False, **_):
        weight, margin = inputs.pop("weight"), inputs.pop("margin")
        outputs = model(**inputs)
        positive, negative = outputs.logits.squeeze(-1).chunk(2)
        loss = (weight * torch.relu(margin - positive + negative)).mean()
        return (loss, outputs) if return_outputs else loss


def main():
    flags = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    flags.add_argument("shards", type=pathlib.Path)
    flags.add_argument("--model", required=True)
    flags.add_argument("--output", required=True)
    flags.add_argument("--steps", type=int, default=200)
    options = flags.parse_args()
    limit = json.loads((options.shards / "manifest.json").read_text())["tokenizer"]["max_length"]
    arguments = TrainingArguments(options.output, max_steps=options.steps, per_device_train_batch_size=16, remove_unused_columns=False, report_to="none")
    trainer = PairTrainer(AutoModelForSequenceClassification.from_pretrained(options.model, num_labels=1), arguments,
                          train_dataset=load_dataset(str(options.shards), "pairs-tokenized", split="train"), data_collator=lambda rows: collate(rows, limit))
    trainer.train()
    trainer.save_model()


if __name__ == "__main__":
    main()
