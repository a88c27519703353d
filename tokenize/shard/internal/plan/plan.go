// Package plan arranges the pairs of a data set for the formats that write them, as rows, tasks,
// groups of a positive and its negatives, and candidates.
package plan

import (
	"encoding/binary"
	"math"
	"strings"

	"github.com/cespare/xxhash/v2"

	"github.com/axiomine/axiomine/internal/errs"
	"github.com/axiomine/axiomine/internal/ui/progress"
	"github.com/axiomine/axiomine/tokenize"
	"github.com/axiomine/axiomine/tokenize/pairs"
)

// Row is a pair with the numbers of its texts in the store.
type Row struct {
	pairs.Pair
	Query, Pos, Neg uint32
	split           int // index in Input.Splits
	number          int // index among the pairs of its split
}

// source holds the pairs of a split.
type source struct {
	*pairs.Table
	queries, docs []uint32 // by the table's numbers of ids: the numbers of the texts in the store
	split         int      // index in Input.Splits
}

// rows returns the pairs as rows.
func (s source) rows() Items[Row] {
	withNumbers := func(pair func(i int) pairs.Pair) func(i int) Row {
		return func(i int) Row {
			query, pos, neg := s.Numbers(i)
			return Row{pair(i), s.queries[query], s.docs[pos], s.docs[neg], s.split, i}
		}
	}
	return Items[Row]{s.Len(), withNumbers(s.Pair), withNumbers(s.Brief)}
}

// splitPlan holds all rows of a split.
type splitPlan struct {
	View[Row]
	spares Items[Row] // pairs that fill groups
	digest uint64     // hash of everything in the rows, the spares and their texts
	tally  tally
}

// Rows counts the pairs of a split by task and axiom.
type Rows struct {
	Split string `json:"split"` // train, dev or test, or a test set
	Task  string `json:"task"`  // the task of the pairs
	Axiom string `json:"axiom"` // empty for judged pairs
	Rows  int    `json:"rows"`  // pairs
}

// Plan is the input of formats. It is complete before the first byte is written and does not change.
type Plan struct {
	In             *Input
	Options        Options
	Store          *Store
	Tokenizer      *TokenizerInfo // nil if no format holds ids
	Sequences      *Sequences     // nil if no format holds ids
	splits         []splitPlan    // the splits with rows
	cutter         *cutter
	Pairwise       []View[Row] // by split: the rows that prefer their first document
	Tasks          []Task      // in the order of their first rows
	Rankings       []OfSplit[Ranking]
	Candidates     []View[Candidate] // by split; nil if Options.Candidates is empty
	CandidateLists []View[Ranking]   // the same candidates by query
	Lists          []View[List]      // by split, for formats that learn from them
	groupViews     map[groupKey][]View[Group]
	Mixture        map[string]int // rows by task
	Rows           []Rows         // rows by split, task and axiom
	Weighted       int            // pairs whose weight or margin is not 1
	Counts         map[string]int // texts and rows that the plan left out or cut
	Notes          map[string]int // texts and rows that formats leave out or repeat
	GroupCounts    []Groups       // counts for formats of groups
	Conflicts      []Conflicts    // counts for formats of scores
	Pointwise      []Pointwise    // counts for pointwise configs and folders
	judged         judgedTexts    // nil before the first use
	unasked        map[string]int // by split: judgements in use of queries without a pair
	leftOut        uint64         // hash of the pairs that leaveContradictions marked
	progress       *progress.Stage
}

// size returns the size of a row's texts in bytes.
func (s *Store) size(r Row) int64 {
	return s.TextSize(r.Query) + s.TextSize(r.Pos) + s.TextSize(r.Neg)
}

// Note adds n to the count of texts or rows that a format cannot write unchanged.
func (p *Plan) Note(text string, n int) {
	if p.Notes == nil {
		p.Notes = map[string]int{}
	}
	countSome(p.Notes, text, n)
}

// countSome adds n to a count, unless n is 0.
func countSome(counts map[string]int, text string, n int) {
	if n > 0 {
		counts[text] += n
	}
}

// Read sets the tally and the digest. By the digest, a resumed run knows whether a finished shard is
// still valid.
func (s *splitPlan) Read(st *Store, threads int, stage *progress.Stage) {
	h := xxhash.New()
	add := func(items Items[Row], stage *progress.Stage) (all tally) {
		sums, tallies := st.digests(items, threads, stage)
		for i, sum := range sums {
			h.Write(binary.LittleEndian.AppendUint64(nil, sum))
			all.merge(tallies[i])
		}
		h.WriteString("\n")
		return all
	}
	s.tally = add(s.Items, stage)
	add(s.spares, nil)
	s.digest = h.Sum64()
}

