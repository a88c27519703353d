package pipeline

import (
	"bytes"
	"encoding/json"
	"fmt"
	"unicode/utf8"

	"github.com/axiomine/axiomine/internal/errs"
	"github.com/axiomine/axiomine/internal/safefile"
	"github.com/axiomine/axiomine/internal/ui/terminal"
)

// Tokenizer encodes texts according to a file. It is safe for use by several goroutines at once.
type Tokenizer struct {
	Kind       string     // the type of the model: BPE, Unigram, WordPiece or WordLevel
	BERT       *BERTParts // nil if the model is not WordPiece
	Vocab      map[string]int32
	Pieces     []string // Pieces[id] is the piece or added token; "" if no piece has the id
	Unknown    int32    // the id of text without a piece; -1: there is none
	Template   Template
	Added      []AddedToken
	Truncation *Truncation // the limit for callers that set no length; nil: there is none
	Padding    *Padding    // nil: sequences are not padded
	normalize  normalizer
	raw        *finder // finds added tokens in the text before it is normalised; nil: there are none
	normal     *finder // finds added tokens in the normalised text; nil: there are none
	steps      *steps
}

// file is a tokenizer.json.
type file struct {
	Version       string          `json:"version"`
	Truncation    json.RawMessage `json:"truncation"`
	Padding       json.RawMessage `json:"padding"`
	Added         []AddedToken    `json:"added_tokens"`
	Normalizer    json.RawMessage `json:"normalizer"`
	PreTokenizer  json.RawMessage `json:"pre_tokenizer"`
	PostProcessor json.RawMessage `json:"post_processor"`
	Decoder       json.RawMessage `json:"decoder"` // ignored
	Model         json.RawMessage `json:"model"`
}

// kindOfModel returns the type of a model. If an older file has no type, it is inferred from the members.
func kindOfModel(raw json.RawMessage) (string, error) {
	var m struct {
		Type   string          `json:"type"`
		Merges json.RawMessage `json:"merges"`
		Unk    json.RawMessage `json:"unk_id"`
	}
	if kind, ok := firstType(raw); ok {
		return kind, nil
	}
	if !isNull(raw) {
		if err := json.Unmarshal(raw, &m); err != nil {
			return "", err
		}
	}
	switch {
	case m.Type != "":
		return m.Type, nil
	case m.Merges != nil:
		return "BPE", nil
	case m.Unk != nil:
		return "Unigram", nil
	}
	return "WordPiece", nil
}

// firstType returns the type of a model if the type is the first member, without reading the lists after it.
func firstType(raw []byte) (kind string, ok bool) {
	dec := json.NewDecoder(bytes.NewReader(raw))
	var tokens [3]json.Token // the opening brace, "type", and the type
	for i := range tokens {
		tokens[i], _ = dec.Token() // after an error, ok is false
	}
	kind, _ = tokens[2].(string)
	return kind, tokens[1] == "type" && kind != ""
}

// Parse reads the bytes of a tokenizer.json. An error names the part that cannot be read. The memory is bounded by the size of the file.
func Parse(raw []byte) (_ *Tokenizer, err error) {
	defer errs.Rescue(&err) // the normalizer panics on an added token that becomes too long
	if !utf8.Valid(raw) {
		return nil, fmt.Errorf("it is not UTF-8")
	}
	var f file
	if !json.Valid(raw) {
		return nil, readStrict("not a tokenizer.json", raw, &f)
	}
	model := func(dec *json.Decoder) error { return dec.Decode(&f.Model) }
	if err := readLists("not a tokenizer.json", raw, &f, map[string]func(*json.Decoder) error{"model": model}); err != nil {
		return nil, err
	}
	kind, err := kindOfModel(f.Model)
	if err != nil {
		return nil, err
	}
	pre, err := readPreTokenizer(f.PreTokenizer)
	if err != nil {
		return nil, err
	}
	m, err := readModel(kind, f.Model, pre)
	if err != nil {
		return nil, err
	}
	t := &Tokenizer{Kind: kind, Added: f.Added, BERT: m.bert, Vocab: m.vocab, steps: newSteps(pre.steps, m.model), Unknown: m.unk}
	if err := t.readRest(&f, pre); err != nil {
		return nil, err
	}
	if err := checkAddedIDs(f.Added, m.vocab); err != nil {
		return nil, err
	}
	if err := t.makeFinders(); err != nil {
		return nil, err
	}
	return t, t.listPieces(m.vocab, len(raw))
}

// readRest reads the normalizer, the post_processor, truncation and padding.
func (t *Tokenizer) readRest(f *file, pre *preTokenizer) (err error) {
	if t.normalize, err = readNormalizer(f.Normalizer); err != nil {
		return err
	}
	if pre.needFirst {
		if err := t.checkFirst(pre); err != nil {
			return err
		}
	}
	if t.BERT != nil {
		t.BERT.PreTokenizer = pre.onlyBERT
		if kind, _ := kindOf("normalizer", f.Normalizer); kind == "BertNormalizer" {
			n, err := readBERTNormalizer(f.Normalizer)
			if err != nil {
				return err
			}
			t.BERT.Normalizer = &n
		}
	}
	if t.Template, err = readTemplate(f.PostProcessor); err != nil {
		return err
	}
	if err := checkTemplate(t.Template); err != nil {
		return err
	}
	if t.Truncation, err = readTruncation(f.Truncation); err != nil {
		return err
	}
	t.Padding, err = readPadding(f.Padding)
	return err
}

