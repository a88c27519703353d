package trial

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/axiomine/axiomine/gen/mine"
	"github.com/axiomine/axiomine/gen/prepare"
	"github.com/axiomine/axiomine/internal/lists"
	"github.com/axiomine/axiomine/internal/ui/terminal"
)

// FirstStage is a scorer that returns the candidates' scores in the first stage, or -Inf for a candidate without a score.
type FirstStage struct {
	model *mine.ModelScorer // the model that retrieved the candidates; nil for a given run
}

// NewFirstStage returns the first stage of a preparation. If it retrieves the candidates, the first stage can also score made documents.
func NewFirstStage(c *prepare.Preparation) (*FirstStage, error) {
	if !c.Inputs.Collection.Retrieves() {
		return &FirstStage{}, nil
	}
	model, err := prepare.ModelScorer(&c.Run.Config.Gen, c.Index, c.Run.Config.Gen.Retrieval)
	return &FirstStage{model}, err
}

func (s *FirstStage) Scores(q *mine.Query, _ int) []float64 {
	out := make([]float64, len(q.Docs))
	for i, c := range q.Docs {
		out[i] = c.Score
		if c.Made > 0 && s.model != nil {
			out[i] = s.model.Score(q, c.Doc, int(c.Made))
		}
		if math.IsNaN(out[i]) {
			out[i] = math.Inf(-1)
		}
	}
	return out
}

// ScoreMade returns the score of a candidate repeated k times: k times the length and k times every term count. For a
// given run ok is false.
func (s *FirstStage) ScoreMade(q *mine.Query, pos, candidate, k int) (score float64, ok bool) {
	if s.model == nil {
		return 0, false
	}
	return s.model.ScoreMade(q, pos, candidate, k)
}

// FirstStageName returns the name of the retrieval model, or "given run".
func (d *Division) FirstStageName() string {
	if !d.Chain.Inputs.Collection.Retrieves() {
		return "given run"
	}
	return prepare.ModelTitle(&d.Chain.Run.Config.Gen)
}

// FirstStageParameters returns the retrieval model's parameters, as "k1 0.9, b 0.4 (tuned on dev)". If folds
// have different parameters it lists all. For a given run it returns "".
func (d *Division) FirstStageParameters() string {
	_, parameters := prepare.ModelText(&d.Chain.Run.Config.Gen)
	if !d.Chain.Inputs.Collection.Retrieves() || parameters == "" {
		return ""
	}
	if d.Folds[0].Tuning == nil {
		return parameters
	}
	var texts []string
	for _, f := range d.Folds {
		texts = lists.AddNew(texts, tunedText(f.Tuning))
	}
	return strings.Join(texts, "; ") + " (tuned on dev)"
}

// FirstStageSettings returns the parameters by name, and under "tuned_on" the queries that tuned them.
func (d *Division) FirstStageSettings() map[string]string {
	if !d.Chain.Inputs.Collection.Retrieves() {
		return nil
	}
	out := map[string]string{}
	if d.Folds[0].Tuning == nil {
		for _, p := range prepare.ModelParameters(&d.Chain.Run.Config.Gen) {
			out[p.Name] = fmt.Sprintf("%g", p.Value)
		}
		out["tuned_on"] = "nothing: as configured"
		return out
	}
	for i := range d.Folds[0].Tuning.Parameters {
		var values []string
		name := ""
		for _, f := range d.Folds {
			var value string
			name, value = f.Tuning.Parameter(i)
			values = append(values, value)
		}
		if len(slices.Compact(slices.Clone(values))) == 1 {
			values = values[:1]
		}
		out[name] = strings.Join(values, " ") // one value, or a value per fold
	}
	out["tuned_on"] = "dev, " + terminal.Plural(d.Folds[0].Tuning.Queries, "query", "queries")
	return out
}

// FirstStageText returns the name of a preparation's retrieval model with its parameters.
func FirstStageText(c *prepare.Preparation) string {
	if !c.Inputs.Collection.Retrieves() {
		return "a given run"
	}
	name, parameters := prepare.ModelText(&c.Run.Config.Gen)
	return strings.TrimSuffix(name+" "+parameters, " ")
}

// tunedText returns the chosen parameters, as "k1 0.9, b 0.4".
func tunedText(t *prepare.Tuning) string {
	var parts []string
	for i := range t.Parameters {
		name, value := t.Parameter(i)
		parts = append(parts, name+" "+value)
	}
	return strings.Join(parts, ", ")
}
