package read

import (
	"crypto/sha256"
	"encoding/hex"
	"io"
	"path/filepath"
	"slices"
	"strings"

	"github.com/axiomine/axiomine/gen/corpus/internal/plainfile"
)

// Content returns the size and SHA-256 of the unpacked content of a packed file. For a plain file isPacked
// is false and nothing is read.
func Content(path string) (isPacked bool, bytes int64, sum string, err error) {
	in, err := plainfile.Open(path)
	if err != nil {
		return false, 0, "", err
	}
	defer in.Close()
	if in.Packing == "" {
		return false, 0, "", nil
	}
	hash := sha256.New()
	bytes, err = io.Copy(hash, in)
	return true, bytes, hex.EncodeToString(hash.Sum(nil)), err
}

// PlainName returns a file's name without the extension of its compression.
func PlainName(name string) string {
	if ext := filepath.Ext(name); slices.Contains([]string{".gz", ".zst", ".bz2"}, strings.ToLower(ext)) {
		return strings.TrimSuffix(name, ext)
	}
	return name
}

// InputSum returns the size and SHA-256 of standard input; ok is false if it was not copied.
func InputSum() (bytes int64, sum string, ok bool) { return plainfile.InputSum() }
