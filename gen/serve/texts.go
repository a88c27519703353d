package serve

import (
	"context"

	"github.com/axiomine/axiomine/gen/mine"
	"github.com/axiomine/axiomine/internal/errs"
)

// queries lists the request's queries, or those of training, with their candidates.
func (s *Server) queries(_ context.Context, r *request) (any, error) {
	var list []*mine.Query
	for _, id := range r.Asked {
		q := s.byID[id]
		if q == nil {
			return nil, errs.BadUsage("leave queries out for those of training", "the topics have no query %q", id)
		}
		list = append(list, q)
	}
	if r.Asked == nil {
		for i := range s.training.Queries {
			list = append(list, &s.training.Queries[i])
		}
	}
	answer := newReply(&s.room, r.ID)
	addList(answer, "queries", len(list), stepRows, func(i int) string { return list[i].ID })
	addList(answer, "texts", len(list), 1, func(i int) string { return list[i].Text })
	addList(answer, "documents", len(list), 1, func(i int) []string {
		ids := make([]string, len(list[i].Docs))
		for j := range ids {
			ids[j] = list[i].Docs[j].ID(s.chain.Index)
		}
		return ids
	})
	return answer.finish()
}

// texts returns the texts of documents as they were indexed.
func (s *Server) texts(_ context.Context, r *request) (any, error) {
	x := s.chain.Index
	for _, id := range r.Docs {
		if _, ok := x.Doc(id); !ok {
			return nil, errs.BadUsage("is it of this collection?", "there is no document %q", id)
		}
	}
	answer := newReply(&s.room, r.ID)
	addList(answer, "texts", len(r.Docs), 1, func(i int) string {
		doc, _ := x.Doc(r.Docs[i])
		return x.Texts().FullText(doc)
	})
	return answer.finish()
}
