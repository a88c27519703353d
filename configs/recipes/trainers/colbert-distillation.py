import os
from datasets import load_dataset
from pylate import losses, models, utils
from sentence_transformers import SentenceTransformerTrainer, SentenceTransformerTrainingArguments
groups = load_dataset("teacher/shards", "margin-mse-n-tuple", split="train")
documents = [column for column in groups.column_names if column.startswith(("positive", "negative"))]
rows = groups.map(lambda row: {"query": row["anchor"], "documents": [row[column] for column in documents]})
model = models.ColBERT(os.environ["MODEL"], embedding_size=32)
SentenceTransformerTrainer(
    model, SentenceTransformerTrainingArguments("teacher/model", max_steps=5, per_device_train_batch_size=16),
    train_dataset=rows.select_columns(["query", "documents", "scores"]), loss=losses.Distillation(model),
    data_collator=utils.ColBERTCollator(model.tokenize)).train()
