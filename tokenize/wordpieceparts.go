package tokenize

import (
	"github.com/sugarme/tokenizer/model/wordpiece"

	"github.com/axiomine/axiomine/tokenize/internal/cache"
	"github.com/axiomine/axiomine/tokenize/internal/pipeline"
	sugarme "github.com/sugarme/tokenizer/model"
)

// otherWordPiece is the model of a file with BERT's parts and other special tokens or another template, as all-mpnet-base-v2 has. Such a
// file is kept whole, where BERT's is a vocabulary and options.
const otherWordPiece = "WordPiece of a tokenizer.json"

// wordPieceParts are the parts of BERT for files that have them among others.
var wordPieceParts = &pipeline.WordPieces{
	Kind: otherWordPiece,
	Normalize: func(lowercase, stripAccents bool) func(text string) string {
		return Options{Lowercase: lowercase, StripAccents: stripAccents}.normalize
	},
	Model: func(vocab map[string]int32, unknown string, maxWordChars int) func(dst []int32, text string) []int32 {
		ids := make(sugarme.Vocab, len(vocab))
		for piece, id := range vocab {
			ids[piece] = int(id)
		}
		m := model{wordpiece.NewWordPieceBuilder().Vocab(&ids).UnkToken(unknown).ContinuingSubwordPrefix(continuation).
			MaxInputCharsPerWord(maxWordChars).Build()}
		c := cache.New()
		return func(dst []int32, text string) []int32 {
			words(text, func(word string) { dst = c.Append(dst, word, m.appendWord) })
			return dst
		}
	},
	Decode: joinPieces,
}
