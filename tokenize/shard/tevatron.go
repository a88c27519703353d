package shard

import (
	"reflect"
	"slices"
)

var tevatronFormat = format{
	name:  "tevatron",
	about: "tevatron: JSON lines of a query, its positive and negatives, as many as the group size",
	use: "tevatron.retriever.driver.train --dataset_name json --dataset_path " +
		"DIR/tevatron/train-00000-of-N.jsonl --train_group_size SIZE",
	needs:      needs{groups: true, weights: true},
	parts:      tevatronParts,
	candidates: tevatronCandidates,
	folders:    []folder{{"tevatron" + candidateMark, tevatronCandidateLines}, {"", tevatronLines(false)}},
}

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

// tevatronParts are tevatron's training files: a group a line with its passages. A query has a line for each of its
// positives, so every negative of a line was said to rank below its positive.
func tevatronParts(p *plan) []part { return tevatronGroups(p, "tevatron", false) }

func tevatronGroups(p *plan, format string, scores bool) (parts []part) {
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
		parts = append(parts, lines[group]{folder: folder, as: tevatronLines(scores), config: reflect.TypeFor[tevatronGroup](), append: func(g group, line []byte) ([]byte, error) {
			first := g.row(0)
			score, _ := taught(first)
			out := tevatronGroup{QueryID: first.QueryID, Query: p.in.queryText(first.QueryID), Positives: []tevatronPassage{passage(first.PosID, score)}}
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

// tevatronCandidate is a line of what tevatron's reranker scores.
type tevatronCandidate struct {
	QueryID string `json:"query_id"`
	Query   string `json:"query"`
	DocID   string `json:"docid"`
	Title   string `json:"title"`
	Text    string `json:"text"`
}

func tevatronCandidates(p *plan) []part {
	return lines[candidate]{folder: "tevatron" + candidateMark, as: tevatronCandidateLines, append: func(c candidate, line []byte) ([]byte, error) {
		title, text, _ := p.in.Doc(c.docID)
		return appendJSON(line, &tevatronCandidate{c.queryID, p.in.queryText(c.queryID), c.docID, title, text})
	}}.parts(p.candidates)
}

// tevatronLines have passages on both sides, each with a score or none.
func tevatronLines(scores bool) lineFiles {
	return objects(func(g *tevatronGroup) string {
		if len(g.Positives) == 0 || len(g.Negatives) == 0 {
			return "has no positive or no negative passage"
		}
		for _, passage := range slices.Concat(g.Positives, g.Negatives) {
			if passage.DocID == "" || passage.Title == "" && passage.Text == "" {
				return "has a passage without an id or without a text"
			}
			if (passage.Score != nil) != scores {
				return "has passages that are to have a score, or to have none"
			}
		}
		return ""
	})
}

var tevatronCandidateLines = objects(func(c *tevatronCandidate) string {
	if c.QueryID == "" || c.Query == "" || c.DocID == "" {
		return "has not a query and a document"
	}
	return ""
})
