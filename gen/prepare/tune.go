package prepare

import (
	"context"
	"encoding/json"
	"fmt"
	"io/fs"
	"slices"
	"strings"

	"github.com/axiomine/axiomine/configs"
	"github.com/axiomine/axiomine/gen/collection"
	"github.com/axiomine/axiomine/gen/corpus"
	"github.com/axiomine/axiomine/gen/mine"
	"github.com/axiomine/axiomine/gen/stage"
	"github.com/axiomine/axiomine/internal/errs"
	"github.com/axiomine/axiomine/internal/lists"
	"github.com/axiomine/axiomine/internal/result"
	"github.com/axiomine/axiomine/internal/ui/table"
	"github.com/axiomine/axiomine/internal/ui/terminal"
)

// Tunable reports whether the candidates come from a retrieval model whose parameters the user did not set.
func Tunable(p *Preparation) bool {
	if !p.Inputs.Collection.Retrieves() || p.Run.Config.Train.TuneRetrieval == "off" {
		return false
	}
	axes := gridOf(p.Run.Config.Gen.Retrieval)
	return len(axes) > 0 && p.Run.Config.Gen.CandidatesMu == 0 &&
		!slices.ContainsFunc(axes, func(a axis) bool { return p.Run.Origins[keyOf(a.Name)].IsExplicit() })
}

// Evaluate returns a measure's mean over all judged queries; a query without results counts 0. Grades of at least minGrade are relevant. It
// is a parameter, since packages below train do not import measures.
type Evaluate func(measure string, minGrade int, qrels []corpus.Qrel, run []corpus.RunRow) (float64, error)

// Tuning is the result of Tune: the points of a grid of a retrieval model's parameters, with their values on the development queries.
type Tuning struct {
	Model      string      `json:"model"`
	Measure    string      `json:"measure"`
	Split      string      `json:"split"`      // name of the split whose queries are evaluated
	Queries    int         `json:"queries"`    // number of these queries
	Hits       int         `json:"hits"`       // the number of candidates per query
	Parameters []string    `json:"parameters"` // the names of the axes
	Points     [][]float64 `json:"points"`     // the values of all parameters, in the order of Parameters
	Values     []float64   `json:"values"`     // the measure at each point
	Best       int         `json:"best"`       // the place in Points of the first point with the highest value
}

// tuningName is the file of a Tuning in an output directory.
const tuningName = "tune.json"

// CheckTuning returns the error that Tune would return, before an index is built. It needs the topics.
func CheckTuning(p *Preparation, measure string, evaluate Evaluate) error {
	_, _, err := tuningTask(p, measure, evaluate)
	return err
}

// tuningTask returns the axes of the grid and the development queries, or an error if the model cannot be tuned.
func tuningTask(p *Preparation, measure string, evaluate Evaluate) (axes []axis, dev collection.Topics, err error) {
	g := &p.Run.Config.Gen
	if axes = gridOf(g.Retrieval); len(axes) == 0 {
		return nil, dev, errs.BadUsage("leave --tune out, or name another model with --retrieval", "%s has no parameters to choose", g.Retrieval)
	}
	for _, a := range axes {
		switch origin := p.Run.Origins[keyOf(a.Name)]; {
		case a.Name == "mu" && g.CandidatesMu > 0:
			return nil, dev, errs.BadUsage("leave gen.candidates_mu out", "the grid names mu, and gen.candidates_mu finds the candidates")
		case origin.IsFlag():
			return nil, dev, errs.BadUsage("leave the flag out", "%s gives %s, and --tune chooses it",
				strings.TrimPrefix(string(origin), "flag "), a.Name)
		}
	}
	if !p.Inputs.Collection.RetrievesSome() {
		return nil, dev, errs.BadUsage("leave --tune out, or --run", "all candidates are given, and the model that is tuned finds none")
	}
	if _, err := evaluate(measure, g.MinGrade, nil, nil); err != nil { // the measure is unknown
		return nil, dev, err
	}
	i := slices.IndexFunc(p.Inputs.Topics, func(t collection.Topics) bool { return t.Split == configs.DevSplit })
	if i < 0 || len(p.Inputs.Topics[i].Qrels) == 0 {
		return nil, dev, errs.BadUsage("divide the queries with --splits 'hash 70/15/15'", "there are no judged %s queries to tune on",
			configs.DevSplit)
	}
	return axes, p.Inputs.Topics[i], nil
}

