package sweeps

import (
	"fmt"
	"strings"

	"github.com/axiomine/axiomine/configs/page"
	"github.com/axiomine/axiomine/configs/shown"
	"github.com/axiomine/axiomine/train/report"
)

// significant is the p value after Holm below which a difference is called one.
const significant = 0.05

// headlines are the tests of axiomatic pairs against judged ones on the main measure, one of an experiment at most.
func (s *Sweep) headlines() (list []report.Test) {
	for i := range s.Chosen {
		c := &s.Chosen[i]
		for _, t := range c.Tests {
			if t.Measure == s.Measure && t.Split == "test" && t.A != c.result.FirstStage() {
				list = append(list, t)
				break
			}
		}
	}
	return list
}

// found says in how many experiments axiomatic pairs make a difference, and what the first stage has by itself.
func (s *Sweep) found() string {
	better, worse, same := 0, 0, 0
	for _, t := range s.headlines() {
		switch {
		case t.HolmP >= significant:
			same++
		case t.Diff > 0:
			better++
		default:
			worse++
		}
	}
	if better+worse+same == 0 {
		return fmt.Sprintf("Dev chose among %s; no experiment compares training with and without axiomatic pairs%s.",
			shown.Plural(len(s.Cells), "setting", "settings"), s.firstStage())
	}
	return fmt.Sprintf("Of %s axiomatic pairs raise %s in %d, lower it in %d and make no significant difference in %d%s.",
		shown.Plural(better+worse+same, "experiment", "experiments"), s.Measure, better, worse, same, s.firstStage())
}

// firstStage says what the rankings that are reranked have.
func (s *Sweep) firstStage() string {
	lo, hi, name := 0.0, 0.0, ""
	for i := range s.Chosen {
		r := s.Chosen[i].result
		v, ok := r.Test(r.FirstStage())[s.Measure]
		if !ok {
			continue
		}
		if name == "" {
			lo, hi = v, v
		}
		name, lo, hi = r.FirstStage(), min(lo, v), max(hi, v)
	}
	switch {
	case name == "":
		return ""
	case page.Short(lo) == page.Short(hi):
		return fmt.Sprintf("; %s alone has %s", name, page.Short(lo))
	}
	return fmt.Sprintf("; %s alone has %s to %s", name, page.Short(lo), page.Short(hi))
}

// sure says over what Holm's adjustment runs, and between what the differences lie.
func (s *Sweep) sure() string {
	tests := s.headlines()
	if len(tests) == 0 {
		return "What dev says of a setting was not tested: dev chose the epochs too, so all of it is a little too good."
	}
	lo, hi, least := tests[0].CI95[0], tests[0].CI95[1], tests[0].N
	for _, t := range tests {
		lo, hi, least = min(lo, t.CI95[0]), max(hi, t.CI95[1]), min(least, t.N)
	}
	seeds := strings.ToLower(s.seedsText())
	return fmt.Sprintf("The 95 %% intervals of the differences lie between %s and %s, on %s or more, with %s; Holm's adjustment covers "+
		"all %s.",
		page.Signed(lo, 3), page.Signed(hi, 3), shown.Plural(least, "test query", "test queries"), seeds,
		shown.Plural(s.Tests, "test", "tests"))
}

// axioms are those that the experiments' figures name.
func (s *Sweep) axioms() (names []string) {
	for i := range s.Chosen {
		names = append(names, s.Chosen[i].result.Axioms()...)
	}
	return names
}
