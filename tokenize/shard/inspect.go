package shard

import (
	"context"
	"path"
	"path/filepath"

	"github.com/axiomine/axiomine/internal/errs"
	"github.com/axiomine/axiomine/internal/result"
	"github.com/axiomine/axiomine/internal/ui/progress"
	"github.com/axiomine/axiomine/tokenize"
	"github.com/axiomine/axiomine/tokenize/pairs"
	"github.com/axiomine/axiomine/tokenize/shard/internal/encoding"
	"github.com/axiomine/axiomine/tokenize/shard/internal/format"
	"github.com/axiomine/axiomine/tokenize/shard/internal/plan"
)

// Inspect reads a data directory as a trainer would and returns the first rows of each folder. Progress counts shards.
func Inspect(ctx context.Context, dir string, rows int, st *progress.Stage) (*Summary, error) {
	m, err := ReadManifest(dir)
	if err != nil {
		return nil, err
	}
	var vocab *tokenize.Vocab
	if m.Tokenizer != nil {
		if vocab, err = loadVocab(dir, m.Tokenizer); err != nil {
			return nil, err
		}
	}
	st.Total(len(m.Shards))
	s := &Summary{Manifest: m}
	for shards := range pairs.Adjacent(m.Shards, func(a, b Shard) bool { return path.Dir(a.Path) == path.Dir(b.Path) }) {
		f := folderReader{Folder{Name: path.Dir(shards[0].Path)}, m.Tokenizer, encoding.NewReading(vocab, rows)}
		for _, shard := range shards {
			if ctx.Err() != nil {
				return nil, ctx.Err()
			}
			if err := f.read(ctx, dir, shard); err != nil {
				return nil, err
			}
			st.Add(1)
		}
		s.Folders = append(s.Folders, f.finish())
	}
	m.Shards, m.Files = nil, nil
	return s, nil
}

// loadVocab reads the vocabulary beside shards, so that their ids can be shown.
func loadVocab(dir string, info *plan.TokenizerInfo) (*tokenize.Vocab, error) {
	if info.Model == "" || info.Model == tokenize.WordPiece {
		return tokenize.LoadVocab(filepath.Join(dir, vocabName))
	}
	t, err := tokenize.Load(filepath.Join(dir, tokenizerName), tokenize.Options{})
	if err != nil {
		return nil, err
	}
	return t.Vocab(), nil
}

// folderReader is a Folder while its files are read.
type folderReader struct {
	Folder
	limits *plan.TokenizerInfo // the maximum lengths of sequences; nil if no file holds ids
	rows   *encoding.Reading   // the content of the files read so far
}

// read reads one shard. It decodes only bytes whose checksum is in the manifest.
func (f *folderReader) read(ctx context.Context, dir string, s Shard) error {
	file, err := result.Checksum(dir, s.Path)
	if err != nil {
		return err
	}
	if file != (result.File{Path: s.Path, Bytes: s.Bytes, SHA256: s.SHA256}) {
		return errs.BadInput(s.Path, 0, "axiomine tokenize verify lists all differences", "other bytes than the manifest says")
	}
	name := plan.SplitOf(s.Path)
	if n := len(f.Splits); n == 0 || f.Splits[n-1].Name != name {
		f.Splits = append(f.Splits, splitSummary{Name: name})
	}
	split := &f.Splits[len(f.Splits)-1]
	split.Rows += s.Rows
	split.Shards++
	split.Bytes += s.Bytes
	f.rows.Split = name
	shardFormat, _ := format.Find(s.Format)
	coding := shardFormat.EncodingOf(s.Path)
	if coding == nil {
		return errs.BadInput("", 0, "use the version of axiomine that wrote it", "%s is of the format %q, which writes no such file",
			s.Path, s.Format)
	}
	return coding.Read(ctx, filepath.Join(dir, filepath.FromSlash(s.Path)), f.rows)
}
