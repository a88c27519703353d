package format

import (
	"cmp"
	"maps"
	"math"
	"slices"
	"strconv"
	"strings"
	"sync"
	"unicode"

	"github.com/axiomine/axiomine/tokenize/shard/internal/encoding"
	"github.com/axiomine/axiomine/tokenize/shard/internal/plan"
)

// This file has the formats of the two Duet models, which cut words in the same way: duet (version 2) and duet-2017.

// duetFormat writes the inputs of MS MARCO's notebook of Duet version 2.
var duetFormat = Format{
	Name:  "duet",
	About: "MS MARCO's Duet v2 notebook: text triples, vocabulary, idf, and duet-meta; the Duet of 2017 is duet-2017",
	Use: "Duet.ipynb of MS MARCO: the shards put one behind the other are its triples; word-vocab-small.tsv " +
		"and idfnew.norm.tsv are its tables",
	Needs:  plan.Needs{Flat: true, Weights: true},
	Parts:  duetParts,
	Sets:   []set{textTriples("duet")},
	Beside: []set{textCandidates("duet")},
}

// The numbers of terms that the notebook reads of a query and of a document.
const (
	duetQueryTerms = 20
	duetDocTerms   = 200
)

// duetParts returns the notebook's text triples and its two tables. word-vocab-small.tsv holds the terms with numbers from 1, in the order
// of falling frequency. idfnew.norm.tsv holds the weight of every term. Pairs with a text that has no term are left out.
func duetParts(f Format, p *plan.Plan) []encoding.Part {
	views := duetViews(p, "duet")
	if len(views) == 0 {
		return nil
	}
	terms := sync.OnceValue(func() []*duetTerm { return duetTermsOf(p, views) })
	return append(f.Sets[0].pairParts(p, f, "duet", views),
		auxiliaryLines("duet/word-vocab-small.tsv", func(write func(string)) {
			for i, t := range terms() {
				write(t.term + "\t" + strconv.Itoa(i+1))
			}
		}),
		auxiliaryLines("duet/idfnew.norm.tsv", func(write func(string)) {
			for _, t := range terms() {
				write(t.term + "\t" + strconv.FormatFloat(t.idf, 'g', 6, 64))
			}
		}))
}

// duetViews returns the pairs whose three texts each have a term, by split. It counts the pairs left out.
func duetViews(p *plan.Plan, format string) []plan.View[plan.Row] {
	noTerms := map[uint32]bool{}
	eachText(p, p.Pairwise, nil, func(t plan.Text, text string, _ bool) {
		if !hasDuetTerm(text) {
			noTerms[t.Number] = true
		}
	})
	views := p.Views(func(r plan.Row) bool {
		return r.Class == nil && !noTerms[r.Query] && !noTerms[r.Pos] && !noTerms[r.Neg]
	})
	p.Note("pairs with a text without Duet's terms left out of "+format, plan.ItemsOf(p.Pairwise)-plan.ItemsOf(views))
	return views
}

// duetTerm is a term with its counts.
type duetTerm struct {
	term  string
	texts int // number of queries and documents that have it
	docs  int // number of documents that have it
	idf   float64
}

// duetTermsOf returns the terms of the rows' and the candidates' texts. It reads each text once, up to the notebook's limit. A term in df
// of N documents has the weight ln((N + 1) / (df + 1)) / ln(N + 1): 1 for a term that is in no document, 0 for a term that is in all.
func duetTermsOf(p *plan.Plan, views []plan.View[plan.Row]) []*duetTerm {
	terms, n := map[string]*duetTerm{}, 0.0
	eachText(p, views, p.Candidates, func(_ plan.Text, text string, isDoc bool) {
		limit, docs := duetQueryTerms, 0
		if isDoc {
			limit, docs = duetDocTerms, 1
		}
		n += float64(docs)
		isCounted := map[string]bool{}
		eachDuetTerm(text, func(term []byte) bool {
			limit--
			if !isCounted[string(term)] {
				t := terms[string(term)]
				if t == nil {
					t = &duetTerm{term: string(term)}
					terms[t.term] = t
				}
				isCounted[t.term] = true
				t.texts++
				t.docs += docs
			}
			return limit > 0
		})
	})
	for _, t := range terms {
		t.idf = math.Log((n+1)/float64(t.docs+1)) / math.Log(n+1)
	}
	return slices.SortedFunc(maps.Values(terms), func(a, b *duetTerm) int {
		return cmp.Or(cmp.Compare(b.texts, a.texts), cmp.Compare(a.term, b.term))
	})
}

