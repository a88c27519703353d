package feature

import (
	"cmp"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"pgregory.net/rapid"
)

// Words of documents of a query have the numbers of their first tokens; the query's terms have none.
func TestWordsAgreeWithAMap(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		term := rapid.OneOf(rapid.Uint32Range(0, 40), rapid.Uint32(), rapid.Just(^uint32(0)))
		query := rapid.SliceOfN(term, 0, 100).Draw(t, "query")
		words := NewWords(query)
		numbers, all := map[uint32]int32{}, []uint32{}
		for range rapid.IntRange(1, 2).Draw(t, "calls") {
			documents := rapid.SliceOfN(rapid.Custom(func(t *rapid.T) []uint32 {
				tokens := rapid.SliceOfN(term, 0, 100).Draw(t, "tokens")
				begin := rapid.Uint32().Draw(t, "begin")
				for i := range rapid.Uint32Range(0, 400).Draw(t, "run") { // makes the table grow
					tokens = append(tokens, begin+i)
				}
				return tokens
			}), 0, 4).Draw(t, "documents")
			distinct := words.Documents(len(documents), func(i int) []uint32 { return documents[i] })
			for i, tokens := range documents {
				want, met := []int32{}, map[uint32]bool{}
				for _, token := range tokens {
					if slices.Contains(query, token) || met[token] {
						continue
					}
					met[token] = true
					if _, known := numbers[token]; !known {
						numbers[token] = int32(len(all))
						all = append(all, token)
					}
					want = append(want, numbers[token])
				}
				if got := distinct[i]; !slices.Equal(got, want) {
					t.Fatalf("%v of query %v: %v, want %v", tokens, query, got, want)
				}
			}
		}
		if !slices.Equal(words.Terms(), all) {
			t.Fatalf("%v, want %v", words.Terms(), all)
		}
	})
}

// TestClosestByDefinition: a document's pairs are all of its highest similarity among its words outside the query. One finder serves several queries.
func TestClosestByDefinition(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 6))

	for range 300 {
		table := someVectors{}
		for id := range uint32(60) {
			if r.IntN(4) > 0 {
				table[id] = []float64{float64(r.IntN(5) - 2), float64(r.IntN(5) - 2), 1}
			}
		}
		terms := someTerms(r, 1+r.IntN(6))
		documents := make([][]uint32, r.IntN(5))
		for i := range documents {
			documents[i] = someTerms(r, r.IntN(12))
		}
		isEqual := func(a, b float64) bool { return math.Abs(a-b) < 1e-9 }
		c := NewClosest(NewLikeness(terms, table), isEqual)
		found := 0
		c.Find(len(documents), func(i int) []uint32 { return documents[i] }, func(i int, h Highest) {
			found++
			want, best := []Pair(nil), math.Inf(-1)
			for _, pass := range []bool{false, true} {
				for _, word := range distinctOf(documents[i]) {
					for slot, term := range terms {
						sim, ok := table.Sim(term, word)
						if !ok || slices.Contains(terms, word) {
							continue
						}
						if pass && isEqual(sim, best) {
							want = append(want, Pair{slot, word, occurrences(word, documents[i])})
						}
						best = max(best, sim)
					}
				}
			}
			got := slices.Clone(h.Pairs)
			order := func(a, b Pair) int { return cmp.Or(cmp.Compare(a.Term, b.Term), cmp.Compare(a.Slot, b.Slot)) }
			slices.SortFunc(got, order)
			slices.SortFunc(want, order)
			if want != nil && !isEqual(h.Best, best) || !slices.Equal(got, want) {
				t.Fatalf("query %v, document %v: %+v, want %v of %v", terms, documents[i], h, want, best)
			}
		})
		if found != len(documents) {
			t.Fatalf("%d of %d documents", found, len(documents))
		}
	}
}

// distinctOf returns the distinct terms of a document.
func distinctOf(document []uint32) []uint32 {
	list := slices.Clone(document)
	slices.Sort(list)
	return slices.Compact(list)
}

// someVectors are vectors by term.
type someVectors map[uint32][]float64

func (s someVectors) Vector(t uint32) []float64 { return s[t] }

func (s someVectors) Dim() int {
	for _, v := range s {
		return len(v)
	}
	return 0
}

func (s someVectors) Sim(a, b uint32) (float64, bool) {
	if s[a] == nil || s[b] == nil {
		return 0, false
	}
	return Cosine(s[a], s[b]), true
}

// someTerms draws n of 60 terms.
func someTerms(r *rand.Rand, n int) []uint32 {
	terms := make([]uint32, n)
	for i := range terms {
		terms[i] = uint32(r.IntN(60))
	}
	return terms
}

// TestGroupsByDefinition compares with a search for the closest occurrence of each term, one grouper for many documents.
func TestGroupsByDefinition(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		width := rapid.IntRange(2, 5).Draw(t, "terms")
		g := NewGrouper(width)
		for range 3 {
			var hits []Occurrence
			held := map[int32]bool{}
			for at := range int32(rapid.IntRange(0, 20).Draw(t, "tokens")) {
				if slot := rapid.Int32Range(-2, int32(width)-1).Draw(t, "slot"); slot >= 0 {
					hits, held[slot] = append(hits, Occurrence{slot, at}), true
				}
			}
			var want []Group
			for i := len(hits) - 1; i >= 0; i-- {
				first, last := hits[i].Offset, hits[i].Offset
				for slot := range int32(width) {
					best := Occurrence{Offset: -1}
					for _, o := range hits {
						if o.Slot == slot && (best.Offset < 0 || abs(o.Offset-hits[i].Offset) < abs(best.Offset-hits[i].Offset)) {
							best = o
						}
					}
					first, last = min(first, best.Offset), max(last, best.Offset)
				}
				between := int32(0)
				for _, o := range hits {
					if first < o.Offset && o.Offset < last {
						between++
					}
				}
				want = append(want, Group{last - first, last - first - 1 - between})
			}
			if len(held) < width {
				continue
			}
			if got := g.Groups(hits, slices.Repeat([]bool{true}, width)); !slices.Equal(got, want) {
				t.Fatalf("%v: %v, want %v", hits, got, want)
			}
		}
	})
}

func abs(x int32) int32 { return max(x, -x) }
