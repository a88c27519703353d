package pipeline

import (
	"encoding/json"
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/axiomine/axiomine/internal/safefile"
	"github.com/axiomine/axiomine/internal/ui/terminal"
	"github.com/axiomine/axiomine/tokenize/internal/chars"
	"github.com/axiomine/axiomine/tokenize/internal/regex"
)

// normalizer changes a text before it is cut. It panics if the result is too long for work.
type normalizer struct {
	apply      func(text string, w *work) string // returns the changed text; nil: the text does not change
	dropsFirst bool                              // the beginning of a text may be dropped
	inserts    bool                              // several characters can come from one, or from none
	steps      int                               // the number of steps of a Sequence, nested ones included; 0: it is no Sequence
}

// The largest factors by which a text in UTF-8 grows: in normal forms (Unicode, UAX 15, "Design Goals"), in lower case, and by BERT's
// steps.
const (
	canonicalGrowth     = 3
	compatibilityGrowth = 11
	lowerGrowth         = 2
	bertGrowth          = 2 * canonicalGrowth // includes spaces around each character
)

// readNormalizer reads the normaliser of a file. Too many steps are an error.
func readNormalizer(raw json.RawMessage) (normalizer, error) {
	n, err := readOneNormalizer(raw, 0)
	if err == nil && n.steps > safefile.Steps {
		return normalizer{}, fmt.Errorf("the normalizer has %s, more than %d", terminal.Plural(n.steps, "step", "steps"), safefile.Steps)
	}
	return n, err
}

// plainNormalizers are the normalisers that have no members.
var plainNormalizers = map[string]normalizer{
	"NFC":          boundStep(chars.NFC.String, canonicalGrowth),
	"NFD":          boundStep(chars.NFD.String, canonicalGrowth),
	"NFKC":         boundStep(chars.NFKC.String, compatibilityGrowth),
	"NFKD":         boundStep(chars.NFKD.String, compatibilityGrowth),
	"Lowercase":    boundStep(chars.Lower, lowerGrowth),
	"StripAccents": shrinking(chars.StripAccents, true),
	"Nmt":          shrinking(chars.Nmt, true),
}

func readOneNormalizer(raw json.RawMessage, depth int) (normalizer, error) {
	kind, err := kindOf("normalizer", raw)
	if err != nil || kind == "" {
		return normalizer{}, err
	}
	if n, ok := plainNormalizers[kind]; ok {
		return n, readStrict("normalizer "+kind, raw, &typeName{})
	}
	if read := normalizers[kind]; read != nil {
		return read(raw)
	}
	if kind == "Sequence" {
		return readNormalizers(raw, depth)
	}
	return normalizer{}, fmt.Errorf("the normalizer %s is not read", kind)
}

// normalizers holds, by type, the readers of the normalisers that have members, except Sequence.
var normalizers = map[string]func(json.RawMessage) (normalizer, error){
	"BertNormalizer": func(raw json.RawMessage) (normalizer, error) {
		bert, err := readBERTNormalizer(raw)
		n := boundStep(bert.Normalize, bertGrowth)
		n.dropsFirst = true
		return n, err
	},
	"Precompiled": readPrecompiled, "Strip": readStrip, "Replace": readReplace, "Prepend": readPrepend,
}

// shrinking returns a normaliser of one step. apply must not make a text longer.
func shrinking(apply func(text string) string, dropsFirst bool) normalizer {
	return normalizer{apply: func(text string, _ *work) string { return apply(text) }, dropsFirst: dropsFirst}
}

func readBERTNormalizer(raw json.RawMessage) (n chars.Normalizer, err error) {
	var p struct {
		typeName
		Clean     bool  `json:"clean_text"`
		Chinese   bool  `json:"handle_chinese_chars"`
		Strip     *bool `json:"strip_accents"` // nil: the value of lowercase
		Lowercase bool  `json:"lowercase"`
	}
	err = readStrict("normalizer BertNormalizer", raw, &p)
	n = chars.Normalizer{Clean: p.Clean, Chinese: p.Chinese, StripAccents: p.Lowercase, Lowercase: p.Lowercase}
	if p.Strip != nil {
		n.StripAccents = *p.Strip
	}
	return n, err
}

