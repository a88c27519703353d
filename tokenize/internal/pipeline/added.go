package pipeline

import (
	"fmt"
	"slices"
	"unicode"
	"unicode/utf8"

	"github.com/axiomine/axiomine/tokenize/internal/chars"
	"github.com/axiomine/axiomine/tokenize/internal/model"
)

// AddedToken is a token that is matched in the text before the model encodes the rest.
type AddedToken struct {
	ID         int32  `json:"id"`
	Content    string `json:"content"`
	SingleWord bool   `json:"single_word"` // true if it is not matched inside a word
	LStrip     bool   `json:"lstrip"`      // true if a match includes the white space before it
	RStrip     bool   `json:"rstrip"`      // true if a match includes the white space after it
	Normalized bool   `json:"normalized"`  // true if its normalised content is matched in the normalised text
	Special    bool   `json:"special"`     // true if it is matched before other tokens with the same content
}

// checkAddedIDs returns an error if the id of an added token differs from the id in HF tokenizers. A piece of the vocabulary keeps its
// id; the other tokens are numbered from the vocabulary's size on.
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

// finder finds added tokens in a text. Of several tokens at an offset it finds the longest.
type finder struct {
	tokens []AddedToken
	words  *model.Trie // the texts of the tokens; the values are indexes in tokens
	begins [256]bool   // reports for each byte whether a token begins with it
}

// newFinder returns a finder. texts[i] is the text of tokens[i]. Of tokens with the same text, the first is found.
func newFinder(tokens []AddedToken, texts []string) *finder {
	f := &finder{tokens: tokens}
	var words []model.Word
	for i, text := range slices.Backward(texts) { // a trie keeps the last of equal words
		words = append(words, model.Word{Text: text, Value: int32(i)})
		f.begins[text[0]] = true
	}
	f.words = model.NewTrie(words)
	return f
}

// visit calls onToken for each token and onText for each text between tokens that is not empty, in order. isFirst is true for a text at
// the beginning.
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
			end = max(end, last) // the token is white space that the last token includes
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
		if start < end { // not for a token that is white space which the last token includes
			onToken(token.ID)
		}
		last = end // i can be less than end: a token may begin in the white space that this token includes
	}
	if last < len(text) {
		onText(text[last:], last == 0)
	}
}

// isWord reports whether a decoded character belongs to words. size is 0 at an end of the text.
func isWord(r rune, size int) bool { return size > 0 && chars.IsWord(r) }
