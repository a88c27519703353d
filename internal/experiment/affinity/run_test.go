package affinity

import (
	"bytes"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/axiomine/axiomine/configs"
	"github.com/axiomine/axiomine/internal/errs"
	"github.com/axiomine/axiomine/internal/experiment/report/affinities"
	"github.com/axiomine/axiomine/internal/testkit/chaintest"
)

// config returns a configuration of small trainings over the collection of chaintest: two epochs of four judged pairs under one seed.
func config(t *testing.T, edit func(*configs.Config)) *configs.Config {
	return chaintest.Config(t, func(c *configs.Config) {
		c.Gen.Axioms, c.Train.Seeds, c.Train.Epochs, c.Train.PairsPerEpoch, c.Train.Choose = "tfc1, lnc1", 1, 2, 4, configs.ChooseNone
		if edit != nil {
			edit(c)
		}
	})
}

// run measures affinities, and returns the record with the bytes that were written.
func run(t *testing.T, edit func(*configs.Config)) (*affinities.Affinity, []byte, error) {
	t.Helper()
	p := chaintest.Start(t, config(t, edit))
	defer p.Close()
	r, err := Run(t.Context(), p, "a command", func(c *configs.Config) (string, error) {
		return "train --axioms '" + c.Gen.Axioms + "' --ratio " + c.Gen.Ratio, nil
	})
	if err != nil {
		return nil, nil, err
	}
	raw, err := fs.ReadFile(p.Run.Out.FS(), "affinity.json")
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"affinity.html", "affinity.md"} {
		if page, err := fs.ReadFile(p.Run.Out.FS(), name); err != nil || !bytes.Contains(page, []byte("lnc1")) {
			t.Errorf("%s: %v", name, err)
		}
	}
	return r, raw, nil
}

// TestRun: the sets are none, each axiom and both. By hand, an epoch has four judged pairs and two of each axiom: they share 1:1. tfc1 has
// four instances on dev, where d3 has the word twice and four documents have it once. Those of lnc1 are ties of the model: nothing is said
// of it.
func TestRun(t *testing.T) {
	data := chaintest.Write(t, chaintest.Files)
	r, raw, err := run(t, func(c *configs.Config) { c.Gen.Data = data })
	if err != nil {
		t.Fatal(err)
	}
	var sets []string
	for _, s := range r.Sets {
		sets = append(sets, fmt.Sprintf("%s: %d epochs, %d pairs", strings.Join(s.Axioms, "+"), s.Epochs, s.Pairs))
		if len(s.Seeds) != 1 || s.Dev != s.Seeds[0] || s.Dev < 0 || s.Dev > 1 {
			t.Errorf("%s: dev %v, by seed %v", s.Axioms, s.Dev, s.Seeds)
		}
		if len(s.Obeyed) != 2 || s.Obeyed[0].Axiom != "tfc1" || s.Obeyed[0].Instances != 4 || s.Obeyed[0].Fulfilled > 4 ||
			s.Obeyed[1].Instances != r.Sets[0].Obeyed[1].Instances {
			t.Errorf("%s: instances %+v", s.Axioms, s.Obeyed)
		}
	}
	want := []string{": 2 epochs, 8 pairs", "tfc1: 2 epochs, 12 pairs", "lnc1: 2 epochs, 12 pairs", "tfc1+lnc1: 2 epochs, 16 pairs"}
	if !slices.Equal(sets, want) {
		t.Errorf("sets %q, want %q", sets, want)
	}
	if !slices.Equal(r.Axioms, []string{"tfc1", "lnc1"}) || len(r.Merges) != 1 || len(r.Affinities) != 1 || r.Command != "a command" {
		t.Errorf("%+v", r)
	}
	if want := []string{"lnc1 has only ties on dev: what helps it cannot be seen"}; !slices.Equal(r.Warnings, want) {
		t.Errorf("warnings %q, want %q", r.Warnings, want)
	}
	for _, a := range r.Affinities {
		alone, joint := r.Sets[1], r.Sets[3]
		i := slices.Index(r.Axioms, a.Axiom)
		if a.Axiom == "lnc1" {
			alone = r.Sets[2]
		}
		if o := alone.Obeyed[i]; o.Instances > 0 && a.Alone != float64(o.Fulfilled)/float64(o.Instances) {
			t.Errorf("%s alone: %v of %+v", a.Axiom, a.Alone, o)
		}
		if o := joint.Obeyed[i]; o.Instances > 0 && a.Joint != float64(o.Fulfilled)/float64(o.Instances) {
			t.Errorf("%s with %s: %v of %+v", a.Axiom, a.Partner, a.Joint, o)
		}
	}
	for _, s := range r.Sets {
		if s.Dev > r.Suggestion.Dev {
			t.Errorf("%v has %v on dev, and %v with %v is suggested", s.Axioms, s.Dev, r.Suggestion.Axioms, r.Suggestion.Dev)
		}
	}
	_, again, err := run(t, func(c *configs.Config) { c.Gen.Data, c.Gen.Threads = data, 8 })
	if err != nil || !bytes.Equal(raw, again) {
		t.Errorf("eight threads write other bytes than one: %v", err)
	}
}

