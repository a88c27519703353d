package rowtable

import (
	"bytes"
	"encoding/json"
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
	Names []string
	// late is called once with each column that no object of the head has. It may be nil.
	late func(name string) error
}

// headRecords is the number of objects of a head that are searched for names.
const headRecords = 100

// NewRecords returns the table whose names occur in a file's head; nil if the head holds no object.
func NewRecords(h sourcefile.Head) *Records {
	if !h.OpensWith('{') && !h.OpensWith('[') {
		return nil
	}
	columns := tabular.NewColumnSet()
	n := 0
	_ = sourcefile.EachObject(sourcefile.HeadSource(h), func(object []byte, _ int) error {
		if n++; n > headRecords {
			return sourcefile.ErrStop
		}
		rows, isFrame := celltext.Rows(object)
		if !isFrame {
			rows = [][]byte{object}
		}
		for _, row := range rows {
			if members := MembersOf(row); members != nil {
				columns.AddMembers("", members)
			}
		}
		return nil
	})
	if len(columns.Met) == 0 {
		return nil
	}
	return &Records{Names: columns.Names()}
}

// MembersOf parses an object; it returns nil for other bytes. The bare words NaN and Infinity, which Python
// writes, become null.
func MembersOf(object []byte) map[string]any {
	var members map[string]any
	if DecodeNumbers(object, &members) == nil {
		return members
	}
	if text := celltext.WithoutNaN(object); text != nil && DecodeNumbers(text, &members) == nil {
		return members
	}
	return nil
}

// DecodeNumbers decodes JSON and keeps numbers as they are written.
func DecodeNumbers(raw []byte, dst any) error {
	decoder := json.NewDecoder(bytes.NewReader(raw))
	decoder.UseNumber()
	return decoder.Decode(dst)
}

func (r *Records) Columns() (names []string, loose bool) { return r.Names, true }

// VisitRows calls visit for every object, or for the rows of one that is a table. A member that an object does not have is empty.
func (r *Records) VisitRows(s *sourcefile.Source, names []string, visit func(values []tabular.Cells) error) error {
	values := make([]tabular.Cells, len(names))
	columns := tabular.NewColumnSet()
	for _, name := range slices.Concat(names, r.Names) {
		columns.Add(name)
	}
	columns.Fresh = columns.Fresh[:0]
	flat := NewFlatRecords(names)
	var read func(object []byte, line int, inFrame bool) error
	read = func(object []byte, line int, inFrame bool) error {
		if !flat.Read(object, values, columns) {
			if rows, isFrame := celltext.Rows(object); isFrame && !inFrame {
				for _, row := range rows {
					if err := read(row, line, true); err != nil {
						return err
					}
				}
				return nil
			}
			members := MembersOf(object)
			if members == nil {
				return s.SkipRow(line, sourcefile.MalformedJSON)
			}
			columns.AddMembers("", members)
			for i, name := range names {
				cells, ok := CellsAt(members, name)
				if !ok {
					return s.SkipRow(line, tabular.TupleCell)
				}
				values[i] = cells
			}
		}
		slices.Sort(columns.Fresh)
		for _, name := range columns.Fresh {
			if r.late == nil {
				break
			}
			if err := r.late(name); err != nil {
				return err
			}
		}
		columns.Fresh = columns.Fresh[:0]
		return visit(values)
	}
	return sourcefile.EachObject(s, func(object []byte, line int) error {
		end := s.Line
		s.Line, s.End = line, end
		if err := read(object, line, false); err != nil {
			return err
		}
		s.Line = end
		return nil
	})
}

// LateColumn is the reason under which columns are counted that occur only after a file's beginning.
const LateColumn = "columns that no object at the file's beginning has, not read"

// lateColumns handles columns that first occur after the beginning of the file, from which the plan was made.
type lateColumns struct {
	source  *sourcefile.Source
	plan    *tabular.Plan
	objects tabular.NameTree // of all columns so far
}

