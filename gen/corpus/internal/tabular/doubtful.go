package tabular

import (
	"fmt"
	"strings"

	"github.com/axiomine/axiomine/internal/errs"
)

// Rows and columns of a head that are looked at.
const (
	textsLooked = 100
	columnsRead = 64
)

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
