package commands

import (
	"slices"

	"github.com/axiomine/axiomine/gen/analysis"
	"github.com/axiomine/axiomine/gen/similarity"
	"github.com/axiomine/axiomine/internal/cli"
	"github.com/axiomine/axiomine/internal/errs"
	"github.com/axiomine/axiomine/internal/safefile"
	"github.com/axiomine/axiomine/internal/ui/terminal"
	"github.com/axiomine/axiomine/train/drmm"
	"github.com/spf13/cobra"
)

func newWords() *cobra.Command {
	var form cli.Form
	var vectors string
	var nearest int
	cmd := &cobra.Command{
		Use:         "words WORD...",
		Annotations: cli.Matter("vectors nearest json csv"),
		Short:       "list the nearest words of words, by the cosine of their vectors",
		Args:        cli.Args(1, -1, "words that have a vector"),
		Example: "  axiomine train words --vectors OUT/vectors.txt whale\n" +
			"  axiomine train words --vectors glove.6B.100d.txt --nearest 5 --csv whale ship",
	}
	form.Add(cmd)
	cmd.Flags().StringVar(&vectors, "vectors", "", vectorsHelp)
	cmd.Flags().IntVar(&nearest, "nearest", 10, "how many words to show of each")
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		words, err := readVectors(cmd, vectors, nil)
		if err != nil {
			return err
		}
		r, err := drmm.Nearest(words, vectors, args, nearest)
		if err != nil {
			return err
		}
		return form.Show(cmd, r)
	}
	return cmd
}

// vectorsHelp describes the file of both commands.
const vectorsHelp = "a file of word vectors: word2vec's formats or GloVe's, plain or packed"

// readVectors reads the words of a file that keep accepts, all of them where it is nil.
func readVectors(cmd *cobra.Command, path string, keep func(string) bool) (*similarity.Words, error) {
	if path == "" {
		return nil, errs.BadUsage("name it with --vectors", "%s needs a file of word vectors", cmd.Name())
	}
	words, _, err := similarity.Read(cmd.Context(), path, similarity.Auto, keep, nil)
	return words, err
}

type histogramOptions struct {
	cli.Form
	vectors, query, mode string
	docs                 []string
}

func newHistogram() *cobra.Command {
	var o histogramOptions
	cmd := &cobra.Command{
		Use:         "histogram",
		Annotations: cli.Matter("vectors query doc mode json csv"),
		Short:       "show the DRMM's matching histogram of a query and documents, with the words in each bin",
		Long: "Show the matching histogram that the DRMM sees of a query and a document: 29 bins for the cosines of two words, and one for " +
			"a word that meets itself. Words are runs of letters and digits in lower case. They are not stemmed, and each has the vector of its " +
			"own form.",
		Args: cli.NoArgs(),
		Example: "  axiomine train histogram --vectors OUT/vectors.txt -q \"blue whale\" -d \"a large whale in the sea\"\n" +
			"  axiomine train histogram --vectors glove.txt --mode nh -q \"blue whale\" -d \"whale ship\" -d \"the sea\" --csv",
		RunE: o.run,
	}
	o.Add(cmd)
	cmd.Flags().StringVar(&o.vectors, "vectors", "", vectorsHelp)
	cmd.Flags().StringVarP(&o.query, "query", "q", "", "the query's text")
	cmd.Flags().StringArrayVarP(&o.docs, "doc", "d", nil, "a document's text; may be repeated")
	cmd.Flags().StringVar(&o.mode, "mode", string(drmm.LCH), "values of the bins, as train.histogram: ch | nh | lch")
	return cmd
}

func (o *histogramOptions) run(cmd *cobra.Command, _ []string) error {
	mode := drmm.Mode(o.mode)
	if !slices.Contains([]drmm.Mode{drmm.CH, drmm.NH, drmm.LCH}, mode) {
		return errs.BadUsage("use ch, nh or lch", "--mode: %q", o.mode)
	}
	analyzer, err := analysis.New(analysis.Options{Tokenizer: "alnum", Stemmer: "none", Stopwords: "none"})
	if err != nil {
		return err
	}
	isWanted := map[string]bool{}
	split := func(text string) []string {
		words := analyzer.Terms(text)
		for _, word := range words {
			isWanted[word] = true
		}
		return words
	}
	query, docs := split(o.query), [][]string{}
	if len(query) == 0 || len(o.docs) == 0 {
		return errs.BadUsage("give a query with -q and documents with -d", "histogram needs the text of a query and of a document")
	}
	for _, text := range o.docs {
		docs = append(docs, split(text))
	}
	most := 0
	for _, words := range docs {
		most += len(query) * len(words)
	}
	if most > safefile.WordPairs {
		return errs.BadUsage("ask about fewer documents", "%s of a word of the query and one of a document, more than %d",
			terminal.Plural(most, "pair", "pairs"), safefile.WordPairs)
	}
	words, err := readVectors(cmd, o.vectors, func(word string) bool { return isWanted[word] })
	if err != nil {
		return err
	}
	r, err := drmm.HistogramTable(words, query, docs, mode)
	if err != nil {
		return err
	}
	return o.Show(cmd, r)
}
