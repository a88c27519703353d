package axiomscmd

import (
	"context"
	"io"
	"math"
	"path/filepath"
	"slices"
	"strings"

	"github.com/axiomine/axiomine/configs"
	"github.com/axiomine/axiomine/configs/command"
	"github.com/axiomine/axiomine/configs/outdir"
	"github.com/axiomine/axiomine/configs/progress"
	"github.com/axiomine/axiomine/gen"
	"github.com/axiomine/axiomine/gen/collection"
	"github.com/axiomine/axiomine/gen/corpus"
	"github.com/axiomine/axiomine/gen/mine"
	"github.com/axiomine/axiomine/gen/prepare"
	"github.com/axiomine/axiomine/train/diagnose"
	"github.com/spf13/cobra"
)

// diagnosed are the axioms of a diagnosis that names none: those of Rennings (2019) and some of Klose (2021) that need
// nothing but an index.
const diagnosed = "tfc1, tfc2, m-tdc, lnc2, m-and, tf-lnc, rs-bm25"

// diagnoses are the faces of a diagnosis.
var diagnoses = faces[*diagnose.Result]{
	{"text", "txt", (*diagnose.Result).Text},
	{"csv", "csv", (*diagnose.Result).CSV},
	{"json", "json", func(r *diagnose.Result, w io.Writer) error { return writeJSON(w, r) }},
	{"html", "html", writePage},
}

// diagnosis says how far runs obey axioms.
func diagnosis() *cobra.Command {
	cmd := &cobra.Command{Use: "diagnose [RUN...]", Short: "how far the scores of runs obey the axioms: fulfilment, tests, agreement, correlation",
		Long:    `Without a run our own retrieval models are diagnosed: BM25, QL, RM3, PL2 and TF-IDF on the test queries' candidates.`,
		Example: "  axiomine axioms diagnose bm25.txt bert.txt -c wikiqa-counts --data DIR\n  axiomine axioms diagnose -c rennings-diagnose --data DIR -o OUT"}
	return answering(cmd, "diagnosis", diagnosed, diagnoses, diagnosisOf)
}

// diagnosisOf diagnoses runs, or our own models where none is given, and sets what was published beside it.
func diagnosisOf(cmd *cobra.Command, l *configs.Loaded, paths []string, out *outdir.Dir, p *progress.Printer) (*diagnose.Result, error) {
	for _, path := range paths {
		if err := gen.CanRead(path); err != nil {
			return nil, err
		}
	}
	chain, err := gen.Start(&l.Config, out, p, cmd.CommandPath())
	if err != nil {
		return nil, err
	}
	var r *diagnose.Result
	if len(paths) == 0 {
		r, chain, err = ofModels(cmd.Context(), chain, p)
	} else {
		r, chain, err = ofRuns(cmd.Context(), chain, paths, cmd.Flags().Changed("hits"), p)
	}
	defer chain.Close()
	if err != nil {
		return nil, err
	}
	r.Command = command.Line(cmd)
	published := configs.Holding(l.Published, &l.Config)
	for _, n := range published {
		r.Beside(diagnose.Published{Source: n.Source, Of: n.Of, Measure: n.Measure, Value: n.Value, Split: n.Split, Counts: n.Counts()})
	}
	ours := configs.Original{Collection: filepath.Base(l.Gen.Data), Documents: chain.Index.NumDocs()}
	if reduced := l.Original.Reduced(ours); reduced != "" && len(published) > 0 {
		r.Notes = append(r.Notes, reduced)
	}
	return r, nil
}

// given are runs over a chain's collection, as they were read.
type given struct {
	splits  []collection.Topics
	topics  collection.Topics // of all splits
	runs    []diagnose.NamedRun
	options mine.CandidateOptions // candidates: as many as a run holds, or gen.hits where those are limited
}

