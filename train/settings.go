package train

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/axiomine/axiomine/configs"
	"github.com/axiomine/axiomine/configs/fault"
	"github.com/axiomine/axiomine/gen/sample"
	"github.com/axiomine/axiomine/train/report"
)

// setting is a cell of an arm's grid: values of keys, as text, in the grid's order.
type setting []report.Setting

// grid is what the arms choose from on dev. Every arm has as many cells: the judged arm, which lacks the keys of axioms, has as
// many more starts of the weights (train.restart) instead; the arm with axiomatic pairs has no axioms at all among its cells.
type grid struct {
	judged    []setting
	augmented []setting // with axioms
	none      bool      // the arm with axiomatic pairs may do without
	perturbs  bool      // some of them have a regulariser
}

// axiomKeys are the keys that change nothing without axiomatic pairs.
var axiomKeys = []string{"gen.axioms", "gen.delta_star", "gen.ratio", "gen.pairs", "gen.strategy", "gen.budget", "gen.sample",
	"gen.hard_run", "gen.violated_by", "gen.violated_margin", "gen.weights", "gen.pool_top", "gen.pool_queries", "gen.conflict",
	"train.schedule", "train.max_repeats", "train.axiom_margin", "train.axiom_weight",
	perturbKey, "gen.perturb_weight", "train.perturb_margin"}

// sharedKeys are the keys of the model, of its training, and of the judged pairs.
var sharedKeys = []string{"gen.vectors", "gen.regular", "gen.positives", "gen.negatives_per_positive", "gen.positives_per_query",
	"gen.negatives_per_query", "gen.absolute_margin", "gen.relative_margin", "gen.judged_only", "train.histogram", "train.gating",
	"train.epochs", "train.patience", "train.min_delta", "train.pairs_per_epoch", "train.batch_size", "train.learning_rate",
	"train.margin", "train.init_scale",
	"train.gate_start", "train.cosine_scale", "train.features", "train.engine"}

const (
	axiomsKey  = "gen.axioms"
	ratioKey   = "gen.ratio"
	restartKey = "train.restart"
	vectorsKey = "gen.vectors"
	perturbKey = "gen.perturb"
)

// gridOf reads train.choose.
func gridOf(c *configs.Config, origins map[string]configs.Origin) (*grid, error) {
	choose, err := configs.ParseChoose(c.Train.Choose)
	if err != nil {
		return nil, err
	}
	if c.Train.Choose == configs.ChooseDefault {
		choose.Both = defaultAxes(c, origins)
	}
	for _, a := range slices.Concat(choose.Both, choose.Judged, choose.Axioms) {
		switch {
		case a.Key == restartKey || slices.Contains(axiomKeys, a.Key) || slices.Contains(sharedKeys, a.Key):
		default:
			return nil, fault.BadUsage("put it under per: of a sweep",
				"train.choose: %s changes the candidates or nothing; the arms of an experiment share those", a.Key)
		}
	}
	ofAxioms := func(a configs.Axis) bool { return slices.Contains(axiomKeys, a.Key) }
	judged := combinations(slices.DeleteFunc(slices.Concat(choose.Both, choose.Judged), ofAxioms))
	own := slices.Concat(choose.Both, choose.Axioms)
	if c.Gen.Perturb != "" && !slices.ContainsFunc(own, func(a configs.Axis) bool { return a.Key == perturbKey }) {
		own = append(own, configs.Axis{Key: perturbKey, Values: []string{c.Gen.Perturb}}) // so that settings tell
	}
	g := &grid{}
	without, met := map[string]bool{}, map[string]bool{}
	for _, s := range combinations(own) {
		pools, perturbs := s.value(axiomsKey, c.Gen.Axioms) != "", s.value(perturbKey, "") != ""
		g.perturbs = g.perturbs || perturbs
		if pools || perturbs {
			if effect := s.effective(pools, perturbs).String(); !met[effect] {
				met[effect] = true
				g.augmented = append(g.augmented, s)
			}
			continue
		}
		g.none = g.none || slices.ContainsFunc(own, ofAxioms)
		without[s.only(sharedKeys).String()] = true
	}
	budget := max(len(g.augmented)+len(without), len(judged))
	g.judged = restarted(judged, budget)
	if len(g.augmented) > 0 {
		g.augmented = restarted(g.augmented, budget-len(without))
	}
	return g, nil
}

// regulariserKeys are the keys of the regulariser alone.
var regulariserKeys = []string{perturbKey, "gen.perturb_weight", "train.perturb_margin"}

// effective leaves out what changes nothing without axiomatic pairs, or without a regulariser.
func (s setting) effective(pools, perturbs bool) setting {
	return slices.DeleteFunc(slices.Clone(s), func(x report.Setting) bool {
		ofRegulariser := slices.Contains(regulariserKeys, x.Key)
		return ofRegulariser && !perturbs || !ofRegulariser && !pools && slices.Contains(axiomKeys, x.Key)
	})
}

