"""The Duet of 2017 and MatchZoo 1's files, read as their consumers read them, and a plain PyTorch Duet that learns on both."""

import collections
import json
import re

import pytest
import torch
from conftest import SHARED, long
from torch import nn

torch.set_num_threads(1)  # two would wait for each other, spinning, on a busy machine
QUERY_WORDS, DOC_WORDS, NGRAPHS = 10, 1000, 2000
STEPS, BATCH = 150, 32


@pytest.fixture(scope="module")
def shards(axiomine, data, tmp_path_factory):
    """WikiQA with a hundred judged queries."""
    out = tmp_path_factory.mktemp("duet") / "out"
    axiomine("gen", "-q", "-c", "wikiqa", "--data", data / "wikiqa", "--judged-queries", 100, "--ratio", "1:1", "--output-format",
             "duet-2017,matchzoo-1", "--candidates", "test", "-o", out)
    return out / "shards"


def lines(folder, split):
    return [line.rstrip("\n") for f in sorted(folder.glob(f"{split}-*-of-*")) for line in open(f, encoding="utf-8")]


def words_of(text):
    """The words as the CNTK reader of the paper's first author cuts them."""
    return re.sub("[^0-9a-z\t]+", " ", text.lower()).strip().split()


def ngraphs_of(word):
    """All stretches of one to five characters of #word#."""
    marked = f"#{word}#"
    return [marked[i:i + n] for i in range(len(marked)) for n in range(1, 6) if i + n <= len(marked)]


def read_words(shards):
    """The words of words.txt and, by number, the numbers of their n-graphs."""
    rows = [line.rstrip("\n").split("\t") for line in open(shards / "duet-2017" / "words.txt")]
    return {word: i + 1 for i, (word, _) in enumerate(rows)}, [[]] + [[int(n) for n in graphs.split()] for _, graphs in rows]


def test_ngraphs_and_matrix(shards):
    """Both tables and the numbers of every pair, counted anew from the triples and the candidates."""
    triples = {split: [line.split("\t") for line in lines(shards / "duet-2017", split)] for split in ("train", "validation", "test")}
    texts = {(text, limit) for rows in triples.values() for row in rows for text, limit in zip(row, (QUERY_WORDS, DOC_WORDS, DOC_WORDS))}
    for line in lines(shards / "duet-2017-candidates", "test"):
        texts |= {(line.split("\t")[2], QUERY_WORDS), (line.split("\t")[3], DOC_WORDS)}
    counts = collections.Counter(word for text, limit in texts for word in words_of(text)[:limit])
    numbers, graphs = read_words(shards)
    assert set(numbers) == set(counts)
    ids = {name: int(number) for name, number in (line.rstrip("\n").split("\t") for line in open(shards / "duet-2017" / "ngraphs.txt"))}
    assert sorted(ids.values()) == list(range(1, NGRAPHS + 1)) and max(map(len, ids)) == 5 and min(map(len, ids)) == 1
    for word in counts:
        assert graphs[numbers[word]] == [ids[g] for g in ngraphs_of(word) if g in ids], word
    for row, line in list(zip(triples["train"], lines(shards / "duet-2017-inputs", "train")))[::7]:
        made = json.loads(line)
        query, *docs = ([numbers[w] for w in words_of(text)[:limit]] for text, limit in zip(row, (QUERY_WORDS, DOC_WORDS, DOC_WORDS)))
        assert made["query"] == query
        for name, doc in zip(("positive", "negative"), docs):
            assert made[name] == doc
            assert made[f"{name}_matches"] == [i * DOC_WORDS + j for i, q in enumerate(query) for j, d in enumerate(doc) if q == d]


def test_most_frequent_ngraphs(shards):
    """No n-graph outside the table is more frequent than one inside: each text counts once by its id, so equal texts may count twice."""
    counts = collections.Counter()
    corpus = dict(line.rstrip("\n").split(" ", 1) for line in open(shards / "matchzoo-1" / "corpus.txt", encoding="utf-8"))
    for id, text in corpus.items():
        if id.startswith("d/"):
            counts.update(g for word in words_of(text)[:DOC_WORDS] for g in ngraphs_of(word))
    queries = {id.rsplit("/", 1)[0] if id.count("/") > 1 else id: text for id, text in corpus.items() if id.startswith("q/")}
    for text in queries.values():
        counts.update(g for word in words_of(text)[:QUERY_WORDS] for g in ngraphs_of(word))
    table = [line.split("\t")[0] for line in open(shards / "duet-2017" / "ngraphs.txt")]
    assert table == [name for name, _ in sorted(counts.items(), key=lambda item: (-item[1], item[0]))[:NGRAPHS]]


class Duet(nn.Module):
    """The two networks in small: match matrix with a layer per query word; n-graphs with convolutions, pooled; the scores are added."""

    def __init__(self, doc_words, embed, hidden=32):
        super().__init__()
        self.embed = embed
        self.local = nn.Sequential(nn.Conv1d(doc_words, hidden, 1), nn.Tanh(), nn.Flatten(), nn.LazyLinear(hidden), nn.Tanh(), nn.Linear(hidden, 1))
        self.query = nn.Sequential(nn.LazyConv1d(hidden, 3, padding=1), nn.Tanh(), nn.AdaptiveMaxPool1d(1))
        self.doc = nn.Sequential(nn.LazyConv1d(hidden, 3, padding=1), nn.Tanh(), nn.AdaptiveMaxPool1d(1))
        self.distributed = nn.Sequential(nn.Flatten(), nn.Linear(hidden, hidden), nn.Tanh(), nn.Linear(hidden, 1))

    def forward(self, matrix, query, doc):
        both = self.query(self.embed(query).transpose(1, 2)) * self.doc(self.embed(doc).transpose(1, 2))
        return (self.local(matrix.transpose(1, 2)) + self.distributed(both)).squeeze(1)


