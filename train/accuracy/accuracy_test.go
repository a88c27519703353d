package accuracy

import (
	"compress/gzip"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/axiomine/axiomine/configs"
	"github.com/axiomine/axiomine/internal/errs"
	"github.com/axiomine/axiomine/internal/safefile"
	"github.com/axiomine/axiomine/internal/testkit/budgettest"
	"github.com/axiomine/axiomine/internal/testkit/must"
	"github.com/axiomine/axiomine/tokenize/pairs"
	"github.com/klauspost/compress/zstd"
)

// dataSet writes rows of two tasks, classes 0, 1, 2, 1 of each in test.random, and a training row.
func dataSet(t testing.TB) (folder string, uids []string) {
	folder = t.TempDir()
	must.Do(t, os.Mkdir(filepath.Join(folder, "pairs"), 0o755))
	var rows []pairs.Pair
	for _, task := range []string{"lb1(variant=klose)", "m-tdc(variant=klose)"} {
		for i, class := range []int32{0, 1, 2, 1} {
			p := pairs.Pair{Task: task, Axiom: task, QueryID: "q", PosID: fmt.Sprint("d", i), NegID: "e", Class: &class, Weight: 1,
				Source: pairs.Axiomatic}
			p.UID = pairs.NewUID(p.Task, p.Axiom, p.QueryID, p.PosID, p.NegID, i)
			rows, uids = append(rows, p), append(uids, p.UID)
		}
	}
	train := rows[0]
	train.UID = pairs.NewUID("x", "", "q", "d", "e", 9)
	for name, list := range map[string][]pairs.Pair{"test.random": rows, "train": {train}, "test.unique-random": rows[4:5]} {
		f := must.Get(os.Create(filepath.Join(folder, "pairs", name+".parquet")))(t)
		must.Do(t, pairs.Write(t.Context(), f, pairs.TableOf(list), 1, nil))
		must.Do(t, f.Close())
	}
	return folder, uids
}

// TestAccuracy: three of four predictions are right, in every form of file; the interval is that of statsmodels'
// proportion_confint(3, 4, method="wilson").
func TestAccuracy(t *testing.T) {
	folder, uids := dataSet(t)
	truth := must.Get(ReadTruth(t.Context(), folder))(t)
	published := []configs.PublishedNumber{{Subject: "lb1/klose, epoch 2", Measure: "accuracy random", Value: 0.5, HalfWidth: new(0.01)},
		{Subject: "lb1/klose, epoch 2", Measure: "accuracy random unique", Value: 0.9}}
	want := "task,set,epoch,rows,accuracy,from,to,majority,published\n" +
		"lb1(variant=klose),test.random,2,4,0.7500,0.3006,0.9544,0.5000,0.5000±0.0100\n"
	file := func(name string) string { return filepath.Join(t.TempDir(), name) }
	table, lines := file("p.tsv"), file("p.jsonl")
	text, objects := "uid\tepoch\tprediction\n", ""
	for i, class := range []int{0, 1, 0, 1} {
		text += fmt.Sprintf("%s\t2\t%d\n", uids[i], class)
		objects += fmt.Sprintf(`{"uid": %q, "task": "lb1/klose", "epoch": 2, "prediction": %d, "more": 1}`+"\n", uids[i], class)
	}
	gzipped, zstandard := file("p.tsv.gz"), file("p.jsonl.zst")
	var gz, zst strings.Builder
	pack := func(w io.WriteCloser, text string) {
		must.Get(io.WriteString(w, text))(t)
		must.Do(t, w.Close())
	}
	encoder := must.Get(zstd.NewWriter(&zst))(t)
	pack(gzip.NewWriter(&gz), text)
	pack(encoder, objects)
	for name, content := range map[string]string{table: text, lines: objects, gzipped: gz.String(), zstandard: zst.String()} {
		must.Do(t, os.WriteFile(name, []byte(content), 0o644))
	}
	for _, name := range []string{table, lines, gzipped, zstandard} {
		m := NewCounts(truth)
		must.Do(t, m.Read(name))
		if told := strings.Join(m.unread, ""); strings.Contains(name, ".jsonl") != strings.HasSuffix(told, "not read: more") {
			t.Errorf("%s: columns not read: %q", filepath.Base(name), told)
		}
		must.Do(t, m.Finish())
		var shown strings.Builder
		must.Do(t, m.Results(published).CSV(&shown))
		must.Same(t, shown.String(), want, "%s", filepath.Base(name))
	}
}