// readRuns reads runs and prepares the chain; nothing is retrieved, as candidates come from runs.
func readRuns(ctx context.Context, chain *prepare.Prepared, paths []string, limited bool, p *progress.Printer) (*given, *prepare.Prepared,
	error) {
	c := chain.Config
	chain, err := chain.ReadTopics(ctx)
	if err != nil {
		return nil, chain, err
	}
	g := &given{splits: chain.Topics, topics: merged(chain.Topics), runs: make([]diagnose.NamedRun, len(paths))}
	if chain, err = chain.Over(nil, 0).Documents(ctx); err != nil {
		return nil, chain, err
	}
	var rep corpus.Report
	for i, path := range paths {
		rows, err := corpus.Run(path, "", chain.Collection.Options, &rep)
		if err != nil {
			return nil, chain, err
		}
		g.runs[i] = diagnose.NamedRun{Name: runName(path, paths), Rows: rows, Line: func(query, doc string) (string, int) {
			return path, corpus.RunLine(path, "", chain.Collection.Options, query, doc)
		}}
	}
	for _, line := range rep.Lines() {
		p.Say("%s", line)
	}
	hits := math.MaxInt
	if limited {
		hits = c.Gen.Hits
	}
	g.options = mine.CandidateOptions{Hits: hits, MinGrade: c.Gen.MinGrade, SkipUnknown: c.Gen.SkipUnknown, Made: chain.Making(), Threads: c.Gen.Threads}
	return g, chain, nil
}

// ofRuns diagnoses runs over the chain's collection. Candidates are those of gen.run, or of the first run, which is what its
// model scored.
func ofRuns(ctx context.Context, chain *prepare.Prepared, paths []string, limited bool, p *progress.Printer) (*diagnose.Result,
	*prepare.Prepared, error) {
	g, chain, err := readRuns(ctx, chain, paths, limited, p)
	if err != nil {
		return nil, chain, err
	}
	queries, models, notes, err := diagnose.FromRuns(ctx, chain.Index, g.topics.Queries, g.topics.Qrels, g.topics.Run, g.runs, g.options)
	if err != nil {
		return nil, chain, err
	}
	miner := chain.Miner()
	miner.Axioms = chain.Diagnosed(miner.Axioms)
	st := p.Stage("diagnose", "queries", len(queries))
	r, err := diagnose.Run(ctx, miner, queries, models, diagnose.Options{MinGrade: chain.Config.Gen.MinGrade, Seed: chain.Config.Gen.Seed}, st)
	st.Done()
	if err != nil {
		return nil, chain, err
	}
	r.Notes, r.Split = notes, splitOf(g.splits, queries)
	return r, chain, nil
}

// splitOf names the splits that queries come from: "test", "train, dev and test".
func splitOf(splits []collection.Topics, queries []mine.Query) string {
	asked := map[string]bool{}
	for i := range queries {
		asked[queries[i].ID] = true
	}
	var names []string
	for _, s := range splits {
		if slices.ContainsFunc(s.Queries, func(q corpus.Query) bool { return asked[q.ID] }) {
			names = append(names, s.Split)
		}
	}
	return listed(names)
}

// listed gives "train, dev and test".
func listed(names []string) string {
	if len(names) < 2 {
		return strings.Join(names, "")
	}
	last := len(names) - 1
	return strings.Join(names[:last], ", ") + " and " + names[last]
}

// merged is all splits as one. A query that stands in two splits counts once.
func merged(splits []collection.Topics) collection.Topics {
	all, seen := collection.Topics{}, map[string]bool{}
	for _, s := range splits {
		for _, q := range s.Queries {
			if !seen[q.ID] {
				seen[q.ID] = true
				all.Queries = append(all.Queries, q)
			}
		}
		all.Qrels = append(all.Qrels, s.Qrels...)
		all.Run = append(all.Run, s.Run...)
	}
	return all
}

// runName is a run's file name without its ending, or the path where two runs have one name.
func runName(path string, all []string) string {
	short := func(path string) string {
		name := filepath.Base(path)
		return strings.TrimSuffix(name, filepath.Ext(name))
	}
	same := 0
	for _, other := range all {
		if short(other) == short(path) {
			same++
		}
	}
	if same > 1 {
		return path
	}
	return short(path)
}
