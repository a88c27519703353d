package shard

import (
	"slices"
	"testing"

	"github.com/axiomine/axiomine/tokenize/shard/internal/encoding"
)

// Two files of a at .25 and .75 of its way, four of b at .125, .375, .625 and .875.
func TestInterleaved(t *testing.T) {
	var parts []encoding.Part
	for _, path := range []string{"a/0", "a/1", "b/0", "b/1", "b/2", "b/3"} {
		parts = append(parts, encoding.Part{Path: path})
	}
	if got, want := interleave(parts), []int{2, 0, 3, 4, 1, 5}; !slices.Equal(got, want) {
		t.Errorf("order %v, want %v", got, want)
	}
}
