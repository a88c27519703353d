package pipeline

import (
	"encoding/json"
	"fmt"
	"regexp"
	"strings"
	"unicode"

	"github.com/axiomine/axiomine/internal/safefile"
	"github.com/axiomine/axiomine/tokenize/internal/unigram"
)

// normalizer changes a text before it is cut. The result has at most growth times as many bytes;
// growth is at least 1.
type normalizer struct {
	apply  func(text string) string // nil: no change
	growth float64
}

// noNormalizer is the normaliser of files without one.
var noNormalizer = normalizer{growth: 1}

// nfcGrowth is the largest growth of a text in UTF-8 under NFC (Unicode, UAX 15, "Design Goals").
const nfcGrowth = 3

// readNormalizer returns the normaliser in a file. It returns an error for one that can make texts
// too long: a few replacements, one after another, would fill any memory.
func readNormalizer(raw json.RawMessage) (normalizer, error) {
	n, err := readOneNormalizer(raw)
	if err == nil && n.growth > safefile.Growth {
		return noNormalizer, fmt.Errorf("the normalizer can make a text %.0f times as long, more than %d", n.growth, safefile.Growth)
	}
	return n, err
}

func readOneNormalizer(raw json.RawMessage) (normalizer, error) {
	switch kind, err := kindOf("normalizer", raw); {
	case err != nil || kind == "":
		return noNormalizer, err
	case kind == "NFC":
		var p typeName
		return bounded(nfc, nfcGrowth, nil), readStrict("normalizer NFC", raw, &p)
	case kind == "Precompiled":
		return readPrecompiled(raw)
	case kind == "Strip":
		return readStrip(raw)
	case kind == "Replace":
		return readReplace(raw)
	case kind == "Prepend":
		return readPrepend(raw)
	case kind == "Sequence":
		return readNormalizers(raw)
	default:
		return noNormalizer, fmt.Errorf("the normalizer %s is not read", kind)
	}
}

func readNormalizers(raw json.RawMessage) (normalizer, error) {
	var p struct {
		typeName
		Normalizers []json.RawMessage `json:"normalizers"`
	}
	if err := readStrict("normalizer Sequence", raw, &p); err != nil {
		return noNormalizer, err
	}
	var all []normalizer
	growth := 1.0
	for _, part := range p.Normalizers {
		if kind, err := kindOf("normalizer", part); err != nil || kind == "" || kind == "Sequence" {
			return noNormalizer, fmt.Errorf("the normalizer Sequence has another in it, or nothing, and is not read")
		}
		n, err := readOneNormalizer(part)
		if err != nil {
			return noNormalizer, err
		}
		all, growth = append(all, n), growth*n.growth
	}
	return normalizer{func(text string) string {
		for _, n := range all {
			text = n.apply(text)
		}
		return text
	}, growth}, nil
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
	return bounded(m.Normalize, m.Growth(), nil), nil
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
	return normalizer{func(text string) string {
		if p.Left {
			text = strings.TrimLeftFunc(text, unicode.IsSpace)
		}
		if p.Right {
			text = strings.TrimRightFunc(text, unicode.IsSpace)
		}
		return text
	}, 1}, nil
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
	return normalizer{func(text string) string {
		if text == "" {
			return ""
		}
		return p.Prefix + text
	}, 1 + float64(len(p.Prefix))}, nil
}

// manySpaces is the only regular expression that is replaced: converted SentencePiece models have
// it.
const manySpaces = " {2,}"

var manySpacesRegexp = regexp.MustCompile(manySpaces)

func readReplace(raw json.RawMessage) (normalizer, error) {
	var p struct {
		typeName
		Pattern pattern `json:"pattern"`
		Content string  `json:"content"`
	}
	if err := readStrict("normalizer Replace", raw, &p); err != nil {
		return noNormalizer, err
	}
	switch {
	case p.Pattern.Text != nil && *p.Pattern.Text != "":
		growth := max(1, float64(len(p.Content))/float64(len(*p.Pattern.Text)))
		return bounded(func(text string) string { return strings.ReplaceAll(text, *p.Pattern.Text, p.Content) }, growth, func(text string) int {
			return len(text) + strings.Count(text, *p.Pattern.Text)*(len(p.Content)-len(*p.Pattern.Text))
		}), nil
	case p.Pattern.Regex != nil && *p.Pattern.Regex == manySpaces:
		growth := max(1, float64(len(p.Content))/float64(len("  ")))
		return bounded(func(text string) string { return manySpacesRegexp.ReplaceAllLiteralString(text, p.Content) }, growth, nil), nil
	}
	return noNormalizer, fmt.Errorf("the normalizer Replace of %s is not read", p.Pattern)
}
