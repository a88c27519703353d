package result

import (
	"errors"
	"io/fs"
	"path"
	"path/filepath"
	"regexp"
	"strings"

	"github.com/axiomine/axiomine/internal/errs"
	"github.com/axiomine/axiomine/internal/result/filesys"
)

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

// withFinalName puts the final path into an error that names the temporary one.
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
		pathErr.Path = final + unfinished.ReplaceAllString(rest, "")
	}
	return err
}

// unfinished is what whoever fills a temporary folder may add to its name.
var unfinished = regexp.MustCompile(`^\.part-[0-9a-f]+`)
