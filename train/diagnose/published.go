package diagnose

import (
	"path/filepath"
	"strconv"
	"strings"

	"github.com/axiomine/axiomine/axioms"
	"github.com/axiomine/axiomine/configs"
)

// number finds a number of the diagnosis by what it is of and its measure: of an axiom its instances, its agreement, one of
// the cells "R over R", "R over N", "N over R", "N over N" in pairs, or its fulfilment by a run, "fulfilled by bm25"; of these
// "instances at .1", "R over N at .1" and "N over R at .1" are those within a step of delta*, and "instances with a relevant
// document" the first three cells together. Of a run it is its MAP, nDCG or mean fulfilment, or "nDCG over ql", how much larger
// its nDCG is than another's. A run is named in any case; "best" is the one with the largest nDCG.
func (r *Result) number(of, measure string) (value float64, ok bool) {
	if a, err := axioms.Parse(of); err == nil {
		of = a.String()
	}
	for i := range r.Axioms {
		if a := &r.Axioms[i]; a.Axiom == of {
			return a.number(measure)
		}
	}
	run := r.run(of)
	if run == nil {
		return 0, false
	}
	switch measure {
	case "MAP":
		return run.MAP, true
	case "nDCG":
		return run.NDCG, true
	case "mean fulfilment":
		return run.MeanFulfilment, true
	}
	if name, over := strings.CutPrefix(measure, "nDCG over "); over {
		if other := r.run(name); other != nil && other.NDCG > 0 {
			return run.NDCG/other.NDCG - 1, true
		}
	}
	return 0, false
}

func (r *Result) run(name string) (found *RunResult) {
	for i := range r.Runs {
		run := &r.Runs[i]
		if name == "best" && (found == nil || run.NDCG > found.NDCG) || strings.EqualFold(run.Run, name) {
			found = run
		}
	}
	return found
}

func (a *AxiomResult) number(measure string) (value float64, ok bool) {
	if run, by := strings.CutPrefix(measure, "fulfilled by "); by {
		for _, f := range a.Fulfilment {
			if strings.EqualFold(f.Run, run) && f.Instances > 0 {
				return f.Share, true
			}
		}
		return 0, false
	}
	if kind, step, within := strings.Cut(measure, " at "); within {
		return a.within(kind, step)
	}
	switch measure {
	case "instances":
		return float64(a.most()), true
	case "agreement":
		if a.Agreement != nil {
			return *a.Agreement, true
		}
		return 0, false
	}
	for i := range a.Fulfilment {
		f := &a.Fulfilment[i]
		if measure == "instances with a relevant document" && f.RR != nil && f.Instances == a.most() {
			return float64(f.RR.Instances + f.RN.Instances + f.NR.Instances), true
		}
		if c := map[string]*Count{"R over R": f.RR, "R over N": f.RN, "N over R": f.NR, "N over N": f.NN}[measure]; c != nil &&
			f.Instances == a.most() {
			return float64(c.Instances), true
		}
	}
	return 0, false
}

// within finds a count within a step of delta*.
func (a *AxiomResult) within(kind, step string) (value float64, ok bool) {
	bound, err := strconv.ParseFloat(step, 64)
	if err != nil {
		return 0, false
	}
	for _, s := range a.AgreementByDeltaStar {
		if s.DeltaStar == bound && kind == "R over N" {
			return float64(s.RN), true
		}
		if s.DeltaStar == bound && kind == "N over R" {
			return float64(s.NR), true
		}
	}
	for i := range a.Fulfilment {
		for _, s := range a.Fulfilment[i].ByDeltaStar {
			if s.DeltaStar == bound && kind == "instances" {
				value, ok = max(value, float64(s.Instances)), true
			}
		}
	}
	return value, ok
}

// AddPublished sets what papers report of the configuration, as it was loaded, beside ours.
func (r *Result) AddPublished(l *configs.Loaded) {
	published := configs.Holding(l.Published, &l.Config)
	for _, n := range published {
		r.add(Published{Source: n.Source, Of: n.Of, Measure: n.Measure, Value: n.Value, Split: n.Split, Counts: n.Counts()})
	}
	ours := configs.Original{Collection: filepath.Base(l.Gen.Data), Documents: r.Documents}
	if reduced := l.Original.Reduced(ours); reduced != "" && len(published) > 0 {
		r.Notes = append(r.Notes, reduced)
	}
}

// add adds a published number and ours. Counts are compared with those of the same split only: totals over train, dev and test
// are no counts of the test queries.
func (r *Result) add(p Published) {
	same := !p.Counts || p.Split == "" || p.Split == r.Split
	if value, ok := r.number(p.Of, p.Measure); ok && same && p.Of != "" {
		p.Ours = &value
	}
	r.Published = append(r.Published, p)
}

// cells are the texts of a published number: source, of, measure, published, ours.
func (p *Published) cells() []string {
	if p.Of == "" {
		return []string{p.Source, "-", "-", "-", "-"}
	}
	write := plainNumber
	if p.Counts {
		write = func(count float64) string { return strconv.FormatFloat(count, 'f', -1, 64) }
	}
	ours := "-"
	if p.Ours != nil {
		ours = write(*p.Ours)
	}
	return []string{p.Source, p.Of, p.Measure, write(p.Value), ours}
}
