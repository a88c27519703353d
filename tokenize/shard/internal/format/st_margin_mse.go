package format

import (
	"github.com/axiomine/axiomine/tokenize/shard/internal/encoding"
	"github.com/axiomine/axiomine/tokenize/shard/internal/plan"
)

var stMarginMSEFormat = Format{
	Name:  "st-margin-mse",
	About: "sentence-transformers: config margin-mse (triplet and the difference of the scores)",
	Use: "SentenceTransformerTrainer(model, train_dataset=load_dataset(DIR, \"margin-mse\", " +
		"split=\"train\"), loss=MarginMSELoss(model))",
	Needs:   plan.Needs{Weights: true},
	Parts:   stMarginParts,
	Folders: []encoding.Folder{{Name: "", As: encoding.TableFiles{}}},
}

type stMargin struct {
	Anchor   *string  `parquet:"anchor,optional,dict"`
	Positive *string  `parquet:"positive,optional"`
	Negative *string  `parquet:"negative,optional"`
	Label    *float32 `parquet:"label,optional"`
}

// stMarginParts returns the config margin-mse: anchor, positive, negative, and the difference of
// the scores, which is never below 0. Pairs without both scores are left out.
func stMarginParts(p *plan.Plan) (parts []encoding.Part) {
	p.PairwiseTasks("margin-mse", func(t plan.Task, config string) {
		views := p.TaskWithScores("st-margin-mse", t).Views
		texts := encoding.Table[plan.Row, stMargin]{Config: config, About: "sentence-transformers triplets with the positive's score less " +
			"the negative's, for MarginMSELoss",
			Fill: func(b *encoding.Batch, r plan.Row, out []stMargin) []stMargin {
				pos, neg := p.TaughtScores(r)
				margin := float32(pos - neg)
				return append(out, stMargin{b.Text(p.In.QueryText(r.QueryID)), b.Text(p.In.DocText(r.PosID)), b.Text(p.In.DocText(r.NegID)), &margin})
			}}
		parts = append(append(parts, texts.Parts(p, views)...), metaParts(p, config, encoding.Times[plan.Row](1), views)...)
	})
	return parts
}
