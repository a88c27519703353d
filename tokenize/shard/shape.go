package shard

import (
	"bufio"
	"bytes"
	"encoding/csv"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/axiomine/axiomine/configs/untrusted"
	"github.com/axiomine/axiomine/tokenize/pairs"
	"github.com/parquet-go/parquet-go"
)

// shape compares what a file is made of with what its format has: the columns of a table with the features in its metadata,
// fields of a line, members of an object with those of the folder's first, features of a record. A difference is told once
// a file. It calls count with the task and source of every row that names its own.
func (v *verifier) shape(name, full string, count func(k kind)) error {
	switch filepath.Ext(name) {
	case ".parquet":
		return pairs.WithParquet(full, func(file *parquet.File) error { return v.columns(name, file, count) })
	case ".tfrecord":
		return eachRecord(full, func(payload []byte) error {
			_, err := parseExample(payload)
			return err
		})
	}
	f, err := os.Open(full)
	if err != nil {
		return err
	}
	defer f.Close()
	in := bufio.NewReaderSize(f, 1<<20)
	told, header := "", ""
	want := 3 // fields of a line of TSV
	if strings.HasSuffix(path.Dir(name), candidateMark) {
		want = 4
	}
	var line []byte
	for n := 1; ; n++ {
		line, err = untrusted.ReadLine(in, line[:0], untrusted.Line)
		if err == io.EOF {
			break
		}
		if err != nil {
			return err
		}
		what := ""
		switch filepath.Ext(name) {
		case ".tsv":
			what = fieldsOf(line, want)
		case ".csv":
			if n == 1 {
				header = string(line)
			}
			what = csvOf(line, header)
		default:
			what = v.members(name, line, count)
		}
		if what != "" && told == "" {
			told = fmt.Sprintf("line %d %s", n, what)
		}
	}
	if told != "" {
		v.differ("%s: %s", name, told)
	}
	return nil
}

// columns compares a table's columns with those of its folder's first shard and with the features it names.
func (v *verifier) columns(name string, file *parquet.File, count func(k kind)) error {
	folder, schema := path.Dir(name), file.Schema().String()
	if first, ok := v.schemas[folder]; !ok {
		v.schemas[folder] = schema
	} else if schema != first {
		v.differ("%s has other columns than the first shard of %s", name, folder)
	}
	var metadata struct {
		Info struct {
			Features map[string]json.RawMessage `json:"features"`
		} `json:"info"`
	}
	text, _ := file.Lookup("huggingface")
	if err := json.Unmarshal([]byte(text), &metadata); err != nil {
		v.differ("%s does not name its features", name)
		return nil
	}
	var columns []string
	for _, f := range file.Schema().Fields() {
		columns = append(columns, f.Name())
	}
	slices.Sort(columns)
	if named := slices.Sorted(maps.Keys(metadata.Info.Features)); !slices.Equal(columns, named) {
		v.differ("%s has the columns %s, and names the features %s", name, strings.Join(columns, ", "), strings.Join(named, ", "))
	}
	if _, ok := file.Schema().Lookup("task"); !ok {
		return nil
	}
	return eachPair(file, count)
}

// fieldsOf says what is wrong with a line of so many fields.
func fieldsOf(line []byte, want int) string {
	fields := bytes.Split(line, []byte("\t"))
	if len(fields) != want {
		return fmt.Sprintf("has %d fields, not %d", len(fields), want)
	}
	for i, f := range fields {
		if len(f) == 0 {
			return fmt.Sprintf("has an empty field %d", i+1)
		}
	}
	return ""
}

// csvOf says what is wrong with a line of MatchZoo's below a header, with or without weights and margins; no field has a line break.
func csvOf(line []byte, header string) string {
	if header != matchzooHeader && header != matchzooHeader+matchzooLoss {
		return "is not the header " + matchzooHeader
	}
	if fields, err := csv.NewReader(bytes.NewReader(line)).Read(); err != nil || len(fields) != strings.Count(header, ",")+1 {
		return "has not the fields of the header"
	}
	return ""
}

// members says what is wrong with an object: it has not the members of the first one in its folder, or for MT-DNN's, whose
// tasks differ, in its file.
func (v *verifier) members(name string, line []byte, count func(k kind)) string {
	var object map[string]json.RawMessage
	if err := json.Unmarshal(line, &object); err != nil {
		return "is not a JSON object"
	}
	of, got := path.Dir(name), strings.Join(slices.Sorted(maps.Keys(object)), ", ")
	if filepath.Ext(name) == ".json" {
		of = name
	}
	if first, ok := v.schemas[of]; !ok {
		v.schemas[of] = got
	} else if got != first {
		return fmt.Sprintf("has the members %s, the first of %s has %s", got, of, first)
	}
	if raw, ok := object["task"]; ok {
		var k kind
		if json.Unmarshal(raw, &k.task) != nil || object["source"] != nil && json.Unmarshal(object["source"], &k.source) != nil {
			return "has a task or source that is no text"
		}
		count(k)
	}
	return ""
}
