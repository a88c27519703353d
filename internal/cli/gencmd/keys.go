package gencmd

import (
	"slices"

	"github.com/axiomine/axiomine/configs"
	"github.com/axiomine/axiomine/internal/cli"
)

// reading are the stages of what every verb of a collection reads.
var reading = []configs.Stage{configs.Documents, configs.Topics, configs.Nothing}

// upTo lists the keys of the chain that can decide what these stages leave, or what is read before them.
func upTo(stages ...configs.Stage) []string {
	return configs.KeysDeciding([]string{"gen", "tokenize"}, slices.Concat(reading, stages)...)
}

// indexKeys returns the keys of the index. Documents alone are read, and no judgement.
func indexKeys() []string {
	return cli.Exclude(configs.KeysDeciding([]string{"gen", "tokenize"}, configs.Documents, configs.Nothing), "gen.labels")
}

// retrievalKeys returns the keys of the candidates.
func retrievalKeys() []string {
	return cli.Exclude(upTo(configs.Candidates), "gen.near_duplicates")
}

// pairKeys returns the keys of pairs and of the loss that every row carries, without those of shards.
func pairKeys() []string {
	return append(upTo(configs.Candidates, configs.Similarity, configs.Vocabulary, configs.Mining, configs.Pairs),
		lossKeys()...)
}

// lossKeys returns the keys of the loss that every row carries.
func lossKeys() []string { return configs.KeysDeciding([]string{"train"}, configs.Pairs) }

// serveKeys returns the keys of the pairs that are drawn for a request. Requests bring the scores whose mistakes are drawn, and no answer
// has tasks or groups.
func serveKeys() []string {
	return cli.Exclude(pairKeys(), "gen.violated_by", "gen.violated_margin", "gen.mixture", "gen.ranking_rows", "gen.rows",
		"gen.class_sample", configs.ClassTestKey, configs.ClassQueriesKey, configs.UniqueQueriesKey, configs.UniqueTestKey,
		"tokenize.group_size")
}

// inspectionKeys returns the keys by which files are read. Queries are looked at as they are given, and no document is looked for.
func inspectionKeys() []string {
	keys := []string{"gen.threads"}
	for _, k := range configs.Keys() {
		if k.Heading == configs.InputHeading {
			keys = append(keys, k.Name)
		}
	}
	return cli.Exclude(keys, "gen.index", "gen.splits", "gen.fold", "gen.train_on", "gen.on_overlap", "gen.query_sample", "gen.limit")
}
