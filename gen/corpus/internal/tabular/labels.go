package tabular

import (
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/axiomine/axiomine/gen/corpus/internal/celltext"
	"github.com/axiomine/axiomine/internal/errs"
	"github.com/axiomine/axiomine/internal/numeral"
	"github.com/axiomine/axiomine/tokenize/pairs"
)

// isMissing reports whether a text means that there is no label.
func isMissing(label string) bool {
	return slices.Contains([]string{"", "-", "&nbsp;"}, label) || strings.EqualFold(label, "na") || pairs.IsMissingWord(label)
}

// unknownGrade stands in a hint for a grade that only the user knows.
const unknownGrade = "?"

// labelGrade is one VALUE=GRADE of --labels.
type labelGrade struct {
	value     string
	grade     int
	isMissing bool // the value judges nothing
}

// labelGrades is the value of --labels: the grade of each value of a label.
type labelGrades []labelGrade

// ParseLabels parses VALUE=GRADE,VALUE=GRADE. A value may be empty. An empty grade means that the value judges nothing. A value with a
// comma must be in double quotes.
func ParseLabels(text string) (grades labelGrades, err error) {
	parts, err := splitList("--labels", text)
	if err != nil {
		return nil, err
	}
	for _, part := range parts {
		i := strings.LastIndexByte(part, '=')
		if i < 0 {
			return nil, errs.BadUsage(`write --labels "yes=1,no=0"`, "--labels: %q is no VALUE=GRADE", part)
		}
		entry := labelGrade{value: strings.TrimSpace(part[:i])}
		number := strings.TrimSpace(part[i+1:])
		if number == unknownGrade {
			return nil, errs.BadUsage("write a grade such as 0, 1 or 2 in place of ?, or nothing where the value judges nothing",
				"--labels: %q has no grade yet", entry.value)
		}
		if entry.isMissing = number == ""; !entry.isMissing {
			grade, err := strconv.ParseInt(number, 10, 32)
			if err != nil {
				return nil, errs.BadUsage("a grade is a whole number such as 0, 1 or 2", "--labels: %q is no grade", number)
			}
			entry.grade = int(grade)
		}
		if slices.ContainsFunc(grades, func(g labelGrade) bool { return g.value == entry.value }) {
			return nil, errs.BadUsage("keep one of them", "--labels: %q stands twice", entry.value)
		}
		grades = append(grades, entry)
	}
	return grades, nil
}

// find returns the entry of a value. An equal text is preferred, then a text that differs only in case, then an equal number.
func (l labelGrades) find(value string) (g labelGrade, ok bool) {
	for _, equal := range []func(string) bool{
		func(v string) bool { return v == value },
		func(v string) bool { return strings.EqualFold(v, value) },
		func(v string) bool { return equalNumbers(v, value) },
	} {
		if i := slices.IndexFunc(l, func(g labelGrade) bool { return equal(g.value) }); i >= 0 {
			return l[i], true
		}
	}
	return g, false
}

func equalNumbers(a, b string) bool {
	x, ok := ParseNumber(a, false)
	y, also := ParseNumber(b, false)
	return ok && also && x == y
}

// ParseNumber parses a number. A comma is a decimal comma if comma is true, or if the comma cannot separate thousands.
func ParseNumber(text string, comma bool) (x float64, ok bool) {
	if text = strings.TrimSpace(text); text == "" {
		return 0, false
	}
	if comma || HasDecimalComma(text) {
		text = strings.Replace(text, ",", ".", 1)
	}
	x, err := numeral.Parse(text)
	return x, err == nil && !math.IsNaN(x)
}

// HasDecimalComma reports whether a number has a decimal comma: one comma, not followed by three digits after a whole number above 0.
func HasDecimalComma(text string) bool {
	whole, part, ok := strings.Cut(strings.TrimPrefix(text, "-"), ",")
	if !ok || !celltext.IsNumber([]byte(whole)) || !celltext.IsNumber([]byte(part)) {
		return false
	}
	return len(part) != 3 || strings.Trim(whole, "0") == ""
}

// Verdict is the meaning of a label.
type Verdict int

const (
	IsJudged    Verdict = iota
	Silent              // there is no column of labels, or the label is mapped to nothing
	Missing             // the label is missing
	UnknownWord         // the label is no grade
	fractional          // the label is a number that is not whole
	outOfBounds         // the label is a whole number that no grade can be
)

// WrongGrade is the reason under which judgements without a grade are counted.
const WrongGrade = "grade that is not a whole number"

// MissingLabel is the reason under which rows without a label are counted.
const MissingLabel = "labels that are missing: they judge nothing"

// reading returns the meaning of a label: mapped by --labels, missing, a known word, or a number.
func (d *docColumns) reading(label string) (grade int, v Verdict) {
	if g, ok := d.labels.find(label); ok {
		if g.isMissing {
			return 0, Silent
		}
		return d.threshold(float64(g.grade))
	}
	if isMissing(label) {
		return 0, Missing
	}
	switch strings.ToLower(label) {
	case "true", "yes":
		return 1, IsJudged
	case "false", "no":
		return 0, IsJudged
	}
	if grade, ok := d.words.grade(label); ok {
		return d.threshold(float64(grade))
	}
	x, ok := ParseNumber(label, d.Comma)
	if !ok {
		return 0, UnknownWord
	}
	return d.threshold(x)
}

