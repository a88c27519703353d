package sample

import (
	"fmt"
	"math"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/axiomine/axiomine/tokenize/pairs"

	"pgregory.net/rapid"
)

// world is a random collection of queries with mined preferences for two pools.
type world struct {
	queries []*Query
	mined   [][][]pairs.Instance // [query][pool]
}

func drawWorld(t *rapid.T) *world {
	w := &world{}
	for i := range rapid.IntRange(1, 8).Draw(t, "queries") {
		id := fmt.Sprintf("q%d", i)
		q := &Query{Index: i, ID: id, Hash: Hash(id), Labelled: rapid.Bool().Draw(t, "labelled")}
		n := rapid.IntRange(1, 8).Draw(t, "docs")
		for d := range n {
			c := Candidate{ID: fmt.Sprintf("%s-d%d", id, d), Len: rapid.IntRange(0, 6).Draw(t, "len"),
				Grade: rapid.IntRange(-1, 2).Draw(t, "grade"), Judged: rapid.Bool().Draw(t, "judged"), Score: math.NaN()}
			if rapid.Bool().Draw(t, "scored") {
				c.Score = float64(rapid.IntRange(0, 3).Draw(t, "score"))
			}
			c.Twin = rapid.SampledFrom([]pairs.Twin{pairs.NoTwin, pairs.NoTwin, pairs.NoTwin, pairs.SameText, pairs.NearDuplicate}).Draw(t, "twin")
			if rapid.IntRange(0, 4).Draw(t, "in the run") > 0 {
				c.Rank, c.RunScore = d+1, float64(rapid.IntRange(-2, 4).Draw(t, "run score"))
			}
			c.Hash = Hash(c.ID)
			q.Docs = append(q.Docs, c)
		}
		mined := make([][]pairs.Instance, 2)
		for p := range mined {
			for a := range n {
				for b := range a {
					switch rapid.IntRange(0, 2).Draw(t, "preference") {
					case 0:
						mined[p] = append(mined[p], pairs.Instance{Pos: int32(a), Neg: int32(b)})
					case 1:
						mined[p] = append(mined[p], pairs.Instance{Pos: int32(b), Neg: int32(a)})
					}
				}
			}
		}
		w.queries = append(w.queries, q)
		w.mined = append(w.mined, mined)
	}
	return w
}

func (w *world) names(d PoolInstance) (string, string, string) {
	q := w.queries[d.Query]
	return q.ID, preferredID(q, d.Instance), q.Docs[d.Neg].ID
}

var twoPools = []Pool{{Name: "tfc1(delta=3)", Key: "tfc1"}, {Name: "m-and", Key: "m-and"}}

// run samples the queries, divided over parts by their place in of.
func (w *world) run(o Options, wanted []int, of func(query int) int) *Result {
	s := New(o, twoPools, wanted, o.Judged, w.names)
	parts, whole := map[int]*Part{}, s.Part()
	for i, q := range w.queries {
		p, ok := parts[of(i)]
		if !ok {
			p = s.Part()
			parts[of(i)] = p
		}
		mined := [][]pairs.Instance{slices.Clone(w.mined[i][0]), slices.Clone(w.mined[i][1])}
		p.Add(q, mined)
		if i%2 == 1 && p.NumPairs() > 0 {
			if p.MoveTo(whole); p.NumPairs() > 0 {
				panic("a part was moved and holds pairs")
			}
		}
	}
	for _, key := range []int{4, 1, 3, 0, 2} {
		if p, ok := parts[key]; ok {
			whole.Merge(p)
		}
	}
	return whole.Result()
}

