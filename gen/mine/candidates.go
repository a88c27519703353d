package mine

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"sync"

	"github.com/axiomine/axiomine/gen/analysis"
	"github.com/axiomine/axiomine/gen/corpus"
	"github.com/axiomine/axiomine/gen/index"
	"github.com/axiomine/axiomine/gen/retrieve"
	"github.com/axiomine/axiomine/internal/errs"
	"github.com/axiomine/axiomine/internal/lists"
	"github.com/axiomine/axiomine/internal/parallel"
	"github.com/axiomine/axiomine/internal/ui/progress"
	"github.com/axiomine/axiomine/internal/ui/terminal"
	"github.com/axiomine/axiomine/tokenize/pairs"
)

// Source finds the candidates of queries: Retrieval, Retrieved or Rows.
type Source interface {
	fill(ctx context.Context, request *candidateRequest) error
}

// candidateRequest holds the queries of a split that need candidates.
type candidateRequest struct {
	index   index.Reader
	queries []Query
	place   map[string]int  // the index of a query in queries, by its id
	dropped map[string]bool // true for the ids of queries without a term of the collection
	options CandidateOptions
	census  *Census
	st      *progress.Stage
}

// CandidateOptions decides which documents are candidates of a query.
type CandidateOptions struct {
	Model       retrieve.Model
	Topics      string                                  // file of the queries, for errors
	Locate      func(id string) (file string, line int) // function that returns the place of a query for errors; nil if places are unknown
	MaxTerms    int                                     // maximum number of distinct terms of a query; 0 means no limit
	Hits        int                                     // the maximum number of candidates
	MinGrade    int                                     // the smallest grade of a relevant document
	AddJudged   bool                                    // true makes all judged documents candidates; added ones are in the collection's order
	AddRelevant bool                                    // true makes all judged relevant documents candidates, in the same way
	DropSelf    Self                                    // rule for documents that are the query itself: they are no candidates
	Excluded    map[string][]string                     // the ids of documents that are no candidates of a query, by the query's id
	Made        *Making                                 // maker of further documents of candidates; nil makes none
	Threads     int                                     // number of threads; 0 means all cores
}

// Census has numbers of queries, candidates and judgements, and of those that were left out, by reason.
type Census struct {
	Queries            int `json:"queries"`
	NoTerm             int `json:"dropped_queries_without_term"`       // queries whose text has no term after the analysis
	NoKnownTerm        int `json:"dropped_queries_without_known_term"` // queries none of whose terms is in the collection
	NoCandidate        int `json:"queries_without_candidates"`         // these queries stay, although no pairs can be mined from them
	Short              int `json:"queries_with_fewer_candidates"`
	Candidates         int `json:"candidates"`
	Relevant           int `json:"relevant_candidates"`
	Added              int `json:"added_judged"`
	Made               int `json:"made_candidates,omitempty"`
	Self               int `json:"dropped_self"`
	Excluded           int `json:"dropped_excluded,omitempty"`
	UnknownQrelDocs    int `json:"qrels_of_unknown_documents"`
	UnknownQrelQueries int `json:"qrels_of_unknown_queries"`
	CandidatePairs     int `json:"candidate_pairs"`
	RelevantOutside    int `json:"relevant_outside_candidates"`
	Pooled             int `json:"judgements_of_same_text,omitempty"` // grades that queries get from other queries with the same text
}

// Candidates analyses the queries of one split and returns them in order, with candidates and judgements. It drops queries without a term
// of the collection, and counts them. Under AddJudged a query with a judged document in the collection stays.
func Candidates(ctx context.Context, x index.Reader, split string, topics []corpus.Query, qrels []corpus.Qrel, source Source,
	o CandidateOptions, st *progress.Stage) ([]Query, Census, error) {
	var census Census
	r := &candidateRequest{index: x, place: make(map[string]int, len(topics)), dropped: map[string]bool{}, options: o, census: &census, st: st}
	if err := r.readQueries(ctx, split, topics, qrels); err != nil {
		return nil, census, err
	}
	grades := r.readJudgements(topics, qrels)
	if err := source.fill(ctx, r); err != nil {
		return nil, census, err
	}
	counts := make([]Census, parallel.Threads(o.Threads))
	err := parallel.Each(ctx, len(counts), len(r.queries), func(worker int) func(int) error {
		return func(i int) error { r.queries[i].attach(x, grades[i], o, &counts[worker]); return nil }
	})
	for _, c := range counts {
		pairs.AddCounts(&census, c)
	}
	census.Queries = len(r.queries)
	return r.queries, census, err
}

