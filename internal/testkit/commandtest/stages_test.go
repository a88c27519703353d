package commandtest_test

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"github.com/axiomine/axiomine/internal/testkit/must"
	"github.com/axiomine/axiomine/internal/testkit/nightly"
)

// stage is a command that leaves a directory, what it needs, and the files that are its own.
type stage struct {
	args   []string
	own    string // of the files' names, where a full disk must have stopped it at least once
	blocks []int  // sizes to which files may grow, in the shell's blocks
}

// stages are all that leave files. They work from the products of the ones before, in made, so that a disk that is full for
// them is not full for the others.
func stages(demo, made string) map[string]stage {
	data, index := []string{"--data", demo}, []string{"--index", filepath.Join(made, "index")}
	runs := []string{"--run"}
	var files []string
	for _, split := range []string{"train", "dev", "test"} {
		files = append(files, split+"="+filepath.Join(made, "run."+split+".txt"))
	}
	runs = append(runs, strings.Join(files, ","))
	vocab := []string{"--vocab", filepath.Join(made, "vocab.txt")}
	join := func(parts ...[]string) (all []string) {
		for _, p := range parts {
			all = append(all, p...)
		}
		return all
	}
	quick := []string{"--epochs", "1", "--set", "pairs_per_epoch=100", "--vectors", "", "--seeds", "1"}
	tfc1 := []string{"--axioms", "tfc1"}
	return map[string]stage{
		"gen index":       {join([]string{"gen", "index"}, data), `/index/`, []int{0, 8, 64}},
		"gen retrieve":    {join([]string{"gen", "retrieve"}, data, index), `/run\.\w+\.txt`, []int{0, 16}},
		"retrieve --tune": {join([]string{"gen", "retrieve", "--tune", "map"}, data, index), `/tune\.\w+`, []int{2, 4}},
		"gen mine": {join([]string{"gen", "mine", "--axioms",
			"tfc1, lnc1, tf-lnc, m-and, m-tdc, rs-bm25, rs-ql, tfc3, lb1, prox1, prox2, prox3"}, data, index, runs), `/(counts|profile)\.json`,
			[]int{0, 8}},
		"gen mine --part": {join([]string{"gen", "mine", "--part", "2/3", "--pairs", "5000", "--axioms", "tfc1, m-and"}, data, index, runs),
			`/share-00002-of-00003\.bin`, []int{0, 16}},
		"gen sample": {join([]string{"gen", "sample", "--axioms", "tfc1"}, data, index, runs), `/pairs/\w+\.parquet`, []int{0, 16}},
		"gen": {join([]string{"gen", "--axioms", "tfc1", "--limit", "4", "--judged", "20", "--pairs", "60", "--output-format",
			"jsonl"}, data, index, runs, vocab), `/shards/.*`, []int{0, 160}},
		"tokenize shards": {join([]string{"tokenize", "shards", filepath.Join(made, "pairs")}, vocab), `\.parquet`, []int{0, 16}},
		"train": {join([]string{"train"}, data, index, runs, quick, tfc1),
			`/(result\.json|report\.html|models/.*|runs/.*)`, []int{0, 8, 64}},
		"train sweep": {join([]string{"train", "sweep", "-c", filepath.Join(made, "sweep.yaml")}, data, index, runs, quick, tfc1), `/cells/.*`,
			[]int{0, 8, 64}},
		"axioms diagnose": {join([]string{"axioms", "diagnose", filepath.Join(made, "run.test.txt"), "--axioms",
			"length-safe, tfc1, prox1, prox2"}, data, index), `/diagnosis\.\w+`, []int{0, 4, 8}},
	}
}

// some returns all stages, or the one of this name by day.
func some(t *testing.T, all map[string]stage, name string) map[string]stage {
	t.Helper()
	if nightly.Some(t, "stages", 1, len(all)) == len(all) {
		return all
	}
	return map[string]stage{name: all[name]}
}

// madeBefore returns a copy of what the stages work from.
func madeBefore(t *testing.T) string {
	t.Helper()
	made := must.Get(makeOnce())(t)
	copied := filepath.Join(t.TempDir(), "made")
	must.Do(t, os.CopyFS(copied, os.DirFS(made)))
	return copied
}

// makeOnce runs the commands that the stages need once.
var makeOnce = sync.OnceValues(func() (string, error) {
	demo, made := "../../../configs/demo", filepath.Join(scratch, "made")
	for _, args := range [][]string{
		{"gen", "retrieve", "--data", demo, "-o", made, "-q"},
		{"tokenize", "vocab", "--data", demo, "--vocab-size", "500", "-o", filepath.Join(made, "vocab.txt"), "-q"},
		{"gen", "-c", "demo", "--data", demo, "--vectors", "", "--axioms", "tfc1", "--vocab", filepath.Join(made, "vocab.txt"), "--output-format",
			"triples-ids", "-o", filepath.Join(made, "pairs"), "-q"},
	} {
		if out, err := exec.Command("axiomine", args...).CombinedOutput(); err != nil {
			return "", fmt.Errorf("%v: %w\n%s", args, err, out)
		}
	}
	sweep := "extends: demo\ngen:\n  tokenizer: unicode\nsweep:\n  over:\n    gen.ratio: [\"1:1\", \"4:1\"]\n"
	return made, os.WriteFile(filepath.Join(made, "sweep.yaml"), []byte(sweep), 0o644)
})
