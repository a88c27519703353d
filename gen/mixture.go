package gen

import (
	"maps"
	"math/big"
	"slices"
	"strings"

	"github.com/axiomine/axiomine/axioms"
	"github.com/axiomine/axiomine/configs"
	"github.com/axiomine/axiomine/configs/fault"
	"github.com/axiomine/axiomine/gen/sample"
)

// rankingTask names, in gen.mixture, the pairwise data set of judged and axiomatic pairs.
const rankingTask = "ranking"

// mixture is gen.mixture: the ranking task and any number of three-class tasks and tasks of pairs, one per axiom.
type mixture struct {
	sample.Mixture
	axioms      []axioms.Axiom // of the three-class tasks, by task; nil for others
	preferences []axioms.Axiom // of the tasks of pairs, by task; nil for others
	weights     []float64      // by task, of its rows, once the training split is mixed
}

// names adds the tasks' to those that a configuration may give numbers for.
func (m *mixture) names(names map[string]bool) map[string]bool {
	if m == nil {
		return names
	}
	names = maps.Clone(names)
	for _, a := range m.named() {
		names[a.String()] = true
	}
	return names
}

// parseMixture reads gen.mixture, NAME=AMOUNT,NAME=AMOUNT; nil where there is none. Amounts are ratios where gen.rows says
// how many rows there are in all or where none is above ratioLimit; otherwise they are rows.
func parseMixture(c *configs.Gen) (*mixture, error) {
	if c.Mixture == "" {
		return nil, nil
	}
	if err := sample.CheckOnShortage(c.OnShortage); err != nil {
		return nil, err
	}
	if c.ClassSample != sample.Stratified && c.ClassSample != sample.Random {
		return nil, fault.BadUsage("use stratified or random", "gen.class_sample: %q", c.ClassSample)
	}
	if c.Rows < 0 || c.ClassTest < 0 {
		return nil, fault.BadUsage("give 0 or a positive number", "gen.rows: %d, gen.class_test: %d", c.Rows, c.ClassTest)
	}
	if _, err := parseClassQueries(c); err != nil {
		return nil, err
	}
	m := &mixture{}
	m.Ratios = true
	whole := true
	for _, part := range topLevel(c.Mixture) {
		at := strings.LastIndexByte(part, '=')
		if at < 0 || strings.HasSuffix(part, ")") {
			return nil, fault.BadUsage("write ranking=4,reg=1,anti-reg=1 or ranking=100000,reg=25000", "gen.mixture: %q gives no amount", part)
		}
		name, text := strings.TrimSpace(part[:at]), strings.TrimSpace(part[at+1:])
		amount, ok := new(big.Rat).SetString(text)
		if !ok || amount.Sign() <= 0 || amount.Cmp(maxAmount) > 0 {
			return nil, fault.BadUsage("give a positive number", "gen.mixture: %q is no amount", text)
		}
		var axiom, preferred axioms.Axiom
		var err error
		if of, ok := strings.CutPrefix(name, pairTask); ok {
			if preferred, err = preference(of); err != nil {
				return nil, err
			}
			name = pairTask + preferred.String()
		} else if name != rankingTask {
			if axiom, err = axioms.Parse(name); err != nil {
				return nil, err
			}
			if _, ok := axiom.(axioms.Preference); !ok {
				return nil, fault.BadUsage("name an axiom over two documents", "gen.mixture: %s gives no verdict on a pair of documents", axiom)
			}
			name = axiom.String()
		}
		for _, a := range []axioms.Axiom{axiom, preferred} {
			if a != nil && a.Spec().Needs.Grades {
				return nil, fault.BadUsage("leave it out; axiomine gen mine counts what it would find", "axiom %s asks the judgements: it is never in training data", a)
			}
		}
		if slices.Contains(m.Tasks, name) {
			return nil, fault.BadUsage("name it once", "gen.mixture: the task %s stands there twice", name)
		}
		m.Tasks, m.Amounts, m.axioms = append(m.Tasks, name), append(m.Amounts, amount), append(m.axioms, axiom)
		m.preferences = append(m.preferences, preferred)
		whole = whole && amount.IsInt()
		if amount.Cmp(ratioLimit) > 0 && c.Rows == 0 {
			m.Ratios = false
		}
	}
	switch {
	case !m.Ratios && !whole:
		return nil, fault.BadUsage("give whole numbers of rows, or ratios and --rows", "gen.mixture: %q mixes rows and ratios", c.Mixture)
	case m.Ratios && c.Rows == 0 && m.ranking() < 0:
		return nil, fault.BadUsage("say how many rows there are in all with --rows", "gen.mixture: ratios without the ranking task have no size")
	}
	return m, nil
}

var (
	ratioLimit = big.NewRat(100, 1)  // amounts above it are rows
	maxAmount  = big.NewRat(1e12, 1) // keeps row counts within an int
)

// ranking is the place of the ranking task, -1 without one.
func (m *mixture) ranking() int { return slices.Index(m.Tasks, rankingTask) }

// threeClass says whether any task has three classes.
func (m *mixture) threeClass() bool {
	return slices.ContainsFunc(m.axioms, func(a axioms.Axiom) bool { return a != nil })
}

// named lists the axioms of all tasks.
func (m *mixture) named() []axioms.Axiom {
	if m == nil {
		return nil
	}
	return slices.DeleteFunc(slices.Concat(m.axioms, m.preferences), func(a axioms.Axiom) bool { return a == nil })
}
