package tabular

import (
	"cmp"
	"errors"
	"fmt"
	"iter"
	"maps"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/axiomine/axiomine/gen/corpus/internal/celltext"
	"github.com/axiomine/axiomine/internal/errs"
	"github.com/axiomine/axiomine/internal/lists"
)

// errEnough ends reading early.
var errEnough = errors.New("enough")

// rowsLookedAt is the number of rows of a head that are looked at.
const rowsLookedAt = 1000

// visitRows calls visit for the rows of a file's head, with the cells of some columns.
type visitRows func(names []string, visit func([]Cells) error) error

// visitHead calls visit for the rows of a file's head, with the cells of some columns, until it returns false.
func (p *Plan) visitHead(names []string, visit func(values []Cells) bool) error {
	if p.rows == nil {
		return nil
	}
	n := 0
	err := p.rows(names, func(values []Cells) error {
		if n++; !visit(values) || n == rowsLookedAt {
			return errEnough
		}
		return nil
	})
	if err == errEnough {
		return nil
	}
	return err
}

// head yields the rows of a file's head, with the cells of some columns. It ends before a row that cannot be read.
func (p *Plan) head(names ...string) iter.Seq[[]Cells] {
	return func(yield func([]Cells) bool) { _ = p.visitHead(names, yield) }
}

// Look reads the rows of the head, since values tell more about columns than names do. It decides whether labels are real numbers, which
// are scores. In a table without types, if texts is true, it also decides whether ids are written as floats.
func (p *Plan) Look(rows func([]string, func([]Cells) error) error, texts bool, choice columnChoice) error {
	p.rows, p.given = rows, choice
	for _, step := range []func() error{p.settle, p.settleIDs, p.readMeaning, p.tellTriples, p.countKinds, p.tellLists, p.tellOptions, p.tellTuples} {
		if err := step(); err != nil {
			return err
		}
	}
	p.tellIDs()
	p.tellInstructions()
	p.dropEmptyIDs()
	p.dropLocalIDs()
	for i := range p.docs {
		p.tellScores(&p.docs[i])
		p.tellWords(&p.docs[i])
	}
	p.wholes = make([]bool, len(p.Names))
	for i := range p.kinds {
		p.wholes[i] = texts && p.kinds[i].numbers > 0 && p.kinds[i].areAll(celltext.IsWholeFloat)
	}
	return nil
}

// dropEmptyIDs drops the columns of document ids that are empty in the whole head, unless the user chose them.
func (p *Plan) dropEmptyIDs() {
	for i := range p.docs {
		d := &p.docs[i]
		if !p.HasQuery() || d.id < 0 || d.text < 0 || p.kinds[d.id].all > p.kinds[d.id].missing || p.kinds[d.text].all == 0 ||
			p.given.includes(p.Names[d.id]) {
			continue
		}
		p.leave(d.id)
		d.id = -1
	}
}

// dropLocalIDs drops the column of query ids, unless the user chose it, if most rows have the id of another query of an earlier row. Such
// ids may number the questions about each text.
func (p *Plan) dropLocalIDs() {
	if p.Query < 0 || p.queryID < 0 || p.given.includes(p.Names[p.queryID]) {
		return
	}
	if others, rows := p.conflicts(p.Names[p.Query], p.Names[p.queryID]); 2*others > rows {
		p.leave(p.queryID)
		p.queryID = -1
	}
}

// conflicts returns the number of rows with another value in a column than an earlier row with the same keys, and the number of rows.
func (p *Plan) conflicts(column string, keys ...string) (others, rows int) {
	met := map[string]string{}
	for values := range p.head(append(keys, column)...) {
		key := ""
		for _, c := range values[:len(keys)] {
			key += strings.Join(c.Texts, "\n") + "\x00"
		}
		value := strings.Join(values[len(keys)].Texts, "\n")
		if rows++; met[key] != "" && met[key] != value {
			others++
		}
		met[key] = value
	}
	return others, rows
}

// leave takes the role of a column away.
func (p *Plan) leave(column int) {
	name := p.Names[column]
	p.Columns.read = slices.DeleteFunc(p.Columns.read, func(r reading) bool { return r.name == name })
	p.Columns.unread = append(p.Columns.unread, name)
}

