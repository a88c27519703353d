package pipeline

import (
	"encoding/json"
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/axiomine/axiomine/internal/safefile"
	"github.com/axiomine/axiomine/internal/ui/terminal"
	"github.com/axiomine/axiomine/tokenize/internal/basic"
	"github.com/axiomine/axiomine/tokenize/internal/chars"
	"github.com/axiomine/axiomine/tokenize/internal/regex"
	"github.com/axiomine/axiomine/tokenize/internal/unigram"
)

// normalizer changes a text before it is cut. The result has at most growth times as many bytes;
// growth is at least 1.
type normalizer struct {
	apply      func(text string, w *regex.Work) string // nil: no change
	growth     float64
	reading    float64 // of a Sequence: times the text is what its steps read at most, the growth of those in front of each added up
	dropsFirst bool    // the beginning of a text can be dropped
	inserts    bool    // several characters can come from one, or from none
	steps      int     // of a Sequence, those inside it counted; 0 for a single one
}

// noNormalizer is the normaliser of files without one.
var noNormalizer = normalizer{growth: 1}

// The largest growths of a text in UTF-8 under the normal forms (Unicode, UAX 15, "Design Goals"), and under lower case and BERT's steps.
const (
	canonicalGrowth     = 3
	compatibilityGrowth = 11
	lowerGrowth         = 2
	bertGrowth          = 2 * canonicalGrowth // and spaces around each character
)

// readNormalizer returns the normaliser in a file. It returns an error for one that can make texts
// too long: a few replacements, one after another, would fill any memory.
func readNormalizer(raw json.RawMessage) (normalizer, error) {
	n, err := readOneNormalizer(raw, 0)
	if err == nil && n.growth > safefile.Growth {
		return noNormalizer, fmt.Errorf("the normalizer can make a text %.0f times as long, more than %d", n.growth, safefile.Growth)
	}
	if err == nil && n.reading > safefile.Reading {
		return noNormalizer, fmt.Errorf("the steps of the normalizer can read %.0f times the text, more than %d", n.reading, safefile.Reading)
	}
	if err == nil && n.steps > safefile.Steps {
		return noNormalizer, fmt.Errorf("the normalizer has %s, more than %d", terminal.Plural(n.steps, "step", "steps"), safefile.Steps)
	}
	return n, err
}

// plainNormalizers are the normalisers that have no members.
var plainNormalizers = map[string]normalizer{
	"NFC":          boundStep(chars.NFC.String, canonicalGrowth, nil).inserting(true),
	"NFD":          boundStep(chars.NFD.String, canonicalGrowth, nil).inserting(true),
	"NFKC":         boundStep(chars.NFKC.String, compatibilityGrowth, nil).inserting(true),
	"NFKD":         boundStep(chars.NFKD.String, compatibilityGrowth, nil).inserting(true),
	"Lowercase":    boundStep(basic.Lower, lowerGrowth, nil).inserting(true),
	"StripAccents": shrinking(chars.StripAccents).dropping(true),
	"Nmt":          shrinking(chars.Nmt).dropping(true),
}

func readOneNormalizer(raw json.RawMessage, depth int) (normalizer, error) {
	kind, err := kindOf("normalizer", raw)
	if err != nil || kind == "" {
		return noNormalizer, err
	}
	if n, ok := plainNormalizers[kind]; ok {
		return n, readStrict("normalizer "+kind, raw, &typeName{})
	}
	switch kind {
	case "BertNormalizer":
		n, err := readBERTNormalizer(raw)
		return boundStep(n.Normalize, bertGrowth, nil).dropping(true), err
	case "Precompiled":
		return readPrecompiled(raw)
	case "Strip":
		return readStrip(raw)
	case "Replace":
		return readReplace(raw)
	case "Prepend":
		return readPrepend(raw)
	case "Sequence":
		return readNormalizers(raw, depth)
	}
	return noNormalizer, fmt.Errorf("the normalizer %s is not read", kind)
}

// shrinking returns a normaliser of one step that makes no text longer.
func shrinking(apply func(text string) string) normalizer {
	return normalizer{apply: func(text string, _ *regex.Work) string { return apply(text) }, growth: 1}
}

// dropping returns the normaliser with dropsFirst set.
func (n normalizer) dropping(first bool) normalizer {
	n.dropsFirst = first
	return n
}

// inserting returns the normaliser with inserts set.
func (n normalizer) inserting(inserts bool) normalizer {
	n.inserts = inserts
	return n
}

