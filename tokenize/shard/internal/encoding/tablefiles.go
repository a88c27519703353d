package encoding

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"path"
	"slices"
	"strings"

	"github.com/cespare/xxhash/v2"
	"github.com/parquet-go/parquet-go"

	"github.com/axiomine/axiomine/tokenize/pairs"
	"github.com/axiomine/axiomine/tokenize/shard/internal/plan"
)

// TableFiles are tables of Parquet.
type TableFiles struct {
	Nullable []string // columns that may lack a value
	// Wrong returns what is wrong with the sequence of a row that has input_ids; nil: for tables
	// without.
	Wrong func(r SequenceRow, limits *plan.TokenizerInfo) error
}

func (TableFiles) Extension() string { return "parquet" }

func (TableFiles) IsWhole() bool { return false }

// Count sums the rows of the row groups, whatever the footer states for the whole file.
func (TableFiles) Count(full string) (rows int, err error) {
	err = WithParquet(full, func(file *parquet.File) error {
		for _, group := range file.RowGroups() {
			rows += int(group.NumRows())
		}
		return nil
	})
	return rows, err
}

func (f TableFiles) Check(full string, c *Checking) error {
	return WithParquet(full, func(file *parquet.File) error {
		classes, ok := compareColumns(file, c)
		if !ok {
			return nil
		}
		for _, column := range file.Schema().Columns() {
			problem, err := f.checkValues(file, column, classes[column[0]])
			if err != nil {
				return err
			}
			if problem != "" {
				c.Differ("%s: %s", c.Name, problem)
				return nil
			}
		}
		if _, ok := file.Schema().Lookup("task"); ok {
			if err := eachPair(file, c.Pair); err != nil {
				return err
			}
		}
		if _, ok := file.Schema().Lookup("input_ids", "list", "element"); !ok || f.Wrong == nil {
			return nil
		}
		problem, err := EachSequence(file, c.Limits, f.Wrong)
		if problem != "" {
			c.Differ("%s: %s", c.Name, problem)
		}
		return err
	})
}

// compareColumns compares a table's columns with those of its folder's first shard and with the
// features that it names. It returns the number of classes of each label that has classes.
func compareColumns(file *parquet.File, c *Checking) (classes map[string]int, ok bool) {
	folder, schema := path.Dir(c.Name), file.Schema().String()
	if first, hasFirst := c.Alike[folder]; !hasFirst {
		c.Alike[folder] = schema
	} else if schema != first {
		c.Differ("%s has other columns than the first shard of %s", c.Name, folder)
		return nil, false
	}
	var metadata struct {
		Info struct {
			Features map[string]struct {
				Names []string `json:"names"`
			} `json:"features"`
		} `json:"info"`
	}
	text, _ := file.Lookup("huggingface")
	if err := json.Unmarshal([]byte(text), &metadata); err != nil {
		c.Differ("%s does not name its features", c.Name)
		return nil, false
	}
	var columns []string
	for _, f := range file.Schema().Fields() {
		columns = append(columns, f.Name())
	}
	slices.Sort(columns)
	if features := slices.Sorted(maps.Keys(metadata.Info.Features)); !slices.Equal(columns, features) {
		c.Differ("%s has the columns %s, and names the features %s", c.Name, strings.Join(columns, ", "), strings.Join(features, ", "))
		return nil, false
	}
	classes = map[string]int{}
	for name, f := range metadata.Info.Features {
		classes[name] = len(f.Names)
	}
	return classes, true
}

// checkValues returns what is wrong with a column: its first missing value, or its first label that
// is no class.
func (f TableFiles) checkValues(file *parquet.File, column []string, classes int) (problem string, err error) {
	name, row := column[0], 0
	missing := !slices.Contains(f.Nullable, name)
	err = eachValue(file, column, func(v parquet.Value) {
		if v.RepetitionLevel() == 0 {
			row++
		}
		switch {
		case problem != "":
		case v.IsNull() && missing:
			problem = fmt.Sprintf("row %d has no %s", row, name)
		case name == "label" && !v.IsNull() && !isLabel(v, classes):
			problem = fmt.Sprintf("row %d has the label %v", row, v)
		}
	})
	return problem, err
}

// isLabel reports whether a value is one of that many classes. Without classes a label is 0 or
// more.
func isLabel(v parquet.Value, classes int) bool {
	switch v.Kind() {
	case parquet.Float:
		return v.Float() >= 0
	case parquet.Int64:
		return v.Int64() >= 0 && (classes == 0 || v.Int64() < int64(classes))
	}
	return false
}

