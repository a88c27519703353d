package tabular

import (
	"slices"
	"strings"

	"github.com/axiomine/axiomine/internal/errs"
	"github.com/axiomine/axiomine/internal/lazy"
)

// options are the ways in which the label of a row names the right ones of its documents: multiple choice, or the places that were clicked.
type options struct {
	keys   int    // the column of the options' keys, such as A and B; -1 without one
	isText bool   // true if a label is the text of the right option
	base   int    // the number of the first option, if labels are numbers
	letter string // the letter of the first option, if labels are letters
	digit  string // the digit in the name of the first option's column, if labels are such names; "" if not
}

// places returns the places of the right options of a row, by the cells of its label and of the options' keys; nil if the label is missing.
// ok is false if a label names no option.
func (o *options) places(options []string, label, keys *Cells) (places []int, ok bool) {
	if label.IsEmpty() || isMissing(label.Texts[0]) || label.Texts[0] == "-1" {
		return nil, true
	}
	for _, text := range label.Texts {
		i := o.place(options, strings.ToLower(strings.TrimSpace(text)), keys)
		if i < 0 && isCalled("tie", text) {
			return nil, true
		}
		if i < 0 || i >= len(options) || len(options) < 2 && !label.Listed || label.depth() > 1 {
			return nil, false
		}
		places = append(places, i)
	}
	return places, label.Listed || len(places) == 1
}

// place returns the place that a label in lower case names. It may be beyond the options.
func (o *options) place(options []string, text string, keys *Cells) int {
	isLabel := func(other string) bool { return strings.EqualFold(strings.TrimSpace(other), text) }
	if i := slices.IndexFunc(keys.Texts, isLabel); i >= 0 {
		return i
	}
	if o.isText {
		return slices.IndexFunc(options, isLabel)
	} else if x, isNumber := ParseNumber(text, false); isNumber {
		return int(x) - o.base
	} else if len(text) == 1 {
		return int(text[0]) - int(o.letter[0])
	}
	switch _, mark, _ := optionMark(text); { // of a name such as that of the column
	case mark > "9":
		return int(mark[0]) - int(o.letter[0])
	case mark != "" && o.digit != "":
		return int(mark[0]) - int(o.digit[0])
	}
	return -1
}

func (p *Plan) optionCells(o *options, values []Cells) (texts []string, label, keys *Cells) {
	texts = values[p.docs[0].text].Texts
	for i := range p.docs[1:] {
		texts = append(slices.Clip(texts), values[p.docs[1+i].text].Texts...)
	}
	if keys = (&Cells{}); o.keys >= 0 {
		keys = &values[o.keys]
	}
	return texts, &values[p.best], keys
}

