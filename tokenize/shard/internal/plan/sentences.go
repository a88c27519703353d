package plan

import (
	"slices"

	"github.com/rivo/uniseg"

	"github.com/axiomine/axiomine/tokenize"
)

// SentenceEnds holds where the sentences of texts end, in ids of their texts. Sentences are Unicode's (UAX
// #29, section 5). A line break ends a sentence, so a title is one. A full stop before a capital
// letter ends one too, even in an abbreviation.
type SentenceEnds struct {
	chunk int        // texts of one
	ends  []uint32   // of text i in its chunk
	marks [][]uint32 // by chunk: the ends of its texts' sentences, in order
}

// newSentenceEnds returns them with room for texts texts. Goroutines may add those of different chunks.
func newSentenceEnds(texts, chunk int) *SentenceEnds {
	return &SentenceEnds{chunk, make([]uint32, texts), make([][]uint32, (texts+chunk-1)/chunk)}
}

// EndsOf returns the ends of the sentences of text i; the last one is the number of its ids in the
// store. There is at least one end.
func (s *SentenceEnds) EndsOf(i uint32) []uint32 {
	low, c := uint32(0), int(i)/s.chunk
	if int(i)%s.chunk > 0 {
		low = s.ends[i-1]
	}
	return s.marks[c][low:s.ends[i]]
}

// add adds text i, the next one of its chunk, with its ids; limit is how many ids the store keeps.
// Where its sentences alone have other ids, which a control character at their border makes
// possible, it is one sentence.
func (s *SentenceEnds) add(i int, t *tokenize.Tokenizer, text string, ids []int32, limit int) {
	marks, parts := []uint32(nil), make([]int32, 0, len(ids))
	for state, sentence := -1, ""; text != ""; {
		sentence, text, state = uniseg.FirstSentenceInString(text, state)
		parts = t.AppendIDs(parts, sentence)
		if n := uint32(min(len(parts), limit)); n > 0 && (len(marks) == 0 || n > marks[len(marks)-1]) {
			marks = append(marks, n)
		}
	}
	if len(marks) == 0 || !slices.Equal(parts, ids) {
		marks = []uint32{uint32(limit)}
	}
	c := i / s.chunk
	s.marks[c] = append(s.marks[c], marks...)
	s.ends[i] = uint32(len(s.marks[c]))
}
