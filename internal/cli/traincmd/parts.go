package traincmd

import (
	"fmt"
	"strings"

	"github.com/axiomine/axiomine/configs"
	"github.com/axiomine/axiomine/gen/account"
	"github.com/axiomine/axiomine/internal/cli"
	"github.com/axiomine/axiomine/internal/errs"
	"github.com/axiomine/axiomine/internal/ui/terminal"
	"github.com/axiomine/axiomine/train/arms"
	"github.com/spf13/pflag"
)

// parting names the part of the calls of train.ranker to make, or the folders of finished parts.
type parting struct {
	part  string
	merge []string
}

func (p *parting) flags(f *pflag.FlagSet) {
	f.StringVar(&p.part, "part", "", "make only part i of n of the calls of --ranker, as 2/7")
	f.StringSliceVar(&p.merge, "merge", nil, "take over what --part left: its folders, or a pattern")
}

// check returns an error for parts of an experiment without a command.
func (p *parting) check(l *configs.LoadedConfig) error {
	if p.part == "" && len(p.merge) == 0 {
		return nil
	}
	if l.Train.Ranker == "" && !l.Sweep.Varies("train.ranker") {
		return errs.BadUsage("name one with --ranker; the trainings of the DRMM run side by side in one process",
			"--part and --merge are of the calls of a command, and none is named")
	}
	return nil
}

// doPart makes the calls of a part.
func (e *experiment) doPart(part func(*experiment) (arms.PartDone, error)) (*cli.Outcome, error) {
	result, err := part(e)
	if err != nil {
		return nil, err
	}
	return &cli.Outcome{
		Short: account.CheckReached(e.loaded, result.Unmet, "the rankings are made"),
		Made:  fmt.Sprintf("%s of %d in %s", terminal.Plural(result.Calls, "ranking", "rankings"), result.All, e.out.FinalPath(".")),
		Next:  cli.Again(e.cmd, strings.Fields(e.cmd.CommandPath())[1:], "--merge="+e.out.FinalPath("."))}, nil
}
