package check

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/axiomine/axiomine/gen/audit/internal/trainset"
	"github.com/axiomine/axiomine/gen/corpus"
	"github.com/axiomine/axiomine/gen/corpus/read"
	"github.com/axiomine/axiomine/internal/testkit/must"
)

// eachRow calls visit for the rows of JSON lines.
func eachRow(t *testing.T, rows string, visit func(*corpus.TrainingRow)) {
	t.Helper()
	path := filepath.Join(t.TempDir(), "rows.jsonl")
	must.Do(t, os.WriteFile(path, []byte(rows), 0o666))
	_, err := read.TrainingRows(t.Context(), path, read.Options{}, nil, func(r *corpus.TrainingRow) error { visit(r); return nil })
	must.Do(t, err)
}

// inputOf returns what checks read of rows of JSON lines, beside the rows of a test set; "" for none.
func inputOf(t *testing.T, rows, test string) *Input {
	t.Helper()
	set, index := trainset.New(), NewTestIndex()
	if test != "" {
		eachRow(t, test, func(r *corpus.TrainingRow) {
			index.AddQuery(r.Query)
			for _, d := range r.Docs {
				index.AddDocument(d.Text)
			}
		})
		set.Look = index.Look
	}
	eachRow(t, rows, set.Add)
	in := NewInput(set)
	in.Preferences = trainset.NewPreferences(set)
	if test != "" {
		in.Test = index
	}
	return in
}

// flagged returns the rows that a check flags, in the order of the flags.
func flagged(f Found) (rows []int) {
	for _, flag := range f.Flags {
		rows = append(rows, int(flag.Row))
	}
	return rows
}

// rowCase is a small set with the rows that a check flags, and the reason of each.
type rowCase struct {
	name, rows, test string
	want             []int
	reasons          []string
}

