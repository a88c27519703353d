// Package countspage shows what axioms find among the candidates.
package countspage

import (
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"

	"github.com/axiomine/axiomine/axioms"
	"github.com/axiomine/axiomine/gen/mine"
	"github.com/axiomine/axiomine/internal/catalogue"
	"github.com/axiomine/axiomine/internal/chain/account"
	"github.com/axiomine/axiomine/internal/chain/collection"
	"github.com/axiomine/axiomine/internal/ui/page"
	"github.com/axiomine/axiomine/internal/ui/table"
	"github.com/axiomine/axiomine/internal/ui/terminal"
	"github.com/axiomine/axiomine/tokenize/pairs"
)

// New returns the page that shows how much each axiom finds among the candidates, what judgements make of it, and whether length
// decides. numPairs are the candidate pairs by split; next goes on from the page.
func New(list []axioms.Axiom, numPairs map[string]int, counts mine.Counts, profiles mine.Profiles, next page.Next) *page.Page {
	p := &page.Page{Kind: "axiomine axiom counts", Title: "What each axiom finds", Found: account.CountsText(counts),
		Sure: account.CountsSure(counts), Next: next}
	var names []string
	ofPairs := map[string]bool{}
	for _, a := range list {
		_, ofPairs[a.String()] = a.(axioms.Preference)
		if name := a.String(); counts[name] != nil && !slices.Contains(names, name) {
			names = append(names, name)
		}
	}
	p.Glossary = catalogue.Meanings(names)
	t := &countsTable{names: names, splits: slices.SortedFunc(maps.Keys(numPairs), collection.CompareSplits), counts: counts,
		profiles: profiles, pairs: numPairs, ofPairs: ofPairs}
	p.Sections = []page.Section{t.pairsFound(), t.agreement(), t.lengths(), t.byBound()}
	return p
}

// countsTable are counts by axiom and split, in the order in which they are shown.
type countsTable struct {
	names, splits []string
	counts        mine.Counts
	profiles      mine.Profiles
	pairs         map[string]int  // of candidates, by split
	ofPairs       map[string]bool // axioms that compare two candidates
}

// dots draws a value of every axiom and split; value is NaN where there is none. Axioms without any are named in the caption, after what
// they lack. It returns nil where no axiom has one.
func (t *countsTable) dots(d page.Dots, lack string, value func(name, split string) (v float64, note string)) *page.Figure {
	d.Series = make([]page.Series, len(t.splits))
	var none []string
	for _, name := range t.names {
		values, notes := make([]float64, len(t.splits)), make([]string, len(t.splits))
		isDrawn := false
		for i, split := range t.splits {
			values[i] = math.NaN()
			if _, ok := t.counts[name][split]; ok {
				values[i], notes[i] = value(name, split)
			}
			isDrawn = isDrawn || !math.IsNaN(values[i])
		}
		if !isDrawn {
			none = append(none, name)
			continue
		}
		d.Rows = append(d.Rows, name)
		for i, split := range t.splits {
			s := &d.Series[i]
			s.Name, s.Values, s.Notes = split, append(s.Values, values[i]), append(s.Notes, notes[i])
		}
	}
	if len(d.Rows) == 0 {
		return nil
	}
	if len(none) > 0 {
		d.Caption += " " + lack + ": " + strings.Join(none, ", ") + "."
	}
	return d.Figure()
}

