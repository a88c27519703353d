package shard

import (
	"encoding/json"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/axiomine/axiomine/internal/testkit/golden"
	"github.com/axiomine/axiomine/internal/testkit/must"
	"github.com/axiomine/axiomine/internal/testkit/nightly"
	"github.com/axiomine/axiomine/tokenize/shard/internal/format"
	"github.com/axiomine/axiomine/tokenize/shard/internal/plan"
)

// pythonVariable names a Python that has datasets, pandas and tokenizers, for the checkers that read files as the trainers do.
const pythonVariable = "AXIOMINE_PYTHON"

// consumer runs the checkers over a directory that was written with these options.
type consumer struct {
	*testing.T
	checker       *checker
	checkers      string // their folder
	dir           string
	group, compat string
	configs       []string // of sentence-transformers, which one run reads
}

// checker is a Python process that runs checkers, one after the other: what they import takes longer than most of them.
type checker struct {
	asked   *json.Encoder
	answers *json.Decoder
}

// newChecker starts the process, which ends with the test.
func newChecker(t *testing.T, python string) *checker {
	t.Helper()
	cmd := exec.Command(python, filepath.Join("..", "..", ".ci", "checkers.py"))
	cmd.Stderr = os.Stderr
	in := must.Get(cmd.StdinPipe())(t)
	out := must.Get(cmd.StdoutPipe())(t)
	must.Do(t, cmd.Start())
	t.Cleanup(func() {
		in.Close()
		if err := cmd.Wait(); err != nil {
			t.Error(err)
		}
	})
	return &checker{json.NewEncoder(in), json.NewDecoder(out)}
}

