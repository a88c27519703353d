package basic

import (
	"strings"

	sugarme "github.com/sugarme/tokenizer/model"
	"github.com/sugarme/tokenizer/model/wordpiece"
)

// WordPieces cuts one normalised word into pieces: from left to right, each time the longest piece in
// the vocabulary (Wu et al., "Google's Neural Machine Translation System", 2016, section 4.1, as
// BERT applies it). A word is unknown as a whole where no piece begins its rest, or where it has too
// many characters. A word takes about a microsecond, so a cache is in front of it.
type WordPieces struct {
	pieces wordpiece.WordPiece
}

// NewWordPieces returns the model of a vocabulary that has the piece unknown. prefix begins each piece but the first of a word.
func NewWordPieces[I int | int32](vocab map[string]I, unknown, prefix string, maxChars int) WordPieces {
	ids := make(sugarme.Vocab, len(vocab))
	for piece, id := range vocab {
		ids[piece] = int(id)
	}
	return WordPieces{wordpiece.NewWordPieceBuilder().Vocab(&ids).UnkToken(unknown).ContinuingSubwordPrefix(prefix).
		MaxInputCharsPerWord(maxChars).Build()}
}

// AppendIDs appends the ids of a word's pieces to dst.
func (m WordPieces) AppendIDs(dst []int32, word string) []int32 {
	tokens, err := m.pieces.Tokenize(word)
	if err != nil { // only without the piece for what is unknown
		panic(err)
	}
	for _, token := range tokens {
		dst = append(dst, int32(token.Id))
	}
	return dst
}

// tidy closes the gaps that HF's clean-up closes, in its order. It reads each piece with the space
// before it. So the rules that span two pieces ("do not", "n't") never apply to BERT's, whose
// apostrophe is a piece of its own.
var tidy = strings.NewReplacer(" .", ".", " ?", "?", " !", "!", " ,", ",")

// Join joins pieces to a readable text as HF's WordPiece decoder does with its clean-up: by a space or, where they begin with prefix,
// without one, and without the space before . , ? !
func Join(pieces []string, prefix string) string {
	var b strings.Builder
	for _, piece := range pieces {
		if b.Len() > 0 {
			if tail, ok := strings.CutPrefix(piece, prefix); ok && prefix != "" {
				piece = tail
			} else {
				piece = " " + piece
			}
		}
		tidy.WriteString(&b, piece)
	}
	return b.String()
}
