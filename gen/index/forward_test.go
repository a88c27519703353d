package index

import (
	"math"
	"slices"
	"testing"

	"pgregory.net/rapid"
)

// TestTermsComeBack: packed terms are read as they were, and not where one of their numbers is missing or a term is too large.
func TestTermsComeBack(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		terms := rapid.SliceOfN(rapid.OneOf(rapid.Uint32Max(300), rapid.Uint32Range(escape-2, 1<<24), rapid.Uint32Max(math.MaxUint32-1)), 1, 50).Draw(rt, "terms")
		packed := packTerms(nil, terms)
		highest := int(slices.Max(terms))
		got := make([]uint32, len(terms))
		if !unpackTerms(got, packed, highest+1) || !slices.Equal(got, terms) {
			rt.Fatalf("%v", got)
		}
		for what, isRead := range map[string]bool{
			"a larger term than there are": unpackTerms(got, packed, highest),
			"one fewer":                    unpackTerms(got, packed[:len(packed)-1], highest+1),
			"one more":                     unpackTerms(got, append(slices.Clip(packed), 0), highest+1),
			"a term fewer":                 unpackTerms(got[1:], packed, highest+1),
		} {
			if isRead {
				rt.Errorf("%s: read", what)
			}
		}
	})
	for _, packed := range [][]uint16{nil, {escape}, {whole}, {whole, 1}} {
		if unpackTerms(make([]uint32, 1), packed, math.MaxUint32) {
			t.Errorf("%x: read", packed)
		}
	}
}