// newLateColumns returns what handles the columns of a file with these at its beginning.
func newLateColumns(s *sourcefile.Source, head []string, p *tabular.Plan) *lateColumns {
	l := &lateColumns{s, p, tabular.NameTree{}}
	for _, name := range head {
		l.objects.Add(name)
	}
	return l
}

// tell handles a column. One that would change the plan is an error, since its values in earlier rows would be lost. Other columns are
// counted.
func (l *lateColumns) tell(name string) error {
	if l.objects[name+"."] {
		return nil // null, where other objects have an object
	}
	if l.plan.MayRead(name) {
		if err := l.check(name); err != nil {
			return err
		}
	}
	l.objects.Add(name)
	if s := l.source; !s.Counted {
		s.Rep.Remark(LateColumn, 1, s.Path, s.Line)
	}
	return nil
}

// check returns an error if a column would change the plan. A late column that changed nothing changes nothing beside another one either,
// so that the plan is made of those at the beginning and this one.
func (l *lateColumns) check(name string) error {
	if !l.plan.IsChangedBy(name) {
		return nil
	}
	hint := "put an object with this column first"
	if role := tabular.RoleOf(name); role != "" {
		hint = "say --columns " + role + "=" + name + ", or " + hint
	}
	return errs.BadInput(l.source.Path, l.source.Line, hint,
		"the column %s stands here first, and what is read was told from the objects before", name)
}

// flatRecords reads objects that hold no others: most rows of most files.
type flatRecords struct {
	reader celltext.Reader
	names  []string
	met    []metMember
	dotted bool // a name may be that of a member of a member, or is empty
}

func NewFlatRecords(names []string) *flatRecords {
	isDotted := func(name string) bool { return name == "" || strings.Contains(name, ".") }
	return &flatRecords{names: names, dotted: slices.ContainsFunc(names, isDotted)}
}

// Read reads the cells of an object, as CellsAt does, and adds its columns. It returns false if the object has another form.
func (f *flatRecords) Read(object []byte, values []tabular.Cells, columns *tabular.ColumnSet) bool {
	if f.dotted {
		return false
	}
	members, ok := f.reader.Read(object)
	if !ok {
		return false
	}
	clear(values)
	for i, m := range members {
		if i == len(f.met) {
			f.met = append(f.met, f.member(m.Name))
		}
		member := &f.met[i]
		if member.name != m.Name {
			*member = f.member(m.Name)
		}
		if !member.isColumn && (!m.Listed || len(m.Texts) > 0) {
			columns.Add(m.Name)
			member.isColumn = true
		}
		for _, place := range member.places {
			values[place] = tabular.Cells{Texts: m.Texts, Listed: m.Listed, Null: m.Null}
		}
	}
	return true
}

// metMember is a member of the objects before, by its place in the last object that had so many.
type metMember struct {
	name     string
	places   []int // in the names that are read
	isColumn bool  // it was added to the columns
}

// member returns what is known of a member before it is read.
func (f *flatRecords) member(name string) metMember {
	member := metMember{name: name}
	for place, read := range f.names {
		if read == name {
			member.places = append(member.places, place)
		}
	}
	return member
}

// CellsAt returns the cells of a value in a column, "" for the value itself. ok is false where a list in a list has items of several meanings.
func CellsAt(value any, name string) (cells tabular.Cells, ok bool) {
	var w columnWalk
	w.descend(value, name)
	cells = tabular.Cells{Texts: w.texts, Listed: w.depth == 1, IsObject: w.isObject, Null: w.nulls == 1 && len(w.texts) == 1 && w.depth == 0}
	if w.depth > 1 {
		cells.Places = w.places
	}
	return cells, !w.hasTuple
}

// columnWalk collects the texts of one column in an object.
type columnWalk struct {
	texts    []string
	places   [][]int
	place    []int
	depth    int
	nulls    int
	hasTuple bool
	isObject bool
}

// add appends a text at the current place.
func (w *columnWalk) add(text string) {
	w.texts = append(w.texts, text)
	w.places = append(w.places, slices.Clone(w.place))
}

