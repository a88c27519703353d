package tokenize

import "github.com/axiomine/axiomine/tokenize/internal/model"

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
	return model.Join(pieces, continuation)
}

func (t *wordPieces) isSpecial(id int32) bool {
	for _, s := range t.specials {
		if s.id == id {
			return true
		}
	}
	return false
}
