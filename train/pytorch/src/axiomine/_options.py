"""The program's options, written from its table of keys (TestPythonOptions, -update)."""

# ruff: noqa: E501
from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from typing import Literal, TypedDict

Path = str | os.PathLike[str]
Words = str | Sequence[str] | Mapping[str, object]

# What gives each key a value on a command line, without the equals sign.
GIVEN_BY: dict[str, str] = {
    "data": "--data",
    "format": "--format",
    "collection": "--collection",
    "columns": "--columns",
    "labels": "--labels",
    "topics": "--topics",
    "qrels": "--qrels",
    "run": "--run",
    "topic_fields": "--set=topic_fields",
    "doc_fields": "--doc-fields",
    "encoding": "--encoding",
    "markup": "--markup",
    "strict": "--set=strict",
    "topics_format": "--set=topics_format",
    "qrels_format": "--set=qrels_format",
    "wpqa_filter": "--set=wpqa_filter",
    "require_positive": "--set=require_positive",
    "index": "--index",
    "splits": "--splits",
    "fold": "--set=fold",
    "train_on": "--set=train_on",
    "on_overlap": "--set=on_overlap",
    "query_sample": "--set=query_sample",
    "limit": "--limit",
    "language": "--language",
    "tokenizer": "--set=tokenizer",
    "stemmer": "--set=stemmer",
    "stopwords": "--set=stopwords",
    "possessives": "--set=possessives",
    "retrieval": "--retrieval",
    "k1": "--set=k1",
    "b": "--set=b",
    "k3": "--set=k3",
    "mu": "--set=mu",
    "candidates_mu": "--set=candidates_mu",
    "lambda_": "--set=lambda",
    "feedback": "--set=feedback",
    "hits": "--hits",
    "add_judged": "--set=add_judged",
    "drop_self": "--set=drop_self",
    "min_grade": "--min-grade",
    "axioms": "--axioms",
    "delta_star": "--delta-star",
    "ratio": "--ratio",
    "made": "--set=made",
    "pairs": "--pairs",
    "strategy": "--set=strategy",
    "budget": "--set=budget",
    "sample": "--set=sample",
    "violated_by": "--violated-by",
    "violated_margin": "--set=violated_margin",
    "weights": "--weights",
    "pool": "--set=pool",
    "conflict": "--set=conflict",
    "judged": "--judged",
    "positives": "--set=positives",
    "grades": "--set=grades",
    "negatives_per_positive": "--set=negatives_per_positive",
    "positives_per_query": "--set=positives_per_query",
    "negatives_per_query": "--set=negatives_per_query",
    "negatives": "--negatives",
    "skip_top": "--set=skip_top",
    "max_score": "--set=max_score",
    "within_top": "--set=within_top",
    "min_score": "--set=min_score",
    "near_duplicates": "--set=near_duplicates",
    "absolute_margin": "--set=absolute_margin",
    "relative_margin": "--set=relative_margin",
    "assumed_negatives": "--set=assumed_negatives",
    "judged_queries": "--judged-queries",
    "order": "--set=order",
    "mixture": "--mixture",
    "ranking_rows": "--set=ranking_rows",
    "rows": "--set=rows",
    "on_shortage": "--on-shortage",
    "class_sample": "--set=class_sample",
    "class_test": "--set=class_test",
    "class_queries": "--set=class_queries",
    "unique_queries": "--set=unique_queries",
    "unique_test": "--set=unique_test",
    "vectors": "--vectors",
    "vectors_mode": "--set=vectors_mode",
    "similarity": "--similarity",
    "dimension": "--set=dimension",
    "seed": "--seed",
    "threads": "--threads",
    "vocab": "--vocab",
    "vocab_size": "--set=vocab_size",
    "cased": "--set=cased",
    "max_length": "--max-length",
    "max_query_length": "--set=max_query_length",
    "output_format": "--output-format",
    "readers": "--set=readers",
    "spread_queries": "--set=spread_queries",
    "group_size": "--group-size",
    "scores": "--scores",
    "pointwise": "--set=pointwise",
    "template": "--template",
    "prompt": "--prompt",
    "rows_of": "--set=rows_of",
    "layout": "--set=layout",
    "mtdnn_ranking": "--set=mtdnn_ranking",
    "candidates": "--candidates",
    "compat": "--set=compat",
    "seeds": "--seeds",
    "histogram": "--set=histogram",
    "gating": "--set=gating",
    "epochs": "--epochs",
    "patience": "--set=patience",
    "pairs_per_epoch": "--set=pairs_per_epoch",
    "schedule": "--set=schedule",
    "batch_size": "--set=batch_size",
    "learning_rate": "--set=learning_rate",
    "margin": "--set=margin",
    "axiom_margin": "--set=axiom_margin",
    "axiom_weight": "--set=axiom_weight",
    "choose": "--choose",
    "dev_queries": "--set=dev_queries",
    "tune_retrieval": "--set=tune_retrieval",
    "cosine_scale": "--set=cosine_scale",
    "restart": "--set=restart",
    "gate_start": "--set=gate_start",
    "measures": "--set=measures",
    "ranker": "--ranker",
}


