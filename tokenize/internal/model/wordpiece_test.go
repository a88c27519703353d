package model

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/axiomine/axiomine/internal/testkit/must"
	sugarme "github.com/sugarme/tokenizer/model"
	"github.com/sugarme/tokenizer/model/wordpiece"
	"pgregory.net/rapid"
)

// vocabulary are pieces of the tests, with their ids.
var vocabulary = map[string]int{"[UNK]": 0, "a": 1, "ab": 2, "##b": 3, "##c": 4, "abc": 5, "##bc": 6, "#": 7, "é": 8}

// TestWordPieces: answers of HF tokenizers 0.23.3 (models.WordPiece of this vocabulary, five characters a word).
func TestWordPieces(t *testing.T) {
	m := NewWordPieces(vocabulary, "[UNK]", "##", 5)
	for word, want := range map[string]string{"a": "[1]", "ab": "[2]", "abc": "[5]", "abb": "[2 3]", "abcb": "[5 3]", "acb": "[1 4 3]",
		"ba": "[0]",
		"ad": "[0]", "aaaaaa": "[0]", "ébc": "[8 6]", "abcbc": "[5 6]", "bc": "[0]"} {
		must.Equal(t, fmt.Sprint(m.AppendIDs(nil, word)), want, "%s", word)
	}
	if got := m.AppendIDs([]int32{9}, "ab"); !slices.Equal(got, []int32{9, 2}) {
		t.Errorf("%v, want the ids behind those that were there", got)
	}
}

// TestWordsOfTheLibrary: words of any length are cut into the pieces that the model of sugarme/tokenizer cuts them into.
func TestWordsOfTheLibrary(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		prefix := rapid.SampledFrom([]string{"##", "", "é"}).Draw(t, "prefix")
		vocab := map[string]int{"[UNK]": 0}
		for _, piece := range rapid.SliceOfN(rapid.StringOfN(rapid.SampledFrom([]rune("ab#é")), 0, 5, -1), 0, 20).Draw(t, "pieces") {
			vocab[piece], vocab[prefix+piece] = len(vocab), len(vocab)+1
		}
		vocab["\xff"] = len(vocab) // no text: no piece of any word
		m := NewWordPieces(vocab, "[UNK]", prefix, 40)
		ids := make(sugarme.Vocab)
		for piece, id := range vocab {
			ids[piece] = id
		}
		library := wordpiece.NewWordPieceBuilder().Vocab(&ids).UnkToken("[UNK]").ContinuingSubwordPrefix(prefix).MaxInputCharsPerWord(40).Build()
		word := rapid.StringOfN(rapid.SampledFrom([]rune("ab#é")), 1, 45, -1).Draw(t, "word")
		if rapid.Bool().Draw(t, "broken") {
			word += "\xff\xfe"
		}
		tokens, err := library.Tokenize(word)
		if err != nil {
			t.Fatal(err)
		}
		var want []int32
		for _, token := range tokens {
			want = append(want, int32(token.Id))
		}
		if got := m.AppendIDs(nil, word); !slices.Equal(got, want) {
			t.Fatalf("%q: %v, want %v", word, got, want)
		}
	})
}

// A word that no piece continues is unknown as a whole, and what stood before it stays.
func TestLongUnknownWord(t *testing.T) {
	m := NewWordPieces(map[string]int{"[UNK]": 7, "a": 1, "##a": 2}, "[UNK]", "##", 100)
	if got := m.AppendIDs([]int32{5}, strings.Repeat("a", 30)+"b"); !slices.Equal(got, []int32{5, 7}) {
		t.Errorf("%v", got)
	}
	if got := m.AppendIDs(nil, strings.Repeat("a", 30)); len(got) != 30 || got[0] != 1 || got[29] != 2 {
		t.Errorf("%v", got)
	}
}
