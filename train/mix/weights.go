package mix

import (
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/axiomine/axiomine/internal/errs"
	"github.com/axiomine/axiomine/internal/numeral"
	"github.com/axiomine/axiomine/internal/ui/terminal"
)

// Usual is the weight of the second of two runs where nothing better is known: an encoder's beside BM25's.
const Usual = 0.65

// mostChosen is the largest number of runs whose weights are chosen: their grid grows with the power of it.
const mostChosen = 5

// ParseWeights reads "dev", the weight of the second of two runs, or the weights of all runs, separated by commas. The weights that it
// returns sum to 1; they are nil for the word.
func ParseWeights(text string, runs int) (word string, weights []float64, err error) {
	hint := "write dev, the weight of the second of two runs, as .65, or one weight for each run, as .2,.3,.5"
	if text == "dev" {
		if runs > mostChosen {
			return "", nil, errs.BadUsage("give the weights, as in --weight .2,.3,..",
				"--weight dev chooses for %s at most, here are %d", terminal.Plural(mostChosen, "run", "runs"), runs)
		}
		return text, nil, nil
	}
	sum := 0.0
	for part := range strings.SplitSeq(text, ",") {
		w, err := numeral.Parse(strings.TrimSpace(part))
		if err != nil || math.IsNaN(w) || math.IsInf(w, 0) || w < 0 {
			return "", nil, errs.BadUsage(hint, "--weight %q: %q is no weight of at least 0", text, part)
		}
		weights, sum = append(weights, w), sum+w
	}
	switch {
	case len(weights) == 1 && runs == 2 && weights[0] <= 1:
		return "", []float64{1 - weights[0], weights[0]}, nil
	case len(weights) == 1 && runs == 2:
		return "", nil, errs.BadUsage(hint, "--weight %s: the weight of the second run is at most 1", text)
	case len(weights) != runs:
		return "", nil, errs.BadUsage(hint, "--weight %s: %s for %s", text, terminal.Plural(len(weights), "weight", "weights"),
			terminal.Plural(runs, "run", "runs"))
	case sum == 0 || math.IsInf(sum, 0):
		return "", nil, errs.BadUsage(hint, "--weight %s: the weights sum to %v", text, sum)
	}
	for i := range weights {
		weights[i] /= sum
	}
	return "", weights, nil
}

// fixedWeights returns the usual weights of runs: Usual for the second of two, equal ones for more.
func fixedWeights(runs int) []float64 {
	if runs == 2 {
		return []float64{1 - Usual, Usual}
	}
	return slices.Repeat([]float64{1 / float64(runs)}, runs)
}

// Grid returns the weights that are tried: steps of .05 for two runs, of .1 for three and four, of .2 for five.
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

// FormatWeights prints weights with at most three decimals, separated by commas.
func FormatWeights(weights []float64) string {
	parts := make([]string, len(weights))
	for i, w := range weights {
		parts[i] = strconv.FormatFloat(math.Round(w*1000)/1000, 'f', -1, 64)
	}
	return strings.Join(parts, ", ")
}