func readNormalizers(raw json.RawMessage, depth int) (normalizer, error) {
	var p struct {
		typeName
		Normalizers []json.RawMessage `json:"normalizers"`
	}
	if err := readStrict("normalizer Sequence", raw, &p); err != nil {
		return normalizer{}, err
	}
	if depth > 3 {
		return normalizer{}, fmt.Errorf("normalizers nested more than 3 deep are not read")
	}
	var all []normalizer
	whole := normalizer{}
	for _, part := range p.Normalizers {
		n, err := readOneNormalizer(part, depth+1)
		if err != nil {
			return normalizer{}, err
		}
		if n.apply != nil {
			all = append(all, n)
		}
		whole.steps += max(n.steps, 1)
		whole.dropsFirst, whole.inserts = whole.dropsFirst || n.dropsFirst, whole.inserts || n.inserts
	}
	if len(all) > 0 {
		whole.apply = func(text string, w *work) string {
			for _, n := range all {
				if text = n.apply(text, w); n.steps == 0 {
					w.addResult(len(text))
				}
			}
			return text
		}
	}
	return whole, nil
}

func readPrecompiled(raw json.RawMessage) (normalizer, error) {
	var p struct {
		typeName
		Charsmap []byte `json:"precompiled_charsmap"`
	}
	if err := readStrict("normalizer Precompiled", raw, &p); err != nil {
		return normalizer{}, err
	}
	m, err := chars.ParseCharsmap(p.Charsmap)
	if err != nil {
		return normalizer{}, fmt.Errorf("normalizer Precompiled: %w", err)
	}
	return normalizer{apply: func(text string, w *work) string { return m.Normalize(text, w.checkSize) }, dropsFirst: true}, nil
}

func readStrip(raw json.RawMessage) (normalizer, error) {
	var p struct {
		typeName
		Left  bool `json:"strip_left"`
		Right bool `json:"strip_right"`
	}
	err := readStrict("normalizer Strip", raw, &p)
	return shrinking(func(text string) string {
		if p.Left {
			text = strings.TrimLeftFunc(text, unicode.IsSpace)
		}
		if p.Right {
			text = strings.TrimRightFunc(text, unicode.IsSpace)
		}
		return text
	}, p.Left), err
}

// readPrepend reads a normaliser that adds a prefix to every text that is not empty.
func readPrepend(raw json.RawMessage) (normalizer, error) {
	var p struct {
		typeName
		Prefix string `json:"prepend"`
	}
	err := readStrict("normalizer Prepend", raw, &p)
	return normalizer{apply: func(text string, w *work) string {
		if text == "" {
			return ""
		}
		w.checkSize(len(p.Prefix) + len(text))
		return p.Prefix + text
	}, inserts: true}, err
}

func readReplace(raw json.RawMessage) (normalizer, error) {
	var p struct {
		typeName
		Pattern pattern `json:"pattern"`
		Content string  `json:"content"`
	}
	if err := readStrict("normalizer Replace", raw, &p); err != nil {
		return normalizer{}, err
	}
	replace := normalizer{dropsFirst: p.Content == "", inserts: utf8.RuneCountInString(p.Content) > 1}
	if old := p.Pattern.Text; old != nil && *old != "" {
		replace.apply = func(text string, w *work) string {
			w.checkSize(len(text) + strings.Count(text, *old)*(len(p.Content)-len(*old)))
			return strings.ReplaceAll(text, *old, p.Content)
		}
		return replace, nil
	}
	e, err := p.Pattern.compile()
	if err != nil {
		return normalizer{}, fmt.Errorf("the normalizer Replace of %s is not read: %w", p.Pattern, err)
	}
	replace.apply = func(text string, w *work) string { return replaceAll(e, text, p.Content, w) }
	return replace, nil
}

// replaceAll returns a copy of text in which replacement stands for each match of an expression.
func replaceAll(e *regex.Expression, text, replacement string, w *work) string {
	var b strings.Builder
	whole := text
	for text != "" {
		size, isMatch := e.Next(text, &w.matching)
		if !isMatch && size == len(whole) {
			return whole
		}
		if isMatch {
			b.WriteString(replacement)
		} else {
			b.WriteString(text[:size])
		}
		w.checkSize(b.Len())
		text = text[size:]
	}
	return b.String()
}

func (p pattern) compile() (*regex.Expression, error) {
	switch {
	case p.Regex != nil:
		return regex.Compile(*p.Regex)
	case p.Text != nil && *p.Text != "" && utf8.ValidString(*p.Text):
		return regex.Literal(*p.Text), nil
	}
	return nil, fmt.Errorf("there is nothing to match")
}
