package shard

import (
	"bufio"
	"context"
	"io"
	"os"
)

// lines is a format of text lines below a folder of the format's name.
type lines[U any] struct {
	folder, extension string
	rows              func(u U) int // lines of u; nil: one
	append            func(u U, text []byte) ([]byte, error)
	header            string // the first line of every file, not counted as a row
}

// parts are the shards. append writes the lines of an item without the last one's end.
func (t lines[U]) parts(views []view[U]) (parts []part) {
	for _, v := range views {
		for i := range v.shards() {
			parts = append(parts, t.part(v.fileName(t.folder, i, t.extension), v.split, v.shard(i)))
		}
	}
	return parts
}

// part is one file with all items.
func (t lines[U]) part(path, split string, items items[U]) part {
	return part{path: path, rows: items.count(t.rows), split: split,
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

// The counts of rows by extension. A line counts as a row; a last one without its end counts too.
var (
	countLines   = map[string]func(path string) (int, error){".tsv": linesIn, ".jsonl": linesIn}
	countJSON    = map[string]func(path string) (int, error){".json": linesIn}
	countCSV     = map[string]func(path string) (int, error){".csv": rowsInCSV}
	countRecords = map[string]func(path string) (int, error){".tfrecord": recordsIn}
)

func linesIn(path string) (n int, err error) {
	f, err := os.Open(path)
	if err != nil {
		return 0, err
	}
	defer f.Close()
	in := bufio.NewReaderSize(f, 1<<20)
	for open := false; ; {
		chunk, err := in.ReadSlice('\n')
		if len(chunk) > 0 && !open {
			n++
		}
		open = len(chunk) > 0 && chunk[len(chunk)-1] != '\n'
		switch err {
		case nil, bufio.ErrBufferFull:
		case io.EOF:
			return n, nil
		default:
			return n, err
		}
	}
}
