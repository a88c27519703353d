package shard

var stPairsFormat = format{
	name:  "st-pairs",
	about: "sentence-transformers: config labeled-pair (anchor, positive, label 1 or 0)",
	use: "SentenceTransformerTrainer(model, train_dataset=load_dataset(DIR, \"labeled-pair\", " +
		"split=\"train\"), loss=ContrastiveLoss(model))",
	needs:      needs{weights: true},
	parts:      stPairsParts,
	candidates: stPairCandidates,
	folders:    []folder{{"", tableFiles{}}},
}

type stPair struct {
	Anchor   *string `parquet:"anchor,optional,dict"`
	Positive *string `parquet:"positive,optional"`
	Label    *int64  `parquet:"label,optional,dict"`
}

// stSoftPair is stPair with a label between the classes.
type stSoftPair struct {
	Anchor   *string  `parquet:"anchor,optional,dict"`
	Positive *string  `parquet:"positive,optional"`
	Label    *float32 `parquet:"label,optional,dict"`
}

// stPairsParts are the config labeled-pair: anchor, positive, label 1 or 0; a pair's positive, then its negative.
func stPairsParts(p *plan) (parts []part) {
	const about = "sentence-transformers labelled pairs, as for ContrastiveLoss: of a pair the positive, then the negative"
	p.pairwiseTasks("labeled-pair", func(t task, config string) {
		pt := p.points(config, t.views, p.textInput, false)
		if pt.soft {
			parts = append(parts, table[row, stSoftPair]{config: config, about: about + "; label is the share of pairs that prefer the document", rows: pt.rows,
				fill: func(b *batch, r row, out []stSoftPair) []stSoftPair {
					pt.each(r, func(_ uint32, doc string, label float64) {
						out = append(out, stSoftPair{b.text(p.in.queryText(r.QueryID)), b.text(p.in.docText(doc)), single(&label)})
					})
					return out
				}}.parts(p, t.views)...)
		} else {
			parts = append(parts, table[row, stPair]{config: config, about: about + ", label 1 and 0", rows: pt.rows,
				fill: func(b *batch, r row, out []stPair) []stPair {
					pt.each(r, func(_ uint32, doc string, label float64) {
						out = append(out, stPair{b.text(p.in.queryText(r.QueryID)), b.text(p.in.docText(doc)), &classIDs[int(label)]})
					})
					return out
				}}.parts(p, t.views)...)
		}
		parts = append(parts, metaParts(p, config, pt.rows, t.views)...)
	})
	return parts
}

func stPairCandidates(p *plan) []part {
	return stCandidates(p, "labeled-pair", "candidates to be scored, label 1 for a relevant one", func(query, document *string, label int) stPair {
		return stPair{query, document, &classIDs[label]}
	})
}
