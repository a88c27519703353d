// Package mine finds the candidates of queries, and the pairs of a query's candidates on which an axiom states a preference.
//
// One worker mines all instances of a query. Code that runs for each pair does not allocate, hash or read a document.
package mine

import (
	"cmp"
	"context"
	"fmt"
	"path/filepath"
	"runtime"
	"slices"
	"strings"

	"github.com/axiomine/axiomine/axioms"
	"github.com/axiomine/axiomine/gen/index"
	"github.com/axiomine/axiomine/internal/errs"
	"github.com/axiomine/axiomine/internal/lists"
	"github.com/axiomine/axiomine/internal/parallel"
	"github.com/axiomine/axiomine/internal/ui/progress"
	"github.com/axiomine/axiomine/internal/ui/terminal"
	"github.com/axiomine/axiomine/tokenize/pairs"
)

// Found holds the instances of the axioms on one query. Its slices are reused for the next query of the worker.
type Found struct {
	Pairs   [][]pairs.Instance // for each axiom, the pairs of a preference or generative axiom
	Triples [][][3]int32       // for each axiom, the listed instances of a triple axiom
	Counted [][]int            // for each axiom, the numbers of instances of a triple axiom by axioms.Step, if they are not listed
	// NotViolated and NotScored have, for each axiom, the number of instances that Miner.Only left out.
	NotViolated, NotScored []int
	// Undecided has, for each axiom, the number of pairs without a preference: with the precondition, and without it.
	Undecided [][2]int
}

// Miner applies axioms to the candidates of queries.
type Miner struct {
	Index        index.Reader
	Axioms       []axioms.Axiom
	AxiomNumbers []int // the indexes of the axioms to use; nil means all axioms
	Collection   *axioms.Collection
	Pieces       func(doc uint32) int // function that returns a document's length in word pieces; nil if no axiom needs it
	Only         *ViolationFilter     // filter that leaves out instances that a model orders correctly; nil leaves none out
	Part         Part                 // the part of the queries that is mined; the zero Part has all queries
	Triples      bool                 // true lists the instances of triple axioms, which may be very many; with Only they are always listed
	Most         int                  // the maximum number of candidates of a query; 0 means no limit
	Locate       RowLocator           // function that returns the place of a row of the candidate run for errors; nil if places are unknown
	Threads      int                  // number of threads; 0 means all cores
}

// Check returns an error if the miner lacks data that an axiom needs.
func (m *Miner) Check() error {
	for _, a := range m.Axioms {
		needs := a.Spec().Needs
		switch {
		case needs.Vectors && m.Collection.Vectors == nil:
			return errs.BadUsage("give word vectors with --vectors", "axiom %s needs word vectors", a)
		case needs.Similarity && m.Collection.Similarity == nil:
			return errs.BadUsage("give word vectors with --vectors, or another source with --similarity", "axiom %s needs term similarities", a)
		case needs.Pieces && m.Pieces == nil:
			return errs.BadUsage("name a vocabulary", "axiom %s needs lengths in word pieces", a)
		case needs.File:
			for _, f := range axioms.Files(a) {
				_, isRun := m.Collection.Runs[f.Name()]
				_, hasPreferences := m.Collection.Preferences[f.Name()]
				if !isRun && !hasPreferences {
					return errs.BadUsage("name it in gen.axioms", "axiom %s asks the file %s, which was not read", a, f.Path)
				}
			}
		}
	}
	return nil
}

// Run mines every query of the miner's part and calls visit with the result; place is the query's index. Several workers call visit at
// once, each with its own number below Threads. visit must not use the result after it returns.
func (m *Miner) Run(ctx context.Context, queries []Query, st *progress.Stage,
	visit func(worker int, q *Query, place int, result *Found) error) error {
	return m.visitQueries(ctx, queries, st, func(w *worker, number int, q *Query, place int) error {
		w.mine(q)
		if m.Only != nil {
			clear(w.found.NotViolated)
			clear(w.found.NotScored)
			m.Only.keepViolated(m.Axioms, q, place, &w.found)
		}
		return visit(number, q, place, &w.found)
	})
}

