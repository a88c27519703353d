package account

import (
	"fmt"
	"slices"
	"strings"

	"github.com/axiomine/axiomine/gen/sample"
	"github.com/axiomine/axiomine/internal/catalogue"
	"github.com/axiomine/axiomine/internal/chain/quota"
	"github.com/axiomine/axiomine/internal/ui/page"
	"github.com/axiomine/axiomine/internal/ui/table"
	"github.com/axiomine/axiomine/internal/ui/terminal"
	"github.com/axiomine/axiomine/tokenize/pairs"
	"github.com/axiomine/axiomine/tokenize/shard"
)

// Page shows what came, where every mined pair went and what each pool is like; next goes on from it, or empty where there
// are shards.
func (s *Report) Page(next string) *page.Page {
	why := "the rows as a trainer reads them"
	if next == "" {
		why, next = why+", in this page's folder", "axiomine tokenize inspect shards"
	}
	p := &page.Page{Kind: "axiomine training pairs", Title: "What the pairs are made of", Found: s.summary(), Sure: s.sure(),
		Next:     page.Next{Why: why, Command: next},
		Warnings: slices.Concat(s.Overlaps, s.Warnings),
		Sections: []page.Section{flowSection(s.Regular, s.allPools()), poolsSection(s.allPools()), drawnSection(s.Drawn)}}
	if s.Regular.Stated.All > 0 {
		p.Sections = append(p.Sections, statedSection(s.Regular.Stated))
	}
	if read, ok := s.Reading.section(); ok {
		p.Sections = append(p.Sections, read)
	}
	var names []string
	for _, pool := range s.allPools() {
		names = append(names, strings.TrimPrefix(pool.Name, quota.PairTask))
	}
	p.Glossary = catalogue.Meanings(names)
	return p
}

func (s *Report) allPools() []Pool { return slices.Concat(s.Pools, s.PairTasks) }

// summary returns how many pairs came from judgements and how many from axioms, or how many rows the tasks of a mixture have.
func (s *Report) summary() string {
	if !s.Mixture.takesRegular() {
		return "The training split has " + s.Mixture.text() + "."
	}
	axiomatic, used := 0, 0
	for _, p := range s.allPools() {
		axiomatic += p.Taken - p.NotInMixture
		if p.Taken > 0 {
			used++
		}
	}
	parts, rows, tasks := []string{s.Regular.Text()}, 0, 0
	for task, n := range s.Mixture {
		if task != quota.RankingTask && !strings.HasPrefix(task, quota.PairTask) {
			rows, tasks = rows+n, tasks+1
		}
	}
	if axiomatic > 0 || tasks == 0 {
		parts = append(parts, terminal.Plural(axiomatic, "pair", "pairs")+" that axioms prefer")
	}
	if used > 1 {
		parts[1] += fmt.Sprintf(", drawn from %s", terminal.Plural(used, "pool", "pools"))
	}
	if tasks > 0 {
		parts = append(parts, terminal.Plural(rows, "row", "rows")+" of "+terminal.Plural(tasks, "three-class task", "three-class tasks"))
	}
	return "The training split has " + terminal.JoinAnd(parts) + "."
}

// sure returns how often judgements agree with the axioms, and which pools prefer length.
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
	case len(s.allPools()) == 0 && !s.Mixture.takesRegular():
		return "The classes of the rows rest on the axioms alone."
	case len(s.allPools()) == 0 && len(s.Tasks) > 0:
		return "No axiom's pool of pairs was drawn from: the pairs rest on the judgements, and the classes of the tasks on the axioms."
	case len(s.allPools()) == 0:
		return "No axiom's pool was drawn from: all rests on the judgements."
	case decisions == 0:
		return "No judgement decides any mined pair, so that nothing here says how often the axioms are right." + leaningText(leaning)
	}
	if decisions < page.Fewest {
		return fmt.Sprintf("Too few to say how often the axioms are right: judgements decide %s.",
			terminal.Plural(decisions, "mined pair", "mined pairs")) + leaningText(leaning)
	}
	return fmt.Sprintf("Judgements agree with %.0f %% of the %s with one relevant document; they say nothing of the others.",
		100*float64(right)/float64(decisions), terminal.Plural(decisions, "mined pair", "mined pairs")) + leaningText(leaning)
}

func leaningText(pools int) string {
	if pools == 0 {
		return " In no pool does the length of the documents alone decide more than 60 % of the pairs."
	}
	return fmt.Sprintf(" In %s the length of the documents alone decides more than 60 %% of the pairs.",
		terminal.Plural(pools, "pool", "pools"))
}

// poolsSection shows how long the preferred documents of each pool are, and what was asked of it.
func poolsSection(pools []Pool) page.Section {
	longer := page.Series{Name: "pool"}
	d := page.Dots{Axis: "share of pairs that prefer the longer document", High: 1, Guide: pairs.Leaning,
		Caption: "How often the preferred document of a pair is the longer one. Right of the dashed line a model that looks at nothing but " +
			"length obeys more than 60 % of the pairs; delta_star or length-balanced sampling help, if the axiom prefers shorter documents too."}
	t := &table.Table{Caption: "Agreement: of the mined pairs with exactly one relevant document, the share that prefers it. " +
		"Short: how many fewer pairs the pool has than were asked.",
		Columns: table.Mixed(1, "pool", "mined", "in the pool", "asked", "in the rows", "short", "prefer longer", "length skew", "agreement")}
	for _, p := range pools {
		name, agreement, share := strings.TrimPrefix(p.Name, quota.PairTask), table.None, table.None
		if p.Direction.Pairs > 0 {
			share = terminal.Percent(p.Direction.LongerShare())
		}
		if p.Agreement != nil {
			agreement = terminal.Percent(*p.Agreement)
		}
		d.Rows, longer.Values = append(d.Rows, name), append(longer.Values, p.Direction.LongerShare())
		t.Add(name, terminal.Group(p.Mined), terminal.Group(p.Size), terminal.Group(p.Wanted),
			terminal.Group(p.Taken), terminal.Group(p.Shortfall), share, terminal.Signed(p.LengthSkew, 3), agreement)
	}
	d.Series = []page.Series{longer}
	section := page.Section{Title: "The pools", Table: t}
	if len(d.Rows) > 0 {
		section.Figure = d.Figure()
	}
	return section
}

// statedSection shows what became of the preferences that judgements state.
func statedSection(preferences sample.PreferenceCounts) page.Section {
	t := &table.Table{Caption: "Judgements state a preference for each document of a query above each one with a lower grade.",
		Columns: table.Mixed(1, "became", "preferences"), Rows: [][]string{{"in the rows", terminal.Group(preferences.Used)}}}
	for _, reason := range preferences.Unused() {
		if reason.N > 0 {
			t.Add(reason.Name, terminal.Group(reason.N))
		}
	}
	return page.Section{Title: "What judgements state", Table: t}
}

// drawnSection describes the rows of each split.
func drawnSection(rows []shard.PoolRows) page.Section {
	return page.Section{Title: "The rows", Table: &table.Table{Caption: shard.DrawnCaption,
		Columns: table.Mixed(3, shard.DrawnHeads...), Rows: shard.DrawnRows(rows)}}
}
