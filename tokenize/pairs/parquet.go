package pairs

import (
	"fmt"
	"io"

	"github.com/axiomine/axiomine/configs/untrusted"
	"github.com/parquet-go/parquet-go"
)

// WithParquet opens a Parquet file of data that others may have written, for the time of use: footer and pages agree with each other
// and with their checksums, and are within bounds.
func WithParquet(path string, use func(*parquet.File) error) error {
	asItIs := func(err error) error { return err }
	return withParquet(path, asItIs, func(in io.ReaderAt, file *parquet.File) error {
		meta := file.Metadata()
		for g := range meta.RowGroups {
			for c := range meta.RowGroups[g].Columns {
				if err := columnPages(in, &meta.RowGroups[g].Columns[c].MetaData, false, true); err != nil {
					return fmt.Errorf("damaged: column %d: %w", c, err)
				}
			}
		}
		return use(file)
	})
}

// withParquet opens a file of which the footer is sound; wrong says what is wrong with another one.
func withParquet(path string, wrong func(error) error, use func(io.ReaderAt, *parquet.File) error) (err error) {
	defer func() {
		if broken := recover(); broken != nil { // the library panics on some damaged files
			err = wrong(fmt.Errorf("damaged: %v", broken))
		}
	}()
	in, err := untrusted.Open(path)
	if err != nil {
		return err
	}
	defer in.Close()
	info, err := in.Stat()
	if err != nil {
		return err
	}
	if err := footed(in, info.Size()); err != nil {
		return wrong(err)
	}
	file, err := parquet.OpenFile(in, info.Size(), parquet.SkipPageIndex(true), parquet.SkipBloomFilters(true))
	if err != nil {
		return wrong(err)
	}
	return use(in, file)
}

// ParquetSchema gives the columns of a Parquet file that others may have written. Of its footer it makes sure, its pages it does not read.
func ParquetSchema(path string) (schema *parquet.Schema, err error) {
	asItIs := func(err error) error { return err }
	err = withParquet(path, asItIs, func(_ io.ReaderAt, file *parquet.File) error {
		schema = file.Schema()
		return nil
	})
	return schema, err
}
