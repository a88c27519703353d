package account

import "github.com/axiomine/axiomine/internal/ui/terminal"

// CameText says in rows of the training split what was drawn: how many axiomatic pairs beside how many regular ones.
func (s *Report) CameText() string {
	pairs, short := 0, 0
	for _, p := range s.Pools {
		pairs, short = pairs+p.Taken, short+p.Shortfall
	}
	text := "came: " + terminal.Grouped(pairs) + " axiomatic : " + terminal.Grouped(s.Regular.Taken) + " regular"
	if short > 0 {
		text += ", " + terminal.Grouped(short) + " axiomatic pairs fewer than asked"
	}
	return text
}

// NoPairHint says what to do where a training split gives nothing.
func (s *Report) NoPairHint() string {
	if s.Regular.Found == 0 && len(s.Pools) > 0 && s.Pools[0].Size > 0 {
		return "the judgements give no pair, so a ratio asks for nothing: ask for a number of axiomatic pairs with --pairs N"
	}
	return "add judgements, axioms or candidates; axiomine gen mine shows what each axiom finds"
}
