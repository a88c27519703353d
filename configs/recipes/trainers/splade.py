import os
from datasets import load_dataset
from sentence_transformers import SparseEncoder, SparseEncoderTrainer, SparseEncoderTrainingArguments
from sentence_transformers.sparse_encoder.losses import SparseTripletLoss, SpladeLoss
from sentence_transformers.sparse_encoder.modules import MLMTransformer, SpladePooling
model = SparseEncoder(modules=[MLMTransformer(os.environ["MODEL"]), SpladePooling("max")])
loss = SpladeLoss(model, loss=SparseTripletLoss(model), document_regularizer_weight=3e-5, query_regularizer_weight=5e-5)
SparseEncoderTrainer(
    model, SparseEncoderTrainingArguments("sparse/model", max_steps=5, per_device_train_batch_size=16),
    train_dataset=load_dataset("sparse/shards", "triplet", split="train"), loss=loss).train()
