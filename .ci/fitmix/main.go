// Command fitmix fits the predictor of `axiomine train mix --weight auto` to the runs that .ci/fit_mix.py left in a folder. For
// each collection it prints what a predictor fitted on the others does, then writes the one fitted on all.
package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"slices"

	"github.com/axiomine/axiomine/gen/corpus"
	"github.com/axiomine/axiomine/internal/experiment/mix"
	"github.com/axiomine/axiomine/train/eval"
	"gonum.org/v1/gonum/mat"
)

const predictorFile = "internal/experiment/mix/predictor.json"

// collections are those of .ci/reproduce_neural.py, the encoders those of .ci/fit_mix.py. What is fitted on one encoder's cosines
// is tried on runs of another one, which it is to refuse.
var (
	collections = []string{"wikiqa", "cacm", "cranfield", "scifact", "msmarco_dl"}
	encoder     = "minilm"
	heldOut     = "glove"
	penalties   = []float64{.0001, .001, .003, .01, .03, .1, .3, 1, 3, 10, 30, 100}
)

// sample is one collection with one encoder.
type sample struct {
	collection, encoder string
	features            [][]float64 // by query
	curves              [][]float64 // by query: average precision at every weight of the grid
	mean                []float64   // average precision at every weight, over queries
	first, second       float64     // of the runs alone
}