// readQueries analyses topics, and sets the fields queries, place and dropped.
func (r *candidateRequest) readQueries(ctx context.Context, split string, topics []corpus.Query, qrels []corpus.Qrel) error {
	terms := make([][]uint32, len(topics))
	err := parallel.Each(ctx, parallel.Threads(r.options.Threads), len(topics), func(int) func(int) error {
		read := index.AnalyseQueries(r.index)
		return func(i int) error {
			terms[i] = read(topics[i].Text)
			return r.options.checkTerms(topics[i].ID, terms[i])
		}
	})
	if err != nil {
		return err
	}
	isKnown := func(t uint32) bool { return int(t) < r.index.Lexicon().NumTerms() }
	judged := sync.OnceValue(func() map[string]bool { // queries with a judged document in the collection; few collections need them
		isIndexed := func(j corpus.Qrel) bool { _, exists := r.index.Doc(j.DocID); return exists }
		return lists.Set(lists.Filter(qrels, isIndexed), func(j corpus.Qrel) string { return j.QueryID })
	})
	r.queries = make([]Query, 0, len(topics))
	for i, t := range topics {
		switch {
		case slices.ContainsFunc(terms[i], isKnown) || r.options.AddJudged && judged()[t.ID]:
			r.place[t.ID] = len(r.queries)
			r.queries = append(r.queries, Query{ID: t.ID, Split: split, Text: t.Text, Terms: terms[i]})
			continue
		case len(terms[i]) == 0:
			r.census.NoTerm++
		default:
			r.census.NoKnownTerm++
		}
		r.dropped[t.ID] = true // no model can rank documents for the query
	}
	return nil
}

// readJudgements sets the counts of judgements in the queries and in census. It returns, for each query, the grades of its judged documents
// in the collection, by document number.
func (r *candidateRequest) readJudgements(topics []corpus.Query, qrels []corpus.Qrel) (grades []map[uint32]int32) {
	for _, j := range qrels {
		i, ok := r.place[j.QueryID]
		switch _, exists := r.index.Doc(j.DocID); {
		case !ok && !r.dropped[j.QueryID]:
			r.census.UnknownQrelQueries++
		case ok && !exists:
			r.census.UnknownQrelDocs++
		}
		if ok && j.Grade >= r.options.MinGrade {
			r.queries[i].Relevant++
		}
	}
	grades = make([]map[uint32]int32, len(r.queries))
	byGrade := make([]map[int32]int, len(r.queries)) // numbers of documents, including documents outside the collection
	judgements, numPooled := poolJudgements(topics, qrels)
	r.census.Pooled = numPooled
	for _, j := range judgements {
		i, ok := r.place[j.QueryID]
		if !ok {
			continue
		}
		if byGrade[i] == nil {
			byGrade[i], grades[i] = map[int32]int{}, map[uint32]int32{}
		}
		byGrade[i][int32(j.Grade)]++
		if doc, exists := r.index.Doc(j.DocID); exists {
			grades[i][doc] = int32(j.Grade)
		}
	}
	for i := range r.queries {
		q, inCollection := &r.queries[i], map[int32]int{}
		for _, grade := range grades[i] {
			inCollection[grade]++
		}
		q.Stated, q.Graded, q.IrrelevantPairs = countStated(byGrade[i], r.options.MinGrade)
		q.Held, q.GradedHeld, _ = countStated(inCollection, r.options.MinGrade)
	}
	return grades
}

// checkTerms returns an error if a query has too many distinct terms.
func (o *CandidateOptions) checkTerms(query string, terms []uint32) error {
	if o.MaxTerms == 0 || len(terms) <= o.MaxTerms {
		return nil
	}
	if n := analysis.Distinct(terms); n > o.MaxTerms {
		file, line := o.Topics, 0
		if o.Locate != nil {
			file, line = o.Locate(query)
		}
		return errs.BadInput(file, line, "is it a query? shorten it: some axioms compare all pairs of terms",
			"the query %s has %s, more than %s", errs.Brief(query), terminal.Plural(n, "distinct term", "distinct terms"),
			terminal.Group(o.MaxTerms))
	}
	return nil
}

