package mine

import (
	"context"
	"fmt"
	"path/filepath"
	"runtime"
	"strings"

	"github.com/axiomine/axiomine/axioms"
	"github.com/axiomine/axiomine/gen/index"
	"github.com/axiomine/axiomine/internal/errs"
	"github.com/axiomine/axiomine/internal/parallel"
	"github.com/axiomine/axiomine/internal/ui/progress"
	"github.com/axiomine/axiomine/tokenize/pairs"
)

// Found is what the axioms say of one query. Its slices are reused for the worker's next query.
type Found struct {
	Pairs   [][]pairs.Instance // by axiom; made documents of a generative axiom stand here too
	Triples [][][3]int32       // by axiom; of triple axioms, where they are listed; the sum of query-term counts rises
	Counted [][]int            // by axiom; of triple axioms, where they are not listed: instances by axioms.Step
	// NotViolated and NotScored count, by axiom, what Miner.Only left out.
	NotViolated, NotScored []int
}

// Miner runs axioms over candidates.
type Miner struct {
	Index      index.Reader
	Axioms     []axioms.Axiom
	Among      []int // ask only these, by number; nil for all
	Collection *axioms.Collection
	Pieces     func(doc uint32) int // length in word pieces, for lnc2's variant camara; nil when no axiom asks
	Only       *Violated            // keep only what a model orders wrongly; nil keeps everything
	Part       Part                 // which queries to mine; all without one
	// list what triple axioms find, of which there may be more than candidates to the square; Only needs the list too
	Triples   bool
	Most      int        // candidates a query may have; 0 for any number
	Locate    RowLocator // the place of a row of the candidate run, for errors; nil where that is not known
	Threads   int        // 0 for all cores
	Perturber *Perturber // the copies that a diagnosis asks models about; nil for none
}

// Check refuses axioms whose needs are not met, before any work is done.
func (m *Miner) Check() error {
	for _, a := range m.Axioms {
		needs := a.Spec().Needs
		switch {
		case needs.Positions && m.Index != nil && m.Index.Bare() != nil:
			return BareLacks(a, "the positions of terms")
		case needs.Sentences && m.Index != nil && m.Index.Bare() != nil:
			return BareLacks(a, "the sentences of texts")
		case needs.Vectors && m.Collection.Vectors == nil:
			return errs.BadUsage("give word vectors with --vectors", "axiom %s needs word vectors", a)
		case needs.Similarity && m.Collection.Similarity == nil:
			return errs.BadUsage("give word vectors with --vectors, or another source with --similarity", "axiom %s needs term similarities", a)
		case needs.Pieces && m.Pieces == nil:
			return errs.BadUsage("name a vocabulary", "axiom %s needs lengths in word pieces", a)
		case needs.File:
			if err := m.checkFiles(a); err != nil {
				return err
			}
		}
	}
	return nil
}

// checkFiles refuses an axiom whose files were not read.
func (m *Miner) checkFiles(a axioms.Axiom) error {
	for _, f := range axioms.Files(a) {
		_, run := m.Collection.Runs[f.Name()]
		_, prefs := m.Collection.Preferences[f.Name()]
		if !run && !prefs {
			return errs.BadUsage("name it in gen.axioms", "axiom %s asks the file %s, which was not read", a, f.Path)
		}
	}
	return nil
}

// BareLacks refuses an axiom that needs what a common index file lacks.
func BareLacks(a axioms.Axiom, what string) error {
	return errs.BadUsage("leave it out, or index the documents themselves",
		"axiom %s needs %s, and a common index file (CIFF) holds none", a, what)
}

// Run mines every query and hands what was found to visit, which is called by several workers at once, each with its own
// number below Threads. visit must not keep found.
func (m *Miner) Run(ctx context.Context, queries []Query, st *progress.Stage,
	visit func(worker int, q *Query, place int, found *Found) error) error {
	return m.each(ctx, queries, st, func(w *worker, number int, q *Query, place int) error {
		w.mine(q)
		if m.Only != nil {
			clear(w.found.NotViolated)
			clear(w.found.NotScored)
			m.Only.narrow(m.Axioms, q, place, &w.found)
		}
		return visit(number, q, place, &w.found)
	})
}

// each gives every query to one of the workers.
func (m *Miner) each(ctx context.Context, queries []Query, st *progress.Stage,
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
				if err := m.guarded(do, w, number, &queries[place], place); err != nil {
					return fmt.Errorf("query %s: %w", errs.Brief(queries[place].ID), err)
				}
			}
			st.Add(1)
			return nil
		}
	})
}

// RowLocator finds the place of a document in the candidates of a query of a split.
type RowLocator func(split, query, doc string) (file string, line int)

// checkCandidates refuses a query whose pairs would take for ever.
func (m *Miner) checkCandidates(q *Query) error {
	if m.Most == 0 || len(q.Docs) <= m.Most {
		return nil
	}
	file, line := "", 0
	if m.Locate != nil {
		file, line = m.Locate(q.Split, q.ID, m.Index.DocID(q.Docs[m.Most].Doc))
	}
	return errs.BadInput(file, line, "cut the run with --hits, or raise --max-candidates",
		"query %s: %d candidates, more than max_candidates %d: work grows with their square", errs.Brief(q.ID), len(q.Docs), m.Most)
}

