package errs

import (
	"encoding/json"
	"errors"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/axiomine/axiomine/internal/testkit/must"
)

func TestBrief(t *testing.T) {
	for name, want := range map[string]string{
		"q1":                          "q1",
		strings.Repeat("a", 80):       strings.Repeat("a", 80),
		strings.Repeat("a", 1e6):      strings.Repeat("a", 80) + "..",
		strings.Repeat("é", 41):       strings.Repeat("é", 40) + "..",
		"a" + strings.Repeat("é", 40): "a" + strings.Repeat("é", 39) + "..",
	} {
		must.Equal(t, Brief(name), want, "%.90q", name)
	}
}

// A long line keeps its beginning, which names the file, and its end, which is the hint. Half a character at the cut is left out.
func TestCut(t *testing.T) {
	if line := strings.Repeat("a", 4096); Cut(line) != line {
		t.Error("a line of 4 KiB is cut")
	}
	got := Cut("f.json: " + strings.Repeat("é", 1e6) + "; hint: mend it")
	if !strings.HasPrefix(got, "f.json: éé") || !strings.HasSuffix(got, "éé; hint: mend it") || !strings.Contains(got, "é .. é") {
		t.Errorf("%.60q %d", got, len(got))
	}
	if len(got) > 4096 || !utf8.ValidString(got) {
		t.Errorf("%d bytes", len(got))
	}
}

func TestBadJSON(t *testing.T) {
	for raw, want := range map[string]string{
		"":                            "f: no record: it is empty; hint: h",
		" \n":                         "f: no record: it is empty; hint: h",
		"{\"a\": 1,\n":                "f: no record: it is cut off; hint: h",
		"{\"a\": 1,\n\"b\": x}":       "f:2: no record: invalid character 'x' looking for beginning of value; hint: h",
		"[1]":                         "f:1: no record: it holds an array; hint: h",
		"{\n\"a\":\n\"x\"}":           "f:3: no record: a holds a string; hint: h",
		"{\"b\": {\n\"c\": [1, {}]}}": "f:2: no record: b.c holds an object; hint: h",
		"{\"a\": 1.5}":                "f:1: no record: a holds a number 1.5; hint: h",
	} {
		var into struct {
			A int `json:"a"`
			B struct {
				C []int `json:"c"`
			} `json:"b"`
		}
		err := json.Unmarshal([]byte(raw), &into)
		if got := BadJSON("f", []byte(raw), "h", "no record", err).Error(); err == nil || got != want {
			t.Errorf("%q\n got %s\nwant %s", raw, got, want)
		}
	}
}

// TestSuggestionOfSwitches: words for on and off are these, however near the other one is spelt.
func TestSuggestionOfSwitches(t *testing.T) {
	for word, want := range map[string]string{"no": "off", "No": "off", "false": "off", "yes": "on", "true": "on", "onn": "on"} {
		if got := Suggestion(word, "auto", "on", "off"); got != "did you mean "+want+"? " {
			t.Errorf("%s: %q, want %s", word, got, want)
		}
	}
	must.Equal(t, Suggestion("no", "mean", "not"), "did you mean not? ", "no among other words")
	must.Equal(t, Suggestion("m-tdc", "", "length-safe"), "", "a name like none, where one is empty")
}

// A name of a megabyte is like no other, and is not compared letter by letter, which would make billions of steps for each.
func TestLongNamesAreLikeNone(t *testing.T) {
	long := strings.Repeat("map", 1<<19)
	for range 1000 {
		if got := Changes(long, long[:1<<20]); got != len(long) {
			t.Fatalf("%d changes", got)
		}
	}
	if got := Suggestion(long, "map"); got != "" {
		t.Errorf("%q", got)
	}
}

// TestGuard: what the work returns is the error; a panic with an *Error is that error, and any other a defect with the stack.
func TestGuard(t *testing.T) {
	failure, damage := errors.New("a failure"), BadInput("postings", 0, "", "its checksum differs")
	for name, c := range map[string]struct {
		work func() error
		want error
	}{"none": {func() error { return nil }, nil}, "an error": {func() error { return failure }, failure},
		"damage": {func() error { panic(damage) }, damage}} {
		must.Equal(t, Guard(c.work)(), c.want, "%s", name)
	}
	err, ok := errors.AsType[*Error](Guard(func() error { panic("no such case") })())
	if !ok || err.Kind != Defect || !strings.Contains(err.Problem, "no such case") || len(err.Preamble) == 0 {
		t.Errorf("a panic: %+v", err)
	}
}
