package encoding

import (
	"context"
	"io"

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
