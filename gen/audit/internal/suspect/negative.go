package suspect

import (
	_ "embed"
	"math"
	"slices"
)

// weightsFile has the weights and how they were fitted; .ci/fit_audit.py writes it.
//
//go:embed weights.json
var weightsFile []byte

// Numbers below which documents are not compared.
const (
	leastPositives = 30 // of a set
	leastNegatives = 8  // of a positive's query
)

// Score sets the scores of all negatives, which are their order, and says whether they score as the positives do. Negatives that no run
// scores together with a positive are judged by their texts alone.
func (s *Suspects) Score() {
	parts := s.negativeRuns.divide(len(s.Negatives))
	models := readModels(weightsFile)
	for i, name := range modelNames {
		for n, logit := range models[name].logits(Names[:], len(parts[i]), func(n, feature int) float32 {
			return s.feature(int(parts[i][n]), feature)
		}) {
			s.Negatives[parts[i][n]].Score = float32(logit)
		}
	}
	s.compareWithPositives()
}

// Alike holds the evidence that the negatives of a set score as its positives do.
type Alike struct {
	By        string  // BM25 or the runs
	Negatives float64 // share of the negatives that score as high as the best quarter of the positives
}

// compareWithPositives sets Alike where negatives score as positives do by BM25 or by the runs. Few documents tell nothing.
func (s *Suspects) compareWithPositives() {
	for _, c := range []struct {
		by                 string
		positive, negative int
	}{{"BM25", PositiveBM25, BM25}, {"the runs", PositiveRunScore, RunScore}} {
		positives, negatives := make([]float64, 0, len(s.Positives)), make([]float64, 0, len(s.Negatives))
		for i := range s.Positives {
			positives = append(positives, float64(s.positiveFeature(i, c.positive)))
		}
		for i := range s.Negatives {
			negatives = append(negatives, float64(s.feature(i, c.negative)))
		}
		positives, negatives = slices.DeleteFunc(positives, math.IsNaN), slices.DeleteFunc(negatives, math.IsNaN)
		if len(positives) < leastPositives || len(negatives) < leastPositives {
			continue
		}
		s.Compared = true
		if often, isAlike := reach(positives, negatives); isAlike {
			s.Alike = &Alike{c.by, often}
			return
		}
	}
}

const bestQuantile = 0.75 // of the positives' scores

// reach returns the share of negatives that score at least the quantile of the positives, and whether this is as often as positives do,
// within two standard errors. They are not alike if most positives have one score, as where texts hold no word of their queries.
func reach(positives, negatives []float64) (often float64, isAlike bool) {
	slices.Sort(positives)
	least := quantile(positives, bestQuantile)
	first, _ := slices.BinarySearch(positives, least)
	positivesAbove, higher := float64(len(positives)-first), 0.5
	for _, score := range negatives {
		if score >= least {
			higher++
		}
	}
	often = higher / float64(len(negatives)+1)
	usual := positivesAbove / float64(len(positives)) // a quarter, more where many positives have one score
	return often, usual <= 0.5 && often*(1+float64(2*math.Sqrt(1/positivesAbove+1/higher))) >= usual
}

// quantile returns a quantile of sorted numbers, interpolated between two of them.
func quantile(numbers []float64, q float64) float64 {
	position := float64(q * float64(len(numbers)-1))
	i := min(int(position), len(numbers)-2)
	part := position - float64(i)
	return float64(numbers[i]*(1-part)) + float64(numbers[i+1]*part)
}
