package mine

import (
	"context"
	"math"
	"slices"

	"github.com/axiomine/axiomine/gen/index"
	"github.com/axiomine/axiomine/internal/lists"
	"github.com/axiomine/axiomine/internal/parallel"
	"github.com/axiomine/axiomine/internal/ui/progress"
	"github.com/axiomine/axiomine/tokenize/pairs"
)

// MarkTwins sets Twin of the candidates that repeat a judged relevant document of their query: the texts without case (pairs.FoldCase) are
// equal, or their resemblance is at least threshold. With threshold 0 resemblance is not computed. The judged document need not be a
// candidate. A relevant candidate is marked only if it repeats a document with a higher grade.
//
// Resemblance (Broder 1997) is the Jaccard coefficient |A and B| / |A or B| of the documents' sets of runs: three successive terms. A
// document of one or two terms has one run. An empty document resembles none. Runs are compared by a 64-bit hash.
func MarkTwins(ctx context.Context, x index.Reader, queries []Query, minGrade int, threshold float64, threads int,
	st *progress.Stage) error {
	return parallel.Each(ctx, parallel.Threads(threads), len(queries), func(int) func(int) error {
		t := twins{index: x, minGrade: minGrade, threshold: threshold}
		return func(i int) error {
			t.mark(&queries[i])
			st.Add(1)
			return nil
		}
	})
}

// twins is the state of a goroutine that marks the candidates of one query after the other.
type twins struct {
	index     index.Reader
	minGrade  int
	threshold float64
	texts     []twinText // the texts of the relevant documents
	grades    []int32    // the grades of the relevant documents
	relevant  [][]uint64 // the runs of the relevant documents; empty if no resemblance is computed
	runs      []uint64   // the runs of a candidate, in reused memory
}

func (t *twins) mark(q *Query) {
	t.texts, t.relevant, t.grades = t.texts[:0], t.relevant[:0], t.grades[:0]
	for _, list := range [...][]Candidate{q.Docs, q.Outside} {
		for _, c := range list {
			if !c.Judged || int(c.Grade) < t.minGrade {
				continue
			}
			t.texts, t.grades = append(t.texts, t.text(c.Doc)), append(t.grades, c.Grade)
			if t.threshold > 0 {
				t.relevant = append(t.relevant, appendRuns(nil, t.index.Terms(c.Doc)))
			}
		}
	}
	if len(t.texts) == 0 {
		return
	}
	highest := slices.Max(t.grades)
	for i := range q.Docs {
		c := &q.Docs[i]
		minimum := int32(math.MinInt32) // a relevant document repeats only one of a higher grade
		if c.Judged && int(c.Grade) >= t.minGrade {
			minimum = c.Grade
		}
		switch c.Twin = pairs.NoTwin; {
		case minimum >= highest:
		case t.isSame(c.Doc, minimum):
			c.Twin = pairs.SameText
		case t.threshold > 0 && t.isNear(t.index.Terms(c.Doc), minimum):
			c.Twin = pairs.NearDuplicate
		}
	}
}

// isSame reports whether a document has the same pairs.FoldCase as a relevant document with a higher grade than grade.
func (t *twins) isSame(doc uint32, grade int32) bool {
	text := t.text(doc)
	for i, other := range t.texts {
		if other.hash == text.hash && t.grades[i] > grade && (other.doc == doc || t.folded(other.doc) == t.folded(doc)) {
			return true
		}
	}
	return false
}

// twinText is a document with the hash of its folded text. Texts with the same hash are compared byte for byte.
type twinText struct {
	doc  uint32
	hash uint32
}

func (t *twins) text(doc uint32) twinText { return twinText{doc, t.index.Texts().FoldHash(doc)} }

func (t *twins) folded(doc uint32) string { return pairs.FoldCase(t.index.Texts().FullText(doc)) }

// isNear reports whether a document resembles a relevant document with a higher grade than grade. Resemblance is at most |A| / |B|, so the
// runs of a document that is much shorter than the relevant documents are not computed.
func (t *twins) isNear(terms []uint32, grade int32) bool {
	hasRuns, most := false, float64(max(len(terms)-2, min(len(terms), 1)))
	for i, other := range t.relevant {
		if t.grades[i] <= grade || len(other) == 0 || most/float64(len(other)) < t.threshold {
			continue
		}
		if !hasRuns {
			t.runs, hasRuns = appendRuns(t.runs[:0], terms), true
		}
		common := lists.Common(t.runs, other)
		if float64(common)/float64(len(t.runs)+len(other)-common) >= t.threshold { // the Jaccard coefficient
			return true
		}
	}
	return false
}

// appendRuns appends the hashes of a document's runs of three terms to out, which must be empty: each hash once, in rising order.
func appendRuns(out []uint64, terms []uint32) []uint64 {
	switch len(terms) {
	case 0:
		return out
	case 1, 2:
		hash := runSeed
		for _, t := range terms {
			hash = runStep(hash, t)
		}
		return append(out, hash)
	}
	for i := range terms[2:] {
		out = append(out, runStep(runStep(runStep(runSeed, terms[i]), terms[i+1]), terms[i+2]))
	}
	slices.Sort(out)
	return slices.Compact(out)
}

// runSeed and the factor of runStep are the fractional bits of the golden ratio and of the square root of two, made odd.
const runSeed = uint64(0x9e3779b97f4a7c15)

func runStep(hash uint64, term uint32) uint64 {
	hash = (hash ^ uint64(term)) * 0x6a09e667f3bcc909
	return hash ^ hash>>29
}
