package tokenize

import "strings"

// tidy are the places where HF's clean-up closes a gap, in its order. It looks at each piece with the space before it, so
// the rules that span two pieces ("do not", "n't") never apply to BERT's, whose apostrophe is a piece of its own.
var tidy = strings.NewReplacer(" .", ".", " ?", "?", " !", "!", " ,", ",")

// Decode gives a readable text for ids as HF's decode does with skip_special_tokens and its WordPiece decoder's clean-up:
// special tokens and ids outside the vocabulary are left out, pieces are joined by a space or, where they begin with "##",
// without one, and the space before . , ? ! goes. Case, accents and spaces that encoding lost do not come back.
func (t *wordPieces) Decode(ids []int32) string {
	var b strings.Builder
	for _, id := range ids {
		piece := t.vocab.Piece(id)
		if piece == "" || t.isSpecial(id) {
			continue
		}
		if b.Len() > 0 {
			if tail, ok := strings.CutPrefix(piece, continuation); ok {
				piece = tail
			} else {
				piece = " " + piece
			}
		}
		tidy.WriteString(&b, piece)
	}
	return b.String()
}

func (t *wordPieces) isSpecial(id int32) bool {
	for _, s := range t.specials {
		if s.id == id {
			return true
		}
	}
	return false
}
