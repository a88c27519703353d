package mine

import (
	"context"
	"fmt"
	"slices"

	"github.com/axiomine/axiomine/gen/corpus"
	"github.com/axiomine/axiomine/gen/index"
	"github.com/axiomine/axiomine/gen/retrieve"
	"github.com/axiomine/axiomine/internal/errs"
	"github.com/axiomine/axiomine/internal/parallel"
	"github.com/axiomine/axiomine/internal/safefile"
	"github.com/axiomine/axiomine/internal/ui/progress"
)

// Source is where queries get their candidates: Retrieval, Rows or Stored.
type Source interface {
	fill(ctx context.Context, of *seeking) error
}

// seeking are the queries of a split before they have candidates.
type seeking struct {
	index   index.Reader
	queries []Query
	place   map[string]int  // in queries, by id
	dropped map[string]bool // ids of those without a term
	options CandidateOptions
	census  *Census
	st      *progress.Stage
}

// CandidateOptions say where candidates come from.
type CandidateOptions struct {
	Model       retrieve.Model
	Topics      string                                  // the queries' file, for errors
	Locate      func(id string) (file string, line int) // the place of a query, for errors; nil: the file alone
	MaxTerms    int                                     // distinct terms of a query, beyond which it is an error; 0: any number
	Hits        int
	MinGrade    int
	AddJudged   bool    // judged documents that were not found become candidates, in the collection's order
	AddRelevant bool    // judged relevant documents that were not found become candidates, in the collection's order
	DropSelf    Self    // which documents are the query itself, and so no candidates
	SkipUnknown bool    // count a run's unknown ids instead of stopping
	Made        *Making // makes documents that become candidates too; nil: none do
	Threads     int     // 0 for all cores
	// Pooled are judgements of other queries of the same text: a document has the higher grade. Measures do not see them.
	Pooled []corpus.Qrel
}

// Census counts what candidates were made of, and everything that was left out with its reason.
type Census struct {
	Queries            int `json:"queries"`
	NoTerm             int `json:"dropped_queries_without_term"`       // nothing of the text survived the analyser
	NoKnownTerm        int `json:"dropped_queries_without_known_term"` // no term of it stands in the collection
	NoCandidate        int `json:"queries_without_candidates"`         // kept, with nothing to mine
	Short              int `json:"queries_with_fewer_candidates"`
	Candidates         int `json:"candidates"`
	Relevant           int `json:"relevant_candidates"`
	Added              int `json:"added_judged"`
	Made               int `json:"made_candidates,omitempty"`
	Self               int `json:"dropped_self"`
	UnknownQrelDocs    int `json:"qrels_of_unknown_documents"`
	UnknownQrelQueries int `json:"qrels_of_unknown_queries"`
	UnknownRunDocs     int `json:"run_rows_of_unknown_documents"`
	UnknownRunQueries  int `json:"run_rows_of_unknown_queries"`
	CandidatePairs     int `json:"candidate_pairs"`
	RelevantOutside    int `json:"relevant_outside_candidates"`
	Pooled             int `json:"judgements_of_same_text,omitempty"` // that queries take over from others of their text
}

// Plus counts what two sets of queries have.
func (c Census) Plus(d Census) Census {
	return Census{
		Queries:            c.Queries + d.Queries,
		NoTerm:             c.NoTerm + d.NoTerm,
		NoKnownTerm:        c.NoKnownTerm + d.NoKnownTerm,
		NoCandidate:        c.NoCandidate + d.NoCandidate,
		Short:              c.Short + d.Short,
		Candidates:         c.Candidates + d.Candidates,
		Relevant:           c.Relevant + d.Relevant,
		Added:              c.Added + d.Added,
		Made:               c.Made + d.Made,
		Self:               c.Self + d.Self,
		UnknownQrelDocs:    c.UnknownQrelDocs + d.UnknownQrelDocs,
		UnknownQrelQueries: c.UnknownQrelQueries + d.UnknownQrelQueries,
		UnknownRunDocs:     c.UnknownRunDocs + d.UnknownRunDocs,
		UnknownRunQueries:  c.UnknownRunQueries + d.UnknownRunQueries,
		CandidatePairs:     c.CandidatePairs + d.CandidatePairs,
		RelevantOutside:    c.RelevantOutside + d.RelevantOutside,
		Pooled:             c.Pooled + d.Pooled,
	}
}