// Tune evaluates the model's grid of parameters on the development queries, writes all points to tune.json, and returns them and the run
// with the best point. p must have the index and the topics, and no candidates.
func Tune(ctx context.Context, p *Preparation, measure string, evaluate Evaluate) (*Tuning, *Preparation, error) {
	g := &p.Run.Config.Gen
	axes, dev, err := tuningTask(p, measure, evaluate)
	if err != nil {
		return nil, nil, err
	}
	t := &Tuning{Model: g.Retrieval, Measure: measure, Split: dev.Split, Queries: len(dev.Queries), Hits: g.Hits}
	var values [][]float64
	for _, a := range axes {
		t.Parameters, values = append(t.Parameters, a.Name), append(values, a.Values)
	}
	t.Points = configs.Choices(values)
	run := p.Run.WithConfig(p.Run.Config)
	run.Note(stage.Tuning, p.Inputs.Fold, len(dev.Queries), measure, axes)
	key, name := run.Key(stage.Tuning), p.Inputs.JournalName(stage.Tuning)
	if _, ok := p.Run.Kept(name, key, true); ok {
		err = t.readFrom(p.Run.Out, p.Inputs.Prefix()+tuningName)
	} else if err = t.evaluateAll(ctx, p, axes, dev, evaluate); err == nil {
		batch := p.Run.Out.Batch()
		batch.WriteJSON(p.Inputs.Prefix()+tuningName, t)
		err = batch.Finish(name, key)
	}
	if err != nil {
		return nil, nil, err
	}
	config := *p.Run.Config
	for i, a := range axes {
		a.set(&config.Gen, t.Points[t.Best][i])
	}
	best, err := p.WithConfig(&config)
	return t, best, err
}

// evaluateAll sets the value of every point on the development queries, and the best point.
func (t *Tuning) evaluateAll(ctx context.Context, p *Preparation, axes []axis, dev collection.Topics, evaluate Evaluate) error {
	st := p.Run.Progress.Stage("tune", "points", len(t.Points))
	defer st.Done()
	for i := range t.Points {
		value, err := t.valueAt(ctx, p, axes, t.Points[i], dev, evaluate)
		if err != nil {
			return err
		}
		t.Values = append(t.Values, value)
		if value > t.Values[t.Best] {
			t.Best = i
		}
		st.Add(1)
	}
	return nil
}

// valueAt returns the measure's value on the development queries at one point.
func (t *Tuning) valueAt(ctx context.Context, p *Preparation, axes []axis, point []float64, dev collection.Topics,
	evaluate Evaluate) (float64, error) {
	g := p.Run.Config.Gen
	for i, a := range axes {
		a.set(&g, point[i])
	}
	model, err := RetrievalModel(&g)
	if err != nil {
		return 0, err
	}
	o := candidateOptions(p.Inputs.Collection, &g, model, dev.Split)
	queries, _, err := mine.Candidates(ctx, p.Index, dev.Split, dev.Queries, nil, mine.Retrieval{}, o, nil)
	if err != nil {
		return 0, err
	}
	var run []corpus.RunRow
	for i := range queries {
		for _, d := range queries[i].Docs {
			// The score is the negative rank, so that ties keep the collection's order as in a written run.
			run = append(run, corpus.RunRow{QueryID: queries[i].ID, DocID: p.Index.DocID(d.Doc), Rank: int(d.Rank), Score: -float64(d.Rank)})
		}
	}
	return evaluate(t.Measure, g.MinGrade, dev.Qrels, run)
}

// readFrom sets t to the Tuning that an earlier run with the same points wrote to a file.
func (t *Tuning) readFrom(out *result.Dir, name string) error {
	raw, err := fs.ReadFile(out.FS(), name)
	if err != nil {
		return err
	}
	if err := json.Unmarshal(raw, t); err != nil || t.Best < 0 || t.Best >= len(t.Points) || len(t.Values) != len(t.Points) {
		return errs.BadInput(out.Path(name), 0, "remove it and run again", "no table of a tuning")
	}
	return nil
}

