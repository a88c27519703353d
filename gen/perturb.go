package gen

import (
	"context"
	"slices"

	"github.com/axiomine/axiomine/axioms"
	"github.com/axiomine/axiomine/configs"
	"github.com/axiomine/axiomine/configs/fault"
	"github.com/axiomine/axiomine/gen/mine"
	"github.com/axiomine/axiomine/gen/sample"
	"github.com/axiomine/axiomine/tokenize/pairs"
)

// Perturbed are the axioms of gen.perturb, each with the weight of the regulariser that its copies are. Over judged pairs (q, d+, d-)
// the loss is, after Rosset et al. (SIGIR 2019), who add to the hinge loss of the judged pair one of each axiom between a document
// and its perturbed copy,
//
//	sum over (q, d+, d-) of [ hinge(s(q, d+) - s(q, d-)) + sum over axioms a, d in {d+, d-} of lambda_a hinge(s(q, d1) - s(q, d2)) ]
//
// where d1 and d2 are a's copies of d, the preferred one first, and hinge(x) = max(0, margin - x) has a margin of its own for each part.
type Perturbed struct {
	Axioms  []axioms.Axiom
	Weights []float64 // lambda, by axiom
}

// ParsePerturbed reads gen.perturb and gen.perturb_weight.
func ParsePerturbed(g *configs.Gen) (*Perturbed, error) {
	p := &Perturbed{}
	for _, entry := range topLevel(g.Perturb) {
		a, err := axioms.Parse(entry)
		if err == nil {
			err = mine.CheckPerturbing(a)
		}
		if err != nil {
			return nil, err
		}
		if slices.ContainsFunc(p.Axioms, func(b axioms.Axiom) bool { return a.String() == b.String() }) {
			return nil, fault.BadUsage("name it once", "axiom %s stands twice in gen.perturb", a)
		}
		p.Axioms = append(p.Axioms, a)
	}
	var err error
	p.Weights, err = p.PerAxiom("gen.perturb_weight", g.PerturbWeight)
	return p, err
}

// PerAxiom reads a number for all axioms, VALUE, or for single ones, NAME=VALUE,NAME=VALUE; what neither names has 0.
func (p *Perturbed) PerAxiom(key, text string) ([]float64, error) {
	values, err := perName(key, text, parseFactor)
	if err != nil {
		return nil, err
	}
	known := Axioms{names: map[string]bool{"": true}}
	out := make([]float64, len(p.Axioms))
	for i, a := range p.Axioms {
		known.names[a.String()] = true
		out[i] = values.or(0, a.String())
	}
	if len(p.Axioms) == 0 {
		return nil, nil
	}
	for name := range values {
		if !known.names[name] {
			return nil, fault.BadUsage("name an entry of gen.perturb", "%s: a number is given for %q, which is not among the axioms", key, name)
		}
	}
	return out, nil
}

// CheckPairs refuses what the regulariser cannot take: tfc2 orders three copies, and the terms of the loss are about two.
func (p *Perturbed) CheckPairs() error {
	for _, a := range p.Axioms {
		if _, triple := a.(axioms.Triple); triple {
			return fault.BadUsage("leave it out; gen mine --diagnostic takes it",
				"gen.perturb: %s orders three copies, and a regulariser orders two", a)
		}
	}
	return nil
}

// checkPerturbed refuses what gen.perturb, its weight or its margin cannot be.
func checkPerturbed(c *configs.Config) error {
	p, err := ParsePerturbed(&c.Gen)
	if err != nil {
		return err
	}
	if c.Gen.Perturb != "" && c.Gen.Mixture != "" {
		return fault.BadUsage("leave one of them out", "gen.perturb regularises judged pairs, and gen.mixture takes only some of them")
	}
	_, err = p.PerAxiom("train.perturb_margin", c.Train.PerturbMargin)
	return err
}

