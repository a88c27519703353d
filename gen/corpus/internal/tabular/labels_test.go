package tabular

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"github.com/axiomine/axiomine/internal/shellwords"
	"github.com/axiomine/axiomine/internal/testkit/must"
	"pgregory.net/rapid"
)

// TestParseLabels has values of --labels, and one of each kind that is refused.
func TestParseLabels(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"", "[]"},
		{"good=2, bad=0,unsure=,=0", "[{good 2 false} {bad 0 false} {unsure 0 true} { 0 false}]"},
		{`"a, b"=1,x=y=-3`, "[{a, b 1 false} {x=y -3 false}]"}, // the last = precedes the grade
		{"good", `--labels: "good" is no VALUE=GRADE; hint: write --labels "yes=1,no=0"`},
		{"good=1.5", `--labels: "1.5" is no grade; hint: a grade is a whole number such as 0, 1 or 2`},
		{"good=2147483648", `--labels: "2147483648" is no grade; hint: a grade is a whole number such as 0, 1 or 2`},
		{"good=1,good=2", `--labels: "good" stands twice; hint: keep one of them`},
		{`"good=1`, `--labels: a double quote is not closed in "\"good=1"; hint: close the quote`},
	} {
		grades, err := ParseLabels(c.text)
		got := fmt.Sprint(grades)
		if err != nil {
			got = err.Error()
		}
		if got != c.want {
			t.Errorf("%s:\n%s, want\n%s", c.text, got, c.want)
		}
	}
}

// TestReading has the meanings of labels in FORMATS.md: numbers, true and false, missing words, those that --labels maps, bounds.
func TestReading(t *testing.T) {
	labels := must.Get(ParseLabels("Good=2,unsure=,7=1"))(t)
	half := .5
	plain, mapped, cut := docColumns{}, docColumns{labels: labels}, docColumns{labels: labels, cutoff: &half}
	words := docColumns{words: tables().scales[0]}
	for _, c := range []struct {
		columns docColumns
		label   string
		grade   int
		verdict Verdict
	}{
		{plain, "2", 2, IsJudged}, {plain, "-1", -1, IsJudged}, {plain, "3.0", 3, IsJudged}, {plain, "TRUE", 1, IsJudged},
		{plain, "yes", 1, IsJudged}, {plain, "No", 0, IsJudged}, {plain, "false", 0, IsJudged}, {plain, "", 0, Missing},
		{plain, "NaN", 0, Missing}, {plain, "n/a", 0, Missing}, {plain, "None", 0, Missing}, {plain, "relevant", 0, UnknownWord},
		{plain, "1.5", 0, fractional}, {plain, "2147483647", math.MaxInt32, IsJudged}, {plain, "2147483648", 0, outOfBounds},
		{mapped, "Good", 2, IsJudged}, {mapped, "GOOD", 2, IsJudged}, {mapped, "unsure", 0, Silent}, {mapped, "7.0", 1, IsJudged},
		{mapped, "8", 8, IsJudged}, {cut, "0.5", 1, IsJudged}, {cut, "0.49", 0, IsJudged}, {cut, "good", 1, IsJudged},
		{cut, "1e300", 1, IsJudged}, {words, "Not-Relevant", 0, IsJudged}, {words, "highly_relevant", 2, IsJudged},
		{words, "exact", 0, UnknownWord}, {words, "4", 4, IsJudged},
	} {
		if grade, v := c.columns.reading(c.label); grade != c.grade || v != c.verdict {
			t.Errorf("%q: grade %d, verdict %d, want %d, %d", c.label, grade, v, c.grade, c.verdict)
		}
	}
}

// TestBadLabelNamesAFlagThatWorks: what the reason says about a label maps it, if it is given as it stands.
func TestBadLabelNamesAFlagThatWorks(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		label := strings.TrimSpace(rapid.StringMatching(`[a-z,= "$!']{1,20}`).Draw(t, "label"))
		_, flag, _ := strings.Cut(BadLabel(label, UnknownWord), " (--labels ")
		flag = strings.Replace(strings.TrimSuffix(flag, " says what it means)"), "GRADE", "1", 1)
		labels, err := ParseLabels(must.Get(shellwords.Split(flag))(t)[0])
		if err != nil {
			t.Fatalf("%s: %v", flag, err)
		}
		want, isWord := yesAndNo.grade(label)
		if g, ok := labels.find(label); !ok || g.grade != 1 && (!isWord || g.grade != want) || len(labels) != 1 {
			t.Fatalf("%s maps %q to %+v", flag, label, labels)
		}
	})
}

// TestGrade: the label grades a document, else its score; what is missing has a remark, what cannot be read a reason.
func TestGrade(t *testing.T) {
	labels := must.Get(ParseLabels("unsure="))(t)
	both := &docColumns{label: 0, Score: 1, labels: labels}
	scored, labelled, none := &docColumns{label: -1, Score: 1}, &docColumns{label: 0, Score: -1, labels: labels}, &docColumns{label: -1, Score: -1}
	positive := &docColumns{label: -1, Score: -1, judged: true, grade: 1}
	for _, c := range []struct {
		columns      *docColumns
		label, score string
		want         float64
		remark, bad  string
	}{
		{both, "2", "0.5", 2, "", ""}, {both, "", "0.5", .5, "", ""}, {both, "word", "0,25", .25, "", ""},
		{both, "word", "", 0, "", `grade that is not a whole number, such as "word" (--labels "word=GRADE" says what it means)`},
		{both, "", "", math.NaN(), "labels that are missing: they judge nothing", ""},
		{labelled, "unsure", "", math.NaN(), "labels that --labels maps to nothing: they grade nothing", ""},
		{scored, "", "-3", -3, "", ""}, {scored, "", "high", 0, "", "score that is no number"},
		{scored, "", "null", math.NaN(), "scores that are missing: they grade nothing", ""},
		{scored, "", "", math.NaN(), "scores that are missing: they grade nothing", ""},
		{none, "", "", math.NaN(), "", ""}, {positive, "", "", 1, "", ""},
	} {
		d := Document{Label: c.label, Score: c.score, Columns: c.columns}
		grade, remark, bad := d.Grade()
		if remark != c.remark || bad != c.bad || grade != c.want && !(math.IsNaN(grade) && math.IsNaN(c.want)) {
			t.Errorf("label %q, score %q: %g %q %q, want %g %q %q", c.label, c.score, grade, remark, bad, c.want, c.remark, c.bad)
		}
	}
}

// TestAskedBeside: the line to paste keeps what --labels says already.
func TestAskedBeside(t *testing.T) {
	labels := must.Get(ParseLabels("ja=1,n/a="))(t)
	p := must.Get(PlanColumns("t", []string{"query", "passage", "label"}, false, columnChoice{}, labels))(t)
	must.Do(t, p.Look(head("query passage label", "q;a;ja", "q;b;nein", "q;c;n/a"), false, columnChoice{}))
	if list := p.askedWords(""); !strings.HasPrefix(list, `--labels "ja=1,n/a=,nein=0" `) {
		t.Errorf("%s", list)
	}
}
