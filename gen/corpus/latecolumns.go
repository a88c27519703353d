package corpus

import (
	"slices"
	"strings"

	"github.com/axiomine/axiomine/gen/corpus/internal/tabular"
	"github.com/axiomine/axiomine/internal/errs"
)

// lateColumn is the reason under which columns count that only objects after a file's beginning have.
const lateColumn = "columns that no object at the file's beginning has, not read"

// tellLate is called with a column that objects have only after a file's beginning, which decided what is read; names are all columns met
// so far. A column that would be read is an error, since its values of all rows would be lost; others are counted.
func (s *source) tellLate(names []string, name string, p *tabular.Plan, o Options) error {
	if slices.ContainsFunc(names, func(have string) bool { return strings.HasPrefix(have, name+".") }) {
		return nil // null, where other objects have an object
	}
	choice, err := tabular.ParseColumns(o.Columns)
	if err != nil {
		return err
	}
	now, err := tabular.PlanColumns(s.path, names, true, choice, nil)
	if err == nil && now.IsSame(p) {
		if !s.counted {
			s.rep.note(lateColumn, 1, s.path, s.line)
		}
		return nil
	}
	hint := "put an object with this column first"
	if role := tabular.RoleOf(name); role != "" {
		hint = "say --columns " + role + "=" + name + ", or " + hint
	}
	return errs.BadInput(s.path, s.line, hint, "the column %s stands here first, and what is read was told from the objects before", name)
}
