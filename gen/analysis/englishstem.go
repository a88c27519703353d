package analysis

import "github.com/kljensen/snowball/english"

// stemEnglish returns the stem of Snowball's English stemmer. It calls the stemmer only for words that may
// change.
func stemEnglish(word string) string {
	if isUnsuffixed(word) {
		return word
	}
	return english.Stem(word, true) // which words to drop is the stop list's business
}

// isUnsuffixed reports whether no step of Snowball's English stemmer changes the word, without running it.
// Such a word has only the letters a to z and digits, and ends in a letter, or in two, that end no suffix
// and no exceptional form of the algorithm (https://snowballstem.org/algorithms/english/stemmer.html). If
// it returns false, the word may still be its own stem.
func isUnsuffixed(word string) bool {
	n := len(word)
	if n < 2 {
		return false
	}
	for i := range n {
		if c := word[i]; (c < 'a' || c > 'z') && (c < '0' || c > '9') {
			return false
		}
	}
	previous := word[n-2]
	switch word[n-1] {
	case 'e', 's', 'y':
		return false
	case 'c': // ic
		return previous != 'i'
	case 'd': // ed, eed, ied
		return previous != 'e'
	case 'g': // ing
		return previous != 'n'
	case 'i': // enci, anci; ogi; abli, alli, li ..; aliti, biliti, iciti, iti ..
		return previous != 'c' && previous != 'g' && previous != 'l' && previous != 't'
	case 'l': // al, ical, tional ..; ful; ll
		return previous != 'a' && previous != 'u' && previous != 'l'
	case 'm': // alism, ism
		return previous != 's'
	case 'n': // ion, ation, ization
		return previous != 'o'
	case 'r': // er, izer; ator
		return previous != 'e' && previous != 'o'
	case 't': // ant, ent, ment, ement
		return previous != 'n'
	}
	return true
}