// Candidates analyses the queries of one split and gives them their candidates. Judgements are attached. Queries keep their order; a
// query without a term of the collection is dropped and counted.
func Candidates(ctx context.Context, x index.Reader, split string, topics []corpus.Query, qrels []corpus.Qrel, from Source,
	o CandidateOptions, st *progress.Stage) ([]Query, Census, error) {
	var census Census
	place := make(map[string]int, len(topics))
	queries := make([]Query, 0, len(topics))
	dropped := map[string]bool{}
	terms := make([][]uint32, len(topics))
	err := parallel.Each(ctx, parallel.Threads(o.Threads), len(topics), func(int) func(int) error {
		read := x.Queries()
		return func(i int) error {
			terms[i] = read(topics[i].Text)
			return o.checkTerms(topics[i].ID, terms[i])
		}
	})
	if err != nil {
		return nil, census, err
	}
	for i, t := range topics {
		q := Query{ID: t.ID, Split: split, Text: t.Text, Source: t.Source, Terms: terms[i]}
		if !knownTerm(x, q.Terms) {
			if len(q.Terms) == 0 {
				census.NoTerm++
			} else {
				census.NoKnownTerm++
			}
			dropped[t.ID] = true
			continue
		}
		place[t.ID] = len(queries)
		queries = append(queries, q)
	}
	for _, j := range qrels {
		at, ok := place[j.QueryID]
		switch _, known := x.Doc(j.DocID); {
		case !ok && !dropped[j.QueryID]:
			census.UnknownQrelQueries++
		case ok && !known:
			census.UnknownQrelDocs++
		}
		if ok && j.Grade >= o.MinGrade {
			queries[at].Relevant++
		}
	}
	judged := make([]map[uint32]int32, len(queries))
	relevant, others := make([]map[int]int, len(queries)), make([]map[int]int, len(queries)) // documents by grade
	for _, j := range withPooled(qrels, o.Pooled, &census) {
		at, ok := place[j.QueryID]
		if !ok {
			continue
		}
		side := others
		if j.Grade >= o.MinGrade {
			side = relevant
		}
		if side[at] == nil {
			side[at] = map[int]int{}
		}
		side[at][j.Grade]++
		if doc, known := x.Doc(j.DocID); known {
			if judged[at] == nil {
				judged[at] = map[uint32]int32{}
			}
			judged[at][doc] = int32(j.Grade)
		}
	}
	if err := from.fill(ctx, &seeking{x, queries, place, dropped, o, &census, st}); err != nil {
		return nil, census, err
	}
	for i := range queries {
		queries[i].Stated = countAll(relevant[i]) * countAll(others[i])
		queries[i].Graded, queries[i].Below = countDifferent(relevant[i]), countDifferent(others[i])
		queries[i].Held, queries[i].GradedHeld = countStated(judged[i], o.MinGrade)
	}
	counts := make([]Census, parallel.Threads(o.Threads))
	err = parallel.Each(ctx, len(counts), len(queries), func(worker int) func(int) error {
		return func(i int) error { queries[i].attach(x, judged[i], o, &counts[worker]); return nil }
	})
	for _, c := range counts {
		census = census.Plus(c)
	}
	census.Queries = len(queries)
	return queries, census, err
}

