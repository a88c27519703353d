package configs

// MiningOptions holds the settings that decide which preferences are mined.
type MiningOptions struct {
	Axioms         string  `key:"axioms"`
	DeltaStar      string  `key:"delta_star"`
	Made           string  `key:"made"`
	ViolatedBy     string  `key:"violated_by"`
	ViolatedMargin float64 `key:"violated_margin"`
}

// SamplingOptions holds the settings that decide which mined pairs are drawn, and their weights.
type SamplingOptions struct {
	Ratio                string  `key:"ratio"`
	Pairs                string  `key:"pairs"`
	Strategy             string  `key:"strategy"`
	Budget               string  `key:"budget"`
	Sample               string  `key:"sample"`
	Weights              string  `key:"weights"`
	Pool                 string  `key:"pool"`
	Conflict             string  `key:"conflict"`
	Judged               string  `key:"judged"`
	Positives            string  `key:"positives"`
	Grades               string  `key:"grades"`
	NegativesPerPositive string  `key:"negatives_per_positive"`
	PositivesPerQuery    int     `key:"positives_per_query"`
	NegativesPerQuery    int     `key:"negatives_per_query"`
	Negatives            string  `key:"negatives"`
	SkipTop              int     `key:"skip_top"`
	MaxScore             string  `key:"max_score"`
	WithinTop            int     `key:"within_top"`
	MinScore             string  `key:"min_score"`
	NearDuplicates       float64 `key:"near_duplicates"`
	AbsoluteMargin       string  `key:"absolute_margin"`
	RelativeMargin       string  `key:"relative_margin"`
	AssumedNegatives     string  `key:"assumed_negatives"`
	JudgedQueries        int     `key:"judged_queries"`
}

// axiomKeys are the keys of the axioms and of the numbers of pairs.
var axiomKeys = []Key{
	{Name: "gen.axioms", HasFlag: true, Default: "length-safe", Decides: Mining, Needs: "axioms asked",
		Sooner: byMaking, Files: expressionPaths{},
		Doc: "axioms, expressions and named sets, separated by commas"},
	{Name: "gen.delta_star", HasFlag: true, Decides: Mining, Needs: "axioms asked", Sooner: byMaking,
		Doc: "length bound of the axioms that are not given one, members of sets and tasks included: a share, or none (default: each " +
			"axiom's or set's own)"},
	{Name: RatioKey, HasFlag: true, Default: "1:1", Decides: Pairs, Needs: "axioms, no number", Files: expressionPaths{},
		Brief: "axiomatic : judged pairs, as 1:4 (axiomine help ratio)",
		Doc: "axiomatic : judged: in all, shared by the axioms, or per name (a set's is shared by its members): NAME=1:4,NAME=1:1; " +
			"none takes every pair"},
	{Name: "gen.made", Default: "test", Decides: Candidates, Needs: "axioms asked, makers, models",
		Choices: []choice{
			{Value: "none"},
			{Value: "test", Note: "diagnosis of models"},
			{Value: "all", Note: "also candidates of every split"},
		},
		Doc: "where documents that lnc2 makes take part: {choices}"},
	{Name: PairsKey, HasFlag: true, Brief: "number of axiomatic pairs, instead of a ratio", Decides: Pairs, Needs: "axioms",
		Files: expressionPaths{},
		Doc:   "number of pairs instead of a ratio: in all, shared by the axioms, or per name: N or NAME=N,NAME=N"},
}

