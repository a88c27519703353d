// Package plan arranges the pairs of a data set for the formats that write them, as rows, tasks,
// groups of a positive and its negatives, and candidates.
package plan

import (
	"github.com/axiomine/axiomine/internal/ui/progress"
	"github.com/axiomine/axiomine/tokenize/pairs"
)

// Row is a pair with its texts, each by its number in the Store.
type Row struct {
	pairs.Pair
	rowNumbers
}

// rowNumbers has the numbers of a pair: those of its texts, and its own. As for groupRows, the type shortens names in the program.
type rowNumbers struct {
	Query, Pos, Neg uint32
	split           int // the index of the pair's split in Input.Splits
	number          int // the index of the pair in its split
}

// source holds the pairs of a split.
type source struct {
	*pairs.Table
	queries, docs func(id uint32) uint32 // return the number in the Store of the text of an id, by the table's number of the id
	split         int                    // the index of the split in Input.Splits
}

// rows returns the pairs as rows.
func (s source) rows() Items[Row] {
	withNumbers := func(pair func(i int) pairs.Pair) func(i int) Row {
		return func(i int) Row {
			query, pos, neg := s.Numbers(i)
			return Row{pair(i), rowNumbers{s.queries(query), s.docs(pos), s.docs(neg), s.split, i}}
		}
	}
	return Items[Row]{s.Len(), withNumbers(s.Pair), withNumbers(s.Brief)}
}

// splitPlan holds all rows of a split, of every task.
type splitPlan struct {
	View[Row]
	spares Items[Row] // the pairs that only fill groups (Split.Spares)
	digest uint64     // a hash of the rows, the spares and their texts
	tally  tally      // numbers of rows by task and axiom
}

// Plan holds all that formats write their files from. It is complete before the first byte is written. Formats only add counts to it.
type Plan struct {
	In             *Input
	Options        Options
	Store          *Store
	Tokenizer      *TokenizerInfo             // nil if no format holds ids
	Sequences      *Sequences                 // nil if no format holds ids
	splits         []splitPlan                // the splits with rows
	cutter         *cutter                    // divides rows and groups into shards
	Pairwise       []View[Row]                // the rows of all pairwise tasks, by split
	Tasks          []Task                     // the tasks, in the order of their first rows
	Rankings       []OfSplit[Ranking]         // the candidates to score, by split
	Candidates     []View[Candidate]          // the same candidates one by one, by split; nil if Options.Candidates is empty
	CandidateLists []View[Ranking]            // the same candidates as lists, one for each query
	Lists          []View[List]               // the lists for learning to rank, by split
	groupViews     map[groupKey][]View[Group] // caches the results of Groups
	Mixture        map[string]int             // number of rows by task
	Rows           []Rows                     // number of rows by split, task and axiom
	Weighted       int                        // number of pairs whose weight or margin is not 1
	Counts         map[string]int             // number of texts and rows that the plan left out or cut, by reason
	Notes          map[string]int             // number of texts and rows that formats leave out or repeat, by reason
	GroupCounts    []Groups                   // the counts of formats of groups
	Conflicts      []Conflicts                // the counts of formats of scores
	Pointwise      []Pointwise                // the counts of pointwise configs and folders
	judged         judgedTexts                // caches the result of judgedTexts
	unasked        map[string]int             // counts, by split, the judgements in use whose query is in no pair
	leftOut        uint64                     // a hash of the pairs that leaveContradictions left out
	progress       *progress.Stage
}

// size returns the size of a row's texts in bytes.
func (s *Store) size(r Row) int64 {
	return s.TextSize(r.Query) + s.TextSize(r.Pos) + s.TextSize(r.Neg)
}

// Note adds n to the count of texts or rows that a format cannot write unchanged.
func (p *Plan) Note(text string, n int) { countSome(p.Notes, text, n) }

// countSome adds n to a count, unless n is 0.
func countSome(counts map[string]int, text string, n int) {
	if n > 0 {
		counts[text] += n
	}
}