// Results returns a table of all points, in which the best point is marked, and a sentence on this point.
func (t *Tuning) Results() *table.Results {
	rows := &table.Table{Name: "points", Columns: slices.Concat(table.Right(t.Parameters...), table.Right(t.Measure), table.Left("best"))}
	for i, point := range t.Points {
		row := lists.Map(point, terminal.Number)
		row = append(row, fmt.Sprintf("%.4f", t.Values[i]))
		if i == t.Best {
			row = append(row, "<- best")
		}
		rows.Add(row...)
	}
	best := fmt.Sprintf("best %s on %s: %.4f %s", t.Measure, terminal.Plural(t.Queries, t.Split+" query", t.Split+" queries"),
		t.Values[t.Best], strings.Join(t.Flags(), " "))
	for i, name := range t.Parameters {
		value := t.Points[t.Best][i]
		low, high := t.Points[0][i], t.Points[len(t.Points)-1][i] // values rise along an axis
		if low < high && (value == low || value == high) {
			best += fmt.Sprintf(" (%s at the end of its grid)", name)
		}
	}
	if len(t.Values) > 1 && slices.Min(t.Values) == slices.Max(t.Values) {
		best += "; all points are equal, and nothing was chosen by them"
	}
	return new(table.Results).Table(rows).Say("%s", best)
}

// Parameter returns the name of the i-th parameter and its best value.
func (t *Tuning) Parameter(i int) (name, value string) {
	return t.Parameters[i], terminal.Number(t.Points[t.Best][i])
}

// Flags returns the flags that set the best point: "--set=k1=0.9".
func (t *Tuning) Flags() (flags []string) {
	for i := range t.Parameters {
		name, value := t.Parameter(i)
		flags = append(flags, "--"+configs.SetFlag+"="+name+"="+value)
	}
	return flags
}

// setFeedback returns a function that sets a part of gen.feedback: docs, terms or weight. It does not change an invalid gen.feedback, for
// which RetrievalModel returns the error.
func setFeedback(part string) func(g *configs.Gen, value float64) {
	return func(g *configs.Gen, value float64) {
		if f, err := configs.ParseFeedback(g.Feedback); err == nil && f.Set(part, value) {
			g.Feedback = f.String()
		}
	}
}

func keyOf(parameter string) string {
	if strings.HasPrefix(parameter, "fb_") {
		return "gen.feedback"
	}
	return "gen." + parameter
}

// axis is a parameter with the values to try.
type axis struct {
	Name   string                              // a key without gen., or fb_ and a part of gen.feedback
	Values []float64                           // values to try, in rising order
	set    func(g *configs.Gen, value float64) // function that sets the parameter
}

// grids has the axes of each model. With feedback (RM3Suffix) only the feedback is tuned, not the model's own parameters.
var grids = map[string][]axis{
	"bm25": {
		{"k1", []float64{0.2, 0.4, 0.6, 0.8, 1, 1.2, 1.4, 1.6, 1.8, 2, 2.2, 2.4, 2.6, 2.8, 3},
			func(g *configs.Gen, v float64) { g.K1 = v }},
		{"b", []float64{0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.75, 0.8, 0.9, 1, 1.25}, func(g *configs.Gen, v float64) { g.B = v }},
	},
	"ql": {{"mu", []float64{10, 50, 100, 250, 500, 750, 1000, 1500, 2000, 2500, 3000, 5000},
		func(g *configs.Gen, v float64) { g.Mu = v }}},
	"qljm": {{"lambda", []float64{0.05, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 0.95},
		func(g *configs.Gen, v float64) { g.Lambda = v }}},
	RM3Suffix: {
		{"fb_docs", []float64{5, 10, 20, 50}, setFeedback("docs")},
		{"fb_terms", []float64{5, 10, 20, 50, 100}, setFeedback("terms")},
		{"fb_weight", []float64{0.1, 0.3, 0.5, 0.7, 0.9}, setFeedback("weight")},
	},
}

// gridOf returns the grid of a retrieval model; nil if it has no parameters.
func gridOf(retrieval string) []axis {
	base, feedback := BaseModel(retrieval)
	if feedback {
		return grids[RM3Suffix]
	}
	return grids[base]
}
