package quota

import (
	"cmp"
	"errors"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/axiomine/axiomine/axioms"
	"github.com/axiomine/axiomine/gen/sample"
	"github.com/axiomine/axiomine/internal/errs"
	"github.com/axiomine/axiomine/internal/lazy"
	"github.com/axiomine/axiomine/internal/lists"
	"github.com/axiomine/axiomine/internal/numeral"
	"github.com/axiomine/axiomine/internal/ui/terminal"
)

// amounts holds gen.ratio and gen.pairs, which decide the number of axiomatic pairs.
type amounts struct {
	ratios  perEntry // numbers of axiomatic pairs divided by the number of judged pairs
	numbers perEntry // numbers of axiomatic pairs
}

// amount is the wanted number of axiomatic pairs.
type amount struct {
	ratio float64 // number of pairs divided by the number of judged pairs; 0 means all pairs
	pairs int     // number of pairs; if it is 0, the ratio decides
}

// amountFor returns the amount of an entry of gen.axioms, and whether the entry is named; the amount for all entries if it is not.
func (values amounts) amountFor(entry [3]string) (x amount, isNamed bool, err error) {
	ratio, hasRatio, err := values.ratios.valueOf(entry)
	if err != nil {
		return x, false, err
	}
	number, hasNumber, err := values.numbers.valueOf(entry)
	switch {
	case err != nil:
		return x, false, err
	case hasRatio && hasNumber:
		return x, false, errs.BadUsage("keep one of them", "gen.ratio and gen.pairs both name %s", entry[0])
	case hasRatio || hasNumber:
		return amount{ratio, int(number)}, true, nil
	}
	return amount{values.ratios[""], int(values.numbers[""])}, false, nil
}

// shareOut sets the wanted number of pairs of each pool. A value for an entry of gen.axioms is the total of that entry's pools. A value for
// all entries is the total of the pools of entries without a value; a number takes precedence over a ratio. Pools share a total equally.
// The remainder of the division goes to the first pools: in the order of gen.axioms for a number, in the order of names for a ratio.
func (values amounts) shareOut(a *Axioms) error {
	total := map[string]amount{}                   // by entry with a value, and "" for all other entries
	var sharing lists.Groups[string, *sample.Pool] // likewise
	for i := range a.Pools {
		x, isNamed, err := values.amountFor(a.entries[i])
		if err != nil {
			return err
		}
		name := ""
		if isNamed {
			name = a.entries[i][0]
		}
		total[name] = x
		sharing.Add(name, &a.Pools[i])
	}
	for _, name := range sharing.Keys {
		x, pools := total[name], sharing.Of[name]
		if x.pairs > 0 && x.pairs < len(pools) {
			return errs.BadUsage("ask for at least one of each", "gen.pairs: %s cannot be shared by %s", terminal.Plural(x.pairs, "pair",
				"pairs"), terminal.Plural(len(pools), "axiom", "axioms"))
		}
		byName := slices.SortedFunc(slices.Values(pools), func(a, b *sample.Pool) int { return cmp.Compare(a.Name, b.Name) })
		for i, p := range pools {
			switch {
			case x.pairs == 0:
				p.Ratio, p.Sharers, p.Place = x.ratio/float64(len(pools)), len(pools), slices.Index(byName, p)
			case i < x.pairs%len(pools):
				p.Pairs = x.pairs/len(pools) + 1
			default:
				p.Pairs = x.pairs / len(pools)
			}
		}
	}
	return nil
}

// perEntry maps names of entries to numbers; "" has the number for all entries.
type perEntry map[string]float64

// valueOf returns the number of an entry; ok is false if it has none. names are the entry's names; numbers for two of them are an error.
func (n perEntry) valueOf(names [3]string) (x float64, ok bool, err error) {
	first := ""
	for _, name := range names {
		y, exists := n[name]
		if !exists || name == first {
			continue
		}
		if ok {
			return x, ok, errs.BadUsage("keep one of them", "%s and %s are one axiom here, and each is given a value", first, name)
		}
		x, ok, first = y, true, name
	}
	return x, ok, nil
}

// valueOr returns the number of the first of names that has one, the number for all entries if none has, and byDefault without either.
func (n perEntry) valueOr(byDefault float64, names ...string) float64 {
	for _, name := range append(names, "") {
		if x, ok := n[name]; ok {
			return x
		}
	}
	return byDefault
}

// entryNames lists the names that have a number, in order.
func (n perEntry) entryNames() []string {
	return slices.DeleteFunc(slices.Sorted(maps.Keys(n)), func(name string) bool { return name == "" })
}

// perName parses VALUE or NAME=VALUE,NAME=VALUE. key is for errors, and parse parses a value.
func perName(key, text string, parse func(string) (float64, error)) (perEntry, error) {
	out := perEntry{}
	for _, part := range topLevel(text) {
		name, value := "", part
		if i := strings.LastIndexByte(part, '='); i >= 0 && !strings.HasSuffix(part, ")") {
			name, value = canonicalEntry(strings.TrimSpace(part[:i])), part[i+1:]
		}
		x, err := parse(strings.TrimSpace(value))
		if err != nil {
			hint, problem := "see axiomine configs show", err.Error()
			if f, ok := errors.AsType[*errs.Error](err); ok && f.Hint != "" {
				hint, problem = f.Hint+hint, f.Problem
			}
			return nil, errs.BadUsage(hint, "%s: %s", key, problem)
		}
		if _, exists := out[name]; exists && name == "" {
			return nil, errs.BadUsage("keep one of them, or name what each is for: NAME=VALUE", "%s: %q has two values for everything", key, text)
		} else if exists {
			return nil, errs.BadUsage("keep one of them", "%s: %s has two values", key, name)
		}
		out[name] = x
	}
	return out, nil
}

