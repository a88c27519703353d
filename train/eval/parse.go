package eval

import (
	"slices"
	"strconv"
	"strings"

	"github.com/axiomine/axiomine/internal/errs"
)

// Parse reads a measure's name: `nDCG@10`, `P(rel=2)@10`, `MAP`, or one of trec_eval's, `ndcg_cut_10`.
// The error suggests the nearest measure. If trec_eval has the unknown name, the error lists all
// measures instead.
func Parse(s string) (Measure, error) {
	for i := range families {
		if m, ok := families[i].parse(s); ok {
			return m, nil
		}
	}
	return Measure{}, errs.BadUsage(adviceFor(s), "unknown measure %q", s)
}

// ParseArg reads one -m argument: a measure, or trec_eval's form for several cutoffs. `P.5,10` names
// them, a bare `P` means trec_eval's default cutoffs.
func ParseArg(s string) ([]Measure, error) {
	if m, err := Parse(s); err == nil {
		return []Measure{m}, nil
	}
	name, tail, hasCuts := strings.Cut(s, ".")
	for i := range families {
		f := &families[i]
		if f.name != name || f.cuts == nil {
			continue
		}
		var list []Measure
		if !hasCuts {
			for _, cut := range f.cuts {
				list = append(list, Measure{family: f, cut: cut})
			}
			return list, nil
		}
		for part := range strings.SplitSeq(tail, ",") {
			cut, ok := positive(part)
			if !ok {
				return nil, errs.BadUsage("write cutoffs as in "+name+".5,10", "bad cutoff %q in measure %q", part, s)
			}
			list = append(list, Measure{family: f, cut: cut})
		}
		return list, nil
	}
	_, err := Parse(s)
	return nil, err
}

// parse reads s as a measure of this family.
func (f *family) parse(s string) (Measure, bool) {
	tail, ok := strings.CutPrefix(s, f.name)
	if !ok {
		return Measure{}, false
	}
	m := Measure{family: f}
	if inner, ok := strings.CutPrefix(tail, "(rel="); ok && f.takeRel {
		var number string
		if number, tail, ok = strings.Cut(inner, ")"); !ok {
			return Measure{}, false
		}
		if m.rel, ok = positive(number); !ok {
			return Measure{}, false
		}
	}
	if tail == "" {
		return m, !f.mustCut
	}
	number, ok := strings.CutPrefix(tail, f.joiner)
	if !ok || f.joiner == "" {
		return Measure{}, false
	}
	m.cut, ok = positive(number)
	return m, ok
}

// positive reads a positive whole number as Go prints it: no sign, no leading zero.
func positive(s string) (int, bool) {
	n, err := strconv.Atoi(s)
	return n, err == nil && n > 0 && strconv.Itoa(n) == s
}

// otherTrecMeasures are measures of trec_eval that this package does not compute. None of ours is near
// them in meaning.
var otherTrecMeasures = []string{
	"gm_map", "gm_bpref", "set_P", "set_recall", "set_F", "set_map", "set_relative_P", "11pt_avg",
	"iprec_at_recall", "infAP", "G", "binG", "ndcg_rel", "Rndcg", "Rprec_mult", "relative_P",
	"relstring", "utility", "runid", "official", "all_trec", "num_nonrel_judged_ret", "prefs_simp",
	"binpref", "yaap",
}

// adviceFor returns the hint for an unknown name: the nearest measure, or the list of all for another
// measure of trec_eval.
func adviceFor(s string) string {
	for _, name := range otherTrecMeasures {
		if s == name || strings.HasPrefix(s, name+".") || strings.HasPrefix(s, name+"_") {
			return "the measures are " + strings.Join(slices.Concat(trecNames(), Names()), ", ")
		}
	}
	return "did you mean " + nearest(s) + "?"
}

// trecNames returns the names that trec_eval also has.
func trecNames() (names []string) {
	for i := range families {
		if f := &families[i]; f.trec {
			names = append(names, f.name)
		}
	}
	return names
}

// nearest returns the measure with the fewest changed letters from s. It keeps the cutoff of s if there
// is one.
func nearest(s string) string {
	head := strings.TrimRight(s, "0123456789")
	digits := s[len(head):]
	if _, ok := positive(digits); !ok {
		head, digits = s, ""
	}
	best, bestCost := "", -1
	for i := range families {
		f := &families[i]
		candidate := f.name
		if f.joiner != "" && (digits != "" || f.mustCut) {
			candidate += f.joiner
		}
		cost := 2*errs.Changes(strings.ToLower(head), strings.ToLower(candidate)) + min(1, errs.Changes(head, candidate))
		if bestCost >= 0 && cost >= bestCost {
			continue
		}
		bestCost, best = cost, candidate
		if f.joiner != "" && digits != "" {
			best += digits
		} else if f.mustCut {
			best += "10"
		}
	}
	return best
}

// Names returns the names of the measures, with a cutoff of 10 where one is required or usual.
func Names() (names []string) {
	for i := range families {
		f := &families[i]
		name := f.name
		if f.mustCut || name == "nDCG" {
			name += f.joiner + "10"
		}
		if !f.count {
			names = append(names, name)
		}
	}
	return names
}