// TestAccuracyRefuses: what cannot be measured is an error that names the line; what is left aside is counted.
func TestAccuracyRefuses(t *testing.T) {
	folder, uids := dataSet(t)
	truth := must.Get(ReadTruth(t.Context(), folder))(t)
	name := filepath.Join(t.TempDir(), "p.tsv")
	measure := func(content string) (*Counts, error) {
		must.Do(t, os.WriteFile(name, []byte(content), 0o644))
		m := NewCounts(truth)
		if err := m.Read(name); err != nil {
			return nil, err
		}
		return m, m.Finish()
	}
	for content, part := range map[string]string{
		"":                                      "no predictions",
		"id\tprediction\nx\t1\n":                "p.tsv:1",
		"uid\tprediction\n" + uids[0] + "\t3\n": "prediction is none of 0, 1, 2",
		"uid\tscores\n" + uids[0] + "\t[1, 2, 3]\n":                 "prediction is none of 0, 1, 2",
		"uid\tprediction\n" + uids[0] + "\n":                        "p.tsv:2",
		"uid\tprediction\tepoch\n" + uids[0] + "\t1\t.5\n":          "epoch is no whole number",
		"uid\tprediction\n" + uids[0] + "\t1\n" + uids[0] + "\t2\n": "p.tsv:3: uid " + uids[0] + " has the predictions 1 and 2",
		`{"uids": ["` + uids[0] + `"], "predictions": [1, 2]}`:      "1 uids, but 2 predictions",
		"uid\ttask\tprediction\n" + uids[0] + "\tm-tdc/klose\t1\n":  "is a row of lb1(variant=klose)",
		"uid\tprediction\nffff\t1\n":                                "no prediction is of a row",
		`{"uid": "` + uids[0] + `", "prediction": 1.5}`:             "prediction is none of 0, 1, 2",
		`{"uid": "` + uids[0] + `"`:                                 "no JSON object",
		"uid\tprediction\tprediction\n" + uids[0] + "\t1\t2\n":      "p.tsv:1: two columns are called prediction",
		"uid\tuid\tprediction\n" + uids[0] + "\tx\t2\n":             "p.tsv:1: two columns are called uid",
	} {
		if _, err := measure(content); err == nil || !strings.Contains(err.Error(), part) {
			t.Errorf("%q: %v, want %q", content, err, part)
		}
	}
	m := must.Get(measure("uid\tprediction\tloss\n" + uids[0] + "\t0\t.1\nffff\t1\t.2\n"))(t)
	var shown strings.Builder
	must.Do(t, m.Results(nil).Text(&shown, 200))
	said := shown.String()
	if !strings.Contains(said, "p.tsv: columns that are not read: loss") ||
		!strings.Contains(said, "a prediction for 1 of 4 rows") || !strings.Contains(said, "1 prediction is of no row") {
		t.Errorf("said: %s", said)
	}
	if _, err := ReadTruth(t.Context(), t.TempDir()); err == nil || !strings.Contains(err.Error(), "no pairs here") {
		t.Errorf("an empty folder: %v", err)
	}
}

// TestMTDNN: the files that MT-DNN's train.py writes (namisan/mt-dnn 3228e7c, train.py:329 and tasks/classification_task.py: scores are one
// list) are read as they are: task and epoch are those of their names, epochs count from 1. A ranking task's file beside them is counted as
// strange. A row of several sets counts in each.
func TestMTDNN(t *testing.T) {
	folder, uids := dataSet(t)
	truth := must.Get(ReadTruth(t.Context(), folder))(t)
	files := t.TempDir()
	write := func(name string, uids []string, predictions string, scores string) string {
		path := filepath.Join(files, name)
		text := fmt.Sprintf(`{"metrics": {}, "predictions": [%s], "uids": ["%s"], "scores": [%s]}`, predictions, strings.Join(uids, `", "`), scores)
		must.Do(t, os.WriteFile(path, []byte(text), 0o644))
		return path
	}
	const four = ".8, .1, .1, .1, .8, .1, .1, .8, .1, .1, .8, .1"
	lb1 := write("lb1-variant-klose_test_scores_epoch_0.json", uids[:4], "0, 1, 1, 1", strings.ReplaceAll(four, ".", "0."))
	unique := write("m-tdc-variant-klose_test_scores_epoch_0.json", uids[4:5], "0", "0.8, 0.1, 0.1")
	ranking := write("regression_test_scores_epoch_0.json", []string{"ab-pos"}, "0", "0.8")
	for _, c := range []struct {
		files []string
		want  string
	}{
		{[]string{lb1, lb1, ranking}, "lb1(variant=klose),test.random,1,4,0.7500"},
		{[]string{unique}, "m-tdc(variant=klose),test.random,1,1,1.0000"},
	} {
		m := NewCounts(truth)
		for _, file := range c.files {
			must.Do(t, m.Read(file))
		}
		must.Do(t, m.Finish())
		var shown strings.Builder
		must.Do(t, m.Results(nil).CSV(&shown))
		if lines := strings.Split(strings.TrimSpace(shown.String()), "\n"); !strings.HasPrefix(lines[1], c.want) {
			t.Errorf("%s, want %s", shown.String(), c.want)
		}
		if len(m.unread) > 0 {
			t.Error(m.unread)
		}
	}
	wrong := write("m-tdc-variant-klose_test_scores_epoch_1.json", uids[:1], "0", "0.8, 0.1, 0.1")
	const part = "is a row of lb1(variant=klose), not of m-tdc-variant-klose"
	must.Fail(t, NewCounts(truth).Read(wrong), part)
}

