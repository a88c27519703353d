package format

import (
	"github.com/axiomine/axiomine/tokenize/shard/internal/encoding"
	"github.com/axiomine/axiomine/tokenize/shard/internal/plan"
)

var stMarginNTupleFormat = Format{
	Name:  "st-margin-ntuple",
	About: "sentence-transformers: config margin-mse-n-tuple (n-tuple and the scores of all its documents)",
	Use: "SentenceTransformerTrainer(model, train_dataset=load_dataset(DIR, \"margin-mse-n-tuple\", " +
		"split=\"train\"), loss=DistillKLDivLoss(model))",
	Needs:   plan.Needs{Groups: true, Weights: true},
	Parts:   stMarginTupleParts,
	Folders: []encoding.Folder{{Name: "", As: encoding.TableFiles{}}},
}

// stMarginTupleParts returns the config margin-mse-n-tuple: n-tuple with the candidates' scores,
// the positive's first. Pairs without both scores are left out.
func stMarginTupleParts(p *plan.Plan) []encoding.Part {
	return stTuples(p, "st-margin-ntuple", "margin-mse-n-tuple", "with the scores of all, the positive's first, for MarginMSELoss and "+
		"DistillKLDivLoss", true)
}
