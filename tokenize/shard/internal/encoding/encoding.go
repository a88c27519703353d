// Package encoding writes the three kinds of files of the formats (lines of text, tables of Parquet
// and TFRecord) from a plan. It also reads them back to show their rows.
package encoding

import (
	"context"
	"fmt"
	"io"
	"strings"

	"github.com/axiomine/axiomine/internal/lists"
	"github.com/axiomine/axiomine/tokenize"
)

// Encoding reads a kind of files.
type Encoding interface {
	// Extension returns the extension of the files, without the dot.
	Extension() string
	// IsWhole reports whether one file holds a whole split of a task. If not, a split is divided into shards.
	IsWhole() bool
	// Read reads the file at the path full and adds the content of its rows to in.
	Read(ctx context.Context, full string, in *Reading) error
}

// Folder is the encoding of a folder's files. The Folder without a name is for all other folders.
type Folder struct {
	Name string
	As   Encoding
}

// Part is one file of a format. Parts are written in any order and by several goroutines, so Write must depend on the plan alone.
type Part struct {
	Path  string     // path below the output's prefix, with slashes
	Split string     // the split of its rows; "" for all splits
	Rows  int        // number of rows
	Table *TableInfo // the Hugging Face config of the file; nil in other formats
	// IsAuxiliary marks a file that belongs to the data but holds no rows, such as a vocabulary.
	IsAuxiliary bool
	Write       func(ctx context.Context, w io.Writer, progress func(rows int)) error

	Format string // name of the format; shard.Write sets it
	// Memory returns the size in bytes of a written file's rows in the loader's memory; nil for a file that the card does not list.
	Memory func(full string) (int64, error)
}

// Reading collects the content of the rows of a folder's files.
type Reading struct {
	vocab   *tokenize.Vocab        // nil if no file holds ids
	want    int                    // number of rows to show
	Split   string                 // split of the file being read
	Columns []string               // columns of Rows, in order
	Rows    []map[string]any       // the rows to show
	Lengths map[string]map[int]int // by column and length: the number of sequences
	// Contents are hashes of the content of rows, by split: 8 bytes a row.
	Contents map[string][]uint64
	Axioms   map[string]map[string]int // by split and axiom: the number of rows; empty if rows name no axiom
}

// NewReading returns a Reading that keeps the first want rows.
func NewReading(vocab *tokenize.Vocab, want int) *Reading {
	return &Reading{vocab: vocab, want: want, Rows: []map[string]any{}, Lengths: map[string]map[int]int{}, Contents: map[string][]uint64{},
		Axioms: map[string]map[string]int{}}
}

// namesOfRows are the members and columns that identify a row. They do not belong to its content.
var namesOfRows = []string{"uid", "uids"}

// addLength counts a sequence of n ids in a column.
func (in *Reading) addLength(column string, n int) {
	if in.Lengths[column] == nil {
		in.Lengths[column] = map[int]int{}
	}
	in.Lengths[column][n]++
}

// addAxiom counts a row of an axiom.
func (in *Reading) addAxiom(name string) {
	if in.Axioms[in.Split] == nil {
		in.Axioms[in.Split] = map[string]int{}
	}
	in.Axioms[in.Split][name]++
}

// pieces returns the pieces of ids in the vocabulary, with spaces between them. Without a vocabulary it returns the ids.
func (in *Reading) pieces(ids []int64) string {
	if in.vocab == nil {
		return fmt.Sprint(ids)
	}
	return strings.Join(lists.Map(ids, func(id int64) string { return in.vocab.Piece(int32(id)) }), " ")
}
