package format

import (
	"github.com/axiomine/axiomine/tokenize/shard/internal/encoding"
	"github.com/axiomine/axiomine/tokenize/shard/internal/plan"
)

var stOfIDsFormat = Format{
	Name:  "st-ids",
	About: "sentence-transformers: config train of ids, texts once in queries and documents",
	Use: "load_dataset(DIR, \"train\", split=\"train\") with the ids looked up in load_dataset(DIR, " +
		"\"queries\") and load_dataset(DIR, \"documents\")",
	Needs:   plan.Needs{Weights: true},
	Parts:   stIDsParts,
	Folders: []encoding.Folder{{Name: "", As: encoding.TableFiles{}}},
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

// stIDsParts returns the configs train, with ids, and queries and documents, with each text once:
// large data without repeated texts. The split train of queries and documents serves all splits.
func stIDsParts(p *plan.Plan) (parts []encoding.Part) {
	p.PairwiseTasks("train", func(t plan.Task, config string) {
		ids := encoding.Table[plan.Row, stIDs]{Config: config, About: "ids for sentence-transformers; texts are in `queries` and `documents`",
			Fill: func(b *encoding.Batch, r plan.Row, out []stIDs) []stIDs {
				b.Bytes += len(r.QueryID) + len(r.PosID) + len(r.NegID)
				return append(out, stIDs{&r.QueryID, &r.PosID, &r.NegID})
			}}
		parts = append(append(parts, ids.Parts(p, t.Views)...), metaParts(p, config, encoding.Times[plan.Row](1), t.Views)...)
	})
	queries, documents := plan.ListTexts(p.Store, p.Pairwise, nil)
	if len(parts) == 0 {
		return nil
	}
	parts = append(parts, encoding.Table[plan.Text, stQuery]{Config: "queries", About: "the queries of all splits",
		Fill: func(b *encoding.Batch, t plan.Text, out []stQuery) []stQuery {
			return append(out, stQuery{&t.ID, b.Text(p.In.QueryText(t.ID))})
		}}.Parts(p, []plan.View[plan.Text]{plan.NewView("train", plan.NewItems(queries), p.Options, p.Store.SizeOf)})...)
	return append(parts, encoding.Table[plan.Text, stDocument]{Config: "documents", About: "the documents of all splits",
		Fill: func(b *encoding.Batch, t plan.Text, out []stDocument) []stDocument {
			return append(out, stDocument{&t.ID, b.Text(p.In.DocText(t.ID))})
		}}.Parts(p, []plan.View[plan.Text]{plan.NewView("train", plan.NewItems(documents), p.Options, p.Store.SizeOf)})...)
}
