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
	"github.com/axiomine/axiomine/gen/analysis"
	"github.com/axiomine/axiomine/gen/mine"
	"github.com/axiomine/axiomine/internal/errs"
	"github.com/axiomine/axiomine/internal/safefile"
	"github.com/axiomine/axiomine/internal/ui/terminal"
	"gonum.org/v1/gonum/stat/combin"
)

// Report holds the explanations of axioms for a query and documents.
type Report struct {
	Query        string        `json:"query"`
	Docs         []Document    `json:"docs"`
	Terms        []Term        `json:"terms"`
	Explanations []Explanation `json:"explanations"`
}

// Document describes a document.
type Document struct {
	Name   string   `json:"name"`
	Length int      `json:"length"`          // number of terms
	Score  *float64 `json:"score,omitempty"` // retrieval score; nil if there is none
	Rank   int      `json:"rank,omitempty"`  // rank from 1; 0 if there is none
	Grade  int      `json:"grade,omitempty"`
}

// Term describes a distinct query term.
type Term struct {
	Term    string  `json:"term"`
	InQuery int     `json:"in_query"`
	DocFreq int     `json:"df"`
	IDF     float64 `json:"idf"`
	Counts  []int   `json:"counts"` // number of occurrences in each document
}

// Explanation is an axiom's answer on some of the documents. Only an axiom of pairs has a Preference: -1, 0, 1, or null if its precondition
// does not hold.
type Explanation struct {
	Docs       []string        `json:"docs"`
	Preference json.RawMessage `json:"preference,omitempty"`
	*axioms.Explanation
}

// report returns the explanations of each axiom. An axiom that compares n documents is explained on every combination of n of them. A query
// of more than safefile.QueryTerms distinct terms is an error.
func (s *subject) report(list []axioms.Axiom, r *Request) (*Report, error) {
	numTerms := analysis.Distinct(s.all.Query.Terms)
	if numTerms > safefile.QueryTerms {
		return nil, errs.BadInput("", 0, "shorten it", "the query has %s, more than %s",
			terminal.Plural(numTerms, "distinct term", "distinct terms"), terminal.Group(safefile.QueryTerms))
	}
	r.override(&s.all)
	if err := check(list, &s.all); err != nil {
		return nil, err
	}
	if err := checkAmount(list, len(s.all.Docs), max(1, numTerms)); err != nil {
		return nil, err
	}
	out := &Report{Query: s.text, Terms: termsOf(&s.all)}
	for i, d := range s.all.Docs {
		doc := Document{Name: s.all.Names[i], Length: d.Len(), Rank: d.Rank, Grade: d.Grade}
		if !math.IsNaN(d.Score) {
			doc.Score = &d.Score
		}
		out.Docs = append(out.Docs, doc)
	}
	for _, a := range list {
		n := numDocs(a)
		if len(s.all.Docs) < n {
			return nil, errs.BadUsage("give one more with -d", "%s is about %s, and %d are given", a, terminal.Plural(n, "document",
				"documents"), len(s.all.Docs))
		}
		for _, numbers := range combin.Combinations(len(s.all.Docs), n) {
			out.Explanations = append(out.Explanations, explain(a, &s.all, numbers))
		}
	}
	return out, nil
}

// termsOf returns the distinct query terms in the query's order, with their counts in the documents.
func termsOf(c *axioms.Case) []Term {
	list, position := []Term{}, map[uint32]int{}
	for _, term := range c.Query.Terms {
		pos, ok := position[term]
		if !ok {
			pos = len(list)
			position[term] = pos
			df := c.Collection.Stats.DocFreq(term)
			// A copy, because the index's own strings are invalid after it is closed.
			list = append(list, Term{Term: strings.Clone(c.Word(term)), DocFreq: df, IDF: weighting.IDF(c.Collection.Stats.NumDocs(), df),
				Counts: make([]int, len(c.Docs))})
		}
		list[pos].InQuery++
	}
	for i, d := range c.Docs {
		for _, term := range d.Terms {
			if pos, ok := position[term]; ok {
				list[pos].Counts[i]++
			}
		}
	}
	return list
}

