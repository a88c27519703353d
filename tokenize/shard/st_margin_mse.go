package shard

var stMarginMSEFormat = format{
	name:  "st-margin-mse",
	about: "sentence-transformers: config margin-mse (triplet and the difference of the scores)",
	use: "SentenceTransformerTrainer(model, train_dataset=load_dataset(DIR, \"margin-mse\", " +
		"split=\"train\"), loss=MarginMSELoss(model))",
	needs:   needs{weights: true},
	parts:   stMarginParts,
	folders: []folder{{"", tableFiles{}}},
}

type stMargin struct {
	Anchor   *string  `parquet:"anchor,optional,dict"`
	Positive *string  `parquet:"positive,optional"`
	Negative *string  `parquet:"negative,optional"`
	Label    *float32 `parquet:"label,optional"`
}

// stMarginParts are the config margin-mse: anchor, positive, negative, and the difference of the scores, which is
// never below 0. Pairs without both scores are left out.
func stMarginParts(p *plan) (parts []part) {
	p.pairwiseTasks("margin-mse", func(t task, config string) {
		views := p.scored("st-margin-mse", t).views
		texts := table[row, stMargin]{config: config, about: "sentence-transformers triplets with the positive's score less the negative's, for MarginMSELoss",
			fill: func(b *batch, r row, out []stMargin) []stMargin {
				pos, neg := p.taught(r)
				margin := float32(pos - neg)
				return append(out, stMargin{b.text(p.in.queryText(r.QueryID)), b.text(p.in.docText(r.PosID)), b.text(p.in.docText(r.NegID)), &margin})
			}}
		parts = append(append(parts, texts.parts(p, views)...), metaParts(p, config, times[row](1), views)...)
	})
	return parts
}
