package shard

var stMarginNTupleFormat = format{
	name:  "st-margin-ntuple",
	about: "sentence-transformers: config margin-mse-n-tuple (n-tuple and the scores of all its documents)",
	use: "SentenceTransformerTrainer(model, train_dataset=load_dataset(DIR, \"margin-mse-n-tuple\", " +
		"split=\"train\"), loss=DistillKLDivLoss(model))",
	needs:   needs{groups: true, weights: true, sized: always},
	parts:   stMarginTupleParts,
	folders: []folder{{"", tableFiles{}}},
}

// stMarginTupleParts are the config margin-mse-n-tuple: the same, and the candidates' scores, the positive's first. Pairs
// without both scores are left out.
func stMarginTupleParts(p *plan) []part {
	return stTuples(p, "st-margin-ntuple", "margin-mse-n-tuple", "with the scores of all, the positive's first, for MarginMSELoss and DistillKLDivLoss", true)
}
