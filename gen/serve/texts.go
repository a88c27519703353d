package serve

import (
	"context"
	"encoding/json"

	"github.com/axiomine/axiomine/configs/fault"
	"github.com/axiomine/axiomine/gen/mine"
)

// asked are queries with their candidates, in parallel lists.
type asked struct {
	ID        json.RawMessage `json:"id,omitempty"`
	Queries   []string        `json:"queries"`
	Texts     []string        `json:"texts"`
	Documents [][]string      `json:"documents"`
}

// queries lists the request's queries, or those of training, with their candidates.
func (s *Server) queries(_ context.Context, r *request) (any, error) {
	var list []*mine.Query
	for _, id := range r.Asked {
		q := s.byID[id]
		if q == nil {
			return nil, fault.BadUsage("leave queries out for those of training", "the topics have no query %q", id)
		}
		list = append(list, q)
	}
	if r.Asked == nil {
		for i := range s.training.Queries {
			list = append(list, &s.training.Queries[i])
		}
	}
	answer := asked{ID: r.ID, Queries: make([]string, len(list)), Texts: make([]string, len(list)), Documents: make([][]string, len(list))}
	for i, q := range list {
		answer.Queries[i], answer.Texts[i], answer.Documents[i] = q.ID, q.Text, make([]string, len(q.Docs))
		for j := range q.Docs {
			answer.Documents[i][j] = q.Docs[j].ID(s.sampler.Index)
		}
	}
	return answer, nil
}

// texts gives the texts of documents as they were indexed.
func (s *Server) texts(_ context.Context, r *request) (any, error) {
	x := s.sampler.Index
	texts := make([]string, len(r.Docs))
	for i, id := range r.Docs {
		doc, ok := x.Doc(id)
		if !ok {
			return nil, fault.BadUsage("is it of this collection?", "there is no document %q", id)
		}
		texts[i] = x.FullText(doc)
	}
	return struct {
		ID    json.RawMessage `json:"id,omitempty"`
		Texts []string        `json:"texts"`
	}{r.ID, texts}, nil
}
