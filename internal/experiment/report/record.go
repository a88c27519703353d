package report

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"io/fs"
	"maps"
	"math"
	"path"
	"slices"

	"github.com/axiomine/axiomine/internal/errs"
	"github.com/axiomine/axiomine/internal/experiment/report/perquery"
	"github.com/axiomine/axiomine/internal/safefile"
	"github.com/axiomine/axiomine/internal/ui/terminal"
	"github.com/axiomine/axiomine/train/eval"
)

// Read reads the record name of a folder with its files, and validates the record.
func Read(folder fs.FS, name string) (*Result, error) {
	var result Result
	if err := Decode(folder, name, &result); err != nil {
		return nil, err
	}
	for _, part := range result.Systems().perQuery() {
		if *part.file == "" {
			continue
		}
		var err error
		if *part.values, err = perquery.Read(folder, path.Join(path.Dir(name), *part.file)); err != nil {
			return nil, err
		}
	}
	if err := result.Validate(); err != nil {
		const again = "write it again with axiomine train"
		if cause, ok := errors.AsType[*errs.Error](err); ok {
			return nil, &errs.Error{Kind: errs.Input, File: name, Problem: cause.Problem, Hint: cmp.Or(cause.Hint, again)}
		}
		return nil, &errs.Error{Kind: errs.Input, File: name, Err: err, Hint: again}
	}
	return &result, nil
}

// Decode reads a JSON document without unknown fields.
func Decode(folder fs.FS, name string, dst any) error {
	f, err := folder.Open(name)
	if err != nil {
		return errs.CannotOpen(name, err)
	}
	defer f.Close()
	raw, err := safefile.ReadAll(f, name, safefile.Whole)
	if err != nil {
		return err
	}
	const wrongKind, hint = "no record of an experiment", "give the result.json that axiomine train wrote"
	dec := json.NewDecoder(bytes.NewReader(raw))
	dec.DisallowUnknownFields()
	if err := dec.Decode(dst); err != nil {
		bad := errs.BadJSON(name, raw, hint, wrongKind, err)
		if _, kind := errors.AsType[*json.UnmarshalTypeError](err); kind {
			bad.Line = 0 // counted from the system's begin, not from the file's
		}
		return bad
	}
	if rest := bytes.TrimSpace(raw[dec.InputOffset():]); len(rest) > 0 {
		return errs.BadInput(name, 0, hint, "%s: %s behind its end", wrongKind, terminal.Plural(len(rest), "byte", "bytes"))
	}
	return nil
}

// Validate checks what the reports rely on: a known version, measures that parse, distinct names, and
// tests of systems in the record. It also checks that every seed of an arm has the same queries, and
// that counts and numbers are within their bounds.
func (r *Result) Validate() error {
	if err := validateVersion(r.SchemaVersion); err != nil {
		return err
	}
	if !slices.Contains(r.Protocol.Measures, r.Protocol.Main) {
		return bad("main_measure %q is not among the measures", r.Protocol.Main)
	}
	if err := validateMeasures(r.Protocol.Measures); err != nil {
		return err
	}
	if err := r.Systems().validate(); err != nil {
		return err
	}
	if err := validateTests(r.Tests, r.Systems().Names()); err != nil {
		return err
	}
	for _, p := range r.Published {
		if !p.Counts && !Bounded(Scores{"": p.Value}) || p.Counts && !(p.Value >= 0 && p.Value < 1e15) {
			return bad("the published %s of %q is out of bounds", p.Measure, p.System)
		}
	}
	for _, p := range r.Pools {
		if !(math.Abs(p.LengthSkew) <= 1) || p.Agreement != nil && !IsShare(*p.Agreement) {
			return bad("pool %q has numbers out of bounds", p.Axiom)
		}
	}
	for _, f := range r.Fulfilment {
		for _, a := range f.Axioms {
			if !a.isCounted() {
				return bad("%q fulfils %s of %s of %q", f.Model, terminal.Group(a.Fulfilled),
					terminal.Plural(a.Instances, "instance", "instances"), a.Axiom)
			}
		}
	}
	for _, m := range r.Mended {
		if !m.IsCounted() {
			return bad("before and after of %q has numbers out of bounds", m.Axiom)
		}
	}
	return nil
}

