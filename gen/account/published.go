package account

import (
	"fmt"
	"math"
	"strings"

	"github.com/axiomine/axiomine/axioms"
	"github.com/axiomine/axiomine/configs"
	"github.com/axiomine/axiomine/gen/mine"
	"github.com/axiomine/axiomine/gen/sample"
	"github.com/axiomine/axiomine/internal/lists"
	"github.com/axiomine/axiomine/internal/ui/terminal"
)

// ComparePublished returns lines with published numbers of a data set beside ours: numbers of rows, such as "published: ranking 100,000
// rows, here 5,000 (source)", and shares of the classes of a three-class task, since collections differ in size.
func (s *Report) ComparePublished(values []configs.PublishedNumber) []string {
	var lines []string
	mixture, classes := s.Mixture(), map[string][]float64{} // numbers by task; classes has the published numbers so far
	for _, p := range values {
		task, rows := strings.CutPrefix(p.Subject, "rows of ")
		switch {
		case p.Subject == "":
			lines = append(lines, "published: "+p.Source)
		case rows:
			name := Canonical(task)
			lines = append(lines, fmt.Sprintf("published: %s %s rows, here %s (%s)", name, terminal.Group(int(p.Value)),
				terminal.Group(mixture[name]), p.Source))
		case strings.HasPrefix(p.Measure, "class "):
			name := Canonical(p.Subject)
			classes[name] = append(classes[name], p.Value)
			if found, queries := s.classes(name); found != nil && len(classes[name]) == sample.Classes {
				counts := []float64{float64(found[0]), float64(found[1]), float64(found[2])}
				lines = append(lines, fmt.Sprintf("published: %s classes -1, 0, +1 %s, here %s%s%s (%s)", name, shares(classes[name]), shares(counts),
					queries, otherCollection(classes[name], counts), p.Source))
			}
		}
	}
	return lines
}

// classes returns the number of pairs of a task by class, and a text on their queries. The queries are those of test, as in the sources,
// or, without test queries, all. found is nil if the task has no row.
func (s *Report) classes(task string) (found []int, queries string) {
	for _, r := range s.Of(Classes) {
		if r.Task == task && r.TestByClass != nil {
			return r.TestByClass, " on test queries"
		}
		if r.Task == task && found == nil {
			found = r.FoundByClass
		}
	}
	return found, ""
}

// otherCollection returns a text on the reason if the share of a class differs from the published one by more than .1; "" if none does.
func otherCollection(published, here []float64) string {
	isApart := func(published, here float64) bool { return math.Abs(published-here) > .1 }
	x, y := max(1, published[0]+published[1]+published[2]), max(1, here[0]+here[1]+here[2])
	switch {
	case isApart(published[1]/x, here[1]/y):
		return ", more than .1 apart: the source's collection and queries are others"
	case isApart(published[0]/x, here[0]/y), isApart(published[2]/x, here[2]/y):
		return ", -1 and +1 more than .1 apart: which document is the first one rests on the order of the collection"
	}
	return ""
}

// shares formats the shares of counts as ".365 .278 .357".
func shares(counts []float64) string {
	total := 0.0
	for _, n := range counts {
		total += n
	}
	list := lists.Map(counts, func(n float64) string { return strings.TrimPrefix(fmt.Sprintf("%.3f", n/max(total, 1)), "0") })
	return strings.Join(list, " ")
}

// Canonical returns an axiom's name as reports write it; other text is returned unchanged.
func Canonical(name string) string {
	if a, err := axioms.Parse(name); err == nil {
		return a.String()
	}
	return name
}

// cells maps published measures of an axiom's instances to our counts. R is a relevant document, N another; the preferred one is first.
var cells = map[string]func(mine.Cell) *int{
	"instances":                     func(n mine.Cell) *int { return &n.Instances },
	"R over R":                      func(n mine.Cell) *int { return n.RelOverRel },
	"R over N":                      func(n mine.Cell) *int { return n.RelOverNonrel },
	"N over R":                      func(n mine.Cell) *int { return n.NonrelOverRel },
	"N over N":                      func(n mine.Cell) *int { return n.NonrelOverNonrel },
	"ordered pairs that satisfy it": orderedPairs,
}

// orderedPairs returns the number of ordered pairs that satisfy an axiom. A pair that the axiom leaves undecided satisfies it in both
// orders. The result is nil for an axiom that is not counted on pairs.
func orderedPairs(n mine.Cell) *int {
	if n.Undecided == nil {
		return nil
	}
	return new(n.Instances + 2**n.Undecided)
}

// CompareCounts returns lines with published counts of the axioms' instances beside ours, each of the same splits in total. It leaves
// the shares of classes to ComparePublished.
func CompareCounts(counts mine.Counts, values []configs.PublishedNumber) []string {
	var lines []string
	for _, p := range values {
		count, bySplit := cells[p.Measure], counts[Canonical(p.Subject)]
		if count == nil || bySplit == nil {
			continue
		}
		total, splits := 0, strings.Fields(strings.NewReplacer(", ", " ", " and ", " ").Replace(p.Split))
		complete := len(splits) > 0
		for _, split := range splits {
			n := count(bySplit[split])
			if _, ok := bySplit[split]; ok && n != nil {
				total += *n
			} else {
				complete = false
			}
		}
		if complete {
			lines = append(lines, fmt.Sprintf("published: %s %s %s, here %s (%s)", p.Subject, p.Measure, terminal.Group(int(p.Value)),
				terminal.Group(total), p.Source))
		}
	}
	return lines
}
