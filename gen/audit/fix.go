package audit

import (
	"bufio"
	"bytes"
	"cmp"
	"compress/gzip"
	"errors"
	"io"
	"os"
	"slices"

	"github.com/axiomine/axiomine/gen/audit/internal/check"
	"github.com/axiomine/axiomine/gen/audit/internal/trainset"
	"github.com/axiomine/axiomine/internal/errs"
	"github.com/klauspost/compress/zstd"
	"github.com/parquet-go/parquet-go"
)

// Copy is a copy of the files of a set without some rows.
type Copy struct {
	Rows int // that are left out

	files []File
	drops [][]span // by file, in order
}

// span is a row in its file.
type span struct{ number, line, last uint32 }

// DropRows returns a clean copy, without the rows of the given codes, or of all exact ones if none is given. The rows of other codes are
// suspects: they are dropped if sure is set, or if a run helped to find false negatives.
func (r *Report) DropRows(codes []string, sure bool) (*Copy, error) {
	for _, code := range codes {
		if err := checkCode(code, false); err != nil {
			return nil, err
		}
		if c := check.Lookup(code); !c.Exact && c.Reason != nil && !sure && (code != "false-negative" || r.FalseNegatives == nil ||
			r.FalseNegatives.Model == "text") {
			return nil, errs.BadUsage("name a model's run with --run, which suits false-negative alone; or add --yes to drop them all the same",
				"--only %s: its rows are suspects, and many are right: dropping them by texts alone removes what BM25 finds hard, and made "+
					"rankers worse", code)
		} else if c.Reason == nil {
			return nil, errs.BadUsage("axiomine help audit lists the codes", "--only %s: it flags no rows", code)
		}
	}
	set := r.input.Set
	isDropped := make([]bool, len(set.Rows))
	for code, flags := range r.flags {
		if len(codes) == 0 && check.Lookup(code).Exact || slices.Contains(codes, code) {
			for _, flag := range flags {
				isDropped[flag.Row] = true
			}
		}
	}
	c := &Copy{files: r.Files, drops: make([][]span, len(r.Files))}
	for row, p := range set.Rows {
		if isDropped[row] {
			c.Rows++
			c.drops[p.File] = append(c.drops[p.File], span{p.Number, p.Line, p.Last})
		}
	}
	return c, checkLines(set, c.drops)
}

// checkLines returns an error if a row that is dropped shares a line with another row.
func checkLines(set *trainset.Set, drops [][]span) error {
	for row := 1; row < len(set.Rows); row++ {
		a, b := set.Rows[row-1], set.Rows[row]
		switch {
		case a.File != b.File || len(drops[a.File]) == 0:
		case a.Number != b.Number && a.Last >= b.Line && b.Line > 0:
			return errs.BadInput(set.Files[a.File], int(b.Line), "write each row in a line of its own",
				"two rows share a line: no clean copy is written")
		case a.Line == 0:
			return errs.BadInput(set.Files[a.File], 0, "name a file of rows", "no clean copy of a collection is written")
		}
	}
	return nil
}

// Write writes the copy of file number i, packed as the file is. A file without rows to leave out is copied byte for byte. Else forms that
// are neither Parquet nor lines of UTF-8 are refused.
func (c *Copy) Write(i int, out io.Writer) error {
	path := c.files[i].Name
	in, err := os.Open(path)
	if err != nil {
		return errs.CannotOpen(path, err)
	}
	defer in.Close()
	if len(c.drops[i]) == 0 {
		_, err := io.Copy(out, in)
		return err
	}
	err = dropRows(in, out, c.drops[i])
	if bad, is := errors.AsType[*errs.Error](err); is && bad.File == "" {
		bad.File = path
	}
	return err
}

