package tabular

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/axiomine/axiomine/internal/errs"
	"github.com/axiomine/axiomine/internal/lazy"
)

// options says how the label of a row names the right one of its documents: multiple choice.
type options struct {
	names  []string // the options' own labels, such as A and B, where they are columns that have them
	keys   int      // the column of the options' own labels, -1 without one
	isText bool     // the label is the text of the right one
	base   int      // else it is a letter, or a number: that of the first one
}

// Places of labels that name no option, and of those that are missing.
const (
	noOption = -1
	unsaid   = -2
)

// place returns the place of the option that a label names.
func (o *options) place(label string, keys, texts []string) int {
	if label = strings.TrimSpace(label); isMissing(label) || label == "-1" {
		return unsaid
	}
	isLabel := func(text string) bool { return strings.EqualFold(strings.TrimSpace(text), label) }
	if i := max(slices.IndexFunc(o.names, isLabel), slices.IndexFunc(keys, isLabel)); i >= 0 {
		return i
	}
	place := noOption
	if x, isNumber := ParseNumber(label, false); o.isText {
		place = slices.IndexFunc(texts, isLabel)
	} else if isNumber {
		place = int(x) - o.base
	} else if len(label) == 1 {
		place = int(strings.ToUpper(label)[0]) - 'A'
	}
	if place < 0 || place >= len(texts) {
		return noOption
	}
	return place
}

// rightPlace returns the place of the right option of a row: the cells of its options, of its label, and of the options' own labels.
func (o *options) rightPlace(texts []string, label, keys *Cells) int {
	switch {
	case label.IsEmpty():
		return unsaid
	case len(label.Texts) > 1 || len(texts) < 2:
		return noOption
	}
	return o.place(label.Texts[0], keys.listTexts(), texts)
}

// listTexts returns the texts of a cell, those of a list that one text writes too.
func (c *Cells) listTexts() []string {
	if len(c.Texts) == 1 && !c.Listed {
		if items, ok := parseList(c.Texts[0]); ok {
			return items
		}
	}
	return c.Texts
}

// optionsOf returns how a label names the right one of the documents in some columns, and which one it is in each row of the head; nil if it
// does not in all of them, or where its numbers may count from 0 or from 1.
func (p *Plan) optionsOf(label string, columns []string) (o options, places []int) {
	names, keys := append([]string{label}, columns...), p.optionKeys(columns)
	if keys != "" {
		names = append(names, keys)
	}
	ways := []options{{}, {base: 1}, {isText: true}}
	met := make([][]int, len(ways))
	for values := range p.head(names...) {
		var texts []string
		for i := range columns {
			texts = append(texts, values[1+i].listTexts()...)
		}
		own := &Cells{}
		if keys != "" {
			own = &values[len(names)-1]
		}
		for i := range ways {
			ways[i].names = letterMarks(columns)
			met[i] = append(met[i], ways[i].rightPlace(texts, &values[0], own))
		}
	}
	for i, way := range ways {
		isSaid := slices.ContainsFunc(met[i], func(place int) bool { return place >= 0 })
		switch {
		case !isSaid || slices.Contains(met[i], noOption):
		case places != nil && !slices.Equal(places, met[i]):
			return o, nil
		case places == nil:
			o, places = way, met[i]
		}
	}
	if o.keys = -1; keys != "" {
		o.keys = slices.Index(p.Names, keys)
	}
	return o, places
}

// letterMarks returns the letters that tell columns apart, which are the names of options; nil for numbers, or a single column.
func letterMarks(columns []string) (marks []string) {
	for _, name := range columns {
		mark := optionMark(name)
		if len(columns) == 1 || mark == "" || mark <= "9" {
			return nil
		}
		marks = append(marks, mark)
	}
	return marks
}

// optionMark returns the number or letter at the end of the name of a column of an option, "" for another column.
func optionMark(name string) string {
	if parts := optionSeries().FindStringSubmatch(plainColumn(name)); parts != nil {
		return parts[2]
	}
	return ""
}

