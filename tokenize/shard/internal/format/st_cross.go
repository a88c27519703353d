package format

import (
	"github.com/axiomine/axiomine/tokenize/shard/internal/encoding"
	"github.com/axiomine/axiomine/tokenize/shard/internal/plan"
)

var stCrossEncoderFormat = Format{
	Name:  "st-cross",
	About: "sentence-transformers CrossEncoder: config cross-encoder (query, passage, label 1 or 0)",
	Use: "CrossEncoderTrainer(model, train_dataset=load_dataset(DIR, \"cross-encoder\", split=\"train\"), " +
		"loss=BinaryCrossEntropyLoss(model))",
	Needs:      plan.Needs{Weights: true},
	Parts:      stCrossParts,
	Candidates: stCrossCandidates,
	Folders:    []encoding.Folder{{Name: "", As: encoding.TableFiles{}}},
}

type stCross struct {
	Query   *string  `parquet:"query,optional,dict"`
	Passage *string  `parquet:"passage,optional"`
	Label   *float32 `parquet:"label,optional,dict"`
}

// stCrossParts returns the config cross-encoder: query, passage, label from 1 to 0 as a real
// number; a pair's positive, then its negative.
func stCrossParts(p *plan.Plan) (parts []encoding.Part) {
	p.PairwiseTasks("cross-encoder", func(t plan.Task, config string) {
		pt := p.Points(config, t.Views, plan.TextInput(p.Store), false)
		texts := encoding.Table[plan.Row, stCross]{Config: config, Rows: pt.Rows,
			About: "sentence-transformers CrossEncoder pairs, as for BinaryCrossEntropyLoss: of a pair the positive, then the negative, label 1 " +
				"and 0",
			Fill: func(b *encoding.Batch, r plan.Row, out []stCross) []stCross {
				pt.Each(r, func(_ uint32, doc string, label float64) {
					out = append(out, stCross{b.Text(p.In.QueryText(r.QueryID)), b.Text(p.In.DocText(doc)), single(&label)})
				})
				return out
			}}
		parts = append(append(parts, texts.Parts(p, t.Views)...), metaParts(p, config, pt.Rows, t.Views)...)
	})
	return parts
}

func stCrossCandidates(p *plan.Plan) []encoding.Part {
	return stCandidates(p, "cross-encoder", "candidates to be scored, label 1 for a relevant one, as for CrossEncoder.predict",
		func(query, document *string, label int) stCross {
			return stCross{query, document, &realLabels[label]}
		})
}
