package sample

import (
	"slices"
	"testing"

	"github.com/axiomine/axiomine/internal/testkit/must"
	"github.com/axiomine/axiomine/tokenize/pairs"
)

// TestPutEachFirst: by hand. Of two positives and three negatives, three pairs name all documents.
func TestPutEachFirst(t *testing.T) {
	var list []PoolInstance
	for _, pair := range [][2]int32{{0, 2}, {0, 3}, {1, 2}, {0, 4}, {1, 3}, {1, 4}} {
		list = append(list, PoolInstance{Instance: pairs.Instance{Pos: pair[0], Neg: pair[1]}, Key: Key{uint64(len(list)), 7}})
	}
	var got [][2]int32
	for rank, d := range putEachFirst(list) {
		got = append(got, [2]int32{d.Pos, d.Neg})
		if rank >= 3 {
			rank += named
		}
		must.Equal(t, d.Key, Key{uint64(rank), 7})
	}
	if want := [][2]int32{{0, 2}, {1, 3}, {0, 4}, {0, 3}, {1, 2}, {1, 4}}; !slices.Equal(got, want) {
		t.Errorf("%d, want %d", got, want)
	}
}
