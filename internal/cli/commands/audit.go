package commands

import (
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/axiomine/axiomine/gen/audit"
	"github.com/axiomine/axiomine/gen/corpus/read"
	"github.com/axiomine/axiomine/internal/cli"
	"github.com/axiomine/axiomine/internal/errs"
	"github.com/axiomine/axiomine/internal/result"
	"github.com/axiomine/axiomine/internal/ui/page"
	"github.com/axiomine/axiomine/internal/ui/progress"
	"github.com/axiomine/axiomine/internal/ui/terminal"
	"github.com/spf13/cobra"
)

// encodings is the help text of the flag --encoding.
const encodings = "encoding of the files, or of their lines that are not UTF-8; mixed is windows-1252 for each such byte: " +
	"mixed | utf-8 | latin-1 | windows-1252 | windows-1250"

// auditOptions holds the flags of audit. check sets isFix for --fix drop, isDirectory if the output is a directory, and isFile if it is the
// clean copy of a single file.
type auditOptions struct {
	common                     cli.Common
	audit                      audit.Options
	columns, labels, encoding  string
	strict                     bool
	fix, baseline, format      string
	only, failOn               []string
	scores, yes                bool
	examples                   int
	isDirectory, isFile, isFix bool
}

func newAudit() *cobra.Command {
	var o auditOptions
	cmd := &cobra.Command{
		Use:         "audit FILE..",
		Annotations: cli.MainFlags("collection test tokenizer columns labels fix only fail-on format output"),
		Short:       "find what is wrong with a training set: contradictions, leaks, shortcuts, repeated and broken rows",
		Args:        cli.Files(1, "files of training rows, or a folder of them"),
		Example: "  axiomine audit train.parquet --test test.jsonl --fail-on contradiction -o OUT\n" +
			"  axiomine audit triplets.jsonl --fix drop --only repeated-row -o CLEAN",
		RunE: o.run,
	}
	f := cmd.Flags()
	f.StringVar(&o.audit.Collection, "collection", "", "documents of rows that hold ids")
	f.StringVar(&o.audit.Topics, "topics", "", "queries of rows that hold ids")
	f.StringArrayVar(&o.audit.Test, "test", nil, "a test set whose queries must not be in the rows; may be repeated")
	f.StringVar(&o.audit.Tokenizer, "tokenizer", "", "a vocab.txt, a tokenizer.json or a model's folder, to count what trainers cut off")
	f.StringArrayVar(&o.audit.Runs, "run", nil, "NAME=FILE: a model's run, whose scores help to find false negatives; may be repeated")
	f.BoolVar(&o.scores, "scores", false, "write scores.parquet and positives.parquet too: of every negative how likely it is relevant, of "+
		"every positive how likely it is not, by their order")
	f.StringVar(&o.columns, "columns", "", "where names do not tell: query=NAME,positive=NAME,negative=NAME, or "+
		"query=NAME,document=NAME,label=NAME; unused=NAME leaves one out")
	f.StringVar(&o.labels, "labels", "", `what labels mean: "good=1,bad=0"`)
	f.StringVar(&o.encoding, "encoding", read.Mixed, encodings)
	f.BoolVar(&o.strict, "strict", false, "whatever is not read, rows, columns and files, is an error, not a count")
	f.StringVar(&o.fix, "fix", "none", "drop: write a copy of the files without flagged rows; none")
	f.BoolVar(&o.yes, "yes", false, "drop rows that are suspects alone, and more than a fifth of all rows")
	f.StringSliceVar(&o.only, "only", nil, "codes whose rows --fix drops (default: all exact ones)")
	f.StringArrayVar(&o.failOn, "fail-on", nil, "exit with 4 if CODE, or a severity, is found; CODE=5%: in more than this share of the rows; unread, "+
		"not-checked: if something was not read or checked; may be repeated")
	f.IntVar(&o.examples, "examples", 1, "rows of each finding that the terminal shows with their texts; audit.json has ten")
	f.StringVar(&o.baseline, "baseline", "", "the audit.json of an earlier audit: show what changed")
	f.StringVar(&o.format, "format", "", "what stdout has, for CI: sarif | github | junit")
	o.common.AddOutput(cmd)
	o.common.Form.Add(cmd)
	o.common.AddSpeech(cmd)
	return cmd
}

