package account

import (
	"fmt"
	"slices"
	"strings"

	"github.com/axiomine/axiomine/internal/catalogue"
	"github.com/axiomine/axiomine/internal/chain/quota"
	"github.com/axiomine/axiomine/internal/ui/page"
	"github.com/axiomine/axiomine/internal/ui/terminal"
	"github.com/axiomine/axiomine/tokenize/pairs"
	"github.com/axiomine/axiomine/tokenize/shard"
)

// Page shows what came, where every mined pair went and what each pool is like.
func (s *Report) Page() *page.Page {
	p := &page.Page{Kind: "axiomine training pairs", Title: "What the pairs are made of", Found: s.found(), Sure: s.sure(),
		Warnings: slices.Concat(s.Overlaps, s.Warnings), Chapters: []page.Chapter{s.flowChapter(), s.poolsChapter(), s.drawnChapter()}}
	if s.Regular.Stated.All > 0 {
		p.Chapters = append(p.Chapters, s.statedChapter())
	}
	if read, ok := s.Reading.chapter(); ok {
		p.Chapters = append(p.Chapters, read)
	}
	var names []string
	for _, pool := range s.allPools() {
		names = append(names, strings.TrimPrefix(pool.Name, quota.PairTask))
	}
	p.Glossary = catalogue.Meanings(names)
	return p
}

func (s *Report) allPools() []Pool { return slices.Concat(s.Pools, s.PairTasks) }

// found says how many pairs came from judgements and how many from axioms.
func (s *Report) found() string {
	axiomatic, used := 0, 0
	for _, p := range s.allPools() {
		axiomatic += p.Taken - p.NotInMixture
		if p.Taken > 0 {
			used++
		}
	}
	for _, p := range s.Perturbed {
		axiomatic += p.Pairs
	}
	text := fmt.Sprintf("The training split has %s and %s", s.Regular.Text(), terminal.Plural(axiomatic, "pair",
		"pairs")+" that axioms prefer")
	if used > 1 {
		text += fmt.Sprintf(", drawn from %d pools", used)
	}
	return text + "."
}

// sure says how often judgements agree with the axioms, and which pools prefer length.
func (s *Report) sure() string {
	right, decisions, leaning := 0, 0, 0
	for _, p := range s.allPools() {
		right += p.Dropped.AlreadyRegular
		decisions += p.Dropped.AlreadyRegular + p.Dropped.NonRelevantOverRelevant
		if p.Direction.Leans() != "" {
			leaning++
		}
	}
	switch {
	case len(s.allPools()) == 0:
		return "No axiom's pool was drawn from: all rests on the judgements."
	case decisions == 0:
		return "No judgement decides any mined pair, so that nothing here says how often the axioms are right." + leaningText(leaning)
	}
	return fmt.Sprintf("Of %s between a relevant and another document judgements agree with %.0f %%; that says nothing of pairs without a "+
		"judged document.", terminal.Plural(decisions, "mined pair", "mined pairs"), 100*float64(right)/float64(decisions)) + leaningText(leaning)
}

func leaningText(pools int) string {
	if pools == 0 {
		return " In no pool does the length of the documents alone decide more than 60 % of the pairs."
	}
	return fmt.Sprintf(" In %s the length of the documents alone decides more than 60 %% of the pairs.",
		terminal.Plural(pools, "pool", "pools"))
}

// poolsChapter shows how long the preferred documents of each pool are, and what was asked of it.
func (s *Report) poolsChapter() page.Chapter {
	longer := page.Series{Name: "pool"}
	d := page.Dots{Axis: "share of pairs that prefer the longer document", To: 1, Guide: pairs.Leaning,
		Caption: "How often the preferred document of a pair is the longer one. Right of the dashed line a model that looks at nothing but " +
			"length obeys more than 60 % of the pairs; delta_star or length-balanced sampling help, if the axiom prefers shorter documents too."}
	t := &page.Texts{Left: 1, Caption: "Agreement: of the mined pairs with exactly one relevant document, the share that prefers it. " +
		"Short: how " +
		"many fewer pairs the pool has than were asked.",
		Heads: []string{"pool", "mined", "in the pool", "asked", "in the rows", "short", "prefer longer", "length skew", "agreement"}}
	for _, p := range s.allPools() {
		name, agreement, share := strings.TrimPrefix(p.Name, quota.PairTask), page.None, page.None
		if p.Direction.Pairs > 0 {
			share = terminal.Percent(p.Direction.LongerShare())
		}
		if p.Agreement != nil {
			agreement = terminal.Percent(*p.Agreement)
		}
		d.Rows, longer.Values = append(d.Rows, name), append(longer.Values, p.Direction.LongerShare())
		t.Rows = append(t.Rows, []string{name, terminal.Grouped(p.Mined), terminal.Grouped(p.Size), terminal.Grouped(p.Wanted),
			terminal.Grouped(p.Taken),
			terminal.Grouped(p.Shortfall), share, page.Signed(p.LengthSkew, 3), agreement})
	}
	d.Series = []page.Series{longer}
	chapter := page.Chapter{Title: "The pools", Table: t}
	if len(d.Rows) > 0 {
		chapter.Chart = d
	}
	return chapter
}

// statedChapter shows what became of the preferences that judgements state.
func (s *Report) statedChapter() page.Chapter {
	preferences := s.Regular.Stated
	t := &page.Texts{Left: 1, Heads: []string{"became", "preferences"},
		Rows:    [][]string{{"in the rows", terminal.Grouped(preferences.Used)}},
		Caption: "Judgements state a preference for each document of a query above each one with a lower grade."}
	for _, reason := range preferences.Unused() {
		if reason.N > 0 {
			t.Rows = append(t.Rows, []string{reason.Name, terminal.Grouped(reason.N)})
		}
	}
	return page.Chapter{Title: "What judgements state", Table: t}
}

// drawnChapter describes the rows of each split.
func (s *Report) drawnChapter() page.Chapter {
	return page.Chapter{Title: "The rows", Table: &page.Texts{Left: 3, Heads: shard.DrawnHeads, Rows: shard.DrawnRows(s.Drawn),
		Caption: shard.DrawnCaption}}
}
