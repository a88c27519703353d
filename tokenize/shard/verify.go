package shard

import (
	"context"
	"fmt"
	"maps"
	"os"
	"path"
	"path/filepath"
	"slices"

	"github.com/axiomine/axiomine/internal/errs"
	"github.com/axiomine/axiomine/internal/result"
	"github.com/axiomine/axiomine/internal/ui/progress"
	"github.com/axiomine/axiomine/internal/ui/terminal"
	"github.com/axiomine/axiomine/tokenize/shard/internal/encoding"
	"github.com/axiomine/axiomine/tokenize/shard/internal/format"
)

// Check is the result of Verify.
type Check struct {
	Shards      int      `json:"shards"`
	Rows        int      `json:"rows"`
	Bytes       int64    `json:"bytes"`
	Differences []string `json:"differences"`
	// Uneven lists stretches of a split that hold more or less of a task than four standard deviations of chance allow. It
	// is a difference where it cannot be chance.
	Uneven []string `json:"uneven"`
}

// Verify reads every file of a data directory again. It compares checksums, sizes, row counts, the
// members and columns of rows, the mixture and its evenness over every split with the manifest, and
// searches for shards that the manifest does not list. The error is a errs.Short where there are
// differences; the Check lists them all. Progress counts shards.
func Verify(ctx context.Context, dir string, st *progress.Stage) (*Check, error) {
	m, err := ReadManifest(dir)
	if err != nil {
		return nil, err
	}
	v := &verifier{dir: dir, check: &Check{Differences: []string{}, Uneven: []string{}}, mixtures: map[string]map[string]int{},
		isListed: map[string]bool{}}
	v.checking = encoding.Checking{Alike: map[string]string{}, Limits: m.Tokenizer, Differ: v.differ, Pair: v.countPair}
	st.Total(len(m.Shards))
	for _, s := range m.Shards {
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		v.checkShard(s)
		st.Add(1)
	}
	for _, f := range m.Files {
		v.checkFile(f)
	}
	for _, folder := range slices.Sorted(maps.Keys(v.mixtures)) {
		for task, count := range v.mixtures[folder] {
			if count != m.Mixture[task] { // a folder may have some of the tasks
				v.differ("%s holds pairs by task %v, the manifest says %v", folder, encoding.MustJSON(v.mixtures[folder]), encoding.MustJSON(m.Mixture))
				break
			}
		}
	}
	for _, s := range v.mixing.splits {
		uneven, faults := v.mixing.findUneven(s, m.Order)
		v.check.Uneven = append(v.check.Uneven, uneven...)
		v.check.Differences = append(v.check.Differences, faults...)
	}
	if err := v.findUnknown(); err != nil {
		return nil, err
	}
	if n := len(v.check.Differences); n > 0 {
		return v.check, errs.Short("write it again by axiomine gen --resume, or axiomine tokenize shards --resume: good shards are kept",
			"%s: %s from the manifest, first: %s",
			filepath.Base(dir), terminal.Plural(n, "difference", "differences"), v.check.Differences[0])
	}
	return v.check, nil
}

type verifier struct {
	dir      string
	check    *Check
	checking encoding.Checking
	mixtures map[string]map[string]int // pairs by task, for folders whose rows name their task
	isListed map[string]bool           // shards by path
	mixing   mixing
}

func (v *verifier) differ(format string, args ...any) {
	v.check.Differences = append(v.check.Differences, fmt.Sprintf(format, args...))
}

// checkFile compares size and checksum. It returns false where they differ: then reading on makes no
// sense.
func (v *verifier) checkFile(want result.File) (ok bool) {
	file, err := result.Checksum(v.dir, want.Path)
	switch {
	case err != nil:
		v.differ("%s cannot be read: %v", want.Path, err)
	case file.Bytes != want.Bytes:
		v.differ("%s has %s, the manifest says %d", want.Path, terminal.Plural(file.Bytes, "byte", "bytes"), want.Bytes)
	case file.SHA256 != want.SHA256:
		v.differ("%s has other bytes than the manifest says", want.Path)
	default:
		return true
	}
	return false
}

func (v *verifier) checkShard(s Shard) {
	v.isListed[s.Path] = true
	v.check.Shards++
	if !v.checkFile(result.File{Path: s.Path, Bytes: s.Bytes, SHA256: s.SHA256}) {
		return
	}
	v.check.Bytes += s.Bytes
	full := filepath.Join(v.dir, filepath.FromSlash(s.Path))
	as, err := encodingOf(s)
	if err != nil {
		v.differ("%v", err)
		return
	}
	rows, err := as.Count(full)
	if err != nil {
		v.differ("%s cannot be counted: %v", s.Path, err)
		return
	}
	v.check.Rows += rows
	if rows != s.Rows {
		v.differ("%s has %s, the manifest says %d", s.Path, terminal.Plural(rows, "row", "rows"), s.Rows)
	}
	v.checking.Name = s.Path
	if err := as.Check(full, &v.checking); err != nil {
		v.differ("%s cannot be read: %v", s.Path, err)
	}
}

// countPair counts a pair of the current file.
func (v *verifier) countPair(k encoding.Kind) {
	folder := path.Dir(v.checking.Name)
	if v.mixtures[folder] == nil {
		v.mixtures[folder] = map[string]int{}
	}
	v.mixtures[folder][k.Task]++
	v.mixing.add(v.checking.Name, k)
}

// encodingOf returns the encoding of a shard in its format.
func encodingOf(s Shard) (encoding.Encoding, error) {
	f, _ := format.Find(s.Format)
	if as := f.EncodingOf(s.Path); as != nil {
		return as, nil
	}
	return nil, errs.BadInput("", 0, "use the version of axiomine that wrote it", "%s is of the format %q, which writes no such file",
		s.Path, s.Format)
}

// findUnknown finds shards that are not in the manifest, in the folders of those that are.
func (v *verifier) findUnknown() error {
	folders := map[string]bool{}
	for name := range v.isListed {
		folders[path.Dir(name)] = true
	}
	for _, folder := range slices.Sorted(maps.Keys(folders)) {
		list, err := os.ReadDir(filepath.Join(v.dir, filepath.FromSlash(folder)))
		if err != nil && !os.IsNotExist(err) {
			return err
		}
		for _, file := range list {
			if name := path.Join(folder, file.Name()); format.IsData(name) && !v.isListed[name] {
				v.differ("%s is not in the manifest", name)
			}
		}
	}
	return nil
}