func validateVersion(version int) error {
	if version != SchemaVersion {
		return bad("schema_version is %d, this tool reads %d", version, SchemaVersion)
	}
	return nil
}

func validateMeasures(names []string) error {
	for _, name := range names {
		if _, err := eval.Parse(name); err != nil {
			return err
		}
	}
	return nil
}

// validateTests checks that tests are of the named systems, and that their numbers are bounded.
func validateTests(tests []Test, systems []string) error {
	for _, t := range tests {
		if !slices.Contains(systems, t.A) || !slices.Contains(systems, t.B) {
			return bad("test of %q against %q names a system that is not in the record", t.B, t.A)
		}
		if !Bounded(Scores{"": t.MeanA}, Scores{"": t.MeanB}, Scores{"": t.Diff}, Scores{"": t.CI95[0]}, Scores{"": t.CI95[1]}) ||
			!IsShare(t.TP) || !IsShare(t.WilcoxonP) || !IsShare(t.HolmP) {
			return bad("test of %q against %q has numbers out of bounds", t.B, t.A)
		}
	}
	return nil
}

func (a *Arm) validate() error {
	if len(a.Seeds) == 0 {
		return bad("arm %q has no seed", a.Name)
	}
	if !Bounded(a.Mean.Dev, a.Mean.Test) {
		return bad("scores of %q are out of bounds", a.Name)
	}
	count := map[[2]string]int{}
	seeds := map[uint64]bool{}
	for _, s := range a.Seeds {
		seeds[s.Seed] = true
		if !Bounded(s.Dev, s.Test) || !boundedQueries(s.PerQuery) {
			return bad("scores of %q with seed %d are out of bounds", a.Name, s.Seed)
		}
		for measure, values := range s.PerQuery {
			for id := range values {
				count[[2]string{measure, id}]++
			}
		}
		for _, e := range s.Training {
			if e.Epoch < 1 || !Bounded(Scores{"loss": e.Loss, "dev": e.DevMain}) {
				return bad("epoch %d of %q with seed %d is out of bounds", e.Epoch, a.Name, s.Seed)
			}
		}
	}
	if err := a.Shown.validate(a.Name); err != nil {
		return err
	}
	byName := func(x, y [2]string) int { return slices.Compare(x[:], y[:]) }
	for _, key := range slices.SortedFunc(maps.Keys(count), byName) {
		if n := count[key]; n != len(seeds) {
			return bad("arm %q: query %s has %s of %s for %s", a.Name, key[1], terminal.Plural(n, "value", "values"), key[0],
				terminal.Plural(len(seeds), "seed", "seeds"))
		}
	}
	return nil
}

// validate checks that numbers are bounded. A record without a Shown is valid.
func (s *KeyRankings) validate(arm string) error {
	if s == nil {
		return nil
	}
	for _, v := range s.Values {
		for measure, x := range v.Test {
			numbers := append([]float64{x.Mean}, x.Seeds...)
			if x.CI95 != nil {
				numbers = append(numbers, x.CI95[:]...)
			}
			for _, n := range numbers {
				if !Bounded(Scores{"": n}) {
					return bad("%s of %q at %s %s is out of bounds", measure, arm, v.Key, v.Value)
				}
			}
		}
		for _, f := range v.Fulfilment {
			if !f.isCounted() {
				return bad("%q at %s %s fulfils %s of %s of %q", arm, v.Key, v.Value, terminal.Group(f.Fulfilled),
					terminal.Plural(f.Instances, "instance", "instances"), f.Axiom)
			}
		}
	}
	return nil
}

