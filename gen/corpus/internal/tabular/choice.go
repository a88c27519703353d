package tabular

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"github.com/axiomine/axiomine/gen/corpus/internal/celltext"
	"github.com/axiomine/axiomine/internal/errs"
	"github.com/axiomine/axiomine/internal/shellwords"
)

// columnChoice is the value of --columns: the names chosen for each role, and the threshold of labels.
type columnChoice struct {
	names  map[string][]string
	cutoff *float64 // a label is 1 from this number on, and 0 below; nil if labels are grades
	Wanted
}

// Wanted holds the purposes for which the rows of a table are read.
type Wanted struct {
	Training  bool // rows are for training, and need not be a collection
	IDs       bool // texts of rows may be ids of texts in another file
	Documents bool // rows without a query are read for their documents, which have ids
}

// IsOpen reports whether the names of columns tell their roles: no column is chosen, except for UnusedRole.
func (c columnChoice) IsOpen() bool {
	return !c.Has(roleNames()...)
}

// includes reports whether the user named a column in any role.
func (c columnChoice) includes(column string) bool {
	for _, names := range c.names {
		if slices.Contains(names, column) {
			return true
		}
	}
	return false
}

// ParseColumns parses ROLE=NAME,ROLE=NAME. negative may occur several times; label may be NAME>=NUMBER. A name with a comma must be in
// double quotes.
func ParseColumns(text string) (c columnChoice, err error) {
	c.names = map[string][]string{}
	parts, err := splitList("--columns", text)
	if err != nil {
		return c, err
	}
	for _, part := range joinDecimals(parts) {
		if err := c.add(part); err != nil {
			return c, err
		}
	}
	return c, c.conflict()
}

// add parses one ROLE=NAME.
func (c *columnChoice) add(part string) error {
	role, name, ok := strings.Cut(part, "=")
	role, name = strings.TrimSpace(role), strings.TrimSpace(name)
	if !ok || name == "" {
		return errs.BadUsage("write --columns query=NAME,document=NAME,label=NAME", "--columns: %q is no ROLE=NAME", part)
	}
	if names := append(roleNames(), UnusedRole); !slices.Contains(names, role) {
		hint := errs.Suggestion(cmp.Or(RoleOf(role), role), names...) // RoleOf knows the names of columns
		return errs.BadUsage(cmp.Or(strings.TrimSpace(hint), "the roles are "+strings.Join(names, ", ")), "--columns: unknown role %q", role)
	}
	if len(c.names[role]) > 0 && !slices.Contains([]string{DocRole, NegativeRole, UnusedRole}, role) {
		return errs.BadUsage("keep one of them", "--columns: %s stands twice", role)
	}
	if column, least, cut := strings.Cut(name, ">="); cut && role == LabelRole {
		x, ok := ParseNumber(least, true)
		if !ok {
			return errs.BadUsage("write label=NAME>=0.5", "--columns: %q is no number", least)
		}
		c.cutoff, name = &x, strings.TrimSpace(column)
	}
	c.names[role] = append(c.names[role], name)
	return nil
}

// conflict returns an error if two chosen roles exclude each other.
func (c *columnChoice) conflict() error {
	for _, sure := range []string{PositiveRole, NegativeRole} {
		for _, other := range []string{DocRole, LabelRole, ScoreRole} {
			if len(c.names[sure]) > 0 && len(c.names[other]) > 0 {
				return errs.BadUsage("a positive has grade 1 and a negative grade 0; choose document and label, or positive and negative",
					"--columns: %s=%s has no meaning beside %s=%s", other, c.names[other][0], sure, c.names[sure][0])
			}
		}
	}
	if docs := c.names[DocRole]; len(docs) > 1 && (len(c.names[LabelRole]) == 0 || c.cutoff != nil) {
		return errs.BadUsage("say label=NAME beside them, which has the place of the right one", "--columns: of document=%s and document=%s nothing says which is right",
			docs[0], docs[1])
	}
	roleOf := map[string]string{} // texts and labels, by column
	for _, role := range []string{QueryRole, DocRole, PositiveRole, NegativeRole, LabelRole, SplitRole, UnusedRole} {
		for _, name := range c.names[role] {
			if other := roleOf[name]; other != "" {
				return errs.BadUsage("a column is one of them", "--columns: %s=%s and %s=%s are one column", other, name, role, name)
			}
			roleOf[name] = role
		}
	}
	return nil
}

// Has reports whether a column is chosen for one of some roles.
func (c *columnChoice) Has(roles ...string) bool {
	return slices.ContainsFunc(roles, func(role string) bool { return len(c.names[role]) > 0 })
}

// Numbered reports whether all columns are chosen by number: the file then has no header.
func (c columnChoice) Numbered() bool {
	for _, names := range c.names {
		for _, name := range names {
			if !celltext.IsNumber([]byte(name)) {
				return false
			}
		}
	}
	return !c.IsOpen()
}

// pasteable returns the value of a flag in quotes that a shell keeps as they are: double ones, unless a letter has a meaning in them.
func pasteable(value string) string {
	if strings.ContainsAny(value, "\"$`\\!") {
		return shellwords.QuoteForSystem(value)
	}
	return `"` + value + `"`
}

// listItem returns a part of a list as splitList reads it.
func listItem(text string) string {
	if strings.ContainsAny(text, ",\"") {
		return `"` + strings.ReplaceAll(text, `"`, `""`) + `"`
	}
	return text
}

// splitList splits a list at its commas, except those in double quotes, and drops the quotes. Inside them a doubled quote is one. A blank
// text has no parts.
func splitList(flag, text string) (parts []string, err error) {
	if strings.TrimSpace(text) == "" {
		return nil, nil
	}
	var part strings.Builder
	inQuotes := false
	for i, c := range text {
		switch {
		case c == '"':
			if inQuotes = !inQuotes; inQuotes && i > 0 && text[i-1] == '"' {
				part.WriteRune(c)
			}
		case c == ',' && !inQuotes:
			parts = append(parts, strings.TrimSpace(part.String()))
			part.Reset()
		default:
			part.WriteRune(c)
		}
	}
	if inQuotes {
		return nil, errs.BadUsage("close the quote", "%s: a double quote is not closed in %q", flag, text)
	}
	return append(parts, strings.TrimSpace(part.String())), nil
}

// joinDecimals joins a threshold that was split at its decimal comma: label=x>=0 and 5 become label=x>=0,5.
func joinDecimals(parts []string) (list []string) {
	for _, part := range parts {
		if last := len(list) - 1; last >= 0 && celltext.IsNumber([]byte(part)) {
			_, least, cut := strings.Cut(list[last], ">=")
			if cut && celltext.IsNumber([]byte(strings.TrimPrefix(strings.TrimSpace(least), "-"))) {
				list[last] += "," + part
				continue
			}
		}
		list = append(list, part)
	}
	return list
}

// FormatList returns the names of columns as text, at most twelve of them.
func FormatList(names []string) string { return FormatFirst(names, 12) }

// FormatFirst returns the first names as text, and how many there are beside.
func FormatFirst(names []string, most int) string {
	if len(names) > most {
		return strings.Join(names[:most], ", ") + " and " + strconv.Itoa(len(names)-most) + " more"
	}
	return strings.Join(names, ", ")
}
