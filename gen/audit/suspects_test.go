package audit

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/axiomine/axiomine/internal/testkit/must"
)

// suspects is the example of false-negative: forty rows, of which row 7 holds a relevant negative.
func suspects() []string { return strings.Split(examples["false-negative"].rows, "\n") }

// TestSuspectsAreNotDropped: rows that may be right are dropped only by those who say so.
func TestSuspectsAreNotDropped(t *testing.T) {
	rows := examples["near-positive"].rows + "\n"
	r := run(t, Options{Files: []string{write(t, map[string]string{"rows.jsonl": rows})["rows.jsonl"]}})
	if _, err := r.DropRows([]string{"near-positive"}, false); err == nil {
		t.Error("suspects are dropped unasked")
	}
	fix, err := r.DropRows([]string{"near-positive"}, true)
	if err != nil || fix.Rows != 2 {
		t.Fatal(fix, err)
	}
	var out bytes.Buffer
	if err := fix.Write(0, &out); err != nil || strings.Count(out.String(), "\n") != 1 {
		t.Error(out.String(), err)
	}
	all, err := r.DropRows(nil, true)
	if err != nil || all.Rows != 0 {
		t.Errorf("without codes only exact ones are dropped, also for those who are sure: %+v, %v", all, err)
	}
}

// TestOrders: the likeliest false negative and the likeliest false positive are those that the examples have. They are no findings.
func TestOrders(t *testing.T) {
	for i, code := range []string{"false-negative", "false-positive"} {
		r := run(t, Options{Files: []string{write(t, map[string]string{"rows.jsonl": examples[code].rows})["rows.jsonl"]}})
		_, isFinding := flagged(r, code)
		if f := r.Likeliest[i]; f.Code != code || f.Examples[0].Row != examples[code].flagged[0] || isFinding {
			t.Errorf("%s: %+v", code, f)
		}
	}
}

// TestRun: a run whose ids are the rows' lifts the negative that the model puts above the positive; one without their ids is refused.
func TestRun(t *testing.T) {
	rows := ""
	run1, run2 := "", ""
	for i, line := range suspects() {
		id := string(rune('a'+i/26)) + string(rune('a'+i%26))
		var row struct {
			Query    string
			Pos, Neg []string
		}
		must.Do(t, json.Unmarshal([]byte(line), &row))
		for label, text := range []string{row.Neg[0], row.Pos[0]} {
			doc := []string{"no-", "yes-"}[label] + id
			b, _ := json.Marshal(map[string]any{"query_id": id, "query": row.Query, "document_id": doc, "document": text, "label": label})
			rows += string(b) + "\n"
			score := []string{"0.1", "0.8"}[label]
			if label == 0 && i == 3 {
				score = "0.9" // the model finds this negative as good as a positive
			}
			run1 += id + " Q0 " + doc + " 1 " + score + " m\n"
			run2 += "x" + id + " Q0 " + doc + " 1 " + score + " m\n"
		}
	}
	files := write(t, map[string]string{"rows.jsonl": rows, "run.txt": run1, "other.txt": run2})
	likeliest := func(runs ...string) int {
		return run(t, Options{Files: []string{files["rows.jsonl"]}, Runs: runs}).Likeliest[0].Examples[0].Row / 2
	}
	if without, with := likeliest(), likeliest("m="+files["run.txt"]); without != 7 || with != 3 {
		t.Errorf("the likeliest are those of queries %d without a run and %d with it", without, with)
	}
	_, err := Run(t.Context(), Options{Files: []string{files["rows.jsonl"]}, Runs: []string{"m=" + files["other.txt"]}}, nil)
	must.Fail(t, err, "scores no negative")
	infinite := write(t, map[string]string{"run.txt": strings.Replace(run1, "0.8", "inf", 1)})["run.txt"]
	if _, err := Run(t.Context(), Options{Files: []string{files["rows.jsonl"]}, Runs: []string{"m=" + infinite}}, nil); err == nil ||
		!strings.Contains(err.Error(), "+Inf") {
		t.Errorf("an infinite score: %v", err)
	}
	part := write(t, map[string]string{"run.txt": run1[:len(run1)/2]})["run.txt"]
	if r := run(t, Options{Files: []string{files["rows.jsonl"]}, Runs: []string{"m=" + part}}); len(r.NotChecked) == 0 ||
		!strings.HasPrefix(r.NotChecked[0], "The runs score 20 of 40 negatives") {
		t.Errorf("half a run: %q", r.NotChecked)
	}
	for _, o := range []Options{{Files: []string{files["rows.jsonl"]}, Runs: []string{"m=" + files["run.txt"], "other=" + files["run.txt"]}},
		{Files: []string{files["rows.jsonl"]}, Test: []string{files["rows.jsonl"], files["rows.jsonl"]}}} {
		if _, err := Run(t.Context(), o, nil); err == nil || !strings.Contains(err.Error(), "is named twice") {
			t.Errorf("a file named twice, %v: %v", o, err)
		}
	}
	for _, bad := range []string{"run.txt", "=x", "m="} {
		if _, err := Run(t.Context(), Options{Files: []string{files["rows.jsonl"]}, Runs: []string{bad}}, nil); err == nil {
			t.Errorf("--run %s is taken", bad)
		}
	}
	if _, err := os.Stat(files["run.txt"]); err != nil {
		t.Error(err)
	}
}

