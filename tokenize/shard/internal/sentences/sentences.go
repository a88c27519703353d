// Package sentences tells where the sentences of texts end, counted in ids.
package sentences

import (
	"slices"

	"github.com/rivo/uniseg"

	"github.com/axiomine/axiomine/tokenize"
)

// Ends are where the sentences of texts end, in ids of their texts. They are Unicode's (UAX #29, section 5): a line break ends
// one, so a title is one, and a full stop does before a capital letter, that of an abbreviation too.
type Ends struct {
	chunk int        // texts of one
	ends  []uint32   // of text i in its chunk
	marks [][]uint32 // by chunk: the ends of its texts' sentences, one behind the other
}

// New has room for so many texts. Goroutines may add those of different chunks.
func New(texts, chunk int) *Ends {
	return &Ends{chunk, make([]uint32, texts), make([][]uint32, (texts+chunk-1)/chunk)}
}

// Of are the ends of the sentences of text i, the last one the number of its ids that are kept. There is at least one.
func (s *Ends) Of(i uint32) []uint32 {
	low, c := uint32(0), int(i)/s.chunk
	if int(i)%s.chunk > 0 {
		low = s.ends[i-1]
	}
	return s.marks[c][low:s.ends[i]]
}

// Add takes in text i, the next one of its chunk, which has these ids, of which so many are kept. Where its sentences by themselves
// have others, as a control character at their border makes possible, it is one sentence.
func (s *Ends) Add(i int, t *tokenize.Tokenizer, text string, ids []int32, kept int) {
	marks, parts := []uint32(nil), make([]int32, 0, len(ids))
	for state, sentence := -1, ""; text != ""; {
		sentence, text, state = uniseg.FirstSentenceInString(text, state)
		parts = t.AppendIDs(parts, sentence)
		if n := uint32(min(len(parts), kept)); n > 0 && (len(marks) == 0 || n > marks[len(marks)-1]) {
			marks = append(marks, n)
		}
	}
	if len(marks) == 0 || !slices.Equal(parts, ids) {
		marks = []uint32{uint32(kept)}
	}
	c := i / s.chunk
	s.marks[c] = append(s.marks[c], marks...)
	s.ends[i] = uint32(len(s.marks[c]))
}
