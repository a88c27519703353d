package corpus

import (
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/axiomine/axiomine/configs/fault"
)

// missingLabels are the words that tools write in place of a label that is not there.
var missingLabels = []string{"nan", "na", "n/a", "null", "none", "<na>"}

// labelGrade is one VALUE=GRADE of --labels.
type labelGrade struct {
	value string
	grade int
	none  bool // the value judges nothing
}

// labelGrades is --labels: what each value of a label means.
type labelGrades []labelGrade

// parseLabels reads VALUE=GRADE,VALUE=GRADE. A value may be empty, a grade too: it then judges nothing. A value that holds a comma is
// put in double quotes.
func parseLabels(text string) (grades labelGrades, err error) {
	parts, err := splitList("--labels", text)
	if err != nil {
		return nil, err
	}
	for _, part := range parts {
		at := strings.LastIndexByte(part, '=')
		if at < 0 {
			return nil, fault.BadUsage(`write --labels "yes=1,no=0"`, "--labels: %q is no VALUE=GRADE", part)
		}
		one := labelGrade{value: strings.TrimSpace(part[:at])}
		number := strings.TrimSpace(part[at+1:])
		if one.none = number == ""; !one.none {
			grade, err := strconv.ParseInt(number, 10, 32)
			if err != nil {
				return nil, fault.BadUsage("a grade is a whole number such as 0, 1 or 2", "--labels: %q is no grade", number)
			}
			one.grade = int(grade)
		}
		if slices.ContainsFunc(grades, func(g labelGrade) bool { return g.value == one.value }) {
			return nil, fault.BadUsage("keep one of them", "--labels: %q stands twice", one.value)
		}
		grades = append(grades, one)
	}
	return grades, nil
}

// find returns what a value means: the value as it is written first, then whatever its case, then an equal number.
func (l labelGrades) find(value string) (g labelGrade, ok bool) {
	for _, same := range []func(string) bool{
		func(v string) bool { return v == value },
		func(v string) bool { return strings.EqualFold(v, value) },
		func(v string) bool { return equalNumbers(v, value) },
	} {
		if i := slices.IndexFunc(l, func(g labelGrade) bool { return same(g.value) }); i >= 0 {
			return l[i], true
		}
	}
	return g, false
}

func equalNumbers(a, b string) bool {
	x, ok := parseNumber(a, false)
	y, also := parseNumber(b, false)
	return ok && also && x == y
}

// parseNumber reads a number, with a decimal comma too where it cannot be a comma between thousands, or where comma says that the
// column has decimal commas.
func parseNumber(text string, comma bool) (x float64, ok bool) {
	text = strings.TrimSpace(text)
	if comma || hasDecimalComma(text) {
		text = strings.Replace(text, ",", ".", 1)
	}
	x, err := strconv.ParseFloat(text, 64)
	return x, err == nil && !math.IsNaN(x)
}

// hasDecimalComma reports whether a number has a decimal comma: one comma, and not three digits behind a whole number above 0.
func hasDecimalComma(text string) bool {
	whole, part, found := strings.Cut(strings.TrimPrefix(text, "-"), ",")
	if !found || !isNumber([]byte(whole)) || !isNumber([]byte(part)) {
		return false
	}
	return len(part) != 3 || strings.Trim(whole, "0") == ""
}

// verdict is what a label says.
type verdict int

const (
	isJudged    verdict = iota
	silent              // no label is wanted or it is mapped to nothing
	missing             // the label is not there
	unknownWord         // the label is no grade
	fractional          // the label is a number that is not whole
	outOfBounds         // the label is a whole number that no grade can be
)

const missingLabel = "labels that are missing: they judge nothing"

// reading returns what a label means: mapped, missing, a word that is known, or a number.
func (d *docColumns) reading(label string) (grade int, v verdict) {
	if g, ok := d.labels.find(label); ok {
		if g.none {
			return 0, silent
		}
		return d.threshold(float64(g.grade))
	}
	if label == "" || isOneOf(label, missingLabels) {
		return 0, missing
	}
	switch strings.ToLower(label) {
	case "true", "yes":
		return 1, isJudged
	case "false", "no":
		return 0, isJudged
	}
	x, ok := parseNumber(label, d.comma)
	if !ok {
		return 0, unknownWord
	}
	return d.threshold(x)
}

// threshold returns the grade of a number.
func (d *docColumns) threshold(x float64) (grade int, v verdict) {
	switch {
	case d.from != nil && x >= *d.from:
		return 1, isJudged
	case d.from != nil:
		return 0, isJudged
	case math.Abs(x) > math.MaxInt32:
		return 0, outOfBounds
	case x != math.Trunc(x):
		return 0, fractional
	}
	return int(x), isJudged
}

// badLabel returns the reason under which a label that cannot be read is counted.
func badLabel(label string, v verdict) string {
	if len(label) > 40 {
		label = strings.ToValidUTF8(label[:40], "") + ".."
	}
	if v == outOfBounds {
		return "grade out of range, " + strconv.Itoa(-math.MaxInt32) + " to " + strconv.Itoa(math.MaxInt32) + ": " + label
	}
	return wrongGrade + ": " + strconv.Quote(label) + ` (--labels "` + label + `=1" says what it means)`
}

// labelsShown is how many different labels that cannot be read are counted each by itself.
const labelsShown = 5

// badLabels counts the labels of a file that cannot be read.
type badLabels struct {
	shown []string
	line  int // of the first
}

// skip counts a label.
func (b *badLabels) skip(s *source, label string, v verdict) error {
	if b.line == 0 {
		b.line = s.line
	}
	what := badLabel(label, v)
	switch {
	case slices.Contains(b.shown, what):
	case len(b.shown) < labelsShown:
		b.shown = append(b.shown, what)
	default:
		what = wrongGrade + ": other values"
	}
	return s.skip(s.line, what)
}
