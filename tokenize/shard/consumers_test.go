package shard

import (
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/axiomine/axiomine/configs/golden"
	"github.com/axiomine/axiomine/tokenize/shard/internal/format"
	"github.com/axiomine/axiomine/tokenize/shard/internal/plan"
)

// pythonVariable names a Python that has datasets, pandas and tokenizers, for the checkers that read files as the trainers do.
const pythonVariable = "AXIOMINE_PYTHON"

// consumer runs the checkers over a directory that was written with these options.
type consumer struct {
	*testing.T
	python, checkers string
	dir              string
	group, compat    string
	configs          []string // of sentence-transformers, which one run reads
}

// check runs a checker.
func (c *consumer) check(script string, args ...string) {
	c.Helper()
	out, err := exec.Command(c.python, append([]string{filepath.Join(c.checkers, script)}, args...)...).CombinedOutput()
	if err != nil {
		c.Errorf("%s %s: %v\n%s", script, strings.Join(args, " "), err, out)
	} else {
		c.Logf("%s", out)
	}
}

// each uses every file of a pattern below a folder.
func (c *consumer) each(folder, pattern string, use func(file string)) {
	c.Helper()
	files, err := filepath.Glob(filepath.Join(c.dir, folder, pattern))
	if err != nil || len(files) == 0 {
		c.Errorf("no %s/%s: %v", folder, pattern, err)
	}
	for _, file := range files {
		use(file)
	}
}

// vocabulary are the arguments of checkers of ids.
func (c *consumer) vocabulary() []string { return []string{"--vocab", filepath.Join(c.dir, vocabName)} }

// st notes the configs of a format of sentence-transformers, one for every task.
func st(config string, tasks ...string) func(c *consumer) {
	return func(c *consumer) {
		for _, task := range tasks {
			c.configs = append(c.configs, config+"-"+task)
		}
	}
}

// stAndCandidates notes them with the config of candidates.
func stAndCandidates(config string) func(c *consumer) {
	return func(c *consumer) {
		st(config, "pairwise", "ranking")(c)
		c.configs = append(c.configs, config+plan.CandidateMark)
	}
}

// tevatronFiles checks the training files of a format's tasks.
func tevatronFiles(format string, args func(c *consumer) []string) func(c *consumer) {
	return func(c *consumer) {
		for _, task := range []string{"pairwise", "ranking"} {
			if task == "ranking" || format != "tevatron-distil" { // judged pairs of the sample have no scores
				c.each(format+"-"+task, "train-*", func(file string) {
					c.check("tevatron.py", append([]string{file, "--group-size", c.group}, args(c)...)...)
				})
			}
		}
	}
}

// records are the arguments for TFRecord.
func (c *consumer) records(file string, more ...string) {
	lengths := []string{"--max-seq-length", "30", "--max-query-length", "14"}
	c.check("tfrecord.py", slices.Concat([]string{file}, c.vocabulary(), lengths, []string{"--compat", c.compat}, more)...)
}

// readByLoader stands for formats of which the check of the whole directory loads every config.
func readByLoader(*consumer) {}

// notThere stands for formats of which no checker is there: their lines are JSON, which the contract reads.
func notThere(*consumer) {}

// TestConsumers lets the checkers read every format, in the usual form and in each other one that options give.
func TestConsumers(t *testing.T) {
	for _, name := range FormatNames() {
		if consumers[name] == nil {
			t.Errorf("nobody reads %s: a line in consumers", name)
		}
	}
	python := os.Getenv(pythonVariable)
	if python == "" {
		t.Skipf("needs a Python with the trainers' libraries, named in %s", pythonVariable)
	}
	checkers := golden.Beside(t, "golden", "consumers")
	_, in := mixedSample(t)
	plain := allFormats()
	// Queries fit: the checker of ids knows no limit of their own.
	plain.MaxLength, plain.MaxQueryLength, plain.ShardRows, plain.Candidates = 30, 14, 400, plan.CandidatesAll
	usual, _ := mustWrite(t, in, plain)
	other := plain
	other.GroupSize, other.Layout, other.MTDNNSan = 4, plan.LayoutA, true
	other.MTDNNRanking, other.Compat = format.MTDNNRegression, format.CompatDL4MARCO
	second, _ := mustWrite(t, in, other)
	other.MTDNNRanking, other.Formats = format.MTDNNPointwise, []string{"mtdnn"}
	third, _ := mustWrite(t, in, other)
	for _, c := range []*consumer{{dir: usual, group: "8", compat: "full"}, {dir: second, group: "4", compat: "dl4marco"}} {
		t.Run(c.compat, func(t *testing.T) {
			c.T, c.python, c.checkers = t, python, checkers
			for _, name := range FormatNames() {
				consumers[name](c)
			}
			args := []string{c.dir}
			for _, config := range c.configs {
				args = append(args, "--config", config)
			}
			c.check("st.py", args...)
		})
	}
	t.Run("pointwise", func(t *testing.T) {
		consumers["mtdnn"](&consumer{T: t, python: python, checkers: checkers, dir: third})
	})
}
