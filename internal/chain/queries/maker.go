package queries

import (
	"context"
	"encoding/binary"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"

	"github.com/axiomine/axiomine/axioms/weighting"
	"github.com/axiomine/axiomine/gen/analysis"
	"github.com/axiomine/axiomine/gen/corpus"
	"github.com/axiomine/axiomine/gen/index"
	"github.com/axiomine/axiomine/gen/retrieve"
	"github.com/axiomine/axiomine/internal/parallel"
	"github.com/axiomine/axiomine/internal/ui/progress"
	"github.com/cespare/xxhash/v2"
)

// Options say what queries are made.
type Options struct {
	Methods []Method       // each document is given to one of them
	Written []corpus.Query // the queries of a file, instead: texts with their documents
	Number  int            // of queries
	Words   float64        // the mean length, where a method asks for one
	MaxRank int            // the document is among so many that BM25 finds first; 0: wherever
	Seed    uint64

	MaxTerms int // distinct terms of a query; 0: any number
	Threads  int // 0 for all cores
}

// Query is a query with the document that it was made of.
type Query struct{ ID, Text, Document, Method string }

// MadeQueries are queries in the order in which they were made, and the account of them.
type MadeQueries struct {
	Queries []Query
	Account Account
}

// BM25 that finds documents of queries again: its parameters are those of Anserini, whatever the candidates are found by.
var found = weighting.BM25{K1: 0.9, B: 0.4}

// Bounds of the work: documents between two looks at what was made, and how often every document may have its turn.
const (
	batch      = 1024
	mostRounds = 50
)

// Make makes queries of documents: of each in a random order, then of each again, until there are enough or a round gives no more. given
// are the queries that the collection has. What is made depends on the index, given and o, not on o.Threads.
func Make(ctx context.Context, x index.Reader, topics []corpus.Query, o Options, st *progress.Stage) (*MadeQueries, error) {
	m := newMaker(x, topics, o)
	if slices.ContainsFunc(o.Methods, func(m Method) bool { return m.pairs }) {
		var err error
		if m.following, err = countFollowing(ctx, x, len(m.workers)); err != nil {
			return nil, err
		}
	}
	st.Total(o.Number)
	rounds, size, turnOf := mostRounds, x.NumDocs(), m.turn
	if o.Written != nil {
		rounds, size, turnOf = 1, len(o.Written), m.fileTurns()
	}
	for round := 0; round < rounds && len(m.made.Queries) < o.Number; round++ {
		numBefore := len(m.made.Queries)
		order := rand.New(rand.NewPCG(o.Seed, uint64(round))).Perm(size)
		for begin := 0; begin < len(order) && len(m.made.Queries) < o.Number; begin += batch {
			var turns []turn
			for place := begin; place < min(begin+batch, len(order)); place++ {
				turns = append(turns, turnOf(order[place], place, round))
			}
			if err := m.propose(ctx, turns); err != nil {
				return nil, err
			}
			m.accept(turns, st)
		}
		if len(m.made.Queries) == numBefore {
			break
		}
	}
	return m.result(), nil
}

// turn is a document's turn to give a query.
type turn struct {
	document uint32
	method   *Method
	number   int // of the document's queries by the method, from 1
	text     string
	terms    []uint32
	left     string // the reason for which there is none; empty where there is one
}

// turn returns a document's turn in a round: at each place of the order another method.
func (m *maker) turn(document, place, round int) turn {
	return turn{document: uint32(document), method: &m.Methods[(place+round)%len(m.Methods)], number: round + 1}
}

// maker makes queries turn by turn.
type maker struct {
	Options
	x         index.Reader
	retriever *retrieve.Retriever
	ids       map[string]bool
	given     *alike
	similar   *alike
	documents map[string]bool
	following *following // nil where no method asks
	workers   []*worker
	made      MadeQueries
}

func newMaker(x index.Reader, topics []corpus.Query, o Options) *maker {
	m := &maker{Options: o, x: x, retriever: retrieve.New(x, found), ids: map[string]bool{},
		given: newAlike(x), similar: newAlike(x), documents: map[string]bool{}}
	m.made.Account = Account{Asked: o.Number, Left: map[string]int{}, Methods: map[string]int{}}
	read := index.AnalyseQueries(x)
	for _, q := range topics {
		m.ids[q.ID] = true
		if terms := read(q.Text); len(terms) > 0 {
			m.given.add(m.given.set(terms))
		}
	}
	for range parallel.Threads(o.Threads) {
		m.workers = append(m.workers, m.worker())
	}
	return m
}

