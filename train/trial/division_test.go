package trial_test

import (
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/axiomine/axiomine/configs"
	"github.com/axiomine/axiomine/gen/mine"
	"github.com/axiomine/axiomine/internal/testkit/chaintest"
	"github.com/axiomine/axiomine/internal/testkit/divisiontest"
	"github.com/axiomine/axiomine/internal/testkit/must"
	"github.com/axiomine/axiomine/train/trial"
)

// divided divides the queries of chaintest and retrieves their candidates.
func divided(t *testing.T, edit func(*configs.Config)) (*trial.Division, error) {
	t.Helper()
	return divisiontest.Divide(t, chaintest.Config(t, edit))
}

// idsOf returns the ids of queries in one string.
func idsOf(queries []mine.Query) string {
	var ids []string
	for i := range queries {
		ids = append(ids, queries[i].ID)
	}
	return strings.Join(ids, " ")
}

// TestGivenSplits: there is one fold, of the splits as they are given, with the first stage tuned on dev. The scores of BM25 put d3 first
// for q3: plum is twice in it.
func TestGivenSplits(t *testing.T) {
	d := must.Get(divided(t, nil))(t)
	if len(d.Folds) != 1 || len(d.Candidates) != 1 {
		t.Fatalf("%d folds, %d lists of candidates", len(d.Folds), len(d.Candidates))
	}
	f := d.Folds[0]
	if f.Number != 0 || idsOf(f.Train) != "q1 q2" || idsOf(f.Dev) != "q3" || idsOf(f.Test) != "q4 q5" || idsOf(f.JudgedDev) != "q3" {
		t.Errorf("fold %d: train %s, dev %s, test %s", f.Number, idsOf(f.Train), idsOf(f.Dev), idsOf(f.Test))
	}
	first := must.Get(trial.NewFirstStage(d.Chain))(t)
	scores, best := first.Scores(&f.Dev[0], 0), 0
	for i, s := range scores {
		if s > scores[best] {
			best = i
		}
	}
	if id := f.Dev[0].Docs[best].ID(d.Chain.Index); id != "d3" {
		t.Errorf("%s is first of %v", id, scores)
	}
	values := d.FirstStageSettings()
	if d.FirstStageName() != "BM25" || values["tuned_on"] != "dev, 1 query" || values["k1"] == "" ||
		!strings.HasSuffix(d.FirstStageParameters(), "(tuned on dev)") {
		t.Errorf("%s, %v, %s", d.FirstStageName(), values, d.FirstStageParameters())
	}
}

// TestFolds: each query is tested in one fold, and the dev queries of a fold are those that the next one tests.
func TestFolds(t *testing.T) {
	d := must.Get(divided(t, func(c *configs.Config) {
		c.Gen.Data = chaintest.Write(t, map[string]string{"collection.tsv": chaintest.Files["collection.tsv"],
			"queries.tsv": "q1\tapple\nq2\tpear\nq3\tplum\nq4\tfig\nq5\tcherry\nq6\tapple pear\n",
			"qrels.txt":   "q1 0 d2 1\nq2 0 d4 2\nq3 0 d3 1\nq4 0 d5 1\nq5 0 d6 1\nq6 0 d1 1\n"})
		c.Gen.Splits = "folds 3"
	}))(t)
	if len(d.Folds) != 3 {
		t.Fatalf("%d folds", len(d.Folds))
	}
	tested := map[string]int{}
	for i, f := range d.Folds {
		if f.Number != i+1 || len(f.Train)+len(f.Dev)+len(f.Test) != 6 {
			t.Errorf("fold %d: train %s, dev %s, test %s", f.Number, idsOf(f.Train), idsOf(f.Dev), idsOf(f.Test))
		}
		for _, id := range strings.Fields(idsOf(f.Test)) {
			tested[id]++
		}
		for _, id := range strings.Fields(idsOf(f.Train) + " " + idsOf(f.Dev)) {
			if strings.Contains(idsOf(f.Test), id) {
				t.Errorf("fold %d tests %s, which it learns from", f.Number, id)
			}
		}
	}
	for id, n := range tested {
		if n != 1 || len(tested) != 6 {
			t.Errorf("%s is tested in %d folds, of %v", id, n, tested)
		}
	}
	if qrels := d.Qrels(d.JudgedIDs(d.Folds[0].Test)); len(qrels) != len(d.Folds[0].Test) {
		t.Errorf("judgements %v of %s", qrels, idsOf(d.Folds[0].Test))
	}
}

// TestGivenRun: candidates of a given run have its scores, and nothing is tuned.
func TestGivenRun(t *testing.T) {
	d := must.Get(divided(t, func(c *configs.Config) {
		c.Gen.Run = filepath.Join(c.Gen.Data, "run.txt")
		text := "q1 Q0 d2 1 3 r\nq1 Q0 d3 2 2 r\nq2 Q0 d4 1 5 r\nq2 Q0 d1 2 1 r\nq3 Q0 d3 1 4 r\nq3 Q0 d2 2 1 r\n" +
			"q4 Q0 d5 1 7 r\nq4 Q0 d4 2 6 r\nq5 Q0 d6 1 2 r\nq5 Q0 d7 2 1 r\n"
		must.Do(t, os.WriteFile(c.Gen.Run, []byte(text), 0o666))
	}))(t)
	first := must.Get(trial.NewFirstStage(d.Chain))(t)
	q := &d.Folds[0].Test[0]
	scores := map[string]float64{}
	for i, s := range first.Scores(q, 0) {
		scores[q.Docs[i].ID(d.Chain.Index)] = s
	}
	if len(scores) != 2 || scores["d5"] != 7 || scores["d4"] != 6 {
		t.Errorf("scores of %s: %v", q.ID, scores)
	}
	if d.FirstStageName() != "given run" || d.FirstStageSettings() != nil || d.FirstStageParameters() != "" || d.Folds[0].Tuning != nil {
		t.Errorf("%s, %v, %q", d.FirstStageName(), d.FirstStageSettings(), d.FirstStageParameters())
	}
	if text := trial.FirstStageText(d.Chain); text != "a given run" {
		t.Error(text)
	}
}

