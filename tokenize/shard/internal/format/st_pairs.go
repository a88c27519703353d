package format

import (
	"github.com/axiomine/axiomine/tokenize/shard/internal/encoding"
	"github.com/axiomine/axiomine/tokenize/shard/internal/plan"
)

var stPairsFormat = Format{
	Name:  "st-pairs",
	About: "sentence-transformers: config labeled-pair (anchor, positive, label 1 or 0)",
	Use: "SentenceTransformerTrainer(model, train_dataset=load_dataset(DIR, \"labeled-pair\", " +
		"split=\"train\"), loss=ContrastiveLoss(model))",
	Needs:      plan.Needs{Weights: true},
	Parts:      stPairsParts,
	Candidates: stPairCandidates,
	Folders:    []encoding.Folder{{Name: "", As: encoding.TableFiles{}}},
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

// stPairsParts returns the config labeled-pair: anchor, positive, label 1 or 0; a pair's positive,
// then its negative.
func stPairsParts(p *plan.Plan) (parts []encoding.Part) {
	const about = "sentence-transformers labelled pairs, as for ContrastiveLoss: of a pair the positive, then the negative"
	p.PairwiseTasks("labeled-pair", func(t plan.Task, config string) {
		pt := p.Points(config, t.Views, plan.TextInput(p.Store), false)
		if pt.Soft {
			parts = append(parts, encoding.Table[plan.Row, stSoftPair]{Config: config,
				About: about + "; label is the share of pairs that prefer the document", Rows: pt.Rows,
				Fill: func(b *encoding.Batch, r plan.Row, out []stSoftPair) []stSoftPair {
					pt.Each(r, func(_ uint32, doc string, label float64) {
						out = append(out, stSoftPair{b.Text(p.In.QueryText(r.QueryID)), b.Text(p.In.DocText(doc)), single(&label)})
					})
					return out
				}}.Parts(p, t.Views)...)
		} else {
			parts = append(parts, encoding.Table[plan.Row, stPair]{Config: config, About: about + ", label 1 and 0", Rows: pt.Rows,
				Fill: func(b *encoding.Batch, r plan.Row, out []stPair) []stPair {
					pt.Each(r, func(_ uint32, doc string, label float64) {
						out = append(out, stPair{b.Text(p.In.QueryText(r.QueryID)), b.Text(p.In.DocText(doc)), &classIDs[int(label)]})
					})
					return out
				}}.Parts(p, t.Views)...)
		}
		parts = append(parts, metaParts(p, config, pt.Rows, t.Views)...)
	})
	return parts
}

func stPairCandidates(p *plan.Plan) []encoding.Part {
	return stCandidates(p, "labeled-pair", "candidates to be scored, label 1 for a relevant one",
		func(query, document *string, label int) stPair {
			return stPair{query, document, &classIDs[label]}
		})
}
