package hashes

import (
	"maps"
	"math"
	"slices"
	"testing"

	"pgregory.net/rapid"
)

// TestCommonAgreesWithMaps holds the common numbers of two lists, and their places, against those of a map.
func TestCommonAgreesWithMaps(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		number := rapid.OneOf(rapid.Uint64Range(0, 300), rapid.Uint64())
		list := func(name string) []uint64 {
			l := rapid.SliceOfN(number, 0, 300).Draw(t, name)
			slices.Sort(l)
			return slices.Compact(l)
		}
		a, b := list("a"), list("b")
		got, n := Common(a, b), 0
		for _, x := range slices.Concat(a, b, []uint64{7, 1 << 63}) {
			place := got.Number(x)
			if there := slices.Contains(a, x) && slices.Contains(b, x); there != (place >= 0) || there && got.list[place] != x {
				t.Fatalf("%d at %d of %v", x, place, got.list)
			}
		}
		for _, x := range a {
			if slices.Contains(b, x) {
				n++
			}
		}
		if got.Len() != n {
			t.Fatalf("%d, want %d", got.Len(), n)
		}
	})
}

// TestLabelsAgreeWithMap sets labels anew and asks for those that are there and others.
func TestLabelsAgreeWithMap(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var l Labels
		want := map[[2]uint32]float64{}
		number := rapid.OneOf(rapid.Uint32Range(0, 20), rapid.Uint32Range(0, math.MaxUint32-1))
		for range rapid.IntRange(0, 300).Draw(t, "labels") {
			in := [2]uint32{number.Draw(t, "query"), number.Draw(t, "document")}
			label := rapid.Float64Range(0, 1).Draw(t, "label")
			l.Set(in[0], in[1], label)
			want[in] = label
		}
		for in := range maps.Keys(want) {
			for _, asked := range [][2]uint32{in, {in[1], in[0]}} {
				label, ok := l.Label(asked[0], asked[1])
				if wanted, there := want[asked]; ok != there || label != wanted {
					t.Fatalf("%v has %v, %v; want %v, %v", asked, label, ok, wanted, there)
				}
			}
		}
		if l.used != len(want) {
			t.Fatalf("%d inputs, want %d", l.used, len(want))
		}
	})
}
