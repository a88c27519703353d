package axiomscmd

import (
	"context"
	"fmt"
	"io"
	"math"
	"slices"
	"strconv"

	"github.com/axiomine/axiomine/configs"
	"github.com/axiomine/axiomine/configs/command"
	"github.com/axiomine/axiomine/configs/outdir"
	"github.com/axiomine/axiomine/configs/progress"
	"github.com/axiomine/axiomine/gen"
	"github.com/axiomine/axiomine/gen/mine"
	"github.com/axiomine/axiomine/gen/prepare"
	"github.com/axiomine/axiomine/train/bounds"
	"github.com/axiomine/axiomine/train/diagnose"
	"github.com/axiomine/axiomine/train/report"
	"github.com/spf13/cobra"
)

// bounded are the axioms whose bounds are asked for where none is named: those of a diagnosis that compare two documents, and
// the judgements themselves, which bound them all.
const bounded = "tfc1, m-tdc, m-and, tf-lnc, rs-bm25, oracle"

// boundForms are the faces of bounds.
var boundForms = faces[*bounds.Result]{
	{"text", "txt", (*bounds.Result).Text},
	{"csv", "csv", (*bounds.Result).CSV},
	{"json", "json", func(r *bounds.Result, w io.Writer) error { return writeJSON(w, r) }},
	{"html", "html", writeBounds},
}

// upperBounds says what runs could gain from axioms.
func upperBounds() *cobra.Command {
	cmd := &cobra.Command{Use: "bounds RUN...", Args: command.Args(1, math.MaxInt, "one run or more"),
		Short: "what a reranker of runs could gain at most by obeying an axiom",
		Long: `Each run's candidates are ordered by each axiom's preferences, by every named set's (the sign of its members' votes), and by
those of them that agree with the judgements.
` + bounds.Legend,
		Example: "  axiomine axioms bounds bm25.txt -c wikiqa-counts --data DIR\n" +
			"  axiomine axioms bounds bm25.txt bert.txt -c cranfield --data DIR --axioms 'tfc1, prox1' -o OUT"}
	return answering(cmd, "bounds", bounded, boundForms, boundsOf)
}

func boundsOf(cmd *cobra.Command, l *configs.Loaded, paths []string, out *outdir.Dir, p *progress.Printer) (*bounds.Result, error) {
	for _, path := range paths {
		if err := gen.CanRead(path); err != nil {
			return nil, err
		}
	}
	chain, err := gen.Start(&l.Config, out, p, cmd.CommandPath())
	if err != nil {
		return nil, err
	}
	g, chain, err := readRuns(cmd.Context(), chain, paths, cmd.Flags().Changed("hits"), p)
	defer chain.Close()
	if err != nil {
		return nil, err
	}
	g.options.Made = nil // a made document is no candidate of a run
	r := &bounds.Result{Command: command.Line(cmd)}
	subjects, notes, err := bounds.Subjects(chain.Axioms.All)
	if err != nil {
		return nil, err
	}
	r.Notes = notes
	var asked []mine.Query
	for _, named := range g.runs {
		run, notes, err := g.judged(cmd.Context(), chain, named)
		if err != nil {
			return nil, err
		}
		r.Notes, asked = append(r.Notes, notes...), append(asked, run.Queries...)
		st := p.Stage("bounds of "+run.Name, "queries", len(run.Queries))
		of, err := bounds.Of(cmd.Context(), chain.Miner(), run, subjects, bounds.Options{MinGrade: l.Gen.MinGrade, Seed: l.Gen.Seed}, st)
		st.Done()
		if err != nil {
			return nil, err
		}
		r.Runs = append(r.Runs, *of)
	}
	r.Split = splitOf(g.splits, asked)
	r.Adjust()
	return r, nil
}

// judged gives one of the runs with its own candidates, without the queries that have no judgement.
func (g *given) judged(ctx context.Context, chain *prepare.Prepared, named diagnose.NamedRun) (*bounds.Run, []string, error) {
	alone := []diagnose.NamedRun{named}
	queries, models, notes, err := diagnose.FromRuns(ctx, chain.Index, g.topics.Queries, g.topics.Qrels, nil, alone, g.options)
	if err != nil {
		return nil, nil, err
	}
	known := models[0].Judged.Queries()
	run := &bounds.Run{Name: named.Name, Qrels: g.topics.Qrels}
	for i := range queries {
		if _, ok := slices.BinarySearch(known, queries[i].ID); ok {
			run.Queries = append(run.Queries, queries[i])
		}
	}
	if left := len(queries) - len(run.Queries); left > 0 {
		notes = append(notes, fmt.Sprintf("%d queries of %s have no judgement", left, named.Name))
	}
	return run, notes, nil
}

// writeBounds writes bounds as one HTML page, a figure and a table for each run.
func writeBounds(r *bounds.Result, w io.Writer) error {
	p := report.Page{Kind: "axiomine bounds", Title: "What " + plural(len(r.Runs), "run", "runs") + " could gain from axioms",
		Facts: [][2]string{{"runs", strconv.Itoa(len(r.Runs))}}, Warnings: r.Notes, Command: r.Command}
	for i := range r.Runs {
		run := &r.Runs[i]
		p.Facts = append(p.Facts, [2]string{"queries of " + run.Run, strconv.Itoa(run.Queries)})
		d := report.Dots{Axis: "MAP", From: 0, To: 1, Guide: run.Measures[0].Mean,
			Caption: "Each row is an axiom or a named set, each mark a ranking of the run's candidates; the dashed line is the run's own MAP. " +
				bounds.Legend}
		for k, kind := range bounds.Kinds {
			s := report.Series{Name: kind}
			for _, a := range run.Axioms {
				t := &a.Rankings[k].Measures[0]
				s.Values = append(s.Values, t.MeanB)
				s.Notes = append(s.Notes, fmt.Sprintf("%s (%+.4f; %d of %d preferences obeyed)", four(t.MeanB), t.Diff,
					a.Rankings[k].Obeyed, a.Rankings[k].Preferences))
			}
			d.Series = append(d.Series, s)
		}
		for _, a := range run.Axioms {
			d.Rows = append(d.Rows, a.Axiom)
		}
		heads, rows := run.Table()
		p.Chapters = append(p.Chapters, report.Chapter{Title: "Bounds of " + run.Run, Chart: d,
			Table: &report.Table{Caption: "Means over the judged queries.", Heads: heads, Left: 2, Rows: rows}})
	}
	return p.HTML(w)
}