// checkFirst returns an error if it is unknown which pieces are at the beginning of the text. HF means the text before normalisation.
func (t *Tokenizer) checkFirst(pre *preTokenizer) error {
	isCut := len(pre.steps) > 0 && !pre.steps[0].needFirst
	for _, a := range t.Added {
		isCut = isCut || a.Normalized
	}
	if t.normalize.dropsFirst || t.normalize.inserts && isCut {
		return fmt.Errorf("the pre_tokenizer Metaspace with prepend_scheme first is not read behind a normalizer that can move the " +
			"text's beginning")
	}
	return nil
}

// checkTemplate returns an error if a template does not have each text once, or adds too many special tokens.
func checkTemplate(t Template) error {
	for _, slots := range [...][]Slot{t.Single, t.Pair} {
		if n := Specials(slots); n > safefile.Specials {
			return fmt.Errorf("the post_processor's template adds %s, more than %d", terminal.Plural(n, "special token", "special tokens"),
				safefile.Specials)
		}
	}
	count := func(slots []Slot, text Text) (n int) {
		for _, s := range slots {
			if s.Text == text {
				n++
			}
		}
		return n
	}
	switch {
	case count(t.Pair, A) != 1 || count(t.Pair, B) != 1:
		return fmt.Errorf("the post_processor's template of a pair has not A and B once each")
	case count(t.Single, A) != 1:
		return fmt.Errorf("the post_processor's template of a single text has not A once")
	}
	return nil
}

// makeFinders sets raw and normal. Special tokens are first in both: of tokens whose normalised texts are equal, the first is found. HF
// tokenizers 0.23.3 takes one of them at random, which may differ in each process.
func (t *Tokenizer) makeFinders() error {
	var tokens [2][]AddedToken // the tokens of raw, and of normal
	var texts [2][]string
	for _, special := range [...]bool{true, false} {
		for _, a := range t.Added {
			if a.Special != special {
				continue
			}
			text, i := a.Content, 0
			if a.Normalized && len(text) <= safefile.Piece {
				text, i = t.normalize.normalize(text), 1
			}
			if len(text) > safefile.Piece {
				return fmt.Errorf("added token %q has more than %d bytes", errs.Brief(a.Content), safefile.Piece)
			}
			if text == "" {
				return fmt.Errorf("added token %q is empty when it is normalised", a.Content)
			}
			tokens[i], texts[i] = append(tokens[i], a), append(texts[i], text)
		}
	}
	if len(tokens[0]) > 0 {
		t.raw = newFinder(tokens[0], texts[0])
	}
	if len(tokens[1]) > 0 {
		t.normal = newFinder(tokens[1], texts[1])
	}
	return nil
}

// listPieces sets Pieces. size is the file's size in bytes; a larger id is an error.
func (t *Tokenizer) listPieces(vocab map[string]int32, size int) error {
	put := func(piece string, id int32) error {
		if id < 0 || int(id) >= size {
			return fmt.Errorf("piece %q has id %d, beyond what a file of %s can hold", piece, id, terminal.Plural(size, "byte", "bytes"))
		}
		for int(id) >= len(t.Pieces) {
			t.Pieces = append(t.Pieces, "")
		}
		t.Pieces[id] = piece
		return nil
	}
	for piece, id := range vocab {
		if err := put(piece, id); err != nil {
			return err
		}
	}
	for _, a := range t.Added {
		if err := put(a.Content, a.ID); err != nil {
			return err
		}
	}
	for _, slots := range [...][]Slot{t.Template.Single, t.Template.Pair} {
		for _, s := range slots {
			for _, id := range s.IDs {
				if id < 0 || int(id) >= len(t.Pieces) {
					return fmt.Errorf("the post_processor has id %d, and the vocabulary none such", id)
				}
			}
		}
	}
	return nil
}

// AppendIDs appends the ids of a text to dst, without the ids of the template.
func (t *Tokenizer) AppendIDs(dst []int32, text string) []int32 {
	if t.raw == nil {
		return t.appendRaw(dst, text, true)
	}
	t.raw.visit(text, func(s string, isFirst bool) { dst = t.appendRaw(dst, s, isFirst) }, func(id int32) { dst = append(dst, id) })
	return dst
}

// appendRaw appends the ids of a text between the tokens of raw. isFirst is true for a text at the beginning.
func (t *Tokenizer) appendRaw(dst []int32, text string, isFirst bool) []int32 {
	text = t.normalize.normalize(text)
	if t.normal == nil {
		return t.steps.appendIDs(dst, text, isFirst)
	}
	t.normal.visit(text, func(s string, begins bool) { dst = t.steps.appendIDs(dst, s, isFirst && begins) },
		func(id int32) { dst = append(dst, id) })
	return dst
}
