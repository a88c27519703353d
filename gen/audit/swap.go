package audit

import (
	"bufio"
	"bytes"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/axiomine/axiomine/internal/errs"
	"github.com/axiomine/axiomine/internal/ui/terminal"
	"github.com/parquet-go/parquet-go"
)

// Swap is a copy of the files of a set in which some rows have their positive and their negative exchanged.
type Swap struct {
	Swapped int // rows
	Tied    int // rows that contradict as many rows as agree with them: they stay
	Unfit   int // rows of the codes that have no single positive and negative, or whose order is the more probable one: they stay
	report  *Report
	rows    map[uint32]bool
	lines   []map[uint32]bool // of each file
}

// NewSwap chooses rows. Of code contradiction those that state the reverse of what more rows of the query state. Of code false-positive
// those whose negative is more probably relevant than their positive, if sure is set or a run helped.
func (r *Report) NewSwap(codes []string, sure bool) (*Swap, error) {
	if len(codes) == 0 {
		codes = []string{"contradiction"}
	}
	s := &Swap{report: r, rows: map[uint32]bool{}, lines: make([]map[uint32]bool, len(r.Files))}
	for _, code := range codes {
		if err := checkCode(code, false); err != nil {
			return nil, err
		}
		switch code {
		case "contradiction":
			s.addReversed()
		case "false-positive":
			if !sure && !r.suspects.HasRuns() {
				return nil, errs.BadUsage("name a model's run with --run; or add --yes to swap them all the same",
					"--only false-positive: by texts alone few wrong positives are found, and rows with rare words are swapped that are right")
			}
			s.addFalse()
		default:
			return nil, errs.BadUsage("use contradiction or false-positive", "--only %s: --fix swap does not know what is right in its rows", code)
		}
	}
	s.Swapped = len(s.rows)
	for i := range s.lines {
		s.lines[i] = map[uint32]bool{}
	}
	set, rowsOf := r.input.Set, map[[2]uint32]int{}
	for row := range set.Rows {
		rowsOf[[2]uint32{set.Rows[row].File, set.Rows[row].Line}]++
	}
	for row := range s.rows {
		p := set.Rows[row]
		if p.Line == 0 || p.Last > p.Line || rowsOf[[2]uint32{p.File, p.Line}] > 1 {
			return nil, errs.BadInput(set.Files[p.File], int(p.Line), "write it as JSON lines, CSV, TSV or Parquet, a row a line",
				"a row that is swapped has no line of its own")
		}
		s.lines[p.File][p.Line] = true
	}
	return s, nil
}

// isPair reports whether a row has one positive and one negative.
func (s *Swap) isPair(row uint32) bool {
	items := s.report.input.Set.RowItems(row)
	return len(items) == 2 && !s.report.input.Set.Rows[row].Labelled && items[0].IsPositive() && items[1].IsNegative()
}

// addReversed adds the rows that state the reverse of what more rows state.
func (s *Swap) addReversed() {
	for edges := range s.report.input.Set.EdgesByQuery() {
		for len(edges) > 0 {
			low, high, end := min(edges[0].High, edges[0].Low), max(edges[0].High, edges[0].Low), 0
			votes := 0 // rows that put low above high, less those that put it below
			for ; end < len(edges) && min(edges[end].High, edges[end].Low) == low && max(edges[end].High, edges[end].Low) == high; end++ {
				if edges[end].High == low {
					votes++
				} else {
					votes--
				}
			}
			for _, e := range edges[:end] {
				switch {
				case votes == end || votes == -end: // all agree
				case votes == 0:
					s.Tied++
				case (e.High == low) == (votes > 0):
				case s.isPair(e.Row):
					s.rows[e.Row] = true
				default:
					s.Unfit++
				}
			}
			edges = edges[end:]
		}
	}
}

// addFalse adds the rows with a false positive whose negative is more probably relevant.
func (s *Swap) addFalse() {
	relevant := map[uint32]float32{}
	flags := s.report.flags["false-positive"].flags
	for _, f := range flags {
		relevant[f.Row] = -1
	}
	for _, n := range s.report.suspects.Negatives {
		if old, has := relevant[n.Row]; has {
			relevant[n.Row] = max(old, n.P)
		}
	}
	for _, f := range flags {
		if s.isPair(f.Row) && relevant[f.Row] > 1-f.Score {
			s.rows[f.Row] = true
		} else {
			s.Unfit++
		}
	}
}

// Summary returns what was swapped and what was not, in words.
func (s *Swap) Summary() string {
	text := "a copy with " + terminal.Plural(s.Swapped, "row", "rows") + " swapped"
	if s.Tied > 0 {
		text += fmt.Sprintf("; %s as many rows contradict as agree with", terminal.Plural(s.Tied, "row stays that", "rows stay that"))
	}
	if s.Unfit > 0 {
		text += fmt.Sprintf("; %s no pair or in the more probable order", terminal.Plural(s.Unfit, "row stays that is", "rows stay that are"))
	}
	return text
}

