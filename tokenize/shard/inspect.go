package shard

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/axiomine/axiomine/configs/fault"
	"github.com/axiomine/axiomine/configs/outdir"
	"github.com/axiomine/axiomine/configs/progress"
	"github.com/axiomine/axiomine/tokenize"
	"github.com/parquet-go/parquet-go"
)

// Inspect reads a data directory as a trainer would and shows the first rows of each folder. Progress counts shards.
func Inspect(ctx context.Context, dir string, rows int, st *progress.Stage) (*Summary, error) {
	m, err := ReadManifest(dir)
	if err != nil {
		return nil, err
	}
	var vocab *tokenize.Vocab
	if m.Tokenizer != nil {
		if vocab, err = tokenize.LoadVocab(filepath.Join(dir, vocabName)); err != nil {
			return nil, err
		}
	}
	st.Total(len(m.Shards))
	s := &Summary{Manifest: m}
	for len(m.Shards) > 0 {
		folder := path.Dir(m.Shards[0].Path)
		n := slices.IndexFunc(m.Shards, func(s Shard) bool { return path.Dir(s.Path) != folder })
		if n < 0 {
			n = len(m.Shards)
		}
		f := inspected{Folder: Folder{Name: folder, Axioms: map[string]int{}, Rows: []map[string]any{}}, limits: m.Tokenizer, vocab: vocab, want: rows,
			lengths: map[string]map[int]int{}}
		for _, shard := range m.Shards[:n] {
			if ctx.Err() != nil {
				return nil, ctx.Err()
			}
			if err := f.read(dir, shard); err != nil {
				return nil, err
			}
			st.Add(1)
		}
		s.Folders = append(s.Folders, f.finish())
		m.Shards = m.Shards[n:]
	}
	m.Shards, m.Files = nil, nil
	return s, nil
}

// inspected is a folder while it is read.
type inspected struct {
	Folder
	limits  *TokenizerInfo
	vocab   *tokenize.Vocab
	want    int
	lengths map[string]map[int]int // by column: how many sequences have a length
}

// read takes in one shard. Only bytes that the manifest vouches for are decoded.
func (f *inspected) read(dir string, s Shard) error {
	got, err := outdir.Checksum(dir, s.Path)
	if err != nil {
		return err
	}
	if got != (outdir.File{Path: s.Path, Bytes: s.Bytes, SHA256: s.SHA256}) {
		return fault.BadInput(s.Path, 0, "axiomine tokenize verify lists all differences", "other bytes than the manifest says")
	}
	name := splitOf(s.Path)
	if n := len(f.Splits); n == 0 || f.Splits[n-1].Name != name {
		f.Splits = append(f.Splits, SplitSummary{Name: name})
	}
	split := &f.Splits[len(f.Splits)-1]
	split.Rows += s.Rows
	split.Shards++
	split.Bytes += s.Bytes
	full := filepath.Join(dir, filepath.FromSlash(s.Path))
	switch path.Ext(s.Path) {
	case ".parquet":
		return withParquet(full, f.parquet)
	case ".tfrecord":
		return f.records(full)
	}
	return f.lines(full)
}

// lines takes the first lines of a text file.
func (f *inspected) lines(full string) error {
	file, err := os.Open(full)
	if err != nil {
		return err
	}
	defer file.Close()
	for in := bufio.NewReader(file); len(f.Rows) < f.want; {
		line, err := in.ReadString('\n')
		if line != "" {
			f.Rows = append(f.Rows, map[string]any{"line": strings.TrimSuffix(line, "\n")})
		}
		if err == io.EOF {
			return nil
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// records takes the first records of a TFRecord file.
func (f *inspected) records(full string) error {
	f.Columns = recordColumns[:]
	return eachRecord(full, func(payload []byte) error {
		if len(f.Rows) == f.want {
			return nil
		}
		lists, err := parseExample(payload)
		if err != nil {
			return err
		}
		row := map[string]any{}
		for _, name := range recordColumns {
			row[name] = f.pieces(lists[name])
		}
		row["label"] = lists["label"][0]
		f.Rows = append(f.Rows, row)
		return nil
	})
}

// parquet counts lengths and axioms in all rows and takes the first ones.
func (f *inspected) parquet(file *parquet.File) error {
	f.Columns = f.Columns[:0]
	for _, field := range file.Schema().Fields() {
		name := field.Name()
		f.Columns = append(f.Columns, name)
		switch {
		case !field.Leaf() && strings.HasSuffix(name, "input_ids"):
			if f.lengths[name] == nil {
				f.lengths[name] = map[int]int{}
			}
			if err := eachLength(file, name, func(n int) { f.lengths[name][n]++ }); err != nil {
				return err
			}
		case name == "axiom":
			if err := eachString(file, name, func(axiom string) { f.Axioms[axiom]++ }); err != nil {
				return err
			}
		}
	}
	if len(f.Rows) == f.want {
		return nil
	}
	in := parquet.NewReader(file)
	defer in.Close()
	buffer := make([]parquet.Row, f.want-len(f.Rows))
	n, err := in.ReadRows(buffer)
	if err != nil && err != io.EOF {
		return err
	}
	paths := file.Schema().Columns()
	for _, row := range buffer[:n] {
		f.Rows = append(f.Rows, f.row(paths, row))
	}
	return nil
}

// row shows a row: ids as pieces, other lists as lists, a null as nil.
func (f *inspected) row(paths [][]string, row parquet.Row) map[string]any {
	out := map[string]any{}
	row.Range(func(column int, values []parquet.Value) bool {
		name := paths[column][0]
		switch list := len(paths[column]) > 1; {
		case list && strings.HasSuffix(name, "input_ids"):
			ids := make([]int64, len(values))
			for i, v := range values {
				ids[i] = int64(v.Int32())
			}
			out[name] = f.pieces(ids)
		case list:
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

// pieces shows ids as the vocabulary has them.
func (f *inspected) pieces(ids []int64) string {
	if f.vocab == nil {
		return fmt.Sprint(ids)
	}
	pieces := make([]string, len(ids))
	for i, id := range ids {
		pieces[i] = f.vocab.Piece(int32(id))
	}
	return strings.Join(pieces, " ")
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
