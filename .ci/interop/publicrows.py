"""Rows under the columns and types that public data sets of training rows have, from memory of their cards; all texts are made."""

import random

WORDS = ("river stone amber lantern copper valley harbour winter garden engine ladder mirror thunder meadow violin basket candle forest "
         "bridge market saddle window pepper island rocket button castle desert feather glacier hammer jacket kettle lemon marble needle").split()


class Text:
    """Draws texts of a data set."""

    def __init__(self, seed):
        self.draw = random.Random(seed)

    def words(self, n):
        return " ".join(self.draw.choice(WORDS) for _ in range(n))

    def q(self):
        return f"what does the {self.words(self.draw.randint(2, 5))} do?"

    def s(self):
        return f"A {self.words(self.draw.randint(4, 8))} stands by the {self.words(1)}."

    def d(self):
        return " ".join(f"The {self.words(self.draw.randint(5, 9))} is near the {self.words(2)}." for _ in range(self.draw.randint(2, 4)))

    def a(self):
        return f"the {self.words(self.draw.randint(1, 3))}"

    def i(self):
        return self.draw.randint(100000, 999999)

    def h(self):
        return f"{self.draw.getrandbits(64):016x}"

    def one(self, *values):
        return self.draw.choice(values)


def turns(*texts):
    return [{"content": text, "role": "assistant" if n % 2 else "user"} for n, text in enumerate(texts)]