// eachText calls visit once with each query, and then once with each document, of rows and candidates.
func eachText(p *plan.Plan, rows []plan.View[plan.Row], candidates []plan.View[plan.Candidate],
	visit func(t plan.Text, text string, isDoc bool)) {
	queries, documents := plan.ListTexts(p.Store, rows, candidates)
	for _, t := range queries {
		visit(t, p.In.QueryText(t.ID), false)
	}
	for _, t := range documents {
		visit(t, p.DocText(t), true)
	}
}

// eachDuetTerm calls visit with the terms of a text until visit returns false. It cuts as the notebook does:
// re.sub(r"[^a-z0-9\s]+", " ", text.lower()).split(). Two letters outside ASCII have an ASCII letter in lower case: the Kelvin sign, and I
// with a dot, whose dot ends the term.
func eachDuetTerm(text string, visit func(term []byte) bool) {
	var term []byte
	for _, r := range text {
		switch {
		case r == 'İ':
			term, r = append(term, 'i'), ' '
		case 'A' <= r && r <= 'Z', r == '\u212a':
			r = unicode.ToLower(r)
		}
		if 'a' <= r && r <= 'z' || '0' <= r && r <= '9' {
			term = append(term, byte(r))
			continue
		}
		if len(term) > 0 && !visit(term) {
			return
		}
		term = term[:0]
	}
	if len(term) > 0 {
		visit(term)
	}
}

// hasDuetTerm reports whether eachDuetTerm finds any term.
func hasDuetTerm(text string) (has bool) {
	eachDuetTerm(text, func([]byte) bool { has = true; return false })
	return has
}

// duet2017Format writes the inputs of the Duet of 2017.
var duet2017Format = Format{
	Name: "duet-2017",
	About: "the Duet of 2017 (Mitra, Diaz, Craswell): text triples and n-graphs for its CNTK reader, and the same as numbers: " +
		"n-graphs of the words and cells of the 10 x 1,000 match matrix",
	Use: "the CNTK reader takes the shards put one behind the other and ngraphs.txt; " +
		"without it, duet-2017-inputs and words.txt have what it computes",
	Needs:   plan.Needs{Flat: true, Weights: true},
	Parts:   duet2017Parts,
	Sets:    []set{textTriples("duet-2017")},
	Beside:  []set{textCandidates("duet-2017")},
	Folders: []encoding.Folder{{Name: "duet-2017-inputs", As: duetInputLines}},
	files: []Files{{Paths: "`duet-2017-inputs/SPLIT-*.jsonl`",
		Row: "uid, query, positive, negative, positive_matches, negative_matches"}},
}

// The sizes of the Duet of 2017.
const (
	duet2017QueryWords = 10   // the number of words of a query that it reads
	duet2017DocWords   = 1000 // the number of words of a document that it reads
	duet2017NGraphs    = 2000 // the number of n-graphs in its table
	duet2017Longest    = 5    // the number of characters of the longest n-graph
)

// duetInput is a pair as numbers, in the shapes of the Duet of 2017. The number of a word is its line in words.txt, from 1. Matches are
// cells of the match matrix: those in which query and document have the same word. The cell of the word i of the query and the word j of
// the document, both from 0, has the number 1000 i + j.
type duetInput struct {
	UID             string  `json:"uid"`
	Query           []int32 `json:"query"`
	Positive        []int32 `json:"positive"`
	Negative        []int32 `json:"negative"`
	PositiveMatches []int32 `json:"positive_matches"`
	NegativeMatches []int32 `json:"negative_matches"`
}

// duetInputLines is the encoding of the inputs.
var duetInputLines = encoding.LineFiles{Ending: "jsonl", Object: true}

// matchCells returns the numbers of the cells in which query and document have the same word, in rising order.
func matchCells(query, doc []int32) []int32 {
	cells := []int32{}
	for i, q := range query {
		for j, d := range doc {
			if q == d {
				cells = append(cells, int32(i*duet2017DocWords+j))
			}
		}
	}
	return cells
}

