package mix

import (
	"crypto/sha256"

	"github.com/axiomine/axiomine/gen/corpus"
	"github.com/axiomine/axiomine/train/eval"
)

// folds is the number of parts of judged queries where the same ones choose the weights and measure them.
const folds = 5

// JudgedQueries holds the judged queries of lists, for measuring weights. Every judged query counts; one without documents scores 0.
type JudgedQueries struct {
	lists   *Lists
	values  *eval.Lists
	place   []int // of each judged query among those of lists
	queries []string
	missing int // judged queries without documents in any run
}

// Judge looks up the judgements of every document. It returns nil if no query of the lists is judged.
func Judge(l *Lists, qrels []corpus.Qrel, o eval.Options) *JudgedQueries {
	isJudged := map[string]bool{}
	for _, q := range qrels {
		isJudged[q.QueryID] = true
	}
	j := &JudgedQueries{lists: l, missing: len(isJudged)}
	var list []eval.List
	for i, q := range l.Queries {
		if isJudged[q.ID] {
			j.place, j.queries = append(j.place, i), append(j.queries, q.ID)
			list = append(list, eval.List{QueryID: q.ID, DocIDs: q.DocIDs})
			j.missing--
		}
	}
	if len(list) == 0 {
		return nil
	}
	j.values = eval.NewLists(qrels, list, o)
	return j
}

// PerQuery returns the measure of every judged query under weights.
func (j *JudgedQueries) PerQuery(m eval.Measure, weights []float64) []float64 {
	return j.values.PerQuery(m, func(i int) []float64 { return j.lists.Scores(j.place[i], weights) })
}

// gridScores holds what a measure says of each of several weights, by query.
type gridScores struct {
	weights  [][]float64
	perQuery [][]float64
}

// try measures all weights of the grid.
func (j *JudgedQueries) try(m eval.Measure) gridScores {
	t := gridScores{weights: Grid(j.lists.Runs)}
	for _, w := range t.weights {
		t.perQuery = append(t.perQuery, j.PerQuery(m, w))
	}
	return t
}

// best returns the place of the weights with the highest mean over the queries that take accepts. Of equal ones it is the nearest
// to the usual weights.
func (t gridScores) best(take func(query int) bool) int {
	usual, best, bestMean := fixedWeights(len(t.weights[0])), 0, -1.0
	for i, values := range t.perQuery {
		sum, n := 0.0, 0
		for q, v := range values {
			if take(q) {
				sum, n = sum+v, n+1
			}
		}
		mean := sum / float64(max(n, 1))
		if mean > bestMean || mean == bestMean && distance(t.weights[i], usual) < distance(t.weights[best], usual) {
			best, bestMean = i, mean
		}
	}
	return best
}

// fold returns the part of a query, which depends on its id alone.
func fold(query string) int { return int(sha256.Sum256([]byte(query))[0]) % folds }

// Choose returns the weights that are best by the measure on the judged queries.
func (j *JudgedQueries) Choose(m eval.Measure) []float64 {
	t := j.try(m)
	return t.weights[t.best(func(int) bool { return true })]
}

// crossChosen returns the weights under which each judged query is measured: those that are best on the queries of the other folds.
func (j *JudgedQueries) crossChosen(m eval.Measure) [][]float64 {
	t := j.try(m)
	byFold := make([][]float64, folds)
	for f := range byFold {
		byFold[f] = t.weights[t.best(func(q int) bool { return fold(j.queries[q]) != f })]
	}
	weights := make([][]float64, len(j.queries))
	for q, id := range j.queries {
		weights[q] = byFold[fold(id)]
	}
	return weights
}

// perQueryUnder returns the measure of every judged query, each under its own weights.
func (j *JudgedQueries) perQueryUnder(m eval.Measure, weights [][]float64) []float64 {
	return j.values.PerQuery(m, func(i int) []float64 { return j.lists.Scores(j.place[i], weights[i]) })
}
