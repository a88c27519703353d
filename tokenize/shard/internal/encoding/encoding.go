// Package encoding holds the kinds of files of the formats: lines of text, tables of Parquet and
// TFRecord. Each is written from a plan, and read back to be shown.
package encoding

import (
	"context"
	"fmt"
	"io"
	"strings"

	"github.com/axiomine/axiomine/tokenize"
)

// Encoding is how a format's files store their rows, and how the files are read back.
type Encoding interface {
	// Extension returns the extension of the files, without the dot.
	Extension() string
	// IsWhole reports whether a file holds all of a task's split. Else a split has shards.
	IsWhole() bool
	// Read adds the content of the rows to in.
	Read(ctx context.Context, full string, in *Reading) error
}

// Folder is the encoding of a folder's files. An empty name is every other folder.
type Folder struct {
	Name string
	As   Encoding
}

// Part is one file of a format. Parts are written in any order and by several goroutines, so Write
// must depend on the plan alone.
type Part struct {
	Path  string // below the output's prefix, with slashes
	Split string // whose rows it holds; "" for all
	Rows  int
	Table *TableInfo // the Hugging Face config the file belongs to; nil in other formats
	// IsAuxiliary marks a file that is no data but belongs to it: a vocabulary, the definition of tasks.
	IsAuxiliary bool
	Write       func(ctx context.Context, w io.Writer, progress func(rows int)) error

	Format string // by name; Write fills it
	// Memory reads from a written file what its rows take in the loader's memory; nil where no card
	// lists it.
	Memory func(full string) (int64, error)
}

// Reading collects the content of the rows of a folder's files.
type Reading struct {
	vocab   *tokenize.Vocab // nil where no file holds ids
	want    int             // rows to be shown
	Split   string          // of the file that is read
	Columns []string        // of rows, in order
	Rows    []map[string]any
	Lengths map[string]map[int]int // by column: how many sequences have a length
	// Contents are hashes of the content of rows, by split: 8 bytes a row.
	Contents map[string][]uint64
	Axioms   map[string]map[string]int // by split: rows by axiom, where rows name theirs
}

func NewReading(vocab *tokenize.Vocab, want int) *Reading {
	return &Reading{vocab: vocab, want: want, Rows: []map[string]any{}, Lengths: map[string]map[int]int{}, Contents: map[string][]uint64{},
		Axioms: map[string]map[string]int{}}
}

// namesOfRows are the members of an object, and the columns of a table, that identify a row and are
// no content.
var namesOfRows = []string{"uid", "uids"}

// addLength counts a sequence of a column.
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

// pieces returns ids as pieces of the vocabulary.
func (in *Reading) pieces(ids []int64) string {
	if in.vocab == nil {
		return fmt.Sprint(ids)
	}
	pieces := make([]string, len(ids))
	for i, id := range ids {
		pieces[i] = in.vocab.Piece(int32(id))
	}
	return strings.Join(pieces, " ")
}
