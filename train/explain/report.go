package explain

import (
	"encoding/json"
	"fmt"
	"io"
	"math"
	"slices"
	"strconv"
	"strings"
	"text/tabwriter"

	"github.com/axiomine/axiomine/axioms"
	"github.com/axiomine/axiomine/axioms/weighting"
	"github.com/axiomine/axiomine/configs/fault"
	"github.com/axiomine/axiomine/gen/mine"
)

// Report is what axioms make of a query and documents.
type Report struct {
	Query        string        `json:"query"`
	Docs         []Document    `json:"docs"`
	Terms        []Term        `json:"terms"`
	Explanations []Explanation `json:"explanations"`
}

// Document has the numbers of a document.
type Document struct {
	Name   string   `json:"name"`
	Length int      `json:"length"`
	Score  *float64 `json:"score,omitempty"`
	Rank   int      `json:"rank,omitempty"`
	Grade  int      `json:"grade,omitempty"`
}

// Term has the numbers of a distinct query term.
type Term struct {
	Term    string  `json:"term"`
	InQuery int     `json:"in_query"`
	DocFreq int     `json:"df"`
	IDF     float64 `json:"idf"`
	Counts  []int   `json:"counts"` // by document
}

// Explanation is an axiom's answer on some of the documents; for a pair with the preference as golden cases write it: null
// where the precondition does not hold.
type Explanation struct {
	Docs       []string        `json:"docs"`
	Preference json.RawMessage `json:"preference,omitempty"`
	*axioms.Explanation
}

// report explains each axiom on every pair of documents: on every three for a triple axiom, on each for a generative one.
func (s *subject) report(list []axioms.Axiom, r *Request) (*Report, error) {
	r.override(s)
	if err := s.check(list); err != nil {
		return nil, err
	}
	t := &Report{Query: s.text, Terms: []Term{}}
	for i, d := range s.docs {
		f := Document{Name: s.names[i], Length: d.Len(), Rank: d.Rank, Grade: d.Grade}
		if !math.IsNaN(d.Score) {
			f.Score = &d.Score
		}
		t.Docs = append(t.Docs, f)
	}
	place := map[uint32]int{}
	for _, term := range s.query.Terms {
		at, ok := place[term]
		if !ok {
			at = len(t.Terms)
			place[term] = at
			df := s.collection.Stats.DocFreq(term)
			// A copy: the index's own strings end with it.
			t.Terms = append(t.Terms, Term{Term: strings.Clone(s.word(term)), DocFreq: df, IDF: weighting.IDF(s.collection.Stats.NumDocs(), df),
				Counts: make([]int, len(s.docs))})
		}
		t.Terms[at].InQuery++
	}
	for i, d := range s.docs {
		for _, term := range d.Terms {
			if at, ok := place[term]; ok {
				t.Terms[at].Counts[i]++
			}
		}
	}
	for _, a := range list {
		n := 2
		switch a.(type) {
		case axioms.Triple:
			n = 3
		case axioms.Generative:
			n = 1
		}
		if len(s.docs) < n {
			return nil, fault.BadUsage("give one more with -d", "%s is about %d documents, and %d are given", a, n, len(s.docs))
		}
		choices(len(s.docs), n, func(chosen []int) { t.Explanations = append(t.Explanations, s.explain(a, chosen)) })
	}
	return t, nil
}

// check refuses axioms that need what the collection and the documents lack.
func (s *subject) check(list []axioms.Axiom) error {
	miner := &mine.Miner{Axioms: list, Collection: s.collection}
	if measured := slices.ContainsFunc(s.pieces, func(n int) bool { return n > 0 }); measured {
		miner.Pieces = func(doc uint32) int { return s.pieces[doc] }
	}
	return miner.Check()
}

// choices yields every set of n of the numbers below of, rising.
func choices(of, n int, yield func(chosen []int)) {
	var choose func(chosen []int, from int)
	choose = func(chosen []int, from int) {
		if len(chosen) == n {
			yield(chosen)
			return
		}
		for i := from; i < of; i++ {
			choose(append(chosen, i), i+1)
		}
	}
	choose(make([]int, 0, n), 0)
}

