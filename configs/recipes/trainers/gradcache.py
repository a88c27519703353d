import os
from datasets import load_dataset
from sentence_transformers import SentenceTransformer, SentenceTransformerTrainer, SentenceTransformerTrainingArguments
from sentence_transformers.sentence_transformer.losses import CachedMultipleNegativesRankingLoss
from torch.utils.data import BatchSampler, SequentialSampler


def in_order(dataset, batch_size, drop_last, **_):
    return BatchSampler(SequentialSampler(dataset), batch_size, drop_last)


model = SentenceTransformer(os.environ["MODEL"])
SentenceTransformerTrainer(
    model, SentenceTransformerTrainingArguments("cached/model", max_steps=5, per_device_train_batch_size=64, batch_sampler=in_order),
    train_dataset=load_dataset("cached/shards", "triplet", split="train"),
    loss=CachedMultipleNegativesRankingLoss(model, mini_batch_size=8)).train()
