package audit

import (
	"bufio"
	"bytes"
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"strings"

	"github.com/axiomine/axiomine/gen/audit/internal/check"
	"github.com/axiomine/axiomine/gen/audit/internal/suspect"
	"github.com/axiomine/axiomine/gen/audit/internal/trainset"
	"github.com/axiomine/axiomine/internal/errs"
	"github.com/axiomine/axiomine/internal/ui/terminal"
	"github.com/parquet-go/parquet-go"
)

// SwapRows returns a copy in which some rows have their positive and their negative exchanged. Of code contradiction those that state the
// reverse of what more rows of the query state. Of code false-positive those whose negative is more probably relevant than their positive,
// if sure is set or a run helped.
func (r *Report) SwapRows(codes []string, sure bool) (*Copy, error) {
	if len(codes) == 0 {
		codes = []string{"contradiction"}
	}
	set := r.input.Set
	s := &swapChoice{set: set, rows: map[uint32]bool{}}
	for _, code := range codes {
		if err := checkCode(code, false); err != nil {
			return nil, err
		}
		switch code {
		case "contradiction":
			s.addReversed(r.input.Preferences)
		case "false-positive":
			if !sure && !r.input.Suspects.HasRuns() {
				return nil, errs.BadUsage("name a model's run with --run; or add --yes to swap them all the same",
					"--only false-positive: by texts alone few wrong positives are found, and rows with rare words are swapped that are right")
			}
			s.addFalse(r.flags[code], r.input.Suspects.Negatives)
		default:
			return nil, errs.BadUsage("use contradiction or false-positive", "--only %s: --fix swap does not know what is right in its rows", code)
		}
	}
	lines, err := linesOf(set, len(r.Files), func(row uint32) bool { return s.rows[row] }, "a row that is swapped has no line of its own")
	if err != nil {
		return nil, err
	}
	return &Copy{len(s.rows), s.summary(), r.Files, func(i int) *rewriter {
		if len(lines[i]) == 0 {
			return nil
		}
		f := swappedFile{r.Files[i], lines[i]}
		return &rewriter{f.writeParquet, f.writeLines}
	}}, nil
}

// swapChoice is the choice of the rows whose positive and negative are exchanged.
type swapChoice struct {
	set   *trainset.Set
	rows  map[uint32]bool
	tied  int // rows that contradict as many rows as agree with them: they stay
	unfit int // rows of the codes that have no single positive and negative, or whose order is the more probable one: they stay
}

// add adds a row if it has one positive and one negative.
func (s *swapChoice) add(row uint32) {
	items := s.set.RowItems(row)
	if len(items) == 2 && !s.set.Rows[row].Labelled && items[0].IsPositive() && items[1].IsNegative() {
		s.rows[row] = true
	} else {
		s.unfit++
	}
}

// addReversed adds the rows that state the reverse of what more rows state.
func (s *swapChoice) addReversed(p *trainset.Preferences) {
	for edges := range p.EdgesByQuery() {
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
					s.tied++
				case (e.High == low) != (votes > 0):
					s.add(e.Row)
				}
			}
			edges = edges[end:]
		}
	}
}

// addFalse adds the flagged rows whose negative is more probably relevant than their positive.
func (s *swapChoice) addFalse(flags []check.Flag, negatives []suspect.Negative) {
	relevant := map[uint32]float32{}
	for _, f := range flags {
		relevant[f.Row] = -1
	}
	for _, n := range negatives {
		if old, has := relevant[n.Row]; has {
			relevant[n.Row] = max(old, n.P)
		}
	}
	for _, f := range flags {
		if relevant[f.Row] > 1-f.Score {
			s.add(f.Row)
		} else {
			s.unfit++
		}
	}
}

