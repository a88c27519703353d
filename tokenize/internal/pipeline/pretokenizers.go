package pipeline

import (
	"cmp"
	"encoding/json"
	"fmt"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"

	"github.com/axiomine/axiomine/internal/errs"
	"github.com/axiomine/axiomine/internal/safefile"
	"github.com/axiomine/axiomine/tokenize/internal/chars"
	"github.com/axiomine/axiomine/tokenize/internal/regex"
)

// preTokenizer is the pre_tokenizer of a file.
type preTokenizer struct {
	steps     []step // the members of a Sequence, or the only pre_tokenizer
	byteLevel bool   // the pieces are bytes, in the alphabet of ByteLevel
	needFirst bool   // a step depends on whether a piece is at the beginning of the text
	onlyBERT  bool   // it is BertPreTokenizer, and nothing else
}

// readPreTokenizer reads a pre_tokenizer: one, none, or a Sequence of several.
func readPreTokenizer(raw json.RawMessage) (*preTokenizer, error) {
	p := &preTokenizer{}
	if err := p.read(raw, 0); err != nil {
		return nil, err
	}
	kind, err := kindOf("pre_tokenizer", raw)
	p.onlyBERT = kind == "BertPreTokenizer"
	return p, err
}

// preTokenizers holds, by type, the readers of the pre_tokenizers that have members, except Sequence.
var preTokenizers = map[string]func(*preTokenizer, json.RawMessage) error{
	"ByteLevel":          (*preTokenizer).readByteLevel,
	"CharDelimiterSplit": (*preTokenizer).readCharDelimiter,
	"Digits":             (*preTokenizer).readDigits,
	"Metaspace":          (*preTokenizer).readMetaspace,
	"Punctuation":        (*preTokenizer).readPunctuation,
	"Split":              (*preTokenizer).readSplit,
}

func (p *preTokenizer) read(raw json.RawMessage, depth int) error {
	kind, err := kindOf("pre_tokenizer", raw)
	if err != nil || kind == "" {
		return err
	}
	if kind != "Sequence" {
		read, words := preTokenizers[kind], wordKinds[kind]
		switch {
		case read == nil && words == nil:
			return fmt.Errorf("the pre_tokenizer %s is not read", kind)
		case p.byteLevel:
			return fmt.Errorf("the pre_tokenizer %s after ByteLevel is not read", kind)
		case read != nil:
			return read(p, raw)
		}
		p.steps = append(p.steps, cutWords(words))
		return readStrict("pre_tokenizer "+kind, raw, &typeName{})
	}
	var s struct {
		typeName
		Parts []json.RawMessage `json:"pretokenizers"`
	}
	if err := readStrict("pre_tokenizer Sequence", raw, &s); err != nil {
		return err
	}
	if depth > 3 {
		return fmt.Errorf("pre_tokenizers nested more than 3 deep are not read")
	}
	for _, part := range s.Parts {
		if err := p.read(part, depth+1); err != nil {
			return err
		}
		if len(p.steps) > safefile.Steps {
			return fmt.Errorf("the pre_tokenizer has more than %d steps", safefile.Steps)
		}
	}
	return nil
}

// addCut adds a step that cuts a text at a delimiter.
func (p *preTokenizer) addCut(kind, behavior string, next delimiter) error {
	cut, err := cutBy(behavior, next)
	if err != nil {
		return fmt.Errorf("pre_tokenizer %s: %w", kind, err)
	}
	p.steps = append(p.steps, step{cut: cut})
	return nil
}

// wordKinds holds, by type, the pre_tokenizers without members. Each function returns the kind of a character. A piece has characters of
// one kind. Characters of kind 0 are left out. A character of kind -1 is a piece by itself.
var wordKinds = map[string]func(r rune) int{
	"BertPreTokenizer": func(r rune) int { return wordKind(r, chars.IsPunctuation(r), -1, 1) },
	"WhitespaceSplit":  func(r rune) int { return wordKind(r, true, 1, 1) },
	"Whitespace":       func(r rune) int { return wordKind(r, chars.IsWord(r), 1, 2) }, // \w+ and [^\w\s]+
}

// wordKind returns 0 for white space, yes for a delimiter, and no for any other character.
func wordKind(r rune, isDelimiter bool, yes, no int) int {
	switch {
	case unicode.IsSpace(r):
		return 0
	case isDelimiter:
		return yes
	}
	return no
}

// cutWords returns a step that cuts a text into pieces with characters of one kind.
func cutWords(kindOf func(r rune) int) step {
	return step{words: true, cut: func(text string, _ *regex.Work) (size int, keep bool) {
		r, size := utf8.DecodeRuneInString(text)
		kind := kindOf(r)
		if kind > 0 {
			if size = strings.IndexFunc(text, func(r rune) bool { return kindOf(r) != kind }); size < 0 {
				size = len(text)
			}
		}
		return size, kind != 0
	}}
}

func (p *preTokenizer) readPunctuation(raw json.RawMessage) error {
	part := struct {
		typeName
		Behavior string `json:"behavior"`
	}{Behavior: "Isolated"}
	err := readStrict("pre_tokenizer Punctuation", raw, &part)
	return cmp.Or(err, p.addCut("Punctuation", part.Behavior, characters(chars.IsPunctuation)))
}

func (p *preTokenizer) readDigits(raw json.RawMessage) error {
	var part struct {
		typeName
		Individual bool `json:"individual_digits"`
	}
	err := readStrict("pre_tokenizer Digits", raw, &part)
	behavior := "Contiguous"
	if part.Individual {
		behavior = "Isolated"
	}
	return cmp.Or(err, p.addCut("Digits", behavior, characters(chars.IsNumeric)))
}

