package diagnose

import (
	"fmt"
	"path/filepath"
	"strconv"
	"strings"

	"github.com/axiomine/axiomine/axioms"
	"github.com/axiomine/axiomine/configs"
	"github.com/axiomine/axiomine/internal/numeral"
)

// findNumber returns a number of the diagnosis by its subject and its measure. ok is false if there is none.
//
// The subject is an axiom or a run. The measures of an axiom are "instances", "agreement", "fulfilled by bm25" (the share that a run
// fulfils), and the numbers of pairs "R over R", "R over N", "N over R" and "N over N" (R relevant, N the rest). "instances with a
// relevant document" is the sum of the first three numbers. "instances at .1", "R over N at .1" and "N over R at .1" are counts within a
// step of delta*. As in the sources, a tie is an instance, and fulfils a weak axiom.
//
// The measures of a run are "MAP", "nDCG", "mean fulfilment", and "nDCG over ql": the relative difference to
// another run's nDCG. Names of runs ignore case; "best" is the run with the largest nDCG.
func findNumber(runs []RunResult, results []AxiomResult, subject, measure string) (value float64, ok bool) {
	if a, err := axioms.Parse(subject); err == nil {
		subject = a.String()
	}
	for _, a := range results {
		if a.Axiom == subject {
			return a.number(measure)
		}
	}
	run := findRun(runs, subject)
	if run == nil {
		return 0, false
	}
	switch {
	case measure == "mean fulfilment":
		return meanWithTies(results, run.Run), true
	case run.Effectiveness == nil:
		return 0, false
	case measure == "MAP":
		return run.MAP, true
	case measure == "nDCG":
		return run.NDCG, true
	}
	if name, isRatio := strings.CutPrefix(measure, "nDCG over "); isRatio {
		if other := findRun(runs, name); other != nil && other.Effectiveness != nil && other.NDCG > 0 {
			return run.NDCG/other.NDCG - 1, true
		}
	}
	return 0, false
}

// shareWithTies returns the share of the scored instances that are fulfilled or tied.
func shareWithTies(c Count) float64 {
	if c.NumScored() == 0 {
		return 0
	}
	return float64(c.Fulfilled+c.TiesLeftOut) / float64(c.NumScored())
}

// meanWithTies returns shareWithTies of a run over the instances of all axioms.
func meanWithTies(results []AxiomResult, run string) float64 {
	var sum Count
	for _, a := range results {
		for _, f := range a.Fulfilment {
			if f.Run == run {
				sum.Add(f.Count)
			}
		}
	}
	return shareWithTies(sum)
}

func findRun(runs []RunResult, name string) (match *RunResult) {
	for i := range runs {
		run := &runs[i]
		if name == "best" && run.Effectiveness != nil && (match == nil || run.NDCG > match.NDCG) || strings.EqualFold(run.Run, name) {
			match = run
		}
	}
	return match
}

// number returns the axiom's number of a measure of findNumber. ok is false if there is none.
func (a *AxiomResult) number(measure string) (value float64, ok bool) {
	if run, isFulfilment := strings.CutPrefix(measure, "fulfilled by "); isFulfilment {
		for _, f := range a.Fulfilment {
			if strings.EqualFold(f.Run, run) && f.NumScored() > 0 {
				return shareWithTies(f.Count), true
			}
		}
		return 0, false
	}
	if kind, step, isAtStep := strings.Cut(measure, " at "); isAtStep {
		return a.countWithin(kind, step)
	}
	switch measure {
	case "instances":
		return float64(a.maxInstances()), true
	case "agreement":
		if a.Agreement != nil {
			return *a.Agreement, true
		}
		return 0, false
	}
	for _, f := range a.Fulfilment {
		if measure == "instances with a relevant document" && f.RR != nil && f.NumScored() == a.maxInstances() {
			return float64(f.RR.NumScored() + f.RN.NumScored() + f.NR.NumScored()), true
		}
		if c := map[string]*Count{"R over R": f.RR, "R over N": f.RN, "N over R": f.NR, "N over N": f.NN}[measure]; c != nil &&
			f.NumScored() == a.maxInstances() {
			return float64(c.NumScored()), true
		}
	}
	return 0, false
}

// countWithin returns a count of a kind ("instances", "R over N" or "N over R") within a step of delta*.
func (a *AxiomResult) countWithin(kind, step string) (value float64, ok bool) {
	maxDelta, err := numeral.Parse(step)
	if err != nil {
		return 0, false
	}
	for _, s := range a.AgreementByDeltaStar {
		if s.DeltaStar == maxDelta && kind == "R over N" {
			return float64(s.RN), true
		}
		if s.DeltaStar == maxDelta && kind == "N over R" {
			return float64(s.NR), true
		}
	}
	for i := range a.Fulfilment {
		for _, s := range a.Fulfilment[i].ByDeltaStar {
			if s.DeltaStar == maxDelta && kind == "instances" {
				value, ok = max(value, float64(s.NumScored())), true
			}
		}
	}
	return value, ok
}

// AddPublished adds the published numbers of a configuration to the diagnosis.
func (r *Result) AddPublished(l *configs.LoadedConfig) {
	list := configs.Applicable(l.Published, &l.Config)
	for _, n := range list {
		r.add(PublishedNumber{Source: n.Source, Subject: n.Subject, Measure: n.Measure, Value: n.Value, Split: n.Split, Counts: n.Counts()})
	}
	ours := configs.Original{Collection: filepath.Base(l.Gen.Data), Documents: r.Documents}
	if text := l.Original.DescribeReduction(ours); text != "" && len(list) > 0 {
		r.Notes = append(r.Notes, text)
	}
}

// add adds a published number with ours. It sets Ours of a count only if the splits are the same, and adds a
// note if two shares are on opposite sides of .5.
func (r *Result) add(p PublishedNumber) {
	comparable := !p.Counts || p.Split == "" || p.Split == r.Split
	if value, ok := findNumber(r.Runs, r.Axioms, p.Subject, p.Measure); ok && comparable && p.Subject != "" {
		p.Ours = &value
		if isShare := p.Measure == "agreement" || strings.HasPrefix(p.Measure, "fulfilled by "); isShare && (p.Value-.5)*(value-.5) < 0 {
			r.Notes = append(r.Notes, fmt.Sprintf("%s, %s: published %s, here %s, on the other side of .5: the source's collection is another "+
				"one, and the axiom may have other variants", p.Subject, p.Measure, plainNumber(p.Value), plainNumber(value)))
		}
	}
	r.Published = append(r.Published, p)
}

// cells returns the texts of a row of publishedTable. Ours is not nil.
func (p *PublishedNumber) cells() []string {
	write := plainNumber
	if p.Counts {
		write = func(count float64) string { return strconv.FormatFloat(count, 'f', -1, 64) }
	}
	return []string{p.Source, p.Subject, p.Measure, write(p.Value), write(*p.Ours)}
}
