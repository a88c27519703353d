package account

import (
	"github.com/axiomine/axiomine/internal/chain/quota"
	"github.com/axiomine/axiomine/internal/ui/terminal"
)

// DrawnText returns how many axiomatic and how many regular pairs the training split holds, or how many rows of the tasks of a mixture.
func (s *Report) DrawnText() string {
	pairs, short := 0, 0
	for _, p := range s.Pools {
		pairs, short = pairs+p.Taken, short+p.Shortfall
	}
	text := "drawn: " + terminal.Group(pairs) + " axiomatic and " + terminal.Group(s.Regular.Taken) + " regular pairs"
	if len(s.Mixture) > 0 {
		text = "drawn: " + s.mixtureText()
	}
	if short > 0 {
		text += ", " + terminal.Group(short) + " axiomatic fewer than asked"
	}
	return text
}

// mixtureText returns how many rows of how many tasks the training split of a mixture has.
func (s *Report) mixtureText() string {
	rows := 0
	for _, n := range s.Mixture {
		rows += n
	}
	return terminal.Plural(rows, "row", "rows") + " of " + terminal.Plural(len(s.Mixture), "task", "tasks")
}

// takesRegular reports whether regular pairs can be rows: a mixture takes them in its ranking task alone.
func (s *Report) takesRegular() bool { return len(s.Mixture) == 0 || s.Mixture[quota.RankingTask] > 0 }

// NoPairHint returns what to do where the training split has no pair.
func (s *Report) NoPairHint() string {
	if s.Regular.Found == 0 && len(s.Pools) > 0 && s.Pools[0].Size > 0 {
		return "the judgements give no pair, so a ratio asks for nothing: ask for a number of axiomatic pairs with --pairs N"
	}
	return "add judgements, axioms or candidates; axiomine gen mine shows what each axiom finds"
}
