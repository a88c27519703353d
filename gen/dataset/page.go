package dataset

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/axiomine/axiomine/configs"
	"github.com/axiomine/axiomine/gen/account"
	"github.com/axiomine/axiomine/gen/collection"
	"github.com/axiomine/axiomine/gen/mine"
	"github.com/axiomine/axiomine/gen/prepare"
	"github.com/axiomine/axiomine/gen/stage"
	"github.com/axiomine/axiomine/internal/lists"
	"github.com/axiomine/axiomine/internal/result"
	"github.com/axiomine/axiomine/internal/ui/page"
	"github.com/axiomine/axiomine/internal/ui/terminal"
)

// The files of the pages of a data set and of the axioms' counts.
const (
	pairsPage  = "pairs.html"
	CountsPage = "counts.html"
)

// writePage writes a page to a file. Every run writes it again, since a page shows the run's command. stageName is its name in the journal.
func writePage(out *result.Dir, p *page.Page, name, stageName string) error {
	f, err := out.WriteFile(name, p.HTML)
	if err != nil {
		return err
	}
	return out.Finish(stageName, f.SHA256, []result.File{f})
}

// factsOf returns names and values of the sizes of the prepared collection.
func factsOf(chain *prepare.Preparation) [][2]string {
	queries, candidates := 0, 0
	for _, s := range chain.Splits {
		queries, candidates = queries+s.Census.Queries, candidates+s.Census.Candidates
	}
	facts := [][2]string{{"documents", terminal.Group(chain.Index.NumDocs())}, {"queries", terminal.Group(queries)},
		{"candidates", terminal.Group(candidates)}}
	isRetrieved := func(t collection.Topics) bool { return len(t.Run) == 0 }
	if slices.ContainsFunc(chain.Inputs.Topics, isRetrieved) {
		facts = append(facts, [2]string{"equal scores", "in the order of the collection"})
	}
	return facts
}

// countsPage returns a page of the number of pairs that each axiom finds among the candidates.
func countsPage(chain *prepare.Preparation, counts mine.Counts) *page.Page {
	p := account.CountsPage(chain.Axioms.All, counts, page.Next{Why: "pairs of these axioms", Command: chain.Run.Next})
	p.Command = chain.Run.Again()
	p.Facts = append(factsOf(chain), [2]string{"candidate pairs", rowsText(candidatePairs(chain.Splits))})
	return p
}

func candidatePairs(splits []prepare.Split) map[string]int {
	pairs := map[string]int{}
	for _, s := range splits {
		pairs[s.Name] = s.Census.CandidatePairs
	}
	return pairs
}

// samplePage returns a page of a data set: its account, the sizes of its collection, and rows with their texts.
func samplePage(chain *prepare.Preparation, data *Data) *page.Page {
	p := data.Report.Page(data.Drawn, chain.Run.Next)
	p.Command = chain.Run.Again()
	p.Facts = append(factsOf(chain), [2]string{"pairs drawn", rowsText(data.Rows())}, [2]string{"seed", fmt.Sprint(chain.Run.Config.Gen.Seed)})
	if examples := examplesOf(chain, data); len(examples) > 0 {
		p.Sections = append(p.Sections, page.Section{Title: fmt.Sprintf("%s with their evidence", terminal.Plural(len(examples), "row", "rows")),
			Examples: examples})
	}
	return p
}

// rowsText returns numbers of rows by split as text, such as "506 train, 388 dev".
func rowsText(rows map[string]int) string {
	names := slices.SortedFunc(maps.Keys(rows), configs.CompareSplits)
	return strings.Join(lists.Map(names, func(name string) string { return terminal.Group(rows[name]) + " " + name }), ", ")
}

// Mine counts the instances of every axiom in every split, and writes the counts to the folder's account.
func Mine(ctx context.Context, chain *prepare.Preparation) (mine.Counts, error) {
	counts := mine.Counts{}
	miner := prepare.NewMiner(chain)
	var err error
	if miner.Only, err = prepare.NewViolationFilter(chain); err != nil {
		return nil, err
	}
	err = Count(ctx, chain, miner, func(s *prepare.Split, counter *mine.Counter) { counter.Add(s.Name, counts) })
	if err != nil {
		return nil, err
	}
	return counts, WriteCounts(chain, counts)
}

// Count runs the miner over every split and calls finish with the split's counter.
func Count(ctx context.Context, chain *prepare.Preparation, miner *mine.Miner, finish func(*prepare.Split, *mine.Counter)) error {
	for i := range chain.Splits {
		s := &chain.Splits[i]
		counter := mine.NewCounter(miner, chain.Run.Config.Gen.MinGrade)
		st := chain.Run.Progress.Stage("mine", collection.UnitOf(s.Name, "queries"), len(s.Queries))
		err := miner.Run(ctx, s.Queries, st, counter.Visit)
		st.Done()
		if err != nil {
			return err
		}
		finish(s, counter)
	}
	return nil
}

// WriteCounts writes counts to the folder's account, and a page of the counts.
func WriteCounts(chain *prepare.Preparation, counts mine.Counts) error {
	key, err := keyOf(chain, stage.Mining)
	if err != nil {
		return err
	}
	isDrawn, err := isFinished(chain, stage.Sample)
	if err != nil {
		return err
	}
	report := account.OfCounts(chain.Axioms.All, candidatePairs(chain.Splits), counts)
	err = report.Write(chain.Run.Out, func(what string) bool { return what == account.Documents || what != account.Preferences && isDrawn })
	if err != nil {
		return err
	}
	if err := chain.Run.Out.Finish(string(stage.Mining), key, nil); err != nil {
		return err
	}
	return writePage(chain.Run.Out, countsPage(chain, counts), CountsPage, "page of the counts")
}

// isFinished reports whether the folder has a stage's result under the chain's configuration.
func isFinished(chain *prepare.Preparation, name stage.Name) (bool, error) {
	key, err := keyOf(chain, name)
	if err != nil {
		return false, err
	}
	_, ok := chain.Run.Out.FinishedFiles(string(name), key)
	return ok, nil
}
