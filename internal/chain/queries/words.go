package queries

import (
	"bytes"
	"sort"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/axiomine/axiomine/axioms/prose"
	"github.com/axiomine/axiomine/gen/index"
)

// word is a word of a text that the analyser keeps: where it stands, and its term.
type word struct {
	begin, end int
	term       uint32
}

// text is a document's text with its words.
type text struct {
	raw       string
	words     []word
	sentences []span // of places in raw
}

// span is raw[begin:end].
type span struct{ begin, end int }

// reader cuts texts into the words of an index. It is used by one goroutine.
type reader struct {
	x     index.Reader
	terms map[string]uint32 // by surface form; noTerm for what the analyser leaves out
}

const noTerm = ^uint32(0)

// mostForms bounds the memory of a reader, in surface forms.
const mostForms = 1 << 18

// read cuts the text of document d. Forms that a tokenizer writes otherwise than they stand in the text are no words here.
func (r *reader) read(d uint32) *text {
	t := &text{raw: r.x.Texts().FullText(d)}
	lower := strings.ToLower(t.raw)
	if len(lower) != len(t.raw) {
		t.raw = lower // places in one are not those in the other
	}
	pos := 0
	r.x.About().Analyzer.Each(t.raw, func(surface []byte) {
		begin := strings.Index(lower[pos:], string(surface))
		if begin < 0 {
			return
		}
		begin += pos
		pos = begin + len(surface)
		if term := r.term(surface); term != noTerm && isWord(surface) {
			t.words = append(t.words, word{begin, pos, term})
		}
	})
	for begin, end := range prose.Each(t.raw) {
		t.sentences = append(t.sentences, span{begin, end})
	}
	return t
}

// isWord leaves out single characters, and what has no letter.
func isWord(surface []byte) bool {
	return utf8.RuneCount(surface) > 1 && bytes.ContainsFunc(surface, unicode.IsLetter)
}

// term returns the term of a surface form.
func (r *reader) term(surface []byte) uint32 {
	if t, ok := r.terms[string(surface)]; ok {
		return t
	}
	form, number := string(surface), noTerm
	if term, keep := r.x.About().Analyzer.Term(form); keep {
		if t, ok := r.x.Lexicon().TermID(term); ok {
			number = t
		}
	}
	if len(r.terms) >= mostForms {
		clear(r.terms)
	}
	r.terms[form] = number
	return number
}

// in returns the words of a span, by place.
func (t *text) in(s span) []word {
	first := sort.Search(len(t.words), func(i int) bool { return t.words[i].begin >= s.begin })
	last := sort.Search(len(t.words), func(i int) bool { return t.words[i].end > s.end })
	return t.words[first:max(first, last)]
}
