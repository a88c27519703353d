package commands

import (
	"os"

	"github.com/axiomine/axiomine/gen"
	"github.com/axiomine/axiomine/gen/account"
	"github.com/axiomine/axiomine/gen/dataset"
	"github.com/axiomine/axiomine/gen/prepare"
	"github.com/axiomine/axiomine/gen/serve"
	"github.com/axiomine/axiomine/gen/stage"
	"github.com/axiomine/axiomine/internal/cli"
	"github.com/axiomine/axiomine/internal/result"
	"github.com/spf13/cobra"
)

// newServe returns the verb serve of the root.
func newServe() *cobra.Command {
	var common cli.Common
	cmd := &cobra.Command{
		Use:         "serve",
		Annotations: cli.MainFlags("data config axioms ratio pairs judged-queries run index"),
		Short:       "answer a training loop on stdin and stdout: what axioms say, what scores violate, rows drawn anew",
		Args:        cli.NoArgs(),
		Example: `  axiomine serve --data DIR
  axiomine serve -c wikiqa --data DIR --index OUT/index`,
	}
	common.AddConfig(cmd, serveKeys()...)
	common.Check = checkEffect(stage.Sample, resultAnswers)
	common.AddSpeech(cmd)
	cmd.RunE = func(cmd *cobra.Command, _ []string) error {
		l, printer, err := common.Begin(cmd, "")
		if err != nil {
			return err
		}
		if err := refuseSweep(l); err != nil {
			return err
		}
		return result.Scratch(func(out *result.Dir) error {
			p, err := gen.Start(&l.Config, out, printer, cmd.CommandPath())
			if err != nil {
				return err
			}
			p.Run.Line = cli.Line(cmd)
			printer.Steps(prepare.Steps(&p.Run.Config.Gen, stage.Candidates)...)
			if p, err = p.AllForTraining(cmd.Context(), dataset.CheckDrawing); err != nil {
				return err
			}
			defer p.Close()
			printer.Finish()
			s, err := serve.New(p)
			if err != nil {
				return err
			}
			if err := s.Run(cmd.Context(), cmd.InOrStdin(), os.Stdout); err != nil {
				return err
			}
			return account.CheckReached(l, s.Unmet(), "all requests are answered")
		})
	}
	return cmd
}
