package rowtable

import (
	"bytes"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/axiomine/axiomine/gen/corpus/internal/celltext"
	"github.com/axiomine/axiomine/gen/corpus/internal/sourcefile"
	"github.com/axiomine/axiomine/gen/corpus/internal/tabular"
	"github.com/axiomine/axiomine/internal/errs"
)

// Records is a table of JSON objects, one a line or in an array. Members of an object in a column are columns with its name
// before a dot; so are the members of the objects in a list, which have a text for each object.
type Records struct {
	Names   []string
	objects int                     // of the head, headRecords of them at most, in which the names are
	late    func(name string) error // is called once with each column that no object of the head has; may be nil
}

// headRecords is the number of objects of a head that are searched for names.
const headRecords = 100

// NewRecords returns the table whose names occur in a file's head; nil if the head holds no object.
func NewRecords(h sourcefile.Head) *Records {
	if !h.OpensWith('{') && !h.OpensWith('[') {
		return nil
	}
	columns, n := newColumnSet(), 0
	var parser celltext.Parser
	_ = sourcefile.EachObject(sourcefile.HeadSource(h), func(text []byte, _ int) error {
		if n++; n > headRecords {
			return sourcefile.ErrStop
		}
		if object, ok := parser.Parse(text); ok {
			columns.addMembers("", object)
		}
		return nil
	})
	if len(columns.met) == 0 {
		return nil
	}
	return &Records{Names: columns.names(), objects: n}
}

// PathsIn returns the columns of all values in the head of a file of JSON, up to where it is cut; nil for another file.
func PathsIn(h sourcefile.Head) map[string]bool {
	if !h.OpensWith('{') && !h.OpensWith('[') {
		return nil
	}
	columns := newColumnSet()
	var parser celltext.Parser
	for text, ok := h.Text, true; ok && len(text) > 0; text = parser.Rest() {
		var value *celltext.Value
		value, ok = parser.Parse(text)
		columns.addMembers("", value)
	}
	return columns.met
}

func (r *Records) Columns() []string { return r.Names }

// VisitRows calls visit for every object. A member that an object does not have is empty.
func (r *Records) VisitRows(s *sourcefile.Source, names []string, visit func(values []tabular.Cells) error) error {
	values, walks := make([]tabular.Cells, len(names)), make([]columnWalk, len(names))
	columns := newColumnSet()
	for _, name := range slices.Concat(names, r.Names) {
		columns.add(name)
	}
	columns.fresh = columns.fresh[:0]
	var parser celltext.Parser
	return sourcefile.EachObject(s, func(text []byte, line int) error {
		end := s.Line
		s.Line, s.End = line, end
		object, ok := parser.Parse(text)
		defer func() { s.Line = end }()
		if !ok {
			return s.SkipRow(line, sourcefile.MalformedJSON)
		}
		columns.addMembers("", object)
		for i, name := range names {
			if values[i], ok = walks[i].cellsAt(object, name); !ok {
				return s.SkipRow(line, tabular.TupleCell)
			}
		}
		slices.Sort(columns.fresh)
		for _, name := range columns.fresh {
			if r.late == nil {
				break
			}
			if err := r.late(name); err != nil {
				return err
			}
		}
		columns.fresh = columns.fresh[:0]
		return visit(values)
	})
}

// LateColumn is the reason under which columns are counted that occur only after a file's beginning.
const LateColumn = "columns that no object at the file's beginning has, not read"

// lateColumns returns what handles columns that no object at the beginning of a file has, from which the plan was made. One that would change
// the plan is an error, since its values in earlier rows would be lost. Other columns are counted. A late column that changed nothing changes
// nothing beside another one either, so that the plan is made of those at the beginning and this one.
func lateColumns(s *sourcefile.Source, head []string, p *tabular.Plan) func(name string) error {
	objects := nameTree{} // of all columns so far
	for _, name := range head {
		objects.add(name)
	}
	return func(name string) error {
		if objects[name+"."] {
			return nil // null, where other objects have an object
		}
		if p.IsChangedBy(name) {
			hint := "put an object with this column first"
			if role := tabular.RoleOf(name); role != "" {
				hint = "say --columns " + role + "=" + name + ", or " + hint
			}
			return errs.BadInput(s.Path, s.Line, hint, "the column %s stands here first, and what is read was told from the objects before", name)
		}
		objects.add(name)
		if !s.Counted {
			s.Rep.Remark(LateColumn, 1, s.Path, s.Line)
		}
		return nil
	}
}