func (s *subject) explain(a axioms.Axiom, chosen []int) Explanation {
	c := &axioms.Case{Query: s.query, Collection: s.collection, Word: s.word}
	for _, i := range chosen {
		c.Docs = append(c.Docs, s.docs[i])
		c.Names = append(c.Names, s.names[i])
		c.Pieces = append(c.Pieces, s.pieces[i])
	}
	e := Explanation{Docs: c.Names, Explanation: a.(axioms.Explainer).Explain(c)}
	if _, pair := a.(axioms.Preference); pair {
		e.Preference = json.RawMessage("null")
		if e.Verdict.Precondition() {
			e.Preference = json.RawMessage(strconv.Itoa(e.Verdict.Preference()))
		}
	}
	return e
}

// Text writes the numbers of the query's terms, then each explanation.
func (t *Report) Text(w io.Writer) {
	fmt.Fprintf(w, "query: %s\n\n", t.Query)
	table := tabwriter.NewWriter(w, 0, 0, 2, ' ', tabwriter.AlignRight)
	row := func(cells ...string) { fmt.Fprintln(table, strings.Join(cells, "\t")+"\t") }
	perDoc := func(name string, value func(d *Document) string) {
		cells, any := []string{name, "", "", ""}, false
		for i := range t.Docs {
			text := value(&t.Docs[i])
			any = any || text != "-"
			cells = append(cells, text)
		}
		if any {
			row(cells...)
		}
	}
	heads := []string{"term", "in query", "df", "idf"}
	for _, d := range t.Docs {
		heads = append(heads, d.Name)
	}
	row(heads...)
	for _, f := range t.Terms {
		cells := []string{f.Term, strconv.Itoa(f.InQuery), strconv.Itoa(f.DocFreq), strconv.FormatFloat(f.IDF, 'f', 4, 64)}
		for _, n := range f.Counts {
			cells = append(cells, strconv.Itoa(n))
		}
		row(cells...)
	}
	perDoc("length", func(d *Document) string { return strconv.Itoa(d.Length) })
	perDoc("score", func(d *Document) string {
		if d.Score == nil {
			return "-"
		}
		return strconv.FormatFloat(*d.Score, 'g', 6, 64)
	})
	perDoc("rank", func(d *Document) string { return orDash(d.Rank) })
	perDoc("judged", func(d *Document) string { return orDash(d.Grade) })
	table.Flush()
	for _, e := range t.Explanations {
		fmt.Fprintln(w)
		writeExplanation(w, e.Explanation, strings.Join(e.Docs, ", "), "")
	}
}

func orDash(n int) string {
	if n == 0 {
		return "-"
	}
	return strconv.Itoa(n)
}

// writeExplanation prints an answer, its conditions in the order of the definition, and the parts of an expression.
func writeExplanation(w io.Writer, e *axioms.Explanation, docs, indent string) {
	fmt.Fprintf(w, "%s%s on %s: %s\n", indent, e.Axiom, docs, e.Answer)
	for _, f := range e.Facts {
		fmt.Fprintf(w, "%s  - %s\n", indent, f)
	}
	writeConditions(w, "precondition:", e.Preconditions, indent)
	for _, a := range e.Preferences {
		writeConditions(w, a.Text+" if", a.Conditions, indent)
	}
	for _, part := range e.Parts {
		writeExplanation(w, part, docs, indent+"    ")
	}
}

func writeConditions(w io.Writer, of string, list []axioms.Condition, indent string) {
	if len(list) == 0 {
		return
	}
	fmt.Fprintf(w, "%s  %s\n", indent, of)
	for _, c := range list {
		held, decides := "no ", ""
		if c.Holds {
			held = "yes"
		}
		if c.Decides {
			decides = "  <- decides"
		}
		fmt.Fprintf(w, "%s    %s  %s%s\n", indent, held, c.Text, decides)
	}
}
