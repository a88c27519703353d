package similarity

import (
	"cmp"
	"context"
	"io"
	"math"
	"slices"
	"strings"

	"github.com/axiomine/axiomine/axioms"
	"github.com/axiomine/axiomine/internal/errs"
	"github.com/axiomine/axiomine/internal/numeral"
	"github.com/axiomine/axiomine/internal/safefile"
	"github.com/axiomine/axiomine/internal/ui/terminal"
)

// WordPairs is a table of similarities of words. A file has lines "WORD TAB WORD TAB SIMILARITY" in UTF-8, without a header. The order of
// the lines and of the two words does not matter. Empty lines are skipped.
type WordPairs struct {
	ids  map[string]int32 // the id of each word
	rows []wordPair
}

// wordPair is a row of the table.
type wordPair struct {
	a, b int32 // ids of words
	sim  float64
}

// pairsHint describes the lines of a table.
const pairsHint = "a line is WORD TAB WORD TAB SIMILARITY"

// ReadPairs reads a table, plain or compressed with gzip or zstd.
func ReadPairs(ctx context.Context, path string) (*WordPairs, error) {
	f, err := safefile.Open(path)
	if err != nil {
		return nil, errs.CannotOpen(path, err)
	}
	defer f.Close()
	return readPairs(ctx, f, path)
}

func readPairs(ctx context.Context, src io.Reader, name string) (*WordPairs, error) {
	in, err := safefile.Unpacked(name, src, nil)
	if err != nil {
		return nil, &errs.Error{Kind: errs.Input, File: name, Problem: "cannot decompress", Err: err}
	}
	defer in.Close()
	w := &WordPairs{ids: map[string]int32{}}
	err = eachLine(ctx, in.Reader, name, pairsHint, func(line int, raw []byte) error {
		text := string(raw)
		if line == 1 {
			text = strings.TrimPrefix(text, "\ufeff")
		}
		if text == "" {
			return nil
		}
		fields := strings.Split(text, "\t")
		if len(fields) != 3 || fields[0] == "" || fields[1] == "" {
			return errs.BadInput(name, line, pairsHint, "%s, not two words and a number", terminal.Plural(len(fields), "field", "fields"))
		}
		sim, err := numeral.Parse(strings.TrimSpace(fields[2]))
		if err != nil || math.IsNaN(sim) || math.IsInf(sim, 0) {
			return errs.BadInput(name, line, "a similarity is a finite number", "bad number %.40q", fields[2])
		}
		w.rows = append(w.rows, wordPair{w.id(fields[0]), w.id(fields[1]), sim})
		return nil
	})
	if err == nil && len(w.rows) == 0 {
		err = errs.BadInput(name, 0, pairsHint, "no rows: it is empty")
	}
	return w, err
}

// id returns the id of a word, which it adds if it is new.
func (w *WordPairs) id(word string) int32 {
	id, ok := w.ids[word]
	if !ok {
		id = int32(len(w.ids))
		w.ids[strings.Clone(word)] = id // a copy does not keep the line in memory
	}
	return id
}

// PairsReport has the number of rows of a table by their use.
type PairsReport struct {
	Rows     int
	Pairs    int // number of pairs of terms in the TermPairs
	Unknown  int // number of rows left out because a word is not in the collection
	OneTerm  int // number of rows left out because the two words are forms of one term
	Repeated int // number of rows left out because another row of the same terms has a higher similarity
}

// TermPairs is a table of similarities by term id. Several goroutines may use it.
type TermPairs struct {
	begin []int32   // place of the pairs of each term a: begin[a] to begin[a+1]
	other []uint32  // the second term of each pair, whose id is not smaller than the first term's
	sim   []float64 // the similarity of each pair
}

var _ axioms.Similarity = (*TermPairs)(nil)

// Bind returns the similarities of the lexicon's terms. The words of w are surface forms of terms or, in mode Stems, terms.
func (w *WordPairs) Bind(lexicon Lexicon, mode Mode) (*TermPairs, PairsReport) {
	const absent = -1
	terms := slices.Repeat([]int64{absent}, len(w.ids))
	visitWords(lexicon, mode, func(word string, term uint32) {
		if id, ok := w.ids[word]; ok {
			terms[id] = int64(term)
		}
	})
	type pair struct {
		a, b uint32
		sim  float64
	}
	report := PairsReport{Rows: len(w.rows)}
	var list []pair
	for _, row := range w.rows {
		a, b := terms[row.a], terms[row.b]
		switch {
		case a == absent || b == absent:
			report.Unknown++
		case a == b && row.a != row.b:
			report.OneTerm++
		default:
			list = append(list, pair{uint32(min(a, b)), uint32(max(a, b)), row.sim})
		}
	}
	slices.SortFunc(list, func(x, y pair) int {
		return cmp.Or(cmp.Compare(x.a, y.a), cmp.Compare(x.b, y.b), cmp.Compare(y.sim, x.sim))
	})
	t := &TermPairs{begin: make([]int32, lexicon.NumTerms()+1)}
	for i, p := range list {
		if i > 0 && p.a == list[i-1].a && p.b == list[i-1].b {
			if p.sim != t.sim[len(t.sim)-1] {
				report.Repeated++
			}
			continue
		}
		t.other, t.sim = append(t.other, p.b), append(t.sim, p.sim)
		t.begin[p.a+1] = int32(len(t.sim))
	}
	for i := 1; i < len(t.begin); i++ {
		t.begin[i] = max(t.begin[i], t.begin[i-1])
	}
	report.Pairs = len(t.sim)
	return t, report
}

// Sim returns the table's similarity of two terms. For a pair that is not in the table it returns 1 if both terms are the same, and 0 if
// not. ok is always true, so that pairs of similarity 0 count in sums and means, as with WordNet.
func (t *TermPairs) Sim(a, b uint32) (sim float64, ok bool) {
	a, b = min(a, b), max(a, b)
	if int(b) < len(t.begin)-1 {
		begin, end := t.begin[a], t.begin[a+1]
		if offset, exists := slices.BinarySearch(t.other[begin:end], b); exists {
			return t.sim[int(begin)+offset], true
		}
	}
	if a == b {
		return 1, true
	}
	return 0, true
}
