package settings

import (
	"slices"

	"github.com/axiomine/axiomine/configs"
)

// Cells is the number of settings of the arm that has most.
func Cells(c *configs.Config, origins map[string]configs.Origin) (int, error) {
	g, err := Of(c, origins)
	if err != nil {
		return 0, err
	}
	return max(len(g.Judged), len(g.Augmented)), nil
}

// Crossed is what the arms of a sweep's experiment choose from: the axes of the sweep crossed with those that the configuration
// names, so that the judged arm, too, has what makes it strong. Where the sweep names a key of axioms, it stands in the place of the
// default grid's; no axioms at all stay among the values.
func Crossed(c *configs.Config, origins map[string]configs.Origin, over []configs.Axis) (configs.Choose, error) {
	choose, err := configs.ParseChoose(c.Train.Choose)
	if err != nil {
		return choose, err
	}
	ofAxioms := func(a configs.Axis) bool { return slices.Contains(axiomKeys, a.Key) }
	if c.Train.Choose == configs.ChooseDefault && c.Train.Ranker == "" {
		choose.Both = defaultAxes(c, origins)
		if slices.ContainsFunc(over, ofAxioms) {
			choose.Both = slices.DeleteFunc(choose.Both, func(a configs.Axis) bool { return ofAxioms(a) && a.Key != AxiomsKey })
		}
	}
	named := func(a configs.Axis) bool {
		return slices.ContainsFunc(over, func(b configs.Axis) bool { return a.Key == b.Key })
	}
	for _, part := range []*[]configs.Axis{&choose.Both, &choose.Judged, &choose.Axioms} {
		*part = slices.DeleteFunc(*part, named)
	}
	choose.Both = append(choose.Both, over...)
	for i, a := range choose.Both {
		if (a.Key == AxiomsKey || a.Key == PerturbKey) && !slices.Contains(a.Values, "") && c.Train.Choose != configs.ChooseNone {
			choose.Both[i].Values = append([]string{""}, a.Values...)
		}
	}
	return choose, nil
}
