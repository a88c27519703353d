package plan

import (
	"slices"

	"github.com/rivo/uniseg"

	"github.com/axiomine/axiomine/tokenize"
)

// SentenceEnds holds the ends of the sentences of texts, counted in ids from the start of a text. Sentences are those of UAX #29, section
// 5. A line break ends a sentence, so a title is a sentence. A full stop before a capital letter ends a sentence, even in an abbreviation.
// Goroutines may add texts of different chunks at once.
type SentenceEnds struct {
	marks [][]uint32 // has, for each chunk, the ends of its texts' sentences, in order
	ends  []uint32   // has, for each text, the end of its marks in its chunk
}

// EndsOf returns the ends of the sentences of text i, at least one. The last end is the number of the text's ids in the Store.
func (s *SentenceEnds) EndsOf(i uint32) []uint32 {
	low := uint32(0)
	if i%chunkTexts > 0 {
		low = s.ends[i-1]
	}
	return s.marks[i/chunkTexts][low:s.ends[i]]
}

// add adds text i, the next text of its chunk. ids are all its ids, and limit is the number of ids that the Store keeps. It tokenises the
// sentences one by one. If their ids differ from the text's, as with a control character between them, the text counts as one sentence.
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
	c := i / chunkTexts
	s.marks[c] = append(s.marks[c], marks...)
	s.ends[i] = uint32(len(s.marks[c]))
}
