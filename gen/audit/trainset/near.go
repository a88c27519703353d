package trainset

import (
	"strings"

	"github.com/axiomine/axiomine/gen/corpus"
	"github.com/axiomine/axiomine/tokenize/pairs"
)

// Near is a row in which a negative is nearly a positive, or holds it.
type Near struct {
	Row    uint32
	Shared float32 // share of the words of both that both have
	Holds  bool    // the negative holds the whole positive
}

// nearBuffer is memory that rows share.
type nearBuffer struct{ positive, negative []uint32 }

const (
	nearShare  = 0.8 // of the words of both texts
	nearWords  = 5   // of a positive that counts as near
	sizeFactor = nearShare * 0.8
)

// addNear finds the negative of a row that is most like a positive. Negatives that are the same as a positive are left to others.
func (s *Set) addNear(row uint32, r *corpus.TrainingRow) {
	items := s.RowItems(row)
	found := Near{Row: row}
	for i, positive := range items {
		if !positive.IsPositive() || r.Docs[i].Text == "" || s.Texts[positive.Text].Words < nearWords {
			continue
		}
		long := float32(s.Texts[positive.Text].Words)
		s.near.positive = s.near.positive[:0]
		for j, negative := range items {
			if !negative.IsNegative() || r.Docs[j].Text == "" || s.Same(negative.Text) == s.Same(positive.Text) {
				continue
			}
			size := float32(s.Texts[negative.Text].Words)
			if size < long*sizeFactor {
				continue
			}
			if len(s.near.positive) == 0 {
				s.near.positive = WordSet(s.near.positive, r.Docs[i].Text)
			}
			s.near.negative = WordSet(s.near.negative, r.Docs[j].Text)
			common := Common(s.near.positive, s.near.negative)
			shared := float32(common) / float32(max(1, len(s.near.positive)+len(s.near.negative)-common))
			holds := common == len(s.near.positive) && strings.Contains(pairs.FoldCase(r.Docs[j].Text), pairs.FoldCase(r.Docs[i].Text))
			if holds || shared >= nearShare {
				found.Holds, found.Shared = found.Holds || holds, max(found.Shared, shared)
			}
		}
	}
	if found.Holds || found.Shared >= nearShare {
		s.Near = append(s.Near, found)
	}
}
