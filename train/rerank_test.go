package train_test

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/axiomine/axiomine/configs"
	"github.com/axiomine/axiomine/internal/testkit/chaintest"
	"github.com/axiomine/axiomine/internal/testkit/must"
	"github.com/axiomine/axiomine/train"
)

// tiny is an experiment of two epochs on eight documents, without choices and word vectors.
func tiny(t *testing.T, edit func(*configs.Config)) *configs.Config {
	return chaintest.Config(t, func(c *configs.Config) {
		c.Train.Seeds, c.Train.Epochs, c.Train.PairsPerEpoch, c.Train.Choose = 1, 2, 4, configs.ChooseNone
		c.Train.TuneRetrieval = "off"
		if edit != nil {
			edit(c)
		}
	})
}

// TestRerank: a kept model ranks test as its experiment did, under another tag. A split that is not there and a file that is no model
// are refused.
func TestRerank(t *testing.T) {
	c, folder := tiny(t, nil), filepath.Join(t.TempDir(), "out")
	must.Get(train.RunConfig(context.Background(), &configs.LoadedConfig{Config: *c}, folder))(t)
	model, run := filepath.Join(folder, "models", "judged.42.json"), filepath.Join(folder, "runs", "judged.42.txt")
	rerank := func(model, split string) (string, error) {
		var out bytes.Buffer
		err := train.Rerank(context.Background(), chaintest.Start(t, c), model, split, &out)
		return out.String(), err
	}
	got := must.Get(rerank(model, "test"))(t)
	want := must.Get(os.ReadFile(run))(t)
	must.Same(t, got, strings.ReplaceAll(string(want), "judged.42\n", "axiomine-drmm\n"))
	if _, err := rerank(model, "tests"); err == nil || !strings.Contains(err.Error(), `"tests"`) {
		t.Errorf("a split that is not there: %v", err)
	}
	if _, err := rerank(run, "test"); err == nil {
		t.Error("a run was read as a model")
	}
}

// TestSteps: each part of an experiment has its step; BM25 that is tuned has one more, and a command is called where the network trains.
func TestSteps(t *testing.T) {
	names := func(edit func(*configs.Config)) string {
		var list []string
		for _, s := range train.Steps(chaintest.Start(t, tiny(t, edit))) {
			list = append(list, s.Name)
		}
		return strings.Join(list, " ")
	}
	plain := names(nil)
	if !strings.HasSuffix(plain, " train diagnose") {
		t.Errorf("steps %q", plain)
	}
	tuned := names(func(c *configs.Config) { c.Train.TuneRetrieval = "auto" })
	if !strings.Contains(tuned, "tun") || strings.Contains(plain, "tun") {
		t.Errorf("tuned on dev: %q, else %q", tuned, plain)
	}
	chain := chaintest.Start(t, tiny(t, func(c *configs.Config) { c.Train.Ranker = "true {output}" }))
	steps := train.Steps(chain)
	must.Equal(t, steps[len(steps)-2].Title, "calling the ranker", "steps of a command: %+v", steps)
}

// TestPlan: the plan has the queries of each split, as chaintest divides them, and the arms with what they choose from.
func TestPlan(t *testing.T) {
	for name, test := range map[string]struct {
		edit func(*configs.Config)
		want []string
	}{
		"no choice": {nil, []string{"queries: 2 train, 1 dev, 2 test", "nothing is chosen: every arm has the configured setting"}},
		"two margins": {func(c *configs.Config) { c.Train.Choose = `{train.margin: ["1", "2"]}` },
			[]string{"every arm chooses on dev, for each of 1 seed and 1 division", `judged: 2 settings of train.margin ["1" "2"]`}},
		"a command": {func(c *configs.Config) { c.Train.Ranker, c.Tokenize.OutputFormat = "rank {output}", "triples" },
			[]string{"2 calls of the ranker at most, for each of 1 seed and 1 division: rank '{output}'"}},
		"tuned": {func(c *configs.Config) { c.Train.TuneRetrieval = "auto" }, []string{"BM25 is tuned on dev"}},
	} {
		lines, err := train.Plan(context.Background(), &configs.LoadedConfig{Config: *tiny(t, test.edit)})
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		for _, want := range test.want {
			if !strings.Contains("\n"+strings.Join(lines, "\n")+"\n", "\n"+want) {
				t.Errorf("%s: no line %q in\n%s", name, want, strings.Join(lines, "\n"))
			}
		}
	}
}
