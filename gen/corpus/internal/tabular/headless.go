package tabular

import "strings"

// Headless returns the choice of columns of a table without a header, by the content of its first rows: two texts and a number, a number and
// two texts, three texts, or, where isList says that rows are lists of JSON, two texts; "" for other rows. names are the numbers of its
// columns, first are the fields of its first row.
func Headless(names, first []string, isList bool, rows func([]string, func([]Cells) error) error) string {
	if len(names) != 3 && (len(names) != 2 || !isList) {
		return ""
	}
	p, kinds := &Plan{rows: rows}, ""
	for i, look := range p.lookAtTexts(names) {
		words, _ := countWords(first[i])
		_, isNumber := ParseNumber(first[i], true)
		switch {
		case isNumber && look.numbers == look.filled && look.isGraded():
			kinds += "n"
		case look.rows > 0 && look.isText(fewWords) && (isList || words > 1 && !isKnown(first[i])):
			kinds += "t"
		default:
			return ""
		}
	}
	return map[string]string{"ttn": "query=1,document=2,label=3", "ntt": "label=1,query=2,document=3", "ttt": "query=1,positive=2,negative=3",
		"tt": "query=1,positive=2"}[kinds]
}

// isGraded reports whether numbers are those of labels and not of ids: some repeat, or are no whole numbers.
func (l *textLook) isGraded() bool {
	if len(l.distinct) < l.filled {
		return true
	}
	for text := range l.distinct {
		if strings.ContainsAny(text, ".,") {
			return true
		}
	}
	return false
}