// guarded turns a panic into an error: what fails is one query of many, perhaps on another machine, and the error names it.
func (m *Miner) guarded(do func(w *worker, number int, q *Query, place int) error, w *worker, number int, q *Query, place int) (err error) {
	defer func() {
		cause := recover()
		if damage, ok := cause.(*errs.Error); ok {
			err = damage
		} else if cause != nil {
			err = fmt.Errorf("internal error at %s: %v", panicked(), cause)
		}
	}()
	return do(w, number, q, place)
}

// panicked gives file and line where the panic that is being recovered from began.
func panicked() string {
	callers := make([]uintptr, 64)
	frames := runtime.CallersFrames(callers[:runtime.Callers(2, callers)])
	for below, more := false, true; more; {
		var f runtime.Frame
		f, more = frames.Next()
		switch inRuntime := strings.HasPrefix(f.Function, "runtime."); {
		case inRuntime:
			below = true
		case below:
			return fmt.Sprintf("%s:%d", filepath.Base(f.File), f.Line)
		}
	}
	return "an unknown place"
}

// worker mines one query after the other.
type worker struct {
	*Miner
	numbers []int // of the axioms that are asked
	asked   wanted
	docs    []axioms.Doc
	among   axioms.Candidates // docs
	written readings
	row     []axioms.Verdict
	found   Found
}

func (m *Miner) worker() *worker {
	w := &worker{Miner: m, numbers: m.Among}
	if w.numbers == nil {
		for a := range m.Axioms {
			w.numbers = append(w.numbers, a)
		}
	}
	var asked []axioms.Axiom
	for _, a := range w.numbers {
		asked = append(asked, m.Axioms[a])
	}
	w.asked = wantedBy(asked...)
	w.found.Pairs = make([][]pairs.Instance, len(m.Axioms))
	w.found.Triples = make([][][3]int32, len(m.Axioms))
	w.found.Counted = make([][]int, len(m.Axioms))
	w.found.NotViolated, w.found.NotScored = make([]int, len(m.Axioms)), make([]int, len(m.Axioms))
	return w
}

// read makes docs the query's candidates, and gives the query as the worker's axioms ask it.
func (w *worker) read(q *Query) axioms.Query {
	w.docs = q.docs(w.Index, w.asked, &w.written, w.docs)
	return w.among.Query(q.asked(), w.docs)
}

func (w *worker) mine(q *Query) {
	query := w.read(q)
	for _, a := range w.numbers {
		axiom := w.Axioms[a]
		w.found.Pairs[a] = w.found.Pairs[a][:0]
		w.found.Triples[a] = w.found.Triples[a][:0]
		switch axiom := axiom.(type) {
		case axioms.Preference:
			w.found.Pairs[a] = w.preferences(axiom.Bind(query, w.Collection), w.found.Pairs[a])
		case axioms.Triple:
			judge := axiom.BindTriple(query, w.Collection)
			judge.Load(w.docs)
			if !w.Miner.Triples && w.Only == nil {
				if w.found.Counted[a] == nil {
					w.found.Counted[a] = make([]int, len(axioms.DeltaStarSteps))
				}
				clear(w.found.Counted[a])
				judge.Count(w.found.Counted[a])
				continue
			}
			judge.Each(func(i, j, k int) bool {
				w.found.Triples[a] = append(w.found.Triples[a], [3]int32{int32(i), int32(j), int32(k)})
				return true
			})
		case axioms.Generative:
			w.found.Pairs[a] = w.made(q, axiom, query, w.found.Pairs[a])
		}
	}
}

// preferences lists the pairs on which the judge prefers one candidate, preferred first, by rising first and second place.
func (w *worker) preferences(judge axioms.Judge, out []pairs.Instance) []pairs.Instance {
	judge.Load(w.docs)
	rows, n := axioms.Rows(judge), len(w.docs)
	row := w.rowOf(n)
	for i := range n {
		rows.Row(i, row)
		for j := i + 1; j < n; j++ {
			switch row[j] {
			case axioms.First:
				out = append(out, pairs.Instance{Pos: int32(i), Neg: int32(j)})
			case axioms.Second:
				out = append(out, pairs.Instance{Pos: int32(j), Neg: int32(i)})
			}
		}
	}
	return out
}

// made lists the pairs of each document that the axiom makes and its source. Where the made document is a candidate itself,
// the pair is one of candidates.
func (w *worker) made(q *Query, axiom axioms.Generative, query axioms.Query, out []pairs.Instance) []pairs.Instance {
	own := q.Own()
	place := map[[2]uint32]int32{}
	for i, c := range q.Docs[own:] {
		place[[2]uint32{c.Doc, uint32(c.Made)}] = int32(own + i)
	}
	for i, d := range w.docs[:own] {
		pieces := 0
		if w.Pieces != nil {
			pieces = w.Pieces(q.Docs[i].Doc)
		}
		for _, k := range axiom.Repeats(query, d, pieces) {
			in := pairs.Instance{Pos: int32(i), Neg: int32(i), Made: int32(k)}
			if at, ok := place[[2]uint32{q.Docs[i].Doc, uint32(k)}]; ok {
				in = pairs.Instance{Pos: at, Neg: int32(i)}
			}
			out = append(out, in)
		}
	}
	return out
}
