package quota

import (
	"maps"
	"slices"
	"strings"

	"github.com/axiomine/axiomine/internal/errs"
)

// nameShortly lets an entry with parameters, tfc1(delta_star=0.2), be named by tfc1 alone where no other entry has that name.
func (a *Axioms) nameShortly() {
	shorts := make([]string, len(a.entries))
	entries := map[string]map[string]bool{} // by short name
	for i, e := range a.entries {
		shorts[i] = shortName(e[2])
		if entries[shorts[i]] == nil {
			entries[shorts[i]] = map[string]bool{}
		}
		entries[shorts[i]][e[0]] = true
	}
	names := maps.Clone(a.names)
	for i, short := range shorts {
		a.entries[i][2] = a.entries[i][1]
		if len(entries[short]) == 1 && !names[short] {
			a.entries[i][2], a.names[short] = short, true
		}
	}
}

// shortName returns an entry without its parameters, as entries are named in gen.ratio; an expression as it is.
func shortName(entry string) string {
	name, rest, ok := strings.Cut(entry, "(")
	if !ok || strings.IndexByte(rest, ')') != len(rest)-1 || strings.ContainsAny(name, " +&|,") {
		return entry
	}
	return canonicalEntry(name)
}

// suggest returns a hint that names the entries which a wrong name is most like: those of the same axiom, else the nearest one.
func (a *Axioms) suggest(name string) string {
	var alike []string
	for _, e := range a.entries {
		if shortName(e[1]) == shortName(name) && !slices.Contains(alike, e[1]) {
			alike = append(alike, e[1])
		}
	}
	if len(alike) > 0 {
		return "did you mean " + strings.Join(alike, " or ") + "? "
	}
	return errs.Suggestion(name, slices.Sorted(maps.Keys(a.names))...)
}
