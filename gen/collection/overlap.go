package collection

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"sort"

	"github.com/axiomine/axiomine/configs"
	"github.com/axiomine/axiomine/gen/corpus"
	"github.com/axiomine/axiomine/gen/sample"
	"github.com/axiomine/axiomine/internal/errs"
	"github.com/axiomine/axiomine/internal/lists"
	"github.com/axiomine/axiomine/internal/ui/terminal"
	"github.com/axiomine/axiomine/tokenize/pairs"
)

// Overlap counts the queries of one split that another split has too: queries with the same text but for case (pairs.FoldCase).
type Overlap struct {
	Queries int    `json:"queries"`
	HeldOut string `json:"of"`                 // the split that is held out from learning
	In      string `json:"in"`                 // the split that is learnt from
	Left    int    `json:"left_out,omitempty"` // the number of queries that were removed from In
}

// The values of gen.on_overlap, which decides on queries that a held-out split has too.
const (
	OverlapKeep  = "keep"
	overlapDrop  = "drop"
	overlapError = "error"
)

func (o Overlap) String() string {
	return fmt.Sprintf("overlap: %s in %s", terminal.Plural(o.Queries, "query of "+o.HeldOut+" is", "queries of "+o.HeldOut+" are"), o.In)
}

// Sentence returns a sentence on the overlap and on the queries that were removed for it.
func (o Overlap) Sentence() string {
	if o.Left == 0 {
		return o.String() + " too, and stay in both (--set on_overlap=keep)"
	}
	return fmt.Sprintf("%s too (same text but for case and white space): %d left out of %s; --set on_overlap=keep leaves them",
		o, o.Left, o.In)
}

// texts returns the set of identities of a split's queries.
func (t *Topics) texts() map[string]bool {
	return lists.Set(t.Queries, identity)
}

// countIn returns the number of a split's queries whose identity is in texts.
func (t *Topics) countIn(texts map[string]bool) (n int) {
	for _, q := range t.Queries {
		if texts[identity(q)] {
			n++
		}
	}
	return n
}

// FindOverlaps returns an overlap for each two splits that share queries. The held-out split is the later one of train, dev, test, others.
func FindOverlaps(topics []Topics) (list []Overlap) {
	inOrder := slices.Clone(topics)
	sort.SliceStable(inOrder, func(i, j int) bool { return configs.CompareSplits(inOrder[i].Split, inOrder[j].Split) < 0 })
	for i := range inOrder {
		texts := inOrder[i].texts()
		for j := i + 1; j < len(inOrder); j++ {
			if n := inOrder[j].countIn(texts); n > 0 {
				list = append(list, Overlap{Queries: n, HeldOut: inOrder[j].Split, In: inOrder[i].Split})
			}
		}
	}
	return list
}

// dropOverlaps returns the splits without overlaps, and the overlaps. It removes from the training split the queries whose text another
// split has, and from dev the queries whose text test has. If gen.on_overlap is keep, it removes nothing; if it is error, an overlap is an
// error.
func dropOverlaps(g *configs.Gen, topics []Topics) (out []Topics, list []Overlap, err error) {
	training := cmp.Or(g.TrainOn, configs.TrainSplit)
	out = slices.Clone(topics)
	for _, rule := range []struct {
		split     string
		isHeldOut func(split string) bool
	}{
		{training, func(split string) bool { return split != training }},
		{configs.DevSplit, func(split string) bool {
			return split == configs.TestSplit && training != configs.TestSplit && training != configs.DevSplit
		}},
	} {
		pos := slices.IndexFunc(out, func(t Topics) bool { return t.Split == rule.split })
		if pos < 0 {
			continue
		}
		learnt, heldOut := out[pos].texts(), map[string]bool{}
		for i := range topics {
			if !rule.isHeldOut(topics[i].Split) {
				continue
			}
			o := Overlap{Queries: topics[i].countIn(learnt), HeldOut: topics[i].Split, In: rule.split}
			if o.Queries == 0 {
				continue
			}
			texts := topics[i].texts()
			if g.OnOverlap == overlapDrop {
				o.Left = out[pos].countIn(texts)
			}
			maps.Copy(heldOut, texts)
			list = append(list, o)
		}
		if g.OnOverlap == overlapDrop && len(heldOut) > 0 {
			out[pos] = out[pos].only(rule.split, func(q corpus.Query) bool { return !heldOut[identity(q)] })
			if len(out[pos].Queries) == 0 {
				return nil, list, errs.BadInput("", 0, "divide the queries anew with --splits, or leave them in with --set on_overlap=keep",
					"held-out splits have all queries of %s too (%d): none of them is left", rule.split, len(learnt))
			}
		}
	}
	if g.OnOverlap == overlapError && len(list) > 0 {
		return nil, list, errs.BadInput("", 0, "--set on_overlap=drop leaves them out of training, keep leaves them in both", "%s", list[0])
	}
	return out, list, nil
}

// identity returns a query as a trainer sees it: the text without case (pairs.FoldCase), or the id if there is no text.
func identity(q corpus.Query) string {
	if text := pairs.FoldCase(q.Text); text != "" {
		return text
	}
	return "\x00" + q.ID
}

// rankByHash returns the rank of each query's group, by the query's id, and the number of groups. A group has the queries of one identity,
// so that these stay in one split. Groups are ranked by the hash of their smallest id.
func rankByHash(queries []corpus.Query, seed uint64) (rank map[string]int, n int) {
	least := make(map[string]string, len(queries)) // the smallest id of the queries with a text
	for _, q := range queries {
		if id, ok := least[identity(q)]; !ok || q.ID < id {
			least[identity(q)] = q.ID
		}
	}
	ids := slices.Sorted(maps.Values(least))
	rankOf := make(map[string]int, len(ids)) // the rank of a group by its smallest id
	for i, group := range sample.JudgedSubset(ids, len(ids), seed) {
		rankOf[ids[group]] = i
	}
	rank = make(map[string]int, len(queries))
	for _, q := range queries {
		rank[q.ID] = rankOf[least[identity(q)]]
	}
	return rank, len(ids)
}

// sharedTexts counts the queries whose folded text another query has too.
func sharedTexts(queries []corpus.Query) (n int) {
	count := map[string]int{}
	for _, q := range queries {
		count[identity(q)]++
	}
	for _, c := range count {
		if c > 1 {
			n += c
		}
	}
	return n
}