// checkTerms returns an error if a query has too many distinct terms.
func (o *CandidateOptions) checkTerms(query string, terms []uint32) error {
	if o.MaxTerms == 0 || len(terms) <= o.MaxTerms {
		return nil
	}
	if n := index.Distinct(terms); n > o.MaxTerms {
		file, line := o.Topics, 0
		if o.Locate != nil {
			file, line = o.Locate(query)
		}
		hint := "is it a query? shorten it, or raise --max-query-terms"
		if o.MaxTerms == safefile.MostTerms {
			hint = "is it a query? shorten it: that is the most, since some axioms compare all pairs of terms"
		}
		return errs.BadInput(file, line, hint,
			"the query %s has %d distinct terms, more than max_query_terms %d", errs.Brief(query), n, o.MaxTerms)
	}
	return nil
}

// withPooled returns the judgements with those of other queries of the same text, which take the place of lower grades. It counts them.
func withPooled(qrels, pooled []corpus.Qrel, census *Census) []corpus.Qrel {
	if len(pooled) == 0 {
		return qrels
	}
	type pair struct{ query, doc string }
	higher := make(map[pair]int, len(pooled))
	for _, j := range pooled {
		key := pair{j.QueryID, j.DocID}
		if grade, met := higher[key]; !met || j.Grade > grade {
			higher[key] = j.Grade
		}
	}
	census.Pooled += len(higher)
	all := slices.Clone(qrels)
	for i := range all {
		key := pair{all[i].QueryID, all[i].DocID}
		if grade, met := higher[key]; met {
			all[i].Grade = max(all[i].Grade, grade)
			delete(higher, key)
		}
	}
	for _, j := range pooled { // in their order, whatever the map's
		key := pair{j.QueryID, j.DocID}
		if grade, left := higher[key]; left {
			all = append(all, corpus.Qrel{QueryID: j.QueryID, DocID: j.DocID, Grade: grade})
			delete(higher, key)
		}
	}
	return all
}

// countStated returns the number of preferences that judgements state: relevant documents above those that are not relevant, and above
// relevant ones of a lower grade.
func countStated(judged map[uint32]int32, minGrade int) (stated, graded int) {
	relevant, byGrade := 0, map[int]int{}
	for _, grade := range judged {
		if int(grade) >= minGrade {
			relevant++
			byGrade[int(grade)]++
		}
	}
	return relevant * (len(judged) - relevant), countDifferent(byGrade)
}

// countAll returns the number of documents of any grade.
func countAll(byGrade map[int]int) (n int) {
	for _, docs := range byGrade {
		n += docs
	}
	return n
}

// countDifferent returns the number of pairs of documents with different grades.
func countDifferent(byGrade map[int]int) int {
	all := countAll(byGrade)
	pairs := all * (all - 1) / 2
	for _, docs := range byGrade {
		pairs -= docs * (docs - 1) / 2
	}
	return pairs
}

// knownTerm says whether the collection holds any of the terms; no ranking by terms is possible without one.
func knownTerm(x index.Reader, terms []uint32) bool {
	return slices.ContainsFunc(terms, func(t uint32) bool { return int(t) < x.NumTerms() })
}

// Retrieval finds candidates by the options' model.
type Retrieval struct{}

// fill searches, queries in parallel.
func (Retrieval) fill(ctx context.Context, of *seeking) error {
	of.st.Total(len(of.queries)) // without those dropped
	retriever := retrieve.New(of.index, of.options.Model)
	return parallel.Each(ctx, parallel.Threads(of.options.Threads), len(of.queries), func(int) func(int) error {
		searcher := retriever.Searcher()
		return func(i int) error {
			q := &of.queries[i]
			k := of.options.Hits
			if of.options.DropSelf != KeepSelf {
				k++
			}
			hits := searcher.Search(q.Terms, k)
			q.Docs = make([]Candidate, 0, len(hits))
			for rank, hit := range hits {
				q.Docs = append(q.Docs, Candidate{Doc: hit.Doc, Rank: int32(rank + 1), Score: hit.Score})
			}
			of.st.Add(1)
			return nil
		}
	})
}

