package commands

import (
	"context"
	"fmt"
	"strconv"
	"strings"

	"github.com/axiomine/axiomine/configs"
	"github.com/axiomine/axiomine/gen"
	"github.com/axiomine/axiomine/gen/account"
	"github.com/axiomine/axiomine/gen/analysis"
	"github.com/axiomine/axiomine/gen/collection"
	"github.com/axiomine/axiomine/gen/dataset"
	"github.com/axiomine/axiomine/gen/prepare"
	"github.com/axiomine/axiomine/gen/quota"
	"github.com/axiomine/axiomine/gen/stage"
	"github.com/axiomine/axiomine/internal/cli"
	"github.com/axiomine/axiomine/internal/errs"
	"github.com/axiomine/axiomine/internal/result"
	"github.com/axiomine/axiomine/internal/ui/progress"
	"github.com/axiomine/axiomine/internal/ui/table"
	"github.com/axiomine/axiomine/internal/ui/terminal"
	"github.com/axiomine/axiomine/tokenize/pairs"
	"github.com/spf13/cobra"
)

// newGen returns the command gen with its verbs. Without a verb it runs the whole chain.
func newGen() *cobra.Command {
	job := stageJob(append([]string{"gen", "tokenize"}, lossKeys()...), stage.Shards, gen.PlanRows, wholeChain)
	job.Check = checkEffect(stage.Sample, stage.Shards)
	cmd := cli.Filling(&cobra.Command{
		Use:         "gen",
		Annotations: cli.MainFlags("data columns run axioms ratio pairs vocab output-format output resume"),
		Short:       "make training pairs of a collection, and files of them for trainers",
		Args:        cli.NoArgs(),
		Example: `  axiomine gen --data rows.csv -o OUT
  axiomine gen --data DIR --axioms "tfc1(delta_star=0.1), m-tdc" --ratio 1:4 --vocab vocab.txt --output-format parquet,triples -o OUT`,
	}, job)
	cmd.AddCommand(newIndex(), newRetrieve(), newMine(), newSample(), newGenSweep(), newGenInspect(), newGenCheck())
	return cmd
}

func newIndex() *cobra.Command {
	keys := cli.Exclude(configs.KeysDeciding([]string{"gen", "tokenize"}, configs.Documents, configs.Nothing), "gen.labels")
	return cli.Filling(&cobra.Command{
		Use:         "index",
		Annotations: cli.MainFlags("data config format language doc-fields columns threads output resume overwrite"),
		Short:       "build the index",
		Args:        cli.NoArgs(),
		Example:     "  axiomine gen index --data DIR -o OUT\n  axiomine gen index --data DIR --set stopwords=none -o OUT",
	}, stageJob(keys, stage.Index, gen.Plan, indexing))
}

// planner returns a text on what a verb would read and do.
type planner func(context.Context, *configs.LoadedConfig, *progress.Printer) (string, error)

// stageJob returns the job of a verb that runs the chain up to some point.
func stageJob(nouns []string, goal stage.Name, plan planner,
	run func(*cli.Run, *prepare.Preparation) (*cli.Outcome, error)) cli.Job {
	return cli.Job{Nouns: nouns, Check: checkEffect(goal), HasDetails: goal == stage.Sample || goal == stage.Shards,
		Plan: func(ctx context.Context, l *configs.LoadedConfig, p *progress.Printer) (string, error) {
			if err := refuseSweep(l); err != nil {
				return "", err
			}
			return plan(ctx, l, p)
		},
		Fill: func(r *cli.Run) (*cli.Outcome, error) {
			l := r.Loaded
			if err := refuseSweep(l); err != nil {
				return nil, err
			}
			p, err := gen.Start(&l.Config, r.Out, r.Printer, r.Cmd.CommandPath())
			if err != nil {
				return nil, err
			}
			p.Run.Line, p.Run.Origins = cli.Line(r.Cmd), l.Origins
			if r.Cmd.Name() != "gen" && quota.CheckGrades(p.Axioms.All...) == nil {
				if p.Run.Next, err = cli.LineFor("axiomine gen", cli.ConfigName(r.Cmd), &l.Config, cli.WholePaths, "gen"); err != nil {
					return nil, err
				}
			}
			p.Run.Published = configs.Applicable(l.Published, &l.Config)
			r.Printer.Steps(prepare.Steps(&p.Run.Config.Gen, goal)...)
			defer cli.SpareMemory()()
			return run(r, p)
		}}
}

// indexing runs the verb index.
func indexing(r *cli.Run, p *prepare.Preparation) (*cli.Outcome, error) {
	p, err := p.OpenIndex(r.Cmd.Context())
	if err != nil {
		return nil, err
	}
	t := &table.Table{Name: "index", Columns: table.Right("documents", "terms", "tokens", "mean length")}
	x := p.Index
	t.Add(strconv.Itoa(x.NumDocs()), strconv.Itoa(x.Lexicon().NumTerms()),
		strconv.FormatUint(uint64(x.TotalTerms()), 10), fmt.Sprintf("%.2f", x.AvgLen()))
	var more []string // further flags of the next command
	if g := &p.Run.Config.Gen; g.Data == "" && g.Topics == "" {
		more = []string{"--topics", "FILE"}
	}
	return &cli.Outcome{Results: table.Single(t),
		Written: "an index of " + terminal.Plural(x.NumDocs(), "document", "documents") + " in " + p.Run.Out.FinalPath("index"),
		Next:    again(r.Cmd, p, "retrieve", more...)}, p.Close()
}

