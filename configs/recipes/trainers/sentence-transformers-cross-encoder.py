import os
from datasets import load_dataset
from sentence_transformers.cross_encoder import CrossEncoder, CrossEncoderTrainer, CrossEncoderTrainingArguments, losses
model = CrossEncoder(os.environ["MODEL"], num_labels=1)
CrossEncoderTrainer(
    model, CrossEncoderTrainingArguments("st-cross/model", max_steps=20, per_device_train_batch_size=32),
    train_dataset=load_dataset("st-cross/shards", "cross-encoder", split="train"), loss=losses.BinaryCrossEntropyLoss(model)).train()
