package gencmd

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"strconv"

	"github.com/axiomine/axiomine/internal/cli"
	"github.com/axiomine/axiomine/internal/errs"
	"github.com/axiomine/axiomine/internal/parallel"
	"github.com/axiomine/axiomine/internal/result"
	"github.com/axiomine/axiomine/internal/synth"
	"github.com/axiomine/axiomine/internal/ui/progress"
	"github.com/axiomine/axiomine/internal/ui/table"
	"github.com/axiomine/axiomine/internal/ui/terminal"
	"github.com/spf13/cobra"
)

// synthetic says which collection to measure on synth makes.
type synthetic struct {
	common                             cli.Common
	docs, queries, vocabulary, threads int
	seed                               uint64
	phrases                            float64
}

func newSynth() *cobra.Command {
	return cli.New(&synthetic{}, &cobra.Command{
		Use:         "synth",
		Annotations: cli.Matter("docs queries words phrases seed threads output overwrite progress quiet"),
		Short:       "make a collection with the statistics of MS MARCO's passages, of any size: collection.tsv, queries.tsv, qrels.tsv",
		Args:        cli.NoArgs(),
		Example: "  axiomine gen synth --docs 100000 --queries 2000 -o OUT\n  axiomine gen synth --docs 8800000 --queries 558000 --seed 7 " +
			"-o OUT",
	})
}

func (o *synthetic) Flags(cmd *cobra.Command) {
	f := cmd.Flags()
	f.IntVar(&o.docs, "docs", 100_000, "passages")
	f.IntVar(&o.queries, "queries", 2000, "queries")
	f.IntVar(&o.vocabulary, "words", 500_000, "words of the vocabulary")
	f.Float64Var(&o.phrases, "phrases", 0, "share of queries that are two or three consecutive words of their passage, from 0 to 1")
	f.Uint64Var(&o.seed, "seed", 42, "the same seed gives the same bytes")
	f.IntVar(&o.threads, "threads", 0, "worker threads; 0 for all cores")
	o.common.AddOutput(cmd)
	o.common.Form.Add(cmd)
	o.common.AddSpeech(cmd)
}

func (o *synthetic) Run(cmd *cobra.Command, _ []string) error {
	if err := o.check(); err != nil {
		return err
	}
	printer, err := o.common.Printer()
	if err != nil {
		return err
	}
	if o.common.DryRun() {
		return cli.Print(cmd, fmt.Sprintf("would make %s over %s and %s with a judged passage each, %v of them phrases, from seed %d\n",
			terminal.Plural(o.docs, "passage", "passages"), terminal.Plural(o.vocabulary, "word", "words"),
			terminal.Plural(o.queries, "query", "queries"), o.phrases, o.seed))
	}
	return o.common.FillOutput(cmd, nil, printer, func(out *result.Dir) (*cli.Outcome, error) {
		t := &table.Table{Name: "collection", Columns: table.Right("passages", "words", "queries")}
		t.Add(strconv.Itoa(o.docs), strconv.Itoa(o.vocabulary), strconv.Itoa(o.queries))
		folder := out.FinalPath(".")
		return &cli.Outcome{Found: table.Single(t), Made: "a collection of " + terminal.Plural(o.docs, "passage", "passages") + " in " + folder,
			Next: cli.ShellCommand("gen", "inspect", "--data", folder)}, o.write(cmd.Context(), out, printer)
	})
}

func (o *synthetic) check() error {
	switch {
	case o.docs < 1 || o.docs > 1<<31:
		return errs.BadUsage("give a number from 1 to 2147483648", "--docs is %d", o.docs)
	case o.queries < 0:
		return errs.BadUsage("give 0 or more", "--queries is %d", o.queries)
	case o.vocabulary < 1000 || o.vocabulary > 1<<26:
		return errs.BadUsage("give a number from 1000 to 67108864", "--words is %d", o.vocabulary)
	case !(o.phrases >= 0 && o.phrases <= 1):
		return errs.BadUsage("give a share from 0 to 1", "--phrases is %v", o.phrases)
	case o.threads < 0:
		return errs.BadUsage("give 0 or more", "--threads is %d", o.threads)
	}
	return nil
}

func (o *synthetic) write(ctx context.Context, out *result.Dir, printer *progress.Printer) error {
	key := fmt.Sprintf("synth 2 %d %d %d %d %v", o.docs, o.queries, o.vocabulary, o.seed, o.phrases)
	if _, ok := out.FinishedFiles("synth", key); ok {
		printer.Say("synth: kept from the earlier run")
		return nil
	}
	threads := parallel.Threads(o.threads)
	printer.Steps(progress.Step{Name: "synth", Title: "making a collection"})
	c := synth.New(o.docs, o.vocabulary, o.seed)
	c.Phrases = o.phrases
	var qrels bytes.Buffer
	var files []result.File
	for _, part := range []struct {
		name, unit string
		total      int
		write      func(io.Writer, *progress.Stage) error
	}{
		{"collection.tsv", "passages", o.docs, func(w io.Writer, st *progress.Stage) error { return c.WriteDocs(ctx, w, threads, st) }},
		{"queries.tsv", "queries", o.queries, func(w io.Writer, st *progress.Stage) error {
			return c.WriteQueries(ctx, w, &qrels, o.queries, st)
		}},
		{"qrels.tsv", "judgements", o.queries, func(w io.Writer, st *progress.Stage) error {
			_, err := qrels.WriteTo(w)
			st.Add(o.queries)
			return err
		}},
	} {
		st := printer.Stage("synth", part.unit, part.total)
		f, err := out.WriteFile(part.name, func(w io.Writer) error { return part.write(w, st) })
		st.Done()
		if err != nil {
			return err
		}
		files = append(files, f)
	}
	return out.Finish("synth", key, files)
}