// TestPredictionsOfAnySize: files below a MiB that unpack to millions of predictions, or name very many epochs, take as little as any small
// input, or are refused with file and line.
func TestPredictionsOfAnySize(t *testing.T) {
	folder, uids := dataSet(t)
	truth := must.Get(ReadTruth(t.Context(), folder))(t)
	encoder := must.Get(zstd.NewWriter(nil))(t)
	text := func(file func(int) string, rows int) []byte {
		var b strings.Builder
		b.WriteString("uid\tprediction\tepoch\n" + uids[0] + "\t1\t1\n")
		for i := range rows {
			b.WriteString(file(i))
		}
		return []byte(b.String())
	}
	strange := func(int) string { return "abc\t1\t1\n" }
	epochs := func(i int) string { return fmt.Sprintf("%s\t1\t%d\n", uids[0], i+2) }
	for name, c := range map[string]struct {
		content []byte
		refused string
	}{
		"p.zst": {encoder.EncodeAll(text(strange, 3_000_000), nil), "unpack it first"},
		"p.tsv": {text(epochs, safefile.Epochs-1), ""},
		"q.tsv": {text(epochs, safefile.Epochs), "q.tsv:4098: more than 4096 epochs"},
	} {
		t.Run(name, func(t *testing.T) {
			path := filepath.Join(t.TempDir(), name)
			must.Do(t, os.WriteFile(path, c.content, 0o644))
			budgettest.Run(t, len(c.content), func() {
				m := NewCounts(truth)
				err := m.Read(path)
				if err == nil {
					err = m.Results(nil).Text(io.Discard, 0)
				}
				if c.refused == "" && err != nil || c.refused != "" && (err == nil || !strings.Contains(err.Error(), c.refused)) {
					t.Errorf("%v, want %q", err, c.refused)
				}
			})
		})
	}
}

// FuzzPredictions: any file of predictions is read, or an error of that file.
func FuzzPredictions(f *testing.F) {
	folder, uids := dataSet(f)
	truth := must.Get(ReadTruth(f.Context(), folder))(f)
	f.Add([]byte("uid\tepoch\tprediction\n" + uids[0] + "\t1\t2\n"))
	f.Add([]byte(`{"uid": "` + uids[0] + `", "task": "lb1/klose", "prediction": 1e3}`))
	f.Add([]byte(`{"uids": ["` + uids[0] + `"], "predictions": [1.0]}`))
	budgettest.Fuzz(f, func(t *testing.T, content []byte) {
		path := filepath.Join(t.TempDir(), "p")
		must.Do(t, os.WriteFile(path, content, 0o644))
		m := NewCounts(truth)
		if err := m.Read(path); err != nil {
			if fault, ok := errors.AsType[*errs.Error](err); !ok || fault.Kind != errs.Input || fault.File != path {
				t.Errorf("%v is no fault of the file", err)
			}
		}
	})
}

// TestPackedPredictions: what is believed of one small packed file of predictions is not believed of several.
func TestPackedPredictions(t *testing.T) {
	w := must.Get(zstd.NewWriter(nil))(t)
	raw := w.EncodeAll([]byte(strings.Repeat(`{"uid": "u", "prediction": 1}`+"\n", 400_000)), nil)
	counts, failed := NewCounts(new(Truth)), 0
	for i := range 4 {
		path := filepath.Join(t.TempDir(), fmt.Sprintf("%d.jsonl.zst", i))
		must.Do(t, os.WriteFile(path, raw, 0o666))
		if err := counts.Read(path); err != nil {
			if failed++; i == 0 || !strings.Contains(err.Error(), "unpack it first") {
				t.Error(err)
			}
		}
	}
	if failed == 0 {
		t.Error("four files are read")
	}
}
