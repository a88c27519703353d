package prepare

import (
	"cmp"
	"context"
	"errors"
	"io"
	"slices"

	"github.com/axiomine/axiomine/configs"
	"github.com/axiomine/axiomine/gen/corpus"
	"github.com/axiomine/axiomine/gen/mine"
	"github.com/axiomine/axiomine/gen/retrieve"
	"github.com/axiomine/axiomine/gen/sample"
	"github.com/axiomine/axiomine/internal/chain/collection"
	"github.com/axiomine/axiomine/internal/chain/stage"
	"github.com/axiomine/axiomine/internal/errs"
	"github.com/axiomine/axiomine/internal/parallel"
	"github.com/axiomine/axiomine/internal/result"
	"github.com/axiomine/axiomine/internal/ui/progress"
	"github.com/axiomine/axiomine/internal/ui/terminal"
)

// Model returns the retrieval model of the candidates.
func (p *Prepared) Model() (retrieve.Model, error) {
	g := p.Inputs.Run.Config.Gen
	if g.CandidatesMu > 0 {
		g.Mu = g.CandidatesMu
	}
	return RetrievalModel(&g)
}

// Retrieved returns the run with the candidates of every split. It writes them as run.SPLIT.txt, and by number as candidates.SPLIT, and
// reads the latter back, so that a resumed run sees the same scores. Candidates of given runs are used as they are.
func (p *Prepared) Retrieved(ctx context.Context) (*Prepared, error) {
	g := &p.Inputs.Run.Config.Gen
	model, err := p.Model()
	if err != nil {
		return nil, err
	}
	p.warnOfModel()
	self, err := DropSelf(g, p.Inputs.Collection.Layout.DropSelf)
	if err != nil {
		return nil, err
	}
	if p.Inputs.Fold == 0 {
		if err := p.Inputs.WriteSplits(); err != nil {
			return nil, err
		}
	}
	p = p.copy()
	p.Splits = nil
	decides := []any{p.Inputs.Fold, mine.StoredFormat}
	if g.AddJudged == configs.Auto && !p.HasRows() && p.addsJudged() {
		decides = append(decides, g.Negatives) // gen.negatives, which decides pairs alone, adds candidates
	}
	p.Inputs.Run.Note(stage.Candidates, decides...)
	key, name := p.Inputs.Run.Key(stage.Candidates), p.Inputs.JournalName(stage.Candidates)
	aside := p.Inputs.Run.Progress.Aside("checksums", "stages", 0)
	files, isDone := p.Inputs.Run.Out.Finished(name, key)
	aside.Done()
	if isDone {
		p.Inputs.Run.Progress.Say("%s: kept from the earlier run", name)
	}
	o := mine.CandidateOptions{Model: model, Hits: g.Hits, MinGrade: g.MinGrade, AddRelevant: g.AddRelevant, AddJudged: p.addsJudged(),
		DropSelf: self, Excluded: p.Inputs.Collection.ExcludedByQuery, SkipUnknown: g.SkipUnknown, Threads: g.Threads, MaxTerms: g.MaxQueryTerms}
	for i, t := range p.Inputs.Topics {
		o.Topics, o.Locate = p.Inputs.Collection.TopicsOf(t.Split), p.Inputs.Collection.Locator(t.Split)
		if file := p.Inputs.Collection.RunOf(t.Split); file != "" && len(t.Run) == 0 && !t.Made {
			return nil, errs.BadInput(file, 0, "name the split it is for: --run SPLIT=FILE", "no row for any query of the split %s", t.Split)
		}
		if len(t.Run) == 0 && !isDone {
			runFiles, err := p.search(ctx, t, o)
			if err != nil {
				return nil, err
			}
			files = append(files, runFiles...)
		}
		o.Pooled = p.sameTextQrels(i)
		s, err := p.attach(ctx, t, o)
		if err != nil {
			return nil, err
		}
		if !isDone {
			f, err := p.writeLeftOut(t, s)
			if err != nil {
				return nil, err
			}
			files = append(files, f)
		}
		p.Splits = append(p.Splits, s)
	}
	p.Splits = joinMade(p.Splits, p.Inputs.Topics, g.TrainOn)
	p.unite()
	if isDone {
		return p, nil
	}
	return p, p.Inputs.Run.Out.Finish(name, key, files)
}

