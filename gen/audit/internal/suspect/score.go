package suspect

import (
	_ "embed"
	"encoding/json"
	"math"
	"slices"
)

// The weights of the models and a description of their fits. .ci/fit_audit.py and .ci/fit_noise.py write these files.
var (
	//go:embed weights.json
	weightsFile []byte
	//go:embed positives.json
	positivesFile []byte
)

// model is a logistic regression. Features are standardised over the scored documents, so the scale of a run and the mean length of texts
// have no effect.
type model struct {
	Features []string  `json:"features"`
	Weights  []float64 `json:"weights"`
	Bias     float64   `json:"bias"`
}

// logits returns the logits of n documents: a higher logit means that the label is more likely wrong. feature returns a document's feature
// by its index in names.
func (m model) logits(names []string, n int, feature func(document, place int) float32) []float64 {
	logits := make([]float64, n)
	for i := range logits {
		logits[i] = m.Bias
	}
	for j, name := range m.Features {
		place := slices.Index(names, name)
		value := func(i int) float64 { return float64(feature(i, place)) }
		mean, deviation := moments(n, value)
		for i := range logits {
			logits[i] += float64(m.Weights[j] * standardise(value(i), mean, deviation))
		}
	}
	return logits
}

// moments returns the mean and the standard deviation of n values.
func moments(n int, value func(i int) float64) (mean, deviation float64) {
	square := 0.0
	for i := range n {
		mean += value(i)
	}
	mean /= float64(n)
	for i := range n {
		d := value(i) - mean
		square += float64(d * d)
	}
	return mean, math.Sqrt(square / float64(n))
}

// limitZ is the maximum absolute standard score.
const limitZ = 4

// standardise returns the standard score of a value, limited to limitZ; 0 if the deviation is 0.
func standardise(value, mean, deviation float64) float64 {
	if deviation < 1e-9 {
		return 0
	}
	return max(-limitZ, min(limitZ, (value-mean)/deviation))
}

// modelNames are the names of the models: for documents without scores of a run, and for documents with such scores.
var modelNames = [2]string{"text", "run"}

// readModels returns the models of a file by their names.
func readModels(file []byte) map[string]model {
	var w struct{ Models map[string]model }
	if err := json.Unmarshal(file, &w); err != nil {
		panic(err)
	}
	return w.Models
}

// The minimum numbers of documents for a score.
const (
	leastPositives = 30 // minimum number of positives of a set; compareWithPositives needs as many negatives too
	leastNegatives = 8  // minimum number of negatives of a positive's query
)

// Score sets the scores of all negatives, and of the positives with at least leastNegatives negatives. It scores no positive if the set has
// fewer than leastPositives. It also sets Compared and Alike.
func (s *Suspects) Score() {
	score(s.Negatives, weightsFile, Names[:], func(*Document) bool { return true })
	score(s.Positives, positivesFile, PositiveNames[:], func(p *Document) bool {
		return len(s.Positives) >= leastPositives && p.Negatives >= leastNegatives
	})
	s.compareWithPositives()
}

// score sets the scores of documents with the models of a file; NaN if isScored returns false. A document that a run scores together with a
// rival gets the model of runs, the others get the model of texts.
func score(list []Document, file []byte, names []string, isScored func(*Document) bool) {
	var parts [2][]uint32
	for i := range list {
		switch d := &list[i]; {
		case !isScored(d):
			d.Score = float32(math.NaN())
		case d.isScoredByRun():
			parts[1] = append(parts[1], uint32(i))
		default:
			parts[0] = append(parts[0], uint32(i))
		}
	}
	models := readModels(file)
	for i, part := range parts {
		feature := func(n, place int) float32 { return list[part[n]].Features[place] }
		for n, logit := range models[modelNames[i]].logits(names, len(part), feature) {
			list[part[n]].Score = float32(logit)
		}
	}
}

// Alike is the evidence that the negatives of a set score as high as its positives.
type Alike struct {
	By        string  // source of the scores: BM25 or the runs
	Negatives float64 // the share of the negatives that score as high as the best quarter of the positives
}

// compareWithPositives sets Compared if there are enough documents, and Alike if the negatives score as high as the positives.
func (s *Suspects) compareWithPositives() {
	for _, c := range []struct {
		by      string
		feature int
	}{{"BM25", BM25}, {"the runs", RunScore}} {
		positives, negatives := values(s.Positives, c.feature), values(s.Negatives, c.feature)
		if len(positives) < leastPositives || len(negatives) < leastPositives {
			continue
		}
		s.Compared = true
		if share, isAlike := compareReach(positives, negatives); isAlike {
			s.Alike = &Alike{c.by, share}
			return
		}
	}
}

// values returns the values of a feature of documents, without NaN. A document counts once in a group, as Positives has it.
func values(list []Document, feature int) []float64 {
	all := make([]float64, 0, len(list))
	for i := range list {
		if f := float64(list[i].Features[feature]); !math.IsNaN(f) && !list[i].IsRepeat {
			all = append(all, f)
		}
	}
	return all
}

// compareReach returns the share of negatives that reach the third quartile of the positives' scores. isAlike is true if the share of
// positives that reach it is at most two standard errors higher. It is false if most positives have the same score, such as 0.
func compareReach(positives, negatives []float64) (share float64, isAlike bool) {
	slices.Sort(positives)
	least := quantile(positives, 0.75)
	first, _ := slices.BinarySearch(positives, least)
	positivesAbove, higher := float64(len(positives)-first), 0.5 // 0.5 keeps share above 0
	for _, score := range negatives {
		if score >= least {
			higher++
		}
	}
	share = higher / float64(len(negatives)+1)
	positiveShare := positivesAbove / float64(len(positives)) // a quarter, or more if many positives have the same score
	return share, positiveShare <= 0.5 && share*(1+float64(2*math.Sqrt(1/positivesAbove+1/higher))) >= positiveShare
}

// quantile returns the quantile q, from 0 to 1, of at least two sorted numbers, with linear interpolation.
func quantile(numbers []float64, q float64) float64 {
	position := float64(q * float64(len(numbers)-1))
	i := min(int(position), len(numbers)-2)
	part := position - float64(i)
	return float64(numbers[i]*(1-part)) + float64(numbers[i+1]*part)
}