// again returns the command line of another verb that continues in the same output directory.
func again(cmd *cobra.Command, p *prepare.Preparation, verb string, more ...string) string {
	path := []string{"gen"}
	if verb != "" {
		path = append(path, verb)
	}
	return cli.ShellCommand(cli.AgainWords(cmd, path, append(more, "--output="+p.Run.Out.FinalPath("."), "--resume")...)...)
}

// wholeChain runs gen without a verb.
func wholeChain(r *cli.Run, p *prepare.Preparation) (*cli.Outcome, error) {
	data, err := gen.Fill(r.Cmd.Context(), p)
	if err != nil {
		return nil, err
	}
	shards := p.Run.Out.FinalPath(dataset.ShardsDir)
	return &cli.Outcome{Results: summary(data.Report, data.Drawn, p), Written: data.Manifest.Describe(shards),
		Next:  cli.ShellCommand(data.Manifest.Next(shards)...),
		Short: account.CheckReached(r.Loaded, data.Report.Unmet(), dataWritten)}, nil
}

// summary returns the statistics of a data set, and the published numbers.
func summary(report *account.Report, drawn []pairs.PoolRows, p *prepare.Preparation) *table.Results {
	r := report.Results(drawn)
	for _, line := range report.ComparePublished(p.Run.Published) {
		r.Say("%s", line)
	}
	return r
}

// dataWritten is the end of the error for an amount that is not reached.
const dataWritten = "the data are written"

// refuseSweep returns an error for a file with a section sweep, which the command would ignore. The section of a preset is ignored.
func refuseSweep(l *configs.LoadedConfig) error {
	if l.SweepBy.IsExplicit() {
		file := strings.TrimPrefix(string(l.SweepBy), "file ")
		return errs.BadUsage("run it with axiomine gen sweep or train sweep, or take sweep: out of the file",
			"%s: sweep: has no meaning here", file)
	}
	return nil
}

func newGenInspect() *cobra.Command {
	var common cli.Common
	cmd := &cobra.Command{
		Use:         "inspect",
		Annotations: cli.MainFlags("json data config format collection topics qrels run columns labels"),
		Short:       "read a collection and say what is in it and what does not fit together",
		Long: "Read a collection and say what is in it and what does not fit together.\n\nThe words of its documents and queries are counted, " +
			"and the different ones of each: all, without stop words (--set stopwords=inquery), and stemmed (--set stemmer=porter).",
		Args:    cli.NoArgs(),
		Example: "  axiomine gen inspect --data DIR\n  axiomine gen inspect --data DIR --format trec --json",
	}
	common.AddConfig(cmd, inspectionKeys()...)
	common.Check = checkEffect()
	common.Form.Add(cmd)
	common.AddSpeech(cmd)
	cmd.RunE = func(cmd *cobra.Command, _ []string) error {
		l, printer, err := common.Begin(cmd, "")
		if err != nil {
			return err
		}
		printer.Steps(progress.Step{Name: "read", Title: "reading the collection"})
		c := l.Config
		if c.Gen.Tokenizer == analysis.WordPiece { // word pieces are not words
			c.Gen.Tokenizer = analysis.Defaults().Tokenizer
		}
		analyser, err := prepare.Analyser(&c)
		if err != nil {
			return err
		}
		summary, err := collection.Inspect(cmd.Context(), &c.Gen, analyser, printer)
		if err != nil {
			return err
		}
		if common.IsText() {
			return cli.Print(cmd, fmt.Sprint(summary))
		}
		return common.Show(cmd, summary.Results())
	}
	return cmd
}

func newGenCheck() *cobra.Command {
	var form cli.Form
	cmd := &cobra.Command{
		Use:     "check DIR",
		Short:   "compare every stored byte of an index, or of all that a run left, with its checksum",
		Example: "  axiomine gen check OUT/index\n  axiomine gen check OUT",
		Args:    cli.Args(1, 1, "a directory"),
	}
	form.Add(cmd)
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		v, err := gen.CheckStored(cmd.Context(), args[0])
		if err != nil {
			return err
		}
		if err := form.Show(cmd, verification(v)); err != nil {
			return err
		}
		if n := len(v.Damaged); n > 0 {
			const hint = "run the command that left it again: axiomine gen --resume keeps what is whole"
			return errs.BadInput("", 0, hint, "%s (damaged files: %d of %d)", v.Damaged[0], n, v.Files)
		}
		return nil
	}
	return cmd
}

// verification returns a table of the damaged files, or a sentence that there is none.
func verification(v *result.Verification) *table.Results {
	t := &table.Table{Name: "damaged", Columns: table.Left("damaged")}
	for _, line := range v.Damaged {
		t.Add(line)
	}
	r := new(table.Results).Table(t)
	if len(v.Damaged) > 0 {
		return r
	}
	return r.Say("%s, %s: all as they were written", terminal.Plural(v.Files, "file", "files"), terminal.Plural(int(v.Bytes), "byte", "bytes"))
}
