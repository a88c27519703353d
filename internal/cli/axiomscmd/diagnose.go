package axiomscmd

import (
	"github.com/axiomine/axiomine/configs"
	"github.com/axiomine/axiomine/gen/prepare"
	"github.com/axiomine/axiomine/internal/chain/meaning"
	"github.com/axiomine/axiomine/internal/cli"
	"github.com/axiomine/axiomine/internal/experiment/diagnose"
	"github.com/axiomine/axiomine/internal/ui/page"
	"github.com/axiomine/axiomine/internal/ui/progress"
	"github.com/spf13/cobra"
)

// axiomsOfDiagnosis are the axioms of a diagnosis without any named: those of Rennings (2019) and some
// of Klose (2021) that need nothing but an index.
const axiomsOfDiagnosis = "tfc1, tfc2, m-tdc, lnc2, m-and, tf-lnc, rs-bm25"

func newDiagnose() *cobra.Command {
	verb := &askOptions[*diagnose.Result]{work: meaning.Work{Asks: true, Diagnoses: true}, stem: "diagnosis", detail: true,
		axioms: axiomsOfDiagnosis, ask: diagnosisOf}
	return cli.New(verb, &cobra.Command{
		Use:         "diagnose [RUN...]",
		Annotations: cli.Matter("all output-format data config qrels axioms delta-star hits output overwrite"),
		Short:       "measure how far the scores of runs obey the axioms: fulfilment, tests, agreement, correlation",
		Args:        cli.Files(0, -1, "runs"),
		Long:        `Without a run our own retrieval models are diagnosed: BM25, QL, RM3, PL2 and TF-IDF on the test queries' candidates.`,
		Example: "  axiomine axioms diagnose bm25.txt bert.txt -c wikiqa-counts --data DIR\n" +
			"  axiomine axioms diagnose -c rennings-diagnose --data DIR -o OUT",
	})
}

// diagnosisOf diagnoses runs, or our own models without any run, and adds the published numbers.
func diagnosisOf(cmd *cobra.Command, chain *prepare.Preparation, l *configs.LoadedConfig, runs []string,
	p *progress.Printer) (r *diagnose.Result, err error) {
	if len(runs) == 0 {
		r, err = diagnose.OfModels(cmd.Context(), chain, p)
	} else {
		r, err = diagnose.OfRuns(cmd.Context(), chain, runs, cmd.Flags().Changed("hits"), p)
	}
	if err != nil {
		return nil, err
	}
	r.Command = cli.Line(cmd)
	r.Next = page.Next{Why: "what the axioms mean", Command: cli.PageCommand(cmd, "axioms", "explain", l.Gen.Axioms)}
	if len(runs) > 0 && r.Uncovered < r.Queries {
		r.Next = page.Next{Why: "what the runs could gain by obeying an axiom", Command: ofSameRuns(cmd, "bounds", "bounds", runs)}
	}
	r.AddPublished(l)
	return r, nil
}