// poolJudgements returns the judgements after sharing: queries whose texts differ only by case get each other's judgements. If their grades
// of a document differ, the highest counts. numPooled is the number of grades that queries get from others.
func poolJudgements(topics []corpus.Query, qrels []corpus.Qrel) (all []corpus.Qrel, numPooled int) {
	textOf, members := make(map[string]string, len(topics)), make(map[string][]string, len(topics))
	for _, q := range topics {
		if text := pairs.FoldCase(q.Text); text != "" {
			textOf[q.ID], members[text] = text, append(members[text], q.ID)
		}
	}
	type pair struct{ query, doc string } // query is the text or the id of a query
	highest, own := map[pair]int{}, map[pair]int{}
	raise := func(grades map[pair]int, key pair, grade int) {
		if g, ok := grades[key]; !ok || grade > g {
			grades[key] = grade
		}
	}
	for _, j := range qrels {
		text := textOf[j.QueryID]
		if len(members[text]) < 2 {
			all = append(all, j)
			continue
		}
		raise(highest, pair{text, j.DocID}, j.Grade)
		raise(own, pair{j.QueryID, j.DocID}, j.Grade)
	}
	for key, grade := range highest {
		for _, id := range members[key.query] {
			all = append(all, corpus.Qrel{QueryID: id, DocID: key.doc, Grade: grade})
			if before, ok := own[pair{id, key.doc}]; !ok || before < grade {
				numPooled++
			}
		}
	}
	return all, numPooled
}

// countStated returns the numbers of three kinds of pairs with different grades: relevant above not relevant, two relevant documents, and
// two documents that are both not relevant. byGrade has the number of documents by grade.
func countStated(byGrade map[int32]int, minGrade int) (relevantAbove, gradeAbove, irrelevant int) {
	// classes has the not relevant, then the relevant documents: their number, and the number of their pairs with equal grades.
	var classes [2]struct{ docs, equal int }
	for grade, n := range byGrade {
		class := &classes[0]
		if int(grade) >= minGrade {
			class = &classes[1]
		}
		class.docs, class.equal = class.docs+n, class.equal+n*(n-1)/2
	}
	different := func(i int) int { return classes[i].docs*(classes[i].docs-1)/2 - classes[i].equal }
	return classes[0].docs * classes[1].docs, different(1), different(0)
}

// Retrieval is a Source: it retrieves candidates with the model of the options.
type Retrieval struct{}

// fill retrieves the candidates of all queries in parallel.
func (Retrieval) fill(ctx context.Context, request *candidateRequest) error {
	request.st.Total(len(request.queries)) // dropped queries do not count
	retriever := retrieve.New(request.index, request.options.Model)
	return parallel.Each(ctx, parallel.Threads(request.options.Threads), len(request.queries), func(int) func(int) error {
		searcher := retriever.Searcher()
		return func(i int) error {
			q := &request.queries[i]
			k := request.options.Hits
			if request.options.DropSelf != KeepSelf {
				k++
			}
			k += len(request.options.Excluded[q.ID])
			hits := searcher.Search(q.Terms, k)
			q.Docs = make([]Candidate, 0, len(hits))
			for rank, hit := range hits {
				q.Docs = append(q.Docs, Candidate{Doc: hit.Doc, Rank: int32(rank + 1), Score: hit.Score})
			}
			request.st.Add(1)
			return nil
		}
	})
}

// UnknownRow is the error for a row of a run whose query or document does not exist. The caller knows the row's file and line.
type UnknownRow struct {
	corpus.RunRow
	Kind string // kind of the unknown id: "query" or "document"
}

func (u *UnknownRow) Error() string { return u.Locate("", 0).Error() }

// Locate returns the error with the row's file and line.
func (u *UnknownRow) Locate(file string, line int) error {
	id := u.DocID
	if u.Kind == "query" {
		id = u.QueryID
	}
	return errs.BadInput(file, line, "is it a run over this collection?",
		"the run names the unknown %s %q (query %q, rank %d)", u.Kind, id, u.QueryID, u.Rank)
}

