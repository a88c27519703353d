package encoding

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
	"path"
	"reflect"
	"slices"
	"strings"

	"github.com/cespare/xxhash/v2"

	"github.com/axiomine/axiomine/internal/errs"
	"github.com/axiomine/axiomine/internal/safefile"
	"github.com/axiomine/axiomine/tokenize/shard/internal/plan"
)

// Lines describes the files of a folder with a row a line. U is the type of the items that the rows
// are made from.
type Lines[U any] struct {
	Folder string
	As     LineFiles
	Header string            // the first line of every file, one of the heads
	Rows   func(u U) int     // how many rows u has; nil: one
	Append Appends[U]        // nil: New returns it
	New    func() Appends[U] // returns a function for one goroutine
}

// Appends appends the rows of u, without the last one's end.
type Appends[U any] func(u U, line []byte) ([]byte, error)

// Parts returns the shards.
func (t Lines[U]) Parts(views []plan.View[U]) (parts []Part) {
	for _, v := range views {
		for i := range v.Shards() {
			parts = append(parts, t.Part(v.FileName(t.Folder, i, t.As.Ending), v.Split, v.Shard(i)))
		}
	}
	return parts
}

// Part returns one file with all items.
func (t Lines[U]) Part(path, split string, items plan.Items[U]) Part {
	return Part{Path: path, Rows: items.Count(t.Rows, 1), Split: split,
		Write: func(ctx context.Context, w io.Writer, progress func(int)) (err error) {
			if t.Header != "" {
				if _, err := io.WriteString(w, t.Header+"\n"); err != nil {
					return err
				}
			}
			var text []byte
			add := t.Append
			if add == nil {
				add = t.New()
			}
			for i := range items.N {
				u := items.Item(i)
				if i%BatchItems == 0 && ctx.Err() != nil {
					return ctx.Err()
				}
				if text, err = add(u, text[:0]); err != nil {
					return err
				}
				if len(text) == 0 {
					continue // it has no rows
				}
				if _, err := w.Write(append(text, '\n')); err != nil {
					return err
				}
				rows := 1
				if t.Rows != nil {
					rows = t.Rows(u)
				}
				progress(rows)
			}
			return nil
		}}
}

// LineFiles are files of UTF-8 text, a row a line.
type LineFiles struct {
	Ending string   // of their names
	Heads  []string // one of these is the first line, which is no row; nil: there is none
	Object bool     // a row is a JSON object with the members of the first object
	Whole  bool     // a file is all of a task's split
	IDs    string   // the member of an object that holds the ids of a sequence, or of several
	// Members returns what is wrong with the names of an object's members, in their order by bytes.
	Members func(names []string) string
	// Wrong returns what is wrong with a row below this head, "" where nothing is.
	Wrong func(row []byte, head string, limits *plan.TokenizerInfo) string
}

// CommaSeparated returns the files of RFC 4180's lines below a header, one of heads. No field has a
// line break.
func CommaSeparated(wrong func(fields []string) string, heads ...string) LineFiles {
	return LineFiles{Ending: "csv", Heads: heads, Wrong: func(row []byte, head string, _ *plan.TokenizerInfo) string {
		fields, err := csv.NewReader(bytes.NewReader(row)).Read()
		if err != nil || len(fields) != strings.Count(head, ",")+1 {
			return "has not the fields of the header"
		}
		return wrong(fields)
	}}
}

// Objects returns the files of JSON objects with the members that a type has in JSON, all except
// those that may be omitted. wrong checks an object.
func Objects[T any](wrong func(row *T) string) LineFiles {
	return LineFiles{Ending: "jsonl", Object: true, Members: checkMembers[T], Wrong: func(line []byte, _ string,
		limits *plan.TokenizerInfo) string {
		row := new(T)
		if err := json.Unmarshal(line, row); err != nil {
			typeError := new(json.UnmarshalTypeError)
			if errors.As(err, &typeError) {
				return fmt.Sprintf("has the member %s of another type: %s", typeError.Field, typeError.Value)
			}
			return "is not a JSON object of the format"
		}
		return wrong(row)
	}}
}

// checkMembers returns what is wrong with the names of an object's members for a T, and "" where
// nothing is.
func checkMembers[T any](names []string) string {
	row := reflect.TypeFor[T]()
	want := make([]string, row.NumField())
	for i := range want {
		var rest string
		want[i], rest, _ = strings.Cut(row.Field(i).Tag.Get("json"), ",")
		if rest == "" && !slices.Contains(names, want[i]) {
			return "has no member " + want[i]
		}
	}
	for _, name := range names {
		if !slices.Contains(want, name) {
			return "has a member " + name
		}
	}
	return ""
}

func (f LineFiles) Extension() string { return f.Ending }

func (f LineFiles) IsWhole() bool { return f.Whole }

