package check

import (
	"fmt"
	"math"
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
	queries, all := make([]int32, len(texts)), make([]int32, len(texts)) // of each template
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
	holds, some := make([]bool, len(texts)), false
	for text := range texts {
		first := in.Set.Copies.Like(uint32(text))
		if texts[text].Query {
			holds[text] = queries[first] >= leastQueries
		} else {
			holds[text] = all[first]-queries[first] >= leastDocuments
		}
		some = some || holds[text]
	}
	if !some {
		return Found{}
	}
	f := flagHolders(in, holds)
	for i := range f.Flags {
		text := f.Flags[i].Other
		first := in.Set.Copies.Like(text)
		if n := queries[first]; texts[text].Query {
			f.Flags[i].Score = float32(n)
		} else {
			f.Flags[i].Score = float32(all[first] - n)
		}
	}
	return f
}
