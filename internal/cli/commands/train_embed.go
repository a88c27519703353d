package commands

import (
	"github.com/axiomine/axiomine/gen"
	"github.com/axiomine/axiomine/gen/prepare"
	"github.com/axiomine/axiomine/gen/stage"
	"github.com/axiomine/axiomine/internal/cli"
	"github.com/spf13/cobra"
)

func newEmbed() *cobra.Command {
	return cli.Filling(&cobra.Command{
		Use:         "embed",
		Annotations: cli.Matter("data config model epochs threads output resume overwrite"),
		Short:       "train word vectors on a collection's analysed terms: skip-gram, CBOW or GloVe",
		Args:        cli.NoArgs(),
		Example: "  axiomine train embed --data DIR -o OUT\n" +
			"  axiomine train embed --data DIR --model glove --set dimension=100 --set stemmer=none --set stopwords=none -o OUT",
		Long: `Leaves vectors.txt in word2vec's text format, with a vector for each term that occurs ten times. Windows are of ten words on
each side. --vectors FILE --set vectors_mode=stems reads them where the analyser is the same one; vectors of a text that was not stemmed
(--set stemmer=none) are those of surface forms, which --set vectors_mode=forms asks for.

The same bytes come out at any number of threads. After every epoch the weights are saved: --resume goes on from there.`,
	}, cli.Job{Nouns: embedKeys(), Check: checkEffect(stage.Embedding), Plan: gen.Plan, Fill: embed})
}

// embed trains word vectors on a collection.
func embed(r *cli.Run) (*cli.Outcome, error) {
	chain, err := gen.Start(&r.Loaded.Config, r.Out, r.Printer, r.Cmd.CommandPath())
	if err != nil {
		return nil, err
	}
	defer chain.Close()
	r.Printer.Steps(prepare.Steps(&chain.Run.Config.Gen, stage.Embedding)...)
	if err := prepare.Embed(r.Cmd.Context(), chain); err != nil {
		return nil, err
	}
	mode := "stems"
	if r.Loaded.Gen.Stemmer == "none" {
		mode = "forms"
	}
	file := r.Out.FinalPath(prepare.VectorsFile)
	return &cli.Outcome{Made: "word vectors in " + file,
		Next: cli.Again(r.Cmd, []string{"gen", "mine"}, "--axioms=stmc1", "--vectors="+file, "--set=vectors_mode="+mode,
			"--output="+r.Out.FinalPath(".")+"-mined")}, nil
}
