// Package tabular finds the roles of a table's columns, and reads its rows as queries, documents and labels. Its input is
// names of columns and cells, for all forms of tables.
package tabular

import (
	"slices"
	"strings"
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
func isKnown(name string) bool {
	plain := plainColumn(name)
	return slices.ContainsFunc(Roles(), func(r role) bool { return slices.Contains(r.names, plain) })
}

// roleNames returns the names of all roles.
func roleNames() []string {
	names := make([]string, len(Roles()))
	for i, r := range Roles() {
		names[i] = r.Name
	}
	return names
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
func IsRank(name string) bool { return slices.Contains([]string{"rank", "ranks"}, plainColumn(name)) }

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