// columnSet holds the columns that objects have.
type columnSet struct {
	met, empty map[string]bool // empty are those with an empty list, which tells nothing of its members
	fresh      []string        // those that were added since fresh was emptied
}

func newColumnSet() *columnSet { return &columnSet{met: map[string]bool{}, empty: map[string]bool{}} }

// names returns the columns in byte order. One that has empty lists alone is among them, unless others are nested in it.
func (c *columnSet) names() []string {
	names, parents := slices.Collect(maps.Keys(c.met)), nameTree{}
	for name := range c.met {
		parents.add(name)
	}
	for name := range c.empty {
		if !c.met[name] && !parents[name+"."] {
			names = append(names, name)
		}
	}
	slices.Sort(names)
	return names
}

// add adds a column if the set does not have it.
func (c *columnSet) add(name string) {
	if !c.met[name] {
		c.met[name] = true
		c.fresh = append(c.fresh, name)
	}
}

// addMembers adds the columns of an object, or of the objects in a list.
func (c *columnSet) addMembers(prefix string, value *celltext.Value) {
	if value.Kind == celltext.ObjectKind && prefix != "" {
		prefix += "."
	}
	for i := range value.Items {
		switch item := &value.Items[i]; {
		case value.Kind == celltext.ObjectKind:
			c.addMembers(prefix+item.Name, item)
		case i == 0 || item.HoldsOthers() || value.Items[i-1].HoldsOthers(): // other texts of a list have the column of the one before
			c.addMembers(prefix, item)
		}
	}
	switch {
	case !value.HoldsOthers():
		c.add(prefix)
	case value.Kind == celltext.ListKind && len(value.Items) == 0:
		c.empty[prefix] = true
	}
}

// nameTree holds the parts of names that end in a dot, so many of each at most: of a.b.c it holds "a." and "a.b.".
type nameTree map[string]bool

const mostParts = 64

func (t nameTree) add(name string) {
	end := 0
	for range mostParts {
		dot := strings.IndexByte(name[end:], '.')
		if dot < 0 {
			return
		}
		end += dot + 1
		t[name[:end]] = true
	}
}

// columnWalk collects the texts of one column in an object.
type columnWalk struct {
	texts    []string
	places   [][]int // of texts in lists of lists
	place    []int
	depth    int
	nulls    int
	hasTuple bool
	isObject bool
}

// cellsAt returns the cells of a value in a column, "" for the value itself. They are valid until the next call. ok is false where a list in
// a list has items of several meanings.
func (w *columnWalk) cellsAt(value *celltext.Value, name string) (cells tabular.Cells, ok bool) {
	*w = columnWalk{texts: w.texts[:0], place: w.place[:0]}
	if w.descend(value, name); w.depth > 1 {
		w.texts, w.places = w.texts[:0], [][]int{}
		w.descend(value, name)
	}
	return tabular.Cells{Texts: w.texts, Listed: w.depth == 1, Places: w.places, IsObject: w.isObject,
		Null: w.nulls == 1 && len(w.texts) == 1 && w.depth == 0}, !w.hasTuple
}

// add appends a text at the current place.
func (w *columnWalk) add(text string) {
	w.texts = append(w.texts, text)
	if w.places != nil {
		w.places = append(w.places, slices.Clone(w.place))
	}
}

