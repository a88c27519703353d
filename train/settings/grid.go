package settings

import (
	"slices"
	"strconv"

	"github.com/axiomine/axiomine/configs"
	"github.com/axiomine/axiomine/internal/errs"
)

// Grid holds the settings that the arms choose from on dev. Every arm has the same number of cells. The
// judged arm lacks the keys of axioms and has more starts of the weights (train.restart) instead. The
// arm with axiomatic pairs also has cells without axioms.
type Grid struct {
	Judged         []configs.Settings
	Augmented      []configs.Settings // with axioms
	AllowsNoAxioms bool               // the arm with axiomatic pairs may do without axioms
}

// choice returns what the arms choose from by train.choose.
func choice(c *configs.Config, origins map[string]configs.Origin) (configs.Choose, error) {
	choose, err := configs.ParseChoose(c.Train.Choose)
	if err == nil && c.Train.Choose == configs.ChooseDefault && c.Train.Ranker == "" {
		choose.BothArms = defaultAxes(c, origins)
	}
	return choose, err
}

func ofAxioms(a configs.Axis) bool { return slices.Contains(axiomKeys, a.Key) }

// NewGrid returns the grid of train.choose.
func NewGrid(c *configs.Config, origins map[string]configs.Origin) (*Grid, error) {
	choose, err := choice(c, origins)
	if err != nil {
		return nil, err
	}
	for _, a := range slices.Concat(choose.BothArms, choose.Judged, choose.Axioms) {
		switch {
		case c.Train.Ranker != "" && slices.Contains(networkKeys, a.Key):
			return nil, errs.BadUsage("choose among command lines with train.ranker", "train.choose: %s changes nothing of a command", a.Key)
		case c.Train.Ranker == "" && a.Key == rankerKey:
			return nil, errs.BadUsage("name one of them with --ranker too", "train.choose: %s, but the DRMM is trained", a.Key)
		case a.Key == RestartKey || slices.Contains(axiomKeys, a.Key) || slices.Contains(SharedKeys, a.Key):
		default:
			return nil, errs.BadUsage("put it under per: of a sweep",
				"train.choose: %s changes the candidates or nothing; the arms of an experiment share those", a.Key)
		}
	}
	judgedCells := combinations(slices.DeleteFunc(slices.Concat(choose.BothArms, choose.Judged), ofAxioms))
	axes := slices.Concat(choose.BothArms, choose.Axioms)
	g := &Grid{}
	sharedOnly := map[string]bool{}
	for _, s := range combinations(axes) {
		if s.Value(AxiomsKey, c.Gen.Axioms) != "" {
			g.Augmented = append(g.Augmented, s)
			continue
		}
		g.AllowsNoAxioms = g.AllowsNoAxioms || slices.ContainsFunc(axes, ofAxioms)
		sharedOnly[s.Only(SharedKeys).ID()] = true
	}
	budget := max(len(g.Augmented)+len(sharedOnly), len(judgedCells))
	g.Judged = withRestarts(judgedCells, budget)
	if len(g.Augmented) > 0 {
		g.Augmented = withRestarts(g.Augmented, budget-len(sharedOnly))
	}
	return g, nil
}

func combinations(axes []configs.Axis) (list []configs.Settings) {
	for _, s := range configs.Combinations(axes) {
		list = append(list, s)
	}
	return list
}

// withRestarts repeats the cells with other starts of the weights until there are n: the first cells have a start more than the last where
// n is no multiple of them. Cells that are n or more, or that choose their starts, stay as they are.
func withRestarts(cells []configs.Settings, n int) []configs.Settings {
	rounds := (n + len(cells) - 1) / len(cells)
	if rounds <= 1 || slices.ContainsFunc(cells, func(s configs.Settings) bool { return s.Value(RestartKey, "") != "" }) {
		return cells
	}
	var out []configs.Settings
	for r := range rounds {
		for _, s := range cells {
			out = append(out, append(slices.Clone(s), configs.Setting{Key: RestartKey, Value: strconv.Itoa(r)}))
		}
	}
	return out[:n]
}

// WithoutTrained returns the grid without the cells whose word vectors would be trained.
func (g *Grid) WithoutTrained() *Grid {
	trainsVectors := func(s configs.Settings) bool { return s.Value(vectorsKey, "") == trainedVectors }
	out := *g
	out.Judged = slices.DeleteFunc(slices.Clone(g.Judged), trainsVectors)
	out.Augmented = slices.DeleteFunc(slices.Clone(g.Augmented), trainsVectors)
	return &out
}

// Cells returns the number of trainings of both arms.
func (g *Grid) Cells() int { return len(g.Judged) + len(g.Augmented) }

// Chooses reports whether any arm has more than one setting.
func (g *Grid) Chooses() bool { return len(g.Judged) > 1 || len(g.Augmented) > 1 }

// WithNoAxioms returns a setting of the judged arm in the form of the arm with axiomatic pairs.
func (g *Grid) WithNoAxioms(s configs.Settings) configs.Settings {
	return append(slices.Clone(s), configs.Setting{Key: AxiomsKey, Value: ""})
}
