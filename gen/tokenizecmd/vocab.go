package tokenizecmd

import (
	"os"

	"github.com/axiomine/axiomine/configs/command"
	"github.com/axiomine/axiomine/configs/fault"
	"github.com/axiomine/axiomine/gen/corpus"
	"github.com/axiomine/axiomine/tokenize"
	"github.com/spf13/cobra"
)

// vocab trains a WordPiece vocabulary on a collection's documents. A name in .json asks for a tokenizer.json.
func vocab() *cobra.Command {
	var common command.Common
	var flags tokenizerFlags
	var data, format, output string
	var size int
	cmd := &cobra.Command{Use: "vocab", Short: "train a WordPiece vocabulary on a collection", Args: command.NoArgs(),
		Example: "  axiomine tokenize vocab --data DIR --vocab-size 8000 -o vocab.txt\n  axiomine tokenize vocab --data DIR --cased -o tokenizer.json",
		RunE: func(cmd *cobra.Command, _ []string) error {
			if data == "" || output == "" {
				return fault.BadUsage("axiomine tokenize vocab --data DIR -o vocab.txt", "vocab needs a collection and an output file")
			}
			if _, err := os.Stat(output); err == nil {
				return fault.BadUsage("name another file, or remove it", "%s exists", output)
			}
			printer, err := common.Printer()
			if err != nil {
				return err
			}
			layout, err := corpus.Discover(data, format)
			if err != nil {
				return err
			}
			var rep corpus.Report
			var failed error
			texts := func(yield func(string) bool) {
				for d, err := range corpus.Documents(cmd.Context(), layout.Documents, layout.Format, corpus.Defaults(), &rep) {
					if err != nil {
						failed = err
						return
					}
					if !yield(d.Default()) {
						return
					}
				}
			}
			o := tokenize.TrainDefaults()
			o.Options = flags.options()
			st := printer.Stage("vocab", "texts", 0)
			v, err := tokenize.Train(cmd.Context(), texts, size, o, st)
			st.Done()
			for _, line := range rep.Lines() {
				printer.Say("%s", line)
			}
			if failed != nil {
				return failed
			}
			if err != nil {
				return err
			}
			write := v.Write
			if tokenize.IsJSON(output) {
				t, err := tokenize.New(v, o.Options)
				if err != nil {
					return err
				}
				write = t.WriteJSON
			}
			if output == "-" {
				return write(cmd.OutOrStdout())
			}
			return writeFile(output, write)
		}}
	f := cmd.Flags()
	f.StringVar(&data, "data", "", "the collection's own folder")
	f.StringVar(&format, "format", "auto", "auto | msmarco | trec | beir")
	f.IntVar(&size, "vocab-size", 30522, "pieces")
	f.BoolVar(&flags.cased, "cased", false, "keep case and accents")
	f.StringVarP(&output, "output", "o", "", "output file: a vocab.txt, or a tokenizer.json where the name ends in .json; - for standard output")
	common.AddSpeech(cmd)
	return cmd
}
