package plan

import (
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/axiomine/axiomine/internal/testkit/shardtest"
	"github.com/axiomine/axiomine/tokenize"
)

// TestSentences: the sentences of any text have the ids of the whole together, and there is always one.
func TestSentences(t *testing.T) {
	c := shardtest.NewCollection(t, 0, 0)
	tok, err := tokenize.New(c.Vocab, tokenize.Defaults())
	if err != nil {
		t.Fatal(err)
	}
	parts := append(slices.Clone(shardtest.Words), ".", "? ", "\n", " ", "Red", "\u0085", "\u0301", "[SEP]", "\u3002", "\u2028", "\"")
	rapid.Check(t, func(t *rapid.T) {
		text := strings.Join(rapid.SliceOf(rapid.SampledFrom(parts)).Draw(t, "parts"), rapid.SampledFrom([]string{"", " "}).Draw(t, "between"))
		kept := rapid.IntRange(0, 20).Draw(t, "kept")
		whole := tok.Encode(text)
		kept = min(kept, len(whole))
		s := newSentenceEnds(1, 1)
		s.add(0, tok, text, whole, kept)
		ends := s.EndsOf(0)
		if len(ends) == 0 || int(ends[len(ends)-1]) != kept {
			t.Fatalf("%q of the ids %v, %d kept, ends at %v", text, whole, kept, ends)
		}
		for i := 1; i < len(ends); i++ {
			if ends[i] <= ends[i-1] || ends[i-1] == 0 {
				t.Fatalf("%q ends at %v", text, ends)
			}
		}
	})
	s := newSentenceEnds(2, 2)
	for i, text := range []string{"Red. Blue boat! The lake", "wind\u0085y"} { // NEL ends a sentence, and goes when the text is normalised
		ids := tok.Encode(text)
		s.add(i, tok, text, ids, len(ids))
	}
	if !slices.Equal(s.EndsOf(0), []uint32{2, 5, 7}) || len(s.EndsOf(1)) != 1 {
		t.Errorf("sentences end at %v and %v", s.EndsOf(0), s.EndsOf(1))
	}
}
