// Package report turns the record of an experiment, or of a comparison of runs, into something to read: tables for the terminal, and one
// HTML file with figures that needs no network.
package report

import (
	"github.com/axiomine/axiomine/gen/account"
	"github.com/axiomine/axiomine/gen/stage"
	"github.com/axiomine/axiomine/train/diagnose"
	"github.com/axiomine/axiomine/train/drmm"
	"github.com/axiomine/axiomine/train/eval"
)

// SchemaVersion is the version of the record that this package writes.
const SchemaVersion = 4

// Result is the record of one experiment, kept as result.json. It holds every number of the reports. Two runs of the same
// command write the same record: it has no time, no host, and no path outside the command. Values per query are in other
// files of the folder; PerQueryFile names them.
//
//	{schema_version, title, command, seeds, versions, protocol,
//	 headline: {a, b, measure, diff, ci95, holm_p, labels: {train, dev}}, findings: [sentence],
//	 arms:     {NAME: {chosen: [{seed, fold, setting: {KEY: value}, dev}], grid: [{setting, dev: [by seed]}],
//	           seeds: [{seed, fold, dev, test: {MEASURE: value}, per_query: FILE, best_epoch, training, pairs}], mean}},
//	 controls: {NAME: {settings, dev, test: {MEASURE: value}, per_query: FILE}},
//	 tests:    [{a, b, measure, diff, ci95, t_p, wilcoxon_p, holm_p, n, ...}], pools, fulfilment, mended, warnings}
//
// Measures are named as train/eval prints them (`MAP`, `nDCG@10`), axioms by their canonical expression. All lists are
// in reading order; values are finite.
type Result struct {
	SchemaVersion int               `json:"schema_version"`     // version of the file's format
	Title         string            `json:"title"`              // the title of the reports
	Command       string            `json:"command"`            // the exact command line that makes this record again
	Seeds         []uint64          `json:"seeds"`              // the seeds of the experiment, in the order of the trainings
	Versions      map[string]string `json:"versions"`           // the versions of the tool, of the toolchain, and of all else that decides the numbers
	Protocol      Protocol          `json:"protocol"`           // what all arms share
	Headline      *Headline         `json:"headline,omitempty"` // the answer, if both arms were trained
	Findings      []string          `json:"findings"`           // the sentences that every report has
	Arms          Arms              `json:"arms"`               // the systems compared; the first is the baseline
	Controls      Controls          `json:"controls,omitempty"` // the first stage, and its mixtures with the arms
	Tests         []Test            `json:"tests,omitempty"`    // the tests; Holm's adjustment is over all of them
	Pools         []Pool            `json:"pools,omitempty"`
	Fulfilment    Fulfilments       `json:"fulfilment,omitempty"`
	Mended        []MendedAxiom     `json:"mended,omitempty"` // the fulfilment of axioms before and after the axiomatic pairs
	Published     []PublishedNumber `json:"published,omitempty"`
	Reduced       string            `json:"reduced,omitempty"`  // a sentence: the ways in which the experiment is less than the published one
	Unmet         []account.Unmet   `json:"unmet,omitempty"`    // requested amounts that are not reached
	Warnings      []string          `json:"warnings,omitempty"` // cautions for the reader, in sentences
}

// Systems returns the arms and controls of the record.
func (r *Result) Systems() Systems { return Systems{r.Arms, r.Controls} }

// ListUnmet returns the requested amounts that the experiment does not reach.
func (r *Result) ListUnmet() []account.Unmet { return r.Unmet }

// Headline is the experiment's answer: arm B against arm A, each at the setting that it chose on dev. Diff is B - A.
type Headline struct {
	A       string     `json:"a"`       // the baseline
	B       string     `json:"b"`       // the system compared with it
	Measure string     `json:"measure"` // the main measure
	Diff    float64    `json:"diff"`    // B's mean minus A's
	CI95    [2]float64 `json:"ci95"`    // 95 % interval of the difference
	HolmP   float64    `json:"holm_p"`  // p after Holm over all tests of the record
	Labels  Labels     `json:"labels"`
}

// Labels are the numbers of queries whose judgements were used.
type Labels struct {
	Train int `json:"train"` // judged queries to train on
	Dev   int `json:"dev"`   // judged queries to stop, choose and tune on
}

// Choice is the setting that an arm chose on dev under a seed on a fold.
type Choice struct {
	Seed    uint64            `json:"seed"`           // the seed
	Fold    int               `json:"fold,omitempty"` // the fold; absent without folds
	Setting map[string]string `json:"setting"`        // the chosen values, by key
	Dev     float64           `json:"dev"`            // the main measure on dev, at the best epoch
}

// Cell is a cell of an arm's grid with its result on dev, by seed. Folds are averaged.
type Cell struct {
	Setting map[string]string `json:"setting"`          // the values, by key
	Dev     []float64         `json:"dev"`              // the main measure on dev, by seed
	CI95    *[2]float64       `json:"ci95,omitempty"`   // 95 % interval over the dev queries (Student's t), if there is one seed
	Short   bool              `json:"short,omitempty"`  // fewer pairs than a key asks for, under some seed or fold
	Epochs  int               `json:"epochs,omitempty"` // cost: epochs of all seeds and folds together
	Pairs   int               `json:"pairs,omitempty"`  // cost: training pairs in all epochs
	stage.NamedCell
}

