package corpus

import (
	"slices"
	"strings"

	"github.com/axiomine/axiomine/gen/corpus/internal/tabular"
	"github.com/axiomine/axiomine/internal/errs"
)

// lateColumn is the reason under which columns are counted that occur only after a file's beginning.
const lateColumn = "columns that no object at the file's beginning has, not read"

// tellLate handles a column that first occurs after the beginning of the file, from which the plan was
// made. names are all columns so far. A column that would change the plan is an error, since its values in
// earlier rows would be lost. Other columns are counted.
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