// Perturber makes copies by given axioms, under gen.seed.
func (c *Chain) Perturber(list []axioms.Axiom) *mine.Perturber {
	return &mine.Perturber{Index: c.Index, Collection: c.axiomCollection(), Axioms: list, Seed: uint64(c.Config.Gen.Seed)}
}

// PerturbedPrefix stands before an axiom's name where rows or pairs are those of its perturbed copies.
const PerturbedPrefix = "perturbed:"

// PerturbedReport says what was made for an axiom of gen.perturb.
type PerturbedReport struct {
	Axiom     string  `json:"axiom"`
	Weight    float64 `json:"weight"`    // lambda
	Documents int     `json:"documents"` // of judged pairs, with their queries
	Pairs     int     `json:"pairs"`     // of copies
	NoCopies  int     `json:"no_copies"` // documents without: the axiom orders none that were proposed
}

// regulariser adds rows of the perturbed copies of judged pairs to those that are drawn.
type regulariser struct {
	*Perturbed
	chain   *Chain
	by      *mine.Perturber
	margins []float64
}

func (c *Chain) regulariser() (*regulariser, error) {
	p, err := ParsePerturbed(&c.Config.Gen)
	if err != nil {
		return nil, err
	}
	if err := p.CheckPairs(); err != nil {
		return nil, err
	}
	margins, err := p.PerAxiom("train.perturb_margin", c.Config.Train.PerturbMargin)
	return &regulariser{p, c, c.Perturber(p.Axioms), margins}, err
}

// rows turns a closed sample of a split into records, in file order.
func (r *regulariser) rows(ctx context.Context, split string, d *Drawer, drawn *sample.Result, loss Loss,
	report *SampleReport) (*pairs.Table, error) {
	copies := r.copies(d, drawn.Regular, report) // before rows gives the pairs up
	rows, err := r.chain.rows(ctx, d, split, drawn, loss)
	if err != nil || len(copies) == 0 {
		return rows, err
	}
	for i := range copies {
		rows.Append(&copies[i])
	}
	SortForFiles(rows, d.Options.Seed, d.Order)
	return rows, nil
}

// copies gives a row for each axiom, query and document of its judged pairs, and reports them. A row's weight is lambda times the number
// of judged pairs that hold the document, so that sums over rows are those of the loss of Perturbed.
func (r *regulariser) copies(d *Drawer, regular []sample.Drawn, report *SampleReport) (rows []pairs.Pair) {
	type member struct{ query, number int32 }
	held, members := map[member]int{}, make([][]int32, len(d.Queries)) // members in the order of their first pairs
	for _, p := range regular {
		for _, number := range [...]int32{p.Pos, p.Neg} {
			m := member{p.Query, number}
			if held[m]++; held[m] == 1 {
				members[p.Query] = append(members[p.Query], number)
			}
		}
	}
	x := r.by.Index
	for a, axiom := range r.Axioms {
		told := PerturbedReport{Axiom: axiom.String(), Weight: r.Weights[a]}
		for i := range d.Queries {
			if members[i] == nil {
				continue
			}
			q := &d.Queries[i]
			by := r.by.Query(q)
			for _, number := range members[i] {
				told.Documents++
				c := candidate(q, number)
				copies := by.Copies(a, &c)
				if copies == nil {
					told.NoCopies++
					continue
				}
				told.Pairs++
				row := pairs.Pair{Task: task, Axiom: PerturbedPrefix + axiom.String(), Variant: axioms.Variant(axiom), QueryID: q.ID,
					PosID: copies[0].ID(x), NegID: copies[1].ID(x), PosLabel: sample.LabelPreferred, NegLabel: sample.LabelRest,
					Weight: told.Weight * float64(held[member{int32(i), number}]), Margin: r.margins[a], Source: pairs.Perturbed}
				row.UID = pairs.NewUID(task, row.Axiom, row.QueryID, row.PosID, row.NegID, 0)
				rows = append(rows, row)
			}
		}
		report.Perturbed = append(report.Perturbed, told)
	}
	return rows
}
