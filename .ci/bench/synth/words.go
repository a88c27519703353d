package main

import "strings"

// functionWords are the most frequent words of English, in about this order: the stop list's part in a passage.
var functionWords = strings.Fields(`the of and to a in is for that or are it as on with be this by from an at can which not was you your
	have will has if but they more also their than when other there may all one about do its into some been these most were no any how`)

// syllables are a consonant and a vowel. None ends in e, s or y, so that stemmers leave the words alone.
var syllables = func() (all []string) {
	for _, consonants := range strings.Fields("b c d f g h j k l m n p r s t v z st tr ch sh br cr pl") {
		for _, vowel := range "aiou" {
			all = append(all, consonants+string(vowel))
		}
	}
	return all
}()

// vocabularyOf returns n distinct words by rank: function words, then made ones, of two syllables and of three and more.
func vocabularyOf(n int) []string {
	words := append([]string(nil), functionWords[:min(n, len(functionWords))]...)
	for number := len(syllables); len(words) < n; number++ {
		words = append(words, makeWord(number))
	}
	return words
}

// makeWord writes a number in syllables, the least significant first.
func makeWord(number int) string {
	var b strings.Builder
	for {
		b.WriteString(syllables[number%len(syllables)])
		if number /= len(syllables); number == 0 {
			return b.String()
		}
		number--
	}
}