class ShardOptions(TypedDict, total=False):
    """Options of what writes shards."""

    vocab: Path | None
    """a vocab.txt (WordPiece), a tokenizer.json (WordPiece, byte-level BPE, Unigram) or a model's folder with one; empty: rows of texts alone, and formats that are nothing without ids train WordPiece on the collection"""
    vocab_size: int | None
    """pieces of a trained vocabulary (default 8000)"""
    cased: bool | None
    """keep case and accents"""
    max_length: int | None
    """word pieces per input, special tokens included (default 256)"""
    max_query_length: int | None
    """word pieces per query, special tokens included (default 64)"""
    readers: int | None
    """ranks times workers that read files of their own: each split has at least 4 files for each (0: by bytes) (default 0)"""
    spread_queries: int | None
    """batches of so many rows, read in file order, hold no two rows of a query, and no positive that is known to be relevant or preferred for another of them (0: rows are shuffled) (default 0)"""
    group_size: int | None
    """documents per group, one of them the positive (0: 8, and 2 in mtdnn and matchzoo) (default 0)"""
    scores: Words | Path | float | None
    """runs of a model whose scores st-margin-mse, st-margin-ntuple, tevatron-distil and flagembedding-distil teach: FILE, or FILE,FILE (default: the scores that rows of positives and negatives have, else those of the candidates)"""
    pointwise: Literal["once", "majority", "soft", "keep"] | None
    """inputs of several pairs, in pointwise rows: once (each has one row, with the label of most pairs, by weight; a judgement of the text overrules axioms) | majority (that label, in a row for each pair that has it) | soft (their share, a real number; judgements overrule likewise) | keep (both labels) (default once)"""
    template: Path | None
    """what a row of the format template is: dpo, dpo-chat, reward, rankt5, yes-no, rankzephyr, or a FILE (axiomine help template) (default dpo)"""
    prompt: Words | Path | float | None
    """the instruction that goes with every query in flagembedding and swift, as its model was trained with (default: none)"""
    rows_of: Words | Path | float | None
    """splits that have rows in shards: all | train | train,dev (default all)"""
    layout: Literal["B", "A"] | None
    """input of three-class tasks: B ([CLS] q [SEP] d1 d2 [SEP]) | A ([CLS] q d1 [SEP] q d2 [SEP]) (default B)"""
    mtdnn_ranking: Words | Path | float | None
    """pairwise tasks in mtdnn: group (ranking loss) | pointwise (two classes) | regression; each also with +san, which writes enable_san: true, except for groups (default group)"""
    compat: Literal["dl4marco"] | None
    """dl4marco: leave the last position of a tfrecord sequence unused, as that converter does"""


