package shard

import (
	"reflect"
	"slices"
)

var tevatronByIDFormat = format{
	name:  "tevatron-ids",
	about: "tevatron: the same by id, with a corpus",
	use: "tevatron.retriever.driver.train --dataset_name json --dataset_path " +
		"DIR/tevatron-ids/train-00000-of-N.jsonl --corpus_name json --corpus_path DIR/tevatron-corpus/corpus-00000-of-N.jsonl",
	needs:   needs{groups: true, weights: true},
	parts:   tevatronIDsParts,
	folders: []folder{{"tevatron-corpus", tevatronCorpus}, {"", tevatronIDLines}},
}

type tevatronIDs struct {
	QueryID   string   `json:"query_id"`
	Query     string   `json:"query_text"`
	Positives []string `json:"positive_document_ids"`
	Negatives []string `json:"negative_document_ids"`
	Weight    *float64 `json:"weight,omitempty"`
	Margin    *float64 `json:"margin,omitempty"`
}

type tevatronDoc struct {
	DocID string `json:"docid"`
	Text  string `json:"text"`
}

// tevatronIDsParts are the same groups by document id, and a corpus of all documents beside them. Tevatron puts a space
// between title and text, and so does the corpus.
func tevatronIDsParts(p *plan) (parts []part) {
	n := p.options.groupSize(8) - 1
	var corpus []text
	seen := make([]bool, len(p.store.info))
	p.pairwiseTasks("tevatron-ids", func(t task, folder string) {
		views := p.sized("tevatron-ids", t, n)
		for _, v := range views {
			for g := range v.items.each {
				first := g.row(0)
				corpus = newText(corpus, seen, first.PosID, first.pos)
				for i := range g.different() {
					r := g.row(i)
					corpus = newText(corpus, seen, r.NegID, r.neg)
				}
			}
		}
		parts = append(parts, lines[group]{folder: folder, as: tevatronIDLines, config: reflect.TypeFor[tevatronIDs](), append: func(g group, line []byte) ([]byte, error) {
			first := g.row(0)
			out := tevatronIDs{QueryID: first.QueryID, Query: p.in.queryText(first.QueryID), Positives: []string{first.PosID}}
			out.Weight, out.Margin = p.groupLoss(g)
			for i := range p.width(g, n) {
				out.Negatives = append(out.Negatives, g.row(i).NegID)
			}
			return appendJSON(line, &out)
		}}.parts(views)...)
	})
	if len(parts) == 0 {
		return nil
	}
	return append(parts, lines[text]{folder: "tevatron-corpus", as: tevatronCorpus, config: reflect.TypeFor[tevatronDoc](), append: func(t text, line []byte) ([]byte, error) {
		title, body, _ := p.in.Doc(t.id)
		if title != "" {
			body = title + " " + body
		}
		return appendJSON(line, &tevatronDoc{t.id, body})
	}}.parts([]view[text]{newView("corpus", listed(corpus), p.options, p.store.sizeOf)})...)
}

var tevatronIDLines = objects(func(g *tevatronIDs) string {
	if len(g.Positives) == 0 || len(g.Negatives) == 0 || slices.Contains(slices.Concat(g.Positives, g.Negatives), "") {
		return "has not a positive and a negative, each with an id"
	}
	return ""
})

var tevatronCorpus = objects(func(d *tevatronDoc) string {
	if d.DocID == "" || d.Text == "" {
		return "has not an id and a text"
	}
	return ""
})