func options(t *rapid.T) Options {
	o := Defaults()
	o.Draw = rapid.SampledFrom(drawOrderNames()).Draw(t, "draw")
	o.Conflict = rapid.SampledFrom([]string{Drop, Keep, Majority}).Draw(t, "conflict")
	o.NegativesPerPositive = rapid.IntRange(0, 2).Draw(t, "negatives per positive")
	if o.NegativesPerPositive == 0 {
		o.AssumedPerPositive = rapid.IntRange(0, 2).Draw(t, "assumed negatives per positive")
	}
	o.PositivesPerQuery = rapid.IntRange(0, 2).Draw(t, "positives per query")
	o.NegativesPerQuery = rapid.IntRange(0, 2).Draw(t, "negatives per query")
	o.SkipTop = max(0, rapid.IntRange(-2, 3).Draw(t, "skip top"))
	o.WithinTop = max(0, rapid.IntRange(-4, 6).Draw(t, "within top"))
	o.Negatives = rapid.SampledFrom([]string{Random, Top}).Draw(t, "negatives")
	bound := rapid.SampledFrom([]*float64{nil, nil, new(0.0), new(0.5), new(2.0)})
	o.MaxScore, o.AbsoluteMargin, o.RelativeMargin = bound.Draw(t, "max score"), bound.Draw(t, "absolute margin"),
		bound.Draw(t, "relative margin")
	o.MinScore = bound.Draw(t, "min score")
	o.JudgedOnly = rapid.Bool().Draw(t, "judged only")
	o.Grades = rapid.SampledFrom([]string{Ordered, Binary}).Draw(t, "grades")
	return o
}

func one(int) int { return 0 }

func TestPartitionDoesNotMatter(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		w, o := drawWorld(t), options(t)
		k := rapid.IntRange(0, 12).Draw(t, "k")
		o.Judged = k
		parts := rapid.SliceOfN(rapid.IntRange(0, 4), len(w.queries), len(w.queries)).Draw(t, "parts")
		whole, divided := w.run(o, []int{k, All}, one), w.run(o, []int{k, All}, func(q int) int { return parts[q] })
		if !slices.Equal(whole.Judged, divided.Judged) || !slices.Equal(whole.Pools[0], divided.Pools[0]) ||
			!slices.Equal(whole.Pools[1], divided.Pools[1]) {
			t.Fatalf("drawn pairs differ:\n%v\n%v", whole, divided)
		}
		if !reflect.DeepEqual(whole.Ledger, divided.Ledger) || whole.JudgedLedger != divided.JudgedLedger ||
			whole.Conflicts != divided.Conflicts {
			t.Fatalf("ledgers differ:\n%+v\n%+v", whole.Ledger, divided.Ledger)
		}
	})
}

func TestSampleIsNestedInSize(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		w, o := drawWorld(t), options(t)
		every := w.run(o, []int{All, All}, one)
		k := rapid.IntRange(0, len(every.Pools[0])).Draw(t, "k")
		o.Judged = rapid.IntRange(0, len(every.Judged)).Draw(t, "judged")
		some := w.run(o, []int{k, k}, one)
		if !slices.Equal(some.Pools[0], every.Pools[0][:k]) {
			t.Fatalf("the first %d of the pool are not the sample of %d", k, k)
		}
		if !slices.Equal(some.Judged, every.Judged[:o.Judged]) {
			t.Fatalf("the first %d judged pairs are not the sample of %d", o.Judged, o.Judged)
		}
	})
}

// A pair keeps its place among those that remain when a length bound removes others: uniform drawing is nested over delta.
func TestUniformIsNestedOverBounds(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		w, o := drawWorld(t), Defaults()
		o.Draw, o.Conflict = Uniform, Keep
		every := w.run(o, []int{All, All}, one).Pools[0]
		for i := range w.mined {
			w.mined[i][0] = slices.DeleteFunc(slices.Clone(w.mined[i][0]), func(in pairs.Instance) bool {
				return w.queries[i].Docs[in.Pos].Len != w.queries[i].Docs[in.Neg].Len
			})
		}
		bounded := w.run(o, []int{All, All}, one).Pools[0]
		want := slices.DeleteFunc(slices.Clone(every), func(d PoolInstance) bool {
			return w.queries[d.Query].Docs[d.Pos].Len != w.queries[d.Query].Docs[d.Neg].Len
		})
		if !slices.Equal(bounded, want) {
			t.Fatalf("bounded pool %v is not the unbounded one without the others %v", bounded, want)
		}
	})
}

