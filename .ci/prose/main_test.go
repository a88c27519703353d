package main

import (
	"strings"
	"testing"
)

// TestEarlyTerms: a term counts as used early unless its first use explains it. By hand.
func TestEarlyTerms(t *testing.T) {
	for text, want := range map[string]string{
		"A pool has pairs.\n\nA **pool** is a heap.":             `"pool" is used before it is explained`,
		"A **pool** is a heap.\n\nThe pool has pairs.":           "",
		"It has MAP on test.":                                    `"MAP" is used before it is explained`,
		"It has MAP (mean average precision).":                   "",
		"It has mean average precision (MAP).":                   "",
		"A retrieval axiom, a rule of two texts, is enough.":     "",
		"`pool` and pooling are other words, and so is `shard`.": "",
	} {
		found := ""
		for _, f := range readPage(text).early() {
			found += f.text
		}
		if found != want {
			t.Errorf("%q: %q, want %q", text, found, want)
		}
	}
}

// TestLongSentences: 25 words are no finding and 26 are; a colon in a sentence ends none. By hand.
func TestLongSentences(t *testing.T) {
	word := func(n int) string { return "A" + strings.Repeat(" b", n-1) }
	for text, want := range map[string]int{
		word(25) + ".":                      0,
		word(26) + ".":                      1,
		word(20) + ". " + word(20) + ".":    0,
		word(20) + ": " + word(20) + ".":    1,
		"- " + word(20) + "\n- " + word(20): 0,
		"| " + word(40) + " |":              0,
	} {
		if found := readPage(text).long; len(found) != want {
			t.Errorf("%q: %d findings, want %d", text, len(found), want)
		}
	}
}