func (p *Plan) countKinds() error {
	p.kinds = make([]kindsMet, len(p.Names))
	return p.visitHead(p.Names, func(values []Cells) bool {
		p.parseLists(values)
		for i := range values {
			for _, text := range values[i].Texts {
				p.kinds[i].add(p.className(i, strings.TrimSpace(text)))
			}
			if len(values[i].Texts) > 0 && values[i].Listed {
				p.kinds[i].listed++
				if len(values[i].Texts) > 1 {
					p.kinds[i].several++
				}
			}
		}
		return true
	})
}

// tellTuples finds the text of documents that are lists in lists with a number at one place and a text at another, such as a page, the
// number of a sentence, and the sentence. It returns an error if several places have texts, or if the number may be a label.
func (p *Plan) tellTuples() error {
	for _, d := range p.docs {
		if d.text < 0 || p.Form.turns {
			continue
		}
		name, places := p.Names[d.text], []textLook(nil)
		for values := range p.head(name) {
			for i, place := range values[0].Places {
				if len(place) != 2 || place[1] >= mostGrades {
					return nil
				}
				for len(places) <= place[1] {
					places = append(places, textLook{distinct: map[string]bool{}})
				}
				text := Scalar(values[0].Texts[i : i+1])
				places[place[1]].add(&text)
			}
		}
		isText := func(t textLook) bool { return 2*t.single < t.filled && t.numbers == 0 }
		place := slices.IndexFunc(places, isText)
		switch {
		case place < 0 || !slices.ContainsFunc(places, func(t textLook) bool { return t.filled > 0 && t.numbers == t.filled }):
		case len(places) == 2 || slices.ContainsFunc(places[place+1:], isText): // of two, the number may be a label
			return errs.BadInput(p.file, 0, `write {"text": "..", "label": 1} in place of ["..", 1], or name another column with --columns`,
				"the column %s has lists of a text beside a number, whose places have no names", name)
		default:
			p.readPlace(d.text, place, fmt.Sprintf(" (text %d of each list)", place+1))
		}
	}
	return nil
}

// kindsMet counts the kinds of texts in a column.
type kindsMet struct {
	all, missing int
	lists, flat  int // texts that are lists or objects, as JSON or Python writes them; of these, lists of texts and numbers
	numbers      int
	single       int       // texts of ASCII without white space
	ids, idLists int       // texts of whole numbers; of these, texts of several numbers
	listed       int       // rows whose texts are in a list
	several      int       // of these, rows of several texts
	first        []string  // numbers, at most rowsLookedAt of them
	values       []float64 // the values of first
	words        []string  // different values that are no numbers, at most mostWords of them
}

func (k *kindsMet) add(text string) {
	k.all++
	if isMissing(text) {
		k.missing++
		return
	}
	if isWrittenList(text) {
		k.lists++
		if _, ok := parseList(text); ok {
			k.flat++
		}
	}
	if !strings.ContainsFunc(text, func(r rune) bool { return r > 0x7f || r == ' ' || r == '\t' || r == '\n' }) {
		k.single++
	}
	if ids := separatedIDs(text); len(ids) > 0 {
		k.ids++
		if len(ids) > 1 {
			k.idLists++
		}
	}
	if x, ok := ParseNumber(text, true); ok {
		if k.numbers++; k.numbers <= rowsLookedAt {
			k.first, k.values = append(k.first, text), append(k.values, x)
		}
	} else if len(k.words) < mostWords && len(text) <= longestWord && !slices.Contains(k.words, text) {
		k.words = append(k.words, text)
	}
}

// areAll reports whether all texts that are not missing are numbers of a kind.
func (k *kindsMet) areAll(isKind func(number string) bool) bool {
	return k.numbers+k.missing == k.all && !slices.ContainsFunc(k.first, func(number string) bool { return !isKind(number) })
}

func isWhole(text string) bool { return celltext.IsNumber([]byte(text)) }

