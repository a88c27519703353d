package corpus

import (
	"fmt"
	"slices"
	"strings"

	"github.com/axiomine/axiomine/configs/fault"
)

// rowsLookedAt is how many rows of a head decide what labels and ids are.
const rowsLookedAt = 1000

// look reads the head's rows, to tell whether labels are real numbers, which are scores, and whether ids are written as floats.
func (p *plan) look(t rowTable, h head, choice columnChoice) error {
	kinds := make([]kindsMet, len(p.names))
	seen := 0
	err := t.each(headSource(h), p.names, func(values []cells) error {
		for i := range values {
			for _, text := range values[i].texts {
				kinds[i].add(strings.TrimSpace(text))
			}
		}
		if seen++; seen == rowsLookedAt {
			return errStop
		}
		return nil
	})
	if err != nil && err != errStop {
		return err
	}
	for i := range p.docs {
		p.tellScores(&p.docs[i], kinds, choice)
	}
	if _, typed := t.(*delimited); typed { // elsewhere numbers are told from texts
		p.wholes = make([]bool, len(p.names))
		for i := range kinds {
			p.wholes[i] = kinds[i].wholes > 0 && kinds[i].wholes+kinds[i].missing == kinds[i].all
		}
	}
	return nil
}

// kindsMet counts what the texts of a column are.
type kindsMet struct {
	all, missing, wholes int
	decimals, commas     int
	numbers              int
	fractions            []string
}

func (k *kindsMet) add(text string) {
	k.all++
	if text == "" || isOneOf(text, missingLabels) {
		k.missing++
		return
	}
	if isWholeFloat(text) {
		k.wholes++
	}
	if hasDecimalComma(text) {
		k.commas++
	}
	if _, ok := parseNumber(text, true); ok {
		k.numbers++
		if len(k.fractions) < rowsLookedAt {
			k.fractions = append(k.fractions, text)
		}
	}
}

// tellScores makes a score of a label whose values are all numbers and not all whole, where no grade is made of them.
func (p *plan) tellScores(d *docColumns, kinds []kindsMet, choice columnChoice) {
	if d.label < 0 {
		return
	}
	k := &kinds[d.label]
	d.comma = k.commas > 0
	if d.from != nil || k.numbers+k.missing < k.all {
		return
	}
	real := slices.ContainsFunc(k.fractions, func(text string) bool {
		_, v := d.reading(text)
		return v == fractional
	})
	if !real {
		return
	}
	name := p.names[d.label]
	for i := range p.readings {
		if r := &p.readings[i]; r.role == labelRole && r.name == name {
			if len(choice.names[labelRole]) == 0 {
				r.role = scoreRole
			}
			r.remark = fmt.Sprintf(` (real numbers order candidates and judge nothing: --columns "label=%s>=0.5" judges)`, name)
		}
	}
	if d.score < 0 {
		d.score = d.label
	}
	d.label = -1
}

// metColumns tells whether chosen columns that the head of a file does not have stand further down.
type metColumns struct {
	names  []string
	absent []int // places in names
}

func newMetColumns(t rowTable, p *plan) *metColumns {
	m := &metColumns{names: p.names}
	have, _ := t.columns()
	for i, name := range p.names {
		if !slices.Contains(have, name) {
			m.absent = append(m.absent, i)
		}
	}
	return m
}

// add takes the columns that a row has from those that are absent.
func (m *metColumns) add(values []cells) {
	if len(m.absent) > 0 {
		m.absent = slices.DeleteFunc(m.absent, func(i int) bool { return !values[i].isEmpty() })
	}
}

// check returns an error where a chosen column stands nowhere in a file.
func (m *metColumns) check(path string, o Options) error {
	if len(m.absent) == 0 {
		return nil
	}
	e := fault.BadUsage("name a column of the file", "--columns %s: there is no such column: %s", o.Columns, m.names[m.absent[0]])
	e.File = path
	return e
}

// badColumns returns the error for a file whose columns say too little: what was recognised, and what was not.
func badColumns(path string, t rowTable, p *plan) error {
	if t == nil {
		return fault.BadInput(path, 0, "put a line such as query,passage,label first, or say --columns query=1,document=2",
			"no table with named columns")
	}
	names, _ := t.columns()
	if (p == nil || len(p.readings) == 0) && looksHeaderless(names) {
		return fault.BadInput(path, 0, "number the columns: --columns query=1,document=2,label=3, or --columns query=1,positive=2,negative=3",
			"its first line names no columns, and its fields have no known names")
	}
	if p == nil || len(p.readings) == 0 {
		return fault.BadInput(path, 0, "say --columns query=NAME,document=NAME,label=NAME (numbers where the file has no header), "+
			"or give documents alone with --collection",
			"its columns are %s: none is known to hold what is wanted", listed(names))
	}
	lacking := docRole
	if p.query < 0 && p.texts() {
		lacking = queryRole
	}
	hint := fmt.Sprintf("say --columns %s=NAME", lacking)
	if name := likely(p.unread, lacking); name != "" {
		hint = fmt.Sprintf("did you mean --columns %q?", lacking+"="+name)
	}
	return fault.BadInput(path, 0, hint+", or give documents alone with --collection",
		"its columns are %s: recognised are %s, none is known to hold the %s", listed(names), p, lacking)
}

// looksHeaderless reports whether the names of columns are values: a sentence, or a number.
func looksHeaderless(names []string) bool {
	for _, name := range names {
		if len(strings.Fields(name)) > 5 || isNumber([]byte(strings.TrimSpace(name))) {
			return true
		}
	}
	return false
}

// likely returns the column that most probably has a role: the only one that is left, or the first with a word of a known name.
func likely(names []string, role string) string {
	if len(names) == 1 {
		return names[0]
	}
	for _, name := range names {
		for _, known := range knownNames(role) {
			if strings.Contains(plainColumn(name), known) {
				return name
			}
		}
	}
	return ""
}