// TestSuggestedCommand: the command finds a file that an axiom asks, and the record holds no folder.
func TestSuggestedCommand(t *testing.T) {
	dir := t.TempDir()
	file := filepath.Join(dir, "model.trec")
	var lines strings.Builder
	for query := range 5 {
		for doc := range 8 {
			fmt.Fprintf(&lines, "q%d Q0 d%d %d %d tag\n", query+1, doc+1, doc+1, 8-doc)
		}
	}
	if err := os.WriteFile(file, []byte(lines.String()), 0o666); err != nil {
		t.Fatal(err)
	}
	c := config(t, func(c *configs.Config) { c.Gen.Axioms = "run(" + file + "), lnc1" })
	_, tasks, err := affinityOf(c, nil)
	if err != nil {
		t.Fatal(err)
	}
	a := &affinity{userConfig: c, tasks: tasks}
	for _, pools := range [][]int{nil, {0}, {1}, {0, 1}} {
		s := &axiomSet{pools: pools}
		if len(pools) > 0 {
			if s.setting, err = tasks.Only(c, pools); err != nil {
				t.Fatal(err)
			}
		}
		a.sets = append(a.sets, s)
	}
	for best, want := range []string{"", "run(" + file + ")", "lnc1", "run(" + file + "), lnc1"} {
		r := &affinities.Affinity{Axioms: a.names([]int{0, 1})}
		if best == 3 {
			r.Merges = []affinities.Merge{{A: []int{0}, B: []int{1}, Affinity: 1}}
		}
		for i, s := range a.sets {
			set := affinities.AxiomSet{Axioms: a.names(s.pools), Setting: s.setting.Portable()}
			if i == best {
				set.Dev = 1
			}
			r.Sets = append(r.Sets, set)
		}
		err := a.suggest(r, func(c *configs.Config) (string, error) { return c.Gen.Axioms, nil })
		if err != nil || r.Suggestion.Command != want {
			t.Errorf("set %d: %q, %v, want %q", best, r.Suggestion.Command, err, want)
		}
		if text := fmt.Sprint(r.Suggestion.Setting); strings.Contains(text, dir) {
			t.Errorf("set %d: the record holds a folder: %s", best, text)
		}
	}
}

// TestWithoutPairs: an axiom that finds no pair, or has no instance on dev, is named, and so is a triple axiom. Nothing is measured without
// judged pairs.
func TestWithoutPairs(t *testing.T) {
	r, _, err := run(t, func(c *configs.Config) { c.Gen.Axioms = "tfc1, lnc1, prox1, tfc2" })
	if err != nil {
		t.Fatal(err)
	}
	all := strings.Join(append(r.Warnings, r.Findings...), "\n")
	for _, want := range []string{"prox1 finds no pair to learn from", "prox1 has no instance on dev",
		"tfc2 states no preference between two documents: left out"} {
		if strings.Count(all, want) != 1 {
			t.Errorf("%q stands %d times in\n%s", want, strings.Count(all, want), all)
		}
	}
	_, _, err = run(t, func(c *configs.Config) { c.Gen.Regular = "0" })
	if err == nil || !strings.Contains(err.Error(), "no judged pair") {
		t.Errorf("without judged pairs: %v", err)
	}
}

// TestRefused: what an affinity cannot be measured of.
func TestRefused(t *testing.T) {
	for name, c := range map[string]struct {
		edit    func(*configs.Config)
		origins map[string]configs.Origin
		want    string
	}{
		"choice": {func(c *configs.Config) { c.Train.Choose = "default" }, map[string]configs.Origin{"train.choose": "flag --choose"},
			"nothing is chosen"},
		"command":     {func(c *configs.Config) { c.Train.Ranker = "x" }, nil, "affinity trains the DRMM"},
		"graded pool": {func(c *configs.Config) { c.Gen.Strategy = "multi-graded" }, nil, "a pool for each axiom"},
		"one axiom":   {func(c *configs.Config) { c.Gen.Axioms = "tfc1, tfc2" }, nil, "here is 1"},
		"no axiom":    {func(c *configs.Config) { c.Gen.Axioms = "no-such" }, nil, "no-such"},
	} {
		_, _, err := affinityOf(config(t, c.edit), c.origins)
		if errs.ExitCode(err) != 2 || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v, want %q", name, err, c.want)
		}
		l := &configs.LoadedConfig{Config: *config(t, c.edit), Origins: c.origins}
		if lines, err := Plan(t.Context(), l); err == nil {
			t.Errorf("%s: planned %q", name, lines)
		}
	}
	own := config(t, func(c *configs.Config) { c.Train.Choose = "default" })
	c, _, err := affinityOf(own, map[string]configs.Origin{"train.choose": "preset demo"})
	if err != nil || c.Train.Choose != configs.ChooseNone || own.Train.Choose != "default" {
		t.Errorf("a preset's choice is left out: %v", err)
	}
}

// TestCost counts trainings by hand: one without axioms, one for each, one for every two, and of n axioms at most n/3 clusters of three.
func TestCost(t *testing.T) {
	for _, c := range []struct {
		n, draws int
		want     string
	}{
		{2, 3, "12 trainings, 4 for each seed and fold: judged pairs alone, 2 axioms, 1 pair of axioms; then one for each cluster of three or " +
			"more, at most 0"},
		{7, 2, "58 trainings, 29 for each seed and fold: judged pairs alone, 7 axioms, 21 pairs of axioms; then one for each cluster of three " +
			"or more, at most 4"},
	} {
		if got := costText(c.n, c.draws); got != c.want {
			t.Errorf("%s\nwant %s", got, c.want)
		}
	}
	l := &configs.LoadedConfig{Config: *config(t, func(c *configs.Config) { c.Train.Seeds = 5 })}
	lines, err := Plan(t.Context(), l)
	if err != nil || len(lines) == 0 || lines[len(lines)-1] != costText(2, 5) {
		t.Errorf("%q, %v", lines, err)
	}
}