// tellScores turns a label into a score if all its values are numbers, some are not whole, and there is no cutoff.
func (p *Plan) tellScores(d *docColumns) {
	if d.Score >= 0 && d.label < 0 && IsRank(p.Names[d.Score]) {
		d.isRank = true
		p.Judging = p.rankGrades(d)
		p.remarkJudging(ScoreRole, p.Names[d.Score], "1 is the best; ranks order")
	}
	if d.label < 0 {
		return
	}
	k := &p.kinds[d.label]
	d.Comma = slices.ContainsFunc(k.first, HasDecimalComma)
	if d.cutoff != nil || k.numbers+k.missing < k.all {
		return
	}
	name, why := p.Names[d.label], "real numbers order"
	isChosen := p.given.Has(LabelRole)
	real := slices.ContainsFunc(k.first, func(text string) bool {
		_, v := d.reading(text)
		return v == fractional
	})
	if !real {
		if !p.isRetrievalScore(name, k) || isChosen {
			return
		}
		why = "numbers of a retriever order"
	}
	r, choice := p.Columns.find(LabelRole, name), p.judgedBy(d, name)+bound(k.values)
	if !isChosen {
		choice = cmp.Or(p.otherLabels(d), choice)
	}
	p.Judging = "--columns " + pasteable(choice)
	p.remarkJudging(LabelRole, name, why)
	if !isChosen {
		r.role = ScoreRole
	}
	if d.Score < 0 {
		d.Score = d.label
	}
	d.label = -1
}

// remarkJudging adds the remark on a column of numbers that they judge nothing, and what judges.
func (p *Plan) remarkJudging(role, name, why string) {
	remark := " (" + why + " candidates and judge nothing"
	if p.Judging != "" {
		remark += ": " + p.Judging + " judges"
	}
	p.Columns.find(role, name).remark = remark + ")"
}

// otherLabels returns the value of --columns that reads the only column of grades in one object with scores, "" without one.
func (p *Plan) otherLabels(d *docColumns) string {
	choices := slices.DeleteFunc(p.gradeColumns(), func(name string) bool {
		plan := p.tried(p.judgedBy(d, name))
		return plan == nil || !plan.Content().Labels || plan.asked() >= 0 || parentOf(name) != parentOf(p.Names[d.label])
	})
	if len(choices) != 1 {
		return ""
	}
	return p.judgedBy(d, choices[0])
}

// bound returns the end of a choice of labels that turns scores into grades: 1 from the middle of their range on.
func bound(scores []float64) string {
	least, most, bound := math.Inf(1), math.Inf(-1), 0.5
	for _, x := range scores {
		least, most = min(least, x), max(most, x)
	}
	if least < 0 || most > 1 {
		bound = math.Round(least+most) / 2
	}
	return ">=" + strconv.FormatFloat(bound, 'g', -1, 64)
}

// judgedBy returns the value of --columns that reads the labels of documents in a column.
func (p *Plan) judgedBy(d *docColumns, label string) string {
	choice := choiceOf(LabelRole, label)
	if d.text >= 0 && p.Query >= 0 && !p.Form.turns && !p.Form.isSet {
		choice = choiceOf(QueryRole, p.Names[p.Query]) + "," + choiceOf(DocRole, p.Names[d.text]) + "," + choice
	}
	return choice
}

// rankGrades returns the options that make grades of ranks, the greatest of the lowest rank; "" for more ranks than judges give.
func (p *Plan) rankGrades(d *docColumns) string {
	ranks, grades := slices.Compact(slices.Sorted(slices.Values(p.kinds[d.Score].values))), []string{}
	if len(ranks) < 2 || len(ranks) > mostRanks || d.text < 0 || p.Query < 0 || p.Form.turns {
		return ""
	}
	for i, rank := range ranks {
		grades = append(grades, fmt.Sprintf("%g=%d", rank, len(ranks)-1-i))
	}
	return fmt.Sprintf("--columns %s --labels %s", pasteable(p.judgedBy(d, p.Names[d.Score])), pasteable(strings.Join(grades, ",")))
}

// mostRanks is the largest number of ranks that may be those of a judge, and not of a retriever.
const mostRanks = 9

// mostScore is the largest number called a score that may be a grade.
const mostScore = 4

// isRetrievalScore reports whether whole numbers called scores come from a retriever: beside a rank, or larger than grades. Judgements
// without texts may have larger grades.
func (p *Plan) isRetrievalScore(name string, k *kindsMet) bool {
	if !slices.Contains(memberScores, plainColumn(name)) {
		return false
	}
	if slices.ContainsFunc(p.Columns.unread, IsRank) {
		return true
	}
	return p.Content().Texts && slices.ContainsFunc(k.values, func(x float64) bool { return x > mostScore })
}

