package droprows

import (
	"errors"
	"io"
	"os"

	"github.com/apache/arrow-go/v18/arrow"
	"github.com/apache/arrow-go/v18/arrow/array"
	"github.com/apache/arrow-go/v18/arrow/ipc"
	"github.com/apache/arrow-go/v18/arrow/memory"

	"github.com/axiomine/axiomine/gen/corpus/read"
	"github.com/axiomine/axiomine/internal/errs"
	"github.com/axiomine/axiomine/internal/lists"
)

// copyArrow copies an Arrow file or stream, with the batches of the input and without compression. Then it compares the copy.
func copyArrow(in, out *os.File, isStream bool, drops []Span) error {
	var target interface {
		Write(arrow.RecordBatch) error
		Close() error
	}
	schema, err := visitBatches(in, nil, nil)
	if err != nil {
		return err
	}
	if target = ipc.NewWriter(out, ipc.WithSchema(schema)); !isStream {
		if target, err = ipc.NewFileWriter(out, ipc.WithSchema(schema)); err != nil {
			return err
		}
	}
	if _, err = visitBatches(in, drops, target.Write); err == nil {
		err = target.Close()
	}
	if err != nil {
		return errs.BadInput("", 0, "write it as Parquet", "no clean copy is written: %v", err)
	}
	copied, err := openArrow(out)
	if err != nil {
		return err
	}
	defer copied.Release()
	metadata := copied.Schema().Metadata()
	if !copied.Schema().Equal(schema) || !metadata.Equal(schema.Metadata()) {
		return errDiffers("columns or metadata")
	}
	_, err = visitBatches(in, drops, func(batch arrow.RecordBatch) error {
		if !copied.Next() || !array.RecordApproxEqual(batch, copied.RecordBatch(), array.WithNaNsEqual(true), array.WithAbsTolerance(0)) {
			return errors.Join(errDiffers("values"), copied.Err())
		}
		return nil
	})
	if err == nil && copied.Next() {
		return errDiffers("rows")
	}
	return errors.Join(err, copied.Err())
}

func openArrow(f *os.File) (*ipc.Reader, error) {
	info, err := f.Stat()
	if err != nil {
		return nil, err
	}
	return read.ArrowBatches(io.NewSectionReader(f, 0, info.Size()))
}

// visitBatches returns a file's schema. It calls visit, unless it is nil, for each batch that has rows without the dropped ones.
func visitBatches(f *os.File, drops []Span, visit func(arrow.RecordBatch) error) (*arrow.Schema, error) {
	in, err := openArrow(f)
	if err != nil {
		return nil, err
	}
	defer in.Release()
	number, dropped := uint32(0), spans(drops)
	for visit != nil && in.Next() {
		batch := in.RecordBatch()
		var parts []arrow.RecordBatch // the stretches of rows that are kept
		begin := int64(0)
		keepUntil := func(end int64) {
			if end > begin {
				parts = append(parts, batch.NewSlice(begin, end))
			}
		}
		for row := range batch.NumRows() {
			if number++; dropped.contains(number) {
				keepUntil(row)
				begin = row + 1
			}
		}
		keepUntil(batch.NumRows())
		if len(parts) == 0 {
			continue
		}
		columns := make([]arrow.Array, batch.NumCols())
		for c := range columns {
			stretches := lists.Map(parts, func(part arrow.RecordBatch) arrow.Array { return part.Column(c) })
			if columns[c], err = array.Concatenate(stretches, memory.DefaultAllocator); err != nil {
				return nil, err
			}
		}
		if err := visit(array.NewRecordBatch(in.Schema(), columns, -1)); err != nil {
			return nil, err
		}
	}
	return in.Schema(), in.Err()
}
