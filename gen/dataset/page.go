package dataset

import (
	"cmp"
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"

	"github.com/axiomine/axiomine/configs/outdir"
	"github.com/axiomine/axiomine/configs/page"
	"github.com/axiomine/axiomine/gen/collection"
	"github.com/axiomine/axiomine/gen/pools"
	"github.com/axiomine/axiomine/tokenize/shard"
)

// PairsPage is the page of a data set.
const PairsPage = "pairs.html"

// pageStage is the page in the journal. It is written anew in every run, for it names the run's command.
const pageStage = "page of the pairs"

// skewed is the length skew above which a pool can teach a model to prefer length.
const skewed = 0.1

// writePage leaves the page of a data set.
func (c *Sampler) writePage(data *Data) error {
	f, err := c.Out.WriteFile(PairsPage, c.page(data).HTML)
	if err != nil {
		return err
	}
	return c.Out.Finish(pageStage, f.SHA256, []outdir.File{f})
}

// page shows a data set: what came, where every mined pair went, what each pool is like, and rows with their texts.
func (c *Sampler) page(data *Data) *page.Page {
	r := data.Report
	p := &page.Page{Kind: "axiomine training pairs", Title: "What the pairs are made of", Found: r.found(), Sure: r.sure(),
		Warnings: r.Warnings, Command: c.Again()}
	for _, pool := range r.allPools() {
		p.Axioms = append(p.Axioms, strings.TrimPrefix(pool.Name, pools.PairTask))
	}
	queries, candidates := 0, 0
	for _, s := range c.Splits {
		queries, candidates = queries+s.Census.Queries, candidates+s.Census.Candidates
	}
	p.Facts = [][2]string{{"documents", page.Grouped(c.Index.NumDocs())}, {"queries", page.Grouped(queries)},
		{"candidates", page.Grouped(candidates)}, {"rows", rowsText(r.Rows)}, {"seed", fmt.Sprint(c.Config.Gen.Seed)}}
	p.Chapters = []page.Chapter{r.flowChapter(), r.poolsChapter(), r.drawnChapter()}
	if examples := c.examples(data); len(examples) > 0 {
		p.Chapters = append(p.Chapters, page.Chapter{Title: fmt.Sprintf("%s with their evidence", page.Plural(len(examples), "row", "rows")),
			Examples: examples})
	}
	return p
}

// rowsText gives "506 train, 388 dev".
func rowsText(rows map[string]int) string {
	var parts []string
	for _, name := range slices.SortedFunc(maps.Keys(rows), bySplit) {
		parts = append(parts, page.Grouped(rows[name])+" "+name)
	}
	return strings.Join(parts, ", ")
}

func bySplit(a, b string) int { return cmp.Compare(collection.SplitRank(a), collection.SplitRank(b)) }

func (s *SampleReport) allPools() []PoolReport { return slices.Concat(s.Pools, s.PairTasks) }

// found says how many pairs came from judgements and how many from axioms.
func (s *SampleReport) found() string {
	axiomatic, used := 0, 0
	for _, p := range s.allPools() {
		axiomatic += p.Taken
		if p.Taken > 0 {
			used++
		}
	}
	for _, p := range s.Perturbed {
		axiomatic += p.Pairs
	}
	text := fmt.Sprintf("The training split has %s and %s", page.Plural(s.Regular.Taken, "judged pair", "judged pairs"),
		page.Plural(axiomatic, "pair", "pairs")+" that axioms prefer")
	if used > 1 {
		text += fmt.Sprintf(", drawn from %d pools", used)
	}
	return text + "."
}

// sure says how often judgements agree with the axioms, and which pools prefer length.
func (s *SampleReport) sure() string {
	right, decided, long := 0, 0, 0
	for _, p := range s.allPools() {
		right += p.Dropped.AlreadyRegular
		decided += p.Dropped.AlreadyRegular + p.Dropped.NonRelevantOverRelevant
		if p.LengthSkew > skewed {
			long++
		}
	}
	switch {
	case len(s.allPools()) == 0:
		return "No axiom's pool was drawn from: all rests on the judgements."
	case decided == 0:
		return "No judgement decides any mined pair, so that nothing here says how often the axioms are right." + skewText(long)
	}
	return fmt.Sprintf("Of %s between a relevant and another document judgements agree with %.0f %%; that says nothing of pairs without a "+
		"judged document.", page.Plural(decided, "mined pair", "mined pairs"), 100*float64(right)/float64(decided)) + skewText(long)
}

func skewText(pools int) string {
	switch pools {
	case 0:
		return " No pool can be satisfied by preferring longer documents."
	case 1:
		return " One pool can be satisfied by preferring longer documents."
	}
	return fmt.Sprintf(" %d pools can be satisfied by preferring longer documents.", pools)
}

