package droprows

import (
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"errors"
	"hash"
	"io"
	"os"
	"reflect"

	"github.com/axiomine/axiomine/internal/build"
	"github.com/axiomine/axiomine/internal/errs"
	"github.com/axiomine/axiomine/tokenize/pairs"
	"github.com/parquet-go/parquet-go"
	"github.com/parquet-go/parquet-go/encoding"
	"github.com/parquet-go/parquet-go/encoding/thrift"
	"github.com/parquet-go/parquet-go/format"
)

// copyParquet copies a Parquet file and compares the copy. The footer has the input's schema, since the library cannot write all types.
func copyParquet(in, out *os.File, drops []Span) error {
	w := &parquetCopy{drops: drops}
	if err := openParquet(in, func(file *parquet.File) error { return w.write(file, out) }); err != nil {
		return err
	}
	return openParquet(out, w.compare)
}

// openParquet opens a file with the limits of the Parquet reader, and calls use. It returns the error of use unchanged.
func openParquet(f *os.File, use func(*parquet.File) error) error {
	info, err := f.Stat()
	if err != nil {
		return err
	}
	var useErr error
	err = pairs.ReadParquet(io.NewSectionReader(f, 0, info.Size()), nil, func(file *parquet.File) error {
		useErr = use(file)
		return useErr
	})
	if err != nil && err != useErr {
		return errs.BadInput("", 0, "", "no clean copy is written: %v", err)
	}
	return err
}

// parquetCopy holds the state of a copy.
type parquetCopy struct {
	drops  []Span
	footer format.FileMetaData // the footer of the input
	rows   int64               // number of rows that are written
	sums   []hash.Hash         // the checksum of the values that are written, for each column
}

// write writes the rows that are not dropped, in the row groups of the input. A group without such rows is left out.
func (c *parquetCopy) write(file *parquet.File, out *os.File) error {
	c.footer, c.sums = *file.Metadata(), newSums(file)
	schema := parquet.NewSchema(file.Root().Name(), plainNode{file.Root()})
	target := parquet.NewWriter(out, schema, parquet.Compression(&parquet.Zstd), parquet.CreatedBy(build.CreatedBy()))
	number, drops := uint32(0), spans(c.drops)
	for _, group := range file.RowGroups() {
		err := eachRow(group, func(row parquet.Row) error {
			if number++; drops.contains(number) {
				return nil
			}
			c.rows++
			addValues(c.sums, row)
			_, err := target.WriteRows([]parquet.Row{row})
			return err
		})
		if err := errors.Join(err, target.Flush()); err != nil {
			return err
		}
	}
	if err := target.Close(); err != nil {
		return err
	}
	return c.putFooter(out)
}

// eachRow calls visit for the rows of a group. A row is valid until visit returns.
func eachRow(group parquet.RowGroup, visit func(parquet.Row) error) (err error) {
	reader, rows := group.Rows(), make([]parquet.Row, 256)
	defer func() { err = errors.Join(err, reader.Close()) }()
	for {
		n, err := reader.ReadRows(rows)
		for _, row := range rows[:n] {
			if err := visit(row); err != nil {
				return err
			}
		}
		if err == io.EOF {
			return nil
		}
		if err != nil {
			return err
		}
	}
}

// putFooter appends a footer with the input's schema and metadata. It has no statistics, which may have the order of another type.
func (c *parquetCopy) putFooter(out *os.File) error {
	info, err := out.Stat()
	if err != nil {
		return err
	}
	footer, err := pairs.ParquetFooter(io.NewSectionReader(out, 0, info.Size()))
	if err != nil {
		return err
	}
	footer.Schema, footer.KeyValueMetadata, footer.ColumnOrders = c.footer.Schema, c.footer.KeyValueMetadata, c.footer.ColumnOrders
	for g := range footer.RowGroups {
		for i := range footer.RowGroups[g].Columns {
			chunk := &footer.RowGroups[g].Columns[i]
			chunk.MetaData.Statistics = format.Statistics{}
			chunk.ColumnIndexOffset, chunk.ColumnIndexLength = 0, 0
		}
	}
	raw, err := thrift.Marshal(new(thrift.CompactProtocol), footer)
	if err != nil {
		return err
	}
	raw = append(binary.LittleEndian.AppendUint32(raw, uint32(len(raw))), "PAR1"...)
	_, err = out.WriteAt(raw, info.Size()) // readers ignore the old footer before it
	return err
}

// plainNode is a node of a schema. It sets the encoding of its columns to PLAIN.
type plainNode struct{ parquet.Node }

func (n plainNode) Fields() []parquet.Field {
	fields := n.Node.Fields()
	for i, field := range fields {
		fields[i] = plainField{field}
	}
	return fields
}

// plainField is a field of a plainNode.
type plainField struct{ parquet.Field }

func (f plainField) Fields() []parquet.Field { return plainNode{f.Field}.Fields() }

func (f plainField) Encoding() encoding.Encoding {
	if !f.Leaf() {
		return nil
	}
	return &parquet.Plain
}

// compare returns an error if the copy's columns, metadata, values or number of rows differ from those that write wrote.
func (c *parquetCopy) compare(file *parquet.File) error {
	footer, sums := file.Metadata(), newSums(file)
	if footer.NumRows != c.rows || !reflect.DeepEqual(footer.Schema, c.footer.Schema) ||
		!reflect.DeepEqual(footer.KeyValueMetadata, c.footer.KeyValueMetadata) {
		return errDiffers("columns or metadata")
	}
	for _, group := range file.RowGroups() {
		err := eachRow(group, func(row parquet.Row) error {
			addValues(sums, row)
			return nil
		})
		if err != nil {
			return err
		}
	}
	for i, sum := range sums {
		if !bytes.Equal(sum.Sum(nil), c.sums[i].Sum(nil)) {
			return errDiffers("values")
		}
	}
	return nil
}

// newSums returns an empty checksum for each column.
func newSums(file *parquet.File) []hash.Hash {
	sums := make([]hash.Hash, len(file.Schema().Columns()))
	for i := range sums {
		sums[i] = sha256.New()
	}
	return sums
}

// addValues adds the values of a row, with their lengths and levels, to the checksums of their columns.
func addValues(sums []hash.Hash, row parquet.Row) {
	var raw []byte
	for _, v := range row {
		raw = v.AppendBytes(append(raw[:0], 0, 0, 0, 0, byte(v.RepetitionLevel()), byte(v.DefinitionLevel())))
		binary.LittleEndian.PutUint32(raw, uint32(len(raw)))
		sums[v.Column()].Write(raw)
	}
}