// entryOf returns the canonical name of an entry of gen.axioms: the names of its axioms, joined by commas.
func entryOf(members []axioms.Axiom) string {
	return strings.Join(lists.Map(members, axioms.Axiom.String), ", ")
}

// canonicalEntry returns the canonical name of an entry. It returns other text unchanged.
func canonicalEntry(text string) string {
	if members, err := axioms.ParseList(text); err == nil {
		return entryOf(members)
	}
	return text
}

// nearRatio matches two numbers with a wrong separator in place of a ratio's colon.
var nearRatio = lazy.Regexp(`^([0-9.]+) *[-/;,x] *([0-9.]+)$`)

// judgedAlone is the hint for a user who asks for 0 axiomatic pairs.
const judgedAlone = "--axioms= makes judged pairs alone; "

// parseRatio parses a:r, with positive numbers, and returns a/r. For the text none it returns 0.
func parseRatio(text string) (float64, error) {
	if text == "none" {
		return 0, nil
	}
	a, r, ok := strings.Cut(text, ":")
	x, errA := numeral.Parse(strings.TrimSpace(a))
	y, errR := numeral.Parse(strings.TrimSpace(r))
	isNumbers := ok && errA == nil && errR == nil
	if !isNumbers || !(x > 0) || !(y > 0) || x/y > 1e12 {
		hint := errs.Suggestion(text, "none")
		if n, err := numeral.Parse(text); err == nil && n > 0 {
			hint = "did you mean " + text + ":1? "
		}
		if parts := nearRatio().FindStringSubmatch(text); parts != nil {
			hint = "did you mean " + parts[1] + ":" + parts[2] + "? "
		}
		switch {
		case isNumbers && x == 0 && y > 0:
			hint = judgedAlone
		case isNumbers && x > 0 && y == 0:
			hint = "--judged 0 --pairs NUMBER makes axiomatic pairs alone; "
		}
		return 0, errs.BadUsage(hint, "%q is no ratio axiomatic:judged of positive numbers, such as 1:4, nor none", text)
	}
	return x / y, nil
}

// mostPairs is the maximum number of pairs: float64 represents all whole numbers up to it.
const mostPairs = 1 << 53

func parsePairs(text string) (float64, error) {
	n, err := strconv.Atoi(text)
	if err != nil || n < 1 || n > mostPairs {
		hint := "give a whole number from 1 to 2^53, such as 1000; "
		if zero, err := numeral.Parse(text); err == nil && zero == 0 {
			hint = judgedAlone
		}
		return 0, errs.BadUsage(hint, "%q is no number of pairs", text)
	}
	return float64(n), nil
}

// topLevel splits text at the commas outside parentheses and drops empty parts.
func topLevel(text string) []string {
	var parts []string
	depth, begin := 0, 0
	for i := 0; i <= len(text); i++ {
		switch {
		case i == len(text) || text[i] == ',' && depth == 0:
			if part := strings.TrimSpace(text[begin:i]); part != "" {
				parts = append(parts, part)
			}
			begin = i + 1
		case text[i] == '(':
			depth++
		case text[i] == ')':
			depth--
		}
	}
	return parts
}

// AskedText returns a text about the wanted numbers of training rows: axiomatic pairs of each pool (counts), and judged pairs. judged is
// the number of judged pairs within all limits.
func AskedText(a *Axioms, counts []int, judged int, budget string) string {
	total, all := 0, 0
	var parts []string
	for i, n := range counts {
		if n == sample.All {
			all++
			parts = append(parts, a.Pools[i].Name+" all")
			continue
		}
		total += n
		parts = append(parts, a.Pools[i].Name+" "+terminal.Group(n))
	}
	text := "asked: " + terminal.Group(total) + " axiomatic"
	switch {
	case all == len(counts) && all > 0:
		text = "asked: all axiomatic pairs there are"
	case all > 0:
		text = text + " and all of " + terminal.Plural(all, "axiom", "axioms")
	}
	text += " : " + terminal.Group(sample.JudgedKept(judged, a.Pools, counts, budget)) + " judged"
	if len(parts) > 1 {
		text += " (" + strings.Join(parts, ", ") + ")"
	}
	return text
}

// nameShortly adds the short name of an entry with parameters, such as tfc1 for tfc1(delta_star=0.2), unless another entry has that name.
func (a *Axioms) nameShortly() {
	shorts := make([]string, len(a.entries))
	entries := map[string]map[string]bool{} // the entries of each short name
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

// shortName returns the name of an entry without its parameters. It returns an expression unchanged.
func shortName(entry string) string {
	name, rest, ok := strings.Cut(entry, "(")
	if !ok || strings.IndexByte(rest, ')') != len(rest)-1 || strings.ContainsAny(name, " +&|,") {
		return entry
	}
	return canonicalEntry(name)
}

// suggest returns a hint with the entries of the axiom that a wrong name has; without such entries, with the most similar entry.
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
