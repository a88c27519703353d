package dataset

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/axiomine/axiomine/gen/account"
	"github.com/axiomine/axiomine/gen/collection"
	"github.com/axiomine/axiomine/gen/mine"
	"github.com/axiomine/axiomine/gen/prepare"
	"github.com/axiomine/axiomine/internal/result"
	"github.com/axiomine/axiomine/internal/ui/page"
	"github.com/axiomine/axiomine/internal/ui/terminal"
)

// The pages of a data set and of what axioms find.
const (
	pairsPage  = "pairs.html"
	CountsPage = "counts.html"
)

// writePage writes a page, what being its name in the journal. It is written anew in every run, for it names the run's command.
func writePage(out *result.Dir, p *page.Page, name, stageName string) error {
	f, err := out.WriteFile(name, p.HTML)
	if err != nil {
		return err
	}
	return out.Finish(stageName, f.SHA256, []result.File{f})
}

// factsOf returns the sizes of the prepared collection.
func factsOf(chain *prepare.Preparation) [][2]string {
	queries, candidates := 0, 0
	for _, s := range chain.Splits {
		queries, candidates = queries+s.Census.Queries, candidates+s.Census.Candidates
	}
	facts := [][2]string{{"documents", terminal.Group(chain.Index.NumDocs())}, {"queries", terminal.Group(queries)},
		{"candidates", terminal.Group(candidates)}}
	if slices.ContainsFunc(chain.Inputs.Topics, func(t collection.Topics) bool { return len(t.Run) == 0 }) { // and so found here
		facts = append(facts, [2]string{"equal scores", "in the order of the collection"})
	}
	return facts
}

// countsPage shows how much each axiom finds among the candidates.
func countsPage(chain *prepare.Preparation, counts mine.Counts) *page.Page {
	pairs := map[string]int{}
	for _, s := range chain.Splits {
		pairs[s.Name] = s.Census.CandidatePairs
	}
	p := account.CountsPage(chain.Axioms.All, counts, page.Next{Why: "pairs of these axioms", Command: chain.Run.Next})
	p.Command = chain.Run.Again()
	p.Facts = append(factsOf(chain), [2]string{"candidate pairs", rowsText(pairs)})
	return p
}

// samplePage shows a data set: its account, the collection it is of, and rows with their texts.
func samplePage(chain *prepare.Preparation, data *Data) *page.Page {
	p := data.Report.Page(data.Drawn, chain.Run.Next)
	p.Command = chain.Run.Again()
	p.Facts = append(factsOf(chain), [2]string{"rows", rowsText(data.Rows())}, [2]string{"seed", fmt.Sprint(chain.Run.Config.Gen.Seed)})
	if examples := examplesOf(chain, data); len(examples) > 0 {
		p.Sections = append(p.Sections, page.Section{Title: fmt.Sprintf("%s with their evidence", terminal.Plural(len(examples), "row", "rows")),
			Examples: examples})
	}
	return p
}

// rowsText returns the numbers of rows as text, "506 train, 388 dev".
func rowsText(rows map[string]int) string {
	var parts []string
	for _, name := range slices.SortedFunc(maps.Keys(rows), collection.CompareSplits) {
		parts = append(parts, terminal.Group(rows[name])+" "+name)
	}
	return strings.Join(parts, ", ")
}
