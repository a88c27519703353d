// Command axiomine-distributed makes the data set of axiomine gen on a distributed engine. The files have the same bytes.
//
// The command makes index and candidates, and divides the queries into parts. The engine mines the parts, and the command merges
// the results. All machines need one shared file system under the same paths.
package main

import (
	"context"
	"flag"
	"fmt"
	"log/slog"
	"os"
	"os/signal"
	"strings"
	"syscall"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"
	"github.com/axiomine/axiomine/configs"
	"github.com/axiomine/axiomine/gen"
	"github.com/axiomine/axiomine/gen/account"
	"github.com/axiomine/axiomine/gen/dataset"
	"github.com/axiomine/axiomine/gen/partition"
	"github.com/axiomine/axiomine/gen/prepare"
	"github.com/axiomine/axiomine/gen/stage"
	"github.com/axiomine/axiomine/internal/cli"
	"github.com/axiomine/axiomine/internal/errs"
	"github.com/axiomine/axiomine/internal/result"
	"github.com/axiomine/axiomine/internal/ui/progress"
	"github.com/axiomine/axiomine/internal/ui/terminal"
	"github.com/spf13/cobra"
)

func main() {
	register()
	if isWorker, err := serve(os.Args[1:]); isWorker {
		if err != nil {
			fmt.Fprintln(os.Stderr, "error: "+err.Error())
			os.Exit(1)
		}
		return
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	cmd := root()
	if err := cmd.ExecuteContext(ctx); err != nil {
		fmt.Fprintln(os.Stderr, terminal.Line("error: "+strings.ReplaceAll(err.Error(), "\n", "; ")))
		os.Exit(errs.ExitCode(err))
	}
}

// root returns the cobra command with its own flags, and with Beam's, such as --endpoint and --environment_type.
func root() *cobra.Command {
	var common cli.Common
	var parts int
	var runner string
	cmd := &cobra.Command{Use: "axiomine-distributed", Short: "mine and draw on a distributed engine, with the bytes of one machine",
		Example: "  axiomine-distributed -c wikiqa --data DIR --parts 64 -o OUT\n  axiomine-distributed -c wikiqa --data DIR --parts 64 -o OUT " +
			"--runner universal --endpoint localhost:8099 --environment_type LOOPBACK",
		Args: cli.NoArgs(), SilenceErrors: true, SilenceUsage: true, Version: configs.Version,
		RunE: func(cmd *cobra.Command, _ []string) error {
			if err := flag.CommandLine.Parse(nil); err != nil { // beam.Init needs parsed flags
				return err
			}
			if runner != "direct" && runner != "prism" && runner != "universal" {
				return errs.BadUsage("use direct or prism (in this process), or universal with --endpoint", "--runner: %q", runner)
			}
			if parts < 1 {
				return errs.BadUsage("give a positive number", "--parts: %d", parts)
			}
			beam.Init()
			slog.SetDefault(slog.New(slog.DiscardHandler)) // discards the engine's log: run returns the first error
			return common.Do(cmd, cli.Job{Plan: gen.Plan, Fill: func(r *cli.Run) (*cli.Outcome, error) {
				if runner == "prism" {
					r.Printer.Warn("prism listens on every interface of this machine while it runs, and runs what is sent there: not for networks of others")
				}
				return run(cmd.Context(), &r.Loaded.Config, r.Out, r.Printer, parts, runner, cli.Line(cmd))
			}})
		}}
	cmd.SetFlagErrorFunc(cli.BadFlag)
	cmd.Flags().IntVar(&parts, "parts", 64, "shares that the queries are divided into: the unit that is mined, retried and kept")
	cmd.Flags().StringVar(&runner, "runner", "direct",
		"direct (in this process, without a port) | prism (in this process, on a port of every interface) | universal (a job server at "+
			"--endpoint)")
	common.AddConfig(cmd, append([]string{"gen", "tokenize"}, configs.KeysDeciding([]string{"train"}, configs.Pairs)...)...)
	common.AddOutput(cmd)
	common.Form.Add(cmd)
	common.AddSpeech(cmd)
	flag.VisitAll(func(f *flag.Flag) { // Beam's flags, except those whose names are taken
		if cmd.Flags().Lookup(f.Name) == nil {
			cmd.Flags().AddGoFlag(f)
		}
	})
	return cmd
}

// run makes pairs and shards from the collection, with the queries in numParts parts. line is the command line that pages show.
func run(ctx context.Context, c *configs.Config, out *result.Dir, printer *progress.Printer, numParts int,
	runner, line string) (*cli.Outcome, error) {
	chain, err := gen.Start(c, out, printer, "axiomine gen")
	if err != nil {
		return nil, err
	}
	chain.Run.Line = line
	printer.Steps(prepare.Steps(&chain.Run.Config.Gen, stage.Shards)...)
	chain, err = chain.AllForTraining(ctx, dataset.CheckRequest)
	if err != nil {
		return nil, err
	}
	defer chain.Close()
	job, err := partition.Plan(chain, numParts)
	if err != nil {
		return nil, err
	}
	printer.Say("%d queries in %d parts on %s", job.Queries, job.Parts, runner)
	files, err := execute(ctx, job, runner)
	if err != nil {
		return nil, err
	}
	shares, err := record(out, job, files)
	if err != nil {
		return nil, err
	}
	parts, counts, err := partition.Merge(chain, shares)
	if err != nil {
		return nil, err
	}
	data, err := dataset.Sample(ctx, chain, parts)
	if err != nil {
		return nil, err
	}
	manifest, err := dataset.Shards(ctx, chain, data)
	if err != nil {
		return nil, err
	}
	folder := out.FinalPath(dataset.ShardsDir)
	return &cli.Outcome{Results: data.Report.Results(data.Drawn).Table(account.CountTable(chain.Axioms.All, counts)),
		Written: manifest.Describe(folder),
		Next:    "axiomine " + strings.Join(manifest.Next(folder), " ")}, nil
}
