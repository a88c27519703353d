package gen_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/axiomine/axiomine/configs"
	"github.com/axiomine/axiomine/gen"
	"github.com/axiomine/axiomine/gen/account"
	"github.com/axiomine/axiomine/gen/dataset"
	"github.com/axiomine/axiomine/internal/testkit/must"
	"github.com/axiomine/axiomine/internal/ui/terminal"
)

// Every preset is ready to run: checked without a collection, and planned on the embedded one. What only the user has is given:
// BERT's vocabulary, word vectors, and candidates of the collection's own.
func TestPresetsPlan(t *testing.T) {
	vocab := filepath.Join(t.TempDir(), "vocab.txt")
	if err := os.WriteFile(vocab, []byte(strings.Join([]string{"[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]", "a", "##b"}, "\n")),
		0o666); err != nil {
		t.Fatal(err)
	}
	for _, name := range configs.Presets() {
		l := must.Get(configs.Load(name, nil))(t)
		if l.Gen.Tokenizer == "wordpiece" {
			l.Tokenize.Vocab = vocab
		}
		if l.Gen.Similarity == "wordnet" {
			l.Gen.Similarity = "wordnet:" + filepath.Join("similarity", "testdata", "dict") // it may not be installed
		}
		if err := gen.Check(&l.Config); err != nil {
			t.Errorf("%s: %v", name, err)
		}
		l.Gen.Data, l.Gen.Format = demo, "auto"
		if l.Gen.Run == "given" {
			l.Gen.Run = "" // WikiQA's own files have candidates, the embedded collection has none
		}
		if name == "carraro-glove" {
			l.Gen.Vectors = vocab
		}
		plan, err := gen.Plan(context.Background(), l, nil)
		if err != nil || !strings.Contains(plan, "split  train") {
			t.Errorf("%s: %v\n%s", name, err, plan)
		}
	}
}

// TestPlannedTasks: the sizes that a plan tells are those of the run's account where the plan asks about every query; of more
// queries they are an estimate within a quarter of them.
func TestPlannedTasks(t *testing.T) {
	estimate := regexp.MustCompile(`: 1,000,000 asked, about ([0-9,]+) there, of [0-9]+ queries by a sample of 40: too few$`)
	for _, classQueries := range []string{"train=30", "train=120"} {
		c := start(t, "demo", demo, func(cfg *configs.Config) {
			g := &cfg.Gen
			g.Vectors, g.Axioms, g.JudgedQueries, g.ClassTest, g.OnShortage = "", "", 0, 0, "accept"
			g.Mixture, g.ClassQueries, g.RankingRows = "ranking=1000000,m-and=1000000,tf-lnc=1000000", classQueries, "pointwise"
		})
		c = ready(t, c)
		lines := must.Get(dataset.PlannedTasks(context.Background(), c))(t)
		_, report, err := sampled(c)
		must.Do(t, err)
		shares := report.Of(account.Shares)
		if len(lines) != 3 || len(shares) != 3 {
			t.Fatalf("%q, the account has %+v", lines, shares)
		}
		for i, s := range shares {
			whole := fmt.Sprintf("%s: 1,000,000 asked, %s there%s: too few", s.Task, terminal.Group(s.Found),
				map[bool]string{true: "", false: ", of 30 queries"}[s.Task == "ranking"])
			m := estimate.FindStringSubmatch(lines[i])
			if s.Task == "ranking" || classQueries == "train=30" {
				must.Equal(t, lines[i], whole)
				continue
			}
			if m == nil {
				t.Errorf("%s: %q", classQueries, lines[i])
				continue
			}
			n, err := strconv.ParseFloat(strings.ReplaceAll(m[1], ",", ""), 64)
			if err != nil || n < .75*float64(s.Found) || n > 1.25*float64(s.Found) {
				t.Errorf("%q, there are %d", lines[i], s.Found)
			}
		}
	}
}
