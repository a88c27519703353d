// Package encoding holds the kinds of files of the formats: lines of text, tables of Parquet and
// TFRecord. Each is written from a plan, and read back to be counted, checked and shown.
package encoding

import (
	"context"

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
