package shard

import (
	"bufio"
	"bytes"
	"encoding/csv"
	"encoding/json"
	"fmt"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/axiomine/axiomine/internal/testkit/must"
	"github.com/axiomine/axiomine/tokenize/shard/internal/encoding"
	"github.com/axiomine/axiomine/tokenize/shard/internal/format"
	"github.com/parquet-go/parquet-go"
)

// TestFormatsDocument compares the tables of the page with files that are written: every format, its files, and what a row of them has.
func TestFormatsDocument(t *testing.T) {
	_, in := mixedSample(t)
	o := allFormats()
	o.Candidates = CandidatesAll
	dir, m := mustWrite(t, in, o)
	page := FormatsPage()
	for line := range strings.Lines(shardTable(t, dir, m) + besideList(m)) {
		if !strings.Contains(page, "\n"+line) {
			t.Errorf("the page lacks the line %s", line)
		}
	}
	if rows, want := strings.Count(shardTable(t, dir, m), "\n"), len(format.AllFiles()); rows != want {
		t.Errorf("%d kinds of files are written, and the page has %d", rows, want)
	}
}

// variable are the parts of a path that another data set has otherwise: splits and numbers of shards, tasks of pairs, tasks of classes.
var variable = []struct {
	part    *regexp.Regexp
	written string
}{
	{regexp.MustCompile(`(train|validation|dev|test)-\d{5}-of-\d{5}`), "SPLIT-*"},
	{regexp.MustCompile(`corpus-\d{5}-of-\d{5}`), "corpus-*"},
	{regexp.MustCompile(`_(train|validation|dev|test)\.`), "_SPLIT."},
	{regexp.MustCompile(`(anti-reg|reg)([-/_])`), "CLASSES$2"},
	{regexp.MustCompile(`/(ranking-)?group_`), "/TASK-group_"},
	{regexp.MustCompile(`(pairwise|ranking)([-/_])`), "TASK$2"},
}

// anyName is a path with names for what varies.
func anyName(path string) string {
	for _, v := range variable {
		path = v.part.ReplaceAllString(path, v.written)
	}
	return "`" + path + "`"
}

// shardTable has a row for all files of a format that have the same rows.
func shardTable(t *testing.T, dir string, m *Manifest) string {
	t.Helper()
	var table strings.Builder
	for _, name := range FormatNames() {
		files := map[string][]string{} // by what a row has
		var order []string
		for _, s := range m.Shards {
			if s.Format != name || s.Rows == 0 {
				continue
			}
			row := rowOf(t, filepath.Join(dir, filepath.FromSlash(s.Path)))
			file := anyName(s.Path)
			if files[row] == nil {
				order = append(order, row)
			}
			if !slices.Contains(files[row], file) {
				files[row] = append(files[row], file)
			}
		}
		for _, row := range order {
			fmt.Fprintf(&table, "| %s | %s | %s |\n", name, strings.Join(files[row], " "), row)
		}
	}
	return table.String()
}

// besideList names the files that are no shards.
func besideList(m *Manifest) string {
	var names []string
	for _, f := range m.Files {
		names = append(names, "- "+anyName(f.Path))
	}
	slices.Sort(names)
	return strings.Join(slices.Compact(names), "\n") + "\n"
}

// rowOf describes a row of a file: columns with types, members, or the number of fields.
func rowOf(t *testing.T, file string) string {
	t.Helper()
	raw := must.Get(os.ReadFile(file))(t)
	first, _, _ := bytes.Cut(raw, []byte("\n"))
	switch path.Ext(file) {
	case ".parquet":
		f := must.Get(parquet.OpenFile(bytes.NewReader(raw), int64(len(raw))))(t)
		var columns []string
		for _, c := range f.Root().Columns() {
			columns = append(columns, c.Name()+" "+parquetType(c))
		}
		return strings.Join(columns, ", ")
	case ".jsonl", ".json":
		return strings.Join(members(t, first), ", ")
	case ".csv":
		header := must.Get(csv.NewReader(bytes.NewReader(first)).Read())(t)
		return strings.Join(header, ", ")
	case ".tfrecord":
		var names []string
		must.Do(t, encoding.EachRecord(file, func(payload []byte) error {
			lists, err := encoding.ParseExample(payload)
			for name := range lists {
				if !slices.Contains(names, name) {
					names = append(names, name)
				}
			}
			return err
		}))
		slices.Sort(names)
		return strings.Join(names, ", ") + " (int64 lists)"
	}
	if data, _, ok := bytes.Cut(first, []byte(" # ")); ok { // SVMlight's
		return fmt.Sprintf("grade, qid, %d features by number, # document query", bytes.Count(data, []byte(":"))-1)
	}
	return fmt.Sprintf("fields between tabs: %d", 1+bytes.Count(first, []byte("\t")))
}

// parquetType names the type of a column as readers see it: of a list's elements too.
func parquetType(c *parquet.Column) string {
	if c.Leaf() {
		kind := strings.ToLower(c.Type().String())
		return strings.NewReplacer("int(64,true)", "int64", "int(32,true)", "int32", "int(8,true)", "int8", "float", "float32").Replace(kind)
	}
	inner := c
	for !inner.Leaf() {
		inner = inner.Columns()[0]
	}
	return "list of " + parquetType(inner)
}

// members are the keys of an object in their order.
func members(t *testing.T, line []byte) (names []string) {
	t.Helper()
	in := json.NewDecoder(bufio.NewReader(bytes.NewReader(line)))
	if open, err := in.Token(); err != nil || open != json.Delim('{') {
		t.Fatalf("%s is no object: %v", line, err)
	}
	for in.More() {
		name := must.Get(in.Token())(t)
		var value json.RawMessage
		must.Do(t, in.Decode(&value))
		names = append(names, name.(string))
	}
	return names
}
