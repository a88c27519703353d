package configs

// MadeQueryOptions say which queries are made of documents.
type MadeQueryOptions struct {
	QueriesFrom    string  `mapstructure:"queries_from"`
	MadeQueries    int     `mapstructure:"made_queries"`
	QueryMethod    string  `mapstructure:"query_method"`
	QueryFile      string  `mapstructure:"query_file"`
	QueryWords     float64 `mapstructure:"query_words"`
	QueryWithin    int     `mapstructure:"query_within"`
	SourceRelevant bool    `mapstructure:"source_relevant"`
}

// Values of gen.queries_from.
const (
	QueriesGiven     = "given"
	QueriesDocuments = "documents"
	QueriesBoth      = "both"
)

// queryKeys are the keys of queries that are made of documents.
var queryKeys = []Key{
	{Name: "gen.queries_from", Default: QueriesGiven, Decides: Queries,
		Choices: []choice{
			{Value: QueriesGiven},
			{Value: QueriesDocuments, Note: "axiomatic pairs come from made queries alone"},
			{Value: QueriesBoth},
		},
		Brief: "make training queries of the documents: given | documents | both",
		Doc:   "whether training queries are made of the documents: {choices}; judged pairs come from given ones"},
	{Name: MadeQueriesKey, Default: "5000", Range: atLeast(1), Decides: Queries, Doc: "queries made of the documents"},
	{Name: "gen.query_method", Default: "terms", Decides: Queries, Open: true,
		Choices: oneOf("terms", "phrases", "sentence", "contrast", "file"),
		Doc:     "how queries are made of a document: {choices}; a list shares the documents out (not file)"},
	{Name: "gen.query_file", Decides: Queries, Files: wholePath{},
		Doc: "queries somebody else made of the documents, for the method file: document TAB query, or JSON lines with doc_id and query"},
	{Name: "gen.query_words", Default: "4", Range: closedRange(1, 50), Decides: Queries,
		Doc: "mean number of words of a made query (one, and a Poisson number)"},
	{Name: "gen.query_within", Default: "10", Range: atLeast(0), Decides: Queries,
		Doc: "leave out made queries whose document is not among the first N of BM25 (0: none)"},
	{Name: "gen.source_relevant", Default: "false", Decides: Candidates,
		Doc: "take the document that a query was made of as judged relevant to it"},
}
