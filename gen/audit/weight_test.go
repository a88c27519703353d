package audit

import (
	"bytes"
	"compress/gzip"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/axiomine/axiomine/gen/audit/internal/check"
	"github.com/parquet-go/parquet-go"
)

// suspects is the example of false-negative: forty rows, of which row 7 holds a relevant negative.
func suspects() []string { return strings.Split(check.Lookup("false-negative").Example.Rows, "\n") }

func weighted(t *testing.T, name, text string) (string, error) {
	t.Helper()
	r := run(t, Options{Files: []string{write(t, map[string]string{name: text})[name]}})
	w, err := r.WeighRows()
	if err != nil {
		return "", err
	}
	var out bytes.Buffer
	err = w.Write(0, &out)
	return out.String(), err
}

// TestWeights: each row keeps its bytes and has a weight behind them, which is low for the relevant negative alone.
func TestWeights(t *testing.T) {
	rows := suspects()
	got, err := weighted(t, "rows.jsonl", strings.Join(rows, "\n")+"\n")
	if err != nil {
		t.Fatal(err)
	}
	lines := strings.Split(strings.TrimSuffix(got, "\n"), "\n")
	if len(lines) != len(rows) {
		t.Fatalf("%d lines of %d rows", len(lines), len(rows))
	}
	for i, line := range lines {
		var row struct{ Weight *float64 }
		if err := json.Unmarshal([]byte(line), &row); err != nil || row.Weight == nil {
			t.Fatalf("line %d: %s, %v", i, line, err)
		}
		if !strings.HasPrefix(line, strings.TrimSuffix(rows[i], "}")) {
			t.Errorf("line %d has other bytes: %s", i, line)
		}
		if low := *row.Weight <= 0.5; low != (i == 7) || *row.Weight < 0 || *row.Weight > 1 {
			t.Errorf("row %d has weight %v", i, *row.Weight)
		}
	}
}

// TestWeightsOfTables: CSV and TSV get a column, and what is packed stays packed.
func TestWeightsOfTables(t *testing.T) {
	plain := "query,positive,negative\r\n"
	for i, line := range suspects() {
		var row struct{ Query, Positive, Negative string }
		if err := json.Unmarshal([]byte(line), &row); err != nil {
			t.Fatal(i, err)
		}
		plain += row.Query + "," + row.Positive + "," + row.Negative + "\r\n"
	}
	got, err := weighted(t, "rows.csv", plain)
	if err != nil || !strings.HasPrefix(got, "query,positive,negative,weight\r\n") || strings.Count(got, "\r\n") != 41 {
		t.Errorf("%q, %v", got[:min(len(got), 200)], err)
	}
	var packed bytes.Buffer
	z := gzip.NewWriter(&packed)
	z.Write([]byte(plain))
	z.Close()
	again, err := weighted(t, "rows.csv.gz", packed.String())
	if err != nil {
		t.Fatal(err)
	}
	unpacked, err := gzip.NewReader(strings.NewReader(again))
	if err != nil {
		t.Fatal(err)
	}
	if text, err := io.ReadAll(unpacked); err != nil || string(text) != got {
		t.Errorf("packed: %v", err)
	}
}

// TestWeightsOfParquet: Parquet gets a column behind the others, whose order and values stay; Hugging Face's features name it.
func TestWeightsOfParquet(t *testing.T) {
	type row struct {
		Query    string   `parquet:"query" json:"query"`
		Positive string   `parquet:"positive" json:"positive"`
		Negative string   `parquet:"negative" json:"negative"`
		Tags     []string `parquet:"a,list" json:"-"` // would come first if columns were sorted
	}
	type weightedRow struct {
		row
		Weight *float64 `parquet:"weight,optional"`
	}
	var rows []row
	for i, line := range suspects() {
		one := row{Tags: []string{"x", "y"}[:i%3%2+1]}
		if err := json.Unmarshal([]byte(line), &one); err != nil {
			t.Fatal(err)
		}
		rows = append(rows, one)
	}
	var plain bytes.Buffer
	features := `{"info":{"features":{"query": 1%s}}}`
	if err := parquet.Write(&plain, rows, parquet.KeyValueMetadata("huggingface", fmt.Sprintf(features, "")),
		parquet.KeyValueMetadata("ARROW:schema", "old")); err != nil {
		t.Fatal(err)
	}
	got, err := weighted(t, "rows.parquet", plain.String())
	if err != nil {
		t.Fatal(err)
	}
	file, err := parquet.OpenFile(strings.NewReader(got), int64(len(got)))
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, field := range file.Schema().Fields() {
		names = append(names, field.Name())
	}
	if !slices.Equal(names, []string{"query", "positive", "negative", "a", "weight"}) {
		t.Errorf("columns %q", names)
	}
	want := fmt.Sprintf(features, `,"weight":{"dtype":"float64","_type":"Value"}`)
	if value, _ := file.Lookup("huggingface"); strings.ReplaceAll(value, " ", "") != strings.ReplaceAll(want, " ", "") {
		t.Errorf("features %s", value)
	}
	if _, has := file.Lookup("ARROW:schema"); has {
		t.Error("the schema of the old columns is still there")
	}
	again, err := parquet.Read[weightedRow](strings.NewReader(got), int64(len(got)))
	if err != nil || len(again) != len(rows) {
		t.Fatal(len(again), err)
	}
	for i, one := range again {
		if !reflect.DeepEqual(one.row, rows[i]) {
			t.Errorf("row %d: %v, was %v", i, one.row, rows[i])
		}
		if one.Weight == nil || (*one.Weight <= .5) != (i == 7) {
			t.Errorf("row %d has weight %v", i, one.Weight)
		}
	}
	if _, err := weighted(t, "rows.parquet", got); err == nil || !strings.Contains(err.Error(), "column weight already") {
		t.Errorf("a second weight: %v", err)
	}
}

