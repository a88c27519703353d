import os
from datasets import load_dataset
from sentence_transformers import SentenceTransformer, SentenceTransformerTrainer, SentenceTransformerTrainingArguments, losses
model = SentenceTransformer(os.environ["MODEL"])
SentenceTransformerTrainer(
    model, SentenceTransformerTrainingArguments("st/model", max_steps=20, per_device_train_batch_size=32),
    train_dataset=load_dataset("st/shards", "triplet", split="train"), loss=losses.TripletLoss(model)).train()