// duet2017Parts returns the triples, the table of n-graphs and the inputs as numbers. Words are the terms of eachDuetTerm. ngraphs.txt has
// the 2,000 most frequent n-graphs with numbers from 1. words.txt has a line for each word: the word, and the numbers of its n-graphs in
// the order of their occurrences.
func duet2017Parts(f Format, p *plan.Plan) []encoding.Part {
	views := duetViews(p, "duet-2017")
	if len(views) == 0 {
		return nil
	}
	words := sync.OnceValue(func() *duetWords { return countDuetWords(p, views) })
	inputs := encoding.Lines[plan.Row]{Folder: "duet-2017-inputs", Ending: duetInputLines.Ending, Append: func(r plan.Row, line []byte) ([]byte, error) {
		query, pos, neg := p.TextsOf(r)
		in := duetInput{UID: r.UID, Query: words().numbersOf(query, duet2017QueryWords), Positive: words().numbersOf(pos, duet2017DocWords),
			Negative: words().numbersOf(neg, duet2017DocWords)}
		in.PositiveMatches, in.NegativeMatches = matchCells(in.Query, in.Positive), matchCells(in.Query, in.Negative)
		return encoding.AppendJSON(line, &in)
	}}
	return slices.Concat(f.Sets[0].pairParts(p, f, "duet-2017", views), inputs.Parts(views), []encoding.Part{
		auxiliaryLines("duet-2017/ngraphs.txt", func(write func(string)) {
			for i, graph := range words().graphs {
				write(graph + "\t" + strconv.Itoa(i+1))
			}
		}),
		auxiliaryLines("duet-2017/words.txt", func(write func(string)) {
			for _, word := range words().list {
				write(word + "\t" + words().graphsOf(word))
			}
		})})
}

// duetWords are the words of a data set and its most frequent n-graphs.
type duetWords struct {
	list    []string         // the words; list[i] has the number i+1
	numbers map[string]int32 // the number of each word
	graphs  []string         // the n-graphs; graphs[i] has the number i+1
	ranks   map[string]int   // the number of each n-graph
}

// countDuetWords returns the words of the rows' and the candidates' texts. It reads each text once, up to the model's limit. Words and
// n-graphs are sorted by falling count, and those with the same count by bytes.
func countDuetWords(p *plan.Plan, views []plan.View[plan.Row]) *duetWords {
	counts := map[string]int{}
	eachText(p, views, p.Candidates, func(_ plan.Text, text string, isDoc bool) {
		limit := duet2017QueryWords
		if isDoc {
			limit = duet2017DocWords
		}
		eachDuetTerm(text, func(term []byte) bool {
			counts[string(term)]++
			limit--
			return limit > 0
		})
	})
	words := &duetWords{list: byCount(counts), numbers: map[string]int32{}, ranks: map[string]int{}}
	graphs := map[string]int{}
	for i, word := range words.list {
		words.numbers[word] = int32(i + 1)
		eachNGraph(word, func(graph string) { graphs[graph] += counts[word] })
	}
	words.graphs = byCount(graphs)
	words.graphs = words.graphs[:min(len(words.graphs), duet2017NGraphs)]
	for i, graph := range words.graphs {
		words.ranks[graph] = i + 1
	}
	return words
}

// byCount returns the names, sorted by falling count and, for equal counts, by bytes.
func byCount(counts map[string]int) []string {
	return slices.SortedFunc(maps.Keys(counts), func(a, b string) int { return cmp.Or(cmp.Compare(counts[b], counts[a]), cmp.Compare(a, b)) })
}

// numbersOf returns the numbers of a text's first words.
func (w *duetWords) numbersOf(text string, limit int) (numbers []int32) {
	eachDuetTerm(text, func(term []byte) bool {
		numbers = append(numbers, w.numbers[string(term)])
		return len(numbers) < limit
	})
	return numbers
}

// graphsOf returns the numbers of a word's n-graphs, with spaces between them.
func (w *duetWords) graphsOf(word string) string {
	var numbers []string
	eachNGraph(word, func(graph string) {
		if rank := w.ranks[graph]; rank > 0 {
			numbers = append(numbers, strconv.Itoa(rank))
		}
	})
	return strings.Join(numbers, " ")
}

// eachNGraph calls visit with the n-graphs of 1 to 5 characters of "#" + word + "#", sorted by their start and then by length.
func eachNGraph(word string, visit func(graph string)) {
	marked := "#" + word + "#"
	for i := range marked {
		for n := 1; n <= duet2017Longest && i+n <= len(marked); n++ {
			visit(marked[i : i+n])
		}
	}
}
