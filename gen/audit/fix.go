package audit

import (
	"bufio"
	"bytes"
	"cmp"
	"errors"
	"io"
	"os"
	"slices"

	"github.com/axiomine/axiomine/gen/audit/internal/check"
	"github.com/axiomine/axiomine/internal/errs"
	"github.com/parquet-go/parquet-go"
)

// Fix is a clean copy of the files of a set, without the rows of some findings.
type Fix struct {
	Dropped int            `json:"dropped"` // rows
	ByCode  map[string]int `json:"by_code"` // a row may have several codes
	report  *Report
	drops   map[uint32][]span // by file, in order
}

// span is a row in its file.
type span struct{ number, line, last uint32 }

// NewFix chooses the rows of the given codes, or of all exact ones if none is given. The rows of other codes are suspects: they are chosen
// if sure is set, or if a run helped to find false negatives.
func (r *Report) NewFix(codes []string, sure bool) (*Fix, error) {
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
	f := &Fix{ByCode: map[string]int{}, report: r, drops: map[uint32][]span{}}
	set := r.input.Set
	drops := make([]bool, len(set.Rows))
	for _, finding := range r.Findings {
		list := r.flags[finding.Code]
		if len(codes) == 0 && !list.check.Exact || len(codes) > 0 && !slices.Contains(codes, finding.Code) {
			continue
		}
		f.ByCode[finding.Code] = len(list.flags)
		for _, flag := range list.flags {
			drops[flag.Row] = true
		}
	}
	for row := range set.Rows {
		if p := set.Rows[row]; drops[row] {
			f.Dropped++
			f.drops[p.File] = append(f.drops[p.File], span{p.Number, p.Line, p.Last})
		}
	}
	return f, f.checkLines()
}

// checkLines returns an error if a row that is dropped shares a line with another row.
func (f *Fix) checkLines() error {
	set := f.report.input.Set
	for row := 1; row < len(set.Rows); row++ {
		a, b := set.Rows[row-1], set.Rows[row]
		if a.File == b.File && a.Number != b.Number && len(f.drops[a.File]) > 0 && a.Last >= b.Line && b.Line > 0 {
			return errs.BadInput(set.Files[a.File], int(b.Line), "write each row in a line of its own",
				"two rows share a line: no clean copy is written")
		}
		if a.File == b.File && a.Line == 0 && len(f.drops[a.File]) > 0 {
			return errs.BadInput(set.Files[a.File], 0, "name a file of rows", "no clean copy of a collection is written")
		}
	}
	return nil
}

// Write writes the clean copy of file number i. A file of which nothing is dropped is copied byte for byte.
func (f *Fix) Write(i int, w io.Writer) error {
	err := f.write(i, w)
	if bad, is := errors.AsType[*errs.Error](err); is && bad.File == "" {
		bad.File = f.report.Files[i].Name
	}
	return err
}

func (f *Fix) write(i int, w io.Writer) error {
	path, drops := f.report.Files[i].Name, f.drops[uint32(i)]
	if len(drops) == 0 {
		return copyFile(path, w)
	}
	return rewriter{func(in *os.File, out io.Writer) error { return dropParquet(in, out, drops) },
		func(_ string, in io.Reader, out io.Writer) error { return dropLines(in, out, drops) }}.write(path, w)
}

// dropLines copies lines but those of some rows.
func dropLines(r io.Reader, w io.Writer, drops []span) error {
	in, out := bufio.NewReaderSize(r, 1<<20), bufio.NewWriterSize(w, 1<<20)
	line := uint32(1)
	for begins := true; ; {
		piece, err := in.ReadSlice('\n')
		if err != nil && err != io.EOF && err != bufio.ErrBufferFull {
			return err
		}
		if begins && line == 1 && bytes.IndexByte(piece, '\n') < 0 && bytes.IndexByte(piece, '\r') >= 0 && bytes.IndexByte(piece,
			'\r') < len(piece)-1 {
			return errs.BadInput("", 0, "write the file with line feeds", "lines end in CR alone: no clean copy is written")
		}
		if begins && line == 1 && bytes.HasPrefix(bytes.TrimLeft(piece, "\ufeff \t"), []byte("[")) {
			return errs.BadInput("", 0, "write JSON lines", "an array of JSON: no clean copy is written")
		}
		for len(drops) > 0 && drops[0].last < line {
			drops = drops[1:]
		}
		if len(drops) == 0 || line < drops[0].line {
			if _, err := out.Write(piece); err != nil {
				return err
			}
		}
		if begins = err == nil; begins {
			line++
		}
		if err == io.EOF {
			return out.Flush()
		}
	}
}

// dropParquet copies a Parquet file but some rows. Its columns, types and metadata stay.
func dropParquet(in *os.File, w io.Writer, drops []span) error {
	file, err := openParquet(in)
	if err != nil {
		return err
	}
	return copyParquet(file, newParquetCopy(file, w), func(number uint32, row parquet.Row) parquet.Row {
		if _, drop := slices.BinarySearchFunc(drops, number, func(s span, n uint32) int { return cmp.Compare(s.number, n) }); drop {
			return nil
		}
		return row
	})
}
