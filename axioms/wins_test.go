package axioms

import (
	"math"
	"slices"
	"testing"

	"github.com/axiomine/axiomine/axioms/internal/rule"
	"github.com/axiomine/axiomine/internal/testkit/must"
	"github.com/axiomine/axiomine/internal/testkit/rapidtest"
	"pgregory.net/rapid"
)

// everyPreference are the axioms over two documents in every variant, without precondition where they can be, under bounds of length,
// and some expressions.
func everyPreference(t *testing.T) (list []Preference) {
	texts := []string{"-tfc1", "m-and & tfc1", "m-and + m-tdc + tf-lnc", "prefs(FILE)", "run(FILE)", "run(FILE, margin_sd=0.5)",
		"rs-bm25(margin=1.5)"}
	for _, a := range All() {
		if _, ok := a.(Preference); !ok {
			continue
		}
		id := a.Spec().ID
		texts = append(texts, id, id+"(delta=7)", id+"(delta_star=0.3)", id+"(delta=20, delta_star=0.2)")
		if a.Spec().Unconditional != "" {
			texts = append(texts, id+"(precondition=none)")
		}
		for _, p := range a.Spec().Params {
			for _, choice := range p.Choices {
				if p.Name == "variant" {
					texts = append(texts, id+"(variant="+choice+")")
				}
			}
		}
	}
	for _, text := range texts {
		a := must.Get(Parse(text))(t)
		list = append(list, a.(Preference))
	}
	return list
}

// hostile draws candidates: copies, multiples and near relatives of each other, empty ones, with scores that are no numbers.
func hostile(t *rapid.T, least, most int) (Query, []Doc) {
	term := rapid.OneOf(rapid.Uint32Range(0, 12), rapid.Uint32Range(0, 300))
	q := Query{ID: "q", Terms: rapid.SliceOfN(term, 0, rapid.SampledFrom([]int{3, 9, 20, 90}).Draw(t, "query terms")).Draw(t, "query")}
	// Numbers come of a seed, as to draw each would take long.
	draw := rapid.Uint64().Draw(t, "seed")
	pick := func(n int) int {
		draw = draw*6364136223846793005 + 1442695040888963407 // Knuth's MMIX
		return int(draw >> 33 % uint64(n))
	}
	score := func() float64 {
		return []float64{math.NaN(), math.Inf(1), math.Inf(-1), 0, math.Copysign(0, -1), 1, 1.05, 1.2, 0.3 * (1 + 4e-10*float64(pick(9))), -7,
			float64(pick(100)), 1e-13 * float64(pick(30)), math.MaxFloat64}[pick(13)]
	}
	vocabulary := slices.Concat(q.Terms, q.Terms, []uint32{1, 2, 3, 400, 401, 402})
	var docs []Doc
	for range rapid.IntRange(least, most).Draw(t, "documents") {
		var terms []uint32
		switch kind := pick(8); {
		case kind == 0:
		case kind < 4 && len(docs) > 0:
			terms = slices.Clone(docs[pick(len(docs))].Terms)
			if kind == 2 {
				terms = slices.Repeat(terms, 1+pick(3))
			}
			for range pick(3) {
				terms = append(terms, vocabulary[pick(len(vocabulary))])
			}
			terms = terms[:min(len(terms), 300)]
		default:
			for range pick(60) {
				terms = append(terms, vocabulary[pick(len(vocabulary))])
			}
		}
		docs = append(docs, Doc{ID: string(rune('a' + pick(20))), Terms: terms, Score: score(), Rank: pick(5), Grade: pick(4) - 1})
	}
	return q, docs
}

// winsFile is a run and a file of preferences.
type winsFile struct{}

func (winsFile) Score(_, doc string) (float64, bool) { return float64(doc[0] % 5), doc[0]%3 > 0 }

func (winsFile) Each(_ string, yield func(preferred, other string, confidence float64)) {
	yield("a", "b", 1)
	yield("c", "d", .5)
	yield("d", "c", .5)
}

// TestWinsAreThoseOfAllPairs compares every axiom's wins, asked of candidates that share what is counted, with its verdicts on pairs,
// each judge for itself.
func TestWinsAreThoseOfAllPairs(t *testing.T) {
	vectors := newBenchVectors()
	c := &Collection{Stats: benchStats{}, Vectors: vectors, Similarity: vectors, Runs: map[string]RunScores{"FILE": winsFile{}},
		Preferences: map[string]Preferring{"FILE": winsFile{}}}
	list := everyPreference(t)
	stated := make([]int, len(list))
	const few = 100
	for _, most := range []int{12, few + 20} {
		var shared Candidates
		reached := func() bool { return most <= few || unstated(list, stated) == "" }
		rapidtest.CheckUntil(t, reached, func(t *rapid.T) {
			if most > few && rapid.IntRange(0, 4).Draw(t, "one in five") > 0 {
				return
			}
			q, docs := hostile(t, max(0, most-30), most)
			among := shared.Bind(q, docs)
			for k, a := range list {
				plain, want := a.Bind(q, c), make([]int32, len(docs))
				plain.Load(docs)
				for i := range docs {
					for j := range i {
						preference := int32(plain.Compare(i, j).Preference())
						want[i] += preference
						want[j] -= preference
						stated[k] += int(preference * preference)
					}
				}
				judge, got := a.Bind(among, c), make([]int32, len(docs))
				judge.Load(docs)
				if rule.Wins(judge, got); !slices.Equal(got, want) {
					t.Fatalf("%s: wins %v, of all pairs %v", a, got, want)
				}
				row := make([]Verdict, len(docs))
				for i := range docs {
					judge.Row(i, row)
					for j := i + 1; j < len(docs); j++ {
						if row[j] != plain.Compare(i, j) {
							t.Fatalf("%s on %d and %d: %d, not sharing %d", a, i, j, row[j], plain.Compare(i, j))
						}
					}
				}
				some := docs[:len(docs)/2]
				judge.Load(some)
				plain.Load(some)
				for i := range some {
					for j := range i {
						if judge.Compare(i, j) != plain.Compare(i, j) {
							t.Fatalf("%s on %d and %d of other documents: %d, not sharing %d", a, i, j, judge.Compare(i, j), plain.Compare(i, j))
						}
					}
				}
			}
		})
	}
	if a := unstated(list, stated); a != "" {
		t.Errorf("%s prefers nothing", a)
	}
}

// unstated returns an axiom that stated no preference, "" if each stated one; ln2 and aspect-reg may state none, since they need
// lengths far apart and similar terms.
func unstated(list []Preference, stated []int) string {
	for k, n := range stated {
		if n == 0 && list[k].Spec().ID != "ln2" && list[k].Spec().ID != "aspect-reg" {
			return list[k].String()
		}
	}
	return ""
}
