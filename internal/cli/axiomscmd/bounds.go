package axiomscmd

import (
	"github.com/axiomine/axiomine/configs"
	"github.com/axiomine/axiomine/gen/prepare"
	"github.com/axiomine/axiomine/internal/chain/meaning"
	"github.com/axiomine/axiomine/internal/cli"
	"github.com/axiomine/axiomine/internal/experiment/bounds"
	"github.com/axiomine/axiomine/internal/ui/progress"
	"github.com/spf13/cobra"
)

// axiomsOfBounds are the axioms of a user who names none: those of a diagnosis that compare two
// documents, and the judgements themselves, which bound them all.
const axiomsOfBounds = "tfc1, m-tdc, m-and, tf-lnc, rs-bm25, oracle"

func newBounds() *cobra.Command {
	verb := &askOptions[*bounds.Result]{work: meaning.Work{Asks: true}, stem: "bounds", axioms: axiomsOfBounds, ask: boundsOf}
	return cli.New(verb, &cobra.Command{
		Use:         "bounds RUN...",
		Annotations: cli.Matter("output-format data config qrels axioms delta-star hits output overwrite quiet"),
		Short:       "compute what a reranker of runs could gain at most by obeying an axiom",
		Args:        cli.Files(1, -1, "one run or more"),
		Long: `Each run's candidates are ordered by each axiom's preferences, by every named set's (the sign of its members' votes), and by
those of them that agree with the judgements.
` + bounds.Legend,
		Example: "  axiomine axioms bounds bm25.txt -c wikiqa-counts --data DIR\n" +
			"  axiomine axioms bounds bm25.txt bert.txt -c cranfield --data DIR --axioms 'tfc1, prox1' -o OUT",
	})
}

func boundsOf(cmd *cobra.Command, chain *prepare.Preparation, _ *configs.LoadedConfig, runs []string,
	p *progress.Printer) (*bounds.Result, error) {
	r, err := bounds.OfRuns(cmd.Context(), chain, runs, cmd.Flags().Changed("hits"), p)
	if err == nil {
		r.Command, r.Next = cli.Line(cmd), ofSameRuns(cmd, "diagnose", "diagnosis", runs)
	}
	return r, err
}

// ofSameRuns returns another analysis of the same runs and collection, into a folder.
func ofSameRuns(cmd *cobra.Command, verb, folder string, runs []string) string {
	return cli.PageCommand(cmd, append(cli.AgainWords(cmd, []string{"axioms", verb}, "--output="+folder), runs...)...)
}
