package shortcut

import "math"

// flips is a model of labels of which some are exchanged: an example is high by a logistic function of a cubic curve over its logit. The
// label of a low one is high with probability low, that of a high one low with probability high.
type flips struct {
	curve     [3]float64 // by the constant, the logit and its cube
	low, high float64
}

// bin counts examples of about one logit by their labels.
type bin struct{ logit, low, high float64 }

const (
	bins      = 400
	rounds    = 300
	mostLogit = 12.0
)

// Flipped returns for each example the probability that its label is exchanged; nil if the labels give no ground for that: without
// exchanged ones, at either end, they are as likely. signs are 1 for a high label, -1 for a low one, and 0 for one that is neither, whose
// probability is 0.
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
		isHigh := both.isHigh(list[binOf(logits[i])].logit, sign)
		switch sign {
		case 1:
			p[i] = (1 - isHigh) * min(1, mostUneven*rarer/both.low)
		case -1:
			p[i] = isHigh * min(1, mostUneven*rarer/both.high)
		}
	}
	return p
}

// Bounds of what counts as exchanged. Pairs that are hard by nature, such as negatives with all words of the query, look as exchanged
// labels do at one end. Exchanged labels are at both ends, and at neither far more frequent.
const (
	leastGain  = 2.7 // of each end: by chance one in 20 has it
	leastSum   = 9.0 // of both ends
	mostUneven = 2.0
)

// gain returns twice the logarithm of the ratio of the likelihoods of a model and of one with fewer parameters.
func (f *flips) gain(fewer *flips, list []bin) float64 {
	return 2 * (f.likelihood(list) - fewer.likelihood(list))
}

// binOf returns the number of the bin of a logit.
func binOf(logit float64) int {
	return int(max(0, min(bins-1, (logit+mostLogit)/(2*mostLogit)*bins)))
}

// isHigh returns the probability that an example of a label is high.
func (f *flips) isHigh(logit float64, label int8) float64 {
	s := f.shareHigh(logit)
	high, low := (1-f.high)*s, f.low*(1-s)
	if label < 0 {
		high, low = f.high*s, (1-f.low)*(1-s)
	}
	return high / max(high+low, 1e-300)
}

// likelihood returns the logarithm of the probability of the labels.
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

// fit fits the model by expectation and maximisation. Shares of exchanged labels that are 0 stay 0.
func (f *flips) fit(list []bin) {
	isHigh := make([]float64, len(list)) // of the examples of each bin
	for range rounds {
		var low, lowHigh, high, highLow float64 // examples that are low, and those of them whose label is high; likewise
		for i, b := range list {
			right, wrong := float64(b.high*f.isHigh(b.logit, 1)), float64(b.low*f.isHigh(b.logit, -1))
			isHigh[i] = right + wrong
			high, highLow = high+isHigh[i], highLow+wrong
			low, lowHigh = low+b.low+b.high-isHigh[i], lowHigh+b.high-right
		}
		f.improve(list, isHigh)
		f.low, f.high = lowHigh/max(low, 1e-9), highLow/max(high, 1e-9)
	}
}

// improve makes a step of Newton's method towards the curve of the highest likelihood, halved until it is one. isHigh is the number of
// examples of each bin that are high. The curve never falls.
func (f *flips) improve(list []bin, isHigh []float64) {
	matrix, gradient := [][]float64{make([]float64, 3), make([]float64, 3), make([]float64, 3)}, make([]float64, 3)
	for i, b := range list {
		of := b.low + b.high
		if of == 0 {
			continue
		}
		s, x := f.shareHigh(b.logit), curveOf(b.logit)
		for j := range x {
			gradient[j] += float64((isHigh[i] - float64(of*s)) * x[j])
			for k := range j + 1 {
				matrix[j][k] += float64(float64(of*float64(s*(1-s))) * float64(x[j]*x[k]))
			}
		}
	}
	for j := range matrix {
		matrix[j][j] += 1e-6
		if j > 0 && f.curve[j] == 0 && gradient[j] < 0 { // it stays at its bound
			gradient[j] = 0
			for k := range matrix {
				matrix[max(j, k)][min(j, k)] = 0
			}
			matrix[j][j] = 1
		}
	}
	before, most := f.curve, f.fits(list, isHigh)
	step := solve(matrix, gradient)
	for size := 1.0; size > 1e-6; size /= 2 {
		for j := range step {
			f.curve[j] = before[j] + float64(size*step[j])
		}
		f.curve[1], f.curve[2] = max(0, f.curve[1]), max(0, f.curve[2])
		if f.fits(list, isHigh) > most {
			return
		}
	}
	f.curve = before
}

// fits returns the logarithm of the likelihood of the curve where so many examples of each bin are high.
func (f *flips) fits(list []bin, isHigh []float64) (sum float64) {
	for i, b := range list {
		if of := b.low + b.high; of > 0 {
			s := max(1e-12, min(1-1e-12, f.shareHigh(b.logit)))
			sum += float64(isHigh[i]*math.Log(s)) + float64((of-isHigh[i])*math.Log(1-s))
		}
	}
	return sum
}

// curveOf returns the constant, a logit and its cube, of about one size.
func curveOf(logit float64) [3]float64 {
	return [3]float64{1, logit, float64(logit*float64(logit*logit)) / 10}
}

// shareHigh returns the probability that an example is high.
func (f *flips) shareHigh(logit float64) float64 {
	x := curveOf(logit)
	return 1 / (1 + math.Exp(-dot(f.curve[:], x[:])))
}