// PublishedNumber is a number that a source reports of the experiment, on its own data. If System is "", it is a remark.
type PublishedNumber struct {
	System    string   `json:"system,omitempty"`  // the system as its source calls it
	Ours      string   `json:"ours,omitempty"`    // our system to compare with, if its name differs
	Measure   string   `json:"measure,omitempty"` // name of the measure
	Value     float64  `json:"value,omitempty"`   // the published number
	HalfWidth *float64 `json:"within,omitempty"`  // half the width of the source's 95 % interval
	Counts    bool     `json:"counts,omitempty"`  // a number of rows or instances
	Source    string   `json:"source"`            // where it was published
}

// Protocol is what all arms share.
type Protocol struct {
	Collection    string            `json:"collection"` // the name of the collection's folder
	Documents     int               `json:"documents"`  // the number of documents in the collection
	Splits        []Split           `json:"splits"`
	JudgedQueries int               `json:"judged_queries"`     // training queries whose judgements an arm may see
	Candidates    string            `json:"candidates"`         // how the candidates are found, as in "BM25 top 100, k1 0.9, b 0.4"
	Measures      []string          `json:"measures"`           // the columns of the tables, in order
	Main          string            `json:"main_measure"`       // the measure of the figures and of early stopping
	Settings      map[string]string `json:"settings,omitempty"` // the other settings of all arms, in words
}

// Split is a set of queries: train, dev or test.
type Split struct {
	Name    string `json:"name"`    // train, dev or test
	Queries int    `json:"queries"` // the number of its queries
}

// Scores maps a measure to its mean over a split's queries.
type Scores map[string]float64

// Arm is one way to train, run once per seed.
type Arm struct {
	Name   string    `json:"-"` // the key of the JSON object
	Chosen []Choice  `json:"chosen,omitempty"`
	Grid   []Cell    `json:"grid,omitempty"`
	Seeds  []SeedRun `json:"seeds"`
	Mean   Means     `json:"mean"` // the means over seeds
}

// Means are an arm's scores averaged over its seeds.
type Means struct {
	Dev  Scores `json:"dev,omitempty"` // on dev, by measure
	Test Scores `json:"test"`          // on test, by measure
}

// SeedRun is one training of an arm. Under cross-validation a seed has one run per fold, each with its own test queries.
type SeedRun struct {
	Seed         uint64         `json:"seed"`                // the seed
	Fold         int            `json:"fold,omitempty"`      // 1-based; 0 without cross-validation
	Dev          Scores         `json:"dev,omitempty"`       // means on dev, by measure
	Test         Scores         `json:"test"`                // means on test, by measure
	PerQueryFile string         `json:"per_query,omitempty"` // path in the record's folder of the values per query
	PerQuery     QueryValues    `json:"-"`
	Training     []drmm.Epoch   `json:"training,omitempty"`
	BestEpoch    int            `json:"best_epoch"`      // the epoch whose weights were tested, 1-based; 0 before training
	Pairs        map[string]int `json:"pairs,omitempty"` // distinct pairs trained on, by pool
}

// Control is a system that is not trained.
type Control struct {
	Name         string            `json:"-"`                   // the key of the JSON object
	Settings     map[string]string `json:"settings,omitempty"`  // its parameters
	Dev          Scores            `json:"dev,omitempty"`       // means on dev, by measure
	Test         Scores            `json:"test"`                // means on test, by measure
	PerQueryFile string            `json:"per_query,omitempty"` // path in the record's folder of the values per query
	PerQuery     QueryValues       `json:"-"`
}

// Test compares system B with system A, query by query, on values averaged over seeds.
type Test = eval.Comparison

// Pool describes the pairs that one axiom offers, and the pairs that were drawn from them.
type Pool struct {
	Axiom       string  `json:"axiom"`                  // the canonical expression
	Split       string  `json:"split,omitempty"`        // the split of the pairs' queries
	Size        int     `json:"size"`                   // pairs that can be drawn
	Wanted      int     `json:"wanted"`                 // pairs asked for
	Taken       int     `json:"taken"`                  // pairs drawn
	Shortfall   int     `json:"shortfall"`              // wanted - taken, never filled silently
	NotViolated int     `json:"not_violated,omitempty"` // pairs left out because the model of gen.violated_by orders them correctly
	NotScored   int     `json:"not_scored,omitempty"`   // pairs left out because that model has no score for a document
	LengthSkew  float64 `json:"length_skew"`            // mean of (|d+| - |d-|) / max(|d+|, |d-|)
	Leans       string  `json:"leans,omitempty"`        // longer or shorter, if more than 60 % of the pairs prefer such documents
	// share of the pairs with exactly one relevant document that prefer it; null without such pairs
	Agreement *float64 `json:"agreement"`
}

// Fulfilment counts how often a model's scores agree with the axioms on the test queries.
type Fulfilment struct {
	Model  string            `json:"model"` // an arm, or the first stage
	Axioms []AxiomFulfilment `json:"axioms"`
}

// Fulfilments lists the models whose scores were compared with the axioms.
type Fulfilments []Fulfilment

// AxiomFulfilment counts the instances of one axiom, summed over seeds.
type AxiomFulfilment struct {
	Axiom string `json:"axiom"` // the canonical expression
	diagnose.Count
	// Seeds has the share of each seed, if there are several.
	Seeds []float64 `json:"seeds,omitempty"`
	// CI95 is the 95 % interval of the share, by bootstrap over test queries, if there is one seed.
	CI95 *[2]float64 `json:"ci95,omitempty"`
}
