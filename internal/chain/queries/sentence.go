package queries

import "strings"

// Bounds of the method sentence, in words that the analyser keeps: shorter sentences say too little, of longer ones a window is taken.
const (
	fewestWords = 3
	windowWords = 10
)

// sentence draws a sentence of the document, or a window of a long one: the inverse cloze task (Lee, Chang, Toutanova, ACL 2019). The
// document still holds it.
func sentence(d *document) string {
	var fitting []span
	for _, s := range d.text.sentences {
		if len(d.text.in(s)) >= fewestWords {
			fitting = append(fitting, s)
		}
	}
	if len(fitting) == 0 {
		return ""
	}
	s := draw(d.rng, fitting, 1, func(s span) float64 { return early(d.text, s.begin) })[0]
	words := d.text.in(s)
	if len(words) > windowWords {
		first := d.rng.IntN(len(words) - windowWords + 1)
		s = span{words[first].begin, words[first+windowWords-1].end}
	}
	return strings.Join(strings.Fields(d.text.raw[s.begin:s.end]), " ")
}
