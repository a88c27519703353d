package mine

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/axiomine/axiomine/axioms"
	"github.com/axiomine/axiomine/gen/index"
	"github.com/axiomine/axiomine/internal/errs"
	"github.com/axiomine/axiomine/internal/lists"
	"github.com/axiomine/axiomine/tokenize/pairs"
	"github.com/cespare/xxhash/v2"
)

// Candidate is a document of a query's candidate list.
type Candidate struct {
	Doc    uint32  // the document's number in the index
	Made   int32   // the number of times that lnc2 repeats Doc in a made document; 0 for other documents
	Rank   int32   // the rank in the candidate run, from 1; 0 for a document that is not in the run
	Grade  int32   // the judged grade, if Judged is true
	Score  float64 // the score in the run; NaN for a document that is not in the run
	Judged bool
	Twin   pairs.Twin // kind of repetition of a judged relevant document of the query; MarkTwins sets it
}

// Query is an analysed query with its candidates.
type Query struct {
	ID       string
	SameText []string // the ids of other queries with the same text, which Unite merged into this one
	Split    string
	Text     string
	Terms    []uint32
	Docs     []Candidate // candidates of the run in its order, then added documents, then made documents
	Outside  []Candidate // judged relevant documents of the collection that are no candidates
	Relevant int         // the number of judged relevant documents, including those outside the collection (the divisor of AP)
	pairs.StatedCounts
}

// Candidate returns a document of the query by its number in drawn pairs: an element of Docs or, after these, of Outside.
func (q *Query) Candidate(number int32) Candidate {
	if int(number) < len(q.Docs) {
		return q.Docs[number]
	}
	return q.Outside[int(number)-len(q.Docs)]
}

// view returns the query in the form of package axioms.
func (q *Query) view() axioms.Query { return axioms.Query{ID: q.ID, Terms: q.Terms} }

// needIDs reports whether an axiom of a list needs the ids of candidates. Looking up ids takes time.
func needIDs[A axioms.Axiom](list ...A) bool {
	return slices.ContainsFunc(list, func(a A) bool { return a.Spec().Needs.File })
}

// docs returns the candidates in the form of package axioms, with ids if withIDs is true. It reuses the memory of out.
func (q *Query) docs(x index.Reader, withIDs bool, out []axioms.Doc) []axioms.Doc {
	out = out[:0]
	numbers := make([]uint32, len(q.Docs))
	for i := range q.Docs {
		numbers[i] = q.Docs[i].Doc
	}
	for i, terms := range x.TermsOf(numbers) {
		c := &q.Docs[i]
		if c.Made > 0 {
			terms = slices.Repeat(terms, int(c.Made))
		}
		d := axioms.Doc{Terms: terms, Length: len(terms), Score: c.Score, Rank: int(c.Rank), Grade: int(c.Grade)}
		if withIDs {
			d.ID = c.ID(x)
		}
		out = append(out, d)
	}
	return out
}

var noScore = math.NaN()

// Part is one of several parts of the queries. The hash of a query's id decides its part, so several machines agree on the parts. The zero
// Part has every query.
type Part struct {
	Number int `json:"Number"` // number of the part, from 1
	Parts  int `json:"Of"`     // number of parts
}

// ParsePart parses a part i/n, where 1 <= i <= n.
func ParsePart(text string) (Part, error) {
	number, total, _ := strings.Cut(text, "/") // an empty total is an error below
	i, errI := strconv.Atoi(number)
	n, errN := strconv.Atoi(total)
	if errI != nil || errN != nil || i < 1 || i > n {
		return Part{}, errs.BadUsage("write 2/7 for the second of seven", "%q is no part", text)
	}
	return Part{Number: i, Parts: n}, nil
}

// PartOf returns the number of the part that a query belongs to, from 1.
func PartOf(query string, parts int) int { return int(xxhash.Sum64String(query)%uint64(parts)) + 1 }

// Has reports whether a query belongs to the part.
func (p Part) Has(query string) bool { return p.Parts < 2 || PartOf(query, p.Parts) == p.Number }

func (p Part) String() string { return fmt.Sprintf("%d/%d", p.Number, p.Parts) }

// Unite returns queries with those merged that have the same text without case (pairs.FoldCase). The first of them gets the ids of the
// others, and the candidates that only others have. These are last, without rank and score. The queries already share their judgements
// (see Candidates).
func Unite(queries []Query) []Query {
	place := make(map[string]int, len(queries)) // the index of the first query with a text
	hasRepeat := false
	for i := range queries {
		if _, again := place[pairs.FoldCase(queries[i].Text)]; again {
			hasRepeat = true
			break
		}
		place[pairs.FoldCase(queries[i].Text)] = i
	}
	if !hasRepeat {
		return queries
	}
	clear(place)
	out := make([]Query, 0, len(queries))
	for _, q := range queries {
		text := pairs.FoldCase(q.Text)
		first, again := place[text]
		if !again {
			place[text] = len(out)
			out = append(out, q)
			continue
		}
		out[first].absorb(&q)
	}
	return out
}

// absorb adds another query of the same text to q: its id, and the candidates that q lacks.
func (q *Query) absorb(other *Query) {
	q.SameText = append(append(q.SameText, other.ID), other.SameText...)
	isCandidate := lists.Set(q.Docs, func(c Candidate) uint32 { return c.Doc })
	var missing []Candidate
	for _, c := range other.Docs {
		if c.Made == 0 && !isCandidate[c.Doc] {
			c.Rank, c.Score = 0, noScore
			missing = append(missing, c)
			isCandidate[c.Doc] = true
		}
	}
	q.Docs = slices.Concat(q.Docs[:q.CollectionDocs()], missing, q.Docs[q.CollectionDocs():])
	var outside []Candidate
	for _, c := range append(q.Outside, other.Outside...) {
		if !isCandidate[c.Doc] {
			outside = append(outside, c)
			isCandidate[c.Doc] = true
		}
	}
	q.Outside = outside
}
