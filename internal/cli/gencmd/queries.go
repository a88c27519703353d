package gencmd

import (
	"context"
	"os"
	"path/filepath"
	"strings"

	"github.com/axiomine/axiomine/configs"
	"github.com/axiomine/axiomine/gen"
	"github.com/axiomine/axiomine/gen/corpus"
	"github.com/axiomine/axiomine/gen/prepare"
	"github.com/axiomine/axiomine/internal/chain/account"
	"github.com/axiomine/axiomine/internal/chain/meaning"
	"github.com/axiomine/axiomine/internal/chain/queries"
	"github.com/axiomine/axiomine/internal/chain/stage"
	"github.com/axiomine/axiomine/internal/cli"
	"github.com/axiomine/axiomine/internal/errs"
	"github.com/axiomine/axiomine/internal/result"
	"github.com/axiomine/axiomine/internal/ui/progress"
	"github.com/axiomine/axiomine/internal/ui/terminal"
	"github.com/spf13/cobra"
)

// making says where made queries go, and how many they are.
type making struct {
	common cli.Common
	output string
	number int
}

func newQueries() *cobra.Command {
	return cli.New(&making{}, &cobra.Command{
		Use:         "queries",
		Annotations: cli.Matter("data config number query-method query-words query-within query-file index output json"),
		Short:       "make queries of the documents: FILE, with their documents in FILE.sources.tsv and FILE.qrels.txt",
		Args:        cli.NoArgs(),
		Example: "  axiomine gen queries --data DIR --number 2000 -o queries.tsv\n" +
			"  axiomine gen queries --data DIR --query-method terms,phrases,sentence --number 100000 -o queries.tsv",
	})
}

func (o *making) Flags(cmd *cobra.Command) {
	o.common.AddConfig(cmd, madeBy()...)
	o.common.Check = meaning.Work{MakesQuery: true}.Check
	f := cmd.Flags()
	f.IntVar(&o.number, "number", 0, "queries to make (default: gen.made_queries)")
	f.StringVarP(&o.output, "output", "o", "", "output file: a line of id TAB text for every query")
	o.common.Form.Add(cmd)
	o.common.AddSpeech(cmd)
}

// madeBy returns the keys that decide what queries are made.
func madeBy() []string {
	names := upTo(configs.Queries, configs.Vocabulary)
	return cli.Exclude(names, "gen.qrels", "gen.restrict_collection", "gen.queries_from", configs.MadeQueriesKey,
		"gen.splits", "gen.fold", "gen.train_on", "gen.on_overlap", "gen.query_sample", "gen.limit", "gen.min_grade", "gen.labels",
		"gen.run", "gen.run_format", "gen.run_order")
}

// Run makes the queries in a temporary folder and leaves their files.
func (o *making) Run(cmd *cobra.Command, _ []string) error {
	l, printer, err := o.common.Begin(cmd, "")
	if err != nil {
		return err
	}
	g := &l.Gen
	g.QueriesFrom = configs.QueriesDocuments
	if cmd.Flags().Changed("number") {
		g.MadeQueries = o.number
		l.Origins[configs.MadeQueriesKey] = "flag --number"
	}
	if err := o.check(&l.Config); err != nil {
		return err
	}
	var output *queries.MadeQueries
	err = result.Scratch(func(out *result.Dir) error {
		output, err = o.make(cmd.Context(), &l.Config, out, printer)
		return err
	})
	if err != nil {
		return err
	}
	files := o.files()
	err = cli.WriteNew(cli.File{Path: files[1], Write: output.WriteSources}, cli.File{Path: files[2], Write: output.WriteQrels},
		cli.File{Path: files[0], Write: output.WriteTopics})
	if err != nil {
		return err
	}
	printer.Finish()
	words := []string{"gen"}
	for _, flag := range [][2]string{{"--data", g.Data}, {"--collection", g.Collection}, {"--index", g.Index}, {"--format", g.Format}} {
		if flag[1] != "" && flag != [2]string{"--format", corpus.Auto} {
			words = append(words, flag[:]...)
		}
	}
	few := account.Unmet{Key: configs.MadeQueriesKey, Subject: "made queries", Wanted: output.Account.Asked, There: output.Account.Made}
	return o.common.Close(cmd, printer, &cli.Outcome{Found: output.Account.Results(),
		Short: account.CheckReached(l, few.List(), dataWritten),
		Made:  terminal.Plural(len(output.Queries), "query", "queries") + " in " + o.output,
		Next:  cli.ShellCommand(append(words, "--topics", "train="+o.output, "-o", "OUT")...)})
}

// files returns where the queries, their documents and these as judgements go.
func (o *making) files() [3]string {
	stem := strings.TrimSuffix(o.output, filepath.Ext(o.output))
	return [3]string{o.output, stem + ".sources.tsv", stem + ".qrels.txt"}
}

func (o *making) check(c *configs.Config) error {
	if o.output == "" || o.output == "-" {
		return errs.BadUsage("axiomine gen queries --data DIR -o queries.tsv", "made queries need an output file")
	}
	if c.Gen.MadeQueries < 1 {
		return errs.BadUsage("give 1 or more", "--number is %d", c.Gen.MadeQueries)
	}
	for _, file := range o.files() {
		if _, err := os.Stat(file); err == nil {
			return errs.BadUsage("name another file with -o, or remove it", "%s exists", file)
		}
	}
	return gen.Check(c)
}

func (o *making) make(ctx context.Context, c *configs.Config, out *result.Dir, printer *progress.Printer) (*queries.MadeQueries, error) {
	p, err := gen.Start(c, out, printer, "gen queries")
	if err != nil {
		return nil, err
	}
	printer.Steps(prepare.Steps(&c.Gen, stage.Queries)...)
	if p, err = p.ReadTopics(ctx); err != nil {
		return nil, err
	}
	if p, err = p.OpenIndex(ctx); err != nil {
		return nil, err
	}
	defer p.Close()
	return prepare.MakeQueries(ctx, p.Run, p.Inputs, p.Index)
}
