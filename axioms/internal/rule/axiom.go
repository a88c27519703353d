// Package rule holds what axioms are built from. A Definition has an axiom's documentation, its rule and the rule's conditions in words.
// A rule computes features of single documents and compares the features of two documents (JudgePairs). A Trace collects the conditions.
// The package adds variants, length bounds, rows and explanations to every rule.
package rule

// Verdict is an axiom's answer on an ordered pair of documents.
type Verdict int8

const (
	Void    Verdict = -2 // the precondition does not hold; the preference is 0
	Second  Verdict = -1 // the second document should rank above the first
	Neither Verdict = 0
	First   Verdict = 1 // the first document should rank above the second
)

// Precondition reports whether the axiom's precondition holds.
func (v Verdict) Precondition() bool { return v != Void }

// Preference returns -1, 0 or +1; +1 means that the first document should rank above the second.
func (v Verdict) Preference() int {
	if v == Void {
		return 0
	}
	return int(v)
}

// Swap returns the verdict on the pair with its documents exchanged.
func (v Verdict) Swap() Verdict {
	if v == Void {
		return v
	}
	return -v
}

// Axiom has the methods of all kinds of axioms. String returns the canonical form, such as "tfc1(delta=10, variant=klose)": parameters
// are sorted, and defaults are left out. Parse reads it back.
type Axiom interface {
	Spec() *Spec
	String() string
}

// Preference is an axiom over a query and two documents.
type Preference interface {
	Axiom
	Bind(q Query, c *Collection) Judge
}

// Judge is a preference axiom bound to one query. One goroutine uses it.
//
// Load computes the features of the candidates. Afterwards Compare and Row may be called in any order; they allocate no memory. Load
// may be called again with other candidates of the same query. The judge then no longer uses the earlier slices.
type Judge interface {
	Load(docs []Doc)
	// Compare returns the verdict on candidates i and j; Compare(j, i) is its Swap.
	Compare(i, j int) Verdict
	// Row sets out[j] = Compare(i, j) for every j > i and does not change the rest of out. len(out) is the number of candidates.
	Row(i int, out []Verdict)
}

// Triple is an axiom over a query and three documents (TFC2).
type Triple interface {
	Axiom
	BindTriple(q Query, c *Collection) TripleJudge
}

// TripleJudge is a triple axiom bound to one query.
type TripleJudge interface {
	Load(docs []Doc)
	// Each yields every instance (i, j, k) once, until yield returns false. The sum of query-term counts rises from i to j and to k.
	Each(yield func(i, j, k int) bool)
}

// Generative is an axiom that makes documents from documents (LNC2). Its instance is the pair of the new and the source document.
type Generative interface {
	Axiom
	// Repeats returns, for each document made from d, how many times it repeats d, in rising order. The result is empty if no document
	// is made. pieces is d's length in word pieces; only some variants read it.
	Repeats(q Query, d Doc, pieces int) []int
}
