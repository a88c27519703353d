package serve

import (
	"context"
	"encoding/json"
	"math"

	"github.com/axiomine/axiomine/configs/fault"
	"github.com/axiomine/axiomine/configs/progress"
	"github.com/axiomine/axiomine/gen/mine"
)

// rows are drawn training rows by column; Axiom holds numbers of Axioms, of which "" stands for judged pairs.
type rows struct {
	ID     json.RawMessage `json:"id,omitempty"`
	Axioms []string        `json:"axioms"`
	Query  []string        `json:"query"`
	Pos    []string        `json:"pos"`
	Neg    []string        `json:"neg"`
	Axiom  []int           `json:"axiom"`
	Weight []float64       `json:"weight"`
	Margin []float64       `json:"margin"`
}

// draw samples the training split as gen does under the server's configuration, with the request's seed; which labels are in use stays
// with the configuration's. Where the request has scores of training queries, axiomatic pairs are those that they violate; a query
// or document without a score gives none.
func (s *Server) draw(ctx context.Context, r *request) (any, error) {
	var only *mine.Violated
	if r.Lists != nil { // none at all violate nothing
		by, err := s.scored(r)
		if err != nil {
			return nil, err
		}
		only = &mine.Violated{By: by, Margin: r.Margin}
	}
	drawer, err := s.sampler.Drawer(s.training, only)
	if err != nil {
		return nil, err
	}
	if r.Seed != nil {
		drawer.Labels = drawer.Labelled() // the configuration's: another seed would look at more labels than judged_queries
		drawer.Options.Seed = *r.Seed
	}
	var silent *progress.Printer
	wanted, _ := s.sampler.Wanted(drawer)
	result, err := drawer.Draw(ctx, wanted, drawer.Options.Regular, silent.Stage("sample", "queries", len(drawer.Queries)))
	if err != nil {
		return nil, err
	}
	loss, err := drawer.Axioms.Loss(s.sampler.Config, result)
	if err != nil {
		return nil, err
	}
	table, err := drawer.Rows(ctx, result, loss, silent.Stage("rows", "rows", 0))
	if err != nil {
		return nil, err
	}
	n := table.Len()
	answer := rows{ID: r.ID, Axioms: []string{}, Query: make([]string, n), Pos: make([]string, n), Neg: make([]string, n),
		Axiom: make([]int, n), Weight: make([]float64, n), Margin: make([]float64, n)}
	number := map[string]int{}
	for i, p := range table.Rows() {
		at, ok := number[p.Axiom]
		if !ok {
			at = len(answer.Axioms)
			number[p.Axiom], answer.Axioms = at, append(answer.Axioms, p.Axiom)
		}
		answer.Query[i], answer.Pos[i], answer.Neg[i] = p.QueryID, p.PosID, p.NegID
		answer.Axiom[i], answer.Weight[i], answer.Margin[i] = at, p.Weight, p.Margin
	}
	return answer, nil
}

// scored are the request's scores by training query.
func (s *Server) scored(r *request) (given, error) {
	place := make(map[string]int, len(s.training.Queries))
	scores := make(given, len(s.training.Queries))
	for i := range s.training.Queries {
		place[s.training.Queries[i].ID] = i
	}
	queries, lists, err := s.lists(r, true)
	if err != nil {
		return nil, err
	}
	for i := range scores {
		scores[i] = make([]float64, len(s.training.Queries[i].Docs))
		for j := range scores[i] {
			scores[i][j] = math.NaN()
		}
	}
	listed := map[int]bool{}
	for i := range queries {
		at, ok := place[r.Lists[i].Query]
		if !ok {
			return nil, fault.BadUsage("rows are drawn of training queries; the operation violated takes any",
				"list %d: %q is no training query", i, queries[i].ID)
		}
		if listed[at] {
			return nil, fault.BadUsage("put its documents in one list", "list %d: the query %q has a list already", i, queries[i].ID)
		}
		listed[at] = true
		byDoc := make(map[uint32]float64, len(queries[i].Docs))
		for j, c := range queries[i].Docs {
			byDoc[c.Doc] = lists[i][j]
		}
		for j, c := range s.training.Queries[at].Docs {
			if score, ok := byDoc[c.Doc]; ok && c.Made == 0 {
				scores[at][j] = score
			}
		}
	}
	return scores, nil
}
