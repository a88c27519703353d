package audit

import (
	"bufio"
	"bytes"
	"cmp"
	"io"
	"slices"

	"github.com/axiomine/axiomine/gen/audit/internal/check"
	"github.com/axiomine/axiomine/gen/audit/internal/trainset"
	"github.com/axiomine/axiomine/internal/errs"
	"github.com/axiomine/axiomine/internal/ui/terminal"
	"github.com/parquet-go/parquet-go"
)

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
	rows, drops := 0, make([][]span, len(r.Files)) // by file, in order
	for row, p := range set.Rows {
		if isDropped[row] {
			rows++
			drops[p.File] = append(drops[p.File], span{p.Number, p.Line, p.Last})
		}
	}
	return &Copy{rows, "a clean copy without " + terminal.Plural(rows, "row", "rows"), r.Files, func(i int) *rewriter {
		if len(drops[i]) == 0 {
			return nil
		}
		return &rewriter{func(in *parquet.File, out io.Writer) error { return dropParquet(in, out, drops[i]) },
			func(_ string, in *bufio.Reader, out io.Writer) error { return dropLines(in, out, drops[i]) }}
	}}, checkLines(set, drops)
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

// dropLines copies lines but those of some rows.
func dropLines(in *bufio.Reader, out io.Writer, drops []span) error {
	begin, _ := in.Peek(in.Size()) // of the file; an error is that of reading its lines
	begin, _, hasLine := bytes.Cut(begin, []byte("\n"))
	if i := bytes.IndexByte(begin, '\r'); !hasLine && i >= 0 && i < len(begin)-1 {
		return errs.BadInput("", 0, "write the file with line feeds", "lines end in CR alone: no clean copy is written")
	}
	if bytes.HasPrefix(bytes.TrimLeft(begin, "\ufeff \t"), []byte("[")) {
		return errs.BadInput("", 0, "write JSON lines", "an array of JSON: no clean copy is written")
	}
	return copyLines(in, out, func(line uint32, text []byte) ([]byte, error) {
		for len(drops) > 0 && drops[0].last < line {
			drops = drops[1:]
		}
		if len(drops) > 0 && line >= drops[0].line {
			return nil, nil
		}
		return text, nil
	})
}

// dropParquet copies a Parquet file but some rows. Its columns, types and metadata stay.
func dropParquet(in *parquet.File, out io.Writer, drops []span) error {
	return copyParquet(in, newParquetCopy(in, out), func(number uint32, row parquet.Row) parquet.Row {
		if _, drop := slices.BinarySearchFunc(drops, number, func(s span, n uint32) int { return cmp.Compare(s.number, n) }); drop {
			return nil
		}
		return row
	})
}
