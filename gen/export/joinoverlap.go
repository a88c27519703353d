package export

import (
	"fmt"

	"github.com/axiomine/axiomine/gen/dataset"
	"github.com/axiomine/axiomine/internal/ui/terminal"
	"github.com/axiomine/axiomine/tokenize/pairs"
)

// withoutOverlaps leaves out of the training rows of joined directories those of queries whose text another split has, and out of dev those
// of queries that test has. With keep all rows stay. It returns a line for each two splits that share texts.
func withoutOverlaps(data []dataset.SplitPairs, folded func(id string) string, keep bool) (lines []string) {
	for _, learns := range []string{"train", "dev"} {
		texts := map[string]map[string]bool{} // by split
		for _, d := range data {
			if d.Split == learns || learns == "dev" && d.Split != "test" {
				continue
			}
			if texts[d.Split] == nil {
				texts[d.Split] = map[string]bool{}
			}
			for id := range queriesWithRows(d.Pairs) {
				texts[d.Split][folded(id)] = true
			}
		}
		for i := range data {
			if data[i].Split != learns || data[i].Set != "" {
				continue
			}
			left := map[string]bool{}
			for _, other := range []string{"train", "dev", "test"} {
				n := 0
				for id := range queriesWithRows(data[i].Pairs) {
					if texts[other][folded(id)] {
						n, left[id] = n+1, true
					}
				}
				if n > 0 {
					lines = append(lines, overlapLine(n, learns, other, keep))
				}
			}
			if len(left) > 0 && !keep {
				data[i].Pairs, data[i].Spares = withoutQueries(data[i].Pairs, left), withoutQueries(data[i].Spares, left)
			}
		}
	}
	return lines
}

func overlapLine(n int, learns, other string, keep bool) string {
	line := fmt.Sprintf("overlap: %s in %s too (same text)", terminal.Plural(n, "query of "+learns+" is", "queries of "+learns+" are"), other)
	if keep {
		return line + ", and stay in both: they were drawn with --set on_overlap=keep"
	}
	return fmt.Sprintf("%s: their rows are left out of %s", line, learns)
}

// queriesWithRows returns the ids of the queries that a table has rows of.
func queriesWithRows(t *pairs.Table) map[string]bool {
	ids := map[string]bool{}
	for i := range t.Len() {
		query, _, _ := t.Numbers(i)
		ids[t.Queries.String(query)] = true
	}
	return ids
}

// foldedQueries returns the queries' texts without case, by id. The directories agree on texts.
func foldedQueries(all []*pairFolder) map[string]string {
	texts := map[string]string{}
	for _, d := range all {
		for id, text := range d.queries {
			if texts[id] == "" {
				texts[id] = pairs.FoldCase(text)
			}
		}
	}
	return texts
}

// withoutQueries returns a table without the rows of some queries.
func withoutQueries(t *pairs.Table, left map[string]bool) *pairs.Table {
	if t == nil {
		return nil
	}
	out := pairs.TableOf(nil)
	for _, row := range t.All() {
		if !left[row.QueryID] {
			out.Append(&row)
		}
	}
	return out
}

// keepsOverlaps reports whether any of the directories was drawn with gen.on_overlap keep.
func keepsOverlaps(all []*pairFolder) bool {
	for _, d := range all {
		if d.setting("on_overlap") == "keep" {
			return true
		}
	}
	return false
}
