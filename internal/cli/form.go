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

// Form is the form in which a command shows its results on stdout: text, or what --json or --csv asks for.
type Form struct {
	name   string
	hasAll bool // --all is a flag of the command
	all    bool
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

// Text reports whether neither JSON nor CSV is asked for.
func (f *Form) Text() bool { return f.name == "" }

// Name returns the form's name: json, csv, or empty for text.
func (f *Form) Name() string { return f.name }

// Show writes results on stdout: text fits the terminal, JSON and CSV are whole.
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

// ShowText writes results as text, without their details unless --all asks for them. How many these are is said on stderr.
func (f *Form) ShowText(cmd *cobra.Command, r *table.Results) error {
	brief, left := r.Brief(Width())
	if f.all || left == "" {
		return r.Text(cmd.OutOrStdout(), Width())
	}
	if quiet, _ := cmd.Flags().GetBool("quiet"); f.hasAll && !quiet {
		defer Tell(cmd, "left out: "+left+"; --all shows them")
	}
	return brief.Text(cmd.OutOrStdout(), Width())
}

// Showing makes a command without options of its own that only shows something. Where the results have details, the text leaves them out
// unless --all asks for them.
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

// ShowPlan writes a plan, whose lines JSON and CSV show as rows.
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

// Width returns the number of columns that text on stdout may take: COLUMNS where it is set, else the terminal's; 0, any number, in a file
// or a pipe.
func Width() int {
	return terminal.Columns(os.Stdout)
}

// Print writes a text for people on stdout, whose lines fit the terminal.
func Print(cmd *cobra.Command, text string) error {
	_, err := io.WriteString(cmd.OutOrStdout(), terminal.WrapText(text, Width()))
	return err
}

// Tell writes a line about the work on stderr, which fits the terminal.
func Tell(cmd *cobra.Command, line string) {
	fmt.Fprintln(cmd.ErrOrStderr(), terminal.Wrap(line, terminal.Columns(os.Stderr), 2))
}

// Outcome is what a command found, and what it left.
type Outcome struct {
	Found *table.Results // nil for nothing to show
	Made  string         // what lies where, in a line
	Next  string         // a command that goes on from there, as it is typed
	Short error          // the amounts that were asked and are not reached; nil where all are
}

// Close shows what was found on stdout, then says in two lines on stderr what was made and what can be done next. It returns what is
// short, so that the last line and the exit code tell it.
func (f *Form) Close(cmd *cobra.Command, p *progress.Printer, o *Outcome) error {
	if o.Found != nil {
		if err := f.Show(cmd, o.Found); err != nil {
			return err
		}
	}
	p.Say("made: %s", o.Made)
	p.Say("next: %s", o.Next)
	return o.Short
}
