package commandtest_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"github.com/axiomine/axiomine/internal/testkit/commandtest"
	"github.com/axiomine/axiomine/internal/testkit/must"
	"github.com/axiomine/axiomine/internal/testkit/nightly"
)

// generate is a command line that makes everything up to many shards of the demonstration's collection.
func generate() []string {
	demo, _ := filepath.Abs("../../../configs/demo")
	return []string{"gen", "-c", "demo", "--data", demo, "--vectors", "", "--output-format", "triples,jsonl", "--set", "readers=2"}
}

// TestKilled kills a run of gen once it has finished a shard, and goes on with --resume. What is there under a final name is always
// whole, finished shards are not written again, and in the end all files are those of an unbroken run.
func TestKilled(t *testing.T) {
	commandtest.NewStoppable(t, generate()...).SurvivesOnce(t)
}

// TestKilledAtRandom kills at random moments.
func TestKilledAtRandom(t *testing.T) {
	nightly.Only(t)
	demo, _ := filepath.Abs("../../../configs/demo")
	commandtest.NewStoppable(t, "gen", "-c", "demo", "--data", demo, "--output-format", "parquet,triples,jsonl").Survives(t, 20)
}

// TestShardsKilled does the same to shards of every format, many and small, made of pairs that are there.
func TestShardsKilled(t *testing.T) {
	nightly.Only(t)
	demo := must.Get(filepath.Abs("../../../configs/demo"))(t)
	pairs := filepath.Join(t.TempDir(), "pairs")
	if out, err := exec.Command("axiomine", "gen", "-q", "-c", "demo", "--data", demo, "-o", pairs).CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	c := commandtest.NewStoppable(t, "tokenize", "shards", pairs, "--set", "readers=8", "--output-format",
		"parquet,triples,triples-ids,jsonl,st-triplet,st-ntuple,st-pairs,st-ids,st-cross,"+
			"tevatron,tevatron-ids,mtdnn,tfrecord,matchzoo,duet,bertsum,duot5")
	if met := c.Survives(t, 20); met == 0 {
		t.Error("no kill came upon a finished shard")
	}
}

// TestKilledSweep does the same with a sweep, whose cells run side by side and keep what each of them has done.
func TestKilledSweep(t *testing.T) {
	nightly.Only(t)
	demo := must.Get(filepath.Abs("../../../configs/demo"))(t)
	grid := filepath.Join(t.TempDir(), "grid.yaml")
	const text = "extends: demo\ngen: {vectors: \"\", on_shortage: accept}\ntrain: {seeds: 2, epochs: 6, pairs_per_epoch: 2000}\n" +
		"sweep:\n  per: {gen.judged_queries: [3, 6]}\n  over: {gen.ratio: [\"1:1\", \"4:1\"]}\n"
	must.Do(t, os.WriteFile(grid, []byte(text), 0o666))
	commandtest.NewStoppable(t, "train", "sweep", "-c", grid, "--data", demo, "-j", "2").Survives(t, 10)
}
