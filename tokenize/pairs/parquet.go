package pairs

import (
	"fmt"
	"io"

	"github.com/axiomine/axiomine/internal/safefile"
	"github.com/parquet-go/parquet-go"
	"github.com/parquet-go/parquet-go/format"
)

// WithParquet opens a Parquet file that others may have written, for the call of use. Its footer
// and pages agree with each other and with their checksums, and are within bounds.
func WithParquet(path string, use func(*parquet.File) error) error {
	return openChecked(path, keepError, checkPagesFirst(nil, use))
}

// ReadParquet does what WithParquet does for an open file of which some columns alone are read, all
// at once. Their content together is within the budgets of untrusted too.
func ReadParquet(in *io.SectionReader, columns []int, use func(*parquet.File) error) error {
	return readParquet(in, keepError, checkPagesFirst(columns, use))
}

// ParquetFooter reads the footer of such a file and validates it. It does not read the pages.
func ParquetFooter(in *io.SectionReader) (footer *format.FileMetaData, err error) {
	err = rescue(keepError, func() error {
		file, err := openParquet(in)
		if err == nil {
			footer = file.Metadata()
		}
		return err
	})
	return footer, err
}

func keepError(err error) error { return err }

// checkPagesFirst returns use behind a check of the pages of columns; nil means all columns.
func checkPagesFirst(columns []int, use func(*parquet.File) error) func(*io.SectionReader, *parquet.File) error {
	return func(in *io.SectionReader, file *parquet.File) error {
		pages := newColumnPages(in, file)
		pages.lists = true
		list := columns
		if columns == nil {
			list = pages.all()
			if err := pages.checkRows(in.Size()); err != nil {
				return err
			}
		} else if err := pages.checkCount(columns, in.Size()); err != nil {
			return err
		}
		for g := range pages.groups {
			if pages.groups[g].NumRows == 0 {
				continue // such a group may have no page at all
			}
			pages.bytes = 0
			for _, c := range list {
				if err := pages.check(g, c); err != nil {
					return fmt.Errorf("damaged: column %s: %w", pages.names[c], err)
				}
			}
			if most := safefile.MostHeld(in.Size()); columns != nil && pages.bytes > most {
				return fmt.Errorf("row group %d has pages that unpack to %s, where at most %s are held at once: write it with smaller pages",
					g, safefile.Size(pages.bytes), safefile.Size(most))
			}
		}
		return use(file)
	}
}

// checkCount returns an error if columns have more values than is credible for a file of that size.
func (p *columnPages) checkCount(columns []int, size int64) error {
	left := safefile.Unpack(size)
	for _, group := range p.groups {
		for _, c := range columns {
			if c >= len(group.Columns) {
				return errPages
			}
			n := group.Columns[c].MetaData.NumValues
			if n < 0 || n > left/safefile.Cell {
				return fmt.Errorf("more than %d values in a file of %s: write it as CSV or as JSON lines if it is meant to be so",
					safefile.Unpack(size)/safefile.Cell, safefile.Size(size))
			}
			left -= n * safefile.Cell
		}
	}
	return nil
}

// checkRows returns an error if a file of that size has more rows than are credible. Equal values of lists may be very many.
func (p *columnPages) checkRows(size int64) error {
	left := safefile.Unpack(size) / safefile.Cell
	for _, group := range p.groups {
		n := max(group.NumRows, 0)
		for c := range min(len(group.Columns), len(p.columns)) {
			if p.columns[c].Repetition == 0 {
				n = max(n, group.Columns[c].MetaData.NumValues)
			}
		}
		if n > left {
			return fmt.Errorf("more than %d rows in a file of %s: write it as CSV or as JSON lines if it is meant to be so",
				safefile.Unpack(size)/safefile.Cell, safefile.Size(size))
		}
		left -= n
	}
	return nil
}

// openChecked opens a file with a sound footer for the call of use. Errors about the file pass
// through wrong.
func openChecked(path string, wrong func(error) error, use func(*io.SectionReader, *parquet.File) error) error {
	in, err := safefile.Open(path)
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

// readParquet does what openChecked does, for a file that is open.
func readParquet(in *io.SectionReader, wrong func(error) error, use func(*io.SectionReader, *parquet.File) error) (err error) {
	return rescue(wrong, func() error {
		file, err := openParquet(in)
		if err != nil {
			return wrong(err)
		}
		plain, err := copyPlain(in, file)
		if err != nil {
			return wrong(err)
		}
		if plain == nil {
			return use(in, file)
		}
		defer plain.rest.Close()
		in := io.NewSectionReader(plain, 0, plain.size)
		if file, err = openParquet(in); err != nil {
			return wrong(err)
		}
		return use(in, file)
	})
}

// openParquet opens a file with a sound footer.
func openParquet(in *io.SectionReader) (*parquet.File, error) {
	if err := checkFooter(in, in.Size()); err != nil {
		return nil, err
	}
	return parquet.OpenFile(in, in.Size(), parquet.SkipPageIndex(true), parquet.SkipBloomFilters(true))
}

// rescue turns a panic into an error: the library panics on some damaged files.
func rescue(wrong func(error) error, use func() error) (err error) {
	defer func() {
		if reason := recover(); reason != nil {
			err = wrong(fmt.Errorf("damaged: %v", reason))
		}
	}()
	return use()
}
