package check

import (
	"fmt"
	"math"
	"slices"

	"github.com/axiomine/axiomine/gen/audit/internal/trainset"
	"github.com/axiomine/axiomine/internal/lazy"
	"github.com/axiomine/axiomine/tokenize/pairs"
)

var template = Check{
	Code: "template", Severity: Note,
	RowText: "has a text of a template", RowsText: "have a text of a template",
	About: "At least 20 different queries, and 2 % of them, share 60 % of their words, and 30 % of the pairs of " +
		"neighbouring words, with one query of five words or more: one template with other names in it. Likewise documents. The score is their number. " +
		"`boilerplate` has those that only begin alike.",
	Advice: "Keep few of each, or word them differently: a model learns the template, and finds the name by term matching.",
	Find:   findTemplates,
	Reason: func(in *Input, f Flag) string {
		what := "documents"
		if in.Set.Texts[f.Other].Query {
			what = "queries"
		}
		return fmt.Sprintf("%.0f %s, among them the %s, share 60 %% of their words or more with one of them.", f.Score, what, role(in, f))
	},
	Evidence: flaggedText,
}

func findTemplates(in *Input) Found {
	texts := in.Set.Texts
	queries, all := make([]int32, len(texts)), make([]int32, len(texts)) // number of queries, and all texts, of each template
	numQueries, numDocuments := 0, 0
	for i := 1; i < len(texts); i++ {
		text := uint32(i)
		if in.Set.FirstEqual(text) != text || texts[text].IsID {
			continue
		}
		first := in.Set.Copies.Like(text)
		if all[first]++; texts[text].Query {
			queries[first]++
			numQueries++
		} else {
			numDocuments++
		}
	}
	least := func(n int) int32 { return int32(max(templateLeast, math.Ceil(templateShare*float64(n)))) }
	leastQueries, leastDocuments := least(numQueries), least(numDocuments)
	// number returns the number of queries, or of documents, with the template of a text, and the minimum number for a finding.
	number := func(text uint32) (n, enough int32) {
		first := in.Set.Copies.Like(text)
		if texts[text].Query {
			return queries[first], leastQueries
		}
		return all[first] - queries[first], leastDocuments
	}
	isChosen := make([]bool, len(texts))
	for text := range texts {
		n, enough := number(uint32(text))
		isChosen[text] = n >= enough
	}
	f := flagRowsWith(in, isChosen)
	for i := range f.Flags {
		n, _ := number(f.Flags[i].Other)
		f.Flags[i].Score = float32(n)
	}
	return f
}

var boilerplate = Check{
	Code: "boilerplate", Severity: Note,
	RowText: "has a document that begins as many others do", RowsText: "have a document that begins as many others do",
	About: "At least 20 different documents, and 2 % of them, begin with the same five words, eight Chinese " +
		"characters, or sixteen of another script without spaces: a template, a header or a notice.",
	Advice: "Strip the beginning if it says nothing: it takes pieces, and it may mark where a document is from.",
	Find:   findBoilerplate,
	Reason: func(in *Input, f Flag) string {
		t, unit := &in.Set.Texts[f.Other], "words"
		if t.Begins != trainset.BeginWords {
			unit = "characters"
		}
		return fmt.Sprintf("%.0f different documents begin with the same %d %s as the %s.", f.Score, t.Begins, unit, role(in, f))
	},
	Evidence: flaggedText,
	Mark:     lazy.Regexp(`^(?:[^\pL\pN]*[\pL\pN]+){5}`),
}

// A beginning counts as a template if the number of its documents reaches both bounds.
const (
	templateLeast = 20   // minimum number of documents
	templateShare = 0.02 // minimum share of all documents
)

func findBoilerplate(in *Input) Found {
	var begins []uint32
	documents := 0
	for _, t := range in.Set.Texts {
		if !t.Query && t.Letters > 0 {
			documents++
			if t.Begin > 0 {
				begins = append(begins, t.Begin)
			}
		}
	}
	least := max(templateLeast, int(math.Ceil(templateShare*float64(documents))))
	slices.Sort(begins)
	counts := map[uint32]int{} // number of documents of each frequent beginning
	for equal := range pairs.Equal(begins) {
		if len(equal) >= least {
			counts[equal[0]] = len(equal)
		}
	}
	if len(counts) == 0 {
		return Found{}
	}
	finding := flagTexts(in, func(t *trainset.Text) bool { return !t.Query && counts[t.Begin] > 0 })
	for i := range finding.Flags {
		f := &finding.Flags[i]
		f.Score = float32(counts[in.Set.Texts[f.Other].Begin])
	}
	return finding
}
