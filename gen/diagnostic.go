package gen

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

	"github.com/axiomine/axiomine/configs/outdir"
	"github.com/axiomine/axiomine/gen/corpus"
	"github.com/axiomine/axiomine/gen/index"
	"github.com/axiomine/axiomine/gen/mine"
)

const diagnosticDir = "diagnostic"

// made is a document of the collection, repeated k times where k is not 0.
type made struct {
	doc uint32
	k   int32
}

func (m made) id(x *index.Index) string {
	c := mine.Candidate{Doc: m.doc, Made: m.k}
	return c.ID(x)
}

// Diagnostic leaves what a model outside has to score before axiomine axioms diagnose can say how it stands to the
// generative axioms too: the candidates of every split and the documents made of them, as diagnostic/collection.tsv, the
// queries, and a run of both. Made documents stand behind the candidates, with scores that say nothing.
func (c *Chain) Diagnostic(ctx context.Context) error {
	if err := c.NeedTexts("--diagnostic"); err != nil {
		return err
	}
	miner := c.Miner()
	miner.Only = nil
	miner.Axioms = nil
	for _, a := range mine.Generatives(c.Diagnosed(c.Axioms.All)) {
		miner.Axioms = append(miner.Axioms, a)
	}
	documents := map[made]bool{}
	var files []outdir.File
	write := func(name string, content func(w *bufio.Writer) error) error {
		f, err := c.Out.WriteFile(diagnosticDir+"/"+name, func(w io.Writer) error {
			b := bufio.NewWriter(w)
			if err := content(b); err != nil {
				return err
			}
			return b.Flush()
		})
		files = append(files, f)
		return err
	}
	for _, s := range c.Splits {
		found := make([][]made, len(s.Queries))
		err := miner.Run(ctx, s.Queries, nil, func(_ int, q *mine.Query, place int, f *mine.Found) error {
			seen := map[made]bool{}
			for a := range miner.Axioms {
				for _, in := range f.Pairs[a] {
					if m := (made{q.Docs[in.Pos].Doc, in.Made}); m.k > 0 && !seen[m] { // else a candidate
						seen[m] = true
						found[place] = append(found[place], m)
					}
				}
			}
			slices.SortFunc(found[place], compareMade)
			return nil
		})
		if err != nil {
			return err
		}
		if err := write("queries."+s.Name+".tsv", func(w *bufio.Writer) error {
			for i := range s.Queries {
				fmt.Fprintf(w, "%s\t%s\n", s.Queries[i].ID, oneLine(s.Queries[i].Text))
			}
			return nil
		}); err != nil {
			return err
		}
		if err := write(runName(s.Name), func(w *bufio.Writer) error {
			return corpus.WriteRun(w, func(yield func(corpus.Scored) bool) {
				for i := range s.Queries {
					for _, row := range c.toScore(&s.Queries[i], found[i], documents) {
						if !yield(row) {
							return
						}
					}
				}
			}, "axiomine-diagnostic")
		}); err != nil {
			return err
		}
	}
	if err := write("collection.tsv", func(w *bufio.Writer) error {
		for _, m := range slices.SortedFunc(maps.Keys(documents), compareMade) {
			text := oneLine(c.Index.FullText(m.doc))
			fmt.Fprintf(w, "%s\t%s\n", m.id(c.Index), strings.TrimSuffix(strings.Repeat(text+" ", max(int(m.k), 1)), " "))
		}
		return nil
	}); err != nil {
		return err
	}
	c.Progress.Say("diagnostic: %d documents to score, %d of them made", len(documents), countMade(documents))
	return c.Out.Finish(diagnosticDir, c.extend(diagnosticDir), files)
}

func compareMade(a, b made) int { return cmp.Or(cmp.Compare(a.doc, b.doc), cmp.Compare(a.k, b.k)) }

func countMade(documents map[made]bool) (n int) {
	for m := range documents {
		if m.k > 0 {
			n++
		}
	}
	return n
}

// toScore lists a query's candidates, best first, and then the made documents, and notes all of them.
func (c *Chain) toScore(q *mine.Query, found []made, documents map[made]bool) (rows []corpus.Scored) {
	least := math.Inf(1)
	for _, d := range q.Docs {
		if !math.IsNaN(d.Score) {
			least = min(least, d.Score)
		}
	}
	if math.IsInf(least, 1) {
		least = 0
	}
	add := func(m made, score float64) {
		documents[m] = true
		rows = append(rows, corpus.Scored{QueryID: q.ID, DocID: m.id(c.Index), Rank: len(rows) + 1, Score: score})
	}
	for _, d := range q.Docs {
		score := d.Score
		if math.IsNaN(score) { // added as judged relevant, or made
			least--
			score = least
		}
		add(made{d.Doc, d.Made}, score)
	}
	for _, m := range found {
		least--
		add(m, least)
	}
	return rows
}

// oneLine makes of a text one field of a TSV file.
func oneLine(text string) string { return strings.Join(strings.Fields(text), " ") }