class MineOptions(ShardOptions, total=False):
    """Options of what reads a collection and draws pairs."""

    format: Literal["auto", "msmarco", "trec", "beir", "wikiqa", "wikipassageqa", "cranfield", "json", "ir-datasets", "triples", "rows"] | None
    """auto | msmarco | trec | beir | wikiqa | wikipassageqa | cranfield | json | ir-datasets | triples | rows (default auto)"""
    columns: Words | Path | float | None
    """of rows, where their names do not tell: query=NAME,document=NAME,label=NAME, or positive, negative, query_id, document_id, title, score, split, unused; numbers where there is no header"""
    labels: Words | Path | float | None
    """of rows, what the values of a label mean: yes=1,no=0; a value may be empty, a grade too (judges nothing)"""
    topic_fields: Words | Path | float | None
    """topic fields that make the query text: title,desc,narr (default title)"""
    doc_fields: Words | Path | float | None
    """document fields that make the text: title,text,url; auto is title,text (cranfield: text) (default auto)"""
    encoding: Words | Path | float | None
    """mixed (UTF-8, and each byte that is not valid as windows-1252) | utf-8 | latin-1 | windows-1252, or another of one byte a letter, such as windows-1250 (default mixed)"""
    markup: Literal["keep", "strip"] | None
    """keep | strip: tags, entities and CDATA of HTML, and soft hyphens, in documents and queries (default keep)"""
    strict: bool | None
    """make the first malformed line an error"""
    topics_format: Words | Path | float | None
    """tsv | classic | xml | jsonl | top1000, where topics have another form than the collection's"""
    qrels_format: Words | Path | float | None
    """3col | prels | triples-ids, where judgements have other columns than the format's"""
    wpqa_filter: Literal["none", "rennings"] | None
    """questions of WikiPassageQA to leave out: none | rennings (default none)"""
    require_positive: bool | None
    """leave out queries without a relevant document"""
    index: Path | None
    """a finished index to use instead of building one"""
    splits: Words | Path | float | None
    """given | hash 70/15/15 | folds 5 | test from dev 30 (or train: that share of its queries is test, instead of a given test split) (default given)"""
    fold: int | None
    """which of the folds is the test split (0-based) (default 0)"""
    train_on: Words | Path | float | None
    """split that training rows come from (default: train, or all queries where none is named)"""
    on_overlap: Literal["drop", "keep", "error"] | None
    """queries of training whose text a held-out split has too: drop (they leave training, and those of test leave dev) | keep | error (default drop)"""
    query_sample: Words | Path | float | None
    """share of every split's queries to use, by hash and nested: 0.1, or train=0.1,test=0.5"""
    limit: int | None
    """use only the first N queries of every split (0: all) (default 0)"""
    language: Literal["ar", "bg", "ca", "cs", "da", "de", "el", "en", "es", "eu", "fa", "fi", "fr", "ga", "gl", "hi", "hr", "hu", "hy", "id", "it", "ja", "ko", "nl", "no", "pt", "ro", "ru", "sv", "ta", "tr", "zh"] | None
    """of the texts, sets tokenizer, stemmer and stopwords unless they are given themselves: ar | bg | ca | cs | da | de | el | en | es | eu | fa | fi | fr | ga | gl | hi | hr | hu | hy | id | it | ja | ko | nl | no | pt | ro | ru | sv | ta | tr | zh"""
    tokenizer: Literal["unicode", "alnum", "alpha", "words", "wordpiece"] | None
    """tokens of the analyser: unicode (words of every script, CJK by two characters) | alnum (a to z and digits) | alpha (a to z) | words (of every script, nothing done to them) | wordpiece (of tokenize.vocab) (default unicode)"""
    stemmer: Words | Path | float | None
    """none | snowball:LANGUAGE | porter | table:FILE (word TAB stem) (default snowball:english)"""
    stopwords: Words | Path | float | None
    """none | english | lucene | inquery (Indri's and Galago's, 418 words) | LANGUAGE (german and others) | FILE (default english)"""
    possessives: Literal["keep", "strip"] | None
    """keep | strip: 's at the end of words (default keep)"""
    retrieval: Words | Path | float | None
    """retrieval model of the candidates: bm25 | ql | qljm | pl2 | tfidf, each also with +rm3 (rm3 is ql+rm3) (default bm25)"""
    k1: float | None
    """BM25 k1 (default 0.9)"""
    b: float | None
    """BM25 b (default 0.4)"""
    k3: float | None
    """BM25 k3: how soon repeated query terms stop to count (below 0: never) (default -1)"""
    mu: float | None
    """Dirichlet prior of ql (default 1000)"""
    candidates_mu: float | None
    """mu where ql finds candidates, if another than that of the models which are diagnosed (0: mu) (default 0)"""
    lambda_: float | None
    """share of the collection's model in qljm (default 0.1)"""
    feedback: Words | Path | float | None
    """of RM3: feedback documents, expansion terms, smoothing of the documents, weight of the original query; each may be left out (default docs=10,terms=10,mu=0,weight=0.5)"""
    hits: int | None
    """candidates per query; of documents with equal scores the one that stands earlier in the collection comes first (default 100)"""
    add_judged: Literal["auto", "on", "relevant", "off"] | None
    """add all judged documents of a query to its candidates: auto (of rows and triples) | on | relevant (the relevant ones) | off (default auto)"""
    drop_self: Literal["auto", "on", "off"] | None
    """drop candidates that are the query: auto (beir: same id and text) | on (same id) | off (default auto)"""
    min_grade: int | None
    """lowest grade that counts as relevant (default 1)"""
    delta_star: Words | Path | float | None
    """length bound of the axioms that are not given one, members of sets and tasks included: a share, or none (default: each axiom's or set's own)"""
    made: Literal["none", "test", "all"] | None
    """where documents that lnc2 makes take part: none | test (diagnosis of models) | all (also candidates of every split) (default test)"""
    pairs: Words | Path | float | None
    """number of pairs instead of a ratio: in all, shared by the axioms, or per name: N or NAME=N,NAME=N"""
    strategy: Literal["paired", "multi-graded"] | None
    """paired | multi-graded (default paired)"""
    budget: Literal["append", "replace"] | None
    """append | replace (default append)"""
    sample: Words | Path | float | None
    """uniform | balanced | length-balanced | hard:RUN (first what this run orders wrongly: a run of any model, or (train) judged: the judged arm) (default balanced)"""
    violated_by: Path | None
    """keep only what this run orders wrongly: a run of any model, or (train) judged: the judged arm"""
    violated_margin: float | None
    """keep also what the run orders well by less than this, in its scores (default 0)"""
    weights: Words | Path | float | None
    """weight of an axiom's rows beside the judged ones' 1: none | agreement (with the training queries' judgements) | N or NAME=N,NAME=N (default none)"""
    pool: Words | Path | float | None
    """queries that axiomatic pairs come from, by whether judgements of theirs are used: all | judged | unjudged | one of them with N (as judged 30: among each query's first N candidates) (default all)"""
    conflict: Literal["drop", "keep", "majority"] | None
    """drop | keep | majority (default drop)"""
    judged: Words | Path | float | None
    """number of judged pairs: auto (all, but at most 100,000 or 4 per query, whichever is more, unless negatives_per_positive is given; the DRMM learns from all) | all | N (default auto)"""
    positives: Literal["auto", "candidates", "all"] | None
    """positives of judged pairs: auto (all; the DRMM learns from candidates) | candidates | all (of the relevant documents, those that retrieval missed too) (default auto)"""
    grades: Literal["ordered", "binary"] | None
    """which judged pairs grades make: relevant documents (from min_grade on) above the others, and above each other: ordered (a lower grade of a relevant document is a preference, too) | binary (all relevant documents are equal) (default ordered)"""
    negatives_per_positive: Words | Path | float | None
    """limit of judged pairs per positive: auto (4 of those that nobody judged, and all judged ones; the DRMM learns from all) | N (0: no limit) (default auto)"""
    positives_per_query: int | None
    """limit of positives per query (0: none) (default 0)"""
    negatives_per_query: int | None
    """limit of negatives per query (0: none) (default 0)"""
    negatives: Literal["random", "top"] | None
    """which negatives limits of negatives take, and what fills groups of judged pairs first: random | top (those that rank highest in the candidate run) (default random)"""
    skip_top: int | None
    """the first N of the candidate run are never negatives, of judged or axiomatic pairs (default 0)"""
    max_score: Words | Path | float | None
    """nor are documents that the candidate run scores above this: none | a score (default none)"""
    within_top: int | None
    """nor are documents beyond the first N of the candidate run (0: no limit) (default 0)"""
    min_score: Words | Path | float | None
    """nor are documents that the candidate run scores below this, or lacks: none | a score (default none)"""
    near_duplicates: float | None
    """nor are documents that share so much of their word triples with a judged relevant one: a Jaccard coefficient (0: only those with its text) (default 0)"""
    absolute_margin: Words | Path | float | None
    """a negative of a judged pair scores at least so much below the positive in the candidate run: none | a difference (default none)"""
    relative_margin: Words | Path | float | None
    """the same as a share of the positive's score: none | 0.05 (default none)"""
    assumed_negatives: Literal["auto", "on", "off"] | None
    """judged pairs whose negative nobody judged: auto (of rows and triples, only of queries without a judged negative) | on | off; they also fill groups (default auto)"""
    judged_queries: int | None
    """use the labels of only N training queries (0: all) (default 0)"""
    order: Literal["mixed", "curriculum"] | None
    """rows of a data set: mixed (shuffled) | curriculum (first those of axioms, then the judged ones, each shuffled) (default mixed)"""
    mixture: Words | Path | float | None
    """tasks and their shares: ranking=4,reg=1,pairs:tfc1=1 (ratios; reg has three classes, pairs: its pairs), or rows where one is above 100: ranking=100000,reg=25000"""
    ranking_rows: Literal["pairs", "pointwise", "groups"] | None
    """what a row of the ranking task is in the mixture: pairs | pointwise (two a pair) | groups (of group_size documents) (default pairs)"""
    rows: int | None
    """rows of the mixture in all, shared out by ratios (0: as many as the ranking task allows) (default 0)"""
    on_shortage: Literal["fail", "accept", "shrink", "repeat", "skip"] | None
    """amounts that you ask for and that cannot be reached: fail (refuse a mixture; write other data, and exit with 4) | accept (write what there is, exit with 0; shrink a mixture) | shrink | repeat | skip; the last three say what a task does that cannot fill its share of the mixture, and accept all other shortages (default fail)"""
    class_sample: Literal["stratified", "random"] | None
    """pairs of three-class tasks: stratified (equal classes) | random (default stratified)"""
    class_test: int | None
    """pairs of each three-class task in dev, test and every test set (0: none) (default 3000)"""
    class_queries: Words | Path | float | None
    """queries that three-class tasks and their test sets come from: train, or so many of every split, by hash and nested: train=100,dev=100,test=400 (default train)"""
    unique_queries: int | None
    """further training queries, sharing no word with class_queries, that unique test sets come from (0 beside class_queries train: test queries) (default 0)"""
    unique_test: int | None
    """pairs of each three-class task in unique test sets (0: class_test) (default 0)"""
    vectors: Words | Path | float | None
    """word vectors: the first of these files or patterns that exists ({data} is the folder), or train: skip-gram on the collection's terms"""
    vectors_mode: Literal["forms", "stems"] | None
    """forms | stems: whose vector, synset or row of a table an analysed term takes (default forms)"""
    similarity: Words | Path | float | None
    """similarity of terms: vectors | wordnet (of Debian's wordnet-base) | wordnet:DIR (a dict folder) | table:FILE (WORD TAB WORD TAB SIMILARITY) (default vectors)"""
    dimension: int | None
    """dimension of trained vectors (0: 100) (default 0)"""
    seed: int | None
    """seed of every draw (default 42)"""
    threads: int | None
    """threads, and cores in use (0: all cores); changes speed only (default 0)"""
    output_format: Words | Path | float | None
    """output formats, separated by commas: axiomine tokenize formats names them; triplets is st-triplet (default parquet)"""
    candidates: Literal["none", "dev", "test", "all"] | None
    """candidates to be scored, written beside the rows in the same layout: none | dev | test | all (default none)"""
    margin: float | None
    """hinge margin of judged pairs (default 1)"""
    axiom_margin: Words | Path | float | None
    """hinge margin of axiomatic pairs, for all or per name: N or NAME=N,NAME=N (default 1)"""
    axiom_weight: Words | Path | float | None
    """loss weight of axiomatic pairs, for all or per name, times what gen.weights says (default 1)"""


