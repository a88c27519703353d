// Package tune chooses the parameters of a retrieval model: it tries a grid of them on the development queries.
package tune

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
	"github.com/axiomine/axiomine/gen/prepare"
	"github.com/axiomine/axiomine/gen/stage"
	"github.com/axiomine/axiomine/internal/errs"
	"github.com/axiomine/axiomine/internal/result"
	"github.com/axiomine/axiomine/internal/safefile"
	"github.com/axiomine/axiomine/internal/ui/table"
	"github.com/axiomine/axiomine/internal/ui/terminal"
)

// Tunable reports whether the candidates come from a retrieval model whose parameters the user left open.
func Tunable(c *prepare.Preparation) bool {
	if !c.Inputs.Collection.Retrieves() || c.Run.Config.Train.TuneRetrieval == "off" {
		return false
	}
	axes, err := parseGrid(defaultGrid(c.Run.Config.Gen.Retrieval))
	return err == nil && len(axes) > 0 && c.Run.Config.Gen.CandidatesMu == 0 &&
		!slices.ContainsFunc(axes, func(a axis) bool { return c.Run.Origins[keyOf(a.Name)].IsExplicit() })
}

// Parameter returns the i-th parameter with the value that was chosen.
func (t *Tuning) Parameter(i int) (name, value string) {
	return t.Parameters[i], terminal.Number(t.Points[t.Best][i])
}

// Evaluate gives a measure's mean over all judged queries; one without results counts 0. Grades from minGrade on are
// relevant. The evaluation itself belongs to a later noun.
type Evaluate func(measure string, minGrade int, qrels []corpus.Qrel, run []corpus.RunRow) (float64, error)

// Tuning is what the parameters of a retrieval model were chosen from: every point of a grid with its value on the
// development queries. A baseline that was not tuned proves nothing.
type Tuning struct {
	Model      string      `json:"model"`
	Measure    string      `json:"measure"`
	Split      string      `json:"split"`
	Queries    int         `json:"queries"`
	Hits       int         `json:"hits"`
	Parameters []string    `json:"parameters"`
	Points     [][]float64 `json:"points"` // values by parameter
	Values     []float64   `json:"values"` // of the measure, by point
	Best       int         `json:"best"`   // of Points: the first of highest value
}

const tuningName = "tune.json"

// Check refuses, before an index is built, what Run would. It comes after ReadTopics.
func Check(p *prepare.Preparation, measure, grid string, evaluate Evaluate) error {
	_, _, err := resolve(p, measure, grid, evaluate)
	return err
}

func resolve(c *prepare.Preparation, measure, grid string, evaluate Evaluate) (axes []axis, dev collection.Topics, err error) {
	if grid == "" {
		grid = defaultGrid(c.Run.Config.Gen.Retrieval)
	}
	if axes, err = parseGrid(grid); err == nil {
		err = checkGrid(axes, c.Run)
	}
	if err != nil {
		return nil, dev, err
	}
	if !c.Inputs.Collection.RetrievesSome() {
		return nil, dev, errs.BadUsage("leave --tune out, or --run", "all candidates are given, and the model that is tuned finds none")
	}
	if _, err := evaluate(measure, c.Run.Config.Gen.MinGrade, nil, nil); err != nil {
		return nil, dev, err
	}
	i := slices.IndexFunc(c.Inputs.Topics, func(t collection.Topics) bool { return t.Split == collection.TuningSplit })
	if i < 0 || len(c.Inputs.Topics[i].Qrels) == 0 {
		return nil, dev, errs.BadUsage("divide the queries with --splits 'hash 70/15/15'", "there are no judged %s queries to tune on",
			collection.TuningSplit)
	}
	return axes, c.Inputs.Topics[i], nil
}

// Run tries a grid of parameters on the development queries, leaves the table of all points as tune.json, and
// gives the run with the best of them. An empty grid is the default of the model. It comes after the index and the topics and
// before the candidates.
func Run(ctx context.Context, p *prepare.Preparation, measure, grid string, evaluate Evaluate) (*Tuning, *prepare.Preparation, error) {
	g := &p.Run.Config.Gen
	axes, dev, err := resolve(p, measure, grid, evaluate)
	if err != nil {
		return nil, nil, err
	}
	t := &Tuning{Model: g.Retrieval, Measure: measure, Split: dev.Split, Queries: len(dev.Queries), Hits: g.Hits, Points: points(axes)}
	for _, a := range axes {
		t.Parameters = append(t.Parameters, a.Name)
	}
	run := p.Run.WithConfig(p.Run.Config)
	run.Note(stage.Tuning, p.Inputs.Fold, len(dev.Queries), measure, axes)
	key, name := run.Key(stage.Tuning), p.Inputs.JournalName(stage.Tuning)
	if _, ok := p.Run.Out.FinishedFiles(name, key); ok {
		p.Run.Progress.Say("tune: kept from the earlier run")
		err = t.recall(p.Run.Out, p.Inputs.Prefix()+tuningName)
	} else if err = t.try(ctx, p, dev, evaluate); err == nil {
		err = t.save(p, name, key)
	}
	if err != nil {
		return nil, nil, err
	}
	config := *p.Run.Config
	for i, name := range t.Parameters {
		tunable[name](&config.Gen, t.Points[t.Best][i])
	}
	best, err := p.WithConfig(&config)
	return t, best, err
}