// descend follows the rest of a column's name. In a list, an item without such a member adds an empty text.
// So the items of a list have equally many texts in all their columns.
func (w *columnWalk) descend(value *celltext.Value, rest string) {
	switch value.Kind {
	case celltext.ListKind:
		w.place = append(w.place, 0)
		w.depth = max(w.depth, len(w.place))
		w.hasTuple = w.hasTuple || len(w.place) > 1 && isTuple(value.Items)
		for i := range value.Items {
			w.place[len(w.place)-1] = i
			w.descend(&value.Items[i], rest)
		}
		w.place = w.place[:len(w.place)-1]
	case celltext.ObjectKind:
		w.isObject = w.isObject || rest == "" && len(w.place) == 0
		if member, suffix := memberAt(value, rest); member != nil {
			w.descend(member, suffix)
		} else if len(w.place) > 0 {
			w.add("")
		}
	default:
		text := value.Text
		if rest != "" {
			text = ""
		}
		if rest != "" || value.Kind == celltext.NullKind {
			w.nulls++
		}
		if rest == "" || len(w.place) > 0 {
			w.add(text)
		}
	}
}

// memberAt returns the member whose name is rest, or precedes a dot in rest; suffix is the part after that dot.
func memberAt(object *celltext.Value, rest string) (member *celltext.Value, suffix string) {
	if rest == "" {
		return nil, ""
	}
	if member = object.Member(rest); member != nil {
		return member, ""
	}
	for i := range len(rest) {
		if rest[i] != '.' {
			continue
		}
		if member = object.Member(rest[:i]); member != nil {
			return member, rest[i+1:]
		}
	}
	return nil, ""
}

// isTuple reports whether a list holds a text beside a number or a list, such as a passage beside its label, or a title beside its
// sentences. Their order has no names.
func isTuple(list []celltext.Value) bool {
	texts, others := false, false
	for i := range list {
		texts = texts || list[i].Kind == celltext.TextKind
		others = others || list[i].Kind == celltext.WordKind || list[i].Kind == celltext.ListKind
	}
	return texts && others
}

// jsonLists is a table of JSON lists, one a line, or all in one list on a line. Its columns have numbers as names.
type jsonLists struct{ names []string }

// newJSONLists returns the table of a head; nil if its first line is no list of texts, numbers and lists.
func newJSONLists(h sourcefile.Head) *jsonLists {
	if !h.OpensWith('[') {
		return nil
	}
	var t *jsonLists
	_ = eachList(sourcefile.HeadSource(h), func(row []celltext.Value) error {
		t = &jsonLists{numbersUpTo(len(row))}
		return sourcefile.ErrStop
	})
	if t == nil || len(t.names) < 2 {
		return nil
	}
	return t
}

func numbersUpTo(n int) (names []string) {
	for i := range n {
		names = append(names, strconv.Itoa(i+1))
	}
	return names
}

func (t *jsonLists) Columns() []string { return t.names }

// VisitRows calls visit for every list.
func (t *jsonLists) VisitRows(s *sourcefile.Source, names []string, visit func(values []tabular.Cells) error) error {
	values, walks := make([]tabular.Cells, len(names)), make([]columnWalk, len(names))
	return eachList(s, func(row []celltext.Value) error {
		if len(row) != len(t.names) {
			return s.SkipRow(s.Line, sourcefile.WrongFields)
		}
		for i, name := range names {
			var ok bool
			if values[i], ok = walks[i].cellsAt(&row[slices.Index(t.names, name)], ""); !ok {
				return s.SkipRow(s.Line, tabular.TupleCell)
			}
		}
		return visit(values)
	})
}

// eachList calls visit for every list of a line, or for each list in it where all its members are lists. Other lines are counted.
func eachList(s *sourcefile.Source, visit func(row []celltext.Value) error) error {
	var parser celltext.Parser
	return sourcefile.EachLine(s, func(line []byte) error {
		s.End = s.Line
		if len(bytes.TrimSpace(line)) == 0 {
			return nil
		}
		list, ok := parser.Parse(line)
		if !ok || list.Kind != celltext.ListKind || len(list.Items) == 0 {
			return s.SkipRow(s.Line, sourcefile.MalformedJSON)
		}
		if slices.ContainsFunc(list.Items, func(item celltext.Value) bool { return item.Kind != celltext.ListKind }) {
			return visit(list.Items)
		}
		for _, row := range list.Items {
			if err := visit(row.Items); err != nil {
				return err
			}
		}
		return nil
	})
}
