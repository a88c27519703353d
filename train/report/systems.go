package report

import (
	"fmt"
	"io"
	"maps"
	"math"
	"slices"

	"github.com/axiomine/axiomine/configs"
	"github.com/axiomine/axiomine/internal/lists"
	"github.com/axiomine/axiomine/internal/ui/table"
	"github.com/axiomine/axiomine/internal/ui/terminal"
	"github.com/axiomine/axiomine/train/eval"
)

// Systems holds the arms and controls of a record. The first control is the ranking that the arms rerank.
type Systems struct {
	Arms     Arms
	Controls Controls
}

// Names returns the names of the systems: the first control, the arms, then the other controls.
func (s Systems) Names() []string {
	controls := lists.Map(s.Controls, func(c Control) string { return c.Name })
	arms := lists.Map(s.Arms, func(a Arm) string { return a.Name })
	return slices.Insert(controls, min(1, len(controls)), arms...)
}

// FirstStage returns the name of the system that the arms rerank, or "" without controls.
func (s Systems) FirstStage() string {
	if len(s.Controls) == 0 {
		return ""
	}
	return s.Controls[0].Name
}

// Scores returns the mean scores of a system on the test split, or nil for an unknown name.
func (s Systems) Scores(name string) Scores {
	if a := s.Arms.Find(name); a != nil {
		return a.Mean.Test
	}
	if c := s.Controls.find(name); c != nil {
		return c.Test
	}
	return nil
}

// PerQuery returns the value of each test query, averaged over the system's seeds. It is empty if the record has no values per query.
func (s Systems) PerQuery(name, measure string) map[string]float64 {
	if a := s.Arms.Find(name); a != nil {
		return a.PerQuery(measure)
	}
	if c := s.Controls.find(name); c != nil {
		return c.PerQuery[measure]
	}
	return nil
}

// test compares system b with system a on the queries of the test split that both have.
func (s Systems) test(a, b, measure string) (Test, error) {
	ids, listA, listB := s.pairedValues(a, b, measure)
	if len(ids) == 0 {
		return Test{}, fmt.Errorf("the record has no values per query of %s for %q and %q", measure, a, b)
	}
	t := eval.Compare(measure, listA, listB)
	t.A, t.B, t.Split, t.HolmP = a, b, "test", t.P
	return t, nil
}

// pairedValues returns the values of both systems on the queries that both have, sorted by the query's id.
func (s Systems) pairedValues(a, b, measure string) (ids []string, listA, listB []float64) {
	valuesA, valuesB := s.PerQuery(a, measure), s.PerQuery(b, measure)
	for _, id := range slices.Sorted(maps.Keys(valuesA)) {
		if v, ok := valuesB[id]; ok {
			ids = append(ids, id)
			listA, listB = append(listA, valuesA[id]), append(listB, v)
		}
	}
	return ids, listA, listB
}

// Arms lists the systems compared, in order. In JSON it is an object by name, in the same order.
type Arms []Arm

// Controls lists the systems that are not trained, in order. In JSON it is an object by name, in the same order.
type Controls []Control

// Find returns the arm with the name, or nil.
func (a Arms) Find(name string) *Arm {
	for i := range a {
		if a[i].Name == name {
			return &a[i]
		}
	}
	return nil
}

func (c Controls) find(name string) *Control {
	for i := range c {
		if c[i].Name == name {
			return &c[i]
		}
	}
	return nil
}

// MarshalJSON writes the arms as an object by name, in their order.
func (a Arms) MarshalJSON() ([]byte, error) {
	return objectByName(a, func(arm *Arm) string { return arm.Name })
}

// MarshalJSON writes the controls as an object by name, in their order.
func (c Controls) MarshalJSON() ([]byte, error) {
	return objectByName(c, func(control *Control) string { return control.Name })
}

// objectByName returns a list as a JSON object that keeps the list's order.
func objectByName[T any](list []T, name func(*T) string) ([]byte, error) {
	var object table.Object
	for i := range list {
		object = append(object, table.Member{Name: name(&list[i]), Value: list[i]})
	}
	return object.MarshalJSON()
}

// QueryValues maps a measure to the value of each query of the test split.
type QueryValues map[string]map[string]float64

// Write writes lines of measure, query and value, separated by tabs, as trec_eval -q does. Values have all their digits.
func (v QueryValues) Write(w io.Writer) error {
	for _, measure := range slices.Sorted(maps.Keys(v)) {
		for _, id := range slices.Sorted(maps.Keys(v[measure])) {
			if _, err := fmt.Fprintf(w, "%s\t%s\t%s\n", measure, id, terminal.Number(v[measure][id])); err != nil {
				return err
			}
		}
	}
	return nil
}