// optionKeys returns the column of the options' own labels, a member beside their texts; "" without one.
func (p *Plan) optionKeys(columns []string) string {
	parent := parentOf(columns[0])
	for _, member := range []string{"label", "key", "id"} {
		if name := parent + member; parent != "" && len(columns) == 1 && slices.Contains(p.Header, name) {
			return name
		}
	}
	return ""
}

// Names of columns of multiple choice: lists of options, columns of one option each, and columns that say which is right.
var (
	optionList   = lazy.Regexp(`(^|_)(choices|options|endings|alternatives)(_texts?)?$|^answers(_texts?)?$`)
	optionSeries = lazy.Regexp(`^(|.*?(?:choices?|options?|ending|answer|sol|solution|holding|op|alternative|candidate)_?)([0-9]|[a-j])$`)
	rightName    = lazy.Regexp(`(^|_)(answers?|answerkey|labels?|gold|correct|target|key|cop|right)(_|$)`)
)

// optionColumns returns columns that may be the options of multiple choice: lists, and columns of one option each.
func (p *Plan) optionColumns() (all [][]string) {
	stems := map[string]int{} // places in all
	for _, name := range p.Header {
		plain := plainColumn(name)
		mark := optionMark(name)
		if optionList().MatchString(plain) {
			all = append(all, []string{name})
		} else if mark != "" {
			stem := strings.TrimSuffix(plain, mark)
			i, isMet := stems[stem]
			if !isMet {
				i = len(all)
				stems[stem], all = i, append(all, nil)
			}
			all[i] = append(all[i], name)
		}
	}
	return slices.DeleteFunc(all, func(columns []string) bool {
		for i := range columns[1:] {
			if optionMark(columns[i])[0]+1 != optionMark(columns[i+1])[0] {
				return true
			}
		}
		return len(columns) == 1 && optionMark(columns[0]) != ""
	})
}

// rightColumn returns the column that says which one of some options is right; "" if none does in all rows, or two name others.
func (p *Plan) rightColumn(columns []string, names []string) (label string) {
	var said []int
	for _, name := range names {
		if slices.Contains(columns, name) || parentOf(name) != "" && parentOf(name) == parentOf(columns[0]) {
			continue
		}
		o, places := p.optionsOf(name, columns)
		switch {
		case places == nil || o.isText && strings.HasPrefix(plainColumn(columns[0]), "answers"): // one of several right ones, perhaps
		case said != nil && !slices.Equal(said, places):
			return ""
		case said == nil:
			label, said = name, places
		}
	}
	return label
}

// suggestOptions returns the value of --columns that reads multiple choice, and the texts that have no role in it; "" if the table is none.
func (p *Plan) suggestOptions() (text string, left []string) {
	if p.rows == nil {
		return "", nil
	}
	for _, columns := range p.optionColumns() {
		names := slices.DeleteFunc(slices.Clone(p.Header), func(name string) bool { return !rightName().MatchString(plainColumn(name)) })
		if n := len(p.Header); p.isNumbered() && n > 3 {
			if columns, names = p.Header[1:n-1], p.Header[n-1:]; p.lookAtTexts(names)[0].numbers > 0 {
				continue
			}
		}
		label := p.rightColumn(columns, names)
		if label == "" {
			continue
		}
		query := p.optionsQuery(columns, label)
		if query == "" && len(columns) > 2 { // A is compared with B and C
			if label = p.rightColumn(columns[1:], names); label != "" {
				query, columns = columns[0], columns[1:]
			}
		}
		if query == "" {
			continue
		}
		parts := []string{choiceOf(QueryRole, query)}
		for _, name := range columns {
			parts = append(parts, choiceOf(DocRole, name))
		}
		text = strings.Join(append(parts, choiceOf(LabelRole, label)), ",")
		for _, name := range p.given.names[UnusedRole] {
			text += "," + choiceOf(UnusedRole, name)
		}
		if plan := p.tried(text); plan != nil {
			left, _ = plan.leftTexts(manyWords)
			for _, name := range left {
				text += "," + choiceOf(UnusedRole, name)
			}
			return text, left
		}
	}
	return "", nil
}

