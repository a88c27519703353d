package page

import (
	"slices"
	"strings"
	"testing"

	"github.com/axiomine/axiomine/internal/ui/table"
)

// TestFindings: a finding is a sentence, and is read back from one.
func TestFindings(t *testing.T) {
	list := []Finding{{"No difference", ""}, {"b is better", "0.5 and 0.4: p 0.01"}}
	sentences := Sentences(list)
	if strings.Join(sentences, " ") != "No difference. b is better: 0.5 and 0.4: p 0.01." {
		t.Errorf("%q", sentences)
	}
	if got := FindingsOf(sentences); !slices.Equal(got, list) {
		t.Errorf("%q are read as %+v", sentences, got)
	}
}

// TestClosing: a report ends with its warnings, what makes it again, and the versions.
func TestClosing(t *testing.T) {
	for seeds, want := range map[string]string{
		"":  "warning: few queries\ncommand   axiomine train\nversions  axiomine 0.1\n",
		"1": "warning: few queries\ncommand   axiomine train\nseeds     1\nversions  axiomine 0.1\n",
	} {
		var b strings.Builder
		if err := Closing(&table.Results{}, []string{"few queries"}, "axiomine train", seeds, map[string]string{"axiomine": "0.1"}).Text(&b,
			80); err != nil || strings.TrimLeft(b.String(), "\n") != want {
			t.Errorf("%q, want %q (%v)", b.String(), want, err)
		}
	}
}

// TestFields: a map has a field for each row and column, with the short text where the field is narrow.
func TestFields(t *testing.T) {
	fields := [][]Field{{{Text: "+0.123", Short: "+", Title: "a and x", Opacity: .5, Framed: true}, {Text: "-0.5", Opacity: .25}}}
	f := DrawFields("c", "l", "axis", "corner", []string{"a"}, []string{"x", "a column of a long name"}, fields)
	for part, n := range map[string]int{`fill-opacity="0.50" class="shade"><title>a and x</title></rect>`: 1,
		`fill-opacity="0.25" class="shade"/>`: 1, `class="frame"`: 1, ">+0.123<": 1, ">axis<": 1} {
		if got := strings.Count(string(f.Wide), part); got != n {
			t.Errorf("%q stands %d times, not %d: %s", part, got, n, f.Wide)
		}
	}
	if !strings.Contains(string(f.Narrow), "…</text>") {
		t.Errorf("a long name of a column is not cut: %s", f.Narrow)
	}
	many := make([]Field, 12)
	names := make([]string, 12)
	for i := range many {
		many[i], names[i] = Field{Text: "+0.123", Short: "+"}, "x"
	}
	if f := DrawFields("c", "l", "axis", "corner", []string{"a"}, names, [][]Field{many}); strings.Contains(string(f.Narrow), "+0.123") ||
		strings.Count(string(f.Narrow), ">+<") != 12 || strings.Count(string(f.Wide), ">+0.123<") != 12 {
		t.Error("a narrow field has the long text, or a wide one the short")
	}
}

// TestMoreNumbers: numbers of texts and figures, by hand.
func TestMoreNumbers(t *testing.T) {
	for got, want := range map[string]string{Score(.123456): "0.1235", Short(.123456): "0.123",
		Capital("a b"): "A b", Capital(""): "", Px(1.04): "1", Px(-.04): "0", Px(2.25): "2.3", PathStep(0): "M", PathStep(2): "L"} {
		if got != want {
			t.Errorf("%s, want %s", got, want)
		}
	}
}