// UnknownRow is the error for a row of a run whose query or document is not there. Where the row stood in its file, the
// caller knows.
type UnknownRow struct {
	corpus.Scored
	What string // "query" or "document"
}

func (u *UnknownRow) Error() string { return u.At("", 0).Error() }

// At is the error for the user.
func (u *UnknownRow) At(file string, line int) error {
	id := u.DocID
	if u.What == "query" {
		id = u.QueryID
	}
	return errs.BadInput(file, line, "is it a run over this collection? --skip-unknown counts such rows instead",
		"the run names the unknown %s %q (query %q, rank %d)", u.What, id, u.QueryID, u.Rank)
}

// attach gives the candidates their judgements and adds the relevant documents that are not among them.
func (q *Query) attach(x index.Reader, judged map[uint32]int32, o CandidateOptions, census *Census) {
	if o.DropSelf != KeepSelf {
		before := len(q.Docs)
		q.Docs = slices.DeleteFunc(q.Docs, func(c Candidate) bool { return o.DropSelf.is(x, q, c.Doc) })
		census.Self += before - len(q.Docs)
		if len(q.Docs) > o.Hits {
			q.Docs = q.Docs[:o.Hits]
		}
	}
	switch {
	case len(q.Docs) == 0:
		census.NoCandidate++
	case len(q.Docs) < o.Hits:
		census.Short++
	}
	listed := make(map[uint32]bool, len(judged))
	for i := range q.Docs {
		c := &q.Docs[i]
		if c.Grade, c.Judged = judged[c.Doc]; c.Judged {
			listed[c.Doc] = true
		}
	}
	var missing []uint32
	for doc, grade := range judged {
		if (o.AddJudged || int(grade) >= o.MinGrade) && !listed[doc] {
			missing = append(missing, doc)
		}
	}
	slices.Sort(missing)
	for _, doc := range missing {
		c := Candidate{Doc: doc, Score: noScore, Grade: judged[doc], Judged: true}
		if o.AddRelevant || o.AddJudged {
			q.Docs = append(q.Docs, c)
			census.Added++
		} else {
			q.Outside = append(q.Outside, c)
			census.RelevantOutside++
		}
	}
	if o.Made != nil {
		census.Made += o.Made.extend(x, q)
	}
	for _, c := range q.Docs {
		if c.Judged && int(c.Grade) >= o.MinGrade {
			census.Relevant++
		}
	}
	census.Candidates += len(q.Docs)
	census.CandidatePairs += len(q.Docs) * (len(q.Docs) - 1) / 2
}

// Note is a count that a user should know of.
type Note struct {
	Count   int
	What    string
	Warning bool // something was left out or does not fit together
}

// Notes are the counts above 0.
func (c Census) Notes() []Note {
	return slices.DeleteFunc([]Note{
		{c.NoTerm, "queries dropped: no term survived the analyser", true},
		{c.NoKnownTerm, "queries dropped: the collection holds none of their terms", true},
		{c.NoCandidate, "queries without any candidate", true},
		{c.Self, "candidates dropped: the document is the query", false},
		{c.UnknownQrelDocs, "judgements of documents the collection lacks", true},
		{c.UnknownQrelQueries, "judgements of queries the topics lack", true},
		{c.UnknownRunDocs, "run rows skipped: document unknown", true},
		{c.UnknownRunQueries, "run rows skipped: query unknown", true},
		{c.Made, "candidates made of others", false},
		{c.RelevantOutside, "relevant documents outside the candidates", false},
		{c.Pooled, "judgements taken over from queries of the same text", false},
	}, func(n Note) bool { return n.Count == 0 })
}

func (c Census) String() string {
	return fmt.Sprintf("%d queries, %d candidates, %d of them relevant", c.Queries, c.Candidates, c.Relevant)
}