// digests returns, for each part of the rows, a hash of the rows with their texts, and their tally.
func (s *Store) digests(items Items[Row], threads int, stage *progress.Stage) (sums []uint64, tallies []tally) {
	sums, tallies = make([]uint64, parts(items.N)), make([]tally, parts(items.N))
	eachPart(threads, items.N, func(part, first, end int) {
		var t tally
		var b []byte
		h := xxhash.New()
		for i := first; i < end; i++ {
			r := items.Item(i)
			b = s.appendRow(b[:0], &r)
			h.Write(b)
			t.add(&r)
		}
		sums[part], tallies[part] = h.Sum64(), t
		stage.Add(end - first)
	})
	return sums, tallies
}

// appendRow appends everything in a row, with the hashes of its texts.
func (s *Store) appendRow(b []byte, r *Row) []byte {
	for _, text := range [...]string{r.UID, r.Task, r.Axiom, r.Variant, r.QueryID, r.PosID, r.NegID, string(r.Source)} {
		b = binary.LittleEndian.AppendUint32(b, uint32(len(text)))
		b = append(b, text...)
	}
	for _, x := range [...]*int32{&r.PosLabel, &r.NegLabel, r.Class, r.PosGrade, r.NegGrade, r.PosRank, r.NegRank} {
		b = appendOptional(b, x, func(x int32) uint64 { return uint64(x) })
	}
	for _, x := range [...]*float64{&r.Weight, &r.Margin, r.PosScore, r.NegScore} {
		b = appendOptional(b, x, math.Float64bits)
	}
	for _, text := range [...]uint32{r.Query, r.Pos, r.Neg} {
		b = binary.LittleEndian.AppendUint64(b, s.Info[text].hash)
	}
	return b
}

func appendOptional[T any](b []byte, x *T, bits func(T) uint64) []byte {
	if x == nil {
		return append(b, 0)
	}
	return binary.LittleEndian.AppendUint64(append(b, 1), bits(*x))
}

// TokenizerInfo holds the settings that decide the ids of word pieces.
type TokenizerInfo struct {
	Model          string           `json:"model"`            // WordPiece, BPE or Unigram
	VocabSHA256    string           `json:"vocab_sha256"`     // of the vocabulary: vocab.txt, or tokenizer.json where there is none
	Template       string           `json:"template"`         // of a pair, with type ids
	Options        tokenize.Options `json:"options,omitzero"` // of WordPiece: the switches of BERT's tokenizer
	MaxLength      int              `json:"max_length"`       // word pieces of an input, special tokens included
	MaxQueryLength int              `json:"max_query_length"` // word pieces of a query, special tokens included
}

// CheckTokenizer returns an error for a tokenizer that cannot frame texts for formats with these needs.
func CheckTokenizer(t *tokenize.Tokenizer, o Options, needs Needs) error {
	if needs.IDs == NoIDs {
		return nil
	}
	q, err := newSequences(t, o, nil)
	if err != nil {
		return err
	}
	if needs.BERT && !q.isBERT {
		return errs.BadUsage("use a BERT vocabulary, or leave out bertsum, duobert, tfrecord and tfrecord-eval",
			"formats %s have one made of [CLS] and [SEP], and the vocabulary's template is %s", strings.Join(o.Formats, ", "),
			q.tokenizer.Template)
	}
	return nil
}

// newSequences returns the sequences of the texts in a store. It returns an error for a tokenizer
// whose template cannot frame texts in the lengths of the options.
func newSequences(t *tokenize.Tokenizer, o Options, store *Store) (*Sequences, error) {
	q := &Sequences{store: store, options: o, Types: make([]int8, 2*o.MaxLength)}
	q.tokenizer = &TokenizerInfo{Model: t.Model(), VocabSHA256: t.Vocab().SHA256(), Template: describeTemplate(t), Options: t.Options(),
		MaxLength: o.MaxLength, MaxQueryLength: o.MaxQueryLength}
	for i := o.MaxLength; i < len(q.Types); i++ {
		q.Types[i] = 1
	}
	return q, q.setFrames(t)
}
