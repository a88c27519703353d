package account

import (
	"strings"

	"github.com/axiomine/axiomine/gen/sample"
	"github.com/axiomine/axiomine/internal/chain/quota"
	"github.com/axiomine/axiomine/internal/ui/page"
	"github.com/axiomine/axiomine/internal/ui/table"
	"github.com/axiomine/axiomine/internal/ui/terminal"
	"github.com/axiomine/axiomine/tokenize/pairs"
)

// flowSection draws where every mined pair went.
func flowSection(l sample.RegularLedger, pools []Pool) page.Section {
	f := page.Flow{Label: "From mined pairs to rows; the table has the numbers",
		Caption: "Left, what was found: each axiom's preferences between candidates, and regular pairs, which judgements give. Right, " +
			"what became of it. A band is as thick as its share of all pairs; what is not in the rows stands under its reason."}
	t := &table.Table{Caption: "Every pair of the training split is counted once in a row.",
		Columns: table.Mixed(2, "found by", "became", "pairs")}
	for _, fate := range fates {
		f.Fates = append(f.Fates, page.Fate{Name: fate.name, Kept: fate.kept})
	}
	add := func(name string, counts []int) {
		f.Sources, f.Counts = append(f.Sources, name), append(f.Counts, counts)
		for i, n := range counts {
			if n > 0 {
				t.Add(name, fates[i].name, terminal.Group(n))
			}
		}
	}
	regular := make([]int, len(fates))
	regular[inRows], regular[assumedInRows] = l.JudgedNegatives, l.AssumedNegatives
	regular[displaced] = l.Displaced
	regular[notDrawn] = l.Found - l.Taken - l.Displaced
	regular[beyondLimit] = l.BeyondLimit
	regular[suspect] = l.Suspects.Sum()
	regular[notInMixture] = l.NotInMixture
	add(pairs.Regular, regular)
	for _, p := range pools {
		counts := make([]int, len(fates))
		for i, fate := range fates {
			if fate.count != nil {
				counts[i] = fate.count(&p)
			}
		}
		add(strings.TrimPrefix(p.Name, quota.PairTask), counts)
	}
	return page.Section{Title: "From candidates to rows", Figure: f.Figure(), Table: t}
}

// What can become of a pair, by place in fates.
const (
	inRows = iota
	assumedInRows
	notDrawn
	conflict
	regularAlready
	againstGrades
	bothRelevant
	suspect
	displaced
	elsewhere
	beyondLimit
	labelling
	notInMixture
)

// fates are what can become of a pair, and how many of a pool did.
var fates = []struct {
	name  string
	kept  bool
	count func(p *Pool) int
}{
	inRows:         {"in the rows", true, func(p *Pool) int { return min(p.Taken, p.Size) - p.NotInMixture }},
	assumedInRows:  {"in the rows, with a negative that nobody judged", true, nil},
	notDrawn:       {"in the pool, not drawn", false, func(p *Pool) int { return max(0, p.Size-p.Taken) }},
	conflict:       {"axioms contradict each other", false, func(p *Pool) int { return p.Dropped.Conflict }},
	regularAlready: {"a regular pair already", false, func(p *Pool) int { return p.Dropped.AlreadyRegular }},
	againstGrades:  {"judgements say the opposite", false, func(p *Pool) int { return p.Dropped.NonRelevantOverRelevant }},
	bothRelevant:   {"both documents relevant", false, func(p *Pool) int { return p.Dropped.RelevantOverRelevant }},
	suspect:        {"other document may be relevant", false, func(p *Pool) int { return p.Dropped.Suspects.Sum() }},
	beyondLimit:    {"beyond a limit per query or positive", false, nil},
	labelling:      {"made a label: the pool's pairs are of labels", false, func(p *Pool) int { return p.Labelling }},
	notInMixture:   {"drawn, not in the mixture", false, func(p *Pool) int { return p.NotInMixture }},
	displaced:      {"given up for axiomatic pairs", false, nil},
	elsewhere: {"left out by a setting", false, func(p *Pool) int {
		return p.Dropped.LengthUnmatched + p.Dropped.NotViolated + p.Dropped.NotScored + p.Dropped.OtherSource
	}},
}
