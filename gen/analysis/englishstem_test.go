package analysis

import (
	"testing"

	"github.com/kljensen/snowball/english"
	"pgregory.net/rapid"
)

// What is called unsuffixed is its own stem: every ending of three letters and digits, after beginnings that put it into each region of
// a word, and words of parts that the algorithm knows.
func TestUnsuffixedWordsAreTheirStems(t *testing.T) {
	const letters = "abcdefghijklmnopqrstuvwxyz0"
	own, others := 0, 0
	check := func(word string) {
		if !isUnsuffixed(word) {
			others++
			return
		}
		own++
		if stem := english.Stem(word, true); stem != word {
			t.Fatalf("%s: its stem is %s", word, stem)
		}
	}
	for _, begin := range []string{"", "b", "a", "y", "ab", "bab", "babab", "bababab", "gener", "commun", "arsen", "babl", "babyy"} {
		for _, x := range letters {
			for _, y := range letters {
				for _, z := range letters {
					check(begin + string([]rune{x, y, z}))
				}
			}
		}
	}
	if own < 100_000 || others < 10_000 {
		t.Errorf("%d words are their own stems, %d may not be", own, others)
	}
	part := rapid.SampledFrom([]string{"at", "iz", "bl", "ing", "ed", "ly", "li", "ation", "al", "iti", "ness", "ous", "ive", "ful",
		"er", "or", "ism", "ment", "ion", "s", "t", "y", "e", "ee", "l", "ll", "ic", "ant", "gener", "commun", "x", "7", "'",
		"é", "Y", "u", "ogi", "enc", "i"})
	rapid.Check(t, func(t *rapid.T) {
		word := ""
		for range rapid.IntRange(1, 6).Draw(t, "parts") {
			word += part.Draw(t, "part")
		}
		if got, want := stemEnglish(word), english.Stem(word, true); got != want {
			t.Fatalf("%s: %s, want %s", word, got, want)
		}
	})
}
