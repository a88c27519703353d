package settings

import (
	"slices"

	"github.com/axiomine/axiomine/configs"
)

// CrossAxes returns the choices of the arms in a sweep's experiment: the axes of the sweep crossed with
// those that the configuration names. So the judged arm also has its strong settings. A key of axioms
// in the sweep replaces those of the default grid. The choice of no axioms remains.
func CrossAxes(c *configs.Config, origins map[string]configs.Origin, axes []configs.Axis) (configs.Choose, error) {
	choose, err := choice(c, origins)
	if err != nil {
		return choose, err
	}
	if c.Train.Choose == configs.ChooseDefault && slices.ContainsFunc(axes, ofAxioms) {
		choose.BothArms = slices.DeleteFunc(choose.BothArms, func(a configs.Axis) bool { return ofAxioms(a) && a.Key != AxiomsKey })
	}
	isNamed := func(a configs.Axis) bool {
		return slices.ContainsFunc(axes, func(b configs.Axis) bool { return a.Key == b.Key })
	}
	for _, part := range []*[]configs.Axis{&choose.BothArms, &choose.Judged, &choose.Axioms} {
		*part = slices.DeleteFunc(*part, isNamed)
	}
	choose.BothArms = append(choose.BothArms, axes...)
	for i, a := range choose.BothArms {
		if a.Key == AxiomsKey && !slices.Contains(a.Values, "") && c.Train.Choose != configs.ChooseNone {
			choose.BothArms[i].Values = append([]string{""}, a.Values...)
		}
	}
	return choose, nil
}
