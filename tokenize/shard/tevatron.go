package shard

import (
	"bytes"
	"encoding/json"
)

type tevatronPassage struct {
	DocID string   `json:"docid"`
	Title string   `json:"title"` // always there: the reranker asks for it without a check
	Text  string   `json:"text"`
	Score *float64 `json:"score,omitempty"` // for distillation: of every passage or of none
}

type tevatronGroup struct {
	QueryID   string            `json:"query_id"`
	Query     string            `json:"query"`
	Positives []tevatronPassage `json:"positive_passages"`
	Negatives []tevatronPassage `json:"negative_passages"`
	Weight    *float64          `json:"weight,omitempty"` // where any row has one but 1, or such a margin: of its pairs, the mean
	Margin    *float64          `json:"margin,omitempty"`
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

// tevatronParts are tevatron's training files: a group a line with its passages. A query has a line for each of its
// positives, so every negative of a line was said to rank below its positive.
func tevatronParts(p *plan) []part { return p.tevatron("tevatron", false) }

// tevatronDistilParts are the same groups for distillation, with the score that the teacher gives each passage. Pairs
// without both scores are left out.
func tevatronDistilParts(p *plan) []part { return p.tevatron("tevatron-distil", true) }

func (p *plan) tevatron(format string, scores bool) (parts []part) {
	passage := func(id string, score *float64) tevatronPassage {
		title, text, _ := p.in.Doc(id)
		return tevatronPassage{id, title, text, score}
	}
	taught := func(r row) (pos, neg *float64) {
		if !scores {
			return nil, nil
		}
		a, b := p.taught(r)
		return &a, &b
	}
	n := p.options.groupSize(8) - 1
	p.pairwiseTasks(format, func(t task, folder string) {
		if scores {
			t = p.scored(format, t)
		}
		parts = append(parts, lines[group]{folder: folder, extension: "jsonl", append: func(g group, line []byte) ([]byte, error) {
			first := g.row(0)
			score, _ := taught(first)
			out := tevatronGroup{QueryID: first.QueryID, Query: p.in.query(first.QueryID), Positives: []tevatronPassage{passage(first.PosID, score)}}
			out.Weight, out.Margin = p.groupLoss(g)
			for i := range p.width(g, n) {
				r := g.row(i)
				_, score := taught(r)
				out.Negatives = append(out.Negatives, passage(r.NegID, score))
			}
			return appendJSON(line, &out)
		}}.parts(p.sized(format, t, n))...)
	})
	return parts
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
		parts = append(parts, lines[group]{folder: folder, extension: "jsonl", append: func(g group, line []byte) ([]byte, error) {
			first := g.row(0)
			out := tevatronIDs{QueryID: first.QueryID, Query: p.in.query(first.QueryID), Positives: []string{first.PosID}}
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
	return append(parts, lines[text]{folder: "tevatron-corpus", extension: "jsonl", append: func(t text, line []byte) ([]byte, error) {
		title, body, _ := p.in.Doc(t.id)
		if title != "" {
			body = title + " " + body
		}
		return appendJSON(line, &tevatronDoc{t.id, body})
	}}.parts([]view[text]{newView("corpus", listed(corpus), p.options, p.store.sizeOf)})...)
}

// groupLoss are a group's weight and margin, where any pair has others than 1.
func (p *plan) groupLoss(g group) (weight, margin *float64) {
	if p.weighted == 0 {
		return nil, nil
	}
	w, m := g.loss(g.different())
	return &w, &m
}

// appendJSON appends a value as one line of JSON, without its end and with < as it is.
func appendJSON(line []byte, value any) ([]byte, error) {
	b := bytes.NewBuffer(line)
	enc := json.NewEncoder(b)
	enc.SetEscapeHTML(false)
	err := enc.Encode(value)
	return bytes.TrimSuffix(b.Bytes(), []byte("\n")), err
}
