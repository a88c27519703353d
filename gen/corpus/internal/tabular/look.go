package tabular

import (
	"cmp"
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/axiomine/axiomine/gen/corpus/internal/celltext"
	"github.com/axiomine/axiomine/internal/errs"
)

// errEnough ends reading early.
var errEnough = errors.New("enough")

// rowsLookedAt is the number of rows of a head that decide the kind of labels and ids.
const rowsLookedAt = 1000

// Look reads the head's rows. It decides whether labels are real numbers, which are scores. With texts, in
// tables without types, it also decides whether ids are written as floats. A column of texts that are all lists is an error of the file.
func (p *Plan) Look(path string, readRows func([]string, func([]Cells) error) error, texts bool, choice columnChoice) error {
	if err := p.takeUniqueID(readRows); err != nil {
		return err
	}
	kinds := make([]kindsMet, len(p.Names))
	n := 0
	err := readRows(p.Names, func(values []Cells) error {
		for i := range values {
			for _, text := range values[i].Texts {
				kinds[i].add(p.className(i, strings.TrimSpace(text)))
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
	if err := p.checkWrittenLists(path, kinds, choice); err != nil {
		return err
	}
	if err := p.checkTexts(path, readRows, choice); err != nil {
		return err
	}
	for i := range p.docs {
		p.tellScores(&p.docs[i], kinds, choice)
		p.tellWords(&p.docs[i], kinds)
	}
	if texts {
		p.wholes = make([]bool, len(p.Names))
		for i := range kinds {
			p.wholes[i] = kinds[i].wholes > 0 && kinds[i].wholes+kinds[i].missing == kinds[i].all
		}
	}
	return nil
}

// kindsMet counts the kinds of texts in a column.
type kindsMet struct {
	all, missing, wholes int
	commas               int
	lists                int // texts that are lists or objects, as JSON or Python writes them
	numbers              int
	fractions            []string
	words                []string // different values that are no numbers, at most mostWords of them
}

func (k *kindsMet) add(text string) {
	k.all++
	if text == "" || celltext.IsOneOf(text, missingLabels) {
		k.missing++
		return
	}
	if isWrittenList(text) {
		k.lists++
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
	} else if len(k.words) < mostWords && len(text) <= longestWord && !slices.Contains(k.words, text) {
		k.words = append(k.words, text)
	}
}

// alikeQuotes makes the beginnings of lists alike that JSON and Python write.
var alikeQuotes = strings.NewReplacer("'", `"`, " ", "")

// isWrittenList reports whether a text is a list of texts or of objects, or an object, as JSON, Python and NumPy write them.
func isWrittenList(text string) bool {
	begin, end := alikeQuotes.Replace(text[:min(len(text), 8)]), text[len(text)-1]
	switch {
	case text == "[]":
		return true
	case end == ']':
		return strings.HasPrefix(begin, `["`) || strings.HasPrefix(begin, `[{"`) || strings.HasPrefix(begin, `[["`)
	}
	return end == '}' && strings.HasPrefix(begin, `{"`)
}

// checkWrittenLists returns an error if all texts of a column of queries or documents are lists that were written as texts, unless the
// column was named: documents may be objects.
func (p *Plan) checkWrittenLists(path string, kinds []kindsMet, choice columnChoice) error {
	columns := []int{p.Query}
	for i := range p.docs {
		columns = append(columns, p.docs[i].text, p.docs[i].id)
	}
	for _, i := range columns {
		if i < 0 || kinds[i].lists == 0 || kinds[i].lists+kinds[i].missing < kinds[i].all || choice.includes(p.Names[i]) {
			continue
		}
		const hint = `write the lists as such: parse them, then to_json("rows.jsonl", orient="records", lines=True) of pandas; ` +
			"to read them as texts, name the column with --columns"
		return errs.BadInput(path, 0, hint, "each cell of the column %s is one text that looks like a list or an object", p.Names[i])
	}
	return nil
}

// tellScores turns a label into a score if all its values are numbers, some are not whole, and there is no
// cutoff.
func (p *Plan) tellScores(d *docColumns, kinds []kindsMet, choice columnChoice) {
	if d.label < 0 {
		return
	}
	k := &kinds[d.label]
	d.Comma = k.commas > 0
	if d.cutoff != nil || k.numbers+k.missing < k.all {
		return
	}
	name, why := p.Names[d.label], "real numbers order"
	real := slices.ContainsFunc(k.fractions, func(text string) bool {
		_, v := d.reading(text)
		return v == fractional
	})
	if !real {
		if !p.isRetrievalScore(name, k) || len(choice.names[LabelRole]) > 0 {
			return
		}
		why = "numbers of a retriever order"
	}
	for i := range p.readings {
		if r := &p.readings[i]; r.role == LabelRole && r.name == name {
			if len(choice.names[LabelRole]) == 0 {
				r.role = ScoreRole
			}
			r.remark = fmt.Sprintf(` (%s candidates and judge nothing: --columns "label=%s>=0.5" judges)`, why, name)
		}
	}
	if d.Score < 0 {
		d.Score = d.label
	}
	d.label = -1
}

// mostScore is the largest number called a score that may be a grade.
const mostScore = 4

// isRetrievalScore reports whether whole numbers called scores come from a retriever: beside a rank, or larger than grades. Judgements
// without texts may have larger grades.
func (p *Plan) isRetrievalScore(name string, k *kindsMet) bool {
	if !slices.Contains(memberScores, plainColumn(name)) {
		return false
	}
	return slices.ContainsFunc(p.unread, IsRank) || p.Texts() && slices.ContainsFunc(k.fractions, func(text string) bool {
		x, _ := ParseNumber(text, true)
		return x > mostScore
	})
}

// takeUniqueID takes another column as the ids of documents, if those of the first known name repeat among documents and those of exactly
// one other known name do not.
func (p *Plan) takeUniqueID(readRows func([]string, func([]Cells) error) error) error {
	if !p.IsCollection() {
		return nil
	}
	id := p.docs[0].id
	names := []string{p.Names[id]}
	for _, name := range p.unread {
		if slices.Contains(knownNames(DocIDRole), plainColumn(name)) {
			names = append(names, name)
		}
	}
	repeats := make([]bool, len(names))
	occurs := map[string]bool{}
	if len(names) == 1 {
		return nil
	}
	if err := readRows(names, func(values []Cells) error {
		for i := range values {
			key := names[i] + "\t" + strings.Join(values[i].Texts, "\t")
			repeats[i] = repeats[i] || occurs[key]
			occurs[key] = true
		}
		return nil
	}); err != nil {
		return err
	}
	unique := slices.Index(repeats, false)
	if !repeats[0] || unique < 0 || slices.Contains(repeats[unique+1:], false) {
		return nil
	}
	for i := range p.readings {
		if r := &p.readings[i]; r.role == DocIDRole && r.name == names[0] {
			r.name, r.remark = names[unique], fmt.Sprintf(" (%s repeats)", names[0])
		}
	}
	p.Names[id] = names[unique]
	p.unread[slices.Index(p.unread, names[unique])] = names[0]
	return nil
}

// metColumns finds whether chosen columns that are not in the head of a file occur later.
type metColumns struct {
	names  []string
	Absent []int // places in names
}

// NewMetColumns returns the columns of a plan that are not among have, the columns in the head of a file.
func NewMetColumns(have []string, p *Plan) *metColumns {
	m := &metColumns{names: p.Names}
	for i, name := range p.Names {
		if !slices.Contains(have, name) {
			m.Absent = append(m.Absent, i)
		}
	}
	return m
}

// Add removes the columns that a row has from the absent ones.
func (m *metColumns) Add(values []Cells) {
	if len(m.Absent) > 0 {
		m.Absent = slices.DeleteFunc(m.Absent, func(i int) bool { return !values[i].IsEmpty() })
	}
}

// Check returns an error if a chosen column occurs nowhere in a file.
func (m *metColumns) Check(path, columns string) error {
	if len(m.Absent) == 0 {
		return nil
	}
	e := errs.BadUsage("name a column of the file", "--columns %s: there is no such column: %s", columns, m.names[m.Absent[0]])
	e.File = path
	return e
}

// BadColumns returns the error for a file whose columns do not suffice. It names the recognised roles and
// the missing one. text is the beginning of the file; names is empty if there is no table.
func (p *Plan) BadColumns(path string, text []byte, names []string) error {
	form := hintOfForm(text, names)
	if p == nil {
		return errs.BadInput(path, 0, cmp.Or(form, "put a line such as query,passage,label first, or say --columns query=1,document=2"),
			"no table with named columns")
	}
	if len(p.readings) == 0 && looksHeaderless(names) {
		return errs.BadInput(path, 0, "number the columns: --columns query=1,document=2,label=3, or --columns query=1,positive=2,negative=3",
			"its first line names no columns, and its fields have no known names")
	}
	if len(p.readings) == 0 {
		hint := "say --columns query=NAME,document=NAME,label=NAME (numbers where the file has no header), "
		if likely := innerColumns(names); form != "" {
			hint = form + ", "
		} else if likely != "" {
			hint = fmt.Sprintf("did you mean --columns %q?, ", likely)
		}
		return errs.BadInput(path, 0, hint+"or give documents alone with --collection",
			"its columns are %s: none is known to hold what is wanted", FormatList(names))
	}
	lacking := DocRole
	switch {
	case p.Query < 0 && p.Texts():
		lacking = QueryRole
	case p.HasNegativesAlone():
		lacking = PositiveRole
	}
	hint := fmt.Sprintf("say --columns %s=NAME", lacking)
	if name := cmp.Or(likelyColumn(p.unread, lacking), p.titleOf(lacking)); name != "" {
		hint = fmt.Sprintf("did you mean --columns %q?", lacking+"="+name)
	}
	return errs.BadInput(path, 0, hint+", or give documents alone with --collection",
		"its columns are %s: recognised are %s, none is known to hold the %s", FormatList(names), p, lacking)
}

// BadDocuments returns the error for a table of documents whose columns do not suffice.
func (p *Plan) BadDocuments(path string, names []string) error {
	return errs.BadInput(path, 0, "say --columns document_id=NAME,document=NAME", "its columns are %s: recognised are %s, where a document "+
		"needs an id and a text", FormatList(names), p)
}

// innerColumns returns the choice of columns whose innermost names are known for a query, a document and a label; "" without the former.
func innerColumns(names []string) string {
	var choice []string
	for _, role := range []string{QueryRole, DocRole, LabelRole} {
		var fitting []string
		for _, name := range names {
			if inner := name[strings.LastIndexByte(name, '.')+1:]; slices.Contains(knownNames(role), plainColumn(inner)) {
				fitting = append(fitting, name)
			}
		}
		switch {
		case len(fitting) == 1:
			choice = append(choice, role+"="+fitting[0])
		case role != LabelRole:
			return ""
		}
	}
	return strings.Join(choice, ",")
}

// looksHeaderless reports whether a name of a column looks like a value: a sentence or a number.
func looksHeaderless(names []string) bool {
	for _, name := range names {
		if len(strings.Fields(name)) > 5 || celltext.IsNumber([]byte(strings.TrimSpace(name))) {
			return true
		}
	}
	return false
}

// titleOf returns the column of titles where documents are wanted; "" if there is none.
func (p *Plan) titleOf(lacking string) string {
	i := slices.IndexFunc(p.readings, func(r reading) bool { return r.role == TitleRole })
	if lacking != DocRole || i < 0 {
		return ""
	}
	return p.readings[i].name
}

// likelyColumn returns the most probable column of a role: the only one left, or the first that contains a
// known name; else "".
func likelyColumn(names []string, role string) string {
	if len(names) == 1 && !noTextEnding.MatchString(plainColumn(names[0])) {
		return names[0]
	}
	for _, name := range names {
		plain := plainColumn(name)
		for _, word := range knownNames(role) {
			if strings.Contains(plain, word) && !noTextEnding.MatchString(plain) {
				return name
			}
		}
	}
	return ""
}

// noTextEnding matches the names of columns that hold no texts.
var noTextEnding = regexp.MustCompile(`_(u?ids?|idx|rank|url|score|model)$`)

// UnreadColumns returns a line with the columns that have no role, "" if all have one.
func (p *Plan) UnreadColumns() string {
	usual, unknown := []string{}, []string{}
	for _, name := range p.unread {
		if isKnown(name) {
			usual = append(usual, name)
		} else {
			unknown = append(unknown, cmp.Or(name, `""`))
		}
	}
	var reasons []string
	if len(unknown) > 0 {
		reasons = append(reasons, FormatList(unknown)+": no role is known by these names")
	}
	if len(usual) > 0 {
		reasons = append(reasons, FormatList(usual)+": these have no place beside the columns that are read")
	}
	if reasons == nil {
		return ""
	}
	return "columns " + strings.Join(reasons, "; ") + "; --columns ROLE=NAME reads one"
}

// Line is a line about one table, or about all of them, without a name.
type Line struct{ Table, Text string }

// String returns the text behind the table's name.
func (l Line) String() string { return strings.TrimPrefix(l.Table+": "+l.Text, ": ") }

// PerTable returns a line for each table; a single one if all are equal.
func PerTable(names []string, plans []*Plan, render func(*Plan) string) (lines []Line) {
	first := render(plans[0])
	if !slices.ContainsFunc(plans, func(p *Plan) bool { return render(p) != first }) {
		if first == "" {
			return nil
		}
		return []Line{{Text: first}}
	}
	for i, p := range plans {
		if line := render(p); line != "" {
			lines = append(lines, Line{names[i], line})
		}
	}
	return lines
}
