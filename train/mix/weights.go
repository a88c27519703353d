package mix

import (
	"crypto/sha256"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/axiomine/axiomine/gen/corpus"
	"github.com/axiomine/axiomine/internal/errs"
	"github.com/axiomine/axiomine/internal/lists"
	"github.com/axiomine/axiomine/internal/numeral"
	"github.com/axiomine/axiomine/internal/ui/terminal"
	"github.com/axiomine/axiomine/train/eval"
)

// DefaultWeight is the weight of the second of two runs, such as an encoder's beside BM25's, if the user names none.
const DefaultWeight = 0.65

// maxChosenRuns is the maximum number of runs whose weights judgements can choose. The grid grows exponentially with this number.
const maxChosenRuns = 5

// chosenOnDev is the value of --weight with which judgements choose the weights.
const chosenOnDev = "dev"

// ParseWeights parses "dev", the weight of the second of two runs, or the weights of all runs, separated by commas. It returns weights
// that sum to 1, or nil for "dev".
func ParseWeights(text string, runs int) (weights []float64, err error) {
	hint := "write dev, the weight of the second of two runs, as .65, or one weight for each run, as .2,.3,.5"
	if text == chosenOnDev {
		if runs > maxChosenRuns {
			return nil, errs.BadUsage("give the weights, as in --weight .2,.3,..",
				"--weight dev chooses for %s at most, here are %d", terminal.Plural(maxChosenRuns, "run", "runs"), runs)
		}
		return nil, nil
	}
	sum := 0.0
	for part := range strings.SplitSeq(text, ",") {
		w, err := numeral.Parse(strings.TrimSpace(part))
		if err != nil || math.IsNaN(w) || math.IsInf(w, 0) || w < 0 {
			return nil, errs.BadUsage(hint, "--weight %q: %q is no weight of at least 0", text, part)
		}
		weights, sum = append(weights, w), sum+w
	}
	switch {
	case len(weights) == 1 && runs == 2 && weights[0] <= 1:
		return []float64{1 - weights[0], weights[0]}, nil
	case len(weights) == 1 && runs == 2:
		return nil, errs.BadUsage(hint, "--weight %s: the weight of the second run is at most 1", text)
	case len(weights) != runs:
		return nil, errs.BadUsage(hint, "--weight %s: %s for %s", text, terminal.Plural(len(weights), "weight", "weights"),
			terminal.Plural(runs, "run", "runs"))
	case sum == 0 || math.IsInf(sum, 0):
		return nil, errs.BadUsage(hint, "--weight %s: the weights sum to %v", text, sum)
	}
	for i := range weights {
		weights[i] /= sum
	}
	return weights, nil
}

// defaultWeights returns 1 - DefaultWeight and DefaultWeight for two runs, and equal weights for more.
func defaultWeights(runs int) []float64 {
	if runs == 2 {
		return []float64{1 - DefaultWeight, DefaultWeight}
	}
	return slices.Repeat([]float64{1 / float64(runs)}, runs)
}

// Grid returns all weights that sum to 1, in steps of .05 for two runs, of .1 for three and four, and of .2 for five.
func Grid(runs int) [][]float64 {
	parts := map[int]int{2: 20, 3: 10, 4: 10, 5: 5}[runs]
	var list [][]float64
	var extend func(head []int, rest int)
	extend = func(head []int, rest int) {
		if len(head) == runs-1 {
			weights := make([]float64, 0, runs)
			for _, n := range append(slices.Clone(head), rest) {
				weights = append(weights, float64(n)/float64(parts))
			}
			list = append(list, weights)
			return
		}
		for n := 0; n <= rest; n++ {
			extend(append(slices.Clone(head), n), rest-n)
		}
	}
	extend(nil, parts)
	return list
}

// distance returns the squared distance of two lists of weights.
func distance(a, b []float64) float64 {
	sum := 0.0
	for i := range a {
		sum += float64((a[i] - b[i]) * (a[i] - b[i]))
	}
	return sum
}

