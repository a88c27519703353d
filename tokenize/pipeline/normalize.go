package pipeline

import (
	"encoding/json"
	"fmt"
	"regexp"
	"strings"
	"unicode"

	"github.com/axiomine/axiomine/tokenize/unigram"
)

// normalizer changes a text before it is cut.
type normalizer func(text string) string

// readNormalizer makes the normaliser that a file names, nil for none.
func readNormalizer(raw json.RawMessage) (normalizer, error) {
	switch kind, err := kindOf("normalizer", raw); {
	case err != nil || kind == "":
		return nil, err
	case kind == "NFC":
		var p typed
		return nfc, strict("normalizer NFC", raw, &p)
	case kind == "Precompiled":
		return readPrecompiled(raw)
	case kind == "Strip":
		return readStrip(raw)
	case kind == "Replace":
		return readReplace(raw)
	case kind == "Sequence":
		return readNormalizers(raw)
	default:
		return nil, fmt.Errorf("the normalizer %s is not read", kind)
	}
}

func readNormalizers(raw json.RawMessage) (normalizer, error) {
	var p struct {
		typed
		Normalizers []json.RawMessage `json:"normalizers"`
	}
	if err := strict("normalizer Sequence", raw, &p); err != nil {
		return nil, err
	}
	var all []normalizer
	for _, one := range p.Normalizers {
		if kind, err := kindOf("normalizer", one); err != nil || kind == "" || kind == "Sequence" {
			return nil, fmt.Errorf("the normalizer Sequence has another in it, or nothing, and is not read")
		}
		n, err := readNormalizer(one)
		if err != nil {
			return nil, err
		}
		all = append(all, n)
	}
	return func(text string) string {
		for _, n := range all {
			text = n(text)
		}
		return text
	}, nil
}

func readPrecompiled(raw json.RawMessage) (normalizer, error) {
	var p struct {
		typed
		Charsmap []byte `json:"precompiled_charsmap"`
	}
	if err := strict("normalizer Precompiled", raw, &p); err != nil {
		return nil, err
	}
	m, err := unigram.ParseCharsmap(p.Charsmap)
	if err != nil {
		return nil, fmt.Errorf("normalizer Precompiled: %w", err)
	}
	return m.Normalize, nil
}

func readStrip(raw json.RawMessage) (normalizer, error) {
	var p struct {
		typed
		Left  bool `json:"strip_left"`
		Right bool `json:"strip_right"`
	}
	if err := strict("normalizer Strip", raw, &p); err != nil {
		return nil, err
	}
	return func(text string) string {
		if p.Left {
			text = strings.TrimLeftFunc(text, unicode.IsSpace)
		}
		if p.Right {
			text = strings.TrimRightFunc(text, unicode.IsSpace)
		}
		return text
	}, nil
}

// manySpaces is the one regular expression that is replaced: converted SentencePiece models have it.
const manySpaces = " {2,}"

var manySpacesRegexp = regexp.MustCompile(manySpaces)

// longestContent bounds what a replacement can make of a text, in bytes.
const longestContent = 1 << 10

func readReplace(raw json.RawMessage) (normalizer, error) {
	var p struct {
		typed
		Pattern pattern `json:"pattern"`
		Content string  `json:"content"`
	}
	if err := strict("normalizer Replace", raw, &p); err != nil {
		return nil, err
	}
	switch {
	case len(p.Content) > longestContent:
		return nil, fmt.Errorf("the normalizer Replace has a content of %d bytes, more than %d", len(p.Content), longestContent)
	case p.Pattern.Text != nil && *p.Pattern.Text != "":
		return func(text string) string { return strings.ReplaceAll(text, *p.Pattern.Text, p.Content) }, nil
	case p.Pattern.Regex != nil && *p.Pattern.Regex == manySpaces:
		return func(text string) string { return manySpacesRegexp.ReplaceAllLiteralString(text, p.Content) }, nil
	}
	return nil, fmt.Errorf("the normalizer Replace of %s is not read", p.Pattern)
}
