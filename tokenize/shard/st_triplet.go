package shard

var stTripletFormat = format{
	name:  "st-triplet",
	about: "sentence-transformers: config triplet (anchor, positive, negative)",
	use: "SentenceTransformerTrainer(model, train_dataset=load_dataset(DIR, \"triplet\", split=\"train\"), " +
		"loss=MultipleNegativesRankingLoss(model))",
	needs:   needs{weights: true},
	parts:   stTripletParts,
	folders: []folder{{"", tableFiles{}}},
}

type stTriplet struct {
	Anchor   *string `parquet:"anchor,optional,dict"`
	Positive *string `parquet:"positive,optional"`
	Negative *string `parquet:"negative,optional"`
}

// stTripletParts are the config triplet: anchor, positive, negative.
func stTripletParts(p *plan) (parts []part) {
	p.pairwiseTasks("triplet", func(t task, config string) {
		texts := table[row, stTriplet]{config: config, about: "sentence-transformers triplets, as for MultipleNegativesRankingLoss and TripletLoss",
			fill: func(b *batch, r row, out []stTriplet) []stTriplet {
				return append(out, stTriplet{b.text(p.in.queryText(r.QueryID)), b.text(p.in.docText(r.PosID)), b.text(p.in.docText(r.NegID))})
			}}
		parts = append(append(parts, texts.parts(p, t.views)...), metaParts(p, config, times[row](1), t.views)...)
	})
	return parts
}
