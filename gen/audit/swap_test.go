package audit

import (
	"bufio"
	"bytes"
	"fmt"
	"io"
	"os"
	"strings"
	"testing"

	"github.com/parquet-go/parquet-go"
)

// swapped returns the copy of a file in which the rows of codes are swapped.
func swapped(t *testing.T, path string, codes []string, sure bool, runs ...string) (string, *Copy) {
	t.Helper()
	s, err := run(t, Options{Files: []string{path}, Runs: runs}).SwapRows(codes, sure)
	if err != nil {
		t.Fatal(err)
	}
	var out bytes.Buffer
	if err := s.Write(0, &out); err != nil {
		t.Fatal(err)
	}
	return out.String(), s
}

// TestSwap: the one of three rows that says the reverse is swapped, with all columns that go with the documents; all other bytes stay. A
// row against one row stays, since neither is in the majority.
func TestSwap(t *testing.T) {
	triples := func(form string) string {
		rows := [][5]string{{"q r s", "c d", "e f", "1", "2"}, {"q r s", "c d", "e f", "1", "2"}, {"q r s", "e f", "c d", "2", "1"},
			{"x y z", "g g", "h h", "3", "4"},
			{"x y z", "h h", "g g", "4", "3"}}
		text := ""
		for _, r := range rows {
			text += fmt.Sprintf(form, r[0], r[1], r[2], r[3], r[4])
		}
		return text
	}
	type pair struct{ what, before, after string }
	for _, c := range []pair{
		{"a.jsonl", triples(`{"query": "%s","positive":  "%s", "negative":"%s" , "pos_id": %s, "neg_id": %s, "more": {"positive": 1}}` + "\r\n"),
			`{"query": "q r s","positive":  "c d", "negative":"e f" , "pos_id": 1, "neg_id": 2, "more": {"positive": 1}}`},
		{"a.csv", "query,positive,negative,positive_id,negative_id\n" + triples("%s,%s,\"%s\",%s,%s\n"), `q r s,"c d",e f,1,2`},
		{"triples.tsv", triples("%s\t%s\t%s\n%.0s%.0s"), "q r s\tc d\te f"},
	} {
		files := write(t, map[string]string{c.what: c.before})
		got, s := swapped(t, files[c.what], nil, false)
		if s.Summary != "a copy with 1 row swapped; 2 rows stay that as many rows contradict as agree with" {
			t.Errorf("%s: %+v", c.what, s)
		}
		before, after := strings.SplitAfter(c.before, "\n"), strings.SplitAfter(got, "\n")
		for i := range before {
			if i == len(before)-4 { // the third row
				if strings.TrimSpace(after[i]) != c.after {
					t.Errorf("%s: swapped %q, want %q", c.what, after[i], c.after)
				}
			} else if after[i] != before[i] {
				t.Errorf("%s: line %d is %q, was %q", c.what, i+1, after[i], before[i])
			}
		}
	}
}

// TestSwapParquet: values of lists are exchanged too, whatever their numbers.
func TestSwapParquet(t *testing.T) {
	type row struct {
		Query string   `parquet:"query"`
		Pos   []string `parquet:"pos,list"`
		Neg   []string `parquet:"neg,list"`
		Rank  int32    `parquet:"pos_rank"`
		Other int32    `parquet:"neg_rank"`
	}
	rows := []row{{"q", []string{"a"}, []string{"b"}, 1, 2}, {"q", []string{"a"}, []string{"b"}, 1, 2},
		{"q", []string{"b"}, []string{"a"}, 2, 1}}
	path := t.TempDir() + "/a.parquet"
	if err := parquet.WriteFile(path, rows); err != nil {
		t.Fatal(err)
	}
	got, s := swapped(t, path, nil, false)
	if s.Rows != 1 {
		t.Fatalf("%+v", s)
	}
	clean := t.TempDir() + "/b.parquet"
	if err := os.WriteFile(clean, []byte(got), 0o666); err != nil {
		t.Fatal(err)
	}
	back, err := parquet.ReadFile[row](clean)
	if err != nil || len(back) != 3 {
		t.Fatal(back, err)
	}
	for _, r := range back {
		if r.Pos[0] != "a" || r.Neg[0] != "b" || r.Rank != 1 || r.Other != 2 {
			t.Errorf("%+v", r)
		}
	}
}

