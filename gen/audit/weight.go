package audit

import (
	"bufio"
	"bytes"
	"encoding/csv"
	"encoding/json"
	"io"
	"math"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"github.com/axiomine/axiomine/internal/errs"
)

// weightColumn is the column that Weights adds.
const weightColumn = "weight"

// Weights is a copy of the files of a set in which each row has a weight: 1 less the probability that a negative of it is relevant.
type Weights struct {
	Weighted int // rows whose weight is below 1
	report   *Report
	weight   map[uint32]float64 // of rows; 1 if a row is not in it
	lines    []map[uint32]uint32
	labels   map[uint32]string // soft labels of rows as JSON; nil for weights
}

// column returns the name of the column that is added.
func (w *Weights) column() string {
	if w.labels != nil {
		return softColumn
	}
	return weightColumn
}

// NewWeights returns the weights of a set whose negatives have probabilities.
func (r *Report) NewWeights() (*Weights, error) {
	if r.FalseNegatives == nil {
		return nil, errs.BadInput(r.Files[0].Name, 0, "give rows with positives and negatives, at least 30",
			"the share of false negatives was not estimated: there are no weights")
	}
	weights := &Weights{report: r, weight: map[uint32]float64{}, lines: make([]map[uint32]uint32, len(r.Files))}
	for _, n := range r.suspects.Negatives {
		if w := 1 - float64(n.P); w < 1 {
			if old, has := weights.weight[n.Row]; !has || w < old {
				weights.weight[n.Row] = w
			}
		}
	}
	weights.Weighted = len(weights.weight)
	for i := range weights.lines {
		weights.lines[i] = map[uint32]uint32{}
	}
	set := r.input.Set
	for row := range set.Rows {
		p := set.Rows[row]
		if _, twice := weights.lines[p.File][p.Line]; twice || p.Line == 0 || p.Last > p.Line {
			return nil, errs.BadInput(set.Files[p.File], int(p.Line), "write it as JSON lines, CSV, TSV or Parquet, a row a line",
				"a row has no line of its own: there is no place for its weight")
		}
		weights.lines[p.File][p.Line] = uint32(row)
	}
	return weights, nil
}

// value returns the weight of the row on a line, with four digits; ok is false if no row was read there.
func (w *Weights) value(file int, line uint32) (weight float64, ok bool) {
	row, ok := w.lines[file][line]
	weight, has := w.weight[row]
	if !has {
		weight = 1
	}
	return math.Round(float64(weight*1e4)) / 1e4, ok
}

// text returns what is added to the row on a line, "" if no row was read there.
func (w *Weights) text(file int, line uint32) string {
	if row, has := w.lines[file][line]; w.labels != nil && has {
		return w.labels[row]
	}
	weight, has := w.value(file, line)
	if !has {
		return ""
	}
	return strconv.FormatFloat(weight, 'f', -1, 64)
}

// Write writes the copy of file number i.
func (w *Weights) Write(i int, out io.Writer) error {
	return rewriter{func(in *os.File, out io.Writer) error { return w.writeParquet(i, in, out) },
		func(name string, in io.Reader, out io.Writer) error { return w.write(i, name, in, out) }}.write(w.report.Files[i].Name, out)
}

func (w *Weights) write(i int, name string, in io.Reader, out io.Writer) error {
	buffered := bufio.NewReaderSize(in, 1<<20)
	begin, err := buffered.Peek(1)
	if err != nil && err != io.EOF {
		return err
	}
	switch ending := filepath.Ext(name); {
	case bytes.Equal(begin, []byte("{")):
		return w.writeJSON(i, buffered, out)
	case w.labels != nil:
		return w.errNoLabels(i)
	case ending == ".csv":
		return w.writeTable(i, ',', buffered, out)
	case ending == ".tsv":
		return w.writeTable(i, '\t', buffered, out)
	}
	return errs.BadInput(w.report.Files[i].Name, 0, "write it as JSON lines, Parquet, or as CSV or TSV with a header; --scores has the "+
		"probabilities of any file", "this form has no place for a weight")
}

// writeJSON adds a member to the object of each line.
func (w *Weights) writeJSON(i int, in *bufio.Reader, out io.Writer) error {
	target := bufio.NewWriterSize(out, 1<<20)
	for line := uint32(1); ; line++ {
		text, err := in.ReadBytes('\n')
		if err != nil && err != io.EOF {
			return err
		}
		body := bytes.TrimRight(text, " \t\r\n")
		if weight := w.text(i, line); weight != "" {
			var members map[string]json.RawMessage
			if bad := json.Unmarshal(body, &members); bad != nil {
				return errs.BadInput(w.report.Files[i].Name, int(line), "write a JSON object a line", "no object: there is no place for a weight")
			}
			if _, has := members[w.column()]; has {
				return w.errHasWeight(i, int(line))
			}
			if _, bad := target.Write(body[:len(body)-1]); bad != nil {
				return bad
			}
			if len(members) > 0 {
				target.WriteString(", ")
			}
			target.WriteString(`"` + w.column() + `": ` + weight + "}")
			text = text[len(body):]
		}
		if _, bad := target.Write(text); bad != nil {
			return bad
		}
		if err == io.EOF {
			return target.Flush()
		}
	}
}

func (w *Weights) errHasWeight(i, line int) error {
	return errs.BadInput(w.report.Files[i].Name, line, "rename the column", "the rows have a column %s already", w.column())
}

// writeTable adds a column to a table with a header.
func (w *Weights) writeTable(i int, comma rune, in *bufio.Reader, out io.Writer) error {
	target := bufio.NewWriterSize(out, 1<<20)
	for line := uint32(1); ; line++ {
		text, err := in.ReadBytes('\n')
		if err != nil && err != io.EOF {
			return err
		}
		body := bytes.TrimRight(text, "\r\n")
		added := w.text(i, line)
		if line == 1 {
			if added != "" {
				return errs.BadInput(w.report.Files[i].Name, 1, "give it a first line with the names of the columns",
					"a table without a header has no place for a weight")
			}
			header := csv.NewReader(bytes.NewReader(body))
			header.Comma, header.LazyQuotes = comma, true
			names, _ := header.Read()
			for _, name := range names {
				if strings.TrimSpace(name) == weightColumn {
					return w.errHasWeight(i, 1)
				}
			}
			added = weightColumn
		}
		target.Write(body)
		if len(body) > 0 {
			target.WriteRune(comma)
			target.WriteString(added)
		}
		if _, bad := target.Write(text[len(body):]); bad != nil {
			return bad
		}
		if err == io.EOF {
			return target.Flush()
		}
	}
}
