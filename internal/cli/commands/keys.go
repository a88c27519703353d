package commands

import (
	"slices"

	"github.com/axiomine/axiomine/configs"
	"github.com/axiomine/axiomine/gen/analysis"
	"github.com/axiomine/axiomine/gen/prepare"
	"github.com/axiomine/axiomine/internal/cli"
	"github.com/axiomine/axiomine/internal/lists"
	"github.com/axiomine/axiomine/tokenize/shard"
)

// readingStages are the stages of the keys that every verb takes if it reads a collection.
var readingStages = []configs.Stage{configs.Documents, configs.Topics, configs.Nothing}

// keysUpTo lists the keys of gen and tokenize that can decide these stages or readingStages.
func keysUpTo(stages ...configs.Stage) []string {
	return configs.KeysDeciding([]string{"gen", "tokenize"}, slices.Concat(readingStages, stages)...)
}

// pairKeys returns the keys of pairs and of the loss that every row carries, without those of shards.
func pairKeys() []string {
	return append(keysUpTo(configs.Candidates, configs.Similarity, configs.Vocabulary, configs.Mining, configs.Pairs),
		lossKeys()...)
}

// lossKeys returns the keys of the loss that every row carries.
func lossKeys() []string { return configs.KeysDeciding([]string{"train"}, configs.Pairs) }

// serveKeys returns the keys of the pairs that are drawn for a request, without the keys of tasks, groups and violations of a run.
func serveKeys() []string {
	return cli.Exclude(pairKeys(), "gen.violated_by", "gen.violated_margin", "gen.mixture", "gen.ranking_rows", "gen.rows",
		"gen.class_sample", configs.ClassTestKey, configs.ClassQueriesKey, configs.UniqueQueriesKey, configs.UniqueTestKey,
		"tokenize.group_size")
}

// inspectionKeys returns the keys of reading files and counting words. Keys that select queries or documents are left out.
func inspectionKeys() []string {
	keys := []string{"gen.threads", "gen.tokenizer", "gen.stemmer", "gen.stopwords", "gen.possessives"}
	for _, k := range configs.Keys() {
		if k.Heading == configs.InputHeading {
			keys = append(keys, k.Name)
		}
	}
	return cli.Exclude(keys, "gen.index", "gen.splits", "gen.fold", "gen.train_on", "gen.on_overlap", "gen.query_sample", "gen.limit")
}

// valueLists returns values for completion, by key, for keys whose values are not in the table of keys.
func valueLists() map[string][]string {
	var models []string
	if k, ok := configs.KeyNamed("gen.retrieval"); ok {
		models = lists.Map(k.Values(), func(name string) string { return name + prepare.RM3Suffix })
	}
	return map[string][]string{
		"gen.axioms": axiomNames(), "tokenize.output_format": shard.FormatNames(),
		"gen.stemmer": append(analysis.Stemmers(), "table:"), "gen.stopwords": analysis.StopLists(), "gen.retrieval": models,
		"gen.similarity": {"wordnet:", "table:"}, "gen.vectors": {"train"}, "gen.run": {"given"},
		"gen.splits":       {"hash 70/15/15", "folds 5", "test from dev 30"},
		"gen.query_sample": splitPrefixes, "gen.class_queries": {"train"}, "gen.topics": splitPrefixes, "gen.qrels": splitPrefixes,
		"gen.ratio": {"1:1", "1:4", "4:1", "none"}, "gen.delta_star": {"none"}, "gen.doc_fields": {"auto", "title", "text", "url"},
		"gen.topic_fields": {"title", "desc", "narr"}, "gen.violated_by": {"judged"}, "gen.sample": {"hard:"},
		"tokenize.rows_of": {"dev", "test"}, "train.schedule": {"curriculum 5"},
		"--split": {"train", "dev", "test"},
	}
}

// splitPrefixes are the beginnings of values that are written for each split.
var splitPrefixes = []string{"train=", "dev=", "test="}

// rankingKeys returns the keys of the candidates that a model reranks.
func rankingKeys() []string {
	return cli.Exclude(configs.KeysDeciding([]string{"gen"}, configs.Documents, configs.Topics, configs.Candidates, configs.Similarity,
		configs.Nothing), "gen.near_duplicates", "gen.made", "gen.axioms", "gen.delta_star",
		"gen.train_on", "gen.on_overlap")
}

// demoKeys returns the keys of an experiment, without those that name another collection or have no effect on the embedded one.
func demoKeys() []string {
	excluded := []string{"gen.data", "gen.format", "gen.collection", "gen.columns", "gen.labels", "gen.topics", "gen.qrels",
		"gen.topic_fields", "gen.topics_format", "gen.qrels_format", "gen.doc_fields", "gen.encoding", "gen.markup", "gen.index", "gen.strict",
		"gen.wpqa_filter", "gen.require_positive", "gen.on_overlap",
		"gen.drop_self", "gen.near_duplicates"}
	return cli.Exclude(configs.KeysDeciding(experimentNouns), excluded...)
}
