package prepare

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"

	"github.com/axiomine/axiomine/configs"
	"github.com/axiomine/axiomine/gen/collection"
	"github.com/axiomine/axiomine/gen/corpus"
	"github.com/axiomine/axiomine/gen/corpus/read"
	"github.com/axiomine/axiomine/gen/index"
	"github.com/axiomine/axiomine/gen/mine"
	"github.com/axiomine/axiomine/gen/retrieve"
	"github.com/axiomine/axiomine/gen/stage"
	"github.com/axiomine/axiomine/internal/errs"
	"github.com/axiomine/axiomine/internal/lists"
	"github.com/axiomine/axiomine/internal/parallel"
	"github.com/axiomine/axiomine/internal/result"
	"github.com/axiomine/axiomine/internal/safefile"
	"github.com/axiomine/axiomine/internal/ui/progress"
	"github.com/axiomine/axiomine/internal/ui/terminal"
)

// candidateModel returns the retrieval model that finds the candidates: the configured model, with gen.candidates_mu as mu if set.
func candidateModel(g *configs.Gen) (retrieve.Model, error) {
	candidates := *g
	if g.CandidatesMu > 0 {
		candidates.Mu = g.CandidatesMu
	}
	return RetrievalModel(&candidates)
}

// Retrieve finds the candidates of every split, writes them as run.SPLIT.txt and returns the splits. A resumed run reads these files.
// Scores are rounded as in the files, so that a resumed run has the same scores. The candidates in a run of the user are not changed.
func Retrieve(ctx context.Context, p *Preparation) ([]Split, error) {
	r, inputs := p.Run, p.Inputs
	g, col := &r.Config.Gen, inputs.Collection
	model, err := candidateModel(g)
	if err != nil {
		return nil, err
	}
	if base, _ := BaseModel(g.Retrieval); base == "bm25" && g.B > 1 {
		r.Progress.Warn("b %v is above 1: documents shorter than %.3g of the mean length have a negative norm", g.B, 1-1/g.B)
	}
	if inputs.Fold == 0 {
		if err := inputs.WriteSplits(r.Out); err != nil {
			return nil, err
		}
	}
	r.Note(stage.Candidates, inputs.Fold)
	key, name := r.Key(stage.Candidates), inputs.JournalName(stage.Candidates)
	files, isDone := r.Kept(name, key, true)
	making := NewMaking(g, p.Axioms.All, p.Pieces)
	var splits []Split
	for _, t := range inputs.Topics {
		o := candidateOptions(col, g, model, t.Split)
		if file := col.RunOf(t.Split); file != "" && len(t.Run) == 0 {
			return nil, errs.BadInput(file, 0, "name the split it is for: --run SPLIT=FILE", "no row for any query of the split %s", t.Split)
		}
		source, file, err := candidatesOf(ctx, p, t, o, isDone)
		if err != nil {
			return nil, err
		}
		if file.Path != "" {
			files = append(files, file)
		}
		o.Made, o.AddRelevant = making, g.AddJudged == configs.AddRelevant
		o.AddJudged = g.AddJudged == configs.On || g.AddJudged == configs.Auto && col.HasRows()
		s, err := attach(ctx, r, inputs, p.Index, t, source, o)
		if err != nil {
			return nil, err
		}
		if !isDone {
			f, err := writeLeftOut(r.Out, inputs.Prefix(), p.Index, t, s)
			if err != nil {
				return nil, err
			}
			files = append(files, f)
		}
		splits = append(splits, s)
	}
	if !p.keepRepeated {
		unite(r.Progress, g.TrainOn, splits)
	}
	if isDone {
		return splits, nil
	}
	return splits, r.Out.Finish(name, key, files)
}

// candidateOptions returns the options under which a model finds the candidates of a split.
func candidateOptions(c *collection.Collection, g *configs.Gen, model retrieve.Model, split string) mine.CandidateOptions {
	locate := func(query string) (file string, line int) { return c.Layout.QueryLine(split, query, c.Options) }
	return mine.CandidateOptions{Model: model, Topics: c.TopicsOf(split), Locate: locate, MaxTerms: safefile.QueryTerms, Hits: g.Hits,
		MinGrade: g.MinGrade, DropSelf: DropSelf(g, c.Layout.DropSelf), Excluded: c.ExcludedByQuery, Threads: g.Threads}
}

