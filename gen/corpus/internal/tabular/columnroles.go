package tabular

import (
	"cmp"
	"slices"
	"strings"

	"github.com/axiomine/axiomine/internal/lists"
)

// ColumnRoles are the columns of a file, those that are read with their roles.
type ColumnRoles struct {
	read   []reading
	unread []string // columns that have no role
	unused []string // columns that --columns leaves out
	passed []string // columns with a document's name, which are no documents by their content
}

// reading is one column that is read, with its role.
type reading struct {
	role, name string
	remark     string
}

func (r reading) String() string { return r.role + " = " + r.name + r.remark }

// String returns the columns and roles: "query = question, document = passage".
func (c ColumnRoles) String() string {
	return strings.Join(lists.Map(c.read, reading.String), ", ")
}

// Unread returns a line with the columns that have no role, "" if all have one.
func (c ColumnRoles) Unread() string {
	usual := slices.DeleteFunc(slices.Clone(c.unread), func(name string) bool { return !isKnown(name) })
	unknown := slices.DeleteFunc(slices.Clone(c.unread), isKnown)
	for i, name := range unknown {
		unknown[i] = cmp.Or(name, `""`)
	}
	var reasons []string
	for _, r := range []struct {
		names  []string
		reason string
	}{{unknown, "no role is known by these names"}, {usual, "these have no place beside the columns that are read"},
		{c.passed, "by its content no document beside the others"}, {c.unused, "--columns says unused"}} {
		if len(r.names) > 0 {
			reasons = append(reasons, FormatList(r.names)+": "+r.reason)
		}
	}
	if reasons == nil {
		return ""
	}
	return "columns " + strings.Join(reasons, "; ") + "; --columns ROLE=NAME reads one"
}

// HasUnread reports whether a column has no role, and --columns does not leave it out.
func (c ColumnRoles) HasUnread() bool { return len(c.unread) > 0 }

// Line returns the columns that are read, with their roles, and the columns that are not used.
func (c ColumnRoles) Line() string {
	unused := slices.Concat(c.unread, c.unused, c.passed)
	if len(unused) == 0 {
		return c.String()
	}
	slices.Sort(unused) // the columns of objects have no order
	return c.String() + "; not used: " + FormatList(unused)
}

// IsSame reports whether the same columns are read in the same roles.
func (c ColumnRoles) IsSame(o ColumnRoles) bool {
	return slices.EqualFunc(c.read, o.read, func(a, b reading) bool {
		scores := (a.role == LabelRole || a.role == ScoreRole) && (b.role == LabelRole || b.role == ScoreRole) // the values decide which
		return a.name == b.name && (a.role == b.role || scores)
	})
}

// find returns the reading of a column in a role; nil if there is none.
func (c ColumnRoles) find(role, name string) *reading {
	for i := range c.read {
		if r := &c.read[i]; r.role == role && r.name == name {
			return r
		}
	}
	return nil
}

// ofRole returns the first reading in a role; nil if there is none.
func (c ColumnRoles) ofRole(role string) *reading {
	if i := slices.IndexFunc(c.read, func(r reading) bool { return r.role == role }); i >= 0 {
		return &c.read[i]
	}
	return nil
}

// Unneeded returns the columns that have none of some roles. If a table has no queries, the texts of documents count as queries.
func (p *Plan) Unneeded(roles []string) []string {
	if p.Query < 0 && slices.Contains(roles, QueryRole) {
		roles = append(slices.Clip(roles), DocRole, DocIDRole)
	}
	names := slices.Clone(p.Columns.unread)
	for _, r := range p.Columns.read {
		if !slices.Contains(roles, r.role) {
			names = append(names, r.name)
		}
	}
	return names
}
