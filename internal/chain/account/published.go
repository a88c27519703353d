package account

import (
	"fmt"
	"strings"

	"github.com/axiomine/axiomine/axioms"
	"github.com/axiomine/axiomine/configs"
	"github.com/axiomine/axiomine/gen/mine"
	"github.com/axiomine/axiomine/gen/sample"
	"github.com/axiomine/axiomine/internal/ui/terminal"
)

// ComparePublished returns what sources report of a data set beside ours: its rows, "published: ranking 100,000 rows, here 5,000 (source)",
// and how a three-class task divides into its classes, in shares, since collections differ in size.
func (s *Report) ComparePublished(values []configs.PublishedNumber) []string {
	var lines []string
	classes := map[string][]float64{} // by task: those read so far
	for _, p := range values {
		task, rows := strings.CutPrefix(p.Subject, "rows of ")
		switch {
		case p.Subject == "":
			lines = append(lines, "published: "+p.Source)
		case rows:
			name := Canonical(task)
			lines = append(lines, fmt.Sprintf("published: %s %s rows, here %s (%s)", name, terminal.Group(int(p.Value)),
				terminal.Group(s.Mixture[name]), p.Source))
		case strings.HasPrefix(p.Measure, "class "):
			name := Canonical(p.Subject)
			classes[name] = append(classes[name], p.Value)
			if ours := findTask(s.Tasks, name); ours != nil && len(classes[name]) == sample.Classes {
				counts := []float64{float64(ours.Found[0]), float64(ours.Found[1]), float64(ours.Found[2])}
				line := fmt.Sprintf("published: %s classes -1, 0, +1 %s, here %s (%s)", name, shares(classes[name]), shares(counts), p.Source)
				lines = append(lines, line)
			}
		}
	}
	return append(lines, FarTasks(s.Tasks, values)...)
}

// findTask returns the report on a task's training rows, or nil.
func findTask(tasks []Task, name string) *Task {
	for i := range tasks {
		if t := &tasks[i]; t.Task == name && t.Set == "" && t.Split != "dev" && t.Split != "test" {
			return t
		}
	}
	return nil
}

// shares formats the shares of counts as ".365 .278 .357".
func shares(counts []float64) string {
	total := 0.0
	for _, n := range counts {
		total += n
	}
	list := make([]string, len(counts))
	for i, n := range counts {
		list[i] = strings.TrimPrefix(fmt.Sprintf("%.3f", n/max(total, 1)), "0")
	}
	return strings.Join(list, " ")
}

// Canonical returns an axiom's name as reports write it; other text is returned unchanged.
func Canonical(name string) string {
	if a, err := axioms.Parse(name); err == nil {
		return a.String()
	}
	return name
}

// cells are what sources count of an axiom's instances, R being relevant and N the rest, the preferred document first.
var cells = map[string]func(mine.Cell) *int{
	"instances": func(n mine.Cell) *int { return &n.Instances },
	"R over R":  func(n mine.Cell) *int { return n.RelOverRel },
	"R over N":  func(n mine.Cell) *int { return n.RelOverNonrel },
	"N over R":  func(n mine.Cell) *int { return n.NonrelOverRel },
	"N over N":  func(n mine.Cell) *int { return n.NonrelOverNonrel },
	orderedMet:  orderedWithPrecondition,
}

// orderedWithPrecondition returns twice the pairs that meet the precondition; nil for an axiom that is not counted on pairs.
func orderedWithPrecondition(n mine.Cell) *int {
	if n.Undecided == nil {
		return nil
	}
	total := 2 * (n.Instances + *n.Undecided)
	return &total
}

// CompareCounts returns what sources report of the axioms' instances beside ours: a split beside that split, a total over splits
// beside ours over the same.
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
	for _, p := range publishedOutcomes(values) {
		if here, ok := countedOutcome(counts, p.name); ok && p.ordered == 0 && !p.isMet {
			lines = append(lines, fmt.Sprintf("published: %s class 0 %s, here %s", p.name, formatShare(p.undecided/(p.decided+p.undecided)),
				formatShare(here.undecided/max(here.decided+here.undecided, 1))))
		}
	}
	return append(lines, FarCounts(counts, values)...)
}