// rowCases hold, by code, what the examples of the checks leave open. The answers follow from each check's own About.
var rowCases = map[string][]rowCase{
	"contradiction": {
		{name: "two against one: each names the first row that says otherwise",
			rows: `{"query": "a", "positive": "c", "negative": "e"}
{"query": "a", "positive": "e", "negative": "c"}
{"query": "A", "positive": "C", "negative": "e"}`, want: []int{0, 1, 2},
			reasons: []string{"For the same query, row 1 (line 2) judges the same documents otherwise.",
				"For the same query, row 0 (line 1) judges the same documents otherwise.",
				"For the same query, row 1 (line 2) judges the same documents otherwise."}},
		{name: "two labels of one document", want: []int{0, 2},
			rows: `{"query": "a", "document": "c", "label": 1}
{"query": "b", "document": "c", "label": 0}
{"query": "a", "document": " c", "label": 0}`},
		{name: "one of several negatives", want: []int{0, 1},
			rows: `{"query": "a", "pos": ["c"], "neg": ["d", "e"]}
{"query": "a", "pos": ["e"], "neg": ["c", "f"]}`},
		{name: "labels of a list order that list", want: []int{0, 1},
			rows: `{"query": "a", "docs": ["c", "d", "e"], "labels": [2, 1, 0]}
{"query": "a", "docs": ["e", "d"], "labels": [2, 1]}`},
		{name: "equal labels order nothing",
			rows: `{"query": "a", "docs": ["c", "d"], "labels": [1, 1]}
{"query": "a", "docs": ["d", "c"], "labels": [1, 0]}`},
	},
	"repeated-row": {
		{name: "documents in another order", want: []int{1, 2}, reasons: []string{"The row repeats row 0 (line 1).",
			"The row repeats row 0 (line 1)."},
			rows: `{"query": "a", "docs": ["c", "d"], "labels": [1, 0]}
{"query": "a", "docs": ["d", "c"], "labels": [0, 1]}
{"query": "a", "docs": ["c", "d"], "labels": [1, 0]}`},
		{name: "another label, or another letter", rows: `{"query": "a", "docs": ["c", "d"], "labels": [1, 0]}
{"query": "a", "docs": ["c", "d"], "labels": [2, 0]}
{"query": "a", "docs": ["C", "d"], "labels": [1, 0]}
{"query": "b", "docs": ["c", "d"], "labels": [1, 0]}`},
		{name: "one document more", rows: `{"query": "a", "pos": ["c"], "neg": ["d"]}
{"query": "a", "pos": ["c"], "neg": ["d", "d"]}`},
	},
	"empty-text": {
		{name: "each reason", want: []int{1, 2, 3, 4},
			rows: `{"query": "a", "pos": ["c"], "neg": ["d"]}
{"query": "", "pos": ["c"], "neg": ["d"]}
{"query": "a", "pos": [], "neg": []}
{"query": "a", "pos": ["c"], "neg": ["\u200b \n"]}
{"query": "a", "pos": [], "neg": ["d"]}`,
			reasons: []string{"The query is empty.", "The row has no document.", "A document is empty.", "The row has no positive."}},
		{name: "marks alone", want: []int{0, 1, 2},
			rows: `{"query": "?!", "pos": ["c"], "neg": ["d"]}
{"query": "a", "pos": ["…"], "neg": ["d"]}
{"query": "a", "pos": ["c"], "neg": [" 「。」"]}
{"query": "a", "pos": ["&&"], "neg": ["👍"]}`,
			reasons: []string{"The query holds nothing but punctuation.", "A document holds nothing but punctuation.",
				"A document holds nothing but punctuation."}},
		{name: "what programs write for a missing text", want: []int{0, 1, 2},
			rows: `{"query": "a", "pos": ["NULL"], "neg": ["d"]}
{"query": "nan", "pos": ["c"], "neg": ["d"]}
{"query": "a", "pos": ["c"], "neg": [" <p>&nbsp;</p> "]}
{"query": "na", "pos": ["Null"], "neg": ["<p>none</p>"]}`,
			reasons: []string{"A document stands for a missing text.", "The query stands for a missing text.",
				"A document stands for a missing text."}},
		{name: "an answer without its speaker", want: []int{0},
			rows: `{"chosen": "Human: what is red?\n\nAssistant: a fox", "rejected": "Human: what is red?\n\nAssistant:"}
{"chosen": "Human: what is red?\n\nAssistant: a fox", "rejected": "Human: what is red?\n\nAssistant: a hen"}`,
			reasons: []string{"A document is empty."}},
		{name: "sets without any query have none to lack", want: []int{1},
			rows: `{"chosen": "c", "rejected": "d"}
{"chosen": "c", "rejected": " "}`, reasons: []string{"A document is empty."}},
		{name: "labelled rows need no positive", want: []int{1},
			rows: `{"query": "a", "docs": ["c", "d"], "labels": [0, 0]}
{"query": "a", "docs": ["c", ""], "labels": [1, 0]}`},
	},
	"positive-is-negative": {
		{name: "any positive, any negative", want: []int{1}, reasons: []string{"A negative has the text of the positive."},
			rows: `{"query": "a", "pos": ["c", "c"], "neg": ["d", "d"]}
{"query": "a", "pos": ["c", "e"], "neg": ["d", "f", "E "]}`},
		{name: "two empty ones are left to empty-text", rows: `{"query": "a", "positive": "", "negative": " "}`},
	},
	"repeated-negative": {
		{name: "not two empty ones", want: []int{1}, reasons: []string{"Two negatives of the row have the same text."},
			rows: `{"query": "a", "pos": ["c"], "neg": ["", ""]}
{"query": "a", "pos": ["c"], "neg": ["d", "e", "D"]}`},
	},
	"query-is-document": {
		{name: "whose text it is", want: []int{0, 1},
			reasons: []string{"A document has the text of the query.", "A negative has the text of the query."},
			rows: `{"query": "a", "positive": "A", "negative": "d"}
{"query": "a", "positive": "c", "negative": "A"}`},
		{name: "a document with a label is no negative", want: []int{0}, reasons: []string{"A document has the text of the query."},
			rows: `{"query": "a", "docs": ["c", "a"], "labels": [1, 0]}
{"query": "", "docs": ["c", ""], "labels": [1, 0]}`},
	},
	"cycle": {
		{name: "two circles that share a document, beside two rows that close none", want: []int{0, 1, 2, 4, 5, 6},
			reasons: []string{"With other rows of the query, the row closes a circle: no order of the documents fits all."},
			rows: `{"query": "q", "positive": "a", "negative": "b"}
{"query": "q", "positive": "b", "negative": "c"}
{"query": "q", "positive": "c", "negative": "a"}
{"query": "q", "positive": "z", "negative": "c"}
{"query": "q", "positive": "c", "negative": "d"}
{"query": "q", "positive": "d", "negative": "e"}
{"query": "q", "positive": "e", "negative": "c"}
{"query": "q", "positive": "e", "negative": "f"}`},
		{name: "a row of several pairs is flagged once", want: []int{0, 1, 2},
			rows: `{"query": "q", "pos": ["a"], "neg": ["b", "x"]}
{"query": "q", "pos": ["b", "x"], "neg": ["y"]}
{"query": "q", "pos": ["y"], "neg": ["a"]}
{"query": "q", "pos": ["y"], "neg": ["z"]}`},
		{name: "of two queries no circle", rows: `{"query": "q", "positive": "a", "negative": "b"}
{"query": "q", "positive": "b", "negative": "c"}
{"query": "r", "positive": "c", "negative": "a"}`},
		{name: "rows that contradict each other are left out", rows: `{"query": "q", "positive": "a", "negative": "b"}
{"query": "q", "positive": "b", "negative": "a"}
{"query": "q", "positive": "b", "negative": "c"}
{"query": "q", "positive": "c", "negative": "a"}`},
	},
	"negative-elsewhere": {
		{name: "names the first row in which it is the positive", want: []int{0},
			reasons: []string{"A negative of the row is a positive of the same query in row 1 (line 2)."},
			rows: `{"query": "q", "pos": ["a"], "neg": ["b", "c"]}
{"query": "q", "pos": ["c"], "neg": ["d"]}
{"query": "q", "pos": ["c"], "neg": ["e"]}`},
		{name: "grades order documents, and take none for not relevant", rows: `{"query": "q", "docs": ["a", "b"], "labels": [2, 1]}
{"query": "q", "docs": ["b", "c"], "labels": [1, 0]}`},
		{name: "rows of contradiction are left out", rows: `{"query": "q", "positive": "a", "negative": "b"}
{"query": "q", "positive": "b", "negative": "a"}`},
	},
	"near-positive": {
		{name: "part of a positive, and other marks", want: []int{0, 1, 3},
			reasons: []string{"A positive holds the whole text of the negative.", "A negative and the positive share 100 % of their words.",
				"A negative and the positive share 100 % of their words."},
			rows: `{"query": "q", "pos": ["x y one two three four five z a b c"], "neg": ["one two three four five"]}
{"query": "q", "pos": ["Yes."], "neg": ["no", "yes!"]}
{"query": "q", "pos": ["x y one two three four z"], "neg": ["one two three four"]}
{"query": "q", "pos": ["是的。"], "neg": ["是的"]}
{"query": "q", "pos": ["a b"], "neg": ["b a"]}
{"query": "q", "pos": ["C++"], "neg": ["C#"]}`},
		{name: "four words of five, none of fewer words, and the most of several", want: []int{0, 2, 4},
			reasons: []string{"A negative and the positive share 80 % of their words.", "A negative and the positive share 83 % of their words.",
				"A negative holds the whole text of the positive."},
			rows: `{"query": "q", "pos": ["one two three four five"], "neg": ["five four three two"]}
{"query": "q", "pos": ["one two three four"], "neg": ["one two three four five"]}
{"query": "q", "pos": ["one two three four five"], "neg": ["two three four five", "Six, one two three four, five"]}
{"query": "q", "pos": ["one two three four five"], "neg": ["One two three four FIVE"]}
{"query": "q", "pos": ["one two three four five"], "neg": ["a b c d e f g h one two three four five i j k"]}`},
	},
	"mixed-languages": {
		{name: "each document", want: []int{0, 1, 2}, reasons: []string{
			"The negative is in Cyrillic letters, the query in English.",
			"The positive is in Chinese characters, the query in Greek.",
			"The positive is in Hebrew, the query in Arabic letters."},
			rows: `{"query": "what is the name of the fox", "positive": "foxes", "negative": "лиса"}
{"query": "αλεπού", "positive": "狐", "negative": "αλεπούδες"}
{"query": "ثعلب", "positive": "שועל", "negative": "ثعلب ثعلب"}
{"query": "42", "positive": "лиса", "negative": "fox"}
{"query": "狐狸叫什么名字", "positive": "Vulpes vulpes（狐狸）", "negative": "Canis lupus"}`},
	},
	"garbled-text": {
		{name: "which part", want: []int{0, 1, 2}, reasons: []string{"The query holds letters of a wrong encoding.",
			"The positive holds letters of a wrong encoding.", "The negative holds letters of a wrong encoding."},
			rows: `{"query": "cafÃ©", "positive": "c", "negative": "d"}
{"query": "a", "positive": "cafÃ©", "negative": "d"}
{"query": "a", "positive": "c", "negative": "\ufffd"}`},
	},
	"markup": {
		{name: "documents of labelled rows", want: []int{0}, reasons: []string{"The document holds tags or entities of HTML."},
			rows: `{"query": "a", "docs": ["c", "<b>d</b>"], "labels": [1, 0]}
{"query": "a", "docs": ["c", "d<e"], "labels": [1, 0]}`},
	},
	"split-leak": {
		{name: "from the latest split into each earlier one", want: []int{0, 1, 3, 6}, reasons: []string{
			"The query is also one of test, in row 2 (line 3) there.", "The query is also one of test, in row 2 (line 3) there.",
			"The query is also one of dev, in row 4 (line 5) there.", "The query is also one of test, in row 2 (line 3) there."},
			rows: `{"split": "train", "query": "a", "positive": "c", "negative": "d"}
{"split": "dev", "query": "A", "positive": "c", "negative": "d"}
{"split": "test", "query": "a", "positive": "c", "negative": "d"}
{"split": "train", "query": "b", "positive": "c", "negative": "d"}
{"split": "dev", "query": "b ", "positive": "c", "negative": "d"}
{"split": "train", "query": "e", "positive": "c", "negative": "d"}
{"split": "train", "query": "a", "positive": "c", "negative": "e"}`},
	},
	"test-query": {
		{name: "without case, and not those that are near", want: []int{1}, reasons: []string{"The query is one of the test set."},
			test: `{"query": "one two three four", "positive": "k", "negative": "m"}`,
			rows: `{"query": "one two three four five", "positive": "c", "negative": "d"}
{"query": "One Two  three four", "positive": "c", "negative": "d"}
{"query": "e", "positive": "one two three four", "negative": "d"}`},
	},
	"test-query-near": {
		{name: "four words of five, and not the equal ones", want: []int{0},
			test: `{"query": "one two three four", "positive": "k", "negative": "m"}
{"query": "six seven eight", "positive": "k", "negative": "m"}`,
			reasons: []string{"The query shares 80 % of its words with a query of the test set."},
			rows: `{"query": "one two three four five", "positive": "c", "negative": "d"}
{"query": "ONE two three four", "positive": "c", "negative": "d"}
{"query": "six seven eight!!", "positive": "c", "negative": "d"}
{"query": "one two three four five nine", "positive": "c", "negative": "d"}`},
	},
	"test-document": {
		// A text of nine words has two stretches of eight, one of ten has three: one of two is half, one of three is not.
		{name: "half of the stretches, and the nearest document", want: []int{0, 2, 3},
			reasons: []string{"The positive shares 50 % of the shorter text with a document of the test set.",
				"The negative is a document of the test set.", "The negative is a document of the test set."},
			test: `{"query": "q", "positive": "1 2 3 4 5 6 7 8 9 10", "negative": "n"}`,
			rows: `{"query": "a", "positive": "0 1 2 3 4 5 6 7 8", "negative": "d"}
{"query": "a", "positive": "00 0 1 2 3 4 5 6 7 8", "negative": "00 0 1 2 3 4 5 6 7"}
{"query": "a", "positive": "0 1 2 3 4 5 6 7 8", "negative": "N"}
{"query": "n", "positive": "q", "negative": "n"}`},
	},
}

