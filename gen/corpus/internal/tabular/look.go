package tabular

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/axiomine/axiomine/gen/corpus/internal/celltext"
	"github.com/axiomine/axiomine/internal/errs"
)

// errEnough ends looking early.
var errEnough = errors.New("enough")

// rowsLookedAt is how many rows of a head decide what labels and ids are.
const rowsLookedAt = 1000

// Look reads the head's rows, to tell whether labels are real numbers, which are scores, and whether ids are written as floats.
// Where numbers are texts, ids are looked at; elsewhere numbers are told from texts.
func (p *Plan) Look(readRows func([]string, func([]Cells) error) error, texts bool, choice columnChoice) error {
	kinds := make([]kindsMet, len(p.Names))
	n := 0
	err := readRows(p.Names, func(values []Cells) error {
		for i := range values {
			for _, text := range values[i].Texts {
				kinds[i].add(strings.TrimSpace(text))
			}
		}
		if n++; n == rowsLookedAt {
			return errEnough
		}
		return nil
	})
	if err != nil && err != errEnough {
		return err
	}
	for i := range p.docs {
		p.tellScores(&p.docs[i], kinds, choice)
	}
	if texts {
		p.wholes = make([]bool, len(p.Names))
		for i := range kinds {
			p.wholes[i] = kinds[i].wholes > 0 && kinds[i].wholes+kinds[i].missing == kinds[i].all
		}
	}
	return nil
}

// kindsMet counts what the texts of a column are.
type kindsMet struct {
	all, missing, wholes int
	commas               int
	numbers              int
	fractions            []string
}

func (k *kindsMet) add(text string) {
	k.all++
	if text == "" || celltext.IsOneOf(text, missingLabels) {
		k.missing++
		return
	}
	if celltext.IsWholeFloat(text) {
		k.wholes++
	}
	if HasDecimalComma(text) {
		k.commas++
	}
	if _, ok := ParseNumber(text, true); ok {
		k.numbers++
		if len(k.fractions) < rowsLookedAt {
			k.fractions = append(k.fractions, text)
		}
	}
}

// tellScores makes a score of a label whose values are all numbers and not all whole, where no grade is made of them.
func (p *Plan) tellScores(d *docColumns, kinds []kindsMet, choice columnChoice) {
	if d.label < 0 {
		return
	}
	k := &kinds[d.label]
	d.Comma = k.commas > 0
	if d.cutoff != nil || k.numbers+k.missing < k.all {
		return
	}
	real := slices.ContainsFunc(k.fractions, func(text string) bool {
		_, v := d.reading(text)
		return v == fractional
	})
	if !real {
		return
	}
	name := p.Names[d.label]
	for i := range p.readings {
		if r := &p.readings[i]; r.role == LabelRole && r.name == name {
			if len(choice.names[LabelRole]) == 0 {
				r.role = ScoreRole
			}
			r.remark = fmt.Sprintf(` (real numbers order candidates and judge nothing: --columns "label=%s>=0.5" judges)`, name)
		}
	}
	if d.Score < 0 {
		d.Score = d.label
	}
	d.label = -1
}

// metColumns tells whether chosen columns that the head of a file does not have stand further down.
type metColumns struct {
	names  []string
	Absent []int // places in names
}

// NewMetColumns takes the columns that a plan reads and those that the head of a file has.
func NewMetColumns(have []string, p *Plan) *metColumns {
	m := &metColumns{names: p.Names}
	for i, name := range p.Names {
		if !slices.Contains(have, name) {
			m.Absent = append(m.Absent, i)
		}
	}
	return m
}

// Add takes the columns that a row has from those that are absent.
func (m *metColumns) Add(values []Cells) {
	if len(m.Absent) > 0 {
		m.Absent = slices.DeleteFunc(m.Absent, func(i int) bool { return !values[i].IsEmpty() })
	}
}

// Check returns an error where a chosen column stands nowhere in a file.
func (m *metColumns) Check(path, columns string) error {
	if len(m.Absent) == 0 {
		return nil
	}
	e := errs.BadUsage("name a column of the file", "--columns %s: there is no such column: %s", columns, m.names[m.Absent[0]])
	e.File = path
	return e
}

// BadColumns returns the error for a file whose columns say too little: what was recognised, and what was not.
// It has no names where there is no table.
func (p *Plan) BadColumns(path string, names []string) error {
	if p == nil {
		return errs.BadInput(path, 0, "put a line such as query,passage,label first, or say --columns query=1,document=2",
			"no table with named columns")
	}
	if len(p.readings) == 0 && looksHeaderless(names) {
		return errs.BadInput(path, 0, "number the columns: --columns query=1,document=2,label=3, or --columns query=1,positive=2,negative=3",
			"its first line names no columns, and its fields have no known names")
	}
	if len(p.readings) == 0 {
		return errs.BadInput(path, 0, "say --columns query=NAME,document=NAME,label=NAME (numbers where the file has no header), "+
			"or give documents alone with --collection",
			"its columns are %s: none is known to hold what is wanted", Listed(names))
	}
	lacking := DocRole
	if p.Query < 0 && p.Texts() {
		lacking = QueryRole
	}
	hint := fmt.Sprintf("say --columns %s=NAME", lacking)
	if name := likelyColumn(p.unread, lacking); name != "" {
		hint = fmt.Sprintf("did you mean --columns %q?", lacking+"="+name)
	}
	return errs.BadInput(path, 0, hint+", or give documents alone with --collection",
		"its columns are %s: recognised are %s, none is known to hold the %s", Listed(names), p, lacking)
}

// looksHeaderless reports whether the names of columns are values: a sentence, or a number.
func looksHeaderless(names []string) bool {
	for _, name := range names {
		if len(strings.Fields(name)) > 5 || celltext.IsNumber([]byte(strings.TrimSpace(name))) {
			return true
		}
	}
	return false
}

// likely returns the column that most probably has a role: the only one that is left, or the first with a word of a known name.
func likelyColumn(names []string, role string) string {
	if len(names) == 1 {
		return names[0]
	}
	for _, name := range names {
		for _, word := range knownNames(role) {
			if strings.Contains(plainColumn(name), word) {
				return name
			}
		}
	}
	return ""
}

// UnreadColumns tells which columns of a table have no role.
func (p *Plan) UnreadColumns() string {
	if len(p.unread) == 0 {
		return ""
	}
	return "columns " + Listed(p.unread) + ": no role is known by these names; --columns ROLE=NAME reads one"
}
