package diagnose

import (
	"github.com/axiomine/axiomine/internal/ui/page"
)

// Result is a diagnosis of one or more runs. Lists over runs have the order of the command line.
type Result struct {
	Documents  int           `json:"-"`                 // number of documents in the collection
	Command    string        `json:"command,omitempty"` // the command line that makes the same diagnosis
	Next       page.Next     `json:"-"`                 // the command to run next
	Queries    int           `json:"queries"`
	Split      string        `json:"split,omitempty"` // the queries' split, or "train, dev and test"
	Candidates int           `json:"candidates"`
	Runs       []RunResult   `json:"runs"`
	Axioms     []AxiomResult `json:"axioms"`
	Tests      []Test        `json:"tests"`
	Terciles   []Tercile     `json:"terciles"`
	// Uncovered is the number of queries in no tercile: they have no relevant document in the collection.
	Uncovered int      `json:"queries_without_relevant_document"`
	Notes     []string `json:"notes,omitempty"` // sentences on queries and candidates left out
	// Published lists numbers that papers report of their own collections.
	Published []PublishedNumber `json:"published,omitempty"`
}

// PublishedNumber is a number that a source reports, with ours. If Subject is "", it is a remark, the text of which is Source.
type PublishedNumber struct {
	Source  string   `json:"source"`
	Subject string   `json:"of,omitempty"`      // an axiom or a run
	Measure string   `json:"measure,omitempty"` // see findNumber
	Value   float64  `json:"value,omitempty"`
	Split   string   `json:"split,omitempty"`  // the split of a count; "" if the split does not matter
	Counts  bool     `json:"counts,omitempty"` // compared on the same split only
	Ours    *float64 `json:"ours"`             // nil if the diagnosis has no such number
}

// RunResult holds a run's effectiveness on the queries. MeanFulfilment is the share that the run fulfils of the
// instances of all axioms together.
type RunResult struct {
	Run string `json:"run"`
	*Effectiveness
	MeanFulfilment float64 `json:"mean_fulfilment"`
}

// Effectiveness holds a run's measures over its judged queries. It is nil for a run without judged queries.
type Effectiveness struct {
	MAP  float64 `json:"map"`
	NDCG float64 `json:"ndcg"`
}

// AxiomResult holds the runs' results on an axiom's instances.
type AxiomResult struct {
	Axiom      string          `json:"axiom"`
	Order      string          `json:"order"` // strict | weak
	Fulfilment []RunFulfilment `json:"fulfilment"`
	// Agreement is the share of the pairs with exactly one relevant document that prefer this document. It
	// is nil without such a pair, and for triples.
	Agreement            *float64          `json:"agreement,omitempty"`
	AgreementByDeltaStar []AgreementAtStep `json:"agreement_by_delta_star,omitempty"`
}

// AgreementAtStep is the agreement on the pairs whose lengths are within a step of delta*.
type AgreementAtStep struct {
	DeltaStar float64 `json:"delta_star"`
	Agreement
}

// Agreement counts the pairs with exactly one relevant document, by whether the axiom prefers it.
type Agreement struct {
	RN    int      `json:"rel_over_nonrel"`
	NR    int      `json:"nonrel_over_rel"`
	Share *float64 `json:"agreement"` // RN / (RN + NR); nil without pairs
}

// RunFulfilment is a run's fulfilment of an axiom.
type RunFulfilment struct {
	Run string `json:"run"`
	Count
	Share float64 `json:"share"`
	// ShareCI is the interval by Bootstrap, as all intervals here; nil if fewer than two queries have an instance.
	ShareCI *Interval `json:"share_ci95,omitempty"`
	Queries int       `json:"queries"` // number of queries with an instance that the run orders
	// Margin is the mean over the instances of the margin, divided by the standard deviation of the run's
	// scores for the query's candidates. The margin of an instance is S(preferred) - S(other), or for TFC2
	// (S(j) - S(i)) - (S(k) - S(j)). If all scores of a query are equal, the instance's margin is 0.
	Margin   float64   `json:"mean_margin"`
	MarginCI *Interval `json:"mean_margin_ci95,omitempty"`
	// Weighted is the weighted share fulfilled: the weight of an instance is 1/log2(1 + r), where r is the
	// best rank of its documents among the query's candidates.
	Weighted    float64   `json:"weighted_share"`
	WeightedCI  *Interval `json:"weighted_share_ci95,omitempty"`
	ByDeltaStar []AtStep  `json:"by_delta_star"`
	// RR to NN count the pairs by the judgement of the preferred document, then of the other: R relevant, N the rest (Rennings 2019,
	// tables 3.10 and 4.7). They are nil for triples.
	RR *Count `json:"rel_over_rel,omitempty"`
	RN *Count `json:"rel_over_nonrel,omitempty"`
	NR *Count `json:"nonrel_over_rel,omitempty"`
	NN *Count `json:"nonrel_over_nonrel,omitempty"`
}

// AtStep counts the instances whose lengths are within a step of delta*.
type AtStep struct {
	DeltaStar float64 `json:"delta_star"`
	Count
	Share float64 `json:"share"`
}

// Test compares two runs on the instances of an axiom that both order. Holm's adjustment is over all axioms and pairs of runs.
type Test struct {
	Axiom string `json:"axiom"`
	A     string `json:"a"`
	B     string `json:"b"`
	McNemar
	// Difference is the share of these instances that A fulfils, minus the share that B fulfils.
	Difference   float64      `json:"difference"`
	DifferenceCI *Interval    `json:"difference_ci95,omitempty"`
	OverQueries  OverQueries  `json:"over_queries"`
	ByDeltaStar  []TestAtStep `json:"by_delta_star"` // without the steps that have no instance
}

// OverQueries is the test with queries as observations, because the instances of one query are not independent. It uses the queries with
// an instance that both runs order. A query's value is the share that A fulfils minus the share that B fulfils.
type OverQueries struct {
	Queries int `json:"queries"`
	MoreA   int `json:"more_a"` // queries on which A fulfils more instances
	MoreB   int `json:"more_b"`
	// Mean is the mean value of the queries, which is tested. MeanCI is its 95 % interval by Student's t.
	Mean   float64    `json:"mean_difference"`
	MeanCI [2]float64 `json:"mean_difference_ci95"`
	P      float64    `json:"p"`      // the larger p of paired t and Wilcoxon
	HolmP  float64    `json:"holm_p"` // adjusted over all axioms and pairs of runs
}

// isOpposed reports whether one run fulfils more of all instances, but the other run more in the mean over queries.
func (t *Test) isOpposed() bool { return t.Difference*t.OverQueries.Mean < 0 }

// TestAtStep is a Test on the instances whose lengths are within a step of delta*, adjusted by Holm over all axioms, pairs of
// runs and steps.
type TestAtStep struct {
	DeltaStar float64 `json:"delta_star"`
	McNemar
}

// McNemar is McNemar's exact test. It assumes independent instances. Instances of one query are not independent, so p is too small if a
// few queries have most instances. OverQueries and the interval of Test.Difference do not make this assumption.
type McNemar struct {
	Instances int     `json:"instances"`
	OnlyA     int     `json:"only_a"` // instances that A fulfils and B violates
	OnlyB     int     `json:"only_b"`
	P         float64 `json:"p"`
	HolmP     float64 `json:"holm_p"`
}

// Tercile is a third of the queries by the overlap of query and relevant documents, as overlapOf defines it.
type Tercile struct {
	Queries int       `json:"queries"`
	Low     float64   `json:"from"` // the smallest overlap
	High    float64   `json:"to"`   // the largest overlap
	NDCG    []float64 `json:"ndcg"` // by run
}
