package dataset

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/axiomine/axiomine/axioms"
	"github.com/axiomine/axiomine/gen/analysis"
	"github.com/axiomine/axiomine/gen/mine"
	"github.com/axiomine/axiomine/gen/prepare"
	"github.com/axiomine/axiomine/gen/sample"
	"github.com/axiomine/axiomine/internal/lists"
	"github.com/axiomine/axiomine/internal/ui/page"
	"github.com/axiomine/axiomine/tokenize/pairs"
)

// shownExamples is the maximum number of rows that a page shows with their texts.
const shownExamples = 10

// examplesOf returns rows of the training split with their texts, in the order of takeInTurn.
func examplesOf(chain *prepare.Preparation, data *Data) []page.Example {
	queries := map[string]*mine.Query{}
	for i := range chain.Splits {
		for j := range chain.Splits[i].Queries {
			q := &chain.Splits[i].Queries[j]
			queries[q.ID] = q
		}
	}
	miner := prepare.NewMiner(chain)
	var list []page.Example
	for _, row := range takeInTurn(data.Sets[0].Pairs, shownExamples) {
		if q := queries[row.QueryID]; q != nil {
			if e, ok := exampleOf(chain, miner, q, &row); ok {
				list = append(list, e)
			}
		}
	}
	return list
}

// takeInTurn returns at most n rows: the first of each pool, then the second of each, and so on.
func takeInTurn(t *pairs.Table, n int) []pairs.Pair {
	var byPool lists.Groups[string, pairs.Pair]
	for i := range t.Len() {
		row := t.Brief(i)
		if pool := row.Task + " " + row.Axiom; len(byPool.Of[pool]) < n {
			byPool.Add(pool, t.Pair(i))
		}
	}
	var list []pairs.Pair
	for turn := range n {
		for _, pool := range byPool.Keys {
			if rows := byPool.Of[pool]; turn < len(rows) && len(list) < n {
				list = append(list, rows[turn])
			}
		}
	}
	return list
}

// exampleOf returns a row for a page: two texts with the query's terms marked, and the reason for the preference or class of the row. It
// returns false if the collection lacks a document.
func exampleOf(chain *prepare.Preparation, miner *mine.Miner, q *mine.Query, row *pairs.Pair) (page.Example, bool) {
	analyzer := chain.Index.About().Analyzer
	terms := lists.Set(analyzer.Terms(q.Text), func(term string) string { return term })
	e := page.Example{Axiom: row.Axiom, Source: "judged pair", Query: page.Passage{ID: q.ID, Text: []page.Part{{Text: q.Text}}},
		Docs: make([]page.Passage, 2)}
	class := cmp.Or(row.Class, new(int32(sample.Classes-1))) // 0 prefers the second document, 2 the first, as all pairs do
	for i, id := range []string{row.PosID, row.NegID} {
		c, ok := mine.CandidateOf(chain.Index, id)
		if !ok {
			return e, false
		}
		e.Docs[i] = page.Passage{Role: fmt.Sprint("d", i+1), Preferred: *class == int32(2-2*i), ID: id,
			Text: page.Excerpt(highlight(analyzer, c.Text(chain.Index), terms))}
	}
	if row.Source == pairs.Axiomatic {
		e.Source, e.Why = "axiomatic pair", why(miner, q, row, *class)
		if row.Class != nil {
			e.Source = fmt.Sprintf("row of class %d", *class)
		}
	} else if row.PosGrade != nil {
		other := "assumed not relevant: nobody judged it"
		e.Source = "judged pair, its negative assumed"
		if row.NegGrade != nil {
			e.Source, other = "judged pair", fmt.Sprintf("judged %d", *row.NegGrade)
		}
		e.Why = []string{fmt.Sprintf("d1 is judged %d, d2 is %s", *row.PosGrade, other)}
	}
	return e, true
}

// why returns the conditions of a row's axiom as texts. They explain why the second document is preferred (class 0), why neither is (class
// 1), or why the first one is.
func why(miner *mine.Miner, q *mine.Query, row *pairs.Pair, class int32) (list []string) {
	axiom, err := axioms.Parse(row.Axiom)
	if err != nil {
		return nil // row.Axiom names a set of axioms that voted
	}
	ids, names := [2]string{row.PosID, row.NegID}, [2]string{"d1", "d2"}
	if class == 0 {
		ids, names = [2]string{ids[1], ids[0]}, [2]string{names[1], names[0]}
	}
	e := miner.Explain(q, axiom, ids, names)
	if e == nil {
		return nil
	}
	conditions := e.Preconditions
	if len(e.Preferences) > 0 && class != 1 {
		conditions = slices.Concat(conditions, e.Preferences[0].Conditions)
	}
	return append(lists.Map(conditions, func(c axioms.Condition) string { return c.Text }), e.Facts...)
}

// highlight divides a text into parts. The words whose term is in terms are marked as evidence.
func highlight(analyzer *analysis.Analyzer, text string, terms map[string]bool) (parts []page.Part) {
	lower := strings.ToLower(text)
	if len(lower) != len(text) {
		return []page.Part{{Text: text}} // offsets in lower are not those in text
	}
	textBegin, pos := 0, 0 // where the next part begins; where the search for the next word begins
	analyzer.Each(text, func(surface []byte) {
		word := string(surface)
		begin := strings.Index(lower[pos:], word)
		if begin < 0 {
			return // the analysed word differs from the text
		}
		begin += pos
		pos = begin + len(word)
		if term, keep := analyzer.Term(word); keep && terms[term] {
			parts = append(parts, page.Part{Text: text[textBegin:begin]}, page.Part{Text: text[begin:pos], Evidence: true})
			textBegin = pos
		}
	})
	return append(parts, page.Part{Text: text[textBegin:]})
}
