package commands

import (
	"context"
	"os"
	"strconv"

	"github.com/axiomine/axiomine/gen/corpus/read"
	"github.com/axiomine/axiomine/internal/cli"
	"github.com/axiomine/axiomine/internal/errs"
	"github.com/axiomine/axiomine/internal/ui/progress"
	"github.com/axiomine/axiomine/internal/ui/table"
	"github.com/axiomine/axiomine/internal/ui/terminal"
	"github.com/axiomine/axiomine/tokenize"
	"github.com/spf13/cobra"
)

type vocabOptions struct {
	common cli.Common
	data   string
	format string
	output string
	size   int
	cased  bool
}

func newVocab() *cobra.Command {
	var o vocabOptions
	cmd := &cobra.Command{
		Use:         "vocab",
		Annotations: cli.MainFlags("data format vocab-size cased output quiet"),
		Short:       "train a WordPiece vocabulary on a collection",
		Args:        cli.NoArgs(),
		Example: "  axiomine tokenize vocab --data DIR --vocab-size 8000 -o vocab.txt\n" +
			"  axiomine tokenize vocab --data DIR --cased -o tokenizer.json",
		RunE: o.run,
	}
	f := cmd.Flags()
	f.StringVar(&o.data, "data", "", "the collection's own folder")
	f.StringVar(&o.format, "format", "auto", "auto | msmarco | trec | beir")
	f.IntVar(&o.size, "vocab-size", 30522, "pieces")
	f.BoolVar(&o.cased, "cased", false, "keep case and accents")
	f.StringVarP(&o.output, "output", "o", "",
		"output file: a vocab.txt, or a tokenizer.json where the name ends in .json; - for standard output")
	o.common.Form.Add(cmd)
	o.common.AddSpeech(cmd)
	return cmd
}

// run trains a vocabulary on a collection's documents and writes it. If the file's name ends in .json, it writes a tokenizer.json.
func (o *vocabOptions) run(cmd *cobra.Command, _ []string) error {
	if o.data == "" || o.output == "" {
		return errs.BadUsage("axiomine tokenize vocab --data DIR -o vocab.txt", "vocab needs a collection and an output file")
	}
	if _, err := os.Stat(o.output); err == nil {
		return errs.BadUsage("name another file, or remove it", "%s exists", o.output)
	}
	printer, err := o.common.Printer()
	if err != nil {
		return err
	}
	v, err := o.train(cmd.Context(), printer)
	if err != nil {
		return err
	}
	write := v.Write
	if tokenize.IsJSON(o.output) {
		t, err := tokenize.New(v, caseOptions(o.cased))
		if err != nil {
			return err
		}
		write = t.WriteJSON
	}
	if o.output == "-" {
		return write(cmd.OutOrStdout())
	}
	if err := cli.WriteFile(o.output, false, write); err != nil {
		return err
	}
	encode := []string{"tokenize", "encode", "--vocab", o.output}
	if o.cased {
		encode = append(encode, "--cased")
	}
	t := &table.Table{Name: "vocabulary", Columns: append(table.Left("file"), table.Right("pieces")...)}
	t.Add(o.output, strconv.Itoa(v.Size()))
	printer.Finish()
	return o.common.Close(cmd, printer, &cli.Outcome{Results: table.Single(t),
		Written: terminal.Plural(v.Size(), "piece", "pieces") + " in " + o.output,
		Next:    `echo '{"text": "hello world"}' | ` + cli.ShellCommand(encode...)})
}

// train reads the documents and trains on their texts.
func (o *vocabOptions) train(ctx context.Context, printer *progress.Printer) (*tokenize.Vocab, error) {
	layout, err := read.Search{Format: o.format}.In(o.data)
	if err != nil {
		return nil, err
	}
	var rep read.Report
	var readErr error
	texts := func(yield func(string) bool) {
		for d, err := range read.Documents(ctx, layout.Documents, layout.Format, read.Defaults(), &rep) {
			if err != nil {
				readErr = err
				return
			}
			if !yield(d.Default()) {
				return
			}
		}
	}
	options := tokenize.TrainDefaults()
	options.Options = caseOptions(o.cased)
	printer.Steps(progress.Step{Name: "vocab", Title: "learning word pieces"})
	st := printer.Stage("vocab", "texts", 0)
	v, err := tokenize.Train(ctx, texts, o.size, options, st)
	st.Done()
	for _, line := range rep.Lines() {
		printer.Say("%s", line)
	}
	if readErr != nil {
		return nil, readErr
	}
	return v, err
}
