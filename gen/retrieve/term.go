package retrieve

import (
	"math"

	"github.com/axiomine/axiomine/axioms"
	"github.com/axiomine/axiomine/gen/index"
)

// term is what a Retriever knows of a term. A term's gain in a document is its weight there less its weight at tf 0, which
// is not 0 under QL and QLJM only: there it is prior - loss[length].
type term struct {
	weight   axioms.TermWeight
	idf      float64   // BM25's
	prior    float64   // QL's ln(mu cf(t)/cf), QLJM's ln(lambda cf(t)/cf)
	byTF     []float64 // QL's gains by tf, which do not depend on the length
	postings []index.Posting
	most     float64 // largest gain, 0 if none is positive
	least    float64 // smallest gain, 0 if none is negative
	windows  []bounds
	high     [len(highRanks)]float64 // at least highRanks[i] documents gain as much; -Inf where the term has fewer
}

// bounds are a term's part of a window. Terms with few postings keep none.
type bounds struct {
	begin uint32  // first posting
	most  float64 // largest gain, 0 if none is positive
}

// highRanks are the numbers of results for which a term knows a threshold.
var highRanks = [...]int{10, 20, 50, 100, 200, 500, 1000}

// term gives what is known of t, learning it at first use; nil for a term that no document holds or the model leaves out.
func (r *Retriever) term(t uint32) *term {
	if int(t) >= len(r.terms) {
		return nil
	}
	known := r.terms[t].Load()
	if known == nil {
		known = r.learn(t) // whoever learns it learns the same
		r.terms[t].Store(known)
	}
	if known.weight == nil {
		return nil
	}
	return known
}

func (r *Retriever) learn(t uint32) *term {
	w, ok := r.m.Term(r.x, t)
	if !ok {
		return &term{}
	}
	e := &term{weight: w, postings: r.x.Postings(t)}
	for i := range e.high {
		e.high[i] = math.Inf(-1)
	}
	switch w := w.(type) {
	case axioms.BM25Term:
		e.idf = w.IDF
	case axioms.QLTerm:
		e.prior = math.Log(w.Prior)
		e.byTF = make([]float64, 16)
		for tf := range e.byTF {
			e.byTF[tf] = math.Log1p(float64(tf) / w.Prior)
		}
	case axioms.QLJMTerm:
		e.prior = math.Log(w.Prior)
	}
	if len(e.postings) >= 8*r.numWindows() {
		e.windows = windowsOf(e.postings, r.numWindows())
	}
	var counts [steps + 1]int // of gains, in steps of the largest
	if r.saturations != nil {
		e.each(func(part []index.Posting) float64 { return e.idf * r.saturationsOf(part, &counts) })
		e.rank(e.idf, &counts)
		return e
	}
	e.each(func(part []index.Posting) (most float64) {
		for _, p := range part {
			gain := r.gain(e, p)
			most, e.least = max(most, gain), min(e.least, gain)
		}
		return most
	})
	if r.loss != nil || !(e.most > 0) || math.IsInf(e.most, 1) {
		return e // a background is no help in telling scores from gains
	}
	for _, p := range e.postings {
		counts[int(max(r.gain(e, p), 0)/e.most*steps)]++
	}
	e.rank(e.most, &counts)
	return e
}

// windowsOf says where the windows' postings begin.
func windowsOf(postings []index.Posting, number int) []bounds {
	windows := make([]bounds, number+1)
	w := 0
	for i, p := range postings {
		for ; w <= int(p.Doc>>windowBits); w++ {
			windows[w].begin = uint32(i)
		}
	}
	for ; w <= number; w++ {
		windows[w].begin = uint32(len(postings))
	}
	return windows
}

// each sets the bounds of the term and its windows to what largest says of their postings.
func (e *term) each(largest func(part []index.Posting) float64) {
	if e.windows == nil {
		e.most = largest(e.postings)
		return
	}
	for w := range e.windows[:len(e.windows)-1] {
		e.windows[w].most = largest(e.postings[e.windows[w].begin:e.windows[w+1].begin])
		e.most = max(e.most, e.windows[w].most)
	}
}

// saturationsOf gives the largest saturation in postings and counts all in steps.
func (r *Retriever) saturationsOf(part []index.Posting, counts *[steps + 1]int) float64 {
	var most float32
	for _, p := range part {
		saturation := r.saturation(p.TF, r.lengths[p.Doc])
		most = max(most, saturation)
		counts[int(saturation*steps)]++
	}
	return float64(most)
}

// steps are the parts of the largest gain in which gains are counted.
const steps = 256

// rank learns how many documents gain much from counts in steps of largest.
func (e *term) rank(largest float64, counts *[steps + 1]int) {
	reached, rank := 0, 0
	for step := steps; step > 0; step-- { // gains of step 0 may be negative
		reached += counts[step]
		for ; rank < len(highRanks) && highRanks[rank] <= reached; rank++ {
			e.high[rank] = float64(step) / steps * largest
		}
	}
}
