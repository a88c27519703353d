package suspect

import (
	_ "embed"
	"encoding/json"
	"math"
	"slices"
)

// weightsFile has the weights and how they were fitted; .ci/fit_audit.py writes it.
//
//go:embed weights.json
var weightsFile []byte

// model is a logistic regression, and how the share of false negatives is estimated for it.
type model struct {
	Features []string  `json:"features"`
	Mean     []float64 `json:"mean"`
	Scale    []float64 `json:"scale"`
	Weights  []float64 `json:"weights"`
	Bias     float64   `json:"bias"`
	Run      float64   `json:"run"`      // weight of a run's score beside BM25's share where negatives are compared with positives
	Quantile float64   `json:"quantile"` // of the positives' scores
	Divisor  float64   `json:"over"`     // what the comparison is divided by
	Factor   float64   `json:"factor"`   // the truth was within this factor on collections that the weights had not seen
}

// models returns the weights by what is known: text (no run), run (scores of any kind), cosine.
func models() map[string]model {
	var all struct {
		Models map[string]model `json:"models"`
	}
	if err := json.Unmarshal(weightsFile, &all); err != nil {
		panic(err)
	}
	return all.Models
}

// Estimate is the share of negatives that are relevant, as far as the set itself tells.
type Estimate struct {
	Model     string  `json:"model"` // text, run or cosine
	Negatives int     `json:"negatives"`
	Positives int     `json:"positives"`
	Share     float64 `json:"share"`
	Low       float64 `json:"low"`
	High      float64 `json:"high"`
	Likely    int     `json:"likely"` // negatives with a probability of .5 or more
}

// Least numbers for an estimate.
const (
	leastPositives = 30
	mostShare      = 0.9
)

// Score sets the probabilities of the negatives and returns the share of false ones; nil if the set is too small to tell, or if its
// negatives score as high as its positives do: Untold counts those. Negatives that no run scores together with a positive are judged by
// their texts alone.
func (s *Suspects) Score() *Estimate {
	withRun, rest := make([]uint32, 0, s.Scored), make([]uint32, 0, len(s.Negatives)-s.Scored)
	for i := range s.Negatives {
		s.Negatives[i].P = float32(math.NaN())
		if s.negativeRuns.row(i).isKnown() {
			withRun = append(withRun, uint32(i))
		} else {
			rest = append(rest, uint32(i))
		}
	}
	if len(s.Positives) < leastPositives || len(s.Negatives) < leastPositives {
		return nil
	}
	e, all := &Estimate{Positives: len(s.Positives)}, models()
	type part struct {
		name  string
		some  []uint32
		share float64
	}
	var parts []part
	for _, p := range []part{{s.runModel, withRun, 0}, {"text", rest, 0}} {
		m, tells := all[p.name], false
		if len(p.some) == 0 {
			continue
		}
		if p.share, tells = m.share(s.scorePositives(&m, p.some)); !tells {
			s.Untold += len(p.some)
			continue
		}
		e.Negatives += len(p.some)
		parts = append(parts, p)
	}
	if len(parts) == 0 {
		return nil
	}
	for _, p := range parts {
		m := all[p.name]
		s.setProbabilities(&m, p.some, p.share)
		part := float64(len(p.some)) / float64(e.Negatives)
		e.Share += float64(part * p.share)
		e.Low += float64(part * p.share / m.Factor)
		e.High += float64(part * min(mostShare, float64(p.share*m.Factor)))
		if 2*len(p.some) >= e.Negatives {
			e.Model = p.name
		}
	}
	for i := range s.Negatives {
		if s.Negatives[i].P >= likely {
			e.Likely++
		}
	}
	return e
}

// setProbabilities sets the probabilities of some negatives so that their mean is a share.
func (s *Suspects) setProbabilities(m *model, some []uint32, share float64) {
	logits := make([]float64, len(some))
	for i, n := range some {
		features := s.Features(int(n))
		logits[i] = m.logit(Names[:], features[:])
	}
	shift := shiftTo(logits, share)
	for i, n := range some {
		s.Negatives[n].P = float32(sigmoid(logits[i] + shift))
	}
}

// scorePositives returns the scores by which a model compares all positives with some negatives. Without a run's score they are NaN if
// the model wants one.
func (s *Suspects) scorePositives(m *model, some []uint32) (positives, negatives []float64) {
	positives, negatives = make([]float64, len(s.Positives)), make([]float64, len(some))
	for i := range positives {
		positives[i] = float64(s.Positives[i].Features[PositiveBM25])
		if m.Run > 0 {
			positives[i] += float64(m.Run * float64(s.PositiveFeatures(i)[PositiveRunScore]))
		}
	}
	for i, n := range some {
		negatives[i] = float64(s.Negatives[n].Features[BM25])
		if m.Run > 0 {
			negatives[i] += float64(m.Run * float64(s.Features(int(n))[RunScore]))
		}
	}
	return positives, negatives
}

// share estimates the share of false negatives: how often a negative scores above a quantile of the positives, over how often a positive
// does. Were the positives a random part of what is relevant, and no other document as good, this would be the share; it is too high by a
// factor that was much the same on all collections. told is false if the negatives score above the quantile as often as the positives do,
// within two standard errors: then the scores tell nothing.
func (m *model) share(positives, negatives []float64) (share float64, ok bool) {
	positives = slices.DeleteFunc(positives, math.IsNaN)
	slices.Sort(positives)
	least := quantile(positives, m.Quantile)
	first, _ := slices.BinarySearch(positives, least)
	positivesAbove, higher := float64(len(positives)-first), 0.5
	for _, score := range negatives {
		if score >= least {
			higher++
		}
	}
	often := higher / float64(len(negatives)+1)
	usual := positivesAbove / float64(len(positives)) // 1 less the quantile, more where many positives have one score
	ok = often*(1+float64(2*math.Sqrt(1/positivesAbove+1/higher))) < usual
	return min(mostShare, often/(1-m.Quantile)/m.Divisor), ok
}

// quantile returns a quantile of sorted numbers, interpolated between two of them.
func quantile(numbers []float64, q float64) float64 {
	position := float64(q * float64(len(numbers)-1))
	i := min(int(position), len(numbers)-2)
	part := position - float64(i)
	return float64(numbers[i]*(1-part)) + float64(numbers[i+1]*part)
}

// logit returns the logit of a document in a set in which half of the documents are what is looked for. names are those of the features.
func (m *model) logit(names []string, features []float32) float64 {
	z := m.Bias
	for i, name := range m.Features {
		value := float64(features[slices.Index(names, name)])
		z += float64(m.Weights[i] * (value - m.Mean[i]) / m.Scale[i])
	}
	return z
}

func sigmoid(z float64) float64 { return 1 / (1 + math.Exp(-z)) }

// shiftTo returns what has to be added to the logits so that the mean probability is a share.
func shiftTo(logits []float64, share float64) float64 {
	low, high := -30.0, 30.0
	for range 50 {
		middle, sum := float64((low+high)/2), 0.0
		for _, z := range logits {
			sum += sigmoid(z + middle)
		}
		if sum < share*float64(len(logits)) {
			low = middle
		} else {
			high = middle
		}
	}
	return (low + high) / 2
}