// Write writes the copy of file number i. A file of which nothing is swapped is copied byte for byte.
func (s *Swap) Write(i int, out io.Writer) error {
	path := s.report.Files[i].Name
	if len(s.lines[i]) == 0 {
		return copyFile(path, out)
	}
	return rewriter{func(in *os.File, out io.Writer) error { return s.writeParquet(i, in, out) },
		func(name string, in io.Reader, out io.Writer) error { return s.writeLines(i, name, in, out) }}.write(path, out)
}

// errNoPairs returns the error for a file whose columns are no pairs of a positive and a negative.
func (s *Swap) errNoPairs(i, line int) error {
	return errs.BadInput(s.report.Files[i].Name, line, "rename them, such as positive and negative",
		"no two columns whose names differ in positive and negative, pos and neg, or chosen and rejected alone: nothing is swapped")
}

// opposites are words in the names of columns that hold the same of a positive and of a negative.
var opposites = [][2]string{{"positive", "negative"}, {"pos", "neg"}, {"chosen", "rejected"}}

// pairsOf returns the places of columns that hold the same of a positive and of a negative.
func pairsOf(names []string) (pairs [][2]int) {
	for i, name := range names {
		for _, words := range opposites {
			if !strings.Contains(name, words[0]) {
				continue
			}
			if j := slices.Index(names, strings.ReplaceAll(name, words[0], words[1])); j >= 0 {
				pairs = append(pairs, [2]int{i, j})
			}
			break
		}
	}
	return pairs
}

// exchange exchanges the values of pairs of columns.
func exchange[T any](values []T, pairs [][2]int) {
	for _, p := range pairs {
		values[p[0]], values[p[1]] = values[p[1]], values[p[0]]
	}
}

// writeParquet swaps rows of a Parquet file, which is packed anew.
func (s *Swap) writeParquet(i int, in *os.File, out io.Writer) error {
	file, err := openParquet(in)
	if err != nil {
		return err
	}
	schema := file.Schema()
	var names []string
	var leaves []parquet.LeafColumn
	for _, path := range schema.Columns() {
		leaf, _ := schema.Lookup(path...)
		names, leaves = append(names, strings.Join(path, ".")), append(leaves, leaf)
	}
	pairs := pairsOf(names)
	if len(pairs) == 0 {
		return s.errNoPairs(i, 0)
	}
	for _, p := range pairs {
		a, b := leaves[p[0]], leaves[p[1]]
		if a.Node.Type().String() != b.Node.Type().String() || a.MaxDefinitionLevel != b.MaxDefinitionLevel ||
			a.MaxRepetitionLevel != b.MaxRepetitionLevel {
			return errs.BadInput(s.report.Files[i].Name, 0, "write them with one type", "the columns %s and %s have different types: "+
				"nothing is swapped", names[p[0]], names[p[1]])
		}
	}
	return copyParquet(file, newParquetCopy(file, out), func(number uint32, row parquet.Row) parquet.Row {
		if !s.lines[i][number+1] {
			return row
		}
		columns := make([][]parquet.Value, len(names))
		row.Range(func(column int, values []parquet.Value) bool { columns[column] = slices.Clone(values); return true })
		exchange(columns, pairs)
		swapped := row[:0]
		for column, values := range columns {
			for _, v := range values {
				swapped = append(swapped, v.Level(v.RepetitionLevel(), v.DefinitionLevel(), column))
			}
		}
		return swapped
	})
}

// writeLines swaps rows of a file of lines.
func (s *Swap) writeLines(i int, name string, in io.Reader, out io.Writer) error {
	source, target := bufio.NewReaderSize(in, 1<<20), bufio.NewWriterSize(out, 1<<20)
	begin, err := source.Peek(1)
	if err != nil && err != io.EOF {
		return err
	}
	isJSON, comma := bytes.Equal(begin, []byte("{")), byte('\t')
	if filepath.Ext(name) == ".csv" {
		comma = ','
	}
	var pairs [][2]int
	if s.report.Files[i].Columns == textTriples {
		pairs = [][2]int{{1, 2}}
	}
	for line := uint32(1); ; line++ {
		text, err := source.ReadBytes('\n')
		if err != nil && err != io.EOF {
			return err
		}
		body := bytes.TrimRight(text, "\r\n")
		swapped := body
		switch {
		case line == 1 && !isJSON && pairs == nil:
			if pairs = pairsOf(columnNames(body, comma)); len(pairs) == 0 {
				return s.errNoPairs(i, 1)
			}
		case !s.lines[i][line]:
		case isJSON:
			if swapped = swapMembers(body); swapped == nil {
				return s.errNoPairs(i, int(line))
			}
		default:
			fields := rawFields(body, comma)
			if slices.ContainsFunc(pairs, func(p [2]int) bool { return max(p[0], p[1]) >= len(fields) }) {
				return errs.BadInput(s.report.Files[i].Name, int(line), "write a row a line", "fewer columns than the header has: nothing is swapped")
			}
			exchange(fields, pairs)
			swapped = bytes.Join(fields, []byte{comma})
		}
		target.Write(swapped)
		if _, bad := target.Write(text[len(body):]); bad != nil {
			return bad
		}
		if err == io.EOF {
			return target.Flush()
		}
	}
}
