package gencmd

import (
	"strings"

	"github.com/axiomine/axiomine/configs"
	"github.com/axiomine/axiomine/configs/fault"
	"github.com/axiomine/axiomine/gen/ledger"
	"github.com/axiomine/axiomine/gen/sample"
)

// checkAmounts returns an error of exit code 4 if the user asked for an amount that the data do not reach, unless gen.on_shortage
// accepts that. Defaults and presets ask for nothing: what they do not reach is a warning. The data are written either way.
func checkAmounts(l *configs.Loaded, unmet []ledger.Unmet) error {
	if l.Gen.OnShortage != sample.Fail {
		return nil
	}
	var short []string
	for _, u := range unmet {
		if l.Origins[u.Key].Own() || l.SweepBy.Own() && l.Sweep.Varies(u.Key) {
			short = append(short, u.String())
		}
	}
	if len(short) == 0 {
		return nil
	}
	return fault.Short("the data are written with what there is; ask for less, or give --on-shortage accept", "fewer than asked: %s",
		strings.Join(short, "; "))
}