// try ranks the development queries at every point.
func (t *Tuning) try(ctx context.Context, p *prepare.Preparation, dev collection.Topics, evaluate Evaluate) error {
	st := p.Run.Progress.Stage("tune", "points", len(t.Points))
	defer st.Done()
	for i := range t.Points {
		value, err := t.valueAt(ctx, p, i, dev, evaluate)
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

func (t *Tuning) save(p *prepare.Preparation, name, key string) error {
	f, err := p.Run.Out.WriteJSON(p.Inputs.Prefix()+tuningName, t)
	if err != nil {
		return err
	}
	return p.Run.Out.Finish(name, key, []result.File{f})
}

// valueAt ranks the development queries at one point.
func (t *Tuning) valueAt(ctx context.Context, c *prepare.Preparation, point int, dev collection.Topics,
	evaluate Evaluate) (float64, error) {
	g := c.Run.Config.Gen
	for i, name := range t.Parameters {
		tunable[name](&g, t.Points[point][i])
	}
	model, err := prepare.RetrievalModel(&g)
	if err != nil {
		return 0, err
	}
	self, err := prepare.DropSelf(&g, c.Inputs.Collection.Layout.DropSelf)
	if err != nil {
		return 0, err
	}
	o := mine.CandidateOptions{Model: model, Hits: g.Hits, MinGrade: g.MinGrade, DropSelf: self, Threads: g.Threads,
		Excluded: c.Inputs.Collection.ExcludedByQuery,
		Topics:   c.Inputs.Collection.TopicsOf(dev.Split), Locate: c.Inputs.Collection.Locator(dev.Split), MaxTerms: safefile.QueryTerms}
	queries, _, err := mine.Candidates(ctx, c.Index, dev.Split, dev.Queries, nil, mine.Retrieval{}, o, nil)
	if err != nil {
		return 0, err
	}
	var run []corpus.RunRow
	for i := range queries {
		for _, d := range queries[i].Docs {
			// The rank stands for the score, so that ties keep the collection's order as in a written run.
			run = append(run, corpus.RunRow{QueryID: queries[i].ID, DocID: c.Index.DocID(d.Doc), Rank: int(d.Rank), Score: -float64(d.Rank)})
		}
	}
	return evaluate(t.Measure, g.MinGrade, dev.Qrels, run)
}

// recall takes the values of an earlier run, which tried the same points.
func (t *Tuning) recall(out *result.Dir, name string) error {
	raw, err := fs.ReadFile(out.FS(), name)
	if err != nil {
		return err
	}
	if err := json.Unmarshal(raw, t); err != nil || t.Best < 0 || t.Best >= len(t.Points) || len(t.Values) != len(t.Points) {
		return errs.BadInput(out.Path(name), 0, "remove it and run again", "no table of a tuning")
	}
	return nil
}

// Results returns all points for a person, the best marked.
func (t *Tuning) Results() *table.Results {
	rows := &table.Table{Name: "points", Columns: slices.Concat(table.Right(t.Parameters...), table.Right(t.Measure), table.Left("best"))}
	for i, point := range t.Points {
		var row []string
		for _, v := range point {
			row = append(row, terminal.Number(v))
		}
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
		if low, high := t.bounds(i); low < high && (value == low || value == high) {
			best += fmt.Sprintf(" (%s at the end of its grid)", name)
		}
	}
	if len(t.Values) > 1 && slices.Min(t.Values) == slices.Max(t.Values) {
		best += "; all points are equal, and nothing was chosen by them"
	}
	return new(table.Results).Table(rows).Say("%s", best)
}

// Flags returns the best point on a command line: "--set=k1=0.9".
func (t *Tuning) Flags() (flags []string) {
	for i := range t.Parameters {
		name, value := t.Parameter(i)
		flags = append(flags, "--"+configs.SetFlag+"="+name+"="+value)
	}
	return flags
}

// bounds returns the smallest and the largest value of a parameter.
func (t *Tuning) bounds(parameter int) (low, high float64) {
	low, high = t.Points[0][parameter], t.Points[0][parameter]
	for _, p := range t.Points {
		low, high = min(low, p[parameter]), max(high, p[parameter])
	}
	return low, high
}
