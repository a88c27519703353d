# Makes mock-ups of data-set folders, exactly in the layouts that stand on data-set hubs. All texts are invented.
import json, os, sys
import pyarrow as pa, pyarrow.parquet as pq
import random
random.seed(1)
root = sys.argv[1]
words = "whale sings loud blue sea deep cold fish net boat wind salt reef tide moon".split()
docs = [(f"d{i}", f"Title {i}", " ".join(random.choices(words, k=9))) for i in range(12)]
queries = [(f"q{i}", " ".join(random.sample(words, 3))) for i in range(4)]
qrels = [(f"q{i}", f"d{(i*3+j)%12}", 1) for i in range(4) for j in range(2)]
def parquet(path, **columns):
    os.makedirs(os.path.dirname(path), exist_ok=True)
    pq.write_table(pa.table(columns), path)
def lines(path, rows):
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with open(path, "w") as f:
        for r in rows: f.write(json.dumps(r) + "\n")
def card(folder, configs):
    with open(f"{folder}/README.md", "w") as f:
        f.write("---\nlanguage: en\nconfigs:\n")
        for name, files in configs:
            f.write(f"- config_name: {name}\n  data_files:\n")
            for split, path in files: f.write(f"  - split: {split}\n    path: {path}\n")
        f.write("---\n\n# A made mock-up\n")
def corpus(ds): return dict(_id=[d[0] for d in ds], title=[d[1] for d in ds], text=[d[2] for d in ds])
def qs(): return dict(_id=[q[0] for q in queries], text=[q[1] for q in queries])
def judged(score=True):
    c = {"query-id": [r[0] for r in qrels], "corpus-id": [r[1] for r in qrels]}
    if score: c["score"] = [r[2] for r in qrels]
    return c
# MTEB v1: JSON lines
p = f"{root}/mteb-v1"
lines(f"{p}/corpus.jsonl", [dict(_id=d[0], title=d[1], text=d[2]) for d in docs])
lines(f"{p}/queries.jsonl", [dict(_id=q[0], text=q[1]) for q in queries])
lines(f"{p}/qrels/test.jsonl", [{"query-id": a, "corpus-id": b, "score": s} for a, b, s in qrels])
card(p, [("default", [("test", "qrels/test.jsonl")]), ("corpus", [("corpus", "corpus.jsonl")]), ("queries", [("queries", "queries.jsonl")])])
# MTEB v2: Parquet, sharded, with top_ranked
p = f"{root}/mteb-v2"
parquet(f"{p}/corpus/test-00000-of-00002.parquet", id=[d[0] for d in docs[:6]], title=[d[1] for d in docs[:6]], text=[d[2] for d in docs[:6]])
parquet(f"{p}/corpus/test-00001-of-00002.parquet", id=[d[0] for d in docs[6:]], title=[d[1] for d in docs[6:]], text=[d[2] for d in docs[6:]])
parquet(f"{p}/queries/test-00000-of-00001.parquet", id=[q[0] for q in queries], text=[q[1] for q in queries])
parquet(f"{p}/data/test-00000-of-00001.parquet", **judged())
parquet(f"{p}/top_ranked/test-00000-of-00001.parquet", **{"query-id": [q[0] for q in queries], "corpus-ids": [[f"d{(i*3+j)%12}" for j in range(5)] for i in range(4)]})
card(p, [("corpus", [("test", "corpus/test-*")]), ("default", [("test", "data/test-*")]), ("queries", [("test", "queries/test-*")]), ("top_ranked", [("test", "top_ranked/test-*")])])
# BeIR with a card, and the same without
for name in ("beir-hub", "no-card"):
    p = f"{root}/{name}"
    parquet(f"{p}/corpus/corpus-00000-of-00001.parquet", **corpus(docs))
    parquet(f"{p}/queries/queries-00000-of-00001.parquet", **qs())
    parquet(f"{p}/qrels/test-00000-of-00001.parquet", **judged())
card(f"{root}/beir-hub", [("corpus", [("corpus", "corpus/corpus-*")]), ("queries", [("queries", "queries/queries-*")]), ("qrels", [("test", "qrels/test-*")])])
# NanoBEIR: no score
p = f"{root}/nanobeir"
parquet(f"{p}/corpus/train-00000-of-00001.parquet", _id=[d[0] for d in docs], text=[d[2] for d in docs])
parquet(f"{p}/queries/train-00000-of-00001.parquet", **qs())
parquet(f"{p}/qrels/train-00000-of-00001.parquet", **judged(False))
card(p, [(n, [("train", f"{n}/train-*")]) for n in ("corpus", "qrels", "queries")])
# BRIGHT
p = f"{root}/bright"
parquet(f"{p}/documents/biology-00000-of-00001.parquet", id=[d[0] for d in docs], content=[d[2] for d in docs])
parquet(f"{p}/examples/biology-00000-of-00001.parquet", query=[q[1] for q in queries], reasoning=["because"]*4, id=[q[0] for q in queries],
  excluded_ids=[["N/A"], ["d5"], ["d6", "d8"], ["N/A"]], gold_ids_long=[["x"]]*4, gold_ids=[[f"d{(i*3+j)%12}" for j in range(2)] for i in range(4)], gold_answer=["an answer"]*4)
