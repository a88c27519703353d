package serve

import (
	"context"
	"encoding/json"
	"math"

	"github.com/axiomine/axiomine/gen/analysis"
	"github.com/axiomine/axiomine/gen/index"
	"github.com/axiomine/axiomine/gen/mine"
	"github.com/axiomine/axiomine/gen/prepare"
	"github.com/axiomine/axiomine/internal/errs"
	"github.com/axiomine/axiomine/internal/safefile"
	"github.com/axiomine/axiomine/internal/ui/terminal"
)

// preferredPairs holds the pairs of one list that an axiom orders: the document with index Pos[i] in the list is preferred to Neg[i].
type preferredPairs struct {
	List  int     `json:"list"`
	Axiom int     `json:"axiom"`
	Pos   []int32 `json:"pos"`
	Neg   []int32 `json:"neg"`
}

// preferences answers the operations preferences and violated: the pairs by list and axiom, without empty groups. violated returns only the
// pairs that the scores order wrongly, or correctly by less than the margin. The field obeyed has the number of other preferences.
func (s *Server) preferences(ctx context.Context, r *request) (any, error) {
	queries, scores, err := s.lists(r, r.Op == "violated")
	if err != nil {
		return nil, err
	}
	m := prepare.NewMiner(s.chain)
	if r.Op == "violated" {
		m.Only = &mine.ViolationFilter{Scorer: scores, Margin: r.Margin}
	}
	answers := make([][]byte, len(queries)) // for each list, JSON objects with commas between them
	numObeyed := make([]int, len(queries))
	err = m.Run(ctx, queries, nil, func(_ int, _ *mine.Query, number int, f *mine.Found) error {
		for a, pairs := range f.Pairs {
			numObeyed[number] += f.NotViolated[a]
			if len(pairs) == 0 {
				continue
			}
			p := preferredPairs{List: number, Axiom: a, Pos: make([]int32, len(pairs)), Neg: make([]int32, len(pairs))}
			for i, in := range pairs {
				p.Pos[i], p.Neg[i] = in.Pos, in.Neg
			}
			raw, err := json.Marshal(p)
			if err != nil {
				return err
			}
			if err := s.limit.reserve(len(raw) + 1); err != nil {
				return err
			}
			if len(answers[number]) > 0 {
				answers[number] = append(answers[number], ',')
			}
			answers[number] = append(answers[number], raw...)
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	answer := newReply(&s.limit, r.ID)
	answer.addKey("pairs")
	answer.add([]byte("["))
	separator, total := []byte{}, 0
	for i, list := range answers {
		total += numObeyed[i]
		if len(list) > 0 {
			answer.appendRaw(separator)
			answer.appendRaw(list)
			separator = []byte{','}
		}
	}
	answer.add([]byte("]"))
	answer.addValue("obeyed", total)
	return answer.finish()
}

// lists returns the request's lists as queries with candidates, and the lists' scores. If needScores is true, every list must have scores.
// If it is false, a list with scores is an error.
func (s *Server) lists(r *request, needScores bool) ([]mine.Query, scoreLists, error) {
	queries, scores := make([]mine.Query, len(r.Lists)), make(scoreLists, len(r.Lists))
	x := s.chain.Index
	for i, l := range r.Lists {
		q := &queries[i]
		candidates := map[uint32]mine.Candidate{}
		switch topic := s.byID[l.Query]; {
		case (l.Query == "") == (l.Text == ""):
			return nil, nil, errs.BadUsage("give one of them", "list %d: a query is an id (query) or a text (text)", i)
		case l.Text != "" && l.Docs == nil:
			return nil, nil, errs.BadUsage("name its documents", "list %d: a text has no candidates of its own", i)
		case l.Text != "":
			q.ID, q.Text, q.Terms = l.Text, l.Text, index.AnalyseQuery(x, l.Text)
		case topic == nil:
			return nil, nil, errs.BadUsage("send its words as text", "list %d: the topics have no query %q", i, l.Query)
		default:
			q.ID, q.Text, q.Terms = topic.ID, topic.Text, topic.Terms
			for _, c := range topic.Docs {
				candidates[c.Doc] = c
			}
			if l.Docs == nil {
				q.Docs = topic.Docs
			}
		}
		if !needScores && l.Scores != nil {
			return nil, nil, errs.BadUsage("leave them out, or ask for violated", "list %d: preferences takes no scores", i)
		}
		if n := analysis.Distinct(q.Terms); n > safefile.QueryTerms {
			return nil, nil, errs.BadUsage("shorten the query", "list %d: the query has %s, more than %s", i,
				terminal.Plural(n, "distinct term", "distinct terms"), terminal.Group(safefile.QueryTerms))
		}
		inList := make(map[uint32]bool, len(l.Docs))
		for _, id := range l.Docs {
			doc, ok := x.Doc(id)
			if !ok {
				return nil, nil, errs.BadUsage("is it of this collection?", "list %d: there is no document %q", i, id)
			}
			if inList[doc] {
				return nil, nil, errs.BadUsage("name it once", "list %d: the document %q stands twice", i, id)
			}
			inList[doc] = true
			c, ok := candidates[doc]
			if !ok {
				c = mine.Candidate{Doc: doc, Score: math.NaN()}
			}
			q.Docs = append(q.Docs, c)
		}
		if needScores && len(l.Scores) != len(q.Docs) {
			return nil, nil, errs.BadUsage("give one for each document", "list %d: %s for %s", i,
				terminal.Plural(len(l.Scores), "score", "scores"), terminal.Plural(len(q.Docs), "document", "documents"))
		}
		scores[i] = l.Scores
	}
	return queries, scores, nil
}

// scoreLists holds scores by list and candidate.
type scoreLists [][]float64

// Scores returns the scores of list i.
func (s scoreLists) Scores(_ *mine.Query, i int) []float64 { return s[i] }

// ScoreMade returns no score: a list has no made documents.
func (s scoreLists) ScoreMade(*mine.Query, int, int, int) (float64, bool) { return 0, false }

// queries answers the operation queries: ids, texts and candidates of the queries in QueryIDs, or of all training queries.
func (s *Server) queries(_ context.Context, r *request) (any, error) {
	var list []*mine.Query
	for _, id := range r.QueryIDs {
		q := s.byID[id]
		if q == nil {
			return nil, errs.BadUsage("leave queries out for those of training", "the topics have no query %q", id)
		}
		list = append(list, q)
	}
	if r.QueryIDs == nil {
		for i := range s.training.Queries {
			list = append(list, &s.training.Queries[i])
		}
	}
	answer := newReply(&s.limit, r.ID)
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

// texts answers the operation texts: the texts of documents in the index.
func (s *Server) texts(_ context.Context, r *request) (any, error) {
	x := s.chain.Index
	for _, id := range r.Docs {
		if _, ok := x.Doc(id); !ok {
			return nil, errs.BadUsage("is it of this collection?", "there is no document %q", id)
		}
	}
	answer := newReply(&s.limit, r.ID)
	addList(answer, "texts", len(r.Docs), 1, func(i int) string {
		doc, _ := x.Doc(r.Docs[i])
		return x.Texts().FullText(doc)
	})
	return answer.finish()
}