// visitQueries calls do for every query of the miner's part, in parallel.
func (m *Miner) visitQueries(ctx context.Context, queries []Query, st *progress.Stage,
	do func(w *worker, number int, q *Query, place int) error) error {
	if err := m.Check(); err != nil {
		return err
	}
	return parallel.Each(ctx, parallel.Threads(m.Threads), len(queries), func(number int) func(int) error {
		w := m.worker()
		return func(place int) error {
			if m.Part.Has(queries[place].ID) {
				if err := m.checkCandidates(&queries[place]); err != nil {
					return err
				}
				if err := m.mineSafely(do, w, number, &queries[place], place); err != nil {
					return fmt.Errorf("query %q: %w", errs.Brief(cmp.Or(queries[place].Text, queries[place].ID)), err)
				}
			}
			st.Add(1)
			return nil
		}
	})
}

// RowLocator returns the place of a document among the candidates of a query of a split.
type RowLocator func(split, query, doc string) (file string, line int)

// checkCandidates returns an error if a query has too many candidates for its pairs to be mined.
func (m *Miner) checkCandidates(q *Query) error {
	if m.Most == 0 || len(q.Docs) <= m.Most {
		return nil
	}
	file, line := "", 0
	if m.Locate != nil {
		file, line = m.Locate(q.Split, q.ID, m.Index.DocID(q.Docs[m.Most].Doc))
	}
	return errs.BadInput(file, line, "cut the run with --hits",
		"query %s: %s, more than %s: work grows with their square", errs.Brief(q.ID), terminal.Plural(len(q.Docs),
			"candidate", "candidates"), terminal.Group(m.Most))
}

// mineSafely returns the error of do, or its panic as an error.
func (m *Miner) mineSafely(do func(w *worker, number int, q *Query, place int) error, w *worker, number int, q *Query,
	place int) (err error) {
	defer func() {
		cause := recover()
		if cause == nil {
			return // err is the error of do
		}
		if damage, ok := cause.(*errs.Error); ok {
			err = damage
		} else if err = errs.FaultError(cause); err == nil {
			err = fmt.Errorf("internal error at %s: %v", panicPlace(), cause)
		}
	}()
	return do(w, number, q, place)
}

// panicPlace returns the file and line of the panic that is being recovered.
func panicPlace() string {
	callers := make([]uintptr, 64)
	frames := runtime.CallersFrames(callers[:runtime.Callers(2, callers)])
	for inPanic, more := false, true; more; {
		var f runtime.Frame
		f, more = frames.Next()
		switch inRuntime := strings.HasPrefix(f.Function, "runtime."); {
		case inRuntime:
			inPanic = true
		case inPanic:
			return fmt.Sprintf("%s:%d", filepath.Base(f.File), f.Line)
		}
	}
	return "an unknown place"
}

// worker is the state of a goroutine that mines one query after the other.
type worker struct {
	Miner        *Miner
	axiomNumbers []int // the indexes of the axioms to use
	withIDs      bool  // true if an axiom needs the ids of documents
	docs         []axioms.Doc
	candidates   axioms.Candidates // docs in the form that axioms bind
	row          []axioms.Verdict
	found        Found
}

func (m *Miner) worker() *worker {
	w := &worker{Miner: m, axiomNumbers: m.AxiomNumbers}
	if w.axiomNumbers == nil {
		for a := range m.Axioms {
			w.axiomNumbers = append(w.axiomNumbers, a)
		}
	}
	list := lists.Map(w.axiomNumbers, func(a int) axioms.Axiom { return m.Axioms[a] })
	w.withIDs = needIDs(list...)
	w.found.Pairs = make([][]pairs.Instance, len(m.Axioms))
	w.found.Triples = make([][][3]int32, len(m.Axioms))
	w.found.Counted = make([][]int, len(m.Axioms))
	w.found.NotViolated, w.found.NotScored = make([]int, len(m.Axioms)), make([]int, len(m.Axioms))
	w.found.Undecided = make([][2]int, len(m.Axioms))
	return w
}