// summary returns what is swapped and what is not, in words.
func (s *swapChoice) summary() string {
	text := "a copy with " + terminal.Plural(len(s.rows), "row", "rows") + " swapped"
	if s.tied > 0 {
		text += fmt.Sprintf("; %s as many rows contradict as agree with", terminal.Plural(s.tied, "row stays that", "rows stay that"))
	}
	if s.unfit > 0 {
		text += fmt.Sprintf("; %s no pair or in the more probable order", terminal.Plural(s.unfit, "row stays that is", "rows stay that are"))
	}
	return text
}

// swappedFile is a file of which some rows, by their lines, are swapped.
type swappedFile struct {
	file  File
	lines map[uint32]uint32
}

// errNoPairs returns the error for a file whose columns are no pairs of a positive and a negative.
func (f swappedFile) errNoPairs(line int) error {
	return errs.BadInput(f.file.Name, line, "rename them, such as positive and negative",
		"no two columns whose names differ in positive and negative, pos and neg, or chosen and rejected alone: nothing is swapped")
}

// has reports whether the row of a line is swapped.
func (f swappedFile) has(line uint32) bool {
	_, is := f.lines[line]
	return is
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
func (f swappedFile) writeParquet(file *parquet.File, out io.Writer) error {
	schema := file.Schema()
	var names []string
	var leaves []parquet.LeafColumn
	for _, path := range schema.Columns() {
		leaf, _ := schema.Lookup(path...)
		names, leaves = append(names, strings.Join(path, ".")), append(leaves, leaf)
	}
	pairs := pairsOf(names)
	if len(pairs) == 0 {
		return f.errNoPairs(0)
	}
	for _, p := range pairs {
		a, b := leaves[p[0]], leaves[p[1]]
		if a.Node.Type().String() != b.Node.Type().String() || a.MaxDefinitionLevel != b.MaxDefinitionLevel ||
			a.MaxRepetitionLevel != b.MaxRepetitionLevel {
			return errs.BadInput(f.file.Name, 0, "write them with one type", "the columns %s and %s have different types: "+
				"nothing is swapped", names[p[0]], names[p[1]])
		}
	}
	return copyParquet(file, newParquetCopy(file, out), func(number uint32, row parquet.Row) parquet.Row {
		if !f.has(number + 1) {
			return row
		}
		columns := make([][]parquet.Value, len(names))
		row.Range(func(column int, values []parquet.Value) bool { columns[column] = slices.Clone(values); return true })
		exchange(columns, pairs)
		content := row[:0]
		for column, values := range columns {
			for _, v := range values {
				content = append(content, v.Level(v.RepetitionLevel(), v.DefinitionLevel(), column))
			}
		}
		return content
	})
}

// writeLines swaps rows of a file of lines.
func (f swappedFile) writeLines(name string, in *bufio.Reader, out io.Writer) error {
	isJSON, err := beginsObject(in)
	if err != nil {
		return err
	}
	comma := byte('\t')
	if filepath.Ext(name) == ".csv" {
		comma = ','
	}
	var pairs [][2]int
	if f.file.Columns == textTriples {
		pairs = [][2]int{{1, 2}}
	}
	return copyLines(in, out, func(line uint32, text []byte) ([]byte, error) {
		body := bytes.TrimRight(text, "\r\n")
		content := body
		switch {
		case line == 1 && !isJSON && pairs == nil:
			if pairs = pairsOf(columnNames(body, comma)); len(pairs) == 0 {
				return nil, f.errNoPairs(1)
			}
		case !f.has(line):
		case isJSON:
			if content = swapMembers(body); content == nil {
				return nil, f.errNoPairs(int(line))
			}
		default:
			fields := rawFields(body, comma)
			if slices.ContainsFunc(pairs, func(p [2]int) bool { return max(p[0], p[1]) >= len(fields) }) {
				return nil, errs.BadInput(f.file.Name, int(line), "write a row a line", "fewer columns than the header has: nothing is swapped")
			}
			exchange(fields, pairs)
			content = bytes.Join(fields, []byte{comma})
		}
		return slices.Concat(content, text[len(body):]), nil
	})
}