func (p *preTokenizer) readCharDelimiter(raw json.RawMessage) error {
	var part struct {
		typeName
		Delimiter string `json:"delimiter"`
	}
	if err := readStrict("pre_tokenizer CharDelimiterSplit", raw, &part); err != nil {
		return err
	}
	if utf8.RuneCountInString(part.Delimiter) != 1 {
		return fmt.Errorf("the delimiter of CharDelimiterSplit is %q, not one character", part.Delimiter)
	}
	want, _ := utf8.DecodeRuneInString(part.Delimiter)
	return p.addCut("CharDelimiterSplit", "Removed", characters(func(r rune) bool { return r == want }))
}

// byteLevel has the members of ByteLevel, which is a pre_tokenizer and a post_processor.
type byteLevel struct {
	typeName
	PrefixSpace *bool `json:"add_prefix_space"`
	Trim        *bool `json:"trim_offsets"`
	Regex       *bool `json:"use_regex"`
}

func (p *preTokenizer) readByteLevel(raw json.RawMessage) error {
	var part byteLevel
	if err := readStrict("pre_tokenizer ByteLevel", raw, &part); err != nil {
		return err
	}
	if part.PrefixSpace == nil || part.Trim == nil {
		return fmt.Errorf("the pre_tokenizer ByteLevel lacks add_prefix_space or trim_offsets")
	}
	s := step{}
	if *part.PrefixSpace {
		s.change = func(piece string, _ bool) string {
			if piece == "" || piece[0] == ' ' {
				return piece
			}
			return " " + piece
		}
	}
	if part.Regex == nil || *part.Regex {
		s.words, s.cut = true, gpt2().Next
	}
	if p.byteLevel = true; s.change != nil || s.cut != nil {
		p.steps = append(p.steps, s)
	}
	return nil
}

// gpt2 returns the expression of GPT-2 (encoder.py) that ByteLevel cuts with. It matches at every position.
var gpt2 = sync.OnceValue(func() *regex.Expression {
	e, err := regex.Compile(`'s|'t|'re|'ve|'m|'ll|'d| ?\p{L}+| ?\p{N}+| ?[^\s\p{L}\p{N}]+|\s+(?!\S)|\s+`)
	if err != nil {
		panic(err) // the expression is a constant
	}
	return e
})

// readSplit reads Split, which cuts at a text or at the matches of an expression.
func (p *preTokenizer) readSplit(raw json.RawMessage) error {
	var part struct {
		typeName
		Pattern  pattern `json:"pattern"`
		Behavior string  `json:"behavior"`
		Invert   bool    `json:"invert"`
	}
	if err := readStrict("pre_tokenizer Split", raw, &part); err != nil {
		return err
	}
	e, err := part.Pattern.compile()
	if err != nil {
		return fmt.Errorf("the pre_tokenizer Split by %s is not read: %w", part.Pattern, err)
	}
	next := delimiter(e.Next)
	if part.Invert {
		next = func(text string, w *regex.Work) (int, bool) {
			size, isMatch := e.Next(text, w)
			return size, !isMatch
		}
	}
	return p.addCut("Split", part.Behavior, next)
}

// readMetaspace reads Metaspace. It replaces spaces by a mark, puts a mark before the text, and begins a piece at each mark.
func (p *preTokenizer) readMetaspace(raw json.RawMessage) error {
	var part struct {
		typeName
		Replacement string  `json:"replacement"`
		Prefix      *bool   `json:"add_prefix_space"` // only in older files
		Scheme      *string `json:"prepend_scheme"`
		Split       *bool   `json:"split"`
		Text        string  `json:"str_rep"` // the replacement again, in older files
	}
	if err := readStrict("pre_tokenizer Metaspace", raw, &part); err != nil {
		return err
	}
	mark := part.Replacement
	if utf8.RuneCountInString(mark) != 1 {
		return fmt.Errorf("the replacement of Metaspace is %q, not one character", errs.Brief(mark))
	}
	scheme := "always"
	if part.Scheme != nil {
		scheme = *part.Scheme
	}
	if part.Prefix != nil && !*part.Prefix && scheme != "never" || scheme != "always" && scheme != "never" && scheme != "first" {
		return fmt.Errorf("prepend_scheme %s of Metaspace is not read", scheme)
	}
	prepend := step{needFirst: scheme == "first", change: func(piece string, isFirst bool) string {
		if (scheme == "always" || scheme == "first" && isFirst) && !strings.HasPrefix(piece, " ") && !strings.HasPrefix(piece, mark) {
			return " " + piece
		}
		return piece
	}}
	if part.Split == nil || *part.Split {
		prepend.words, prepend.cut = true, func(text string, _ *regex.Work) (int, bool) { return nextMark(text, mark), true }
	}
	replace := step{change: func(piece string, _ bool) string { return strings.ReplaceAll(piece, " ", mark) }}
	p.steps = append(p.steps, prepend, replace) // two steps, so that the cache between them holds words of the text
	p.needFirst = p.needFirst || prepend.needFirst
	return nil
}

// nextMark returns the offset of the first space or mark after a text's first character, or the text's length.
func nextMark(text, mark string) int {
	_, i := utf8.DecodeRuneInString(text)
	for ; i < len(text); i++ {
		if c := text[i]; c == ' ' || c == mark[0] && strings.HasPrefix(text[i:], mark) {
			break
		}
	}
	return i
}
