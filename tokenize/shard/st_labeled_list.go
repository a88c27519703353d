package shard

var stLabeledListsFormat = format{
	name:  "st-labeled-list",
	about: "sentence-transformers: config labeled-list (anchor, positive, labels), lists of the positive and its negatives",
	use: "SentenceTransformerTrainer(model, train_dataset=load_dataset(DIR, \"labeled-list\", " +
		"split=\"train\"), loss=LOSS), one that takes lists",
	needs:   needs{groups: true, weights: true, sized: always},
	parts:   stLabeledListParts,
	folders: []folder{{"", tableFiles{}}},
}

// stLabeledList is a row of the config labeled-list.
type stLabeledList struct {
	Anchor   *string   `parquet:"anchor,optional,dict"`
	Positive []string  `parquet:"positive,optional,list"`
	Labels   []float32 `parquet:"labels,optional,list"`
}

// stLabeledListParts are the config labeled-list: anchor, positive, labels: what listwise is for bi-encoders. The column of
// all documents is called positive, as the library's losses have it. All lists are equally long, since its collator makes one
// tensor of a batch's labels.
func stLabeledListParts(p *plan) (parts []part) {
	n := p.options.groupSize(8) - 1
	p.pairwiseTasks("labeled-list", func(t task, config string) {
		views := p.sized("st-labeled-list", t, n)
		texts := table[group, stLabeledList]{config: config, about: "sentence-transformers lists: a positive and its negatives of a query, label 1 and 0",
			fill: func(b *batch, g group, out []stLabeledList) []stLabeledList {
				l := stListOf(b, g, n)
				return append(out, stLabeledList{l.Query, l.Docs, l.Labels})
			}}
		parts = append(append(parts, texts.parts(p, views)...), groupMetaParts(p, config, views, group.different)...)
	})
	return parts
}
