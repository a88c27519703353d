package trainset

import (
	"strings"

	"github.com/axiomine/axiomine/gen/corpus"
)

// Near is a row in which a negative is nearly a positive, or holds it.
type Near struct {
	Row    uint32
	Shared float32 // share of the words of both that both have
	Holds  bool    // the negative holds the whole positive
}

// nearBuffer is memory that rows share.
type nearBuffer struct{ words, positive, negative []uint32 }

const (
	nearShare  = 0.8 // of the words of both texts
	nearWords  = 5   // of a positive that counts as near
	sizeFactor = nearShare * 0.8
)

// addNear finds the negative of a row that is most like a positive, of the first positives where there are many. Negatives that are the
// same as a positive are left to others.
func (s *Set) addNear(row uint32, r *corpus.TrainingRow) {
	items := s.RowItems(row)
	near := Near{Row: row}
	left := max(4096, 64*len(items)) // pairs that are compared
	for i, positive := range items {
		if !positive.IsPositive() || r.Docs[i].Text == "" || s.Texts[positive.Text].Words < nearWords {
			continue
		}
		if left -= len(items); left < 0 {
			s.NearCut++
			break
		}
		long := float32(s.Texts[positive.Text].Words)
		for j, negative := range items {
			if !negative.IsNegative() || r.Docs[j].Text == "" || s.FirstEqual(negative.Text) == s.FirstEqual(positive.Text) {
				continue
			}
			size := float32(s.Texts[negative.Text].Words)
			holds := size >= long && strings.Contains(r.Docs[j].Text, r.Docs[i].Text)
			shared := float32(0)
			if holds || size >= long*sizeFactor && size*sizeFactor <= long &&
				likeSketches(s.sketch[positive.Text], s.sketch[negative.Text]) {
				s.near.positive, s.near.negative = WordSet(s.near.positive, r.Docs[i].Text), WordSet(s.near.negative, r.Docs[j].Text)
				common := Common(s.near.positive, s.near.negative)
				shared = float32(common) / float32(max(1, len(s.near.positive)+len(s.near.negative)-common))
			}
			if holds || shared >= nearShare {
				near.Holds, near.Shared = near.Holds || holds, max(near.Shared, shared)
			}
		}
	}
	if near.Holds || near.Shared >= nearShare {
		s.Near = append(s.Near, near)
	}
}

// lanes is the number of parts of a sketch, each the least of the hashes of some words, in a byte.
const lanes = 8

// sketchOf returns a sketch of the words of a text: two texts that share a part of their words share about that part of the lanes.
func sketchOf(words []uint32) uint64 {
	var least [lanes]uint32
	for i := range least {
		least[i] = 1<<32 - 1
	}
	for _, word := range words {
		word *= 0x9e3779b1
		lane := word >> 29
		least[lane] = min(least[lane], word<<3)
	}
	sketch := uint64(0)
	for i, x := range least {
		sketch |= uint64(x*0x85ebca6b>>24) << (8 * i)
	}
	return sketch
}

// likeSketches reports whether two sketches share at least three lanes. Of texts that share 80 % of their words one in a thousand does
// not.
func likeSketches(a, b uint64) bool {
	equal := 0
	for i := range lanes {
		if a>>(8*i)&0xff == b>>(8*i)&0xff {
			equal++
		}
	}
	return equal >= 3
}
