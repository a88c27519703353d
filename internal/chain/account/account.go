package account

import (
	"fmt"

	"github.com/axiomine/axiomine/gen/sample"
	"github.com/axiomine/axiomine/internal/ui/terminal"
)

// Account returns lines that say what became of the pairs of the training split.
func (s *Report) Account() (lines []string) {
	say := func(format string, args ...any) { lines = append(lines, fmt.Sprintf(format, args...)) }
	say("%s", s.DrawnText())
	conflicts := terminal.Plural(s.Conflicts, "conflict", "conflicts") + " between axioms"
	if s.Mixture.takesRegular() {
		say("%s; %s", regularText(s.Regular), conflicts)
	} else {
		say("regular pairs: %s found; no task of the mixture takes them", terminal.Group(s.Regular.Found))
		if s.Conflicts > 0 {
			say("%s", conflicts)
		}
	}
	if n := s.Regular.BeyondLimit; n > 0 {
		say("regular pairs beyond a limit per query or per positive: %s", terminal.Group(n))
	}
	if n := s.Regular; n.Taken > 0 && s.Mixture.takesRegular() {
		say("negatives of regular pairs: %s judged, %s assumed (nobody judged them)", terminal.Group(n.JudgedNegatives),
			terminal.Group(n.AssumedNegatives))
	}
	if text := s.Regular.Stated.Text(); text != "" {
		say("%s", text)
	}
	if left := s.Regular.Suspects.Text(); left != "" {
		say("regular pairs left out, since their negative may be relevant or is too easy: %s", left)
	}
	return lines
}

// regularText returns what became of the regular pairs that were found.
func regularText(l sample.RegularLedger) string {
	unused := ""
	if n := l.NotInMixture; n > 0 {
		unused = " (" + terminal.Group(n) + " of them in no row of the mixture)"
	}
	return fmt.Sprintf("regular pairs: %s found, %s taken%s, %s given up for axiomatic ones", terminal.Group(l.Found),
		terminal.Group(l.Taken), unused, terminal.Group(l.Displaced))
}

// DrawnText returns how many axiomatic and how many regular pairs the training split holds, or how many rows of the tasks of a mixture.
func (s *Report) DrawnText() string {
	pairs, short := 0, 0
	for _, p := range s.Pools {
		pairs, short = pairs+p.Taken, short+p.Shortfall
	}
	text := "drawn: " + terminal.Group(pairs) + " axiomatic and " + terminal.Group(s.Regular.Taken) + " regular pairs"
	if len(s.Mixture) > 0 {
		text = "drawn: " + s.Mixture.text()
	}
	if short > 0 {
		text += ", " + terminal.Group(short) + " axiomatic fewer than asked"
	}
	return text
}

// NoPairHint returns what to do where the training split has no pair.
func (s *Report) NoPairHint() string {
	if s.Regular.Found == 0 && len(s.Pools) > 0 && s.Pools[0].Size > 0 {
		return "the judgements give no pair, so a ratio asks for nothing: ask for a number of axiomatic pairs with --pairs N"
	}
	return "add judgements, axioms or candidates; axiomine gen mine shows what each axiom finds"
}