// suspectPairs returns rows of one negative each, of which row 7 has the two texts exchanged, and a run that knows.
func suspectPairs() (rows, scores string) {
	for i := range 40 {
		good, bad := fmt.Sprintf("the history of topic%d began in place%d", i, i), fmt.Sprintf("bread of maker%d", i)
		if i == 7 {
			good, bad = bad, good
		}
		rows += fmt.Sprintf(`{"query_id": "%d", "query": "history of topic%d in place%d", "positive": %q, "negative": %q, `+
			`"positive_id": "p%d", "negative_id": "n%d"}`+"\n", i, i, i, good, bad, i, i)
		for j := range 9 {
			scores += fmt.Sprintf("%d Q0 o%d %d %.2f m\n", i, j, j+3, .1+.01*float64(j))
		}
		high, low := .9, .05
		if i == 7 {
			high, low = low, high
		}
		scores += fmt.Sprintf("%d Q0 p%d 1 %.2f m\n%d Q0 n%d 2 %.2f m\n", i, i, high, i, i, low)
	}
	return rows, scores
}

// TestSwapSuspects: a wrong positive is exchanged with a better negative, with a run or where the user is sure.
func TestSwapSuspects(t *testing.T) {
	rows, scores := suspectPairs()
	files := write(t, map[string]string{"a.jsonl": rows, "m.run": scores})
	if _, err := run(t, Options{Files: []string{files["a.jsonl"]}}).SwapRows([]string{"false-positive"}, false); err == nil {
		t.Error("texts alone, and nobody is sure")
	}
	got, s := swapped(t, files["a.jsonl"], []string{"false-positive"}, false, "m="+files["m.run"])
	want := `"positive": "the history of topic7 began in place7", "negative": "bread of maker7", "positive_id": "n7"`
	if s.Rows != 1 || !strings.Contains(got, want) {
		t.Errorf("%s\n%+v", strings.Split(got, "\n")[7], s)
	}
	if _, err := run(t, Options{Files: []string{files["a.jsonl"]}}).SwapRows([]string{"markup"}, true); err == nil {
		t.Error("markup says nothing about what is right")
	}
}

// TestSoftLabels: a list of a probability for each document, high for those that the run and the texts put first.
func TestSoftLabels(t *testing.T) {
	rows, scores := suspectPairs()
	files := write(t, map[string]string{"a.jsonl": rows, "m.run": scores})
	soft, err := run(t, Options{Files: []string{files["a.jsonl"]}, Runs: []string{"m=" + files["m.run"]}}).LabelRows()
	if err != nil {
		t.Fatal(err)
	}
	var out bytes.Buffer
	if err := soft.Write(0, &out); err != nil {
		t.Fatal(err)
	}
	for i, line := range strings.Split(strings.TrimSpace(out.String()), "\n") {
		_, list, has := strings.Cut(line, `, "soft_labels": [`)
		var positive, negative float64
		if _, err := fmt.Sscanf(list, "%g, %g]}", &positive, &negative); !has || err != nil || (positive > negative) == (i == 7) {
			t.Errorf("%s: %v", line, err)
		}
	}
}

// TestCopiesRefuseOtherForms: no changed copy is written of bytes that are no lines of UTF-8. A CSV of UTF-16 got a column of other bytes.
func TestCopiesRefuseOtherForms(t *testing.T) {
	var utf16 bytes.Buffer
	utf16.WriteString("\xff\xfe")
	for _, r := range "query,positive,negative\nblue whale,a whale,the sea\n" {
		utf16.Write([]byte{byte(r), 0})
	}
	files := write(t, map[string]string{"a.csv": utf16.String(), "b.bz2": "BZh91AY&SY", "empty.jsonl": ""})
	lines := &rewriter{nil, func(_ string, in *bufio.Reader, out io.Writer) error { _, err := io.Copy(out, in); return err }}
	for _, name := range []string{"a.csv", "b.bz2"} {
		if err := lines.write(files[name], io.Discard); err == nil || !strings.Contains(err.Error(), "not written in this form") {
			t.Errorf("%s: %v", name, err)
		}
	}
	if err := lines.write(files["empty.jsonl"], io.Discard); err != nil {
		t.Error(err)
	}
}
