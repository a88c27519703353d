package axioms

import (
	"iter"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Sentences are counts over the sentences of a document's text, for axioms on how it is written. Only sentences with a word count.
type Sentences struct {
	Count  int     // sentences
	Words  int     // words, of all sentences
	Cited  int     // sentences that hold a citation: a number in square brackets, such as [2]
	Spread float64 // standard deviation, over the sentences, of the mean length of their words, in characters; 0 for none
}

// ReadSentences counts a text's sentences, which are EachSentence's. A word is what stands between white space, without the characters
// at its ends that are neither letter nor digit; where nothing is left there is none. Stop words are words. ir_axioms takes spaCy's
// sentences and lemmas without stop words instead, or BlingFire's where that is installed.
func ReadSentences(text string) Sentences {
	var s Sentences
	var some [16]scored // as many as most texts have, without an allocation
	means := some[:0]
	words, characters, cited := 0, 0, false // of the sentence
	first, last, more := -1, 0, 0           // the ends of the word in characters: bytes less the second and more of each character before
	for i := 0; i <= len(text); i++ {
		kind := lineEnd // the text's end is one
		if i < len(text) {
			kind = kinds[text[i]]
		}
		if kind == notASCII {
			var width int
			kind, width = kindOf(text[i:])
			i, more = i+width-1, more+width-1
		}
		switch kind {
		case inWord:
			if first < 0 {
				first = i - more
			}
			for i+1 < len(text) && kinds[text[i+1]] == inWord {
				i++
			}
			last = i - more
			continue
		case bracket:
			cited = cited || cites(text[i+1:])
			continue
		case otherwise:
			continue
		case stop:
			if !opens(text[i+1:]) {
				continue
			}
		}
		if first >= 0 {
			words++
			characters += last - first + 1
			first = -1
		}
		if kind == blank {
			continue
		}
		if words > 0 {
			s.Count++
			s.Words += words
			s.Cited += int(one(cited))
			means = append(means, scored{float64(characters) / float64(words)})
		}
		words, characters, cited = 0, 0, false
	}
	s.Spread = deviation(means)
	return s
}

// EachSentence cuts a text behind ends of lines and behind full stops, question and exclamation marks before a space and no small
// letter; it gives where each begins and ends. No model asks for abbreviations, so that a sentence ends behind "Dr." too.
func EachSentence(text string) iter.Seq2[int, int] {
	return func(yield func(begin, end int) bool) {
		begin := 0
		upTo := func(end int) bool {
			from := begin
			begin = end
			return strings.TrimSpace(text[from:end]) == "" || yield(from, end)
		}
		for i, r := range text {
			ends := false
			switch r {
			case '\n', '。', '！', '？':
				ends = true
			case '.', '!', '?':
				ends = opens(text[i+1:])
			}
			if ends && !upTo(i+utf8.RuneLen(r)) {
				return
			}
		}
		upTo(len(text))
	}
}

// opens says whether a sentence may begin in a text behind a full stop: a space, then no small letter.
func opens(rest string) bool {
	trimmed := strings.TrimLeft(rest, " \t\"')")
	first, _ := utf8.DecodeRuneInString(trimmed)
	return rest == "" || len(trimmed) < len(rest) && !unicode.IsLower(first)
}

// sentencesOf is the feature of the axioms on sentences.
var sentencesOf = each(func(d *Doc) Sentences { return d.Sentences })

// written makes the judge of an axiom that compares documents which both hold a sentence.
func (b *binding) written(compare func(x, y *Sentences) Verdict) *pairwise[Sentences] {
	return judge(b, sentencesOf, func(x, y *Sentences) Verdict {
		if x.Count == 0 || y.Count == 0 {
			return Neither
		}
		return compare(x, y)
	})
}

// closeness is the parameter of ir_axioms that calls numbers equal.
func closeness(share string) Param {
	return Param{Name: "margin_fraction", Doc: "numbers that differ by at most this share of the larger one count as equal", Unit: "share",
		Default: share, Max: 1}
}

// apart prefers the document whose number is larger, where the two are not about equal.
func apart(margin, a, b float64) Verdict {
	if about(margin, a, b) {
		return Neither
	}
	return larger(a, b)
}

// whenBothWritten names the condition that both documents hold a sentence.
func (t *trace) whenBothWritten(x, y *Sentences) {
	t.when(x.Count > 0 && y.Count > 0, "both hold a sentence: %d and %d", x.Count, y.Count)
}

// whenNotClose names the condition of margin_fraction where it is above 0.
func (t *trace) whenNotClose(margin, x, y float64) {
	if margin > 0 {
		t.when(!about(margin, x, y), "they differ by more than %s of the larger one", decimal(margin))
	}
}
