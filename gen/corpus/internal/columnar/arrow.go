package columnar

import (
	"bytes"
	"fmt"
	"io"

	"github.com/apache/arrow-go/v18/arrow"
	"github.com/apache/arrow-go/v18/arrow/array"
	"github.com/apache/arrow-go/v18/arrow/ipc"
	"github.com/axiomine/axiomine/gen/corpus/internal/plainfile"
	"github.com/axiomine/axiomine/gen/corpus/internal/sourcefile"
	"github.com/axiomine/axiomine/gen/corpus/internal/tabular"
	"github.com/axiomine/axiomine/internal/safefile"
)

// The first bytes of an Arrow file, which is a stream between its magic, padded to 8 bytes, and a footer; and the last ones of a stream.
const (
	arrowMagic = plainfile.ArrowMagic
	arrowEnd   = streamMark + "\x00\x00\x00\x00"
)

// arrowRows is a table in Arrow's IPC format.
type arrowRows struct{ schema }

func newArrow(path string, file *io.SectionReader) *arrowRows {
	return &arrowRows{schema: schema{path: path, file: file, form: "Arrow data"}}
}

// newArrowRows reads the columns' names and types from a file's schema.
func newArrowRows(path string, file *io.SectionReader) (*arrowRows, error) {
	t := newArrow(path, file)
	r, err := t.open()
	if err != nil {
		return nil, err
	}
	defer r.Release()
	metadata := r.Schema().Metadata()
	t.hub, _ = metadata.GetValue(metadataKey)
	for i, field := range r.Schema().Fields() {
		t.all = appendArrowLeaves(t.all, field, leaf{column: i, name: field.Name})
	}
	return t, nil
}

// open returns a reader of the file's stream. It limits the memory of a message by the size of the file.
func (t *arrowRows) open() (*ipc.Reader, error) {
	in := io.NewSectionReader(t.file, 0, t.file.Size())
	head := make([]byte, len(arrowMagic))
	if _, err := in.ReadAt(head, 0); err != nil {
		return nil, t.unreadable(err)
	}
	if string(head) == arrowMagic {
		if tail := make([]byte, 6); !t.endsWith(tail, arrowMagic[:6]) {
			return nil, t.unreadable(fmt.Errorf("its end is missing"))
		}
		var err error
		if in, err = messagesOf(t.file); err != nil {
			return nil, t.unreadable(err)
		}
	}
	if err := checkMessages(in); err != nil {
		return nil, t.unreadable(err)
	}
	options := []ipc.Option{ipc.WithAllocator(newMemory(t.file.Size())), ipc.WithBodySizeLimit(t.file.Size()),
		ipc.WithMetadataSizeLimit(safefile.Whole)}
	r, err := ipc.NewReaderFromMessageReader(ipc.NewMessageReader(in, options...), options...)
	if err != nil {
		return nil, t.unreadable(err)
	}
	return r, nil
}

// endsWith reads the last bytes of the file into buf and reports whether they equal end.
func (t *arrowRows) endsWith(buf []byte, end string) bool {
	_, err := t.file.ReadAt(buf, max(0, t.file.Size()-int64(len(buf))))
	return err == nil && string(buf) == end
}

// VisitRows calls visit for every row.
func (t *arrowRows) VisitRows(s *sourcefile.Source, names []string, visit func(values []tabular.Cells) error) error {
	if err := t.Check(names); err != nil {
		return err
	}
	batches, err := t.open()
	if err != nil {
		return err
	}
	defer batches.Release()
	leaves := make([]*leaf, len(names))
	for i, name := range names {
		leaves[i] = t.all[t.place(name)]
	}
	budget := t.begin(s)
	for batches.Next() {
		if err := t.eachOf(batches.RecordBatch(), budget, leaves, visit); err != nil {
			return err
		}
	}
	if batches.Err() != nil {
		return t.unreadable(batches.Err())
	}
	if head := make([]byte, len(arrowEnd)); !t.endsWith(head, arrowEnd) && !bytes.HasSuffix(head, []byte(arrowMagic[:6])) {
		s.Leave("Arrow stream without its end mark: rows may be missing")
	}
	return nil
}

// eachOf calls visit for every row of a batch.
func (t *arrowRows) eachOf(batch arrow.RecordBatch, budget *cellBudget, leaves []*leaf, visit func(values []tabular.Cells) error) error {
	// A column takes at least one bit per row, except a column of type null.
	if batch.NumRows() > 8*t.file.Size()+maxEmptyRows {
		return t.unreadable(fmt.Errorf("a batch of %d rows in %s", batch.NumRows(), safefile.Size(t.file.Size())))
	}
	if err := t.validate(batch, leaves); err != nil {
		return err
	}
	values := make([]tabular.Cells, len(leaves))
	for row := range int(batch.NumRows()) {
		budget.nextRow()
		if err := t.row(batch, row, arrowCells{budget: budget}, leaves, values); err != nil {
			return err
		}
		if err := visit(values); err != nil {
			return err
		}
	}
	return nil
}

// validate returns an error if a column of a batch is damaged. The library panics on some damaged data.
func (t *arrowRows) validate(batch arrow.RecordBatch, leaves []*leaf) (err error) {
	defer t.recoverAs(&err)
	for _, leaf := range leaves {
		if err := array.ValidateFull(array.MakeFromData(withBuffers(batch.Column(leaf.column).Data()))); err != nil {
			return t.unreadable(fmt.Errorf("damaged: column %s: %w", leaf.name, err))
		}
	}
	return nil
}

// recoverAs turns a panic into an error. It is deferred.
func (t *arrowRows) recoverAs(err *error) {
	if cause := recover(); cause != nil {
		*err = t.unreadable(fmt.Errorf("damaged: %v", cause))
	}
}

// row reads the values of one row by cells, which are those of no column yet.
func (t *arrowRows) row(batch arrow.RecordBatch, row int, cells arrowCells, leaves []*leaf, values []tabular.Cells) (err error) {
	defer t.recoverAs(&err)
	for i, leaf := range leaves {
		c := cells
		c.name, c.out, c.place = leaf.name, values[i].Texts[:0], make([]int, leaf.depth)
		c.read(batch.Column(leaf.column), row, leaf, leaf.path, 0)
		if c.err != nil {
			return c.err
		}
		values[i] = tabular.Cells{Texts: c.out, Listed: leaf.depth == 1, Places: c.places, Null: len(c.out) == 1 && c.nulls == 1}
	}
	return nil
}

// maxEmptyRows is the largest number of rows of a batch whose columns hold no bytes.
const maxEmptyRows = 1 << 20