// pairKeys are the keys of the drawing of pairs.
var pairKeys = []Key{
	{Name: "gen.strategy", Default: "paired", Decides: Pairs, Needs: "axioms",
		Choices: oneOf("paired", "multi-graded"),
		Doc:     "{choices}"},
	{Name: "gen.budget", Default: "append", Decides: Pairs, Needs: "judgements, axioms",
		Choices: oneOf("append", "replace"),
		Doc:     "{choices}"},
	{Name: "gen.sample", Default: "balanced", Decides: Pairs, Files: pathBehind{"hard:"},
		Choices: []choice{
			{Value: "uniform"},
			{Value: "balanced"},
			{Value: "length-balanced"},
			{Form: "hard:RUN", Note: "first what this run orders wrongly: a run of any model, or (train) judged: the judged arm"},
		},
		Doc: "{choices}"},
	{Name: "gen.violated_by", HasFlag: true, Decides: Mining, Needs: "axioms", Files: wholePath{},
		Doc: "keep only what this run orders wrongly: a run of any model, or (train) judged: the judged arm"},
	{Name: "gen.violated_margin", Default: "0", Range: atLeast(0), Decides: Mining, Needs: "violations",
		Doc: "keep also what the run orders well by less than this, in its scores"},
	{Name: "gen.weights", HasFlag: true, Default: "none", Decides: Pairs, Needs: "axioms", Files: expressionPaths{},
		Choices: []choice{{Value: "none"}, {Value: "agreement", Note: "with the training queries' judgements", Needs: "judgements"},
			{Form: "N"}},
		Doc: "weight of an axiom's rows beside the judged ones' 1: {choices} or NAME=N,NAME=N"},
	{Name: "gen.pool", Default: "all", Decides: Pairs, Needs: "axioms",
		Choices: []choice{{Value: "all"}, {Value: "judged"}, {Value: "unjudged", Needs: "judgements"},
			{Form: "one of them with N", Note: "as judged 30: among each query's first N candidates"}},
		Doc: "queries that axiomatic pairs come from, by whether judgements of theirs are used: {choices}"},
	{Name: "gen.conflict", Default: "drop", Decides: Pairs, Needs: "axioms, two axioms",
		Choices: oneOf("drop", "keep", "majority"),
		Doc:     "{choices}"},
	{Name: JudgedKey, HasFlag: true, Default: Auto, Decides: Pairs, Needs: "judged",
		Choices: []choice{
			{Value: Auto, Note: "all, but at most 100,000 or 4 per query, whichever is more, unless negatives_per_positive is given; the DRMM learns from all"},
			{Value: "all"}, {Form: "N"}},
		Doc: "number of judged pairs: {choices}"},
	{Name: "gen.positives", Default: Auto, Decides: Pairs, Needs: "judgements, other positives",
		Choices: []choice{{Value: Auto, Note: "all; the DRMM learns from candidates"}, {Value: "candidates"},
			{Value: "all", Note: "of the relevant documents, those that retrieval missed too"}},
		Doc: "positives of judged pairs: {choices}"},
	{Name: "gen.grades", Default: "ordered", Decides: Pairs, Needs: "judgements",
		Choices: []choice{{Value: "ordered", Note: "a lower grade of a relevant document is a preference, too"},
			{Value: "binary", Note: "all relevant documents are equal"}},
		Doc: "which judged pairs grades make: relevant documents (from min_grade on) above the others, and above each other: {choices}"},
	{Name: "gen.negatives_per_positive", Default: Auto, Decides: Pairs, Needs: "judgements",
		Choices: []choice{
			{Value: Auto, Note: "4 of those that nobody judged, and all judged ones; the DRMM learns from all"},
			{Form: "N", Note: "0: no limit"},
		},
		Doc: "limit of judged pairs per positive: {choices}"},
	{Name: "gen.positives_per_query", Default: "0", Range: atLeast(0), Decides: Pairs, Needs: "judgements",
		Doc: "limit of positives per query (0: none)"},
	{Name: "gen.negatives_per_query", Default: "0", Range: atLeast(0), Decides: Pairs, Needs: "judgements",
		Doc: "limit of negatives per query (0: none)"},
	{Name: "gen.negatives", HasFlag: true, Default: "random", Decides: Pairs, Needs: "judgements",
		Choices: []choice{{Value: "random"}, {Value: "top", Note: "those that rank highest in the candidate run"}},
		Doc:     "which negatives limits of negatives take, and what fills groups of judged pairs first: {choices}"},
	{Name: "gen.skip_top", Default: "0", Range: atLeast(0), Decides: Pairs,
		Doc: "the first N of the candidate run are never negatives, of judged or axiomatic pairs"},
	{Name: "gen.max_score", Default: "none", Decides: Pairs,
		Choices: []choice{{Value: "none"}, {Form: "a score"}},
		Doc:     "nor are documents that the candidate run scores above this: {choices}"},
	{Name: "gen.within_top", Default: "0", Range: atLeast(0), Decides: Pairs,
		Doc: "nor are documents beyond the first N of the candidate run (0: no limit)"},
	{Name: "gen.min_score", Default: "none", Decides: Pairs,
		Choices: []choice{{Value: "none"}, {Form: "a score"}},
		Doc:     "nor are documents that the candidate run scores below this, or lacks: {choices}"},
	{Name: "gen.near_duplicates", Default: "0", Range: closedRange(0, 1), Decides: Candidates, Needs: "judgements, pairs",
		Doc: "nor are documents that share so much of their word triples with a judged relevant one: a Jaccard coefficient (0: only " +
			"those with its text)"},
	{Name: "gen.absolute_margin", Default: "none", Decides: Pairs, Needs: "judgements",
		Choices: []choice{{Value: "none"}, {Form: "a difference"}},
		Doc:     "a negative of a judged pair scores at least so much below the positive in the candidate run: {choices}"},
	{Name: "gen.relative_margin", Default: "none", Decides: Pairs, Needs: "judgements",
		Choices: []choice{{Value: "none"}, {Form: "0.05"}},
		Doc:     "the same as a share of the positive's score: {choices}"},
	{Name: "gen.assumed_negatives", Default: Auto, Decides: Pairs, Needs: "judgements",
		Choices: []choice{
			{Value: Auto, Note: "of rows and triples, only of queries without a judged negative"},
			{Value: On}, {Value: Off},
		},
		Doc: "judged pairs whose negative nobody judged: {choices}; they also fill groups"},
	{Name: JudgedQueriesKey, HasFlag: true, Default: "0", Range: atLeast(0), Decides: Pairs, Needs: "judgements",
		Doc: "use the labels of only N training queries (0: all)"},
}

// Names of the keys that request numbers of rows and queries. Reports name the key of a number that is not reached.
const (
	PairsKey         = "gen.pairs"
	RatioKey         = "gen.ratio"
	JudgedKey        = "gen.judged"
	JudgedQueriesKey = "gen.judged_queries"
	ClassQueriesKey  = "gen.class_queries"
	ClassTestKey     = "gen.class_test"
	UniqueQueriesKey = "gen.unique_queries"
	UniqueTestKey    = "gen.unique_test"
)