// TestRows compares the flagged rows and their reasons with those by hand.
func TestRows(t *testing.T) {
	for code, cases := range rowCases {
		c := Lookup(code)
		for _, rc := range cases {
			t.Run(code+"/"+rc.name, func(t *testing.T) {
				in := inputOf(t, rc.rows, rc.test)
				f := c.Summarise(in)
				if got := flagged(f); !slices.Equal(got, rc.want) {
					t.Fatalf("rows %v, want %v", got, rc.want)
				}
				for i, want := range rc.reasons {
					if got := c.Reason(in, f.Flags[i]); got != want {
						t.Errorf("row %d: %s\nwant %s", rc.want[i], got, want)
					}
				}
				if len(rc.want) == 0 {
					if f.Title != "" || f.Count != 0 || f.Share != 0 {
						t.Errorf("nothing is flagged, with %+v", f)
					}
					return
				}
				rows := strings.Count(rc.rows, "\n") + 1
				title := "1 row " + c.RowText
				if n := len(rc.want); n > 1 {
					title = string(rune('0'+n)) + " rows " + c.RowsText
				}
				if f.Title != title || f.Count != len(rc.want) || f.Share != float64(len(rc.want))/float64(rows) {
					t.Errorf("%q, %d rows, share %v; want %q of %d rows", f.Title, f.Count, f.Share, title, rows)
				}
			})
		}
	}
}

// TestWithoutTestSet: leaks are of a test set; without one nothing is found.
func TestWithoutTestSet(t *testing.T) {
	in := inputOf(t, `{"query": "a b c d", "positive": "c", "negative": "d"}`, "")
	for _, code := range []string{"test-query", "test-query-near", "test-document"} {
		if f := Lookup(code).Summarise(in); len(f.Flags) > 0 || f.Title != "" {
			t.Errorf("%s: %+v", code, f)
		}
	}
}