// readBERTNormalizer reads BertNormalizer.
func readBERTNormalizer(raw json.RawMessage) (n basic.Normalizer, err error) {
	var p struct {
		typeName
		Clean     bool  `json:"clean_text"`
		Chinese   bool  `json:"handle_chinese_chars"`
		Strip     *bool `json:"strip_accents"` // null: as lowercase
		Lowercase bool  `json:"lowercase"`
	}
	err = readStrict("normalizer BertNormalizer", raw, &p)
	n = basic.Normalizer{Clean: p.Clean, Chinese: p.Chinese, StripAccents: p.Lowercase, Lowercase: p.Lowercase}
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
		return noNormalizer, err
	}
	if depth > 3 {
		return noNormalizer, fmt.Errorf("normalizers nested more than 3 deep are not read")
	}
	var all []normalizer
	whole := noNormalizer
	for _, part := range p.Normalizers {
		n, err := readOneNormalizer(part, depth+1)
		if err != nil {
			return noNormalizer, err
		}
		if n.apply != nil {
			all = append(all, n)
		}
		whole.reading += float64(whole.growth * max(n.reading, 1))
		whole.growth *= n.growth
		whole.steps += max(n.steps, 1)
		whole.dropsFirst, whole.inserts = whole.dropsFirst || n.dropsFirst, whole.inserts || n.inserts
	}
	if len(all) > 0 {
		whole.apply = func(text string, w *regex.Work) string {
			for _, n := range all {
				text = n.apply(text, w)
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
		return noNormalizer, err
	}
	m, err := unigram.ParseCharsmap(p.Charsmap)
	if err != nil {
		return noNormalizer, fmt.Errorf("normalizer Precompiled: %w", err)
	}
	return boundStep(m.Normalize, m.Growth(), nil).dropping(true), nil
}

func readStrip(raw json.RawMessage) (normalizer, error) {
	var p struct {
		typeName
		Left  bool `json:"strip_left"`
		Right bool `json:"strip_right"`
	}
	if err := readStrict("normalizer Strip", raw, &p); err != nil {
		return noNormalizer, err
	}
	return shrinking(func(text string) string {
		if p.Left {
			text = strings.TrimLeftFunc(text, unicode.IsSpace)
		}
		if p.Right {
			text = strings.TrimRightFunc(text, unicode.IsSpace)
		}
		return text
	}).dropping(p.Left), nil
}

// readPrepend reads what begins every text that is not empty.
func readPrepend(raw json.RawMessage) (normalizer, error) {
	var p struct {
		typeName
		Prefix string `json:"prepend"`
	}
	if err := readStrict("normalizer Prepend", raw, &p); err != nil {
		return noNormalizer, err
	}
	return normalizer{apply: func(text string, _ *regex.Work) string {
		if text == "" {
			return ""
		}
		return p.Prefix + text
	}, growth: 1 + float64(len(p.Prefix)), inserts: true}, nil
}

func readReplace(raw json.RawMessage) (normalizer, error) {
	var p struct {
		typeName
		Pattern pattern `json:"pattern"`
		Content string  `json:"content"`
	}
	if err := readStrict("normalizer Replace", raw, &p); err != nil {
		return noNormalizer, err
	}
	growth, drops, inserts := max(1, float64(len(p.Content))), p.Content == "", utf8.RuneCountInString(p.Content) > 1
	if old := p.Pattern.Text; old != nil && *old != "" {
		growth = max(1, growth/float64(len(*old)))
		return boundStep(func(text string) string { return strings.ReplaceAll(text, *old, p.Content) }, growth, func(text string) int {
			return len(text) + strings.Count(text, *old)*(len(p.Content)-len(*old))
		}).dropping(drops).inserting(inserts), nil
	}
	e, err := p.Pattern.compile()
	if err != nil {
		return noNormalizer, fmt.Errorf("the normalizer Replace of %s is not read: %w", p.Pattern, err)
	}
	replace := boundedWork(func(text string, w *regex.Work) string { return replaceAll(e, text, p.Content, w) }, growth, nil)
	return replace.dropping(drops).inserting(inserts), nil
}

// replaceAll returns a text with the matches of an expression replaced.
func replaceAll(e *regex.Expression, text, replacement string, w *regex.Work) string {
	var b strings.Builder
	whole := text
	for text != "" {
		size, isMatch := e.Next(text, w)
		if !isMatch && size == len(whole) {
			return whole
		}
		if isMatch {
			b.WriteString(replacement)
		} else {
			b.WriteString(text[:size])
		}
		text = text[size:]
	}
	return b.String()
}

// compile returns the expression of a pattern.
func (p pattern) compile() (*regex.Expression, error) {
	switch {
	case p.Regex != nil:
		return regex.Compile(*p.Regex)
	case p.Text != nil && *p.Text != "" && utf8.ValidString(*p.Text):
		return regex.Literal(*p.Text), nil
	}
	return nil, fmt.Errorf("there is nothing to match")
}
