package trial

import (
	"slices"
	"strconv"
	"strings"

	"github.com/axiomine/axiomine/configs"
	"github.com/axiomine/axiomine/gen/quota"
	"github.com/axiomine/axiomine/gen/sample"
	"github.com/axiomine/axiomine/internal/errs"
	"github.com/axiomine/axiomine/train/eval"
)

// Grid holds the settings that the arms choose from on dev. Every arm has the same number of cells. The judged arm does not vary the keys
// of axioms; its cells are repeated with other initial weights (train.restart). The arm with axiomatic pairs also has cells without axioms.
type Grid struct {
	Judged         []configs.Settings
	Augmented      []configs.Settings // the settings of the arm with axiomatic pairs that have axioms
	AllowsNoAxioms bool               // whether the arm with axiomatic pairs may choose the judged arm's model
}

// parseChoice returns the axes of train.choose.
func parseChoice(c *configs.Config, origins map[string]configs.Origin) (configs.Choose, error) {
	choose, err := configs.ParseChoose(c.Train.Choose)
	if err == nil && c.Train.Choose == configs.ChooseDefault && c.Train.Ranker == "" {
		choose.BothArms = defaultAxes(c, origins)
	}
	return choose, err
}

func isAxiomAxis(a configs.Axis) bool { return slices.Contains(axiomKeys, a.Key) }

// NewGrid returns the grid of train.choose. It returns an error for a key that no arm can vary.
func NewGrid(c *configs.Config, origins map[string]configs.Origin) (*Grid, error) {
	choose, err := parseChoice(c, origins)
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
	judgedCells := configs.Combinations(slices.DeleteFunc(slices.Concat(choose.BothArms, choose.Judged), isAxiomAxis))
	axes := slices.Concat(choose.BothArms, choose.Axioms)
	g := &Grid{}
	sharedOnly := map[string]bool{} // the distinct cells without axioms
	for _, s := range configs.Combinations(axes) {
		if s.Value(AxiomsKey, c.Gen.Axioms) != "" {
			g.Augmented = append(g.Augmented, s)
			continue
		}
		g.AllowsNoAxioms = g.AllowsNoAxioms || slices.ContainsFunc(axes, isAxiomAxis)
		sharedOnly[s.Only(SharedKeys).ID()] = true
	}
	numCells := max(len(g.Augmented)+len(sharedOnly), len(judgedCells))
	g.Judged = addRestarts(judgedCells, numCells)
	if len(g.Augmented) > 0 {
		g.Augmented = addRestarts(g.Augmented, numCells-len(sharedOnly))
	}
	return g, nil
}

