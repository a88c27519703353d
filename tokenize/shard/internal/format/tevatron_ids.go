package format

import (
	"reflect"
	"slices"

	"github.com/axiomine/axiomine/tokenize/shard/internal/encoding"
	"github.com/axiomine/axiomine/tokenize/shard/internal/plan"
)

var tevatronByIDFormat = Format{
	Name:  "tevatron-ids",
	About: "tevatron: the same by id, with a corpus",
	Use: "tevatron.retriever.driver.train --dataset_name json --dataset_path " +
		"DIR/tevatron-ids/train-00000-of-N.jsonl --corpus_name json --corpus_path DIR/tevatron-corpus/corpus-00000-of-N.jsonl",
	Needs:   plan.Needs{Groups: true, Weights: true},
	Parts:   tevatronIDsParts,
	Folders: []encoding.Folder{{Name: "tevatron-corpus", As: tevatronCorpus}, {Name: "", As: tevatronIDLines}},
}

type tevatronIDs struct {
	QueryID    string   `json:"query_id"`
	Query      string   `json:"query_text"`
	Positives  []string `json:"positive_document_ids"`
	Negatives  []string `json:"negative_document_ids"`
	NegSources []string `json:"negative_sources"` // of the negatives, in their order
	Weight     *float64 `json:"weight,omitempty"`
	Margin     *float64 `json:"margin,omitempty"`
}

type tevatronDoc struct {
	DocID string `json:"docid"`
	Text  string `json:"text"`
}

// tevatronIDsParts returns the same groups by document id, and a corpus of all documents beside
// them. Tevatron puts a space between title and text, and so does the corpus.
func tevatronIDsParts(p *plan.Plan) (parts []encoding.Part) {
	n := p.Options.Documents(8) - 1
	var corpus []plan.Text
	isAdded := make([]bool, len(p.Store.Info))
	p.PairwiseTasks("tevatron-ids", func(t plan.Task, folder string) {
		views := p.FixedGroups("tevatron-ids", t, n)
		for _, v := range views {
			for g := range v.Items.Each {
				first := g.Row(0)
				corpus = plan.NewText(corpus, isAdded, first.PosID, first.Pos)
				for i := range g.Different() {
					r := g.Row(i)
					corpus = plan.NewText(corpus, isAdded, r.NegID, r.Neg)
				}
			}
		}
		parts = append(parts, encoding.Lines[plan.Group]{Folder: folder, As: tevatronIDLines, Config: reflect.TypeFor[tevatronIDs](),
			Append: func(g plan.Group, line []byte) ([]byte, error) {
				first := g.Row(0)
				out := tevatronIDs{QueryID: first.QueryID, Query: p.In.QueryText(first.QueryID), Positives: []string{first.PosID}}
				out.Weight, out.Margin = p.GroupLoss(g, g.Different())
				out.NegSources = groupNegativeSources(g, n)
				for i := range n {
					out.Negatives = append(out.Negatives, g.Row(i).NegID)
				}
				return encoding.AppendJSON(line, &out)
			}}.Parts(views)...)
	})
	if len(parts) == 0 {
		return nil
	}
	return append(parts, encoding.Lines[plan.Text]{Folder: "tevatron-corpus", As: tevatronCorpus, Config: reflect.TypeFor[tevatronDoc](),
		Append: func(t plan.Text, line []byte) ([]byte, error) {
			title, body, _ := p.In.Doc(t.ID)
			if title != "" {
				body = title + " " + body
			}
			return encoding.AppendJSON(line, &tevatronDoc{t.ID, body})
		}}.Parts([]plan.View[plan.Text]{plan.NewView("corpus", plan.NewItems(corpus), p.Options, p.Store.SizeOf)})...)
}

var tevatronIDLines = encoding.Objects(func(g *tevatronIDs) string {
	if len(g.Positives) == 0 || len(g.Negatives) == 0 || slices.Contains(slices.Concat(g.Positives, g.Negatives), "") {
		return "has not a positive and a negative, each with an id"
	}
	return ""
})

var tevatronCorpus = encoding.Objects(func(d *tevatronDoc) string {
	if d.DocID == "" || d.Text == "" {
		return "has not an id and a text"
	}
	return ""
})