// Count counts every line as a row. A last line without its end counts too.
func (f LineFiles) Count(full string) (n int, err error) {
	file, err := safefile.Open(full)
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
			if f.Heads != nil {
				n = max(0, n-1)
			}
			return n, nil
		default:
			return n, err
		}
	}
}

func (f LineFiles) Check(full string, c *Checking) error {
	head, isReported := "", false
	return eachLine(full, func(n int, line []byte) error {
		problem := ""
		switch {
		case isReported:
		case f.Heads != nil && n == 1:
			if head = string(line); !slices.Contains(f.Heads, head) {
				problem = "is not the header " + f.Heads[0]
			}
		default:
			if f.Object {
				problem = f.Compare(line, c)
			}
			if problem == "" {
				problem = f.Wrong(line, head, c.Limits)
			}
		}
		if problem != "" {
			isReported = true
			c.Differ("%s: line %d %s", c.Name, n, problem)
		}
		return nil
	})
}

// Compare returns what is wrong with an object, and "" where it has the members of the first one.
func (f LineFiles) Compare(line []byte, c *Checking) string {
	var object map[string]json.RawMessage
	if err := json.Unmarshal(line, &object); err != nil {
		return "is not a JSON object"
	}
	names := slices.Sorted(maps.Keys(object))
	place, list := path.Dir(c.Name), strings.Join(names, ", ")
	if f.Whole { // tasks differ
		place = c.Name
	}
	if first, ok := c.Alike[place]; !ok {
		c.Alike[place] = list
		if problem := f.Members(names); problem != "" {
			return problem
		}
	} else if list != first {
		return fmt.Sprintf("has the members %s, the first of %s has %s", list, place, first)
	}
	if raw, ok := object["task"]; ok {
		var k Kind
		if json.Unmarshal(raw, &k.Task) != nil || object["source"] != nil && json.Unmarshal(object["source"], &k.Source) != nil {
			return "has a task or source that is no text"
		}
		c.Pair(k)
	}
	return ""
}

// eachLine calls visit with every line of a file, without its end, and its number from 1. A last
// line without its end counts where it is not empty.
func eachLine(full string, visit func(n int, line []byte) error) error {
	file, err := safefile.Open(full)
	if err != nil {
		return err
	}
	defer file.Close()
	in := bufio.NewReaderSize(file, 1<<20)
	var line []byte
	for n := 1; ; n++ {
		line, err = safefile.ReadLine(in, line[:0], safefile.Line)
		if err == io.EOF {
			return nil
		}
		if err == nil {
			err = visit(n, line)
		}
		if err != nil {
			return err
		}
	}
}

// Read adds the first lines to the rows to show, and the content of every line. It ignores the uid
// of an object.
func (f LineFiles) Read(ctx context.Context, full string, in *Reading) error {
	return eachLine(full, func(n int, line []byte) error {
		if n%1024 == 0 && ctx.Err() != nil {
			return ctx.Err()
		}
		if len(in.Rows) < in.want {
			in.Rows = append(in.Rows, map[string]any{"line": string(line)})
		}
		if f.Heads != nil && n == 1 {
			return nil
		}
		if !f.Object {
			in.addContent(xxhash.Sum64(line))
			return nil
		}
		if err := f.readObject(line, in); err != nil {
			return errs.BadInput(path.Base(full), n, "axiomine tokenize verify lists all differences", "%v", err)
		}
		return nil
	})
}

// readObject adds the content of an object, and the lengths of its sequences.
func (f LineFiles) readObject(line []byte, in *Reading) error {
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
	in.addContent(all.Sum64())
	tokens, ok := members[f.IDs]
	if !ok {
		return nil
	}
	in.addAnswer(input.Sum64(), xxhash.Sum64(members["label"]))
	var single []int32
	if json.Unmarshal(tokens, &single) == nil {
		in.addLength(f.IDs, len(single))
		return nil
	}
	var many [][]int32 // a candidate each
	err := json.Unmarshal(tokens, &many)
	for _, ids := range many {
		in.addLength(f.IDs, len(ids))
	}
	return err
}

// AppendJSON appends a value as one line of JSON, without the line's end and with < unescaped.
func AppendJSON(line []byte, value any) ([]byte, error) {
	b := bytes.NewBuffer(line)
	enc := json.NewEncoder(b)
	enc.SetEscapeHTML(false)
	err := enc.Encode(value)
	return bytes.TrimSuffix(b.Bytes(), []byte("\n")), err
}

// JSONString quotes an id.
func JSONString(s string) string {
	var b strings.Builder
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	enc.Encode(s) // a string always can be
	return strings.TrimSuffix(b.String(), "\n")
}

// MustJSON returns plain values as JSON, which cannot fail.
func MustJSON(v any) string {
	raw, err := json.Marshal(v)
	if err != nil {
		panic(err)
	}
	return string(raw)
}
