package pipeline

import (
	"encoding/json"
	"fmt"
	"regexp"
	"strings"
	"unicode"

	"github.com/axiomine/axiomine/tokenize/unigram"
)

// normalizer changes a text before it is cut. The text has at most growth times as many bytes afterwards; growth is at least 1.
type normalizer struct {
	apply  func(text string) string // nil: it changes nothing
	growth float64
}

// nothing is the normaliser of files without one.
var nothing = normalizer{growth: 1}

// mostGrowth bounds how many times as long a normaliser may make a text. Maps of SentencePiece reach 18, times 3 for the mark of a space.
const mostGrowth = 64

// nfcGrowth is the most that NFC can make of a text in UTF-8 (Unicode, UAX 15, "Design Goals").
const nfcGrowth = 3

// readNormalizer returns the normaliser that a file names. One that can make texts too long is an error: a few replacements, one after
// another, would fill any memory.
func readNormalizer(raw json.RawMessage) (normalizer, error) {
	n, err := readOne(raw)
	if err == nil && n.growth > mostGrowth {
		return nothing, fmt.Errorf("the normalizer can make a text %.0f times as long, more than %d", n.growth, mostGrowth)
	}
	return n, err
}

func readOne(raw json.RawMessage) (normalizer, error) {
	switch kind, err := kindOf("normalizer", raw); {
	case err != nil || kind == "":
		return nothing, err
	case kind == "NFC":
		var p typed
		return normalizer{nfc, nfcGrowth}, strict("normalizer NFC", raw, &p)
	case kind == "Precompiled":
		return readPrecompiled(raw)
	case kind == "Strip":
		return readStrip(raw)
	case kind == "Replace":
		return readReplace(raw)
	case kind == "Sequence":
		return readNormalizers(raw)
	default:
		return nothing, fmt.Errorf("the normalizer %s is not read", kind)
	}
}

func readNormalizers(raw json.RawMessage) (normalizer, error) {
	var p struct {
		typed
		Normalizers []json.RawMessage `json:"normalizers"`
	}
	if err := strict("normalizer Sequence", raw, &p); err != nil {
		return nothing, err
	}
	var all []normalizer
	growth := 1.0
	for _, one := range p.Normalizers {
		if kind, err := kindOf("normalizer", one); err != nil || kind == "" || kind == "Sequence" {
			return nothing, fmt.Errorf("the normalizer Sequence has another in it, or nothing, and is not read")
		}
		n, err := readOne(one)
		if err != nil {
			return nothing, err
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
		typed
		Charsmap []byte `json:"precompiled_charsmap"`
	}
	if err := strict("normalizer Precompiled", raw, &p); err != nil {
		return nothing, err
	}
	m, err := unigram.ParseCharsmap(p.Charsmap)
	if err != nil {
		return nothing, fmt.Errorf("normalizer Precompiled: %w", err)
	}
	return normalizer{m.Normalize, m.Growth()}, nil
}

func readStrip(raw json.RawMessage) (normalizer, error) {
	var p struct {
		typed
		Left  bool `json:"strip_left"`
		Right bool `json:"strip_right"`
	}
	if err := strict("normalizer Strip", raw, &p); err != nil {
		return nothing, err
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

// manySpaces is the one regular expression that is replaced: converted SentencePiece models have it.
const manySpaces = " {2,}"

var manySpacesRegexp = regexp.MustCompile(manySpaces)

func readReplace(raw json.RawMessage) (normalizer, error) {
	var p struct {
		typed
		Pattern pattern `json:"pattern"`
		Content string  `json:"content"`
	}
	if err := strict("normalizer Replace", raw, &p); err != nil {
		return nothing, err
	}
	switch {
	case p.Pattern.Text != nil && *p.Pattern.Text != "":
		growth := max(1, float64(len(p.Content))/float64(len(*p.Pattern.Text)))
		return normalizer{func(text string) string { return strings.ReplaceAll(text, *p.Pattern.Text, p.Content) }, growth}, nil
	case p.Pattern.Regex != nil && *p.Pattern.Regex == manySpaces:
		growth := max(1, float64(len(p.Content))/float64(len("  ")))
		return normalizer{func(text string) string { return manySpacesRegexp.ReplaceAllLiteralString(text, p.Content) }, growth}, nil
	}
	return nothing, fmt.Errorf("the normalizer Replace of %s is not read", p.Pattern)
}
