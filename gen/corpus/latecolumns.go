package corpus

import (
	"slices"

	"github.com/axiomine/axiomine/gen/corpus/internal/tabular"
	"github.com/axiomine/axiomine/internal/errs"
)

// lateColumn is the reason under which columns are counted that occur only after a file's beginning.
const lateColumn = "columns that no object at the file's beginning has, not read"

// lateColumns handles columns that first occur after the beginning of the file, from which the plan was made.
type lateColumns struct {
	source  *source
	plan    *tabular.Plan
	choice  string           // --columns
	head    []string         // columns of the beginning
	objects tabular.NameTree // of all columns so far
}

// lateColumnsOf returns what handles the columns of a file with these at its beginning.
func (s *source) lateColumnsOf(head []string, p *tabular.Plan, o Options) *lateColumns {
	l := &lateColumns{s, p, o.Columns, head, tabular.NameTree{}}
	for _, name := range head {
		l.objects.Add(name)
	}
	return l
}

// tell handles a column. One that would change the plan is an error, since its values in earlier rows would be lost. Other columns are
// counted.
func (l *lateColumns) tell(name string) error {
	if l.objects.Has(name + ".") {
		return nil // null, where other objects have an object
	}
	if l.plan.MayRead(name) {
		if err := l.check(name); err != nil {
			return err
		}
	}
	l.objects.Add(name)
	if s := l.source; !s.counted {
		s.rep.note(lateColumn, 1, s.path, s.line)
	}
	return nil
}

// check returns an error if a column would change the plan. A late column that changed nothing changes nothing beside another one either,
// so that the plan is made of those at the beginning and this one.
func (l *lateColumns) check(name string) error {
	choice, err := tabular.ParseColumns(l.choice)
	if err != nil {
		return err
	}
	now, err := tabular.PlanColumns(l.source.path, append(slices.Clone(l.head), name), true, choice, nil)
	if err == nil && now.IsSame(l.plan) {
		return nil
	}
	hint := "put an object with this column first"
	if role := tabular.RoleOf(name); role != "" {
		hint = "say --columns " + role + "=" + name + ", or " + hint
	}
	return errs.BadInput(l.source.path, l.source.line, hint,
		"the column %s stands here first, and what is read was told from the objects before", name)
}
