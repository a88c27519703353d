package axiomtest

import "math"

// weight returns what a query token adds to a document's score; n is how often the document holds
// it.
type weight func(w *world, s settings, term string, n, length float64) float64

// scoresHigherBy returns a function that reports whether x scores higher, by margin_sd and by the
// margin, where the margin is above 1 and both scores are positive.
func scoresHigherBy(weight weight) func(w *world, s settings, x, y document) bool {
	return func(w *world, s settings, x, y document) bool {
		score := func(d document) (sum float64) {
			for _, t := range w.query {
				sum += weight(w, s, t, float64(d.count(t)), float64(len(d.words)))
			}
			return sum
		}
		if !w.leadsByDeviations(s, score(x)-score(y), func(d document) (float64, bool) { return score(d), true }) {
			return false
		}
		margin := s.value("margin", "1")
		if margin == 1 {
			return exceeds(score(x), score(y))
		}
		return score(x) > 0 && score(y) > 0 && exceeds(score(x), margin*score(y))
	}
}

// leadsByDeviations reports whether a lead is at least margin_sd standard deviations of the scores
// of all documents that have one.
func (w *world) leadsByDeviations(s settings, lead float64, score func(document) (float64, bool)) bool {
	deviations := s.value("margin_sd", "0")
	if deviations == 0 {
		return true
	}
	var all []float64
	sum, squares := 0.0, 0.0
	for _, d := range w.docs {
		if x, ok := score(d); ok {
			all = append(all, x)
			sum += x
		}
	}
	mean := sum / float64(len(all))
	for _, x := range all {
		squares += (x - mean) * (x - mean)
	}
	return !exceeds(deviations*math.Sqrt(squares/float64(len(all))), lead)
}

func tf(_ *world, _ settings, _ string, n, _ float64) float64 { return n }

func tfIDF(w *world, _ settings, term string, n, _ float64) float64 { return n * w.idf(term) }

// perToken divides a weight by the document's length, for the readings of Klose.
func perToken(weight weight) weight {
	return func(w *world, s settings, term string, n, length float64) float64 {
		return weight(w, s, term, n, length) / math.Max(length, 1)
	}
}

// bm25 returns ln(1 + (N - df + 0.5)/(df + 0.5)) * c / (c + k1 * (1 - b + b * |d|/avgdl));
// |d|/avgdl = 1 when avgdl = 0.
func bm25(w *world, s settings, term string, n, length float64) float64 {
	k1, b := s.value("k1", "0.9"), s.value("b", "0.4")
	df, relative := float64(w.df[term]), 1.0
	if w.average != 0 {
		relative = length / w.average
	}
	if n == 0 {
		return 0
	}
	return math.Log(1+(float64(w.n)-df+0.5)/(df+0.5)) * n / (n + k1*(1-b+b*relative))
}

// queryLikelihood returns ln((c + mu * cf(t)/cf) / (|d| + mu)). Terms with cf(t) = 0 are left out.
func queryLikelihood(w *world, s settings, term string, n, length float64) float64 {
	mu := s.value("mu", "1000")
	if w.cf[term] == 0 {
		return 0
	}
	return math.Log((n + mu*float64(w.cf[term])/float64(w.total)) / (length + mu))
}

// pl2 leaves out terms with c = 0 or cf(t) = 0. It returns 0 where avgdl is 0, since tfn is 0 then.
func pl2(w *world, s settings, term string, n, length float64) float64 {
	if n == 0 || w.cf[term] == 0 || w.average == 0 {
		return 0
	}
	tfn := n * math.Log2(1+s.value("c", "1")*w.average/length)
	lambda := float64(w.cf[term]) / float64(w.n)
	gain := tfn*math.Log2(1/lambda) + lambda*math.Log2(math.E) + 0.5*math.Log2(2*math.Pi*tfn) + tfn*(math.Log2(tfn)-math.Log2(math.E))
	return gain / (tfn + 1)
}