// checkSettings holds the settings of the first stage against what the folds chose: each value of a parameter, or one where all are equal.
func checkSettings(t *testing.T, d *trial.Division) {
	t.Helper()
	settings, texts := d.FirstStageSettings(), map[string]bool{}
	for i := range d.Folds[0].Tuning.Parameters {
		var values []string
		name := ""
		for _, f := range d.Folds {
			var value string
			name, value = f.Tuning.Parameter(i)
			values = append(values, value)
		}
		want := strings.Join(values, " ")
		if strings.Count(want+" ", values[0]+" ") == len(values) {
			want = values[0]
		}
		must.Equal(t, settings[name], want, "%s", name)
	}
	for _, f := range d.Folds {
		texts[strings.ReplaceAll(strings.TrimSpace(parametersOf(f)), " b ", ", b ")] = true
	}
	for text := range texts {
		must.Contain(t, d.FirstStageParameters(), text)
	}
	if settings["tuned_on"] != "dev, 2 queries" {
		t.Errorf("tuned on %q, want two queries of dev", settings["tuned_on"])
	}
}

// parametersOf returns the parameters that a fold's dev queries chose.
func parametersOf(f *trial.Fold) (text string) {
	for i := range f.Tuning.Parameters {
		name, value := f.Tuning.Parameter(i)
		text += name + " " + value + " "
	}
	return text
}

// TestFoldsShareCandidates: folds whose first stage has the same parameters have one list of candidates, others have their own. The queries
// of each fold are written, and nothing is where there are no folds.
func TestFoldsShareCandidates(t *testing.T) {
	// A long document has each word twice and a short one has it once. The dev queries of fold 3, q1 and q5, have the long
	// one relevant and want a small b; those of fold 1, q3 and q6, have the short one.
	long := "apple apple pear pear plum plum fig fig cherry cherry lime lime"
	documents := "long\t" + long + strings.Repeat(" filler", 40) + "\n"
	for i, word := range strings.Fields("apple pear plum fig cherry lime") {
		documents += fmt.Sprintf("d%d\t%s\n", i+1, word)
	}
	folds := func(c *configs.Config) {
		c.Gen.Data = chaintest.Write(t, map[string]string{"collection.tsv": documents,
			"queries.tsv": "q1\tapple\nq2\tpear\nq3\tplum\nq4\tfig\nq5\tcherry\nq6\tlime\n",
			"qrels.txt":   "q1 0 long 1\nq2 0 long 2\nq3 0 d3 1\nq4 0 d4 1\nq5 0 long 1\nq6 0 d6 1\n"})
		c.Gen.Splits = "folds 3"
	}
	for name, edit := range map[string]func(c *configs.Config){
		"tuned":     folds,
		"not tuned": func(c *configs.Config) { folds(c); c.Train.TuneRetrieval = "off" },
		"no folds":  func(*configs.Config) {},
	} {
		d := must.Get(divided(t, edit))(t)
		byText := map[string]*trial.Candidates{}
		for _, f := range d.Folds {
			text := ""
			if f.Tuning != nil {
				text = parametersOf(f)
			}
			if first, has := byText[text]; has && first != f.Source {
				t.Errorf("%s: fold %d has candidates of its own for %q", name, f.Number, text)
			}
			byText[text] = f.Source
		}
		if name == "tuned" { // the list of a fold that others share is told by the first of them
			for i, c := range d.Candidates {
				first := d.Folds[slices.IndexFunc(d.Folds, func(f *trial.Fold) bool { return f.Source == c })]
				must.Equal(t, c.Chain.Inputs.Fold, first.Number, "list %d is that of fold", i)
			}
			checkSettings(t, d)
			if len(byText) < 2 {
				t.Errorf("all folds choose %q: two of them should differ", slices.Collect(maps.Keys(byText)))
			}
		}
		if len(d.Candidates) != len(byText) {
			t.Errorf("%s: %d lists of candidates for %d different parameters", name, len(d.Candidates), len(byText))
		}
		if settings := d.FirstStageSettings(); name == "not tuned" && (settings["k1"] == "" || settings["b"] == "" || len(settings) != 3) {
			t.Errorf("settings %q of a first stage that is not tuned, want k1, b and tuned_on", settings)
		}
		if name == "not tuned" && d.Candidates[0].Chain.Inputs.Fold != 0 {
			t.Errorf("the one list of all folds is that of fold %d", d.Candidates[0].Chain.Inputs.Fold)
		}
		files, err := filepath.Glob(d.Chain.Run.Out.Path("splits/fold*"))
		if want := map[bool]int{true: 0, false: 9}[name == "no folds"]; err != nil || len(files) != want {
			t.Errorf("%s: %d files of folds, want %d (%v)", name, len(files), want, err)
		}
		for _, file := range files {
			if raw, err := os.ReadFile(file); err != nil || len(strings.Fields(string(raw))) != 2 {
				t.Errorf("%s: %s holds %q, want two queries", name, file, raw)
			}
		}
	}
}
