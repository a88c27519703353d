// Package quota reads the axioms of a configuration, and the settings for each axiom: ratio, number of pairs, weight and margin.
package quota

import (
	"maps"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/axiomine/axiomine/axioms"
	"github.com/axiomine/axiomine/configs"
	"github.com/axiomine/axiomine/gen/sample"
	"github.com/axiomine/axiomine/internal/errs"
	"github.com/axiomine/axiomine/internal/lists"
	"github.com/axiomine/axiomine/internal/numeral"
	"github.com/axiomine/axiomine/internal/safefile"
	"github.com/axiomine/axiomine/internal/ui/terminal"
)

// The values of gen.pool, which decides the queries of axiomatic pairs.
const (
	poolAll      = "all"
	PoolJudged   = "judged"   // queries whose labels are in use
	PoolUnjudged = "unjudged" // all other queries
)

// Axioms holds the axioms of a configuration and their pools, in the order of gen.axioms.
type Axioms struct {
	All     []axioms.Axiom
	Pools   []sample.Pool   // pools of the preference and generative axioms; under multi-graded the single graded pool
	Drawn   []int           // the indexes in All of the axioms that pairs are drawn from: all except triple axioms
	Notes   []string        // sentences on parameters of all axioms or of a set that one of the axioms does not have
	names   map[string]bool // true for the names of the entries of gen.axioms, as written and canonical
	entries [][3]string     // the entry of each pool in canonical form, as written, and without parameters
}

// ParseAxioms parses gen.axioms, and sets the wanted pairs of each pool from gen.ratio and gen.pairs (amounts.shareOut).
func ParseAxioms(c *configs.Gen) (*Axioms, error) {
	var values amounts
	var err error
	if values.ratios, err = perName("gen.ratio", withParameters(c, c.Ratio), parseRatio); err != nil {
		return nil, err
	}
	if values.numbers, err = perName("gen.pairs", withParameters(c, c.Pairs), parsePairs); err != nil {
		return nil, err
	}
	a := &Axioms{names: map[string]bool{"": true}}
	visited := map[string]bool{}
	for _, entry := range topLevel(withParameters(c, c.Axioms)) {
		members, notes, err := axioms.ParseListWithin(entry, c.DeltaStar)
		if err != nil {
			return nil, err
		}
		a.Notes = append(a.Notes, notes...)
		group, plain := entryOf(members), canonicalEntry(entry) // plain lacks the bound of gen.delta_star
		a.names[group], a.names[plain] = true, true
		for _, axiom := range members {
			name := axiom.String()
			if visited[name] {
				return nil, errs.BadUsage("name it once", "axiom %s stands twice in gen.axioms", name)
			}
			visited[name] = true
			number := len(a.All)
			a.All = append(a.All, axiom)
			if _, isTriple := axiom.(axioms.Triple); isTriple {
				continue
			}
			a.Pools = append(a.Pools, sample.Pool{Name: name, Key: axioms.Pool(axiom)})
			a.entries = append(a.entries, [3]string{group, plain, entry})
			a.Drawn = append(a.Drawn, number)
		}
		if err := checkNumber("gen.axioms", len(a.All)); err != nil {
			return nil, err
		}
	}
	a.nameShortly()
	slices.Sort(a.Notes)
	a.Notes = slices.Compact(a.Notes)
	if c.DeltaStar != "" && len(a.All) > 0 && c.Mixture == "" && !slices.ContainsFunc(a.All, axioms.HasBound) {
		return nil, errs.BadUsage("leave it out, or name axioms that compare documents by their lengths",
			"gen.delta_star has no meaning here: %s takes no length bound", entryOf(a.All))
	}
	if err := a.checkNames(values.ratios, values.numbers); err != nil {
		return nil, err
	}
	if c.Strategy == sample.MultiGraded {
		if names := append(values.ratios.entryNames(), values.numbers.entryNames()...); len(names) > 0 {
			return nil, errs.BadUsage("give one for all, or take strategy: paired",
				"a ratio or number is given for %q, but strategy: multi-graded draws one pool of all axioms", names[0])
		}
		a.Pools = []sample.Pool{{Name: sample.GradedPool, Key: sample.GradedPool}}
		a.entries = [][3]string{{sample.GradedPool, sample.GradedPool, sample.GradedPool}}
		a.names = map[string]bool{"": true, sample.GradedPool: true}
	}
	return a, values.shareOut(a)
}

// checkNumber returns an error if a key has more axioms than a configuration may have.
func checkNumber(key string, n int) error {
	if n > safefile.Axioms {
		return errs.BadUsage("leave some out", "%s has more than %s axioms", key, terminal.Group(safefile.Axioms))
	}
	return nil
}

// withParameters replaces {k1} and {b} in a text of axioms by gen.k1 and gen.b, which may be tuned. So an axiom on scores can use the model
// of the candidates: rs-bm25(k1={k1}, b={b}).
func withParameters(c *configs.Gen, axioms string) string {
	return strings.NewReplacer("{k1}", terminal.Number(c.K1), "{b}", terminal.Number(c.B)).Replace(axioms)
}

// checkNames returns an error if values have a number for a name that is no entry of gen.axioms.
func (a *Axioms) checkNames(values ...perEntry) error {
	for _, numbers := range values {
		for _, name := range slices.Sorted(maps.Keys(numbers)) {
			if !a.names[name] {
				return errs.BadUsage(a.suggest(name)+"name an entry of gen.axioms",
					"a ratio or number is given for %q, which is not among the axioms", name)
			}
		}
	}
	return nil
}

