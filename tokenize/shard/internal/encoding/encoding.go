// Package encoding holds the kinds of files that formats are made of: lines of text, tables of Parquet and TFRecord. Each is written
// from a plan, and read back to be counted, checked and shown.
package encoding

import (
	"context"

	"github.com/axiomine/axiomine/tokenize/shard/internal/plan"
)

// Encoding is how the rows of a format's files are kept, and how they are read back: counted, checked and shown.
type Encoding interface {
	// Extension is that of its files, without the dot.
	Extension() string
	// IsWhole says whether a file holds all of a task's split; else a split has shards.
	IsWhole() bool
	// Count gives the number of rows, by reading them.
	Count(full string) (int, error)
	// Check tells c of the first row that is not as the format has it.
	Check(full string, c *Checking) error
	// Read tells in what the rows say.
	Read(ctx context.Context, full string, in *Reading) error
}

// Kind is what is known of a pair that matters for its place among others.
type Kind struct{ Task, Source string }

// Checking is what the files of a directory are compared with, and who is told of them.
type Checking struct {
	Name   string              // of the file that is read, below the directory
	Alike  map[string]string   // by folder, or by file where files are whole: what the first rows are made of
	Limits *plan.TokenizerInfo // nil where no file holds ids
	Differ func(format string, args ...any)
	Pair   func(k Kind) // of every pair whose rows name its task
}

// Folder is what a format keeps in a folder, or where there is no name in all others.
type Folder struct {
	Name string
	As   Encoding
}
