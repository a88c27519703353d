package tabular

import (
	"slices"
	"strings"
	"unicode"

	"github.com/axiomine/axiomine/internal/lists"
)

// textLook is what the first rows of a column hold.
type textLook struct {
	name                    string
	first                   string // the text of the first row; "" if it has none
	rows, filled            int
	single, numbers, digits int // texts of one word; numbers and addresses; texts of which most words are codes
	listed                  int // rows in which the texts are those of a list
	words, bytes            int
	distinct                map[string]bool
	objects                 int // texts that are written objects
	last                    string
	runs                    int // texts that are not the one before
}

// lookAtTexts returns what the first rows of some columns hold, of columnsRead at most. Without a head nothing is known of them.
func (p *Plan) lookAtTexts(names []string) (looks []textLook) {
	if names = names[:min(len(names), columnsRead)]; len(names) == 0 {
		return nil
	}
	if looks = p.lookTogether(names); looks[0].rows > 0 || p.rows == nil {
		return looks
	}
	hasRows := false // each column alone: no row is read with a column of tuples, or of a type that is not read
	for i := range looks {
		looks[i] = p.lookTogether(names[i : i+1])[0]
		hasRows = hasRows || looks[i].rows > 0
	}
	for i := range looks {
		if hasRows && looks[i].rows == 0 {
			looks[i].name = ""
		}
	}
	return looks
}

// unreadThat returns the columns that are not read and fit, in the order of their names: the columns of objects have no order.
func (p *Plan) unreadThat(fits func(look *textLook) bool) (names []string) {
	for _, look := range p.lookAtTexts(slices.Sorted(slices.Values(p.Columns.unread))) {
		if fits(&look) {
			names = append(names, look.name)
		}
	}
	return names
}

// lookTogether returns what the first rows hold that can be read with all of some columns.
func (p *Plan) lookTogether(names []string) (looks []textLook) {
	looks = lists.Map(names, func(name string) textLook { return textLook{name: name, distinct: map[string]bool{}} })
	for values := range p.head(names...) {
		for i := range looks {
			looks[i].add(&values[i])
		}
	}
	return looks
}

func (l *textLook) add(cells *Cells) {
	if l.rows++; l.rows == 1 && len(cells.Texts) > 0 {
		l.first = cells.Texts[0]
	}
	if cells.depth() > 0 {
		l.listed++
	}
	for _, text := range cells.Texts {
		if text = strings.TrimSpace(text); isMissing(text) {
			continue
		}
		words, digits := countWords(text)
		l.words, l.bytes = l.words+words, l.bytes+len(text)
		if words == 1 {
			l.single++
		}
		if _, ok := ParseNumber(text, true); ok || words == 1 && strings.Contains(text, "://") {
			l.numbers++
		}
		if 2*digits > words {
			l.digits++
		}
		if text[0] == '{' && text[len(text)-1] == '}' {
			l.objects++
		}
		if text != l.last {
			l.runs, l.last = l.runs+1, text
		}
		l.distinct[text] = true
		l.filled++
		break // the first one stands for a list
	}
}

// CountWords returns the number of words of a text. Two letters of a script without spaces count as a word.
func CountWords(text string) int {
	words, _ := countWords(text)
	return words
}

// countWords returns the number of words of a text, and of parts of numbers and ids, as in DE 4711: words with a digit, or in capitals if
// another word has a digit.
func countWords(text string) (words, codes int) {
	letters, digits := 0, 0
	for _, word := range strings.Fields(text) {
		words++
		switch {
		case strings.ContainsAny(word, "0123456789"):
			digits++
		case strings.ContainsFunc(word, unicode.IsUpper) && !strings.ContainsFunc(word, unicode.IsLower):
			codes++
		}
	}
	if codes += digits; digits == 0 {
		codes = 0
	}
	for _, r := range text {
		if r > '\u0e00' && unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana, unicode.Thai, unicode.Lao, unicode.Khmer, unicode.Myanmar) {
			letters++
		}
	}
	return words + letters/2, codes
}

// mean returns the number of words of a text of the column, on average.
func (l *textLook) mean() float64 { return float64(l.words) / float64(max(l.filled, 1)) }

func (l *textLook) areObjects() bool { return 2*l.objects > l.filled }

// isText reports whether a column holds texts, and not words, ids, numbers, dates, names of classes or addresses.
func (l *textLook) isText(least float64) bool {
	switch {
	case l.name == "" || isCalled("no-text", l.name):
		return false
	case l.rows == 0:
		return true
	case l.filled == 0 || 2*l.filled < l.rows || l.areObjects() || 2*l.numbers >= l.filled || 2*l.digits >= l.filled || 2*l.single >= l.filled:
		return false
	}
	isGrouped := least == fewWords && l.runs > 1 && l.runs == len(l.distinct) // rows of one query follow each other, those of a class seldom do
	return l.mean() >= least && (l.rows < 10 || len(l.distinct) >= 10 || 5*len(l.distinct) >= l.filled || isGrouped)
}

// The mean number of words, at least, of a column that may be a query, and of a column of texts that is not passed over.
const (
	fewWords  = 1.5
	manyWords = 4
)

// columnsRead is the number of columns of a head that are looked at.
const columnsRead = 64
