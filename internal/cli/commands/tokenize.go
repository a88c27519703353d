package commands

import (
	"errors"
	"fmt"

	"github.com/axiomine/axiomine/configs"
	"github.com/axiomine/axiomine/internal/cli"
	"github.com/axiomine/axiomine/internal/errs"
	"github.com/axiomine/axiomine/internal/ui/progress"
	"github.com/axiomine/axiomine/internal/ui/table"
	"github.com/axiomine/axiomine/internal/ui/terminal"
	"github.com/axiomine/axiomine/tokenize"
	"github.com/axiomine/axiomine/tokenize/shard"
	"github.com/spf13/cobra"
)

func newTokenize() *cobra.Command {
	return cli.Noun("tokenize", "turn texts into word pieces, and pairs into files for trainers",
		newEncode(), newShards(), newVocab(), newFormats(), newShardInspect(), newVerify())
}

func newEncode() *cobra.Command {
	var vocab string
	var cased bool
	cmd := &cobra.Command{
		Use:   "encode [FILE]",
		Short: "turn texts into word pieces: JSON lines with text, or a, b, max_length, strategy; the same lines with got",
		Args:  cli.Args(0, 1, "at most one file"),
		Example: "  echo '{\"text\": \"hello world\"}' | axiomine tokenize encode --vocab vocab.txt\n" +
			"  echo '{\"a\": \"a query\", \"b\": \"a passage\", \"strategy\": \"only_second\"}' | " +
			"axiomine tokenize encode --vocab vocab.txt",
	}
	cmd.Flags().StringVar(&vocab, "vocab", "", "a vocab.txt (WordPiece), a tokenizer.json (WordPiece, byte-level BPE, Unigram) or a model's folder with one")
	cmd.Flags().BoolVar(&cased, "cased", false, "keep case and accents")
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		if vocab == "" {
			return errs.BadUsage("name it with --vocab", "encode needs a vocabulary")
		}
		t, err := tokenize.Load(configs.VocabularyFile(vocab), caseOptions(cased))
		if err != nil {
			return err
		}
		path := "-"
		if len(args) > 0 {
			path = args[0]
		}
		in, name, err := cli.Input(cmd, path)
		if err != nil {
			return err
		}
		defer in.Close()
		return tokenize.EncodeLines(cmd.Context(), t, name, in, cmd.OutOrStdout())
	}
	return cmd
}

// caseOptions returns the tokenizer's options. If keepCase is true, case and accents are kept.
func caseOptions(keepCase bool) tokenize.Options {
	if keepCase {
		return tokenize.CasedOptions()
	}
	return tokenize.Defaults()
}

func newFormats() *cobra.Command {
	return cli.Showing(&cobra.Command{
		Use:     "formats",
		Short:   "name every output format, and what reads it",
		Args:    cli.NoArgs(),
		Example: "  axiomine tokenize formats\n  axiomine gen -c wikiqa --data DIR --output-format parquet,tevatron -o OUT",
	}, false, formats)
}

func formats(*cobra.Command, []string) (*table.Results, error) {
	t := &table.Table{Name: "formats", Columns: table.Left("format", "for")}
	for _, name := range shard.FormatNames() {
		t.Add(name, shard.About(name))
	}
	return table.Single(t), nil
}

func newVerify() *cobra.Command {
	var common cli.Common
	cmd := &cobra.Command{
		Use:     "verify DIR",
		Short:   "compare the files of a data directory with its manifest",
		Args:    cli.Args(1, 1, "a directory with a manifest.json"),
		Example: "  axiomine tokenize verify OUT/shards\n  axiomine tokenize verify --json OUT/shards",
	}
	common.Form.Add(cmd)
	common.AddSpeech(cmd)
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		printer, err := common.Printer()
		if err != nil {
			return err
		}
		printer.Steps(progress.Step{Name: "verify", Title: "reading shards"})
		st := printer.Stage("verify", "shards", 0)
		check, err := shard.Verify(cmd.Context(), args[0], st)
		st.Done()
		if check == nil {
			return err
		}
		t := &table.Table{Name: "differences", Columns: table.Left("difference")}
		for _, d := range check.Differences {
			t.Add(d)
		}
		results := table.Single(t)
		if results.Object = check; !common.IsText() {
			return errors.Join(err, common.Show(cmd, results))
		}
		out := cmd.OutOrStdout()
		for _, d := range check.Differences {
			fmt.Fprintln(out, d)
		}
		if err == nil {
			_, err = fmt.Fprintf(out, "%s, %s, %s: as the manifest says\n", terminal.Plural(check.Shards, "shard", "shards"),
				terminal.Plural(check.Rows, "row", "rows"), terminal.Plural(int(check.Bytes), "byte", "bytes"))
		}
		return err
	}
	return cmd
}
