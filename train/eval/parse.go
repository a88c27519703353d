package eval

import (
	"slices"
	"strconv"
	"strings"

	"github.com/axiomine/axiomine/internal/errs"
	"github.com/axiomine/axiomine/internal/lists"
)

// Parse reads a measure's name: `nDCG@10`, `P(rel=2)@10`, `MAP`, or a name of trec_eval's such as `ndcg_cut_10`.
// The error suggests the nearest name and lists all.
func Parse(s string) (Measure, error) {
	for i := range families {
		if m, ok := families[i].parse(s); ok {
			return m, nil
		}
	}
	var names, reversed []string
	for i := range families {
		names = append(names, families[i].example())
		reversed = slices.Insert(reversed, 0, names[i]) // of equally near names, trec_eval's are suggested last
	}
	return Measure{}, errs.BadUsage(errs.Suggestion(s, reversed...)+"the measures are "+strings.Join(names, ", "), "unknown measure %q", s)
}

// ParseArg reads one -m argument: a measure, or trec_eval's form for several cutoffs. `P.5,10` lists
// the cutoffs; a bare `P` has trec_eval's default cutoffs.
func ParseArg(s string) ([]Measure, error) {
	m, err := Parse(s)
	if err == nil {
		return []Measure{m}, nil
	}
	name, tail, hasCuts := strings.Cut(s, ".")
	for i := range families {
		f := &families[i]
		if f.name != name || f.cuts == nil {
			continue
		}
		if !hasCuts {
			return lists.Map(f.cuts, func(cut int) Measure { return Measure{family: f, cut: cut} }), nil
		}
		var list []Measure
		for part := range strings.SplitSeq(tail, ",") {
			cut, ok := parsePositive(part)
			if !ok {
				return nil, errs.BadUsage("write cutoffs as in "+name+".5,10", "bad cutoff %q in measure %q", part, s)
			}
			list = append(list, Measure{family: f, cut: cut})
		}
		return list, nil
	}
	return nil, err
}

// parse reads s as a measure of this family.
func (f *family) parse(s string) (Measure, bool) {
	tail, ok := strings.CutPrefix(s, f.name)
	if !ok {
		return Measure{}, false
	}
	m := Measure{family: f}
	if inner, ok := strings.CutPrefix(tail, "(rel="); ok && f.takesRel {
		var number string
		if number, tail, ok = strings.Cut(inner, ")"); !ok {
			return Measure{}, false
		}
		if m.rel, ok = parsePositive(number); !ok {
			return Measure{}, false
		}
	}
	if tail == "" {
		return m, !f.needsCut
	}
	number, ok := strings.CutPrefix(tail, f.joiner)
	if !ok || f.joiner == "" {
		return Measure{}, false
	}
	m.cut, ok = parsePositive(number)
	return m, ok
}

// parsePositive reads a positive whole number as Go prints it: no sign, no leading zero.
func parsePositive(s string) (int, bool) {
	n, err := strconv.Atoi(s)
	return n, err == nil && n > 0 && strconv.Itoa(n) == s
}

// example returns the family's measure with a cutoff of 10, where one is required, and for nDCG.
func (f *family) example() string {
	if f.needsCut || f.name == "nDCG" {
		return f.name + f.joiner + "10"
	}
	return f.name
}

// Names returns an example of each measure that is no count.
func Names() (names []string) {
	for _, f := range families {
		if !f.count {
			names = append(names, f.example())
		}
	}
	return names
}
