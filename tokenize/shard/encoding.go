package shard

import "context"

// encoding is how the rows of a format's files are kept, and how they are read back: counted, checked and shown.
type encoding interface {
	// extension is that of its files, without the dot.
	extension() string
	// isWhole says whether a file holds all of a task's split; else a split has shards.
	isWhole() bool
	// count gives the number of rows, by reading them.
	count(full string) (int, error)
	// check tells c of the first row that is not as the format has it.
	check(full string, c *checking) error
	// read tells in what the rows say.
	read(ctx context.Context, full string, in *reading) error
}

// kind is what is known of a pair that matters for its place among others.
type kind struct{ task, source string }

// checking is what the files of a directory are compared with, and who is told of them.
type checking struct {
	name   string            // of the file that is read, below the directory
	alike  map[string]string // by folder, or by file where files are whole: what the first rows are made of
	limits *TokenizerInfo    // nil where no file holds ids
	differ func(format string, args ...any)
	pair   func(k kind) // of every pair whose rows name its task
}

// folder is what a format keeps in a folder, or where there is no name in all others.
type folder struct {
	name string
	as   encoding
}
