// Package tabular finds the roles of a table's columns, and reads its rows as queries, documents and labels. Its input is
// names of columns and cells, for all forms of tables.
package tabular

import (
	_ "embed"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"sync"

	"github.com/axiomine/axiomine/internal/lists"
)

// The roles of columns. A column gets its role by its name, or with --columns.
const (
	QueryRole    = "query"
	QueryIDRole  = "query_id"
	DocRole      = "document"
	DocIDRole    = "document_id"
	TitleRole    = "title"
	LabelRole    = "label"
	ScoreRole    = "score" // orders the candidates and judges nothing
	PositiveRole = "positive"
	NegativeRole = "negative"
	SplitRole    = "split"
	UnusedRole   = "unused" // a column that is not read
)

// answersText is the column of the texts of generated answers that are objects.
const answersText = "answers_text"

// pairedAnswers are the columns of single answers, which are positives of their questions where a table has no labels.
var pairedAnswers = []string{"answer", "answer_text", "response", "output"}

// role is the kind of content of a column, with the names of its columns.
type role struct {
	Name  string
	names []string
}

// Roles returns the roles with the names of their columns.
func Roles() []role { return tables().roles }

// Names of members that belong to the text of a nested document.
var (
	memberIDs    = []string{"docid", "doc_id", "docno", "pid", "passage_id", "document_id", "corpus_id", "id", "_id"}
	memberLabels = []string{"is_selected", "is_supporting", "evidence_label", "label", "labels", "relevance", "rel", "grade", "is_relevant", "relevant",
		"rating"}
	memberScores = []string{"score", "scores"}
)

// knownNames returns the column names of a role.
func knownNames(name string) []string {
	return Roles()[slices.IndexFunc(Roles(), func(r role) bool { return r.Name == name })].names
}

// isKnown reports whether a column's name is known for some role.
func isKnown(name string) bool { return RoleOf(name) != "" }

func roleNames() []string {
	return lists.Map(Roles(), func(r role) string { return r.Name })
}

// underscores replaces what separates the words of a column's name.
var underscores = strings.NewReplacer("-", "_", " ", "_", ".", "_")

// plainColumn returns a column's name in the spelling of Roles.
func plainColumn(name string) string {
	return underscores.Replace(strings.ToLower(strings.TrimSpace(name)))
}

// RoleOf returns the role of a column's name, "" if there is none.
func RoleOf(name string) string {
	for _, r := range Roles() {
		if slices.Contains(r.names, plainColumn(name)) {
			return r.Name
		}
	}
	return ""
}

// FirstNamed returns the first of some names that a role knows, in the order of its names; "" without one.
func FirstNamed(role string, names []string) string {
	for _, plain := range knownNames(role) {
		if i := slices.IndexFunc(names, func(name string) bool { return plainColumn(name) == plain }); i >= 0 {
			return names[i]
		}
	}
	return ""
}

// IsRank reports whether a column's name is that of ranks.
func IsRank(name string) bool { return isCalled("rank", name) }

// isNegated reports whether the name of a label says that 1 is not relevant.
func isNegated(label string) bool {
	return RoleOf(label) == NegativeRole || isCalled("negates", label) || isCalled("negative", label)
}

// NamesTable returns a table of the names of columns that each role has, in Markdown.
func NamesTable() string {
	var b strings.Builder
	b.WriteString("| role | names that are known, whatever their case; `-`, space and `.` count as `_` |\n|---|---|\n")
	for _, r := range Roles() {
		b.WriteString("| " + r.Name + " | " + strings.Join(r.names, ", ") + " |\n")
	}
	b.WriteString("\n## All forms of columns\n\n| columns | are read as |\n|---|---|\n")
	for _, f := range slices.Concat(tables().forms, tables().training) {
		b.WriteString("| " + strings.Join(append(slices.Clip(f.before), f.has...), ", ") + " | " + strings.ReplaceAll(f.columns, ",", ", ") + " |\n")
	}
	return b.String()
}

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