// unite merges queries with the same text in the training split, and reports their number. Other splits keep all queries, since measures
// count each.
func unite(p *progress.Printer, trainOn string, splits []Split) {
	for i := range splits {
		s := &splits[i]
		if !isTrained(trainOn, s.Name) {
			continue
		}
		numQueries := len(s.Queries)
		s.Queries = mine.Unite(s.Queries)
		if n := numQueries - len(s.Queries); n > 0 {
			p.Say("%s: %s the text of another: each text is one query, with the candidates and judgements of all, counted once below",
				s.Name, terminal.Plural(n, "query has", "queries have"))
		}
	}
}

// DropSelf returns the rule for candidates that are the query itself. drops is the effect of auto in the collection's format.
func DropSelf(g *configs.Gen, drops bool) mine.Self {
	switch {
	case g.DropSelf == "on":
		return mine.SameID
	case g.DropSelf == "auto" && drops:
		return mine.SameIDText
	}
	return mine.KeepSelf
}

// RunName returns the file of a split's run. In an experiment, split has the prefix of Inputs.Prefix.
func RunName(split string) string { return "run." + split + ".txt" }

// candidatesOf returns the source of a split's candidates: the user's run, the run that an earlier attempt wrote (isDone), or a search. For
// a search it also returns the written file; for others an empty value.
func candidatesOf(ctx context.Context, p *Preparation, t collection.Topics, o mine.CandidateOptions, isDone bool) (mine.Source, result.File,
	error) {
	switch name := RunName(p.Inputs.Prefix() + t.Split); {
	case len(t.Run) > 0:
		return mine.Rows(t.Run), result.File{}, nil
	case isDone:
		path := p.Run.Out.Path(name)
		if info, err := os.Stat(path); err != nil || info.Size() == 0 { // an empty run: no query has a candidate
			return mine.Rows(nil), result.File{}, err
		}
		form := read.Defaults()
		form.RunFormat = read.TREC
		rows, err := read.Run(path, "", form, nil)
		return mine.Rows(rows), result.File{}, err
	default:
		return search(ctx, p.Run, p.Index, name, t, o)
	}
}

// search retrieves a split's candidates, writes them as the run name, and returns both.
func search(ctx context.Context, r *stage.Run, x index.Reader, name string, t collection.Topics, o mine.CandidateOptions) (
	mine.Source, result.File, error) {
	st := r.Progress.Stage("retrieve", collection.UnitOf(t.Split, "queries"), len(t.Queries))
	queries, census, err := mine.Candidates(ctx, x, t.Split, t.Queries, nil, mine.Retrieval{}, o, st)
	st.Done()
	if err != nil {
		return nil, result.File{}, err
	}
	if census.Excluded > 0 {
		r.Progress.Say("%s: %s", t.Split, mine.FormatCount(census.Excluded, "candidates dropped: the collection excludes them for the query"))
	}
	if census.Self > 0 {
		r.Progress.Say("%s: %s", t.Split, mine.FormatCount(census.Self, "candidates dropped: the document is the query"))
	}
	aside := r.Progress.Aside("run", collection.UnitOf(t.Split, "queries"), len(queries))
	defer aside.Done()
	file, err := r.Out.WriteFile(name, func(w io.Writer) error {
		return writeRun(ctx, r.Config.Gen.Retrieval, x, w, queries, parallel.Threads(o.Threads), aside)
	})
	return mine.Retrieved(queries), file, err
}

// chunksOf divides queries into chunks of at most 64 queries and, except single queries, at most 6,400 candidates.
func chunksOf(queries []mine.Query) (list [][]mine.Query) {
	const mostQueries, mostCandidates = 64, 6400
	begin, candidates := 0, 0
	for i := range queries {
		if n := len(queries[i].Docs); i > begin && (i-begin == mostQueries || candidates+n > mostCandidates) {
			list = append(list, queries[begin:i])
			begin, candidates = i, n
		} else {
			candidates += n
		}
	}
	if begin < len(queries) {
		list = append(list, queries[begin:])
	}
	return list
}

