package train_test

import (
	"os/exec"
	"strings"
	"testing"

	"github.com/axiomine/axiomine/configs"
	"github.com/axiomine/axiomine/internal/result"
	"github.com/axiomine/axiomine/internal/testkit/chaintest"
	"github.com/axiomine/axiomine/internal/testkit/must"
	"github.com/axiomine/axiomine/train"
)

// setUp returns an explorer over the collection of chaintest: one seed, two epochs, no vectors, as edit changes it.
func setUp(t *testing.T, out *result.Dir, edit func(*configs.Config)) (*train.Explorer, error) {
	t.Helper()
	c := chaintest.Config(t, func(c *configs.Config) {
		c.Train.Seeds, c.Train.Epochs, c.Train.PairsPerEpoch, c.Train.Choose = 1, 2, 4, configs.ChooseNone
		if edit != nil {
			edit(c)
		}
	})
	e, err := train.SetUp(t.Context(), chaintest.StartIn(t, c, out))
	if err == nil {
		t.Cleanup(func() { e.Division.Chain.Close() })
	}
	return e, err
}

// named returns the units by their arms.
func named(units []*train.Unit) map[string]*train.Unit {
	byArm := map[string]*train.Unit{}
	for _, u := range units {
		byArm[u.Arm] = u
	}
	return byArm
}

// TestTrain: which arms are trained follows from the pairs that there are, and each keeps the setting that is best on dev, the first of
// equals.
func TestTrain(t *testing.T) {
	for name, test := range map[string]struct {
		edit func(*configs.Config)
		want string // the arms
	}{
		"judged and axiomatic pairs": {func(c *configs.Config) { c.Gen.Ratio = "1:3" }, "judged, judged + axioms"},
		"no axioms":                  {func(c *configs.Config) { c.Gen.Axioms = "" }, "judged"},
		"axiomatic pairs alone":      {func(c *configs.Config) { c.Gen.Ratio, c.Gen.Judged, c.Gen.Pairs = "", "0", "2" }, "axioms only"},
		"two settings": {func(c *configs.Config) { c.Train.Choose = `{train.learning_rate: ["0.001", "0.1"]}` },
			"judged, judged + axioms"},
	} {
		e, err := setUp(t, chaintest.Claim(t), test.edit)
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		units, err := e.Train(t.Context())
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		var list []string
		for _, u := range units {
			list = append(list, u.Arm)
			best := u.Cells[0]
			for _, cell := range u.Cells[1:] {
				if cell.Dev > best.Dev {
					best = cell
				}
			}
			if u.Best.String() != best.Setting.String() || u.Model == nil || u.Model.Dev < 0 || u.Model.Dev > 1 {
				t.Errorf("%s: %s is best at %s, and cells are %+v", name, u.Arm, u.Best, u.Cells)
			}
		}
		must.Equal(t, strings.Join(list, ", "), test.want, "%s", name)
	}
}

// TestTrainedTwice: in a folder where an experiment was trained its models are read and not trained again; other settings are trained.
func TestTrainedTwice(t *testing.T) {
	out := chaintest.Claim(t)
	var first map[string]*train.Unit
	data := chaintest.Write(t, chaintest.Files)
	for i, epochs := range []int{2, 2, 3} {
		e := must.Get(setUp(t, out, func(c *configs.Config) { c.Gen.Data, c.Train.Epochs = data, epochs }))(t)
		units := must.Get(e.Train(t.Context()))(t)
		byArm := named(units)
		if i == 0 {
			first = byArm
		}
		for arm, u := range byArm {
			if got := len(u.Model.Epochs); got != epochs {
				t.Errorf("run %d: %s has %d epochs, want %d", i, arm, got, epochs)
			}
			if i == 1 && u.Model.Dev != first[arm].Model.Dev {
				t.Errorf("%s: %v on dev, then %v", arm, first[arm].Model.Dev, u.Model.Dev)
			}
		}
	}
}

// TestNothingToTrain: without a pair of any kind there is no arm, and the error says what to add.
func TestNothingToTrain(t *testing.T) {
	e, err := setUp(t, chaintest.Claim(t), func(c *configs.Config) { c.Gen.Axioms, c.Gen.Judged = "", "0" })
	if err == nil {
		_, err = e.Train(t.Context())
	}
	if err == nil {
		t.Error("something was trained")
	}
}

// TestTrainACommand: a command that copies the candidates has the scores of BM25 in every arm, and is called once for equal data.
func TestTrainACommand(t *testing.T) {
	if _, err := exec.LookPath("sh"); err != nil {
		t.Skip("no sh")
	}
	e := must.Get(setUp(t, chaintest.Claim(t), func(c *configs.Config) {
		c.Train.Ranker = `sh -c 'cp "$0" "$2"; cp "$1" "$3"' {candidates} {output}`
		c.Gen.Ratio, c.Tokenize.OutputFormat = "1:3", "triples"
	}))(t)
	units := must.Get(e.Train(t.Context()))(t)
	byArm := named(units)
	if len(units) != 2 || byArm[train.Judged] == nil || byArm[train.Augmented] == nil {
		t.Fatalf("arms %v", byArm)
	}
	for arm, u := range byArm {
		// Plum is twice in d3, which is relevant, and once in d2, d5 and d6: the first stage has it first.
		if u.Model.Dev != 1 || len(u.Cells) != 1 || u.Cells[0].Pairs == 0 {
			t.Errorf("%s: %v on dev, cells %+v", arm, u.Model.Dev, u.Cells)
		}
	}
	if byArm[train.Judged].Cells[0].Equals(byArm[train.Augmented].Cells[0].Cell) {
		t.Error("data with axiomatic pairs are the data without")
	}
}
