package shard

var stCrossEncoderFormat = format{
	name:  "st-cross",
	about: "sentence-transformers CrossEncoder: config cross-encoder (query, passage, label 1 or 0)",
	use: "CrossEncoderTrainer(model, train_dataset=load_dataset(DIR, \"cross-encoder\", split=\"train\"), " +
		"loss=BinaryCrossEntropyLoss(model))",
	needs:      needs{weights: true},
	parts:      stCrossParts,
	candidates: stCrossCandidates,
	folders:    []folder{{"", tableFiles{}}},
}

type stCross struct {
	Query   *string  `parquet:"query,optional,dict"`
	Passage *string  `parquet:"passage,optional"`
	Label   *float32 `parquet:"label,optional,dict"`
}

// stCrossParts are the config cross-encoder: query, passage, label from 1 to 0 as a real number; a pair's positive, then its
// negative.
func stCrossParts(p *plan) (parts []part) {
	p.pairwiseTasks("cross-encoder", func(t task, config string) {
		pt := p.points(config, t.views, p.textInput, false)
		texts := table[row, stCross]{config: config, rows: pt.rows,
			about: "sentence-transformers CrossEncoder pairs, as for BinaryCrossEntropyLoss: of a pair the positive, then the negative, label 1 and 0",
			fill: func(b *batch, r row, out []stCross) []stCross {
				pt.each(r, func(_ uint32, doc string, label float64) {
					out = append(out, stCross{b.text(p.in.queryText(r.QueryID)), b.text(p.in.docText(doc)), single(&label)})
				})
				return out
			}}
		parts = append(append(parts, texts.parts(p, t.views)...), metaParts(p, config, pt.rows, t.views)...)
	})
	return parts
}

func stCrossCandidates(p *plan) []part {
	return stCandidates(p, "cross-encoder", "candidates to be scored, label 1 for a relevant one, as for CrossEncoder.predict", func(query, document *string, label int) stCross {
		return stCross{query, document, &realLabels[label]}
	})
}