class ExperimentOptions(MineOptions, total=False):
    """Options of an experiment."""

    axioms: Words | Path | float | None
    """axioms, expressions and named sets, separated by commas (default length-safe)"""
    ratio: Words | Path | float | None
    """axiomatic : judged: in all, shared by the axioms, or per name (a set's is shared by its members): NAME=1:4,NAME=1:1; none takes every pair (default 1:1)"""
    seeds: int | None
    """number of seeds: seed .. seed+N-1 (default 1)"""
    histogram: Literal["ch", "nh", "lch"] | None
    """ch | nh | lch (default lch)"""
    gating: Literal["idf", "tv"] | None
    """term gate: idf | tv (the term's vector) (default idf)"""
    epochs: int | None
    """epochs at most (default 20)"""
    patience: Words | Path | float | None
    """epochs without a better dev MAP before stopping (0: never stop early), and by how much it has to be better: 4, or 4 by 0.01 (default 4)"""
    pairs_per_epoch: int | None
    """judged pairs per epoch; axiomatic ones follow by ratio (default 2500)"""
    schedule: Words | Path | float | None
    """mixed | curriculum N (N epochs of axiomatic pairs first) | axioms-only (default mixed)"""
    batch_size: int | None
    """pairs per step (default 20)"""
    learning_rate: float | None
    """Adagrad step (default 0.01)"""
    choose: Words | Path | float | None
    """what every arm chooses from on dev, by itself and with the same budget: default | none (the configured values, in all arms) | {KEY: [VALUE, ..], ..} (default default)"""
    dev_queries: int | None
    """use the labels of only N dev queries to stop, to choose and to tune (0: all) (default 0)"""
    tune_retrieval: Literal["auto", "off"] | None
    """parameters of the retrieval model (k1 and b of BM25): auto (chosen on dev, unless one of them is given) | off (default auto)"""
    cosine_scale: float | None
    """factor on the cosine bins of the histograms (1: as in the DRMM paper; 0: exact matches only) (default 0.1)"""
    restart: int | None
    """which of the starts that a seed gives the weights (default 0)"""
    gate_start: float | None
    """start value of the IDF gate's weight (default 0.1)"""
    measures: Words | Path | float | None
    """measures of the report; the first one is tested (default MAP,MRR,P@5,nDCG@10)"""
    ranker: Words | Path | float | None
    """a command that trains on the shards of an arm and scores its candidates, instead of the DRMM, with {shards}, {candidates}, {queries}, {output} and others for its arguments"""