// flowChapter draws where every mined pair went.
func (s *SampleReport) flowChapter() page.Chapter {
	f := page.Flow{Label: "From mined pairs to rows; the table has the numbers",
		Caption: "Left, what was found: each axiom's preferences between candidates, and judged pairs. Right, what became of it. A band is " +
			"as thick as its share of all pairs; what is not in the rows stands under its reason."}
	t := &page.Texts{Caption: "Every pair of the training split is counted once in a row.", Left: 2,
		Heads: []string{"found by", "became", "pairs"}}
	for _, fate := range fates {
		f.Into = append(f.Into, page.Fate{Name: fate.name, Kept: fate.kept})
	}
	add := func(name string, counts []int) {
		f.From, f.Counts = append(f.From, name), append(f.Counts, counts)
		for i, n := range counts {
			if n > 0 {
				t.Rows = append(t.Rows, []string{name, fates[i].name, page.Grouped(n)})
			}
		}
	}
	judged := make([]int, len(fates))
	judged[inRows], judged[displaced] = s.Regular.Taken, s.Regular.Displaced
	judged[notDrawn] = max(0, s.Regular.Found-s.Regular.Taken-s.Regular.Displaced)
	judged[suspect] = s.Regular.Suspects.Sum()
	add("judged", judged)
	for _, p := range s.allPools() {
		counts := make([]int, len(fates))
		for i, fate := range fates {
			if fate.of != nil {
				counts[i] = fate.of(&p)
			}
		}
		add(strings.TrimPrefix(p.Name, pools.PairTask), counts)
	}
	return page.Chapter{Title: "From candidates to rows", Chart: f, Table: t}
}

// What can become of a pair, by place in fates.
const (
	inRows = iota
	notDrawn
	conflict
	regularAlready
	againstGrades
	bothRelevant
	suspect
	displaced
	elsewhere
)

// fates are what can become of a pair, and how many of a pool did.
var fates = []struct {
	name string
	kept bool
	of   func(p *PoolReport) int
}{
	inRows:         {"in the rows", true, func(p *PoolReport) int { return p.Taken }},
	notDrawn:       {"in the pool, not drawn", false, func(p *PoolReport) int { return max(0, p.Size-p.Taken) }},
	conflict:       {"axioms contradict each other", false, func(p *PoolReport) int { return p.Dropped.Conflict }},
	regularAlready: {"a judged pair already", false, func(p *PoolReport) int { return p.Dropped.AlreadyRegular }},
	againstGrades:  {"judgements say the opposite", false, func(p *PoolReport) int { return p.Dropped.NonRelevantOverRelevant }},
	bothRelevant:   {"both documents relevant", false, func(p *PoolReport) int { return p.Dropped.RelevantOverRelevant }},
	suspect:        {"other document may be relevant", false, func(p *PoolReport) int { return p.Dropped.Suspects.Sum() }},
	displaced:      {"given up for axiomatic pairs", false, nil},
	elsewhere: {"left out by a setting", false, func(p *PoolReport) int {
		return p.Dropped.LengthUnmatched + p.Dropped.NotViolated + p.Dropped.NotScored + p.Dropped.OtherSource
	}},
}

// poolsChapter shows how long the preferred documents of each pool are, and what was asked of it.
func (s *SampleReport) poolsChapter() page.Chapter {
	skew := page.Series{Name: "pool"}
	d := page.Dots{Axis: "length skew", From: -0.2, To: 0.2, Guide: skewed,
		Caption: "How much longer the preferred document of a pair is than the other, relative to the longer, on average over the pool. Right " +
			"of the dashed line a model can satisfy the pool by preferring length; delta_star or length-balanced sampling help."}
	t := &page.Texts{Left: 1, Caption: "Agreement: of the mined pairs with exactly one relevant document, the share that prefers it. " +
		"Short: how " +
		"many fewer pairs the pool has than were asked.",
		Heads: []string{"pool", "mined", "in the pool", "asked", "in the rows", "short", "length skew", "agreement"}}
	for _, p := range s.allPools() {
		name, agreement := strings.TrimPrefix(p.Name, pools.PairTask), page.None
		if p.Agreement != nil {
			agreement = fmt.Sprintf("%.1f %%", 100**p.Agreement)
		}
		d.Rows, skew.Values = append(d.Rows, name), append(skew.Values, p.LengthSkew)
		d.From, d.To = min(d.From, math.Floor(5*p.LengthSkew)/5), max(d.To, math.Ceil(5*p.LengthSkew)/5)
		t.Rows = append(t.Rows, []string{name, page.Grouped(p.Mined), page.Grouped(p.Size), page.Grouped(p.Wanted), page.Grouped(p.Taken),
			page.Grouped(p.Shortfall), page.Signed(p.LengthSkew, 3), agreement})
	}
	d.Series = []page.Series{skew}
	chapter := page.Chapter{Title: "The pools", Table: t}
	if len(d.Rows) > 0 {
		chapter.Chart = d
	}
	return chapter
}

// drawnChapter describes the rows of each split.
func (s *SampleReport) drawnChapter() page.Chapter {
	return page.Chapter{Title: "The rows", Table: &page.Texts{Left: 3, Heads: shard.DrawnHeads, Rows: shard.DrawnRows(s.Drawn),
		Caption: "Lengths are in analysed terms; skew is the mean of (|+| - |-|) / max; agreement is with grades, where " +
			"both documents have one."}}
}
