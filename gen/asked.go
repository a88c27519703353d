package gen

import (
	"context"
	"os"
	"strings"

	"github.com/axiomine/axiomine/configs"
	"github.com/axiomine/axiomine/configs/outdir"
	"github.com/axiomine/axiomine/configs/progress"
	"github.com/axiomine/axiomine/gen/sample"
	"golang.org/x/text/language"
	"golang.org/x/text/message"
)

// askedText says in rows of the training split what a configuration asks: how many axiomatic pairs beside how many regular ones, and
// of which axiom how many. regular is the number of judged pairs within all limits.
func askedText(a *Axioms, wanted []int, regular int, budget string) string {
	rows := message.NewPrinter(language.English)
	total, all := 0, 0
	var of []string
	for i, n := range wanted {
		if n == sample.All {
			all++
			of = append(of, a.Pools[i].Name+" all")
			continue
		}
		total += n
		of = append(of, rows.Sprintf("%s %d", a.Pools[i].Name, n))
	}
	text := rows.Sprintf("asked: %d axiomatic", total)
	switch {
	case all == len(wanted) && all > 0:
		text = "asked: all axiomatic pairs there are"
	case all > 0:
		text = rows.Sprintf("asked: %d axiomatic and all of %d axioms", total, all)
	}
	text += rows.Sprintf(" : %d regular", sample.RegularKept(regular, a.Pools, wanted, budget))
	if len(of) > 1 {
		text += " (" + strings.Join(of, ", ") + ")"
	}
	return text
}

// cameText is askedText of what was drawn.
func (s *SampleReport) cameText() string {
	rows := message.NewPrinter(language.English)
	taken, short := 0, 0
	for _, p := range s.Pools {
		taken, short = taken+p.Taken, short+p.Shortfall
	}
	text := rows.Sprintf("came: %d axiomatic : %d regular", taken, s.Regular.Taken)
	if short > 0 {
		text += rows.Sprintf(", %d axiomatic pairs fewer than asked", short)
	}
	return text
}

// plannedBytes is the size of a collection up to which PlanRows finds the candidates, which takes seconds.
const plannedBytes = 100 << 20

// PlanRows is Plan with the rows that are asked of the training split. They follow from the judged pairs among the candidates, which
// are found in a temporary folder where the collection is small.
func PlanRows(ctx context.Context, l *configs.Loaded, p *progress.Printer) (string, error) {
	text, err := Plan(ctx, l, p)
	if err != nil {
		return "", err
	}
	rows, err := plannedRows(ctx, &l.Config)
	return text + "rows   " + rows + "\n", err
}

func plannedRows(ctx context.Context, c *configs.Config) (text string, err error) {
	err = inPassing(ctx, c, func(chain *Chain) error {
		text, err = chain.asked()
		return err
	})
	if err == nil && text == "" {
		text = notPlanned
	}
	return text, err
}

const notPlanned = "as many of axioms as gen.ratio and gen.pairs say beside the regular ones, counted once the candidates are there"

// inPassing finds the candidates of a small collection in a temporary folder, for as long as do runs; of a large one it does nothing.
func inPassing(ctx context.Context, c *configs.Config, do func(*Chain) error) error {
	folder, err := os.MkdirTemp("", "axiomine-plan-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(folder)
	out, err := outdir.Claim(folder, outdir.Fresh)
	if err != nil {
		return err
	}
	defer out.Close()
	chain, err := Start(c, out, nil, "plan")
	if err != nil {
		return err
	}
	defer chain.Close()
	bytes := int64(0)
	for _, in := range chain.Inputs {
		if in.Role == "collection" && c.Gen.Index == "" {
			bytes += in.Bytes
		}
	}
	if bytes > plannedBytes {
		return nil
	}
	for _, stage := range []func(context.Context) error{chain.ReadTopics, chain.BuildIndex, chain.Retrieve, chain.markTwins} {
		if err := stage(ctx); err != nil {
			return err
		}
	}
	return do(chain)
}

// noPairHint says what to do where a training split gives nothing.
func noPairHint(s *SampleReport) string {
	if s.Regular.Found == 0 && len(s.Pools) > 0 && s.Pools[0].Size > 0 {
		return "nothing is judged, so a ratio asks for nothing: ask for a number of axiomatic pairs with --pairs N"
	}
	return "add judgements, axioms or candidates; axiomine gen mine shows what each axiom finds"
}
