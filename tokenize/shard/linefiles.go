package shard

import (
	"bufio"
	"bytes"
	"context"
	"encoding/csv"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"os"
	"path"
	"reflect"
	"slices"
	"strings"

	"github.com/cespare/xxhash/v2"

	"github.com/axiomine/axiomine/configs/fault"
)

// lineFiles are files of UTF-8 text, a row a line.
type lineFiles struct {
	ending string   // of their names
	heads  []string // one of these is the first line, which is no row; nil: there is none
	object bool     // a row is a JSON object with the members of the first one
	whole  bool     // a file is all of a task's split
	ids    string   // the member of an object that holds the ids of a sequence, or of several
	// members says what is wrong with the names of an object's members, in their order by bytes.
	members func(names []string) string
	// wrong says what is wrong with a row below this head, "" where nothing is.
	wrong func(row []byte, head string, limits *TokenizerInfo) string
}

// tabbed are lines of fields between tabs, none of them empty; wrong looks at the fields.
func tabbed(fields int, wrong func(fields []string) string) lineFiles {
	return lineFiles{ending: "tsv", wrong: func(row []byte, _ string, _ *TokenizerInfo) string {
		cut := strings.Split(string(row), "\t")
		if len(cut) != fields {
			return fmt.Sprintf("has %d fields, not %d", len(cut), fields)
		}
		if i := slices.Index(cut, ""); i >= 0 {
			return fmt.Sprintf("has an empty field %d", i+1)
		}
		return wrong(cut)
	}}
}

// commaSeparated are RFC 4180's lines below a header, one of these; no field has a line break.
func commaSeparated(wrong func(fields []string) string, heads ...string) lineFiles {
	return lineFiles{ending: "csv", heads: heads, wrong: func(row []byte, head string, _ *TokenizerInfo) string {
		fields, err := csv.NewReader(bytes.NewReader(row)).Read()
		if err != nil || len(fields) != strings.Count(head, ",")+1 {
			return "has not the fields of the header"
		}
		return wrong(fields)
	}}
}

// objects are JSON objects of the members that a type has in JSON, all but those that may be omitted; wrong looks at one.
func objects[T any](wrong func(row *T) string) lineFiles {
	return lineFiles{ending: "jsonl", object: true, members: membersOf[T], wrong: func(line []byte, _ string, limits *TokenizerInfo) string {
		row := new(T)
		if err := json.Unmarshal(line, row); err != nil {
			what := new(json.UnmarshalTypeError)
			if errors.As(err, &what) {
				return fmt.Sprintf("has the member %s of another type: %s", what.Field, what.Value)
			}
			return "is not a JSON object of the format"
		}
		return wrong(row)
	}}
}

// membersOf says what is wrong with the names of an object's members, if it is to be a T.
func membersOf[T any](names []string) string {
	row := reflect.TypeFor[T]()
	known := make([]string, row.NumField())
	for i := range known {
		var rest string
		known[i], rest, _ = strings.Cut(row.Field(i).Tag.Get("json"), ",")
		if rest == "" && !slices.Contains(names, known[i]) {
			return "has no member " + known[i]
		}
	}
	for _, name := range names {
		if !slices.Contains(known, name) {
			return "has a member " + name
		}
	}
	return ""
}

func (f lineFiles) extension() string { return f.ending }

func (f lineFiles) isWhole() bool { return f.whole }

// count takes a line for a row; a last one without its end counts too.
func (f lineFiles) count(full string) (n int, err error) {
	file, err := os.Open(full)
	if err != nil {
		return 0, err
	}
	defer file.Close()
	in := bufio.NewReaderSize(file, 1<<20)
	for open := false; ; {
		chunk, err := in.ReadSlice('\n')
		if len(chunk) > 0 && !open {
			n++
		}
		open = len(chunk) > 0 && chunk[len(chunk)-1] != '\n'
		switch err {
		case nil, bufio.ErrBufferFull:
		case io.EOF:
			if f.heads != nil {
				n = max(0, n-1)
			}
			return n, nil
		default:
			return n, err
		}
	}
}