// Headless returns the choice of columns of a table without a header, by the content of its first rows: two texts and a number or a word of
// a scale, three texts, two texts behind their ids, or, where isList says that rows are lists of JSON, two texts or three ids; three ids,
// some of which are lists, or two scores and three ids; in longer rows two texts and a number that is not whole, beside what is neither; ""
// for other rows. names are the numbers of its columns.
func Headless(names []string, isList bool, rows func([]string, func([]Cells) error) error) string {
	if len(names) < 2 || len(names) == 2 && !isList || len(names) > columnsRead {
		return ""
	}
	isLong := len(names) > 3
	p, kinds, places, ids, hasLists := &Plan{rows: rows}, "", []any{}, []any{}, isList
	for i, look := range p.lookAtTexts(names) {
		if list := separatedIDs(look.first); len(list) > 0 && look.digits == look.filled {
			ids, hasLists = append(ids, names[i]), hasLists || len(list) > 1
		}
		words, _ := countWords(look.first)
		_, isNumber := ParseNumber(look.first, true)
		switch {
		case isNumber && look.numbers == look.filled && (look.hasFractions() || !isLong && len(look.distinct) < look.filled),
			!isNumber && !isLong && look.hasGrades():
			kinds, places = kinds+"n", append(places, names[i])
		case look.rows > 0 && look.isText(fewWords) && (isList || words > 1 && !isKnown(look.first)):
			kinds, places = kinds+"t", append(places, names[i])
		case !isLong:
			kinds += "."
		}
	}
	if len(ids) == 3 && (len(names) == 3 && hasLists || len(names) == 5 && kinds == "nn") {
		return fmt.Sprintf("query_id=%s,positive=%s,negative=%s", ids...)
	}
	if len(ids) == 2 && len(names) == 4 && kinds == "tt" {
		return fmt.Sprintf("query_id=%s,document_id=%s,query=%s,document=%s", append(ids, places...)...)
	}
	form := map[string]string{"ttn": "query=%[1]s,document=%[2]s,label=%[3]s", "tnt": "query=%[1]s,label=%[2]s,document=%[3]s", "ntt": "label=%[1]s,query=%[2]s,document=%[3]s",
		"ttt": "query=%[1]s,positive=%[2]s,negative=%[3]s", "tt": "query=%[1]s,positive=%[2]s"}[kinds]
	if form == "" || isLong && !strings.Contains(kinds, "n") {
		return ""
	}
	return fmt.Sprintf(form, places...)
}

// mostGrades is the number of different grades up to which numbers are taken for labels whatever their column is called.
const mostGrades = 6

// hasGrades reports whether each row has a number, of a few that repeat, with 0 among them, or true or false, or whether most have a word
// of a scale of relevance, such as ja or nein, in any case.
func (l *textLook) hasGrades() bool {
	words, isWord, scales := map[string]bool{}, true, plainScales()
	for text := range l.distinct {
		if len(words) <= mostGrades && !isMissing(text) {
			_, isGrade := firstGrade(scales, text)
			words[strings.ToLower(text)], isWord = true, isWord && isGrade
		}
	}
	if isCalled("no-grade", l.name) || len(words) < 2 || len(words) > min(mostGrades, l.filled) {
		return false
	}
	return isWord && 2*l.filled >= l.rows || l.filled == l.rows && (l.numbers == l.filled && words["0"] || words["true"] && words["false"])
}

// isCount reports whether nearly all rows have a whole number, such as of clicks, which may be written as 5,00: some are 0, and more values
// are different than of grades.
func (l *textLook) isCount() bool {
	hasNone := false
	isOther := l.hasAny(func(text string) bool {
		x, isNumber := ParseNumber(text, true)
		hasNone = hasNone || isNumber && x == 0
		return isNumber && x != math.Trunc(x)
	})
	return 10*l.numbers >= 9*l.rows && l.listed == 0 && !isOther && hasNone && len(l.distinct) > mostGrades && !isCalled("no-grade", l.name) && !isCalled("id", l.name)
}

// isGrade reports whether each row has a whole number, and the rows have few different ones.
func (l *textLook) isGrade() bool {
	return l.filled == l.rows && l.numbers == l.filled && !l.hasFractions() && len(l.distinct) > 1 && len(l.distinct) <= mostGrades &&
		2*len(l.distinct) <= l.rows
}

// unreadLabels returns the columns that may be labels of documents, if no label or score is read.
func (p *Plan) unreadLabels() []string {
	if p.Query < 0 || p.Columns.ofRole(LabelRole) != nil || p.Columns.ofRole(ScoreRole) != nil {
		return nil
	}
	return p.gradeColumns()
}