// TestWeightsOfUnread: a row of Parquet that cannot be read has no weight, and the rows behind it have their own.
func TestWeightsOfUnread(t *testing.T) {
	type row struct {
		Query    string   `parquet:"query"`
		Document string   `parquet:"document"`
		Label    string   `parquet:"label"`
		Weight   *float64 `parquet:"weight,optional"`
	}
	type plainRow struct {
		Query    string `parquet:"query"`
		Document string `parquet:"document"`
		Label    string `parquet:"label"`
	}
	rows := []plainRow{{"history", "a text", "bad?"}}
	for _, line := range suspects() {
		var one struct{ Query, Positive, Negative string }
		if err := json.Unmarshal([]byte(line), &one); err != nil {
			t.Fatal(err)
		}
		rows = append(rows, plainRow{one.Query, one.Positive, "1"}, plainRow{one.Query, one.Negative, "0"})
	}
	var plain bytes.Buffer
	if err := parquet.Write(&plain, rows); err != nil {
		t.Fatal(err)
	}
	got, err := weighted(t, "rows.parquet", plain.String())
	if err != nil {
		t.Fatal(err)
	}
	again, err := parquet.Read[row](strings.NewReader(got), int64(len(got)))
	if err != nil || len(again) != len(rows) || again[0].Weight != nil {
		t.Fatal(len(again), err)
	}
	for i, one := range again[1:] {
		if one.Weight == nil || (i%2 == 0) != (*one.Weight == 1) || (i == 15) != (*one.Weight <= .5) {
			t.Errorf("row %d, label %s: weight %v", i+1, one.Label, one.Weight)
		}
	}
}

// TestWeightsRefuse: what has no place for a weight, or has one, is an error.
func TestWeightsRefuse(t *testing.T) {
	rows := suspects()
	triples := ""
	for _, line := range rows {
		var row struct{ Query, Positive, Negative string }
		if err := json.Unmarshal([]byte(line), &row); err != nil {
			t.Fatal(err)
		}
		triples += row.Query + "\t" + row.Positive + "\t" + row.Negative + "\n"
	}
	heavy := strings.Replace(strings.Join(rows, "\n"), `{"query"`, `{"weight": 1, "query"`, 1)
	for name, c := range map[string]struct{ file, text, want string }{
		"triples":        {"rows.tsv", triples, "without a header"},
		"another ending": {"rows.txt", triples, "no place for a weight"},
		"a weight":       {"rows.jsonl", heavy, "column weight already"},
		"few rows":       {"rows.jsonl", strings.Join(rows[:9], "\n"), "not estimated"},
	} {
		if _, err := weighted(t, c.file, c.text); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// TestSuspectsAreNotDropped: without a model's run, rows that may be right are dropped only by those who say so.
func TestSuspectsAreNotDropped(t *testing.T) {
	path := write(t, map[string]string{"rows.jsonl": strings.Join(suspects(), "\n") + "\n"})["rows.jsonl"]
	r := run(t, Options{Files: []string{path}})
	if _, err := r.DropRows([]string{"false-negative"}, false); err == nil {
		t.Error("suspects are dropped unasked")
	}
	fix, err := r.DropRows([]string{"false-negative"}, true)
	if err != nil || fix.Rows != 1 {
		t.Fatal(fix, err)
	}
	var out bytes.Buffer
	if err := fix.Write(0, &out); err != nil || strings.Count(out.String(), "\n") != 39 {
		t.Error(out.String(), err)
	}
	all, err := r.DropRows(nil, true)
	if err != nil || all.Rows != 0 {
		t.Errorf("without codes only exact ones are dropped, also for those who are sure: %+v, %v", all, err)
	}
}

// TestRun: a run whose ids are the rows' lifts the negative that the model puts above the positive; one without their ids is refused.
func TestRun(t *testing.T) {
	rows := ""
	run1, run2 := "", ""
	for i, line := range suspects() {
		id := string(rune('a'+i/26)) + string(rune('a'+i%26))
		var row struct{ Query, Positive, Negative string }
		if err := json.Unmarshal([]byte(line), &row); err != nil {
			t.Fatal(err)
		}
		for label, text := range []string{row.Negative, row.Positive} {
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
	probability := func(runs ...string) (list []float32) {
		r := run(t, Options{Files: []string{files["rows.jsonl"]}, Runs: runs})
		if len(runs) > 0 && r.FalseNegatives.Model != "cosine" {
			t.Errorf("the model is %q", r.FalseNegatives.Model)
		}
		for _, n := range r.input.Suspects.Negatives {
			list = append(list, n.P)
		}
		return list
	}
	without, with := probability(), probability("m="+files["run.txt"])
	if len(without) != 40 || len(with) != 40 || with[3] < 4*without[3] || with[4] > without[7] {
		t.Errorf("%d without a run %v, %d with it %v", len(without), without, len(with), with)
	}
	_, err := Run(t.Context(), Options{Files: []string{files["rows.jsonl"]}, Runs: []string{"m=" + files["other.txt"]}}, nil)
	if err == nil || !strings.Contains(err.Error(), "scores no negative") {
		t.Errorf("a run of other queries: %v", err)
	}
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
