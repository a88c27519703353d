package collection

import (
	"fmt"
	"slices"
	"strings"

	"github.com/axiomine/axiomine/configs"
	"github.com/axiomine/axiomine/gen/corpus"
	"github.com/axiomine/axiomine/gen/sample"
	"github.com/axiomine/axiomine/internal/errs"
)

// Splits is how queries are divided: as the files give them, by hash into shares, into folds, or with a test split that is
// cut from a given one.
type Splits struct {
	Given      bool
	Hash       [3]int // shares of train, dev, test in percent
	Folds      int
	TestSource string // the split that test is cut from; the others stay as they are given
	Percent    int    // of its queries
	Variants   bool   // queries are variants of topics: those of one topic stay together
}

// ParseSplits reads "given", "hash 70/15/15", "folds 5" or "test from dev 30".
func ParseSplits(text string) (Splits, error) {
	var s Splits
	switch {
	case text == "given":
		s.Given = true
		return s, nil
	case strings.HasPrefix(text, "hash "):
		if n, err := fmt.Sscanf(text, "hash %d/%d/%d", &s.Hash[0], &s.Hash[1], &s.Hash[2]); err == nil && n == 3 &&
			min(s.Hash[0], s.Hash[1], s.Hash[2]) >= 0 && s.Hash[0]+s.Hash[1]+s.Hash[2] == 100 {
			return s, nil
		}
	case strings.HasPrefix(text, "folds "):
		if n, err := fmt.Sscanf(text, "folds %d", &s.Folds); err == nil && n == 1 && s.Folds >= 3 {
			return s, nil
		}
	case strings.HasPrefix(text, "test from "):
		if n, err := fmt.Sscanf(text, "test from %s %d", &s.TestSource, &s.Percent); err == nil && n == 2 &&
			(s.TestSource == trainSplit || s.TestSource == TuningSplit) &&
			s.Percent > 0 && s.Percent < 100 {
			return s, nil
		}
	}
	word, rest, _ := strings.Cut(text, " ")
	suggestion := errs.Suggestion(word, "given", "hash", "folds", "test")
	if rest != "" {
		suggestion = ""
	}
	return s, errs.BadUsage(suggestion+"use given, hash 70/15/15 (percent of train, dev, test), folds 5 (at least 3) or test from dev 30 "+
		"(percent of dev or train)", "unknown splits %q", text)
}

// SplitsOf returns the configured division.
func SplitsOf(g *configs.Gen) (Splits, error) {
	s, err := ParseSplits(g.Splits)
	s.Variants = g.Variants
	return s, err
}

// Divide puts the queries of all given splits together and divides them anew. Fold f of n folds: part f is test, part f+1
// (mod n) is dev, the rest train. A group's part (see groups)
// is its rank by hash, so parts differ by one group at most.
func (s Splits) Divide(fileSplits []Topics, fold int, seed uint64) []Topics {
	if s.Given {
		return fileSplits
	}
	if s.TestSource != "" {
		return s.cutTest(fileSplits, seed)
	}
	all := Merge(fileSplits)
	var ids []string // of groups
	groupOf := make([]int, len(all.Queries))
	placeOf := map[string]int{}
	for i, id := range groups(all.Queries, s.Variants) {
		place, ok := placeOf[id]
		if !ok {
			place = len(ids)
			placeOf[id] = place
			ids = append(ids, id)
		}
		groupOf[i] = place
	}
	names := []string{"train", "dev", "test"}
	splitOf := make([]int, len(ids))
	for rank, group := range sample.JudgedSubset(ids, len(ids), seed) {
		splitOf[group] = s.partOf(rank, len(ids), fold)
	}
	splitByID := make(map[string]int, len(ids))
	out := make([]Topics, len(names))
	for i, name := range names {
		out[i].Split = name
	}
	for i, q := range all.Queries {
		split := splitOf[groupOf[i]]
		splitByID[q.ID] = split
		out[split].Queries = append(out[split].Queries, q)
	}
	for _, j := range all.Qrels {
		if split, ok := splitByID[j.QueryID]; ok {
			out[split].Qrels = append(out[split].Qrels, j)
		}
	}
	for _, r := range all.Run {
		if split, ok := splitByID[r.QueryID]; ok {
			out[split].Run = append(out[split].Run, r)
		}
	}
	return slices.DeleteFunc(out, func(t Topics) bool { return len(t.Queries) == 0 })
}

// cutTest moves so many percent of a split's queries, or topics, to a test split, by rank of their hash. Queries
// that are given together are that split. A given test split, whose judgements nobody has, is left out (Rennings
// 2019, 3.4.2; Câmara and Hauff 2020, 4.1).
func (s Splits) cutTest(fileSplits []Topics, seed uint64) (out []Topics) {
	for _, t := range fileSplits {
		switch t.Split {
		case TestSplit:
		case s.TestSource, corpus.AllSplits:
			parts := Splits{Hash: [3]int{100 - s.Percent, 0, s.Percent}, Variants: s.Variants}.Divide([]Topics{t}, 0, seed)
			for i := range parts {
				if parts[i].Split != TestSplit {
					parts[i].Split = s.TestSource
				}
			}
			out = append(out, parts...)
		default:
			out = append(out, t)
		}
	}
	return out
}

// partOf returns whether a query is of train (0), dev (1) or test (2) by its rank among n.
func (s Splits) partOf(rank, n, fold int) int {
	if s.Folds > 0 {
		switch (rank - fold%s.Folds + s.Folds) % s.Folds {
		case 0:
			return 2
		case 1:
			return 1
		}
		return 0
	}
	switch percent := rank * 100; {
	case percent < s.Hash[0]*n:
		return 0
	case percent < (s.Hash[0]+s.Hash[1])*n:
		return 1
	}
	return 2
}

// Merge puts splits together; what several splits share (one judgements file for all) is taken once.
func Merge(splits []Topics) Topics {
	all := Topics{Split: corpus.AllSplits}
	seenQuery := map[string]bool{}
	seenQrel := map[corpus.Qrel]bool{}
	seenRow := map[[2]string]bool{}
	for _, t := range splits {
		for _, q := range t.Queries {
			if !seenQuery[q.ID] {
				seenQuery[q.ID] = true
				all.Queries = append(all.Queries, q)
			}
		}
		for _, j := range t.Qrels {
			if !seenQrel[j] {
				seenQrel[j] = true
				all.Qrels = append(all.Qrels, j)
			}
		}
		for _, r := range t.Run {
			if key := [2]string{r.QueryID, r.DocID}; !seenRow[key] {
				seenRow[key] = true
				all.Run = append(all.Run, r)
			}
		}
	}
	return all
}
