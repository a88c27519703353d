"""A small BERT-like encoder, randomly initialised, as a stand-in for the trainers that read our shards."""

import torch
from torch import nn
from torch.nn.utils.rnn import pad_sequence


class Encoder(nn.Module):
    """Word, position and segment embeddings, two transformer layers, the vector at [CLS]: ids (batch, length) -> (batch, width)."""

    def __init__(self, vocabulary, width=64, longest=512):
        super().__init__()
        self.word = nn.Embedding(vocabulary, width, padding_idx=0)
        self.position = nn.Embedding(longest, width)
        self.segment = nn.Embedding(2, width)
        layer = nn.TransformerEncoderLayer(width, nhead=4, dim_feedforward=2 * width, dropout=0.0, batch_first=True)
        self.layers = nn.TransformerEncoder(layer, num_layers=2, enable_nested_tensor=False)

    def forward(self, ids, types=None):
        x = self.word(ids) + self.position(torch.arange(ids.shape[1]))
        if types is not None:
            x = x + self.segment(types)
        return self.layers(x, src_key_padding_mask=ids == 0)[:, 0]


class CrossEncoder(nn.Module):
    """Query and document in one sequence; learns the label: binary cross-entropy."""

    def __init__(self, vocabulary):
        super().__init__()
        self.encoder = Encoder(vocabulary)
        self.score = nn.Linear(64, 1)

    @staticmethod
    def collate(rows):
        column = lambda name: pad_sequence([torch.as_tensor(r[name]).long() for r in rows], batch_first=True)
        return column("input_ids"), column("token_type_ids"), torch.tensor([float(r["label"]) for r in rows])

    def loss(self, ids, types, label):
        return nn.functional.binary_cross_entropy_with_logits(self.score(self.encoder(ids, types)).squeeze(-1), label)


class BiEncoder(nn.Module):
    """Query and documents apart, score is their inner product; learns the preference: hinge with margin 1."""

    def __init__(self, vocabulary):
        super().__init__()
        self.encoder = Encoder(vocabulary)

    @staticmethod
    def collate(rows):
        column = lambda name: pad_sequence([torch.as_tensor(r[name]).long() for r in rows], batch_first=True)
        return column("query_input_ids"), column("pos_input_ids"), column("neg_input_ids")

    def loss(self, query, positive, negative):
        q, p, n = (self.encoder(x) for x in (query, positive, negative))
        return torch.relu(1 - ((p - n) * q).sum(-1) / q.shape[-1] ** 0.5).mean()


def train(model, batches, steps):
    """The loss of every step; batches is iterated anew until there were enough."""
    optimizer = torch.optim.AdamW(model.parameters(), lr=1e-3)
    losses = []
    while len(losses) < steps:
        before = len(losses)
        for batch in batches:
            optimizer.zero_grad()
            loss = model.loss(*batch)
            loss.backward()
            optimizer.step()
            losses.append(loss.item())
            if len(losses) == steps:
                break
        assert len(losses) > before, "the loader gives no batch"
    return losses
