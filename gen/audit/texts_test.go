package audit

import (
	"bytes"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/axiomine/axiomine/gen/audit/internal/check"
	"github.com/axiomine/axiomine/gen/corpus/read"
	"github.com/axiomine/axiomine/internal/testkit/must"
	"github.com/axiomine/axiomine/internal/ui/page"
)

// TestExampleShowsTheDocument: of a row with several negatives an example shows the one that its reason is about.
func TestExampleShowsTheDocument(t *testing.T) {
	const rows = `{"query": "a", "positive": "one two three four five", "negative": ["six seven", "one two three four five six", "eight"]}
{"query": "b", "positive": "first text", "negative": ["second text", "<p>third</p>"]}
{"query": "c", "positive": "up", "negative": ["between", "down"]}
{"query": "c", "positive": "down", "negative": ["up"]}
`
	r := run(t, Options{Files: []string{write(t, map[string]string{"rows.jsonl": rows})["rows.jsonl"]}})
	want := map[string]string{"near-positive": "one two three four five six", "markup": "<p>third</p>", "contradiction": "down"}
	for _, f := range r.Findings {
		if text := want[f.Code]; text != "" {
			delete(want, f.Code)
			documents := f.Examples[0].Documents
			if last := documents[len(documents)-1]; len(documents) != 2 || last.Role != "negative" || last.Text != text {
				t.Errorf("%s shows %+v", f.Code, documents)
			}
		}
	}
	if len(want) > 0 {
		t.Errorf("not found: %v", want)
	}
	r.Likeliest = nil
	var html bytes.Buffer
	must.Do(t, r.WritePage(&html, "axiomine audit rows.jsonl", page.Next{}))
	for _, text := range []string{"one two three four five", "six seven", "second text", "<mark>&lt;p&gt;</mark>third&lt;/p&gt;", "down"} {
		if strings.Contains(html.String(), text) == (text == "six seven" || text == "second text") {
			t.Errorf("the page and %q", text)
		}
	}
}

// TestNearRowIsMarked: of a row that nearly repeats an earlier one, the words are marked by which its document differs.
func TestNearRowIsMarked(t *testing.T) {
	r := run(t, Options{Files: []string{write(t, map[string]string{"rows.jsonl": examples["near-row"].rows})["rows.jsonl"]}})
	for _, f := range r.Findings {
		if f.Code != "near-row" {
			continue
		}
		for i, want := range []string{"", "big"} { // the first one differs in marks alone
			d := f.Examples[i].Documents[0]
			must.Equal(t, string([]rune(d.Text)[d.Start:d.End]), want, "%s", d.Text)
		}
		return
	}
	t.Error("near-row is not found")
}

// TestMarkedWords: a negative near the positive has marked what differs, or the positive where it holds it; a contradiction is about the
// whole document.
func TestMarkedWords(t *testing.T) {
	for _, c := range []struct{ code, text, positive, want string }{
		{"near-positive", "One two 3 four, five six.", "one two three four, five six.", "3"},
		{"near-positive", "one two four six five", "one two four five six", "six five"},
		{"near-positive", "so: one two three four five, he said", "one two three four five", "one two three four five"},
		{"near-positive", "one two three four five", "one two three four five six", ""},
		{"near-positive", "一个男人在弹吉他", "一个女人在弹吉他", "男"},
		{"contradiction", "one two\nthree", "other", "one two\nthree"},
		{"repeated-row", "one two three", "other", ""},
	} {
		start, end := markOf(check.Lookup(c.code), c.text, c.positive)
		must.Equal(t, string([]rune(c.text)[start:end]), c.want, "%s: %s", c.code, c.text)
	}
}

// TestPassage: a long text is shown around the marked words, and unfolds whole.
func TestPassage(t *testing.T) {
	text := strings.Repeat("ä ", 300) + "here" + strings.Repeat(" ö", 300)
	shown, whole := passage(text, 600, 604, exampleText)
	isMarked := func(parts []page.Part) (all string, marked string) {
		for _, p := range parts {
			all += p.Text
			if p.Evidence {
				marked += p.Text
			}
		}
		return all, marked
	}
	all, marked := isMarked(whole)
	if all != text || marked != "here" {
		t.Errorf("the whole text is %q, marked %q", all, marked)
	}
	if all, marked = isMarked(shown); marked != "here" || utf8.RuneCountInString(all) > exampleText+4 || strings.Count(all, "…") != 2 {
		t.Errorf("shown %q, marked %q", all, marked)
	}
	shown, _ = passage(text, 0, 600, exampleText)
	if all, marked = isMarked(shown); marked != all[:len(marked)] || len(marked) < exampleText {
		t.Errorf("marked from the first character, and shown %q", all)
	}
	if shown, whole = passage("short", 0, 0, exampleText); whole != nil || len(shown) != 1 || shown[0].Text != "short" {
		t.Error("a short text unfolds", shown, whole)
	}
}

// TestOtherEncoding: files with bytes of another encoding are to be read again in that, whatever else is found; a single broken text of many
// is no reason.
func TestOtherEncoding(t *testing.T) {
	line := func(text string) string {
		return `{"query": "where", "positive": "` + text + `", "negative": "there"}` + "\n"
	}
	for _, c := range []struct{ text, given, want string }{
		{strings.Repeat(line("\xe9t\xe9"), 9), "utf-8", "mixed"},
		{strings.Repeat(line("été"), 9), "windows-1252", ""}, // lines of UTF-8 stay as they are
		{strings.Repeat(line("été"), 9), "utf-8", ""},
		{strings.Repeat(line("Ã©tÃ©"), 9), "utf-8", ""}, // the source was misread
		{strings.Repeat(line("été"), 300) + line("\xe9t\xe9"), "utf-8", ""},
	} {
		o := Options{Files: []string{write(t, map[string]string{"a.jsonl": c.text})["a.jsonl"]}, Reading: read.Options{Encoding: c.given}}
		must.Equal(t, run(t, o).OtherEncoding(), c.want, "%.70q read as %s", c.text, c.given)
	}
}