// SequenceRow holds the columns of a sequence of several texts. Those that a table does not have
// stay empty.
type SequenceRow struct {
	IDs       []int32 `parquet:"input_ids,optional,list,dict"`
	TypeIDs   []int8  `parquet:"token_type_ids,optional,list,dict"`
	Positions []int32 `parquet:"cls_positions,optional,list,dict"`
	Texts     []int8  `parquet:"cls_texts,optional,list,dict"`
}

// EachSequence calls check with every row of a table of ids until one has a fault. It returns the
// fault as `row N has ..`.
func EachSequence(file *parquet.File, limits *plan.TokenizerInfo,
	check func(r SequenceRow, limits *plan.TokenizerInfo) error) (problem string, err error) {
	whole := func(r SequenceRow) error {
		switch {
		case len(r.IDs) == 0 || len(r.IDs) != len(r.TypeIDs):
			return errors.New("has not one segment for each of its ids")
		case limits != nil && len(r.IDs) > limits.MaxLength:
			return errors.New("is longer than max_length")
		}
		return check(r, limits)
	}
	in := parquet.NewGenericReader[SequenceRow](file)
	defer in.Close()
	buffer := make([]SequenceRow, BatchItems)
	for rows := 0; ; {
		clear(buffer)
		n, err := in.Read(buffer)
		for i, r := range buffer[:n] {
			if wrong := whole(r); wrong != nil {
				return fmt.Sprintf("row %d %v", rows+i+1, wrong), nil
			}
		}
		if rows += n; err == io.EOF {
			return "", nil
		} else if err != nil {
			return "", err
		}
	}
}

// PairSegments checks the two segments of BERT's sequences. For a tokenizer with another template
// it checks the types only.
func PairSegments(r SequenceRow, limits *plan.TokenizerInfo) error {
	if limits == nil || limits.HasSegments() {
		return Segments(2)(r, limits)
	}
	if n := len(r.TypeIDs); r.TypeIDs[0] != 0 || r.TypeIDs[n-1] > 1 || !slices.IsSorted(r.TypeIDs) {
		return errors.New("has not types 0 and then 0 or 1")
	}
	return nil
}

// Segments returns a check for sequences of that many segments, numbered from 0, that end in the
// same id, which is [SEP].
func Segments(want int8) func(r SequenceRow, _ *plan.TokenizerInfo) error {
	return func(r SequenceRow, _ *plan.TokenizerInfo) error {
		n := int8(0)
		for i, segment := range r.TypeIDs {
			last := i+1 == len(r.TypeIDs) || r.TypeIDs[i+1] != segment
			if segment != n || last && r.IDs[i] != r.IDs[len(r.IDs)-1] {
				n = -1
				break
			}
			if last {
				n++
			}
		}
		if n != want {
			return fmt.Errorf("has not %d segments, numbered from 0, with [SEP] at the end of each", want)
		}
		return nil
	}
}

// Read counts lengths and axioms in all rows, adds their content and the first rows to show.
func (TableFiles) Read(ctx context.Context, full string, in *Reading) error {
	return WithParquet(full, func(file *parquet.File) error {
		in.Columns = in.Columns[:0]
		for _, field := range file.Schema().Fields() {
			in.Columns = append(in.Columns, field.Name())
		}
		rows := parquet.NewReader(file)
		defer rows.Close()
		r := newRowReader(file, in)
		for buffer := make([]parquet.Row, 256); ; {
			n, err := rows.ReadRows(buffer)
			if err != nil && err != io.EOF {
				return err
			}
			if ctx.Err() != nil {
				return ctx.Err()
			}
			for _, row := range buffer[:n] {
				r.add(row)
			}
			if err == io.EOF {
				return nil
			}
		}
	})
}

// rowReader adds the rows of a table to what was read.
type rowReader struct {
	in         *Reading
	paths      [][]string // of columns
	hasLabel   bool
	all, input *xxhash.Digest // of a row's content, and of that beside its label
	value      []byte
}

func newRowReader(file *parquet.File, in *Reading) *rowReader {
	// A row that names its task is one of a pair, or a class that has a query and documents of its own.
	hasLabel := slices.Contains(in.Columns, "label") && !slices.Contains(in.Columns, "task")
	return &rowReader{in: in, paths: file.Schema().Columns(), hasLabel: hasLabel, all: xxhash.New(), input: xxhash.New()}
}

