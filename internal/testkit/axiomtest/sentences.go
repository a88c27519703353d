package axiomtest

import (
	"math"
	"regexp"
	"strings"

	"pgregory.net/rapid"
)

// anySentences draws the sentences of a document's text: few words of few lengths, some of them
// citations, so that means and shares tie. A sentence of citations alone has words too: their
// numbers.
func anySentences(t *rapid.T) [][]string {
	word := rapid.SampledFrom([]string{"Or", "Sea", "Whale", "Whale", "Krill", "[7]", "Oceanic", "(We)", "Don't"})
	sentence := rapid.SliceOfN(word, 1, rapid.SampledFrom([]int{4, 26}).Draw(t, "words a sentence"))
	return rapid.SliceOfN(sentence, rapid.SampledFrom([]int{1, 0}).Draw(t, "sentences at least"), 4).Draw(t, "sentences")
}

// text returns the document's text.
func (d document) text() string {
	var b strings.Builder
	for i, sentence := range d.sentences {
		b.WriteString(strings.Join(sentence, " ") + []string{". ", "! ", "?\n", "\n\n"}[i])
	}
	return b.String()
}

// characters returns the length of a word without the characters at its ends that are neither
// letter nor digit.
func characters(word string) float64 { return float64(len(strings.Trim(word, "[]()"))) }

// evenerWords reports for coh1 whether both have sentences and x's differ less in the mean length
// of their words, not within margin_fraction of y.
func evenerWords(_ *world, s settings, x, y document) bool {
	deviation := func(d document) float64 {
		sum, squares := 0.0, 0.0
		for _, sentence := range d.sentences {
			mean := 0.0
			for _, word := range sentence {
				mean += characters(word) / float64(len(sentence))
			}
			sum += mean
		}
		for _, sentence := range d.sentences {
			mean := 0.0
			for _, word := range sentence {
				mean += characters(word) / float64(len(sentence))
			}
			squares += (mean - sum/float64(len(d.sentences))) * (mean - sum/float64(len(d.sentences)))
		}
		return math.Sqrt(squares / float64(len(d.sentences)))
	}
	if len(x.sentences) == 0 || len(y.sentences) == 0 {
		return false
	}
	return exceeds(deviation(y), deviation(x)) && !isClose(s.value("margin_fraction", "0"), deviation(x), deviation(y))
}

// citesMore reports for corr1 whether both have sentences and a larger share of x's hold a number
// in brackets, not within margin_fraction of y.
func citesMore(_ *world, s settings, x, y document) bool {
	share := func(d document) float64 {
		n := 0
		for _, sentence := range d.sentences {
			if regexp.MustCompile(`\[\d+\]`).MatchString(strings.Join(sentence, " ")) {
				n++
			}
		}
		return float64(n) / float64(len(d.sentences))
	}
	if len(x.sentences) == 0 || len(y.sentences) == 0 {
		return false
	}
	return exceeds(share(x), share(y)) && !isClose(s.value("margin_fraction", "0.1"), share(x), share(y))
}

// moreDistinct reports for cov1 whether x has more distinct words, not within margin_fraction of y.
func moreDistinct(_ *world, s settings, x, y document) bool {
	a, b := float64(len(distinct(x.words))), float64(len(distinct(y.words)))
	return a > b && !isClose(s.value("margin_fraction", "0"), a, b)
}

// onlyOneReadable reports for asl whether the mean length of x's sentences is within the bounds and
// that of y's is not.
func onlyOneReadable(_ *world, s settings, x, y document) bool {
	readable := func(d document) bool {
		words := 0
		for _, sentence := range d.sentences {
			words += len(sentence)
		}
		mean := float64(words) / float64(len(d.sentences))
		return !exceeds(s.value("min_words", "12"), mean) && !exceeds(mean, s.value("max_words", "20"))
	}
	return len(x.sentences) > 0 && readable(x) && (len(y.sentences) == 0 || !readable(y))
}
