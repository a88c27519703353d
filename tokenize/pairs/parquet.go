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
	return withParquet(path, asItIs, wholePages(nil, use))
}

// ReadParquet is WithParquet of a file that is open, of which some columns alone are read, all at once. What these hold together is
// within the budgets of untrusted too.
func ReadParquet(in *io.SectionReader, columns []int, use func(*parquet.File) error) error {
	return readParquet(in, asItIs, wholePages(columns, use))
}

// ParquetFooter reads the footer of such a file and validates it. It does not read the pages.
func ParquetFooter(in *io.SectionReader) (footer *format.FileMetaData, err error) {
	err = rescue(asItIs, func() error {
		file, err := openParquet(in)
		if err == nil {
			footer = file.Metadata()
		}
		return err
	})
	return footer, err
}

func asItIs(err error) error { return err }

// wholePages makes sure of the pages of columns before a file is used; nil is all columns.
func wholePages(columns []int, use func(*parquet.File) error) func(*io.SectionReader, *parquet.File) error {
	return func(in *io.SectionReader, file *parquet.File) error {
		pages := newColumnPages(in, file)
		pages.lists = true
		checked := columns
		if columns == nil {
			for c := range pages.columns {
				checked = append(checked, c)
			}
		} else if err := pages.credible(columns, in.Size()); err != nil {
			return err
		}
		for g := range pages.groups {
			if pages.groups[g].NumRows == 0 {
				continue // such a group may have no page at all
			}
			pages.held = 0
			for _, c := range checked {
				if err := pages.check(g, c); err != nil {
					return fmt.Errorf("damaged: column %s: %w", pages.names[c], err)
				}
			}
			if most := untrusted.Held(in.Size()); columns != nil && pages.held > most {
				return fmt.Errorf("row group %d has pages that unpack to %s, where at most %s are held at once: write it with smaller pages",
					g, untrusted.Size(pages.held), untrusted.Size(most))
			}
		}
		return use(file)
	}
}

// credible returns an error if columns have more values than a file of a size makes credible.
func (p *columnPages) credible(columns []int, size int64) error {
	left := untrusted.Unpack(size)
	for _, group := range p.groups {
		for _, c := range columns {
			if c >= len(group.Columns) {
				return errPages
			}
			n := group.Columns[c].MetaData.NumValues
			if n < 0 || n > left/untrusted.Cell {
				return fmt.Errorf("more than %d values in a file of %s: write it as CSV or as JSON lines if it is meant to be so",
					untrusted.Unpack(size)/untrusted.Cell, untrusted.Size(size))
			}
			left -= n * untrusted.Cell
		}
	}
	return nil
}

// withParquet opens a file of which the footer is sound; wrong says what is wrong with another one.
func withParquet(path string, wrong func(error) error, use func(*io.SectionReader, *parquet.File) error) error {
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
func readParquet(in *io.SectionReader, wrong func(error) error, use func(*io.SectionReader, *parquet.File) error) (err error) {
	return rescue(wrong, func() error {
		file, err := openParquet(in)
		if err != nil {
			return wrong(err)
		}
		copied, err := copyPlain(in, file)
		if err != nil {
			return wrong(err)
		}
		if copied == nil {
			return use(in, file)
		}
		defer copied.rest.Close()
		in := io.NewSectionReader(copied, 0, copied.size)
		if file, err = openParquet(in); err != nil {
			return wrong(err)
		}
		return use(in, file)
	})
}

// openParquet opens a file of which the footer is sound.
func openParquet(in *io.SectionReader) (*parquet.File, error) {
	if err := footed(in, in.Size()); err != nil {
		return nil, err
	}
	return parquet.OpenFile(in, in.Size(), parquet.SkipPageIndex(true), parquet.SkipBloomFilters(true))
}

// rescue makes an error of a panic: the library panics on some damaged files.
func rescue(wrong func(error) error, use func() error) (err error) {
	defer func() {
		if broken := recover(); broken != nil {
			err = wrong(fmt.Errorf("damaged: %v", broken))
		}
	}()
	return use()
}
