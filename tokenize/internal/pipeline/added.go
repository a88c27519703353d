package pipeline

import (
	"fmt"
	"slices"
	"unicode"
	"unicode/utf8"

	"github.com/axiomine/axiomine/tokenize/internal/chars"
	"github.com/axiomine/axiomine/tokenize/internal/model"
)

// AddedToken is a token that is matched in the text itself.
type AddedToken struct {
	ID         int32  `json:"id"`
	Content    string `json:"content"`
	SingleWord bool   `json:"single_word"` // not inside a word
	LStrip     bool   `json:"lstrip"`      // includes the white space before it
	RStrip     bool   `json:"rstrip"`      // includes the white space after it
	Normalized bool   `json:"normalized"`  // isDelimiter matched in the normalised text, in its own normalised form
	Special    bool   `json:"special"`     // found before others of the same text
}

// checkAddedIDs returns an error for added tokens whose ids differ from those of HF tokenizers. A
// piece of the vocabulary keeps its id; the others are numbered from the vocabulary's size on.
func checkAddedIDs(tokens []AddedToken, vocab map[string]int32) error {
	next, isListed := int32(len(vocab)), map[string]bool{}
	for _, a := range tokens {
		if a.Content == "" {
			return fmt.Errorf("added token %d is empty", a.ID)
		}
		if isListed[a.Content] {
			return fmt.Errorf("added token %q stands twice", a.Content)
		}
		isListed[a.Content] = true
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

// finder finds added tokens in a text: the longest of those that begin at an offset.
type finder struct {
	tokens []AddedToken
	words  *model.Trie // to the indexes in tokens
	begins [256]bool
}

// newFinder returns a finder of tokens by their texts. Of equal texts the first token is found.
func newFinder(tokens []AddedToken, texts []string) *finder {
	f := &finder{tokens: tokens}
	var words []model.Word
	for i, text := range slices.Backward(texts) { // of equal words the last counts
		words = append(words, model.Word{Text: text, Value: int32(i)})
		f.begins[text[0]] = true
	}
	f.words = model.NewTrie(words)
	return f
}

// visit calls onText with the stretches between tokens that are not empty, and onToken with the
// tokens, in their order. isFirst tells that a stretch begins the text.
func (f *finder) visit(text string, onText func(text string, isFirst bool), onToken func(id int32)) {
	last, work := 0, model.NewTrieWork(text)
	for i := 0; i < len(text); {
		if !f.begins[text[i]] {
			i++
			continue
		}
		number, size, steps := f.words.Longest(text[i:])
		work.Spend(steps)
		if number == model.None {
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
			start = max(start, last)
			for start > last {
				r, n := utf8.DecodeLastRuneInString(text[:start])
				if !unicode.IsSpace(r) {
					break
				}
				start -= n
			}
		}
		if token.RStrip {
			end = max(end, last) // behind a token inside the white space that the last one includes, this is white space
			for end < len(text) {
				r, n := utf8.DecodeRuneInString(text[end:])
				if !unicode.IsSpace(r) {
					break
				}
				end += n
			}
		}
		if last < start {
			onText(text[last:start], last == 0)
		}
		if start < end { // else the previous token includes this one, which is white space
			onToken(token.ID)
		}
		last = end // a token that begins in the white space included here is found all the same
	}
	if last < len(text) {
		onText(text[last:], last == 0)
	}
}

// isWord reports whether a character that was decoded belongs to words.
func isWord(r rune, size int) bool { return size > 0 && chars.IsWord(r) }
