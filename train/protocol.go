package train

import (
	"fmt"
	"maps"
	"path/filepath"

	"github.com/axiomine/axiomine/axioms"
	"github.com/axiomine/axiomine/configs"
	"github.com/axiomine/axiomine/gen/mine"
	"github.com/axiomine/axiomine/internal/ui/terminal"
	"github.com/axiomine/axiomine/train/report"
	"github.com/axiomine/axiomine/train/trial"
)

// countLabels counts the queries of the first fold whose judgements were used.
func countLabels(d *trial.Division) report.Labels {
	f := d.Folds[0]
	l := report.Labels{Train: d.Chain.Run.Config.Gen.JudgedQueries, Dev: len(f.JudgedDev)}
	if n := len(d.JudgedIDs(f.Train)); l.Train == 0 || l.Train > n {
		l.Train = n
	}
	return l
}

// unanswerableCautions warns of the test queries without a relevant document, on which every ranking
// scores 0. It returns the warning, or nil for no such query.
func unanswerableCautions(d *trial.Division) (cautions []string) {
	relevant, unanswerable := 0, 0
	for _, f := range d.Folds {
		for i := range f.Test {
			if f.Test[i].Relevant > 0 {
				relevant++
			} else {
				unanswerable++
			}
		}
	}
	if unanswerable > 0 {
		text := terminal.Plural(unanswerable, "test query has", "test queries have") +
			" no relevant document: where such a query is judged, it scores 0 in every system"
		d.Chain.Run.Progress.Warn("%s", text)
		cautions = append(cautions, text)
	}
	return cautions
}

// learnerSettings returns the settings of the network, or of the command, that an experiment trains.
func learnerSettings(e *Explorer) map[string]string {
	c := e.Division.Chain.Run.Config
	t := &c.Train
	if e.Ranker == nil {
		return map[string]string{"histogram": t.Histogram, "gating": t.Gating, "schedule": t.Schedule,
			"epochs": fmt.Sprint(t.Epochs), "patience": t.Patience, "pairs per epoch": fmt.Sprint(t.PairsPerEpoch)}
	}
	vocabulary := fmt.Sprintf("%d pieces, trained on the documents", c.Tokenize.VocabSize)
	if c.Tokenize.Vocab != "" {
		vocabulary = filepath.Base(c.Tokenize.Vocab)
	}
	return map[string]string{"ranker": configs.Portable("train.ranker", t.Ranker), "vocabulary": vocabulary,
		"word pieces": fmt.Sprintf("%d, of a query %d", c.Tokenize.MaxLength, c.Tokenize.MaxQueryLength)}
}

// protocolOf returns the protocol of an experiment. Under cross-validation the splits are those of the first fold.
func protocolOf(e *Explorer) report.Protocol {
	g := &e.Division.Chain.Run.Config.Gen
	candidates := fmt.Sprintf("%s top %d", e.Division.FirstStageName(), g.Hits)
	if parameters := e.Division.FirstStageParameters(); parameters != "" {
		candidates += ", " + parameters
	}
	p := report.Protocol{Collection: filepath.Base(g.Data), Documents: e.Division.Chain.Index.NumDocs(), JudgedQueries: g.JudgedQueries,
		Candidates: candidates,
		Main:       e.Measures[0].String(), Settings: map[string]string{
			"analyser": e.Division.Chain.Index.About().Analyzer.Options().String(), "axioms": configs.Portable(trial.AxiomsKey, g.Axioms),
			"ratio": configs.Portable(trial.RatioKey, g.Ratio), "budget": g.Budget, "strategy": g.Strategy, "drawing": configs.Portable("gen.sample", g.Sample),
			"conflict": g.Conflict}}
	maps.Copy(p.Settings, learnerSettings(e))
	if g.ViolatedBy != "" {
		p.Settings["axiomatic pairs"] = fmt.Sprintf("violated by %s, margin %g", filepath.Base(g.ViolatedBy), g.ViolatedMargin)
	}
	if g.Made == "all" {
		p.Settings["documents of lnc2"] = "candidates of every split; measures leave them out"
	}
	for _, m := range e.Measures {
		p.Measures = append(p.Measures, m.String())
	}
	f := e.Division.Folds[0]
	if p.JudgedQueries == 0 {
		p.JudgedQueries = len(f.Train)
	}
	p.JudgedQueries = min(p.JudgedQueries, len(e.Division.JudgedIDs(f.Train)))
	p.Splits = []report.Split{{Name: "train", Queries: len(f.Train)}, {Name: "dev", Queries: len(f.Dev)}, {Name: "test", Queries: len(f.Test)}}
	return p
}

// addPublished adds the published numbers of the experiment to the record, and a sentence on how our
// experiment differs from the published one.
func (e *experiment) addPublished(r *report.Result) {
	list := configs.Applicable(e.Division.Chain.Run.Published, e.Division.Chain.Run.Config)
	for _, p := range list {
		system := p.Subject
		if a, err := axioms.Parse(system); err == nil {
			system = a.String()
		}
		r.Published = append(r.Published, report.PublishedNumber{System: system, Ours: p.Ours, Measure: p.Measure, Value: p.Value,
			HalfWidth: p.HalfWidth,
			Counts:    p.Counts(), Source: p.Source})
	}
	if len(list) > 0 {
		r.Reduced = e.Division.Chain.Run.Original.WithRows(list).DescribeReduction(e.describeOurs(r))
	}
}

// describeOurs describes our experiment in the terms of a published one. The test queries of all folds are counted together.
func (e *experiment) describeOurs(r *report.Result) configs.Original {
	chain := e.Division.Chain
	o := configs.Original{Collection: filepath.Base(chain.Run.Config.Gen.Data), Documents: chain.Index.NumDocs(), Model: "DRMM"}
	if e.Ranker != nil {
		o.Model = "of a command"
	}
	queries := map[string]bool{}
	for _, f := range e.Division.Folds {
		for _, split := range [][]mine.Query{f.Train, f.Dev, f.Test} {
			for i := range split {
				queries[split[i].ID] = true
			}
		}
		o.TestQueries += len(e.Division.JudgedIDs(f.Test))
	}
	o.Queries = len(queries)
	for _, a := range r.Arms {
		for _, s := range a.Seeds {
			pairs := 0
			for _, n := range s.Pairs {
				pairs += n
			}
			o.Rows = max(o.Rows, pairs)
		}
	}
	return o
}