card(p, [("documents", [("biology", "documents/biology-*")]), ("examples", [("biology", "examples/biology-*")])])
# MS MARCO v2 passages
p = f"{root}/msmarco-v2"
lines(f"{p}/msmarco_v2_passage/msmarco_passage_00", [dict(pid=f"msmarco_passage_00_{i}", passage=d[2], spans="(0,9)", docid=f"msmarco_doc_00_{i//4}") for i, d in enumerate(docs)])
p = f"{root}/msmarco-v2.1"
lines(f"{p}/segments/msmarco_v2.1_doc_segmented_00.json", [dict(docid=f"msmarco_v2.1_doc_00_{i//4}#{i%4}_{i}", url="http://a.b/", title=d[1], headings="", segment=d[2], start_char=0, end_char=9) for i, d in enumerate(docs)])
# TIREx re-rank
p = f"{root}/tirex"
lines(f"{p}/rerank.jsonl", [dict(qid=q[0], query=q[1], docno=d[0], text=d[2], rank=r+1, score=20-r) for q in queries for r, d in enumerate(docs[:5])])
# runs
p = f"{root}/runs"
run = [(q[0], d[0], 10.5 - r) for q in queries for r, d in enumerate(docs[:5])]
parquet(f"{p}/run.parquet", q_id=[r[0] for r in run], doc_id=[r[1] for r in run], score=[r[2] for r in run])
with open(f"{p}/run.csv", "w") as f:
    f.write("qid,docno,rank,score\n"); [f.write(f"{a},{b},{i%5+1},{s}\n") for i, (a, b, s) in enumerate(run)]
# RankLLM: requests, one a line; the best three candidates of each query among all documents
p = f"{root}/rankllm"
lines(f"{p}/requests.jsonl", [dict(query=dict(text=q[1], qid=q[0]), candidates=[dict(docid=d[0], score=9.5 - r / 2, doc=dict(title=d[1], segment=d[2]))
  for r, d in enumerate(docs if i == 0 else docs[:3])]) for i, q in enumerate(queries)])
# UMBRELA and other judges: grades in words
p = f"{root}/judge"
lines(f"{p}/corpus.jsonl", [dict(_id=d[0], title=d[1], text=d[2]) for d in docs])
lines(f"{p}/queries.jsonl", [dict(_id=q[0], text=q[1]) for q in queries])
words = ["highly relevant", "Not relevant", "relevant", "perfectly_relevant"]
lines(f"{p}/qrels/test.jsonl", [dict(model="a judge", qid=q[0], docid=f"d{i*3+j}", prediction="because", judgment=words[(i + j) % 4]) for i, q in enumerate(queries) for j in range(3)])
# Rows of bge with a teacher's scores, those of RLHN, preferences of TRL
text = {d[0]: d[2] for d in docs}
def two(i): return [f"d{(i*3+j)%12}" for j in range(2)]
def other(i): return [f"d{(i*3+j)%12}" for j in (2, 3, 4)]
lines(f"{root}/bge-scores/train.jsonl", [dict(query=q[1], pos=[text[d] for d in two(i)], neg=[text[d] for d in other(i)], pos_scores=[.9, .8], neg_scores=[.5, .25, -1.5],
  prompt="Represent this sentence", type="normal") for i, q in enumerate(queries)])
def passages(ids): return [dict(docid=d, title="", text=text[d]) for d in ids]
lines(f"{root}/rlhn/train.jsonl", [dict(query_id=q[0], query=q[1], positive_passages=passages(two(i)), negative_passages=passages(other(i)), subset="hotpotqa") for i, q in enumerate(queries)])
lines(f"{root}/trl/train.jsonl", [dict(prompt=q[1], chosen=text[c], rejected=text[r]) for i, q in enumerate(queries) for c in two(i) for r in other(i)])
# MTEB v1 reranking, MIRACL, and Mr.TyDi
parquet(f"{root}/mteb-v1-reranking/data/test-00000-of-00001.parquet", query=[q[1] for q in queries], positive=[[text[d] for d in two(i)] for i in range(4)], negative=[[text[d] for d in other(i)] for i in range(4)])
p = f"{root}/miracl"
lines(f"{p}/corpus/docs-0.jsonl", [dict(docid=d[0], title=d[1], text=d[2]) for d in docs])
for name, rows in (("topics/topics.miracl-v1.0-en-dev.tsv", [q for q in queries]), ("qrels/qrels.miracl-v1.0-en-dev.tsv", [(a, "Q0", b, s) for a, b, s in qrels])):
    os.makedirs(os.path.dirname(f"{p}/{name}"), exist_ok=True)
    with open(f"{p}/{name}", "w") as f:
        for r in rows: f.write("\t".join(map(str, r)) + "\n")
