package sweep

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/axiomine/axiomine/configs"
	"github.com/axiomine/axiomine/gen/account"
	"github.com/axiomine/axiomine/gen/stage"
	"github.com/axiomine/axiomine/internal/lists"
	"github.com/axiomine/axiomine/train/report"
)

// Sweep is the record of a grid of settings, kept as sweep.json: every setting's result on dev, the chosen setting for each combination of
// the outer keys, and its results on the test queries. Like report.Result, it has no time, no host, and no path outside the commands.
type Sweep struct {
	SchemaVersion int               `json:"schema_version"`
	Command       string            `json:"command"`
	Versions      map[string]string `json:"versions"`
	Measure       string            `json:"measure"`
	PerAxes       []configs.Axis    `json:"per"`       // the outer keys: one setting is chosen for each combination of their values
	OverAxes      []configs.Axis    `json:"over"`      // the inner keys: the choice is among the combinations of their values
	Different     int               `json:"different"` // number of cells that differ in data or training
	Cells         []Cell            `json:"cells"`
	Chosen        []BestExperiment  `json:"chosen"`
	Tests         int               `json:"tests"` // number of tests on test queries; Holm's adjustment covers all of them
}

// Cell is the result of one setting of an arm on the dev queries. Results on test are in the records of the
// experiments, for the chosen settings only.
type Cell struct {
	PerValues  configs.Settings `json:"per"`
	Arm        string           `json:"arm"`
	OverValues configs.Settings `json:"over"`
	Dir        string           `json:"dir"`    // directory of the experiment
	Dev        float64          `json:"dev"`    // mean of the main measure over seeds and folds, at the epoch that was best on dev
	Seeds      []float64        `json:"seeds"`  // the values of which Dev is the mean, by seed
	Epochs     int              `json:"epochs"` // cost: epochs of all seeds and folds together
	Pairs      int              `json:"pairs"`  // cost: training pairs in all epochs
	stage.NamedCell
}

// BestExperiment is the experiment of one combination of the outer keys. Every arm took its best setting on dev,
// or the settings were transferred from the experiment on the sweep's own collection.
type BestExperiment struct {
	PerValues    configs.Settings `json:"per"`
	OverValues   configs.Settings `json:"over"`         // the most frequent choice of the arm with axiomatic pairs
	JudgedValues configs.Settings `json:"before"`       // the most frequent choice of the judged arm
	Elsewhere    string           `json:"on,omitempty"` // the preset of the other collection
	Dev          float64          `json:"dev"`          // of the arm with axiomatic pairs, mean over seeds and folds
	NumSettings  int              `json:"settings"`     // number of settings that each arm chose from
	Command      string           `json:"command"`      // the command line that runs this experiment only
	Result       string           `json:"result"`       // path of the experiment's record in the sweep's folder
	Tests        []report.Test    `json:"tests"`        // HolmP covers all tests of the sweep

	result *report.Result
	arm    *report.Arm // the last arm with a choice, which has Dev and NumSettings; nil if no arm had a choice
}

// SetTest sets the fields that depend on the record of the experiment.
func (c *BestExperiment) SetTest(r *report.Result) {
	c.result, c.Tests = r, slices.Clone(r.Tests)
	for i := range r.Arms {
		a := &r.Arms[i]
		if len(a.Chosen) == 0 {
			continue
		}
		if c.OverValues = a.FrequentSetting(); i == 0 {
			c.JudgedValues = c.OverValues
		}
		c.arm, c.Dev, c.NumSettings = a, 0, len(a.Grid)
		for _, x := range a.Chosen {
			c.Dev += x.Dev / float64(len(a.Chosen))
		}
	}
}

// choiceText returns how often the arm chose each setting of the tried keys: "no axioms in 4 of 5 trainings, ratio 1:1 in 1".
func (c *BestExperiment) choiceText(tried []configs.Axis) string {
	var names []string
	times := map[string]int{}
	for _, x := range c.arm.Chosen {
		name := "no axioms"
		if !report.HasNoAxioms(x.Setting) {
			name = slices.DeleteFunc(configs.SettingsOf(x.Setting), func(s configs.Setting) bool {
				return len(tried) > 0 && !slices.ContainsFunc(tried, func(a configs.Axis) bool { return a.Key == s.Key })
			}).String()
		}
		if times[name]++; times[name] == 1 {
			names = append(names, name)
		}
	}
	slices.SortStableFunc(names, func(a, b string) int { return cmp.Compare(times[b], times[a]) })
	if len(c.arm.Chosen) == 1 {
		return names[0]
	}
	names = lists.Map(names, func(name string) string { return fmt.Sprintf("%s in %d", name, times[name]) })
	names[0] += fmt.Sprintf(" of %d trainings", len(c.arm.Chosen))
	return strings.Join(names, ", ")
}

// ListUnmet returns the requested amounts that the experiments do not reach, each with its experiment.
func (s *Sweep) ListUnmet() (list []account.Unmet) {
	for _, c := range s.Chosen {
		for _, u := range c.result.Unmet {
			if len(s.Chosen) > 1 {
				u.Subject = c.Label() + ": " + u.Subject
			}
			list = append(list, u)
		}
	}
	return list
}

// Record returns the record of the experiment.
func (c *BestExperiment) Record() *report.Result { return c.result }

// AddCells adds the cells of an experiment's arms to the record. dir is the experiment's directory.
func (s *Sweep) AddCells(c *BestExperiment, dir string) {
	for _, a := range c.result.Arms {
		for _, t := range a.Grid {
			s.Cells = append(s.Cells, Cell{PerValues: c.PerValues, Arm: a.Name, OverValues: t.Settings(), Dir: dir, Dev: t.Mean(), Seeds: t.Dev,
				Epochs: t.Epochs, Pairs: t.Pairs, NamedCell: t.NamedCell})
		}
	}
}

// Adjust marks equal cells, and applies Holm's adjustment over every test of the sweep.
func (s *Sweep) Adjust() {
	var cells []*stage.NamedCell
	for i := range s.Cells {
		cells = append(cells, &s.Cells[i].NamedCell)
	}
	s.Different = stage.NameEqual(cells)
	var tests []report.Test
	for _, c := range s.Chosen {
		tests = append(tests, c.Tests...)
	}
	s.Tests = len(tests)
	report.AdjustTests(tests)
	for i := range s.Chosen {
		n := copy(s.Chosen[i].Tests, tests)
		tests = tests[n:]
	}
}

// Label returns the experiment's name.
func (c *BestExperiment) Label() string {
	return cmp.Or(experimentName("", c.Elsewhere, c.PerValues), "the chosen setting")
}

// experimentName returns the name of an experiment: its collection and its outer keys except axis. Without any of them it returns "".
func experimentName(axis, elsewhere string, perValues configs.Settings) string {
	var parts []string
	if elsewhere != "" {
		parts = append(parts, "on "+elsewhere)
	}
	if rest, _ := splitKey(perValues, axis); len(rest) > 0 {
		parts = append(parts, rest.String())
	}
	return strings.Join(parts, ", ")
}
