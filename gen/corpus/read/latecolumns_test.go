package read

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/axiomine/axiomine/gen/corpus/internal/rowtable"
	"github.com/axiomine/axiomine/internal/testkit/must"
	"github.com/google/go-cmp/cmp"
)

// TestLateColumns: a column that JSON objects have only after the file's beginning is read where it is chosen, refused where its name
// says what it is, and counted where it does not. It is never lost in silence.
func TestLateColumns(t *testing.T) {
	for name, c := range map[string]struct {
		late    string // members of the last objects
		columns string
		refused string
		counted int
		judged  int
	}{
		"label":           {`"label": 1`, "", "the column label stands here first", 0, 0},
		"label, chosen":   {`"label": 1`, "label=label", "", 0, 3},
		"negative":        {`"negative": "x"`, "", "the column negative stands here first", 0, 0},
		"nested id":       {`"passage_id": 7`, "", "the column passage_id stands here first", 0, 0},
		"other":           {`"colour": "x", "shape": {"of": "y"}`, "", "", 2, 0},
		"null":            {`"passage": null, "text": null`, "", "", 1, 0},
		"another text":    {`"text": "y"`, "", "", 1, 0}, // passage is the document
		"another chosen":  {`"stars": 3, "colour": 1`, "label=stars", "", 1, 3},
		"list of members": {`"tags": [{"a": 1}, {"a": 2, "b": 3}]`, "", "", 2, 0},
	} {
		t.Run(name, func(t *testing.T) {
			var text strings.Builder
			for i := range 600 {
				fmt.Fprintf(&text, `{"query": "q%d", "passage": "%s %d"}`+"\n", i, strings.Repeat("word ", 40), i)
			}
			for i := range 3 {
				fmt.Fprintf(&text, `{"query": "late%d", "passage": "late %d", %s}`+"\n", i, i, c.late)
			}
			path := put(t, "rows.jsonl", strings.ReplaceAll(text.String(), `"passage": "late 0", "passage"`, `"passage"`))
			o := Options{Columns: c.columns}
			var rep Report
			_, err := collect(path, Table, o, &rep)
			if c.refused != "" {
				if err == nil || !strings.Contains(err.Error(), c.refused) || !strings.Contains(err.Error(), ":601: ") {
					t.Errorf("%v, want an error of line 601: %s", err, c.refused)
				}
				return
			}
			must.Do(t, err)
			if count(&rep, rowtable.LateColumn) != c.counted {
				t.Errorf("counted %d, want %d: %s", count(&rep, rowtable.LateColumn), c.counted, &rep)
			}
			if c.judged == 0 {
				return
			}
			qrels, err := Qrels(path, Table, o, nil)
			if err != nil || len(qrels) != c.judged {
				t.Errorf("%d judgements, %v", len(qrels), err)
			}
		})
	}
}

// TestTopicsInArrays: topics in an array are those of the same objects on lines, however the array is broken into lines.
func TestTopicsInArrays(t *testing.T) {
	const one, two = `{"id": 7.0, "text": "red: cat"}`, `{"qid": "8", "query": "dog", "n": [1, {"id": 9}]}`
	for _, text := range []string{one + "\n" + two, "[" + one + "," + two + "]", "[\n" + one + ",\n" + two + "\n]\n",
		"[\n  {\n \"id\": 7,\n \"text\": \"red: cat\"\n},\n" + two + "]"} {
		queries, err := Queries(context.Background(), put(t, "topics.json", text), Auto, Options{}, nil)
		if err != nil {
			t.Errorf("%s: %v", text, err)
			continue
		}
		got := map[string]string{}
		for _, q := range queries {
			got[q.ID] = q.Text
		}
		if want := map[string]string{"7": "red: cat", "8": "dog"}; !cmp.Equal(want, got) {
			t.Errorf("%s: %v", text, got)
		}
	}
}

// TestWholeGrades: a whole number is a grade however it is written, in every form of lines; any other number is counted.
func TestWholeGrades(t *testing.T) {
	for format, line := range map[Format]string{"trec": "q 0 d%d %s", "3col": "q d%d %s", "prels": "q d%d %s 1 0.5",
		"ir-tsv": "q\td%d\t%s\t0"} {
		var text strings.Builder
		for i, grade := range []string{"2.0", "2", "0.5", "1e0", "-1.0", "0.0"} {
			fmt.Fprintf(&text, line+"\n", i, grade)
		}
		var rep Report
		qrels, err := Qrels(put(t, "qrels", text.String()), Auto, Options{QrelsFormat: format}, &rep)
		got := map[string]int{}
		for _, q := range qrels {
			got[q.DocID] = q.Grade
		}
		want := map[string]int{"d0": 2, "d1": 2, "d3": 1, "d4": -1, "d5": 0}
		if err != nil || !cmp.Equal(want, got) || rep.NumSkipped() != 1 {
			t.Errorf("%s: %v, %v, %s", format, got, err, &rep)
		}
	}
}

// TestLateWords: the hint has the words of the whole file, whether those of the first rows are known or not, in every form. By hand.
func TestLateWords(t *testing.T) {
	for first, want := range map[string]string{"relevant": `paste --labels "kaum=?,passt nicht=?,relevant=1"`,
		"passt": `paste --labels "kaum=?,passt=?,passt nicht=?"`} {
		rows := make([][]string, 3002)
		for i := range rows {
			rows[i] = []string{fmt.Sprint("who runs ", i/2), fmt.Sprint("a fox runs ", i), first}
		}
		rows[3000][2], rows[3001][2] = "kaum", "passt nicht"
		for form, write := range tableForms {
			if _, _, err := trainingRows(write(t, []string{"query", "passage", "label"}, rows), Options{}); err == nil || !strings.Contains(err.Error(), want) {
				t.Errorf("%s: %v, want %s", form, err, want)
			}
		}
	}
}
