package configs

// Names of the keys that ask for amounts of rows and queries: a data set that does not reach one names its key.
const (
	PairsKey         = "gen.pairs"
	RatioKey         = "gen.ratio"
	RegularKey       = "gen.regular"
	JudgedQueriesKey = "gen.judged_queries"
	MadeQueriesKey   = "gen.made_queries"
	ClassQueriesKey  = "gen.class_queries"
	ClassTestKey     = "gen.class_test"
	UniqueQueriesKey = "gen.unique_queries"
	UniqueTestKey    = "gen.unique_test"
)
