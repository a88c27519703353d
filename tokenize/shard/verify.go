package shard

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path"
	"path/filepath"
	"slices"

	"github.com/axiomine/axiomine/internal/errs"
	"github.com/axiomine/axiomine/internal/result"
	"github.com/axiomine/axiomine/internal/ui/progress"
	"github.com/axiomine/axiomine/internal/ui/terminal"
	"github.com/axiomine/axiomine/tokenize/shard/internal/format"
)

// Check is the result of Verify.
type Check struct {
	Shards      int      `json:"shards"`
	Rows        int      `json:"rows"`  // number of rows of the shards that agree with the manifest
	Bytes       int64    `json:"bytes"` // the size of these shards
	Differences []string `json:"differences"`
}

// Verify reads every file of a data directory again. It compares checksums and sizes with the manifest, and searches for shards that the
// manifest does not list. If there are differences, the error is an errs.Short, and the Check lists them all. Progress counts shards.
func Verify(ctx context.Context, dir string, st *progress.Stage) (*Check, error) {
	m, err := ReadManifest(dir)
	if err != nil {
		return nil, err
	}
	c := &Check{Differences: []string{}}
	isListed := map[string]bool{}
	st.Total(len(m.Shards))
	for _, s := range m.Shards {
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		isListed[s.Path] = true
		c.Shards++
		if c.compare(dir, result.File{Path: s.Path, Bytes: s.Bytes, SHA256: s.SHA256}) {
			c.Rows += s.Rows
			c.Bytes += s.Bytes
		}
		st.Add(1)
	}
	for _, f := range m.Files {
		c.compare(dir, f)
	}
	unlisted, err := unlistedShards(os.DirFS(dir), isListed)
	if err != nil {
		return nil, err
	}
	for _, name := range unlisted {
		c.differ("%s is not in the manifest", name)
	}
	if n := len(c.Differences); n > 0 {
		return c, errs.Short("write it again by axiomine gen --resume, or axiomine tokenize shards --resume: good shards are kept",
			"%s: %s from the manifest, first: %s",
			filepath.Base(dir), terminal.Plural(n, "difference", "differences"), c.Differences[0])
	}
	return c, nil
}

// differ adds a difference, as fmt.Sprintf writes it.
func (c *Check) differ(format string, args ...any) {
	c.Differences = append(c.Differences, fmt.Sprintf(format, args...))
}

// compare reports whether a file has the size and the checksum that the manifest lists.
func (c *Check) compare(dir string, want result.File) bool {
	file, err := result.Checksum(dir, want.Path)
	switch {
	case err != nil:
		c.differ("%s cannot be read: %v", want.Path, err)
	case file.Bytes != want.Bytes:
		c.differ("%s has %s, the manifest says %d", want.Path, terminal.Plural(file.Bytes, "byte", "bytes"), want.Bytes)
	case file.SHA256 != want.SHA256:
		c.differ("%s has other bytes than the manifest says", want.Path)
	default:
		return true
	}
	return false
}

// unlistedShards returns the shards in the folders of listed shards that are not listed themselves.
func unlistedShards(dir fs.FS, isListed map[string]bool) (names []string, err error) {
	folders := map[string]bool{}
	for name := range isListed {
		folders[path.Dir(name)] = true
	}
	for _, folder := range slices.Sorted(maps.Keys(folders)) {
		list, err := fs.ReadDir(dir, folder)
		if err != nil && !errors.Is(err, fs.ErrNotExist) {
			return nil, err
		}
		for _, file := range list {
			if name := path.Join(folder, file.Name()); format.IsData(name) && !isListed[name] {
				names = append(names, name)
			}
		}
	}
	return names, nil
}
