package commands

import (
	"errors"
	"io"
	"strings"

	"github.com/axiomine/axiomine/configs"
	"github.com/axiomine/axiomine/gen"
	"github.com/axiomine/axiomine/gen/prepare"
	"github.com/axiomine/axiomine/gen/stage"
	"github.com/axiomine/axiomine/internal/cli"
	"github.com/axiomine/axiomine/internal/result"
	"github.com/axiomine/axiomine/internal/ui/page"
	"github.com/axiomine/axiomine/internal/ui/progress"
	"github.com/axiomine/axiomine/internal/ui/terminal"
	"github.com/axiomine/axiomine/train/diagnose"
	"github.com/spf13/cobra"
)

// axiomsOfDiagnosis is the default of gen.axioms in a diagnosis: the axioms of Rennings (2019) and some of Klose (2021) that need only an
// index. It has no axiom that compares the scores of a retrieval model, since that model fulfils such an axiom by definition.
const axiomsOfDiagnosis = "tfc1, tfc2, m-tdc, lnc2, m-and, tf-lnc"

// forms lists the forms in which a diagnosis can be written.
var forms = []string{"text", "csv", "json", "html"}

func writeDiagnosis(form string, r *diagnose.Result, w io.Writer) error {
	switch form {
	case "text":
		return r.Results().Text(w, 0)
	case "csv":
		return r.Shares().CSV(w)
	case "json":
		return result.EncodeJSON(w, r)
	}
	return r.HTML(w)
}

// writeForms writes a diagnosis in all forms to an output directory.
func writeForms(r *diagnose.Result, out *result.Dir) error {
	batch := out.Batch()
	for _, form := range forms {
		batch.Write("diagnosis."+strings.Replace(form, "text", "txt", 1), func(w io.Writer) error {
			text := &terminal.Writer{Out: w}
			return errors.Join(writeDiagnosis(form, r, text), text.Close())
		})
	}
	return batch.Finish("diagnosis", "")
}

// diagnoseOptions are the options of a diagnosis. With -o it is written in all forms, and without -o in one form.
type diagnoseOptions struct{ common cli.Common }

func newDiagnose() *cobra.Command {
	var o diagnoseOptions
	cmd := &cobra.Command{
		Use:         "diagnose [RUN...]",
		Annotations: cli.MainFlags("all json data config qrels axioms delta-star hits output overwrite"),
		Short:       "measure how far the scores of runs obey the axioms: fulfilment, tests, agreement",
		Args:        cli.Files(0, "runs"),
		Long: "Without a run our own retrieval models are diagnosed: BM25, QL, RM3, PL2 and TF-IDF on the test queries' candidates.\n" +
			"An axiom of a model's order, such as rs-bm25, is left out unless --axioms names it: its model obeys it always.",
		Example: "  axiomine axioms diagnose bm25.txt bert.txt -c wikiqa-counts --data DIR\n" +
			"  axiomine axioms diagnose -c rennings-diagnose --data DIR -o OUT",
		RunE: o.run,
	}
	o.common.AddAll(cmd, append(collectionKeys(), "gen.axioms", "gen.delta_star", "gen.made")...)
	cmd.Flags().Lookup("axioms").DefValue = axiomsOfDiagnosis
	o.common.AddAllFlag(cmd)
	return cmd
}

func (o *diagnoseOptions) run(cmd *cobra.Command, runs []string) error {
	results := []stage.Name{resultDiagnosis}
	if len(runs) == 0 {
		results = append(results, resultOwnModels)
	}
	o.common.Check = checkEffect(results...)
	config, printer, err := o.common.Begin(cmd, "")
	if err != nil {
		return err
	}
	if config.Origins["gen.axioms"] == "default" {
		config.Gen.Axioms = axiomsOfDiagnosis
	}
	if o.common.DryRun() {
		plan, err := gen.Plan(cmd.Context(), config, printer)
		if err != nil {
			return err
		}
		return o.common.ShowPlan(cmd, plan)
	}
	var report *diagnose.Result
	find := func(out *result.Dir) (err error) {
		report, err = diagnosis(cmd, config, runs, out, printer)
		return err
	}
	if !cli.Writes(cmd) {
		if err = result.Scratch(find); err == nil {
			printer.Finish()
		}
	} else {
		err = o.common.FillOutput(cmd, config, printer, func(out *result.Dir) (*cli.Outcome, error) {
			if err := find(out); err != nil {
				return nil, err
			}
			return &cli.Outcome{Written: "the same as text, CSV, JSON and a page, " + out.FinalPath("diagnosis.html"),
				Next: cli.ShellCommand("axioms", "explain", config.Gen.Axioms)}, writeForms(report, out)
		})
	}
	if err != nil {
		return err
	}
	if o.common.IsText() {
		return o.common.ShowText(cmd, report.Results())
	}
	return writeDiagnosis(o.common.FormName(), report, cmd.OutOrStdout())
}

// diagnosis diagnoses runs over a collection, and adds the published numbers. If runs is empty, it diagnoses our own retrieval models.
func diagnosis(cmd *cobra.Command, l *configs.LoadedConfig, runs []string, out *result.Dir,
	p *progress.Printer) (r *diagnose.Result, err error) {
	for _, path := range runs {
		if err := gen.CanRead(path); err != nil {
			return nil, err
		}
	}
	chain, err := gen.Start(&l.Config, out, p, cmd.CommandPath())
	if err != nil {
		return nil, err
	}
	p.Steps(append(prepare.Steps(&l.Gen, stage.Candidates), progress.Step{Name: cmd.Name(), Title: "asking the runs"})...)
	if len(runs) == 0 {
		r, err = diagnose.DiagnoseModels(cmd.Context(), chain, p)
	} else {
		r, err = diagnose.DiagnoseRuns(cmd.Context(), chain, runs, cmd.Flags().Changed("hits"), p)
	}
	if err != nil {
		return nil, err
	}
	r.Command = cli.Line(cmd)
	r.Next = page.Next{Why: "what the axioms mean", Command: cli.PageCommand(cmd, "axioms", "explain", l.Gen.Axioms)}
	r.AddPublished(l)
	return r, nil
}
