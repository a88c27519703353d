import os
from datasets import load_dataset
from sentence_transformers import SentenceTransformer, SentenceTransformerTrainer, SentenceTransformerTrainingArguments, losses
model = SentenceTransformer(os.environ["MODEL"])
SentenceTransformerTrainer(
    model, SentenceTransformerTrainingArguments("several/model", max_steps=5, per_device_train_batch_size=16),
    train_dataset={name: load_dataset("several/shards", name, split="train") for name in ("triplet", "labeled-pair")},
    loss={"triplet": losses.TripletLoss(model), "labeled-pair": losses.OnlineContrastiveLoss(model)}).train()
