package gen

import (
	"maps"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/axiomine/axiomine/axioms"
	"github.com/axiomine/axiomine/configs"
	"github.com/axiomine/axiomine/configs/fault"
	"github.com/axiomine/axiomine/gen/sample"
)

// Axioms are the axioms of a configuration with the pool of each, in the order they were perEntry.
type Axioms struct {
	All   []axioms.Axiom
	Pools []sample.Pool // of the preference and generative axioms; the single graded pool under multi-graded
	Drawn []int         // numbers in All of the axioms that can be drawn from: all but triple axioms

	names   map[string]bool // of the entries of gen.axioms, as written and canonical
	entries [][2]string     // by pool: the entry it comes from, canonical and as written
}

// ParseAxioms reads gen.axioms with gen.ratio and gen.pairs. A ratio or number on a set is shared equally by its members.
func ParseAxioms(c *configs.Gen) (*Axioms, error) {
	ratios, err := perName("gen.ratio", c.Ratio, parseRatio)
	if err != nil {
		return nil, err
	}
	numbers, err := perName("gen.pairs", c.Pairs, parsePairs)
	if err != nil {
		return nil, err
	}
	a := &Axioms{names: map[string]bool{"": true}}
	seen := map[string]bool{}
	for _, entry := range topLevel(withParameters(c, c.Axioms)) {
		members, err := axioms.ParseListWithin(entry, c.DeltaStar)
		if err != nil {
			return nil, err
		}
		group, plain := entry, entry
		if len(members) == 1 {
			group = members[0].String()
			if unbound, err := axioms.Parse(entry); err == nil {
				plain = unbound.String() // without the bound of gen.delta_star
			}
		}
		a.names[group], a.names[plain] = true, true
		for _, axiom := range members {
			name := axiom.String()
			if seen[name] {
				return nil, fault.BadUsage("name it once", "axiom %s stands twice in gen.axioms", name)
			}
			seen[name] = true
			number := len(a.All)
			a.All = append(a.All, axiom)
			if _, triple := axiom.(axioms.Triple); triple {
				continue
			}
			pool := sample.Pool{Name: name, Key: axioms.Pool(axiom), Ratio: ratios.of(group, plain) / float64(len(members))}
			if n := numbers.of(group, plain); n > 0 {
				pool.Ratio, pool.Pairs = 0, max(1, int(n)/len(members))
			}
			a.Pools, a.entries = append(a.Pools, pool), append(a.entries, [2]string{group, plain})
			a.Drawn = append(a.Drawn, number)
		}
	}
	if err := a.known(ratios, numbers); err != nil {
		return nil, err
	}
	if c.Strategy == sample.MultiGraded {
		a.Pools = []sample.Pool{{Name: sample.GradedPool, Key: sample.GradedPool, Ratio: ratios[""], Pairs: int(numbers[""])}}
		if a.Pools[0].Pairs > 0 {
			a.Pools[0].Ratio = 0
		}
		a.entries, a.names = [][2]string{{sample.GradedPool, sample.GradedPool}}, map[string]bool{"": true, sample.GradedPool: true}
	}
	return a, nil
}

// withParameters puts the BM25 of the candidates, which may have been tuned, in the place of {k1} and {b}, so that an axiom of scores
// can ask the same model: rs-bm25(k1={k1}, b={b}).
func withParameters(c *configs.Gen, axioms string) string {
	return strings.NewReplacer("{k1}", number(c.K1), "{b}", number(c.B)).Replace(axioms)
}

// known refuses numbers for what is no entry of gen.axioms.
func (a *Axioms) known(given ...perEntry) error {
	for _, numbers := range given {
		for _, name := range slices.Sorted(maps.Keys(numbers)) {
			if !a.names[name] {
				return fault.BadUsage("name an entry of gen.axioms", "a ratio or number is given for %q, which is not among the axioms", name)
			}
		}
	}
	return nil
}

// perEntry is a number for everything (under "") or for single names.
type perEntry map[string]float64

func (n perEntry) of(names ...string) float64 { return n.or(0, names...) }

// or is the number of the first of the names that has one, else that of everything, else usual.
func (n perEntry) or(usual float64, names ...string) float64 {
	for _, name := range names {
		if x, ok := n[name]; ok {
			return x
		}
	}
	if x, ok := n[""]; ok {
		return x
	}
	return usual
}

