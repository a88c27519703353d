package check

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/axiomine/axiomine/gen/audit/internal/trainset"
	"github.com/axiomine/axiomine/internal/groups"
)

var boilerplate = Check{
	Code: "boilerplate", Severity: Note,
	RowText: "has a document that begins as many others do", RowsText: "have a document that begins as many others do",
	About:  "At least 20 different documents, and 2 % of them, begin with the same five words: a template, a header or a notice.",
	Advice: "Strip the beginning if it says nothing: it takes pieces, and it may mark where a document is from.",
	Example: Example{Rows: beginRows(25, 40), Clean: beginRows(5, 40),
		Flagged: []int{0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24}},
	Find: findBoilerplate,
	Reason: func(in *Input, f Flag) string {
		return fmt.Sprintf("%.0f different documents begin with the same %d words as the %s.", f.Score, 5, role(in, f))
	},
}

// beginRows writes rows, of which the first n have a positive that begins with the same words.
func beginRows(n, all int) (rows string) {
	for i := range all {
		begin := "all rights reserved by us"
		if i >= n {
			begin = strings.Repeat(fmt.Sprintf("w%d ", i), 5)
		}
		rows += fmt.Sprintf("{\"query\": \"q%d\", \"positive\": \"%s t%d\", \"negative\": \"e%d\"}\n", i, begin, i, i)
	}
	return rows
}

// Bounds of a beginning that counts as a template.
const (
	templateLeast = 20
	templateShare = 0.02
)

func findBoilerplate(in *Input) Found {
	var begins []uint32
	documents := 0
	for i := range in.Set.Texts {
		if t := &in.Set.Texts[i]; !t.Query && t.Letters > 0 {
			documents++
			if t.Begin > 0 {
				begins = append(begins, t.Begin)
			}
		}
	}
	least := max(templateLeast, int(math.Ceil(templateShare*float64(documents))))
	slices.Sort(begins)
	counts := map[uint32]int{} // of the beginnings of so many documents
	for equal := range groups.Equal(begins) {
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
