package shard

var stOfIDsFormat = format{
	name:  "st-ids",
	about: "sentence-transformers: config train of ids, texts once in queries and documents",
	use: "load_dataset(DIR, \"train\", split=\"train\") with the ids looked up in load_dataset(DIR, " +
		"\"queries\") and load_dataset(DIR, \"documents\")",
	needs:   needs{weights: true},
	parts:   stIDsParts,
	folders: []folder{{"", tableFiles{}}},
}

// stIDs is a row of the config train.
type stIDs struct {
	QueryID    *string `parquet:"query_id,optional,dict"`
	PositiveID *string `parquet:"positive_id,optional,dict"`
	NegativeID *string `parquet:"negative_id,optional,dict"`
}

type stQuery struct {
	ID   *string `parquet:"query_id,optional"`
	Text *string `parquet:"query,optional"`
}

type stDocument struct {
	ID   *string `parquet:"document_id,optional"`
	Text *string `parquet:"document,optional"`
}

// stIDsParts are the configs train, with ids, and queries and documents, with each text once: large data without repeated
// texts. The split train of queries and documents serves all splits.
func stIDsParts(p *plan) (parts []part) {
	p.pairwiseTasks("train", func(t task, config string) {
		ids := table[row, stIDs]{config: config, about: "ids for sentence-transformers; texts are in `queries` and `documents`",
			fill: func(b *batch, r row, out []stIDs) []stIDs {
				b.bytes += len(r.QueryID) + len(r.PosID) + len(r.NegID)
				return append(out, stIDs{&r.QueryID, &r.PosID, &r.NegID})
			}}
		parts = append(append(parts, ids.parts(p, t.views)...), metaParts(p, config, times[row](1), t.views)...)
	})
	queries, documents := p.texts(p.pairwise)
	if len(parts) == 0 {
		return nil
	}
	parts = append(parts, table[text, stQuery]{config: "queries", about: "the queries of all splits",
		fill: func(b *batch, t text, out []stQuery) []stQuery {
			return append(out, stQuery{&t.id, b.text(p.in.queryText(t.id))})
		}}.parts(p, []view[text]{newView("train", listed(queries), p.options, p.store.sizeOf)})...)
	return append(parts, table[text, stDocument]{config: "documents", about: "the documents of all splits",
		fill: func(b *batch, t text, out []stDocument) []stDocument {
			return append(out, stDocument{&t.id, b.text(p.in.docText(t.id))})
		}}.parts(p, []view[text]{newView("train", listed(documents), p.options, p.store.sizeOf)})...)
}
