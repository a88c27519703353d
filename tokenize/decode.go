package tokenize

import "strings"

// tidy closes the gaps that HF's clean-up closes, in its order. It reads each piece with the space
// before it. So the rules that span two pieces ("do not", "n't") never apply to BERT's, whose
// apostrophe is a piece of its own.
var tidy = strings.NewReplacer(" .", ".", " ?", "?", " !", "!", " ,", ",")

// Decode returns a readable text for ids as HF's decode does with skip_special_tokens and its
// WordPiece decoder's clean-up. Special tokens and ids outside the vocabulary are left out. Pieces
// are joined by a space or, where they begin with "##", without one, and the space before . , ? !
// is dropped. Case, accents and spaces that encoding lost are not restored.
func (t *wordPieces) Decode(ids []int32) string {
	var pieces []string
	for _, id := range ids {
		if piece := t.vocab.Piece(id); piece != "" && !t.isSpecial(id) {
			pieces = append(pieces, piece)
		}
	}
	return joinPieces(pieces)
}

// joinPieces joins pieces to a text.
func joinPieces(pieces []string) string {
	var b strings.Builder
	for _, piece := range pieces {
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