// Cells is the number of settings of the arm that has most.
func Cells(c *configs.Config, origins map[string]configs.Origin) (int, error) {
	g, err := gridOf(c, origins)
	if err != nil {
		return 0, err
	}
	return max(len(g.judged), len(g.augmented)), nil
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
	if c.Train.Choose == configs.ChooseDefault {
		choose.Both = defaultAxes(c, origins)
		if slices.ContainsFunc(over, ofAxioms) {
			choose.Both = slices.DeleteFunc(choose.Both, func(a configs.Axis) bool { return ofAxioms(a) && a.Key != axiomsKey })
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
		if (a.Key == axiomsKey || a.Key == perturbKey) && !slices.Contains(a.Values, "") && c.Train.Choose != configs.ChooseNone {
			choose.Both[i].Values = append([]string{""}, a.Values...)
		}
	}
	return choose, nil
}

// restarted repeats the cells with other starts of the weights until there are n at least.
func restarted(cells []setting, n int) []setting {
	rounds := (n + len(cells) - 1) / len(cells)
	if rounds <= 1 || slices.ContainsFunc(cells, func(s setting) bool { return s.value(restartKey, "") != "" }) {
		return cells
	}
	var out []setting
	for r := range rounds {
		for _, s := range cells {
			out = append(out, append(slices.Clone(s), report.Setting{Key: restartKey, Value: strconv.Itoa(r)}))
		}
	}
	return out
}

// mostTokens is the size of a collection on which word vectors are still trained unasked: up to four minutes of work.
const mostTokens = 2_000_000

// withoutTrained leaves out the cells whose word vectors would be trained, which nobody asked for.
func (g *grid) withoutTrained() {
	trained := func(s setting) bool { return s.value(vectorsKey, "") == trainedVectors }
	g.judged, g.augmented = slices.DeleteFunc(g.judged, trained), slices.DeleteFunc(g.augmented, trained)
}

// cells is the number of trainings of both arms.
func (g *grid) cells() int { return len(g.judged) + len(g.augmented) }

// chooses says whether any arm has more than one setting.
func (g *grid) chooses() bool { return len(g.judged) > 1 || len(g.augmented) > 1 }

// defaultAxioms are those of a user who names none: a set that looks at texts alone, and the clear preferences of the BM25 that found
// the candidates.
const defaultAxioms = "length-safe, rs-bm25(k1={k1}, b={b}, margin=1.25)"

// defaultRatio is that of defaultAxioms: each of the two as many pairs as the regular ones.
const defaultRatio = "length-safe=1:1, rs-bm25(k1={k1}, b={b}, margin=1.25)=1:1"

// trainedVectors in gen.vectors stands for vectors trained on the collection.
const trainedVectors = "train"

// defaultAxes is the grid where none is given. What the user set is not chosen; word vectors that are named may be used or not, and so
// may axioms and a regulariser, by the arm with axiomatic pairs.
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
		return origins[a.Key].Own() && !(a.Key == vectorsKey && c.Gen.Vectors != "")
	})
	if c.Gen.Perturb != "" {
		axes = append(axes, configs.Axis{Key: perturbKey, Values: []string{"", c.Gen.Perturb}})
		if o := origins["gen.perturb_weight"]; o == "" || o == "default" {
			axes = append(axes, configs.Axis{Key: "gen.perturb_weight", Values: []string{"0.1", "1"}})
		}
	}
	if c.Gen.Axioms == "" {
		return axes
	}
	unset := func(key string) bool { return origins[key] == "" || origins[key] == "default" }
	named := c.Gen.Axioms
	if unset(axiomsKey) {
		named = defaultAxioms
	}
	axes = append(axes, configs.Axis{Key: axiomsKey, Values: []string{"", named}})
	if named == defaultAxioms && unset(ratioKey) && unset("gen.pairs") && c.Gen.Strategy == sample.Paired {
		axes = append(axes, configs.Axis{Key: ratioKey, Values: []string{defaultRatio}})
	}
	for _, a := range []configs.Axis{{Key: "train.axiom_weight", Values: []string{"4", "16"}},
		{Key: "train.axiom_margin", Values: []string{"0.25"}}} {
		if unset(a.Key) {
			axes = append(axes, a)
		}
	}
	return axes
}

// Combinations lists every choice of one value per axis, the last axis turning fastest; one empty choice for no axis.
func Combinations(axes []configs.Axis) [][]report.Setting {
	all := [][]report.Setting{nil}
	for _, axis := range axes {
		var next [][]report.Setting
		for _, before := range all {
			for _, value := range axis.Values {
				next = append(next, append(slices.Clip(before), report.Setting{Key: axis.Key, Value: value}))
			}
		}
		all = next
	}
	return all
}

func combinations(axes []configs.Axis) (list []setting) {
	for _, s := range Combinations(axes) {
		list = append(list, s)
	}
	return list
}

// value is what the setting says of a key, or otherwise.
func (s setting) value(key, otherwise string) string {
	for _, x := range s {
		if x.Key == key {
			return x.Value
		}
	}
	return otherwise
}

// only keeps what the setting says of some keys.
func (s setting) only(keys []string) setting {
	return slices.DeleteFunc(slices.Clone(s), func(x report.Setting) bool { return !slices.Contains(keys, x.Key) })
}

// over lays the setting over a configuration.
func (s setting) over(c *configs.Config) (*configs.Config, error) {
	out := *c
	for _, x := range s {
		if err := out.Set(x.Key, x.Value); err != nil {
			return nil, err
		}
	}
	return &out, out.Validate()
}

func (s setting) String() string {
	if len(s) == 0 {
		return "as configured"
	}
	var parts []string
	for _, x := range s {
		parts = append(parts, fmt.Sprintf("%s=%s", x.Key[strings.IndexByte(x.Key, '.')+1:], x.Value))
	}
	return strings.Join(parts, " ")
}

// portable is the setting without what differs from machine to machine.
func (s setting) portable() []report.Setting {
	out := []report.Setting{}
	for _, x := range s {
		out = append(out, report.Setting{Key: x.Key, Value: configs.Portable(x.Key, x.Value)})
	}
	return out
}
