package format

import (
	"reflect"
	"slices"

	"github.com/axiomine/axiomine/tokenize/shard/internal/encoding"
	"github.com/axiomine/axiomine/tokenize/shard/internal/plan"
)

var tevatronFormat = Format{
	Name:  "tevatron",
	About: "tevatron: JSON lines of a query, its positive and negatives, as many as the group size",
	Use: "tevatron.retriever.driver.train --dataset_name json --dataset_path " +
		"DIR/tevatron/train-00000-of-N.jsonl --train_group_size SIZE",
	Needs:      plan.Needs{Groups: true, Weights: true},
	Parts:      tevatronParts,
	Candidates: tevatronCandidates,
	Folders:    []encoding.Folder{{Name: "tevatron" + plan.CandidateMark, As: tevatronCandidateLines}, {Name: "", As: tevatronLines(false)}},
}

type tevatronPassage struct {
	DocID string   `json:"docid"`
	Title string   `json:"title"` // always there: the reranker asks for it without a check
	Text  string   `json:"text"`
	Score *float64 `json:"score,omitempty"` // for distillation: of every passage or of none
}

type tevatronGroup struct {
	QueryID    string            `json:"query_id"`
	Query      string            `json:"query"`
	Positives  []tevatronPassage `json:"positive_passages"`
	Negatives  []tevatronPassage `json:"negative_passages"`
	NegSources []string          `json:"negative_sources"` // of the negatives, in their order
	Weight     *float64          `json:"weight,omitempty"` // where any row has one but 1, or such a margin: of its pairs, the mean
	Margin     *float64          `json:"margin,omitempty"`
}

// tevatronParts returns tevatron's training files: a group a line with its passages. A query has a
// line for each of its positives, so every negative of a line ranks below its positive.
func tevatronParts(p *plan.Plan) []encoding.Part { return tevatronGroups(p, "tevatron", false) }

func tevatronGroups(p *plan.Plan, format string, scores bool) (parts []encoding.Part) {
	passage := func(id string, score *float64) tevatronPassage {
		title, text, _ := p.In.Doc(id)
		return tevatronPassage{id, title, text, score}
	}
	scoresOf := func(r plan.Row) (pos, neg *float64) {
		if !scores {
			return nil, nil
		}
		a, b := p.TaughtScores(r)
		return &a, &b
	}
	n := p.Options.Documents(8) - 1
	p.PairwiseTasks(format, func(t plan.Task, folder string) {
		if scores {
			t = p.TaskWithScores(format, t)
		}
		parts = append(parts, encoding.Lines[plan.Group]{Folder: folder, As: tevatronLines(scores), Config: reflect.TypeFor[tevatronGroup](),
			Append: func(g plan.Group, line []byte) ([]byte, error) {
				first := g.Row(0)
				score, _ := scoresOf(first)
				out := tevatronGroup{QueryID: first.QueryID, Query: p.In.QueryText(first.QueryID), Positives: []tevatronPassage{passage(first.PosID,
					score)}}
				out.Weight, out.Margin = p.GroupLoss(g, g.Different())
				out.NegSources = groupNegativeSources(g, n)
				for i := range n {
					r := g.Row(i)
					_, score := scoresOf(r)
					out.Negatives = append(out.Negatives, passage(r.NegID, score))
				}
				return encoding.AppendJSON(line, &out)
			}}.Parts(p.FixedGroups(format, t, n))...)
	})
	return parts
}

// tevatronCandidate is a line that tevatron's reranker scores.
type tevatronCandidate struct {
	QueryID string `json:"query_id"`
	Query   string `json:"query"`
	DocID   string `json:"docid"`
	Title   string `json:"title"`
	Text    string `json:"text"`
}

func tevatronCandidates(p *plan.Plan) []encoding.Part {
	return encoding.Lines[plan.Candidate]{Folder: "tevatron" + plan.CandidateMark, As: tevatronCandidateLines,
		Append: func(c plan.Candidate, line []byte) ([]byte, error) {
			title, text, _ := p.In.Doc(c.DocID)
			return encoding.AppendJSON(line, &tevatronCandidate{c.QueryID, p.In.QueryText(c.QueryID), c.DocID, title, text})
		}}.Parts(p.Candidates)
}

// tevatronLines returns the encoding: passages on both sides, each with a score or none with one.
func tevatronLines(scores bool) encoding.LineFiles {
	return encoding.Objects(func(g *tevatronGroup) string {
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

var tevatronCandidateLines = encoding.Objects(func(c *tevatronCandidate) string {
	if c.QueryID == "" || c.Query == "" || c.DocID == "" {
		return "has not a query and a document"
	}
	return ""
})
