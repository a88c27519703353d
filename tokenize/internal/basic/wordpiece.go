package basic

import (
	"strings"
	"sync"
	"unicode/utf8"

	"github.com/axiomine/axiomine/tokenize/internal/trie"
	sugarme "github.com/sugarme/tokenizer/model"
	"github.com/sugarme/tokenizer/model/wordpiece"
)

// WordPieces cuts one normalised word into pieces: from left to right, each time the longest piece in
// the vocabulary (Wu et al., "Google's Neural Machine Translation System", 2016, section 4.1, as
// BERT applies it). A word is unknown as a whole where no piece begins its rest, or where it has too
// many characters. A word takes about a microsecond, so a cache is in front of it.
//
// The model of sugarme/tokenizer cuts words of at most shortWord characters. It takes the square of them, so longer words go along tries,
// to the same pieces.
type WordPieces struct {
	pieces  wordpiece.WordPiece
	unknown int32
	most    int // characters of a word
	tries   func() tries
}

// shortWord is how many characters a word has at most that the model cuts.
const shortWord = 16

// tries are of the pieces that begin a word, and of the others, without the prefix.
type tries struct{ first, further *trie.Trie }

// NewWordPieces returns the model of a vocabulary that has the piece unknown. prefix begins each piece but the first of a word.
func NewWordPieces[I int | int32](vocab map[string]I, unknown, prefix string, maxChars int) WordPieces {
	ids := make(sugarme.Vocab, len(vocab))
	for piece, id := range vocab {
		ids[piece] = int(id)
	}
	return WordPieces{wordpiece.NewWordPieceBuilder().Vocab(&ids).UnkToken(unknown).ContinuingSubwordPrefix(prefix).
		MaxInputCharsPerWord(maxChars).Build(), int32(vocab[unknown]), maxChars, sync.OnceValue(func() tries { return newTries(vocab, prefix) })}
}

// newTries returns the tries of a vocabulary. A piece that is no text is in none: no stretch of characters is equal to it.
func newTries[I int | int32](vocab map[string]I, prefix string) tries {
	var first, further []trie.Word
	for piece, id := range vocab {
		if !utf8.ValidString(piece) {
			continue
		}
		first = append(first, trie.Word{Text: piece, Value: int32(id)})
		if rest, ok := strings.CutPrefix(piece, prefix); ok {
			further = append(further, trie.Word{Text: rest, Value: int32(id)})
		}
	}
	return tries{trie.New(first), trie.New(further)}
}

// appendLong appends the ids of a long word's pieces to dst.
func (m WordPieces) appendLong(dst []int32, word string) []int32 {
	begin, tries := len(dst), m.tries()
	word = string([]rune(word)) // each byte that is none of a character is U+FFFD, as in the model
	for pieces := tries.first; word != ""; pieces = tries.further {
		id, size, _ := pieces.Longest(word)
		if id == trie.None {
			return append(dst[:begin], m.unknown)
		}
		dst, word = append(dst, id), word[size:]
	}
	return dst
}

// AppendIDs appends the ids of a word's pieces to dst.
func (m WordPieces) AppendIDs(dst []int32, word string) []int32 {
	if len(word) > shortWord {
		if n := utf8.RuneCountInString(word); n > shortWord && n <= m.most {
			return m.appendLong(dst, word)
		}
	}
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
