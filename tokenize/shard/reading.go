package shard

import (
	"fmt"
	"strings"

	"github.com/axiomine/axiomine/tokenize"
)

// reading takes in what the rows of a folder's files say.
type reading struct {
	vocab   *tokenize.Vocab // nil where no file holds ids
	want    int             // rows to be shown
	split   string          // of the file that is read
	columns []string        // of rows, in order
	rows    []map[string]any
	lengths map[string]map[int]int // by column: how many sequences have a length
	// contents are hashes of what rows say, by split: 8 bytes a row.
	contents map[string][]uint64
	// answers are hashes of what rows with a label say apart from it, and of the label, by split: 16 bytes a row.
	answers map[string][]answer
	axioms  map[string]map[string]int // by split: rows by axiom, where rows name theirs
}

func newReading(vocab *tokenize.Vocab, want int) *reading {
	return &reading{vocab: vocab, want: want, rows: []map[string]any{}, lengths: map[string]map[int]int{}, contents: map[string][]uint64{},
		answers: map[string][]answer{}, axioms: map[string]map[string]int{}}
}

// answer is an input with a label.
type answer struct{ input, label uint64 }

// namesOfRows are the members of an object, and the columns of a table, that name a row and say nothing.
var namesOfRows = []string{"uid", "uids"}

// beyondInput are the members, and the columns, that are not what a label is for.
var beyondInput = []string{"label", "weight", "margin"}

// length counts a sequence of a column.
func (in *reading) length(column string, n int) {
	if in.lengths[column] == nil {
		in.lengths[column] = map[int]int{}
	}
	in.lengths[column][n]++
}

// content takes in what a row says.
func (in *reading) content(hash uint64) { in.contents[in.split] = append(in.contents[in.split], hash) }

// answer takes in a labelled row.
func (in *reading) answer(input, label uint64) {
	in.answers[in.split] = append(in.answers[in.split], answer{input, label})
}

// axiom counts a row of an axiom.
func (in *reading) axiom(name string) {
	if in.axioms[in.split] == nil {
		in.axioms[in.split] = map[string]int{}
	}
	in.axioms[in.split][name]++
}

// pieces shows ids as the vocabulary has them.
func (in *reading) pieces(ids []int64) string {
	if in.vocab == nil {
		return fmt.Sprint(ids)
	}
	pieces := make([]string, len(ids))
	for i, id := range ids {
		pieces[i] = in.vocab.Piece(int32(id))
	}
	return strings.Join(pieces, " ")
}
