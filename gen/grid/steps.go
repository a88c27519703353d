package grid

import (
	"fmt"

	"github.com/axiomine/axiomine/gen/prepare"
	"github.com/axiomine/axiomine/gen/stage"
	"github.com/axiomine/axiomine/internal/ui/progress"
)

// showSteps tells a person where a sweep is: the steps that the sets of a group share, then those of each set. What it returns shows that
// the next group or set begins.
func showSteps(p *progress.Printer, groups []*setGroup) (reach func()) {
	config := groups[0].commonConfig()
	shared := prepare.Steps(&config.Gen, stage.Candidates)
	own := prepare.Steps(&config.Gen, stage.Shards)[len(shared):]
	var all []progress.Step
	var begins []int // of every group and of every set, in order
	for _, g := range groups {
		begins = append(begins, len(all))
		all = append(all, shared...)
		for _, c := range g.cells {
			begins = append(begins, len(all))
			for _, step := range own {
				all = append(all, progress.Step{Name: step.Name, Title: fmt.Sprintf("%s, set %d", step.Title, c.number)})
			}
		}
	}
	p.Steps(all...)
	return func() {
		p.Reach(begins[0])
		begins = begins[1:]
	}
}
