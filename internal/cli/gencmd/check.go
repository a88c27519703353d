package gencmd

import (
	"github.com/axiomine/axiomine/configs"
	"github.com/axiomine/axiomine/gen"
	"github.com/axiomine/axiomine/gen/analysis"
	"github.com/axiomine/axiomine/gen/prepare"
)

// Check refuses a configuration that a stage would refuse.
func Check(c *configs.Config) error { return gen.Check(c) }

// Lists returns the values of keys that the table of keys does not list, or not as they are written, for completion.
func Lists() map[string][]string {
	var models []string
	if k, ok := configs.KeyNamed("gen.retrieval"); ok {
		for _, name := range k.Values() {
			models = append(models, name+prepare.RM3Suffix)
		}
	}
	return map[string][]string{
		"gen.axioms": gen.AxiomNames(), "gen.perturb": gen.PerturbNames(), "tokenize.output_format": gen.OutputFormats(),
		"gen.stemmer": append(analysis.Stemmers(), "table:"), "gen.stopwords": analysis.StopLists(), "gen.retrieval": models,
		"gen.similarity": {"wordnet:", "table:"}, "gen.vectors": {"train", "embed"}, "gen.run": {"given"},
		"gen.splits":       {"hash 70/15/15", "folds 5", "test from dev 30"},
		"gen.query_sample": splitsAsked, "gen.class_queries": {"train"}, "gen.topics": splitsAsked, "gen.qrels": splitsAsked,
		"gen.ratio": {"1:1", "1:4", "4:1", "none"}, "gen.delta_star": {"none"}, "gen.doc_fields": {"auto", "title", "text", "url"},
		"gen.topic_fields": {"title", "desc", "narr"}, "gen.violated_by": {"judged"}, "gen.sample": {"hard:"},
		"tokenize.rows_of": {"dev", "test"}, "train.schedule": {"curriculum 5"},
		"--split": {"train", "dev", "test"},
	}
}

// splitsAsked begin the values of keys that are given by split.
var splitsAsked = []string{"train=", "dev=", "test="}
