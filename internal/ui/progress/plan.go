package progress

import (
	"fmt"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/axiomine/axiomine/internal/ui/terminal"
)

// Step is a step of a command.
type Step struct {
	Name  string // the name of the stage that begins the step
	Title string // the work in words: "finding candidates"
}

// lineWidth is the width of lines for people.
const lineWidth = 80

// plan holds the steps of a command and its position among them. The printer's mutex guards it.
type plan struct {
	steps   []Step
	current int  // the number of the step that was begun last, from 0; -1 before the first one
	open    bool // whether a step was begun and has not ended
	// The following fields describe the open step. ⇒ // The following fields describe the open step and its stages.
	title    string
	first    string  // the name of the first stage
	unit     string  // the unit of the first stage, as a noun
	done     int64   // the number of units of the stages with the name first
	fraction float64 // the share of the step's work that is done, as far as known; it never decreases
	start    time.Time
	end      time.Time // the end of the last stage
}

// begins reports whether a stage begins a step. With planned steps, it must have the name of a later step.
func (p *plan) begins(name string) bool {
	if p.open && p.first == name {
		return false
	}
	return len(p.steps) == 0 && !p.open || p.find(name) > p.current
}

// find returns the index of the next step with a name; -1 for none.
func (p *plan) find(name string) int {
	for i := max(p.current, -1) + 1; i < len(p.steps); i++ {
		if p.steps[i].Name == name {
			return i
		}
	}
	return -1
}

// skipLines returns a line for each step that is skipped before the next step with a name, so that no number is missing.
func (p *plan) skipLines(name string) (lines []string) {
	for i := p.current + 1; i < p.find(name); i++ {
		lines = append(lines, fmt.Sprintf("step %d of %d: %s, nothing to do", i+1, len(p.steps), p.steps[i].Title))
	}
	return lines
}

// begin opens the step that begins with a stage; unit is the stage's unit.
func (p *plan) begin(name, unit string) {
	next := plan{steps: p.steps, current: p.find(name), open: true, title: name, first: name, start: time.Now()}
	if next.current >= 0 {
		next.title = next.steps[next.current].Title
	}
	next.unit = unit[strings.LastIndexByte(unit, ' ')+1:] // the noun: "queries" of "train queries"
	*p = next
}

// add adds a finished stage to the open step.
func (p *plan) add(s Snapshot) {
	if !p.open {
		return
	}
	if s.Name == p.first {
		p.done += s.Done
	}
	p.end = time.Now()
	p.reach(s)
}

// reach updates the fraction of the open step that is done.
func (p *plan) reach(s Snapshot) {
	if p.open && s.Total > 0 {
		p.fraction = max(p.fraction, min(1, float64(s.Done)/float64(s.Total)))
	}
}

// name returns the number and title of the open step. If no step is open, it returns those of the current step, or the name of the stage.
func (p *plan) name(s Snapshot) string {
	title, n := p.title, max(p.current, 0)
	if !p.open {
		if title = s.Name; n < len(p.steps) {
			title = p.steps[n].Title
		}
	}
	if len(p.steps) <= 1 {
		return title
	}
	return fmt.Sprintf("step %d of %d: %s", n+1, len(p.steps), title)
}

// endLine returns the line about the open step at its end; "" if no step is open.
func (p *plan) endLine() string {
	if !p.open {
		return ""
	}
	text := p.name(Snapshot{})
	if p.done > 0 {
		unit := p.unit
		if p.done == 1 {
			unit = singular(unit)
		}
		text += ", " + terminal.Group(int(p.done)) + " " + unit
	}
	return text + " in " + terminal.Duration(p.end.Sub(p.start))
}

// singular returns the singular of a unit: query of queries, document of documents.
func singular(unit string) string {
	if stem, ok := strings.CutSuffix(unit, "ies"); ok {
		return stem + "y"
	}
	return strings.TrimSuffix(unit, "s")
}

const barWidth = 16

// bar returns a line of at most this number of columns: a bar over all steps, the current step, and as many details of s as fit.
func (p *plan) bar(s Snapshot, columns int) string {
	p.reach(s)
	var full int // the number of filled characters of the bar
	if n := len(p.steps); n > 0 {
		full = int((float64(max(p.current, 0)) + p.fraction) / float64(n) * barWidth)
	} else {
		full = int(p.fraction * barWidth)
	}
	line := fmt.Sprintf("[%s%s] %s", strings.Repeat("#", full), strings.Repeat("-", barWidth-full), p.name(s))
	return fill(line, columns, s)
}

// fill appends the time left, the count and the note to a line, as far as they fit into columns.
func fill(line string, columns int, s Snapshot) string {
	count := terminal.Group(int(s.Done)) + " " + s.Unit
	if s.Total > 0 {
		count = terminal.Group(int(s.Done)) + " of " + terminal.Group(int(s.Total)) + " " + s.Unit
	}
	parts := []string{count}
	if left, ok := s.ETA(); ok {
		parts = []string{terminal.Duration(left.Round(time.Second)) + " left", count}
	}
	if s.Note != "" {
		parts = append(parts, s.Note)
	}
	for _, text := range parts {
		if longer := line + ", " + text; utf8.RuneCountInString(longer) <= columns {
			line = longer
		}
	}
	return line
}