# FollowIR, NanoBEIR with candidates of BM25, PyLate's distillation
p = f"{root}/followir"
parquet(f"{p}/corpus/corpus-00000-of-00001.parquet", **corpus(docs))
parquet(f"{p}/queries/queries-00000-of-00001.parquet", **qs())
parquet(f"{p}/instruction/instruction-00000-of-00001.parquet", **{"query-id": [q[0] for q in queries], "instruction": ["find the sea"]*4})
parquet(f"{p}/data/test-00000-of-00001.parquet", **judged())
parquet(f"{p}/qrel_diff/qrel_diff-00000-of-00001.parquet", **{"query-id": [q[0] for q in queries], "corpus-ids": [["d9"]]*4})
parquet(f"{p}/top_ranked/top_ranked-00000-of-00001.parquet", qid=[q[0] for q in queries for _ in range(5)], pid=[d[0] for _ in queries for d in docs[:5]])
card(p, [("default", [("test", "data/test-*")])] + [(n, [(n, f"{n}/{n}-*")]) for n in ("corpus", "queries", "instruction", "qrel_diff", "top_ranked")])
p = f"{root}/nanobeir-bm25"
parquet(f"{p}/corpus/train-00000-of-00001.parquet", _id=[d[0] for d in docs], text=[d[2] for d in docs])
parquet(f"{p}/queries/train-00000-of-00001.parquet", **qs())
parquet(f"{p}/qrels/train-00000-of-00001.parquet", **judged(False))
parquet(f"{p}/bm25/train-00000-of-00001.parquet", **{"query-id": [q[0] for q in queries], "corpus-ids": [[d[0] for d in docs[:5]]]*4})
card(p, [(n, [("train", f"{n}/train-*")]) for n in ("bm25", "corpus", "qrels", "queries")])
p = f"{root}/pylate"
parquet(f"{p}/documents/train-00000-of-00001.parquet", document_id=[d[0] for d in docs], text=[d[2] for d in docs])
parquet(f"{p}/queries/train-00000-of-00001.parquet", query_id=[q[0] for q in queries], text=[q[1] for q in queries])
parquet(f"{p}/train/train-00000-of-00001.parquet", query_id=[q[0] for q in queries], document_ids=[[d[0] for d in docs[:5]]]*4, scores=[[.9, .8, .5, .25, .125]]*4)
card(p, [(n, [("train", f"{n}/train-*")]) for n in ("documents", "queries", "train")])
# Tables in one folder, WANDS, BEIR with TREC's judgements, CISI
def table(path, names, rows, separator):
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with open(path, "w") as f:
        for r in [names] + rows: f.write(separator.join(map(str, r)) + "\n")
p = f"{root}/flat"
table(f"{p}/corpus.csv", ("doc_id", "title", "text"), docs, ",")
table(f"{p}/queries.csv", ("query_id", "text"), queries, ",")
table(f"{p}/qrels_test.csv", ("query_id", "doc_id", "relevance"), qrels, ",")
p = f"{root}/wands"
table(f"{p}/product.csv", ("product_id", "product_name", "product_class", "product_description", "rating_count"), [(d[0], d[1], "Whales", d[2], 4) for d in docs], "\t")
table(f"{p}/query.csv", ("query_id", "query", "query_class"), [q + ("Whales",) for q in queries], "\t")
table(f"{p}/label.csv", ("id", "query_id", "product_id", "label"), [(i, a, b, "Partial") for i, (a, b, _) in enumerate(qrels)], "\t")
p = f"{root}/beir-trec"
lines(f"{p}/corpus.jsonl", [dict(_id=d[0], title=d[1], text=d[2]) for d in docs])
lines(f"{p}/queries.jsonl", [dict(_id=q[0], text=q[1]) for q in queries])
table(f"{p}/qrels.txt", (qrels[0][0], 0) + qrels[0][1:], [(a, 0, b, s) for a, b, s in qrels[1:]], " ")
p = f"{root}/cisi"
os.makedirs(p, exist_ok=True)
with open(f"{p}/CISI.ALL", "w") as f:
    for i, d in enumerate(docs): f.write(f".I {i+1}\n.T\n{d[1]}\n.A\nSmith, J.\n.W\n{d[2]}\n.X\n1\t5\t{i+1}\n")
with open(f"{p}/CISI.QRY", "w") as f:
    for i, q in enumerate(queries): f.write(f".I {i+1}\n.W\n{q[1]}\n")
with open(f"{p}/CISI.REL", "w") as f:
    for a, b, _ in qrels: f.write(f"{int(a[1:])+1:6} {int(b[1:])+1:6}\t0\t0.000000\n")
# DPR's results, MuSiQue
lines(f"{root}/dpr-results/test.jsonl", [dict(question=q[1], answers=["a whale"], ctxs=[dict(id=d[0], title=d[1], text=d[2], score=str(80.5 - r), has_answer=False)
  for r, d in enumerate(docs if i == 0 else docs[:3])]) for i, q in enumerate(queries)])
lines(f"{root}/musique/train.jsonl", [dict(id=q[0], paragraphs=[dict(idx=j, title=d[1], paragraph_text=d[2], is_supporting=d[0] in two(i)) for j, d in enumerate(docs)],
  question=q[1], question_decomposition=[], answer="a whale", answer_aliases=[], answerable=True) for i, q in enumerate(queries)])
