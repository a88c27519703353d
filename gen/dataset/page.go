package dataset

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/axiomine/axiomine/configs/outdir"
	"github.com/axiomine/axiomine/configs/page"
	"github.com/axiomine/axiomine/configs/shown"
	"github.com/axiomine/axiomine/gen/collection"
)

// PairsPage is the page of a data set.
const PairsPage = "pairs.html"

// pageStage is the page in the journal. It is written anew in every run, for it names the run's command.
const pageStage = "page of the pairs"

// writePage leaves the page of a data set.
func (c *Sampler) writePage(data *Data) error {
	f, err := c.Out.WriteFile(PairsPage, c.page(data).HTML)
	if err != nil {
		return err
	}
	return c.Out.Finish(pageStage, f.SHA256, []outdir.File{f})
}

// page shows a data set: its ledger, the collection it is of, and rows with their texts.
func (c *Sampler) page(data *Data) *page.Page {
	p := data.Report.Page()
	p.Command = c.Again()
	queries, candidates := 0, 0
	for _, s := range c.Splits {
		queries, candidates = queries+s.Census.Queries, candidates+s.Census.Candidates
	}
	p.Facts = [][2]string{{"documents", shown.Grouped(c.Index.NumDocs())}, {"queries", shown.Grouped(queries)},
		{"candidates", shown.Grouped(candidates)}, {"rows", rowsText(data.Report.Rows)}, {"seed", fmt.Sprint(c.Config.Gen.Seed)}}
	if examples := c.examples(data); len(examples) > 0 {
		p.Chapters = append(p.Chapters, page.Chapter{Title: fmt.Sprintf("%s with their evidence", shown.Plural(len(examples), "row", "rows")),
			Examples: examples})
	}
	return p
}

// rowsText gives "506 train, 388 dev".
func rowsText(rows map[string]int) string {
	var parts []string
	for _, name := range slices.SortedFunc(maps.Keys(rows), bySplit) {
		parts = append(parts, shown.Grouped(rows[name])+" "+name)
	}
	return strings.Join(parts, ", ")
}

func bySplit(a, b string) int { return cmp.Compare(collection.SplitRank(a), collection.SplitRank(b)) }
