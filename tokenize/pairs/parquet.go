package pairs

import (
	"fmt"
	"io"

	"github.com/axiomine/axiomine/configs/untrusted"
	"github.com/parquet-go/parquet-go"
	"github.com/parquet-go/parquet-go/format"
)

// WithParquet opens a Parquet file of data that others may have written, for the time of use: footer and pages agree with each other
// and with their checksums, and are within bounds.
func WithParquet(path string, use func(*parquet.File) error) error {
	return withParquet(path, asItIs, wholePages(use))
}

// ReadParquet is WithParquet of a file that is open.
func ReadParquet(in *io.SectionReader, use func(*parquet.File) error) error {
	return readParquet(in, asItIs, wholePages(use))
}

// ParquetFooter reads the footer of such a file and validates it. It does not read the pages.
func ParquetFooter(in *io.SectionReader) (footer *format.FileMetaData, err error) {
	err = readParquet(in, asItIs, func(_ io.ReaderAt, file *parquet.File) error {
		footer = file.Metadata()
		return nil
	})
	return footer, err
}

func asItIs(err error) error { return err }

// wholePages makes sure of the pages before a file is used.
func wholePages(use func(*parquet.File) error) func(io.ReaderAt, *parquet.File) error {
	return func(in io.ReaderAt, file *parquet.File) error {
		meta := file.Metadata()
		for g := range meta.RowGroups {
			if meta.RowGroups[g].NumRows == 0 {
				continue // such a group may have no page at all
			}
			for c := range meta.RowGroups[g].Columns {
				if err := columnPages(in, &meta.RowGroups[g].Columns[c].MetaData, false, true); err != nil {
					return fmt.Errorf("damaged: column %d: %w", c, err)
				}
			}
		}
		return use(file)
	}
}

// withParquet opens a file of which the footer is sound; wrong says what is wrong with another one.
func withParquet(path string, wrong func(error) error, use func(io.ReaderAt, *parquet.File) error) error {
	in, err := untrusted.Open(path)
	if err != nil {
		return err
	}
	defer in.Close()
	info, err := in.Stat()
	if err != nil {
		return err
	}
	return readParquet(io.NewSectionReader(in, 0, info.Size()), wrong, use)
}

// readParquet is withParquet of a file that is open.
func readParquet(in *io.SectionReader, wrong func(error) error, use func(io.ReaderAt, *parquet.File) error) (err error) {
	defer func() {
		if broken := recover(); broken != nil { // the library panics on some damaged files
			err = wrong(fmt.Errorf("damaged: %v", broken))
		}
	}()
	if err := footed(in, in.Size()); err != nil {
		return wrong(err)
	}
	file, err := parquet.OpenFile(in, in.Size(), parquet.SkipPageIndex(true), parquet.SkipBloomFilters(true))
	if err != nil {
		return wrong(err)
	}
	return use(in, file)
}