# Each set: a function of a text drawer and the row's number.
SETS = {
    # sentence-transformers
    "st msmarco triplet": lambda t, n: {"query": t.q(), "positive": t.d(), "negative": t.d()},
    "st msmarco triplet ids": lambda t, n: {"query_id": t.i(), "positive_id": t.i(), "negative_id": t.i()},
    "st msmarco labelled list": lambda t, n: {"query": t.q(), "docs": [t.d() for _ in range(3)], "labels": [1, 0, 0]},
    "st margin mse": lambda t, n: {"query": t.q(), "positive": t.d(), "negative": t.d(), "score": t.draw.uniform(-2, 9)},
    "st margin list": lambda t, n: {"query": t.q(), "positive": t.d(), "negative_1": t.d(), "negative_2": t.d(), "label": [8.5, 1.25, -3.5]},
    "st margin mse two passages": lambda t, n: {"query": t.q(), "passage1": t.d(), "passage2": t.d(), "label": t.draw.uniform(-9, 9)},
    "st nq": lambda t, n: {"query": t.q(), "answer": t.d()},
    "st nq hard negatives": lambda t, n: {"query": t.q(), "answer": t.d(), "negative_1": t.d(), "negative_2": t.d(), "negative_3": t.d()},
    "st gooaq": lambda t, n: {"question": t.q(), "answer": t.d()},
    "st gooaq negative": lambda t, n: {"question": t.q(), "answer": t.d(), "negative": t.d()},
    "st labelled pair": lambda t, n: {"query": t.q(), "answer": t.d(), "label": n % 2},
    "st response label": lambda t, n: {"query": t.q(), "response": t.d(), "label": n % 2},
    "st allnli pair": lambda t, n: {"anchor": t.s(), "positive": t.s()},
    "st allnli pair-class": lambda t, n: {"premise": t.s(), "hypothesis": t.s(), "label": ("class", ["entailment", "neutral", "contradiction"], n % 3)},
    "st allnli pair-score": lambda t, n: {"sentence1": t.s(), "sentence2": t.s(), "score": [1.0, .5, 0.0][n % 3]},
    "st allnli triplet": lambda t, n: {"anchor": t.s(), "positive": t.s(), "negative": t.s()},
    "st stsb": lambda t, n: {"sentence1": t.s(), "sentence2": t.s(), "score": round(t.draw.random(), 2)},
    "st quora pair-class": lambda t, n: {"sentence1": t.q(), "sentence2": t.q(), "label": ("class", ["different", "duplicate"], n % 2)},
    "st sentence-compression": lambda t, n: {"text": t.d(), "simplified": t.s()},
    "st wikihow": lambda t, n: {"text": t.d(), "summary": t.s()},
    "st xsum": lambda t, n: {"article": t.d(), "summary": t.s()},
    "st npr": lambda t, n: {"title": t.s(), "body": t.d()},
    "st ccnews": lambda t, n: {"title": t.s(), "article": t.d()},
    "st codesearchnet": lambda t, n: {"comment": t.s(), "code": "def " + t.words(1) + "(a):\n    return " + t.words(8).replace(" ", " + ")},
    "st yahoo": lambda t, n: {"title": t.q(), "answer": t.d()},
    "st stackexchange titles": lambda t, n: {"title1": t.q(), "title2": t.q()},
    "st stackexchange bodies": lambda t, n: {"body1": t.d(), "body2": t.d()},
    "st flickr": lambda t, n: {"caption1": t.s(), "caption2": t.s()},
    "st s2orc": lambda t, n: {"title": t.s(), "abstract": t.d()},
    "st s2orc citation": lambda t, n: {"title": t.s(), "citation": t.s()},
    "st amazon reviews": lambda t, n: {"review": t.d(), "title": t.s()},
    "st agnews": lambda t, n: {"title": t.s(), "description": t.d()},
    "st parallel": lambda t, n: {"english": t.s(), "non_english": t.s()},
    "st set": lambda t, n: {"set": [t.s(), t.s(), t.s()]},
    "st bge form": lambda t, n: {"query": t.q(), "pos": [t.d()], "neg": [t.d(), t.d()]},
    "st msmarco hard negatives": lambda t, n: {"qid": t.i(), "pos": [t.i()], "neg": {"bm25": [t.i(), t.i()], "msmarco-distilbert-base-tas-b": [t.i()]}},
    # retrieval
    "ms_marco v2": lambda t, n: {"answers": [t.s()], "passages": {"is_selected": [0, 1, 0], "passage_text": [t.d(), t.d(), t.d()],
                                 "url": [f"http://a.b/{t.h()}" for _ in range(3)]}, "query": t.q(), "query_id": t.i(), "query_type": "description",
                                 "wellFormedAnswers": [t.s()][n % 2:]},
    "nq_open": lambda t, n: {"question": t.q(), "answer": [t.a(), t.a()]},
    "tevatron msmarco": lambda t, n: {"query_id": str(t.i()), "query": t.q(), "positive_passages": [{"docid": str(t.i()), "title": "-", "text": t.d()}],
                                      "negative_passages": [{"docid": str(t.i()), "title": "-", "text": t.d()} for _ in range(3)]},
    "mr-tydi": lambda t, n: {"query_id": str(n), "query": t.q(), "positive_passages": [{"docid": f"{t.i()}#0", "text": t.d(), "title": t.s()}],
                             "negative_passages": [{"docid": f"{t.i()}#3", "text": t.d(), "title": t.s()} for _ in range(2)]},
    "miracl": lambda t, n: {"query_id": f"{n}#0", "query": t.q(), "positive_passages": [{"docid": f"{t.i()}#1", "title": t.s(), "text": t.d()}],
                            "negative_passages": [{"docid": f"{t.i()}#3", "title": t.s(), "text": t.d()} for _ in range(2)]},
    "rlhn": lambda t, n: {"query_id": str(n), "query": t.q(), "positive_passages": [{"docid": str(t.i()), "text": t.d(), "title": t.s()}],
                          "negative_passages": [{"docid": str(t.i()), "text": t.d(), "title": t.s()}], "subset": "fiqa"},
    "bge data": lambda t, n: {"query": t.q(), "pos": [t.d()], "neg": [t.d(), t.d()], "pos_scores": [.9], "neg_scores": [.5, .25],
                              "prompt": "Represent this sentence for searching relevant passages: ", "type": "normal"},
    "bge reranker prompt": lambda t, n: {"query": t.q(), "pos": [t.d()], "neg": [t.d()], "prompt": "Predict whether the passage has the answer."},
    "e5 mistral": lambda t, n: {"user_query": t.q(), "positive_document": t.d(), "hard_negative_document": t.d()},
    "e5 mistral task": lambda t, n: {"task": "Given a question, retrieve passages.", "user_query": t.q(), "positive_document": t.d(), "hard_negative_document": t.d()},
    "echo": lambda t, n: {"query": ["Given a question, find answers", t.q()], "positive": t.d(), "negative": t.d()},
    "reasonir": lambda t, n: {"query": ["Given this reasoning task, find", t.q()], "pos": [["", t.d()]], "neg": [["", t.d()]]},
    "nomic unsupervised": lambda t, n: {"query": t.q(), "document": t.d(), "dataset": "gooaq_pairs", "shard": n % 3},
    "nomic supervised": lambda t, n: {"query": t.q(), "document": t.d(), "negatives": [t.d(), t.d()], "dataset": "msmarco"},
    "nv nemotron": lambda t, n: {"question": t.q(), "corpus_id": "nq", "pos_doc": [{"id": t.h()}], "neg_doc": [{"id": t.h()}, {"id": t.h()}]},
    "lighton kd": lambda t, n: {"query_id": t.i(), "document_ids": [t.i(), t.i()], "scores": [.9, .25]},
    "dpr json": lambda t, n: {"dataset": "nq", "question": t.q(), "answers": [t.a()],
                              "positive_ctxs": [{"title": t.s(), "text": t.d(), "score": 1000, "title_score": 1, "passage_id": str(t.i())}],
                              "negative_ctxs": [{"title": t.s(), "text": t.d(), "score": 9.5, "title_score": 0, "passage_id": str(t.i())}], "hard_negative_ctxs": [{"title": t.s(), "text": t.d(), "score": 12.5, "title_score": 0, "passage_id": str(t.i())}]},
    "germandpr": lambda t, n: {"question": t.q(), "answers": [t.a()], "positive_ctxs": {"title": [t.s()], "text": [t.d()], "passage_id": [""]},
                               "negative_ctxs": {"title": [], "text": [], "passage_id": []},
                               "hard_negative_ctxs": {"title": [t.s(), t.s()], "text": [t.d(), t.d()], "passage_id": ["", ""]}},
    "swim-ir": lambda t, n: {"_id": str(t.i()), "lang": "de", "code": "german", "query": t.q(), "title": t.s(), "text": t.d()},
    "beir generated": lambda t, n: {"_id": str(t.i()), "title": t.s(), "text": t.d(), "query": t.q()},
    "bright": lambda t, n: {"query": t.q(), "reasoning": t.d(), "id": str(n), "excluded_ids": ["N/A"], "gold_ids_long": ["N/A"], "gold_ids": [f"a_{t.i()}.txt"], "gold_answer": t.d()},
    "scirepeval search": lambda t, n: {"query": {"doc_id": "", "title": t.q(), "abstract": ""}, "pos": {"doc_id": t.h(), "title": t.s(), "abstract": t.d()},
                                       "neg": {"doc_id": t.h(), "title": t.s(), "abstract": t.d()}},
    "mteb reranking": lambda t, n: {"query": t.q(), "positive": [t.s(), t.s()], "negative": [t.s(), t.s(), t.s()]},
    "mteb sts": lambda t, n: {"sentence1": t.s(), "sentence2": t.s(), "score": round(5 * t.draw.random(), 1)},
    "mteb pairs": lambda t, n: {"sentence1": t.s(), "sentence2": t.s(), "labels": n % 2},
    "mteb beir qrels": lambda t, n: {"query-id": f"q{n // 2}", "corpus-id": f"d{t.i()}", "score": 1},
    "rankgpt": lambda t, n: {"query": t.q(), "hits": [{"content": t.d(), "qid": n, "docid": str(t.i()), "rank": r, "score": 10.5 - r} for r in (1, 2, 3)]},
    "webfaq": lambda t, n: {"id": t.h(), "origin": "a.example", "url": "https://a.example/faq", "question": t.q(), "answer": t.d(), "topic": "Other", "question_type": "what"},
    "wiki_qa": lambda t, n: {"question_id": f"Q{n // 3}", "question": Text(n // 3).q(), "document_title": t.s(), "answer": t.s(), "label": ("class", ["0", "1"], n % 3 % 2)},
    "asnq": lambda t, n: {"question": Text(n // 3).q(), "sentence": t.s(), "label": ("class", ["neg", "pos"], n % 3 % 2), "sentence_in_long_answer": n % 2 == 0, "short_answer_in_sentence": False},
    "qnli": lambda t, n: {"question": t.q(), "sentence": t.s(), "label": ("class", ["entailment", "not_entailment"], n % 2), "idx": n},
    "esci": lambda t, n: {"example_id": n, "query": Text(n // 4).q(), "query_id": n // 4, "product_id": "B0" + t.h()[:8].upper(), "product_locale": "us", "esci_label": "ESCI"[n % 4],
                          "small_version": 0, "large_version": 1, "split": "train", "product_title": t.s(), "product_description": t.d(),
                          "product_bullet_point": t.d(), "product_brand": t.words(1), "product_color": t.words(1)},
    "tasksource esci": lambda t, n: {"example_id": n, "query": Text(n // 4).q(), "query_id": n // 4, "product_id": "B0" + t.h()[:8].upper(), "product_locale": "us",
                                     "esci_label": ["Exact", "Substitute", "Complement", "Irrelevant"][n % 4], "small_version": 0, "large_version": 1,
                                     "product_title": t.s(), "product_description": t.d(), "product_bullet_point": t.d(), "product_brand": t.words(1),
                                     "product_color": t.words(1), "product_text": t.d()},
    "codesearchnet raw": lambda t, n: {"repository_name": "a/b", "func_path_in_repository": "x/y.py", "func_name": t.words(1), "whole_func_string": "def f(a):\n    return " + t.words(9),
                                       "language": "python", "func_code_string": "def f(a):\n    return " + t.words(9), "func_code_tokens": ["def", "f"],
                                       "func_documentation_string": t.s(), "func_documentation_tokens": ["a", "b"], "split_name": "train", "func_code_url": "https://g.h/" + t.h()},
    "cosqa": lambda t, n: {"idx": f"cosqa-train-{n}", "doc": t.q(), "code": "def f(a): return " + t.words(9), "code_tokens": "def f ( a )", "docstring_tokens": t.s(), "label": n % 2},
    # pairs
    "quora": lambda t, n: {"questions": {"id": [n, n + 1], "text": [t.q(), t.q()]}, "is_duplicate": n % 2 == 0},
    "qqp": lambda t, n: {"question1": t.q(), "question2": t.q(), "label": ("class", ["not_duplicate", "duplicate"], n % 2), "idx": n},
    "quora tsv": lambda t, n: {"id": n, "qid1": 2 * n, "qid2": 2 * n + 1, "question1": t.q(), "question2": t.q(), "is_duplicate": n % 2},
    "snli": lambda t, n: {"premise": t.s(), "hypothesis": t.s(), "label": ("class", ["entailment", "neutral", "contradiction"], n % 4 if n % 4 < 3 else -1)},
    "snli jsonl": lambda t, n: {"annotator_labels": ["neutral"], "captionID": f"{t.i()}.jpg#4", "gold_label": ["entailment", "neutral", "contradiction", "-"][n % 4], "pairID": f"{t.i()}.jpg#4r1n",
                                "sentence1": t.s(), "sentence1_binary_parse": "( " + t.s() + " )", "sentence1_parse": "(ROOT " + t.s() + ")", "sentence2": t.s(),
                                "sentence2_binary_parse": "( " + t.s() + " )", "sentence2_parse": "(ROOT " + t.s() + ")"},
    "mnli": lambda t, n: {"promptID": t.i(), "pairID": f"{t.i()}n", "premise": t.s(), "premise_binary_parse": "( " + t.s() + " )", "premise_parse": "(ROOT " + t.s() + ")",
                          "hypothesis": t.s(), "hypothesis_binary_parse": "( " + t.s() + " )", "hypothesis_parse": "(ROOT " + t.s() + ")", "genre": "fiction",
                          "label": ("class", ["entailment", "neutral", "contradiction"], n % 3)},
    "anli": lambda t, n: {"uid": t.h(), "premise": t.d(), "hypothesis": t.s(), "label": ("class", ["entailment", "neutral", "contradiction"], n % 3), "reason": t.d()},
    "scitail": lambda t, n: {"premise": t.s(), "hypothesis": t.s(), "label": ["entails", "neutral"][n % 2]},
    "stsb glue": lambda t, n: {"sentence1": t.s(), "sentence2": t.s(), "label": round(5 * t.draw.random(), 2), "idx": n},
    "stsb multi": lambda t, n: {"sentence1": t.s(), "sentence2": t.s(), "similarity_score": round(5 * t.draw.random(), 1)},
    "paws": lambda t, n: {"id": n, "sentence1": t.s(), "sentence2": t.s(), "label": ("class", ["0", "1"], n % 2)},
    "mrpc tsv": lambda t, n: {"Quality": n % 2, "#1 ID": t.i(), "#2 ID": t.i(), "#1 String": t.s(), "#2 String": t.s()},
    "sick": lambda t, n: {"id": str(n), "sentence_A": t.s(), "sentence_B": t.s(), "label": ("class", ["entailment", "neutral", "contradiction"], n % 3), "relatedness_score": 1 + t.draw.random() * 4,
                          "entailment_AB": "A_neutral_B", "entailment_BA": "B_neutral_A", "sentence_A_original": t.s(), "sentence_B_original": t.s(),
                          "sentence_A_dataset": "FLICKR", "sentence_B_dataset": "FLICKR"},
    "lcqmc": lambda t, n: {"sentence1": t.s(), "sentence2": t.s(), "score": n % 2},
    "klue nli": lambda t, n: {"guid": f"klue-nli-v1_train_{n:05d}", "source": "wikitree", "premise": t.s(), "hypothesis": t.s(), "label": ("class", ["entailment", "neutral", "contradiction"], n % 3)},
    "klue sts": lambda t, n: {"guid": f"klue-sts-v1_train_{n:05d}", "source": "airbnb-rtt", "sentence1": t.s(), "sentence2": t.s(),
                              "labels": {"label": round(5 * t.draw.random(), 1), "real-label": 5 * t.draw.random(), "binary-label": ("class", ["negative", "positive"], n % 2)}},
    "medical pairs": lambda t, n: {"dr_id": 1, "question_1": t.q(), "question_2": t.q(), "label": n % 2},
    "phrase similarity": lambda t, n: {"phrase1": t.words(2), "phrase2": t.words(2), "sentence1": t.d(), "sentence2": t.d(), "label": ("class", ["negative", "positive"], n % 2), "idx": n},
    "negation": lambda t, n: {"anchor": t.s(), "entailment": t.s(), "negative": t.s()},
    # claims and questions
    "fever": lambda t, n: {"id": n, "label": ["SUPPORTS", "REFUTES", "NOT ENOUGH INFO"][n % 3], "claim": t.s(), "evidence_annotation_id": t.i(), "evidence_id": t.i(),
                           "evidence_wiki_url": t.words(2).replace(" ", "_"), "evidence_sentence_id": n % 7},
    "vitaminc": lambda t, n: {"case_id": t.h(), "claim": t.s(), "evidence": t.s(), "label": ["SUPPORTS", "REFUTES", "NOT ENOUGH INFO"][n % 3], "page": t.words(2), "revision_type": "real",
                              "unique_id": f"{t.h()}_1", "wiki_revision_id": str(t.i()), "FEVER_id": str(t.i())},
    "climate-fever": lambda t, n: {"claim_id": str(n), "claim": t.s(), "claim_label": ("class", ["SUPPORTS", "REFUTES", "NOT_ENOUGH_INFO", "DISPUTED"], n % 4),
                                   "evidences": [{"evidence_id": f"A{n}:{k}", "evidence_label": ("class", ["SUPPORTS", "REFUTES", "NOT_ENOUGH_INFO"], k), "article": t.words(2), "evidence": t.s(),
                                                  "entropy": .5, "votes": ["SUPPORTS"]} for k in range(3)]},
    "nli fever": lambda t, n: {"cid": t.i(), "fid": f"{t.i()}", "premise": t.s(), "hypothesis": t.d(), "verifiable": "VERIFIABLE", "label": ("class", ["entailment", "neutral", "contradiction"], n % 3), "fever_gold_label": "SUPPORTS"},
    "eli5": lambda t, n: {"q_id": t.h()[:6], "title": t.q(), "selftext": t.d(), "document": "", "subreddit": "explainlikeimfive",
                          "answers": {"a_id": [t.h()[:7], t.h()[:7]], "text": [t.d(), t.d()], "score": [12, 3]}, "title_urls": {"url": []}, "selftext_urls": {"url": []}, "answers_urls": {"url": []}},
    "hotpot": lambda t, n: {"id": t.h(), "question": t.q(), "answer": t.a(), "type": "bridge", "level": "hard", "supporting_facts": {"title": [t.s()], "sent_id": [0]},
                            "context": {"title": [t.s(), t.s()], "sentences": [[t.s(), t.s()], [t.s()]]}},
    "squad": lambda t, n: {"id": t.h(), "title": t.words(2), "context": t.d(), "question": t.q(), "answers": {"text": [t.a()], "answer_start": [4]}},
    "musique": lambda t, n: {"id": f"2hop__{n}", "paragraphs": [{"idx": k, "title": t.words(2), "paragraph_text": t.d(), "is_supporting": k == 1} for k in range(3)], "question": t.q(),
                             "question_decomposition": [{"id": n, "question": t.q(), "answer": t.a(), "paragraph_support_idx": 1}], "answer": t.a(), "answer_aliases": [t.a()][n % 2:], "answerable": True},
    "boolq": lambda t, n: {"question": t.q(), "answer": n % 2 == 0, "passage": t.d()},
    "pubmedqa": lambda t, n: {"pubid": t.i(), "question": t.q(), "context": {"contexts": [t.d(), t.d()], "labels": ["OBJECTIVE", "RESULTS"], "meshes": ["Humans"], "reasoning_required_pred": ["y"],
                              "reasoning_free_pred": ["y"]}, "long_answer": t.d(), "final_decision": ["yes", "no", "maybe"][n % 3]},
    # preferences
    "hh-rlhf": lambda t, n: (lambda begin: {"chosen": begin + t.s(), "rejected": begin + t.s()})(f"\n\nHuman: {t.q()}\n\nAssistant: {t.s()}\n\nHuman: {t.q()}\n\nAssistant: "),
    "SHP": lambda t, n: {"post_id": t.h()[:6], "domain": "askacademia_train", "upvote_ratio": .98, "history": t.d(), "c_root_id_A": t.h()[:7], "c_root_id_B": t.h()[:7], "created_at_utc_A": 1636107332,
                         "created_at_utc_B": 1636107966, "score_A": 16, "score_B": 5, "human_ref_A": t.d(), "human_ref_B": t.d(), "labels": n % 2, "seconds_difference": 634.0, "score_ratio": 3.2},
    "ultrafeedback h4": lambda t, n: (lambda q, a: {"prompt": q, "prompt_id": t.h(), "chosen": turns(q, a), "rejected": turns(q, t.d()), "messages": turns(q, a), "score_chosen": 8.5, "score_rejected": 6.0})(t.q(), t.d()),
    "ultrafeedback trl": lambda t, n: (lambda q: {"chosen": turns(q, t.d()), "rejected": turns(q, t.d()), "score_chosen": 8.5, "score_rejected": 6.0})(t.q()),
    "ultrafeedback openbmb": lambda t, n: {"source": "sharegpt", "instruction": t.q(), "models": ["a-7b", "b-13b"], "completions": [{"annotations": {"helpfulness": {"Rating": str(k + 3), "Rationale": t.s()}},
                             "custom_system_prompt": t.s(), "model": "a-7b", "principle": "helpfulness", "response": t.d(), "critique": t.d(), "fine-grained_score": 4.25, "overall_score": 7.5} for k in range(2)],
                             "correct_answers": ["None"], "incorrect_answers": ["None"]},
    "ultrafeedback argilla": lambda t, n: {"source": "evol_instruct", "instruction": t.q(), "chosen_response": t.d(), "rejected_response": t.d(), "chosen_avg_rating": 4.5, "rejected_avg_rating": 2.25, "chosen_model": "gpt-4"},
    "dpo-mix-7k": lambda t, n: (lambda q: {"dataset": "argilla/x", "chosen": turns(q, t.d()), "rejected": turns(q, t.d()), "chosen_rating": 5.0, "rejected_rating": 4.0})(t.q()),
    "orca dpo": lambda t, n: {"system": "You are an AI assistant. You will be given a task.", "question": t.q(), "chosen": t.d(), "rejected": t.d()},
    "truthy dpo": lambda t, n: {"id": t.h(), "source": "truthy_dpo", "system": "You are an unbiased, uncensored, helpful assistant.", "prompt": t.q(), "chosen": t.d(), "rejected": t.d()},
    "kto-mix": lambda t, n: {"prompt": turns(t.q()), "completion": [{"content": t.d(), "role": "assistant"}], "label": n % 2 == 0},
    "tldr preference": lambda t, n: {"prompt": "SUBREDDIT: r/a\n\nPOST: " + t.d(), "chosen": t.s(), "rejected": t.s()},
    "summarize comparisons": lambda t, n: {"info": {"id": t.h()[:6], "post": t.d(), "title": t.s(), "subreddit": "relationships", "site": None, "article": None},
                              "summaries": [{"text": t.s(), "policy": "sup2", "note": None}, {"text": t.s(), "policy": "ref", "note": None}], "choice": n % 2, "worker": t.h(), "batch": "batch3", "split": "train",
                              "extra": {"confidence": None}},
    "webgpt": lambda t, n: {"question": {"dataset": "eli5", "id": t.h()[:6], "full_text": t.q()}, "quotes_0": {"title": [t.s()], "extract": [t.d()]}, "answer_0": t.d(), "tokens_0": {"prefix": [1, 2], "completion": [3]},
                            "score_0": 1.0, "quotes_1": {"title": [t.s()], "extract": [t.d()]}, "answer_1": t.d(), "tokens_1": {"prefix": [1, 2], "completion": [3]}, "score_1": -1.0},
    "full-hh": lambda t, n: {"prompt": f"\n\nHuman: {t.q()}\n\nAssistant:", "response": t.s(), "chosen": t.s(), "rejected": t.s()},
    "helpsteer2": lambda t, n: {"prompt": Text(n // 2).q(), "response": t.d(), "helpfulness": n % 5, "correctness": n % 4, "coherence": 4, "complexity": 2, "verbosity": n % 3},
    "helpsteer3": lambda t, n: {"domain": "general", "language": "english", "context": turns(t.q()), "response1": t.d(), "response2": t.d(), "overall_preference": n % 7 - 3,
                                "individual_preference": [{"score": -2, "reasoning": t.d(), "feedback1": t.s(), "feedback2": t.s()}]},
    "skywork": lambda t, n: (lambda q: {"chosen": turns(q, t.d()), "rejected": turns(q, t.d()), "source": "magpie_air"})(t.q()),
    "safe-rlhf": lambda t, n: {"prompt": t.q(), "response_0": t.d(), "response_1": t.d(), "prompt_source": "Alpaca", "is_response_0_safe": True, "is_response_1_safe": False, "better_response_id": n % 2, "safer_response_id": 0},
    "nectar": lambda t, n: {"prompt": f"\n\nHuman: {t.q()}\n\nAssistant: ", "answers": [{"answer": t.d(), "model": "gpt-4", "rank": float(k)} for k in (1, 2, 3)], "turns": 1, "num_responses": 3, "source": ["lmsys"], "good_natured": True},
    "arena": lambda t, n: (lambda q: {"question_id": t.h(), "model_a": "x", "model_b": "y", "winner": ["model_a", "model_b", "tie"][n % 3], "judge": "arena_user", "conversation_a": turns(q, t.d()),
                           "conversation_b": turns(q, t.d()), "turn": 1, "anony": True, "language": "English", "tstamp": 1682351591.1})(t.q()),
    "reward-bench": lambda t, n: {"prompt": t.q(), "chosen": t.d(), "chosen_model": "gpt-4", "rejected": t.d(), "rejected_model": "llama", "subset": "alpacaeval-easy", "id": n},
    "stack preferences": lambda t, n: {"qid": n, "question": t.d(), "answers": [{"answer_id": t.i(), "author": "u", "author_id": 3, "author_profile": "https://a.b/u", "pm_score": k, "selected": k == 1, "text": t.d()} for k in (2, 1)],
                                       "date": "2014/03/12", "metadata": ["https://a.b"]},
    "stack paired": lambda t, n: {"qid": n, "question": t.d(), "date": "2014/03/12", "metadata": ["https://a.b"], "response_j": t.d(), "response_k": t.d()},
    "capybara dpo": lambda t, n: (lambda q: {"source": "Dove", "conversation": [{"input": q, "output": t.d()}], "original_response": t.d(), "generation_prompt": ["<s>" + t.d()], "raw_generation_responses": [t.d()],
                                  "new_generations": [t.d()], "prompt": q, "chosen": turns(q, t.d()), "rejected": turns(q, t.d()), "rating_chosen": 5, "rating_rejected": 4, "chosen_model": "argilla"})(t.q()),
    "llama-factory dpo": lambda t, n: {"conversations": [{"from": "human", "value": t.q()}], "chosen": {"from": "gpt", "value": t.d()}, "rejected": {"from": "gpt", "value": t.d()}},
    "beavertails": lambda t, n: {"prompt": t.q(), "response": t.d(), "category": {"animal_abuse": False, "violence": n % 2 == 0}, "is_safe": n % 2 == 0},
    "math preference": lambda t, n: {"prompt": t.q(), "initial_reason_steps": t.d(), "chosen": t.d(), "rejected": t.d(), "full_chosen": t.d(), "full_rejected": t.d(), "answer": "12"},
    "py-dpo": lambda t, n: {"prompt": t.q(), "chosen": t.d(), "rejected": t.d(), "id": t.h()},
    "shibing dpo": lambda t, n: {"system": "", "history": [], "question": t.q(), "response_chosen": t.d(), "response_rejected": t.d()},
    "alpaca farm": lambda t, n: {"instruction": t.q(), "input": "" if n % 2 else t.s(), "output_1": t.d(), "output_2": t.d(), "preference": 1 + n % 2},
    # of several kinds
    "mteb pairs in lists": lambda t, n: {"sent1": [t.s() for _ in range(4)], "sent2": [t.s() for _ in range(4)], "labels": [0, 1, 0, 1]},
    "ms_marco v1": lambda t, n: {"answers": [t.s()], "passages": {"is_selected": [0, 1, 0], "passage_text": [t.d(), t.d(), t.d()], "url": ["http://a.b/1", "http://a.b/2",
                    "http://a.b/3"]}, "query": t.q(), "query_id": t.i(), "query_type": "description", "wellFormedAnswers": []},
    "cornstack": lambda t, n: {"query": t.s(), "document": "def f(a): return " + t.words(9), "metadata": {"objective": {"paired": [], "self": [], "triplet": [["query",
                    "document", "negatives"]]}}, "negatives": ["def g(a): return " + t.words(9), "def h(a): return " + t.words(9)], "negative_scores": ["0.75", "0.5"],
                    "document_score": "0.9", "document_rank": "0"},
    "helpsteer2 preference": lambda t, n: {"split": "train", "prompt": t.q(), "response_1": t.d(), "response_2": t.d(), "preference_strength": n % 7 - 3,
                    "preference_statement": t.s(), "preference_elaboration": t.d(), "three_most_similar_preferences": [{"statement": t.s(), "elaboration": t.d(), "strength": 1}]},
    "align anything": lambda t, n: {"question": t.q(), "response_1": t.d(), "response_2": t.d(), "overall_response": 1 + n % 2},
    "flax texts": lambda t, n: {"texts": [t.s(), t.d()]},
    "flax best and down voted": lambda t, n: {"title_body": t.d(), "upvoted_answer": t.d(), "downvoted_answer": t.d()},
    "dolly": lambda t, n: {"instruction": t.q(), "context": t.d() if n % 3 == 0 else "", "response": t.d(), "category": "closed_qa"},
    "alpaca": lambda t, n: (lambda i, o: {"instruction": i, "input": t.s() if n % 2 else "", "output": o,
                    "text": "Below is an instruction. ### Instruction: " + i + " ### Response: " + o})(t.q(), t.d()),
    "open orca": lambda t, n: {"id": f"niv.{n}", "system_prompt": "You are an AI assistant.", "question": t.q(), "response": t.d()},
    "snorkel": lambda t, n: (lambda q: {"prompt_id": t.h(), "prompt": q, "chosen": turns(q, t.d()), "rejected": turns(q, t.d()),
                    "all_generated_responses": [t.d() for _ in range(5)], "all_rm_scores": [.5, .25, 1.5, -.5, .75]})(t.q()),
    "distilabel orca": lambda t, n: (lambda a, b: {"system": "You are an AI assistant.", "input": t.q(), "chosen": a, "rejected": b, "generations": [b, a], "order": ["rejected", "chosen"],
                        "labelling_model": "gpt-4", "rating": [9.0, 8.0], "status": "swapped", "original_chosen": b, "original_rejected": a, "chosen_score": 9.0, "in_gsm8k_train": False})(t.d(), t.d()),
    "orpo mix": lambda t, n: (lambda q: {"source": "x", "chosen": turns(q, t.d()), "rejected": turns(q, t.d()), "prompt": q, "question": q})(t.q()),
    "ultrainteract": lambda t, n: {"task": "Coding", "dataset": "x", "trajectory": [{"from": "user", "value": t.q()}], "chosen": t.d(), "rejected": t.d(), "id": t.h(),
                    "parent_id": t.h()},
    "embedding-data qqp triplets": lambda t, n: {"set": {"query": t.q(), "pos": [t.q()], "neg": [t.q(), t.q(), t.q()]}},
    "infgrad": lambda t, n: {"Query": t.q(), "Positive Document": t.d(), "Hard Negative Document": t.d()},
    "ko triplet": lambda t, n: {"query": t.q(), "document": t.d(), "hard_negative": t.d()},
    "jqara": lambda t, n: {"id": f"q{n // 3}", "passage_row_id": t.i(), "title": t.s(), "text": t.d(), "question": Text(n // 3).q(), "answers": [t.a()], "label": n % 3 % 2},
    "wic": lambda t, n: {"word": t.words(1), "sentence1": t.s(), "sentence2": t.s(), "start1": 3, "start2": 4, "end1": 6, "end2": 8, "idx": n, "label": ("class", ["False",
                    "True"], n % 2)},
    "financial qa": lambda t, n: {"question": t.q(), "answer": t.s(), "context": t.d(), "ticker": "NVDA", "filing": "2023_10K"},
    "judged with rationale": lambda t, n: {"query": Text(n // 3).q(), "passage": t.d(), "reason": t.s(), "relevance_score": n % 4},
    "wands": lambda t, n: {"query_id": n // 3, "query": Text(n // 3).q(), "product_id": t.i(), "product_name": t.s(), "product_class": t.words(2),
                    "category hierarchy": t.words(4), "product_description": t.d(), "label": ["Exact", "Partial", "Irrelevant"][n % 3]},
    "home depot": lambda t, n: {"id": n, "product_uid": t.i(), "product_title": t.s(), "search_term": t.words(3), "relevance": [1.0, 2.33, 3.0][n % 3]},
    "drop": lambda t, n: {"section_id": f"nfl_{n}", "query_id": t.h(), "passage": t.d(), "question": t.q(), "answers_spans": {"spans": [t.a()], "types": ["span"]}},
    "kto messages": lambda t, n: {"messages": turns(t.q(), t.d()), "label": n % 2 == 0},
    "trecqa": lambda t, n: {"key": f"{n}", "question": Text(n // 3).q(), "answer": t.s(), "label": n % 3 % 2},
    "zhihu": lambda t, n: {"INSTRUCTION": t.q(), "RESPONSE": t.d(), "SOURCE": "Zhihu", "METADATA": '{"question_id": 1}'},
    "tulu preference": lambda t, n: (lambda q: {"id": t.h(), "source": "x", "prompt": q, "chosen": turns(q, t.d()), "rejected": turns(q, t.d())})(t.q()),
    "german quad": lambda t, n: {"id": n, "context": t.d(), "question": t.q(), "answers": {"answer_id": [n], "document_id": [t.i()], "question_id": [n], "text": [t.a()],
                    "answer_start": [5], "answer_category": ["SHORT"]}},
    "msmarco distill": lambda t, n: {"query": t.q(), "positive": t.d(), "negative": t.d(), "pos_score": 9.5, "neg_score": -1.25},
    "cross encoder": lambda t, n: {"query": t.q(), "passage": t.d(), "score": t.draw.uniform(-9, 9)},
    "insuranceqa": lambda t, n: {"index": str(n), "topic_en": "medicare", "question_en": t.q(), "answers": [str(t.i())], "negatives": [str(t.i()), str(t.i())]},
    "inf orm": lambda t, n: (lambda q: {"chosen": turns(q, t.d()), "rejected": turns(q, t.d()), "magnitude": 1.0 + n % 3})(t.q()),
    "lmsys arena": lambda t, n: {"id": n, "model_a": "x", "model_b": "y", "prompt": t.q(), "response_a": t.d(), "response_b": t.d(), "winner_model_a": int(n % 3 == 0),
                    "winner_model_b": int(n % 3 == 1), "winner_tie": int(n % 3 == 2)},
    "wsdm cup": lambda t, n: {"id": t.h(), "prompt": t.q(), "response_a": t.d(), "response_b": t.d(), "winner": ["model_a", "model_b"][n % 2], "model_a": "x", "model_b": "y"},
    "offset bias": lambda t, n: {"instruction": t.q(), "output_1": t.d(), "output_2": t.d(), "label": 1 + n % 2, "bias_type": "length"},
    "preference 700k": lambda t, n: (lambda q: {"rejected": turns(q, t.d()), "rejected_score": -1.0, "chosen": turns(q, t.d()), "chosen_score": 2.5})(t.q()),
    "prm800k": lambda t, n: {"prompt": t.q(), "completions": [t.s(), t.s()], "labels": [True, False]},
    "ubuntu dialogue": lambda t, n: {"Context": t.d(), "Utterance": t.s(), "Label": float(n % 2)},
    "coliee": lambda t, n: {"query": t.d(), "candidate_cases": [t.d(), t.d()], "labels": [1, 0]},
    "cosqa pairs": lambda t, n: {"query": t.q(), "code": "def f(a): return " + t.words(9), "label": n % 2},
    "jsts": lambda t, n: {"sentence_pair_id": str(n), "yjcaptions_id": "1", "sentence1": t.s(), "sentence2": t.s(), "label": round(5 * t.draw.random(), 1)},
    "qrecc": lambda t, n: {"Context": [t.q(), t.s()], "Question": t.q(), "Rewrite": t.q(), "Answer": t.s(), "Answer_URL": "http://a.b/1", "Conversation_no": n, "Turn_no": 1},
    "financial rag": lambda t, n: {"question": t.q(), "context": t.d()},
}


def rows(name, count=12):
    t = Text(name)
    return [SETS[name](t, n) for n in range(count)]


def features(rows):
    """Returns the rows with the places of classes, and the features of class labels by path."""
    classes = {}

    def plain(value, path):
        if isinstance(value, tuple):
            classes[path] = value[1]
            return value[2]
        if isinstance(value, dict):
            return {key: plain(inner, (*path, key)) for key, inner in value.items()}
        if isinstance(value, list):
            return [plain(inner, path) for inner in value]
        return value

    return [plain(row, ()) for row in rows], classes
