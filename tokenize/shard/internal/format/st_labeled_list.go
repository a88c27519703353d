package format

import (
	"github.com/axiomine/axiomine/tokenize/shard/internal/encoding"
	"github.com/axiomine/axiomine/tokenize/shard/internal/plan"
)

var stLabeledListsFormat = Format{
	Name:  "st-labeled-list",
	About: "sentence-transformers: config labeled-list (anchor, positive, labels), lists of the positive and its negatives",
	Use: "SentenceTransformerTrainer(model, train_dataset=load_dataset(DIR, \"labeled-list\", " +
		"split=\"train\"), loss=LOSS), one that takes lists",
	Needs:   plan.Needs{Groups: true, Weights: true},
	Parts:   stLabeledListParts,
	Folders: []encoding.Folder{{Name: "", As: encoding.TableFiles{}}},
}

// stLabeledList is a row of the config labeled-list.
type stLabeledList struct {
	Anchor   *string   `parquet:"anchor,optional,dict"`
	Positive []string  `parquet:"positive,optional,list"`
	Labels   []float32 `parquet:"labels,optional,list"`
}

// stLabeledListParts returns the config labeled-list: anchor, positive, labels. It is for
// bi-encoders what listwise is for cross-encoders. The column of all documents is called positive,
// as the library's losses have it. All lists are equally long, since its collator makes one tensor
// from a batch's labels.
func stLabeledListParts(p *plan.Plan) (parts []encoding.Part) {
	n := p.Options.Documents(8) - 1
	p.PairwiseTasks("labeled-list", func(t plan.Task, config string) {
		views := p.FixedGroups("st-labeled-list", t, n)
		texts := encoding.Table[plan.Group, stLabeledList]{Config: config,
			About: "sentence-transformers lists: a positive and its negatives of a query, label 1 and 0",
			Fill: func(b *encoding.Batch, g plan.Group, out []stLabeledList) []stLabeledList {
				l := newList(b, g, n)
				return append(out, stLabeledList{l.Query, l.Docs, l.Labels})
			}}
		parts = append(append(parts, texts.Parts(p, views)...), groupMetaParts(p, config, views, plan.Group.Different)...)
	})
	return parts
}
