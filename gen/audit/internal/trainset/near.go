package trainset

import (
	"strings"

	"github.com/axiomine/axiomine/gen/corpus"
)

// Near is a row in which a negative is nearly a positive, or holds it.
type Near struct {
	Row      uint32
	Document uint32  // the negative, by its place in the row
	Shared   float32 // share of the words of both that both have
	Holds    bool    // the negative holds the whole positive
}

const (
	nearShare  = 0.8 // of the words of both texts
	nearWords  = 5   // of a positive that counts as near
	sizeFactor = nearShare * 0.8
)

// isNear reports whether the negative is so near that the row is wrong, probably.
func (n Near) isNear() bool { return n.Holds || n.Shared >= nearShare }

// nearFinder finds negatives that are nearly positives. It has a sketch of each text of a set, and memory that rows share.
type nearFinder struct {
	sketches           []uint64
	positive, negative []uint32 // words
}

// find finds the negative of a row that is most like a positive, of the first positives where there are many: then isCut is true. Negatives
// that are the same as a positive are left to others.
func (f *nearFinder) find(s *Set, row uint32, docs []corpus.TrainingDoc) (near Near, isCut bool) {
	items := s.RowItems(row)
	near.Row = row
	left := max(4096, 64*len(items)) // pairs that are compared
	for i, positive := range items {
		if !positive.IsPositive() || docs[i].Text == "" || s.Texts[positive.Text].Words < nearWords {
			continue
		}
		if left -= len(items); left < 0 {
			return near, true
		}
		long := float32(s.Texts[positive.Text].Words)
		for j, negative := range items {
			if !negative.IsNegative() || docs[j].Text == "" || s.FirstEqual(negative.Text) == s.FirstEqual(positive.Text) {
				continue
			}
			size := float32(s.Texts[negative.Text].Words)
			pair := Near{Holds: size >= long && strings.Contains(docs[j].Text, docs[i].Text)}
			if pair.Holds || size >= long*sizeFactor && size*sizeFactor <= long &&
				likeSketches(f.sketches[positive.Text], f.sketches[negative.Text]) {
				f.positive, f.negative = WordSet(f.positive, docs[i].Text), WordSet(f.negative, docs[j].Text)
				common := Common(f.positive, f.negative)
				pair.Shared = float32(common) / float32(max(1, len(f.positive)+len(f.negative)-common))
			}
			if pair.isNear() {
				if !near.isNear() || pair.Shared > near.Shared {
					near.Document = uint32(j)
				}
				near.Holds, near.Shared = near.Holds || pair.Holds, max(near.Shared, pair.Shared)
			}
		}
	}
	return near, false
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