// read sets docs to the query's candidates and returns the query for the axioms.
func (w *worker) read(q *Query) axioms.Query {
	w.docs = q.docs(w.Miner.Index, w.withIDs, w.docs)
	return w.candidates.Bind(q.view(), w.docs)
}

func (w *worker) mine(q *Query) {
	if len(w.axiomNumbers) == 0 {
		return
	}
	query := w.read(q)
	for _, a := range w.axiomNumbers {
		axiom := w.Miner.Axioms[a]
		w.found.Pairs[a] = w.found.Pairs[a][:0]
		w.found.Triples[a] = w.found.Triples[a][:0]
		switch axiom := axiom.(type) {
		case axioms.Preference:
			w.found.Pairs[a], w.found.Undecided[a] = w.preferences(axiom.Bind(query, w.Miner.Collection), w.found.Pairs[a])
		case axioms.Triple:
			judge := axiom.BindTriple(query, w.Miner.Collection)
			judge.Load(w.docs)
			steps := w.found.Counted[a]
			if !w.Miner.Triples && w.Miner.Only == nil && steps == nil {
				steps = make([]int, len(axioms.DeltaStarSteps))
				w.found.Counted[a] = steps
			}
			clear(steps)
			judge.Each(func(i, j, k int) bool {
				if steps != nil { // 1,000 candidates may have 10^8 instances, too many to list
					steps[axioms.Step(w.docs[i].Len(), w.docs[j].Len(), w.docs[k].Len())]++
					return true
				}
				w.found.Triples[a] = append(w.found.Triples[a], [3]int32{int32(i), int32(j), int32(k)})
				return true
			})
		case axioms.Generative:
			w.found.Pairs[a] = w.madePairs(q, axiom, query, w.found.Pairs[a])
		}
	}
}

// preferences appends the pairs on which the judge prefers one candidate, in the order of the candidates. It counts the other pairs as in
// Found.Undecided.
func (w *worker) preferences(judge axioms.Judge, out []pairs.Instance) (list []pairs.Instance, undecided [2]int) {
	judge.Load(w.docs)
	n := len(w.docs)
	row := w.rowOf(n)
	for i := range n {
		judge.Row(i, row)
		for j := i + 1; j < n; j++ {
			switch row[j] {
			case axioms.First:
				out = append(out, pairs.Instance{Pos: int32(i), Neg: int32(j)})
			case axioms.Second:
				out = append(out, pairs.Instance{Pos: int32(j), Neg: int32(i)})
			case axioms.Neither:
				undecided[0]++
			default:
				undecided[1]++
			}
		}
	}
	return out, undecided
}

// madePairs appends, for each document that the axiom makes, its pair with its source. If the made document is a candidate itself, the
// pair names the candidate.
func (w *worker) madePairs(q *Query, axiom axioms.Generative, query axioms.Query, out []pairs.Instance) []pairs.Instance {
	originals := q.CollectionDocs()
	place := map[[2]uint32]int32{}
	for i, c := range q.Docs[originals:] {
		place[[2]uint32{c.Doc, uint32(c.Made)}] = int32(originals + i)
	}
	for i, d := range w.docs[:originals] {
		pieces := 0
		if w.Miner.Pieces != nil {
			pieces = w.Miner.Pieces(q.Docs[i].Doc)
		}
		for _, k := range axiom.Repeats(query, d, pieces) {
			in := pairs.Instance{Pos: int32(i), Neg: int32(i), Made: int32(k)}
			if candidate, ok := place[[2]uint32{q.Docs[i].Doc, uint32(k)}]; ok {
				in = pairs.Instance{Pos: candidate, Neg: int32(i)}
			}
			out = append(out, in)
		}
	}
	return out
}

