import os
from datasets import load_dataset
from pylate import losses, models, utils
from sentence_transformers import SentenceTransformerTrainer, SentenceTransformerTrainingArguments
model = models.ColBERT(os.environ["MODEL"], embedding_size=32)
SentenceTransformerTrainer(
    model, SentenceTransformerTrainingArguments("colbert/model", max_steps=5, per_device_train_batch_size=16),
    train_dataset=load_dataset("colbert/shards", "triplet", split="train"), loss=losses.Contrastive(model),
    data_collator=utils.ColBERTCollator(model.tokenize)).train()