// numDocs returns the number of documents that an axiom compares or changes.
func numDocs(a axioms.Axiom) int {
	switch a.(type) {
	case axioms.Triple:
		return 3
	case axioms.Generative:
		return 1
	}
	return 2
}

// checkAmount returns an error if the explanations would need too much memory.
func checkAmount(list []axioms.Axiom, docs, terms int) error {
	explanations := 0.
	for _, a := range list {
		if n := numDocs(a); n <= docs {
			explanations += float64(combin.Binomial(docs, n))
		}
	}
	if explanations*float64(terms) > safefile.Explained {
		return errs.BadUsage("ask about fewer documents", "%.0f explanations of a query of %s: their product is more than %d", explanations,
			terminal.Plural(terms, "term", "terms"), safefile.Explained)
	}
	return nil
}

// check returns an error for an axiom that needs data that the collection or the documents do not have.
func check(list []axioms.Axiom, c *axioms.Case) error {
	miner := &mine.Miner{Axioms: list, Collection: c.Collection}
	if slices.ContainsFunc(c.Pieces, func(n int) bool { return n > 0 }) {
		miner.Pieces = func(doc uint32) int { return c.Pieces[doc] }
	}
	return miner.Check()
}

// explain returns the explanation of an axiom on some documents of a case. numbers are indices into all.Docs.
func explain(a axioms.Axiom, all *axioms.Case, numbers []int) Explanation {
	c := &axioms.Case{Query: all.Query, Collection: all.Collection, Word: all.Word}
	for _, i := range numbers {
		c.Docs = append(c.Docs, all.Docs[i])
		c.Names = append(c.Names, all.Names[i])
		c.Pieces = append(c.Pieces, all.Pieces[i])
	}
	e := Explanation{Docs: c.Names, Explanation: a.(axioms.Explainer).Explain(c)}
	if _, ok := a.(axioms.Preference); ok {
		e.Preference = json.RawMessage("null")
		if e.Verdict.Precondition() {
			e.Preference = json.RawMessage(strconv.Itoa(e.Verdict.Preference()))
		}
	}
	return e
}

// Text writes the report for people: a table of the query's terms and the documents, then each explanation.
func (r *Report) Text(w io.Writer) {
	fmt.Fprintf(w, "query: %s\n\n", r.Query)
	table := tabwriter.NewWriter(w, 0, 0, 2, ' ', tabwriter.AlignRight)
	row := func(cells ...string) { fmt.Fprintln(table, strings.Join(cells, "\t")+"\t") }
	perDoc := func(name string, value func(d *Document) string) {
		cells, hasValue := []string{name, "", "", ""}, false
		for i := range r.Docs {
			text := value(&r.Docs[i])
			hasValue = hasValue || text != "-"
			cells = append(cells, text)
		}
		if hasValue {
			row(cells...)
		}
	}
	heads := []string{"term", "in query", "df", "idf"}
	for _, d := range r.Docs {
		heads = append(heads, d.Name)
	}
	row(heads...)
	for _, f := range r.Terms {
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
	for _, e := range r.Explanations {
		fmt.Fprintln(w)
		writeExplanation(w, e.Explanation, strings.Join(e.Docs, ", "), "")
	}
}

// orDash returns a number as text, and "-" for 0.
func orDash(n int) string {
	if n == 0 {
		return "-"
	}
	return strconv.Itoa(n)
}

// writeExplanation writes an axiom's answer, facts and conditions in the order of the definition, then the explanations of its parts.
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

// writeConditions writes conditions below a line with head. It writes nothing if there are none.
func writeConditions(w io.Writer, head string, list []axioms.Condition, indent string) {
	if len(list) == 0 {
		return
	}
	fmt.Fprintf(w, "%s  %s\n", indent, head)
	for _, c := range list {
		mark, decides := "no ", ""
		if c.Holds {
			mark = "yes"
		}
		if c.Decides {
			decides = "  <- decides"
		}
		fmt.Fprintf(w, "%s    %s  %s%s\n", indent, mark, c.Text, decides)
	}
}