// Average sets the arm's means from its runs. Means on test are over queries, if the record has values per query: folds of
// unequal size count by their queries. Other means are over the runs.
func (a *Arm) Average() {
	a.Mean = Means{
		Dev:  meanScores(a.Seeds, func(s *SeedRun) Scores { return s.Dev }),
		Test: meanScores(a.Seeds, func(s *SeedRun) Scores { return s.Test }),
	}
	for measure := range a.Mean.Test {
		if values := a.PerQuery(measure); len(values) > 0 {
			a.Mean.Test[measure] = eval.Mean(valuesOf(values))
		}
	}
}

// meanScores returns the mean of each measure over the runs.
func meanScores(runs []SeedRun, scores func(*SeedRun) Scores) Scores {
	var mean Scores
	for i := range runs {
		for measure, v := range scores(&runs[i]) {
			if mean == nil {
				mean = Scores{}
			}
			mean[measure] += v
		}
	}
	for measure := range mean {
		mean[measure] /= float64(len(runs))
	}
	return mean
}

// PerQuery returns each query's value, averaged over the runs that tested the query. Values are rounded to 12
// decimals, so that they do not depend on the order of seeds.
func (a *Arm) PerQuery(measure string) map[string]float64 {
	total, runs := map[string]float64{}, map[string]int{}
	for _, s := range a.Seeds {
		for id, v := range s.PerQuery[measure] {
			total[id] += v
			runs[id]++
		}
	}
	for id, n := range runs {
		total[id] = math.Round(total[id]/float64(n)*1e12) / 1e12
	}
	return total
}

// SeedValues returns each seed's mean on the test split, over all folds, in the order of the seeds.
func (a *Arm) SeedValues(measure string) (values []float64) {
	var runs lists.Groups[uint64, SeedRun]
	for _, s := range a.Seeds {
		runs.Add(s.Seed, s)
	}
	for _, seed := range runs.Keys {
		arm := Arm{Seeds: runs.Of[seed]}
		arm.Average()
		values = append(values, arm.Mean.Test[measure])
	}
	return values
}

// Spread returns an arm's mean of a measure on the test split, with its interval over seeds. With one seed the interval is over the test
// queries, if the record has values per query.
func (a *Arm) Spread(measure string) Spread {
	values := a.SeedValues(measure)
	if len(values) != 1 {
		return SpreadOf(measure, values, values)
	}
	return SpreadOf(measure, values, valuesOf(a.PerQuery(measure)))
}

// Spread is a mean over the queries of a split with its 95 % interval (Student's t). The interval is over seeds if there are several, and
// over queries if there is one seed.
type Spread struct {
	Mean  float64     // the mean over seeds
	Seeds []float64   // the mean of each seed
	CI95  *[2]float64 // the 95 % interval; nil if there is one seed and one query
}

// SpreadOf returns the mean of seeds, a measure's values by seed, with the interval of the mean of sample.
func SpreadOf(measure string, seeds, sample []float64) Spread {
	out := Spread{Seeds: seeds}
	for _, v := range seeds {
		out.Mean += v / float64(len(seeds))
	}
	if len(sample) > 1 {
		out.CI95 = new(eval.MeanCI(measure, sample))
	}
	return out
}

// AddTest compares system b with system a on the queries of the test split and adds the test to the record.
func (r *Result) AddTest(a, b, measure string) error {
	t, err := r.Systems().test(a, b, measure)
	if err != nil {
		return err
	}
	r.Tests = append(r.Tests, t)
	return nil
}

// AdjustTests sets HolmP of every test: P, adjusted over all these tests.
func AdjustTests(tests []Test) {
	eval.Adjust(tests, func(t *Test) float64 { return t.P }, func(t *Test) *float64 { return &t.HolmP })
}

// Settings returns the cell's values sorted by key.
func (c *Cell) Settings() configs.Settings { return configs.SettingsOf(c.Setting) }

// Mean returns the mean of the cell's values on dev over seeds.
func (c *Cell) Mean() float64 { return eval.Mean(c.Dev) }

// FrequentSetting returns the setting that the arm chose most often; of equally frequent ones, the first.
func (a *Arm) FrequentSetting() (frequent configs.Settings) {
	times, most := map[string]int{}, 0
	for _, x := range a.Chosen {
		times[configs.SettingsOf(x.Setting).String()]++
	}
	for _, x := range a.Chosen {
		s := configs.SettingsOf(x.Setting)
		if n := times[s.String()]; n > most {
			most, frequent = n, s
		}
	}
	return frequent
}

// valuesOf returns values by query in the order of the ids, so that sums have the same last digit in every run.
func valuesOf(values map[string]float64) []float64 {
	return lists.Map(slices.Sorted(maps.Keys(values)), func(id string) float64 { return values[id] })
}