func (o *auditOptions) run(cmd *cobra.Command, args []string) error {
	o.audit.Files = args
	o.audit.Reading = read.Options{Columns: o.columns, Labels: o.labels, Encoding: o.encoding, Strict: o.strict}
	if err := o.check(cmd); err != nil {
		return err
	}
	printer, err := o.common.Printer()
	if err != nil {
		return err
	}
	if o.common.DryRun() {
		return o.common.ShowPlan(cmd, fmt.Sprintf("would audit %s\n", strings.Join(args, ", ")))
	}
	defer cli.SpareMemory()()
	if !o.isDirectory {
		return o.show(cmd, printer)
	}
	return o.common.FillOutput(cmd, nil, printer, func(out *result.Dir) (*cli.Outcome, error) { return o.fill(cmd, out, printer) })
}

// check validates the options and sets those that follow from others.
func (o *auditOptions) check(cmd *cobra.Command) error {
	if err := o.audit.Reading.Validate(); err != nil {
		return err
	}
	if o.format != "" {
		if !o.common.Form.IsText() {
			return errs.BadUsage("choose one", "--format %s and --%s are two forms of stdout", o.format, o.common.Form.FormName())
		}
		if err := audit.CheckFormat(o.format); err != nil {
			return err
		}
	}
	if o.examples < 0 || o.examples > audit.ExamplesKept {
		return errs.BadUsage("give 0 to "+strconv.Itoa(audit.ExamplesKept), "--examples %d", o.examples)
	}
	for _, text := range o.failOn {
		limit, err := audit.ParseLimit(text)
		if err != nil {
			return err
		}
		o.audit.FailOn = append(o.audit.FailOn, limit)
	}
	output := cmd.Flag("output").Value.String()
	switch o.fix {
	case "none":
		if len(o.only) > 0 {
			return errs.BadUsage("add --fix drop", "--only has no effect without --fix")
		}
	case "drop":
		if o.isFix = true; output == "" {
			return errs.BadUsage("name it with -o", "--fix writes a clean copy, and no output is named")
		}
		if err := audit.CheckDrops(o.only, o.yes); err != nil {
			return err
		}
		if slices.Contains(o.audit.Files, "-") {
			return errs.BadUsage("save standard input to a file first", "--fix reads the rows twice")
		}
	default:
		return errs.BadUsage(errs.Suggestion(o.fix, "none", "drop")+"use none or drop", "--fix %s is unknown", o.fix)
	}
	if o.yes && !o.isFix {
		return errs.BadUsage("leave it out", "--yes has no effect without --fix drop")
	}
	o.audit.Copies = o.isFix
	o.isFile = o.isFix && len(o.audit.Files) == 1 && filepath.Ext(output) != "" && filepath.Ext(output) == filepath.Ext(o.audit.Files[0])
	if o.scores && (output == "" || o.isFile) {
		return errs.BadUsage("name a directory with -o", "--scores writes scores.parquet, and no directory is named")
	}
	o.isDirectory = output != "" && !o.isFile
	if o.isFile && cmd.Flags().Changed("resume") {
		return errs.BadUsage("leave it out", "--resume has no effect: the output is a file, which is written as a whole")
	}
	return nil
}

// find audits the files, and compares the result with the baseline, if any.
func (o *auditOptions) find(cmd *cobra.Command, printer *progress.Printer) (*audit.Report, error) {
	printer.Steps(progress.Step{Name: "audit", Title: "auditing"})
	st := printer.Stage("audit", "rows", 0)
	defer st.Done()
	r, err := audit.Run(cmd.Context(), o.audit, st)
	if err == nil && o.baseline != "" {
		err = r.Compare(o.baseline)
	}
	return r, err
}

// show writes the report to stdout, and a clean copy of a single file if requested.
func (o *auditOptions) show(cmd *cobra.Command, printer *progress.Printer) error {
	r, err := o.find(cmd, printer)
	if err != nil {
		return err
	}
	printer.Finish()
	if o.isFile {
		if err := o.writeFile(cmd, r, printer); err != nil {
			return err
		}
	}
	if o.format != "" {
		err = r.WriteFormat(cmd.OutOrStdout(), o.format)
	} else {
		err = o.common.Show(cmd, r.Results(o.examples))
	}
	if err != nil {
		return err
	}
	if !o.isFile && !slices.Contains(o.audit.Files, "-") {
		folder := strings.TrimSuffix(filepath.Base(o.audit.Files[0]), filepath.Ext(o.audit.Files[0])) + "-audit"
		words := append([]string{"audit"}, cli.GivenFlags(cmd, "fail-on", "format")...)
		printer.Say("next: %s", cli.ShellCommand(append(append(words, "-o", folder), o.audit.Files...)...))
	}
	return r.Fails(o.audit.FailOn)
}