// threshold returns the grade of a number: 1 or 0 by the cutoff, or the number itself if there is no cutoff.
func (d *docColumns) threshold(x float64) (grade int, v Verdict) {
	switch {
	case d.cutoff != nil && x >= *d.cutoff:
		return 1, IsJudged
	case d.cutoff != nil:
		return 0, IsJudged
	case math.Abs(x) > math.MaxInt32:
		return 0, outOfBounds
	case x != math.Trunc(x):
		return 0, fractional
	}
	return int(x), IsJudged
}

// BadLabel returns the reason under which a label that cannot be read is counted, with the flag that maps it. A label that is cut is
// called VALUE there.
func BadLabel(label string, v Verdict) string {
	grade := "GRADE"
	if g, ok := yesAndNo.grade(label); ok {
		grade = strconv.Itoa(g)
	}
	flag := "--labels " + pasteable(listItem(label)+"="+grade)
	if len(label) > 40 {
		label, flag = strings.ToValidUTF8(label[:40], "")+"..", `--labels "VALUE=GRADE"`
	}
	if v == outOfBounds {
		return "grade out of range, " + strconv.Itoa(-math.MaxInt32) + " to " + strconv.Itoa(math.MaxInt32) + celltext.ExampleMark + label
	}
	return WrongGrade + celltext.ExampleMark + strconv.Quote(label) + " (" + flag + " says what it means)"
}

// Judgement returns the grade of a document in a row.
func (d *Document) Judgement() (grade int, v Verdict) {
	switch c := d.Columns; {
	case c.judged:
		return c.grade, IsJudged
	case c.label < 0:
		return 0, Silent
	default:
		return c.reading(d.Label)
	}
}

// Reasons of documents that a label or a score should grade.
const (
	noScore      = "scores that are missing: they grade nothing"
	badScore     = "score that is no number"
	MappedToNone = "labels that --labels maps to nothing: they grade nothing"
)

// Grade returns the label or the score of a document, and NaN if it has none. remark is a reason if a column should have held one. bad is
// the reason if the document cannot be graded.
func (d *Document) Grade() (grade float64, remark, bad string) {
	label, v := d.Judgement()
	score, isScored := ParseNumber(d.Score, d.Columns.Comma)
	switch {
	case v == IsJudged:
		return float64(label), "", ""
	case isScored:
		return score, "", ""
	case v == Missing:
		remark = MissingLabel
	case v != Silent:
		return 0, "", BadLabel(d.Label, v)
	case d.Columns.label >= 0:
		remark = MappedToNone
	case d.Columns.Score >= 0 && !isMissing(d.Score):
		return 0, "", badScore
	case d.Columns.Score >= 0:
		remark = noScore
	}
	return math.NaN(), remark, ""
}

// IsGraded reports whether the row has documents, and no label or score that cannot be read.
func (r Row) IsGraded() bool {
	return (len(r.Docs) > 0 || len(r.Bad) == 0) && !slices.ContainsFunc(r.Docs, func(d Document) bool { _, _, bad := d.Grade(); return bad != "" })
}

// IsUnknownWord reports whether the label of a document is a word without a known grade in a column of words.
func (d *Document) IsUnknownWord() bool {
	if !d.Columns.areWords || len(d.Label) > longestWord {
		return false
	}
	_, v := d.Judgement()
	return v == UnknownWord
}

// NameClasses sets the names of classes for labels that are places in a list of classes. read returns the lists by column, and the columns
// whose lists are not known. It is not called if there are no labels.
func (p *Plan) NameClasses(read func() (classes map[string][]string, unknown []string)) {
	var classes map[string][]string
	var unknown []string
	for i := range p.docs {
		if d := &p.docs[i]; d.label >= 0 && d.cutoff == nil {
			if classes == nil {
				classes, unknown = read()
			}
			d.classes = classes[p.Names[d.label]]
			d.isPlace = d.classes == nil && len(d.labels) == 0 && slices.Contains(unknown, p.Names[d.label])
		}
	}
}

// noClass is the place of a label that is missing.
const noClass = -1

// className returns the name of the class whose place a label is, "" if it is missing. A label that --labels maps, or that is no place,
// stays.
func (d *docColumns) className(label string) string {
	if d.classes == nil {
		return label
	}
	place, err := strconv.Atoi(label)
	if _, mapped := d.labels.find(label); mapped || err != nil || place >= len(d.classes) || place < noClass {
		return label
	}
	if place == noClass {
		return ""
	}
	return d.classes[place]
}

// className returns a text of a column as it is read. A label that is the place of a class becomes the name of the class.
func (p *Plan) className(column int, text string) string {
	for i := range p.docs {
		if d := &p.docs[i]; d.label == column {
			return d.className(text)
		}
	}
	return text
}
