package configs

// TaskOptions holds the settings for the rows of a data set: their order, the mixture of tasks, and the groups.
type TaskOptions struct {
	Order         string `key:"order"`
	Mixture       string `key:"mixture"`
	RankingRows   string `key:"ranking_rows"`
	Rows          int    `key:"rows"`
	OnShortage    string `key:"on_shortage"`
	ClassSample   string `key:"class_sample"`
	ClassTest     int    `key:"class_test"`
	ClassQueries  string `key:"class_queries"`
	UniqueQueries int    `key:"unique_queries"`
	UniqueTest    int    `key:"unique_test"`
}

// taskKeys are the keys of the rows of a data set.
var taskKeys = []Key{
	{Name: "gen.order", Default: "mixed", Decides: Pairs, Needs: "judgements, rows",
		Choices: []choice{
			{Value: "mixed", Note: "shuffled"},
			{Value: "curriculum", Note: "first those of axioms, then the judged ones, each shuffled"},
		},
		Doc: "rows of a data set: {choices}"},
	{Name: "gen.mixture", HasFlag: true, Decides: Pairs, Needs: "tasks, no network", Files: expressionPaths{},
		Doc: "tasks and their shares: ranking=4,reg=1,pairs:tfc1=1 (ratios; reg has three classes, pairs: its pairs), or rows where " +
			"one is above 100: ranking=100000,reg=25000"},
	{Name: "gen.ranking_rows", Default: "pairs", Decides: Pairs, Needs: "no network, mixture",
		Choices: []choice{
			{Value: "pairs"},
			{Value: "pointwise", Note: "two a pair"},
			{Value: "groups", Note: "of group_size documents"},
		},
		Doc: "what a row of the ranking task is in the mixture: {choices}"},
	{Name: "gen.rows", Default: "0", Range: atLeast(0), Decides: Pairs, Needs: "no network, mixture",
		Doc: "rows of the mixture in all, shared out by ratios (0: as many as the ranking task allows)"},
	{Name: "gen.on_shortage", HasFlag: true, Default: "fail", Decides: Pairs,
		Choices: []choice{
			{Value: "fail", Note: "refuse a mixture; write other data, and exit with 4"},
			{Value: "accept", Note: "write what there is, exit with 0; shrink a mixture"},
			{Value: "shrink"}, {Value: "repeat"}, {Value: "skip"},
		},
		Brief: "amounts that cannot be reached: fail (exit 4) | accept | shrink | repeat | skip",
		Doc: "amounts that you ask for and that cannot be reached: {choices}; the last three say what a task does that cannot fill " +
			"its share of the mixture, and accept all other shortages"},
	{Name: "gen.class_sample", Default: "stratified", Decides: Pairs, Needs: "no network, classes",
		Choices: []choice{{Value: "stratified", Note: "equal classes"}, {Value: "random"}},
		Doc:     "pairs of three-class tasks: {choices}"},
	{Name: ClassTestKey, Default: "3000", Range: atLeast(0), Decides: Pairs, Needs: "no network, classes, held-out rows",
		Doc: "pairs of each three-class task in dev, test and every test set (0: none)"},
	{Name: ClassQueriesKey, Default: "train", Decides: Pairs, Needs: "no network, classes", OneForm: splitList,
		Doc: "queries that three-class tasks and their test sets come from: train, or so many of every split, by hash and nested: " +
			"train=100,dev=100,test=400"},
	{Name: UniqueQueriesKey, Default: "0", Range: atLeast(0), Decides: Pairs, Needs: "no network, classes, held-out rows",
		Doc: "further training queries, sharing no word with class_queries, that unique test sets come from (0 beside class_queries " +
			"train: test queries)"},
	{Name: UniqueTestKey, Default: "0", Range: atLeast(0), Decides: Pairs, Needs: "no network, classes, held-out rows",
		Doc: "pairs of each three-class task in unique test sets (0: class_test)"},
}

// maxThreads bounds the memory, since each thread needs some. It exceeds the number of cores of any machine.
const maxThreads = 1024

// runKeys are the keys of the whole run.
var runKeys = []Key{
	{Name: "gen.seed", HasFlag: true, Default: "42", Range: atLeast(0), Decides: Topics, Needs: "draws", Doc: "seed of every draw"},
	{Name: "gen.threads", HasFlag: true, Default: "0", Shorthand: "j", Range: closedRange(0, maxThreads), Decides: Nothing,
		Doc: "threads, and cores in use (0: all cores); changes speed only"},
}
