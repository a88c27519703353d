package prepare

import (
	"fmt"
	"strings"

	"github.com/axiomine/axiomine/configs"
	"github.com/axiomine/axiomine/gen/index"
	"github.com/axiomine/axiomine/gen/mine"
	"github.com/axiomine/axiomine/gen/retrieve"
	"github.com/axiomine/axiomine/internal/errs"
	"github.com/axiomine/axiomine/internal/lists"
)

// modelNames returns the names of all retrieval models, without feedback.
func modelNames() []string {
	return lists.Map(retrieve.Models, func(m retrieve.ModelEntry) string { return m.Name })
}

// ParametersOf returns the configuration's parameters of the models.
func ParametersOf(g *configs.Gen) retrieve.Parameters {
	return retrieve.Parameters{K1: g.K1, B: g.B, Mu: g.Mu, Lambda: g.Lambda}
}

// RM3Suffix is the suffix of a model with feedback.
const RM3Suffix = "+rm3"

// BaseModel returns the name of a model without feedback, and whether name has feedback: ql and true for ql+rm3.
func BaseModel(name string) (base string, feedback bool) {
	if name == "rm3" {
		return "ql", true
	}
	return strings.CutSuffix(name, RM3Suffix)
}

// RetrievalModel returns the configured model, or an error that names all faults of its parameters.
func RetrievalModel(g *configs.Gen) (retrieve.Model, error) {
	name, feedback := BaseModel(g.Retrieval)
	model, ok := retrieve.Find(name)
	if !ok {
		return nil, errs.BadUsage(errs.Suggestion(name, modelNames()...)+"use "+strings.Join(modelNames(), ", ")+", or one of them with "+RM3Suffix+
			"; rm3 is ql"+RM3Suffix, "unknown retrieval model %q", g.Retrieval)
	}
	var faults []string
	refuseIf := func(isWrong bool, format string, args ...any) {
		if isWrong {
			faults = append(faults, fmt.Sprintf(format, args...))
		}
	}
	switch name {
	case "bm25":
		refuseIf(g.B > 1 && g.K1*(g.B-1) >= 1, "gen.b: with k1 %v a b of %v divides by 0 or less in short documents", g.K1, g.B)
	case "ql":
		refuseIf(!(g.Mu > 0), "gen.mu: %v is not positive", g.Mu)
	case "qljm":
		refuseIf(!(g.Lambda > 0 && g.Lambda <= 1), "gen.lambda: %v is not above 0 and at most 1", g.Lambda)
	}
	m := model.New(ParametersOf(g))
	if g.K3 >= 0 && name == "bm25" {
		m = retrieve.Saturation{Model: m, K3: g.K3}
	}
	if feedback {
		f, err := configs.ParseFeedback(g.Feedback)
		if err != nil {
			return nil, err
		}
		m = retrieve.RM3{Model: m, Docs: f.Docs, Terms: f.Terms, Mu: f.Mu, Weight: f.Weight}
	}
	if len(faults) > 0 {
		return nil, errs.BadUsage("", "%s", strings.Join(faults, "; "))
	}
	return m, nil
}

// ModelScorer returns a scorer of documents of x by the named retrieval model, with the configured parameters.
func ModelScorer(g *configs.Gen, x index.Reader, name string) (*mine.ModelScorer, error) {
	config := *g
	config.Retrieval = name
	model, err := RetrievalModel(&config)
	if err != nil {
		return nil, err
	}
	return mine.NewModelScorer(x, model), nil
}

// ModelTitle returns the configured model's name for reports.
func ModelTitle(g *configs.Gen) string {
	base, feedback := BaseModel(g.Retrieval)
	m, _ := retrieve.Find(base)
	if feedback {
		return m.Title + " + RM3"
	}
	return m.Title
}

// ModelParameters returns the parameters of the configured model, and those of gen.feedback with the prefix fb_.
func ModelParameters(g *configs.Gen) (list []retrieve.Parameter) {
	base, feedback := BaseModel(g.Retrieval)
	if m, ok := retrieve.Find(base); ok && m.List != nil {
		list = m.List(ParametersOf(g))
	}
	if g.K3 >= 0 && base == "bm25" {
		list = append(list, retrieve.Parameter{Name: "k3", Value: g.K3})
	}
	if f, err := configs.ParseFeedback(g.Feedback); feedback && err == nil {
		list = append(list, []retrieve.Parameter{{Name: "fb_docs", Value: float64(f.Docs)}, {Name: "fb_terms", Value: float64(f.Terms)},
			{Name: "fb_mu", Value: f.Mu}, {Name: "fb_weight", Value: f.Weight}}...)
	}
	return list
}

// ModelText returns the configured model's title, and its parameters as text, such as "k1 0.9, b 0.4".
func ModelText(g *configs.Gen) (title, parameters string) {
	texts := lists.Map(ModelParameters(g), func(p retrieve.Parameter) string { return fmt.Sprintf("%s %g", p.Name, p.Value) })
	return ModelTitle(g), strings.Join(texts, ", ")
}
