// Package model has the models of tokenizer.json files, with the ids of Hugging Face's tokenizers: WordPiece (wordpiece.go), byte-pair encoding
// of bytes or characters (bpe.go) and SentencePiece's Unigram (unigram.go). They find pieces by a trie, and keep ids in a cache.
package model

import (
	"cmp"
	"slices"
	"strings"
	"sync"
	"unicode/utf8"

	sugarme "github.com/sugarme/tokenizer/model"
	"github.com/sugarme/tokenizer/model/wordpiece"
)

// WordPieces cuts one normalised word into pieces: from left to right, each time the longest piece in
// the vocabulary (Wu et al., "Google's Neural Machine Translation System", 2016, section 4.1, as
// BERT applies it). A word is unknown as a whole where no piece begins its rest, or where it has too
// tables characters.
//
// The model of sugarme/tokenizer cuts words of up to shortWord characters. It takes the square of the characters of a word, so longer ones
// are cut with tries, into the same pieces.
type WordPieces struct {
	library  wordpiece.WordPiece
	tries    func() tries
	unknown  int32
	maxChars int // characters of a word
}

const shortWord = 16

// tries are of the pieces that begin a word, and of the others, without the prefix.
type tries struct{ first, further *Trie }

// NewWordPieces returns the model of a vocabulary that has the piece unknown. prefix begins each piece but the first of a word.
// Its tries are made for the first long word: not each model that is read has to cut one.
func NewWordPieces(vocab sugarme.Vocab, unknown, prefix string, maxChars int) WordPieces {
	library := wordpiece.NewWordPieceBuilder().Vocab(&vocab).UnkToken(unknown).ContinuingSubwordPrefix(prefix).MaxInputCharsPerWord(maxChars).Build()
	return WordPieces{library, sync.OnceValue(func() tries { return newTries(vocab, prefix) }), int32(vocab[unknown]), maxChars}
}

// newTries returns the tries of a vocabulary. A piece that is no text is in none: no stretch of characters is equal to it.
func newTries(vocab sugarme.Vocab, prefix string) tries {
	first := make([]Word, 0, len(vocab))
	for piece, id := range vocab {
		if utf8.ValidString(piece) {
			first = append(first, Word{Text: piece, Value: int32(id)})
		}
	}
	slices.SortFunc(first, func(a, b Word) int { return cmp.Compare(a.Text, b.Text) }) // once for both
	var further []Word
	for _, piece := range first {
		if rest, ok := strings.CutPrefix(piece.Text, prefix); ok {
			further = append(further, Word{Text: rest, Value: piece.Value})
		}
	}
	return tries{NewTrie(first), NewTrie(further)}
}

// AppendIDs appends the ids of a word's pieces to dst. A byte that is no part of a character is U+FFFD.
func (m WordPieces) AppendIDs(dst []int32, word string) []int32 {
	if n := utf8.RuneCountInString(word); n > m.maxChars {
		return append(dst, m.unknown)
	} else if n <= shortWord {
		tokens, _ := m.library.Tokenize(word) // its one error is a vocabulary without the piece unknown
		for _, token := range tokens {
			dst = append(dst, int32(token.Id))
		}
		return dst
	}
	if !utf8.ValidString(word) {
		word = string([]rune(word))
	}
	begin, tries := len(dst), m.tries()
	for pieces := tries.first; word != ""; pieces = tries.further {
		id, size, _ := pieces.Longest(word)
		if id == None {
			return append(dst[:begin], m.unknown)
		}
		dst, word = append(dst, id), word[size:]
	}
	return dst
}
