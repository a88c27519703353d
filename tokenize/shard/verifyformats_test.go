package shard

import (
	"bytes"
	"encoding/json"
	"os"
	"path"
	"path/filepath"
	"strings"
	"testing"

	"github.com/axiomine/axiomine/internal/result"
	"github.com/axiomine/axiomine/internal/testkit/must"
	"github.com/axiomine/axiomine/tokenize/shard/internal/encoding"
)

// dataset is a written directory that a test damages and mends.
type dataset struct {
	t   *testing.T
	dir string
	m   *Manifest
}

func (d *dataset) read(name string) []byte {
	d.t.Helper()
	raw, err := os.ReadFile(filepath.Join(d.dir, filepath.FromSlash(name)))
	if err != nil {
		d.t.Fatal(err)
	}
	return raw
}

func (d *dataset) write(name string, raw []byte) {
	d.t.Helper()
	if err := os.WriteFile(filepath.Join(d.dir, filepath.FromSlash(name)), raw, 0o666); err != nil {
		d.t.Fatal(err)
	}
}

// forge writes bytes and makes the manifest vouch for them; rows are added to what it counts.
func (d *dataset) forge(name string, raw []byte, rows int) {
	d.t.Helper()
	d.write(name, raw)
	sum, err := result.Checksum(d.dir, name)
	if err != nil {
		d.t.Fatal(err)
	}
	forged := *d.m
	forged.Shards = append([]Shard{}, d.m.Shards...)
	for i := range forged.Shards {
		if s := &forged.Shards[i]; s.Path == name {
			s.Bytes, s.SHA256, s.Rows = sum.Bytes, sum.SHA256, s.Rows+rows
		}
	}
	text, err := json.Marshal(&forged)
	if err != nil {
		d.t.Fatal(err)
	}
	d.write(ManifestName, text)
}

// check verifies the directory: the first difference begins with the file's name and says this, and the error is one line.
func (d *dataset) check(note, name, says string) {
	d.t.Helper()
	check, err := Verify(d.t.Context(), d.dir, nil)
	if err == nil || check == nil || len(check.Differences) == 0 {
		d.t.Errorf("%s: %v, %+v", note, err, check)
		return
	}
	if first := check.Differences[0]; !strings.HasPrefix(first, name) || !strings.Contains(first, says) || strings.Contains(first,
		"\n") || strings.Contains(err.Error(), "\n") {
		d.t.Errorf("%s: %q does not say %q of %s", note, first, says, name)
	}
}

// TestVerifyEveryFormat damages a file of every folder of every format behind a manifest that vouches for it: a row more, and a row of
// another make. Each is reported in a line that names the file.
func TestVerifyEveryFormat(t *testing.T) {
	if testing.Short() {
		t.Skip("long, and its threads are those of other tests")
	}
	_, in := fewer(t)
	for _, format := range FormatNames() {
		t.Run(format, func(t *testing.T) {
			o := allFormats()
			o.Formats, o.GroupSize = []string{format}, 3
			dir, m := mustWrite(t, in, o)
			manifest := must.Get(os.ReadFile(filepath.Join(dir, ManifestName)))(t)
			d := &dataset{t, dir, m}
			tried := map[string]bool{}
			for _, s := range m.Shards {
				if folder := path.Dir(s.Path); tried[folder] {
					continue
				} else {
					tried[folder] = true
				}
				whole := d.read(s.Path)
				more, odd := anotherRow(t, s.Path, whole)
				if path.Ext(s.Path) != ".parquet" { // of which a row cannot be put behind the last
					d.forge(s.Path, more, 0)
					d.check("a row more, vouched for", s.Path, "rows, the manifest says")
				}
				d.forge(s.Path, odd, 1)
				d.check("a row of another make", s.Path, "")
				d.write(s.Path, whole)
				d.write(ManifestName, manifest)
			}
			if _, err := Verify(t.Context(), dir, nil); err != nil || len(tried) == 0 {
				t.Errorf("mended: %v", err)
			}
		})
	}
}

// anotherRow returns a file with its last row twice, and with one of another make.
func anotherRow(t *testing.T, name string, raw []byte) (more, odd []byte) {
	t.Helper()
	lines := bytes.SplitAfter(raw, []byte("\n"))
	last := bytes.Clone(lines[len(lines)-2+min(1, len(lines[len(lines)-1]))])
	switch path.Ext(name) {
	case ".parquet": // a column under another name than its feature
		return append(bytes.Clone(raw), 0), renameFeature(raw)
	case ".tfrecord":
		size := len(encoding.AppendFrame(nil, nil))
		return append(bytes.Clone(raw), firstFrame(t, raw)...), append(bytes.Clone(raw), encoding.AppendFrame(nil, make([]byte, size))...)
	case ".jsonl", ".json":
		return append(bytes.Clone(raw), last...), append(bytes.Clone(raw), "{\"other\": 1}\n"...)
	case ".csv":
		return append(bytes.Clone(raw), last...), append(bytes.Clone(raw), "a,b\n"...)
	}
	return append(bytes.Clone(raw), last...), append(bytes.Clone(raw), "a\tb\n"...)
}

// renameFeature changes the name of the first feature in a table's metadata to another one of the same length.
func renameFeature(raw []byte) []byte {
	head := []byte(`{"info":{"features":{"`)
	at := bytes.LastIndex(raw, head) + len(head)
	out := bytes.Clone(raw)
	out[at]++
	return out
}

// firstFrame is the first record of a TFRecord file with its checksums.
func firstFrame(t *testing.T, raw []byte) []byte {
	t.Helper()
	return raw[:12+int(raw[0])+int(raw[1])<<8+4]
}