// pairsFound shows the share of the candidate pairs on which an axiom has a preference.
func (t *countsTable) pairsFound() page.Section {
	numbers := &table.Table{Caption: "A pair of candidates is found where the axiom's precondition holds and it prefers one of " +
		"the two. " +
		"R is judged relevant, N is not; the preferred document stands first. Axioms of three documents, or of made ones, have no share.",
		Columns: table.Mixed(2, "axiom", "split", "candidate pairs", "found", "share", "R over R", "R over N", "N over R", "N over N",
			"left out")}
	number := func(n *int) string {
		if n == nil {
			return table.None
		}
		return terminal.Group(*n)
	}
	for _, name := range t.names {
		for _, split := range t.splits {
			if c, ok := t.counts[name][split]; ok {
				share := table.None
				if t.ofPairs[name] && t.pairs[split] > 0 {
					share = terminal.Percent(float64(c.Instances) / float64(t.pairs[split]))
				}
				numbers.Add(name, split, terminal.Group(t.pairs[split]), terminal.Group(c.Instances), share,
					number(c.RelOverRel), number(c.RelOverNonrel), number(c.NonrelOverRel), number(c.NonrelOverNonrel),
					terminal.Group(c.NotViolated+c.NotScored))
			}
		}
	}
	d := page.Dots{High: 1, Axis: "share of the candidate pairs", Caption: "Each row is an axiom, each mark a split: the share of the " +
		"pairs of " +
		"candidates on which its precondition holds and it prefers one."}
	const lack = "They compare no two candidates"
	return page.Section{Title: "Pairs found", Table: numbers, Figure: t.dots(d, lack, func(name, split string) (float64, string) {
		c := t.counts[name][split]
		if !t.ofPairs[name] || t.pairs[split] == 0 {
			return math.NaN(), ""
		}
		return min(1, float64(c.Instances)/float64(t.pairs[split])), terminal.Group(c.Instances)
	})}
}

// tooFew stands before the axioms that a figure leaves out since a share of their pairs would say nothing.
var tooFew = fmt.Sprintf("Fewer than %d such pairs", page.Fewest)

// agreement shows how often the judgements agree with an axiom.
func (t *countsTable) agreement() page.Section {
	d := page.Dots{High: 1, Guide: 0.5, Axis: "agreement with the judgements",
		Caption: "Of the pairs with exactly one relevant document, the " +
			"share in which the axiom prefers it. Left of the dashed line the judgements contradict it more often than not."}
	return page.Section{Title: "Agreement with the judgements", Figure: t.dots(d, tooFew, func(name, split string) (float64, string) {
		share, c := t.profiles[name][split].Agreement, t.counts[name][split]
		if share == nil || *c.RelOverNonrel+*c.NonrelOverRel < page.Fewest {
			return math.NaN(), ""
		}
		return *share, terminal.Percent(*share) + " of " + terminal.Group(*c.RelOverNonrel+*c.NonrelOverRel)
	})}
}

// lengths shows how often preferred documents are the longer ones.
func (t *countsTable) lengths() page.Section {
	d := page.Dots{High: 1, Guide: pairs.Leaning, Axis: "share of pairs that prefer the longer document", Caption: "How often the preferred " +
		"document of a pair is the longer one. Right of the dashed line a model that looks at nothing but length obeys more than 60 % of the " +
		"pairs; delta_star bounds the difference."}
	return page.Section{Title: "Length", Figure: t.dots(d, tooFew, func(name, split string) (float64, string) {
		longer := t.profiles[name][split].Longer
		if longer == nil || !t.ofPairs[name] || t.counts[name][split].Instances < page.Fewest {
			return math.NaN(), ""
		}
		return *longer, terminal.Percent(*longer) + ", length skew " + terminal.Signed(t.profiles[name][split].LengthSkew, 3)
	})}
}

// byBound shows what is left of an axiom's instances under the relative length bound.
func (t *countsTable) byBound() page.Section {
	bounds := []string{"0", "0.05", "0.1", "0.2", "0.5", "1"}
	numbers := &table.Table{Caption: "Instances whose lengths differ by at most delta_star of the longer document; at 1 every one counts.",
		Columns: table.Mixed(2, append([]string{"axiom", "split"}, bounds...)...)}
	for _, name := range t.names {
		for _, split := range t.splits {
			c, ok := t.counts[name][split]
			if !ok {
				continue
			}
			row := []string{name, split}
			for _, limit := range bounds {
				text := table.None
				if n, ok := c.ByDeltaStar[limit]; ok {
					text = terminal.Group(n)
				}
				row = append(row, text)
			}
			numbers.Add(row...)
		}
	}
	return page.Section{Title: "Found within a length bound", Table: numbers}
}
