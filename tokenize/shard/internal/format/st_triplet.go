package format

import (
	"github.com/axiomine/axiomine/tokenize/shard/internal/encoding"
	"github.com/axiomine/axiomine/tokenize/shard/internal/plan"
)

var stTripletFormat = Format{
	Name:  "st-triplet",
	About: "sentence-transformers: config triplet (anchor, positive, negative)",
	Use: "SentenceTransformerTrainer(model, train_dataset=load_dataset(DIR, \"triplet\", split=\"train\"), " +
		"loss=MultipleNegativesRankingLoss(model))",
	Needs:   plan.Needs{Weights: true},
	Parts:   stTripletParts,
	Folders: []encoding.Folder{{Name: "", As: encoding.TableFiles{}}},
}

type stTriplet struct {
	Anchor   *string `parquet:"anchor,optional,dict"`
	Positive *string `parquet:"positive,optional"`
	Negative *string `parquet:"negative,optional"`
}

// stTripletParts returns the config triplet: anchor, positive, negative.
func stTripletParts(p *plan.Plan) (parts []encoding.Part) {
	p.PairwiseTasks("triplet", func(t plan.Task, config string) {
		texts := encoding.Table[plan.Row, stTriplet]{Config: config,
			About: "sentence-transformers triplets, as for MultipleNegativesRankingLoss and TripletLoss",
			Fill: func(b *encoding.Batch, r plan.Row, out []stTriplet) []stTriplet {
				query, pos, neg := p.TextsOf(r)
				return append(out, stTriplet{b.Text(query), b.Text(pos), b.Text(neg)})
			}}
		parts = append(append(parts, texts.Parts(p, t.Views)...), metaParts(p, config, encoding.Times[plan.Row](1), t.Views)...)
	})
	return parts
}
