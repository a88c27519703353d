package gen

import (
	"github.com/axiomine/axiomine/configs"
	"github.com/axiomine/axiomine/gen/prepare"
	"github.com/axiomine/axiomine/gen/stage"
	"github.com/axiomine/axiomine/internal/result"
	"github.com/axiomine/axiomine/internal/ui/progress"
)

// Start checks a configuration, finds the inputs that it names and opens them, before anything is written or removed.
func Start(c *configs.Config, out *result.Dir, p *progress.Printer, command string) (*prepare.Preparation, error) {
	if err := Check(c); err != nil {
		return nil, err
	}
	if err := checkOpens(c); err != nil {
		return nil, err
	}
	run, err := prepare.Start(stage.NewRun(c, out, p, command))
	if err == nil && p != nil {
		for _, note := range run.Axioms.Notes {
			p.Say("note: %s", note)
		}
	}
	return run, err
}
