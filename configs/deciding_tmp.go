package configs

import "slices"

type Stage string

const (
	Documents  Stage = "documents"
	Topics     Stage = "topics"
	Candidates Stage = "candidates"
	Similarity Stage = "similarity"
	Vocabulary Stage = "vocabulary"
	Mining     Stage = "mining"
	Pairs      Stage = "pairs"
	Shards     Stage = "shards"
	Embedding  Stage = "embedding"
	Training   Stage = "training"
	Nothing    Stage = "nothing"
)

var tmp = map[Stage][]string{
	Documents:  {"data", "format", "collection", "doc_fields", "encoding", "strict", "on_duplicate", "fix_encoding", "index", "restrict_collection", "tokenizer", "stemmer", "stopwords", "possessives"},
	Topics:     {"topics", "qrels", "run", "topic_fields", "topics_format", "qrels_format", "run_format", "run_order", "variants", "wpqa_filter", "require_positive", "cranfield_grades", "skip_unknown", "splits", "fold", "query_sample", "limit", "seed"},
	Candidates: {"retrieval", "k1", "b", "k3", "mu", "candidates_mu", "lambda", "pl2_c", "fb_docs", "fb_terms", "fb_mu", "fb_weight", "hits", "max_candidates", "add_relevant", "drop_self", "min_grade", "made"},
	Similarity: {"vectors", "vectors_mode", "similarity", "dimension"},
	Mining:     {"axioms", "delta_star", "violated_by", "violated_margin", "perturb"},
}

func (s Stage) has(f Field) bool {
	switch {
	case f.Noun == "embed":
		return s == Embedding
	case f.Key == "tokenize.vocab" || f.Key == "tokenize.vocab_size" || f.Key == "tokenize.cased":
		return s == Vocabulary
	case f.Key == "tokenize.group_size":
		return s == Pairs
	case f.Noun == "tokenize":
		return s == Shards
	case slices.Contains([]string{"train.margin", "train.axiom_margin", "train.axiom_weight", "train.perturb_margin"}, f.Key):
		return s == Pairs
	case f.Noun == "train":
		return s == Training
	case f.Name == "threads" || f.Name == "language":
		return s == Nothing
	}
	for st, keys := range tmp {
		if slices.Contains(keys, f.Name) {
			return s == st
		}
	}
	return s == Pairs
}

func (c *Config) Deciding(stages ...Stage) map[string]any {
	out := map[string]any{}
	p := c.Portable()
	for _, f := range Fields() {
		for _, s := range stages {
			if s.has(f) {
				if v, ok := p[f.Noun][f.Name]; ok {
					out[f.Key] = v
				}
			}
		}
	}
	return out
}
