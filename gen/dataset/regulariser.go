package dataset

import (
	"context"

	"github.com/axiomine/axiomine/axioms"
	"github.com/axiomine/axiomine/gen/internal/pairrows"
	"github.com/axiomine/axiomine/gen/perturb"
	"github.com/axiomine/axiomine/gen/prepare"
	"github.com/axiomine/axiomine/gen/sample"
	"github.com/axiomine/axiomine/internal/chain/account"
	"github.com/axiomine/axiomine/internal/chain/quota"
	"github.com/axiomine/axiomine/internal/ui/progress"
	"github.com/axiomine/axiomine/tokenize/pairs"
)

// regulariser adds rows of the perturbed copies of judged pairs to those that are drawn.
type regulariser struct {
	Perturbed *quota.Perturbations
	printer   *progress.Printer
	maker     *perturb.Maker
	margins   []float64
}

func newRegulariser(chain *prepare.Preparation) (*regulariser, error) {
	p, err := quota.ParsePerturbed(&chain.Run.Config.Gen)
	if err != nil {
		return nil, err
	}
	if err := p.CheckPairs(); err != nil {
		return nil, err
	}
	margins, err := p.PerAxiom("train.perturb_margin", chain.Run.Config.Train.PerturbMargin)
	return &regulariser{p, chain.Run.Progress, prepare.NewPerturber(chain, p.Axioms), margins}, err
}

// rows turns a closed sample of a split into records, in file order.
func (r *regulariser) rows(ctx context.Context, split string, d *Drawer, result *sample.Result, loss quota.Loss,
	report *account.Report) (*pairs.Table, error) {
	copies := r.copies(d, result.Regular, report) // before rows gives the pairs up
	rows, err := recordsOf(ctx, r.printer, d, split, result, loss)
	if err != nil || len(copies) == 0 {
		return rows, err
	}
	for i := range copies {
		rows.Append(&copies[i])
	}
	return rows, sample.SortForFiles(ctx, rows, d.Options.Seed, d.Order, d.Miner.Threads, nil)
}

// copies returns a row for each axiom, query and document of its judged pairs, and reports them. A row's weight is lambda times the
// number of judged pairs that hold the document, so that sums over rows are those of the loss of Perturbed.
func (r *regulariser) copies(d *Drawer, regular []sample.PoolInstance, report *account.Report) (rows []pairs.Pair) {
	if len(r.Perturbed.Axioms) == 0 {
		return nil
	}
	type member struct{ query, number int32 }
	numPairs, members := map[member]int{}, make([][]int32, len(d.Queries)) // members in the order of their first pairs
	for _, p := range regular {
		for _, number := range [...]int32{p.Pos, p.Neg} {
			m := member{p.Query, number}
			if numPairs[m]++; numPairs[m] == 1 {
				members[p.Query] = append(members[p.Query], number)
			}
		}
	}
	x := r.maker.Index
	for a, axiom := range r.Perturbed.Axioms {
		entry := account.PerturbedCounts{Axiom: axiom.String(), Weight: r.Perturbed.Weights[a]}
		for i := range d.Queries {
			if members[i] == nil {
				continue
			}
			q := &d.Queries[i]
			copier := r.maker.Query(q.ID, q.Terms)
			for _, number := range members[i] {
				entry.Documents++
				c := q.Candidate(number)
				copies := copier.Copies(a, c.Doc, c.Made > 0)
				if copies == nil {
					entry.NoCopies++
					continue
				}
				entry.Pairs++
				row := pairs.Pair{Task: pairrows.Task, Axiom: quota.PerturbedPrefix + axiom.String(), Variant: axioms.Variant(axiom), QueryID: q.ID,
					PosID: copies[0].ID(x), NegID: copies[1].ID(x), PosLabel: sample.LabelPreferred, NegLabel: sample.LabelRest,
					Weight: entry.Weight * float64(numPairs[member{int32(i), number}]), Margin: r.margins[a], Source: pairs.Perturbed}
				row.UID = pairs.NewUID(pairrows.Task, row.Axiom, row.QueryID, row.PosID, row.NegID, 0)
				rows = append(rows, row)
			}
		}
		report.Perturbed = append(report.Perturbed, entry)
	}
	return rows
}
