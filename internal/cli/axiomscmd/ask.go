package axiomscmd

import (
	"errors"
	"io"
	"strings"

	"github.com/axiomine/axiomine/configs"
	"github.com/axiomine/axiomine/gen"
	"github.com/axiomine/axiomine/gen/prepare"
	"github.com/axiomine/axiomine/internal/chain/meaning"
	"github.com/axiomine/axiomine/internal/chain/stage"
	"github.com/axiomine/axiomine/internal/cli"
	"github.com/axiomine/axiomine/internal/errs"
	"github.com/axiomine/axiomine/internal/result"
	"github.com/axiomine/axiomine/internal/ui/progress"
	"github.com/axiomine/axiomine/internal/ui/table"
	"github.com/axiomine/axiomine/internal/ui/terminal"
	"github.com/spf13/cobra"
)

// answer is the result of an analysis of runs, in its printed forms.
type answer interface {
	Results() *table.Results
	CSV(io.Writer) error
	HTML(io.Writer) error
}

// forms are the printed forms of an answer, in the order of the help.
var forms = []struct {
	name, ending string
	write        func(a answer, w io.Writer) error
}{
	{"text", "txt", func(a answer, w io.Writer) error { return a.Results().Text(w, 0) }},
	{"csv", "csv", answer.CSV},
	{"json", "json", func(a answer, w io.Writer) error { return writeJSON(w, a) }},
	{"html", "html", answer.HTML},
}

func formList() (names []string) {
	for _, f := range forms {
		names = append(names, f.name)
	}
	return names
}

func formNames() string { return strings.Join(formList(), " | ") }

// formNamed returns the writer of a form.
func formNamed(name string) (func(answer, io.Writer) error, error) {
	for _, f := range forms {
		if f.name == name {
			return f.write, nil
		}
	}
	return nil, errs.BadUsage(errs.Suggestion(name, formList()...)+"use one of "+strings.ReplaceAll(formNames(), " |", ","),
		"unknown output format %q", name)
}

// leave writes an answer in all its forms, to files of one stem.
func leave(a answer, stem string, out *result.Dir) error {
	var files []result.File
	for _, f := range forms {
		file, err := out.WriteFile(stem+"."+f.ending, func(w io.Writer) error {
			text := &terminal.Writer{Out: w}
			return errors.Join(f.write(a, text), text.Close())
		})
		if err != nil {
			return err
		}
		files = append(files, file)
	}
	return out.Finish(stem, "", files)
}

// askOptions are the options of a verb that analyses runs by axioms. With -o it writes the answer in
// all forms, otherwise in one.
type askOptions[A answer] struct {
	work   meaning.Work // with a run
	stem   string       // of the file names
	detail bool         // the answer has details, which --all prints
	axioms string       // for users who name none
	ask    func(cmd *cobra.Command, chain *prepare.Preparation, l *configs.LoadedConfig, runs []string, p *progress.Printer) (A, error)
	common cli.Common
	format string
}

func (o *askOptions[A]) Flags(cmd *cobra.Command) {
	cmd.Flags().StringVar(&o.format, "output-format", "text", "what goes to stdout; -o leaves a file of each: "+formNames())
	o.common.AddAll(cmd, askKeys()...)
	cmd.Flags().Lookup("axioms").DefValue = o.axioms
	if o.detail {
		o.common.AddAllFlag(cmd)
	}
}

func (o *askOptions[A]) Run(cmd *cobra.Command, runs []string) error {
	show, err := o.form(cmd)
	if err != nil {
		return err
	}
	work := o.work
	work.OwnModels = len(runs) == 0
	o.common.Check = work.Check
	config, printer, err := o.common.Begin(cmd, "")
	if err != nil {
		return err
	}
	if config.Origins["gen.axioms"] == "default" {
		config.Gen.Axioms = o.axioms
	}
	if o.common.DryRun() {
		plan, err := gen.Plan(cmd.Context(), config, printer)
		if err != nil {
			return err
		}
		return o.common.ShowPlan(cmd, plan)
	}
	if !cli.Writes(cmd) {
		return result.Scratch(func(out *result.Dir) error {
			a, err := o.answer(cmd, config, runs, out, printer)
			if err != nil {
				return err
			}
			printer.Finish()
			return show(a)
		})
	}
	var outcome answer
	err = o.common.FillOutput(cmd, config, printer, func(out *result.Dir) (*cli.Outcome, error) {
		a, err := o.answer(cmd, config, runs, out, printer)
		if err != nil {
			return nil, err
		}
		outcome = a
		return &cli.Outcome{Made: "the same as text, CSV, JSON and a page, " + out.FinalPath(o.stem+".html"),
			Next: cli.ShellCommand("axioms", "explain", config.Gen.Axioms)}, leave(a, o.stem, out)
	})
	if err != nil {
		return err
	}
	return show(outcome)
}

// form returns the function that prints an answer.
func (o *askOptions[A]) form(cmd *cobra.Command) (func(answer) error, error) {
	if o.common.Text() && o.format == "text" {
		return func(a answer) error { return o.common.ShowText(cmd.OutOrStdout(), a.Results()) }, nil
	}
	name := o.format
	if !o.common.Text() {
		name = o.common.Name()
	}
	write, err := formNamed(name)
	return func(a answer) error { return write(a, cmd.OutOrStdout()) }, err
}

// answer analyses the runs over a collection.
func (o *askOptions[A]) answer(cmd *cobra.Command, l *configs.LoadedConfig, runs []string, out *result.Dir,
	p *progress.Printer) (a A, err error) {
	for _, path := range runs {
		if err := gen.CanRead(path); err != nil {
			return a, err
		}
	}
	l.Gen.QueriesFrom = configs.QueriesGiven // runs rank these
	chain, err := gen.Start(&l.Config, out, p, cmd.CommandPath())
	if err != nil {
		return a, err
	}
	p.Steps(append(prepare.Steps(&l.Gen, stage.Candidates), progress.Step{Name: cmd.Name(), Title: "asking the runs"})...)
	return o.ask(cmd, chain, l, runs, p)
}