// attach drops the query itself and excluded documents, sets the judgements of the candidates, and adds missing judged documents.
func (q *Query) attach(x index.Reader, grades map[uint32]int32, o CandidateOptions, census *Census) {
	if excluded := o.Excluded[q.ID]; o.DropSelf != KeepSelf || len(excluded) > 0 {
		numDocs := len(q.Docs)
		q.Docs = slices.DeleteFunc(q.Docs, func(c Candidate) bool { return o.DropSelf.matches(x, q, c.Doc) })
		census.Self += numDocs - len(q.Docs)
		numDocs = len(q.Docs)
		q.Docs = slices.DeleteFunc(q.Docs, func(c Candidate) bool { return slices.Contains(excluded, x.DocID(c.Doc)) })
		census.Excluded += numDocs - len(q.Docs)
		if len(q.Docs) > o.Hits {
			q.Docs = q.Docs[:o.Hits]
		}
	}
	isShort := 0 < len(q.Docs) && len(q.Docs) < o.Hits
	isCandidate := make(map[uint32]bool, len(grades))
	for i := range q.Docs {
		c := &q.Docs[i]
		if c.Grade, c.Judged = grades[c.Doc]; c.Judged {
			isCandidate[c.Doc] = true
		}
	}
	var missing []uint32
	for doc, grade := range grades {
		if (o.AddJudged || int(grade) >= o.MinGrade) && !isCandidate[doc] {
			missing = append(missing, doc)
		}
	}
	slices.Sort(missing)
	for _, doc := range missing {
		c := Candidate{Doc: doc, Score: noScore, Grade: grades[doc], Judged: true}
		if o.AddRelevant || o.AddJudged {
			q.Docs = append(q.Docs, c)
			census.Added++
		} else {
			q.Outside = append(q.Outside, c)
			census.RelevantOutside++
		}
	}
	switch {
	case len(q.Docs) == 0:
		census.NoCandidate++
	case isShort:
		census.Short++
	}
	if o.Made != nil {
		census.Made += o.Made.extend(x, q)
	}
	q.Docs = slices.Clone(q.Docs) // drops the spare capacity, since the slice stays in memory
	for _, c := range q.Docs {
		if c.Judged && int(c.Grade) >= o.MinGrade {
			census.Relevant++
		}
	}
	census.Candidates += len(q.Docs)
	census.CandidatePairs += len(q.Docs) * (len(q.Docs) - 1) / 2
}

// FormatCount returns a count with a text of Census.Report, such as "2 queries without any candidate" or "1 query without any candidate".
func FormatCount(n int, text string) string {
	noun, rest, _ := strings.Cut(text, "s ") // the noun is the first plural
	return terminal.Plural(n, strings.Replace(noun, "querie", "query", 1)+" "+rest, text)
}

// Report calls warn for each count above 0 of queries and judgements that cannot be used, and say for each other count above 0.
func (c Census) Report(say, warn func(count int, text string)) {
	for _, n := range []struct {
		count int
		text  string
		print func(count int, text string)
	}{
		{c.NoTerm, "queries dropped: no term survived the analyser", warn},
		{c.NoKnownTerm, "queries dropped: the collection holds none of their terms", warn},
		{c.NoCandidate, "queries without any candidate", warn},
		{c.Self, "candidates dropped: the document is the query", say},
		{c.Excluded, "candidates dropped: the collection excludes them for the query", say},
		{c.UnknownQrelDocs, "judgements of documents the collection lacks", warn},
		{c.UnknownQrelQueries, "judgements of queries the topics lack", warn},
		{c.Made, "candidates made of others", say},
		{c.RelevantOutside, "relevant documents outside the candidates", say},
		{c.Pooled, "judgements added from queries of the same text", say},
	} {
		if n.count > 0 {
			n.print(n.count, n.text)
		}
	}
}

func (c Census) String() string {
	return fmt.Sprintf("%s, %s, %s of them relevant", terminal.Plural(c.Queries, "query", "queries"),
		terminal.Plural(c.Candidates, "candidate", "candidates"), terminal.Group(c.Relevant))
}
