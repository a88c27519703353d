package shard

import (
	"encoding/json"
	"fmt"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"github.com/axiomine/axiomine/internal/testkit/shardtest"
	"github.com/axiomine/axiomine/tokenize/pairs"
	"github.com/axiomine/axiomine/tokenize/shard/internal/plan"
)

// TestGroups holds groups against what they are for: every row is in one group as its own; no group has a text twice among its
// negatives; one that is short has every text that rows and spares put below its positive; and spares come before the rows of
// other groups.
func TestGroups(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		negatives := rapid.IntRange(1, 5).Draw(t, "negatives")
		p := &plan.Plan{Store: &plan.Store{Info: make([]plan.TextInfo, 20)}}
		for i := range p.Store.Info {
			p.Store.Info[i].Folded = uint64(i / 2) // every text under two ids
		}
		draw := func(what string, first int) []plan.Row {
			rows := make([]plan.Row, rapid.IntRange(0, 40).Draw(t, what))
			for i := range rows {
				source := rapid.SampledFrom([]pairs.Source{pairs.Judged, pairs.Axiomatic}).Draw(t, "source")
				rows[i] = plan.Row{Pair: pairs.Pair{UID: fmt.Sprint(first + i), Source: source}, Query: rapid.Uint32Range(0, 2).Draw(t, "query"),
					Pos: rapid.Uint32Range(3, 5).Draw(t, "pos"),
					Neg: rapid.Uint32Range(6, 19).Draw(t, "neg")}
			}
			return rows
		}
		rows, spares := draw("rows", 0), draw("spares", 1000)
		texts := map[uint64]map[uint64]bool{} // by query and positive
		for _, r := range append(slices.Clip(rows), spares...) {
			if texts[plan.PositiveOf(r)] == nil {
				texts[plan.PositiveOf(r)] = map[uint64]bool{}
			}
			texts[plan.PositiveOf(r)][p.Store.Info[r.Neg].Folded] = true
		}
		spare := func(r plan.Row) bool { return len(r.UID) == 4 }
		own, last := map[string]bool{}, -1
		for _, g := range plan.GroupRows(p.Store, plan.NewItems(rows), plan.NewItems(spares), negatives) {
			first, seen := g.Row(0), map[uint64]bool{}
			at := slices.IndexFunc(rows, func(r plan.Row) bool { return r.UID == first.UID })
			if at < last {
				t.Fatalf("the group of row %d comes behind that of row %d", at, last)
			}
			last = at
			for i := range g.Different() {
				r := g.Row(i)
				text := p.Store.Info[r.Neg].Folded
				if plan.PositiveOf(r) != plan.PositiveOf(first) || seen[text] {
					t.Fatalf("negative %d of %s: %+v", i, first.UID, r)
				}
				seen[text] = true
				switch {
				case i < int(g.N) && (spare(r) || own[r.UID]):
					t.Fatalf("%s is no own row of a second group", r.UID)
				case i < int(g.N):
					own[r.UID] = true
				case spare(r) != (i < g.Size()):
					t.Fatalf("%s at %d of %d, %d, %d", r.UID, i, g.N, g.Size(), g.Different())
				}
			}
			if want := min(negatives, len(texts[plan.PositiveOf(first)])); g.Different() != want {
				t.Fatalf("%d different negatives, want %d", g.Different(), want)
			}
			if again := g.Row(g.Different()); again.UID != first.UID {
				t.Fatalf("behind the last comes %s", again.UID)
			}
		}
		if len(own) != len(rows) {
			t.Fatalf("%d rows in groups of %d", len(own), len(rows))
		}
	})
}

// TestShortGroups writes a positive with three negatives beside one with one, in groups of three negatives.
func TestShortGroups(t *testing.T) {
	c := shardtest.NewCollection(t, 2, 10)
	pair := func(query, pos, neg int) pairs.Pair {
		p := pairs.Pair{Task: "pairwise", QueryID: fmt.Sprint("q", query), PosID: fmt.Sprint("d", pos), NegID: fmt.Sprint("d", neg), Weight: 1,
			Margin: 1, Source: pairs.Judged}
		p.UID = pairs.NewUID(p.Task, "", p.QueryID, p.PosID, p.NegID, 0)
		return p
	}
	split := plan.Split{Name: "train", Pairs: pairs.TableOf([]pairs.Pair{pair(0, 1, 2), pair(0, 1, 3), pair(1, 1, 4)})}
	o := plainFormats()
	o.Formats, o.GroupSize = []string{"tevatron", "st-listwise"}, 4
	sizes := func(spares []pairs.Pair) (tevatron, listwise []int, m *Manifest) {
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
	tevatron, listwise, m := sizes(spare)
	if !slices.Equal(tevatron, []int{3, 3}) || !slices.Equal(listwise, []int{3, 1}) ||
		m.Warnings["negatives repeated to fill groups of tevatron"] != 2 {
		t.Errorf("%v and %v negatives, %v", tevatron, listwise, m.Warnings)
	}
	if g := (plan.Groups{Format: "tevatron", Task: "pairwise", Split: "train", Negatives: 3, Groups: 2, Filled: 1, Short: 1,
		Fate: "repeat"}); m.Groups[0] != g {
		t.Errorf("%+v, want %+v", m.Groups[0], g)
	}
	if tevatron, _, m := sizes(nil); !slices.Equal(tevatron, []int{3, 3}) || m.Groups[0].Short != 2 {
		t.Errorf("without spares: %v, %+v", tevatron, m.Groups)
	}
}