// add adds the content of a row, the lengths of its sequences and its axiom, and shows it if it is one of the first.
func (r *rowReader) add(row parquet.Row) {
	if len(r.in.Rows) < r.in.want {
		r.in.Rows = append(r.in.Rows, formatRow(r.paths, row, r.in))
	}
	r.all.Reset()
	r.input.Reset()
	label := uint64(0)
	row.Range(func(column int, values []parquet.Value) bool {
		name := r.paths[column][0]
		switch {
		case isSequence(r.paths[column]):
			n := len(values)
			if n == 1 && values[0].IsNull() {
				n = 0
			}
			r.in.addLength(name, n)
		case name == "axiom":
			r.in.addAxiom(string(values[0].ByteArray()))
		case slices.Contains(namesOfRows, name):
			return true
		}
		for _, v := range values {
			r.value = v.AppendBytes(append(r.value[:0], byte(v.Column()), byte(v.Kind())))
			r.value = append(r.value, byte(len(r.value)), byte(len(r.value)>>8), byte(len(r.value)>>16))
			r.all.Write(r.value)
			switch {
			case name == "label":
				label = xxhash.Sum64(r.value)
			case r.hasLabel && !slices.Contains(beyondInput, name):
				r.input.Write(r.value)
			}
		}
		return true
	})
	r.in.addContent(r.all.Sum64())
	if r.hasLabel {
		r.in.addAnswer(r.input.Sum64(), label)
	}
}

// isSequence reports whether a column has lists of ids.
func isSequence(path []string) bool { return len(path) > 1 && strings.HasSuffix(path[0], "input_ids") }

// formatRow returns a row to show: ids as pieces, other lists as lists, a null as nil.
func formatRow(paths [][]string, row parquet.Row, in *Reading) map[string]any {
	out := map[string]any{}
	row.Range(func(column int, values []parquet.Value) bool {
		name := paths[column][0]
		switch {
		case isSequence(paths[column]):
			ids := make([]int64, len(values))
			for i, v := range values {
				ids[i] = int64(v.Int32())
			}
			out[name] = in.pieces(ids)
		case len(paths[column]) > 1:
			list := make([]any, len(values))
			for i, v := range values {
				list[i] = plainValue(v)
			}
			out[name] = list
		default:
			out[name] = plainValue(values[0])
		}
		return true
	})
	return out
}

func plainValue(v parquet.Value) any {
	switch v.Kind() {
	case parquet.ByteArray:
		return string(v.ByteArray())
	case parquet.Int32:
		return v.Int32()
	case parquet.Int64:
		return v.Int64()
	case parquet.Float:
		return v.Float()
	}
	return nil
}

// WithParquet opens a Parquet file for the call of use. A damaged file is an error.
func WithParquet(full string, use func(*parquet.File) error) error {
	return pairs.WithParquet(full, use)
}

// eachString calls f with every value of a string column, in order; a null is "".
func eachString(file *parquet.File, column string, f func(string)) error {
	return eachValue(file, []string{column}, func(v parquet.Value) { f(string(v.ByteArray())) })
}

// eachPair calls f with the task of every pair, and with its source where rows name theirs. The
// rows of a pair are neighbours and have its uid.
func eachPair(file *parquet.File, f func(Kind)) error {
	var first []bool
	last, isAny := "", false
	if err := eachString(file, "uid", func(uid string) {
		first = append(first, !isAny || uid != last)
		last, isAny = uid, true
	}); err != nil {
		return err
	}
	var sources []string
	if _, ok := file.Schema().Lookup("source"); ok {
		copies := map[string]string{} // one copy of each
		if err := eachString(file, "source", func(source string) {
			if _, ok := copies[source]; !ok {
				copies[source] = source
			}
			sources = append(sources, copies[source])
		}); err != nil {
			return err
		}
	}
	i := 0
	return eachString(file, "task", func(task string) {
		if first[i] {
			k := Kind{Task: task}
			if sources != nil {
				k.Source = sources[i]
			}
			f(k)
		}
		i++
	})
}

// eachValue calls f with every value of a leaf column, in order.
func eachValue(file *parquet.File, leaf []string, f func(parquet.Value)) error {
	column, ok := file.Schema().Lookup(leaf...)
	if !ok {
		return fmt.Errorf("no column %s", strings.Join(leaf, "."))
	}
	buffer := make([]parquet.Value, 1024)
	for _, group := range file.RowGroups() {
		pages := group.ColumnChunks()[column.ColumnIndex].Pages()
		err := eachPage(pages, buffer, f)
		if err := pages.Close(); err != nil {
			return err
		}
		if err != nil {
			return err
		}
	}
	return nil
}

func eachPage(pages parquet.Pages, buffer []parquet.Value, f func(parquet.Value)) error {
	for {
		page, err := pages.ReadPage()
		if err == io.EOF {
			return nil
		}
		if err != nil {
			return err
		}
		for values := page.Values(); ; {
			n, err := values.ReadValues(buffer)
			for _, v := range buffer[:n] {
				f(v)
			}
			if err == io.EOF {
				break
			}
			if err != nil {
				return err
			}
		}
		parquet.Release(page)
	}
}
