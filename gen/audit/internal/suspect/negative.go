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

// Told holds how many negatives have a probability, and by what.
type Told struct {
	Model     string `json:"model"` // run, or text if no run scores half of them
	Negatives int    `json:"negatives"`
	Positives int    `json:"positives"` // of the set
	Likely    int    `json:"likely"`    // negatives with a probability of .5 or more
}

// Numbers below which no document has a probability.
const (
	leastPositives = 30 // of a set
	leastNegatives = 8  // of a query
	leastSpread    = .6 // of the negatives of a query: see compareOfQuery
)

// Score sets the scores of all negatives, which are their order, and the probabilities of those with enough negatives of their query beside
// them. It returns nil if none has a probability: with few positives, where negatives score as positives do, and where the negatives of a
// query are all alike its positive. Negatives that no run scores together with a positive are judged by their texts alone.
func (s *Suspects) Score() *Told {
	var parts [2][]uint32 // judged by their texts alone, and by a run too
	for i := range s.Negatives {
		s.Negatives[i].P = float32(math.NaN())
		part := 0
		if s.negativeRuns.row(i).isKnown() {
			part = 1
		}
		parts[part] = append(parts[part], uint32(i))
	}
	weights := readWeights(weightsFile)
	for i, name := range []string{"text", "run"} {
		m := weights.Models[name]
		logits := m.logits(Names[:], len(parts[i]), func(n, feature int) float32 { return s.feature(int(parts[i][n]), feature) })
		for n, logit := range logits {
			s.Negatives[parts[i][n]].Score = float32(logit)
		}
	}
	share := s.compareWithPositives(weights.Divisor)
	if share == 0 || s.spread < leastSpread {
		return nil
	}
	told := &Told{Positives: len(s.Positives), Model: "text"}
	for i, part := range parts {
		part = slices.DeleteFunc(part, func(n uint32) bool { return s.Negatives[n].OfQuery < leastNegatives })
		told.Negatives += len(part)
		if i == 1 && 2*len(part) >= told.Negatives {
			told.Model = "run"
		}
		told.Likely += s.setProbabilities(part, share)
	}
	if told.Negatives == 0 {
		return nil
	}
	return told
}

// setProbabilities sets the probabilities of some negatives so that their mean is a share, and returns how many are likely relevant.
func (s *Suspects) setProbabilities(some []uint32, share float64) (numLikely int) {
	logits := make([]float64, len(some))
	for i, n := range some {
		logits[i] = float64(s.Negatives[n].Score)
	}
	shift := shiftTo(logits, share)
	for i, n := range some {
		if s.Negatives[n].P = float32(sigmoid(logits[i] + shift)); s.Negatives[n].IsLikely() {
			numLikely++
		}
	}
	return numLikely
}

// Alike holds the evidence that the negatives of a set score as its positives do.
type Alike struct {
	By        string  // BM25 or the runs
	Negatives float64 // share of the negatives that score as high as the best quarter of the positives
}

// compareWithPositives returns the share of negatives that are relevant, as BM25 tells it: how often a negative scores as high as the best
// quarter of the positives, over a divisor that was much the same in the sets of the study. It is 0 with few documents,
// where BM25 tells nothing, and where negatives score as positives do by BM25 or by the runs: that sets Alike.
func (s *Suspects) compareWithPositives(divisor float64) (share float64) {
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
		often, isAlike, tells := reach(positives, negatives)
		if isAlike {
			s.Alike = &Alike{c.by, often}
			return 0
		}
		if c.negative == BM25 && tells {
			share = min(mostShare, often/(1-bestQuantile)/divisor)
		}
	}
	return share
}

const (
	bestQuantile = 0.75 // of the positives' scores
	mostShare    = 0.9
)

// reach returns the share of negatives that score at least the quantile of the positives, and whether this is as often as positives do,
// within two standard errors. It tells nothing if most positives have one score, as where texts hold no word of their queries.
func reach(positives, negatives []float64) (often float64, isAlike, tells bool) {
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
	tells = usual <= 0.5
	return often, tells && often*(1+float64(2*math.Sqrt(1/positivesAbove+1/higher))) >= usual, tells
}

// quantile returns a quantile of sorted numbers, interpolated between two of them.
func quantile(numbers []float64, q float64) float64 {
	position := float64(q * float64(len(numbers)-1))
	i := min(int(position), len(numbers)-2)
	part := position - float64(i)
	return float64(numbers[i]*(1-part)) + float64(numbers[i+1]*part)
}