// Of the pairs drawn under a wider bound, those within a narrower one are drawn under that too, if as many are asked for.
func TestDrawnWithinTheNarrowerBoundToo(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		w, o := drawWorld(t), Defaults()
		o.Draw = rapid.SampledFrom([]string{Uniform, Balanced}).Draw(t, "draw")
		o.Conflict = Keep
		within := func(query int, in pairs.Instance) bool {
			docs := w.queries[query].Docs
			return max(docs[in.Pos].Len-docs[in.Neg].Len, docs[in.Neg].Len-docs[in.Pos].Len) <= 2
		}
		k := rapid.IntRange(0, 20).Draw(t, "k")
		wide := w.run(o, []int{k, k}, one).Pools[0]
		for i := range w.mined {
			w.mined[i][0] = slices.DeleteFunc(slices.Clone(w.mined[i][0]), func(in pairs.Instance) bool { return !within(i, in) })
		}
		narrow := map[[3]string]bool{}
		for _, d := range w.run(o, []int{k, k}, one).Pools[0] {
			query, preferred, other := w.names(d)
			narrow[[3]string{query, preferred, other}] = true
		}
		for _, d := range wide {
			query, preferred, other := w.names(d)
			if within(int(d.Query), d.Instance) && !narrow[[3]string{query, preferred, other}] {
				t.Fatalf("%s: %s over %s is drawn under the wider bound alone", query, preferred, other)
			}
		}
	})
}

func TestLedgerAddsUp(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		w, o := drawWorld(t), options(t)
		r := w.run(o, []int{rapid.IntRange(0, 9).Draw(t, "k"), All}, one)
		for i, l := range r.Ledger {
			if l.Mined != l.Dropped.Sum()+l.Size || l.Taken != len(r.Pools[i]) || l.Taken != min(l.Wanted, l.Size) ||
				l.Shortfall != l.Wanted-l.Taken {
				t.Fatalf("ledger of %s does not add up: %+v", l.Name, l)
			}
		}
		found := 0
		for _, q := range w.queries {
			found += o.JudgedCount(q)
		}
		if r.JudgedLedger.Found != found || r.JudgedLedger.Wanted != r.JudgedLedger.Taken+r.JudgedLedger.Displaced {
			t.Fatalf("judged pairs: %+v, counted beforehand %d", r.JudgedLedger, found)
		}
	})
}

// TestHardSaysWhatItFound: of the drawn pairs, those that the run orders wrongly are counted, and a pool that has fewer says so.
func TestHardSaysWhatItFound(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		w := drawWorld(t)
		o := Defaults()
		o.Draw = Hard
		k := rapid.IntRange(0, 10).Draw(t, "wanted")
		r := w.run(o, []int{k, k}, func(int) int { return 0 })
		warnings := r.Warnings(o.Draw)
		for i, l := range r.Ledger {
			wrong := 0
			for _, d := range r.Pools[i] {
				docs := w.queries[d.Query].Docs
				if docs[d.Neg].Score > docs[d.Pos].Score { // never of a NaN
					wrong++
				}
			}
			said := slices.ContainsFunc(warnings, func(text string) bool {
				return strings.HasPrefix(text, l.Name+": of ") && strings.Contains(text, "sample: hard")
			})
			if *l.Violated != wrong || said != (wrong < l.Taken) {
				t.Fatalf("%s: %d of %d drawn pairs are ordered wrongly, the ledger says %d and %q", l.Name, wrong, l.Taken, *l.Violated, warnings)
			}
		}
	})
}
