package columnar

import (
	"bytes"
	"fmt"

	"github.com/apache/arrow-go/v18/arrow"
	"github.com/apache/arrow-go/v18/arrow/array"
	"github.com/apache/arrow-go/v18/arrow/ipc"
	"github.com/axiomine/axiomine/gen/corpus/internal/plainfile"
	"github.com/axiomine/axiomine/gen/corpus/internal/tabular"
	"github.com/axiomine/axiomine/internal/safefile"
)

// The first bytes of an Arrow file, and the last bytes of a stream. A file is arrowMagic, padded to 8 bytes, then a stream and a footer.
const (
	arrowMagic = plainfile.ArrowMagic
	arrowEnd   = streamMark + "\x00\x00\x00\x00"
)

// readArrowSchema reads the columns' names and types.
func (t *Table) readArrowSchema() error {
	r, err := t.openArrow()
	if err != nil {
		return err
	}
	defer r.Release()
	metadata := r.Schema().Metadata()
	t.metadata, _ = metadata.GetValue(metadataKey)
	for i, field := range r.Schema().Fields() {
		t.all = appendArrowLeaves(t.all, field, leaf{column: i, name: field.Name})
	}
	return nil
}

// openArrow returns a reader of the file's stream. The size of the file bounds the memory of a message.
func (t *Table) openArrow() (*ipc.Reader, error) {
	in, err := messagesOf(t.file)
	if err == nil {
		err = checkMessages(in)
	}
	if err != nil {
		return nil, t.unreadable(err)
	}
	size := t.file.Size()
	options := []ipc.Option{ipc.WithAllocator(&boundedMemory{left: size + safefile.MostHeld(size)}), // buffers may be compressed
		ipc.WithBodySizeLimit(size), ipc.WithMetadataSizeLimit(safefile.Whole)}
	r, err := ipc.NewReaderFromMessageReader(ipc.NewMessageReader(in, options...), options...)
	if err != nil {
		return nil, t.unreadable(err)
	}
	return r, nil
}

func (t *Table) visitArrow(budget *cellBudget, columns []*rowCells, visit func(values []tabular.Cells) error) error {
	batches, err := t.openArrow()
	if err != nil {
		return err
	}
	defer batches.Release()
	for batches.Next() {
		if err := t.visitBatch(batches.RecordBatch(), budget, columns, visit); err != nil {
			return err
		}
	}
	if batches.Err() != nil {
		return t.unreadable(batches.Err())
	}
	end := make([]byte, len(arrowEnd))
	if _, err := t.file.ReadAt(end, max(0, t.file.Size()-int64(len(end)))); err != nil ||
		string(end) != arrowEnd && !bytes.HasSuffix(end, []byte(arrowMagic[:6])) {
		if s := budget.source; !s.Counted {
			s.Rep.Unread.Leave(t.path, "Arrow stream without its end mark: rows may be missing")
		}
	}
	return nil
}

// visitBatch calls visit with the cells of every row of a batch.
func (t *Table) visitBatch(batch arrow.RecordBatch, budget *cellBudget, columns []*rowCells, visit func(values []tabular.Cells) error) error {
	// A column takes at least one bit per row, except a column of type null.
	if batch.NumRows() > 8*t.file.Size()+maxEmptyRows {
		return t.unreadable(fmt.Errorf("a batch of %d rows in %s", batch.NumRows(), safefile.Size(t.file.Size())))
	}
	if err := validate(batch, columns); err != nil {
		return t.unreadable(err)
	}
	values := make([]tabular.Cells, len(columns))
	for row := range int(batch.NumRows()) {
		budget.nextRow()
		if err := readRow(batch, row, columns, values); err != nil {
			return t.unreadable(err)
		}
		if err := visit(values); err != nil {
			return err
		}
	}
	return nil
}

// validate returns an error if a column of a batch is damaged. The library panics on some damaged data.
func validate(batch arrow.RecordBatch, columns []*rowCells) (err error) {
	defer recoverAs(&err)
	for _, c := range columns {
		if err := array.ValidateFull(array.MakeFromData(withBuffers(batch.Column(c.column).Data()))); err != nil {
			return fmt.Errorf("damaged: column %s: %w", c.name, err)
		}
	}
	return nil
}

// readRow sets values to the cells of one row, by column.
func readRow(batch arrow.RecordBatch, row int, columns []*rowCells, values []tabular.Cells) (err error) {
	defer recoverAs(&err)
	for i, c := range columns {
		c.begin()
		if err := c.addArrow(batch.Column(c.column), row, c.path, 0, 0); err != nil {
			return err
		}
		values[i] = c.cells()
	}
	return nil
}

// maxEmptyRows is the largest number of rows of a batch whose columns hold no bytes.
const maxEmptyRows = 1 << 20
