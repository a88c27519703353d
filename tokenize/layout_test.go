package tokenize

import (
	"errors"
	"slices"
	"testing"

	"github.com/axiomine/axiomine/internal/errs"
	"github.com/axiomine/axiomine/internal/testkit/must"
	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
)

func TestPair(t *testing.T) {
	tok := small(t, Defaults(), "a", "b", "c", "d", "e", "f") // [CLS] 2, [SEP] 3, a..f 4..9
	for _, c := range []struct {
		max      int
		strategy Strategy
		ids      []int32 // as HF tokenizers 0.23.3 cuts "a b c" and "d e f"
		fails    bool
	}{
		{0, LongestFirst, []int32{2, 4, 5, 6, 3, 7, 8, 9, 3}, false},
		{9, OnlyFirst, []int32{2, 4, 5, 6, 3, 7, 8, 9, 3}, false},
		{3, LongestFirst, []int32{2, 3, 3}, false},
		{3, OnlySecond, []int32{2, 3, 3}, false},
		{4, LongestFirst, []int32{2, 3, 7, 3}, false},
		{5, LongestFirst, []int32{2, 4, 3, 7, 3}, false},
		{7, OnlyFirst, []int32{2, 4, 3, 7, 8, 9, 3}, false},
		{7, OnlySecond, []int32{2, 4, 5, 6, 3, 7, 3}, false},
		{4, OnlyFirst, nil, true},
		{6, OnlySecond, nil, true},
		{2, LongestFirst, nil, true},
		{2, DoNotTruncate, []int32{2, 4, 5, 6, 3, 7, 8, 9, 3}, false},
		{9, "longest", nil, true},
	} {
		ids, types, err := tok.Pair("a b c", "d e f", c.max, c.strategy)
		if e := new(errs.Error); c.fails != (err != nil) || err != nil && (!errors.As(err, &e) || e.Kind != errs.Usage) {
			t.Errorf("%d %s: error %v", c.max, c.strategy, err)
		}
		if !cmp.Equal(ids, c.ids) {
			t.Errorf("%d %s: %v, want %v", c.max, c.strategy, ids, c.ids)
		}
		if first := slices.Index(ids, 3) + 1; err == nil && (len(types) != len(ids) || slices.Contains(types[:first], 1) ||
			slices.Contains(types[first:], 0)) {
			t.Errorf("%d %s: types %v of %v", c.max, c.strategy, types, ids)
		}
	}
}

func TestSingle(t *testing.T) {
	tok := small(t, Defaults(), "a", "b", "c")
	for max, want := range map[int][]int32{0: {2, 4, 5, 6, 3}, 2: {2, 3}, 3: {2, 4, 3}, 5: {2, 4, 5, 6, 3}, 9: {2, 4, 5, 6, 3}} {
		if ids, err := tok.Single("a b c", max); err != nil || !cmp.Equal(ids, want) {
			t.Errorf("%d: %v, %v, want %v", max, ids, err, want)
		}
	}
	if _, err := tok.Single("a", 1); err == nil {
		t.Error("max_length 1 was taken")
	}
}

// TestFitLongest compares the closed form with taking one id after the other from the longer text, the first of two equal ones.
func TestFitLongest(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n1, n2 := rapid.IntRange(0, 30).Draw(t, "n1"), rapid.IntRange(0, 30).Draw(t, "n2")
		room := rapid.IntRange(0, 70).Draw(t, "room")
		got1, got2, err := Fit(n1, n2, room, LongestFirst)
		must.Do(t, err)
		want1, want2 := n1, n2
		for want1+want2 > room {
			if want1 > want2 || want1 == want2 && n1 <= n2 {
				want1--
			} else {
				want2--
			}
		}
		if got1 != want1 || got2 != want2 {
			t.Fatalf("%d and %d ids in %d: %d and %d, want %d and %d", n1, n2, room, got1, got2, want1, want2)
		}
	})
}
