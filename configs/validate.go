package configs

import (
	"strings"

	"github.com/axiomine/axiomine/configs/fault"
)

// Validate names all values outside their choices and bounds at once. What only a stage can judge, the stage validates.
func (c *Config) Validate() error {
	var faults []string
	for _, k := range keys() {
		if wrong := k.fault(k.Get(c)); wrong != "" {
			faults = append(faults, wrong)
		}
	}
	if _, err := ParseChoose(c.Train.Choose); err != nil {
		return err
	}
	if len(faults) > 0 {
		return fault.BadUsage("see axiomine configs show", "configuration: %s", strings.Join(faults, "; "))
	}
	return nil
}
