"""Trains a bi-encoder of sentence-transformers on triplets of `axiomine gen`, with the weight and margin of every row.

    python bi_encoder.py SHARDS --model MODEL --output DIR

SHARDS has the format st-triplet. The library feeds every column but the label to the model as text, so weights and margins stand in
the config triplet-meta, row by row; here they become the label, a list of two numbers, and the loss takes it.
"""

import argparse

import torch
from datasets import load_dataset
from sentence_transformers import SentenceTransformer, SentenceTransformerTrainer, SentenceTransformerTrainingArguments, util


class WeightedTripletLoss(torch.nn.Module):
    """w max(0, .1 m - cos(anchor, positive) + cos(anchor, negative)) with the weight w and margin m of a row, which are its label."""

    def __init__(self, model, scale=0.1):
        super().__init__()
        self.model, self.scale = model, scale

    def forward(self, features, labels):
        anchor, positive, negative = (self.model(feature)["sentence_embedding"] for feature in features)
        weight, margin = labels.unbind(1)
        lead = util.pairwise_cos_sim(anchor, positive) - util.pairwise_cos_sim(anchor, negative)
        return (weight * torch.relu(self.scale * margin - lead)).mean()


def triplets(shards, split):
    """anchor, positive, negative, label: [weight, margin]."""
    rows = load_dataset(shards, "triplet", split=split)
    meta = load_dataset(shards, "triplet-meta", split=split)
    return rows.add_column("label", [list(both) for both in zip(meta["weight"], meta["margin"])])


def main():
    flags = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    flags.add_argument("shards")
    flags.add_argument("--model", required=True)
    flags.add_argument("--output", required=True)
    flags.add_argument("--steps", type=int, default=200)
    options = flags.parse_args()
    model = SentenceTransformer(options.model)
    arguments = SentenceTransformerTrainingArguments(options.output, max_steps=options.steps, per_device_train_batch_size=16, report_to="none")
    SentenceTransformerTrainer(model, arguments, train_dataset=triplets(options.shards, "train"), loss=WeightedTripletLoss(model)).train()
    model.save(options.output)


if __name__ == "__main__":
    main()
