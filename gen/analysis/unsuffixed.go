package analysis

import "github.com/kljensen/snowball/english"

// stemEnglish is Snowball's English stemmer, which is asked of words alone that it may change.
func stemEnglish(word string) string {
	if unsuffixed(word) {
		return word
	}
	return english.Stem(word, true) // which words to drop is the stop list's business
}

// unsuffixed says that no step of Snowball's English stemmer changes the word, without trying them: it is of the letters a to z and
// digits, and ends in a letter, or in two, in which no suffix of the algorithm ends, nor one of its exceptional forms
// (https://snowballstem.org/algorithms/english/stemmer.html). Where it says false the word may be its own stem all the same.
func unsuffixed(word string) bool {
	n := len(word)
	if n < 2 {
		return false
	}
	for i := range n {
		if c := word[i]; (c < 'a' || c > 'z') && (c < '0' || c > '9') {
			return false
		}
	}
	before := word[n-2]
	switch word[n-1] {
	case 'e', 's', 'y':
		return false
	case 'c': // ic
		return before != 'i'
	case 'd': // ed, eed, ied
		return before != 'e'
	case 'g': // ing
		return before != 'n'
	case 'i': // enci, anci; ogi; abli, alli, li ..; aliti, biliti, iciti, iti ..
		return before != 'c' && before != 'g' && before != 'l' && before != 't'
	case 'l': // al, ical, tional ..; ful; ll
		return before != 'a' && before != 'u' && before != 'l'
	case 'm': // alism, ism
		return before != 's'
	case 'n': // ion, ation, ization
		return before != 'o'
	case 'r': // er, izer; ator
		return before != 'e' && before != 'o'
	case 't': // ant, ent, ment, ement
		return before != 'n'
	}
	return true
}
