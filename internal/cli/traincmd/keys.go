package traincmd

import (
	"github.com/axiomine/axiomine/configs"
	"github.com/axiomine/axiomine/internal/cli"
)

// rankingKeys returns the keys of the candidates that a model orders. Nothing is trained.
func rankingKeys() []string {
	return cli.Exclude(configs.KeysDeciding([]string{"gen"}, configs.Documents, configs.Topics, configs.Candidates, configs.Similarity,
		configs.Nothing), "gen.near_duplicates", "gen.made", "gen.axioms", "gen.delta_star",
		"gen.train_on", "gen.on_overlap")
}

// embedKeys returns the keys of word vectors that are the result of a command.
func embedKeys() []string {
	return append(cli.Exclude(configs.KeysDeciding([]string{"gen", "embed"}, configs.Documents, configs.Embedding, configs.Nothing),
		"gen.labels"), "gen.dimension", "gen.seed")
}

// demoKeys returns the keys of an experiment but for those that name another collection, and those of forms, faults and overlaps that the
// embedded one does not have.
func demoKeys() []string {
	more := []string{"gen.data", "gen.format", "gen.collection", "gen.columns", "gen.labels", "gen.topics", "gen.qrels", "gen.topic_fields",
		"gen.topics_format", "gen.qrels_format", "gen.doc_fields", "gen.encoding", "gen.index", "gen.strict",
		"gen.wpqa_filter", "gen.require_positive", "gen.on_overlap",
		"gen.drop_self", "gen.near_duplicates"}
	return cli.Exclude(configs.KeysDeciding(whole), more...)
}
