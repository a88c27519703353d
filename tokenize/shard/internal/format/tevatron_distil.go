package format

import (
	"github.com/axiomine/axiomine/tokenize/shard/internal/encoding"
	"github.com/axiomine/axiomine/tokenize/shard/internal/plan"
)

var tevatronDistilFormat = Format{
	Name:    "tevatron-distil",
	About:   "tevatron distillation: the groups of tevatron, a score with every passage",
	Use:     "tevatron.retriever.driver.train_distil --dataset_name json --dataset_path DIR/tevatron-distil/train-00000-of-N.jsonl",
	Needs:   plan.Needs{Groups: true, Weights: true},
	Parts:   tevatronDistilParts,
	Folders: []encoding.Folder{{Name: "", As: tevatronLines(true)}},
}

// tevatronDistilParts returns the same groups for distillation, with the teacher's score of each
// passage. Pairs without both scores are left out.
func tevatronDistilParts(p *plan.Plan) []encoding.Part {
	return tevatronGroups(p, "tevatron-distil", true)
}
