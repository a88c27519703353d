// Package weighting defines the retrieval models: the weight that a term adds to the score of a document.
package weighting

import "math"

// Model is a retrieval model. A document's score is the sum, over the query's tokens (repeats count), of the token's
// weight in the document. Retrieval and the rs axioms share these definitions.
type Model interface {
	// Term returns the weight of a term in any document of the collection. ok is false if the model leaves the term out.
	Term(s Stats, term uint32) (w TermWeight, ok bool)
}

// TermWeight is the weight of one term in the documents of a collection.
type TermWeight interface {
	// Weight returns the weight in a document of length tokens that holds the term tf times. If tf is 0, the weight is 0 in all models
	// but QL and QLJM.
	Weight(tf, length int) float64
}

// Stats are the collection's statistics. Terms the collection does not hold have frequency 0.
type Stats interface {
	NumDocs() int               // N
	TotalTerms() int64          // occurrences of all terms
	AvgLen() float64            // TotalTerms / NumDocs
	DocFreq(term uint32) int    // df: documents holding the term
	CollFreq(term uint32) int64 // cf: occurrences of the term
}

// IDF returns ln(max(N,1) / max(df,1)) for N documents; df of them hold the term.
func IDF(documents, df int) float64 {
	return math.Log(float64(max(documents, 1)) / float64(max(df, 1)))
}

// TF counts the query's tokens in the document.
type TF struct{}

type tfWeight struct{}

func (TF) Term(Stats, uint32) (TermWeight, bool) { return tfWeight{}, true }

func (tfWeight) Weight(tf, _ int) float64 { return float64(tf) }

// TFIDF is tf * IDF.
type TFIDF struct{}

type tfidfWeight float64

func (TFIDF) Term(s Stats, term uint32) (TermWeight, bool) {
	return tfidfWeight(IDF(s.NumDocs(), s.DocFreq(term))), true
}

func (idf tfidfWeight) Weight(tf, _ int) float64 { return float64(tf) * float64(idf) }

// BM25 is the model of Robertson and Zaragoza (2009) without the factor k1+1, with Lucene's IDF: ln(1 + (N - df + 0.5)/(df + 0.5)) * tf /
// (tf + k1 (1 - b + b length/avgdl)); length/avgdl is 1 where avgdl is 0. Lengths are exact, not rounded to a byte.
type BM25 struct{ K1, B float64 }

// BM25Term is a term's weight under BM25. A searcher that keeps Norm of every document computes IDF * tf / (tf + norm).
type BM25Term struct {
	Model  BM25
	IDF    float64
	AvgLen float64
}

// Norm returns the part of the denominator that depends only on the document: k1 (1 - b + b length/avgdl).
func (m BM25) Norm(length int, avgLen float64) float64 {
	relative := 1.0
	if avgLen != 0 {
		relative = float64(length) / avgLen
	}
	return float64(m.K1 * (1 - m.B + float64(m.B*relative)))
}

func (m BM25) Term(s Stats, term uint32) (TermWeight, bool) {
	n, df := float64(s.NumDocs()), float64(s.DocFreq(term))
	return BM25Term{Model: m, IDF: math.Log(1 + (n-df+0.5)/(df+0.5)), AvgLen: s.AvgLen()}, true
}

func (t BM25Term) Weight(tf, length int) float64 {
	if tf == 0 {
		return 0
	}
	return t.IDF * float64(tf) / (float64(tf) + t.Model.Norm(length, t.AvgLen))
}

// QL is the query's log-likelihood under Dirichlet smoothing (Zhai and Lafferty 2004):
// ln((tf + mu cf(t)/cf) / (length + mu)). Terms that the collection lacks are left out. A term adds to every document's
// score, also where tf is 0: Weight(tf, n) - Weight(0, n) = ln(1 + tf/(mu cf(t)/cf)), Weight(0, n) = ln(mu cf(t)/cf) - ln(n + mu).
type QL struct{ Mu float64 }

// QLTerm is a term's weight under QL.
type QLTerm struct {
	Mu    float64
	Prior float64 // mu cf(t)/cf
}

func (m QL) Term(s Stats, term uint32) (TermWeight, bool) {
	cf := s.CollFreq(term)
	if cf == 0 {
		return nil, false
	}
	return QLTerm{Mu: m.Mu, Prior: m.Mu * float64(cf) / float64(s.TotalTerms())}, true
}

func (t QLTerm) Weight(tf, length int) float64 {
	return math.Log((float64(tf) + t.Prior) / (float64(length) + t.Mu))
}

// QLJM is the query's log-likelihood under Jelinek-Mercer smoothing (Zhai and Lafferty 2004): ln((1 - lambda) tf/length + lambda
// cf(t)/cf). Terms that the collection lacks are left out. A term adds to every document's score, also where tf is 0.
type QLJM struct{ Lambda float64 }

// QLJMTerm is a term's weight under QLJM.
type QLJMTerm struct {
	Lambda float64
	Prior  float64 // lambda cf(t)/cf
}

func (m QLJM) Term(s Stats, term uint32) (TermWeight, bool) {
	cf := s.CollFreq(term)
	if cf == 0 {
		return nil, false
	}
	return QLJMTerm{Lambda: m.Lambda, Prior: m.Lambda * float64(cf) / float64(s.TotalTerms())}, true
}

func (t QLJMTerm) Weight(tf, length int) float64 {
	if tf == 0 {
		return math.Log(t.Prior)
	}
	return math.Log((1-t.Lambda)*float64(tf)/float64(length) + t.Prior)
}

// PL2 is the divergence from randomness model with Poisson, Laplace and normalisation 2 (Amati and van Rijsbergen 2002): with tfn = tf
// log2(1 + c avgdl/length) and lambda = cf(t)/N, (tfn log2(1/lambda) + lambda log2(e) + 0.5 log2(2 pi tfn) + tfn (log2(tfn) - log2(e))) /
// (tfn + 1). Terms that the collection lacks are left out.
type PL2 struct{ C float64 }

// pl2Term is a term's weight under PL2.
type pl2Term struct {
	Scale  float64 // c avgdl
	Lambda float64 // cf(t)/N
	Rarity float64 // log2(1/lambda)
}

func (m PL2) Term(s Stats, term uint32) (TermWeight, bool) {
	cf := s.CollFreq(term)
	if cf == 0 {
		return nil, false
	}
	lambda := float64(cf) / float64(max(s.NumDocs(), 1))
	return pl2Term{Scale: m.C * s.AvgLen(), Lambda: lambda, Rarity: math.Log2(1 / lambda)}, true
}

func (t pl2Term) Weight(tf, length int) float64 {
	if tf == 0 {
		return 0
	}
	tfn := float64(float64(tf) * math.Log2(1+t.Scale/float64(length)))
	if tfn == 0 { // avgdl is 0: the lengths are unknown
		return 0
	}
	return (float64(tfn*t.Rarity) + float64(t.Lambda*math.Log2E) + float64(0.5*math.Log2(2*math.Pi*tfn)) +
		float64(tfn*(math.Log2(tfn)-math.Log2E))) / (tfn + 1)
}
