package train_test

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/axiomine/axiomine/configs"
	"github.com/axiomine/axiomine/internal/testkit/must"
)

// TestEnginesLeaveTheSameRuns: Gorgonia's own operations sum in another order than the fused one, and yet every run that a training
// leaves has the same bytes, and so the same measures.
func TestEnginesLeaveTheSameRuns(t *testing.T) {
	dirs, models := map[string]string{}, map[string][]byte{}
	for _, engine := range []string{"fused", "graph"} {
		dirs[engine], _ = run(t, "demo", demo, func(c *configs.Config) {
			small(c)
			c.Train.Engine, c.Train.Seeds, c.Train.Epochs, c.Train.PairsPerEpoch = engine, 1, 2, 60
		})
		raw := must.Get(os.ReadFile(filepath.Join(dirs[engine], "models", "judged.42.json")))(t)
		models[engine] = raw
	}
	if bytes.Equal(models["fused"], models["graph"]) {
		t.Error("the models have the same weights to the last digit: the runs show nothing")
	}
	files, err := filepath.Glob(filepath.Join(dirs["fused"], "runs", "*.txt"))
	if err != nil || len(files) < 2 {
		t.Fatalf("%d runs, %v", len(files), err)
	}
	for _, file := range files {
		fused := must.Get(os.ReadFile(file))(t)
		graph := must.Get(os.ReadFile(filepath.Join(dirs["graph"], "runs", filepath.Base(file))))(t)
		if !bytes.Equal(fused, graph) {
			t.Errorf("%s differs between the engines", filepath.Base(file))
		}
	}
}

// TestFactorBetweenEngines holds the page's factor against the bench file.
func TestFactorBetweenEngines(t *testing.T) {
	raw := must.Get(os.ReadFile("README.md"))(t)
	page := strings.Join(strings.Fields(string(raw)), " ")
	bench := must.Get(os.ReadFile(filepath.Join("..", ".ci", "bench", "bench.txt")))(t)
	rate := func(stage string) float64 {
		m := regexp.MustCompile(`(?m)^\| ` + stage + ` \| pairs \| ([0-9.]+) k \|`).FindSubmatch(bench)
		if m == nil {
			t.Fatalf("bench.txt has no rate of %s", stage)
		}
		return must.Get(strconv.ParseFloat(string(m[1]), 64))(t)
	}
	factor := rate("DRMM training, batch 20") / rate("DRMM training in Gorgonia's own operations, batch 20")
	want := fmt.Sprintf(`%.0f times as fast[^.]* \(.\.ci/bench/bench\.txt.\)`, factor)
	if !regexp.MustCompile(want).MatchString(page) {
		t.Errorf("README.md does not say %q", want)
	}
}
