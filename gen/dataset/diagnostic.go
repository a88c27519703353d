package dataset

import (
	"bufio"
	"cmp"
	"context"
	"fmt"
	"io"
	"maps"
	"math"
	"slices"
	"strings"

	"github.com/axiomine/axiomine/gen/corpus"
	"github.com/axiomine/axiomine/gen/mine"
	"github.com/axiomine/axiomine/gen/prepare"
	"github.com/axiomine/axiomine/gen/stage"
	"github.com/axiomine/axiomine/internal/ui/terminal"
)

// diagnosticDir is the folder of the files, and the stage's name in the journal.
const diagnosticDir = "diagnostic"

// Diagnostic writes the files that an external model must score before axiomine axioms diagnose can test it on generative axioms. They are
// diagnostic/collection.tsv with the candidates of every split and the documents made of them, the queries, and a run of these documents.
// In the run the made documents follow the candidates, with arbitrary scores.
func Diagnostic(ctx context.Context, p *prepare.Preparation) error {
	miner := prepare.NewMiner(p)
	miner.Axioms = nil
	for _, a := range mine.Generatives(prepare.OmitMade(&p.Run.Config.Gen, p.Axioms.All)) {
		miner.Axioms = append(miner.Axioms, a)
	}
	documents := map[mine.Candidate]bool{} // keys have only Doc and Made
	batch := p.Run.Out.Batch()
	write := func(name string, content func(w *bufio.Writer) error) {
		batch.Write(diagnosticDir+"/"+name, func(w io.Writer) error {
			b := bufio.NewWriter(w)
			if err := content(b); err != nil {
				return err
			}
			return b.Flush()
		})
	}
	for _, s := range p.Splits {
		docs := make([][]mine.Candidate, len(s.Queries))
		err := miner.Run(ctx, s.Queries, nil, func(_ int, q *mine.Query, place int, f *mine.Found) error {
			for a := range miner.Axioms {
				for _, in := range f.Pairs[a] {
					if in.Made > 0 { // if Made is 0, the preferred document is a candidate
						docs[place] = append(docs[place], mine.Candidate{Doc: q.Docs[in.Pos].Doc, Made: in.Made})
					}
				}
			}
			slices.SortFunc(docs[place], compareMade)
			docs[place] = slices.Compact(docs[place])
			return nil
		})
		if err != nil {
			return err
		}
		write("queries."+s.Name+".tsv", func(w *bufio.Writer) error {
			for i := range s.Queries {
				fmt.Fprintf(w, "%s\t%s\n", s.Queries[i].ID, oneLine(s.Queries[i].Text))
			}
			return nil
		})
		write(prepare.RunName(s.Name), func(w *bufio.Writer) error {
			return corpus.WriteRun(w, func(yield func(corpus.RunRow) bool) {
				for i := range s.Queries {
					for _, row := range pairsToScore(p, &s.Queries[i], docs[i], documents) {
						if !yield(row) {
							return
						}
					}
				}
			}, "axiomine-diagnostic")
		})
	}
	write("collection.tsv", func(w *bufio.Writer) error {
		for _, m := range slices.SortedFunc(maps.Keys(documents), compareMade) {
			fmt.Fprintf(w, "%s\t%s\n", m.ID(p.Index), oneLine(m.Text(p.Index)))
		}
		return nil
	})
	if err := batch.Err(); err != nil {
		return err
	}
	numMade := 0
	for m := range documents {
		if m.Made > 0 {
			numMade++
		}
	}
	p.Run.Progress.Say("diagnostic: %s to score, %s of them made", terminal.Plural(len(documents), "document", "documents"),
		terminal.Group(numMade))
	return batch.Finish(diagnosticDir, p.Run.Key(stage.Diagnostic))
}

// compareMade orders candidates by their documents in the collection, then by the number of repetitions.
func compareMade(a, b mine.Candidate) int {
	return cmp.Or(cmp.Compare(a.Doc, b.Doc), cmp.Compare(a.Made, b.Made))
}

// pairsToScore returns the rows of a query's run: its candidates, best first, then the made documents docs. It adds all of them to
// documents.
func pairsToScore(p *prepare.Preparation, q *mine.Query, docs []mine.Candidate, documents map[mine.Candidate]bool) (rows []corpus.RunRow) {
	least := leastScore(q.Docs, func(d mine.Candidate) float64 { return d.Score })
	add := func(m mine.Candidate, score float64) {
		documents[m] = true
		rows = append(rows, corpus.RunRow{QueryID: q.ID, DocID: m.ID(p.Index), Rank: len(rows) + 1, Score: score})
	}
	for _, d := range q.Docs {
		score := d.Score
		if math.IsNaN(score) { // added as judged relevant, or made
			least--
			score = least
		}
		add(mine.Candidate{Doc: d.Doc, Made: d.Made}, score)
	}
	for _, m := range docs {
		least--
		add(m, least)
	}
	return rows
}

// oneLine returns a text as one field of a TSV file.
func oneLine(text string) string { return strings.Join(strings.Fields(text), " ") }
