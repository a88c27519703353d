package tune

import (
	"cmp"
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"

	"github.com/axiomine/axiomine/configs"
	"github.com/axiomine/axiomine/gen/prepare"
	"github.com/axiomine/axiomine/gen/stage"
	"github.com/axiomine/axiomine/internal/errs"
	"github.com/axiomine/axiomine/internal/numeral"
	"github.com/axiomine/axiomine/internal/safefile"
)

// tunable are the parameters of retrieval that a grid may name: keys, and the parts of gen.feedback behind fb_.
var tunable = map[string]func(g *configs.Gen, value float64){
	"k1":        func(g *configs.Gen, v float64) { g.K1 = v },
	"b":         func(g *configs.Gen, v float64) { g.B = v },
	"k3":        func(g *configs.Gen, v float64) { g.K3 = v },
	"mu":        func(g *configs.Gen, v float64) { g.Mu = v },
	"lambda":    func(g *configs.Gen, v float64) { g.Lambda = v },
	"fb_docs":   ofFeedback("docs"),
	"fb_terms":  ofFeedback("terms"),
	"fb_mu":     ofFeedback("mu"),
	"fb_weight": ofFeedback("weight"),
}

// ofFeedback returns what sets a part of gen.feedback. What is no feedback, or out of the part's bounds, is told by the model.
func ofFeedback(part string) func(g *configs.Gen, value float64) {
	return func(g *configs.Gen, value float64) {
		if f, err := configs.ParseFeedback(g.Feedback); err == nil && f.Set(part, value) {
			g.Feedback = f.String()
		} else {
			g.Feedback = fmt.Sprintf("%s=%v", part, value)
		}
	}
}

// keyOf returns the key that gives a parameter a value.
func keyOf(parameter string) string {
	if strings.HasPrefix(parameter, "fb_") {
		return "gen.feedback"
	}
	return "gen." + parameter
}

// whole are the parameters that are whole numbers.
var whole = []string{"fb_docs", "fb_terms"}

// tunedParameters are what each model is tuned over where no grid is given; feedback adds its own.
var tunedParameters = map[string]string{
	"bm25":            "k1=0.2:3:0.2 b=0,0.1,0.2,0.3,0.4,0.5,0.6,0.7,0.75,0.8,0.9,1,1.25",
	"ql":              "mu=10,50,100,250,500,750,1000,1500,2000,2500,3000,5000",
	"qljm":            "lambda=0.05,0.1:0.9:0.1,0.95",
	"pl2":             "",
	"tfidf":           "",
	prepare.RM3Suffix: "fb_docs=5,10,20,50 fb_terms=5,10,20,50,100 fb_weight=0.1:0.9:0.2",
}

// ownParameters are what each model reads; feedback adds its own.
var ownParameters = map[string][]string{
	"bm25":            {"k1", "b", "k3"},
	"ql":              {"mu"},
	"qljm":            {"lambda"},
	prepare.RM3Suffix: {"fb_docs", "fb_terms", "fb_mu", "fb_weight"},
}

// checkGrid returns an error for a grid of which nothing would be chosen: a parameter that the retrieval model does not read, or that a
// flag gives, and too many points.
func checkGrid(axes []axis, run *stage.Run) error {
	g := &run.Config.Gen
	base, feedback := prepare.BaseModel(g.Retrieval)
	names := slices.Clone(ownParameters[base])
	if feedback {
		names = append(names, ownParameters[prepare.RM3Suffix]...)
	}
	if len(axes) == 0 {
		return errs.BadUsage("leave --tune out, or name another model with --retrieval", "%s has no parameters to choose", g.Retrieval)
	}
	points := 1
	for _, a := range axes {
		switch origin := run.Origins[keyOf(a.Name)]; {
		case !slices.Contains(names, a.Name):
			return errs.BadUsage("use "+cmp.Or(strings.Join(names, ", "), "another model"), "the grid names %s, which %s does not read", a.Name,
				g.Retrieval)
		case a.Name == "mu" && g.CandidatesMu > 0:
			return errs.BadUsage("leave gen.candidates_mu out", "the grid names mu, and gen.candidates_mu finds the candidates")
		case origin.IsFlag():
			return errs.BadUsage("leave the flag out, or name the others with --grid", "%s gives %s, and the grid of --tune chooses it",
				strings.TrimPrefix(string(origin), "flag "), a.Name)
		}
		if points *= len(a.Values); points > safefile.Settings {
			return errs.BadUsage("give fewer values", "the grid has more than %d points", safefile.Settings)
		}
	}
	return nil
}

// axis is a parameter with the values to try.
type axis struct {
	Name   string    `json:"Name"`
	Values []float64 `json:"Values"`
}

// defaultGrid returns the grid of a retrieval model. With feedback the model's own parameters stay as they are.
func defaultGrid(retrieval string) string {
	base, feedback := prepare.BaseModel(retrieval)
	if feedback {
		return tunedParameters[prepare.RM3Suffix]
	}
	return tunedParameters[base]
}

// parseGrid reads NAME=VALUES NAME=VALUES..., where VALUES are numbers and ranges FROM:TO:STEP, separated by commas.
func parseGrid(text string) ([]axis, error) {
	var axes []axis
	for _, part := range strings.Fields(text) {
		name, values, _ := strings.Cut(part, "=")
		name = strings.ReplaceAll(name, "-", "_")
		if tunable[name] == nil {
			return nil, errs.BadUsage("use "+strings.Join(slices.Sorted(maps.Keys(tunable)), ", "),
				"the grid names %q, which is no parameter of retrieval", name)
		}
		if slices.ContainsFunc(axes, func(a axis) bool { return a.Name == name }) {
			return nil, errs.BadUsage("name it once", "the grid names %s twice", name)
		}
		a := axis{Name: name}
		for _, value := range strings.Split(values, ",") {
			some, ok := gridValues(value)
			for _, v := range some {
				ok = ok && !(slices.Contains(whole, name) && v != math.Trunc(v))
			}
			if !ok {
				return nil, errs.BadUsage("write NAME=0.5,1:3:0.5", "%q are no values for %s", value, name)
			}
			a.Values = append(a.Values, some...)
		}
		axes = append(axes, a)
	}
	return axes, nil
}

// gridValues reads a number or FROM:TO:STEP, ends included.
func gridValues(text string) ([]float64, bool) {
	var numbers []float64
	for _, part := range strings.Split(text, ":") {
		v, err := numeral.Parse(part)
		if err != nil || math.IsNaN(v) || math.IsInf(v, 0) {
			return nil, false
		}
		numbers = append(numbers, v)
	}
	switch len(numbers) {
	case 1:
		return numbers, true
	case 3:
		first, last, step := numbers[0], numbers[1], numbers[2]
		steps := math.Floor((last-first)/step + 1e-9)
		if !(step > 0) || !(steps >= 0 && steps < 10_000) {
			return nil, false
		}
		var values []float64
		for i := range int(steps) + 1 {
			values = append(values, math.Round((first+float64(float64(i)*step))*1e9)/1e9)
		}
		return values, true
	}
	return nil, false
}

// points lists the combinations of a grid, the last axis fastest; a grid without axes has one.
func points(axes []axis) [][]float64 {
	var lists [][]float64
	for _, a := range axes {
		lists = append(lists, a.Values)
	}
	return configs.Choices(lists)
}