// optionsQuery returns the column of the question about options: by its name, or the longest text beside them; "" without one.
func (p *Plan) optionsQuery(columns []string, label string) string {
	s := &suggester{Plan: p, names: p.Header, roles: map[string]string{label: LabelRole}}
	for _, name := range columns {
		s.roles[name] = DocRole
	}
	for _, look := range p.lookAtTexts(p.Header) {
		if look.isText(fewWords) && !neverQuery().MatchString(plainColumn(look.name)) || s.readAs(look.name, QueryRole) {
			s.texts = append(s.texts, look)
		}
	}
	s.give(QueryRole, func(a, b textLook) bool { return a.mean() > b.mean() }, func(t textLook) bool { return s.readAs(t.name, QueryRole) },
		func(t textLook) bool { return queryName().MatchString(plainColumn(t.name)) },
		func(t textLook) bool { return !besideRows().MatchString(plainColumn(t.name)) }, func(textLook) bool { return true })
	return s.named(QueryRole)
}

// choiceOf returns ROLE=NAME as --columns has it.
func choiceOf(role, name string) string {
	if strings.ContainsAny(name, ",\"") {
		name = `"` + name + `"`
	}
	return role + "=" + name
}

// takeOptions reads multiple choice, if no text is left over. It reports whether the table is one.
func (p *Plan) takeOptions() (is bool, err error) {
	text, left := p.suggestOptions()
	if text == "" || len(left) > 0 {
		p.leftOfOptions = left
		return text != "", nil
	}
	choice, err := ParseColumns(text)
	if err != nil {
		return true, err
	}
	return true, p.planAgain(choice)
}

// tellOptions finds out how a single label of a row names the right one of several documents, and returns an error if it does not, or if
// nobody said so.
func (p *Plan) tellOptions() error {
	if len(p.docs) == 0 || p.docs[0].text < 0 || p.Form.turns || p.Form.isSet || p.Form.best != "" {
		return nil
	}
	var columns []string
	for _, d := range p.docs {
		columns = append(columns, p.Names[d.text])
	}
	d := &p.docs[0]
	isSaid := p.choice.Has(DocRole) && p.choice.Has(LabelRole) && d.cutoff == nil
	if p.best < 0 {
		isOne := d.label >= 0 && p.kinds[d.label].several == 0 && p.kinds[d.label].all > 0
		if !isOne || p.kinds[d.text].several == 0 || p.kinds[d.label].listed > 0 && !isSaid {
			return nil
		}
		p.best = d.label
	}
	label := p.Names[p.best]
	o, places := p.optionsOf(label, columns)
	if places == nil || !isSaid || p.Query < 0 || p.kinds[p.Query].listed > 0 {
		hint := "write a list with a label for each document"
		if places != nil && p.Query >= 0 {
			hint += "; if the label is the place of the right one, paste --columns " + strconv.Quote(strings.Join([]string{choiceOf(QueryRole, p.Names[p.Query]),
				choiceOf(DocRole, columns[0]), choiceOf(LabelRole, label)}, ","))
		}
		return errs.BadInput(p.file, 0, hint, "the column %s has one label a row, and %s several documents, of which it does not name one in each row",
			label, FormatList(columns))
	}
	for i := range p.docs {
		p.docs[i].label, p.docs[i].judged, p.docs[i].grade = -1, true, 1
	}
	if keys := p.optionKeys(columns); keys != "" {
		if o.keys = slices.Index(p.Names, keys); o.keys < 0 {
			o.keys, p.Names = len(p.Names), append(p.Names, keys)
		}
	}
	p.options = &o
	remark := fmt.Sprintf(" (the place of the right one, from %d)", o.base)
	switch {
	case o.isText:
		remark = " (the text of the right one)"
	case o.keys >= 0 || p.kinds[p.best].numbers == 0:
		remark = " (the letter or name of the right one)"
	}
	p.Columns.find(LabelRole, label).remark = remark
	return nil
}
