package tokenize

import (
	"github.com/sugarme/tokenizer/model/wordpiece"
)

const continuation = "##"

// model cuts one normalised word into pieces: from left to right, each time the longest piece in
// the vocabulary (Wu et al., "Google's Neural Machine Translation System", 2016, section 4.1, as
// BERT applies it). A word is [UNK] as a whole where no piece begins its rest, or where it has more
// than MaxWordChars characters. A word takes about a microsecond, so a cache is in front of it.
type model struct {
	pieces wordpiece.WordPiece
}

func newModel(v *Vocab, maxChars int) model {
	return model{wordpiece.NewWordPieceBuilder().Vocab(&v.ids).UnkToken(UnkToken).
		ContinuingSubwordPrefix(continuation).MaxInputCharsPerWord(maxChars).Build()}
}

// appendWord appends the ids of a word's pieces to dst.
func (m model) appendWord(dst []int32, word string) []int32 {
	tokens, err := m.pieces.Tokenize(word)
	if err != nil { // only without [UNK], which newVocab refuses
		panic(err)
	}
	for _, token := range tokens {
		dst = append(dst, int32(token.Id))
	}
	return dst
}
