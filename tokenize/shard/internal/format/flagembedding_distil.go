package format

import (
	"github.com/axiomine/axiomine/tokenize/shard/internal/encoding"
	"github.com/axiomine/axiomine/tokenize/shard/internal/plan"
)

var flagEmbeddingDistilFormat = Format{
	Name:  "flagembedding-distil",
	About: "FlagEmbedding with a teacher: the groups of flagembedding, with pos_scores and neg_scores",
	Use:   "FlagEmbedding's trainers with --train_data DIR/flagembedding-distil/train-* --knowledge_distillation True",
	Needs: plan.Needs{Groups: true, Weights: true},
	// Pairs without both scores are left out.
	Parts:   func(p *plan.Plan) []encoding.Part { return flagEmbeddingGroups(p, "flagembedding-distil", true) },
	Folders: []encoding.Folder{{Name: "", As: flagEmbeddingLines(true)}},
}