func main() {
	if err := run(os.Args[1]); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func run(folder string) error {
	var samples []sample
	for _, collection := range collections {
		s, err := load(folder, collection, encoder)
		if err != nil {
			return err
		}
		samples = append(samples, s)
	}
	var list []mix.HeldOut
	var auto, usual []float64
	for _, s := range samples {
		others := exclude(samples, s.collection)
		p := fit(others, choosePenalty(others))
		w := p.Weight(columnMeans(s.features))
		h := mix.HeldOut{Collection: s.collection, Encoder: s.encoder, Queries: len(s.features), Weight: w, First: s.first, Second: s.second,
			Usual: s.precision(mix.Usual), Auto: s.precision(w), Best: slices.Max(s.mean)}
		list, auto, usual = append(list, h), append(auto, h.Auto), append(usual, h.Usual)
		fmt.Printf("%-11s %-7s %5d queries  BM25 %.4f  encoder %.4f  .5 %.4f  .65 %.4f  auto %.2f: %.4f (%+.4f)  best %.4f  shape %s\n",
			s.collection,
			s.encoder, h.Queries, h.First, h.Second, s.precision(.5), h.Usual, w, h.Auto, h.Auto-h.Usual, h.Best, shape(s.mean))
	}
	c := eval.Compare("map", usual, auto)
	summary := mix.Comparison{Collections: len(samples), Up: c.Wins, Down: c.Losses, Mean: round(c.Diff), P: round(c.TP)}
	fmt.Printf("auto - .65: %+.4f, %d up, %d down, p %.3f; penalty of all %v\n", c.Diff, c.Wins, c.Losses, c.TP, choosePenalty(samples))
	p := fit(samples, choosePenalty(samples))
	p.HeldOut, p.Summary = list, summary
	for i := range p.HeldOut {
		h := &p.HeldOut[i]
		for _, v := range []*float64{&h.First, &h.Second, &h.Usual, &h.Auto, &h.Best} {
			*v = round(*v)
		}
	}
	for _, collection := range collections {
		s, err := load(folder, collection, heldOut)
		if err != nil {
			return err
		}
		fmt.Printf("%-11s %-7s outside: %q  BM25 %.4f  encoder %.4f  .65 %.4f  best %.4f\n",
			collection, heldOut, p.Outside(columnMeans(s.features)), s.first,
			s.second, s.precision(mix.Usual), slices.Max(s.mean))
	}
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetIndent("", " ")
	if err := e.Encode(p); err != nil {
		return err
	}
	return os.WriteFile(predictorFile, b.Bytes(), 0o644)
}

func load(folder, collection, encoder string) (s sample, err error) {
	s.collection, s.encoder = collection, encoder
	at := func(name string) string { return filepath.Join(folder, collection, name) }
	qrels, err := corpus.Qrels(at("collection/qrels.train.txt"), corpus.TREC, corpus.Defaults(), nil)
	if err != nil {
		return s, err
	}
	names := []string{at("bm25.txt"), at(encoder + ".txt")}
	m, err := eval.Parse("map")
	if err != nil {
		return s, err
	}
	runs := make([][]corpus.RunRow, len(names))
	for i, name := range names {
		if runs[i], err = corpus.Run(name, corpus.TREC, corpus.Defaults(), nil); err != nil {
			return s, err
		}
	}
	l, err := mix.Unite(runs, names, mix.ZScore)
	if err != nil {
		return s, err
	}
	j := mix.Judge(l, qrels, eval.Options{})
	var places []int
	for q, place := range j.Places() {
		if f := l.Queries[place].Features(); f != nil {
			places, s.features = append(places, q), append(s.features, f)
		}
	}
	s.curves = make([][]float64, len(places))
	for _, w := range mix.Grid(2) {
		values := j.PerQuery(m, w)
		for i, q := range places {
			s.curves[i] = append(s.curves[i], values[q])
		}
	}
	s.mean = columnMeans(s.curves)
	s.first, s.second = eval.Evaluate(qrels, runs[0], eval.Options{}).Summary(m), eval.Evaluate(qrels, runs[1], eval.Options{}).Summary(m)
	return s, nil
}

// precision returns the mean average precision at a weight of the grid.
func (s *sample) precision(weight float64) float64 {
	for i, w := range mix.Grid(2) {
		if math.Abs(w[1]-weight) < 1e-9 {
			return s.mean[i]
		}
	}
	panic("no weight of the grid")
}

func exclude(samples []sample, collection string) []sample {
	return slices.DeleteFunc(slices.Clone(samples), func(s sample) bool { return s.collection == collection })
}

// choosePenalty returns the penalty whose predictors do best on collections that they were not fitted on.
func choosePenalty(samples []sample) float64 {
	best, bestGain := 0.0, math.Inf(-1)
	for _, penalty := range penalties {
		gain := 0.0
		for _, s := range samples {
			p := fit(exclude(samples, s.collection), penalty)
			gain += s.precision(p.Weight(columnMeans(s.features)))
		}
		if gain > bestGain+1e-12 {
			best, bestGain = penalty, gain
		}
	}
	return best
}

// fit fits the coefficients of the weight and of its square by ridge regression; every sample counts the same.
func fit(samples []sample, penalty float64) *mix.Predictor {
	p := &mix.Predictor{Features: slices.Clone(mix.FeatureNames)}
	width := len(p.Features)
	p.Mean, p.Spread, p.Least, p.Most = make([]float64, width), make([]float64, width), make([]float64, width), make([]float64, width)
	for k := range width {
		p.Least[k], p.Most[k] = math.Inf(1), math.Inf(-1)
		for _, s := range samples {
			mean := columnMeans(s.features)[k]
			p.Mean[k] += mean / float64(len(samples))
			p.Least[k], p.Most[k] = min(p.Least[k], mean), max(p.Most[k], mean)
		}
		for _, s := range samples {
			for _, f := range s.features {
				p.Spread[k] += (f[k] - p.Mean[k]) * (f[k] - p.Mean[k]) / float64(len(s.features)*len(samples))
			}
		}
		p.Spread[k] = math.Sqrt(p.Spread[k])
	}
	gram, linear, squared := mat.NewSymDense(width+1, nil), mat.NewVecDense(width+1, nil), mat.NewVecDense(width+1, nil)
	for _, s := range samples {
		share := 1 / float64(len(s.features))
		for i, f := range s.features {
			row := mat.NewVecDense(width+1, nil)
			row.SetVec(0, 1)
			for k, v := range f {
				if p.Spread[k] > 0 {
					row.SetVec(k+1, (v-p.Mean[k])/p.Spread[k])
				}
			}
			b, c := parabola(s.curves[i])
			gram.SymRankOne(gram, share, row)
			linear.AddScaledVec(linear, share*b, row)
			squared.AddScaledVec(squared, share*c, row)
		}
	}
	for k := 1; k <= width; k++ {
		gram.SetSym(k, k, gram.At(k, k)+penalty)
	}
	var factor mat.Cholesky
	if !factor.Factorize(gram) {
		panic("the matrix of the regression is singular")
	}
	p.Linear, p.Squared = solve(&factor, linear), solve(&factor, squared)
	for _, list := range [][]float64{p.Mean, p.Spread, p.Least, p.Most, p.Linear, p.Squared} {
		for i := range list {
			list[i] = round(list[i])
		}
	}
	return p
}

func solve(factor *mat.Cholesky, right *mat.VecDense) []float64 {
	var x mat.VecDense
	if err := factor.SolveVecTo(&x, right); err != nil {
		panic(err)
	}
	return slices.Clone(x.RawVector().Data)
}

// parabola returns b and c of the least-squares fit a + b w + c w² to a curve over the grid.
func parabola(curve []float64) (b, c float64) {
	points := mix.Grid(2)
	design, right := mat.NewDense(len(points), 3, nil), mat.NewVecDense(len(points), curve)
	for i, w := range points {
		design.SetRow(i, []float64{1, w[1], w[1] * w[1]})
	}
	var x mat.VecDense
	if err := x.SolveVec(design, right); err != nil {
		panic(err)
	}
	return x.AtVec(1), x.AtVec(2)
}

func columnMeans(rows [][]float64) []float64 {
	means := make([]float64, len(rows[0]))
	for _, row := range rows {
		for k, v := range row {
			means[k] += v / float64(len(rows))
		}
	}
	return means
}

// shape prints a curve's values at 0, .25, .5, .75 and 1.
func shape(curve []float64) string {
	text := ""
	for i := 0; i < len(curve); i += (len(curve) - 1) / 4 {
		text += fmt.Sprintf("%.3f ", curve[i])
	}
	return text
}

// round keeps six digits.
func round(x float64) float64 {
	if x == 0 {
		return 0
	}
	scale := math.Pow(10, 5-math.Floor(math.Log10(math.Abs(x))))
	return math.Round(x*scale) / scale
}
