package commands

import (
	"slices"

	"github.com/axiomine/axiomine/configs"
	"github.com/axiomine/axiomine/internal/testkit/keystest"
)

// failing are the keys whose other value makes a command fail, which is an effect: the collection is bad input, or amounts are not reached.
var failing = []string{"gen.format", "gen.encoding",
	"gen.strict", "gen.topics_format", "gen.qrels_format",
	"gen.require_positive", "gen.on_overlap", "gen.min_grade",
	"gen.labels", "gen.columns", "gen.train_on", "gen.on_shortage",
	"gen.doc_fields", "gen.index"}

// makesFail reports whether another value of a key makes a command fail by design.
func makesFail(k configs.Key) bool { return slices.Contains(failing, k.Name) }

// biting are the values of keys that change something in the collections where keystest.Other does not: a limit that is reached, a size that
// divides, a form that the collection does not have.
var biting = map[string]string{
	"gen.format":          "beir",
	"gen.max_score":       "0.5",
	"gen.near_duplicates": "0.3", "gen.k3": "1", "gen.labels": "yes=0,no=0",
	"gen.topics_format": "jsonl", "gen.min_score": "0.5", "gen.possessives": "strip", "gen.tokenizer": "alpha",
	"gen.threads": "2", "gen.judged": "2", // auto bounds more pairs than there are
	"gen.doc_fields":      "title",
	"tokenize.vocab_size": "30", "tokenize.max_query_length": "4",
	"tokenize.max_length": "70", "tokenize.spread_queries": "2",
}

// bitingValue returns another value of a key, as keystest.Other does, that changes something in Files.
func bitingValue(k configs.Key) string {
	if value, ok := biting[k.Name]; ok {
		return value
	}
	return keystest.Other(k)
}

// settings pairs keys with values.
var settings = keystest.Pairs

// contextsOf returns values of keys with the values of others under which they mean something in Files. dir holds these.
func contextsOf(dir, wordnet string) map[string][]configs.Setting {
	run := dir + "/run.txt"
	withModel := func(model, key, value string) []configs.Setting {
		return settings(key, value, "gen.retrieval", model)
	}
	classes := func(pairs ...string) []configs.Setting {
		return append(settings("gen.mixture", "ranking=1,tfc1=1", "gen.on_shortage", "shrink", "gen.axioms", "tfc1"), settings(pairs...)...)
	}
	withFormat := func(key, value, format string) []configs.Setting {
		return settings(key, value, "tokenize.output_format", format)
	}
	similar := func(pairs ...string) []configs.Setting {
		return append(settings("gen.axioms", "tfc1, stmc1", "gen.vectors", "train", "gen.dimension", "4"), settings(pairs...)...)
	}
	return map[string][]configs.Setting{
		"gen.encoding": settings("gen.encoding", "windows-1252"),
		"gen.markup":   settings("gen.markup", "strip", "gen.collection", dir+"/marked.tsv"),
		"gen.run":      settings("gen.run", dir+"/few.run"),
		"gen.topic_fields": settings("gen.topic_fields", "desc", "gen.topics", dir+"/topics.trec", "gen.topics_format", "trec", "gen.qrels",
			dir+"/topics.qrels"),
		"gen.hits":                settings("gen.hits", "2"),
		"gen.k1":                  settings("gen.k1", "20", "gen.hits", "2"),
		"gen.b":                   settings("gen.b", "1", "gen.hits", "2"),
		"gen.k3":                  settings("gen.k3", "1", "gen.topics", dir+"/phrases.tsv", "gen.qrels", dir+"/judged/qrels.train.txt"),
		"gen.index":               settings("gen.index", dir+"/made-given/index"),
		"gen.seed":                similar("gen.seed", "7"),
		"gen.mu":                  withModel("ql", "gen.mu", "7"),
		"gen.candidates_mu":       withModel("ql", "gen.candidates_mu", "7"),
		"gen.lambda":              withModel("qljm", "gen.lambda", "0.5"),
		"gen.feedback":            withModel("bm25+rm3", "gen.feedback", "docs=1"),
		"gen.vectors_mode":        settings("gen.vectors_mode", "stems", "gen.axioms", "tfc1, stmc1", "gen.vectors", dir+"/vectors.txt"),
		"gen.possessives":         settings("gen.possessives", "strip", "gen.stemmer", "none", "gen.stopwords", "none"),
		"gen.topics":              settings("gen.topics", "test="+dir+"/judged/queries.dev.tsv"),
		"gen.dimension":           similar("gen.dimension", "5"),
		"gen.vectors":             similar("gen.vectors", "train"),
		"gen.similarity":          similar("gen.similarity", "wordnet:"+wordnet),
		"gen.violated_margin":     settings("gen.violated_margin", "100", "gen.violated_by", run),
		"gen.mixture":             settings("gen.mixture", "ranking=1,tfc1=1", "gen.on_shortage", "shrink"),
		"gen.ranking_rows":        classes("gen.ranking_rows", "pointwise"),
		"gen.rows":                classes("gen.rows", "4"),
		"gen.class_sample":        classes("gen.class_sample", "random"),
		"gen.class_test":          classes("gen.class_test", "2"),
		"gen.class_queries":       classes("gen.class_queries", "train=2,test=1"),
		"gen.unique_queries":      classes("gen.class_queries", "train=1,test=1", "gen.unique_queries", "1"),
		"gen.unique_test":         classes("gen.class_queries", "train=1,test=1", "gen.unique_queries", "1", "gen.unique_test", "1"),
		"gen.on_shortage":         settings("gen.on_shortage", "fail", "gen.pairs", "1000"),
		"gen.pool":                settings("gen.pool", "judged", "gen.judged_queries", "1"),
		"gen.positives_per_query": settings("gen.positives_per_query", "1", "gen.add_judged", "relevant"),
		"gen.grades":              settings("gen.grades", "binary", "gen.add_judged", "relevant"),
		"gen.negatives":           settings("gen.negatives", "top", "gen.negatives_per_query", "1"),
		"gen.conflict":            settings("gen.conflict", "keep", "gen.axioms", "tfc1, -tfc1"),
		"train.patience":          settings("train.patience", "1", "train.epochs", "4"),
		"train.choose":            settings("train.choose", "{gen.ratio: [1:1, 2:1]}"),
		"train.tune_retrieval":    settings("train.tune_retrieval", "auto"),
		"gen.budget":              settings("gen.budget", "replace", "gen.ratio", "1:2"),
		"tokenize.max_length": settings("tokenize.max_length", "10", "tokenize.max_query_length", "5",
			"tokenize.output_format", "mtdnn"),
		"tokenize.max_query_length": settings("tokenize.max_query_length", "4", "tokenize.output_format", "mtdnn",
			"tokenize.vocab", dir+"/letters.txt"),
		"tokenize.pointwise":     withFormat("tokenize.pointwise", "soft", "st-cross"),
		"tokenize.compat":        withFormat("tokenize.compat", "dl4marco", "tfrecord"),
		"tokenize.prompt":        withFormat("tokenize.prompt", "Which one?", "swift"),
		"tokenize.template":      withFormat("tokenize.template", "dpo-chat", "template"),
		"tokenize.mtdnn_ranking": withFormat("tokenize.mtdnn_ranking", "pointwise", "mtdnn"),
		"tokenize.layout":        classes("tokenize.layout", "A", "tokenize.output_format", "mtdnn", "tokenize.max_query_length", "8"),
		"tokenize.scores":        withFormat("tokenize.scores", run, "st-margin-mse"),
		"tokenize.cased":         withFormat("tokenize.cased", "true", "mtdnn"),
	}
}