// addRestarts repeats the cells with other initial weights until there are n. If n is no multiple of len(cells), the first cells are
// repeated once more. It returns the cells unchanged if there are n or more, or if a cell has the key train.restart.
func addRestarts(cells []configs.Settings, n int) []configs.Settings {
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

// WithoutTrainedVectors returns the grid without the cells that train word vectors.
func (g *Grid) WithoutTrainedVectors() *Grid {
	trainsVectors := func(s configs.Settings) bool { return s.Value(vectorsKey, "") == trainedVectors }
	out := *g
	out.Judged = slices.DeleteFunc(slices.Clone(g.Judged), trainsVectors)
	out.Augmented = slices.DeleteFunc(slices.Clone(g.Augmented), trainsVectors)
	return &out
}

// Cells returns the number of cells of both arms.
func (g *Grid) Cells() int { return len(g.Judged) + len(g.Augmented) }

// Chooses reports whether any arm has more than one setting.
func (g *Grid) Chooses() bool { return len(g.Judged) > 1 || len(g.Augmented) > 1 }

// WithNoAxioms returns a setting of the judged arm as a setting of the arm with axiomatic pairs: with gen.axioms "".
func WithNoAxioms(s configs.Settings) configs.Settings {
	return append(slices.Clone(s), configs.Setting{Key: AxiomsKey, Value: ""})
}

// trainedVectors is the value of gen.vectors for vectors trained on the collection.
const trainedVectors = "train"

// defaultAxes returns the axes for a user who names none. A key that the user set has no axis, except gen.vectors: the choice is between
// the user's vectors and none. The choice of axioms is between the configured ones and none.
func defaultAxes(c *configs.Config, origins map[string]configs.Origin) []configs.Axis {
	vectors := []string{"", c.Gen.Vectors}
	if c.Gen.Vectors == "" {
		vectors[1] = trainedVectors
	}
	axes := []configs.Axis{
		{Key: vectorsKey, Values: vectors},
		{Key: "train.learning_rate", Values: []string{"0.01", "0.05"}},
		{Key: "train.gate_start", Values: []string{"0.1", "0.5"}},
	}
	axes = slices.DeleteFunc(axes, func(a configs.Axis) bool {
		return origins[a.Key].IsExplicit() && !(a.Key == vectorsKey && c.Gen.Vectors != "")
	})
	if c.Gen.Axioms == "" {
		return axes
	}
	isUnset := func(key string) bool { return origins[key] == "" || origins[key] == "default" }
	axes = append(axes, configs.Axis{Key: AxiomsKey, Values: []string{"", c.Gen.Axioms}})
	for _, a := range []configs.Axis{{Key: "train.axiom_weight", Values: []string{"4", "16"}},
		{Key: "train.axiom_margin", Values: []string{"0.25"}}} {
		if isUnset(a.Key) {
			axes = append(axes, a)
		}
	}
	return axes
}

// MinesMistakes reports whether a setting draws pairs by the mistakes of the judged arm's model.
func (g *Grid) MinesMistakes(c *configs.Config) bool {
	return slices.ContainsFunc(append([]configs.Settings{nil}, g.Augmented...), func(s configs.Settings) bool {
		gen := c.Gen
		gen.Sample = s.Value("gen.sample", gen.Sample)
		return quota.DrawRun(&gen) == quota.JudgedArm || s.Value("gen.violated_by", gen.ViolatedBy) == quota.JudgedArm
	})
}

// Axioms returns the axioms of all settings. Made documents and lengths in word pieces are prepared for all of them at once.
func (g *Grid) Axioms(c *configs.Config) (*quota.Axioms, error) {
	var list []*configs.Config
	for _, s := range append([]configs.Settings{nil}, g.Augmented...) {
		config, err := s.Apply(c)
		if err != nil {
			return nil, err
		}
		if config.Gen.Axioms == "" {
			continue
		}
		config.Gen.Mixture = "" // mixtures are for data sets only
		list = append(list, config)
	}
	return quota.Together(list)
}

// Names of keys that have a meaning of their own in a grid.
const (
	AxiomsKey  = "gen.axioms"
	RatioKey   = "gen.ratio"
	RestartKey = "train.restart"
	rankerKey  = "train.ranker"
	vectorsKey = "gen.vectors"
)

// axiomKeys are the keys that have no effect without axiomatic pairs.
var axiomKeys = append(configs.KeysNeeding("axioms"), "gen.axioms", "gen.delta_star", "gen.sample", "gen.violated_margin", "train.schedule")

// SharedKeys are the keys of the model, of its training, and of the judged pairs.
var SharedKeys = slices.Concat([]string{"gen.vectors", "gen.judged", "gen.positives", "gen.grades",
	"gen.negatives_per_positive", "gen.positives_per_query",
	"gen.negatives_per_query", "gen.absolute_margin", "gen.relative_margin", "gen.assumed_negatives", "train.margin", rankerKey},
	configs.KeysNeeding("network"))

// networkKeys are the keys that have no effect if a command is trained.
var networkKeys = append(configs.KeysNeeding("network"), "gen.vectors", "train.schedule")

// Measures parses train.measures. The first measure is the main one.
func Measures(c *configs.Config) ([]eval.Measure, error) {
	var list []eval.Measure
	for _, name := range strings.Split(c.Train.Measures, ",") {
		m, err := eval.Parse(strings.TrimSpace(name))
		if err != nil {
			return nil, err
		}
		list = append(list, m)
	}
	return list, nil
}

// CrossAxes returns the choices of the arms in a sweep's experiment: the axes of the sweep together with those
// of train.choose. If the sweep varies a key of axioms, the default grid's axes of axioms are dropped. Unless
// train.choose is none, the arm with axiomatic pairs may still choose no axioms.
func CrossAxes(c *configs.Config, origins map[string]configs.Origin, axes []configs.Axis) (configs.Choose, error) {
	choose, err := parseChoice(c, origins)
	if err != nil {
		return choose, err
	}
	if c.Train.Choose == configs.ChooseDefault && slices.ContainsFunc(axes, isAxiomAxis) {
		choose.BothArms = slices.DeleteFunc(choose.BothArms, func(a configs.Axis) bool { return isAxiomAxis(a) && a.Key != AxiomsKey })
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

// WithoutAxioms returns the configuration of the judged arm: the keys of axiomatic pairs have fixed values.
func WithoutAxioms(c *configs.Config) *configs.Config {
	out := *c
	g, t := &out.Gen, &out.Train
	g.Axioms, g.DeltaStar, g.Ratio, g.Pairs, g.Weights, g.ViolatedBy = "", "", "1:1", "", "none", ""
	g.Strategy, g.Budget, g.Made = sample.Paired, sample.Append, "test"
	if quota.DrawRun(g) != "" {
		g.Sample = sample.Defaults().Draw // judged pairs are not drawn by a run's scores
	}
	t.Schedule, t.AxiomMargin, t.AxiomWeight = "mixed", "1", "1"
	return &out
}

// WithPools returns the configuration of an arm with axiomatic pairs: c, or WithoutAxioms(c) if c has no axioms.
func WithPools(c *configs.Config) *configs.Config {
	if c.Gen.Axioms == "" {
		return WithoutAxioms(c)
	}
	return c
}
