package shard

import (
	"context"
	"io"
	"reflect"
)

// lines are the files of a folder with a row a line. U is what the rows are made of.
type lines[U any] struct {
	folder string
	as     lineFiles
	header string                                 // the first line of every file, one of the heads
	rows   func(u U) int                          // how many u has; nil: one
	append func(u U, line []byte) ([]byte, error) // appends the rows of u, without the last one's end
	config reflect.Type                           // of a row of JSON, where the folder is a config of the card; else nil
}

// parts are the shards.
func (t lines[U]) parts(views []view[U]) (parts []part) {
	for _, v := range views {
		for i := range v.shards() {
			parts = append(parts, t.part(v.fileName(t.folder, i, t.as.ending), v.split, v.shard(i)))
		}
	}
	return parts
}

// part is one file with all items.
func (t lines[U]) part(path, split string, items items[U]) part {
	return part{path: path, rows: items.count(t.rows), split: split, lines: t.config,
		write: func(ctx context.Context, w io.Writer, progress func(int)) (err error) {
			if t.header != "" {
				if _, err := io.WriteString(w, t.header+"\n"); err != nil {
					return err
				}
			}
			var text []byte
			for i := range items.n {
				u := items.at(i)
				if i%batchItems == 0 && ctx.Err() != nil {
					return ctx.Err()
				}
				if text, err = t.append(u, text[:0]); err != nil {
					return err
				}
				if len(text) == 0 {
					continue // none of its rows is kept
				}
				if _, err := w.Write(append(text, '\n')); err != nil {
					return err
				}
				progress(listed([]U{u}).count(t.rows))
			}
			return nil
		}}
}
