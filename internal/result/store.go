package result

import (
	"bufio"
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"io"
	"io/fs"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/axiomine/axiomine/internal/errs"
	"github.com/axiomine/axiomine/internal/lazy"
	"github.com/axiomine/axiomine/internal/result/filesys"
	"golang.org/x/text/unicode/norm"
)

// store is a folder with a journal: the claimed directory, or one below it. Whoever calls its methods sees to it that one goroutine at a
// time does.
type store struct {
	path    string     // as it was given, for messages
	root    filesys.FS // of the claimed directory
	prefix  string     // where in it, "" or with a slash behind
	lock    *lock
	journal journal
	folders folders         // below the root
	used    map[string]bool // files that this process wrote, or took over as finished
	written map[string]bool // files that this process wrote
}

// newStore returns the folder of a root, of which nothing is read yet.
func newStore(path string, root filesys.FS, l *lock) *store {
	return &store{path: path, root: root, lock: l, journal: newJournal(), used: map[string]bool{}, written: map[string]bool{}}
}

// subfolder returns the folder of a name, of which nothing is read yet.
func (s *store) subfolder(name string) *store {
	sub := newStore(s.finalPath(name), s.root, s.lock)
	sub.prefix = s.name(name) + "/"
	return sub
}

// name returns a file's name below the root.
func (s *store) name(name string) string { return path.Join(s.prefix, filepath.ToSlash(name)) }

// finalPath returns the full path that a file has when the command has ended, for messages.
func (s *store) finalPath(name string) string { return filepath.Join(s.path, filepath.FromSlash(name)) }

// writeTemporary writes the file that is to be name.
func (s *store) writeTemporary(name string, write func(io.Writer) error) (temporary string, file File, err error) {
	if err := inside(s.path, name); err != nil {
		return "", file, err
	}
	if temporary, err = s.lock.temporary(s.root); err != nil {
		return s.lock.folder, file, err
	}
	sum := sha256.New()
	counter := &countingWriter{}
	err = filesys.WriteFile(s.root, temporary, func(f io.Writer) error {
		counter.w = io.MultiWriter(f, sum)
		buffer := buffers.Get().(*bufio.Writer)
		defer buffers.Put(buffer)
		buffer.Reset(counter)
		if err := write(buffer); err != nil {
			return err
		}
		return buffer.Flush()
	})
	if err != nil {
		return temporary, file, err
	}
	return temporary, File{Path: filepath.ToSlash(name), Bytes: counter.n, SHA256: hex.EncodeToString(sum.Sum(nil))}, nil
}

// place renames a temporary file to its final name, which lasts once the folder is synced that holds it.
func (s *store) place(temporary string, file File) error {
	if err := s.makeWay(file.Path); err != nil {
		return err
	}
	if err := s.announce(file); err != nil {
		return err
	}
	name := s.name(file.Path)
	if err := s.folders.make(s.root, path.Dir(name)); err != nil {
		return err
	}
	if err := s.root.Rename(temporary, name); err != nil {
		return err
	}
	s.written[file.Path] = true
	return nil
}

// placeAll moves files to a folder, the one called last after the others, and returns them with the paths that they have there.
func (s *store) placeAll(temporary, folder, last string, files []File) ([]File, error) {
	rm := removal{root: s.root}
	if err := rm.remove(s.name(path.Join(folder, last))); err != nil {
		return nil, err
	}
	if err := rm.sync("."); err != nil {
		return nil, err
	}
	final := slices.Clone(files)
	for i := range final {
		final[i].Path = path.Join(filepath.ToSlash(folder), final[i].Path)
	}
	if err := s.announce(final...); err != nil {
		return nil, err
	}
	for _, turnOfLast := range []bool{false, true} {
		var folders []string
		for i, f := range files {
			if (f.Path == last) != turnOfLast {
				continue
			}
			if err := s.place(path.Join(temporary, f.Path), final[i]); err != nil {
				return nil, err
			}
			folders = append(folders, s.name(path.Dir(final[i].Path)))
		}
		if err := syncAll(s.root, folders); err != nil {
			return nil, err
		}
	}
	slices.SortFunc(final, func(a, b File) int { return cmp.Compare(a.Path, b.Path) })
	return final, nil
}

// Fold returns what a name has in common with all names that some file systems take for the same one: those of Windows and macOS do not
// distinguish case, nor macOS how a letter with an accent is encoded.
func Fold(name string) string { return strings.ToLower(strings.ToUpper(norm.NFC.String(name))) }

