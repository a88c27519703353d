package suspect

import (
	_ "embed"
	"encoding/json"
	"math"
	"slices"
)

// The weights and how they were fitted: .ci/fit_audit.py and .ci/fit_noise.py write them.
var (
	//go:embed weights.json
	weightsFile []byte
	//go:embed positives.json
	positivesFile []byte
)

// model is a logistic regression of features that are standardised over the documents that it scores: neither the scale of a run counts
// nor how long the texts of a set are.
type model struct {
	Features []string  `json:"features"`
	Weights  []float64 `json:"weights"`
	Bias     float64   `json:"bias"`
}

// logits returns the logits of n documents: the higher, the likelier a document is what is looked for. feature returns a feature of
// a document, by its place among names.
func (m model) logits(names []string, n int, feature func(document, place int) float32) []float64 {
	logits := make([]float64, n)
	for i := range logits {
		logits[i] = m.Bias
	}
	for number, name := range m.Features {
		place := slices.Index(names, name)
		value := func(i int) float64 { return float64(feature(i, place)) }
		mean, deviation := moments(n, value)
		for i := range logits {
			logits[i] += float64(m.Weights[number] * standardise(value(i), mean, deviation))
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

// limitZ bounds standardised values.
const limitZ = 4

// standardise returns a value in standard deviations above a mean; 0 where all values are equal.
func standardise(value, mean, deviation float64) float64 {
	if deviation < 1e-9 {
		return 0
	}
	return max(-limitZ, min(limitZ, (value-mean)/deviation))
}

// modelNames are the names of the regressions: for documents that are judged by their texts alone, and by a run too.
var modelNames = [2]string{"text", "run"}

func readModels(file []byte) map[string]model {
	var w struct{ Models map[string]model }
	if err := json.Unmarshal(file, &w); err != nil {
		panic(err)
	}
	return w.Models
}

// Numbers below which documents are not compared.
const (
	leastPositives = 30 // of a set
	leastNegatives = 8  // of a positive's query
)

// Score sets the scores of all negatives, which are their order, and of the positives that were compared with enough negatives. It scores no
// positive in a set with few, whose words have no weights. It says whether the negatives score as the positives do.
func (s *Suspects) Score() {
	score(s.Negatives, weightsFile, Names[:], func(*Document) bool { return true })
	score(s.Positives, positivesFile, PositiveNames[:], func(p *Document) bool {
		return len(s.Positives) >= leastPositives && p.Negatives >= leastNegatives
	})
	s.compareWithPositives()
}

// score sets the scores of documents by the models of a file; NaN of those that are not scored. Documents that no run scores together with a
// rival are judged by their texts alone.
func score(list []Document, file []byte, names []string, isScored func(*Document) bool) {
	var parts [2][]uint32
	for i := range list {
		switch d := &list[i]; {
		case !isScored(d):
			d.Score = float32(math.NaN())
		case d.runKnows():
			parts[1] = append(parts[1], uint32(i))
		default:
			parts[0] = append(parts[0], uint32(i))
		}
	}
	models := readModels(file)
	for i, part := range parts {
		for n, logit := range models[modelNames[i]].logits(names, len(part), func(n, feature int) float32 {
			return list[part[n]].Features[feature]
		}) {
			list[part[n]].Score = float32(logit)
		}
	}
}

// Alike holds the evidence that the negatives of a set score as its positives do.
type Alike struct {
	By        string  // BM25 or the runs
	Negatives float64 // share of the negatives that score as high as the best quarter of the positives
}

// compareWithPositives sets Alike where negatives score as positives do by BM25 or by the runs. Few documents tell nothing.
func (s *Suspects) compareWithPositives() {
	for _, c := range []struct {
		by      string
		feature int
	}{{"BM25", BM25}, {"the runs", RunScore}} {
		positives, negatives := known(s.Positives, c.feature), known(s.Negatives, c.feature)
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

// known returns a feature of documents without NaN.
func known(list []Document, feature int) []float64 {
	values := make([]float64, 0, len(list))
	for i := range list {
		if f := float64(list[i].Features[feature]); !math.IsNaN(f) {
			values = append(values, f)
		}
	}
	return values
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
