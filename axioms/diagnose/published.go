package diagnose

import (
	"strings"

	"github.com/axiomine/axiomine/axioms"
)

// Number finds a number of the diagnosis by what it is of and its measure: of an axiom its instances, its agreement, one of
// the cells "R over R", "R over N", "N over R", "N over N" in pairs, or its fulfilment by a run, "fulfilled by bm25"; of a run
// its MAP, nDCG or mean fulfilment, or "nDCG over ql", how much larger its nDCG is than another's. A run is named in any case;
// "best" is the one with the largest nDCG.
func (r *Result) Number(of, measure string) (value float64, ok bool) {
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
		if c := map[string]*Count{"R over R": f.RR, "R over N": f.RN, "N over R": f.NR, "N over N": f.NN}[measure]; c != nil && f.Instances == a.most() {
			return float64(c.Instances), true
		}
	}
	return 0, false
}

// Beside adds a published number and ours.
func (r *Result) Beside(p Published) {
	if value, ok := r.Number(p.Of, p.Measure); ok && p.Of != "" {
		p.Ours = &value
	}
	r.Published = append(r.Published, p)
}

// Cells are the texts of a published number: source, of, measure, published, ours.
func (p *Published) Cells() []string {
	if p.Of == "" {
		return []string{p.Source, "-", "-", "-", "-"}
	}
	ours := "-"
	if p.Ours != nil {
		ours = plainNumber(*p.Ours)
	}
	return []string{p.Source, p.Of, p.Measure, plainNumber(p.Value), ours}
}