// TestFlagsWithoutUse: texts for rows that hold texts, and meanings of labels for rows without one, are refused; rows of ids, a run, and
// rows with labels have a use for them.
func TestFlagsWithoutUse(t *testing.T) {
	files := write(t, map[string]string{
		"texts.jsonl":  `{"query": "a whale", "positive": "the whale", "negative": "a ship"}` + "\n",
		"ids.jsonl":    `{"query_id": "q", "doc_id": "d", "label": 1}` + "\n",
		"labels.csv":   "query,passage,label\na whale,the whale,good\na whale,a ship,bad\n",
		"topics.jsonl": `{"_id": "q", "text": "a whale"}` + "\n",
		"corpus.jsonl": `{"_id": "d", "text": "the whale"}` + "\n",
	})
	for _, c := range []struct {
		rows, want string
		edit       func(*Options)
	}{
		{"texts.jsonl", "--topics has no effect here", func(o *Options) { o.Topics = files["topics.jsonl"] }},
		{"ids.jsonl", "", func(o *Options) { o.Topics = files["topics.jsonl"] }},
		{"texts.jsonl", "--collection has no effect here", func(o *Options) { o.Collection = files["corpus.jsonl"] }},
		{"ids.jsonl", "", func(o *Options) { o.Collection = files["corpus.jsonl"] }},
		{"texts.jsonl", "", func(o *Options) {
			o.Topics, o.Collection, o.Test = files["topics.jsonl"], files["corpus.jsonl"], []string{files["ids.jsonl"]}
		}},
		{"texts.jsonl", "--labels has no effect here", func(o *Options) { o.Reading.Labels = "good=1,bad=0" }},
		{"labels.csv", "", func(o *Options) { o.Reading.Labels = "good=1,bad=0" }},
	} {
		o := Options{Files: []string{files[c.rows]}}
		c.edit(&o)
		_, err := Run(t.Context(), o, nil)
		if c.want == "" && err != nil || c.want != "" && (err == nil || !strings.Contains(err.Error(), c.want)) {
			t.Errorf("%s: %v, want %q", c.rows, err, c.want)
		}
	}
}

// TestAlikeOfRepeats: a negative that many rows of a query repeat counts once, as its positive does. Of ten negatives here one scores as the
// positive does: a fortieth of them reach the best quarter.
func TestAlikeOfRepeats(t *testing.T) {
	var rows strings.Builder
	for i := range 60 {
		said := strings.Repeat(fmt.Sprintf("query%d ", i), 1+i%9)
		fmt.Fprintf(&rows, "{\"query\": \"query%d word%d\", \"document\": \"%sone text%d\", \"label\": 1}\n", i, i, said, i)
		for j := range 29 {
			text := fmt.Sprintf("nothing here %d", j)
			if j >= 9 {
				text = said + "other text"
			}
			fmt.Fprintf(&rows, "{\"query\": \"query%d word%d\", \"document\": \"%s\", \"label\": 0}\n", i, i, text)
		}
	}
	r := run(t, Options{Files: []string{write(t, map[string]string{"rows.jsonl": rows.String()})["rows.jsonl"]}})
	if _, has := flagged(r, "negatives-alike"); has {
		t.Error("repeated negatives look as relevant as the positives")
	}
}
