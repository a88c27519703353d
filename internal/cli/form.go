package cli

import (
	"errors"
	"fmt"
	"io"
	"os"
	"strconv"
	"strings"

	"github.com/axiomine/axiomine/internal/ui/progress"
	"github.com/axiomine/axiomine/internal/ui/table"
	"github.com/axiomine/axiomine/internal/ui/terminal"
	"github.com/spf13/cobra"
)

// Form is the format of a command's results on stdout: text, JSON (--json) or CSV (--csv).
type Form struct {
	name   string // json, csv, or "" for text
	hasAll bool   // whether the command has the flag --all
	all    bool   // whether --all is set
}

// Add declares --json and --csv.
func (f *Form) Add(cmd *cobra.Command) {
	cmd.Flags().BoolFunc("json", "the result as JSON on stdout", f.set("json"))
	cmd.Flags().BoolFunc("csv", "the result's first table as CSV on stdout", f.set("csv"))
}

// AddAllFlag declares --all, for a command whose results have details.
func (f *Form) AddAllFlag(cmd *cobra.Command) {
	f.hasAll = true
	cmd.Flags().BoolVar(&f.all, "all", false, "every table of the text, not the answer alone")
}

// set returns the function that handles the flag called name.
func (f *Form) set(name string) func(string) error {
	return func(text string) error {
		isTrue, err := strconv.ParseBool(text)
		switch {
		case err != nil:
			return errors.New("no true or false")
		case isTrue && f.name != "" && f.name != name:
			return errors.New("the result has one form, and another one is asked for")
		case isTrue:
			f.name = name
		}
		return nil
	}
}

// IsText reports whether the form is text.
func (f *Form) IsText() bool { return f.name == "" }

// FormName returns the form's name: json, csv, or empty for text.
func (f *Form) FormName() string { return f.name }

// Show writes results on stdout. Text fits the terminal; JSON and CSV are complete.
func (f *Form) Show(cmd *cobra.Command, r *table.Results) error {
	switch w := cmd.OutOrStdout(); f.name {
	case "json":
		return r.JSON(w)
	case "csv":
		return r.CSV(w)
	default:
		return f.ShowText(cmd, r)
	}
}

// ShowText writes results as text. Without --all it leaves out details and reports their number on stderr.
func (f *Form) ShowText(cmd *cobra.Command, r *table.Results) error {
	brief, omitted := r.Brief(Width())
	if f.all || omitted == "" {
		return r.Text(cmd.OutOrStdout(), Width())
	}
	if quiet, _ := cmd.Flags().GetBool("quiet"); f.hasAll && !quiet {
		defer Tell(cmd, "left out: "+omitted+"; "+map[bool]string{true: "--resume "}[cmd.Flags().Changed("output")]+"--all shows them")
	}
	return brief.Text(cmd.OutOrStdout(), Width())
}

// Showing makes cmd a command that only shows the results of find. hasDetails declares --all, without which text leaves out details.
func Showing(cmd *cobra.Command, hasDetails bool, find func(cmd *cobra.Command, args []string) (*table.Results, error)) *cobra.Command {
	var f Form
	if f.Add(cmd); hasDetails {
		f.AddAllFlag(cmd)
	}
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		r, err := find(cmd, args)
		if err != nil {
			return err
		}
		return f.Show(cmd, r)
	}
	return cmd
}

// ShowPlan writes a plan. In JSON and CSV each of its lines is a row.
func (f *Form) ShowPlan(cmd *cobra.Command, plan string) error {
	if f.name == "" {
		return Print(cmd, plan)
	}
	t := &table.Table{Name: "plan", Columns: table.Left("plan")}
	for line := range strings.Lines(plan) {
		t.Add(strings.TrimSuffix(line, "\n"))
	}
	return f.Show(cmd, table.Single(t))
}

// Width returns the maximum number of columns of text on stdout: COLUMNS if it is set, or the terminal's width. It returns 0, no limit,
// for a file or a pipe.
func Width() int {
	return terminal.Columns(os.Stdout)
}

// Print writes a text on stdout, wrapped to the terminal.
func Print(cmd *cobra.Command, text string) error {
	_, err := io.WriteString(cmd.OutOrStdout(), terminal.WrapText(text, Width()))
	return err
}

// Tell writes a line on stderr, wrapped to the terminal.
func Tell(cmd *cobra.Command, line string) {
	fmt.Fprintln(cmd.ErrOrStderr(), terminal.Wrap(line, terminal.Columns(os.Stderr), 2))
}

// Outcome is the result of a command, with its closing messages.
type Outcome struct {
	Results *table.Results // the results; nil if there is nothing to show
	Written string         // a sentence about the written files
	Next    string         // the command line that is suggested next
	Short   error          // reports requested amounts that are not reached; nil if there are none
}

// Close shows the results on stdout, then Written and Next on stderr. It returns o.Short, for the last line and the exit code.
func (f *Form) Close(cmd *cobra.Command, p *progress.Printer, o *Outcome) error {
	if o.Results != nil {
		if err := f.Show(cmd, o.Results); err != nil {
			return err
		}
	}
	p.Say("made: %s", o.Written)
	p.Say("next: %s", o.Next)
	return o.Short
}
