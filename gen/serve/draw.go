package serve

import (
	"context"
	"math"

	"github.com/axiomine/axiomine/gen/account"
	"github.com/axiomine/axiomine/gen/dataset"
	"github.com/axiomine/axiomine/gen/mine"
	"github.com/axiomine/axiomine/gen/quota"
	"github.com/axiomine/axiomine/gen/sample"
	"github.com/axiomine/axiomine/internal/errs"
	"github.com/axiomine/axiomine/internal/ui/progress"
	"github.com/axiomine/axiomine/tokenize/pairs"
)

// draw answers the operation draw: it draws training rows as gen does, with the request's seed. The seed does not change the set of labels
// in use. If the request has scores of training queries, it draws only axiomatic pairs that the scores violate. A query or document without
// a score has no such pairs.
func (s *Server) draw(ctx context.Context, r *request) (any, error) {
	var filter *mine.ViolationFilter
	unused := 0
	if r.Lists != nil { // an empty list violates nothing
		scores, count, err := s.readScores(r)
		if err != nil {
			return nil, err
		}
		filter, unused = &mine.ViolationFilter{Scorer: scores, Margin: r.Margin}, count
	}
	drawer, err := dataset.NewDrawer(s.chain, s.training, filter)
	if err != nil {
		return nil, err
	}
	if r.Seed != nil {
		drawer.Labels = drawer.HasLabels() // the configuration's seed decides, so that all draws use the same labels
		drawer.Options.Seed = *r.Seed
	}
	var silent *progress.Printer // nil prints nothing
	amounts, _, err := dataset.SampleSizes(s.chain.Run.Config.Gen.Budget, drawer)
	if err != nil {
		return nil, err
	}
	result, err := drawer.Draw(ctx, amounts, drawer.Options.Judged, silent.Stage("sample", "queries", len(drawer.Queries)))
	if err != nil {
		return nil, err
	}
	loss, err := drawer.Axioms.Loss(s.chain.Run.Config, result)
	if err != nil {
		return nil, err
	}
	table, err := drawer.Rows(ctx, result, loss, silent.Stage("rows", "rows", 0))
	if err != nil {
		return nil, err
	}
	var unmet []account.Unmet
	if filter == nil { // with a filter, fewer pairs are expected
		unmet = s.unmetBy(drawer, result, loss)
	}
	return s.rows(r, table.Rows(), unmet, unused)
}

// unmetBy returns the requested amounts that a draw does not reach, and adds them to Unmet. It returns nil unless gen.on_shortage is fail.
func (s *Server) unmetBy(drawer *dataset.Drawer, result *sample.Result, loss quota.Loss) []account.Unmet {
	p := s.chain
	if p.Run.Config.Gen.OnShortage != quota.Fail {
		return nil
	}
	g, report := &p.Run.Config.Gen, &account.Report{}
	report.Ask(account.Asked(g, drawer.CountJudged(), result.JudgedLedger.Found)...)
	report.AddSample(s.training.Name, g, result, drawer.Options, drawer.Axioms.Pools, loss)
	unmet := report.Unmet()
	s.unmet = account.AddUnmet(s.unmet, unmet...)
	return unmet
}

// Unmet returns the requested amounts that draws did not reach, without repeats.
func (s *Server) Unmet() []account.Unmet { return s.unmet }

// rows returns the answer with training rows as columns. The column axiom holds indices into the list axioms, where "" is for judged pairs.
// unmet are the amounts that the rows do not reach. unused is the number of scores of documents that are no candidates.
func (s *Server) rows(r *request, rows []pairs.Pair, unmet []account.Unmet, unused int) (*reply, error) {
	names, number := []string{}, map[string]int{}
	for i := range rows {
		if _, ok := number[rows[i].Axiom]; !ok {
			number[rows[i].Axiom], names = len(names), append(names, rows[i].Axiom)
		}
	}
	answer := newReply(&s.limit, r.ID)
	answer.addValue("axioms", names)
	texts := func(key string, field func(p *pairs.Pair) string) {
		addList(answer, key, len(rows), stepRows, func(i int) string { return field(&rows[i]) })
	}
	numbers := func(key string, field func(p *pairs.Pair) float64) {
		addList(answer, key, len(rows), stepRows, func(i int) float64 { return field(&rows[i]) })
	}
	texts("query", func(p *pairs.Pair) string { return p.QueryID })
	texts("pos", func(p *pairs.Pair) string { return p.PosID })
	texts("neg", func(p *pairs.Pair) string { return p.NegID })
	addList(answer, "axiom", len(rows), stepRows, func(i int) int { return number[rows[i].Axiom] })
	numbers("weight", func(p *pairs.Pair) float64 { return p.Weight })
	numbers("margin", func(p *pairs.Pair) float64 { return p.Margin })
	if len(unmet) > 0 {
		answer.addValue("unmet", unmet)
	}
	if unused > 0 {
		answer.addValue("not_candidates", unused)
	}
	return answer.finish()
}

// stepRows is the number of rows that addList encodes at a time.
const stepRows = 1024

// readScores returns the scores by training query and candidate; NaN is no score. unused is the number of scores of documents that are no
// candidates.
func (s *Server) readScores(r *request) (list scoreLists, unused int, err error) {
	numberOf := make(map[string]int, len(s.training.Queries))
	scores := make(scoreLists, len(s.training.Queries))
	for i := range s.training.Queries {
		numberOf[s.training.Queries[i].ID] = i
		for _, id := range s.training.Queries[i].SameText {
			numberOf[id] = i
		}
	}
	queries, lists, err := s.lists(r, true)
	if err != nil {
		return nil, 0, err
	}
	for i := range scores {
		scores[i] = make([]float64, len(s.training.Queries[i].Docs))
		for j := range scores[i] {
			scores[i][j] = math.NaN()
		}
	}
	hasList := map[string]bool{}
	for i := range queries {
		pos, ok := numberOf[r.Lists[i].Query]
		if !ok {
			return nil, 0, errs.BadUsage("rows are drawn of training queries; the operation violated takes any",
				"list %d: %q is no training query", i, queries[i].ID)
		}
		if hasList[r.Lists[i].Query] {
			return nil, 0, errs.BadUsage("put its documents in one list", "list %d: the query %q has a list already", i, queries[i].ID)
		}
		hasList[r.Lists[i].Query] = true
		byDoc := make(map[uint32]float64, len(queries[i].Docs))
		for j, c := range queries[i].Docs {
			byDoc[c.Doc] = lists[i][j]
		}
		unused += len(byDoc)
		for j, c := range s.training.Queries[pos].Docs {
			if score, ok := byDoc[c.Doc]; ok && c.Made == 0 {
				scores[pos][j] = score
				unused--
			}
		}
	}
	return scores, unused, nil
}
