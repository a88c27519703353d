package encoding

import (
	"bufio"
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"io"
	"maps"
	"path"
	"slices"

	"github.com/cespare/xxhash/v2"

	"github.com/axiomine/axiomine/internal/errs"
	"github.com/axiomine/axiomine/internal/safefile"
	"github.com/axiomine/axiomine/tokenize/shard/internal/plan"
)

// Lines describes the files of a folder with one row in each line. U is the type of the items that the rows are made from.
type Lines[U any] struct {
	Folder    string
	Ending    string            // extension of the files
	Header    string            // first line of every file; "": none
	Rows      func(u U) int     // returns the number of rows of u; nil: each has one
	Append    Appends[U]        // appends the rows of an item; nil: New returns this function
	New       func() Appends[U] // returns an Append for one goroutine
	IsRecords bool              // rows are records without line ends
}

// Appends appends the rows of u to line, without the end of the last line.
type Appends[U any] func(u U, line []byte) ([]byte, error)

// Parts returns the shards of all views.
func (t Lines[U]) Parts(views []plan.View[U]) (parts []Part) {
	for _, v := range views {
		for i := range v.Shards() {
			parts = append(parts, t.Part(v.FileName(t.Folder, i, t.Ending), v.Split, v.Shard(i)))
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
					continue // u has no rows
				}
				if !t.IsRecords {
					text = append(text, '\n')
				}
				if _, err := w.Write(text); err != nil {
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
	Ending string // extension
	Headed bool   // the first line is a header
	Object bool   // a row is a JSON object
	Whole  bool   // one file holds a whole split of a task
	IDs    string // the member with the ids of one sequence or several; "": none
}

func (f LineFiles) Extension() string { return f.Ending }

func (f LineFiles) IsWhole() bool { return f.Whole }

// Read adds the first lines to the rows to show, and the hash of every line to Contents. The hash of an object leaves out its uid.
func (f LineFiles) Read(ctx context.Context, full string, in *Reading) error {
	file, err := safefile.Open(full)
	if err != nil {
		return err
	}
	defer file.Close()
	buffer := bufio.NewReaderSize(file, 1<<20)
	var line []byte
	for n := 1; ; n++ {
		if line, err = safefile.ReadLine(buffer, line[:0], safefile.Line); err == io.EOF {
			return nil
		}
		if err = cmp.Or(err, ctx.Err()); err != nil {
			return err
		}
		if len(in.Rows) < in.want {
			in.Rows = append(in.Rows, map[string]any{"line": string(line)})
		}
		switch {
		case f.Headed && n == 1:
		case !f.Object:
			in.Contents[in.Split] = append(in.Contents[in.Split], xxhash.Sum64(line))
		default:
			if err := f.readObject(line, in); err != nil {
				return errs.BadInput(path.Base(full), n, "axiomine tokenize verify lists all differences", "%v", err)
			}
		}
	}
}

// readObject adds the hash of an object's content and the lengths of its sequences to in.
func (f LineFiles) readObject(line []byte, in *Reading) error {
	var members map[string]json.RawMessage
	if err := json.Unmarshal(line, &members); err != nil {
		return err
	}
	all := xxhash.New()
	for _, name := range slices.Sorted(maps.Keys(members)) {
		if slices.Contains(namesOfRows, name) {
			continue
		}
		all.WriteString(name)
		all.Write(members[name])
	}
	in.Contents[in.Split] = append(in.Contents[in.Split], all.Sum64())
	tokens, ok := members[f.IDs]
	if !ok {
		return nil
	}
	var single []int32
	if json.Unmarshal(tokens, &single) == nil {
		in.addLength(f.IDs, len(single))
		return nil
	}
	var many [][]int32 // by candidate
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

// JSONString returns a text as a JSON string.
func JSONString(s string) string {
	line, _ := AppendJSON(nil, s) // cannot fail for a string
	return string(line)
}

// MustJSON returns plain values as JSON, which cannot fail.
func MustJSON(v any) string {
	raw, err := json.Marshal(v)
	if err != nil {
		panic(err)
	}
	return string(raw)
}
