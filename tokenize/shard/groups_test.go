package shard

import (
	"encoding/json"
	"fmt"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"github.com/axiomine/axiomine/tokenize/pairs"
)

// TestGroups holds groups against what they are for: every row is in one group as its own; no group has a text twice among its
// negatives; one that is short has every text that rows and spares put below its positive; and spares come before the rows of
// other groups.
func TestGroups(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		negatives := rapid.IntRange(1, 5).Draw(t, "negatives")
		p := &plan{store: &store{info: make([]textInfo, 20)}}
		for i := range p.store.info {
			p.store.info[i].folded = uint64(i / 2) // every text under two ids
		}
		draw := func(what string, first int) []row {
			rows := make([]row, rapid.IntRange(0, 40).Draw(t, what))
			for i := range rows {
				source := rapid.SampledFrom([]pairs.Source{pairs.Judged, pairs.Perturbed}).Draw(t, "source")
				rows[i] = row{Pair: pairs.Pair{UID: fmt.Sprint(first + i), Source: source}, query: rapid.Uint32Range(0, 2).Draw(t, "query"), pos: rapid.Uint32Range(3, 5).Draw(t, "pos"),
					neg: rapid.Uint32Range(6, 19).Draw(t, "neg")}
			}
			return rows
		}
		rows, spares := draw("rows", 0), draw("spares", 1000)
		texts := map[uint64]map[uint64]bool{} // by query and positive
		for _, r := range append(slices.Clip(rows), spares...) {
			if texts[positiveOf(r)] == nil {
				texts[positiveOf(r)] = map[uint64]bool{}
			}
			texts[positiveOf(r)][p.store.info[r.neg].folded] = true
		}
		spare := func(r row) bool { return len(r.UID) == 4 }
		own, last := map[string]bool{}, -1
		for _, g := range p.groupRowsOf(listed(rows), listed(spares), negatives) {
			first, seen := g.row(0), map[uint64]bool{}
			at := slices.IndexFunc(rows, func(r row) bool { return r.UID == first.UID })
			if at < last {
				t.Fatalf("the group of row %d comes behind that of row %d", at, last)
			}
			last = at
			for i := range g.different() {
				r := g.row(i)
				text := p.store.info[r.neg].folded
				if positiveOf(r) != positiveOf(first) || seen[text] {
					t.Fatalf("negative %d of %s: %+v", i, first.UID, r)
				}
				seen[text] = true
				switch {
				case i < int(g.n) && (spare(r) || own[r.UID]):
					t.Fatalf("%s is no own row of a second group", r.UID)
				case i < int(g.n):
					own[r.UID] = true
				case spare(r) != (i < g.size()):
					t.Fatalf("%s at %d of %d, %d, %d", r.UID, i, g.n, g.size(), g.different())
				}
			}
			if want := min(negatives, len(texts[positiveOf(first)])); g.different() != want {
				t.Fatalf("%d different negatives, want %d", g.different(), want)
			}
			if again := g.row(g.different()); again.UID != first.UID {
				t.Fatalf("behind the last comes %s", again.UID)
			}
		}
		if len(own) != len(rows) {
			t.Fatalf("%d rows in groups of %d", len(own), len(rows))
		}
	})
}

// TestShortGroups writes a positive with three negatives beside one with one, in groups of three negatives, each way.
func TestShortGroups(t *testing.T) {
	c := newCollection(t, 2, 10)
	pair := func(query, pos, neg int) pairs.Pair {
		p := pairs.Pair{Task: "pairwise", QueryID: fmt.Sprint("q", query), PosID: fmt.Sprint("d", pos), NegID: fmt.Sprint("d", neg), Weight: 1, Margin: 1, Source: pairs.Judged}
		p.UID = pairs.NewUID(p.Task, "", p.QueryID, p.PosID, p.NegID, 0)
		return p
	}
	split := Split{Name: "train", Pairs: pairs.TableOf([]pairs.Pair{pair(0, 1, 2), pair(0, 1, 3), pair(1, 1, 4)})}
	o := plainFormats()
	o.Formats, o.GroupSize = []string{"tevatron", "st-listwise"}, 4
	sizes := func(spares []pairs.Pair, fate string) (tevatron, listwise []int, m *Manifest) {
		o.ShortGroup = fate
		split.Spares = pairs.TableOf(spares)
		dir, m := mustWrite(t, inputOf(c, split), o)
		for _, line := range linesOf(t, dir, "tevatron", "train") {
			var g tevatronGroup
			if err := json.Unmarshal([]byte(line), &g); err != nil {
				t.Fatal(err)
			}
			tevatron = append(tevatron, len(g.Negatives))
		}
		for _, l := range readAll[stList](t, dir, "listwise", "train") {
			listwise = append(listwise, len(l.Docs)-1)
		}
		return tevatron, listwise, m
	}
	spare := []pairs.Pair{pair(0, 1, 2), pair(0, 1, 5), pair(1, 2, 5)} // the first was drawn, the last has another positive
	for _, want := range []struct {
		fate               string
		tevatron, listwise []int
		warning            string
		n                  int
	}{
		{ShortRepeat, []int{3, 3}, []int{3, 1}, "negatives repeated to fill groups of tevatron", 2},
		{ShortDrop, []int{3}, []int{3}, "short groups left out of tevatron", 1},
		{ShortShrink, []int{3, 1}, []int{3, 1}, "", 0},
	} {
		tevatron, listwise, m := sizes(spare, want.fate)
		if !slices.Equal(tevatron, want.tevatron) || !slices.Equal(listwise, want.listwise) || m.Warnings[want.warning] != want.n {
			t.Errorf("%s: %v and %v negatives, %v", want.fate, tevatron, listwise, m.Warnings)
		}
		if g := (Groups{Format: "tevatron", Task: "pairwise", Split: "train", Negatives: 3, Groups: 2, Filled: 1, Short: 1, Fate: want.fate}); m.Groups[0] != g {
			t.Errorf("%+v, want %+v", m.Groups[0], g)
		}
	}
	if tevatron, _, m := sizes(nil, ShortRepeat); !slices.Equal(tevatron, []int{3, 3}) || m.Groups[0].Short != 2 {
		t.Errorf("without spares: %v, %+v", tevatron, m.Groups)
	}
	o.Formats, o.ShortGroup = []string{"st-ntuple"}, ShortShrink
	if err := o.Validate(); err == nil {
		t.Error("tuples of one size shrink")
	}
}
