package outdir

import (
	"errors"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"strings"

	"github.com/axiomine/axiomine/configs/fault"
)

const stayInside = "it was changed or made by others: name another directory"

// isInside says whether a name is the plain one of something below a directory.
func isInside(name string) bool {
	name = filepath.ToSlash(name)
	return name == path.Clean(name) && name != "." && filepath.IsLocal(filepath.FromSlash(name))
}

// inside refuses what is not.
func inside(dir, name string) error {
	if !isInside(name) {
		return fault.BadInput(dir, 0, stayInside, "%q is no file of this directory", name)
	}
	return nil
}

// noLinks refuses a name below root in which a folder is a link: what lies behind it is not the directory's.
func noLinks(root *os.Root, name string) error {
	for at := name; at != "."; at = path.Dir(at) {
		info, err := root.Lstat(at)
		if errors.Is(err, fs.ErrNotExist) {
			continue
		}
		if err != nil {
			return plain(err, root.Name(), "", "")
		}
		if info.Mode()&fs.ModeSymlink != 0 {
			link := filepath.Join(root.Name(), at)
			return fault.BadInput(link, 0, "put a folder in its place", "a link stands where the directory has a folder of its own")
		}
	}
	return nil
}

// plain makes an error readable that comes of a root: its files under the names they have from here, those of temporary ones
// under their final names.
func plain(err error, root, temporary, final string) error {
	if several, ok := err.(interface{ Unwrap() []error }); ok {
		for _, one := range several.Unwrap() {
			plain(one, root, temporary, final)
		}
		return err
	}
	if link := (*os.LinkError)(nil); errors.As(err, &link) {
		return &fs.PathError{Op: strings.TrimSuffix(link.Op, "at"), Path: final, Err: link.Err}
	}
	var at *fs.PathError
	if !errors.As(err, &at) {
		return err
	}
	op, ofRoot := strings.CutSuffix(at.Op, "at")
	if _, rest, found := strings.Cut(filepath.ToSlash(at.Path), temporary); temporary != "" && found {
		at.Op, at.Path = op, final+unfinished.ReplaceAllString(rest, "")
	} else if ofRoot && op != "st" && op != "lst" {
		at.Op, at.Path = op, filepath.Join(root, at.Path)
	}
	if at.Err.Error() == "path escapes from parent" { // os has no name for it
		return fault.BadInput(at.Path, 0, stayInside, "a link leads out of the directory")
	}
	return err
}

// unfinished is what whoever fills a temporary folder may add to its name.
var unfinished = regexp.MustCompile(`^\.part-[0-9a-f]+`)

// removeEmpty removes the folder and those in it that are empty, deepest first; it keeps what holds anything.
func (d *Dir) removeEmpty(folder string) {
	var folders []string
	_ = fs.WalkDir(d.root.FS(), d.name(folder), func(name string, item fs.DirEntry, err error) error {
		if err == nil && item.IsDir() {
			folders = append(folders, name)
		}
		return nil
	})
	for i := len(folders) - 1; i >= 0; i-- {
		d.removeFolder(folders[i])
	}
}

// removeFolder removes a folder if it is empty.
func (d *Dir) removeFolder(name string) {
	if info, err := d.root.Lstat(name); err == nil && info.IsDir() && name != "." {
		d.root.Remove(name) // fails while it holds anything
	}
}