// makeWay makes sure that no other file of the directory has a name that differs from this one in case alone. It refuses two files of one
// run, on every disk alike, and removes a file of an earlier run.
func (s *store) makeWay(name string) error {
	other, exists := s.journal.twins[Fold(name)]
	switch {
	case !exists || other == name:
	case s.used[other]:
		return errs.BadUsage("give one of them another name", "%s cannot stand beside %s: many disks do not distinguish such names",
			s.finalPath(name), s.finalPath(other))
	default:
		if err := s.discard([]string{other}); err != nil {
			return err
		}
		delete(s.journal.owned, other)
		delete(s.journal.placing, other)
	}
	s.journal.twins[Fold(name)], s.used[name] = name, true
	return nil
}

// folders are those below a root that are there for good.
type folders struct {
	lasting map[string]bool
	made    []string // those of them that this process made
}

// make makes a folder below the root, and those above it, for good.
func (f *folders) make(root filesys.FS, name string) error {
	if name == "." {
		return nil
	}
	parent := path.Dir(name)
	if err := f.make(root, parent); err != nil {
		return err
	}
	err := root.Mkdir(name)
	if err != nil && !errors.Is(err, fs.ErrExist) {
		return err
	}
	if err == nil {
		f.made = append(f.made, name)
	} else if f.lasting[name] {
		return nil
	}
	if f.lasting == nil {
		f.lasting = map[string]bool{}
	}
	f.lasting[name] = true
	return root.SyncDir(parent)
}

// syncAll syncs each of some folders once, by name.
func syncAll(root filesys.FS, names []string) error {
	slices.Sort(names)
	for _, name := range slices.Compact(names) {
		if err := root.SyncDir(name); err != nil {
			return err
		}
	}
	return nil
}

// removal removes files and remembers which folders are to be synced, so that they do not come back after a crash.
type removal struct {
	root    filesys.FS
	folders []string
}

// remove removes a file or an empty folder. One that is not there may have been removed by a run that was stopped.
func (r *removal) remove(name string) error {
	if err := r.root.Remove(name); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	if folder := path.Dir(name); !slices.Contains(r.folders, folder) {
		r.folders = append(r.folders, folder)
	}
	return nil
}

// removeEmpty removes the folders below root that are to be synced and hold nothing, and those above them for which that is true then.
func (r *removal) removeEmpty(root string) error {
	depth := func(name string) int { return strings.Count(name, "/") }
	slices.SortFunc(r.folders, func(a, b string) int { return depth(b) - depth(a) })
	for i := 0; i < len(r.folders); i++ { // what is removed adds the one above
		if r.folders[i] == root || r.folders[i] == "." {
			continue
		}
		if err := r.remove(r.folders[i]); err != nil && !errors.Is(err, fs.ErrExist) { // which means that it holds something
			return err
		}
	}
	return nil
}

// sync removes the folders below root that are empty now, and makes all removals last. A folder that is gone itself needs no sync, since
// that which held it has one.
func (r *removal) sync(root string) error {
	if err := r.removeEmpty(root); err != nil {
		return err
	}
	for _, folder := range r.folders {
		if err := r.root.SyncDir(folder); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return err
		}
	}
	r.folders = nil
	return nil
}

const stayInside = "it was changed or made by others: name another directory"

// isInside reports whether a name is the plain one of something below a directory.
func isInside(name string) bool {
	name = filepath.ToSlash(name)
	return name == path.Clean(name) && name != "." && filepath.IsLocal(filepath.FromSlash(name))
}

// inside refuses what is not.
func inside(dir, name string) error {
	if !isInside(name) {
		return errs.BadInput(dir, 0, stayInside, "%q is no file of this directory", name)
	}
	return nil
}

// noLinks refuses a name below root in which a folder is a link: what lies behind it is not the directory's.
func noLinks(root filesys.FS, name string) error {
	for p := name; p != "."; p = path.Dir(p) {
		info, err := root.Lstat(p)
		if errors.Is(err, fs.ErrNotExist) {
			continue
		}
		if err != nil {
			return err
		}
		if info.Mode()&fs.ModeSymlink != 0 {
			return errs.BadInput(root.Path(p), 0, "put a folder in its place", "a link stands where the directory has a folder of its own")
		}
	}
	return nil
}

// withFinalName returns the error with the final path in place of the temporary one.
func withFinalName(err error, final, temporary string) error {
	if several, ok := err.(interface{ Unwrap() []error }); ok {
		for _, part := range several.Unwrap() {
			withFinalName(part, final, temporary)
		}
		return err
	}
	var pathErr *fs.PathError
	if temporary == "" || !errors.As(err, &pathErr) {
		return err
	}
	if _, rest, ok := strings.Cut(filepath.ToSlash(pathErr.Path), temporary); ok {
		pathErr.Path = final + unfinished().ReplaceAllString(rest, "")
	}
	return err
}

// unfinished is what whoever fills a temporary folder may add to its name.
var unfinished = lazy.Regexp(`^\.part-[0-9a-f]+`)
