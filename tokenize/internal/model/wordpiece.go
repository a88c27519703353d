// Package model has the models of tokenizer.json files: WordPiece (wordpiece.go), byte-pair encoding of bytes or characters (bpe.go) and
// SentencePiece's Unigram (unigram.go). Their ids are those of Hugging Face's tokenizers.
package model

import (
	"maps"
	"slices"
	"strings"
	"sync"
	"unicode/utf8"

	sugarme "github.com/sugarme/tokenizer/model"
	"github.com/sugarme/tokenizer/model/wordpiece"
)

// WordPieces cuts a normalised word into pieces as BERT does (Wu et al., "Google's Neural Machine Translation System", 2016, section 4.1).
// From left to right, it takes the longest piece of the vocabulary that the rest of the word begins with. If there is no such piece, or the
// word has too many characters, the whole word is unknown.
//
// The model of sugarme/tokenizer cuts words of up to shortWord characters. Its time is quadratic in the length of a word, and a substring
// takes it a lookup in a map. WordPieces therefore cuts longer words with tries, into the same pieces.
type WordPieces struct {
	library  wordpiece.WordPiece
	tries    func() tries // returns the tries, which the first call builds
	unknown  int32        // the id of an unknown word
	maxChars int          // the maximum number of characters of a word
}

const shortWord = 4

// tries has a trie of the pieces that begin a word, and a trie of the other pieces without their prefix.
type tries struct{ first, further *Trie }

// NewWordPieces returns the model of a vocabulary that has the piece unknown. Each piece of a word except the first begins with prefix. The
// tries are built when the first long word is encoded.
func NewWordPieces(vocab sugarme.Vocab, unknown, prefix string, maxChars int) WordPieces {
	library := wordpiece.NewWordPieceBuilder().Vocab(&vocab).UnkToken(unknown).ContinuingSubwordPrefix(prefix).MaxInputCharsPerWord(maxChars).Build()
	return WordPieces{library, sync.OnceValue(func() tries { return newTries(vocab, prefix) }), int32(vocab[unknown]), maxChars}
}

// newTries returns the tries of a vocabulary. It leaves out pieces that are not valid UTF-8, since no valid text contains them.
func newTries(vocab sugarme.Vocab, prefix string) tries {
	first := make([]Word, 0, len(vocab))
	for _, piece := range slices.Sorted(maps.Keys(vocab)) { // then further is sorted too
		if utf8.ValidString(piece) {
			first = append(first, Word{Text: piece, Value: int32(vocab[piece])})
		}
	}
	var further []Word
	for _, piece := range first {
		if rest, ok := strings.CutPrefix(piece.Text, prefix); ok {
			further = append(further, Word{Text: rest, Value: piece.Value})
		}
	}
	return tries{NewTrie(first), NewTrie(further)}
}

// AppendIDs appends the ids of a word's pieces to dst. A byte that is not valid UTF-8 counts as U+FFFD.
func (m WordPieces) AppendIDs(dst []int32, word string) []int32 {
	if n := utf8.RuneCountInString(word); n > m.maxChars {
		return append(dst, m.unknown)
	} else if n <= shortWord {
		tokens, _ := m.library.Tokenize(word) // it fails only if the vocabulary lacks the piece unknown
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
