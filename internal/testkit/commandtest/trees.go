package commandtest

import (
	"os"
	"path/filepath"

	"github.com/axiomine/axiomine/internal/result"
)

// Differing returns the name of one file that is not the same in both folders, or "".
func Differing(a, b map[string]result.File) string {
	for name := range b {
		if a[name] != b[name] {
			return name
		}
	}
	for name := range a {
		if a[name] != b[name] {
			return name
		}
	}
	return ""
}

// Checksums returns the checksums of all files below a folder, by their paths in it.
func Checksums(dir string) (map[string]result.File, error) {
	sums := map[string]result.File{}
	err := filepath.WalkDir(dir, func(path string, item os.DirEntry, err error) error {
		if err != nil || item.IsDir() {
			return err
		}
		name, err := filepath.Rel(dir, path)
		if err != nil {
			return err
		}
		sums[name], err = result.Checksum(dir, name)
		return err
	})
	return sums, err
}
