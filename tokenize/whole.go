package tokenize

import (
	"io"
	"os"

	"github.com/axiomine/axiomine/internal/errs"
)

// maxFile is the most that is read of a vocabulary, or of a line to be encoded, in bytes: 64 MiB.
const maxFile = 64 << 20

// readWhole reads a file of at most maxFile bytes. It returns errors of the system unchanged.
func readWhole(path string) ([]byte, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	if info, err := f.Stat(); err == nil && info.IsDir() {
		return nil, errs.BadInput(path, 0, "name a file in it", "it is a folder")
	}
	raw, err := io.ReadAll(io.LimitReader(f, maxFile+1))
	if err == nil && len(raw) > maxFile {
		err = errs.BadInput(path, 0, "is it the right file?", "it has more than %d MiB, the most that is read of a vocabulary", maxFile>>20)
	}
	return raw, err
}