// writeRun writes the candidates as corpus.WriteRun does, on all threads, and rounds their scores as in the file.
func writeRun(ctx context.Context, retrieval string, x index.Reader, w io.Writer, queries []mine.Query, threads int,
	aside *progress.Stage) error {
	const atOnce = 16 // number of chunks per thread whose text is in memory
	texts := make([][]byte, atOnce*threads)
	for round := range slices.Chunk(chunksOf(queries), len(texts)) {
		err := parallel.Each(ctx, threads, len(round), func(int) func(int) error {
			return func(chunk int) error {
				f, err := corpus.NewRunFormat("axiomine-" + retrieval)
				if err != nil {
					return err
				}
				texts[chunk] = texts[chunk][:0]
				for _, q := range round[chunk] {
					for i := range q.Docs {
						d := &q.Docs[i]
						row := corpus.RunRow{QueryID: q.ID, DocID: x.DocID(d.Doc), Rank: int(d.Rank), Score: d.Score}
						if texts[chunk], err = f.Append(texts[chunk], row); err != nil {
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
		for _, text := range texts[:len(round)] {
			if _, err := w.Write(text); err != nil {
				return err
			}
		}
	}
	return nil
}

// attach returns a split's queries with the candidates of the source, and prints their numbers.
func attach(ctx context.Context, r *stage.Run, inputs collection.Inputs, x index.Reader, t collection.Topics, source mine.Source,
	o mine.CandidateOptions) (s Split, err error) {
	st := r.Progress.Aside("candidates", collection.UnitOf(t.Split, "queries"), 0)
	queries, census, err := mine.Candidates(ctx, x, t.Split, t.Queries, t.Qrels, source, o, st)
	st.Done()
	if err != nil {
		return s, locateRow(inputs.Collection, err, inputs.Collection.RunOf(t.Split))
	}
	r.Progress.Say("%s: %s", t.Split, census)
	if doubt := mine.Rows(t.Run).Doubt(t.Qrels, o.MinGrade); doubt != "" {
		r.Progress.Warn("%s: %s", t.Split, doubt)
	}
	say := func(count int, text string) { r.Progress.Say("%s: %s", t.Split, mine.FormatCount(count, text)) }
	census.Report(say, func(count int, text string) {
		r.Account.Warnings[text] += count
		r.Progress.Warn("%s: %s", t.Split, mine.FormatCount(count, text))
	})
	return Split{Name: t.Split, Queries: queries, Qrels: t.Qrels, Census: census}, nil
}

// locateRow returns err with the file and the line of a run's row if err is about a row that does not fit the collection.
func locateRow(c *collection.Collection, err error, file string) error {
	row, ok := errors.AsType[*mine.UnknownRow](err)
	if !ok {
		return withFile(err, file)
	}
	line := 0
	if file != "" {
		line = read.RunLine(file, c.Layout.Format, c.Options, row.QueryID, row.DocID)
	}
	return row.Locate(file, line)
}

// writeLeftOut writes left-out.SPLIT.tsv: a header, then a line with reason, query and document for each item of the split that no
// mined pair has. The census has the same counts.
func writeLeftOut(out *result.Dir, prefix string, x index.Reader, t collection.Topics, s Split) (result.File, error) {
	return out.WriteFile("left-out."+prefix+t.Split+".tsv", func(w io.Writer) error {
		b := bufio.NewWriter(w)
		line := func(reason, query, document string) { fmt.Fprintf(b, "%s\t%s\t%s\n", reason, query, document) }
		line("reason", "query", "document")
		isQuery := lists.Set(s.Queries, func(q mine.Query) string { return q.ID })
		isLeftOut, terms := map[string]bool{}, index.AnalyseQueries(x)
		for _, q := range t.Queries {
			if isQuery[q.ID] {
				continue
			}
			isLeftOut[q.ID] = true
			reasons := map[bool]string{true: "query without a term", false: "query of terms that the collection lacks"}
			line(reasons[len(terms(q.Text)) == 0], q.ID, "")
		}
		for _, j := range t.Qrels {
			if _, exists := x.Doc(j.DocID); !isQuery[j.QueryID] && !isLeftOut[j.QueryID] {
				line("judgement of a query that is not there", j.QueryID, j.DocID)
			} else if isQuery[j.QueryID] && !exists {
				line("judgement of a document that the collection lacks", j.QueryID, j.DocID)
			}
		}
		for _, q := range s.Queries {
			for _, c := range q.Outside {
				line("relevant document outside the candidates: no mined pair has it", q.ID, c.ID(x))
			}
		}
		return b.Flush()
	})
}
