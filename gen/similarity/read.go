package similarity

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"slices"

	"github.com/axiomine/axiomine/internal/errs"
	"github.com/axiomine/axiomine/internal/safefile"
	"github.com/axiomine/axiomine/internal/safefile/packing"
	"github.com/axiomine/axiomine/internal/ui/progress"
	"github.com/axiomine/axiomine/internal/ui/terminal"
)

const (
	MaxDim   = 1 << 16 // values of a vector, at most
	maxWord  = 1 << 16 // bytes of a word in a binary file
	maxLine  = 1 << 24 // bytes of a row in a text file
	peekSize = 1 << 16
	ctxEvery = 1 << 10 // rows between two looks at the context
)

var errLongWord = errors.New("word too long")

// Report counts what became of the rows of a file.
type Report struct {
	Format     Format
	Dim        int
	Rows       int // as read
	Kept       int
	Unwanted   int // left out because keep said no; their values are not looked at
	Duplicates int // words that came before: the first one stands
	Zeros      int // kept, but all values are 0: they count as missing once bound
	Spaced     int // kept words with a space inside, as a few sets have them
}

// Read reads a file of word vectors, plain or compressed with gzip or zstd. keep says which words to keep; nil keeps
// all. Values are read as float64.
func Read(ctx context.Context, path string, format Format, keep func(word string) bool, stage *progress.Stage) (*Words, Report, error) {
	f, err := safefile.Open(path)
	if err != nil {
		return nil, Report{}, errs.CannotOpen(path, err)
	}
	defer f.Close()
	return read(ctx, f, path, format, keep, stage)
}

func read(ctx context.Context, src io.Reader, name string, format Format, keep func(string) bool, stage *progress.Stage) (*Words,
	Report, error) {
	in, finish, err := packing.Reader(name, src)
	if err != nil {
		return nil, Report{}, &errs.Error{Kind: errs.Input, File: name, Problem: "cannot decompress", Err: err, Hint: "fetch it again"}
	}
	if finish != nil {
		defer finish()
	}
	plain := bufio.NewReaderSize(in, peekSize)
	if keep == nil {
		keep = func(string) bool { return true }
	}
	r := &reader{ctx: ctx, name: name, in: plain, keep: keep, stage: stage}
	head, err := plain.Peek(peekSize)
	if len(head) == 0 && err == io.EOF {
		return nil, Report{}, errs.BadInput(name, 0, "give a file of word vectors", "the file is empty")
	}
	if format == Auto {
		format = sniff(head)
	}
	r.report.Format = format
	switch format {
	case Word2Vec, GloVe:
		err = r.readText(format == Word2Vec)
	case Word2VecBinary:
		err = r.readBinary()
	default:
		err = errs.BadUsage(fmt.Sprintf("use one of %v", Formats()), "unknown format of word vectors %q", format)
	}
	if err != nil {
		return nil, r.report, err
	}
	return r.words, r.report, nil
}

// reader reads one file.
type reader struct {
	ctx    context.Context
	name   string
	in     *bufio.Reader
	keep   func(string) bool
	stage  *progress.Stage
	words  *Words
	report Report
	vector []float64 // scratch of a row
}

// begin sets the width of the vectors, once it is known.
func (r *reader) begin(dim int) {
	r.words = NewWords(dim)
	r.report.Dim = dim
}

// row counts a row and looks at the context now and then.
func (r *reader) row() error {
	r.report.Rows++
	r.stage.Add(1)
	if r.report.Rows%ctxEvery == 0 {
		return r.ctx.Err()
	}
	return nil
}

// add keeps the row whose values are in r.vector, unless its word came before.
func (r *reader) add(word string) bool {
	if !r.words.Add(word, r.vector) {
		r.report.Duplicates++
		return false
	}
	r.report.Kept++
	if !slices.ContainsFunc(r.vector, func(v float64) bool { return v != 0 }) {
		r.report.Zeros++
	}
	return true
}

// checkRows ends a file: it compares the rows with those the header promised, -1 where there is no header.
func (r *reader) checkRows(rows int) error {
	switch {
	case r.report.Rows == 0:
		return errs.BadInput(r.name, 0, "give a file of word vectors", "no rows")
	case rows < 0 || rows == r.report.Rows:
		return nil
	case rows > r.report.Rows:
		return errs.BadInput(r.name, 0, "fetch it again, or correct the header", "the file is truncated: %s, its header says %d",
			terminal.Plural(r.report.Rows, "row", "rows"), rows)
	}
	return errs.BadInput(r.name, 0, "correct the header", "%s, its header says %d", terminal.Plural(r.report.Rows, "row", "rows"), rows)
}

// lineError turns an error of the underlying file into the user's.
func (r *reader) lineError(line int, err error) error {
	if userError, ok := errors.AsType[*errs.Error](err); ok {
		return userError
	}
	if errors.Is(err, io.ErrUnexpectedEOF) {
		return errs.BadInput(r.name, line, "fetch it again", "the file is truncated")
	}
	return &errs.Error{Kind: errs.Input, File: r.name, Line: line, Problem: "cannot read", Err: err}
}
