package tabular

import (
	"fmt"
	"slices"
	"strings"

	"github.com/axiomine/axiomine/internal/errs"
)

// Answers that are shorter than mostAnswer bytes on average are doubtful documents beside a column whose rows have more bytes, and more by
// a factor.
const (
	mostAnswer   = 40
	answerFactor = 3
	textsLooked  = 100 // rows
	columnsRead  = 64
)

// checkAnswers returns an error if the columns read as texts are probably others: short answers beside longer texts.
func (l headLook) checkAnswers() error {
	p := l.plan
	if p.Query < 0 || len(p.docs) != 1 || !l.choice.IsOpen() {
		return nil
	}
	d := p.docs[0]
	if d.text < 0 || d.judged || d.label >= 0 || d.Score >= 0 || !slices.Contains(answerNames, plainColumn(p.Names[d.text])) {
		return nil
	}
	rest := p.Columns.unread
	names := append([]string{p.Names[d.text]}, rest[:min(len(rest), columnsRead)]...)
	sizes := meanSizes(names, l.rows)
	longest := 0
	for i, size := range sizes {
		if i > 0 && size > sizes[longest] {
			longest = i
		}
	}
	if longest == 0 || sizes[0] > mostAnswer || sizes[longest] < mostAnswer || sizes[longest] < answerFactor*sizes[0] {
		return nil
	}
	return errs.BadInput(l.path, 0, fmt.Sprintf("say --columns %q, or %q for the answers", DocRole+"="+names[longest], DocRole+"="+names[0]),
		"the texts of the column %s are short, and the rows of %s %d times as long: either may be the documents", names[0], names[longest],
		sizes[longest]/max(sizes[0], 1))
}

// meanSizes returns the mean number of bytes of the texts in the first column, and that of the rows in the others. There texts that are
// one word, such as an id or an address, count as none.
func meanSizes(names []string, rows visitRows) []int {
	bytes, n, texts := make([]int, len(names)), 0, 0
	_ = rows(names, func(values []Cells) error { // columns of a type that is not read have no texts
		for i, cells := range values {
			for _, text := range cells.Texts {
				if i == 0 || !isOneWord(text) {
					bytes[i] += len(text)
				}
			}
		}
		texts += len(values[0].Texts)
		if n++; n == textsLooked {
			return errEnough
		}
		return nil
	})
	for i := range bytes {
		bytes[i] /= max(n, 1)
	}
	bytes[0] = bytes[0] * n / max(texts, 1)
	return bytes
}

// isOneWord reports whether a text of ASCII letters has no white space.
func isOneWord(text string) bool {
	return !strings.ContainsFunc(text, func(r rune) bool { return r > 0x7f || r == ' ' || r == '\t' || r == '\n' })
}

// checkInstructions returns an error if the query and the documents of each row are lists of two texts, and the first text of its
// positives is that of its negatives: an instruction and a text, as INSTRUCTOR was trained with.
func (l headLook) checkInstructions() error {
	p := l.plan
	if p.Query < 0 || !l.choice.IsOpen() || len(p.docs) < 2 || p.Form.turns {
		return nil
	}
	names := []string{p.Names[p.Query]}
	for _, d := range p.docs {
		if d.text < 0 || !d.judged {
			return nil
		}
		names = append(names, p.Names[d.text])
	}
	rows, fits := 0, true
	_ = l.rows(names, func(values []Cells) error {
		for _, cells := range values {
			fits = fits && cells.Listed && len(cells.Texts) == 2
		}
		for _, cells := range values[1:] {
			fits = fits && cells.Texts[0] == values[1].Texts[0]
		}
		if rows++; rows == textsLooked || !fits {
			return errEnough
		}
		return nil
	})
	if rows == 0 || !fits {
		return nil
	}
	return errs.BadInput(l.path, 0, fmt.Sprintf("keep the texts: jq -c '{%s}' of each row", strings.Join(secondTexts(names), ", ")),
		"each cell of the columns %s is a list of two texts, and the first one seems an instruction", FormatList(names))
}

// secondTexts returns what makes members of the second texts of lists in jq.
func secondTexts(names []string) []string {
	list := make([]string, len(names))
	for i, name := range names {
		list[i] = fmt.Sprintf("%s: .%s[1]", name, name)
	}
	return list
}