// unite merges queries of one text in the split that is trained on, and reports it. Other splits keep all, since measures count each.
func (p *Prepared) unite() {
	for i := range p.Splits {
		s := &p.Splits[i]
		if p.apart || !p.isTrained(collection.Topics{Split: s.Name}) {
			continue
		}
		numQueries := len(s.Queries)
		s.Queries = mine.Unite(s.Queries)
		if n := numQueries - len(s.Queries); n > 0 {
			p.Inputs.Run.Progress.Say("%s: %s the text of another: each text is one query, with the candidates and judgements of all", s.Name,
				terminal.Plural(n, "query has", "queries have"))
		}
	}
}

// addsJudged reports whether all judged documents of a query become its candidates.
func (p *Prepared) addsJudged() bool {
	g := &p.Inputs.Run.Config.Gen
	return g.AddJudged == configs.On || g.AddJudged == configs.Auto && (p.HasRows() || g.Negatives == sample.JudgedNegatives)
}

// HasRows reports whether the judgements are rows or triples of the user's own, which state preferences.
func (p *Prepared) HasRows() bool {
	return p.Inputs.Collection.Layout.Format == corpus.Table || p.Inputs.Collection.Layout.Format == corpus.Triples
}

// trainSplit is the split of made queries where no given one is trained on.
const trainSplit = "train"

// joinMade puts made queries into the split of training, behind the given ones: the one that is named, train, or the only one where files
// name none.
func joinMade(splits []Split, topics []collection.Topics, trainOn string) (list []Split) {
	name := cmp.Or(trainOn, trainSplit)
	for i, t := range topics {
		if !t.Made {
			list = append(list, splits[i])
			continue
		}
		place := slices.IndexFunc(list, func(s Split) bool { return s.Name == name || len(list) == 1 && s.Name == corpus.AllSplits })
		if place < 0 {
			list, place = append([]Split{{Name: name}}, list...), 0
		}
		target, source := &list[place], &splits[i]
		for j := range source.Queries {
			source.Queries[j].Split = target.Name
		}
		target.Queries, target.Qrels = slices.Concat(target.Queries, source.Queries), slices.Concat(target.Qrels, source.Qrels)
		target.Census = target.Census.Plus(source.Census)
	}
	return list
}

// DropSelf returns which candidates are the query itself; auto is what the collection's format suggests.
func DropSelf(g *configs.Gen, auto bool) (mine.Self, error) {
	switch {
	case g.DropSelf == "on":
		return mine.SameID, nil
	case g.DropSelf == "auto" && auto:
		return mine.SameIDText, nil
	case g.DropSelf != "auto" && g.DropSelf != "off":
		return mine.KeepSelf, errs.BadUsage("use auto, on or off", "gen.drop_self: %q", g.DropSelf)
	}
	return mine.KeepSelf, nil
}

// markNearDuplicates marks the candidates that repeat a judged relevant document.
func (p *Prepared) markNearDuplicates(ctx context.Context) (*Prepared, error) {
	g := &p.Inputs.Run.Config.Gen
	for _, s := range p.Splits {
		st := p.Inputs.Run.Progress.Stage("twins", s.Name+" queries", len(s.Queries))
		err := mine.MarkTwins(ctx, p.Index, s.Queries, g.MinGrade, g.NearDuplicates, g.Threads, st)
		st.Done()
		if err != nil {
			return nil, err
		}
	}
	return p, nil
}

// RunName returns the name of the run that a split leaves; with the prefix of a fold it is that of the fold.
func RunName(split string) string { return "run." + split + ".txt" }

// storedName returns the name of a split's candidates by document number.
func (p *Prepared) storedName(split string) string { return "candidates." + p.Inputs.Prefix() + split }