// propose lets every turn's method make a query, turns in parallel.
func (m *maker) propose(ctx context.Context, turns []turn) error {
	return parallel.Each(ctx, len(m.workers), len(turns), func(worker int) func(int) error {
		return func(i int) error {
			m.workers[worker].take(&turns[i])
			return nil
		}
	})
}

// accept keeps what is unlike all others, in the order of the turns.
func (m *maker) accept(turns []turn, st *progress.Stage) {
	account := &m.made.Account
	for i := range turns {
		if len(m.made.Queries) == m.Number {
			return
		}
		t := &turns[i]
		account.Tried++
		if t.left == Unknown {
			account.Left[t.left]++
			continue
		}
		doc := strings.Clone(m.x.DocID(t.document)) // queries outlive the index
		id := fmt.Sprintf("made-%s-%d-%s-%08x", t.method.Name, t.number, doc, uint32(xxhash.Sum64String(t.text)))
		if t.left == "" {
			t.left = m.noteUnlessSimilar(id, t.terms)
		}
		if t.left != "" {
			account.Left[t.left]++
			continue
		}
		m.made.Queries = append(m.made.Queries, Query{id, t.text, doc, t.method.Name})
		m.documents[doc] = true
		account.Methods[t.method.Name]++
		st.Add(1)
	}
}

// noteUnlessSimilar takes note of a query's terms where no other one is nearly the same; else it gives the reason.
func (m *maker) noteUnlessSimilar(id string, terms []uint32) string {
	set := m.similar.set(terms)
	switch {
	case m.given.has(set):
		return LikeGiven
	case m.similar.has(set):
		return LikeMade
	case m.ids[id]:
		return SameID
	}
	m.similar.add(set)
	return ""
}

func (m *maker) result() *MadeQueries {
	m.made.Account.Made, m.made.Account.Documents = len(m.made.Queries), len(m.documents)
	return &m.made
}

// worker makes queries in one goroutine.
type worker struct {
	*maker
	reader   reader
	searcher *retrieve.Searcher
}

func (m *maker) worker() *worker {
	return &worker{m, reader{m.x, map[string]uint32{}}, m.retriever.Searcher()}
}

// take makes a turn's query where it has none yet, or says why there is none.
func (w *worker) take(t *turn) {
	if t.left != "" {
		return
	}
	if t.method.make != nil {
		t.text = strings.Clone(t.method.make(w.documentOf(t)))
	}
	t.terms = index.AnalyseQuery(w.x, t.text)
	switch {
	case len(t.terms) == 0:
		t.left = NoWords
	case w.MaxTerms > 0 && len(t.terms) > w.MaxTerms && analysis.Distinct(t.terms) > w.MaxTerms:
		t.left = TooLong
	case !w.isInOthers(t.terms):
		t.left = Alone
	case w.MaxRank > 0 && !w.finds(t):
		t.left = NotFound
	}
}

// documentOf returns what a method sees. Its chance hangs on the seed, the document's id and the turn's number.
func (w *worker) documentOf(t *turn) *document {
	seed := binary.LittleEndian.AppendUint64([]byte(w.x.DocID(t.document)), w.Seed)
	return &document{text: w.reader.read(t.document), x: w.x, number: t.document, words: w.Words, searcher: w.searcher,
		following: w.following, rng: rand.New(rand.NewPCG(xxhash.Sum64(seed), uint64(t.number)))}
}

// isInOthers reports whether another document holds one of the terms.
func (w *worker) isInOthers(terms []uint32) bool {
	return slices.ContainsFunc(terms, func(t uint32) bool { return w.x.DocFreq(t) > 1 })
}

// finds reports whether the query finds its document.
func (w *worker) finds(t *turn) bool {
	return slices.ContainsFunc(w.searcher.Search(t.terms, w.MaxRank), func(h retrieve.Hit) bool { return h.Doc == t.document })
}