// tellOptions finds out how the label of a row, one text or a list that is not parallel to the documents, names the right documents. It
// returns an error if a label of the head names none, if two ways to read labels disagree, such as numbers from 0 or from 1, or if the user
// did not say that the column is a label.
func (p *Plan) tellOptions() error {
	if len(p.docs) == 0 || p.docs[0].text < 0 || p.Form.turns || p.Form.isSet || p.Form.best != "" {
		return nil
	}
	d := &p.docs[0]
	isSaid := p.choice.Has(DocRole) && p.choice.Has(LabelRole) && d.cutoff == nil
	if p.best < 0 {
		isOne := d.label >= 0 && p.kinds[d.label].listed == 0 && p.kinds[d.label].several == 0 && p.kinds[d.label].all > 0
		if d.label < 0 || p.kinds[d.text].several == 0 || !isOne && !(isSaid && p.areUnequal(d)) {
			return nil
		}
		p.best = d.label
	}
	way := options{keys: -1, letter: "a"}
	for _, member := range []string{"label", "key", "id"} {
		name := parentOf(p.Names[d.text]) + member
		if len(p.docs) == 1 && strings.Contains(name, ".") && slices.Contains(p.Header, name) && way.keys < 0 {
			way.keys, p.Names = len(p.Names), append(p.Names, name)
		}
	}
	if _, mark, _ := optionMark(p.Names[d.text]); mark > "9" {
		way.letter = mark
	} else {
		way.digit = mark
	}
	ways := []options{way, way, way}
	ways[1].base, ways[2].isText = 1, true
	if d.id >= 0 && way.keys < 0 {
		way.keys = d.id
		ways = append(ways, way)
	}
	met, isBad := make([][][]int, len(ways)), make([]bool, len(ways))
	for values := range p.head(p.Names...) {
		p.parseLists(values)
		for i := range ways {
			places, ok := ways[i].places(p.optionCells(&ways[i], values))
			met[i], isBad[i] = append(met[i], places), isBad[i] || !ok
		}
	}
	var places [][]int
	for i := range ways {
		isRight := !isBad[i] && slices.ContainsFunc(met[i], func(places []int) bool { return places != nil })
		switch {
		case isRight && places == nil:
			p.options, places = &ways[i], met[i]
		case isRight && !slices.EqualFunc(places, met[i], slices.Equal):
			isSaid = false
		}
	}
	if p.options == nil || !isSaid || p.Query < 0 || p.kinds[p.Query].listed > 0 {
		return errs.BadInput(p.file, 0, "write a list with a label for each document; if the label names the right one in each row, say --columns query=NAME,document="+
			p.Names[d.text]+",label="+p.Names[p.best], "the column %s has one label a row, or another number than %s has documents", p.Names[p.best], p.Names[d.text])
	}
	for i := range p.docs {
		p.docs[i].label, p.docs[i].judged, p.docs[i].grade = -1, true, 1
	}
	remark := " (the letter or name of the right one)"
	switch {
	case p.options.isText:
		remark = " (the text of the right one)"
	case p.options.keys < 0 && p.kinds[p.best].numbers > 0:
		remark = " (the place of the right one, from " + string('0'+rune(p.options.base)) + ")"
	}
	if p.kinds[p.best].several > 0 {
		remark = strings.NewReplacer("letter", "letters", "name", "names", "place", "places", "text", "texts", "right one", "right ones").Replace(remark)
	}
	p.Columns.find(LabelRole, p.Names[p.best]).remark = remark
	return nil
}

// areUnequal reports whether most lists of labels have another number of items than the list of documents beside them.
func (p *Plan) areUnequal(d *docColumns) bool {
	unequal := 0
	for values := range p.head(p.Names...) {
		p.parseLists(values)
		switch texts := &values[d.text]; {
		case values[d.label].depth() != 1 || texts.depth() != 1 || values[d.label].IsEmpty():
		case len(values[d.label].Texts) == len(texts.Texts):
			unequal--
		default:
			unequal++
		}
	}
	return unequal > 0
}

// Names of columns of multiple choice: lists of options, and columns of one option each, with a stem of options or with another one.
var (
	optionList   = lazy.Regexp(`(^|_)(choices|options|endings|alternatives)(_texts?)?$|^answers(_texts?)?$`)
	optionSeries = lazy.Regexp(`^(?:(|.*?(?:choices?|options?|ending|answer|sol|solution|holding|op|alternative|candidate|hypothesis)_?)([0-9]|[a-j])|` +
		`(.+_)([0-9]|[a-j])|(.*[a-z])([0-9]))(?:_?text)?$`)
)

// optionMark returns the stem and the mark of the name of one option, "" if it is none, and whether the stem is that of other names too.
func optionMark(name string) (stem, mark string, isLoose bool) {
	parts := optionSeries().FindStringSubmatch(plainColumn(name))
	if parts == nil {
		return "", "", false
	}
	return parts[1] + parts[3] + parts[5], parts[2] + parts[4] + parts[6], parts[2] == ""
}