// perName reads VALUE or NAME=VALUE,NAME=VALUE.
func perName(key, text string, parse func(string) (float64, error)) (perEntry, error) {
	out := perEntry{}
	for _, part := range topLevel(text) {
		name, value := "", part
		if at := strings.LastIndexByte(part, '='); at >= 0 && !strings.HasSuffix(part, ")") {
			name, value = strings.TrimSpace(part[:at]), part[at+1:]
		}
		x, err := parse(strings.TrimSpace(value))
		if err != nil {
			return nil, fault.BadUsage("see axiomine configs show", "%s: %v", key, err)
		}
		if axiom, err := axioms.Parse(name); name != "" && err == nil {
			name = axiom.String()
		}
		out[name] = x
	}
	return out, nil
}

// parseRatio reads a : r, both positive, as a/r; none is 0.
func parseRatio(text string) (float64, error) {
	if text == "none" {
		return 0, nil
	}
	a, r, ok := strings.Cut(text, ":")
	x, errA := strconv.ParseFloat(strings.TrimSpace(a), 64)
	y, errR := strconv.ParseFloat(strings.TrimSpace(r), 64)
	if !ok || errA != nil || errR != nil || !(x > 0) || !(y > 0) || x/y > 1e12 {
		return 0, fault.BadUsage("", "%q is no ratio axiomatic:regular of positive numbers, such as 1:4, nor none", text)
	}
	return x / y, nil
}

func parsePairs(text string) (float64, error) {
	n, err := strconv.Atoi(text)
	if err != nil || n < 1 {
		return 0, fault.BadUsage("", "%q is no number of pairs", text)
	}
	return float64(n), nil
}

// topLevel splits at the commas outside parentheses and drops what is empty.
func topLevel(text string) []string {
	var parts []string
	depth, from := 0, 0
	for i := 0; i <= len(text); i++ {
		switch {
		case i == len(text) || text[i] == ',' && depth == 0:
			if part := strings.TrimSpace(text[from:i]); part != "" {
				parts = append(parts, part)
			}
			from = i + 1
		case text[i] == '(':
			depth++
		case text[i] == ')':
			depth--
		}
	}
	return parts
}

// sampleOptions are the configuration's choices of sampling, checked.
func sampleOptions(c *configs.Gen) (sample.Options, error) {
	o := sample.Options{Strategy: c.Strategy, Conflict: c.Conflict, Budget: c.Budget, Draw: c.Sample, Positives: c.Positives,
		MinGrade: c.MinGrade, Seed: uint64(c.Seed), Regular: sample.All, NegativesPerPositive: c.NegativesPerPositive,
		PositivesPerQuery: c.PositivesPerQuery, NegativesPerQuery: c.NegativesPerQuery}
	o.SkipTop, o.JudgedOnly = c.SkipTop, c.JudgedOnly
	for _, bound := range []struct {
		key, text string
		into      **float64
	}{{"max_score", c.MaxScore, &o.MaxScore}, {"absolute_margin", c.AbsoluteMargin, &o.AbsoluteMargin}, {"relative_margin", c.RelativeMargin, &o.RelativeMargin}} {
		if bound.text == "none" {
			continue
		}
		x, err := strconv.ParseFloat(bound.text, 64)
		if err != nil || math.IsNaN(x) || math.IsInf(x, 0) {
			return o, fault.BadUsage("use none, or a number", "gen.%s: %q", bound.key, bound.text)
		}
		*bound.into = &x
	}
	if !(c.NearDuplicates >= 0 && c.NearDuplicates <= 1) {
		return o, fault.BadUsage("0.8 is usual, 0 is off", "gen.near_duplicates: %g is no share", c.NearDuplicates)
	}
	if c.Regular != "all" {
		n, err := strconv.Atoi(c.Regular)
		if err != nil || n < 0 {
			return o, fault.BadUsage("use all, or a number of pairs", "gen.regular: %q", c.Regular)
		}
		o.Regular = n
	}
	if err := o.Validate(); err != nil {
		return o, fault.BadUsage("see axiomine configs show", "gen: %v", err)
	}
	if !(c.ViolatedMargin >= 0) {
		return o, fault.BadUsage("give 0 or a positive number", "gen.violated_margin: %g", c.ViolatedMargin)
	}
	if !slices.Contains([]string{poolAll, poolJudged, poolUnjudged}, c.PoolQueries) {
		return o, fault.BadUsage("use all, judged or unjudged", "gen.pool_queries: %q", c.PoolQueries)
	}
	if o.Draw == sample.Hard && c.HardRun == "" {
		return o, fault.BadUsage("name it with --hard-run", "sample: hard needs the run whose mistakes it draws")
	}
	return o, nil
}
