package trainset

import (
	"strings"

	"github.com/axiomine/axiomine/gen/corpus"
	"github.com/axiomine/axiomine/tokenize/pairs"
)

// Near is a row in which a negative is nearly a positive, or holds it.
type Near struct {
	Row      uint32
	Document uint32  // the negative, by its place in the row
	Shared   float32 // share of the words of both that both have
	Holds    bool    // the negative holds the whole positive
	IsHeld   bool    // the positive holds the whole negative
}

const (
	nearWords  = 5   // of a text that may be a near copy
	nearLanes  = 18  // of two signatures: of texts that share 80 % of their words one in a thousand shares fewer
	sizeSlack  = 0.8 // words that a text repeats change its size
	sizeFactor = NearShare * sizeSlack
)

// isNear reports whether the negative is so near that the row is wrong, probably.
func (n Near) isNear() bool { return n.Holds || n.IsHeld || n.Shared >= NearShare }

// nearFinder finds negatives that are nearly positives. It has a signature of each text of a set, and memory that rows share.
type nearFinder struct {
	signatures         []signature
	positive, negative []uint32 // words
}

// find finds the negative of a row that is most like a positive, of the first positives where there are many: then isCut is true. Negatives
// that are the same as a positive are left to others.
func (f *nearFinder) find(s *Set, row uint32, docs []corpus.TrainingDoc) (near Near, isCut bool) {
	items := s.RowItems(row)
	near.Row = row
	left := max(4096, 64*len(items)) // pairs that are compared
	for i, positive := range items {
		if !positive.IsPositive() || docs[i].Text == "" {
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
			size, pair := float32(s.Texts[negative.Text].Words), Near{}
			first, second := &f.signatures[positive.Text], &f.signatures[negative.Text]
			if long < nearWords {
				if *first == *second && differByMarks(docs[i].Text, docs[j].Text) {
					pair.Shared = 1
				}
			} else {
				pair.Holds = size >= long && strings.Contains(docs[j].Text, docs[i].Text)
				pair.IsHeld = size < long && size >= nearWords && strings.Contains(docs[i].Text, docs[j].Text)
				if pair.isNear() || size >= long*sizeFactor && size*sizeFactor <= long && first.equalLanes(second) >= nearLanes {
					f.positive, f.negative = WordSet(f.positive, docs[i].Text), WordSet(f.negative, docs[j].Text)
					pair.Shared = shareOf(f.positive, f.negative)
				}
			}
			if pair.isNear() {
				if !near.isNear() || pair.Shared > near.Shared {
					near.Document = uint32(j)
				}
				near.Holds, near.IsHeld, near.Shared = near.Holds || pair.Holds, near.IsHeld || pair.IsHeld, max(near.Shared, pair.Shared)
			}
		}
	}
	return near, false
}

// differByMarks reports whether two texts are the same without punctuation, case and white space, and hold more than that.
func differByMarks(a, b string) bool {
	strip := func(text string) string {
		return strings.Map(func(r rune) rune {
			if pairs.IsMark(r) || pairs.IsSpace(r) {
				return -1
			}
			return r
		}, pairs.FoldCase(text))
	}
	rest := strip(a)
	return rest != "" && rest == strip(b)
}
