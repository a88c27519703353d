import os
from datasets import load_dataset
from sentence_transformers import MultiVectorEncoder, MultiVectorEncoderTrainer, MultiVectorEncoderTrainingArguments
from sentence_transformers.multi_vector_encoder.losses import MultiVectorMultipleNegativesRankingLoss
model = MultiVectorEncoder(os.environ["MODEL"])
MultiVectorEncoderTrainer(
    model, MultiVectorEncoderTrainingArguments("multi/model", max_steps=5, per_device_train_batch_size=16),
    train_dataset=load_dataset("multi/shards", "triplet", split="train"), loss=MultiVectorMultipleNegativesRankingLoss(model)).train()
