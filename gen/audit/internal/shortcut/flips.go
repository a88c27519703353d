package shortcut

import "math"

// flips is a model of labels, of which some are exchanged. The probability that an example is truly high is the logistic function of the
// curve, a cubic polynomial of its logit.
type flips struct {
	curve     [3]float64 // the coefficients of the constant, the logit and its cube: see curveOf
	low, high float64    // the probabilities that the label of a truly low and of a truly high example is exchanged
}

// bin holds the numbers of examples with a low and with a high label whose logits are near logit.
type bin struct{ logit, low, high float64 }

const (
	bins      = 400  // the number of bins
	rounds    = 300  // the number of steps of expectation and maximisation
	mostLogit = 12.0 // bound of the bins, from -mostLogit to mostLogit; logits outside are in the first or last bin
)

// Flipped returns, for each example, the probability that its label is exchanged. It returns nil if a model with exchanged labels at only
// one end explains the labels about as well. signs are 1 for a high label, -1 for a low label, and 0 for other labels, which get 0.
func Flipped(logits []float64, signs []int8) []float64 {
	list := make([]bin, bins)
	for i, sign := range signs {
		b := &list[binOf(logits[i])]
		switch sign {
		case 1:
			b.high++
		case -1:
			b.low++
		}
	}
	for i := range list {
		list[i].logit = (float64(i)+0.5)*2*mostLogit/bins - mostLogit
	}
	start := [3]float64{0, 1, 0}
	both, onlyLow, onlyHigh := flips{start, 0.01, 0.01}, flips{start, 0.01, 0}, flips{start, 0, 0.01}
	for _, f := range []*flips{&both, &onlyLow, &onlyHigh} {
		f.fit(list)
	}
	highGain, lowGain := both.gain(&onlyLow, list), both.gain(&onlyHigh, list)
	if min(highGain, lowGain) < leastGain || highGain+lowGain < leastSum {
		return nil
	}
	rarer := min(both.low, both.high)
	p := make([]float64, len(signs))
	for i, sign := range signs {
		probHigh := both.probHigh(list[binOf(logits[i])].logit, sign)
		switch sign {
		case 1:
			p[i] = (1 - probHigh) * min(1, mostUneven*rarer/both.low)
		case -1:
			p[i] = probHigh * min(1, mostUneven*rarer/both.high)
		}
	}
	return p
}

// The bounds of exchanged labels. Hard pairs, such as negatives with all words of the query, look exchanged at one end only. Labels that
// were exchanged are at both ends, in similar numbers.
const (
	leastGain  = 2.7 // the minimum gain of each end: the probability of such a gain by chance is 1/20
	leastSum   = 9.0 // the minimum gain of both ends together
	mostUneven = 2.0 // the maximum ratio of the probabilities at the two ends; a higher one is reduced
)

// gain returns twice the log-likelihood ratio of the model and a model with fewer parameters.
func (f *flips) gain(fewer *flips, list []bin) float64 {
	return 2 * (f.likelihood(list) - fewer.likelihood(list))
}

func binOf(logit float64) int {
	return int(max(0, min(bins-1, (logit+mostLogit)/(2*mostLogit)*bins)))
}

// probHigh returns the probability that an example with a label, 1 or -1, is truly high.
func (f *flips) probHigh(logit float64, label int8) float64 {
	s := f.shareHigh(logit)
	high, low := (1-f.high)*s, f.low*(1-s)
	if label < 0 {
		high, low = f.high*s, (1-f.low)*(1-s)
	}
	return high / max(high+low, 1e-300)
}

// likelihood returns the log-likelihood of the labels.
func (f *flips) likelihood(list []bin) (sum float64) {
	for _, b := range list {
		s := f.shareHigh(b.logit)
		high := max(1e-300, float64((1-f.high)*s)+float64(f.low*(1-s)))
		low := max(1e-300, float64(f.high*s)+float64((1-f.low)*(1-s)))
		if b.high > 0 {
			sum += float64(b.high * math.Log(high))
		}
		if b.low > 0 {
			sum += float64(b.low * math.Log(low))
		}
	}
	return sum
}

// fit fits the model by expectation and maximisation. Probabilities low and high that are 0 stay 0.
func (f *flips) fit(list []bin) {
	numHigh := make([]float64, len(list)) // the expected number of truly high examples of each bin
	for range rounds {
		var low, lowHigh, high, highLow float64 // expected numbers: truly low, of these labelled high; truly high, of these labelled low
		for i, b := range list {
			right, wrong := float64(b.high*f.probHigh(b.logit, 1)), float64(b.low*f.probHigh(b.logit, -1))
			numHigh[i] = right + wrong
			high, highLow = high+numHigh[i], highLow+wrong
			low, lowHigh = low+b.low+b.high-numHigh[i], lowHigh+b.high-right
		}
		f.improve(list, numHigh)
		f.low, f.high = lowHigh/max(low, 1e-9), highLow/max(high, 1e-9)
	}
}

// improve makes a step of Newton's method towards the curve of the highest likelihood. It halves the step until the likelihood rises.
// numHigh is the expected number of high examples of each bin. The coefficients of the logit and its cube stay at 0 or above.
func (f *flips) improve(list []bin, numHigh []float64) {
	matrix, gradient := [][]float64{make([]float64, 3), make([]float64, 3), make([]float64, 3)}, make([]float64, 3)
	for i, b := range list {
		n := b.low + b.high
		if n == 0 {
			continue
		}
		s, x := f.shareHigh(b.logit), curveOf(b.logit)
		for j := range x {
			gradient[j] += float64((numHigh[i] - float64(n*s)) * x[j])
			for k := range j + 1 {
				matrix[j][k] += float64(float64(n*float64(s*(1-s))) * float64(x[j]*x[k]))
			}
		}
	}
	for j := range matrix {
		matrix[j][j] += 1e-6
		if j > 0 && f.curve[j] == 0 && gradient[j] < 0 { // the coefficient stays at 0
			gradient[j] = 0
			for k := range matrix {
				matrix[max(j, k)][min(j, k)] = 0
			}
			matrix[j][j] = 1
		}
	}
	before, most := f.curve, f.curveLikelihood(list, numHigh)
	step := solve(matrix, gradient)
	for size := 1.0; size > 1e-6; size /= 2 {
		for j := range step {
			f.curve[j] = before[j] + float64(size*step[j])
		}
		f.curve[1], f.curve[2] = max(0, f.curve[1]), max(0, f.curve[2])
		if f.curveLikelihood(list, numHigh) > most {
			return
		}
	}
	f.curve = before
}

// curveLikelihood returns the log-likelihood of the curve if each bin has numHigh high examples.
func (f *flips) curveLikelihood(list []bin, numHigh []float64) (sum float64) {
	for i, b := range list {
		if n := b.low + b.high; n > 0 {
			s := max(1e-12, min(1-1e-12, f.shareHigh(b.logit)))
			sum += float64(numHigh[i]*math.Log(s)) + float64((n-numHigh[i])*math.Log(1-s))
		}
	}
	return sum
}

// curveOf returns 1, the logit and a tenth of its cube, so that the three have similar sizes.
func curveOf(logit float64) [3]float64 {
	return [3]float64{1, logit, float64(logit*float64(logit*logit)) / 10}
}

// shareHigh returns the probability that an example with a logit is truly high, without regard to its label.
func (f *flips) shareHigh(logit float64) float64 {
	x := curveOf(logit)
	return 1 / (1 + math.Exp(-dot(f.curve[:], x[:])))
}
