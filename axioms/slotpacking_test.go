package axioms

import (
	"math/rand/v2"
	"slices"
	"testing"

	"pgregory.net/rapid"
)

// anyDocs draws documents over few terms, some so often that they do not fit a packed word.
func anyDocs(t *rapid.T, terms *rapid.Generator[uint32]) []Doc {
	return rapid.SliceOfN(rapid.Custom(func(t *rapid.T) Doc {
		d := Doc{Terms: rapid.SliceOfN(terms, 0, 12).Draw(t, "terms")}
		if rapid.IntRange(0, 9).Draw(t, "long") == 0 {
			// 127 is the largest count that fits and the length of a block; 129 more than that passes a byte.
			for range rapid.IntRange(1, 4).Draw(t, "runs") {
				run := []uint32{rapid.Uint32Range(0, 2).Draw(t, "run")}
				d.Terms = append(d.Terms, slices.Repeat(run, rapid.SampledFrom([]int{1, 73, 126, 127, 128, 129, 260}).Draw(t, "often"))...)
			}
		}
		return d
	}), 0, 12).Draw(t, "docs")
}

func TestTallyAgreesWithCounting(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		terms := rapid.OneOf(rapid.Uint32Range(0, 30), rapid.SampledFrom([]uint32{1 << 31, ^uint32(0)}))
		q := Query{Terms: rapid.SliceOfN(terms, 0, 20).Draw(t, "query")}
		var b bag
		b.init(q)
		for _, d := range anyDocs(t, terms) {
			got, sum, held, holds := counts{freq: make([]int32, len(b.terms))}, int32(0), int32(0), uint64(0)
			b.tally(d.Terms, &got)
			for slot, w := range b.terms {
				want := int32(0)
				for _, t := range d.Terms {
					if t == w {
						want++
					}
				}
				if got.freq[slot] != want {
					t.Fatalf("term %d: %d, want %d", w, got.freq[slot], want)
				}
				sum += want
				held += min(want, 1)
				holds |= uint64(min(want, 1)) * slotBit(slot)
			}
			if got.sum != sum || got.numDistinct != held || got.holds != holds {
				t.Fatalf("sum %d, held %d, %x; want %d, %d, %x", got.sum, got.numDistinct, got.holds, sum, held, holds)
			}
		}
		for slot, w := range b.terms {
			inQuery := int32(0)
			for _, t := range q.Terms {
				if t == w {
					inQuery++
				}
			}
			if b.repeats[slot] != inQuery || b.slot(w) != slot {
				t.Fatalf("term %d: slot %d, %d times", w, b.slot(w), b.repeats[slot])
			}
		}
	})
}

// TestPackOverflow puts a term's run at every place of a block: a count of 128 or more must be seen, also where the
// byte has come round.
func TestPackOverflow(t *testing.T) {
	var b bag
	b.init(Query{Terms: []uint32{5, 6}})
	if !b.table().canPack() {
		t.Fatal("two terms do not pack")
	}
	for before := range 200 {
		for n := range 520 {
			terms := append(slices.Repeat([]uint32{9}, before), slices.Repeat([]uint32{5}, n)...)
			low, high, fits := b.pack(terms)
			if fits != (n <= 127) || fits && (low != uint64(n) || high != 0) {
				t.Fatalf("%d times after %d others: %x, fits %t", n, before, low, fits)
			}
		}
	}
}

// TestVectorsAgreeWithPlain compares the vector functions with their plain definitions at every length of a block and of a
// row that they are used for, and looks that they stay within bounds.
func TestVectorsAgreeWithPlain(t *testing.T) {
	if !vectors {
		t.Skip("no vector instructions here")
	}
	r := rand.New(rand.NewPCG(5, 6))
	for n := 8; n <= maxBlock; n++ {
		for range 20 {
			var b bag
			b.init(Query{Terms: someTerms(r, 1+r.IntN(smallQuery), 30)})
			tokens := someTerms(r, n+1, 30) // one more, which must not be counted
			low, high := b.table().pack(tokens[:n])
			padded, mask := b.terms[:smallQuery], uint64(1)<<(8*len(b.terms))-1
			if got := countEight(&tokens[0], n, &padded[0]) & mask; got != low {
				t.Fatalf("%v in %v: %x, want %x", b.terms, tokens[:n], got, low)
			}
			if width := len(b.terms) - 8; width > 0 {
				if got := countEight(&tokens[0], n, &padded[8]) & (1<<(8*width) - 1); got != high {
					t.Fatalf("%v in %v: %x, want %x", b.terms[8:], tokens[:n], got, high)
				}
			}
		}
	}
	for n := 8; n <= 100; n++ {
		got, want := make([]Verdict, n+2), make([]Verdict, n+2)
		for i := range got {
			got[i] = Verdict(r.IntN(3) - 1)
		}
		copy(want, got)
		lengths, low, span := make([]uint32, n+1), uint32(r.IntN(20)), []uint32{0, 1, 9, longest}[r.IntN(4)]
		for i := range lengths {
			lengths[i] = uint32(r.IntN(30))
		}
		closeEight(&got[1], &lengths[0], n, low, span)
		voidOutside(want[1:n+1], lengths[:n], low, span)
		if !slices.Equal(got, want) {
			t.Fatalf("%d and %d more of %v: %v, want %v", low, span, lengths[:n], got, want)
		}
	}
}

// someTerms draws n of few terms, the largest number among them.
func someTerms(r *rand.Rand, n, few int) []uint32 {
	terms := make([]uint32, n)
	for i := range terms {
		terms[i] = uint32(r.IntN(few)) - 1
	}
	return terms
}
