package audit

import (
	"bufio"
	"bytes"
	"encoding/csv"
	"encoding/json"
	"io"
	"math"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/axiomine/axiomine/internal/errs"
)

// weightColumn is the column of weights.
const weightColumn = "weight"

// WeighRows returns a copy in which each row has a weight: 1 less the probability that a negative of it is relevant.
func (r *Report) WeighRows() (*Copy, error) {
	lines, err := r.scoredLines()
	if err != nil {
		return nil, err
	}
	weights := map[uint32]float64{} // of rows; 1 if a row is not in it
	for _, n := range r.input.Suspects.Negatives {
		if w := 1 - float64(n.P); w < 1 {
			if old, has := weights[n.Row]; !has || w < old {
				weights[n.Row] = w
			}
		}
	}
	return &Copy{len(weights), "a copy with weights", r.Files, func(i int) *rewriter {
		w := weightedFile{r.Files[i].Name, func(line uint32) (weight float64, isRow bool) {
			row, isRow := lines[i][line]
			weight, has := weights[row]
			if !has {
				weight = 1
			}
			return math.Round(float64(weight*1e4)) / 1e4, isRow
		}}
		return &rewriter{w.writeParquet, w.writeText}
	}}, nil
}

// scoredLines returns the rows of each file by their lines, if their negatives have probabilities.
func (r *Report) scoredLines() ([]map[uint32]uint32, error) {
	if r.FalseNegatives == nil {
		return nil, errs.BadInput(r.Files[0].Name, 0, "give rows with positives and negatives, at least 30",
			"the share of false negatives was not estimated: there are no weights")
	}
	return linesOf(r.input.Set, len(r.Files), func(uint32) bool { return true },
		"a row has no line of its own: there is no place for its weight")
}

// weightedFile is a file whose rows get weights.
type weightedFile struct {
	name   string
	weight func(line uint32) (weight float64, isRow bool) // with four digits
}

// text returns the weight of the row of a line, "" if no row was read there.
func (w weightedFile) text(line uint32) string {
	weight, isRow := w.weight(line)
	if !isRow {
		return ""
	}
	return strconv.FormatFloat(weight, 'f', -1, 64)
}

func (w weightedFile) writeText(name string, in *bufio.Reader, out io.Writer) error {
	isJSON, err := beginsObject(in)
	switch ending := filepath.Ext(name); {
	case err != nil:
		return err
	case isJSON:
		return addMember(in, out, w.name, weightColumn, w.text)
	case ending == ".csv":
		return w.writeTable(',', in, out)
	case ending == ".tsv":
		return w.writeTable('\t', in, out)
	}
	return errs.BadInput(w.name, 0, "write it as JSON lines, Parquet, or as CSV or TSV with a header; --scores has the "+
		"probabilities of any file", "this form has no place for a weight")
}

// writeTable adds a column to a table with a header.
func (w weightedFile) writeTable(comma rune, in *bufio.Reader, out io.Writer) error {
	return copyLines(in, out, func(line uint32, text []byte) ([]byte, error) {
		body := bytes.TrimRight(text, "\r\n")
		cell := w.text(line)
		if line == 1 {
			if cell != "" {
				return nil, errs.BadInput(w.name, 1, "give it a first line with the names of the columns",
					"a table without a header has no place for a weight")
			}
			header := csv.NewReader(bytes.NewReader(body))
			header.Comma, header.LazyQuotes = comma, true
			names, _ := header.Read()
			if slices.ContainsFunc(names, func(name string) bool { return strings.TrimSpace(name) == weightColumn }) {
				return nil, errHasColumn(w.name, 1, weightColumn)
			}
			cell = weightColumn
		}
		if len(body) == 0 {
			return text, nil
		}
		return slices.Concat(body, []byte(string(comma)+cell), text[len(body):]), nil
	})
}

func errHasColumn(file string, line int, column string) error {
	return errs.BadInput(file, line, "rename the column", "the rows have a column %s already", column)
}

// beginsObject reports whether a file of lines begins with an object of JSON.
func beginsObject(in *bufio.Reader) (bool, error) {
	begin, err := in.Peek(1)
	if err != nil && err != io.EOF {
		return false, err
	}
	return string(begin) == "{", nil
}

// addMember adds a member to the object of each line. value returns it as JSON, "" for a line that is no row.
func addMember(in *bufio.Reader, out io.Writer, file, name string, value func(line uint32) string) error {
	return copyLines(in, out, func(line uint32, text []byte) ([]byte, error) {
		member := value(line)
		if member == "" {
			return text, nil
		}
		body := bytes.TrimRight(text, " \t\r\n")
		var members map[string]json.RawMessage
		if err := json.Unmarshal(body, &members); err != nil {
			return nil, errs.BadInput(file, int(line), "write a JSON object a line", "no object: there is no place for a weight")
		}
		if _, has := members[name]; has {
			return nil, errHasColumn(file, int(line), name)
		}
		member = `"` + name + `": ` + member + "}"
		if len(members) > 0 {
			member = ", " + member
		}
		return slices.Concat(body[:len(body)-1], []byte(member), text[len(body):]), nil
	})
}