// dropRows copies a file without some rows.
func dropRows(in *os.File, out io.Writer, drops []span) error {
	var magic [4]byte
	n, _ := io.ReadFull(in, magic[:]) // a shorter file has no magic
	if _, err := in.Seek(0, io.SeekStart); err != nil {
		return err
	}
	switch {
	case string(magic[:]) == "PAR1":
		info, err := in.Stat()
		if err != nil {
			return err
		}
		file, err := parquet.OpenFile(in, info.Size())
		if err != nil {
			return err
		}
		return dropParquet(file, out, drops)
	case string(magic[:2]) == "\x1f\x8b":
		unpacked, err := gzip.NewReader(in)
		if err != nil {
			return err
		}
		packed := gzip.NewWriter(out)
		return errors.Join(dropLines(unpacked, packed, drops), packed.Close())
	case string(magic[:]) == "\x28\xb5\x2f\xfd":
		unpacked, err := zstd.NewReader(in)
		if err != nil {
			return err
		}
		defer unpacked.Close()
		packed, err := zstd.NewWriter(out)
		if err != nil {
			return err
		}
		return errors.Join(dropLines(unpacked, packed, drops), packed.Close())
	case n == len(magic) && (string(magic[:3]) == "BZh" || string(magic[:]) == "ARRO" || string(magic[:]) == "\xff\xff\xff\xff" ||
		magic[0] == 0xff || magic[0] == 0xfe || magic[1] == 0):
		return errs.BadInput("", 0, "write it as JSON lines, TSV, CSV or Parquet, plain or packed by gzip or zstd",
			"a clean copy is not written in this form")
	}
	return dropLines(in, out, drops)
}

// dropLines copies lines without those of some rows.
func dropLines(file io.Reader, out io.Writer, drops []span) error {
	in, target := bufio.NewReaderSize(file, 1<<20), bufio.NewWriterSize(out, 1<<20)
	begin, _ := in.Peek(in.Size()) // of the file; an error is that of reading its lines
	begin, _, hasLine := bytes.Cut(begin, []byte("\n"))
	if i := bytes.IndexByte(begin, '\r'); !hasLine && i >= 0 && i < len(begin)-1 {
		return errs.BadInput("", 0, "write the file with line feeds", "lines end in CR alone: no clean copy is written")
	}
	if bytes.HasPrefix(bytes.TrimLeft(begin, "\ufeff \t"), []byte("[")) {
		return errs.BadInput("", 0, "write JSON lines", "an array of JSON: no clean copy is written")
	}
	for line := uint32(1); ; line++ {
		text, end := in.ReadBytes('\n')
		if end != nil && end != io.EOF {
			return end
		}
		for len(drops) > 0 && drops[0].last < line {
			drops = drops[1:]
		}
		if len(drops) == 0 || line < drops[0].line {
			if _, err := target.Write(text); err != nil {
				return err
			}
		}
		if end == io.EOF {
			return target.Flush()
		}
	}
}

// dropParquet copies a Parquet file without some rows. Its columns, types and metadata stay.
func dropParquet(file *parquet.File, out io.Writer, drops []span) error {
	options := []parquet.WriterOption{file.Schema(), parquet.Compression(&parquet.Zstd)}
	for _, pair := range file.Metadata().KeyValueMetadata {
		options = append(options, parquet.KeyValueMetadata(pair.Key, pair.Value))
	}
	target, number, rows := parquet.NewWriter(out, options...), uint32(0), make([]parquet.Row, 256)
	for _, group := range file.RowGroups() {
		reader := group.Rows()
		for {
			n, err := reader.ReadRows(rows)
			for i := range rows[:n] {
				_, drop := slices.BinarySearchFunc(drops, number, func(s span, n uint32) int { return cmp.Compare(s.number, n) })
				if number++; drop {
					continue
				}
				if _, err := target.WriteRows(rows[i : i+1]); err != nil {
					return err
				}
			}
			if err == io.EOF {
				break
			}
			if err != nil {
				return err
			}
		}
		if err := reader.Close(); err != nil {
			return err
		}
	}
	return target.Close()
}
