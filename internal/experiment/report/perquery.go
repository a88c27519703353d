package report

import (
	"bufio"
	"fmt"
	"io"
	"io/fs"
	"iter"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/axiomine/axiomine/internal/errs"
	"github.com/axiomine/axiomine/internal/ui/terminal"
)

// perQueryOf holds a system's values per query with the name of their file.
type perQueryOf struct {
	file   *string
	values *QueryScores
}

// perQuery returns the values per query of every run and control.
func (r *Result) perQuery() []perQueryOf {
	var list []perQueryOf
	for i := range r.Arms {
		for j := range r.Arms[i].Seeds {
			s := &r.Arms[i].Seeds[j]
			list = append(list, perQueryOf{&s.PerQueryFile, &s.PerQuery})
		}
	}
	for i := range r.Controls {
		list = append(list, perQueryOf{&r.Controls[i].PerQueryFile, &r.Controls[i].PerQuery})
	}
	return list
}

// Files yields the names of the record's files, with their content.
func (r *Result) Files() iter.Seq2[string, QueryScores] {
	return func(yield func(string, QueryScores) bool) {
		for _, part := range r.perQuery() {
			if *part.file != "" && !yield(*part.file, *part.values) {
				return
			}
		}
	}
}

// Write writes lines of measure, query and value between tabs, in that order, as trec_eval -q does.
// Values have all their digits.
func (q QueryScores) Write(w io.Writer) error {
	for _, measure := range slices.Sorted(maps.Keys(q)) {
		for _, id := range slices.Sorted(maps.Keys(q[measure])) {
			if _, err := fmt.Fprintf(w, "%s\t%s\t%s\n", measure, id, terminal.Number(q[measure][id])); err != nil {
				return err
			}
		}
	}
	return nil
}

func readPerQuery(folder fs.FS, name string) (QueryScores, error) {
	f, err := folder.Open(name)
	if err != nil {
		return nil, errs.CannotOpen(name, err)
	}
	defer f.Close()
	q := QueryScores{}
	lines := bufio.NewScanner(f)
	lines.Buffer(nil, 1<<20)
	for n := 1; lines.Scan(); n++ {
		bad := func(message string) error {
			return errs.BadInput(name, n, "write it again with axiomine train", "%s", message)
		}
		measure, rest, ok := strings.Cut(lines.Text(), "\t")
		tab := strings.LastIndexByte(rest, '\t')
		if !ok || tab < 0 {
			return nil, bad("not a measure, a query and a value between tabs")
		}
		value, err := strconv.ParseFloat(rest[tab+1:], 64)
		if err != nil {
			return nil, bad("the value is no number")
		}
		if _, twice := q[measure][rest[:tab]]; twice {
			return nil, bad("a second value of the query")
		}
		if q[measure] == nil {
			q[measure] = map[string]float64{}
		}
		q[measure][rest[:tab]] = value
	}
	if err := lines.Err(); err != nil {
		return nil, &errs.Error{Kind: errs.Input, File: name, Err: err, Hint: "write it again with axiomine train"}
	}
	return q, nil
}