// isCounted reports whether the counts and shares can be those of an axiom.
func (a *AxiomFulfilment) isCounted() bool {
	shares := slices.Clone(a.Seeds)
	if a.CI95 != nil {
		shares = append(shares, a.CI95[:]...)
	}
	return a.Fulfilled >= 0 && a.Fulfilled <= a.Instances && a.TiesLeftOut >= 0 &&
		!slices.ContainsFunc(shares, func(x float64) bool { return !IsShare(x) })
}

func bad(format string, args ...any) error { return errs.BadInput("", 0, "", format, args...) }

// limit is the largest possible score. Counts of documents are measures too.
const limit = 1e12

// Bounded reports whether every score is a number that a figure can show.
func Bounded(scores ...Scores) bool {
	for _, s := range scores {
		for _, v := range s {
			if !(math.Abs(v) <= limit) {
				return false
			}
		}
	}
	return true
}

func boundedQueries(q perquery.Values) bool {
	for _, values := range q {
		if !Bounded(values) {
			return false
		}
	}
	return true
}

// IsShare reports whether v is from 0 to 1.
func IsShare(v float64) bool { return v >= 0 && v <= 1 }

// Average sets the arm's means from its runs. If the record has values per query, the mean is over the
// queries, so that folds of unequal size count by their queries. Otherwise it is over the runs.
func (a *Arm) Average() {
	a.Mean = Means{
		Dev:  meanScores(a.Seeds, func(s *SeedRun) Scores { return s.Dev }),
		Test: meanScores(a.Seeds, func(s *SeedRun) Scores { return s.Test }),
	}
	for measure := range a.Mean.Test {
		if values := a.PerQuery(measure); len(values) > 0 {
			a.Mean.Test[measure] = perquery.Mean(values)
		}
	}
}

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

// PerQuery averages each query's value over the runs that tested it. It rounds to 12 decimals, so two
// arms with the same scores in another order of seeds are equal to the last bit.
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

// SeedValues returns each seed's value on the test split, over all its folds, in the order of the
// seeds.
func (a *Arm) SeedValues(measure string) (seeds []uint64, values []float64) {
	for _, s := range a.Seeds {
		if !slices.Contains(seeds, s.Seed) {
			seeds = append(seeds, s.Seed)
		}
	}
	for _, seed := range seeds {
		arm := Arm{}
		for _, s := range a.Seeds {
			if s.Seed == seed {
				arm.Seeds = append(arm.Seeds, s)
			}
		}
		arm.Average()
		values = append(values, arm.Mean.Test[measure])
	}
	return seeds, values
}

// Spread returns an arm's mean of a measure on the test split, with its interval over seeds. With one seed the interval is over the test
// queries, if the record has values per query.
func (a *Arm) Spread(measure string) Spread {
	_, values := a.SeedValues(measure)
	out := Spread{Seeds: values}
	for _, v := range values {
		out.Mean += v / float64(len(values))
	}
	if len(values) == 1 {
		byID := a.PerQuery(measure)
		values = nil
		for _, id := range slices.Sorted(maps.Keys(byID)) {
			values = append(values, byID[id])
		}
	}
	if len(values) > 1 {
		lo, hi := eval.MeanCI(values, 0.95)
		out.CI95 = &[2]float64{lo, hi}
	}
	return out
}

// AddTest compares system b with system a on the queries of the test split, from the values in the
// record.
func (r *Result) AddTest(a, b, measure string) error {
	t, err := r.Systems().test(a, b, measure)
	if err != nil {
		return err
	}
	r.Tests = append(r.Tests, t)
	return nil
}

// AdjustTests sets HolmP of every test: the larger of its two p values, adjusted over all these tests.
func AdjustTests(tests []Test) {
	p := make([]float64, len(tests))
	for i, t := range tests {
		p[i] = max(t.TP, t.WilcoxonP)
	}
	for i, holm := range eval.Holm(p) {
		tests[i].HolmP = holm
	}
}