// descend follows the rest of a column's name. In a list, an item without such a member adds an empty text.
// So the items of a list have equally many texts in all their columns.
func (w *columnWalk) descend(value any, rest string) {
	switch value := value.(type) {
	case []any:
		w.place = append(w.place, 0)
		w.depth = max(w.depth, len(w.place))
		w.hasTuple = w.hasTuple || len(w.place) > 1 && tabular.IsTuple(value)
		for i, item := range value {
			w.place[len(w.place)-1] = i
			w.descend(item, rest)
		}
		w.place = w.place[:len(w.place)-1]
	case map[string]any:
		w.isObject = w.isObject || rest == "" && len(w.place) == 0
		if member, suffix, ok := tabular.MemberAt(value, rest); ok {
			w.descend(member, suffix)
		} else if len(w.place) > 0 {
			w.add("")
		}
	default:
		if rest != "" {
			value = nil
		}
		if value == nil {
			w.nulls++
		}
		if value != nil || len(w.place) > 0 || rest == "" {
			w.add(PlainText(value))
		}
	}
}

// PlainText returns a text, a number or a truth value as a text, and null as "". A whole number is written
// without a point.
func PlainText(value any) string {
	switch value := value.(type) {
	case string:
		return value
	case json.Number:
		return celltext.WholeSpelling(value.String())
	case bool:
		if value {
			return "true"
		}
		return "false"
	}
	return ""
}

// jsonLists is a table of JSON lists, one a line, or all in one list on a line. Its columns have numbers as names.
type jsonLists struct {
	names []string
	first []string // texts of the first row
}

// newJSONLists returns the table of a head; nil if its first line is no list of texts, numbers and lists.
func newJSONLists(h sourcefile.Head) *jsonLists {
	if !h.OpensWith('[') {
		return nil
	}
	var t *jsonLists
	_ = eachList(sourcefile.HeadSource(h), func(row []any) error {
		t = &jsonLists{names: numbersUpTo(len(row))}
		for _, value := range row {
			cells, _ := CellsAt(value, "")
			t.first = append(t.first, slices.Concat(cells.Texts, []string{""})[0])
		}
		return sourcefile.ErrStop
	})
	if t == nil || len(t.names) < 2 {
		return nil
	}
	return t
}

// numbersUpTo returns the numbers from 1 as names.
func numbersUpTo(n int) (names []string) {
	for i := range n {
		names = append(names, strconv.Itoa(i+1))
	}
	return names
}

func (t *jsonLists) Columns() (names []string, loose bool) { return t.names, false }

// VisitRows calls visit for every list.
func (t *jsonLists) VisitRows(s *sourcefile.Source, names []string, visit func(values []tabular.Cells) error) error {
	values := make([]tabular.Cells, len(names))
	return eachList(s, func(row []any) error {
		if len(row) != len(t.names) {
			return s.SkipRow(s.Line, sourcefile.WrongFields)
		}
		for i, name := range names {
			var ok bool
			if values[i], ok = CellsAt(row[slices.Index(t.names, name)], ""); !ok {
				return s.SkipRow(s.Line, tabular.TupleCell)
			}
		}
		return visit(values)
	})
}

// eachList calls visit for every list of a line, or for each list in it where all its members are lists. Other lines are counted.
func eachList(s *sourcefile.Source, visit func(row []any) error) error {
	return sourcefile.EachLine(s, func(line []byte) error {
		s.End = s.Line
		var list []any
		if line = bytes.TrimSpace(line); len(line) == 0 {
			return nil
		}
		if DecodeNumbers(line, &list) != nil || len(list) == 0 {
			return s.SkipRow(s.Line, sourcefile.MalformedJSON)
		}
		isOuter := !slices.ContainsFunc(list, func(value any) bool { _, is := value.([]any); return !is })
		if !isOuter {
			return visit(list)
		}
		for _, row := range list {
			if err := visit(row.([]any)); err != nil {
				return err
			}
		}
		return nil
	})
}