func (p *Prepared) search(ctx context.Context, t collection.Topics, o mine.CandidateOptions) ([]result.File, error) {
	if hint := t.GivenHint(o.MinGrade); hint != "" && p.HasRows() {
		p.Inputs.Run.Progress.Say("%s", hint)
	}
	st := p.Inputs.Run.Progress.Stage("retrieve", t.Split+" queries", len(t.Queries))
	queries, census, err := mine.Candidates(ctx, p.Index, t.Split, t.Queries, nil, mine.Retrieval{}, o, st)
	st.Done()
	if err != nil {
		return nil, err
	}
	if census.Excluded > 0 {
		p.Inputs.Run.Progress.Say("%s: %s", t.Split, mine.Counted(census.Excluded, "candidates dropped: the collection excludes them for the query"))
	}
	if census.Self > 0 {
		p.Inputs.Run.Progress.Say("%s: %s", t.Split, mine.Counted(census.Self, "candidates dropped: the document is the query"))
	}
	aside := p.Inputs.Run.Progress.Aside("run", t.Split+" queries", len(queries))
	defer aside.Done()
	run, err := p.Inputs.Run.Out.WriteFile(RunName(p.Inputs.Prefix()+t.Split), func(w io.Writer) error {
		return p.writeRun(ctx, w, queries, parallel.Threads(o.Threads), aside)
	})
	if err != nil {
		return nil, err
	}
	numbersFile, err := p.Inputs.Run.Out.WriteFile(p.storedName(t.Split), func(w io.Writer) error { return mine.WriteStored(w, queries) })
	return []result.File{run, numbersFile}, err
}

// writeRun writes the candidates as corpus.WriteRun does, on all threads, and sets their scores to the written ones.
func (p *Prepared) writeRun(ctx context.Context, w io.Writer, queries []mine.Query, threads int, aside *progress.Stage) error {
	const apiece, pieces = 64, 16 // queries of a piece, and pieces a thread at a time
	texts := make([][]byte, pieces*threads)
	for begin := 0; begin < len(queries); begin += apiece * len(texts) {
		err := parallel.Each(ctx, threads, len(texts), func(int) func(int) error {
			return func(piece int) error {
				f, err := corpus.NewRunFormat("axiomine-" + p.Inputs.Run.Config.Gen.Retrieval)
				if err != nil {
					return err
				}
				texts[piece] = texts[piece][:0]
				low := min(begin+piece*apiece, len(queries))
				for _, q := range queries[low:min(low+apiece, len(queries))] {
					for i := range q.Docs {
						d := &q.Docs[i]
						row := corpus.Scored{QueryID: q.ID, DocID: p.Index.DocID(d.Doc), Rank: int(d.Rank), Score: d.Score}
						if texts[piece], err = f.Append(texts[piece], row); err != nil {
							return err
						}
						d.Score = f.Score()
					}
					aside.Add(1)
				}
				return nil
			}
		})
		if err != nil {
			return err
		}
		for _, text := range texts {
			if _, err := w.Write(text); err != nil {
				return err
			}
		}
	}
	return nil
}

// attach reads a split's run and looks its rows up.
func (p *Prepared) attach(ctx context.Context, t collection.Topics, o mine.CandidateOptions) (s Split, err error) {
	var source mine.Source = mine.Rows(t.Run)
	if len(t.Run) == 0 {
		source = mine.Stored(p.Inputs.Run.Out.Path(p.storedName(t.Split)))
	}
	o.Made = p.Making()
	st := p.Inputs.Run.Progress.Aside("candidates", t.Split+" queries", 0)
	queries, census, err := mine.Candidates(ctx, p.Index, t.Split, t.Queries, t.Qrels, source, o, st)
	st.Done()
	if err != nil {
		return s, p.locateRow(err, p.Inputs.Collection.RunOf(t.Split))
	}
	p.Inputs.Run.Progress.Say("%s: %s", t.Split, census)
	say := func(count int, text string) { p.Inputs.Run.Progress.Say("%s: %s", t.Split, mine.Counted(count, text)) }
	census.Report(say, func(count int, text string) {
		p.Inputs.Run.Account.Warnings[text] += count
		p.Inputs.Run.Progress.Warn("%s: %s", t.Split, mine.Counted(count, text))
	})
	return Split{Name: t.Split, Queries: queries, Qrels: t.Qrels, Census: census}, nil
}

// locateRow names the file and the line of a run's row that does not fit the collection.
func (p *Prepared) locateRow(err error, file string) error {
	row, bad := errors.AsType[*mine.UnknownRow](err)
	if !bad {
		return withFile(err, file)
	}
	line := 0
	if file != "" {
		line = corpus.RunLine(file, p.Inputs.Collection.Layout.Format, p.Inputs.Collection.Options, row.QueryID, row.DocID)
	}
	return row.At(file, line)
}
