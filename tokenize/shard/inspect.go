package shard

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/cespare/xxhash/v2"

	"github.com/axiomine/axiomine/configs/fault"
	"github.com/axiomine/axiomine/configs/outdir"
	"github.com/axiomine/axiomine/configs/progress"
	"github.com/axiomine/axiomine/configs/untrusted"
	"github.com/axiomine/axiomine/tokenize"
	"github.com/axiomine/axiomine/tokenize/pairs"
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
		f := inspected{Folder: Folder{Name: folder, Rows: []map[string]any{}}, limits: m.Tokenizer, vocab: vocab, want: rows,
			lengths: map[string]map[int]int{}, contents: map[string][]uint64{}, answers: map[string][]answer{}}
		for _, shard := range m.Shards[:n] {
			if ctx.Err() != nil {
				return nil, ctx.Err()
			}
			if err := f.read(ctx, dir, shard); err != nil {
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
	// contents are hashes of what rows say, by split: 8 bytes a row.
	contents map[string][]uint64
	// answers are hashes of what rows with a label say apart from it, and of the label, by split: 16 bytes a row.
	answers map[string][]answer
}

// answer is an input with a label.
type answer struct{ input, label uint64 }

// length counts a sequence of a column.
func (f *inspected) length(column string, n int) {
	if f.lengths[column] == nil {
		f.lengths[column] = map[int]int{}
	}
	f.lengths[column][n]++
}

// content takes in what a row of the last split says.
func (f *inspected) content(hash uint64) {
	split := f.Splits[len(f.Splits)-1].Name
	f.contents[split] = append(f.contents[split], hash)
}

// answer takes in a labelled row of the last split.
func (f *inspected) answer(input, label uint64) {
	split := f.Splits[len(f.Splits)-1].Name
	f.answers[split] = append(f.answers[split], answer{input, label})
}

// read takes in one shard. Only bytes that the manifest vouches for are decoded.
func (f *inspected) read(ctx context.Context, dir string, s Shard) error {
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
		return pairs.WithParquet(full, func(file *parquet.File) error { return f.parquet(ctx, file) })
	case ".tfrecord":
		return f.records(full)
	}
	return f.lines(ctx, full)
}

// lines takes the first lines of a text file, and what every one says; of a line of JSON the uid is left out.
func (f *inspected) lines(ctx context.Context, full string) error {
	file, err := os.Open(full)
	if err != nil {
		return err
	}
	defer file.Close()
	header := path.Ext(full) == ".csv"
	in := bufio.NewReaderSize(file, 1<<16)
	var line []byte
	for n := 0; ; n++ {
		line, err = untrusted.ReadLine(in, line[:0], untrusted.Line)
		if n%1024 == 0 && ctx.Err() != nil {
			return ctx.Err()
		}
		if err == io.EOF {
			return nil
		}
		if err == nil && len(f.Rows) < f.want {
			f.Rows = append(f.Rows, map[string]any{"line": string(line)})
		}
		if err == nil && (!header || n > 0) {
			err = f.line(line)
		}
		if err != nil {
			return fault.BadInput(path.Base(full), n+1, "axiomine tokenize verify lists all differences", "%v", err)
		}
	}
}

// uids are the members of a line of JSON, and the columns of a table, that name a row and say nothing.
var uids = []string{"uid", "uids"}

// beside are the members, and the columns, that are not what a label is for.
var beside = []string{"label", "weight", "margin"}

// line takes in what a line says, and the lengths of MT-DNN's sequences.
func (f *inspected) line(line []byte) error {
	if len(line) == 0 || line[0] != '{' {
		f.content(xxhash.Sum64(line))
		return nil
	}
	var members map[string]json.RawMessage
	if err := json.Unmarshal(line, &members); err != nil {
		return err
	}
	h, input := xxhash.New(), xxhash.New()
	for _, name := range slices.Sorted(maps.Keys(members)) {
		if !slices.Contains(uids, name) {
			h.WriteString(name)
			h.Write(members[name])
			if !slices.Contains(beside, name) {
				input.WriteString(name)
				input.Write(members[name])
			}
		}
	}
	f.content(h.Sum64())
	tokens, ok := members["token_id"]
	if ok {
		f.answer(input.Sum64(), xxhash.Sum64(members["label"]))
	}
	if !ok {
		return nil
	}
	var one []int32
	if json.Unmarshal(tokens, &one) == nil {
		f.length("token_id", len(one))
		return nil
	}
	var many [][]int32 // a candidate each
	err := json.Unmarshal(tokens, &many)
	for _, ids := range many {
		f.length("token_id", len(ids))
	}
	return err
}

// records takes the first records of a TFRecord file, and what every one says.
func (f *inspected) records(full string) error {
	f.Columns = recordColumns[:]
	return eachRecord(full, func(payload []byte) error {
		f.content(xxhash.Sum64(payload))
		lists, err := parseExample(payload)
		if err != nil {
			return err
		}
		f.length("query_ids", len(lists["query_ids"]))
		f.length("input", len(lists["query_ids"])+len(lists["doc_ids"]))
		f.answer(xxhash.Sum64String(fmt.Sprint(lists["query_ids"], lists["doc_ids"])), uint64(lists["label"][0]))
		if len(f.Rows) == f.want {
			return nil
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

// parquet counts lengths and axioms in all rows, takes in what they say and shows the first ones.
func (f *inspected) parquet(ctx context.Context, file *parquet.File) error {
	f.Columns = f.Columns[:0]
	for _, field := range file.Schema().Fields() {
		name := field.Name()
		f.Columns = append(f.Columns, name)
		switch {
		case !field.Leaf() && strings.HasSuffix(name, "input_ids"):
			if err := eachLength(file, name, func(n int) { f.length(name, n) }); err != nil {
				return err
			}
		case name == "axiom":
			split := &f.Splits[len(f.Splits)-1]
			if split.Axioms == nil {
				split.Axioms = map[string]int{}
			}
			if err := eachString(file, name, func(axiom string) { split.Axioms[axiom]++ }); err != nil {
				return err
			}
		}
	}
	in := parquet.NewReader(file)
	defer in.Close()
	paths := file.Schema().Columns()
	buffer := make([]parquet.Row, 256)
	h, input, value := xxhash.New(), xxhash.New(), []byte(nil)
	// A row that names its task is one of a pair, or a class that has a query and documents of its own.
	labelled := slices.Contains(f.Columns, "label") && !slices.Contains(f.Columns, "task")
	for {
		n, err := in.ReadRows(buffer)
		if err != nil && err != io.EOF {
			return err
		}
		if ctx.Err() != nil {
			return ctx.Err()
		}
		for _, row := range buffer[:n] {
			if len(f.Rows) < f.want {
				f.Rows = append(f.Rows, f.row(paths, row))
			}
			h.Reset()
			input.Reset()
			label := uint64(0)
			for _, v := range row {
				name := paths[v.Column()][0]
				if slices.Contains(uids, name) {
					continue
				}
				value = v.AppendBytes(append(value[:0], byte(v.Column()), byte(v.Kind())))
				value = append(value, byte(len(value)), byte(len(value)>>8), byte(len(value)>>16))
				h.Write(value)
				switch {
				case name == "label":
					label = xxhash.Sum64(value)
				case labelled && !slices.Contains(beside, name):
					input.Write(value)
				}
			}
			f.content(h.Sum64())
			if labelled {
				f.answer(input.Sum64(), label)
			}
		}
		if err == io.EOF {
			return nil
		}
	}
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
