package pipeline

import (
	"fmt"
	"slices"
	"unicode"
	"unicode/utf8"

	"github.com/axiomine/axiomine/tokenize/trie"
)

// Added is a token that is found in the text itself.
type Added struct {
	ID         int32  `json:"id"`
	Content    string `json:"content"`
	SingleWord bool   `json:"single_word"` // not inside a word
	LStrip     bool   `json:"lstrip"`      // takes the white space before it
	RStrip     bool   `json:"rstrip"`      // and behind it
	Normalized bool   `json:"normalized"`  // is sought in the normalised text, in its own normalised form
	Special    bool   `json:"special"`     // left out by Decode
}

// numberAdded refuses added tokens whose ids are not those that HF tokenizers gives them: a piece of the vocabulary keeps its own, the
// others are counted from the vocabulary's size on.
func numberAdded(added []Added, vocab map[string]int32) error {
	next, seen := int32(len(vocab)), map[string]bool{}
	for _, a := range added {
		if a.Content == "" {
			return fmt.Errorf("added token %d is empty", a.ID)
		}
		if seen[a.Content] {
			return fmt.Errorf("added token %q stands twice", a.Content)
		}
		seen[a.Content] = true
		want, ok := vocab[a.Content]
		if !ok {
			want = next
		}
		if a.ID != want {
			return fmt.Errorf("added token %q has id %d, and would get %d", a.Content, a.ID, want)
		}
		next = max(next, want+1)
	}
	return nil
}

// finder finds added tokens in a text: of those that begin at a place the longest.
type finder struct {
	tokens []Added
	words  *trie.Trie // their numbers in tokens
	begins [256]bool
}

// newFinder seeks tokens by the texts given for them; of equal ones the first is found.
func newFinder(tokens []Added, texts []string) *finder {
	f := &finder{tokens: tokens}
	var words []trie.Word
	for i, text := range slices.Backward(texts) { // of equal words the last counts
		words = append(words, trie.Word{Text: text, Value: int32(i)})
		f.begins[text[0]] = true
	}
	f.words = trie.New(words)
	return f
}

// each calls between with the stretches of text between tokens that are not empty, and found with the tokens, in their order.
func (f *finder) each(text string, between func(string), found func(id int32)) {
	done := 0
	for i := 0; i < len(text); {
		if !f.begins[text[i]] {
			i++
			continue
		}
		number, size := f.words.Longest(text[i:])
		if number == trie.None {
			i++
			continue
		}
		start, end := i, i+size
		i = end
		token := &f.tokens[number]
		if token.SingleWord && (isWord(utf8.DecodeLastRuneInString(text[:start])) || isWord(utf8.DecodeRuneInString(text[end:]))) {
			continue
		}
		if token.LStrip {
			start = max(start, done)
			for start > done {
				r, n := utf8.DecodeLastRuneInString(text[:start])
				if !unicode.IsSpace(r) {
					break
				}
				start -= n
			}
		}
		if token.RStrip {
			for end < len(text) {
				r, n := utf8.DecodeRuneInString(text[end:])
				if !unicode.IsSpace(r) {
					break
				}
				end += n
			}
		}
		if done < start {
			between(text[done:start])
		}
		if start < end { // else it is of white space that the one before took
			found(token.ID)
		}
		done = end // a token that begins in the white space taken here is found all the same
	}
	if done < len(text) {
		between(text[done:])
	}
}

// isWord says whether a character belongs to words: \w of Rust's regular expressions.
func isWord(r rune, size int) bool {
	return size > 0 && (unicode.In(r, unicode.L, unicode.M, unicode.Nd, unicode.Nl, unicode.Pc, unicode.Other_Alphabetic) ||
		r == '\u200c' || r == '\u200d')
}