// gradeColumns returns the columns that are not read and may be labels of documents.
func (p *Plan) gradeColumns() []string {
	doc := cmp.Or(p.Columns.ofRole(DocRole), p.Columns.ofRole(DocIDRole))
	if doc == nil {
		return nil
	}
	return p.unreadThat(func(look *textLook) bool {
		isNamed := isCalled("label", look.name) && !isCalled("no-grade", look.name)
		isNumber := look.filled > 0 && look.numbers == look.filled
		return isNamed && (isNumber || look.hasClasses()) || look.mayGrade() && slices.Contains([]string{"", parentOf(doc.name)}, parentOf(look.name))
	})
}

// mayGrade reports whether a column has grades, and a name that tells no other role.
func (l *textLook) mayGrade() bool {
	return slices.Contains([]string{"", PositiveRole, NegativeRole}, RoleOf(l.name)) && l.hasGrades() && !isCalled("impossible", l.name)
}

// hasClasses reports whether the texts are few words that repeat.
func (l *textLook) hasClasses() bool {
	return len(l.distinct) > 1 && len(l.distinct) <= mostUnknown && 2*len(l.distinct) <= l.filled && l.bytes <= longestWord*l.filled
}

// areWhole reports whether each text of a column is one whole number.
func (l *textLook) areWhole() bool {
	return l.filled > 0 && l.listed == 0 && !l.hasAny(func(text string) bool { return !isWhole(text) })
}

// hasDegrees reports whether the values of a column are those of a judge who says more than yes and no: more than two numbers, words of a
// scale of relevance, or words of which one holds another, as nietrafny holds trafny and pouco relevante holds relevante.
func (l *textLook) hasDegrees() bool {
	return l.numbers == l.filled && len(l.distinct) > 2 || l.hasAny(func(text string) bool {
		_, isGrade := firstGrade(tables().scales, text)
		return isGrade || len(text) >= shortestStem && l.hasAny(func(other string) bool {
			return !strings.EqualFold(text, other) && strings.HasSuffix(strings.ToLower(other), strings.ToLower(text))
		})
	})
}

// shortestStem is the minimum number of bytes of a word that another one holds by more than chance.
const shortestStem = 5

// hasFractions reports whether some numbers are no whole ones.
func (l *textLook) hasFractions() bool {
	return l.hasAny(func(text string) bool { return strings.ContainsAny(text, ".,") })
}

func (l *textLook) hasAny(fits func(text string) bool) bool {
	return slices.ContainsFunc(slices.Collect(maps.Keys(l.distinct)), fits)
}

// longestHead is the number of bytes of a first line that are looked at.
const longestHead = 4096

// hintOfForm returns what to do with a table in a known form that is not read; "" for another file. text is the beginning of the file, and
// names are the names of its columns.
func hintOfForm(text []byte, names []string) string {
	if isByRow(names) {
		return writeRecords
	}
	line, _, _ := strings.Cut(string(text[:min(len(text), longestHead)]), "\n")
	for _, c := range "^~:\u00a7\u00a6\x01\x1f" {
		if len(lists.Filter(strings.Split(line, string(c)), func(name string) bool { return isKnown(strings.Trim(name, `"`)) })) > 1 {
			return fmt.Sprintf("separate its columns by a tab, comma, semicolon or |, and not by %q", c)
		}
	}
	return ""
}

// writeRecords is what to do with a table that to_json of pandas wrote by its columns, or by the names of its rows.
const writeRecords = `write a JSON object for each row: to_json(orient="records", lines=True) of pandas does so`

// isByRow reports whether to_json of pandas wrote a table with these names in a form that is not read: columns below the names of rows, or
// rows below the names of columns.
func isByRow(names []string) bool {
	if slices.Contains(names, "columns") && slices.Contains(names, "data") { // orient="split"
		return true
	}
	outer, isNumbered := map[string]bool{}, len(names) > 0
	for _, name := range names {
		first, rest, isNested := strings.Cut(name, ".")
		if !isNested {
			return false
		}
		outer[first], isNumbered = true, isNumbered && celltext.IsNumber([]byte(rest))
	}
	isIndex, queries, documents := len(outer) > 0, false, false
	for name := range outer {
		isIndex = isIndex && celltext.IsNumber([]byte(name))
		queries = queries || slices.Contains(knownNames(QueryRole), plainColumn(name))
		documents = documents || slices.Contains(knownNames(DocRole), plainColumn(name))
	}
	return isIndex || isNumbered || queries && documents
}
