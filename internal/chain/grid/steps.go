package grid

import (
	"fmt"

	"github.com/axiomine/axiomine/gen/prepare"
	"github.com/axiomine/axiomine/internal/chain/stage"
	"github.com/axiomine/axiomine/internal/ui/progress"
)

// steps tell a person where a sweep is: the steps that the sets of a group share, then those of each set.
type steps struct {
	printer *progress.Printer
	groups  []*setGroup
	begins  []int // of every group and of every set, in order
	next    int   // of begins: the next one
}

// begin begins a group; the first one says what is to come.
func (s *steps) begin(run *prepare.Preparation) {
	if s.begins == nil {
		groupSteps, cellSteps := prepare.Steps(&run.Run.Config.Gen, stage.Candidates), prepare.Steps(&run.Run.Config.Gen, stage.Shards)
		cellSteps = cellSteps[len(groupSteps):]
		var all []progress.Step
		for _, g := range s.groups {
			s.begins = append(s.begins, len(all))
			all = append(all, groupSteps...)
			for _, c := range g.cells {
				s.begins = append(s.begins, len(all))
				for _, step := range cellSteps {
					all = append(all, progress.Step{Name: step.Name, Title: fmt.Sprintf("%s, set %d", step.Title, c.number)})
				}
			}
		}
		s.printer.Steps(all...)
	}
	s.reach()
}

// reach shows that the next group or set begins.
func (s *steps) reach() {
	s.printer.Reach(s.begins[s.next])
	s.next++
}
