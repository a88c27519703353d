package report

import (
	"encoding/json"
	"io"
	"maps"
	"math"
	"slices"

	"github.com/axiomine/axiomine/configs/fault"
	"github.com/axiomine/axiomine/train/eval"
)

// Read reads a record and validates it; name is the file's, for messages.
func Read(r io.Reader, name string) (*Result, error) {
	dec := json.NewDecoder(r)
	dec.DisallowUnknownFields()
	var result Result
	if err := dec.Decode(&result); err != nil {
		return nil, &fault.Error{Kind: fault.Input, File: name, What: "no record of an experiment", Err: err,
			Hint: "give the result.json that axiomine train wrote"}
	}
	if err := result.Validate(); err != nil {
		return nil, &fault.Error{Kind: fault.Input, File: name, Err: err, Hint: "write it again with axiomine train"}
	}
	return &result, nil
}

// Write writes the record as indented JSON, the same bytes for the same record.
func (r *Result) Write(w io.Writer) error {
	enc := json.NewEncoder(w)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", "  ")
	return enc.Encode(r)
}

// Validate checks what the reports rely on: known version, distinct names, tests and pools that name systems of the
// record, the same queries in every seed of an arm, finite numbers.
func (r *Result) Validate() error {
	bad := func(format string, args ...any) error { return fault.BadInput("", 0, "", format, args...) }
	if r.SchemaVersion != SchemaVersion {
		return bad("schema_version is %d, this tool reads %d", r.SchemaVersion, SchemaVersion)
	}
	if !slices.Contains(r.Protocol.Measures, r.Protocol.Main) {
		return bad("main_measure %q is not among the measures", r.Protocol.Main)
	}
	for _, name := range r.Protocol.Measures {
		if _, err := eval.Parse(name); err != nil {
			return err
		}
	}
	names := map[string]bool{}
	for _, name := range r.systems() {
		if name == "" || names[name] {
			return bad("system name %q is empty or not unique", name)
		}
		names[name] = true
	}
	for i := range r.Arms {
		if err := r.Arms[i].validate(); err != nil {
			return err
		}
	}
	for _, c := range r.Controls {
		if err := finite(c.Name, c.Dev, c.Test); err != nil {
			return err
		}
	}
	for _, t := range r.Tests {
		if !names[t.A] || !names[t.B] {
			return bad("test of %q against %q names a system that is not in the record", t.B, t.A)
		}
		for _, v := range []float64{t.MeanA, t.MeanB, t.Diff, t.CI95[0], t.CI95[1], t.TP, t.WilcoxonP, t.HolmP} {
			if math.IsNaN(v) || math.IsInf(v, 0) {
				return bad("test of %q against %q holds a number that is not finite", t.B, t.A)
			}
		}
	}
	return nil
}

func (a *Arm) validate() error {
	bad := func(format string, args ...any) error { return fault.BadInput("", 0, "", format, args...) }
	if len(a.Seeds) == 0 {
		return bad("arm %q has no seed", a.Name)
	}
	if err := finite(a.Name, a.Mean.Dev, a.Mean.Test); err != nil {
		return err
	}
	for _, s := range a.Seeds {
		if err := finite(a.Name, s.Dev, s.Test); err != nil {
			return err
		}
		for measure, first := range a.Seeds[0].PerQuery {
			values := s.PerQuery[measure]
			if len(values) != len(first) {
				return bad("arm %q: seed %d has %d queries of %s, seed %d has %d", a.Name, s.Seed, len(values), measure, a.Seeds[0].Seed, len(first))
			}
			for id := range first {
				if _, ok := values[id]; !ok {
					return bad("arm %q: seed %d lacks query %s of %s", a.Name, s.Seed, id, measure)
				}
			}
		}
	}
	return nil
}

func finite(name string, scores ...Scores) error {
	for _, s := range scores {
		for measure, v := range s {
			if math.IsNaN(v) || math.IsInf(v, 0) {
				return fault.BadInput("", 0, "", "%s of %q is not finite", measure, name)
			}
		}
	}
	return nil
}

// Average sets the arm's means from its seeds. A measure missing in a seed counts as 0 there.
func (a *Arm) Average() {
	mean := func(of func(*SeedRun) Scores) Scores {
		total := Scores{}
		for i := range a.Seeds {
			for measure, v := range of(&a.Seeds[i]) {
				total[measure] += v / float64(len(a.Seeds))
			}
		}
		if len(total) == 0 {
			return nil
		}
		return total
	}
	a.Mean = Means{
		Dev:  mean(func(s *SeedRun) Scores { return s.Dev }),
		Test: mean(func(s *SeedRun) Scores { return s.Test }),
	}
}

// systems lists the names of everything with scores: the first control (the ranking that the arms rerank), the arms,
// then the other controls.
func (r *Result) systems() []string {
	var names []string
	for i, c := range r.Controls {
		if i == 0 {
			names = append(names, c.Name)
		}
	}
	for _, a := range r.Arms {
		names = append(names, a.Name)
	}
	for i, c := range r.Controls {
		if i > 0 {
			names = append(names, c.Name)
		}
	}
	return names
}

// test gives the mean scores of a system on the test split.
func (r *Result) test(system string) Scores {
	for _, a := range r.Arms {
		if a.Name == system {
			return a.Mean.Test
		}
	}
	for _, c := range r.Controls {
		if c.Name == system {
			return c.Test
		}
	}
	return nil
}

// PerQuery gives the value of each test query, averaged over the system's seeds; nil where the record has none.
func (r *Result) PerQuery(system, measure string) map[string]float64 {
	for _, a := range r.Arms {
		if a.Name != system {
			continue
		}
		var total map[string]float64
		for _, s := range a.Seeds {
			for id, v := range s.PerQuery[measure] {
				if total == nil {
					total = map[string]float64{}
				}
				total[id] += v / float64(len(a.Seeds))
			}
		}
		return total
	}
	for _, c := range r.Controls {
		if c.Name == system {
			return c.PerQuery[measure]
		}
	}
	return nil
}

// gains lists B - A of every query that both systems have, by falling gain, ties by the query's id.
func (r *Result) gains(a, b, measure string) (ids []string, diff []float64) {
	of, base := r.PerQuery(b, measure), r.PerQuery(a, measure)
	if of == nil || base == nil {
		return nil, nil
	}
	by := map[string]float64{}
	for id, v := range of {
		if w, ok := base[id]; ok {
			by[id] = v - w
		}
	}
	ids = slices.Sorted(maps.Keys(by))
	slices.SortStableFunc(ids, func(x, y string) int {
		switch {
		case by[x] > by[y]:
			return -1
		case by[x] < by[y]:
			return 1
		}
		return 0
	})
	for _, id := range ids {
		diff = append(diff, by[id])
	}
	return ids, diff
}