def train(model, pair_of, training, validation):
    """Trains on pairs; the loss of the first and last quarter of steps, and the share of validation pairs in the right order."""
    torch.manual_seed(1)
    draw = torch.Generator().manual_seed(2)
    pick = lambda rows, at: tuple(map(torch.stack, zip(*(pair_of(rows[i]) for i in at))))
    scores = lambda b: (model(b[0], b[2], b[3]), model(b[1], b[2], b[4]))
    scores(pick(training, range(2)))  # sizes of the lazy layers
    optimizer, losses = torch.optim.Adam(model.parameters(), 3e-3), []
    for _ in range(STEPS):
        high, low = scores(pick(training, torch.randint(len(training), (BATCH,), generator=draw).tolist()))
        loss = nn.functional.softplus(low - high).mean()
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        losses.append(loss.item())
    model.eval()
    with torch.no_grad():
        high, low = scores(pick(validation, range(0, len(validation), max(1, len(validation) // 1000))))
    quarter = STEPS // 4
    return sum(losses[:quarter]) / quarter, sum(losses[-quarter:]) / quarter, (high > low).float().mean().item()


def padded(numbers, length, fill):
    out = torch.full((length,), fill)
    out[:min(length, len(numbers))] = torch.tensor(numbers[:length])
    return out


@long("minutes of training")
def test_duet_2017_learns(shards):
    """From duet-2017-inputs and words.txt alone."""
    _, graphs = read_words(shards)
    room = 80  # WikiQA's sentences are short: 80 words hold nearly all
    vectors = torch.zeros(len(graphs), NGRAPHS)
    for i, row in enumerate(graphs):
        for g in row:
            vectors[i, g - 1] += 1

    def pair_of(row):
        matrices = []
        for name in ("positive", "negative"):
            matrix = torch.zeros(QUERY_WORDS * DOC_WORDS)
            matrix[row[f"{name}_matches"]] = 1
            matrices.append(matrix.view(QUERY_WORDS, DOC_WORDS))
        return (*matrices, padded(row["query"], QUERY_WORDS, 0), padded(row["positive"], room, 0), padded(row["negative"], room, 0))

    rows = {split: [json.loads(line) for line in lines(shards / "duet-2017-inputs", split)] for split in ("train", "validation")}
    first, last, right = train(Duet(DOC_WORDS, nn.Embedding.from_pretrained(vectors)), pair_of, rows["train"], rows["validation"])
    print(f"duet-2017: loss {first:.3f} -> {last:.3f}, {right:.3f} of validation pairs right")
    assert last < first - 0.02 and right > 0.6


def read_matchzoo_1(shards, split):
    """Pairs and texts as MatchZoo 1's read_data, read_relation and PairGenerator make them."""
    texts = {}
    for line in open(shards / "matchzoo-1" / "corpus_preprocessed.txt", encoding="utf-8"):
        id, length, *ids = line.split()
        assert int(length) == len(ids)
        texts[id] = [int(n) for n in ids]
    labels = collections.defaultdict(lambda: collections.defaultdict(list))
    for line in lines(shards / "matchzoo-1", split):
        label, query, doc = line.split()
        labels[query][int(label)].append(doc)
    pairs = [(query, high, low) for query, by_label in labels.items() for a in by_label for b in by_label if a > b for high in by_label[a] for low in by_label[b]]
    return texts, pairs


def test_matchzoo_1_learns(shards):
    """The pairs are those of the triples; and MatchZoo's Duet, which matches ids of words and embeds them."""
    texts, training = read_matchzoo_1(shards, "train")
    _, validation = read_matchzoo_1(shards, "validation")
    words = [line.split()[0] for line in open(shards / "matchzoo-1" / "word_dict.txt", encoding="utf-8")]
    assert max(max(ids, default=0) for ids in texts.values()) == len(words) - 1 and len(set(words)) == len(words)
    metas = {json.loads(line)["uid"] for line in lines(shards / "matchzoo-1-meta", "train")}
    assert sorted(query.rsplit("/", 1)[1] for query, _, _ in training) == sorted(metas)
    room, fill = 40, len(words)  # as its configuration for WikiQA: text2_maxlen 40, and fill_word = vocab_size - 1

    def pair_of(row):
        query, high, low = (padded(texts[id], n, fill) for id, n in zip(row, (QUERY_WORDS, room, room)))
        match = lambda doc: (query[:, None] == doc[None, :]) & (query != fill)[:, None]
        return match(high).float(), match(low).float(), query, high, low

    torch.manual_seed(3)
    first, last, right = train(Duet(room, nn.Embedding(fill + 1, 50)), pair_of, training, validation)
    print(f"matchzoo-1: loss {first:.3f} -> {last:.3f}, {right:.3f} of validation pairs right")
    assert last < first - 0.02 and right > 0.6


def test_matchzoo_1_candidates(shards):
    """Every candidate of a test query is in the corpus, and its label is 2 where the judgements have it."""
    corpus = {line.split(" ", 1)[0] for line in open(shards / "matchzoo-1" / "corpus.txt", encoding="utf-8")}
    relevant = {tuple(line.split()[0:3:2]) for line in open(SHARED / "data" / "wikiqa" / "qrels.test.txt") if line.split()[3] != "0"}
    seen = 0
    for line in lines(shards / "matchzoo-1-candidates", "test"):
        label, query, doc = line.split()
        assert {query, doc} <= corpus
        assert label == ("2" if (query[2:], doc[2:]) in relevant else "0"), line
        seen += label == "2"
    assert seen > 100
