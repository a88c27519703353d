package shard

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/axiomine/axiomine/tokenize/shard/internal/format"
	"github.com/axiomine/axiomine/tokenize/shard/internal/plan"
)

// pythonVariable names a Python that has datasets, pandas and tokenizers, for the checkers that read files as the trainers do.
const pythonVariable = "AXIOMINE_PYTHON"

// TestConsumers lets the checkers read every format, in the usual form and in each other one that options give.
func TestConsumers(t *testing.T) {
	python := os.Getenv(pythonVariable)
	if python == "" {
		t.Skipf("no %s in the environment", pythonVariable)
	}
	checkers := shared(t, "golden", "consumers")
	_, in := mixedSample(t)
	plain := allFormats()
	plain.MaxLength, plain.MaxQueryLength, plain.ShardRows, plain.Candidates = 30, 14, 400, plan.CandidatesAll // queries fit: the checker of ids knows no limit of their own
	usual, _ := mustWrite(t, in, plain)
	other := plain
	other.GroupSize, other.Layout, other.MTDNNRanking, other.MTDNNSan, other.Compat = 4, plan.LayoutA, format.MTDNNRegression, true, format.CompatDL4MARCO
	second, _ := mustWrite(t, in, other)
	other.MTDNNRanking, other.Formats = format.MTDNNPointwise, []string{"mtdnn"}
	third, _ := mustWrite(t, in, other)

	check := func(t *testing.T, script string, args ...string) {
		out, err := exec.Command(python, append([]string{filepath.Join(checkers, script)}, args...)...).CombinedOutput()
		if err != nil {
			t.Errorf("%s %s: %v\n%s", script, strings.Join(args, " "), err, out)
		} else {
			t.Logf("%s", out)
		}
	}
	for dir, o := range map[string]struct{ group, compat string }{usual: {"8", "full"}, second: {"4", "dl4marco"}} {
		each := func(t *testing.T, folder, pattern string, use func(file string)) {
			files, err := filepath.Glob(filepath.Join(dir, folder, pattern))
			if err != nil || len(files) == 0 {
				t.Errorf("no %s/%s: %v", folder, pattern, err)
			}
			for _, file := range files {
				use(file)
			}
		}
		t.Run(o.compat, func(t *testing.T) {
			check(t, "parquet_hf.py", dir, "--nullable", "pos_grade,neg_grade,pos_rank,neg_rank,pos_score,neg_score")
			check(t, "parquet_hf.py", dir, "--config", "pairs-tokenized", "--vocab", filepath.Join(dir, vocabName), "--max-length", "30", "--sidecar", "pairs-tokenized=pairs")
			st := []string{dir}
			for _, config := range []string{"triplet", "n-tuple", "labeled-pair", "margin-mse", "margin-mse-n-tuple", "labeled-list", "train", "cross-encoder", "listwise"} {
				for _, task := range []string{"pairwise", "ranking"} {
					if !strings.HasPrefix(config, "margin-mse") || task == "ranking" { // judged pairs of the sample have no scores
						st = append(st, "--config", config+"-"+task)
					}
				}
			}
			for _, config := range []string{"labeled-pair", "cross-encoder", "listwise"} {
				st = append(st, "--config", config+plan.CandidateMark)
			}
			check(t, "st.py", append(st, "--config", "queries", "--config", "documents")...)
			check(t, "parquet_hf.py", dir, "--config", "candidates-cross", "--vocab", filepath.Join(dir, vocabName), "--max-length", "30")
			predicted := filepath.Join(t.TempDir(), "mtdnn") // candidates in the place of dev rows
			if err := os.CopyFS(predicted, os.DirFS(filepath.Join(dir, "mtdnn"))); err != nil {
				t.Fatal(err)
			}
			each(t, "mtdnn"+plan.CandidateMark, "*.json", func(file string) {
				raw, err := os.ReadFile(file)
				if err == nil {
					err = os.WriteFile(filepath.Join(predicted, filepath.Base(file)), raw, 0o666)
				}
				if err != nil {
					t.Error(err)
				}
			})
			check(t, "mtdnn.py", predicted, "--max-seq-len", "30", "--vocab-size", "40")
			check(t, "mtdnn.py", filepath.Join(dir, "mtdnn"), "--max-seq-len", "30", "--vocab-size", "40")
			each(t, "tevatron-*", "train-*", func(file string) {
				if strings.Contains(file, "tevatron-ids") {
					check(t, "tevatron.py", file, "--group-size", o.group, "--corpus", filepath.Join(dir, "tevatron-corpus", "corpus-00000-of-00001.jsonl"))
				} else if strings.Contains(file, "tevatron-distil") {
					check(t, "tevatron.py", file, "--group-size", o.group, "--distil")
				} else {
					check(t, "tevatron.py", file, "--group-size", o.group)
				}
			})
			each(t, "triples", "*.tsv", func(file string) { check(t, "triples.py", file) })
			each(t, "triples-ids", "*.tsv", func(file string) { check(t, "triples.py", "--ids", file) })
			each(t, "tfrecord", "*.tfrecord", func(file string) {
				check(t, "tfrecord.py", file, "--vocab", filepath.Join(dir, vocabName), "--max-seq-length", "30", "--max-query-length", "14", "--compat", o.compat)
			})
			each(t, "tfrecord-eval", "*.tfrecord", func(file string) {
				ids := filepath.Join(filepath.Dir(file), "query_doc_ids_"+plan.SplitOf(file)+".txt")
				check(t, "tfrecord.py", file, "--vocab", filepath.Join(dir, vocabName), "--max-seq-length", "30", "--max-query-length", "14", "--compat", o.compat, "--eval", ids)
			})
			each(t, "matchzoo-*", "*.csv", func(file string) {
				if strings.Contains(file, plan.CandidateMark) { // lists to be scored, of one label where no document is relevant
					check(t, "matchzoo.py", file, "--point")
				} else {
					check(t, "matchzoo.py", file)
				}
			})
			each(t, "duet", "*"+plan.ShardMark+"*", func(file string) {
				check(t, "duet.py", filepath.Dir(file), "--triples", filepath.Base(file), "--all-query-terms")
			})
		})
	}
	t.Run("pointwise", func(t *testing.T) {
		check(t, "mtdnn.py", filepath.Join(third, "mtdnn"), "--max-seq-len", "30", "--vocab-size", "40")
	})
}
