// Package splitname holds the names of splits, and the other words that people have for them.
package splitname

import (
	"cmp"
	"slices"
	"strings"
)

// Known are the names of splits that are recognised anywhere in a file name.
var Known = []string{"train", "dev", "dev.small", "test", "eval", "eval.small"}

// Words are other words for splits.
var Words = map[string]string{"validation": "dev", "valid": "dev", "val": "dev", "development": "dev", "training": "train",
	"testing": "test"}

// Word returns the split that a whole name is a word for, whatever its case; any other name as it is.
func Word(name string) string {
	word := strings.ToLower(name)
	if slices.Contains(Known, word) {
		return word
	}
	return cmp.Or(Words[word], name)
}

// InText returns a text with the names of splits for the words for them, where characters of cut divide it.
func InText(text, cut string) string {
	var b strings.Builder
	for text != "" {
		end := strings.IndexAny(text, cut)
		if end < 0 {
			end = len(text)
		}
		b.WriteString(Word(strings.TrimSpace(text[:end])))
		if text = text[end:]; text != "" {
			b.WriteByte(text[0])
			text = text[1:]
		}
	}
	return b.String()
}