// assumedPerPositive is the default maximum of unjudged negatives for each positive. Embedding models are often trained with four.
const assumedPerPositive = 4

// SampleOptions returns the configuration's options of sampling, or an error for an invalid value.
func SampleOptions(c *configs.Gen) (sample.Options, error) {
	o := sample.Options{Strategy: c.Strategy, Conflict: c.Conflict, Budget: c.Budget, Draw: DrawOrder(c), Positives: c.Positives,
		Grades: c.Grades, MinGrade: c.MinGrade, Seed: uint64(c.Seed), Judged: sample.All, PositivesPerQuery: c.PositivesPerQuery,
		NegativesPerQuery: c.NegativesPerQuery}
	if c.Positives == configs.Auto {
		o.Positives = sample.AllPositives
	}
	o.JudgedOnly, o.Negatives, o.SkipTop, o.WithinTop = c.AssumedNegatives == configs.Off, c.Negatives, c.SkipTop, c.WithinTop
	for _, limit := range []struct {
		key, text string
		target    **float64
	}{{"max_score", c.MaxScore, &o.MaxScore}, {"min_score", c.MinScore, &o.MinScore}, {"absolute_margin", c.AbsoluteMargin, &o.AbsoluteMargin},
		{"relative_margin", c.RelativeMargin, &o.RelativeMargin}} {
		if limit.text == "none" {
			continue
		}
		x, err := numeral.Parse(limit.text)
		if err != nil || math.IsNaN(x) || math.IsInf(x, 0) {
			return o, errs.BadUsage("use none, or a number", "gen.%s: %q", limit.key, limit.text)
		}
		*limit.target = &x
	}
	switch {
	case c.NegativesPerPositive != configs.Auto:
		n, err := strconv.Atoi(c.NegativesPerPositive)
		if err != nil || n < 0 {
			return o, errs.BadUsage(errs.Suggestion(c.NegativesPerPositive, configs.Auto)+"use auto, or a number of pairs",
				"gen.negatives_per_positive: %q", c.NegativesPerPositive)
		}
		o.NegativesPerPositive = n
	case !o.JudgedOnly:
		o.AssumedPerPositive = assumedPerPositive
	}
	if c.Judged != "all" && c.Judged != configs.Auto {
		n, err := strconv.Atoi(c.Judged)
		if err != nil || n < 0 {
			return o, errs.BadUsage(errs.Suggestion(c.Judged, configs.Auto, "all")+"use auto, all, or a number of pairs", "gen.judged: %q", c.Judged)
		}
		o.Judged = n
	}
	if m := o.RelativeMargin; m != nil && !(*m >= 0 && *m <= 1) {
		return o, errs.BadUsage("see axiomine configs show", "gen: relative_margin: %g is no share of a score", *m)
	}
	if _, _, err := ParsePool(c); err != nil {
		return o, err
	}
	if sample.NeedsScores(o.Draw) && DrawRun(c) == "" {
		return o, errs.BadUsage("name it behind "+o.Draw+":", "gen.sample: %s needs the run whose mistakes it draws", o.Draw)
	}
	return o, nil
}

// ParsePool parses gen.pool: the queries that have axiomatic pairs, and the number of first candidates that pairs are made of (0 for all).
func ParsePool(c *configs.Gen) (queries string, top int, err error) {
	queries, number, has := strings.Cut(c.Pool, " ")
	if has {
		top, err = strconv.Atoi(strings.TrimSpace(number))
	}
	if err != nil || has && top < 1 || !slices.Contains([]string{poolAll, PoolJudged, PoolUnjudged}, queries) {
		return "", 0, errs.BadUsage("use all, judged or unjudged, or one of them with a number, as judged 30", "gen.pool: %q", c.Pool)
	}
	return queries, top, nil
}

// JudgedArm is a value of gen.violated_by, and of gen.sample after hard:. It stands for the run of an experiment's model that was trained
// on judged pairs alone, with the same seed and fold.
const JudgedArm = "judged"

// DrawOrder returns the order of drawing that gen.sample names.
func DrawOrder(c *configs.Gen) string {
	if order, _, hasRun := strings.Cut(c.Sample, ":"); hasRun && sample.NeedsScores(order) {
		return order
	}
	return c.Sample
}

// DrawRun returns the file of the run whose scores decide the order of drawing; "" if gen.sample names none.
func DrawRun(c *configs.Gen) string {
	return strings.TrimPrefix(strings.TrimPrefix(c.Sample, DrawOrder(c)), ":")
}

// Together returns the axioms of several configurations and of their mixtures, without repetitions and without amounts.
func Together(list []*configs.Config) (*Axioms, error) {
	if len(list) == 0 {
		return &Axioms{}, nil
	}
	var texts []string
	for _, c := range list {
		entries, err := ParseAxioms(&c.Gen)
		if err != nil {
			return nil, err
		}
		mixture, err := ParseMixture(&c.Gen)
		if err != nil {
			return nil, err
		}
		for _, a := range append(entries.All, mixture.NamedAxioms()...) {
			texts = lists.AddNew(texts, axioms.FormatWithPaths(a))
		}
	}
	g := list[0].Gen
	g.Axioms, g.DeltaStar, g.Ratio, g.Pairs, g.Strategy = strings.Join(texts, ", "), "", "none", "", "paired"
	return ParseAxioms(&g)
}