// check runs a checker.
func (c *consumer) check(script string, args ...string) {
	c.Helper()
	var code int
	var said string
	err := errors.Join(c.checker.asked.Encode(append([]string{filepath.Join(c.checkers, script)}, args...)),
		c.checker.answers.Decode(&[]any{&code, &said}))
	if err != nil || code != 0 {
		c.Errorf("%s %s: exit code %d (%v)\n%s", script, strings.Join(args, " "), code, err, said)
	} else {
		c.Logf("%s", said)
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

// configsOfCard selects every nth config of the directory's card by arguments, all of them for the night.
func (c *consumer) configsOfCard(n int) []string {
	c.Helper()
	card := must.Get(os.ReadFile(filepath.Join(c.dir, "README.md")))(c)
	var names []string
	for line := range strings.Lines(string(card)) {
		if name, found := strings.CutPrefix(strings.TrimSpace(line), "- config_name: "); found && !slices.Contains(names, name) {
			names = append(names, name)
		}
	}
	if len(names) < 10 {
		c.Fatalf("configs of the card: %q", names)
	}
	return someConfigs(c.T, names, n)
}

// someConfigs returns the arguments that select every nth config, all of them for the night.
func someConfigs(t *testing.T, names []string, n int) (args []string) {
	t.Helper()
	n = nightly.Stride(t, "configs", n)
	for i := 0; i < len(names); i += n {
		args = append(args, "--config", names[i])
	}
	return args
}

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

// consumers let those read a format that it is for. Every format has one.
var consumers = map[string]func(c *consumer){
	"parquet": func(c *consumer) {
		args := []string{c.dir, "--nullable", "pos_grade,neg_grade,pos_rank,neg_rank,pos_score,neg_score"}
		c.check("parquet_hf.py", append(args, c.configsOfCard(8)...)...)
		ids := append(c.vocabulary(), "--max-length", "30")
		c.check("parquet_hf.py", slices.Concat([]string{c.dir, "--config", "pairs-tokenized", "--sidecar", "pairs-tokenized=pairs"}, ids)...)
		c.check("parquet_hf.py", slices.Concat([]string{c.dir, "--config", "candidates-cross"}, ids)...)
	},
	"triples": func(c *consumer) { c.each("triples", "*.tsv", func(file string) { c.check("triples.py", file) }) },
	"triples-ids": func(c *consumer) {
		c.each("triples-ids", "*.tsv", func(file string) { c.check("triples.py", "--ids", file) })
	},
	"jsonl": notThere,

	"st-triplet": st("triplet", "pairwise", "ranking"), "st-ntuple": st("n-tuple", "pairwise", "ranking"),
	"st-labeled-list": st("labeled-list", "pairwise", "ranking"),
	"st-margin-mse":   st("margin-mse", "ranking"), "st-margin-ntuple": st("margin-mse-n-tuple", "ranking"),
	"st-pairs": stAndCandidates("labeled-pair"), "st-cross": stAndCandidates("cross-encoder"), "st-listwise": stAndCandidates("listwise"),
	"st-ids": func(c *consumer) {
		st("train", "pairwise", "ranking")(c)
		c.configs = append(c.configs, "queries", "documents")
	},

	"tevatron": tevatronFiles("tevatron", func(*consumer) []string { return nil }),
	"tevatron-ids": tevatronFiles("tevatron-ids", func(c *consumer) []string {
		return []string{"--corpus", filepath.Join(c.dir, "tevatron-corpus", "corpus-00000-of-00001.jsonl")}
	}),
	"tevatron-distil": tevatronFiles("tevatron-distil", func(*consumer) []string { return []string{"--distil"} }),

	"mtdnn": func(c *consumer) {
		c.check("mtdnn.py", filepath.Join(c.dir, "mtdnn"), "--max-seq-len", "30", "--vocab-size", "40")
		predicted := filepath.Join(c.TempDir(), "mtdnn") // candidates in the place of dev rows
		must.Do(c, os.CopyFS(predicted, os.DirFS(filepath.Join(c.dir, "mtdnn"))))
		c.each("mtdnn"+plan.CandidateMark, "*.json", func(file string) {
			raw, err := os.ReadFile(file)
			if err == nil {
				err = os.WriteFile(filepath.Join(predicted, filepath.Base(file)), raw, 0o666)
			}
			if err != nil {
				c.Error(err)
			}
		})
		c.check("mtdnn.py", predicted, "--max-seq-len", "30", "--vocab-size", "40")
	},
	"tfrecord": func(c *consumer) { c.each("tfrecord", "*.tfrecord", func(file string) { c.records(file) }) },
	"tfrecord-eval": func(c *consumer) {
		c.each("tfrecord-eval", "*.tfrecord", func(file string) {
			c.records(file, "--eval", filepath.Join(filepath.Dir(file), "query_doc_ids_"+plan.SplitOf(file)+".txt"))
		})
	},
	"matchzoo": func(c *consumer) {
		c.each("matchzoo-*", "*.csv", func(file string) {
			if strings.Contains(file, plan.CandidateMark) { // lists to be scored, of one label where no document is relevant
				c.check("matchzoo.py", file, "--point")
			} else {
				c.check("matchzoo.py", file)
			}
		})
	},
	"duet": func(c *consumer) {
		c.each("duet", "*"+plan.ShardMark+"*", func(file string) {
			c.check("duet.py", filepath.Dir(file), "--triples", filepath.Base(file), "--all-query-terms")
		})
	},
	"duet-2017": notThere, "matchzoo-1": notThere,
	"duobert": readByLoader, "bertsum": readByLoader,
	"monot5": notThere, "duot5": notThere, "libsvm": notThere,
	"template": notThere, "flagembedding": notThere, "flagembedding-distil": notThere, "swift": notThere, "swift-embedding": notThere,
}

// readByLoader marks formats for which the check of the whole directory loads every config.
func readByLoader(*consumer) {}

// notThere marks formats without a checker: their lines are JSON or numbers, which testdata/rows.txt of the formats shows.
func notThere(*consumer) {}

// TestConsumers lets the checkers read every format, in the usual form and in each other one that options select.
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
	checkers, process := golden.SharedPath(t, "golden", "consumers"), newChecker(t, python)
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
	variants := []*consumer{{dir: second, group: "4", compat: "dl4marco"}, {dir: usual, group: "8", compat: "full"}}
	for _, c := range variants[:nightly.Some(t, "sets of options", 1, 2)] {
		t.Run(c.compat, func(t *testing.T) {
			c.T, c.checker, c.checkers = t, process, checkers
			for _, name := range FormatNames() {
				consumers[name](c)
			}
			c.check("st.py", append([]string{c.dir}, someConfigs(t, c.configs, 4)...)...)
		})
	}
	t.Run("pointwise", func(t *testing.T) {
		consumers["mtdnn"](&consumer{T: t, checker: process, checkers: checkers, dir: third})
	})
}