// optionColumns returns columns that may be the options of multiple choice: lists, and columns of one option each.
func (p *Plan) optionColumns() (all [][]string) {
	last := map[string]int{} // by a stem and the next mark, such as option_b: the number of the group of columns, from 1
	for _, name := range p.Header {
		if optionList().MatchString(plainColumn(name)) {
			all = append(all, []string{name})
		} else if stem, mark, _ := optionMark(name); mark != "" && !isCalled("negative", name) {
			i := last[stem+mark] - 1
			if i < 0 {
				i, all = len(all), append(all, nil)
			}
			all[i] = append(all[i], name)
			last[stem+string(mark[0]+1)] = i + 1
		}
	}
	for _, columns := range all {
		if n := len(columns); n > 2 {
			all = append(all, columns[1:], columns[1:n-1]) // a first column without a name, or A, may be the question
		}
	}
	return slices.DeleteFunc(all, func(columns []string) bool {
		return len(columns) == 1 && !optionList().MatchString(plainColumn(columns[0]))
	})
}

// suggestOptions returns the value of --columns that reads multiple choice, and the columns of texts that have no role in it; "" if the
// table is no multiple choice.
func (p *Plan) suggestOptions() (text string, left []string) {
	isNumbered, looks := p.isNumbered(), []textLook(nil)
	for _, columns := range p.optionColumns() {
		_, _, isLoose := optionMark(columns[0])
		for i, label := range p.Header {
			isPick := isCalled("pick", label)
			isRight := isPick || isCalled("right", label) || isNumbered && i == len(p.Header)-1
			isMember := parentOf(label) != "" && parentOf(label) == parentOf(columns[0]) // a label of each option
			query := ""
			if isRight && !isMember && !slices.Contains(columns, label) {
				if looks == nil {
					looks = p.lookAtTexts(p.Header)
				}
				query = p.optionsQuery(columns, label, looks)
			}
			if query == "" {
				continue
			}
			parts := []string{choiceOf(QueryRole, query)}
			for _, name := range columns {
				parts = append(parts, choiceOf(DocRole, name))
			}
			parts = append(parts, choiceOf(LabelRole, label))
			for _, name := range p.given.names[UnusedRole] {
				parts = append(parts, choiceOf(UnusedRole, name))
			}
			plan := p.tried(strings.Join(parts, ","))
			if plan == nil || plan.options == nil || isNumbered && plan.kinds[plan.best].numbers > 0 ||
				plan.options.isText && strings.HasPrefix(plainColumn(columns[0]), "answers") || // perhaps one of several right answers
				(isLoose || isPick) && !plan.picks(isPick) {
				continue
			}
			left, _ = plan.leftTexts(manyWords)
			for _, name := range left {
				parts = append(parts, choiceOf(UnusedRole, name))
			}
			return strings.Join(parts, ","), left
		}
	}
	return "", nil
}

// picks reports whether labels of options are letters or names of theirs, or also numbers that are more than yes and no, or texts, if the
// name of the column says that it has what was picked.
func (p *Plan) picks(isNamed bool) bool {
	k := &p.kinds[p.best]
	isPlace := func(x float64) bool { return x != 0 && x != 1 }
	return k.numbers == 0 && !p.options.isText || isNamed && (k.numbers == 0 || slices.ContainsFunc(k.values, isPlace))
}

// optionsQuery returns the column of the question about options: by its name, or the longest text beside them; "" without one.
func (p *Plan) optionsQuery(columns []string, label string, looks []textLook) string {
	s := &suggester{Plan: p, names: p.Header, roles: map[string]string{label: LabelRole}}
	for _, name := range columns {
		s.roles[name] = DocRole
	}
	for _, look := range looks {
		if look.isText(fewWords) && !isCalled("never-query", look.name) || s.readAs(look.name, QueryRole) && !look.hasClasses() {
			s.texts = append(s.texts, look)
		}
	}
	s.give(QueryRole, func(a, b textLook) bool { return a.mean() > b.mean() }, func(t textLook) bool { return s.readAs(t.name, QueryRole) },
		func(t textLook) bool { return isCalled("query", t.name) },
		func(t textLook) bool { return !isCalled("beside", t.name) }, func(textLook) bool { return true })
	return s.named(QueryRole)
}

// choiceOf returns ROLE=NAME as --columns has it.
func choiceOf(role, name string) string { return role + "=" + listItem(name) }
