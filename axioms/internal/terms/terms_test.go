package terms

import (
	"slices"
	"testing"

	"pgregory.net/rapid"
)

func TestCountAgreesWithSorting(t *testing.T) {
	set := map[uint32]bool{}
	rapid.Check(t, func(t *rapid.T) {
		terms := rapid.SliceOfN(rapid.OneOf(rapid.Uint32Range(0, 20), rapid.Uint32()), 0, 200).Draw(t, "terms")
		got := Count(terms, set)
		slices.Sort(terms)
		if want := len(slices.Compact(terms)); got != want {
			t.Fatalf("%v: %d distinct, want %d", terms, got, want)
		}
	})
}

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
			words.Documents(len(documents), func(i int) []uint32 { return documents[i] })
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
				if got := words.Distinct(i); !slices.Equal(got, want) {
					t.Fatalf("%v of query %v: %v, want %v", tokens, query, got, want)
				}
			}
		}
		if !slices.Equal(words.Terms(), all) {
			t.Fatalf("%v, want %v", words.Terms(), all)
		}
	})
}
