package index

import (
	"github.com/axiomine/axiomine/internal/errs"
	"github.com/axiomine/axiomine/internal/parallel"
)

// Options of a build. Threads and MemoryBytes do not change a byte of the result.
type Options struct {
	DocFields  []string     // what is analysed of a document, as corpus.DocText takes it; none for title and text
	Collection []SourceFile // the documents' files, to be told in the header
	Threads    int          // 0 for all cores
	// WithoutTerms leaves out the terms of documents and the postings, for who reads neither. Only OpenAny opens such an index.
	WithoutTerms bool
	MemoryBytes  int64 // budget of the inversion's buffers; the lexicon, which grows with the vocabulary, is not in it
}

// Defaults returns options that analyse title and text on all cores.
func Defaults() Options {
	return Options{MemoryBytes: 512 << 20} // 512 MiB
}

// validate names the first fault.
func (o Options) validate() error {
	if o.Threads < 0 || o.MemoryBytes < 0 {
		return errs.BadUsage("", "threads and memory must not be negative, but are %d and %d", o.Threads, o.MemoryBytes)
	}
	return nil
}

func (o Options) threads() int { return parallel.Threads(o.Threads) }
