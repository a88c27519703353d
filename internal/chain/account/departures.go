package account

import (
	"fmt"
	"math"
	"strings"

	"github.com/axiomine/axiomine/configs"
	"github.com/axiomine/axiomine/gen/mine"
)

// farOff is the factor beyond which a share is another one than the published.
const farOff = 3

// fewest is how many pairs a share must have, here or by the published share, to be compared.
const fewest = 30

// orderedMet is the measure of a source that counts a pair once for each order of its documents, preferred or not.
const orderedMet = "ordered pairs with the precondition"

// outcome counts what an axiom answers on pairs.
type outcome struct{ decided, undecided, void float64 }

// portion is a share of pairs, with the number of pairs that it is a share of.
type portion struct {
	name        string
	part, whole float64
}

func (p portion) share() float64 { return p.part / max(p.whole, 1) }

// publishedOutcome is what a source counts of one axiom.
type publishedOutcome struct {
	outcome
	name     string  // canonical
	withVoid bool    // the source counts pairs without the precondition too
	isMet    bool    // the source counts the ordered pairs with the precondition, and no preferences
	ordered  float64 // ordered pairs; not 0: the source counts instances among these, and no classes
}

// portions returns what is compared of an axiom's answers, as far as the source counts it. Ordered is the number of ordered pairs.
func (p *publishedOutcome) portions(o outcome, ordered float64) []portion {
	if p.ordered > 0 {
		return []portion{{"an instance in", o.decided, ordered}}
	}
	n := o.decided + o.undecided
	if p.isMet {
		return []portion{{"the precondition for", n, n + o.void}}
	}
	list := []portion{{"class 0 for", o.undecided, n}, {"a preference for", o.decided, n}}
	if p.withVoid {
		list = append(list, portion{"the precondition for", n, n + o.void})
	}
	return list
}

// publishedOutcomes reads the published counts by class, and of instances where the number of ordered pairs of their split is published.
func publishedOutcomes(values []configs.PublishedNumber) (list []*publishedOutcome) {
	byName, orderedPairs := map[string]*publishedOutcome{}, map[string]float64{} // the second by split
	for _, p := range values {
		if p.Measure == "ordered pairs" {
			orderedPairs[p.Split] = p.Value
		}
	}
	for _, p := range values {
		ordered := orderedPairs[p.Split]
		if p.Measure == orderedMet && ordered > 0 {
			list = append(list, &publishedOutcome{name: Canonical(p.Subject), isMet: true,
				outcome: outcome{undecided: p.Value, void: ordered - p.Value}})
			continue
		}
		isClass, isVoid := strings.HasPrefix(p.Measure, "class "), strings.HasPrefix(p.Measure, "without precondition")
		if !isClass && !isVoid && (p.Measure != "instances" || ordered == 0) {
			continue
		}
		name := Canonical(p.Subject)
		e := byName[name]
		if e == nil {
			e = &publishedOutcome{name: name}
			byName[name], list = e, append(list, e)
		}
		switch {
		case isVoid:
			e.void += p.Value
			e.withVoid = true
		case p.Measure == "class 0":
			e.undecided += p.Value
		case isClass:
			e.decided += p.Value
		default: // several tables may have the number
			e.decided, e.ordered = p.Value, ordered
		}
	}
	return list
}

// far returns a line where a share here is another one than the published, for the share that differs most; "" for none.
func (p *publishedOutcome) far(here outcome) string {
	line, most := "", float64(farOff)
	ours := p.portions(here, 2*(here.decided+here.undecided+here.void))
	for i, theirs := range p.portions(p.outcome, p.ordered) {
		x, y := ours[i], theirs.share()
		if max(x.part, y*x.whole) < fewest {
			continue
		}
		factor := math.Inf(1)
		if least := min(x.share(), y); least > 0 {
			factor = max(x.share(), y) / least
		}
		if factor > most {
			most = factor
			line = fmt.Sprintf("%s: %s %s of the pairs here, %s published: another reading or another collection?",
				p.name, theirs.name, formatShare(x.share()), formatShare(y))
		}
	}
	return line
}

// formatShare formats a share as .478, small ones with two digits that count.
func formatShare(x float64) string {
	text := fmt.Sprintf("%.3f", x)
	if x > 0 && x < 0.01 {
		text = fmt.Sprintf("%.2g", x)
	}
	return strings.TrimPrefix(text, "0")
}

// FarTasks returns a line for each task whose classes, or share with the precondition, are far from the published ones.
func FarTasks(tasks []Task, values []configs.PublishedNumber) []string {
	return farLines(values, func(name string) (o outcome, ok bool) {
		if t := findTask(tasks, name); t != nil {
			return outcome{float64(t.Found[0] + t.Found[2]), float64(t.Found[1]), float64(t.WithoutPrecondition)}, true
		}
		return o, false
	})
}

// FarCounts returns the same lines for counts of axioms over two documents, over all splits.
func FarCounts(counts mine.Counts, values []configs.PublishedNumber) []string {
	return farLines(values, func(name string) (outcome, bool) { return countedOutcome(counts, name) })
}

func farLines(values []configs.PublishedNumber, find func(name string) (o outcome, ok bool)) (lines []string) {
	for _, p := range publishedOutcomes(values) {
		if here, ok := find(p.name); ok {
			if line := p.far(here); line != "" {
				lines = append(lines, line)
			}
		}
	}
	return lines
}

// countedOutcome adds the counts of an axiom over all splits. ok is false for an axiom that was not counted on pairs.
func countedOutcome(counts mine.Counts, name string) (o outcome, ok bool) {
	for _, c := range counts[name] {
		if c.Undecided != nil {
			o.decided += float64(c.Instances)
			o.undecided += float64(*c.Undecided)
			o.void += float64(*c.Void)
			ok = true
		}
	}
	return o, ok
}
