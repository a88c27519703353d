package result

import (
	"bufio"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"io"
	"io/fs"
	"path"
	"path/filepath"
	"slices"
	"sort"
	"strings"

	"github.com/axiomine/axiomine/internal/errs"
	"github.com/axiomine/axiomine/internal/lazy"
	"github.com/axiomine/axiomine/internal/lists"
	"github.com/axiomine/axiomine/internal/result/filesys"
	"golang.org/x/text/unicode/norm"
)

// store is a folder with a journal: the claimed directory, or a folder below it. Only one goroutine at a time may call its methods.
type store struct {
	path    string     // the folder's path for messages
	root    filesys.FS // the claimed directory
	prefix  string     // the folder's path below root: "", or a path that ends in a slash
	lock    *lock
	journal journal
	folders folders         // the folders below root that are durable
	used    map[string]bool // the files that this process wrote, or took over as finished
	written map[string]bool // the files that this process wrote
}

// newStore returns the store of a root, with an empty journal that has not been read.
func newStore(path string, root filesys.FS, l *lock) *store {
	return &store{path: path, root: root, lock: l, used: map[string]bool{}, written: map[string]bool{},
		journal: journal{stages: map[string]entry{}, placing: map[string]bool{}, owned: map[string]bool{}, byFold: map[string]string{}}}
}

// subfolder returns the store of a folder below s, with an empty journal that has not been read.
func (s *store) subfolder(name string) *store {
	sub := newStore(s.finalPath(name), s.root, s.lock)
	sub.prefix = s.name(name) + "/"
	return sub
}

// name returns a file's name below the root.
func (s *store) name(name string) string { return path.Join(s.prefix, filepath.ToSlash(name)) }

// finalPath returns the full path that a file has when the command has ended, for messages.
func (s *store) finalPath(name string) string { return filepath.Join(s.path, filepath.FromSlash(name)) }

// writeTemporary writes a file under a temporary name. name is its later name.
func (s *store) writeTemporary(name string, write func(io.Writer) error) (temporary string, file File, err error) {
	if err := checkInside(s.path, name); err != nil {
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

// place renames a temporary file to its final name. The name is durable once its folder is synced.
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

// placeAll moves files to a folder and returns them with their new paths. The file named last is moved after all others.
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
	sort.Slice(final, func(i, j int) bool { return final[i].Path < final[j].Path })
	return final, nil
}

// Fold returns a form that is equal for two names if some file system treats them as the same name. Windows and macOS ignore case.
// macOS also ignores the encoding of accents.
func Fold(name string) string { return strings.ToLower(strings.ToUpper(norm.NFC.String(name))) }

// makeWay ensures that no other file of the directory has the same folded name. It removes such a file of an earlier run. Such a file of
// this run is an error, on every system.
func (s *store) makeWay(name string) error {
	other, exists := s.journal.byFold[Fold(name)]
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
	s.journal.byFold[Fold(name)], s.used[name] = name, true
	return nil
}

// folders makes folders below a root and syncs their names, each once.
type folders struct {
	durable map[string]bool // the folders whose names are durable
	made    []string        // the folders that this process made
}

// make makes a folder below the root and the missing folders above it, and syncs their names.
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
	} else if f.durable[name] {
		return nil
	}
	if f.durable == nil {
		f.durable = map[string]bool{}
	}
	f.durable[name] = true
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

// removal removes files and lists the folders to sync. Without a sync, removed files may exist again after a crash.
type removal struct {
	root    filesys.FS
	folders []string
}

// remove removes a file or an empty folder. A missing file is no error, since a stopped run may have removed it.
func (r *removal) remove(name string) error {
	if err := r.root.Remove(name); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	r.folders = lists.AddNew(r.folders, path.Dir(name))
	return nil
}

// removeEmpty removes the listed folders below root that are empty, then the folders above them that became empty.
func (r *removal) removeEmpty(root string) error {
	depth := func(name string) int { return strings.Count(name, "/") }
	slices.SortFunc(r.folders, func(a, b string) int { return depth(b) - depth(a) })
	for i := 0; i < len(r.folders); i++ { // remove appends the folder above
		if r.folders[i] == root || r.folders[i] == "." {
			continue
		}
		if err := r.remove(r.folders[i]); err != nil && !errors.Is(err, fs.ErrExist) { // ErrExist: the folder is not empty
			return err
		}
	}
	return nil
}

// sync removes the listed folders below root that are empty, then syncs the other listed folders. The folder above a removed folder is
// among these.
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

// isInside reports whether a name is a clean relative path that stays below its directory.
func isInside(name string) bool {
	name = filepath.ToSlash(name)
	return name == path.Clean(name) && name != "." && filepath.IsLocal(filepath.FromSlash(name))
}

// checkInside returns an error unless isInside accepts the name.
func checkInside(dir, name string) error {
	if !isInside(name) {
		return errs.BadInput(dir, 0, stayInside, "%q is no file of this directory", name)
	}
	return nil
}

// refuseLinks returns an error if a folder in the path name below root is a link, because the link's target is not part of the directory.
func refuseLinks(root filesys.FS, name string) error {
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

// renameError returns the error with the final path in place of the temporary one.
func renameError(err error, final, temporary string) error {
	if several, ok := err.(interface{ Unwrap() []error }); ok {
		for _, part := range several.Unwrap() {
			renameError(part, final, temporary)
		}
		return err
	}
	var pathErr *fs.PathError
	if temporary == "" || !errors.As(err, &pathErr) {
		return err
	}
	if _, rest, ok := strings.Cut(filepath.ToSlash(pathErr.Path), temporary); ok {
		pathErr.Path = final + partSuffix().ReplaceAllString(rest, "")
	}
	return err
}

// partSuffix matches the end of a temporary folder's name that the function that fills the folder may add.
var partSuffix = lazy.Regexp(`^\.part-[0-9a-f]+`)