// Verdicts calls visit with every verdict of the miner's preference axioms, one row at a time. row[j], for j > i, is the verdict of axiom
// number a on candidates i and j of q; other elements are undefined. Several workers call visit at once, each with its own number below
// Threads. visit must not use row after it returns. Miner.Only has no effect.
func (m *Miner) Verdicts(ctx context.Context, queries []Query, st *progress.Stage,
	visit func(worker int, q *Query, place, a, i int, row []axioms.Verdict) error) error {
	for _, a := range m.Axioms {
		if _, ok := a.(axioms.Preference); !ok {
			return errs.BadUsage("use an axiom over two documents (axiomine axioms list)", "axiom %s gives no verdict on a pair of documents", a)
		}
	}
	return m.visitQueries(ctx, queries, st, func(w *worker, number int, q *Query, place int) error {
		return w.verdicts(q, func(a, i int, row []axioms.Verdict) error { return visit(number, q, place, a, i, row) })
	})
}

// verdicts calls visit with the verdicts on one query, row by row.
func (w *worker) verdicts(q *Query, visit func(a, i int, row []axioms.Verdict) error) error {
	query := w.read(q)
	row := w.rowOf(len(w.docs))
	for a, axiom := range w.Miner.Axioms {
		judge := axiom.(axioms.Preference).Bind(query, w.Miner.Collection)
		judge.Load(w.docs)
		for i := range w.docs {
			judge.Row(i, row)
			if err := visit(a, i, row); err != nil {
				return err
			}
		}
	}
	return nil
}

func (w *worker) rowOf(n int) []axioms.Verdict {
	if cap(w.row) < n {
		w.row = make([]axioms.Verdict, n)
	}
	return w.row[:n]
}

// Wins returns a function that returns, for each axiom and candidate of a query, the number of pairs that prefer the candidate minus the
// number of pairs that prefer the other one. All axioms must be preference axioms. One goroutine may use the function. Its next call
// overwrites the result.
func (m *Miner) Wins() func(q *Query) [][]int32 {
	w := m.worker()
	wins := make([][]int32, len(m.Axioms))
	return func(q *Query) [][]int32 {
		for a := range wins {
			wins[a] = append(wins[a][:0], make([]int32, len(q.Docs))...)
		}
		query := w.read(q)
		for a, axiom := range w.Miner.Axioms {
			judge := axiom.(axioms.Preference).Bind(query, w.Miner.Collection)
			judge.Load(w.docs)
			axioms.Wins(judge, wins[a])
		}
		return wins
	}
}

// Explain returns the conditions of an axiom on two candidates of a query as texts with numbers. The texts use names for the candidates.
// It returns nil if an id is no candidate, if the axiom does not compare two documents, or if the miner lacks data that the axiom needs.
func (m *Miner) Explain(q *Query, axiom axioms.Axiom, ids, names [2]string) *axioms.Explanation {
	explainer, ok := axiom.(axioms.Explainer)
	alone := &Miner{Index: m.Index, Axioms: []axioms.Axiom{axiom}, Collection: m.Collection} // no axiom of pairs needs Pieces
	if _, isPair := axiom.(axioms.Preference); !ok || !isPair || alone.Check() != nil {
		return nil
	}
	withIDs := needIDs(axiom)
	c := &axioms.Case{Query: q.view(), Names: names[:], Collection: m.Collection,
		Candidates: q.docs(m.Index, withIDs, nil),
		Word:       func(term uint32) string { return m.wordOf(q, term) }}
	for _, id := range ids {
		i := slices.IndexFunc(q.Docs, func(d Candidate) bool { return d.ID(m.Index) == id })
		if i < 0 {
			return nil
		}
		single := Query{Docs: q.Docs[i : i+1]}
		c.Docs = append(c.Docs, single.docs(m.Index, withIDs, nil)...)
	}
	return explainer.Explain(c)
}

// wordOf returns the text of a term; "?" if neither the collection nor the query has the term.
func (m *Miner) wordOf(q *Query, term uint32) string {
	if int(term) < m.Index.Lexicon().NumTerms() {
		return m.Index.Lexicon().Term(term)
	}
	words := m.Index.About().Analyzer.Terms(q.Text)
	if i := slices.Index(q.Terms, term); i >= 0 && len(words) == len(q.Terms) {
		return words[i]
	}
	return "?"
}
