// Package encoding holds the kinds of files of the formats: lines of text, tables of Parquet and
// TFRecord. Each is written from a plan, and read back to be counted, checked and shown.
package encoding

import (
	"context"
	"io"

	"github.com/axiomine/axiomine/tokenize/shard/internal/plan"
)

// Encoding is how a format's files store their rows, and how the files are read back: counted,
// checked and shown.
type Encoding interface {
	// Extension returns the extension of the files, without the dot.
	Extension() string
	// IsWhole reports whether a file holds all of a task's split. Else a split has shards.
	IsWhole() bool
	// Count reads the file and returns the number of rows.
	Count(full string) (int, error)
	// Check reports to c the first row that does not fit the format.
	Check(full string, c *Checking) error
	// Read adds the content of the rows to in.
	Read(ctx context.Context, full string, in *Reading) error
}

// Kind is the task and the source of a pair, which decide its place among other pairs.
type Kind struct{ Task, Source string }

// Checking is what the files of a directory are compared with, and the functions that receive the
// result.
type Checking struct {
	Name   string              // of the current file, below the directory
	Alike  map[string]string   // by folder, or by file where files are whole: the members or columns of the first rows
	Limits *plan.TokenizerInfo // nil where no file holds ids
	Differ func(format string, args ...any)
	Pair   func(k Kind) // is called for every pair whose rows name its task
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
