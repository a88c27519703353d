package configs

// Values of keys that have the value auto, whose meaning depends on the collection's format.
const (
	Auto = "auto"
	On   = "on"
	Off  = "off"
)

// AddRelevant is the value of gen.add_judged that adds judged relevant documents alone.
const AddRelevant = "relevant"

// CandidateOptions holds the settings that decide the candidate documents of a query.
type CandidateOptions struct {
	Retrieval    string  `key:"retrieval"`
	K1           float64 `key:"k1"`
	B            float64 `key:"b"`
	K3           float64 `key:"k3"`
	Mu           float64 `key:"mu"`
	CandidatesMu float64 `key:"candidates_mu"`
	Lambda       float64 `key:"lambda"`
	Feedback     string  `key:"feedback"`
	Hits         int     `key:"hits"`
	AddJudged    string  `key:"add_judged"`
	DropSelf     string  `key:"drop_self"`
	MinGrade     int     `key:"min_grade"`
}

// candidateKeys are the keys of the candidates.
var candidateKeys = []Key{
	{Name: "gen.retrieval", HasFlag: true, Default: "bm25", Decides: Candidates, Needs: "retrieval", Open: true,
		Choices: oneOf("bm25", "ql", "qljm", "pl2", "tfidf"),
		Doc:     "retrieval model of the candidates: {choices}, each also with +rm3 (rm3 is ql+rm3)"},
	{Name: "gen.k1", Default: "0.9", Range: atLeast(0), Decides: Candidates, Needs: "bm25 or axioms", Doc: "BM25 k1"},
	{Name: "gen.b", Default: "0.4", Range: atLeast(0), Decides: Candidates, Needs: "bm25 or axioms", Doc: "BM25 b"},
	{Name: "gen.k3", Default: "-1", Decides: Candidates, Needs: "bm25",
		Doc: "BM25 k3: how soon repeated query terms stop to count (below 0: never)"},
	{Name: "gen.mu", Default: "1000", Range: atLeast(0), Decides: Candidates, Needs: "ql", Doc: "Dirichlet prior of ql"},
	{Name: "gen.candidates_mu", Default: "0", Range: atLeast(0), Decides: Candidates, Needs: "ql of candidates",
		Doc: "mu where ql finds candidates, if another than that of the models which are diagnosed (0: mu)"},
	{Name: "gen.lambda", Default: "0.1", Range: closedRange(0, 1), Decides: Candidates, Needs: "qljm",
		Doc: "share of the collection's model in qljm"},
	{Name: "gen.feedback", Default: defaultFeedback.String(), Decides: Candidates, Needs: "feedback", OneForm: canonicalFeedback,
		Doc: "of RM3: feedback documents, expansion terms, smoothing of the documents, weight of the original query; each may be left out"},
	{Name: "gen.hits", HasFlag: true, Default: "100", Range: atLeast(1), Decides: Candidates,
		Doc: "candidates per query; of documents with equal scores the one that stands earlier in the collection comes first"},
	{Name: "gen.add_judged", Default: Auto, Decides: Candidates, Needs: "judgements",
		Choices: []choice{{Value: Auto, Note: "of rows and triples"}, {Value: On}, {Value: AddRelevant, Note: "the relevant ones"}, {Value: Off}},
		Doc:     "add all judged documents of a query to its candidates: {choices}"},
	{Name: "gen.drop_self", Default: "auto", Decides: Candidates, Needs: "queries",
		Choices: []choice{{Value: "auto", Note: "beir: same id and text"}, {Value: "on", Note: "same id"}, {Value: "off"}},
		Doc:     "drop candidates that are the query: {choices}"},
	{Name: "gen.min_grade", HasFlag: true, Default: "1", Range: atLeast(1), Decides: Topics, Needs: "queries, judgements, labels",
		Doc: "lowest grade that counts as relevant"},
}