// writeFile writes the clean copy of the single input to the file of -o, which must be another file.
func (o *auditOptions) writeFile(cmd *cobra.Command, r *audit.Report, printer *progress.Printer) error {
	path := cmd.Flag("output").Value.String()
	if existing, err := os.Stat(path); err == nil {
		if in, err := os.Stat(o.audit.Files[0]); err == nil && os.SameFile(in, existing) {
			return errs.BadUsage("name another file with -o", "%s is the file that is audited", path)
		}
		if !o.common.Overwrites() {
			return errs.BadUsage("name another file with -o, or add --overwrite", "%s exists", path)
		}
	}
	clean, err := r.DropRows(o.only, o.yes)
	if err != nil {
		return err
	}
	if err := cli.WriteFile(path, o.common.Overwrites(), func(w io.Writer) error { return clean.Write(0, w) }); err != nil {
		return err
	}
	printer.Say("made: %s, a copy without %s", path, clean.Summary())
	return nil
}

// fill writes the files of an audit into a directory.
func (o *auditOptions) fill(cmd *cobra.Command, out *result.Dir, printer *progress.Printer) (*cli.Outcome, error) {
	r, err := o.find(cmd, printer)
	if err != nil {
		return nil, err
	}
	why, next := o.next(cmd, r, out.FinalPath)
	writes := map[string]func(io.Writer) error{
		"flags.parquet": r.WriteFlags,
		"audit.html": func(w io.Writer) error {
			return r.WritePage(w, cli.Line(cmd), page.Next{Why: why, Command: cli.PageCommand(cmd, next...)})
		},
	}
	names := []string{"flags.parquet", "audit.html"}
	if o.scores {
		names = append(names, "scores.parquet", "positives.parquet")
		writes["scores.parquet"], writes["positives.parquet"] = r.WriteScores, r.WritePositives
	}
	results := fmt.Sprintf("a page, %s, the record audit.json and the flagged rows, flags.parquet", out.FinalPath("audit.html"))
	if o.isFix {
		clean, err := r.DropRows(o.only, o.yes)
		if err != nil {
			return nil, err
		}
		for i, f := range r.Files {
			name := filepath.Base(f.Name)
			if writes[name] != nil {
				return nil, errs.BadUsage("audit them one by one", "two files are called %s", name)
			}
			names, writes[name] = append(names, name), func(w io.Writer) error { return clean.Write(i, w) }
		}
		results += fmt.Sprintf("; a clean copy without %s in %s; the other rows are unchanged, with their encoding, markup and line ends",
			clean.Summary(), out.FinalPath("."))
	}
	var files []result.File
	record, err := out.WriteJSON("audit.json", r)
	for i := 0; err == nil && i < len(names); i++ {
		var f result.File
		f, err = out.WriteFile(names[i], writes[names[i]])
		files = append(files, f)
	}
	if err == nil {
		err = out.Finish("audit", cli.Line(cmd), append(files, record))
	}
	findings := r.Results(o.examples)
	if err == nil && o.format != "" {
		findings, err = nil, r.WriteFormat(cmd.OutOrStdout(), o.format)
	}
	return &cli.Outcome{Results: findings, Written: results, Next: cli.ShellCommand(next...), Short: r.Fails(o.audit.FailOn)}, err
}

// next returns the words of the suggested next command, and its purpose: to read files in another encoding, to write a copy without rows
// that are certainly wrong, to audit such a copy, or to use the same audit as a test. pathOf returns the path of a file of the result.
func (o *auditOptions) next(cmd *cobra.Command, r *audit.Report, pathOf func(name string) string) (why string, words []string) {
	words = append([]string{"audit"}, cli.GivenFlags(cmd, "baseline", "fix", "only", "yes", "scores", "fail-on", "format")...)
	if o.isFix {
		words = append(words, "--baseline", pathOf("audit.json"))
		for _, f := range r.Files {
			words = append(words, pathOf(filepath.Base(f.Name)))
		}
		return "an audit of the copy, compared with this one", words
	}
	if encoding := r.OtherEncoding(); encoding != "" && !slices.Contains(o.audit.Files, "-") {
		words = append([]string{"audit"}, cli.GivenFlags(cmd, "encoding")...)
		return "the same audit of the files read as " + encoding, append(append(words, "--encoding", encoding, "-o", pathOf(".")+"-"+encoding),
			o.audit.Files...)
	}
	if clean, err := r.DropRows(nil, false); err == nil && clean.Rows+clean.Unread > 0 && !slices.Contains(o.audit.Files, "-") {
		why = "a copy without the " + terminal.Plural(clean.Rows+clean.Unread, "row", "rows") + " of exact findings"
		words = append(words, "--fix", "drop", "-o", pathOf(".")+"-clean")
	} else {
		why = "the same audit as a test, which fails on an error"
		words = append(words, "--fail-on", "error")
	}
	return why, append(words, o.audit.Files...)
}
