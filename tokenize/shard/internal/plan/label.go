package plan

import (
	"fmt"
	"regexp"
	"strings"
)

// operatorWords replace the operators of axiom expressions in labels, so that labels show what the
// axioms do.
var operatorWords = map[rune]string{'-': "reverse-", '+': "-plus-", '&': "-with-", '|': "-or-"}

// TaskLabel makes a task's name fit for files and different from earlier labels: m-and & -tf-lnc
// becomes m-and-with-reverse-tf-lnc.
func TaskLabel(name string, isTaken map[string]bool) string {
	var b strings.Builder
	inName := false // so that a dash belongs to the name, as in m-and, and is no operator
	for _, r := range name {
		word, operator := operatorWords[r]
		inside := inName && r == '-'
		inName = inside || 'a' <= r && r <= 'z' || 'A' <= r && r <= 'Z' || '0' <= r && r <= '9' || r == '.'
		switch {
		case inName:
			b.WriteRune(r)
		case operator:
			b.WriteString(word)
		default:
			b.WriteByte('-')
		}
	}
	label := dashes.ReplaceAllString(b.String(), "-")
	if label = strings.Trim(label, ".-"); label == "" {
		label = "task"
	}
	base := label
	for n := 2; isTaken[label]; n++ {
		label = fmt.Sprintf("%s-%d", base, n)
	}
	isTaken[label] = true
	return label
}

var dashes = regexp.MustCompile("-{2,}")
