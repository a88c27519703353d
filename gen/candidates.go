package gen

import (
	"context"
	"errors"
	"fmt"
	"io"

	"github.com/axiomine/axiomine/configs/fault"
	"github.com/axiomine/axiomine/configs/outdir"
	"github.com/axiomine/axiomine/gen/corpus"
	"github.com/axiomine/axiomine/gen/mine"
	"github.com/axiomine/axiomine/gen/retrieve"
)

// Model is the retrieval model of the candidates.
func (c *Chain) Model() (retrieve.Model, error) {
	g := c.Config.Gen
	if g.CandidatesMu > 0 {
		g.Mu = g.CandidatesMu
	}
	return retrievalModel(&g)
}

// Retrieves says whether candidates are retrieved, not given by runs or by the collection.
func (c *Chain) Retrieves() bool { return c.Collection.Runs == nil && !c.Collection.OwnCandidates }

// Retrieve finds the candidates of every split and leaves them as run.SPLIT.txt; what later stages use is read back from
// there, so that a resumed run sees the same scores. Candidates from given runs are used as they are.
func (c *Chain) Retrieve(ctx context.Context) error {
	g := &c.Config.Gen
	model, err := c.Model()
	if err != nil {
		return err
	}
	c.warnOfModel()
	self, err := dropSelf(g, c.Collection.DropSelf)
	if err != nil {
		return err
	}
	var topics []Input
	for _, in := range c.Inputs {
		if in.Role != "collection" {
			topics = append(topics, in)
		}
	}
	key := c.extend("retrieve", c.fold, c.Config.Train.DevQueries, topics, c.Collection.Options, c.Collection.OwnCandidates, g.Splits, g.Fold, g.QuerySample, g.Limit, g.Seed, g.Hits, fmt.Sprintf("%T%v", model, model), self)
	if c.fold == 0 {
		if err := c.WriteSplits(); err != nil {
			return err
		}
	}
	aside := c.Progress.Aside("checksums", "stages", 0)
	kept, ok := c.Out.Finished(c.stage("retrieve"), key)
	aside.Done()
	if ok {
		c.Progress.Say("%s: kept from the earlier run", c.stage("retrieve"))
	}
	o := mine.CandidateOptions{Model: model, Hits: g.Hits, MinGrade: g.MinGrade, AddRelevant: g.AddRelevant, DropSelf: self,
		SkipUnknown: g.SkipUnknown, Threads: g.Threads}
	for _, t := range c.Topics {
		if file := forSplit(c.Collection.Runs, t.Split); file != "" && len(t.Run) == 0 {
			return fault.BadInput(file, 0, "name the split it is for: --run SPLIT=FILE", "no row for any query of the split %s", t.Split)
		}
		if len(t.Run) == 0 && !ok {
			f, err := c.search(ctx, t, o)
			if err != nil {
				return err
			}
			kept = append(kept, f)
		}
		if err := c.attach(ctx, t, o); err != nil {
			return err
		}
	}
	if ok {
		return nil
	}
	return c.Out.Finish(c.stage("retrieve"), key, kept)
}

// markTwins finds the candidates that repeat a judged relevant document.
func (c *Chain) markTwins(ctx context.Context) error {
	g := &c.Config.Gen
	for _, s := range c.Splits {
		st := c.Progress.Stage("twins", s.Name+" queries", len(s.Queries))
		err := mine.MarkTwins(ctx, c.Index, s.Queries, g.MinGrade, g.NearDuplicates, g.Threads, st)
		st.Done()
		if err != nil {
			return err
		}
	}
	return nil
}

func runName(split string) string { return "run." + split + ".txt" }

// ownRun is the name of a split's run, which folds have one each of.
func (c *Chain) ownRun(split string) string { return runName(c.prefix() + split) }

func (c *Chain) search(ctx context.Context, t Topics, o mine.CandidateOptions) (outdir.File, error) {
	st := c.Progress.Stage("retrieve", t.Split+" queries", len(t.Queries))
	queries, census, err := mine.Candidates(ctx, c.Index, t.Split, t.Queries, nil, nil, o, st)
	st.Done()
	if err != nil {
		return outdir.File{}, err
	}
	if census.Self > 0 {
		c.Progress.Say("%s: %d candidates dropped: the document is the query", t.Split, census.Self)
	}
	aside := c.Progress.Aside("run", t.Split+" queries", len(queries))
	defer aside.Done()
	return c.Out.WriteFile(c.ownRun(t.Split), func(w io.Writer) error {
		return corpus.WriteRun(w, func(yield func(corpus.Scored) bool) {
			for i := range queries {
				aside.Add(1)
				for _, d := range queries[i].Docs {
					if !yield(corpus.Scored{QueryID: queries[i].ID, DocID: c.Index.DocID(d.Doc), Rank: int(d.Rank), Score: d.Score}) {
						return
					}
				}
			}
		}, "axiomine-"+c.Config.Gen.Retrieval)
	})
}

func (c *Chain) attach(ctx context.Context, t Topics, o mine.CandidateOptions) error {
	run := corpus.Rows(t.Run)
	if len(t.Run) == 0 {
		run = corpus.WrittenRun(c.Out.Path(c.ownRun(t.Split)))
		o.SkipUnknown = false
	}
	o.Made = c.Making()
	st := c.Progress.Aside("candidates", t.Split+" queries", 0)
	queries, census, err := mine.Candidates(ctx, c.Index, t.Split, t.Queries, t.Qrels, run, o, st)
	st.Done()
	if err != nil {
		return c.placed(err, forSplit(c.Collection.Runs, t.Split))
	}
	c.Progress.Say("%s: %s", t.Split, census)
	for _, note := range census.Notes() {
		if note.Warning {
			c.Warnings[note.What] += note.Count
			c.Progress.Warn("%s: %d %s", t.Split, note.Count, note.What)
		} else {
			c.Progress.Say("%s: %d %s", t.Split, note.Count, note.What)
		}
	}
	c.Splits = append(c.Splits, Split{Name: t.Split, Queries: queries, Qrels: t.Qrels, Census: census})
	return nil
}

// placed names the file and the line of a run's row that does not fit the collection.
func (c *Chain) placed(err error, file string) error {
	row, bad := errors.AsType[*mine.UnknownRow](err)
	if !bad {
		return named(err, file)
	}
	line := 0
	if file != "" {
		line = corpus.RunLine(file, c.Collection.Format, c.Collection.Options, row.QueryID, row.DocID)
	}
	return row.At(file, line)
}
