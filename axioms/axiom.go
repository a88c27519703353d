// Package axioms holds retrieval axioms: statements of which of two documents should rank above the
// other for a query. CONTRACT.md defines each of them.
//
// Parse reads an axiom or an expression over axioms, such as "tfc1(delta=10)" or "m-and & tfc1".
// ParseList reads a list of them with named sets. All lists all axioms. There are three kinds. A
// Preference compares two documents. A Triple finds sequences of three (TFC2). A Generative makes
// documents from documents (LNC2).
//
// Documents and queries are lists of term ids. Texts makes them from a few texts, an index from a
// collection on disk. A preference is bound to a query and a collection's statistics, loads its
// features once per candidate, and then answers pairs in constant time:
//
//	judge := axioms.Rows(preference.Bind(query, collection))
//	judge.Load(docs)
//	out := make([]axioms.Verdict, len(docs))
//	for i := range docs {
//		judge.Row(i, out) // out[j] for j > i
//	}
//
// The verdict is Void on a pair that does not meet an axiom's precondition. Every axiom with a
// precondition takes precondition=none and then compares all pairs.
//
// Spec().Needs lists what an axiom reads from the collection and the candidates. Everything else
// may be missing.
//
// Every axiom is an Explainer too: it lists the conditions of its definition on given documents,
// with their numbers, and marks those that decide.
//
// An axiom is one definition (documentation, parameters, worked example, rule, conditions in words)
// in the file of its family, and a name in all.go; begin with a copy of its nearest neighbour. A
// rule is features of one document and a comparison of two documents' features (pairwise.go).
// Variants, length bounds, rows and expressions wrap it. The package axiomtest defines each axiom a
// second time in plain words and counts, and compares the rule and its conditions with that
// definition. This package imports no other package of the module but the kinds of error.
package axioms

// Verdict is an axiom's answer on an ordered pair of documents.
type Verdict int8

const (
	Void    Verdict = -2 // the precondition does not hold; the preference is 0
	Second  Verdict = -1 // the second document should rank above the first
	Neither Verdict = 0
	First   Verdict = 1 // the first document should rank above the second
)

// Precondition reports whether the axiom's precondition held.
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

// Axiom is what all kinds of axioms have in common. Its String is the canonical form: parameters sorted, defaults left
// out, such as "tfc1(delta=10, variant=klose)"; Parse reads it back.
type Axiom interface {
	Spec() *Spec
	String() string
}

// Preference is an axiom over a query and two documents.
type Preference interface {
	Axiom
	Bind(q Query, c *Collection) Judge
}

// Judge is a preference axiom bound to one query. It is used by one goroutine.
//
// Load computes the features of the candidates; Compare and Row may be called after it, in any order, and allocate
// nothing. Load may be called again with other candidates of the same query; it does not keep docs' slices in use after
// a later Load.
type Judge interface {
	Load(docs []Doc)
	// Compare returns the verdict on candidates i and j; Compare(j, i) is its Swap.
	Compare(i, j int) Verdict
}

// rowJudge is a Judge that answers a whole row faster than one pair after the other.
type rowJudge interface {
	Judge
	// Row sets out[j] = Compare(i, j) for every j > i and leaves the rest of out alone. len(out) is
	// the number of candidates.
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
	// Each yields every instance (i, j, k) once, until yield returns false. The sum of query-term
	// counts rises from i to k.
	Each(yield func(i, j, k int) bool)
}

// Generative is an axiom that makes documents: the pair (made, source) is its instance (LNC2).
type Generative interface {
	Axiom
	// Repeats returns how many times d is repeated in each document made from it, in rising order;
	// nothing where no document is made. pieces is d's length in word pieces. Only variants that
	// need it read it.
	Repeats(q Query, d Doc, pieces int) []int
}

// Fulfilled reports whether a model fulfils the instance of a pair axiom with its scores of the
// preferred document and the other document: first > second, for a weak axiom first >= second.
// Scores are compared with the tolerance of all comparisons.
func Fulfilled(weak bool, first, second float64) bool {
	if weak {
		return atLeast(first, second)
	}
	return greater(first, second)
}

// FulfilledTriple reports whether a model fulfils an instance (i, j, k) of TFC2:
// S(j) - S(i) > S(k) - S(j).
func FulfilledTriple(i, j, k float64) bool { return greater(j-i, k-j) }
