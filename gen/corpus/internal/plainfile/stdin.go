package plainfile

import (
	"crypto/sha256"
	"encoding/hex"
	"io"
	"os"
	"sync"

	"github.com/axiomine/axiomine/internal/result"
)

// input is standard input, which can be read only once. If several readers need it, it is copied to a
// temporary file.
var input struct {
	once sync.Once
	file *os.File // nil until it is copied
	size int64
	sum  string
	err  error
}

// KeepInput makes "-" readable any number of times.
func KeepInput() error {
	input.once.Do(func() {
		file, err := result.CreateUnnamed()
		if err != nil {
			input.err = err
			return
		}
		sum := sha256.New()
		input.size, input.err = io.Copy(io.MultiWriter(file, sum), os.Stdin)
		input.file, input.sum = file, hex.EncodeToString(sum.Sum(nil))
	})
	return input.err
}

// standardInput returns a reader of "-".
func standardInput() io.Reader {
	if input.file == nil {
		return os.Stdin
	}
	return io.NewSectionReader(input.file, 0, input.size)
}

// InputSum returns the size and SHA-256 of standard input; ok is false if it was not copied.
func InputSum() (bytes int64, sum string, ok bool) { return input.size, input.sum, input.file != nil }