// FormatWeights returns weights with at most three decimals, separated by commas.
func FormatWeights(weights []float64) string {
	parts := lists.Map(weights, func(w float64) string { return strconv.FormatFloat(math.Round(w*1000)/1000, 'f', -1, 64) })
	return strings.Join(parts, ", ")
}

// folds is the number of folds, if the same judged queries choose the weights and measure the mixture.
const folds = 5

// JudgedQueries holds the judged queries of lists. It measures mixtures with any weights.
type JudgedQueries struct {
	lists   *Lists
	values  *eval.Lists
	numbers []int    // the index in lists.Queries of each judged query
	queries []string // the ids of the judged queries
}

// Judge returns the judged queries of lists, or nil if there are none.
func Judge(l *Lists, qrels []corpus.Qrel, o eval.Options) *JudgedQueries {
	isJudged := lists.Set(qrels, func(q corpus.Qrel) string { return q.QueryID })
	j := &JudgedQueries{lists: l}
	var list []eval.List
	for i, q := range l.Queries {
		if isJudged[q.ID] {
			j.numbers, j.queries = append(j.numbers, i), append(j.queries, q.ID)
			list = append(list, eval.List{QueryID: q.ID, DocIDs: q.DocIDs})
		}
	}
	if len(list) == 0 {
		return nil
	}
	j.values = eval.NewLists(qrels, list, o)
	return j
}

// PerQuery returns the measure of the mixture for every judged query. weights returns the weights for judged query i.
func (j *JudgedQueries) PerQuery(m eval.Measure, weights func(i int) []float64) []float64 {
	return j.values.PerQuery(m, func(i int) []float64 { return j.lists.Scores(j.numbers[i], weights(i)) })
}

// gridScores holds a measure for all weights of the grid.
type gridScores struct {
	weights  [][]float64
	perQuery [][]float64 // perQuery[i][q] is the measure of judged query q with weights[i]
}

// measureGrid measures the mixture with all weights of the grid.
func (j *JudgedQueries) measureGrid(m eval.Measure) gridScores {
	g := gridScores{weights: Grid(j.lists.Runs)}
	for _, w := range g.weights {
		g.perQuery = append(g.perQuery, j.PerQuery(m, func(int) []float64 { return w }))
	}
	return g
}

// best returns the index of the weights with the highest mean over the included queries. Of equal ones it returns the weights nearest to
// defaultWeights.
func (g gridScores) best(isIncluded func(query int) bool) int {
	defaults, best, bestMean := defaultWeights(len(g.weights[0])), 0, -1.0
	for i, values := range g.perQuery {
		sum, n := 0.0, 0
		for q, v := range values {
			if isIncluded(q) {
				sum, n = sum+v, n+1
			}
		}
		mean := sum / float64(max(n, 1))
		if mean > bestMean || mean == bestMean && distance(g.weights[i], defaults) < distance(g.weights[best], defaults) {
			best, bestMean = i, mean
		}
	}
	return best
}

// fold returns the number of a query's fold, which depends only on its id.
func fold(query string) int { return int(sha256.Sum256([]byte(query))[0]) % folds }

// Choose returns the weights that are best by the measure on the judged queries.
func (j *JudgedQueries) Choose(m eval.Measure) []float64 {
	g := j.measureGrid(m)
	return g.weights[g.best(func(int) bool { return true })]
}

// crossValidatedWeights returns, for each judged query, the weights that are best on the queries of the other folds.
func (j *JudgedQueries) crossValidatedWeights(m eval.Measure) [][]float64 {
	g := j.measureGrid(m)
	byFold := make([][]float64, folds)
	for f := range byFold {
		byFold[f] = g.weights[g.best(func(q int) bool { return fold(j.queries[q]) != f })]
	}
	return lists.Map(j.queries, func(id string) []float64 { return byFold[fold(id)] })
}
