package tabular

import (
	_ "embed"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"sync"
)

//go:embed names.txt
var namesText string

// nameTables are the tables of names.txt, which explains them.
type nameTables struct {
	roles           []role
	ownQueries      []string // columns of queries and of nothing else
	answers         []string // columns of answers, which are documents where a table has no other ones
	forms, training []Form
	scales          []wordScale
	words           map[string]*regexp.Regexp // in names, by kind
}

// tables returns the tables, which are read once.
var tables = sync.OnceValue(func() (t nameTables) {
	patterns := map[string]string{} // each behind a bar
	for line := range strings.Lines(namesText) {
		key, value, _ := strings.Cut(strings.TrimSpace(line), ":")
		name, part, _ := strings.Cut(key, " ")
		switch names := strings.Fields(value); {
		case key == "" || key[0] == '#':
		case key == "form":
			t.forms = append(t.forms, parseForm(value))
		case key == "training":
			t.training = append(t.training, parseForm(value))
		case key == "scale":
			t.scales = append(t.scales, parseScale(value))
		case placesOfWords[name] != "":
			patterns[part] += "|" + fmt.Sprintf(placesOfWords[name], strings.Join(names, "|"))
		default:
			if n := len(t.roles); n == 0 || t.roles[n-1].Name != name {
				t.roles = append(t.roles, role{Name: name})
			}
			last := &t.roles[len(t.roles)-1]
			last.names = append(last.names, names...)
			switch part {
			case "own":
				t.ownQueries = append(t.ownQueries, names...)
			case "answer":
				t.answers = append(t.answers, names...)
			}
		}
	}
	t.words = map[string]*regexp.Regexp{}
	for kind, pattern := range patterns {
		t.words[kind] = regexp.MustCompile(pattern[1:])
	}
	return t
})

// placesOfWords are expressions of the places at which words stand in a name.
var placesOfWords = map[string]string{"ending": `(^|_)(%s)$`, "part": `(^|_)(%s)(_|[0-9]|$)`, "word": `(^|_)(%s)(_|$)`, "anywhere": `%s`}

// isCalled reports whether a column's name has words of a kind.
func isCalled(kind, column string) bool { return tables().words[kind].MatchString(plainColumn(column)) }

// parseForm parses the roles of a form, and what else is said of it, each behind a bar.
func parseForm(text string) (f Form) {
	columns, rest, _ := strings.Cut(text, "|")
	said := map[string][]string{}
	for part := range strings.SplitSeq(rest, "|") {
		if words := strings.Fields(part); len(words) > 0 {
			said[words[0]] = words[1:]
		}
	}
	is := func(word string) bool { return said[word] != nil }
	f = Form{columns: strings.Join(strings.Fields(columns), ","), has: said["needs"], hasNot: said["without"], before: said["before"], alone: is("alone"),
		isSet: is("set"), turns: is("turns"), Pieces: is("pieces"), QueryIDs: is("query-ids"), DocumentIDs: is("document-ids"), Lists: is("lists"),
		Inputs: is("inputs")}
	for _, column := range strings.Fields(columns) {
		if _, name, _ := strings.Cut(column, "="); !slices.Contains(f.has, name) {
			f.has = append(f.has, name)
		}
	}
	if best := said["best"]; best != nil {
		f.best, f.bestAt, f.has = best[0], best[1:], append(f.has, best[0])
	}
	if orBest := said["or-best"]; orBest != nil {
		f.orBest, f.has = orBest[0], append(f.has, orBest[0])
	}
	return f
}

// parseScale parses the words of a scale, the lowest grade first.
func parseScale(text string) wordScale {
	s := wordScale{}
	for grade, words := range strings.Split(text, "<") {
		for word := range strings.SplitSeq(words, ",") {
			s[strings.TrimSpace(word)] = grade
		}
	}
	return s
}
