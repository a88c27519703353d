package configs

import (
	"cmp"
	"strings"

	"github.com/axiomine/axiomine/internal/errs"
)

// Validate names all values outside their choices and bounds at once. What only a stage can judge, the stage validates.
func (c *Config) Validate() error {
	var faults []string
	hint := ""
	for _, k := range keys() {
		wrong, advice := k.fault(k.Get(c))
		if wrong != "" {
			faults, hint = append(faults, wrong), cmp.Or(hint, advice)
		}
	}
	if _, err := ParseChoose(c.Train.Choose); err != nil {
		return err
	}
	if _, err := ParseFeedback(c.Gen.Feedback); err != nil {
		return err
	}
	if _, _, err := ParsePatience(c.Train.Patience); err != nil {
		return err
	}
	if len(faults) > 0 {
		return errs.BadUsage(hint+"see axiomine configs show", "configuration: %s", strings.Join(faults, "; "))
	}
	return nil
}