func (f lineFiles) check(full string, c *checking) error {
	head, told := "", false
	return eachLine(full, func(n int, line []byte) error {
		what := ""
		switch {
		case told:
		case f.heads != nil && n == 1:
			if head = string(line); !slices.Contains(f.heads, head) {
				what = "is not the header " + f.heads[0]
			}
		default:
			if f.object {
				what = f.alike(line, c)
			}
			if what == "" {
				what = f.wrong(line, head, c.limits)
			}
		}
		if what != "" {
			told = true
			c.differ("%s: line %d %s", c.name, n, what)
		}
		return nil
	})
}

// alike says what is wrong with an object: it has not the members of the first one.
func (f lineFiles) alike(line []byte, c *checking) string {
	var object map[string]json.RawMessage
	if err := json.Unmarshal(line, &object); err != nil {
		return "is not a JSON object"
	}
	names := slices.Sorted(maps.Keys(object))
	of, got := path.Dir(c.name), strings.Join(names, ", ")
	if f.whole { // tasks differ
		of = c.name
	}
	if first, ok := c.alike[of]; !ok {
		c.alike[of] = got
		if what := f.members(names); what != "" {
			return what
		}
	} else if got != first {
		return fmt.Sprintf("has the members %s, the first of %s has %s", got, of, first)
	}
	if raw, ok := object["task"]; ok {
		var k kind
		if json.Unmarshal(raw, &k.task) != nil || object["source"] != nil && json.Unmarshal(object["source"], &k.source) != nil {
			return "has a task or source that is no text"
		}
		c.pair(k)
	}
	return ""
}

// eachLine calls each with every line of a file, without its end, and its number from 1. A last line without its end is one
// where there is something in it.
func eachLine(full string, each func(n int, line []byte) error) error {
	file, err := os.Open(full)
	if err != nil {
		return err
	}
	defer file.Close()
	in := bufio.NewReaderSize(file, 1<<20)
	for n := 1; ; n++ {
		line, err := in.ReadBytes('\n')
		if err != nil && err != io.EOF {
			return err
		}
		if len(line) > 0 {
			if err := each(n, bytes.TrimSuffix(line, []byte("\n"))); err != nil {
				return err
			}
		}
		if err == io.EOF {
			return nil
		}
	}
}

// read takes the first lines, and what every one says; of an object the uid is left out.
func (f lineFiles) read(ctx context.Context, full string, in *reading) error {
	return eachLine(full, func(n int, line []byte) error {
		if n%1024 == 0 && ctx.Err() != nil {
			return ctx.Err()
		}
		if len(in.rows) < in.want {
			in.rows = append(in.rows, map[string]any{"line": string(line)})
		}
		if f.heads != nil && n == 1 {
			return nil
		}
		if !f.object {
			in.content(xxhash.Sum64(line))
			return nil
		}
		if err := f.readObject(line, in); err != nil {
			return fault.BadInput(path.Base(full), n, "axiomine tokenize verify lists all differences", "%v", err)
		}
		return nil
	})
}

// readObject takes in what an object says, and the lengths of its sequences.
func (f lineFiles) readObject(line []byte, in *reading) error {
	var members map[string]json.RawMessage
	if err := json.Unmarshal(line, &members); err != nil {
		return err
	}
	all, input := xxhash.New(), xxhash.New()
	for _, name := range slices.Sorted(maps.Keys(members)) {
		if slices.Contains(namesOfRows, name) {
			continue
		}
		all.WriteString(name)
		all.Write(members[name])
		if !slices.Contains(beyondInput, name) {
			input.WriteString(name)
			input.Write(members[name])
		}
	}
	in.content(all.Sum64())
	tokens, ok := members[f.ids]
	if !ok {
		return nil
	}
	in.answer(input.Sum64(), xxhash.Sum64(members["label"]))
	var one []int32
	if json.Unmarshal(tokens, &one) == nil {
		in.length(f.ids, len(one))
		return nil
	}
	var many [][]int32 // a candidate each
	err := json.Unmarshal(tokens, &many)
	for _, ids := range many {
		in.length(f.ids, len(ids))
	}
	return err
}
